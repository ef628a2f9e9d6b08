"""What a seat wants: the commands that `apply` takes."""

from msgspec import Struct

from telegram_avalon.rules.model import Card, Seat, Vote
from telegram_avalon.rules.plot import PlotCard


class Pick(Struct, frozen=True):
    seat: Seat
    member: Seat


class Unpick(Struct, frozen=True):
    seat: Seat
    member: Seat


class Propose(Struct, frozen=True):
    seat: Seat


class ChooseQuest(Struct, frozen=True):
    """Which quest is to go on (Targeting); another one than before clears the team."""

    seat: Seat
    quest: int


class CastVote(Struct, frozen=True):
    """An Opinion Maker's vote too."""

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


class Examine(Struct, frozen=True):
    """Look at the loyalty of *target* by the Lady of the Lake."""

    seat: Seat
    target: Seat


class ChooseCard(Struct, frozen=True):
    """Take a drawn plot card in hand, to be given next: not needed before `GiveCard`."""

    seat: Seat
    card: PlotCard


class GiveCard(Struct, frozen=True):
    seat: Seat
    card: PlotCard
    receiver: Seat


class UseCard(Struct, frozen=True):
    """Play the plot card asked for, on a player or a player's card where it takes one."""

    seat: Seat
    target: Seat | None = None
    taken: PlotCard | None = None


class PassCard(Struct, frozen=True):
    """Don't play the plot card asked for in this round.

    *lasting*: nor in the rounds to come, until `AskAgain`.
    """

    seat: Seat
    lasting: bool = False


class AskAgain(Struct, frozen=True):
    """Take back a lasting pass, at any time."""

    seat: Seat
    card: PlotCard


Command = (
    Pick
    | Unpick
    | Propose
    | CastVote
    | PlayCard
    | Aim
    | Assassinate
    | ChooseQuest
    | Examine
    | ChooseCard
    | GiveCard
    | UseCard
    | PassCard
    | AskAgain
)
