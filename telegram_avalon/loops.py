"""The loops that run as long as the bot does: none ends by an exception, and one that has is seen.

A loop is a coroutine called again and again, a *turn* at a time. What a turn raises is logged and
the loop goes on after a pause. `Loops.stopped` names those that were cut off, or that hang, having
not come round for long: `/healthz` asks.
"""

import math
import time
from collections import Counter
from collections.abc import Awaitable, Callable

import structlog

from telegram_avalon.clock import MINUTE, SECOND, Clock

log = structlog.get_logger()

PAUSE = 1 * SECOND
"""After a turn that failed."""
OVERDUE = 180.0
"""Seconds of the wall clock after which a loop that has not come round counts as stopped: longer
than a turn that waits for updates, for a call to Telegram or for the database may take."""
TOLD_AGAIN = 1 * MINUTE

Turn = Callable[[], Awaitable[None]]


class Loops:
    """The loops of one process, by name."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self._expected: dict[str, float] = {}
        """By when each loop should have come round again (s, monotonic)."""

    def stopped(self) -> tuple[str, ...]:
        """The names of the loops that should be running and are not."""
        now = time.monotonic()
        return tuple(name for name, until in self._expected.items() if now > until)

    async def run(
        self, name: str, turn: Turn, ended: Callable[[], bool], longest: float = OVERDUE
    ) -> None:
        """Take *turn* after turn until *ended*; a failed one is logged and followed by a pause.

        *longest*: how many seconds a turn may take; `math.inf` for one that waits for what may
        never come.
        """
        rarely = Rarely(self.clock)
        try:
            while not ended():
                self._expected[name] = time.monotonic() + longest
                try:
                    await turn()
                except Exception as error:
                    if (times := rarely.count(type(error).__name__)) is not None:
                        log.exception("a loop goes on after a failure", loop=name, times=times)
                    await self.clock.sleep(PAUSE)
        except BaseException:
            self._expected[name] = -math.inf
            raise
        # Left on purpose: only a loop that is meant to run can have stopped.
        self._expected.pop(name, None)


class Rarely:
    """Says when to log what keeps happening: at once, and then once a minute with its number."""

    def __init__(self, clock: Clock, every: int = TOLD_AGAIN) -> None:
        self._clock = clock
        self._every = every
        self._told: dict[str, int] = {}
        self._since: Counter[str] = Counter()

    def count(self, kind: str) -> int | None:
        """How often *kind* has happened since it was logged last, this time included.

        None while it is too early to log it again.
        """
        self._since[kind] += 1
        now, last = self._clock.steady(), self._told.get(kind)
        if last is not None and now - last < self._every:
            return None
        self._told[kind] = now
        return self._since.pop(kind)
