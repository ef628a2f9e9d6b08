"""The worker: takes due tables, one lease each, and has them delivered.

Nothing here decides anything about the game, and nothing sleeps on a lease.
"""

import asyncio
from contextlib import suppress
from functools import partial

import structlog

from telegram_avalon.clock import MINUTE, SECOND, Clock
from telegram_avalon.delivery.delivery import Delivery, Tools
from telegram_avalon.store import CorruptRecord, MemoryFull, NewerRecord, Unavailable, Work

log = structlog.get_logger()

LOOK_EVERY = 1 * SECOND
RETRY = 5 * SECOND
AT_ONCE = 64
"""How many tables one process delivers side by side."""


class Worker:
    """Delivers until `stop`; several may run, in any number of processes."""

    def __init__(self, work: Work, tools: Tools, clock: Clock) -> None:
        self._work = work
        self._tools = tools
        self._clock = clock
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

    async def run(self) -> None:
        """Deliver until `stop`, then finish and record the calls under way."""
        beat = asyncio.create_task(self._beat())
        try:
            while not self._stopping:
                await self._look()
        finally:
            await asyncio.gather(*self._tables.values(), return_exceptions=True)
            # Not cancelled: the client may swallow that, and we would seem alive after retiring.
            self._delivered.set()
            await asyncio.gather(beat, return_exceptions=True)
            with suppress(*Unavailable):
                await self._work.retire()

    def stop(self) -> None:
        self._stopping = True
        for news in self._news.values():
            news.set()
        self._wake.set()

    async def _beat(self) -> None:
        while not self._delivered.is_set():
            with suppress(*Unavailable, MemoryFull):
                await self._work.sign_of_life()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._delivered.wait(), self._clock.real(SECOND))

    async def _look(self) -> None:
        self._wake.clear()
        now, wait = self._clock.now(), LOOK_EVERY
        try:
            self._later = {table: at for table, at in self._later.items() if at > now}
            # Beyond those left for later, so that they don't hide the others.
            for table in await self._work.due(2 * AT_ONCE + len(self._later)):
                if not self._full and self._free(table, now):
                    self._start(table)
            if (first := await self._work.next_due()) is not None:
                wait = min(wait, max(first - self._clock.now(), 0))
        except Unavailable as error:
            log.warning("redis is away", error=type(error).__name__)
        except Exception:
            # Without this loop the bot would take presses and tell nobody.
            log.exception("looking for work failed")
        with suppress(TimeoutError):
            await asyncio.wait_for(self._wake.wait(), self._clock.real(wait))

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
                self._later[table] = self._clock.now() + LOOK_EVERY
                return
            delivery = Delivery(table, self._work, self._tools, self._clock, self._news[table])
            if await delivery.run(claimed, lambda: self._stopping):
                self._wake.set()
        except (CorruptRecord, NewerRecord) as error:
            # Whoever wrote it, or a newer version, may still make something of it.
            log.error("table left alone", table=table, error=str(error))
            self._later[table] = self._clock.now() + MINUTE
            await self._work.release(table)

    def _ended(self, table: str, task: "asyncio.Task[None]") -> None:
        if self._full:
            self._wake.set()
        del self._tables[table], self._news[table]
        if task.cancelled() or (error := task.exception()) is None:
            return
        self._later[table] = self._clock.now() + RETRY
        if isinstance(error, Unavailable):
            log.warning("redis is away", table=table, error=type(error).__name__)
        else:
            log.error("delivery failed", table=table, exc_info=error)
