"""How many connections the web server holds, and for how long one may keep it waiting.

Each connection costs a file descriptor, and the calls to Telegram and to the database need theirs.
Where no proxy stands before the bot, anybody can open connections and say nothing.
"""

import asyncio
import contextlib
from operator import itemgetter

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

MOST_CONNECTIONS = 256
"""Telegram opens 100 at the most (Bot API, "setWebhook": max_connections)."""
ARRIVES_WITHIN = 10.0
"""Seconds in which a whole request must have come, its body included."""


def allow_many_descriptors() -> None:
    """Let this process open as many as it may at all: many systems give 256 or 1024 at first."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource  # noqa: PLC0415 - it has no Windows

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


class Connection(HttpToolsProtocol):
    """One connection: let go when its request takes too long, or when others need the room."""

    transport: asyncio.Transport
    deadline: asyncio.TimerHandle | None = None
    """When it is let go; None while a request of its is being dealt with."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)  # type: ignore[arg-type]
        self._wait()
        if len(self.connections) > MOST_CONNECTIONS:
            self._make_room()

    def on_message_complete(self) -> None:
        super().on_message_complete()
        if self._deals():
            self._cancel()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self._deals():
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._cancel()

    def _deals(self) -> bool:
        """Whether a request has come whole and is not answered yet; many are refused sooner."""
        cycle: RequestResponseCycle | None = vars(self)["cycle"]  # declared as if always there
        return cycle is not None and not (cycle.more_body or cycle.response_complete)

    def _wait(self) -> None:
        self._cancel()
        self.deadline = self.loop.call_later(ARRIVES_WITHIN, self.transport.abort)

    def _cancel(self) -> None:
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None

    def _make_room(self) -> None:
        """Let go of the connection whose request has been awaited for the longest."""
        waiting = [
            (each.deadline.when(), each)
            for each in self.connections
            if isinstance(each, Connection) and each.deadline is not None
        ]
        if waiting:
            min(waiting, key=itemgetter(0))[1].transport.abort()
