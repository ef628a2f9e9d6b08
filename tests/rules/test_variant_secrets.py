"""Nothing secret is handed over with any set of options: twins, and what single players have seen.

See `test_secrets.py` for the idea.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations, islice, pairwise
from random import Random

import msgspec
import pytest

from telegram_avalon.rules import (
    CardSeen,
    Game,
    OpinionsGiven,
    Option,
    Over,
    PlotAsked,
    Seat,
    SideSeen,
    World,
    begin,
    legal,
    view,
)
from tests.random_games import any_command, seats, variant_setups
from tests.rules import rulebook
from tests.rules.test_secrets import said
from tests.twins import (
    Course,
    Viewer,
    learnt,
    random_course,
    twins,
    unfinished,
    with_votes_swapped,
)

COURSES = 1152
"""One of each number of players with each game and set of options."""


def all_twins(random: Random) -> Iterator[tuple[Viewer, Course, Course]]:
    """Courses, each with a twin for one viewer, or for two."""
    for setup in variant_setups(COURSES, random):
        course = random_course(setup, random)
        for viewer in random.sample([None, *seats(course.games[0])], 2):
            for twin in islice(twins(course, viewer, random), 1):
                yield viewer, course, twin


def test_twins_look_the_same_to_the_viewer_until_the_end() -> None:
    """Seen, offered and answered: at each new question, and now and then in between."""
    random = Random(61)
    phases: Counter[str] = Counter()
    options: Counter[Option] = Counter()
    found = shown = 0
    for viewer, course, twin in all_twins(random):
        found += 1
        shown += bool(learnt(course, viewer))
        options.update(course.setup.ruleset.options)
        step = -1
        for game, other in unfinished(course, twin):
            if game.step != step or random.random() < 0.1:
                step = game.step
                phases[type(game.phase).__name__] += 1
                look_the_same(game, other, viewer, random)
    assert found >= 1000
    assert shown > 100
    assert min(options[option] for option in Option) > 100
    assert len(phases) == 8


def look_the_same(game: Game, other: Game, viewer: Viewer, random: Random) -> None:
    assert view(game, viewer) == view(other, viewer)
    assert msgspec.msgpack.encode(game.record) == msgspec.msgpack.encode(other.record)
    assert type(game.phase) is type(other.phase)
    if viewer is not None:
        assert legal(game, viewer) == legal(other, viewer)
        command = msgspec.structs.replace(any_command(game.players, random), seat=viewer)
        assert said(game, command) == said(other, command)


LEAKS: dict[str, Callable[[Game, Viewer], object]] = {
    "the cards that somebody may look at": lambda game, _: (
        game.phase.cards if isinstance(game.phase, PlotAsked) else 0
    ),
    "the cards that somebody looked at": lambda game, _: game.watched,
    "what the next seat has seen": lambda game, viewer: (
        view(game, Seat(((viewer or 0) + 1) % game.players)).seen
    ),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_the_twins_would_notice_a_leak(leak: str) -> None:
    shown = LEAKS[leak]

    assert any(
        shown(game, viewer) != shown(other, viewer)
        for viewer, course, twin in all_twins(Random(68))
        for game, other in unfinished(course, twin)
    )


def test_whose_anonymous_votes_they_are_nobody_else_can_tell() -> None:
    """Two players who vote as the other does leave the same to see for everybody else."""
    random = Random(63)
    differed = 0
    for setup in variant_setups(192, random, Option.ANONYMOUS_VOTES):
        course = random_course(setup, random)
        opinions = [f for f in course.games[-1].record if isinstance(f, OpinionsGiven)]
        open_voters = {seat for fact in opinions for seat, _ in fact.votes}
        secret = [seat for seat in seats(course.games[0]) if seat not in open_voters]
        pair = random.choice(list(combinations(secret, 2)))
        other = with_votes_swapped(course, pair)
        viewers = [None, *(seat for seat in seats(course.games[0]) if seat not in pair)]
        for one, two in unfinished(course, other):
            differed += one.record != two.record
            viewer = random.choice(viewers)
            assert view(one, viewer).record == view(two, viewer).record
    assert differed > 1000


def test_nobody_can_tell_in_which_order_the_plot_cards_lie() -> None:
    random = Random(64)
    for setup in variant_setups(96, random, Option.PLOT_CARDS):
        course = random_course(setup, random)
        cut = random.randrange(len(course.commands))
        drawn = len([c for f in course.games[cut].record for c in getattr(f, "cards", ())])
        deck = setup.plot_deck
        below = random.sample(deck[drawn:], len(deck) - drawn)
        other = Course(
            msgspec.structs.replace(setup, plot_deck=(*deck[:drawn], *below)),
            course.commands[:cut],
        )
        for viewer in (None, *seats(other.games[-1])):
            assert view(course.games[cut], viewer) == view(other.games[-1], viewer)


def test_what_a_player_has_seen_is_what_was_there_and_stays() -> None:
    """Told by the commands alone: dealt sides and the quest cards that were played."""
    random = Random(65)
    kinds: Counter[str] = Counter()
    for setup in variant_setups(576, random):
        course = random_course(setup, random)
        last = course.games[-1]
        for seat in seats(last):
            seen = view(last, seat).seen
            assert [_as_shown(one) for one in seen] == learnt(course, seat)
            kinds.update(type(one).__name__ for one in seen)
        for before, after in pairwise(random.sample(course.games, 2)):
            first, second = sorted((before, after), key=lambda game: game.step)
            for seat in seats(last):
                earlier = view(first, seat).seen
                assert view(second, seat).seen[: len(earlier)] == earlier
        assert view(last, None).seen == ()
    assert min(kinds[kind] for kind in ("SideSeen", "CardSeen")) > 100


def _as_shown(one: SideSeen | CardSeen) -> object:
    return one.side == "evil" if isinstance(one, SideSeen) else one.card


@pytest.mark.parametrize("world", World)
def test_knowledge_at_the_deal_is_the_rulebooks_and_no_option_changes_it(world: World) -> None:
    random = Random(66)
    for setup in variant_setups(384, random):
        if setup.ruleset.game is world:
            blind = Option.BLIND_SPIES in setup.ruleset.options
            for seat in range(len(setup.deal)):
                seen = view(begin(setup), Seat(seat))
                known = seen.knowledge
                assert rulebook.learns(setup.deal, seat, blind) == (
                    seen.role,
                    known.evil,
                    known.merlins,
                    known.assassinates,
                )


def test_the_end_reveals_all() -> None:
    random = Random(67)
    for setup in variant_setups(96, random):
        over = random_course(setup, random).games[-1]

        assert isinstance(over.phase, Over)
        for viewer in (None, *seats(over)):
            assert setup.deal == view(over, viewer).deal
            assert over.record == view(over, viewer).record
