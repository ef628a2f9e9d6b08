"""Who is who: characters dealt at random over the seats, a random first leader, shuffled cards."""

from random import Random

from telegram_avalon.rules.model import Ruleset, Seat, Setup
from telegram_avalon.rules.options import Option
from telegram_avalon.rules.plot import PlotCard, deck
from telegram_avalon.rules.rulesets import characters


def deal_characters(ruleset: Ruleset, players: int, random: Random) -> Setup:
    """Deal *ruleset* to *players* (5 to 10) seats."""
    cards = list(characters(ruleset, players))
    random.shuffle(cards)
    leader = Seat(random.randrange(players))
    return Setup(ruleset, tuple(cards), leader, _plot_deck(ruleset, players, random))


def _plot_deck(ruleset: Ruleset, players: int, random: Random) -> tuple[PlotCard, ...]:
    if Option.PLOT_CARDS not in ruleset.options:
        return ()
    return tuple(random.sample(cards := deck(players), len(cards)))
