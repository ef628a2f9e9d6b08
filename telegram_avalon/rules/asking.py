"""Who is asked for a plot card, and what they can do with it (The Plot Thickens).

One chance a round for each kind of card, asked clockwise from the leader, and only when the card
could really be played. Whom it can be played on never depends on a secret.
"""

from collections.abc import Callable

from msgspec import Struct

from telegram_avalon.rules import record as told
from telegram_avalon.rules.held import held
from telegram_avalon.rules.model import Game, PlotPassed, PlotUsed, Seat
from telegram_avalon.rules.plot import PLOT_CARDS, PlotCard


class Choice(Struct, frozen=True):
    """One way to play a card: on *target*, taking their card *taken*, or without either."""

    target: Seat | None = None
    taken: PlotCard | None = None


Choices = tuple[Choice, ...]


def asked(game: Game, card: PlotCard) -> Seat | None:
    """The first holder of *card*, clockwise from the leader, who is to be asked for it now."""
    holders = {one.seat for one in held(game.record) if one.card is card}
    for seat in _yet_to_come(game, card):
        if seat in holders and not _answered(game, card, seat) and choices(game, card, seat):
            return seat
    return None


def choices(game: Game, card: PlotCard, seat: Seat) -> Choices:
    """All that *seat* can do with *card* now; empty: it can't be played."""
    return _CHOICES[card](game, seat)


def must(card: PlotCard) -> bool:
    """Whether whoever is asked for it can't pass."""
    return not PLOT_CARDS[card].kept


def _yet_to_come(game: Game, card: PlotCard) -> tuple[Seat, ...]:
    """All seats clockwise from the leader; once one has answered, those after it.

    Whoever lifts "don't ask again" when their turn has gone by waits for the next occasion.
    """
    seats = told.around(told.leading(game), game.players)
    last = game.record[-1] if game.record else None
    if isinstance(last, PlotUsed | PlotPassed) and last.card is card:
        return seats[seats.index(last.seat) + 1 :]
    return seats


def _answered(game: Game, card: PlotCard, seat: Seat) -> bool:
    return (seat, card) in game.unasked or any(
        isinstance(fact, PlotUsed | PlotPassed) and (fact.card, fact.seat) == (card, seat)
        for fact in told.this_round(game.record)
    )


def _neighbours(game: Game, seat: Seat) -> Choices:
    return _on(tuple(sorted({Seat((seat + far) % game.players) for far in (-1, 1)})))


def _others(game: Game, seat: Seat) -> Choices:
    return _on(tuple(Seat(other) for other in range(game.players) if other != seat))


def _cards_of_others(game: Game, seat: Seat) -> Choices:
    """Those held longest first; copies before one player are one choice."""
    cards = (Choice(one.seat, one.card) for one in held(game.record) if one.seat != seat)
    return tuple(dict.fromkeys(cards))


def _nothing_to_choose(_game: Game, _seat: Seat) -> Choices:
    return (Choice(),)


def _take_the_lead(game: Game, seat: Seat) -> Choices:
    """Only one a round, with a card got in an earlier one, and not by the round's own leader."""
    now = told.current_round(game.record)
    old = any(
        (one.card, one.seat) == (PlotCard.STRONG_LEADER, seat) and one.since < now
        for one in held(game.record)
    )
    taken = any(
        isinstance(fact, PlotUsed) and fact.card is PlotCard.STRONG_LEADER
        for fact in told.this_round(game.record)
    )
    return (Choice(),) if old and not taken and seat != told.leading(game) else ()


def _members(game: Game, _seat: Seat) -> Choices:
    return _on(told.proposal(game.record).team)


def _face_down(game: Game, seat: Seat) -> Choices:
    """Other members whose card is face down and not looked at yet."""
    seen = {seat, told.spotlit(game.record), *told.watched(game.record)}
    team = told.proposal(game.record).team
    return _on(tuple(member for member in team if member not in seen))


def _on(targets: tuple[Seat, ...]) -> Choices:
    return tuple(Choice(target) for target in targets)


def _only_the_receiver(_game: Game, _seat: Seat) -> Choices:
    """Open Up: by giving the card the leader has chosen to whom they show their loyalty."""
    return ()


_CHOICES: dict[PlotCard, Callable[[Game, Seat], Choices]] = {
    PlotCard.OVERHEARD: _neighbours,
    PlotCard.OPINION_MAKER: lambda _game, _seat: (),
    PlotCard.OPEN_UP: _only_the_receiver,
    PlotCard.ESTABLISH_CONFIDENCE: _others,
    PlotCard.NO_CONFIDENCE: _nothing_to_choose,
    PlotCard.CLOSE_EYE: _face_down,
    PlotCard.STRONG_LEADER: _take_the_lead,
    PlotCard.SPOTLIGHT: _members,
    PlotCard.TAKE_RESPONSIBILITY: _cards_of_others,
}
