"""Flood limits: how much a bot may send and edit, and how long it is told to wait.

Sends and edits share a chat's allowance; answers to presses, deletions and chat actions are free.
"""

from collections import Counter, deque
from dataclasses import dataclass, field
from enum import StrEnum

from telegram_avalon.clock import MINUTE, SECOND, Clock

LIMITED = frozenset({"sendmessage", "senddocument", "editmessagetext", "editmessagereplymarkup"})
LONGEST_HOLD = 8 * SECOND


class LimitMode(StrEnum):
    OFF = "off"
    COUNT = "count"
    ENFORCE = "enforce"


@dataclass
class Bucket:
    """So many calls at once, then one whenever *interval* has passed."""

    size: int
    interval: float
    full_at: float = 0.0

    def wait(self, now: int) -> float:
        """Milliseconds until a call fits."""
        missing = max(self.full_at - now, 0.0)
        return max(missing + self.interval - self.size * self.interval, 0.0)

    def take(self, now: int) -> None:
        self.full_at = max(self.full_at, now) + self.interval


@dataclass
class Window:
    """So many calls in any *span* of time."""

    size: int
    span: int
    taken: deque[int] = field(default_factory=deque)

    def wait(self, now: int) -> float:
        while self.taken and self.taken[0] <= now - self.span:
            self.taken.popleft()
        surplus = len(self.taken) - self.size
        return 0.0 if surplus < 0 else self.taken[surplus] + self.span - now

    def take(self, now: int) -> None:
        self.taken.append(now)


@dataclass
class Limits:
    """The counters of one bot. Change the numbers before the first call."""

    clock: Clock
    mode: LimitMode = LimitMode.ENFORCE
    private_burst: int = 5
    group_calls: int = 20
    group_span: int = MINUTE
    overall_rate: int = 30
    hold: int = 0
    """How long a call that must wait is held before it is refused (the real server: up to 8 s)."""
    violations: Counter[str] = field(default_factory=Counter)
    """How often a call came too early: by "private", "group", "overall", "slow mode"."""
    by_chat: Counter[int] = field(default_factory=Counter)
    _chats: dict[int, Bucket | Window] = field(default_factory=dict)
    _overall: Bucket | None = None

    def admit(self, chat: int, slow_mode: int = 0) -> int:
        """Count a call; return 0 if it may go ahead, or else the milliseconds it should wait.

        *slow_mode* is how long the group itself makes it wait.
        """
        if self.mode is LimitMode.OFF:
            return 0
        now = self.clock.now()
        kind = "private" if chat > 0 else "group"
        own, overall = self._of(chat, kind), self._of_all()
        waits = {kind: own.wait(now), "overall": overall.wait(now), "slow mode": slow_mode}
        broken = [name for name, wait in waits.items() if wait >= 1]
        if broken:
            self.violations.update(broken)
            self.by_chat[chat] += 1
        if broken and self.mode is LimitMode.ENFORCE:
            return max(int(max(waits.values())), 1)
        own.take(now)
        overall.take(now)
        return 0

    def _of(self, chat: int, kind: str) -> Bucket | Window:
        if chat not in self._chats:
            private = kind == "private"
            self._chats[chat] = (
                Bucket(self.private_burst, SECOND)
                if private
                else Window(self.group_calls, self.group_span)
            )
        return self._chats[chat]

    def _of_all(self) -> Bucket:
        if self._overall is None:
            self._overall = Bucket(self.overall_rate, SECOND / self.overall_rate)
        return self._overall


def retry_after(wait: int) -> int:
    """Return the whole seconds a client is told to wait."""
    return max(-(-wait // SECOND), 1)
