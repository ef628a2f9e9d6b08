"""The worker: takes due tables, one lease each, and has them delivered.

Nothing here decides anything about the game, and nothing sleeps on a lease.
"""

import asyncio
from contextlib import suppress
from functools import partial

import structlog

from telegram_avalon.clock import MINUTE, SECOND, Clock
from telegram_avalon.delivery.delivery import Delivery, Tools
from telegram_avalon.loops import Loops, Rarely
from telegram_avalon.store import CorruptRecord, NewerRecord, Unavailable, Work
from telegram_avalon.troubles import Trouble, Troubles

log = structlog.get_logger()

LOOK_EVERY = 1 * SECOND
AGREE_EVERY = 10 * SECOND
RETRY = 5 * SECOND
AT_ONCE = 64
"""How many tables one process delivers side by side."""


async def agree(work: Work, clock: Clock) -> int:
    """Take over the time of the server that all processes share; by how much it differed (ms)."""
    if wrong := clock.agree(await work.told_time()):
        log.warning("the clock was off and is put right", milliseconds=wrong)
    return wrong


class Worker:
    """Delivers until `stop`; several may run, in any number of processes."""

    def __init__(
        self, work: Work, tools: Tools, clock: Clock, loops: Loops, troubles: Troubles
    ) -> None:
        self._work = work
        self._tools = tools
        self._clock = clock
        self._loops = loops
        self._troubles = troubles
        self._rarely = Rarely(clock)
        self._looked_at_all = False
        """Whether this process has looked at what an earlier one marked for later."""
        self._signed = False
        self._behind: dict[tuple[str, int], int] = {}
        self._tables: dict[str, asyncio.Task[None]] = {}
        self._news: dict[str, asyncio.Event] = {}
        self._later: dict[str, int] = {}
        """Tables that others deliver, or that failed: when to look at them again."""
        self._wake = asyncio.Event()
        self._stopping = False
        self._delivered = asyncio.Event()
        """Nothing is under way any more, nor will be."""

    def wake(self, table: str) -> None:
        """The table has just been committed by this process: look at it at once."""
        self._later.pop(table, None)
        if news := self._news.get(table):
            news.set()
        self._wake.set()

    def look_again(self) -> None:
        """What kept this process from delivering is over: look at all that is due."""
        self._later.clear()
        self._wake.set()

    async def run(self) -> None:
        """Deliver until `stop`, then finish and record the calls under way."""
        # Not cancelled: the client may swallow that, and we would seem alive after retiring.
        beside = asyncio.gather(
            self._loops.run("signs of life", self._beat, self._delivered.is_set),
            self._loops.run("clock", self._agree, self._delivered.is_set),
        )
        try:
            await self._loops.run("delivery", self._look, lambda: self._stopping)
        finally:
            await asyncio.gather(*self._tables.values(), return_exceptions=True)
            self._delivered.set()
            await asyncio.gather(beside, return_exceptions=True)
            with suppress(Unavailable):
                await self._work.retire()

    def stop(self) -> None:
        self._stopping = True
        for news in self._news.values():
            news.set()
        self._wake.set()

    async def _beat(self) -> None:
        """Give a sign of life: a write each second, by which `/healthz` knows of the database."""
        try:
            await self._work.sign_of_life()
        except Unavailable as error:
            self._troubles.met(Trouble.DATABASE)
            self._redis_is_away(error)
        except Exception:
            self._troubles.met(Trouble.DATABASE)
            raise
        else:
            self._troubles.over(Trouble.DATABASE)
        await self._pause(SECOND)

    async def _agree(self) -> None:
        """Take over the time of the server that all processes share."""
        with suppress(Unavailable):
            wrong = await agree(self._work, self._clock)
            if wrong or not self._looked_at_all:
                await self._work.look_at_all()
                self._looked_at_all = True
                self._wake.set()
        await self._pause(AGREE_EVERY)

    async def _pause(self, duration: int) -> None:
        """Wait, unless all is delivered before."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._delivered.wait(), self._clock.real(duration))

    async def _look(self) -> None:
        """Start what is due. This loop must not end: the bot would take presses and tell nobody."""
        self._wake.clear()
        now, wait = self._clock.steady(), LOOK_EVERY
        try:
            if not self._signed:
                # First of all: leases of processes that have given no sign of life don't count.
                await self._work.sign_of_life()
                self._signed = True
            self._later = {table: at for table, at in self._later.items() if at > now}
            forgotten = self._clock.now() - MINUTE  # others have made those edits
            self._behind = {chat: at for chat, at in self._behind.items() if at > forgotten}
            # Beyond those left for later, so that they don't hide the others.
            # Where nothing gets through, another process may do better.
            most = 0 if self._paused() else 2 * AT_ONCE + len(self._later)
            for table in await self._work.due(most):
                if not self._full and self._free(table, now):
                    self._start(table)
            if (first := await self._work.next_due()) is not None:
                wait = min(wait, max(first - self._clock.now(), 0))
        except Unavailable as error:
            self._redis_is_away(error)
        with suppress(TimeoutError):
            await asyncio.wait_for(self._wake.wait(), self._clock.real(wait))

    def _redis_is_away(self, error: Unavailable) -> None:
        if (times := self._rarely.count(str(error))) is not None:
            log.warning("Redis can't be used", why=str(error), times=times)

    def _paused(self) -> bool:
        """Whether no call is to be made now."""
        return self._stopping or (self._tools.reach is not None and self._tools.reach.away)

    def _free(self, table: str, now: int) -> bool:
        return table not in self._tables and self._later.get(table, 0) <= now

    @property
    def _full(self) -> bool:
        return len(self._tables) >= AT_ONCE

    def _start(self, table: str) -> None:
        self._later.pop(table, None)
        self._news[table] = asyncio.Event()
        self._tables[table] = task = asyncio.create_task(self._deliver(table))
        task.add_done_callback(partial(self._ended, table))

    async def _deliver(self, table: str) -> None:
        try:
            claimed = await self._work.claim(table)
            if claimed is None:
                self._later[table] = self._clock.steady() + LOOK_EVERY
                return
            delivery = Delivery(
                table,
                self._work,
                self._tools,
                self._clock,
                self._news[table],
                self._rarely,
                self._behind,
            )
            if await delivery.run(claimed, self._paused):
                self._wake.set()
        except (CorruptRecord, NewerRecord) as error:
            # Whoever wrote it, or a newer version, may still make something of it.
            if (times := self._rarely.count(table)) is not None:
                log.error("table left alone", table=table, error=str(error), times=times)
            self._later[table] = self._clock.steady() + MINUTE
            await self._work.release(table)

    def _ended(self, table: str, task: "asyncio.Task[None]") -> None:
        if self._full:
            self._wake.set()
        del self._tables[table], self._news[table]
        if task.cancelled() or (error := task.exception()) is None:
            return
        self._later[table] = self._clock.steady() + RETRY
        if isinstance(error, Unavailable):
            self._redis_is_away(error)
        elif (times := self._rarely.count(f"{table} {type(error).__name__}")) is not None:
            log.error("delivery failed", table=table, exc_info=error, times=times)
