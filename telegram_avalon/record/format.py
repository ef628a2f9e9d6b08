"""The record of a game as a file: every field is described in docs/record.md.

Players are seats, counted from 1 as at the table; nobody's Telegram id is in it. Fields that say
nothing are left out. A change that a reader of the old format can't understand raises `VERSION`.
"""

from typing import Annotated, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from telegram_avalon.rules import Ending, Option, PlotCard, Role, Side, World

FORMAT: Final = "telegram-avalon-game"
VERSION: Final = 1

SeatNumber = Annotated[int, Meta(ge=1, le=10)]
Count = Annotated[int, Meta(ge=0, le=10)]
QuestNumber = Annotated[int, Meta(ge=1, le=5)]
Vote = Literal["approve", "reject"]
QuestCard = Literal["success", "fail"]
Team = Annotated[tuple[SeatNumber, ...], Meta(min_length=2, max_length=5)]
MOST_EVENTS = 200
"""A round has at most 33 with all options: five proposals, each with two votes; three cards drawn,
given and carried out; a use or a pass of each of the eight others; the quest; what follows it."""
Cards = Annotated[tuple[PlotCard, ...], Meta(max_length=15)]


class Part(Struct, frozen=True, forbid_unknown_fields=True):
    """What every piece of a record is: a mistyped field is a mistake."""


class Known(Part, frozen=True):
    """What a seat learnt at the deal."""

    evil: tuple[SeatNumber, ...] | UnsetType = UNSET
    merlin_among: tuple[SeatNumber, ...] | UnsetType = UNSET


class Player(Part, frozen=True):
    seat: SeatNumber
    name: Annotated[str, Meta(max_length=100)]
    """Empty where nothing of it could be shown."""
    side: Side
    character: Role | UnsetType = UNSET
    """There are none in The Resistance."""
    knows: Known | UnsetType = UNSET


class Voted(Part, frozen=True):
    seat: SeatNumber
    vote: Vote


class Event(Part, frozen=True, tag_field="event"):
    round: QuestNumber


class PlotCardsDrawn(Event, frozen=True, tag="plot_cards_drawn"):
    leader: SeatNumber
    cards: Annotated[tuple[PlotCard, ...], Meta(min_length=1, max_length=3)]


class PlotCardGiven(Event, frozen=True, tag="plot_card_given"):
    leader: SeatNumber
    receiver: SeatNumber
    card: PlotCard


class PlotCardUsed(Event, frozen=True, tag="plot_card_used"):
    card: PlotCard
    seat: SeatNumber
    target: SeatNumber | UnsetType = UNSET
    taken: PlotCard | UnsetType = UNSET
    loyalty: Side | UnsetType = UNSET
    """What was seen, and by one player alone: a side, or a quest card."""
    quest_card: QuestCard | UnsetType = UNSET
    track: Annotated[int, Meta(ge=1, le=5)] | UnsetType = UNSET
    """No Confidence: how many teams of the round have been turned down by now."""


class PlotCardPassed(Event, frozen=True, tag="plot_card_passed"):
    card: PlotCard
    seat: SeatNumber


class TeamProposed(Event, frozen=True, tag="team_proposed"):
    proposal: Annotated[int, Meta(ge=1, le=5)]
    quest: QuestNumber
    leader: SeatNumber
    team: Team


class OpinionsGiven(Event, frozen=True, tag="opinions_given"):
    votes: Annotated[tuple[Voted, ...], Meta(min_length=1, max_length=2)]


class TeamVoted(Event, frozen=True, tag="team_voted"):
    votes: Annotated[tuple[Voted, ...], Meta(min_length=5, max_length=10)]
    approvals: Count
    rejections: Count
    approved: bool
    track: Annotated[int, Meta(ge=0, le=5)]
    """How many teams of the round have been turned down by now."""


class QuestCardsLaid(Event, frozen=True, tag="quest_cards_laid"):
    spotlit: SeatNumber | UnsetType = UNSET
    shown: QuestCard | UnsetType = UNSET


class QuestPlayed(Event, frozen=True, tag="quest_played"):
    quest: QuestNumber
    team: Team
    successes: Annotated[int, Meta(ge=0, le=5)]
    fails: Annotated[int, Meta(ge=0, le=5)]
    fails_needed: Literal[1, 2]
    succeeded: bool
    spotlit: SeatNumber | UnsetType = UNSET
    shown: QuestCard | UnsetType = UNSET


class LadyUsed(Event, frozen=True, tag="lady_used"):
    holder: SeatNumber
    target: SeatNumber
    loyalty: Side


class MerlinNamed(Event, frozen=True, tag="merlin_named"):
    assassin: SeatNumber
    target: SeatNumber
    found: bool


AnyEvent = (
    PlotCardsDrawn
    | PlotCardGiven
    | PlotCardUsed
    | PlotCardPassed
    | TeamProposed
    | OpinionsGiven
    | TeamVoted
    | QuestCardsLaid
    | QuestPlayed
    | LadyUsed
    | MerlinNamed
)


class Result(Part, frozen=True):
    winner: Side
    ending: Ending


class GameRecord(Part, frozen=True):
    """A finished game, from the deal on."""

    format: Literal["telegram-avalon-game"]
    version: Literal[1]
    game: World
    options: tuple[Option, ...]
    characters: tuple[Role, ...]
    """Those chosen; the others fill the seats."""
    players: Annotated[int, Meta(ge=5, le=10)]
    seats: Annotated[tuple[Player, ...], Meta(min_length=5, max_length=10)]
    first_leader: SeatNumber
    events: Annotated[tuple[AnyEvent, ...], Meta(max_length=MOST_EVENTS)]
    result: Result
    lady: SeatNumber | UnsetType = UNSET
    """Who holds the Lady of the Lake at first."""
    plot_deck: Cards | UnsetType = UNSET
    """From the top."""
