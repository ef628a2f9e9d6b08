"""Targeting: the leader also chooses which quest is to go on.

Persian page, Targeting; that the fifth takes two *successful* quests: both Hungarian rulebooks.
"""

from telegram_avalon.rules import record as told
from telegram_avalon.rules.model import (
    Game,
    OpinionVoting,
    PlotAsked,
    Proposing,
    Questing,
    Voting,
)
from telegram_avalon.rules.options import Option
from telegram_avalon.rules.plot import PlotCard
from telegram_avalon.rules.rulesets import QUESTS

SUCCESSES_FOR_THE_LAST = 2

OF_A_TEAM = {PlotCard.NO_CONFIDENCE, PlotCard.SPOTLIGHT, PlotCard.CLOSE_EYE}
"""Plot cards that are played once a team has been proposed."""


def quest(game: Game) -> int | None:
    """The number of the quest being prepared or played; None while it still has to be chosen.

    Where quests go in their order it is the round's, 6 once five have been played.
    """
    if not game.plays(Option.TARGETING):
        return told.current_round(game.record)
    match game.phase:
        case Proposing(quest=chosen) if chosen is not None:
            return chosen
        case Voting() | OpinionVoting() | Questing():
            return told.proposal(game.record).quest
        case PlotAsked(card=card) if card in OF_A_TEAM:
            return told.proposal(game.record).quest
        case _:
            left = unplayed(game)
            return left[0] if len(left) == 1 else None


def choices(game: Game) -> tuple[int, ...]:
    """The quests between which the leader can choose; none where no question is asked."""
    left = unplayed(game) if game.plays(Option.TARGETING) else ()
    return left if len(left) > 1 else ()


def unplayed(game: Game) -> tuple[int, ...]:
    """The quests that could go on now under Targeting."""
    played = {fact.quest for fact in told.quests(game.record)}
    last = told.successes(game.record) >= SUCCESSES_FOR_THE_LAST
    return tuple(
        number
        for number in range(1, QUESTS + 1)
        if number not in played and (number < QUESTS or last)
    )
