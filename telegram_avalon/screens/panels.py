"""What a button of a browsable panel wants, and its callback data of at most 64 bytes.

`~<kind>:<what>`, without a table: a panel stands in a private chat, its whole state is in its
buttons, and a press turns the message into the panel wished for. No callback data of a table
begins with `~`; see `docs/callback-data.md`.
"""

from collections.abc import Callable

from msgspec import Struct

from telegram_avalon.screens.rulebook.topics import Topic


class RulesPanel(Struct, frozen=True):
    """A page of the rules."""

    topic: Topic


Panel = RulesPanel


def encode(panel: Panel) -> str:
    """The callback data of *panel*."""
    return f"~rules:{panel.topic.value}"


def decode(data: str) -> Panel | None:
    """The panel behind callback data; None where it is none, is forged or too old to read."""
    kind, _, what = data.partition(":")
    read = _READERS.get(kind)
    return read(what) if read else None


def _rules(topic: str) -> Panel | None:
    return RulesPanel(Topic(topic)) if topic in set(Topic) else None


_READERS: dict[str, Callable[[str], Panel | None]] = {"~rules": _rules}
