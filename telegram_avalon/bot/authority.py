"""Who acts, and whether they may move the table."""

from dataclasses import dataclass

from telegram_avalon.bot.services import Services
from telegram_avalon.bot.updates import ANONYMOUS_ADMIN, Message, User
from telegram_avalon.clock import MINUTE
from telegram_avalon.delivery import Rank
from telegram_avalon.table import Table

WITHOUT_HOST = 3 * MINUTE
"""After which a table that an anonymous admin opened may be begun by its first player."""


@dataclass(frozen=True)
class Actor:
    """A person, or None for somebody who writes in the group's or a channel's name."""

    user: User | None
    anonymous_admin: bool = False


def actor(message: Message) -> Actor:
    """Who wrote *message* in a group."""
    sender, chat = message.sender, message.sender_chat
    if chat is not None:
        own = sender is not None and sender.id == ANONYMOUS_ADMIN and chat.id == message.chat.id
        return Actor(None, own)
    return Actor(None if sender is None or sender.is_bot else sender)


async def is_admin(services: Services, chat: int, who: Actor) -> bool:
    """Whether they are an admin of the group *chat*."""
    return who.anonymous_admin or (
        who.user is not None and await services.admins.among(chat, who.user.id)
    )


async def may_move(services: Services, table: Table, who: Actor) -> bool:
    """Whether they may change the table: its host, and the group's admins."""
    if who.user is not None and table.host == who.user.id:
        return True
    return await is_admin(services, table.place.chat, who)


async def may_decide(services: Services, chat: int, table: Table | None, who: Actor) -> bool:
    """As `may_move`, for what can't be taken back: by what Telegram says at this very moment.

    Where it doesn't say, what was known last counts. Without a *table* it is for admins alone.
    """
    if who.anonymous_admin or who.user is None:
        return who.anonymous_admin
    match await services.admins.rank(chat, who.user.id):
        case Rank.ADMIN:
            return True
        case Rank.MEMBER:
            return table is not None and table.host == who.user.id
        case Rank.GONE:
            return False
        case None if table is not None:
            return await may_move(services, table, who)
        case None:
            return await is_admin(services, chat, who)


async def may_begin(services: Services, table: Table, who: Actor) -> bool:
    """As `may_decide`; a table without a host may be begun by its first player after 3 minutes."""
    first = table.people[0].id if table.people else None
    waited = not 0 <= services.clock.now() - table.opened < WITHOUT_HOST
    if table.host is None and who.user and who.user.id == first and waited:
        return True
    return await may_decide(services, table.place.chat, table, who)
