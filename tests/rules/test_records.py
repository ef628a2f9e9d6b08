"""Stored games load for ever: one of each phase, as bytes written by the first version.

Never write a file in `records/` anew. A record that no longer loads, or loads as something else,
means that running games would be lost: give new fields a default instead.
"""

from pathlib import Path

import msgspec
import pytest

from telegram_avalon.rules import (
    Assassinating,
    Card,
    Ending,
    Fact,
    Game,
    MerlinNamed,
    Over,
    Proposing,
    Questing,
    QuestPlayed,
    Role,
    Ruleset,
    Seat,
    Setup,
    Side,
    TeamProposed,
    TeamVoted,
    Vote,
    Voting,
)
from tests.rules import rulebook

RECORDS = Path(__file__).parent / "records"

YES, NO = Vote.APPROVE, Vote.REJECT

SETUP = Setup(
    ruleset=Ruleset(frozenset({Role.MERLIN, Role.PERCIVAL, Role.MORGANA, Role.OBERON})),
    deal=(
        Role.MORGANA,
        Role.SERVANT,
        Role.MERLIN,
        Role.ASSASSIN,
        Role.PERCIVAL,
        Role.OBERON,
        Role.SERVANT,
    ),
    first_leader=Seat(5),
)


def team(*seats: int) -> tuple[Seat, ...]:
    return tuple(Seat(seat) for seat in seats)


ROUND_1: tuple[Fact, ...] = (
    TeamProposed(1, Seat(5), team(4, 5)),
    TeamVoted(1, Seat(5), team(4, 5), (NO, NO, NO, YES, YES, YES, NO)),
    TeamProposed(1, Seat(6), team(2, 6)),
    TeamVoted(1, Seat(6), team(2, 6), (YES, YES, YES, NO, NO, YES, YES)),
    QuestPlayed(1, team(2, 6), 0, True),
)
ROUND_2: tuple[Fact, ...] = (
    TeamProposed(2, Seat(0), team(0, 2, 6)),
    TeamVoted(2, Seat(0), team(0, 2, 6), (YES,) * 7),
    QuestPlayed(2, team(0, 2, 6), 1, False),
)
ROUND_3: tuple[Fact, ...] = (
    TeamProposed(3, Seat(1), team(1, 2, 6)),
    TeamVoted(3, Seat(1), team(1, 2, 6), (NO, YES, YES, NO, YES, NO, YES)),
    QuestPlayed(3, team(1, 2, 6), 0, True),
)
ROUND_4: tuple[Fact, ...] = (
    TeamProposed(4, Seat(2), team(1, 2, 3, 6)),
    TeamVoted(4, Seat(2), team(1, 2, 3, 6), (YES,) * 7),
    QuestPlayed(4, team(1, 2, 3, 6), 1, True),
)
NAMED = MerlinNamed(Seat(3), Seat(2), True)

GAMES = {
    "proposing": Game(SETUP, ROUND_1, Proposing(team(0, 6))),
    "voting": Game(SETUP, ROUND_1[:1], Voting(team(4, 5), (None, NO, None, YES, None, None, NO))),
    "questing": Game(
        SETUP, (*ROUND_1, *ROUND_2[:2]), Questing(team(0, 2, 6), (Card.FAIL, None, Card.SUCCESS))
    ),
    "assassinating": Game(
        SETUP, (*ROUND_1, *ROUND_2, *ROUND_3, *ROUND_4), Assassinating(Seat(3), Seat(5))
    ),
    "over": Game(
        SETUP,
        (*ROUND_1, *ROUND_2, *ROUND_3, *ROUND_4, NAMED),
        Over(Side.EVIL, Ending.MERLIN_FOUND),
    ),
}


@pytest.mark.parametrize("name", GAMES)
def test_a_stored_game_of_each_phase_loads(name: str) -> None:
    stored = (RECORDS / f"{name}.msgpack").read_bytes()

    assert GAMES[name] == msgspec.msgpack.decode(stored, type=Game)


@pytest.mark.parametrize("name", GAMES)
def test_a_stored_game_is_one_that_could_be_played(name: str) -> None:
    game = GAMES[name]

    stands = rulebook.follow(SETUP.deal, SETUP.first_leader, game.record)

    assert stands.phase == name == type(game.phase).__name__.lower()


def test_there_is_a_record_of_every_phase() -> None:
    assert {f"{name}.msgpack" for name in GAMES} == {path.name for path in RECORDS.iterdir()}
