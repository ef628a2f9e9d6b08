"""What the rules can be asked about, and what a page of them is made of."""

from dataclasses import dataclass
from enum import Enum, StrEnum, auto

from telegram_avalon.rules import Option, Role, World


class Topic(StrEnum):
    """A page's name in commands, deep links and callback data: never changed, only added to."""

    CONTENTS = "contents"
    AIM = "aim"
    SIDES = "sides"
    CHARACTERS = "characters"
    CHOOSING = "choosing-characters"
    MERLIN = "merlin"
    PERCIVAL = "percival"
    SERVANT = "servant"
    ASSASSIN = "assassin"
    MORDRED = "mordred"
    MORGANA = "morgana"
    OBERON = "oberon"
    MINION = "minion"
    TEAM = "team"
    VOTE = "vote"
    QUEST = "quest"
    TWO_FAILS = "two-fails"
    ASSASSINATION = "assassination"
    NO_ASSASSIN = "no-assassin"
    OPTIONS = "options"
    LADY = "lady-of-the-lake"
    TARGETING = "targeting"
    PLOT_CARDS = "plot-cards"
    PLAYING_PLOT_CARDS = "playing-plot-cards"
    OVERHEARD_CONVERSATION = "overheard-conversation"
    OPINION_MAKER = "opinion-maker"
    OPEN_UP = "open-up"
    ESTABLISH_CONFIDENCE = "establish-confidence"
    NO_CONFIDENCE = "no-confidence"
    CLOSE_EYE = "close-eye"
    STRONG_LEADER = "strong-leader"
    IN_THE_SPOTLIGHT = "in-the-spotlight"
    TAKE_RESPONSIBILITY = "take-responsibility"
    BLIND_SPIES = "blind-spies"
    FIFTH_TEAM_UNVOTED = "fifth-team-unvoted"
    GOOD_MAY_FAIL = "good-may-fail"
    ANONYMOUS_VOTES = "anonymous-votes"
    THE_RESISTANCE = "the-resistance"
    STRATEGY = "strategy"
    TALK = "talk"
    VOTES_TELL = "what-votes-tell"
    FOR_GOOD = "for-good"
    FOR_EVIL = "for-evil"
    BY_CHARACTER = "by-character"
    HOUSE_CHOICES = "house-choices"
    HOUSE_PLOT_CARDS = "house-plot-cards"
    GLOSSARY = "glossary"
    HOUSE_CHARACTERS = "house-characters"
    HOUSE_EACH_PLOT_CARD = "house-each-plot-card"


class Table(Enum):
    """Rows of figures in a page; where the reader sits at a table, its row alone."""

    SIDES = auto()
    TEAMS = auto()
    MINE = auto()
    """The row of the reader's table, and nothing for anybody else."""
    DRAWN = auto()
    DECK = auto()
    """How often the page's own plot card is in the deck."""


Fact = Option | Role | World
"""What can be so at one table and not at another: an option is on, a character is in play, a game
is played."""


@dataclass(frozen=True)
class Varying:
    """What is said of *by* to a reader at whose table it is so, or isn't, or who sits at none.

    None: nothing is said there. Parts may vary again.
    """

    by: Fact
    on: "Line | None"
    off: "Line | None"
    unknown: "Line | None"


def where(fact: Fact, line: "Line") -> Varying:
    """*line* for all but those at whose table *fact* isn't so: there it is untrue, or idle."""
    return Varying(fact, on=line, off=None, unknown=line)


Line = str | Table | Varying
"""A phrase, put into words where it is shown, rows of figures, or what depends on the table."""


@dataclass(frozen=True)
class Page:
    topic: Topic
    title: str
    blocks: tuple[tuple[Line, ...], ...]
    """Lines that belong together; an empty line stands between blocks."""
    pages: tuple["Page", ...] = ()
    """The pages listed below it."""
