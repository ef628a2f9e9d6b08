"""Who is who: characters dealt at random over the seats, and a random first leader."""

from random import Random

from telegram_avalon.rules.model import Ruleset, Seat, Setup
from telegram_avalon.rules.rulesets import characters


def deal_characters(ruleset: Ruleset, players: int, random: Random) -> Setup:
    """Deal *ruleset* to *players* (5 to 10) seats."""
    cards = list(characters(ruleset, players))
    random.shuffle(cards)
    return Setup(ruleset, tuple(cards), Seat(random.randrange(players)))
