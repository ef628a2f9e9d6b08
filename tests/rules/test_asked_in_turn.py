"""Who is asked for a plot card, is asked clockwise: a turn that has gone by doesn't come back."""

from msgspec.structs import replace

from telegram_avalon.rules import (
    AskAgain,
    Card,
    CastVote,
    GiveCard,
    PassCard,
    Pick,
    PlayCard,
    PlotAsked,
    PlotCard,
    Propose,
    Questing,
    Role,
    Ruleset,
    Seat,
    Setup,
    Vote,
    World,
    apply,
    begin,
)
from telegram_avalon.rules.model import Game
from telegram_avalon.rules.options import Option
from telegram_avalon.rules.plot import deck

PLAYERS = 7
CARD = PlotCard.NO_CONFIDENCE


def new_game() -> Game:
    """Two cards of No Confidence are drawn first, then two of Keeping a Close Eye."""
    first = [CARD, CARD, PlotCard.CLOSE_EYE, PlotCard.CLOSE_EYE]
    rest = list(deck(PLAYERS))
    for card in first:
        rest.remove(card)
    ruleset = Ruleset(frozenset(), World.RESISTANCE, frozenset({Option.PLOT_CARDS}))
    deal = (Role.MINION,) * 3 + (Role.SERVANT,) * 4
    return begin(Setup(ruleset, deal, Seat(0), tuple(first + rest)))


def given(game: Game, leader: int, card: PlotCard, *receivers: int) -> Game:
    for receiver in receivers:
        game = apply(game, GiveCard(Seat(leader), card, Seat(receiver)))
    return game


def approved(game: Game, leader: int, *team: int) -> Game:
    for seat in team:
        game = apply(game, Pick(Seat(leader), Seat(seat)))
    game = apply(game, Propose(Seat(leader)))
    for seat in range(PLAYERS):
        game = apply(game, CastVote(Seat(seat), Vote.APPROVE))
    return game


def test_a_turn_that_has_gone_by_does_not_come_back() -> None:
    game = approved(given(new_game(), 0, CARD, 1, 3), 0, 4, 5)
    game = apply(game, PassCard(Seat(1), lasting=True))
    game = apply(game, PassCard(Seat(3)))
    for seat in (4, 5):
        game = apply(game, PlayCard(Seat(seat), Card.SUCCESS))
    # The leader, seat 1, would be the first to be asked.
    game = approved(given(game, 1, PlotCard.CLOSE_EYE, 2, 6), 1, 3, 4, 5)
    assert game.phase == PlotAsked(CARD, Seat(3))

    game = apply(game, AskAgain(Seat(1), CARD))
    game = apply(game, PassCard(Seat(3)))

    assert isinstance(game.phase, Questing)


def test_not_to_be_asked_again_ends_when_another_such_card_comes() -> None:
    muted = replace(new_game(), unasked=((Seat(2), CARD), (Seat(3), CARD)))

    assert given(muted, 0, CARD, 2).unasked == ((Seat(3), CARD),)
