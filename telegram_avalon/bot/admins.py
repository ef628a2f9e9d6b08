"""Who may move a table besides its host: the group's admins."""

from telegram_avalon.clock import SECOND, Clock
from telegram_avalon.delivery import Messenger
from telegram_avalon.store import Groups

FRESH = 10 * SECOND
"""A refusal is checked again, but not for every press of somebody who keeps pressing."""


class Admins:
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
