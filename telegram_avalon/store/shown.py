"""What one chat of a table shows: enough to tell what is still to be sent or edited there."""

from msgspec import Struct
from msgspec.structs import replace

from telegram_avalon.clock import SECOND

NOTHING = -2
"""Less than every question, a lobby's included."""
AHEAD = 5 * SECOND
"""How far a stored time may lie ahead of now: processes' clocks differ by less."""


class Intent(Struct, frozen=True, array_like=True):
    """A send under way. Found later, nobody knows whether it arrived."""

    at: int
    tries: int
    question: int
    after: int = 0
    """When it may be sent once more; 0: whoever made it is still at it, or was killed."""


class Shown(Struct, frozen=True, array_like=True):
    """Stored; fields are only added, at the end, with a default."""

    live: int | None = None
    """The id of the chat's last message of ours."""
    question: int = NOTHING
    """Which question that message asks (see `screens.question`)."""
    since: int = 0
    """From which entry of the story on it tells."""
    told: int = 0
    """How many entries the chat has been told."""
    recalls: int = 0
    recap: bool = False
    step: int = -1
    """The game's step that it was last rendered for."""
    digest: bytes = b""
    asks: bool = False
    """Whether it carries buttons that will not always apply."""
    touched: int = 0
    """When it was sent or last edited."""
    anchor: int | None = None
    """The group's message that its "back to the table" leads to."""
    stale: tuple[int, ...] = ()
    """Older messages that still carry buttons."""
    intent: Intent | None = None
    not_before: int = 0
    """When to try again after a refusal or failure."""
    failures: int = 0
    lost: int = NOTHING
    """The question whose message somebody deleted: it is sent again once."""
    heard: int = 0
    """The last pressed message that was looked into."""
    past: tuple[int, ...] = ()
    """The last messages before the live one: their buttons have been seen to."""
    left: tuple[tuple[int, int, int], ...] = ()
    """Of the stale messages: id, the question it asked, from which entry of the story it tells."""
    noted: int = 0
    """In what is stored: when it was written down; 0: by a version that did not say."""


def in_time(shown: Shown, now: int) -> Shown:
    """*shown* as it would have been written by a clock that is right.

    What was noted ahead of *now* was noted by a clock that was wrong: all its times move by as
    much, so that no chat waits for that clock's time to come.
    """
    wrong = max(shown.noted, shown.touched) - now
    shown = replace(shown, noted=0)
    if wrong <= AHEAD:
        return shown
    intent = shown.intent
    if intent is not None:
        intent = replace(intent, at=intent.at - wrong, after=max(intent.after - wrong, 0))
    return replace(
        shown,
        touched=shown.touched - wrong,
        not_before=shown.not_before - wrong,
        intent=intent,
    )
