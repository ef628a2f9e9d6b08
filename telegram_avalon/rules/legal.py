"""What a seat could do now, as commands that `apply` accepts.

A pressed button may still be refused (a good player sees both quest cards): this is what the rules
allow, not what a screen offers.
"""

from typing import assert_never

from telegram_avalon.rules import lady, targeting
from telegram_avalon.rules import record as told
from telegram_avalon.rules.asking import choices, must
from telegram_avalon.rules.commands import (
    Aim,
    AskAgain,
    Assassinate,
    CastVote,
    ChooseCard,
    ChooseQuest,
    Command,
    Examine,
    GiveCard,
    PassCard,
    Pick,
    PlayCard,
    Propose,
    Unpick,
    UseCard,
)
from telegram_avalon.rules.engine import leader, may_fail
from telegram_avalon.rules.knowledge import check_seat, targets
from telegram_avalon.rules.model import (
    Assassinating,
    Card,
    Examining,
    Game,
    Giving,
    OpinionVoting,
    Over,
    PlotAsked,
    Proposing,
    Questing,
    Seat,
    Vote,
    Voting,
)
from telegram_avalon.rules.plot import in_order
from telegram_avalon.rules.rulesets import team_size


def legal(game: Game, seat: Seat) -> tuple[Command, ...]:
    """All commands of *seat* that change the game now. Raises `Refused` for no such seat."""
    check_seat(game, seat)
    if isinstance(game.phase, Over):
        return ()
    lifted = tuple(AskAgain(seat, card) for holder, card in game.unasked if holder == seat)
    return (*lifted, *_answers(game, seat))


def _answers(game: Game, seat: Seat) -> tuple[Command, ...]:
    """What *seat* can answer to the question of the phase."""
    match game.phase:
        case Proposing() as phase:
            return _proposing(game, seat, phase) if seat == leader(game) else ()
        case OpinionVoting(makers=makers, votes=votes):
            mine = dict(zip(makers, votes, strict=True))
            return _votes(seat, mine[seat]) if seat in mine else ()
        case Voting(votes=votes):
            return () if seat in told.opinions(game.record) else _votes(seat, votes[seat])
        case Questing(team=team, cards=cards):
            if seat not in team or cards[team.index(seat)] is not None:
                return ()
            failing = may_fail(game, seat)
            return tuple(PlayCard(seat, c) for c in Card if failing or c is not Card.FAIL)
        case Assassinating(assassin=assassin, aim=aim):
            return _assassinating(game, seat, aim) if seat == assassin else ()
        case Examining(holder=holder):
            named = lady.targets(game) if seat == holder else ()
            return tuple(Examine(seat, target) for target in named)
        case Giving() as phase:
            return _giving(game, seat, phase) if seat == leader(game) else ()
        case PlotAsked() as phase:
            return _asked(game, phase) if seat == phase.seat else ()
        case Over():
            return ()
        case never:
            assert_never(never)


def _proposing(game: Game, seat: Seat, phase: Proposing) -> tuple[Command, ...]:
    quest = targeting.quest(game)
    other = tuple(ChooseQuest(seat, q) for q in targeting.choices(game) if q != quest)
    if quest is None:
        return other
    off = tuple(Unpick(seat, member) for member in phase.team)
    if len(phase.team) == team_size(game.players, quest):
        return (*other, *off, Propose(seat))
    on = tuple(Pick(seat, Seat(s)) for s in range(game.players) if s not in phase.team)
    return (*other, *on, *off)


def _votes(seat: Seat, mine: Vote | None) -> tuple[Command, ...]:
    return tuple(CastVote(seat, vote) for vote in Vote if vote is not mine)


def _giving(game: Game, seat: Seat, phase: Giving) -> tuple[Command, ...]:
    cards = in_order(phase.cards)
    others = tuple(Seat(s) for s in range(game.players) if s != seat)
    return (
        *(ChooseCard(seat, card) for card in cards if card is not phase.chosen),
        *(GiveCard(seat, card, other) for card in cards for other in others),
    )


def _asked(game: Game, phase: PlotAsked) -> tuple[Command, ...]:
    uses = tuple(
        UseCard(phase.seat, way.target, way.taken) for way in choices(game, phase.card, phase.seat)
    )
    if must(phase.card):
        return uses
    return (*uses, PassCard(phase.seat), PassCard(phase.seat, lasting=True))


def _assassinating(game: Game, seat: Seat, aim: Seat | None) -> tuple[Command, ...]:
    named = targets(game.setup, seat)
    back = () if aim is None else (Aim(seat, None),)
    aims = tuple(Aim(seat, target) for target in named if target != aim)
    return (*aims, *back, *(Assassinate(seat, target) for target in named))
