"""The pages as a book: what is listed where, what comes next, and each as a screen."""

from collections.abc import Iterator

from markupsafe import Markup

from telegram_avalon.i18n.phrases import N_, Words
from telegram_avalon.rules import Role, Ruleset
from telegram_avalon.screens.panels import RulesPanel
from telegram_avalon.screens.rulebook import at_table, basics, options
from telegram_avalon.screens.rulebook.advice import STRATEGY
from telegram_avalon.screens.rulebook.characters import CHARACTERS, OF_ROLE
from telegram_avalon.screens.rulebook.house import HOUSE_CHOICES
from telegram_avalon.screens.rulebook.tables import FIGURES, rows
from telegram_avalon.screens.rulebook.topics import Line, Page, Table, Topic
from telegram_avalon.screens.screen import Browse, Button, Screen, blocks, grid, lines

CONTENTS = Page(
    Topic.CONTENTS,
    N_("📖 The rules"),
    (
        (
            N_("Choose what you want to read: each page fits on a phone."),
            N_("New here? Start with the aim, and go on from page to page."),
        ),
    ),
    (
        basics.AIM,
        basics.SIDES,
        CHARACTERS,
        basics.TEAM,
        basics.VOTE,
        basics.QUEST,
        basics.TWO_FAILS,
        basics.ASSASSINATION,
        basics.NO_ASSASSIN,
        options.OPTIONS,
        options.THE_RESISTANCE,
        STRATEGY,
        HOUSE_CHOICES,
        basics.GLOSSARY,
    ),
)


def _walk(page: Page) -> Iterator[Page]:
    yield page
    for each in page.pages:
        yield from _walk(each)


BOOK = tuple(_walk(CONTENTS))
"""All pages in reading order."""
_BY_TOPIC = {page.topic: page for page in BOOK}
_PARENTS = {below.topic: page for page in BOOK for below in page.pages}


def topic_named(name: str) -> Topic:
    """The topic that somebody asked for by its id; the contents for anything unknown."""
    wanted = "-".join(name.lower().replace("_", " ").split())
    return Topic(wanted) if wanted in set(Topic) else Topic.CONTENTS


def screen(
    topic: Topic, t: Words, players: int | None = None, ruleset: Ruleset | None = None
) -> Screen:
    """A page with its buttons.

    Where the reader sits at a table: figures for *players* alone, what is on there first, and
    nothing that *ruleset* makes untrue.
    """
    page = _BY_TOPIC[topic]
    first = at_table.pages(ruleset, players or 0) if ruleset and page is CONTENTS else ()
    there = grid(_to(each, t) for each in first)
    below = grid(_to(each, t) for each in page.pages)
    return Screen(text(page, t, players, ruleset), (*there, *below, *_around(page, t)))


def of_character(
    role: Role, t: Words, players: int | None = None, ruleset: Ruleset | None = None
) -> Screen:
    """What a player reads about their own character: a secret, so only under a spoiler."""
    page = OF_ROLE[role]
    told = Markup("<tg-spoiler>{}</tg-spoiler>").format(
        blocks(_heading(page, t), *_told(page, t, players, ruleset))
    )
    ways = (_to(_BY_TOPIC[Topic.CHARACTERS], t), _to_contents(t))
    return Screen(told, (ways,), protected=True)


def text(
    page: Page, t: Words, players: int | None = None, ruleset: Ruleset | None = None
) -> Markup:
    there = None
    if ruleset is not None:
        there = (
            at_table.told(ruleset, players or 0, t)
            if page is CONTENTS
            else at_table.state(page.topic, ruleset, players, t)
        )
    return blocks(_heading(page, t), there, *_told(page, t, players, ruleset))


def _heading(page: Page, t: Words) -> Markup:
    return t.line("<b>{title}</b>", title=t.html(page.title))


def _told(page: Page, t: Words, players: int | None, ruleset: Ruleset | None) -> Iterator[Markup]:
    for block in page.blocks:
        yield lines(*(_line(line, page.topic, t, players, ruleset) for line in block))


def _line(
    line: Line, topic: Topic, t: Words, players: int | None, ruleset: Ruleset | None
) -> Markup | None:
    said = at_table.said(line, ruleset, players)
    if isinstance(said, Table):
        return rows(said, topic, players, t)
    return None if said is None else t.html(said, **FIGURES)


def _around(page: Page, t: Words) -> tuple[tuple[Button, ...], ...]:
    """The way to the page before, to the list it stands in, to all of them, and to the next."""
    place = BOOK.index(page)
    if place == 0:
        return ()
    parent = _PARENTS[page.topic]
    up = ((_to(parent, t),),) if parent is not CONTENTS else ()
    before = t.label("{arrow} {page}", arrow=t.backward, page=t.plain("Previous"))
    after = t.label("{arrow} {page}", arrow=t.onward, page=t.plain("Next"))
    row = (
        Browse(before, RulesPanel(BOOK[place - 1].topic)),
        _to_contents(t),
        *(Browse(after, RulesPanel(each.topic)) for each in BOOK[place + 1 :][:1]),
    )
    return (*up, row)


def _to(page: Page, t: Words) -> Button:
    return Browse(t.plain(page.title), RulesPanel(page.topic))


def _to_contents(t: Words) -> Button:
    return Browse(t.plain("📖 Contents"), RulesPanel(Topic.CONTENTS))
