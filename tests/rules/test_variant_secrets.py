"""Nothing secret is handed over with any set of options: twins, and what single players have seen.

See `test_secrets.py` for the idea.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
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


@cache
def all_twins() -> list[tuple[Viewer, Course, Course]]:
    """Courses, each with a twin for one viewer."""
    random = Random(61)
    found: list[tuple[Viewer, Course, Course]] = []
    for setup in variant_setups(COURSES, random):
        course = random_course(setup, random)
        for viewer in random.sample([None, *seats(course.games[0])], 3):
            found += [(viewer, course, twin) for twin in islice(twins(course, viewer, random), 1)]
    return found


def side_by_side(every: int = 1) -> Iterator[tuple[Viewer, Game, Game]]:
    for viewer, course, twin in all_twins()[::every]:
        for game, other in unfinished(course, twin):
            yield viewer, game, other


def test_twins_look_the_same_to_the_viewer_until_the_end() -> None:
    phases: Counter[str] = Counter()
    options: Counter[Option] = Counter()
    shown = 0
    for viewer, course, _ in all_twins():
        options.update(course.setup.ruleset.options)
        shown += bool(learnt(course, viewer))
    last = None
    for viewer, game, other in side_by_side():
        phases[type(game.phase).__name__] += 1
        if game.step != last or game.step % 4 == 0:
            assert view(game, viewer) == view(other, viewer)
        last = game.step
    assert len(all_twins()) >= 1000
    assert min(options[option] for option in Option) > 100
    assert shown > 100
    assert len(phases) == 8


def test_twins_offer_and_answer_the_viewer_the_same() -> None:
    random = Random(62)
    for viewer, game, other in side_by_side(every=6):
        if viewer is not None:
            assert legal(game, viewer) == legal(other, viewer)
            command = msgspec.structs.replace(any_command(game.players, random), seat=viewer)
            assert said(game, command) == said(other, command)


def test_twins_share_their_public_course() -> None:
    """The same facts are on record, byte for byte."""
    for _, game, other in side_by_side(every=6):
        assert msgspec.msgpack.encode(game.record) == msgspec.msgpack.encode(other.record)
        assert type(game.phase) is type(other.phase)


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
