"""What a seat could do now, as commands that `apply` accepts.

A pressed button may still be refused (a good player sees both quest cards): this is what the rules
allow, not what a screen offers.
"""

from typing import assert_never

from telegram_avalon.rules import record as told
from telegram_avalon.rules.engine import leader
from telegram_avalon.rules.knowledge import check_seat, targets
from telegram_avalon.rules.model import (
    Aim,
    Assassinate,
    Assassinating,
    Card,
    CastVote,
    Command,
    Game,
    Over,
    Pick,
    PlayCard,
    Propose,
    Proposing,
    Questing,
    Seat,
    Unpick,
    Vote,
    Voting,
)
from telegram_avalon.rules.roles import Side, side
from telegram_avalon.rules.rulesets import team_size


def legal(game: Game, seat: Seat) -> tuple[Command, ...]:
    """All commands of *seat* that change the game now. Raises `Refused` for no such seat."""
    check_seat(game, seat)
    match game.phase:
        case Proposing(team=team):
            return _proposing(game, seat, team) if seat == leader(game) else ()
        case Voting(votes=votes):
            return tuple(CastVote(seat, vote) for vote in Vote if vote is not votes[seat])
        case Questing(team=team, cards=cards):
            if seat not in team or cards[team.index(seat)] is not None:
                return ()
            good = side(game.setup.deal[seat]) is Side.GOOD
            return tuple(PlayCard(seat, c) for c in Card if not (good and c is Card.FAIL))
        case Assassinating(assassin=assassin, aim=aim):
            return _assassinating(game, seat, aim) if seat == assassin else ()
        case Over():
            return ()
        case never:
            assert_never(never)


def _proposing(game: Game, seat: Seat, team: tuple[Seat, ...]) -> tuple[Command, ...]:
    off = tuple(Unpick(seat, member) for member in team)
    if len(team) == team_size(game.players, told.current_quest(game.record)):
        return (*off, Propose(seat))
    on = tuple(Pick(seat, Seat(s)) for s in range(game.players) if s not in team)
    return (*on, *off)


def _assassinating(game: Game, seat: Seat, aim: Seat | None) -> tuple[Command, ...]:
    named = targets(game.setup, seat)
    back = () if aim is None else (Aim(seat, None),)
    aims = tuple(Aim(seat, target) for target in named if target != aim)
    return (*aims, *back, *(Assassinate(seat, target) for target in named))
