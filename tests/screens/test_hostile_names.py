"""Names and titles may hold anything: every text stays one that Telegram takes and people can read.

Names come in through `clean_name`, as they do in the bot; nothing may depend on what is in them.
"""

from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest
import regex
from msgspec.structs import replace

from telegram_avalon.i18n.names import MOST_UNITS, clean_name, utf16_units
from telegram_avalon.playground.entities import ANSWER_LIMIT, TEXT_LIMIT
from telegram_avalon.rules import Reason, Role, Ruleset, Seat, Setup, deal_characters, legal
from telegram_avalon.screens import (
    Link,
    Screen,
    board,
    card,
    history,
    message,
    nudge,
    question,
    toasts,
)
from telegram_avalon.screens.actions import MOST_BYTES, Deed, Wish
from telegram_avalon.table import Page, Place, Table, cancel, deafen, scene, set_editing, turn_to
from tests.random_games import commands_of, states
from tests.screens.reading import isolates_balanced, plain, telegram
from tests.screens.scenes import (
    ENGLISH,
    LINKS,
    PLACE,
    game_of,
    lobby,
    people,
    seated,
    seen,
    user,
    with_game,
)

LONGEST = "q\u0301\u0302" * 21 + "q" * 30
"""Cleaned it is as long as a name can get: 64 units and the ellipsis."""

NAMES = [
    "<b>Anna</b>",
    "</tg-spoiler></b>",
    '<a href="tg://user?id=1">x</a>',
    "&amp; &lt; &#8237; &",
    "*b* _i_ `c` [x](http://y.z) ||s||",
    "{name} {0} {} {leader!r}",
    "%s %(name)d %",
    "\u202egnal\u202c \u2066x",
    "\u2069\u2069",
    "\u200b\u200e\u061c",
    "\u3164",
    "\u2800\u2800",
    " \u00a0 ",
    "\u0301\ufe0f",
    "😀" * 64,
    "👨‍👩‍👧‍👦" * 12,
    "Z" + "\u0301" * 200,
    "Ż̴͇̈́a̶̡͝l̸̬̈́g̷̱̈́ơ̶̧",
    "علی رضا",
    "می\u200cخواهم",
    "שלום <i>",
    "Béla",
    "Béla",
    "W" * 64,
    LONGEST,
    "\n/cancel\n",
    "1 Anna, 2 Béla",
    "☑️ Player 3",
    "\ud83d",
    "A\x00B\x1b[31m",
]

TABLES = [
    *(tuple(NAMES[i : i + 10]) for i in range(0, len(NAMES), 10)),
    (LONGEST,) * 10,
    ("&" * 64,) * 10,
    ("",) * 10,
]
TITLES = ["<b>Knights</b> & {group}", "\u3164", "\u202eشب شوالیه‌ها", LONGEST, "😀" * 64]
EVERYBODY = Ruleset(
    frozenset({Role.MERLIN, Role.PERCIVAL, Role.MORDRED, Role.MORGANA, Role.OBERON})
)


@pytest.fixture(params=range(len(TABLES)))
def which(request: pytest.FixtureRequest) -> int:
    return int(request.param)


@pytest.fixture
def names(which: int) -> list[str]:
    return [clean_name(name) for name in TABLES[which]]


@pytest.fixture
def place(which: int) -> Place:
    return replace(PLACE, title=clean_name(TITLES[which % len(TITLES)]))


def test_the_longest_name_is_as_long_as_a_name_can_get() -> None:
    assert utf16_units(clean_name(LONGEST)) == MOST_UNITS + 1


def test_lobbies(names: list[str], place: Place) -> None:
    sitting = lobby(names, "merlin percival mordred morgana oberon", place)
    tables = [
        *(lobby(names[:count], place=place) for count in range(11)),
        replace(lobby(place=place), invited=people(names)),
        replace(sitting, unreachable=people(names)),
        set_editing(sitting, True),
        *(turn_to(sitting, page) for page in Page),
    ]
    for table in tables:
        of = scene(table, None)
        screen = message(of, 0, False, ENGLISH, LINKS)

        check_screen(screen)
        for person in (*of.people, *of.invited):
            assert person.name in telegram(screen.text).text


def test_all_messages_of_a_game(names: list[str], place: Place) -> None:
    random = Random(21)
    for table in game_tables(names, place, random):
        for number in (None, *random.sample(range(1, 11), 3)):
            for screen in screens(table, number):
                check_screen(screen)


def test_everybody_is_named_where_all_seats_are(names: list[str], place: Place) -> None:
    """By number and by name; who has no name to show is called Player and the number."""
    tables = list(game_tables(names, place, Random(22)))
    over = screens(tables[-1], None)[0]
    dealt = screens(tables[0], None)[0]

    for screen in (over, dealt):
        text = telegram(screen.text).text
        for number, name in enumerate(names, start=1):
            assert f"{number}\u00a0\u2068{name or f'Player {number}'}\u2069" in text
    labels = [plain(button.label) for row in dealt.buttons for button in row]
    for number, name in enumerate(names, start=1):
        assert f"{number}\u00a0\u2068{name or f'Player {number}'}\u2069" in labels


def test_answers_to_presses(names: list[str], place: Place) -> None:
    random = Random(23)
    for table in game_tables(names, place, random):
        for number in random.sample(range(1, 11), 3):
            of, view = seen(table, number)
            check_answer(card.alert(of, view, ENGLISH))
            deeds: list[Deed] = [*legal(game_of(table), Seat(number - 1)), *Wish]
            for deed in deeds:
                check_answer(toasts.done(deed, of, ENGLISH), may_be_empty=True)
            deeds += random.sample(commands_of(Seat(number - 1), 10), 5)
            for reason in Reason:
                if reason not in {Reason.TOO_FEW_PLAYERS, Reason.CHARACTERS_DONT_FIT}:
                    check_answer(toasts.refused(reason, of, random.choice(deeds), ENGLISH))


def game_tables(names: list[str], place: Place, random: Random) -> Iterator[Table]:
    """Ten players through a game, at each step and some moments between; then cut off, cancelled.

    The last is over.
    """
    setup = ten(random)
    empty = seated(setup, names, place)
    games = list(states(setup, random))
    steps = [game for game, after in pairwise(games) if game.step != after.step]
    for game in (games[0], *random.sample(games, 15), *steps):
        yield with_game(empty, game)
    table = with_game(empty, games[-2])
    yield cancel(table)
    for number in range(1, 11):
        table = deafen(table, user(number))
    yield table
    yield with_game(empty, games[-1])


def ten(random: Random) -> Setup:
    return deal_characters(EVERYBODY, 10, random)


def screens(table: Table, number: int | None) -> list[Screen]:
    """What could be sent to a chat: the live message first, then others and answers to commands."""
    of, view = seen(table, number)
    entries = len(of.story)
    since = [max(question(of), 0), max(entries - 3, 0), entries]
    return [
        *(message(of, start, False, ENGLISH, LINKS) for start in since),
        *([message(of, entries, True, ENGLISH, LINKS)] if number else []),
        Screen(board.whole(of, ENGLISH)),
        Screen(history.text(of, view, ENGLISH)),
        Screen(nudge.text(of, view, ENGLISH)),
    ]


def check_screen(screen: Screen) -> None:
    shown = telegram(screen.text)

    check_text(str(screen.text))
    check_text(shown.text)
    assert utf16_units(shown.text) <= TEXT_LIMIT
    assert len(shown.entities) < 100
    assert "<" not in regex.sub(r"</?(b|a|tg-spoiler)\b[^<>]*>", "", screen.text)
    for button in (button for row in screen.buttons for button in row):
        check_text(button.label)
        assert plain(button.label) == button.label
        assert regex.search(r"[\p{L}\p{N}]", button.label)
        if isinstance(button, Link):
            assert button.url.startswith("https://t.me/")
        else:
            assert len(button.data.encode()) <= MOST_BYTES


def check_answer(text: str, *, may_be_empty: bool = False) -> None:
    check_text(text)
    assert text or may_be_empty
    assert utf16_units(text) <= ANSWER_LIMIT
    assert "&lt;" not in text or "&lt;" in "".join(NAMES)


def check_text(text: str) -> None:
    """No mark that bends what stands around it, every isolate closed again."""
    assert isolates_balanced(text)
    assert regex.search(r"[\u202a-\u202e\u2066\u2067\u200e\u200f\u061c\u200b\ufeff]", text) is None
    assert regex.search(r"[\p{Cs}\p{Co}\p{Cn}\x00-\x09\x0b-\x1f\x7f-\x9f]", text) is None
