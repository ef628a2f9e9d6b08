"""Putting things into words: a catalog's phrases filled with names, numbers and lists.

A phrase is filled either as HTML (a message) or plain (a button, a toast). What goes in is escaped
and direction-isolated here and nowhere else, so that no name can break or bend a sentence.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from gettext import NullTranslations
from typing import TypeVar

import structlog
from babel import Locale
from babel.lists import format_list
from markupsafe import Markup, escape

FIRST_STRONG_ISOLATE, POP_ISOLATE = "\u2068", "\u2069"

_log = structlog.get_logger()
_Filled = TypeVar("_Filled", bound=str)


@dataclass(frozen=True)
class Text:
    """Something to put into a phrase that reads well both as HTML and plain."""

    html: Markup
    plain: str

    def __html__(self) -> Markup:
        return self.html

    def __str__(self) -> str:
        return self.plain


Value = Text | Markup | str | int


def isolated(name: str) -> Text:
    """A name, or anything in an unknown script, that must not turn what stands around it."""
    inner = escape(name)
    return Text(
        Markup(FIRST_STRONG_ISOLATE) + inner + Markup(POP_ISOLATE),
        f"{FIRST_STRONG_ISOLATE}{name}{POP_ISOLATE}",
    )


def mention(user: int, name: str) -> Text:
    """A name that rings its owner's phone; the isolate stays outside the link."""
    link = Markup('<a href="tg://user?id={}">{}</a>').format(user, name)
    return Text(
        Markup(FIRST_STRONG_ISOLATE) + link + Markup(POP_ISOLATE),
        isolated(name).plain,
    )


class Words:
    """One language's phrases. *html* and *plain* name the two ways to fill one."""

    def __init__(self, translation: NullTranslations, language: str) -> None:
        self.language = language
        self._translation = translation
        self._locale = Locale.parse(language)

    def html(self, phrase: str, **values: Value) -> Markup:
        return self._fill(Markup, self._translation.gettext(phrase), phrase, values)

    def plain(self, phrase: str, **values: Value) -> str:
        return self._fill(str, self._translation.gettext(phrase), phrase, values)

    def html_n(self, one: str, many: str, n: int, **values: Value) -> Markup:
        """The form of a phrase for *n* things; the phrase may use {n}."""
        said = self._translation.ngettext(one, many, n)
        return self._fill(Markup, said, one if n == 1 else many, {"n": n, **values})

    def plain_n(self, one: str, many: str, n: int, **values: Value) -> str:
        said = self._translation.ngettext(one, many, n)
        return self._fill(str, said, one if n == 1 else many, {"n": n, **values})

    def html_c(self, context: str, phrase: str, **values: Value) -> Markup:
        """A phrase that is two things in some language, told apart by *context*."""
        return self._fill(Markup, self._translation.pgettext(context, phrase), phrase, values)

    def plain_c(self, context: str, phrase: str, **values: Value) -> str:
        return self._fill(str, self._translation.pgettext(context, phrase), phrase, values)

    def number(self, n: int) -> str:
        return str(n)

    def listed(self, items: Sequence[Text]) -> Text:
        """Join a list as the language does, as in A, B and C."""
        return Text(
            Markup(format_list([str(item.html) for item in items], locale=self._locale)),
            format_list([item.plain for item in items], locale=self._locale),
        )

    def rowed(self, items: Sequence[Text]) -> Text:
        """The items side by side without a last "and": for rows that are no sentence."""
        return Text(
            Markup(", ").join(item.html for item in items),
            ", ".join(item.plain for item in items),
        )

    def _fill(
        self, kind: type[_Filled], said: str, source: str, values: dict[str, Value]
    ) -> _Filled:
        shown = {key: self.number(v) if isinstance(v, int) else v for key, v in values.items()}
        try:
            return kind(kind(said or source).format(**shown))
        except (AttributeError, LookupError, TypeError, ValueError):
            _log.error("broken phrase in a catalog", language=self.language, phrase=source)
            return kind(kind(source).format(**shown))


def N_(phrase: str) -> str:  # noqa: N802 - gettext's own name
    """Mark a phrase in a table; it is put into words where it is used."""
    return phrase
