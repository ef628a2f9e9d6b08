"""Nothing secret shows with the options either: the same for all games a viewer can't tell apart.

Besides twins by the deal (`tests/twins.py`) there are twins by the ballot: with anonymous votes, of
two games that differ only in who cast which vote the public and all others read the same.
"""

from collections import Counter
from functools import cache
from itertools import islice
from random import Random

import pytest

from telegram_avalon.rules import (
    LadyUsed,
    Option,
    Role,
    Seat,
    Setup,
    TeamVoted,
    World,
)
from telegram_avalon.rules.roles import side
from telegram_avalon.screens import lady
from telegram_avalon.screens.people import seated as called
from telegram_avalon.screens.seen import saw
from telegram_avalon.table import Table, cancel
from tests.random_games import commands_of, variant_setups
from tests.screens.reading import written
from tests.screens.scenes import ENGLISH, LINKS, game_of, moved, seated, seen, varied
from tests.screens.test_secrets import (
    answer,
    looks,
    manner,
    pairs,
    phase,
    readable,
    whole_story,
)
from tests.twins import Course, Viewer, random_course, swapped, twins

COURSES = 30
"""For each option."""
OPTIONS = [option for option in Option if option is not Option.PLOT_CARDS]


@cache
def all_twins(option: Option) -> list[tuple[Viewer, Course, Course]]:
    random = Random(31)
    found: list[tuple[Viewer, Course, Course]] = []
    for setup in variant_setups(COURSES * 4, random, option):
        if Option.PLOT_CARDS in setup.ruleset.options or len(found) >= COURSES * 3:
            continue
        course = random_course(setup, random)
        for viewer in (None, Seat(random.randrange(len(setup.deal)))):
            alike = (t for t in twins(course, viewer, random) if _shown_alike(course, t, viewer))
            found += [(viewer, course, twin) for twin in islice(alike, 2)]
    return found


def _shown_alike(course: Course, twin: Course, viewer: Viewer) -> bool:
    """Whether the Lady has shown the viewer the same in both."""
    looked = [
        fact.target
        for fact in course.games[-1].record
        if isinstance(fact, LadyUsed) and fact.holder == viewer
    ]
    return all(side(course.setup.deal[seat]) is side(twin.setup.deal[seat]) for seat in looked)


@pytest.mark.parametrize("option", OPTIONS)
def test_all_messages_of_twins_are_equal(option: Option) -> None:
    random = Random(32)
    phases: Counter[str] = Counter()
    for viewer, course, twin in all_twins(option):
        tables = pairs(course, twin)
        for table, other in looks(tables, random):
            phases[phase(table)] += 1
            assert readable(table, viewer) == readable(other, viewer)
            assert manner(table, viewer) == manner(other, viewer)
        table, other = tables[-1]
        assert whole_story(table, viewer) == whole_story(other, viewer)
    assert len(all_twins(option)) >= COURSES
    assert {"Proposing", "Voting", "Questing"} <= set(phases)
    assert option is not Option.LADY or "Examining" in _phases(option)


def _phases(option: Option) -> set[str]:
    return {
        phase(table) for _, course, twin in all_twins(option) for table, _ in pairs(course, twin)
    }


@pytest.mark.parametrize("option", OPTIONS)
def test_answers_to_presses_are_equal_in_twins(option: Option) -> None:
    random = Random(33)
    for viewer, course, twin in all_twins(option):
        if viewer is None:
            continue
        for table, other in looks(pairs(course, twin), random):
            game = game_of(table)
            for deed in random.sample(commands_of(viewer, game.players), 12):
                assert answer(table, viewer, game.step, deed) == answer(
                    other, viewer, game.step, deed
                )


FIVE = "merlin servant servant assassin minion"


@pytest.mark.parametrize("close", [False, True], ids=["running", "cancelled"])
def test_anonymous_votes_are_told_by_no_name(*, close: bool) -> None:
    """Whoever voted how: the public and those whose own vote is the same read the same."""
    table = varied(FIVE, Option.ANONYMOUS_VOTES)
    tables = [
        moved(table, f"team 1 2; votes {votes}") for votes in ("+++--", "+--++", "+-+-+", "++-+-")
    ]
    tables = [cancel(each) if close else each for each in tables]
    for viewer in (None, Seat(0)):
        read = [readable(each, viewer) for each in tables]
        assert read[1:] == read[:-1]
        assert [whole_story(each, viewer) for each in tables][1:] == [
            whole_story(each, viewer) for each in tables
        ][:-1]
    assert readable(tables[0], Seat(1)) != readable(tables[1], Seat(1))


def test_after_the_end_anonymous_votes_are_told_by_name() -> None:
    table = varied(FIVE, Option.ANONYMOUS_VOTES)
    over = moved(table, "; ".join(["team 1 2; votes +----"] * 5))

    facts = [fact for fact in seen(over)[0].story if isinstance(fact, TeamVoted)]

    assert len(facts) == 5
    assert "👍 1 · 👎 2 3 4 5" in "\n".join(readable(over, None))


def test_what_the_lady_showed_stays_on_the_card_of_who_looked_and_nowhere_else() -> None:
    deal = "merlin servant servant servant assassin minion minion"
    quests = "team 1 2; votes +++++++; cards ss; team 1 2 5; votes +++++++; cards ssf"
    evil, good = (
        moved(varied(deal, Option.LADY), f"{quests}; examine {target}; team 1 2 3")
        for target in (5, 4)
    )
    assert lines_of(evil, 7) == ["You saw: 5~‹Emil› is evil."]
    assert lines_of(good, 7) == ["You saw: 4~‹Dóra› is good."]
    for number in range(1, 7):
        assert lines_of(evil, number) == []


def lines_of(table: Table, number: int) -> list[str]:
    of, view = seen(table, number)
    return [
        str(line).replace("\u2068", "‹").replace("\u2069", "›").replace("\u00a0", "~")
        for line in (saw(one, called(of, one.seat, ENGLISH), ENGLISH) for one in view.seen)
    ]


def test_the_question_names_all_who_may_be_examined_whoever_they_are() -> None:
    """The same in all deals, once more when somebody is considered."""
    quests = "team 1 2; votes +++++++; cards ss; team 1 2 3; votes +++++++; cards sss"
    deals = (
        "merlin servant servant servant assassin minion minion",
        "minion merlin servant servant servant assassin minion",
    )
    tables = [moved(varied(deal, Option.LADY), quests) for deal in deals]
    asked = []
    for table in tables:
        of, view = seen(table, 7)
        question = lady.question(of, view, view.phase, ENGLISH, LINKS, Seat(4))  # type: ignore[arg-type]
        asked.append(written(question))
    assert asked[0] == asked[1]


def test_blind_spies_read_the_same_whoever_the_others_are() -> None:
    random = Random(34)
    read = 0
    for setup in variant_setups(40, random, Option.BLIND_SPIES):
        if Option.PLOT_CARDS in setup.ruleset.options:
            continue
        assert setup.ruleset.game is World.RESISTANCE
        spies = [Seat(s) for s, role in enumerate(setup.deal) if role is Role.MINION]
        viewer, other = spies[:2]
        servant = Seat(setup.deal.index(Role.SERVANT))
        assert read_at_the_start(setup, viewer) == read_at_the_start(
            swapped(setup, (other, servant)), viewer
        )
        read += 1
    assert read >= 10


def read_at_the_start(setup: Setup, viewer: Seat) -> list[str]:
    return readable(seated(setup), viewer)
