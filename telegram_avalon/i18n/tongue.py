"""One language: its phrases, digits, lists and direction."""

import re
from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import cached_property, lru_cache
from gettext import NullTranslations

from babel import Locale
from babel.dates import format_timedelta
from babel.lists import format_list

FIRST_STRONG_ISOLATE, POP_ISOLATE = "\u2068", "\u2069"
RIGHT_TO_LEFT_MARK = "\u200f"

_TAG = re.compile(r"(<[^>]*>|&\w+;)")
# A command with its bot, or words in Latin letters: what runs the other way in Persian.
_FOREIGN = re.compile(
    r"(?<![\w}])/(?:\w+|\{\w+\})(?:@(?:\w+|\{\w+\}))?"
    r"|(?<![{\w])[A-Za-z](?:[\w.'-]*\w)?(?: [A-Za-z](?:[\w.'-]*\w)?)*(?![}\w])",
    re.ASCII,
)
_SAYS_I = re.compile(r"\W*(?:h?(?:í|i(?![aeouáéóú]))|y(?![aeiouáéíóú]))", re.IGNORECASE)
_LAST = "\0"
# Babel knows which digits a language takes, but writes none but Latin ones.
_ZEROS = {"arab": "٠", "arabext": "۰", "beng": "০", "deva": "०", "mymr": "၀"}


class Tongue:
    def __init__(self, translation: NullTranslations, language: str) -> None:
        self.language = language
        self.translation = translation
        self._locale = Locale.parse(language)

    @cached_property
    def right_to_left(self) -> bool:
        return self._locale.text_direction == "rtl"

    @cached_property
    def _digits(self) -> dict[int, str]:
        """Latin digits to the language's own (CLDR's default numbering system)."""
        zero = _ZEROS.get(self._locale.default_numbering_system, "0")
        return {ord("0") + digit: chr(ord(zero) + digit) for digit in range(10)}

    def number(self, n: int) -> str:
        return self.digits(str(n))

    def digits(self, text: str) -> str:
        """*text* with its Latin digits written as the language does."""
        return text.translate(self._digits)

    def listed(self, items: Sequence[str]) -> str:
        """Join as in A, B and C."""
        if len(items) < 2:
            return "".join(items)
        # The last item is put in afterwards, so that the words before it can be told from it.
        joined = format_list([*items[:-1], _LAST], locale=self._locale).removesuffix(_LAST)
        mend = _LIST_HABITS.get(self._locale.language)
        return (mend(joined, items[-1]) if mend else joined) + items[-1]

    @cached_property
    def comma(self) -> str:
        """What stands between things in a row."""
        return "، " if "،" in format_list(["1", "2", "3"], locale=self._locale) else ", "

    def duration(self, milliseconds: int) -> str:
        """About so long, in the greatest unit that fits."""
        passed = timedelta(milliseconds=milliseconds)
        return self.digits(format_timedelta(passed, locale=self._locale, threshold=1.2))

    def directed(self, phrase: str) -> str:
        """A phrase of the catalog with every foreign run isolated, where the language needs it."""
        return _isolating(phrase) if self.right_to_left else phrase


@lru_cache(maxsize=4096)
def _isolating(phrase: str) -> str:
    pieces = _TAG.split(phrase)
    return "".join(piece if _TAG.fullmatch(piece) else _isolated_runs(piece) for piece in pieces)


def _isolated_runs(text: str) -> str:
    return _FOREIGN.sub(rf"{FIRST_STRONG_ISOLATE}\g<0>{POP_ISOLATE}", text)


def _spanish(joined: str, last: str) -> str:
    """`y` becomes `e` before the sound of i (RAE, Ortografía)."""
    return joined.removesuffix("y ") + "e " if _SAYS_I.match(_TAG.sub("", last)) else joined


def _persian(joined: str, _last: str) -> str:
    """No comma before the last item, and no direction mark between: names are isolated."""
    joined = joined.replace(RIGHT_TO_LEFT_MARK, "")
    return joined.removesuffix("، و ") + " و " if joined.endswith("، و ") else joined


_LIST_HABITS: dict[str, Callable[[str, str], str]] = {"es": _spanish, "fa": _persian}
