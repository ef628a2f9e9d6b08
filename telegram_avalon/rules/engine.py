"""How the game goes on.

Rule 1: `apply` is the only way a game changes, and a refused command leaves it as it was.
Rule 2: every change of phase puts one fact on the record, in `settle`.
Rule 3: what comes after a fact is decided in `next_phase`, and nowhere else.
"""

from typing import TypeVar, assert_never

import msgspec

from telegram_avalon.rules import record as told
from telegram_avalon.rules.knowledge import check_seat, targets
from telegram_avalon.rules.model import (
    Aim,
    Assassinate,
    Assassinating,
    Card,
    CastVote,
    Command,
    Ending,
    Fact,
    Game,
    MerlinNamed,
    Over,
    Phase,
    Pick,
    PlayCard,
    Propose,
    Proposing,
    Questing,
    QuestPlayed,
    Seat,
    Setup,
    TeamProposed,
    TeamVoted,
    Unpick,
    Voting,
)
from telegram_avalon.rules.refusals import Reason, Refused
from telegram_avalon.rules.roles import STAND_INS, Role, Side, side
from telegram_avalon.rules.rulesets import (
    MOST_REJECTIONS,
    QUESTS_TO_WIN,
    fails_needed,
    team_size,
)

T = TypeVar("T")


def begin(setup: Setup) -> Game:
    """A game just dealt: the first leader picks a team."""
    return Game(setup, (), Proposing())


def apply(game: Game, command: Command) -> Game:
    """The game after *command*; the same game if it asks for what is so already.

    Raises `Refused` if the rules don't allow it now.
    """
    check_seat(game, command.seat)
    match game.phase:
        case Proposing() as phase:
            return _propose(game, phase, command)
        case Voting() as phase:
            return _vote(game, phase, command)
        case Questing() as phase:
            return _quest(game, phase, command)
        case Assassinating() as phase:
            return _assassinate(game, phase, command)
        case Over():
            raise Refused(Reason.GAME_OVER)
        case never:
            assert_never(never)


def next_phase(game: Game) -> Phase:
    """What is to be done after the last fact: the rulebook's pages on a round and on the end."""
    match game.record[-1]:
        case TeamProposed(team=team):
            return Voting(team, (None,) * game.players)
        case TeamVoted(team=team) as fact if fact.approved:
            return Questing(team, (None,) * len(team))
        case MerlinNamed(found=found):
            return (
                Over(Side.EVIL, Ending.MERLIN_FOUND)
                if found
                else Over(Side.GOOD, Ending.MERLIN_MISSED)
            )
    if told.failures(game.record) == QUESTS_TO_WIN:
        return Over(Side.EVIL, Ending.THREE_FAILS)
    if told.rejections(game.record) == MOST_REJECTIONS:
        return Over(Side.EVIL, Ending.FIVE_REJECTIONS)
    if told.successes(game.record) == QUESTS_TO_WIN:
        if Role.MERLIN in game.setup.deal:
            return Assassinating(assassin(game.setup))
        return Over(Side.GOOD, Ending.THREE_SUCCESSES)
    return Proposing()


def settle(game: Game, fact: Fact) -> Game:
    """Put *fact* on the record and go on to what follows from it."""
    noted = msgspec.structs.replace(game, record=(*game.record, fact))
    return msgspec.structs.replace(noted, phase=next_phase(noted))


def leader(game: Game) -> Seat:
    return told.leader(game.record, game.setup.first_leader, game.players)


def assassin(setup: Setup) -> Seat:
    """The seat that names Merlin: the Assassin's, or a stand-in's where none was dealt."""
    role = next(role for role in STAND_INS if role in setup.deal)
    return Seat(setup.deal.index(role))


def _propose(game: Game, phase: Proposing, command: Command) -> Game:
    if not isinstance(command, Pick | Unpick | Propose):
        raise Refused(Reason.NOT_THE_TIME)
    if command.seat != leader(game):
        raise Refused(Reason.NOT_LEADER)
    quest = told.current_quest(game.record)
    size = team_size(game.players, quest)
    match command:
        case Pick(member=member):
            check_seat(game, member)
            return _with_phase(game, Proposing(_picked(phase.team, member, size)))
        case Unpick(member=member):
            check_seat(game, member)
            return _with_phase(game, Proposing(tuple(s for s in phase.team if s != member)))
        case Propose(seat=seat):
            if len(phase.team) != size:
                raise Refused(Reason.TEAM_NOT_FULL)
            return settle(game, TeamProposed(quest, seat, phase.team))


def _picked(team: tuple[Seat, ...], member: Seat, size: int) -> tuple[Seat, ...]:
    if member in team:
        return team
    if len(team) == size:
        raise Refused(Reason.TEAM_FULL)
    return tuple(sorted((*team, member)))


def _vote(game: Game, phase: Voting, command: Command) -> Game:
    if not isinstance(command, CastVote):
        raise Refused(Reason.NOT_THE_TIME)
    votes = _put(phase.votes, command.seat, command.vote)
    cast = tuple(vote for vote in votes if vote is not None)
    if len(cast) < game.players:
        return _with_phase(game, Voting(phase.team, votes))
    quest = told.current_quest(game.record)
    return settle(game, TeamVoted(quest, leader(game), phase.team, cast))


def _quest(game: Game, phase: Questing, command: Command) -> Game:
    if not isinstance(command, PlayCard):
        raise Refused(Reason.NOT_THE_TIME)
    if command.seat not in phase.team:
        raise Refused(Reason.NOT_ON_TEAM)
    place = phase.team.index(command.seat)
    if phase.cards[place] not in (None, command.card):
        raise Refused(Reason.CARD_IS_DOWN)
    if command.card is Card.FAIL and side(game.setup.deal[command.seat]) is Side.GOOD:
        raise Refused(Reason.GOOD_MUST_SUCCEED)
    cards = _put(phase.cards, place, command.card)
    if None in cards:
        return _with_phase(game, Questing(phase.team, cards))
    quest = told.current_quest(game.record)
    fails = cards.count(Card.FAIL)
    succeeded = fails < fails_needed(game.players, quest)
    return settle(game, QuestPlayed(quest, phase.team, fails, succeeded))


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
