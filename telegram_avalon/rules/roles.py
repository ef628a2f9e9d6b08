"""The characters: one row each, with the side and the signs by which players recognise each other.

At the deal player A learns about player B exactly the signs that A's character sees and B's
character shows (Hungarian Avalon rulebook, "Szereplők"; the Oberon and Morgana rows also from the
Persian page). A character that only changes who knows what is one more row.
"""

from dataclasses import dataclass
from enum import Enum, StrEnum, auto


class Side(StrEnum):
    GOOD = "good"
    EVIL = "evil"


class Role(StrEnum):
    """A character's name, as stored."""

    MERLIN = "merlin"
    PERCIVAL = "percival"
    SERVANT = "servant"
    ASSASSIN = "assassin"
    MORDRED = "mordred"
    MORGANA = "morgana"
    OBERON = "oberon"
    MINION = "minion"


class Sign(Enum):
    """What one player can recognise another by; a sign never tells the character itself."""

    EVIL_TO_MERLIN = auto()
    EVIL_TO_EVIL = auto()
    MERLIN_TO_PERCIVAL = auto()


@dataclass(frozen=True)
class Character:
    role: Role
    side: Side
    sees: frozenset[Sign] = frozenset()
    shows: frozenset[Sign] = frozenset()
    chosen: bool = False
    """Whether the host chooses it; the others come by themselves (see `rulesets.characters`)."""
    needs_merlin: bool = False


def _signs(*signs: Sign) -> frozenset[Sign]:
    return frozenset(signs)


_EVIL = _signs(Sign.EVIL_TO_EVIL)
_SEEN_EVIL = _signs(Sign.EVIL_TO_EVIL, Sign.EVIL_TO_MERLIN)

CHARACTERS: dict[Role, Character] = {
    character.role: character
    for character in (
        Character(
            Role.MERLIN,
            Side.GOOD,
            sees=_signs(Sign.EVIL_TO_MERLIN),
            shows=_signs(Sign.MERLIN_TO_PERCIVAL),
            chosen=True,
        ),
        Character(
            Role.PERCIVAL,
            Side.GOOD,
            sees=_signs(Sign.MERLIN_TO_PERCIVAL),
            chosen=True,
            needs_merlin=True,
        ),
        Character(Role.SERVANT, Side.GOOD),
        Character(Role.ASSASSIN, Side.EVIL, sees=_EVIL, shows=_SEEN_EVIL),
        Character(Role.MORDRED, Side.EVIL, sees=_EVIL, shows=_EVIL, chosen=True, needs_merlin=True),
        Character(
            Role.MORGANA,
            Side.EVIL,
            sees=_EVIL,
            shows=_SEEN_EVIL | _signs(Sign.MERLIN_TO_PERCIVAL),
            chosen=True,
            needs_merlin=True,
        ),
        Character(Role.OBERON, Side.EVIL, shows=_signs(Sign.EVIL_TO_MERLIN), chosen=True),
        Character(Role.MINION, Side.EVIL, sees=_EVIL, shows=_SEEN_EVIL),
    )
}

STAND_INS = (Role.ASSASSIN, Role.MORGANA, Role.MORDRED)
"""Who makes the assassination: the first of these that was dealt (Persian online rules)."""


def side(role: Role) -> Side:
    return CHARACTERS[role].side
