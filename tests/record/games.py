"""Records of games played by dice."""

import json
from collections.abc import Iterator
from random import Random

from telegram_avalon.record import exported, written
from telegram_avalon.rules import Game, Setup, apply, begin
from tests.naive_rules import Json
from tests.random_games import play, variant_setups

NAMES = ("Anna", "Béla", "Csaba", "دارا", "Ödön", "Flóra", "Gül", "", "Íñigo", "<b>Jan</b>")


def over(setup: Setup, random: Random) -> Game:
    """A game played to its end."""
    game = begin(setup)
    for before, command in play(setup, random):
        game = apply(before, command)
    return game


def finished(count: int, random: Random) -> Iterator[Game]:
    """*count* games over all numbers of players, both games and all sets of options."""
    for setup in variant_setups(count, random):
        yield over(setup, random)


def as_json(game: Game) -> Json:
    """What is in the file that a player gets."""
    record: Json = json.loads(written(exported(game, NAMES[: game.players])))
    return record
