"""What a handler answers; the transports deliver it. One logic, whichever way updates come in."""

from dataclasses import dataclass

from telegram_avalon.delivery import Document
from telegram_avalon.screens import Screen


@dataclass(frozen=True)
class Toast:
    """The answer to a press; *url* opens a chat with the bot instead of showing anything."""

    text: str = ""
    alert: bool = False
    url: str | None = None
    edit: Screen | None = None
    """What the pressed message turns into, where it is no table's."""
    reply: Screen | None = None
    """What is sent to whoever pressed, in private."""
    document: Document | None = None
    """A file that goes with the reply."""


@dataclass(frozen=True)
class Reply:
    """The answer to a command. In a group it comes silently, and seldom (see `replies`)."""

    chat: int
    screen: Screen
    thread: int | None = None
    asker: int | None = None
    """Who hears it in private where the group has had its replies for now."""
    counted: bool = True
    """Whether it is one of the few that a group gets. A reminder is rare enough by itself, and
    admins don't talk their own group full."""
    document: Document | None = None
    """A file, with the screen as its caption. Only for private chats."""

    @property
    def group(self) -> bool:
        return self.chat < 0


@dataclass(frozen=True)
class Nothing:
    """What was asked for shows in the table's own messages."""


Reaction = Toast | Reply | Nothing
