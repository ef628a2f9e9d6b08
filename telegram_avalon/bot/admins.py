"""Who may move a table besides its host: the group's admins. And who is in the group at all."""

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

from telegram_avalon.clock import SECOND, Clock
from telegram_avalon.delivery import Messenger, Rank
from telegram_avalon.store import Groups

FRESH = 2 * SECOND
"""A refusal is checked again, but not for every press of somebody who keeps pressing."""
TOLD_WITHIN = 2.0
"""Seconds of the wall clock for each question about rights: whoever pressed waits for it."""

_Answer = TypeVar("_Answer")


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
        found = await self._looked_up(chat)
        return found is not None and user in found

    async def rank(self, chat: int, user: int) -> Rank | None:
        """What *user* is in the group *chat* at this moment; None where Telegram doesn't say.

        Then the list of admins is as fresh as Telegram gives it: only of admins does it tell every
        bot, of other members perhaps none that is no admin itself (Bot API, "getChatMember").
        """
        rank = await _in_time(self._messenger.rank(chat, user))
        if rank is None:
            await self._looked_up(chat)
        return rank

    async def _looked_up(self, chat: int) -> frozenset[int] | None:
        """The admins as Telegram names them now, kept for later; None where it doesn't."""
        found = await _in_time(self._messenger.admins(chat))
        if found is not None:
            await self._groups.keep_admins(chat, found)
        return found


async def _in_time(question: Awaitable[_Answer | None]) -> _Answer | None:
    """The answer, None where it takes too long."""
    try:
        async with asyncio.timeout(TOLD_WITHIN):
            return await question
    except TimeoutError:
        return None
