"""How much has been done in the last minutes, for whoever asks how the bot does."""

import sys
import time
from collections import Counter, deque
from contextlib import suppress

from telegram_avalon.clock import MINUTE, Clock

KEPT = 10
"""Minutes."""


class Meter:
    """Counts by kind, minute by minute."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._minutes: deque[tuple[int, Counter[str]]] = deque(maxlen=KEPT + 1)

    def count(self, kind: str) -> None:
        """Note that something of *kind* has just been done."""
        minute = self._clock.steady() // MINUTE
        if not self._minutes or self._minutes[-1][0] != minute:
            self._minutes.append((minute, Counter()))
        self._minutes[-1][1][kind] += 1

    def lately(self, kind: str) -> int:
        """How many of *kind* in the last ten minutes."""
        since = self._clock.steady() // MINUTE - KEPT
        return sum(counts[kind] for minute, counts in self._minutes if minute > since)


def most_memory() -> int:
    """The most memory that this process has had, in bytes; 0 where the system doesn't tell."""
    with suppress(ImportError):
        import resource  # noqa: PLC0415 - it has no Windows

        # In KiB, but in bytes on macOS: getrusage(2) of either.
        unit = 1 if sys.platform == "darwin" else 1024
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
    return 0


def share_of_cpu(up: int) -> int:
    """How much of one processor this process has used in the *up* ms that it runs, in percent."""
    return round(100_000 * time.process_time() / max(up, 1000))
