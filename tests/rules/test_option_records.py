"""Stored games with options load for ever, as `test_records.py` says of those without.

Never write a file in `option_records/` anew.
"""

from pathlib import Path

import msgspec
import pytest

from telegram_avalon.rules import (
    Card,
    CardsLaid,
    Examining,
    Fact,
    Game,
    Giving,
    LadyUsed,
    OpinionsGiven,
    OpinionVoting,
    Option,
    Phase,
    PlotAsked,
    PlotCard,
    PlotDrawn,
    PlotGiven,
    PlotPassed,
    PlotUsed,
    Proposing,
    QuestPlayed,
    Role,
    Ruleset,
    Seat,
    Setup,
    TeamProposed,
    TeamVoted,
    World,
)
from tests.rules import test_records
from tests.rules.referee import Referee
from tests.rules.test_records import NO, YES, team
from tests.rules.test_variants import agree

RECORDS = Path(__file__).parent / "option_records"

SETUP = Setup(
    ruleset=Ruleset(
        frozenset(), World.RESISTANCE, frozenset({Option.LADY, Option.TARGETING, Option.PLOT_CARDS})
    ),
    deal=(
        Role.SERVANT,
        Role.SERVANT,
        Role.MINION,
        Role.SERVANT,
        Role.MINION,
        Role.SERVANT,
        Role.MINION,
    ),
    first_leader=Seat(0),
    plot_deck=(
        PlotCard.CLOSE_EYE,
        PlotCard.OPINION_MAKER,
        PlotCard.SPOTLIGHT,
        PlotCard.NO_CONFIDENCE,
        PlotCard.TAKE_RESPONSIBILITY,
        PlotCard.OVERHEARD,
        PlotCard.OPEN_UP,
        PlotCard.ESTABLISH_CONFIDENCE,
        PlotCard.STRONG_LEADER,
        PlotCard.CLOSE_EYE,
        PlotCard.OPINION_MAKER,
        PlotCard.OVERHEARD,
        PlotCard.NO_CONFIDENCE,
        PlotCard.STRONG_LEADER,
        PlotCard.NO_CONFIDENCE,
    ),
)

GIVEN: tuple[Fact, ...] = (
    PlotDrawn(Seat(0), (PlotCard.CLOSE_EYE, PlotCard.OPINION_MAKER)),
    PlotGiven(Seat(0), Seat(3), PlotCard.CLOSE_EYE),
    PlotGiven(Seat(0), Seat(1), PlotCard.OPINION_MAKER),
)
PROPOSED = TeamProposed(1, Seat(0), team(0, 4))
VOTED: tuple[Fact, ...] = (
    OpinionsGiven(1, Seat(0), team(0, 4), ((Seat(1), YES),)),
    TeamVoted(1, Seat(0), team(0, 4), (YES, YES, NO, NO, YES, YES, NO)),
)
ROUND_1: tuple[Fact, ...] = (
    *GIVEN,
    PROPOSED,
    *VOTED,
    CardsLaid(1, team(0, 4)),
    PlotUsed(PlotCard.CLOSE_EYE, Seat(3), Seat(4)),
    QuestPlayed(1, team(0, 4), 1, False),
)
ROUND_2: tuple[Fact, ...] = (
    PlotDrawn(Seat(1), (PlotCard.SPOTLIGHT, PlotCard.NO_CONFIDENCE)),
    PlotGiven(Seat(1), Seat(5), PlotCard.NO_CONFIDENCE),
    PlotGiven(Seat(1), Seat(6), PlotCard.SPOTLIGHT),
    TeamProposed(3, Seat(1), team(0, 1, 4)),
    OpinionsGiven(3, Seat(1), team(0, 1, 4), ((Seat(1), YES),)),
    TeamVoted(3, Seat(1), team(0, 1, 4), (YES,) * 7),
    PlotPassed(PlotCard.NO_CONFIDENCE, Seat(5)),
    PlotUsed(PlotCard.SPOTLIGHT, Seat(6), Seat(4)),
    QuestPlayed(3, team(0, 1, 4), 0, True, Seat(4), Card.SUCCESS),
)
ROUND_3: tuple[Fact, ...] = (
    LadyUsed(Seat(6), Seat(2)),
    PlotDrawn(Seat(2), (PlotCard.TAKE_RESPONSIBILITY, PlotCard.OVERHEARD)),
    PlotGiven(Seat(2), Seat(0), PlotCard.TAKE_RESPONSIBILITY),
    PlotUsed(PlotCard.TAKE_RESPONSIBILITY, Seat(0), Seat(5), PlotCard.NO_CONFIDENCE),
    PlotGiven(Seat(2), Seat(3), PlotCard.OVERHEARD),
    PlotUsed(PlotCard.OVERHEARD, Seat(3), Seat(4)),
)
SEEN = (Card.FAIL,)
UNASKED = ((Seat(5), PlotCard.NO_CONFIDENCE),)

GAMES = {
    "giving": Game(
        SETUP, GIVEN[:1], Giving((PlotCard.CLOSE_EYE, PlotCard.OPINION_MAKER), PlotCard.CLOSE_EYE)
    ),
    "opinionvoting": Game(SETUP, (*GIVEN, PROPOSED), OpinionVoting(team(0, 4), team(1), (None,))),
    "plotasked": Game(
        SETUP,
        ROUND_1[:-2],
        PlotAsked(PlotCard.CLOSE_EYE, Seat(3), (Card.SUCCESS, Card.FAIL)),
    ),
    "examining": Game(SETUP, (*ROUND_1, *ROUND_2), Examining(Seat(6)), SEEN, UNASKED),
    "proposing": Game(
        SETUP, (*ROUND_1, *ROUND_2, *ROUND_3), Proposing(team(0, 3), 4), SEEN, UNASKED
    ),
}


@pytest.mark.parametrize("name", GAMES)
def test_a_stored_game_with_options_loads(name: str) -> None:
    stored = (RECORDS / f"{name}.msgpack").read_bytes()

    assert GAMES[name] == msgspec.msgpack.decode(stored, type=Game)


@pytest.mark.parametrize("name", GAMES)
def test_a_stored_game_with_options_is_one_that_could_be_played(name: str) -> None:
    game = GAMES[name]
    referee = Referee(SETUP)

    referee.told(game.record, game)

    if name == "proposing":
        assert referee.question == ("proposing", 2, [2, 4])
    else:
        agree(referee, game)


def test_there_is_a_record_of_every_phase_with_and_without_options() -> None:
    assert {f"{name}.msgpack" for name in GAMES} == {path.name for path in RECORDS.iterdir()}
    kept = {type(game.phase) for game in (*GAMES.values(), *test_records.GAMES.values())}
    assert kept == set(Phase.__args__)
    facts = {type(fact) for game in GAMES.values() for fact in game.record}
    named = {type(fact) for game in test_records.GAMES.values() for fact in game.record}
    assert facts | named == set(Fact.__args__)
