"""The two games and their options: one row each.

Sources: the Lady: Hungarian Avalon rulebook, "A Tó Úrnője"; the Inquisitor and Targeting: Persian
page; plot cards and Blind Spies: Hungarian Resistance rulebook; the rest: Persian online rules.
No option keeps out another.
"""

from dataclasses import dataclass
from enum import StrEnum

from telegram_avalon.rules.roles import Side


class World(StrEnum):
    """Which of the two games is played."""

    AVALON = "avalon"
    RESISTANCE = "resistance"
    """No named characters: Loyal Servants stand for the Resistance, Minions for the spies."""


class Option(StrEnum):
    """An option's name, as stored."""

    LADY = "lady"
    """The Lady of the Lake; in The Resistance the Inquisitor."""
    TARGETING = "targeting"
    PLOT_CARDS = "plot_cards"
    BLIND_SPIES = "blind_spies"
    UNVOTED_FIFTH = "unvoted_fifth"
    GOOD_MAY_FAIL = "good_may_fail"
    ANONYMOUS_VOTES = "anonymous_votes"


@dataclass(frozen=True)
class OptionRow:
    option: Option
    worlds: frozenset[World] = frozenset(World)
    """The games it can be played in."""
    favours: Side | None = None
    """Whom it makes stronger, where it does."""
    players: int = 5
    """Recommended from so many on."""


OPTIONS: dict[Option, OptionRow] = {
    row.option: row
    for row in (
        OptionRow(Option.LADY, favours=Side.GOOD, players=7),
        OptionRow(Option.TARGETING),
        OptionRow(Option.PLOT_CARDS),
        OptionRow(Option.BLIND_SPIES, frozenset({World.RESISTANCE}), favours=Side.GOOD),
        OptionRow(Option.UNVOTED_FIFTH, favours=Side.GOOD),
        OptionRow(Option.GOOD_MAY_FAIL, favours=Side.EVIL),
        OptionRow(Option.ANONYMOUS_VOTES, favours=Side.EVIL),
    )
}
