"""Whom the bot serves: all groups, or those that whoever runs it has named."""

from telegram_avalon.bot.services import Services
from telegram_avalon.bot.updates import Chat, User
from telegram_avalon.i18n.phrases import N_
from telegram_avalon.screens import Screen
from telegram_avalon.store import CorruptRecord
from telegram_avalon.table import close

NOT_SERVED = N_(
    "This bot serves only the groups of whoever runs it. "
    "Anybody can run one of their own: the program is free."
)


async def is_allowed(services: Services, chat: Chat) -> bool:
    """Whether the bot serves this group: it is named, or was before it became a supergroup."""
    named = services.allowed_chats
    if not named or chat.id in named.ids or chat.username.lower() in named.names:
        return True
    return await services.groups.former(chat.id) in named.ids


async def turned_away(services: Services, chat: Chat, who: User | None) -> bool:
    """Leave a group that is not served, with a word why; whether it is one.

    A game that runs there, begun when the group was still served, is played to its end.
    """
    if await is_allowed(services, chat) or await _plays_on(services, chat):
        return False
    if await services.upkeep.turn_away(chat.id):
        words = services.words(await services.language(who))
        await services.messenger.send(chat.id, None, Screen(words.html(NOT_SERVED), silent=True))
    await services.messenger.leave(chat.id)
    return True


async def _plays_on(services: Services, chat: Chat) -> bool:
    """Close the open tables of a group; whether a game runs there."""
    runs = False
    for table in await services.tables.all_at(chat.id):
        try:
            played = await services.play.change(table, close)
        except CorruptRecord:
            continue  # nobody can play on there
        runs = runs or (played is not None and played.table.live)
    return runs
