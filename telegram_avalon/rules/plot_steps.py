"""What is done with plot cards: given away by the leader, played, passed."""

import msgspec

from telegram_avalon.rules import record as told
from telegram_avalon.rules.asking import Choice, choices, must
from telegram_avalon.rules.commands import (
    AskAgain,
    ChooseCard,
    Command,
    GiveCard,
    PassCard,
    UseCard,
)
from telegram_avalon.rules.course import settle
from telegram_avalon.rules.knowledge import check_seat
from telegram_avalon.rules.model import Game, Giving, PlotAsked, PlotGiven, PlotPassed, PlotUsed
from telegram_avalon.rules.plot import PlotCard
from telegram_avalon.rules.refusals import Reason, Refused


def give(game: Game, phase: Giving, command: Command) -> Game:
    if not isinstance(command, ChooseCard | GiveCard):
        raise Refused(Reason.NOT_THE_TIME)
    if command.seat != told.leading(game):
        raise Refused(Reason.NOT_LEADER)
    if command.card not in phase.cards:
        raise Refused(Reason.CARD_NOT_DRAWN)
    if isinstance(command, ChooseCard):
        if command.card is phase.chosen:
            return game
        return msgspec.structs.replace(game, phase=Giving(phase.cards, command.card))
    check_seat(game, command.receiver)
    if command.receiver == command.seat:
        raise Refused(Reason.GIVE_TO_OTHERS)
    return settle(game, PlotGiven(command.seat, command.receiver, command.card))


def answer(game: Game, phase: PlotAsked, command: Command) -> Game:
    if not isinstance(command, UseCard | PassCard):
        raise Refused(Reason.NOT_THE_TIME)
    if command.seat != phase.seat:
        raise Refused(Reason.NOT_ASKED)
    if isinstance(command, UseCard):
        return _use(game, phase, command)
    if must(phase.card):
        raise Refused(Reason.MUST_PLAY)
    if command.lasting:
        unasked = tuple(sorted({*game.unasked, (phase.seat, phase.card)}))
        game = msgspec.structs.replace(game, unasked=unasked)
    return settle(game, PlotPassed(phase.card, phase.seat))


def ask_again(game: Game, command: AskAgain) -> Game:
    """Wanted or not, it takes effect where the card could be played next."""
    lifted = command.seat, command.card
    if lifted not in game.unasked:
        return game
    kept = tuple(one for one in game.unasked if one != lifted)
    return msgspec.structs.replace(game, unasked=kept)


def _use(game: Game, phase: PlotAsked, command: UseCard) -> Game:
    check_seat(game, command.target)
    if Choice(command.target, command.taken) not in choices(game, phase.card, phase.seat):
        raise Refused(Reason.NOT_A_CHOICE)
    if phase.card is PlotCard.CLOSE_EYE and command.target is not None:
        card = phase.cards[told.proposal(game.record).team.index(command.target)]
        game = msgspec.structs.replace(game, watched=(*game.watched, card))
    return settle(game, PlotUsed(phase.card, phase.seat, command.target, command.taken))
