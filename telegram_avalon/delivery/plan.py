"""What is to be done in one chat: pure, from what it shows and what it should read.

- A new question is a new message; everything else is an edit of the last one.
- Messages before the last are only stripped of buttons.
- A send of unknown outcome is made once more. If that too is never heard of, the message counts as
  deleted: it is sent one last time, without a sound. A doubled question is harmless, a lost one
  hangs the table.
"""

from collections.abc import Callable
from dataclasses import dataclass

from msgspec.structs import replace

from telegram_avalon.clock import SECOND
from telegram_avalon.screens import Haste, Screen, learnt, question
from telegram_avalon.store import NOTHING, Intent, Kind, Shown
from telegram_avalon.table import Scene

LATEST = 3 * SECOND
"""How long an edit may be put off because more changes come."""
MOST_TRIES = 2
MOST_PAST = 8
RECALLS_APART = 10 * SECOND
KILLED = 10 * SECOND
"""How long a send that nobody finished is left alone: longer than Telegram itself holds a call."""


@dataclass(frozen=True)
class Calm:
    """How long edits that nobody waits for are saved up (ms)."""

    pause: int
    """since the last move: more may be coming"""
    apart: int
    """since the message was last touched"""


IN_GROUP = {
    Haste.SOON: Calm(pause=SECOND * 3 // 2, apart=5 * SECOND),
    Haste.LATER: Calm(pause=2 * SECOND, apart=8 * SECOND),
}
IN_PRIVATE = Calm(pause=1 * SECOND, apart=2 * SECOND)


@dataclass(frozen=True)
class Send:
    screen: Screen
    kind: Kind
    before: Shown
    """What is written down before the call: the intent."""
    after: Shown
    """What is shown if it succeeds, but for the message's id."""


@dataclass(frozen=True)
class Edit:
    screen: Screen
    kind: Kind
    message: int
    after: Shown


@dataclass(frozen=True)
class Strip:
    """Take the buttons off an earlier message, and have it read *screen* if there is one."""

    message: int
    after: Shown
    screen: Screen | None = None


@dataclass(frozen=True)
class Settle:
    """Nothing to call: only what is known of the chat changes."""

    after: Shown


@dataclass(frozen=True)
class Wait:
    until: int


Step = Send | Edit | Strip | Settle | Wait | None
Render = Callable[[int, bool, int | None], Screen]
"""`screens.message` from an entry of the story on, with or without the player's own card, leading
back to a message of the group."""


RenderLeft = Callable[[int, int], Screen | None]
"""`screens.left_behind` for the question a message asked, and from which entry on it told."""


@dataclass(frozen=True)
class Times:
    """When (ms): it is *now*, the table changed last, and the chat began to lag *behind* it."""

    now: int
    moved: int
    behind: int | None = None
    """None: it is not known to."""


def _as_it_is(asked: int, since: int) -> None:
    """Leave earlier messages as they read."""


def next_step(
    shown: Shown,
    scene: Scene,
    render: Render,
    times: Times,
    anchor: int | None,
    left: RenderLeft = _as_it_is,
) -> Step:
    """The next thing to do in this chat; None where it reads as it should.

    *anchor* is the group's message to lead back to, *left* what earlier messages read now.
    """
    now = times.now
    if scene.viewer is not None and scene.viewer.deaf:
        return None
    if shown.not_before > now and scene.recalls <= shown.recalls:
        return Wait(shown.not_before)
    if shown.intent is not None and shown.intent.question >= question(scene):
        waiting = _outcome_unknown(shown, shown.intent, now)
        if waiting is not None:
            return waiting
    calm = _recalled_lately(shown, scene, now)
    if _wants_message(shown, scene) and calm is None:
        return _send(shown, scene, render, now, anchor)
    edit = _edit(shown, scene, render, times)
    if isinstance(edit, Edit):
        return edit
    if shown.stale:
        return _strip(shown, left)
    return calm or edit


def _strip(shown: Shown, left: RenderLeft) -> Strip:
    message, *others = shown.stale
    known = next((each for each in shown.left if each[0] == message), None)
    after = replace(
        shown, stale=tuple(others), left=tuple(each for each in shown.left if each[0] in others)
    )
    return Strip(message, after, left(*known[1:]) if known else None)


def _recalled_lately(shown: Shown, scene: Scene, now: int) -> Wait | None:
    """Nobody fills a group by calling its message to the end of the chat again and again."""
    again = shown.recap and scene.recalls > shown.recalls and question(scene) <= shown.question
    until = shown.touched + RECALLS_APART
    return Wait(until) if again and scene.viewer is None and until > now else None


def _outcome_unknown(shown: Shown, intent: Intent, now: int) -> Wait | Settle | None:
    """Wait for a sign, or give up; None: send once more."""
    again = intent.after or intent.at + KILLED
    if again > now:
        return Wait(again)
    if intent.tries < MOST_TRIES:
        return None
    return Settle(sent_again(replace(shown, intent=None)))


def sent_again(shown: Shown) -> Shown:
    """The chat's message is not there (any more): it is wanted again, once for each question."""
    if shown.lost == shown.question:
        return replace(shown, live=None)
    return replace(
        shown, live=None, lost=shown.question, question=shown.question - 1, told=shown.since
    )


def moved_over(shown: Shown) -> Shown:
    """What a chat shows that has become another: nothing, but what it was told is kept.

    People still see the old chat's messages above the new one's, whose messages count anew.
    """
    fresh = replace(
        shown,
        heard=0,
        stale=(),
        past=(),
        intent=None,
        not_before=0,
        failures=0,
        lost=NOTHING,
    )
    # A message of which nobody knows whether it arrived has not told anything.
    return replace(sent_again(fresh), told=shown.since if shown.live is None else shown.told)


def listen(shown: Shown, scene: Scene, render: Render, now: int, pressed: int) -> Shown:
    """Learn from a press under message *pressed* that it is there.

    It may be the very message whose sending had an unknown outcome; if it is none we know of, its
    buttons are old and will be taken off.
    """
    if pressed == shown.heard:
        return shown
    shown = replace(shown, heard=pressed)
    if pressed == shown.live or pressed in shown.stale or pressed in shown.past:
        return shown
    intent = shown.intent
    if intent is None and shown.live is None and shown.question == question(scene):
        # Sent twice and heard of neither until now: it carries the only buttons there are.
        return replace(shown, live=pressed, digest=b"")
    if intent is None or pressed < (shown.live or 0):
        return replace(shown, stale=(*shown.stale, pressed))
    if intent.question != question(scene):
        return _arrived(shown, intent, pressed)
    # What exactly it reads is not known: the empty digest has it edited.
    arrived = _send(shown, scene, render, now, shown.anchor).after
    return replace(arrived, live=pressed, digest=b"")


def _arrived(shown: Shown, intent: Intent, pressed: int) -> Shown:
    """The chat's last message is *pressed*: a press has told that it arrived after all.

    What its question has brought, the answer for one person alone, say, is still to be told in it.
    """
    since = shown.told if intent.tries < MOST_TRIES else shown.since
    return replace(
        shown,
        live=pressed,
        question=intent.question,
        since=since,
        told=since,
        asks=True,
        digest=b"",
        stale=_stale(shown),
        intent=None,
    )


def _wants_message(shown: Shown, scene: Scene) -> bool:
    if question(scene) > shown.question or scene.recalls > shown.recalls:
        return True
    # Somebody has learnt something, and there is no message that could be made to tell it.
    return (shown.live is None or not shown.asks) and learnt(scene, shown.told)


def _send(shown: Shown, scene: Scene, render: Render, now: int, anchor: int | None) -> Send:
    asks = question(scene)
    if shown.intent and shown.intent.tries == MOST_TRIES and shown.intent.question < asks:
        # An earlier message counts as told and may yet never have arrived: tell it here again.
        shown = replace(shown, told=shown.since)
    recalled = scene.recalls > shown.recalls
    # Called back, a message need not tell again what the one above it tells.
    recap = recalled and asks <= shown.question
    screen = render(shown.told, recap, anchor)
    if recap or asks == shown.lost or asks <= shown.question:
        screen = replace(screen, silent=True)
    # An earlier question's unclear send does not count: each is sent once more.
    earlier = shown.intent if shown.intent and shown.intent.question == asks else None
    first = MOST_TRIES if asks == shown.lost else 1
    tries = first if earlier is None else earlier.tries + 1
    after = replace(
        shown,
        question=max(asks, shown.question),
        since=shown.told,
        told=len(scene.story),
        recalls=scene.recalls,
        recap=recap,
        step=scene.step,
        digest=screen.digest,
        asks=screen.asks,
        touched=now,
        anchor=anchor,
        stale=_stale(shown),
        left=_left(shown),
        past=shown.past if shown.live is None else (*shown.past, shown.live)[-MOST_PAST:],
        intent=None,
        not_before=0,
        failures=0,
    )
    # Before the last try the chat counts as told, in case nobody ever learns how it went.
    kept = shown if tries < MOST_TRIES else replace(after, live=None)
    return Send(screen, Kind.ASK, replace(kept, intent=Intent(now, tries, asks)), after)


def _stale(shown: Shown) -> tuple[int, ...]:
    if shown.live is None or not shown.asks:
        return shown.stale
    return (*shown.stale, shown.live)


def _left(shown: Shown) -> tuple[tuple[int, int, int], ...]:
    if shown.live is None or not shown.asks or shown.recap:
        return shown.left
    return (*shown.left, (shown.live, shown.question, shown.since))


def _edit(shown: Shown, scene: Scene, render: Render, times: Times) -> Edit | Wait | None:
    now = times.now
    closed = not shown.asks and scene.viewer is not None
    if shown.live is None or closed:
        # What stands there is true, and nobody waits for other words. The next question is new.
        return None
    screen = render(shown.since, shown.recap, shown.anchor)
    if screen.digest == shown.digest:
        return None
    news = screen.haste is Haste.NOW or scene.step != shown.step
    calm = IN_GROUP.get(screen.haste, IN_PRIVATE) if scene.viewer is None else IN_PRIVATE
    # However fast one change follows another: what people read is never older than that.
    pause = min(times.moved + calm.pause, (times.behind or now) + LATEST)
    rest = max(shown.touched + calm.apart, pause)
    if rest > now and not news:
        return Wait(rest)
    after = replace(
        shown,
        told=len(scene.story),
        step=scene.step,
        digest=screen.digest,
        asks=screen.asks,
        touched=now,
        not_before=0,
        failures=0,
    )
    kind = Kind.QUIET if screen.haste is Haste.LATER and not news else Kind.NEWS
    return Edit(screen, kind, shown.live, after)
