"""Nothing secret shows: what a viewer reads is the same in all games they can't tell apart.

Twins (`tests/twins.py`) are two deals with one public course. Whatever the bot makes for a viewer,
their messages from any entry of the story on, the card, the answers to whatever they may press,
must be equal in both, byte for byte, and so must the order and the manner in which it comes.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, reduce
from itertools import islice
from random import Random

import pytest
from msgspec.structs import replace

from telegram_avalon.rules import (
    Command,
    Game,
    Over,
    Refused,
    Seat,
)
from telegram_avalon.screens import board, card, history, message, nudge, question, toasts
from telegram_avalon.screens.actions import Deed, Wish
from telegram_avalon.screens.characters import SAID, called
from telegram_avalon.table import Deafened, Table, deafen, hear, play, scene
from telegram_avalon.table.model import Notice
from tests.random_games import commands_of, setups, states
from tests.screens.reading import written
from tests.screens.scenes import ENGLISH, LINKS, NAMES, game_of, seated, seen, user, with_game
from tests.twins import Course, Viewer, random_course, twins, unfinished

COURSES = 208
"""Two of each number of players with each set of characters."""
LOOKS = 2
"""At how many moments a pair of twins is looked at closely."""
LATEST = 2
"""How many entries at a story's end are told in each way; once it is told from the start."""


@cache
def all_twins() -> list[tuple[Viewer, Course, Course]]:
    """Courses, each with up to two of its twins for the group and for two of the seats."""
    random = Random(11)
    found: list[tuple[Viewer, Course, Course]] = []
    for setup in setups(COURSES, random):
        course = random_course(setup, random)
        players = [Seat(seat) for seat in range(len(setup.deal))]
        for viewer in (None, *random.sample(players, 2)):
            some = islice(twins(course, viewer, random), 2)
            found += [(viewer, course, twin) for twin in some]
    return found


def pairs(course: Course, twin: Course) -> list[tuple[Table, Table]]:
    """The tables of two twins side by side, a player cut off and back on the way."""
    empty = seated(course.setup)
    return [
        (at_table(empty, game), at_table(empty, other)) for game, other in unfinished(course, twin)
    ]


def at_table(empty: Table, game: Game) -> Table:
    notices: tuple[Notice, ...] = (Deafened(1, Seat(1)),) if game.step >= 1 else ()
    people = list(empty.people)
    people[1] = replace(people[1], deaf=game.step in {1, 2})
    return replace(with_game(empty, game), notices=notices, people=tuple(people))


def looks(tables: list[tuple[Table, Table]], random: Random) -> list[tuple[Table, Table]]:
    """Some moments of a game, its last among them."""
    return [*random.sample(tables[:-1], min(LOOKS - 1, len(tables) - 1)), tables[-1]]


def test_all_messages_of_twins_are_equal() -> None:
    random = Random(12)
    phases: Counter[tuple[str, bool]] = Counter()
    for viewer, course, twin in all_twins():
        tables = pairs(course, twin)
        for table, other in looks(tables, random):
            phases[phase(table), viewer is None] += 1
            assert readable(table, viewer) == readable(other, viewer)
        table, other = tables[-1]
        assert whole_story(table, viewer) == whole_story(other, viewer)
    assert len(all_twins()) >= 1000
    assert {phase for phase, _ in phases} == {"Proposing", "Voting", "Questing", "Assassinating"}
    assert min(phases.values()) >= 20


def phase(table: Table) -> str:
    return type(game_of(table).phase).__name__


def whole_story(table: Table, viewer: Viewer) -> str:
    of, _ = seen(table, None if viewer is None else viewer + 1)
    return written(message(of, 0, False, ENGLISH, LINKS))


def readable(table: Table, viewer: Viewer) -> list[str]:
    """All that could be sent to *viewer* now: messages, replies to commands, the card."""
    of, view = seen(table, None if viewer is None else viewer + 1)
    entries = len(of.story)
    since = range(max(entries - LATEST, 0), entries + 1)
    messages = [message(of, start, False, ENGLISH, LINKS) for start in since]
    if viewer is not None:
        messages.append(message(of, entries, True, ENGLISH, LINKS))
    return [
        *map(written, messages),
        str(question(of)),
        str(board.whole(of, ENGLISH)),
        str(history.text(of, view, ENGLISH)),
        str(nudge.text(of, view, ENGLISH)),
        *([] if viewer is None else [card.alert(of, view, ENGLISH)]),
    ]


def test_twins_come_in_the_same_order_and_manner() -> None:
    """Move by move: what is asked, what is new, whether it rings, how soon an edit comes."""
    for viewer, course, twin in all_twins()[::12]:
        for table, other in pairs(course, twin):
            assert manner(table, viewer) == manner(other, viewer)


def manner(table: Table, viewer: Viewer) -> tuple[object, ...]:
    of, _ = seen(table, None if viewer is None else viewer + 1)
    screen = message(of, len(of.story), False, ENGLISH, LINKS)
    asks = question(of)
    return asks, screen.haste, screen.silent, screen.protected, screen.asks, screen.digest


def test_answers_to_presses_are_equal_in_twins() -> None:
    """Done or refused, now or too late: no toast tells more than the viewer knows."""
    random = Random(13)
    answers: Counter[str] = Counter()
    for viewer, course, twin in all_twins():
        if viewer is None:
            continue
        for table, other in looks(pairs(course, twin), random):
            game = game_of(table)
            tried: list[Deed] = [
                *random.sample(commands_of(viewer, game.players), 12),
                random.choice(list(Wish)),
            ]
            for deed in tried:
                step = game.step - random.choice([0, 0, 0, 1])
                said = answer(table, viewer, step, deed)
                assert said == answer(other, viewer, step, deed)
                answers[said] += 1
    assert len(answers) > 50


def answer(table: Table, viewer: Seat, step: int, deed: Deed) -> str:
    """The toast for a press of *viewer*."""
    who = user(viewer + 1)
    if not isinstance(deed, Command):
        return toasts.done(deed, scene(table, who), ENGLISH)
    try:
        after = play(table, who, step, lambda _: deed)
    except Refused as refused:
        return toasts.refused(refused.reason, scene(table, who), deed, ENGLISH)
    return toasts.done(deed, scene(after, who), ENGLISH)


def test_whom_telegram_refuses_a_question_tells_nobody_who_was_asked() -> None:
    """Whoever is asked turns out not to be reachable, comes back, and is lost again."""
    moments = differing = 0
    for viewer, course, twin in all_twins():
        for game, other in pairs(course, twin)[-3:]:
            refused = cut_off(game, viewer), cut_off(other, viewer)
            for table, in_twin in zip(*refused, strict=True):
                assert readable(table, viewer) == readable(in_twin, viewer)
                assert manner(table, viewer) == manner(in_twin, viewer)
            moments += 1
            differing += asked(game, viewer) != asked(other, viewer)
    assert moments > 1000
    assert differing > 100


def asked(table: Table, viewer: Viewer) -> list[int]:
    """Who were written to last, but for *viewer*: all whom the newest question was put to."""
    others = [p.id for p in table.people if viewer is None or p.id != user(viewer + 1)]
    newest = {one: question(scene(table, one)) for one in others}
    return [one for one in others if newest[one] == max(newest.values())]


def cut_off(table: Table, viewer: Viewer) -> tuple[Table, ...]:
    """*table* with all who are asked out of reach, back again, and out of reach again."""
    who = asked(table, viewer)
    lost = reduce(deafen, who, table)
    back = reduce(hear, who, lost)
    return lost, back, reduce(deafen, who, back)


def test_a_stranger_reads_what_the_group_reads() -> None:
    """Somebody who watches has no role, no knowledge and no question."""
    random = Random(14)
    for viewer, course, twin in all_twins()[::25]:
        if viewer is None:
            table, _ = random.choice(pairs(course, twin))
            assert scene(table, 999).view == scene(table, None).view


def test_before_the_end_no_group_text_ties_a_character_to_a_player() -> None:
    """Characters are named only where they are in play, and never in one line with a player."""
    random = Random(15)
    games = 0
    lines: Counter[str] = Counter()
    for setup in setups(200, random):
        games += 1
        in_play = {called(role, ENGLISH) for role in setup.deal}
        for table in before_the_end(seated(setup), states(setup, random)):
            for line in group_lines(table):
                named = {word for role in SAID if (word := called(role, ENGLISH)) in line}
                if named:
                    lines[line] += 1
                    assert named <= in_play
                    assert not any(name in line for name in NAMES)
                    assert "tg://user" not in line
    assert games == 200
    assert set(lines) == {
        "Evil has one chance left: to find Merlin.",
        "Talk! The Assassin is choosing.",
    }


def before_the_end(empty: Table, games: Iterator[Game]) -> Iterator[Table]:
    """One table for each step of a game, as far as its secrets are kept."""
    latest = -1
    for game in games:
        if game.step != latest and not isinstance(game.phase, Over):
            latest = game.step
            yield with_game(empty, game)


def group_lines(table: Table) -> list[str]:
    of, view = seen(table)
    text = "\n".join(
        [
            written(message(of, max(len(of.story) - LATEST, 0), False, ENGLISH, LINKS)),
            board.whole(of, ENGLISH),
            history.text(of, view, ENGLISH),
            nudge.text(of, view, ENGLISH),
        ]
    )
    return text.splitlines()


LEAKS: dict[str, Callable[[Table, Viewer], object]] = {
    "the deal": lambda table, _: game_of(table).setup.deal,
    "how many cards are down": lambda table, _: game_of(table).phase,
    "what the next seat reads": lambda table, viewer: readable(
        table, Seat(((viewer or 0) + 1) % game_of(table).players)
    ),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_the_twins_would_notice_a_leak(leak: str) -> None:
    """A screen that showed this too would differ between some twins."""
    shown = LEAKS[leak]
    random = Random(16)

    assert any(
        shown(table, viewer) != shown(other, viewer)
        for viewer, course, twin in all_twins()[::10]
        for table, other in looks(pairs(course, twin), random)
    )
