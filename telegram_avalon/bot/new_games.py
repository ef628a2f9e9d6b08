"""Whether a table may be opened, and a game begun: asked by everything that would."""

from telegram_avalon.bot.allowed import NOT_SERVED, is_allowed
from telegram_avalon.bot.maintenance import NO_NEW_GAMES
from telegram_avalon.bot.services import Services
from telegram_avalon.bot.updates import Chat


async def why_none(services: Services, group: Chat) -> str | None:
    """The phrase that says why not in this *group*; None where nothing speaks against it."""
    if not await is_allowed(services, group):
        return NOT_SERVED
    return NO_NEW_GAMES if await services.upkeep.draining() else None
