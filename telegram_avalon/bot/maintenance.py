"""Before an update or a move: no new games begin, running ones go on, and the tables are told."""

import structlog

from telegram_avalon.bot.services import Services
from telegram_avalon.i18n.phrases import N_, Html, Plain, Words
from telegram_avalon.table import Stage, drain

log = structlog.get_logger()


NO_NEW_GAMES = N_("🛠 The bot will be updated soon: no new game begins until then.")


def no_new_games(words: Words) -> Html:
    """What a command that would open a table, or begin, is answered."""
    return words.html(NO_NEW_GAMES)


def no_new_games_toast(words: Words) -> Plain:
    """What such a press is answered."""
    return words.plain(NO_NEW_GAMES)


async def set_draining(services: Services, on: bool) -> bool:
    """Begin no new games, or do again, and tell all tables; whether that is a change."""
    changed = await services.upkeep.drain(on)
    log.info("no new games begin" if on else "new games begin again")
    for found in await services.tables.live():
        await services.play.change(found.table.id, lambda table: drain(table, on))
    return changed


async def games_running(services: Services) -> int:
    """How many games are being played. Reads through all keys: not for a turn."""
    return sum(each.table.stage is Stage.PLAYING for each in await services.tables.live())
