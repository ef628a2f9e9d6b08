"""The record of a finished game: as a file, back from a file, checked, and told as a story."""

from telegram_avalon.record.checking import ImpossibleGame, check
from telegram_avalon.record.export import exported
from telegram_avalon.record.format import GameRecord
from telegram_avalon.record.reading import MOST_BYTES, BadRecord, file_name, read, written
from telegram_avalon.record.telling import as_text, story

__all__ = [
    "MOST_BYTES",
    "BadRecord",
    "GameRecord",
    "ImpossibleGame",
    "as_text",
    "check",
    "exported",
    "file_name",
    "read",
    "story",
    "written",
]
