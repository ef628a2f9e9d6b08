"""Rulesets to begin with, for a lobby that doesn't want to choose piece by piece."""

from enum import StrEnum

from telegram_avalon.rules.model import Ruleset
from telegram_avalon.rules.options import OPTIONS, Option, World
from telegram_avalon.rules.roles import CHARACTERS, Role, Side
from telegram_avalon.rules.rulesets import EVIL_PLAYERS


class Preset(StrEnum):
    FIRST_GAME = "first_game"
    CLASSIC = "classic"
    EVERYTHING = "everything"


_CHARACTERS = {
    Preset.FIRST_GAME: (Role.MERLIN,),
    Preset.CLASSIC: (Role.MERLIN, Role.PERCIVAL, Role.MORGANA),
    Preset.EVERYTHING: (Role.MERLIN, Role.PERCIVAL, Role.MORGANA, Role.MORDRED, Role.OBERON),
}
"""The evil ones in the order in which they come in as seats allow."""

_OPTIONS: dict[Preset, frozenset[Option]] = {
    Preset.FIRST_GAME: frozenset(),
    Preset.CLASSIC: frozenset(),
    Preset.EVERYTHING: frozenset({Option.LADY, Option.TARGETING, Option.PLOT_CARDS}),
}


def ruleset(preset: Preset, world: World, players: int) -> Ruleset:
    """*preset* in that game, as far as it fits *players* (5 to 10) and is recommended for them."""
    options = frozenset(option for option in _OPTIONS[preset] if players >= OPTIONS[option].players)
    if world is World.RESISTANCE:
        return Ruleset(frozenset(), world, options)
    chosen = _CHARACTERS[preset]
    evil = [role for role in chosen if CHARACTERS[role].side is Side.EVIL]
    without = evil[EVIL_PLAYERS[players] :]
    return Ruleset(frozenset(chosen) - frozenset(without), world, options)
