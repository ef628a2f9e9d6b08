"""Screens as text: for golden files, and as Telegram would show them."""

import re
import unicodedata

from telegram_avalon.playground.entities import FormattedText, clean, formatted
from telegram_avalon.screens import Button, Haste, Link, Screen

_SHOWN = {"\u2068": "‹", "\u2069": "›", "\u00a0": "~", "\n": "\n"}
_INVISIBLE = {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp", "Zs"}


def written(screen: Screen) -> str:
    """All of a screen: text in HTML, rows of buttons, and how it comes.

    What is invisible is shown: ‹ and › isolate a name, ~ is a space that doesn't break, anything
    else is escaped.
    """
    rows = ["  ".join(map(_button, row)) for row in screen.buttons]
    return "\n".join([visible(screen.text), *rows, *_manner(screen)])


def visible(text: str) -> str:
    return "".join(map(_visible, text))


def telegram(text: str) -> FormattedText:
    """*text* as Telegram reads the HTML of a message; raises where it would refuse it."""
    return formatted(text, "HTML", known=lambda _: True)


def plain(text: str) -> str:
    """*text* as Telegram shows a button's label or the answer to a press."""
    return clean(text)


def isolates_balanced(text: str) -> bool:
    """Whether every isolate of a text is closed, and nothing is closed that is not open."""
    depth = 0
    for mark in re.findall("[\u2066-\u2069]", text):
        depth += -1 if mark == "\u2069" else 1
        if depth < 0:
            return False
    return depth == 0


def _visible(char: str) -> str:
    if char in _SHOWN or char == " " or unicodedata.category(char) not in _INVISIBLE:
        return _SHOWN.get(char, char)
    return f"\\u{ord(char):04x}"


def _button(button: Button) -> str:
    where = button.url if isinstance(button, Link) else button.data
    return f"[{visible(button.label)} → {where}]"


def _manner(screen: Screen) -> list[str]:
    said = [
        *(["silent"] if screen.silent else []),
        *(["protected"] if screen.protected else []),
        *([screen.haste.name.lower()] if screen.haste is not Haste.NOW else []),
    ]
    return [f"({', '.join(said)})"] if said else []
