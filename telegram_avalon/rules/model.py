"""The nouns of the rules, on one page: set-up, facts, phases, `Game`; commands: `commands.py`.

Facts are public by construction: a quest's fact holds how many Fails lay there, never whose. (Only
with anonymous votes `view` gives out less than the record.) Secrets live in the deal, the running
phase and what players alone have seen.

All of these are stored. Fields of a stored record are only ever added, at the end, with a default.
"""

from enum import IntEnum, StrEnum
from typing import NewType

from msgspec import Struct

from telegram_avalon.rules.options import Option, World
from telegram_avalon.rules.plot import PlotCard
from telegram_avalon.rules.roles import Role, Side

Seat = NewType("Seat", int)
"""A place in the circle, counted from 0 clockwise; players read it counted from 1."""


class Vote(IntEnum):
    REJECT = 0
    APPROVE = 1


class Card(IntEnum):
    """A quest card."""

    FAIL = 0
    SUCCESS = 1


class Ending(StrEnum):
    """How a game came to its end."""

    THREE_FAILS = "three_fails"
    FIVE_REJECTIONS = "five_rejections"
    THREE_SUCCESSES = "three_successes"
    MERLIN_FOUND = "merlin_found"
    MERLIN_MISSED = "merlin_missed"


class Record(Struct, frozen=True, array_like=True, tag=True):
    """What all stored nouns are: frozen, compact, told apart by their name."""


# --- set-up ---------------------------------------------------------------------------------------


class Ruleset(Struct, frozen=True, array_like=True):
    """What is played: the chosen characters (the rest are dealt by the tables), game, options."""

    characters: frozenset[Role] = frozenset({Role.MERLIN})
    game: World = World.AVALON
    options: frozenset[Option] = frozenset()


class Setup(Struct, frozen=True, array_like=True):
    ruleset: Ruleset
    deal: tuple[Role, ...]
    """The character of each seat."""
    first_leader: Seat
    plot_deck: tuple[PlotCard, ...] = ()
    """Face down, the first to be drawn first."""


# --- facts: what has happened ---------------------------------------------------------------------


class TeamProposed(Record, frozen=True, tag="proposed"):
    quest: int
    leader: Seat
    team: tuple[Seat, ...]


class TeamVoted(Record, frozen=True, tag="voted"):
    quest: int
    leader: Seat
    team: tuple[Seat, ...]
    votes: tuple[Vote, ...]
    """By seat."""

    @property
    def approvals(self) -> int:
        return self.votes.count(Vote.APPROVE)

    @property
    def approved(self) -> bool:
        """Only by a strict majority: a tie is a rejection (Spanish text, "Voto del equipo")."""
        return self.approvals * 2 > len(self.votes)


class QuestPlayed(Record, frozen=True, tag="played"):
    quest: int
    team: tuple[Seat, ...]
    fails: int
    succeeded: bool
    spotlit: Seat | None = None
    """Who had to play face up (In the Spotlight), and the card; it counts among the others."""
    shown: Card | None = None


class MerlinNamed(Record, frozen=True, tag="named"):
    assassin: Seat
    target: Seat
    found: bool


class LadyUsed(Record, frozen=True, tag="lady"):
    """*holder* has learnt the loyalty of *target*, who holds the Lady of the Lake now."""

    holder: Seat
    target: Seat


class PlotDrawn(Record, frozen=True, tag="drawn"):
    """The round's plot cards lie face up before the leader, who gives them away."""

    leader: Seat
    cards: tuple[PlotCard, ...]


class PlotGiven(Record, frozen=True, tag="given"):
    leader: Seat
    receiver: Seat
    card: PlotCard


class PlotUsed(Record, frozen=True, tag="used"):
    """A plot card has taken effect.

    By card, *seat* and *target*: OVERHEARD: has seen the loyalty of the neighbour *target*;
    OPEN_UP (the leader), ESTABLISH_CONFIDENCE: has shown theirs to *target*; TAKE_RESPONSIBILITY:
    has taken the card *taken* from *target*; STRONG_LEADER: leads now; NO_CONFIDENCE: has turned
    down the team just approved; SPOTLIGHT: *target* plays face up; CLOSE_EYE: has looked at
    *target*'s quest card.
    """

    card: PlotCard
    seat: Seat
    target: Seat | None = None
    taken: PlotCard | None = None


class PlotPassed(Record, frozen=True, tag="passed"):
    """The holder doesn't play *card* in this round."""

    card: PlotCard
    seat: Seat


class OpinionsGiven(Record, frozen=True, tag="opinions"):
    """The Opinion Makers have voted, openly and for good; now the others do."""

    quest: int
    leader: Seat
    team: tuple[Seat, ...]
    votes: tuple[tuple[Seat, Vote], ...]


class CardsLaid(Record, frozen=True, tag="laid"):
    """All quest cards are down and somebody may look at one; only then on the record."""

    quest: int
    team: tuple[Seat, ...]
    spotlit: Seat | None = None
    shown: Card | None = None


Fact = (
    TeamProposed
    | TeamVoted
    | QuestPlayed
    | MerlinNamed
    | LadyUsed
    | PlotDrawn
    | PlotGiven
    | PlotUsed
    | PlotPassed
    | OpinionsGiven
    | CardsLaid
)


# --- phases: what is being done -------------------------------------------------------------------


class Proposing(Record, frozen=True, tag="proposing"):
    """The leader picks *team*, in seat order."""

    team: tuple[Seat, ...] = ()
    quest: int | None = None
    """Which quest is to go on, once the leader has chosen one (Targeting)."""


class Voting(Record, frozen=True, tag="voting"):
    team: tuple[Seat, ...]
    votes: tuple[Vote | None, ...]
    """By seat; may be changed until the last one is in, but not those of the Opinion Makers."""


class Questing(Record, frozen=True, tag="questing"):
    team: tuple[Seat, ...]
    cards: tuple[Card | None, ...]
    """In the order of *team*."""


class Assassinating(Record, frozen=True, tag="assassinating"):
    assassin: Seat
    aim: Seat | None = None
    """Whom the Assassin points at, not yet confirmed."""


class Over(Record, frozen=True, tag="over"):
    winner: Side
    ending: Ending


class Examining(Record, frozen=True, tag="examining"):
    """The holder of the Lady of the Lake must look at somebody's loyalty."""

    holder: Seat


class Giving(Record, frozen=True, tag="giving"):
    """The leader gives away the plot cards drawn, one after the other."""

    cards: tuple[PlotCard, ...]
    """Those not given yet."""
    chosen: PlotCard | None = None
    """The one in the leader's hand."""


class PlotAsked(Record, frozen=True, tag="asked"):
    """*seat* may play the plot card, or must carry it out if it is one of those "at once"."""

    card: PlotCard
    seat: Seat
    cards: tuple[Card, ...] = ()
    """For CLOSE_EYE the quest cards on the table, in the order of the team."""


class OpinionVoting(Record, frozen=True, tag="opining"):
    """The Opinion Makers vote, before the others do."""

    team: tuple[Seat, ...]
    makers: tuple[Seat, ...]
    votes: tuple[Vote | None, ...]
    """In the order of *makers*; may be changed until the last one is in."""


Phase = (
    Proposing
    | Voting
    | Questing
    | Assassinating
    | Over
    | Examining
    | Giving
    | PlotAsked
    | OpinionVoting
)


# --- the game -------------------------------------------------------------------------------------


class Game(Struct, frozen=True, array_like=True):
    """A set-up, what has happened since, and what is being done now."""

    setup: Setup
    record: tuple[Fact, ...]
    phase: Phase
    watched: tuple[Card, ...] = ()
    """The quest cards seen by Keeping a Close Eye, one for each such use on the record."""
    unasked: tuple[tuple[Seat, PlotCard], ...] = ()
    """Who doesn't want to be asked for which plot card, until they say otherwise."""

    @property
    def players(self) -> int:
        return len(self.setup.deal)

    @property
    def step(self) -> int:
        """Grows with every change of question, not with single votes: what a button was for."""
        return len(self.record)

    def plays(self, option: Option) -> bool:
        return option in self.setup.ruleset.options
