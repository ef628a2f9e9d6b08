"""Nothing secret is handed over: two games that a viewer can't tell apart look the same to them."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice, pairwise
from random import Random

import msgspec
import pytest

from telegram_avalon.rules import (
    Aim,
    CastVote,
    Command,
    Game,
    Over,
    PlayCard,
    Questing,
    Reason,
    Role,
    Seat,
    Voting,
    apply,
    legal,
    view,
)
from tests.random_games import commands_of, outcome, seats, setups
from tests.twins import Course, Viewer, random_course, swapped, swaps, twins, unfinished

COURSES = 208
"""Two of each number of players with each set of characters."""


@cache
def all_twins() -> list[tuple[Viewer, Course, Course]]:
    """Courses, each with up to two of its twins for the public and for two of the seats."""
    random = Random(1)
    found: list[tuple[Viewer, Course, Course]] = []
    for setup in setups(COURSES, random):
        course = random_course(setup, random)
        for viewer in (None, *random.sample(seats(course.games[0]), 2)):
            some = islice(twins(course, viewer, random), 2)
            found += [(viewer, course, twin) for twin in some]
    return found


def side_by_side(every: int = 1) -> Iterator[tuple[Viewer, Game, Game]]:
    """Each game of twins with its other, move by move; or of some twins only."""
    for viewer, course, twin in all_twins()[::every]:
        for game, other in unfinished(course, twin):
            yield viewer, game, other


def test_twins_look_the_same_to_the_viewer_until_the_end() -> None:
    """The view of the one equals the view of the other after every single move."""
    viewers: Counter[Role | None] = Counter()
    phases: Counter[str] = Counter()
    for viewer, game, other in side_by_side():
        viewers[None if viewer is None else game.setup.deal[viewer]] += 1
        phases[type(game.phase).__name__] += 1

        assert game.setup != other.setup
        assert view(game, viewer) == view(other, viewer)
    assert len(all_twins()) >= 1000
    assert {None, *Role} == set(viewers)
    assert {"Proposing", "Voting", "Questing", "Assassinating"} == set(phases)


def test_twins_offer_the_viewer_the_same_commands() -> None:
    for viewer, game, other in side_by_side(every=3):
        if viewer is not None:
            assert legal(game, viewer) == legal(other, viewer)


def test_twins_answer_the_viewer_the_same_whatever_they_try() -> None:
    """Refusals are shown as toasts: a reason may tell no more than the view does."""
    random = Random(3)
    for viewer, game, other in side_by_side(every=4):
        if viewer is not None:
            for command in random.choices(commands_of(viewer, game.players), k=4):
                assert said(game, command) == said(other, command)


def said(game: Game, command: Command) -> Reason | bool:
    """Why *command* is refused, else whether it changed anything."""
    answer = outcome(game, command)
    return answer if isinstance(answer, Reason) else answer != game


def test_twins_share_their_public_course() -> None:
    """The same facts are on record, byte for byte, and the same votes lie there."""
    for _, game, other in side_by_side(every=4):
        assert msgspec.msgpack.encode(game.record) == msgspec.msgpack.encode(other.record)
        assert type(game.phase) is type(other.phase)
        if isinstance(game.phase, Voting):
            assert game.phase == other.phase


def test_what_others_do_in_secret_changes_nothing_for_the_viewer() -> None:
    """Which vote or card it is and whom the Assassin aims at is for those who do it only."""
    random = Random(4)
    for setup in setups(104, random):
        games = random_course(setup, random).games[:-1]
        for game in random.sample(games, 12):
            for seat in seats(game):
                moves = [m for m in legal(game, seat) if isinstance(m, PlayCard | Aim | CastVote)]
                after = [apply(game, move) for move in moves]
                if any(other.step != game.step for other in after):
                    continue
                for viewer in (None, *(other for other in seats(game) if other != seat)):
                    views = [view(other, viewer) for other in after]
                    assert views[1:] == views[:-1]


def test_a_card_that_is_down_is_not_even_counted() -> None:
    random = Random(5)
    for setup in setups(104, random):
        course = random_course(setup, random)
        for command, (game, after) in zip(course.commands, pairwise(course.games), strict=True):
            if isinstance(command, PlayCard) and isinstance(after.phase, Questing):
                for viewer in (None, *(s for s in seats(game) if s != command.seat)):
                    assert view(game, viewer) == view(after, viewer)


Leak = Callable[[Game, Viewer], object]

LEAKS: dict[str, Leak] = {
    "the deal": lambda game, _: game.setup.deal,
    "whose cards are down": lambda game, _: (
        [card is None for card in game.phase.cards] if isinstance(game.phase, Questing) else 0
    ),
    "who plays fail": lambda game, _: game.phase.cards if isinstance(game.phase, Questing) else 0,
    "who assassinates": lambda game, _: getattr(game.phase, "assassin", None),
    "what the next seat knows": lambda game, viewer: (
        view(game, Seat(((viewer or 0) + 1) % game.players)).knowledge
    ),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_the_twins_would_notice_a_leak(leak: str) -> None:
    """A view that also showed this would differ between some twins."""
    shown = LEAKS[leak]

    assert any(
        shown(game, viewer) != shown(other, viewer) for viewer, game, other in side_by_side()
    )


def test_swapped_seats_are_strangers_or_look_alike_to_the_viewer() -> None:
    random = Random(8)
    for setup in setups(208, random):
        for viewer in (None, *map(Seat, range(len(setup.deal)))):
            for pair in swaps(setup, viewer):
                assert viewer not in pair
                assert setup.deal != swapped(setup, pair).deal
                assert swapped(swapped(setup, pair), pair) == setup


def test_percival_can_not_tell_merlin_from_morgana() -> None:
    """The best known twins of all are among those that are compared."""
    random = Random(9)
    found = 0
    for setup in setups(624, random):
        if Role.PERCIVAL in setup.deal and Role.MORGANA in setup.deal:
            viewer = Seat(setup.deal.index(Role.PERCIVAL))
            pair = {Seat(setup.deal.index(role)) for role in (Role.MERLIN, Role.MORGANA)}
            found += any(pair == set(swap) for swap in swaps(setup, viewer))
    assert found > 100


def test_the_end_reveals_all_characters_to_everybody() -> None:
    random = Random(10)
    for setup in setups(104, random):
        over = random_course(setup, random).games[-1]

        assert isinstance(over.phase, Over)
        for viewer in (None, *seats(over)):
            assert setup.deal == view(over, viewer).deal
