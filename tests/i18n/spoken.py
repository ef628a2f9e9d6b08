"""Which language a text is in, by the catalogs' phrases, and what is said in English for want."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from gettext import NullTranslations
from unittest.mock import patch

import regex
from babel.messages.pofile import read_po

from telegram_avalon import app
from telegram_avalon.i18n.catalogs import ENGLISH, Catalogs, load_catalogs
from telegram_avalon.i18n.phrases import BETWEEN_LABELS, BETWEEN_WORDS
from telegram_avalon.i18n.tongue import Tongue
from telegram_avalon.i18n.update import LOCALE

Heard = set[tuple[str, str]]
"""Languages, and phrases that they say as the English does."""

ALIKE: dict[str, set[str]] = {
    "hu": {"Avalon", "Merlin", "Percival", "Mordred", "Morgana", "Oberon"},
    "es": {"Avalon", "Percival", "Mordred", "Morgana"},
    "fa": set(),
}
"""Names that are the same in English."""

_MARKS = regex.compile(r"[\u2066-\u2069\u200e\u200f]")
_TAG = regex.compile(r"<[^>]*>")
_HOLE = regex.compile(r"(\{\w+\})")
_BETWEEN = regex.compile(rf" — |   |: |{BETWEEN_LABELS}|{BETWEEN_WORDS}")
_SYMBOLS = regex.compile(r"^[^\p{L}\p{N}«¿¡„{]+")


class _Listening(NullTranslations):
    def __init__(self, translation: NullTranslations, language: str, heard: Heard) -> None:
        super().__init__()
        self.translation = translation
        self.language = language
        self.heard = heard

    def gettext(self, message: str) -> str:
        return self._noted(message, self.translation.gettext(message))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        english = msgid1 if n == 1 else msgid2
        return self._noted(english, self.translation.ngettext(msgid1, msgid2, n))

    def pgettext(self, context: str, message: str) -> str:
        return self._noted(message, self.translation.pgettext(context, message))

    def _noted(self, english: str, said: str) -> str:
        if _has_words(english) and said == english and english not in ALIKE[self.language]:
            self.heard.add((self.language, english))
        return said


@contextmanager
def listening() -> Iterator[Heard]:
    """What the bots started meanwhile say in English to those who read something else."""
    heard: Heard = set()
    there = load_catalogs()
    tongues = {
        code: tongue
        if code == ENGLISH
        else Tongue(_Listening(tongue.translation, code, heard), code)
        for code, tongue in there._tongues.items()
    }
    with patch.object(app, "load_catalogs", lambda: Catalogs(tongues)):
        yield heard


def languages_of(text: str, names: Iterable[str], among: Iterable[str]) -> set[str]:
    """In which of some languages a line or a label can be; all of them if it has no words."""
    bare = _MARKS.sub("", text)
    wordless = bare
    for name in names:
        wordless = wordless.replace(_MARKS.sub("", name), "")
    if not any(map(str.isalpha, wordless)):
        return set(among)
    return {language for language in among if _is_said(bare, language)}


@cache
def _is_said(line: str, language: str) -> bool:
    """Whether the line is a phrase, or symbols and phrases side by side."""
    cuts = list(_BETWEEN.finditer(line))
    starts = [0, *(cut.end() for cut in cuts)]
    ends = [len(line), *(cut.start() for cut in cuts)]
    parts = [line[start:end] for start in starts for end in ends if start < end]
    # Before a list both labels stand side by side.
    parts += [
        line[: label.start()] + line[colon.start() :]
        for label in cuts
        for colon in cuts
        if label.group() == BETWEEN_WORDS
        and colon.group() == ": "
        and label.start() < colon.start()
    ]
    said = _phrases(language)
    return any(said.fullmatch(each) for part in parts for each in (part, _SYMBOLS.sub("", part)))


@cache
def _phrases(language: str) -> "regex.Pattern[str]":
    """Every phrase of a language, with anything in its gaps."""
    name = "messages.pot" if language == ENGLISH else f"{language}/LC_MESSAGES/messages.po"
    with (LOCALE / name).open("rb") as file:
        catalog = read_po(file)
    said = {
        form
        for message in catalog
        if message.id
        for form in _forms(message.id if language == ENGLISH else message.string)
        if form
    }
    if language != ENGLISH:
        # A line that only begins with the game's name is no phrase for that.
        said = {form for form in said if _has_words(form.replace("Avalon", ""))}
    return regex.compile("|".join(sorted(_pattern(form) for form in said if _has_words(form))))


def _forms(said: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    return (said,) if isinstance(said, str) else tuple(said or ())


def _has_words(phrase: str) -> bool:
    return any(map(str.isalpha, _HOLE.sub("", _TAG.sub("", phrase))))


def _pattern(phrase: str) -> str:
    pieces = _HOLE.split(_SYMBOLS.sub("", _TAG.sub("", phrase)))
    return "".join(".+" if _HOLE.fullmatch(each) else regex.escape(each) for each in pieces)
