"""What of the rules is so at the reader's own table: told first, and minded by every page."""

from markupsafe import Markup

from telegram_avalon.i18n.phrases import N_, Words
from telegram_avalon.rules import CHARACTERS, Option, Role, Ruleset, World, problems
from telegram_avalon.rules.rulesets import characters
from telegram_avalon.screens import rulesets
from telegram_avalon.screens.options import GAMES, turned_on
from telegram_avalon.screens.rulebook.characters import OF_ROLE
from telegram_avalon.screens.rulebook.options import OF_OPTION, THE_RESISTANCE
from telegram_avalon.screens.rulebook.plot_cards import OF_CARD
from telegram_avalon.screens.rulebook.topics import Fact, Line, Page, Table, Topic, Varying
from telegram_avalon.screens.screen import lines
from telegram_avalon.screens.worlds import in_world

_GAMES = {
    World.AVALON: N_("📍 <b>At your table: Avalon</b>"),
    World.RESISTANCE: N_("📍 <b>At your table: The Resistance</b>"),
}
_ABOUT: dict[Topic, Fact] = {
    **{page.topic: option for option, page in OF_OPTION.items()},
    **{page.topic: Option.PLOT_CARDS for page in OF_CARD.values()},
    Topic.PLAYING_PLOT_CARDS: Option.PLOT_CARDS,
    **{page.topic: role for role, page in OF_ROLE.items()},
    Topic.ASSASSINATION: Role.MERLIN,
    **dict.fromkeys(
        (Topic.CHARACTERS, Topic.CHOOSING, Topic.NO_ASSASSIN, Topic.BY_CHARACTER), World.AVALON
    ),
    Topic.THE_RESISTANCE: World.RESISTANCE,
}
"""What must be so for a page to matter at a table."""


def told(ruleset: Ruleset, players: int, t: Words) -> Markup:
    """Game, characters and options that are on."""
    t = in_world(t, ruleset.game)
    return lines(
        t.html(_GAMES[ruleset.game]),
        rulesets.characters_in_play(ruleset, players, t),
        rulesets.options_on(ruleset, t) or t.html("No options are on."),
    )


def pages(ruleset: Ruleset, players: int) -> tuple[Page, ...]:
    """The pages on what is on."""
    game = (THE_RESISTANCE,) if ruleset.game is World.RESISTANCE else ()
    named = rulesets.in_play(ruleset, players)
    return (
        *game,
        *(OF_ROLE[role] for role in CHARACTERS if role in named),
        *(OF_OPTION[option] for option in turned_on(ruleset)),
    )


def state(topic: Topic, ruleset: Ruleset, players: int | None, t: Words) -> Markup | None:
    """On a page about something that not every table plays, whether the reader's does."""
    fact = _ABOUT.get(topic)
    so = None if fact is None else holds(fact, ruleset, players)
    match fact, so:
        case _, None:
            return None
        case Option(), True:
            # Translators: of an option of the rules, such as plot cards
            return t.html("☑️ On at your table.")
        case Option(), False:
            # Translators: of an option of the rules, such as plot cards
            return t.html("▫️ Off at your table.")
        case Role(), True:
            # Translators: of a character of the game, or of the assassination
            return t.html("☑️ In play at your table.")
        case Role(), False:
            # Translators: of a character of the game, or of the assassination
            return t.html("▫️ Not in play at your table.")
        case World(), False:
            # Translators: Avalon or The Resistance, on a page about the other
            return t.html("▫️ Your table plays {game}.", game=t.plain(GAMES[ruleset.game]))
        case _:
            return None


def holds(fact: Fact, ruleset: Ruleset | None, players: int | None) -> bool | None:
    """Whether it is so where *players* play *ruleset*; None where that can't be known.

    What fills the seats by itself depends on the number of players, so it isn't known before
    enough of them (5 to 10) are in.
    """
    if ruleset is None:
        return None
    match fact:
        case Option():
            return fact in ruleset.options
        case World():
            return fact is ruleset.game
        case Role():
            return _in_play(fact, ruleset, players)


def _in_play(role: Role, ruleset: Ruleset, players: int | None) -> bool | None:
    if ruleset.game is World.RESISTANCE:
        return False
    if CHARACTERS[role].chosen:
        return role in ruleset.characters
    if players is None or problems(ruleset, players):
        return None
    return role in characters(ruleset, players)


def said(line: Line, ruleset: Ruleset | None, players: int | None) -> str | Table | None:
    """The reading of *line* for that table; None where nothing is said."""
    while isinstance(line, Varying):
        readings = {True: line.on, False: line.off, None: line.unknown}
        reading = readings[holds(line.by, ruleset, players)]
        if reading is None:
            return None
        line = reading
    return line
