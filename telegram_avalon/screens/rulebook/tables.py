"""The figures in the rules' text, read from the tables that the game is played by."""

from collections.abc import Callable, Iterable
from itertools import groupby

from markupsafe import Markup

from telegram_avalon.i18n.phrases import Words
from telegram_avalon.rules import OPTIONS, PLOT_CARDS, Option
from telegram_avalon.rules.plot import DRAWS, MOST_IN_SMALL_DECK, deck
from telegram_avalon.rules.rulesets import (
    EVIL_PLAYERS,
    FEWEST_PLAYERS,
    MOST_PLAYERS,
    QUESTS,
    TWO_FAIL_PLAYERS,
    TWO_FAIL_QUEST,
    fails_needed,
    team_size,
)
from telegram_avalon.screens.board import TWO_FAILS
from telegram_avalon.screens.rulebook.plot_cards import OF_CARD
from telegram_avalon.screens.rulebook.topics import Table, Topic
from telegram_avalon.screens.screen import lines

FIGURES = {
    "fewest": FEWEST_PLAYERS,
    "most": MOST_PLAYERS,
    "two_fail_quest": TWO_FAIL_QUEST,
    "two_fail_players": TWO_FAIL_PLAYERS,
    "last_quest": QUESTS,
    "lady_players": OPTIONS[Option.LADY].players,
    "small_from": FEWEST_PLAYERS,
    "small_to": MOST_IN_SMALL_DECK,
    "small_deck": len(deck(FEWEST_PLAYERS)),
    "drawn_by_few": DRAWS[5],
    "drawn_by_some": DRAWS[7],
    "drawn_by_many": DRAWS[9],
}
"""What any phrase of the rules may name."""

_OF_TOPIC = {page.topic: PLOT_CARDS[card] for card, page in OF_CARD.items()}
ALL = range(FEWEST_PLAYERS, MOST_PLAYERS + 1)


def rows(table: Table, topic: Topic, players: int | None, t: Words) -> Markup:
    """The rows of *table* for all numbers of players, or for *players* alone."""
    return _ROWS[table](topic, players, t)


def _sides(_: Topic, players: int | None, t: Words) -> Markup:
    return _mine(players, t) if players else lines(*(_sides_with(n, t) for n in ALL))


def _teams(_: Topic, players: int | None, t: Words) -> Markup:
    if players:
        return _mine(players, t)
    note = t.html(
        "{mark} Quest {quest} fails only with two Fails.", mark=TWO_FAILS, quest=TWO_FAIL_QUEST
    )
    return lines(*(_teams_with(n, t) for n in ALL), note)


def _my_row(_: Topic, players: int | None, t: Words) -> Markup:
    return _mine(players, t) if players else Markup()


def _drawn(_: Topic, players: int | None, t: Words) -> Markup:
    numbers = [players] if players else ALL
    return lines(*(_draw(tuple(same), t) for _, same in groupby(numbers, DRAWS.__getitem__)))


def _deck(topic: Topic, players: int | None, t: Words) -> Markup:
    row = _OF_TOPIC[topic]
    if players:
        return _copies_with(players, deck(players).count(row.card), t)
    return lines(
        _copies(range(FEWEST_PLAYERS, MOST_IN_SMALL_DECK + 1), row.few, t),
        _copies(range(MOST_IN_SMALL_DECK + 1, MOST_PLAYERS + 1), row.many, t),
    )


_ROWS: dict[Table, Callable[[Topic, int | None, Words], Markup]] = {
    Table.SIDES: _sides,
    Table.TEAMS: _teams,
    Table.MINE: _my_row,
    Table.DRAWN: _drawn,
    Table.DECK: _deck,
}


def _sides_with(players: int, t: Words) -> Markup:
    evil = EVIL_PLAYERS[players]
    return t.html(
        "With {players}: {good} good, {evil} evil", players=players, good=players - evil, evil=evil
    )


def _teams_with(players: int, t: Words) -> Markup:
    # Translators: the team sizes of the five quests, as in: With 5: 2 · 3 · 2 · 3 · 3
    return t.html("With {players}: {sizes}", players=players, sizes=_sizes(players, t))


def _sizes(players: int, t: Words) -> str:
    return " · ".join(_size(players, quest, t) for quest in range(1, QUESTS + 1))


def _size(players: int, quest: int, t: Words) -> str:
    mark = TWO_FAILS if fails_needed(players, quest) > 1 else ""
    return f"{t.number(team_size(players, quest))}{mark}"


def _mine(players: int, t: Words) -> Markup:
    """All the figures of the reader's own table."""
    evil = EVIL_PLAYERS[players]
    figures = {"players": players, "good": players - evil, "evil": evil}
    sizes = _sizes(players, t)
    if players < TWO_FAIL_PLAYERS:
        return t.html(
            "👉 With {players}: {good} good, {evil} evil; teams {sizes}", sizes=sizes, **figures
        )
    return t.html(
        "👉 With {players}: {good} good, {evil} evil; teams {sizes}, quest {quest} needs two Fails",
        sizes=sizes,
        quest=TWO_FAIL_QUEST,
        **figures,
    )


def _draw(players: Iterable[int], t: Words) -> Markup:
    numbers = tuple(players)
    drawn, size = DRAWS[numbers[0]], len(deck(numbers[0]))
    if len(numbers) == 1:
        return t.html_n(
            "👉 With {players}: {n} card a round, from a deck of {deck}",
            "👉 With {players}: {n} cards a round, from a deck of {deck}",
            drawn,
            players=numbers[0],
            deck=size,
        )
    return t.html_n(
        "With {fewest}–{most}: {n} card a round, from a deck of {deck}",
        "With {fewest}–{most}: {n} cards a round, from a deck of {deck}",
        drawn,
        fewest=numbers[0],
        most=numbers[-1],
        deck=size,
    )


def _copies(players: range, copies: int, t: Words) -> Markup:
    figures = {"fewest": players[0], "most": players[-1]}
    if not copies:
        return t.html("With {fewest}–{most}: not in the deck", **figures)
    return t.html("With {fewest}–{most}: {n} in the deck", n=copies, **figures)


def _copies_with(players: int, copies: int, t: Words) -> Markup:
    if not copies:
        return t.html("👉 With {players}: not in the deck", players=players)
    return t.html("👉 With {players}: {n} in the deck", players=players, n=copies)
