"""The rules of the game: a value (`Game`) and one function over it (`apply`).

Nothing in this package does I/O, reads a clock, draws a random number of its own or knows a
Telegram user: players are seats. What a viewer may know comes out of `view` and nowhere else.
"""

from telegram_avalon.rules.deal import deal_characters
from telegram_avalon.rules.engine import apply, begin
from telegram_avalon.rules.knowledge import Knowledge, View, view
from telegram_avalon.rules.legal import legal
from telegram_avalon.rules.model import (
    Aim,
    Assassinate,
    Assassinating,
    Card,
    CastVote,
    Command,
    Ending,
    Fact,
    Game,
    MerlinNamed,
    Over,
    Phase,
    Pick,
    PlayCard,
    Propose,
    Proposing,
    Questing,
    QuestPlayed,
    Ruleset,
    Seat,
    Setup,
    TeamProposed,
    TeamVoted,
    Unpick,
    Vote,
    Voting,
)
from telegram_avalon.rules.refusals import Reason, Refused
from telegram_avalon.rules.roles import CHARACTERS, Character, Role, Side
from telegram_avalon.rules.rulesets import Problem, problems, warnings

__all__ = [
    "CHARACTERS",
    "Aim",
    "Assassinate",
    "Assassinating",
    "Card",
    "CastVote",
    "Character",
    "Command",
    "Ending",
    "Fact",
    "Game",
    "Knowledge",
    "MerlinNamed",
    "Over",
    "Phase",
    "Pick",
    "PlayCard",
    "Problem",
    "Propose",
    "Proposing",
    "QuestPlayed",
    "Questing",
    "Reason",
    "Refused",
    "Role",
    "Ruleset",
    "Seat",
    "Setup",
    "Side",
    "TeamProposed",
    "TeamVoted",
    "Unpick",
    "View",
    "Vote",
    "Voting",
    "apply",
    "begin",
    "deal_characters",
    "legal",
    "problems",
    "view",
    "warnings",
]
