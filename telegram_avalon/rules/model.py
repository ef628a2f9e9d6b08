"""The nouns of the rules, on one page: set-up, facts, phases, commands, `Game`.

Facts are public by construction: a quest's fact holds how many Fails lay there, never whose.
Secrets live in the deal and in the running phase only.

All of these are stored. Fields of a stored record are only ever added, at the end, with a default.
"""

from enum import IntEnum, StrEnum
from typing import NewType

from msgspec import Struct

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
    """What is played: the chosen characters (the rest are dealt by the tables)."""

    characters: frozenset[Role] = frozenset({Role.MERLIN})


class Setup(Struct, frozen=True, array_like=True):
    ruleset: Ruleset
    deal: tuple[Role, ...]
    """The character of each seat."""
    first_leader: Seat


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
        return sum(vote is Vote.APPROVE for vote in self.votes)

    @property
    def approved(self) -> bool:
        """Only by a strict majority: a tie is a rejection (Spanish text, "Voto del equipo")."""
        return self.approvals * 2 > len(self.votes)


class QuestPlayed(Record, frozen=True, tag="played"):
    quest: int
    team: tuple[Seat, ...]
    fails: int
    succeeded: bool


class MerlinNamed(Record, frozen=True, tag="named"):
    assassin: Seat
    target: Seat
    found: bool


Fact = TeamProposed | TeamVoted | QuestPlayed | MerlinNamed


# --- phases: what is being done -------------------------------------------------------------------


class Proposing(Record, frozen=True, tag="proposing"):
    """The leader picks *team*, in seat order."""

    team: tuple[Seat, ...] = ()


class Voting(Record, frozen=True, tag="voting"):
    team: tuple[Seat, ...]
    votes: tuple[Vote | None, ...]
    """By seat; may be changed until the last one is in."""


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


Phase = Proposing | Voting | Questing | Assassinating | Over


# --- commands: what a seat wants ------------------------------------------------------------------


class Pick(Struct, frozen=True):
    seat: Seat
    member: Seat


class Unpick(Struct, frozen=True):
    seat: Seat
    member: Seat


class Propose(Struct, frozen=True):
    seat: Seat


class CastVote(Struct, frozen=True):
    seat: Seat
    vote: Vote


class PlayCard(Struct, frozen=True):
    seat: Seat
    card: Card


class Aim(Struct, frozen=True):
    """Point at *target* as Merlin, or at nobody again."""

    seat: Seat
    target: Seat | None


class Assassinate(Struct, frozen=True):
    seat: Seat
    target: Seat


Command = Pick | Unpick | Propose | CastVote | PlayCard | Aim | Assassinate


# --- the game -------------------------------------------------------------------------------------


class Game(Struct, frozen=True, array_like=True):
    """A set-up, what has happened since, and what is being done now."""

    setup: Setup
    record: tuple[Fact, ...]
    phase: Phase

    @property
    def players(self) -> int:
        return len(self.setup.deal)

    @property
    def step(self) -> int:
        """Grows with every change of phase, not with single votes: what a button was meant for."""
        return len(self.record)
