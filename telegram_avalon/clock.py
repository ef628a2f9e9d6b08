"""The one clock: everything timed (pace, leases, deadlines, an emulator's limits) reads it.

Times are whole milliseconds since the Unix epoch. A clock may run faster than the wall, so that
tests and benchmarks live through minutes in moments without any of the timed code knowing.
"""

import asyncio
import time
from dataclasses import dataclass, field

SECOND = 1000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR


AGREED = 2 * SECOND
"""How far a clock may be from the others' before it is put right."""


@dataclass(eq=False)
class Clock:
    """A clock that runs *speed* times as fast as the wall clock, from the moment it is made.

    It has two readings. `now` is what all processes of the bot agree on, for what is stored; it is
    put right when it turns out to be wrong (`agree`). `steady` is this process's own, for what it
    waits for itself: it never jumps.
    """

    speed: float = 1.0
    _epoch: float = field(default_factory=time.time)
    _start: float = field(default_factory=time.monotonic)

    def now(self) -> int:
        """Milliseconds since the Unix epoch, on this clock."""
        return round(self._epoch * 1000) + self.steady()

    def steady(self) -> int:
        """Milliseconds since this clock was made: they only ever grow, at an even pace."""
        return round((time.monotonic() - self._start) * self.speed * 1000)

    def agree(self, told: int) -> int:
        """Take over what the server that all processes share *told* (ms since the Unix epoch).

        Returns by how much the clock was put right, in ms; 0 where it was near enough. A clock
        that runs at another speed than the wall's agrees with nobody and stays as it is.
        """
        wrong = told - self.now()
        if self.speed != 1.0 or abs(wrong) <= AGREED:
            return 0
        self._epoch += wrong / 1000
        return wrong

    def real(self, duration: int) -> float:
        """Seconds of the wall clock that *duration* milliseconds of this clock take."""
        return duration / 1000 / self.speed

    async def sleep(self, duration: int) -> None:
        """Wait *duration* milliseconds of this clock."""
        await asyncio.sleep(self.real(duration))
