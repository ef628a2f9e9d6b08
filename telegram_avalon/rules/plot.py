"""The plot cards, one row each (Hungarian Resistance rulebook, The Plot Thickens).

What a card can be played on is in `asking.py`; what then follows in `course.py` and `record.py`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, StrEnum, auto


class PlotCard(StrEnum):
    """A plot card's name, as stored."""

    OVERHEARD = "overheard"
    OPINION_MAKER = "opinion_maker"
    OPEN_UP = "open_up"
    ESTABLISH_CONFIDENCE = "establish_confidence"
    NO_CONFIDENCE = "no_confidence"
    CLOSE_EYE = "close_eye"
    STRONG_LEADER = "strong_leader"
    SPOTLIGHT = "spotlight"
    TAKE_RESPONSIBILITY = "take_responsibility"


class Kind(Enum):
    AT_ONCE = auto()
    """Carried out when given, never held."""
    ALL_GAME = auto()
    ONCE = auto()
    """Held until its holder plays it."""


class Shows(Enum):
    """Who learns whose loyalty when the card is used."""

    TARGET_TO_USER = auto()
    USER_TO_TARGET = auto()


@dataclass(frozen=True)
class PlotRow:
    card: PlotCard
    few: int
    """Copies in the deck for five and six players."""
    many: int
    """Copies in the deck for seven to ten."""
    kind: Kind
    shows: Shows | None = None

    @property
    def kept(self) -> bool:
        """Whether it lies before its holder."""
        return self.kind is not Kind.AT_ONCE


PLOT_CARDS: dict[PlotCard, PlotRow] = {
    row.card: row
    for row in (
        PlotRow(PlotCard.OVERHEARD, 0, 2, Kind.AT_ONCE, Shows.TARGET_TO_USER),
        PlotRow(PlotCard.OPINION_MAKER, 1, 2, Kind.ALL_GAME),
        PlotRow(PlotCard.OPEN_UP, 0, 1, Kind.AT_ONCE, Shows.USER_TO_TARGET),
        PlotRow(PlotCard.ESTABLISH_CONFIDENCE, 0, 1, Kind.AT_ONCE, Shows.USER_TO_TARGET),
        PlotRow(PlotCard.NO_CONFIDENCE, 1, 3, Kind.ONCE),
        PlotRow(PlotCard.CLOSE_EYE, 2, 2, Kind.ONCE),
        PlotRow(PlotCard.STRONG_LEADER, 2, 2, Kind.ONCE),
        PlotRow(PlotCard.SPOTLIGHT, 0, 1, Kind.ONCE),
        PlotRow(PlotCard.TAKE_RESPONSIBILITY, 1, 1, Kind.AT_ONCE),
    )
}

MOST_IN_SMALL_DECK = 6
"""Up to so many players the small deck is used."""

DRAWS = {5: 1, 6: 1, 7: 2, 8: 2, 9: 3, 10: 3}
"""How many cards the leader draws at the start of a round, by number of players."""


def deck(players: int) -> tuple[PlotCard, ...]:
    """The cards for so many players, in the order of the table."""
    small = players <= MOST_IN_SMALL_DECK
    return tuple(
        row.card for row in PLOT_CARDS.values() for _ in range(row.few if small else row.many)
    )


def in_order(cards: Iterable[PlotCard]) -> tuple[PlotCard, ...]:
    """*cards* each once, in the order of the table."""
    there = set(cards)
    return tuple(card for card in PLOT_CARDS if card in there)
