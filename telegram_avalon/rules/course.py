"""How the game goes on: what comes after each fact is decided here, and nowhere else.

Either a question to somebody (a phase), or something that happens by itself (another fact). The
order of a round: Strong Leader; plot cards drawn, given, carried out; quest and team; the Opinion
Makers' votes; the others' votes; No Confidence; In the Spotlight; quest cards; Keeping a Close Eye;
the result; the end, or the Lady of the Lake.
"""

from typing import assert_never

import msgspec

from telegram_avalon.rules import lady
from telegram_avalon.rules import record as told
from telegram_avalon.rules.asking import asked, choices, must
from telegram_avalon.rules.held import holders, to_give
from telegram_avalon.rules.model import (
    Assassinating,
    Card,
    CardsLaid,
    Ending,
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
    PlotDrawn,
    PlotGiven,
    PlotPassed,
    PlotUsed,
    Proposing,
    Questing,
    QuestPlayed,
    Seat,
    Setup,
    TeamProposed,
    TeamVoted,
    Vote,
    Voting,
)
from telegram_avalon.rules.options import Option
from telegram_avalon.rules.plot import DRAWS, PlotCard
from telegram_avalon.rules.roles import STAND_INS, Role, Side
from telegram_avalon.rules.rulesets import MOST_REJECTIONS, QUESTS_TO_WIN, fails_needed


def settle(game: Game, fact: Fact) -> Game:
    """Put *fact* on the record, with all that follows by itself, up to the next question."""
    noted = msgspec.structs.replace(
        game, record=(*game.record, fact), unasked=_still_unasked(game, fact)
    )
    then = follows(noted)
    if isinstance(then, Fact):
        return settle(noted, then)
    return msgspec.structs.replace(noted, phase=then)


def _still_unasked(game: Game, fact: Fact) -> tuple[tuple[Seat, PlotCard], ...]:
    """Who is not asked for which card: "don't ask again" ends when such a card changes hands."""
    match fact:
        case PlotGiven(receiver=receiver, card=card):
            moved = {(receiver, card)}
        case PlotUsed(seat=seat, target=target, taken=taken) if (
            taken is not None and target is not None
        ):
            moved = {(seat, taken), (target, taken)}
        case _:
            return game.unasked
    return tuple(one for one in game.unasked if one not in moved)


def follows(game: Game) -> Phase | Fact:
    """What comes after the last fact, or at the beginning of the game."""
    fact = game.record[-1] if game.record else None
    match fact:
        case None | LadyUsed():
            return _round_begins(game)
        case PlotDrawn():
            return _cards_to_give(game)
        case PlotGiven():
            return _given(game, fact)
        case TeamProposed():
            return _proposed(game, fact)
        case OpinionsGiven(team=team):
            return Voting(team, _first_votes(game))
        case TeamVoted():
            return _approved(game) if fact.approved else _rejected(game)
        case CardsLaid():
            return _cards_laid(game)
        case QuestPlayed():
            return _quest_played(game)
        case MerlinNamed(found=True):
            return Over(Side.EVIL, Ending.MERLIN_FOUND)
        case MerlinNamed():
            return Over(Side.GOOD, Ending.MERLIN_MISSED)
        case PlotUsed(card=PlotCard.NO_CONFIDENCE):
            return _rejected(game)
        case PlotUsed(card=card) | PlotPassed(card=card):
            return _resumed(game, card)
        case never:
            assert_never(never)


def cards_are_down(game: Game) -> Fact:
    """What happens once the last quest card lies there: the result, if nobody may look before."""
    if asked(game, PlotCard.CLOSE_EYE) is None:
        return _result(game)
    team = told.proposal(game.record)
    return CardsLaid(team.quest, team.team, told.spotlit(game.record), _shown(game))


def assassin(setup: Setup) -> Seat:
    """The seat that names Merlin: the Assassin's, or a stand-in's where none was dealt."""
    role = next(role for role in STAND_INS if role in setup.deal)
    return Seat(setup.deal.index(role))


# --- before the team ------------------------------------------------------------------------------


def _round_begins(game: Game) -> Phase | Fact:
    if not game.plays(Option.PLOT_CARDS):
        return Proposing()
    if (seat := asked(game, PlotCard.STRONG_LEADER)) is not None:
        return PlotAsked(PlotCard.STRONG_LEADER, seat)
    number = DRAWS[game.players]
    before = number * (told.current_round(game.record) - 1)
    drawn = game.setup.plot_deck[before : before + number]
    return PlotDrawn(told.leading(game), drawn)


def _given(game: Game, fact: PlotGiven) -> Phase | Fact:
    """Cards "at once" are carried out before the next is given."""
    if fact.card is PlotCard.OPEN_UP:
        return PlotUsed(fact.card, fact.leader, fact.receiver)
    ways = choices(game, fact.card, fact.receiver) if must(fact.card) else ()
    if len(ways) > 1:
        return PlotAsked(fact.card, fact.receiver)
    if ways:
        return PlotUsed(fact.card, fact.receiver, ways[0].target, ways[0].taken)
    return _cards_to_give(game)


def _cards_to_give(game: Game) -> Phase:
    cards = to_give(game.record)
    if not cards:
        return Proposing()
    return Giving(cards, cards[0] if len(set(cards)) == 1 else None)


# --- from the team to the quest -------------------------------------------------------------------


def _proposed(game: Game, fact: TeamProposed) -> Phase:
    if unvoted(game):
        return _team_settled(game)
    if makers := holders(game.record, PlotCard.OPINION_MAKER):
        return OpinionVoting(fact.team, makers, (None,) * len(makers))
    return Voting(fact.team, _first_votes(game))


def unvoted(game: Game) -> bool:
    """Whether the team now proposed, or to be proposed, goes without a vote."""
    last_chance = told.rejections(game.record) == MOST_REJECTIONS - 1
    return game.plays(Option.UNVOTED_FIFTH) and last_chance


def _first_votes(game: Game) -> tuple[Vote | None, ...]:
    votes = told.opinions(game.record)
    return tuple(votes.get(Seat(seat)) for seat in range(game.players))


def _approved(game: Game) -> Phase:
    if (seat := asked(game, PlotCard.NO_CONFIDENCE)) is not None:
        return PlotAsked(PlotCard.NO_CONFIDENCE, seat)
    return _team_settled(game)


def _rejected(game: Game) -> Phase:
    return _end(game) or Proposing()


def _team_settled(game: Game) -> Phase:
    if (seat := asked(game, PlotCard.SPOTLIGHT)) is not None:
        return PlotAsked(PlotCard.SPOTLIGHT, seat)
    team = told.proposal(game.record).team
    return Questing(team, (None,) * len(team))


# --- from the quest to the next round -------------------------------------------------------------


def _cards_laid(game: Game) -> Phase | Fact:
    if (seat := asked(game, PlotCard.CLOSE_EYE)) is not None:
        return PlotAsked(PlotCard.CLOSE_EYE, seat, _cards(game))
    return _result(game)


def _result(game: Game) -> QuestPlayed:
    team = told.proposal(game.record)
    fails = _cards(game).count(Card.FAIL)
    succeeded = fails < fails_needed(game.players, team.quest)
    spotlit = told.spotlit(game.record)
    return QuestPlayed(team.quest, team.team, fails, succeeded, spotlit, _shown(game))


def _shown(game: Game) -> Card | None:
    """The quest card played face up."""
    spotlit = told.spotlit(game.record)
    if spotlit is None:
        return None
    return _cards(game)[told.proposal(game.record).team.index(spotlit)]


def _cards(game: Game) -> tuple[Card, ...]:
    """The quest cards on the table, in the order of the team."""
    match game.phase:
        case Questing(cards=cards) | PlotAsked(cards=cards):
            return tuple(card for card in cards if card is not None)
        case _:
            return ()


def _quest_played(game: Game) -> Phase | Fact:
    if end := _end(game):
        return end
    holder = lady.holder(game)
    if holder is not None and lady.due(game):
        return Examining(holder)
    return _round_begins(game)


def _end(game: Game) -> Phase | None:
    """The end, or the assassination before it, once a rejection or a quest brings it."""
    if told.failures(game.record) == QUESTS_TO_WIN:
        return Over(Side.EVIL, Ending.THREE_FAILS)
    if told.rejections(game.record) == MOST_REJECTIONS:
        return Over(Side.EVIL, Ending.FIVE_REJECTIONS)
    if told.successes(game.record) == QUESTS_TO_WIN:
        if Role.MERLIN in game.setup.deal:
            return Assassinating(assassin(game.setup))
        return Over(Side.GOOD, Ending.THREE_SUCCESSES)
    return None


def _resumed(game: Game, card: PlotCard) -> Phase | Fact:
    """Where the round goes on after *card* was used or passed: others may be asked for it too."""
    match card:
        case PlotCard.STRONG_LEADER:
            return _round_begins(game)
        case PlotCard.NO_CONFIDENCE:
            return _approved(game)
        case PlotCard.SPOTLIGHT:
            return _team_settled(game)
        case PlotCard.CLOSE_EYE:
            return _cards_laid(game)
        case _:
            return _cards_to_give(game)
