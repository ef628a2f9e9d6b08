"""Telegram's limits, in every language and in any two, with the longest names there are."""

from collections.abc import Iterator
from functools import cache
from itertools import permutations

import pytest
from markupsafe import Markup

from telegram_avalon.i18n.catalogs import Catalogs, load_catalogs
from telegram_avalon.i18n.names import MOST_UNITS, clean_name, utf16_units
from telegram_avalon.playground.entities import ANSWER_LIMIT, TEXT_LIMIT
from telegram_avalon.screens import Link, Screen, board, history, message
from telegram_avalon.screens.actions import MOST_BYTES
from telegram_avalon.table import Table, cancel, deafen
from tests.screens.golden import TEN, Shown, names_of, parts_of
from tests.screens.reading import isolates_balanced, plain, telegram
from tests.screens.scenes import LINKS, called, dealt, moved, seen, user

LANGUAGES = load_catalogs().languages
PAIRS = ["+".join(pair) for pair in permutations(LANGUAGES, 2)]
MOST_LABEL_UNITS = 100
"""More is cut by every client; a name alone may take 65."""

LONGEST = [
    clean_name(name)
    for name in (
        "q\u0301\u0302" * 21 + "q" * 30,
        "👨‍👩‍👧‍👦" * 12,
        '"' * 64,
        "Z" + "\u0301" * 200,
        "\u3164",
    )
]


@cache
def catalogs() -> Catalogs:
    return load_catalogs()


def test_a_name_can_be_no_longer() -> None:
    assert utf16_units(LONGEST[0]) == MOST_UNITS + 1


@pytest.mark.parametrize(
    ("language", "name"),
    [(each, name) for each in (*LANGUAGES, *PAIRS) for name in names_of(each)],
)
def test_every_screen_keeps_within_the_limits(language: str, name: str) -> None:
    for names in ([LONGEST[0]] * 10, LONGEST * 2):
        with called(names, LONGEST[0]):
            for title, shown in parts_of(catalogs(), language, name):
                check(shown, title)


def longest_game() -> Iterator[Table]:
    """Five quests, each after four rejected teams, and Merlin named in the end."""
    table = dealt(TEN, [LONGEST[0]] * 10)
    yield table
    teams = ["1 2 7", "1 2 3 7", "1 2 3 7", "1 2 3 7 8", "1 2 3 4 5"]
    cards = ["ssf", "ssss", "sssf", "sssss", "sssss"]
    for team, laid in zip(teams, cards, strict=True):
        for vote in ["+----+----"] * 4 + ["++++++----"]:
            table = moved(table, f"team {team}")
            yield table
            table = moved(table, f"votes {vote}")
            yield table
        table = moved(table, f"cards {laid}")
        yield table


@pytest.mark.parametrize("language", [*LANGUAGES, *PAIRS])
def test_the_longest_game_keeps_within_the_limits(language: str) -> None:
    t = catalogs().words(*language.split("+"))
    tables = list(longest_game())
    with called([LONGEST[0]] * 10, LONGEST[0]):
        for table in (*tables[::4], *tables[-3:], cancel(tables[-2]), deaf(tables[-2])):
            of, view = seen(table)
            for since in (0, len(of.story) // 2, len(of.story) - 1):
                check(message(of, since, False, t, LINKS), "message")
            check(board.whole(of, t), "board")
            check(history.text(of, view, t), "history")


def deaf(table: Table) -> Table:
    for number in range(1, 11):
        table = deafen(table, user(number))
    return table


def check(shown: Shown, title: str) -> None:
    match shown:
        case Screen():
            check_message(shown.text, title)
            check_buttons(shown, title)
        case Markup():
            check_message(shown, title)
        case dict():
            check_answers(list(shown.values()), title)
        case list():
            check_answers(shown, title)
        case _:
            check_answers([shown], title)


def check_message(text: Markup, title: str) -> None:
    read = telegram(text).text
    assert read, title
    assert utf16_units(read) <= TEXT_LIMIT, title
    assert isolates_balanced(text), title
    check_marks(text, title)


def check_answers(answers: list[str], title: str) -> None:
    for answer in answers:
        assert 0 < utf16_units(answer) <= ANSWER_LIMIT, (title, answer)
        assert isolates_balanced(answer), (title, answer)
        check_marks(answer, title)


def check_buttons(screen: Screen, title: str) -> None:
    for button in (button for row in screen.buttons for button in row):
        assert 0 < utf16_units(button.label) <= MOST_LABEL_UNITS, (title, button.label)
        assert isolates_balanced(button.label), (title, button.label)
        assert plain(button.label) == button.label
        check_marks(button.label, title)
        if not isinstance(button, Link):
            assert len(button.data.encode()) <= MOST_BYTES, button.data


def check_marks(text: str, title: str) -> None:
    """A mark stands where a line begins, and nowhere else."""
    for line in Markup(text.replace("<tg-spoiler>", "")).splitlines():
        assert "\u200f" not in line[1:], (title, line)
