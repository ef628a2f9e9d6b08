"""Updates by long polling, confirmed only once they are dealt with.

Updates of one queue (a person's presses, a chat's messages) are handled in order, queues side by
side. Telegram forgets an update when a later call names a higher offset: ours moves past an update
only when it is committed or knowingly dropped.
"""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Protocol
from urllib.parse import urlencode

import msgspec
import structlog
from telegram.error import Conflict, InvalidToken, NetworkError, RetryAfter, TelegramError
from telegram.request import BaseRequest

from telegram_avalon.bot import ALLOWED, LeftToNewer, Nothing, Postponed, Reaction, Update
from telegram_avalon.bot.updates import CallbackQuery
from telegram_avalon.clock import MINUTE, SECOND, Clock
from telegram_avalon.loops import Loops, Rarely
from telegram_avalon.store import Unavailable
from telegram_avalon.store.codec import where
from telegram_avalon.troubles import Trouble, Troubles

log = structlog.get_logger()

LONG_POLL = 25
"""Seconds that one call waits for updates."""
SHORT_POLL = 1
"""The same while an update is still being dealt with."""
MARGIN = 10
PAUSE = 1 * SECOND
PAUSE_MOST = 1 * MINUTE
"""Between calls that fail for a reason that only people can mend."""
CONFLICTS = 5
"""How often another poller is met before this process gives way."""
UNDISTURBED = 1 * MINUTE
"""After which a process that polls is the one that stays: whoever comes later gives way."""
PATIENT = 150
"""How often one that stays meets another before it doubts that: some ten minutes."""
PATIENCE = 10 * SECOND
"""How long another process with our database may take to end; a killed one counts for 5 s."""
REMEMBERED = 1000
FAREWELL = 5
"""Seconds that the updates under way may take at the end."""


class AnotherPoller(Exception):  # noqa: N818
    """Another process polls for the same bot."""


Give = Callable[[Reaction, CallbackQuery | None], None]
MayPoll = Callable[[], Awaitable[bool]]


class Handle(Protocol):
    async def __call__(self, update: Update, waited: float) -> Reaction: ...


@dataclass
class _Fetched:
    update: Update
    at: float = field(default_factory=time.monotonic)

    @property
    def waited(self) -> float:
        """Seconds of the wall clock since it came."""
        return time.monotonic() - self.at


class Polling:
    """Fetches updates and has each dealt with, in order within its queue."""

    def __init__(  # noqa: PLR0913 - the parts that it joins
        self,
        request: BaseRequest,
        base_url: str,
        handle: Handle,
        give: Give,
        clock: Clock,
        loops: Loops,
        troubles: Troubles,
        may_poll: MayPoll | None = None,
    ) -> None:
        self._request = request
        self._url = f"{base_url}/getUpdates"
        self._handle = handle
        self._give = give
        self._clock = clock
        self._loops = loops
        self._troubles = troubles
        self._may_poll = may_poll
        """Whether no other process with our database polls."""
        self._waiting_since: int | None = None
        self._displaced = False
        """Another process with our database polls, and goes on doing so."""
        self._rarely = Rarely(clock)
        self._next = 0
        """One more than the last id fetched."""
        self._open: dict[int, Update] = {}
        """Fetched and not dealt with yet."""
        self._done: deque[int] = deque(maxlen=REMEMBERED)
        """Dealt with lately: handed out again, they are passed over."""
        self._queues: dict[tuple[str, int], deque[_Fetched]] = {}
        self._workers: set[asyncio.Task[None]] = set()
        self._quiet_since = clock.steady()
        """Since when no other poller has been met."""
        self._conflicts = 0
        self._stays = False
        """Whether it has polled undisturbed for so long that others give way to it."""
        self._refused = 0
        """How often in a row the token was not accepted."""

    @property
    def offset(self) -> int:
        """What Telegram may forget: everything before this id."""
        return min(self._open, default=self._next)

    async def run(self, stop: asyncio.Event) -> None:
        """Poll until *stop*. Raises `AnotherPoller`."""
        stopped = asyncio.create_task(stop.wait())

        async def turn() -> None:
            polling = asyncio.create_task(self._attempt())
            await asyncio.wait({polling, stopped}, return_when=asyncio.FIRST_COMPLETED)
            if stop.is_set():
                polling.cancel()
            else:
                await polling

        await self._loops.run("updates", turn, lambda: stop.is_set() or self._gives_way)
        stopped.cancel()
        await self._end()
        if self._gives_way:
            raise AnotherPoller

    @property
    def _gives_way(self) -> bool:
        return self._displaced or self._conflicts >= (PATIENT if self._stays else CONFLICTS)

    async def _attempt(self) -> None:
        try:
            if await self._is_our_turn():
                await self._poll()
        except Conflict as error:
            self._troubles.met(Trouble.POLLER)
            self._conflicts += 1
            self._quiet_since = self._clock.steady()
            self._warn("another process polls for this bot", error.message)
            await self._clock.sleep(2 * PAUSE)
        except InvalidToken as error:
            self._warn("the token is not accepted: look at @BotFather and BOT_TOKEN", error.message)
            await self._clock.sleep(min(PAUSE * 2**self._refused, PAUSE_MOST))
            self._refused = min(self._refused + 1, 16)
        except TelegramError as error:
            self._warn("no updates", error.message)
            await self._clock.sleep(_pause(error))
        else:
            self._refused = 0
            self._note_quiet()

    def _note_quiet(self) -> None:
        if self._clock.steady() - self._quiet_since >= UNDISTURBED:
            self._stays, self._conflicts = True, 0
            self._troubles.over(Trouble.POLLER)

    async def _is_our_turn(self) -> bool:
        """Whether no other process with our database polls; one that ends is waited for."""
        if self._may_poll is None:
            return True
        try:
            ours = await self._may_poll()
        except Unavailable:
            return True  # Telegram tells of others as well
        now = self._clock.steady()
        if ours:
            if self._waiting_since is not None:
                self._troubles.over(Trouble.POLLER)
            self._waiting_since = None
            return True
        if self._waiting_since is None:
            self._waiting_since = now
        self._displaced = now - self._waiting_since >= PATIENCE
        self._troubles.met(Trouble.POLLER)
        self._warn("another process polls for this bot", "it uses the same database")
        await self._clock.sleep(PAUSE)
        return False

    def _warn(self, what: str, error: str) -> None:
        if (times := self._rarely.count(f"{what} {error}")) is not None:
            log.warning(what, error=error, times=times)

    async def _poll(self) -> None:
        if self._open:
            await asyncio.wait(self._workers, timeout=self._clock.real(PAUSE))
        wait = SHORT_POLL if self._open else LONG_POLL
        for raw in await self._fetch(wait):
            self._take(raw)

    async def _fetch(self, wait: int) -> list[dict[str, Any]]:
        query = urlencode(
            {
                "offset": self.offset,
                "timeout": wait,
                "allowed_updates": msgspec.json.encode(ALLOWED).decode(),
            }
        )
        found = await self._request.post(f"{self._url}?{query}", read_timeout=wait + MARGIN)
        if not isinstance(found, list) or not all(map(_is_numbered, found)):
            raise NetworkError("the answer holds no updates")
        return found

    def _take(self, raw: dict[str, Any]) -> None:
        number: int = raw["update_id"]
        if number in self._open or number in self._done:
            return
        self._next = number + 1
        try:
            update = msgspec.convert(raw, Update)
        except (msgspec.ValidationError, RecursionError) as error:
            # Its text may hold what people wrote; where it went wrong is enough.
            log.error("an update can't be read and is dropped", update=number, error=where(error))
            return
        self._open[number] = update
        queue = self._queues.setdefault(update.queue, deque())
        queue.append(_Fetched(update))
        if len(queue) == 1:
            worker = asyncio.create_task(self._work(update.queue))
            self._workers.add(worker)
            worker.add_done_callback(self._workers.discard)

    async def _work(self, key: tuple[str, int]) -> None:
        queue = self._queues[key]
        while queue:
            update = queue[0].update
            try:
                reaction = await self._handle(update, queue[0].waited)
            except LeftToNewer as left:
                # Only one process polls: no newer one will take it, and waiting would hold up all.
                log.error("an update is dropped", update=update.update_id, why=str(left))
                reaction = left.otherwise
            except Postponed as why:
                if (times := self._rarely.count(str(why))) is not None:
                    log.warning("updates have to wait", why=str(why), times=times)
                await self._clock.sleep(PAUSE)
                continue
            except Exception:
                # A queue that ended here would hold up its chat, and the offset, for good.
                log.exception("an update is dropped", update=update.update_id)
                reaction = Nothing()
            self._give(reaction, update.callback_query)
            queue.popleft()
            del self._open[update.update_id]
            self._done.append(update.update_id)
        del self._queues[key]

    async def _end(self) -> None:
        """Let what is under way come to its end, and tell Telegram how far we are."""
        if self._workers:
            await asyncio.wait(self._workers, timeout=FAREWELL)
        for worker in self._workers:
            worker.cancel()
        if self._next:
            try:
                await self._fetch(0)
            except TelegramError as error:
                log.warning("the last updates will come again", error=error.message)


def _is_numbered(raw: object) -> bool:
    return isinstance(raw, dict) and type(raw.get("update_id")) is int


def _pause(error: TelegramError) -> int:
    if not isinstance(error, RetryAfter):
        return PAUSE
    wait = error.retry_after
    return round((wait if isinstance(wait, int | float) else wait.total_seconds()) * SECOND)
