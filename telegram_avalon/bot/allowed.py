"""Whom the bot serves: all groups, or those that whoever runs it has named."""

from telegram_avalon.bot.services import Services
from telegram_avalon.bot.updates import Chat, User
from telegram_avalon.screens import Screen


async def is_allowed(services: Services, chat: Chat) -> bool:
    """Whether the bot serves this group: it is named, or was before it became a supergroup."""
    named = services.allowed_chats
    if not named or chat.id in named.ids or chat.username.lower() in named.names:
        return True
    return await services.upkeep.followed(chat.id)


async def turned_away(services: Services, chat: Chat, who: User | None) -> bool:
    """Leave a group that is not served, with a word why; whether it is one.

    A game that runs there, begun when the group was still served, is played to its end.
    """
    if await is_allowed(services, chat) or await _plays_on(services, chat):
        return False
    if await services.upkeep.turn_away(chat.id):
        words = services.words(await services.language(who))
        text = words.html(
            "This bot serves only the groups of whoever runs it, so it leaves again. "
            "Anybody can run one of their own: the program is free."
        )
        await services.messenger.send(chat.id, None, Screen(text, silent=True))
    await services.messenger.leave(chat.id)
    return True


async def follow(services: Services, old: Chat, new: int) -> None:
    """A group has become the supergroup *new*: it is served if it was."""
    if services.allowed_chats and await is_allowed(services, old):
        await services.upkeep.follow(new)


async def _plays_on(services: Services, chat: Chat) -> bool:
    return bool(await services.tables.all_at(chat.id))
