"""The record as it may be shown, and what single players have seen that isn't on it."""

from msgspec import Struct

from telegram_avalon.rules.model import (
    Card,
    Fact,
    Game,
    LadyUsed,
    OpinionsGiven,
    Over,
    PlotUsed,
    Seat,
    TeamProposed,
    TeamVoted,
    Vote,
)
from telegram_avalon.rules.options import Option
from telegram_avalon.rules.plot import PLOT_CARDS, PlotCard, Shows
from telegram_avalon.rules.roles import Side, side


class VotesCounted(Struct, frozen=True):
    """A team was voted on anonymously: takes the place of `TeamVoted` until the game is over."""

    quest: int
    leader: Seat
    team: tuple[Seat, ...]
    approvals: int
    rejections: int
    named: tuple[tuple[Seat, Vote], ...] = ()
    """The votes this viewer knows, counted among the others: Opinion Makers' and their own."""

    @property
    def approved(self) -> bool:
        return self.approvals > self.rejections


FactSeen = Fact | VotesCounted


class SideSeen(Struct, frozen=True):
    """Somebody's loyalty, as dealt, shown by the Lady of the Lake or a plot card."""

    place: int
    """Of the fact on the record by which it was seen."""
    seat: Seat
    side: Side


class CardSeen(Struct, frozen=True):
    """Somebody's quest card, looked at by Keeping a Close Eye."""

    place: int
    """Of the fact on the record by which it was seen."""
    seat: Seat
    quest: int
    card: Card


Seen = SideSeen | CardSeen


def record_seen(game: Game, seat: Seat | None) -> tuple[FactSeen, ...]:
    """The record, with anonymous votes only counted before the end."""
    if not game.plays(Option.ANONYMOUS_VOTES) or isinstance(game.phase, Over):
        return game.record
    seen: list[FactSeen] = []
    before: Fact | None = None
    for fact in game.record:
        seen.append(_counted(fact, before, seat) if isinstance(fact, TeamVoted) else fact)
        before = fact
    return tuple(seen)


def _counted(fact: TeamVoted, before: Fact | None, seat: Seat | None) -> VotesCounted:
    known = dict(before.votes) if isinstance(before, OpinionsGiven) else {}
    if seat is not None:
        known[seat] = fact.votes[seat]
    rejections = len(fact.votes) - fact.approvals
    named = tuple(sorted(known.items()))
    return VotesCounted(fact.quest, fact.leader, fact.team, fact.approvals, rejections, named)


def seen_alone(game: Game, seat: Seat) -> tuple[Seen, ...]:
    """What *seat* has seen that others have not, in order; it stays with them."""
    seen: list[Seen] = []
    cards = iter(game.watched)
    quest = 0
    for place, fact in enumerate(game.record):
        match fact:
            case TeamProposed():
                quest = fact.quest
            case LadyUsed(holder=holder, target=target) if holder == seat:
                seen.append(_side(game, place, target))
            case PlotUsed(card=PlotCard.CLOSE_EYE, seat=holder, target=target):
                card = next(cards)
                if holder == seat and target is not None:
                    seen.append(CardSeen(place, target, quest, card))
            case PlotUsed() if (shown := _shown_to(fact, seat)) is not None:
                seen.append(_side(game, place, shown))
            case _:
                pass
    return tuple(seen)


def _shown_to(fact: PlotUsed, seat: Seat) -> Seat | None:
    """Whose loyalty *fact* has shown to *seat*."""
    match PLOT_CARDS[fact.card].shows:
        case Shows.TARGET_TO_USER if fact.seat == seat:
            return fact.target
        case Shows.USER_TO_TARGET if fact.target == seat:
            return fact.seat
        case _:
            return None


def _side(game: Game, place: int, seat: Seat) -> SideSeen:
    return SideSeen(place, seat, side(game.setup.deal[seat]))
