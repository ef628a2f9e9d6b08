"""Putting things into words: a catalog's phrases filled with names, numbers and lists.

A phrase is filled either as HTML (a message) or plain (a button, a toast). What goes in is escaped
and direction-isolated here and nowhere else, so that no name can break or bend a sentence.

A group may read two languages. A sentence is then said in both, one under the other; symbols and
names stand there once; a label is one row, as in "Propose · Javasolom".
"""

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType
from typing import Final, TypeVar

import structlog
from markupsafe import Markup, escape

from telegram_avalon.i18n.soundness import unsound
from telegram_avalon.i18n.tongue import (
    FIRST_STRONG_ISOLATE,
    POP_ISOLATE,
    RIGHT_TO_LEFT_MARK,
    Tongue,
)

BETWEEN_LABELS: Final = " · "
BETWEEN_WORDS: Final = " / "
"""What stands between the two languages of a group, on a button and in a line of a message."""

_log = structlog.get_logger()
_Said = TypeVar("_Said", bound=str)

_TAG = re.compile(r"<[^>]*>")
_UNSEEN = re.compile(rf"<[^>]*>|[{FIRST_STRONG_ISOLATE}{POP_ISOLATE}{RIGHT_TO_LEFT_MARK}]")
_AS_IT_STANDS: Final[Mapping[str, str]] = MappingProxyType({})
_LIST_AT_END = re.compile(r"(?P<label>.*?[?؟]?)(?P<sign>:?) \{(?P<list>\w+)\}", re.DOTALL)
_HOLES = re.compile(r"\{\w+\}|<[^>]*>|&\w+;")
_BROKEN = (AttributeError, LookupError, TypeError, ValueError)
"""What filling a phrase raises that asks for what there is not, or is none."""


class Html(Markup):
    """A message's phrase in words, and how it reads in each language, ready to be put in others."""

    readings: tuple[str, ...] = ()


class Plain(str):
    """A label or toast in words, and how it reads in each language."""

    readings: tuple[str, ...] = ()


@dataclass(frozen=True)
class Text:
    """Something to put into a phrase that reads well both as HTML and plain."""

    html: Markup
    plain: str
    others: "tuple[Text, ...]" = field(default=())
    """How it reads in the further languages of a group, where that differs."""

    def __html__(self) -> Markup:
        return self.html

    def __str__(self) -> str:
        return self.plain

    def reading(self, place: int) -> "Text":
        return self.others[place - 1] if 0 < place <= len(self.others) else self


Value = Text | Markup | str | int


def isolated(name: str) -> Text:
    """A name, or anything in an unknown script, that must not turn what stands around it."""
    first, *others = map(_isolated, _readings(name))
    return Text(first.html, first.plain, tuple(others))


def mention(user: int, name: str) -> Text:
    """A name that rings its owner's phone, once; the isolate stays outside the link."""
    readings = _readings(name)
    link = Markup('<a href="tg://user?id={}">{}</a>').format(user, readings[0])
    return Text(Markup(_isolate(link)), _isolate(readings[0]), (_isolated(readings[-1]),))


class Words:
    """Phrases in one language, or in two. *html* and *plain* name the two ways to fill one."""

    def __init__(self, *tongues: Tongue, instead: Mapping[str, str] = _AS_IT_STANDS) -> None:
        self._tongues = tongues
        self._instead = instead

    @property
    def first(self) -> "Words":
        """The first language alone."""
        return Words(self._tongues[0], instead=self._instead)

    def saying(self, instead: Mapping[str, str]) -> "Words":
        """The same, but with another phrase *instead* of each that stands there."""
        return Words(*self._tongues, instead=instead)

    def html(self, phrase: str, **values: Value) -> Html:
        phrase = self._instead.get(phrase, phrase)
        return self._html([t.translation.gettext(phrase) for t in self._tongues], phrase, values)

    def plain(self, phrase: str, **values: Value) -> Plain:
        phrase = self._instead.get(phrase, phrase)
        return self._plain([t.translation.gettext(phrase) for t in self._tongues], phrase, values)

    def html_n(self, one: str, many: str, n: int, **values: Value) -> Html:
        """The form of a phrase for *n* things; the phrase may use {n}."""
        said = [t.translation.ngettext(one, many, n) for t in self._tongues]
        return self._html(said, one if n == 1 else many, {"n": n, **values}, plural=True)

    def plain_n(self, one: str, many: str, n: int, **values: Value) -> Plain:
        said = [t.translation.ngettext(one, many, n) for t in self._tongues]
        return self._plain(said, one if n == 1 else many, {"n": n, **values}, plural=True)

    def html_c(self, context: str, phrase: str, **values: Value) -> Html:
        """A phrase that is two things in some language, told apart by *context*."""
        said = [t.translation.pgettext(context, phrase) for t in self._tongues]
        return self._html(said, phrase, values)

    def plain_c(self, context: str, phrase: str, **values: Value) -> Plain:
        said = [t.translation.pgettext(context, phrase) for t in self._tongues]
        return self._plain(said, phrase, values)

    def line(self, pattern: str, **values: Value) -> Html:
        """A line of symbols and *values*, which says nothing of its own."""
        return self._html([pattern] * len(self._tongues), pattern, values)

    def label(self, pattern: str, **values: Value) -> Plain:
        """A button's label of symbols and *values*."""
        return self._plain([pattern] * len(self._tongues), pattern, values)

    def text(self, pattern: str, **values: Value) -> Text:
        """Symbols and *values*, to be put into a phrase."""

        def reading(place: int) -> Text:
            return Text(
                Markup(self._reading(Markup, place, pattern, pattern, values)),
                self._reading(str, place, pattern, pattern, values),
            )

        return self._text(reading)

    @property
    def onward(self) -> str:
        """An arrow the way people read."""
        return "◀️" if self._tongues[0].right_to_left else "▶️"

    @property
    def backward(self) -> str:
        return "▶️" if self._tongues[0].right_to_left else "◀️"

    def number(self, n: int) -> Text:
        return self._text(lambda place: _text(self._tongues[place].number(n)))

    def duration(self, milliseconds: int) -> Text:
        """About so long, such as "40 seconds"."""
        return self._text(lambda place: _text(self._tongues[place].duration(milliseconds)))

    def listed(self, items: Sequence[Text]) -> Text:
        """Join a list as the language does, as in A, B and C."""
        return self._joined(items, lambda tongue: tongue.listed)

    def rowed(self, items: Sequence[Text]) -> Text:
        """The items side by side without a last "and": for rows that are no sentence."""
        return self._joined(items, lambda tongue: tongue.comma.join)

    def _joined(
        self, items: Sequence[Text], joining: Callable[[Tongue], Callable[[Sequence[str]], str]]
    ) -> Text:
        def reading(place: int) -> Text:
            join = joining(self._tongues[place])
            said = [item.reading(place) for item in items]
            return Text(
                Markup(join([str(item.html) for item in said])), join([i.plain for i in said])
            )

        return self._text(reading)

    def _text(self, reading: Callable[[int], Text]) -> Text:
        first, *others = map(reading, range(len(self._tongues)))
        return Text(first.html, first.plain, tuple(others))

    def _html(
        self,
        said: Sequence[str],
        source: str,
        values: Mapping[str, Value],
        *,
        plural: bool = False,
    ) -> Html:
        said = self._sound(said, source, html=True, plural=plural)
        readings = [
            self._reading(Markup, place, phrase, source, values)
            for place, phrase in enumerate(said)
        ]
        html = Html(self._lines(said, readings, values))
        html.readings = tuple(readings)
        return html

    def _plain(
        self,
        said: Sequence[str],
        source: str,
        values: Mapping[str, Value],
        *,
        plural: bool = False,
    ) -> Plain:
        said = self._sound(said, source, html=False, plural=plural)
        readings = [
            self._reading(str, place, phrase, source, values) for place, phrase in enumerate(said)
        ]
        plain = Plain(self._marked(0, _side_by_side(readings, BETWEEN_LABELS)))
        plain.readings = tuple(readings)
        return plain

    def _sound(self, said: Sequence[str], source: str, *, html: bool, plural: bool) -> list[str]:
        """What each language says; English instead of what would reach people broken."""
        sound = []
        for tongue, phrase in zip(self._tongues, said, strict=True):
            wrong = None
            if phrase and phrase != source:
                wrong = unsound(phrase, source, html, plural)
            if wrong is not None:
                _log_once(tongue.language, source, wrong)
            sound.append(source if wrong is not None or not phrase else phrase)
        return sound

    def _lines(
        self, said: Sequence[str], readings: Sequence[str], values: Mapping[str, Value]
    ) -> str:
        """The readings one under the other, but for what is the same in all of them."""
        if len(readings) == 1 or _alike(readings):
            return self._marked(0, readings[0])
        try:
            row = self._row(said, values)
        except _BROKEN:
            row = None  # logged already; the readings say it in English
        if row is not None:
            return self._marked(0, row)
        return "\n".join(self._marked(place, text) for place, text in enumerate(readings))

    def _row(self, said: Sequence[str], values: Mapping[str, Value]) -> str | None:
        """What needs no line for each language: nothing but symbols, or labels before a list."""
        if not any(map(_has_words, said)) and not any(map(_is_sentence, values.values())):
            both = {key: _both(value, len(said)) for key, value in values.items()}
            return self._filled(Markup, 0, said[0], both)
        ends = [end for phrase in said if (end := _LIST_AT_END.fullmatch(phrase))]
        if len(ends) < len(said) or len({(end["list"], end["sign"]) for end in ends}) > 1:
            return None
        if any(not end["sign"] and end["label"][-1:] not in "?؟" for end in ends):
            return None
        labels = [
            self._filled(Markup, place, end["label"], values) for place, end in enumerate(ends)
        ]
        things = [
            self._filled(Markup, place, f"{{{end['list']}}}", values)
            for place, end in enumerate(ends)
        ]
        label = _side_by_side(labels, BETWEEN_WORDS)
        return f"{label}{ends[0]['sign']} {things[0]}" if _alike(things) else None

    def _reading(
        self,
        kind: type[_Said],
        place: int,
        said: str,
        source: str,
        values: Mapping[str, Value],
    ) -> str:
        try:
            return self._filled(kind, place, said or source, values)
        except _BROKEN:
            language = self._tongues[place].language
            _log.error("broken phrase in a catalog", language=language, phrase=source)
            return self._filled(kind, place, source, values)

    def _filled(
        self, kind: type[_Said], place: int, phrase: str, values: Mapping[str, Value]
    ) -> str:
        tongue = self._tongues[place]
        shown = {key: _shown(value, place, tongue) for key, value in values.items()}
        return str(kind(tongue.directed(phrase)).format(**shown))

    def _marked(self, place: int, text: str) -> str:
        """A line of a right-to-left language begins so whatever comes first in it."""
        if not self._tongues[place].right_to_left or _begins_right_to_left(text):
            return text
        return RIGHT_TO_LEFT_MARK + text


@cache
def _log_once(language: str, phrase: str, wrong: str) -> None:
    _log.error("broken phrase in a catalog", language=language, phrase=phrase, wrong=wrong)


def N_(phrase: str) -> str:  # noqa: N802 - gettext's own name
    """Mark a phrase in a table; it is put into words where it is used."""
    return phrase


def _shown(value: Value, place: int, tongue: Tongue) -> Text | Markup | str:
    match value:
        case int():
            return tongue.number(value)
        case Text():
            return value.reading(place)
        case Html(readings=readings) if readings:
            return Markup(readings[min(place, len(readings) - 1)])
        case Plain(readings=readings) if readings:
            return readings[min(place, len(readings) - 1)]
        case _:
            return value


def _both(value: Value, languages: int) -> Value:
    """A value in all languages, side by side where they differ."""
    match value:
        case Text():
            readings = [value.reading(place) for place in range(languages)]
            return Text(
                Markup(_side_by_side([str(reading.html) for reading in readings], BETWEEN_WORDS)),
                _side_by_side([reading.plain for reading in readings], BETWEEN_WORDS),
            )
        case Plain(readings=readings) if readings:
            return _side_by_side(readings, BETWEEN_WORDS)
        case _:
            return value


def _is_sentence(value: Value) -> bool:
    """Whether it is said line by line where there are two languages; a label stands in a row."""
    return isinstance(value, Html) and len(value.readings) > 1 and not _alike(value.readings)


def _side_by_side(readings: Sequence[str], between: str) -> str:
    """Each reading once, in one row; a symbol that begins them all stands there once."""
    first, *others = readings
    different = [other for other in others if not _alike([first, other])]
    symbol = _symbol(first)
    return between.join([first, *(_isolate(other.removeprefix(symbol)) for other in different)])


def _alike(readings: Sequence[str]) -> bool:
    """Whether they read the same but for their digits, commas, links and direction marks."""
    return len(set(map(_bare, readings))) == 1


def _bare(text: str) -> str:
    digits = (str(unicodedata.digit(char, char)) for char in _UNSEEN.sub("", text))
    return "".join(digits).replace("،", ",")


def _symbol(label: str) -> str:
    """The symbol that a label begins with, with its space; "" if none."""
    symbol, space, _ = label.partition(" ")
    return symbol + space if space and not any(map(str.isalnum, symbol)) else ""


def _has_words(phrase: str) -> bool:
    return any(map(str.isalpha, _HOLES.sub("", phrase)))


def _begins_right_to_left(text: str) -> bool:
    first = next(iter(_TAG.sub("", text)), "")
    return first != "" and unicodedata.bidirectional(first) in {"R", "AL"}


def _readings(said: str) -> tuple[str, ...]:
    return said.readings if isinstance(said, Plain) and said.readings else (said,)


def _isolated(name: str) -> Text:
    return Text(Markup(_isolate(escape(name))), _isolate(name))


def _text(said: str) -> Text:
    return Text(escape(said), said)


def _isolate(text: str) -> str:
    return f"{FIRST_STRONG_ISOLATE}{text}{POP_ISOLATE}"
