"""What is played at a table, in words: characters, options, balance, and what is wrong with it."""

from markupsafe import Markup

from telegram_avalon.i18n.phrases import N_, Words
from telegram_avalon.rules import (
    OPTIONS,
    Option,
    Problem,
    Role,
    Ruleset,
    World,
    problems,
    recommended,
    warnings,
)
from telegram_avalon.rules.rulesets import EVIL_PLAYERS, FEWEST_PLAYERS, characters
from telegram_avalon.screens import options
from telegram_avalon.screens.characters import listed

PROBLEMS = {
    Problem.TOO_MANY_EVIL: N_("There are more evil characters than evil players: turn some off."),
    Problem.NEEDS_MERLIN: N_("Percival, Mordred and Morgana need Merlin."),
    Problem.MORGANA_WITHOUT_PERCIVAL: N_("Without Percival, Morgana has nobody to deceive."),
    Problem.PERCIVAL_TELLS_TOO_MUCH: N_("With 5 players and Percival, add Mordred or Morgana too."),
    Problem.NO_CHARACTERS_THERE: N_(
        "The Resistance has no named characters: press the game in Settings again."
    ),
    Problem.OPTION_OF_THE_OTHER_GAME: N_(
        "An option is on that this game doesn't have: turn it off in Settings."
    ),
    # Translators: {lady}: Lady of the Lake, or in The Resistance the Inquisitor
    Problem.LADY_WITH_FEW: N_("{lady}: the rulebook recommends it with {players} or more."),
}


def problem(found: Problem, ruleset: Ruleset, t: Words) -> Markup:
    """What is wrong, and what would mend it."""
    lady = options.called(Option.LADY, ruleset.game, t)
    return t.html(PROBLEMS[found], lady=lady, players=OPTIONS[Option.LADY].players)


def in_play(ruleset: Ruleset, players: int) -> frozenset[Role]:
    """The named characters to be dealt, to five while fewer are in; the chosen ones if in doubt."""
    enough = max(players, FEWEST_PLAYERS)
    if ruleset.game is World.RESISTANCE:
        return frozenset()
    if problems(ruleset, enough):
        return ruleset.characters
    return frozenset(characters(ruleset, enough)) - {Role.SERVANT, Role.MINION}


def characters_in_play(ruleset: Ruleset, players: int, t: Words) -> Markup | None:
    """The line of characters; None in The Resistance, which has none."""
    if ruleset.game is World.RESISTANCE:
        return None
    named = in_play(ruleset, players)
    if not named:
        return t.html("Characters: only Loyal Servants and Minions")
    return t.html("Characters: {characters}", characters=listed(named, t))


def options_on(ruleset: Ruleset, t: Words) -> Markup | None:
    """The line of options; None where there are none."""
    there = options.turned_on(ruleset)
    if not there:
        return None
    return t.html("Options: {options}", options=options.listed(there, ruleset.game, t))


def sides(ruleset: Ruleset, players: int, t: Words) -> Markup:
    evil = EVIL_PLAYERS[players]
    good = players - evil
    if ruleset.game is World.RESISTANCE:
        return t.html(
            "With {n}: {good} of the Resistance, {evil} spies", n=players, good=good, evil=evil
        )
    return t.html("With {n}: {good} good, {evil} evil", n=players, good=good, evil=evil)


def remarks(ruleset: Ruleset, players: int, t: Words) -> list[Markup]:
    """What can't be played so, what is odd, and what the rulebooks recommend, a line each."""
    wrong = problems(ruleset, players)
    odd = warnings(ruleset, players)
    return [
        *(t.line("⛔ {problem}", problem=problem(found, ruleset, t)) for found in wrong),
        *(t.line("⚠️ {problem}", problem=problem(found, ruleset, t)) for found in odd),
        *_recommended(ruleset, players, t),
    ]


def _recommended(ruleset: Ruleset, players: int, t: Words) -> list[Markup]:
    better = recommended(ruleset, players)
    if not better:
        return []
    return [
        t.html_n(
            "💡 For {n} player the rulebook recommends: {options}",
            "💡 For {n} players the rulebook recommends: {options}",
            players,
            options=options.listed(better, ruleset.game, t),
        )
    ]
