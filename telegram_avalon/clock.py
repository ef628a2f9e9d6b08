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


@dataclass(frozen=True)
class Clock:
    """A clock that runs *speed* times as fast as the wall clock, from the moment it is made.

    The wall is read once and the monotonic clock from then on: a step of the system's time while
    the bot runs moves no deadline.
    """

    speed: float = 1.0
    _epoch: float = field(default_factory=time.time)
    _start: float = field(default_factory=time.monotonic)

    def now(self) -> int:
        """Milliseconds since the Unix epoch, on this clock."""
        return round((self._epoch + (time.monotonic() - self._start) * self.speed) * 1000)

    def real(self, duration: int) -> float:
        """Seconds of the wall clock that *duration* milliseconds of this clock take."""
        return duration / 1000 / self.speed

    async def sleep(self, duration: int) -> None:
        """Wait *duration* milliseconds of this clock."""
        await asyncio.sleep(self.real(duration))
