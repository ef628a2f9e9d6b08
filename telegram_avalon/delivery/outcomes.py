"""How a call to the Bot API can end, as far as delivery cares."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Sent:
    message: int


@dataclass(frozen=True)
class Done:
    """Carried out, or so already."""


@dataclass(frozen=True)
class Gone:
    """The message to edit is not there any more."""


@dataclass(frozen=True)
class Deaf:
    """Nothing can be delivered there until somebody does something about it."""

    why: str


@dataclass(frozen=True)
class Muted(Deaf):
    """... for want of the right to write there."""


@dataclass(frozen=True)
class Migrated:
    """The group has become a supergroup with another id."""

    chat: int


@dataclass(frozen=True)
class TopicGone:
    """The forum's topic is closed or deleted; the chat itself is not."""


@dataclass(frozen=True)
class TooFast:
    wait: int
    """Milliseconds, as Telegram said."""


@dataclass(frozen=True)
class Unknown:
    """No answer, or none that tells whether the call was carried out."""

    why: str


@dataclass(frozen=True)
class Unreached:
    """The call was certainly not carried out, for no fault of its own."""

    why: str


@dataclass(frozen=True)
class Refused:
    """Telegram will not have this call: our mistake."""

    why: str


@dataclass(frozen=True)
class TextRefused(Refused):
    """Telegram will not have this text: it can't read the markup, it is too long, or empty."""


Outcome = Sent | Done | Gone | Deaf | Migrated | TopicGone | TooFast | Unknown | Unreached | Refused
