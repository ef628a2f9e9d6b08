"""Updates by long polling, confirmed only once they are dealt with.

Updates of one queue (a person's presses, a chat's messages) are handled in order, queues side by
side. Telegram forgets an update when a later call names a higher offset: ours moves past an update
only when it is committed or knowingly dropped.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from urllib.parse import urlencode

import msgspec
import structlog
from telegram.error import Conflict, RetryAfter, TelegramError
from telegram.request import BaseRequest

from telegram_avalon.bot import ALLOWED, LeftToNewer, Postponed, Reaction, Update
from telegram_avalon.bot.updates import CallbackQuery
from telegram_avalon.clock import SECOND, Clock

log = structlog.get_logger()

LONG_POLL = 25
"""Seconds that one call waits for updates."""
SHORT_POLL = 1
"""... while an update is still being dealt with."""
MARGIN = 10
PAUSE = 1 * SECOND
CONFLICTS = 5
"""How often in a row another poller is met before we give way."""
REMEMBERED = 1000
FAREWELL = 5
"""Seconds that the updates under way may take at the end."""


class AnotherPoller(Exception):  # noqa: N818
    """Another process polls for the same bot."""


Handle = Callable[[Update], Awaitable[Reaction]]
Give = Callable[[Reaction, CallbackQuery | None], None]


class Polling:
    def __init__(
        self, request: BaseRequest, base_url: str, handle: Handle, give: Give, clock: Clock
    ) -> None:
        self._request = request
        self._url = f"{base_url}/getUpdates"
        self._handle = handle
        self._give = give
        self._clock = clock
        self._next = 0
        """One more than the last id fetched."""
        self._open: dict[int, Update] = {}
        """Fetched and not dealt with yet."""
        self._done: deque[int] = deque(maxlen=REMEMBERED)
        """Dealt with lately: handed out again, they are passed over."""
        self._queues: dict[tuple[str, int], deque[Update]] = {}
        self._workers: set[asyncio.Task[None]] = set()

    @property
    def offset(self) -> int:
        """What Telegram may forget: everything before this id."""
        return min(self._open, default=self._next)

    async def run(self, stop: asyncio.Event) -> None:
        """Poll until *stop*. Raises `AnotherPoller`."""
        stopped = asyncio.create_task(stop.wait())
        conflicts = 0
        while not stop.is_set():
            polling = asyncio.create_task(self._poll())
            await asyncio.wait({polling, stopped}, return_when=asyncio.FIRST_COMPLETED)
            if stop.is_set():
                polling.cancel()
                break
            met = await self._met_another(polling)
            conflicts = conflicts + 1 if met else 0
            if conflicts == CONFLICTS:
                raise AnotherPoller
        await self._end()

    async def _met_another(self, polling: "asyncio.Task[None]") -> bool:
        try:
            await polling
        except Conflict as error:
            log.warning("another process polls for this bot", error=error.message)
            await self._clock.sleep(2 * PAUSE)
            return True
        except TelegramError as error:
            log.warning("no updates", error=error.message)
            await self._clock.sleep(_pause(error))
        return False

    async def _poll(self) -> None:
        if self._open:
            await asyncio.wait(self._workers, timeout=self._clock.real(PAUSE))
        wait = SHORT_POLL if self._open else LONG_POLL
        for raw in await self._fetch(wait):
            self._take(raw)

    async def _fetch(self, wait: int) -> list[dict[str, object]]:
        query = urlencode(
            {
                "offset": self.offset,
                "timeout": wait,
                "allowed_updates": msgspec.json.encode(ALLOWED).decode(),
            }
        )
        found = await self._request.post(f"{self._url}?{query}", read_timeout=wait + MARGIN)
        return found if isinstance(found, list) else []

    def _take(self, raw: dict[str, object]) -> None:
        number = raw.get("update_id")
        if not isinstance(number, int) or number in self._open or number in self._done:
            return
        self._next = number + 1
        try:
            update = msgspec.convert(raw, Update)
        except msgspec.ValidationError as error:
            log.error("an update can't be read and is dropped", update=number, error=str(error))
            return
        self._open[number] = update
        queue = self._queues.setdefault(update.queue, deque())
        queue.append(update)
        if len(queue) == 1:
            worker = asyncio.create_task(self._work(update.queue))
            self._workers.add(worker)
            worker.add_done_callback(self._workers.discard)

    async def _work(self, key: tuple[str, int]) -> None:
        queue = self._queues[key]
        while queue:
            update = queue[0]
            try:
                reaction = await self._handle(update)
            except LeftToNewer as left:
                # Only one process polls: no newer one will take it, and waiting would hold up all.
                log.error("an update is dropped", update=update.update_id, why=str(left))
                reaction = left.otherwise
            except Postponed as why:
                log.warning("an update has to wait", update=update.update_id, why=str(why))
                await self._clock.sleep(PAUSE)
                continue
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


def _pause(error: TelegramError) -> int:
    if not isinstance(error, RetryAfter):
        return PAUSE
    wait = error.retry_after
    return round((wait if isinstance(wait, int | float) else wait.total_seconds()) * SECOND)
