"""Closing the gap between what each chat of a table should read and what it shows."""

from telegram_avalon.delivery.delivery import Tools
from telegram_avalon.delivery.messenger import Document, Messenger, Rank
from telegram_avalon.delivery.outcomes import (
    Deaf,
    Done,
    Gone,
    Migrated,
    Muted,
    Outcome,
    Refused,
    Sent,
    TextRefused,
    TooFast,
    TopicGone,
    Unknown,
    Unreached,
)
from telegram_avalon.delivery.worker import Worker, agree

__all__ = [
    "Deaf",
    "Document",
    "Done",
    "Gone",
    "Messenger",
    "Migrated",
    "Muted",
    "Outcome",
    "Rank",
    "Refused",
    "Sent",
    "TextRefused",
    "TooFast",
    "Tools",
    "TopicGone",
    "Unknown",
    "Unreached",
    "Worker",
    "agree",
]
