"""How much has been done in the last minutes, for whoever asks how the bot does."""

from collections import Counter, deque

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
