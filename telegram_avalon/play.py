"""The one use case: load the table, apply, commit if unchanged meanwhile, else again; then deliver.

Whoever asks twice for the same (an update handed out again, a press doubled) gets the same answer
and changes nothing more.
"""

import asyncio
import hashlib
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable
from dataclasses import dataclass

from msgspec.structs import replace

from telegram_avalon.clock import Clock
from telegram_avalon.delivery.plan import moved_over
from telegram_avalon.rules import Reason, Refused
from telegram_avalon.store import Commit, Groups, Pressed, Shown, Tables
from telegram_avalon.table import Place, Table, deafen, hear, mute, unmute

MOST_RACES = 20
GENERAL = 1
"""The number of a forum's first topic, by which nobody ever writes there: a place beside others."""
_OLD_BUTTON = {Reason.STEP_IS_OVER, Reason.GAME_OVER, Reason.TABLE_CLOSED, Reason.ALREADY_BEGUN}

Change = Callable[[Table], Table]


class RaceLost(Exception):  # noqa: N818
    """Others were faster twenty times over."""


@dataclass(frozen=True)
class Played:
    """The table as it is now, and why it is not as asked (None: it is)."""

    table: Table
    refused: Reason | None = None


class Play:
    def __init__(
        self,
        tables: Tables,
        groups: Groups,
        clock: Clock,
        wake: Callable[[str], None],
        secret: str,
    ) -> None:
        self._tables = tables
        self._groups = groups
        self._clock = clock
        self._wake = wake
        self._secret = secret

    async def change(
        self,
        table: str,
        change: Change,
        update: int | None = None,
        pressed: Pressed | None = None,
    ) -> Played | None:
        """Apply *change* to a table; None where there is no such table.

        Raises what the store raises, and `RaceLost`.
        """
        for attempt in range(MOST_RACES):
            before = await self._tables.load(table)
            if before is None:
                return None
            try:
                after = change(before.table)
            except Refused as refused:
                if update is not None and await self._tables.saw(table, update):
                    # Its own first time is what has moved the table on.
                    return Played(before.table)
                if pressed and refused.reason in _OLD_BUTTON:
                    await self._tables.heard(table, pressed)
                return Played(before.table, refused.reason)
            if after == before.table:
                return Played(after)
            after = replace(after, moved=self._clock.now())
            match await self._tables.commit(after, before, update, pressed):
                case Commit.OK:
                    self._wake(table)
                    return Played(after)
                case Commit.SEEN:
                    return Played(before.table)
                case Commit.CHANGED | Commit.TAKEN:
                    await asyncio.sleep(secrets.randbelow(10 * (attempt + 1)) / 1000)
        raise RaceLost(table)

    async def open(self, table: Table, update: int) -> str | None:
        """Put a new table in its place; the id of the one that stands there already, else None."""
        match await self._tables.commit(table, None, update):
            case Commit.OK:
                self._wake(table.id)
                return None
            case Commit.SEEN:
                return None
            case Commit.CHANGED | Commit.TAKEN:
                return await self._tables.at(table.place.chat, table.place.thread)

    async def deafen(self, table: str, user: int) -> None:
        """A player turned out not to be reachable."""
        await self.change(table, lambda t: deafen(t, user))

    async def hear(self, user: int) -> None:
        """A person can be written to again: their tables tell them what they missed."""
        for found in await self._tables.of(user):
            if found.table.live:
                await self.change(found.table.id, lambda t: hear(t, user))

    async def mute(self, table: str) -> Table | None:
        """A group turned out not to let us write; the table, where that is news."""
        now = self._clock.now()
        played = await self.change(table, lambda t: mute(t, now))
        return played.table if played and played.table.muted == now else None

    async def unmute(self, table: str) -> None:
        """The group has let us write again."""
        await self.change(table, unmute)

    async def migrate(self, old: int, new: int, table: str | None = None) -> None:
        """A group has become a supergroup with another id, as one signal or another told.

        *table* is known to speak there, though it may be over and hold no place any more.
        """
        await self._groups.move(old, new)
        for each in {table, await self._tables.at(old, None)}:
            if each is not None:
                await self._follow(each, new)

    async def _follow(self, table: str, new: int) -> None:
        if await self._move(table, lambda place: _in_supergroup(place, new), moved_over):
            return
        # Somebody was quick to open another one there: this one speaks there all the same.
        await self._move(
            table,
            lambda place: replace(_in_supergroup(place, new), thread=GENERAL, astray=True),
            moved_over,
        )

    async def leave_topic(self, table: str) -> None:
        """The topic is gone: the table goes on in the whole chat."""
        if await self._move(table, lambda place: replace(place, thread=None)):
            return
        await self.change(table, lambda t: replace(t, place=replace(t.place, astray=True)))

    async def _move(
        self,
        table: str,
        there: Callable[[Place], Place],
        showing: Callable[[Shown], Shown] | None = None,
    ) -> bool:
        """Move a table; False where another one stands there."""
        for _ in range(MOST_RACES):
            before = await self._tables.load(table)
            if before is None or there(before.table.place) == before.table.place:
                return True
            match await self._tables.move(before, there(before.table.place), showing):
                case Commit.OK | Commit.SEEN:
                    self._wake(table)
                    return True
                case Commit.TAKEN:
                    return False
                case Commit.CHANGED:
                    continue
        raise RaceLost(table)

    def table_id(self, update: int, chat: int) -> str:
        """64 bits that nobody can guess, the same for the same update.

        A command handed out twice opens one table.
        """
        key = hashlib.sha256(self._secret.encode()).digest()
        digest = hashlib.blake2b(f"{update}:{chat}".encode(), key=key, digest_size=8).digest()
        return urlsafe_b64encode(digest).rstrip(b"=").decode()


def _in_supergroup(place: Place, chat: int) -> Place:
    return place if place.chat == chat else replace(place, chat=chat, former=place.chat)
