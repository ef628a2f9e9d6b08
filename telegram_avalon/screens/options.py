"""The games, their options and the presets in words: names, and what each does."""

from dataclasses import dataclass

from telegram_avalon.i18n.phrases import N_, Plain, Text, Words
from telegram_avalon.rules import OPTIONS, Option, Preset, Ruleset, World

GAMES = {World.AVALON: N_("Avalon"), World.RESISTANCE: N_("The Resistance")}

PRESETS = {
    Preset.FIRST_GAME: N_("First game"),
    # Translators: a ready-made set of characters
    Preset.CLASSIC: N_("Classic"),
    # Translators: a ready-made set: all characters that fit, and options
    Preset.EVERYTHING: N_("Everything"),
}


@dataclass(frozen=True)
class Said:
    name: str
    what: str
    """What it does, whom it favours, and from how many {players} on it is at its best."""


SAID = {
    Option.LADY: Said(
        N_("Lady of the Lake"),
        N_(
            "somebody learns another's side, up to three times; favours good; for {players} or more"
        ),
    ),
    Option.TARGETING: Said(
        N_("Targeting"),
        N_("the leader chooses the quest, too; favours neither side"),
    ),
    Option.PLOT_CARDS: Said(
        N_("Plot cards"),
        N_("small powers that the leader gives away each round; favours neither side"),
    ),
    Option.BLIND_SPIES: Said(
        N_("Blind Spies"),
        N_("for The Resistance only: in Avalon, Oberon does that"),
    ),
    Option.UNVOTED_FIFTH: Said(
        N_("Fifth team unvoted"),
        N_("the fifth team of a round goes without a vote; favours good"),
    ),
    Option.GOOD_MAY_FAIL: Said(
        N_("Good may fail quests"),
        N_("good may play Fail, too, so a Fail proves nothing; favours evil"),
    ),
    Option.ANONYMOUS_VOTES: Said(
        N_("Anonymous votes"),
        N_("you see how many approve, but not who, until one side has won; favours evil"),
    ),
}

ELSEWHERE = {
    Option.BLIND_SPIES: N_(
        "Blind Spies is for The Resistance only: in Avalon, play with Oberon for that."
    ),
}
"""Why an option can't be had in the other game."""


def called(option: Option, t: Words) -> Plain:
    return t.plain(SAID[option].name)


def turned_on(ruleset: Ruleset) -> tuple[Option, ...]:
    """The options that are on, in the order of the table."""
    return tuple(option for option in OPTIONS if option in ruleset.options)


def listed(options: tuple[Option, ...], t: Words) -> Text:
    return t.rowed([t.text("{name}", name=called(option, t)) for option in options])
