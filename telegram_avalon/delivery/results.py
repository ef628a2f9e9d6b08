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
    TopicGone,
    Unknown,
    Unreached,
)
from telegram_avalon.delivery.plan import Edit, Send, Strip, sent_again
from telegram_avalon.store import Shown

UNCLEAR = 3 * SECOND
"""How long a send without a clear answer is left alone, the second time four times as long: time
for a press to tell that it arrived."""
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
            return _unclear(step.before, now)
        case Refused() if isinstance(step, Edit | Strip):
            # Asked again it would be refused again, and keep the chat's questions waiting.
            return step.after
        case TooFast(wait=wait):
            return replace(shown, not_before=now + wait)
        case Unknown() | Unreached() | Deaf() | Migrated() | TopicGone() | Refused():
            wait = min(RETRY * 2**shown.failures, RETRY_MOST)
            return replace(shown, not_before=now + wait, failures=min(shown.failures + 1, 16))


def _unclear(before: Shown, now: int) -> Shown:
    if before.intent is None:
        return before
    wait = UNCLEAR * before.intent.tries**2
    return replace(before, intent=replace(before.intent, after=now + wait))


def _gone(shown: Shown, step: Send | Edit | Strip) -> Shown:
    return sent_again(shown) if isinstance(step, Edit) else step.after
