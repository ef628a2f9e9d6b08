"""The plainest possible bot and a clock that can be moved: what these tests drive the server by."""

from dataclasses import dataclass, field
from typing import Any

import aiohttp

from telegram_avalon.clock import Clock
from telegram_avalon.playground import Emulator


@dataclass(eq=False)
class MovableClock(Clock):
    """A clock that also moves when told to."""

    _moved: list[int] = field(default_factory=list)

    def steady(self) -> int:
        return super().steady() + sum(self._moved)

    def advance(self, duration: int) -> None:
        self._moved.append(duration)


class Client:
    """Calls methods with JSON bodies and gives back what came."""

    def __init__(self, emulator: Emulator, session: aiohttp.ClientSession) -> None:
        self.emulator = emulator
        self.session = session

    @property
    def base(self) -> str:
        return f"{self.emulator.url}/bot{self.emulator.token}"

    async def call(self, method: str, **parameters: object) -> dict[str, Any]:
        async with self.session.post(f"{self.base}/{method}", json=parameters) as response:
            body: dict[str, Any] = await response.json()
            if not body["ok"]:
                assert response.status == body["error_code"]
            return body

    async def ok(self, method: str, **parameters: object) -> Any:
        """Call and expect success."""
        body = await self.call(method, **parameters)
        assert body["ok"], body
        return body["result"]

    async def refused(self, method: str, **parameters: object) -> str:
        """Call and expect a refusal: its description."""
        body = await self.call(method, **parameters)
        assert not body["ok"], body
        return str(body["description"])

    async def updates(self, **parameters: object) -> list[dict[str, Any]]:
        """Poll once."""
        updates: list[dict[str, Any]] = await self.ok("getUpdates", **parameters)
        return updates


def keyboard(*labels: str) -> dict[str, object]:
    """One row of buttons, each with its label in lower case as data."""
    return {"inline_keyboard": [[{"text": t, "callback_data": t.lower()} for t in labels]]}
