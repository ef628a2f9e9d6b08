"""Pushing updates to the bot's webhook.

One queue a key, one update in flight a queue, at most max_connections at a time. An update is
tried until it is answered with a 2xx or expires: at once again, then after 2, 4, 8 ... seconds or
whatever Retry-After the bot asks for.
"""

import asyncio
import json
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from random import Random

import aiohttp

from telegram_avalon.clock import MINUTE, SECOND, Clock
from telegram_avalon.playground.updates import Inbox, Update

SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105 - a header's name
_LONGEST_PAUSE = 3600 * SECOND
_LONGEST_REQUEST = MINUTE
_SUCCESS = range(200, 300)
_UNANSWERABLE = frozenset({"setwebhook", "deletewebhook", "close", "logout"})

CarryOut = Callable[[str, dict[str, object]], Awaitable[None]]


@dataclass(frozen=True)
class Registration:
    """What setWebhook asked for."""

    url: str = ""
    secret: str = ""
    max_connections: int = 40
    custom_certificate: bool = False


@dataclass(frozen=True)
class Delivery:
    """One attempt, as the emulator saw it; status 0 means that no answer came."""

    update_id: int
    key: str
    at: int
    status: int
    error: str = ""


@dataclass(frozen=True)
class _Answer:
    status: int = 0
    error: str = ""
    retry_after: int | None = None
    body: bytes = b""

    @property
    def is_success(self) -> bool:
        return self.status in _SUCCESS


@dataclass
class Webhook:
    clock: Clock
    inbox: Inbox
    registration: Registration = field(default_factory=Registration)
    deliveries: list[Delivery] = field(default_factory=list)
    last_error: tuple[int, str] | None = None
    carry_out: CarryOut | None = None
    """Does what the bot asks for in the body of its answer."""
    noticed: Callable[[], None] = lambda: None
    """Called after each attempt, and when an update is done with."""
    random: Random = field(default_factory=lambda: Random(0))
    _queues: dict[str, deque[Update]] = field(default_factory=dict)
    _workers: dict[str, asyncio.Task[None]] = field(default_factory=dict)
    _places: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(40))
    _session: aiohttp.ClientSession | None = None

    def register(self, registration: Registration) -> None:
        """Deliver to this address from now on, what is pending first; no address: stop."""
        self._stop()
        self.registration = registration
        self.last_error = None
        self.inbox.webhook_is_set = bool(registration.url)
        self.inbox.arrived = self._offer
        if registration.url:
            self._places = asyncio.Semaphore(registration.max_connections)
            self.inbox.end_polls()
            for update in self.inbox.pending:
                self._offer(update)

    async def idle(self) -> None:
        """Wait until nothing is left to deliver."""
        while self._workers:
            await asyncio.gather(*self._workers.values())

    async def close(self) -> None:
        workers = list(self._workers.values())
        self._stop()
        await asyncio.gather(*workers, return_exceptions=True)
        if self._session:
            await self._session.close()

    def _stop(self) -> None:
        for worker in self._workers.values():
            worker.cancel()
        self._workers.clear()
        self._queues.clear()

    def _offer(self, update: Update) -> None:
        if not self.registration.url:
            return
        self._queues.setdefault(update.key, deque()).append(update)
        if update.key not in self._workers:
            loop = asyncio.get_running_loop()
            self._workers[update.key] = loop.create_task(self._drain(update.key))

    async def _drain(self, key: str) -> None:
        queue = self._queues[key]
        while queue:
            update = queue[0]
            await self._deliver(update)
            if update.repeated:
                update.repeated = False
            else:
                self.inbox.forget(update)
                queue.popleft()
                self.noticed()
        del self._queues[key], self._workers[key]

    async def _deliver(self, update: Update) -> None:
        failures = 0
        while self.inbox.is_pending(update):
            async with self._places:
                answer = await self._attempt(update)
            if answer.is_success:
                await self._carry_out(answer.body)
                return
            failures += 1
            await self.clock.sleep(self._pause(failures, answer.retry_after))

    async def _attempt(self, update: Update) -> _Answer:
        answer = await self._post(update)
        if not answer.is_success:
            self.last_error = (self.clock.now(), answer.error)
        self.deliveries.append(
            Delivery(update.id, update.key, self.clock.now(), answer.status, answer.error)
        )
        self.noticed()
        return answer

    async def _post(self, update: Update) -> _Answer:
        self._session = self._session or aiohttp.ClientSession()
        body = json.dumps(update.wire(), ensure_ascii=False).encode()
        timeout = aiohttp.ClientTimeout(total=self.clock.real(_LONGEST_REQUEST))
        headers = {"Content-Type": "application/json"}
        if self.registration.secret:
            headers[SECRET_HEADER] = self.registration.secret
        try:
            async with self._session.post(
                self.registration.url, data=body, headers=headers, timeout=timeout
            ) as response:
                return _read(response, await response.read())
        except TimeoutError:
            return _Answer(error="Read timeout expired")
        except aiohttp.ClientError as broken:
            return _Answer(error=f"Connection failed: {broken}")

    def _pause(self, failures: int, retry_after: int | None) -> int:
        if retry_after is not None:
            return min(retry_after * SECOND, _LONGEST_PAUSE)
        if failures == 1:
            return 0
        longest = self.random.randrange(60, 120) * SECOND
        return int(min(2 ** (failures - 1) * SECOND, longest))

    async def _carry_out(self, body: bytes) -> None:
        """Carry out the call a bot may put into its answer; nobody is told the result."""
        try:
            call: object = json.loads(body)
        except ValueError:
            return
        if not isinstance(call, dict) or not isinstance(call.get("method"), str):
            return
        method = call.pop("method")
        answerable = not method.lower().startswith("get") and method.lower() not in _UNANSWERABLE
        if answerable and self.carry_out:
            await self.carry_out(method, call)


def _read(response: aiohttp.ClientResponse, body: bytes) -> _Answer:
    asked = response.headers.get("Retry-After", "")
    error = f"Wrong response from the webhook: {response.status} {response.reason}"
    return _Answer(response.status, error, int(asked) if asked.isdigit() else None, body)
