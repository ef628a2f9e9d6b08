"""What is played, chosen in the lobby: the game, its options, a ruleset ready-made."""

from msgspec.structs import replace

from telegram_avalon.rules import (
    OPTIONS,
    Option,
    Preset,
    Reason,
    Refused,
    Role,
    Ruleset,
    World,
    presets,
)
from telegram_avalon.rules.rulesets import FEWEST_PLAYERS
from telegram_avalon.table.lobby import in_lobby
from telegram_avalon.table.model import Page, Table


def turn_to(table: Table, page: Page) -> Table:
    """Show a page of the settings."""
    in_lobby(table)
    if page is Page.CHARACTERS and table.ruleset.game is World.RESISTANCE:
        raise Refused(Reason.OTHER_GAME)
    return replace(table, editing=True, page=page)


def choose_game(table: Table, game: World) -> Table:
    """Play *game*: what both games know stays, what the other alone knows is put away.

    What was put away for *game* before comes back. Asked for the game that is on, it mends a
    ruleset of another version.
    """
    in_lobby(table)
    now = table.ruleset
    if now.game is game:
        return replace(table, ruleset=_fitting(now, game), page=Page.MAIN)
    back = table.put_away or Ruleset(game=game)
    own = {option for option in back.options if now.game not in OPTIONS[option].worlds}
    chosen = replace(back, game=game, options=now.options | own)
    return replace(table, ruleset=_fitting(chosen, game), put_away=now, page=Page.MAIN)


def set_option(table: Table, option: Option, on: bool) -> Table:
    """Turn an option on or off. Off is always possible."""
    in_lobby(table)
    if on and table.ruleset.game not in OPTIONS[option].worlds:
        raise Refused(Reason.OTHER_GAME)
    options = table.ruleset.options - {option} | ({option} if on else set())
    return replace(table, ruleset=replace(table.ruleset, options=options))


def like(table: Table, preset: Preset) -> Table:
    """Set everything as *preset* has it for the people who are in now, but not the game."""
    in_lobby(table)
    return replace(table, ruleset=ready_made(preset, table.ruleset.game, len(table.people)))


def ready_made(preset: Preset, game: World, players: int) -> Ruleset:
    """*preset* for so many people in a lobby: as for five while they are fewer."""
    return presets.ruleset(preset, game, max(players, FEWEST_PLAYERS))


def _fitting(ruleset: Ruleset, game: World) -> Ruleset:
    """*ruleset* without what *game* does not know."""
    options = frozenset(option for option in ruleset.options if game in OPTIONS[option].worlds)
    characters = ruleset.characters if game is World.AVALON else frozenset[Role]()
    return replace(ruleset, characters=characters, options=options)
