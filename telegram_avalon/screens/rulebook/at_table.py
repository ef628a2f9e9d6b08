"""What of the rules is on at the reader's own table: told first, with the way to its pages."""

from markupsafe import Markup

from telegram_avalon.i18n.phrases import N_, Words
from telegram_avalon.rules import CHARACTERS, Option, Ruleset, World
from telegram_avalon.screens import rulesets
from telegram_avalon.screens.options import turned_on
from telegram_avalon.screens.rulebook.characters import OF_ROLE
from telegram_avalon.screens.rulebook.options import OF_OPTION, THE_RESISTANCE
from telegram_avalon.screens.rulebook.topics import Page, Topic
from telegram_avalon.screens.screen import lines

_GAMES = {
    World.AVALON: N_("📍 <b>At your table: Avalon</b>"),
    World.RESISTANCE: N_("📍 <b>At your table: The Resistance</b>"),
}
_OPTIONS: dict[Topic, Option] = {page.topic: option for option, page in OF_OPTION.items()}


def told(ruleset: Ruleset, players: int, t: Words) -> Markup:
    """Game, characters and options that are on."""
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


def state(topic: Topic, ruleset: Ruleset, t: Words) -> Markup | None:
    """On an option's page, whether it is on."""
    option = _OPTIONS.get(topic)
    if option is None:
        return None
    if option in ruleset.options:
        # Translators: of an option of the rules, such as plot cards
        return t.html("☑️ On at your table.")
    # Translators: of an option of the rules, such as plot cards
    return t.html("▫️ Off at your table.")
