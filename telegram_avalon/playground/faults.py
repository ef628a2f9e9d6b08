"""What goes wrong on purpose: scripted for exact tests, or by chance from a seed.

A fault of a call strikes *before* its effect or *after*: after, the message stands in the chat and
the client does not know. Holding a call stops the client at an exact point until it is released.
"""

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random

_ANY = "*"


class Fault(StrEnum):
    TOO_MANY_REQUESTS = "429"
    INTERNAL_ERROR = "500 before the effect"
    INTERNAL_ERROR_AFTER = "500 after the effect"
    BAD_GATEWAY = "502 before the effect"
    BAD_GATEWAY_AFTER = "502 after the effect"
    BAD_GATEWAY_HTML = "502 as a web page before the effect"
    BAD_GATEWAY_HTML_AFTER = "502 as a web page after the effect"
    RESET = "connection reset before the effect"
    RESET_AFTER = "connection reset after the effect"
    SLOW = "slow before the effect"
    SLOW_AFTER = "slow after the effect"

    @property
    def is_after(self) -> bool:
        return self.name.endswith("_AFTER")


class UpdateFault(StrEnum):
    REPEAT = "the same update twice"
    REORDER = "behind later updates"
    LATE = "long after it happened"


@dataclass(frozen=True)
class Strike:
    """A fault with its measure: seconds for a 429, milliseconds for slowness."""

    fault: Fault
    retry_after: int = 5
    delay: int = 10_000


@dataclass
class _Script:
    method: str
    strike: Strike
    chat: int | None
    times: int


@dataclass
class _UpdateScript:
    fault: UpdateFault
    kind: str | None
    times: int
    delay: int


@dataclass(eq=False)
class Hold:
    """Calls stopped at the door (or, *after*, with the answer in hand) until released."""

    method: str
    chat: int | None
    after: bool
    reached: asyncio.Event = field(default_factory=asyncio.Event)
    released: asyncio.Event = field(default_factory=asyncio.Event)
    waiting: int = 0

    def release(self) -> None:
        self.released.set()


@dataclass
class Faults:
    random: Random = field(default_factory=lambda: Random(0))
    chances: dict[Fault, float] = field(default_factory=dict)
    update_chances: dict[UpdateFault, float] = field(default_factory=dict)
    struck: list[tuple[str, str]] = field(default_factory=list)
    """Every fault there has been: of which method or kind of update, and which."""
    _scripts: list[_Script] = field(default_factory=list)
    _update_scripts: list[_UpdateScript] = field(default_factory=list)
    _holds: list[Hold] = field(default_factory=list)

    def seed(
        self,
        seed: int,
        chances: Mapping[Fault, float] | None = None,
        updates: Mapping[UpdateFault, float] | None = None,
    ) -> None:
        """Let faults happen by chance from now on, the same ones for the same seed."""
        self.random = Random(seed)
        self.chances = dict(chances or {})
        self.update_chances = dict(updates or {})

    def next(
        self,
        method: str,
        fault: Fault,
        *,
        chat: int | None = None,
        times: int = 1,
        retry_after: int = 5,
        delay: int = 10_000,
    ) -> None:
        """Let the next call (or *times*) of *method*, in *chat* if given, go wrong."""
        strike = Strike(fault, retry_after, delay)
        self._scripts.append(_Script(method.lower(), strike, chat, times))

    def next_update(
        self, fault: UpdateFault, *, kind: str | None = None, times: int = 1, delay: int = 5_000
    ) -> None:
        self._update_scripts.append(_UpdateScript(fault, kind, times, delay))

    def hold(self, method: str, *, chat: int | None = None, after: bool = False) -> Hold:
        """Stop calls of *method* until released; "*" stands for every method."""
        hold = Hold(method.lower(), chat, after)
        self._holds.append(hold)
        return hold

    def release_all(self) -> None:
        for hold in self._holds:
            hold.release()

    def draw(self, method: str, chat: int | None) -> Strike | None:
        """Decide what, if anything, befalls a call."""
        strike = self._scripted(method, chat) or self._by_chance()
        if strike:
            self.struck.append((method, strike.fault))
        return strike

    def draw_update(self, kind: str) -> tuple[UpdateFault | None, int]:
        """Decide what befalls an update, and by how many milliseconds it is late."""
        fault, delay = self._scripted_update(kind) or self._update_by_chance(kind)
        if fault:
            self.struck.append((kind, fault))
        return fault, delay

    async def pause(self, method: str, chat: int | None, *, after: bool) -> None:
        """Wait here as long as somebody holds this call."""
        for hold in list(self._holds):
            if not hold.released.is_set() and hold.after is after and _fits(hold, method, chat):
                with _counted(hold):
                    await hold.released.wait()

    def _scripted(self, method: str, chat: int | None) -> Strike | None:
        for script in self._scripts:
            if script.times > 0 and _fits(script, method, chat):
                script.times -= 1
                return script.strike
        return None

    def _by_chance(self) -> Strike | None:
        for fault, chance in self.chances.items():
            if self.random.random() < chance:
                delay = self.random.randrange(500, 20_000)
                return Strike(fault, self.random.randrange(1, 10), delay)
        return None

    def _scripted_update(self, kind: str) -> tuple[UpdateFault, int] | None:
        for script in self._update_scripts:
            if script.times > 0 and script.kind in (None, kind):
                script.times -= 1
                return script.fault, script.delay
        return None

    def _update_by_chance(self, kind: str) -> tuple[UpdateFault | None, int]:
        for fault, chance in self.update_chances.items():
            fits = fault is not UpdateFault.LATE or kind == "callback_query"
            if fits and self.random.random() < chance:
                longest = 60_000 if fault is UpdateFault.LATE else 3_000
                return fault, self.random.randrange(100, longest)
        return None, 0


@contextmanager
def _counted(hold: Hold) -> Iterator[None]:
    hold.waiting += 1
    hold.reached.set()
    try:
        yield
    finally:
        hold.waiting -= 1


def _fits(wanted: _Script | Hold, method: str, chat: int | None) -> bool:
    return wanted.method in (_ANY, method.lower()) and wanted.chat in (None, chat)
