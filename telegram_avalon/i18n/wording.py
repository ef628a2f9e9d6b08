"""What can be wrong with the wording of one translation: a table of checks, one for each kind.

A check tells what is wrong and how to mend it. Those of one language know that language's habits;
a language without a row has only the common ones.
"""

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import regex

from telegram_avalon.i18n.names import MOST_UNITS, utf16_units
from telegram_avalon.i18n.soundness import (
    ENTITY,
    TAG,
    fields,
    refused_tags,
    unescaped,
    wrong_placeholders,
)
from telegram_avalon.i18n.usage import Use

MOST_LABEL = 64
MOST_TOAST = 200
"""Of an answer to a callback query (Bot API, answerCallbackQuery); longer ones are clipped."""
MOST_TOAST_WORDS = 120
"""Of its own words, so that names find room."""


@dataclass(frozen=True)
class Form:
    """One form of a translation, beside the English it stands for."""

    source: str
    said: str
    uses: frozenset[Use] = frozenset({Use.MESSAGE})
    required: frozenset[str] | None = None
    """The placeholders it must have; those of *source* where nothing else is said."""
    allowed: frozenset[str] = frozenset()
    """Those it may have besides."""

    @property
    def html(self) -> bool:
        return not self.uses.isdisjoint({Use.MESSAGE, Use.TABLE})


Check = Callable[[Form], Iterator[str]]

_PLACEHOLDER = regex.compile(r"\{[^{}]*\}")
_COMMAND = regex.compile(r"(?<![\w<}/])/(?:\{command\}|[a-z_]+)(?:@\{bot\})?")
_SYMBOLS = regex.compile(r"[\p{So}\p{Sm}\p{Sk}\p{Extended_Pictographic}\uFE0F\u200D]*")
_HOLE = "\ufffc"


def placeholders(form: Form) -> Iterator[str]:
    required = fields(form.source) if form.required is None else form.required
    yield from wrong_placeholders(form.said, form.source, required, form.allowed)


def tags(form: Form) -> Iterator[str]:
    """Tags that Telegram refuses, and others than the English has."""
    if form.html:
        yield from refused_tags(form.said)
    if _all_tags(form.said) != _all_tags(form.source):
        yield "other tags than in the English: use the same ones, as often"


def escapes(form: Form) -> Iterator[str]:
    if form.html:
        yield from unescaped(form.said)
    elif ENTITY.search(TAG.sub("", form.said)) and not ENTITY.search(form.source):
        yield "a button or an answer is no HTML: write the character itself, not &…;"


def marks(form: Form) -> Iterator[str]:
    """Invisible characters. The joiners belong to Persian spelling and to emoji."""
    found = sorted({char for char in form.said if _invisible(char)} - set(form.source))
    if found:
        codes = ", ".join(f"U+{ord(char):04X}" for char in found)
        yield f"invisible {codes}: take it out; the program sets direction marks itself"


def symbols(form: Form) -> Iterator[str]:
    wanted = _opening(form.source)
    if _opening(form.said) == wanted:
        return
    if wanted:
        yield f"begins without {wanted}: the English begins with it"
    else:
        yield f"begins with {_opening(form.said)}: the English does not"


def commands(form: Form) -> Iterator[str]:
    said, wanted = (Counter(_COMMAND.findall(text)) for text in (form.said, form.source))
    if missing := sorted((wanted - said).elements()):
        yield f"{missing[0]} is missing: write commands exactly as in the English"
    if extra := sorted((said - wanted).elements()):
        yield f"{extra[0]} is not in the English: write commands exactly as there"


def spaces(form: Form) -> Iterator[str]:
    for side, cut in (("before", str.lstrip), ("after", str.rstrip)):
        said, wanted = (len(text) - len(cut(text)) for text in (form.said, form.source))
        if said != wanted:
            yield f"{said} spaces {side} the text: the English has {wanted}"


def room(form: Form) -> Iterator[str]:
    """A label that a phone would cut, an answer that leaves its names no room."""
    words = utf16_units(_PLACEHOLDER.sub("", form.said))
    if Use.BUTTON in form.uses and words > MOST_LABEL:
        yield f"too long for a button: {words} characters, at most {MOST_LABEL}"
    if Use.TOAST not in form.uses:
        return
    if words > MOST_TOAST_WORDS:
        yield f"too long for an answer: {words} characters, names aside; at most {MOST_TOAST_WORDS}"
    worst = words + sum(map(_widest, _PLACEHOLDER.findall(form.said)))
    if worst > MOST_TOAST:
        yield f"too long for an answer: {worst} characters with long names, at most {MOST_TOAST}"


CHECKS: dict[str, Check] = {
    check.__name__: check
    for check in (placeholders, tags, escapes, marks, symbols, commands, spaces, room)
}


def persian_letters(form: Form) -> Iterator[str]:
    for wrong, right in {"ي": "ی", "ى": "ی", "ك": "ک", "ۀ": "هٔ", "ه\u200cی": "هٔ"}.items():
        if regex.search(rf"{wrong}(?!\w)" if len(wrong) > 1 else wrong, form.said):
            codes = " ".join(f"U+{ord(char):04X}" for char in wrong)
            yield f"{wrong} ({codes}): write {right}"


def persian_punctuation(form: Form) -> Iterator[str]:
    text = bare(form.said)
    if not regex.search(r"\p{Arabic}", text):
        return
    for wrong, right in {"?": "؟", ",": "،", ";": "؛", "%": "٪"}.items():
        if wrong in text:
            yield f"{wrong} in a Persian sentence: write {right}"


def persian_digits(form: Form) -> Iterator[str]:
    # A keycap such as 5️⃣ is a symbol.
    if wrong := regex.search(r"[0-9\u0660-\u0669](?!\ufe0f?\u20e3)", bare(form.said)):
        yield f"the digit {wrong[0]}: write ۰ to ۹"


def persian_joins(form: Form) -> Iterator[str]:
    text = bare(form.said)
    if regex.search(rf"(?<=[\p{{L}}{_HOLE}]) ها(?:ی\w*)?(?![\w\u200c])", text):
        yield "a space before ها: write a ZWNJ (U+200C) there, as in خوب‌ها"
    if regex.search(r"(?<![\w\u200c])ن?می \p{L}", text):
        yield "a space after می: write a ZWNJ (U+200C) there, as in می‌بیند"


def nothing_glued(form: Form) -> Iterator[str]:
    """A suffix on a name or a number, which would have to fit whatever stands there."""
    if found := regex.search(r"\{\w+\}(?:</[\w-]+>)*[-‐‑\u200c]?\p{L}+", form.said):
        yield f"a suffix on a placeholder, {found[0]}: put the sentence so that it needs none"


def no_article(form: Form) -> Iterator[str]:
    pattern = r"(?<![\w-])(?:az?|a\(z\))\s+(?:<[^>]*>|[^\w\s{<]+\s*)*\{\w+\}"
    if found := regex.search(pattern, form.said, regex.IGNORECASE):
        yield f"an article before a placeholder, {found[0]}: put the sentence so that it needs none"


def spanish_openings(form: Form) -> Iterator[str]:
    for opening, closing in ("¿?", "¡!"):
        if form.said.count(opening) != form.said.count(closing):
            yield f"{opening} and {closing} don't pair: open with {opening}, close with {closing}"


CHECKS_OF: dict[str, tuple[Check, ...]] = {
    "es": (spanish_openings,),
    "fa": (
        persian_letters,
        persian_punctuation,
        persian_digits,
        persian_joins,
        nothing_glued,
    ),
    "hu": (nothing_glued, no_article),
}


def faults(form: Form, language: str) -> Iterator[str]:
    """All that is wrong with *form* in *language*."""
    own = CHECKS_OF.get(language.partition("_")[0], ())
    for check in (*CHECKS.values(), *own):
        yield from check(form)


def bare(text: str) -> str:
    """The words alone: each tag, entity, placeholder and command leaves a mark."""
    for pattern in (TAG, ENTITY, _COMMAND, _PLACEHOLDER):
        text = pattern.sub(_HOLE, text)
    return text


def _all_tags(text: str) -> Counter[str]:
    return Counter(found[0].lower() for found in TAG.finditer(text))


def _invisible(char: str) -> bool:
    return unicodedata.category(char) in {"Cc", "Cf", "Zl", "Zp"} and char not in "\n\u200c\u200d"


def _opening(text: str) -> str:
    found = _SYMBOLS.match(TAG.sub("", text).lstrip())
    return found[0] if found else ""


_NUMBERS = {"{n}", "{count}", "{size}", "{number}"}
_LISTS = {"{players}"}
"""Lists of names may fill any room: what is too long is cut, names last."""
_NUMBER_UNITS = 2
_NAME_UNITS = _NUMBER_UNITS + MOST_UNITS + 4
"""A seat's number, a no-break space, and a name with its ellipsis in isolates."""


def _widest(placeholder: str) -> int:
    if placeholder in _LISTS:
        return 0
    return _NUMBER_UNITS if placeholder in _NUMBERS else _NAME_UNITS
