"""What a screen is: text and buttons as plain values, without Telegram's types."""

import hashlib
from collections.abc import Iterable
from enum import Enum, auto

import msgspec
from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from telegram_avalon.rules import AskAgain
from telegram_avalon.screens import actions, panels
from telegram_avalon.screens.actions import Action, Spot, Wish
from telegram_avalon.screens.panels import GroupLanguages, Panel

MOST_UNITS = 4096
"""Of a message, in UTF-16 code units (Bot API, sendMessage)."""


class Press(Struct, frozen=True):
    """A button whose press comes back to us as *action*."""

    label: str
    action: Action

    @property
    def data(self) -> str:
        return actions.encode(self.action)


class Browse(Struct, frozen=True):
    """A button that turns its message into *panel*, for private chats."""

    label: str
    panel: Panel

    @property
    def data(self) -> str:
        return panels.encode(self.panel)


class Link(Struct, frozen=True):
    """A button that opens *url*."""

    label: str
    url: str


Button = Press | Browse | Link

ALWAYS = frozenset({Wish.MY_CARD, Wish.MY_CHARACTER})
"""What a button may want at any time, once the cards are dealt."""


class Haste(Enum):
    """How soon an edit of a message should show."""

    NOW = auto()
    """It asks something new, or tells a result."""
    SOON = auto()
    """People watch it take shape."""
    LATER = auto()
    """It only counts on."""


class Screen(Struct, frozen=True):
    """A message as it should read."""

    text: Markup
    """HTML, in the tags Telegram takes."""
    buttons: tuple[tuple[Button, ...], ...] = ()
    silent: bool = False
    """Whether its arrival makes no sound. Edits never do."""
    protected: bool = False
    """Whether it can't be forwarded or saved."""
    haste: Haste = Haste.NOW

    @property
    def digest(self) -> bytes:
        """What tells two readings of a message apart; ringing and haste do not belong to it."""
        shown = msgspec.msgpack.encode((str(self.text), self.buttons), enc_hook=str)
        return hashlib.blake2b(shown, digest_size=8).digest()

    @property
    def asks(self) -> bool:
        """Whether it carries buttons that will not always apply."""
        return any(
            isinstance(button, Press) and not _always(button)
            for row in self.buttons
            for button in row
        )


def for_private(screen: Screen, group: int) -> Screen:
    """*screen*, made for *group*, as it may stand in a private chat: without dead buttons."""
    rows = (tuple(filter(None, (_in_private(b, group) for b in row))) for row in screen.buttons)
    return replace(screen, buttons=tuple(row for row in rows if row))


def _in_private(button: Button, group: int) -> Button | None:
    """The button as it works in private; None where it can't."""
    match button:
        case Press(action=action):
            return button if Spot.PRIVATE in actions.spots(action.deed) else None
        case Browse(panel=GroupLanguages() as panel):
            return replace(button, panel=replace(panel, group=group))
        case Browse() | Link():
            return button


def _always(button: Press) -> bool:
    deed = button.action.deed
    return deed in ALWAYS or isinstance(deed, AskAgain)


class Links(Struct, frozen=True):
    """Where buttons can lead: the bot's private chat, and back to the group."""

    bot: str
    """The bot's username."""
    table: str | None = None
    """Link to the group's live message, where the group has such links."""

    @property
    def private(self) -> str:
        return f"https://t.me/{self.bot}"

    def start(self, payload: str) -> str:
        """The link that opens the private chat and presses Start with *payload*."""
        return f"https://t.me/{self.bot}?start={payload}"


def lines(*parts: Markup | str | None) -> Markup:
    """The parts that are there, one a line."""
    return Markup("\n").join(part for part in parts if part)


def blocks(*parts: Markup | str | None) -> Markup:
    """The parts that are there, an empty line between."""
    return Markup("\n\n").join(part for part in parts if part)


def grid(buttons: Iterable[Button], columns: int = 2) -> tuple[tuple[Button, ...], ...]:
    row = tuple(buttons)
    return tuple(row[i : i + columns] for i in range(0, len(row), columns))
