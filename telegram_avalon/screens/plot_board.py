"""Plot cards on the board: who holds what, what is done with, who looked at what."""

from markupsafe import Markup

from telegram_avalon.i18n.phrases import Words
from telegram_avalon.rules import PLOT_CARDS, Held, PlotCard, PlotUsed, Seat, View
from telegram_avalon.screens import plot_words
from telegram_avalon.screens.people import seated
from telegram_avalon.screens.plot_words import called, named
from telegram_avalon.screens.screen import lines
from telegram_avalon.table import Scene


def cards(scene: Scene, view: View, t: Words) -> Markup | None:
    """Who holds what, what is done with, and who looked at what."""
    holders = sorted({one.seat for one in view.held})
    return lines(
        *(_held_by(scene, view.held, seat, t) for seat in holders),
        t.html("Plot cards done with: {cards}", cards=named(view.discarded, t))
        if view.discarded
        else None,
        *(used(scene, f, t) for f in view.record if isinstance(f, PlotUsed) and _looked(f)),
    )


def used(scene: Scene, fact: PlotUsed, t: Words) -> Markup:
    target = seated(scene, fact.seat if fact.target is None else fact.target, t)
    return plot_words.used(fact.card, seated(scene, fact.seat, t), target, fact.taken, t)


def by_number(fact: PlotUsed, t: Words) -> Markup:
    """The same in short, for the history: who played the card, on whom, and what they took."""
    card, player = called(fact.card, t), fact.seat + 1
    if fact.target is None:
        return t.line("{card}: {player}", card=card, player=player)
    on = [t.number(fact.target + 1)]
    if fact.taken is not None:
        on.append(t.text("{card}", card=called(fact.taken, t)))
    return t.line(
        "{card}: {player} {to} {on}", card=card, player=player, to=t.onward, on=t.rowed(on)
    )


def _held_by(scene: Scene, lying: tuple[Held, ...], seat: Seat, t: Words) -> Markup:
    own = tuple(one.card for one in lying if one.seat == seat)
    return t.line("🃏 {player}: {cards}", player=seated(scene, seat, t), cards=named(own, t))


def _looked(fact: PlotUsed) -> bool:
    return PLOT_CARDS[fact.card].shows is not None or fact.card is PlotCard.CLOSE_EYE
