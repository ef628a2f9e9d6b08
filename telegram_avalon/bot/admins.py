"""Who may move a table besides its host: the group's admins. And who is in the group at all."""

from telegram_avalon.clock import SECOND, Clock
from telegram_avalon.delivery import Messenger
from telegram_avalon.delivery.messenger import Rank
from telegram_avalon.store import Groups

FRESH = 2 * SECOND
"""A refusal is checked again, but not for every press of somebody who keeps pressing."""


class Admins:
    """The rights people have in groups, as Telegram tells them."""

    def __init__(self, groups: Groups, messenger: Messenger, clock: Clock) -> None:
        self._groups = groups
        self._messenger = messenger
        self._clock = clock

    async def among(self, chat: int, user: int) -> bool:
        """Whether *user* is an admin of the group *chat*; looked up again before saying no."""
        seen = await self._groups.admins(chat)
        if seen and (user in seen.admins or 0 <= self._clock.now() - seen.at < FRESH):
            return user in seen.admins
        found = await self._messenger.admins(chat)
        if found is None:
            return False
        await self._groups.keep_admins(chat, found)
        return user in found

    async def rank(self, chat: int, user: int) -> Rank | None:
        """What *user* is in the group *chat* at this moment; None where Telegram doesn't say."""
        return await self._messenger.rank(chat, user)
