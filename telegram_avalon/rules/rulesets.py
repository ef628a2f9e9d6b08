"""The tables of the game by number of players, and what can be played together.

Figures: Hungarian Avalon rulebook, tables on set-up and on team sizes (all five sources agree).
"""

from collections.abc import Iterable
from enum import StrEnum

from telegram_avalon.rules.model import Ruleset
from telegram_avalon.rules.options import OPTIONS, Option, World
from telegram_avalon.rules.roles import CHARACTERS, Role, Side, side

FEWEST_PLAYERS, MOST_PLAYERS = 5, 10
QUESTS = 5
QUESTS_TO_WIN = 3
MOST_REJECTIONS = 5

EVIL_PLAYERS = {5: 2, 6: 2, 7: 3, 8: 3, 9: 3, 10: 4}
TEAM_SIZES = {
    5: (2, 3, 2, 3, 3),
    6: (2, 3, 4, 3, 4),
    7: (2, 3, 3, 4, 4),
    8: (3, 4, 4, 5, 5),
    9: (3, 4, 4, 5, 5),
    10: (3, 4, 4, 5, 5),
}
TWO_FAIL_QUEST, TWO_FAIL_PLAYERS = 4, 7
"""The fourth quest, and only the fourth, takes two Fails from seven players on."""
SPIES_TOO_STRONG_PLAYERS = 8
"""From so many on spies have it easy in The Resistance without plot cards."""


def team_size(players: int, quest: int) -> int:
    """How many go on *quest* (1 to 5)."""
    return TEAM_SIZES[players][quest - 1]


def fails_needed(players: int, quest: int) -> int:
    """How many Fail cards make *quest* (1 to 5) fail: 1 or 2."""
    return 2 if quest == TWO_FAIL_QUEST and players >= TWO_FAIL_PLAYERS else 1


def characters(ruleset: Ruleset, players: int) -> tuple[Role, ...]:
    """The characters in play, one a seat, in the order of the roles table.

    With Merlin the Assassin comes by himself while an evil seat is left; Loyal Servants and
    Minions fill the rest, as many as it takes. Only for a set without `problems`.
    """
    evil = EVIL_PLAYERS[players]
    chosen = [role for role in CHARACTERS if role in ruleset.characters]
    bad = [role for role in chosen if side(role) is Side.EVIL]
    if Role.MERLIN in chosen and len(bad) < evil:
        bad.append(Role.ASSASSIN)
    bad += [Role.MINION] * (evil - len(bad))
    good = [role for role in chosen if side(role) is Side.GOOD]
    good += [Role.SERVANT] * (players - evil - len(good))
    order = list(CHARACTERS)
    return tuple(sorted(good + bad, key=order.index))


class Problem(StrEnum):
    """Why a ruleset can't be played, or is odd."""

    TOO_MANY_EVIL = "too_many_evil"
    NEEDS_MERLIN = "needs_merlin"
    MORGANA_WITHOUT_PERCIVAL = "morgana_without_percival"
    PERCIVAL_TELLS_TOO_MUCH = "percival_tells_too_much"
    NO_CHARACTERS_THERE = "no_characters_there"
    """The Resistance knows no named characters."""
    OPTION_OF_THE_OTHER_GAME = "option_of_the_other_game"
    LADY_WITH_FEW = "lady_with_few"


def problems(ruleset: Ruleset, players: int) -> tuple[Problem, ...]:
    """What keeps this ruleset from being played by *players* (5 to 10); empty if nothing does."""
    chosen = ruleset.characters
    found = {
        Problem.TOO_MANY_EVIL: sum(side(role) is Side.EVIL for role in chosen)
        > EVIL_PLAYERS[players],
        Problem.NEEDS_MERLIN: Role.MERLIN not in chosen and bool(needing_merlin(chosen)),
        Problem.NO_CHARACTERS_THERE: ruleset.game is World.RESISTANCE and bool(chosen),
        Problem.OPTION_OF_THE_OTHER_GAME: any(
            ruleset.game not in OPTIONS[option].worlds for option in ruleset.options
        ),
    }
    return tuple(problem for problem, there in found.items() if there)


def warnings(ruleset: Ruleset, players: int) -> tuple[Problem, ...]:
    """What is odd about this ruleset, though it can be played.

    The second row: with five players and Percival the rulebook wants Mordred or Morgana too.
    """
    chosen = ruleset.characters
    found = {
        Problem.MORGANA_WITHOUT_PERCIVAL: Role.MORGANA in chosen and Role.PERCIVAL not in chosen,
        Problem.PERCIVAL_TELLS_TOO_MUCH: players == FEWEST_PLAYERS
        and Role.PERCIVAL in chosen
        and not chosen & {Role.MORDRED, Role.MORGANA},
        Problem.LADY_WITH_FEW: Option.LADY in ruleset.options
        and players < OPTIONS[Option.LADY].players,
    }
    return tuple(problem for problem, there in found.items() if there)


def recommended(ruleset: Ruleset, players: int) -> tuple[Option, ...]:
    """The options still off that a rulebook recommends to so many *players*.

    Plot cards: Hungarian Resistance rulebook, "Megjegyzés" (without them spies are too strong).
    """
    found = {
        Option.LADY: players >= OPTIONS[Option.LADY].players,
        Option.PLOT_CARDS: ruleset.game is World.RESISTANCE and players >= SPIES_TOO_STRONG_PLAYERS,
    }
    return tuple(o for o, wanted in found.items() if wanted and o not in ruleset.options)


def needing_merlin(roles: Iterable[Role]) -> tuple[Role, ...]:
    """Those of *roles* that mean nothing without Merlin."""
    return tuple(role for role in roles if CHARACTERS[role].needs_merlin)
