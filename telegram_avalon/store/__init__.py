"""The only state: tables, people and deliveries in Redis.

A process holds nothing that outlives one update; any number of them may serve one bot, and any may
be killed at any moment. Every key and its lifetime: `docs/storage.md`.
"""

from telegram_avalon.store.codec import CorruptRecord, NewerRecord
from telegram_avalon.store.groups import Groups
from telegram_avalon.store.keys import Keys
from telegram_avalon.store.people import People, Standing
from telegram_avalon.store.probe import probe
from telegram_avalon.store.redis import Unavailable, answer_of, code_of, connect
from telegram_avalon.store.registrations import Registrations
from telegram_avalon.store.shown import NOTHING, Intent, Shown
from telegram_avalon.store.tables import TABLE_ID, Commit, Loaded, Pressed, Tables
from telegram_avalon.store.upkeep import Upkeep
from telegram_avalon.store.work import Call, Claimed, Kind, Leave, Verdict, Work

__all__ = [
    "NOTHING",
    "TABLE_ID",
    "Call",
    "Claimed",
    "Commit",
    "CorruptRecord",
    "Groups",
    "Intent",
    "Keys",
    "Kind",
    "Leave",
    "Loaded",
    "NewerRecord",
    "People",
    "Pressed",
    "Registrations",
    "Shown",
    "Standing",
    "Tables",
    "Unavailable",
    "Upkeep",
    "Verdict",
    "Work",
    "answer_of",
    "code_of",
    "connect",
    "probe",
]
