"""Before an update or a move: no new games begin, running ones go on, and the tables are told."""

from contextlib import suppress

import structlog

from telegram_avalon.bot.services import Services
from telegram_avalon.i18n.phrases import N_
from telegram_avalon.play import RaceLost
from telegram_avalon.store import CorruptRecord, NewerRecord
from telegram_avalon.table import Stage, drain

log = structlog.get_logger()


NO_NEW_GAMES = N_("🛠 The bot will be updated soon: no new game begins until then.")


async def set_draining(services: Services, on: bool) -> bool:
    """Begin no new games, or do again, and tell all tables; whether that is a change."""
    changed = await services.upkeep.drain(on)
    log.info("no new games begin" if on else "new games begin again")
    for found in await services.tables.live():
        with suppress(RaceLost, CorruptRecord, NewerRecord):  # one that isn't told bars no other
            await services.play.change(found.table.id, lambda table: drain(table, on))
    return changed


async def games_running(services: Services) -> int:
    """How many games are being played. Reads through all keys: not for a turn."""
    return sum(each.table.stage is Stage.PLAYING for each in await services.tables.live())
