"""The bot's updates: one queue, kept until confirmed, read by long polling or pushed to a webhook.

An update's place in the queue is its id. A *key* says with which others it must stay in order.
"""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from telegram_avalon.clock import DAY, SECOND, Clock
from telegram_avalon.playground.errors import OTHER_POLLER, WEBHOOK_ACTIVE, conflict
from telegram_avalon.playground.faults import Faults, UpdateFault
from telegram_avalon.playground.wire import Wire

LONGEST_POLL = 50 * SECOND
QUERY_LIFETIME = 150 * SECOND
_MOST_UPDATES = 100
_ON_REQUEST = frozenset({"chat_member", "message_reaction", "message_reaction_count"})


@dataclass(eq=False)
class Update:
    id: int
    kind: str
    key: str
    payload: Wire
    expires: int
    repeated: bool = False

    @property
    def chat(self) -> int:
        """Where it happened; of a press, the private chat of who pressed."""
        return int(self.key.rpartition(" ")[2])

    def wire(self) -> Wire:
        return {"update_id": self.id, self.kind: self.payload}


class Inbox:
    """What the bot has yet to confirm, oldest first."""

    def __init__(self, clock: Clock, faults: Faults) -> None:
        self.allowed: frozenset[str] | None = None
        self.webhook_is_set = False
        self.arrived: Callable[[Update], None] = lambda _: None
        self.confirmed: Callable[[Update], None] = lambda _: None
        self._clock = clock
        self._faults = faults
        self._next_id = 700_000_001
        self._pending: dict[int, Update] = {}
        self._again: list[Update] = []
        self._poller: asyncio.Future[bool] | None = None
        self._late: set[asyncio.Task[None]] = set()

    @property
    def pending(self) -> list[Update]:
        """The unconfirmed updates that have not expired."""
        now = self._clock.now()
        for update in [u for u in self._pending.values() if u.expires <= now]:
            del self._pending[update.id]
        return list(self._pending.values())

    def is_pending(self, update: Update) -> bool:
        return update.id in self._pending and self._clock.now() < update.expires

    def allow(self, kinds: Iterable[object]) -> None:
        """Say which kinds are wanted from now on; none means the default set."""
        self.allowed = frozenset(map(str, kinds)) or None

    def put(self, kind: str, key: str, payload: Wire) -> None:
        if not self._is_wanted(kind):
            return
        fault, delay = self._faults.draw_update(kind)
        if fault in (UpdateFault.LATE, UpdateFault.REORDER):
            task = asyncio.get_running_loop().create_task(self._put_late(kind, key, payload, delay))
            self._late.add(task)
            task.add_done_callback(self._late.discard)
        else:
            self._put_now(kind, key, payload, repeated=fault is UpdateFault.REPEAT)

    def forget(self, update: Update) -> None:
        """Drop an update as confirmed: if it is to be repeated, it comes once more."""
        if self._pending.pop(update.id, None) is None:
            return
        if update.repeated:
            update.repeated = False
            self._again.append(update)
        self.confirmed(update)

    def forget_all(self) -> None:
        self._pending.clear()
        self._again.clear()

    async def poll(self, offset: int, limit: int, timeout_ms: int) -> list[Wire]:
        """Answer one getUpdates; it ends any other that is still waiting."""
        if self.webhook_is_set:
            raise conflict(WEBHOOK_ACTIVE)
        self._end_poll(conflicting=True)
        self._confirm(offset)
        most = limit if 0 < limit <= _MOST_UPDATES else _MOST_UPDATES
        timeout_ms = min(max(timeout_ms, 0), LONGEST_POLL)
        if not self.pending and not self._again and timeout_ms:
            await self._wait(timeout_ms)
        again, self._again = self._again, []
        return [update.wire() for update in [*again, *self.pending][:most]]

    def end_polls(self) -> None:
        self._end_poll(conflicting=True)

    async def close(self) -> None:
        self._end_poll(conflicting=False)
        for task in self._late:
            task.cancel()
        await asyncio.gather(*self._late, return_exceptions=True)

    def _is_wanted(self, kind: str) -> bool:
        return kind not in _ON_REQUEST if self.allowed is None else kind in self.allowed

    async def _put_late(self, kind: str, key: str, payload: Wire, delay: int) -> None:
        await self._clock.sleep(delay)
        self._put_now(kind, key, payload, repeated=False)

    def _put_now(self, kind: str, key: str, payload: Wire, *, repeated: bool) -> None:
        lifetime = QUERY_LIFETIME if kind == "callback_query" else DAY
        expires = self._clock.now() + lifetime
        update = Update(self._next_id, kind, key, payload, expires, repeated)
        self._next_id += 1
        self._pending[update.id] = update
        self.arrived(update)
        self._end_poll(conflicting=False)

    def _confirm(self, offset: int) -> None:
        ids = list(self._pending)
        done = [i for i in ids if i < offset] if offset >= 0 else ids[:offset]
        for update_id in done:
            self.forget(self._pending[update_id])

    def _end_poll(self, *, conflicting: bool) -> None:
        if self._poller and not self._poller.done():
            self._poller.set_result(conflicting)

    async def _wait(self, timeout_ms: int) -> None:
        poller = self._poller = asyncio.get_running_loop().create_future()
        try:
            conflicting = await asyncio.wait_for(poller, self._clock.real(timeout_ms))
        except TimeoutError:
            return
        if conflicting:
            raise conflict(WEBHOOK_ACTIVE if self.webhook_is_set else OTHER_POLLER)
