"""Whether a translation can be said at all: what is asked of it by the checks and by the bot.

A phrase that lacks a name, or whose markup Telegram refuses, would reach people broken or not at
all. The checks tell its translator; the running bot says it in English instead.
"""

from collections.abc import Iterator
from functools import lru_cache
from string import Formatter

import regex

TAGS = frozenset(
    {"a", "b", "blockquote", "code", "del", "em", "i", "ins", "pre", "s", "span", "strike"}
    | {"strong", "tg-emoji", "tg-spoiler", "tg-time", "u"}
)
"""The HTML tags that Telegram takes."""


TAG = regex.compile(r"<(/?)([\w-]*)[^<>]*>")
ENTITY = regex.compile(r"&(?:lt|gt|amp|quot|#\d+|#x[0-9a-fA-F]+);")


@lru_cache(maxsize=4096)
def unsound(said: str, source: str, html: bool, plural: bool) -> str | None:
    """Why *said* can't stand for the English *source*; None where it can.

    *html*: it is for a message; *plural*: it is a form for some numbers, and may say them in words.
    """
    required, number = fields(source), frozenset({"n"})
    wrong = [
        *wrong_placeholders(said, source, required - number if plural else required, number),
        *(refused_tags(said) if html else ()),
        *(unescaped(said) if html else ()),
    ]
    return wrong[0] if wrong else None


def wrong_placeholders(
    said: str, source: str, required: frozenset[str], allowed: frozenset[str]
) -> Iterator[str]:
    """Placeholders that are missing, odd, or not those of *source*."""
    try:
        parts = list(Formatter().parse(said))
    except ValueError:
        yield "a brace stands alone: write a placeholder as in the English, between { and }"
        return
    if any(mark in text for text, *_ in parts for mark in "{}"):
        yield "doubled braces: write one { and one } around a placeholder"
    found = {field for _, field, *_ in parts if field is not None}
    odd = any(spec or how for _, _, spec, how in parts) or not all(map(str.isidentifier, found))
    if odd:
        yield "a placeholder is more than a name: write it as in the English, like {name}"
        return
    if missing := required - found:
        yield f"{_braced(missing)} is missing: put it where it belongs in the sentence"
    if extra := found - required - allowed - fields(source):
        yield f"{_braced(extra)} is not in the English: take it out, or mend its spelling"


def refused_tags(said: str) -> Iterator[str]:
    """Tags that Telegram doesn't take, or not in this order."""
    names = [name.lower() for _, name in TAG.findall(said)]
    if strange := sorted(set(names) - TAGS):
        yield f"Telegram doesn't take <{strange[0]}>: use the tags of the English"
    if not _nested(said):
        yield "tags are not closed in order: each <b> needs its </b> before an outer one closes"


def unescaped(said: str) -> Iterator[str]:
    """Characters that Telegram would take for markup."""
    bare = TAG.sub("", said)
    if "<" in bare:
        yield "a < that begins no tag: write &lt;"
    if "&" in ENTITY.sub("", bare):
        yield "an & by itself: write &amp; or a word for it"


def fields(text: str) -> frozenset[str]:
    """The names of the placeholders in a phrase of the code."""
    return frozenset(field for _, field, *_ in Formatter().parse(text) if field)


def _braced(names: frozenset[str] | set[str]) -> str:
    return ", ".join(f"{{{name}}}" for name in sorted(names))


def _nested(text: str) -> bool:
    opened: list[str] = []
    for closing, name in TAG.findall(text):
        if not closing:
            opened.append(name.lower())
        elif not opened or opened.pop() != name.lower():
            return False
    return not opened
