"""What the rules can be asked about, and what a page of them is made of."""

from dataclasses import dataclass
from enum import Enum, StrEnum, auto


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


class Table(Enum):
    """Rows of figures in a page; where the reader sits at a table, its row alone."""

    SIDES = auto()
    TEAMS = auto()
    MINE = auto()
    """The row of the reader's table, and nothing for anybody else."""
    DRAWN = auto()
    DECK = auto()
    """How often the page's own plot card is in the deck."""


Line = str | Table
"""A phrase, put into words where it is shown, or rows of figures."""


@dataclass(frozen=True)
class Page:
    topic: Topic
    title: str
    blocks: tuple[tuple[Line, ...], ...]
    """Lines that belong together; an empty line stands between blocks."""
    pages: tuple["Page", ...] = ()
    """The pages listed below it."""
