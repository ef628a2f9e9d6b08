"""What a chat shows after a call, given how the call ended: pure."""

from msgspec.structs import replace

from telegram_avalon.clock import MINUTE, SECOND
from telegram_avalon.delivery.outcomes import (
    Deaf,
    Done,
    Gone,
    Migrated,
    Outcome,
    Refused,
    Sent,
    TooFast,
    Unknown,
    Unreached,
)
from telegram_avalon.delivery.plan import Edit, Send, Strip
from telegram_avalon.store import Shown

UNCLEAR = 3 * SECOND
"""How long a send without a clear answer is left alone: time for a press to tell it arrived."""
RETRY = 2 * SECOND
RETRY_MOST = 10 * MINUTE


def after_call(shown: Shown, step: Send | Edit | Strip, outcome: Outcome, now: int) -> Shown:
    """What the chat that showed *shown* shows now."""
    match outcome:
        case Sent(message=message):
            return replace(step.after, live=message)
        case Done():
            return step.after
        case Gone():
            return _gone(shown, step)
        case Unknown() if isinstance(step, Send):
            intent = step.before.intent
            return replace(step.before, intent=intent and replace(intent, after=now + UNCLEAR))
        case TooFast(wait=wait):
            return replace(shown, not_before=now + wait)
        case Unknown() | Unreached() | Deaf() | Migrated() | Refused():
            wait = min(RETRY * 2**shown.failures, RETRY_MOST)
            return replace(shown, not_before=now + wait, failures=min(shown.failures + 1, 16))


def _gone(shown: Shown, step: Send | Edit | Strip) -> Shown:
    """Somebody deleted the message: it is sent again, once for each question."""
    if not isinstance(step, Edit):
        return step.after
    if shown.lost == shown.question:
        return replace(shown, live=None)
    return replace(
        shown,
        live=None,
        lost=shown.question,
        question=shown.question - 1,
        told=shown.since,
    )
