"""What a button of a browsable panel wants, and its callback data of at most 64 bytes.

`~<kind>:<what>`, without a table: its whole state is in its buttons, and a press turns the message
into the panel wished for. No callback data of a table begins with `~`; see
`docs/callback-data.md`.
"""

import re
from collections.abc import Callable

from msgspec import Struct

from telegram_avalon.screens.rulebook.topics import Topic

MOST_LANGUAGES = 2
"""Of a group: each message says everything in each of them."""


class RulesPanel(Struct, frozen=True):
    """A page of the rules."""

    topic: Topic


class MyLanguage(Struct, frozen=True):
    """Speak so to whoever presses."""

    language: str


class GroupLanguages(Struct, frozen=True):
    """Speak so to the group, in one language or in two; with none, show what there is."""

    languages: tuple[str, ...] = ()
    group: int | None = None
    """The group's id, under a message in private; None: the group where the message stands."""


Panel = RulesPanel | MyLanguage | GroupLanguages

_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(_[A-Za-z0-9]{2,8})?")
_GROUP = re.compile(r"-[0-9]{1,16}")


def encode(panel: Panel) -> str:
    """The callback data of *panel*."""
    match panel:
        case RulesPanel(topic=topic):
            return f"~rules:{topic.value}"
        case MyLanguage(language=language):
            return f"~lang:{language}"
        case GroupLanguages(languages=languages, group=group):
            return f"~group:{'+'.join(languages)}{'' if group is None else f'@{group}'}"


def decode(data: str) -> Panel | None:
    """The panel behind callback data; None where it is none, is forged or too old to read."""
    kind, _, what = data.partition(":")
    read = _READERS.get(kind)
    return read(what) if read else None


def _rules(topic: str) -> Panel | None:
    return RulesPanel(Topic(topic)) if topic in set(Topic) else None


def _mine(language: str) -> Panel | None:
    return MyLanguage(language) if _LANGUAGE.fullmatch(language) else None


def _groups(what: str) -> Panel | None:
    languages, at, group = what.partition("@")
    if at and not _GROUP.fullmatch(group):
        return None
    chosen = tuple(languages.split("+")) if languages else ()
    apart = len(set(chosen)) == len(chosen) <= MOST_LANGUAGES
    known = apart and all(map(_LANGUAGE.fullmatch, chosen))
    return GroupLanguages(chosen, int(group) if at else None) if known else None


_READERS: dict[str, Callable[[str], Panel | None]] = {
    "~rules": _rules,
    "~lang": _mine,
    "~group": _groups,
}
