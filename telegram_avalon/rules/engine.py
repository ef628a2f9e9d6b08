"""What players do, and when they may.

Rule 1: `apply` is the only way a game changes, and a refused command leaves it as it was.
Rule 2: every change of question puts a fact on the record, in `course.settle`.
Rule 3: what comes after a fact is decided in `course.follows`, and nowhere else.
"""

from typing import TypeVar, assert_never

import msgspec

from telegram_avalon.rules import lady, plot_steps, targeting
from telegram_avalon.rules import record as told
from telegram_avalon.rules.commands import (
    Aim,
    AskAgain,
    Assassinate,
    CastVote,
    ChooseQuest,
    Command,
    Examine,
    Pick,
    PlayCard,
    Propose,
    Unpick,
)
from telegram_avalon.rules.course import cards_are_down, follows, settle
from telegram_avalon.rules.knowledge import check_seat, targets
from telegram_avalon.rules.model import (
    Assassinating,
    Card,
    Examining,
    Fact,
    Game,
    Giving,
    LadyUsed,
    MerlinNamed,
    OpinionsGiven,
    OpinionVoting,
    Over,
    Phase,
    PlotAsked,
    Proposing,
    Questing,
    Seat,
    Setup,
    TeamProposed,
    TeamVoted,
    Voting,
)
from telegram_avalon.rules.options import Option
from telegram_avalon.rules.refusals import Reason, Refused
from telegram_avalon.rules.roles import Role, Side, side
from telegram_avalon.rules.rulesets import team_size

T = TypeVar("T")


def begin(setup: Setup) -> Game:
    """A game just dealt: the first leader has plot cards to give, or picks a team."""
    dealt = Game(setup, (), Proposing())
    first = follows(dealt)
    return settle(dealt, first) if isinstance(first, Fact) else dealt


def apply(game: Game, command: Command) -> Game:
    """The game after *command*; the same game if it asks for what is so already.

    Raises `Refused` if the rules don't allow it now.
    """
    check_seat(game, command.seat)
    if isinstance(command, AskAgain) and not isinstance(game.phase, Over):
        return plot_steps.ask_again(game, command)
    match game.phase:
        case Proposing() as phase:
            return _propose(game, phase, command)
        case OpinionVoting() as phase:
            return _vote_first(game, phase, command)
        case Voting() as phase:
            return _vote(game, phase, command)
        case Questing() as phase:
            return _quest(game, phase, command)
        case Assassinating() as phase:
            return _assassinate(game, phase, command)
        case Examining() as phase:
            return _examine(game, phase, command)
        case Giving() as phase:
            return plot_steps.give(game, phase, command)
        case PlotAsked() as phase:
            return plot_steps.answer(game, phase, command)
        case Over():
            raise Refused(Reason.GAME_OVER)
        case never:
            assert_never(never)


def leader(game: Game) -> Seat:
    return told.leading(game)


def _propose(game: Game, phase: Proposing, command: Command) -> Game:
    if not isinstance(command, ChooseQuest | Pick | Unpick | Propose):
        raise Refused(Reason.NOT_THE_TIME)
    if command.seat != leader(game):
        raise Refused(Reason.NOT_LEADER)
    quest = targeting.quest(game)
    if isinstance(command, ChooseQuest):
        return game if command.quest == quest else _choose_quest(game, command.quest)
    if quest is None:
        raise Refused(Reason.CHOOSE_QUEST_FIRST)
    size = team_size(game.players, quest)
    match command:
        case Pick(member=member):
            check_seat(game, member)
            return _with_team(game, phase, _picked(phase.team, member, size))
        case Unpick(member=member):
            check_seat(game, member)
            return _with_team(game, phase, tuple(s for s in phase.team if s != member))
        case Propose(seat=seat):
            if len(phase.team) != size:
                raise Refused(Reason.TEAM_NOT_FULL)
            return settle(game, TeamProposed(quest, seat, phase.team))


def _choose_quest(game: Game, quest: int) -> Game:
    """Another quest takes another team: it is picked anew."""
    if quest not in targeting.choices(game):
        raise Refused(Reason.QUEST_NOT_OPEN)
    return _with_phase(game, Proposing((), quest))


def _with_team(game: Game, phase: Proposing, team: tuple[Seat, ...]) -> Game:
    return _with_phase(game, Proposing(team, phase.quest))


def _picked(team: tuple[Seat, ...], member: Seat, size: int) -> tuple[Seat, ...]:
    if member in team:
        return team
    if len(team) == size:
        raise Refused(Reason.TEAM_FULL)
    return tuple(sorted((*team, member)))


def _vote_first(game: Game, phase: OpinionVoting, command: Command) -> Game:
    """The Opinion Makers' votes, shown together when the last is in."""
    if not isinstance(command, CastVote):
        raise Refused(Reason.NOT_THE_TIME)
    if command.seat not in phase.makers:
        raise Refused(Reason.OPINION_MAKERS_FIRST)
    votes = _put(phase.votes, phase.makers.index(command.seat), command.vote)
    cast = tuple(vote for vote in votes if vote is not None)
    if len(cast) < len(phase.makers):
        return _with_phase(game, OpinionVoting(phase.team, phase.makers, votes))
    team = told.proposal(game.record)
    shown = tuple(zip(phase.makers, cast, strict=True))
    return settle(game, OpinionsGiven(team.quest, team.leader, team.team, shown))


def _vote(game: Game, phase: Voting, command: Command) -> Game:
    if not isinstance(command, CastVote):
        raise Refused(Reason.NOT_THE_TIME)
    if told.opinions(game.record).get(command.seat, command.vote) is not command.vote:
        raise Refused(Reason.VOTE_STANDS)
    votes = _put(phase.votes, command.seat, command.vote)
    cast = tuple(vote for vote in votes if vote is not None)
    if len(cast) < game.players:
        return _with_phase(game, Voting(phase.team, votes))
    team = told.proposal(game.record)
    return settle(game, TeamVoted(team.quest, team.leader, team.team, cast))


def _quest(game: Game, phase: Questing, command: Command) -> Game:
    if not isinstance(command, PlayCard):
        raise Refused(Reason.NOT_THE_TIME)
    if command.seat not in phase.team:
        raise Refused(Reason.NOT_ON_TEAM)
    place = phase.team.index(command.seat)
    if phase.cards[place] not in (None, command.card):
        raise Refused(Reason.CARD_IS_DOWN)
    if command.card is Card.FAIL and not may_fail(game, command.seat):
        raise Refused(Reason.GOOD_MUST_SUCCEED)
    cards = _put(phase.cards, place, command.card)
    laid = _with_phase(game, Questing(phase.team, cards))
    return laid if None in cards else settle(laid, cards_are_down(laid))


def may_fail(game: Game, seat: Seat) -> bool:
    """Whether *seat* may play Fail."""
    return game.plays(Option.GOOD_MAY_FAIL) or side(game.setup.deal[seat]) is Side.EVIL


def _examine(game: Game, phase: Examining, command: Command) -> Game:
    if not isinstance(command, Examine):
        raise Refused(Reason.NOT_THE_TIME)
    if command.seat != phase.holder:
        raise Refused(Reason.NOT_ASKED)
    check_seat(game, command.target)
    if command.target not in lady.targets(game):
        raise Refused(Reason.NOT_A_CHOICE)
    return settle(game, LadyUsed(phase.holder, command.target))


def _assassinate(game: Game, phase: Assassinating, command: Command) -> Game:
    if not isinstance(command, Aim | Assassinate):
        raise Refused(Reason.NOT_THE_TIME)
    if command.seat != phase.assassin:
        raise Refused(Reason.NOT_ASSASSIN)
    if command.target is not None and command.target not in targets(game.setup, phase.assassin):
        raise Refused(Reason.NOT_A_TARGET)
    match command:
        case Aim(target=target):
            return _with_phase(game, Assassinating(phase.assassin, target))
        case Assassinate(seat=seat, target=target):
            found = game.setup.deal[target] is Role.MERLIN
            return settle(game, MerlinNamed(seat, target, found))


def _with_phase(game: Game, phase: Phase) -> Game:
    return game if phase == game.phase else msgspec.structs.replace(game, phase=phase)


def _put(values: tuple[T | None, ...], place: int, value: T) -> tuple[T | None, ...]:
    return (*values[:place], value, *values[place + 1 :])
