"""Updates in, reactions out: what people press and say becomes changes of tables and answers."""

from telegram_avalon.bot.reactions import Nothing, Reaction, Reply, Toast
from telegram_avalon.bot.router import LeftToNewer, Postponed, Router
from telegram_avalon.bot.services import Services
from telegram_avalon.bot.updates import ALLOWED, Update, read_update

__all__ = [
    "ALLOWED",
    "LeftToNewer",
    "Nothing",
    "Postponed",
    "Reaction",
    "Reply",
    "Router",
    "Services",
    "Toast",
    "Update",
    "read_update",
]
