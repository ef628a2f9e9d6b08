"""The choice of languages: one's own, and the group's."""

from collections.abc import Mapping

from telegram_avalon.i18n.phrases import Words, isolated
from telegram_avalon.screens.panels import GroupLanguages, MyLanguage
from telegram_avalon.screens.screen import Browse, Button, Screen, grid, lines

Names = Mapping[str, str]
"""Each language's own name, by its code."""


def mine(names: Names, current: str | None, t: Words, *, in_group: bool = False) -> Screen:
    """Which language do I speak to you? Under a group's message nobody's own is marked."""
    buttons = grid(
        Browse(_marked(name, code == current), MyLanguage(code)) for code, name in names.items()
    )
    if not in_group:
        return Screen(t.html("🌐 In which language shall I write to you?"), buttons)
    text = lines(
        t.html(
            "🌐 In which language shall I write to you in private? Each of you chooses their own."
        ),
        t.html("For the group, its host or an admin chooses."),
    )
    of_group = Browse(t.plain("👥 The group's language"), GroupLanguages())
    return Screen(text, (*buttons, (of_group,)), silent=True)


def of_group(names: Names, current: tuple[str, ...], t: Words) -> Screen:
    """One language for the group, or the first of now with a second beside it."""

    def button(*languages: str) -> Button:
        label = " + ".join(names[code] for code in languages)
        return Browse(_marked(label, languages == current), GroupLanguages(languages))

    first = current[0]
    text = lines(
        t.html("👥 In which language shall I write in this group?"),
        t.html("With two languages, each message says everything in both."),
    )
    alone = grid(button(code) for code in names)
    both = grid(button(first, code) for code in names if code != first)
    return Screen(text, (*alone, *both), silent=True)


def chosen(t: Words) -> str:
    """Said in the new language to whoever chose it."""
    # Translators: put your own language's name in place of English
    return t.plain("I write to you in English from now on.")


def chosen_for_group(t: Words) -> str:
    # Translators: put your own language's name in place of English
    return t.plain("I write to this group in English from now on.")


def unknown(asked: str, t: Words) -> str:
    return t.plain("I don't know this language: {name}", name=isolated(asked))


def _marked(name: str, current: bool) -> str:
    return f"☑️ {name}" if current else name
