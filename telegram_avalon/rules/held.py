"""Which plot cards lie where: drawn, held, discarded. All of it is public, and on the record."""

from collections import Counter
from collections.abc import Iterable

from msgspec import Struct

from telegram_avalon.rules.model import (
    Fact,
    PlotDrawn,
    PlotGiven,
    PlotUsed,
    QuestPlayed,
    Seat,
)
from telegram_avalon.rules.plot import PLOT_CARDS, Kind, PlotCard


class Held(Struct, frozen=True):
    """A plot card before its holder."""

    card: PlotCard
    seat: Seat
    since: int
    """The round in which this holder got it."""


def held(record: Iterable[object]) -> tuple[Held, ...]:
    """All cards held, those that came first to their holders first."""
    cards: list[Held] = []
    now = 1
    for fact in record:
        match fact:
            case QuestPlayed():
                now += 1
            case PlotGiven(receiver=receiver, card=card) if PLOT_CARDS[card].kept:
                cards.append(Held(card, receiver, now))
            case PlotUsed(seat=seat, target=target, taken=taken) if taken and target is not None:
                cards.remove(_first(cards, taken, target))
                cards.append(Held(taken, seat, now))
            case PlotUsed(card=card, seat=seat) if PLOT_CARDS[card].kept:
                cards.remove(_first(cards, card, seat))
            case _:
                pass
    return tuple(cards)


def holders(record: tuple[Fact, ...], card: PlotCard) -> tuple[Seat, ...]:
    """Who holds *card*, in seat order."""
    return tuple(sorted({one.seat for one in held(record) if one.card is card}))


def discarded(record: tuple[Fact, ...]) -> tuple[PlotCard, ...]:
    """The cards that are done with, in order; they don't come back."""
    gone: list[PlotCard] = []
    for fact in record:
        match fact:
            case PlotGiven(card=card) if not PLOT_CARDS[card].kept:
                gone.append(card)
            case PlotUsed(card=card) if PLOT_CARDS[card].kind is Kind.ONCE:
                gone.append(card)
            case _:
                pass
    return tuple(gone)


def to_give(record: Iterable[object]) -> tuple[PlotCard, ...]:
    """Of the cards drawn last those that the leader still has to give."""
    left: Counter[PlotCard] = Counter()
    for fact in record:
        if isinstance(fact, PlotDrawn):
            left = Counter(fact.cards)
        elif isinstance(fact, PlotGiven):
            left[fact.card] -= 1
    return tuple(left.elements())


def _first(cards: list[Held], card: PlotCard, seat: Seat) -> Held:
    return next(one for one in cards if one.card is card and one.seat == seat)
