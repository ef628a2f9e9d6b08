"""Tables in Redis: one read, one commit."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum

from msgspec.structs import replace
from redis.asyncio import Redis

from telegram_avalon.clock import DAY, HOUR, Clock
from telegram_avalon.store.codec import (
    SCHEMA,
    CorruptRecord,
    NewerRecord,
    decode,
    encode,
    number,
    text,
)
from telegram_avalon.store.keys import Keys
from telegram_avalon.store.redis import Script, octets, octets_or_none
from telegram_avalon.store.shown import Shown
from telegram_avalon.store.sound import check
from telegram_avalon.table import Place, Stage, Table

LIFETIMES = {
    Stage.LOBBY: DAY,
    Stage.PLAYING: 14 * DAY,
    Stage.OVER: 7 * DAY,
    Stage.CLOSED: 7 * DAY,
}
"""How long a table is kept after its last move."""
INVITED = HOUR

TABLE_ID = re.compile(r"[A-Za-z0-9_-]{11}")


class Commit(StrEnum):
    OK = "ok"
    SEEN = "seen"
    """This update has been committed before."""
    CHANGED = "changed"
    """Somebody else was faster."""
    TAKEN = "taken"
    """Another table stands in that place."""


@dataclass(frozen=True)
class Loaded:
    table: Table
    version: int


@dataclass(frozen=True)
class Pressed:
    """The message a press came from: proof that it arrived."""

    chat: int
    message: int


class Tables:
    def __init__(self, redis: Redis, keys: Keys, clock: Clock) -> None:
        self._redis = redis
        self._keys = keys
        self._clock = clock
        self._commit = Script(redis, "commit")
        self._move = Script(redis, "move")

    async def load(self, table: str) -> Loaded | None:
        """The table, or None where there is none (any more).

        Raises `NewerRecord`, `CorruptRecord` or `Unavailable`.
        """
        found = await self._redis.hmget(self._keys.table(table), "v", "s", "d")
        return loaded(*map(octets_or_none, found))

    async def commit(
        self,
        table: Table,
        before: Loaded | None,
        update: int | None = None,
        pressed: Pressed | None = None,
    ) -> Commit:
        """Write *table* in place of *before* (None: it is new), once for each *update* id.

        The place's pointer, the people's index and the mark for delivery change with it.
        """
        was = {person.id for person in before.table.people} if before else set()
        now_in = {person.id for person in table.people}
        came, went = sorted(now_in - was), sorted(was - now_in)
        answer = await self._commit(
            [
                self._keys.table(table.id),
                self._keys.due,
                self._keys.place(table.place.chat, table.place.thread),
                self._keys.heard(table.id),
                *(self._keys.seats(user) for user in (*came, *went)),
            ],
            [
                table.id,
                before.version if before else 0,
                "" if update is None else update,
                SCHEMA,
                encode(table),
                LIFETIMES[table.stage],
                self._clock.now(),
                "hold" if table.live else "free",
                pressed.chat if pressed else "",
                pressed.message if pressed else "",
                len(came),
            ],
        )
        done = Commit(octets(answer[0]).decode())
        if done is Commit.OK and table.stage is Stage.OVER:
            # On its own: at worst the group has to press History under the last message.
            key = self._keys.ended(table.place.chat, table.place.thread)
            await self._redis.set(key, table.id, px=LIFETIMES[Stage.OVER])
        return done

    async def ended_at(self, chat: int, thread: int | None) -> str | None:
        """The id of the table whose game ended in this place last, for some days."""
        return id_of(await self._redis.get(self._keys.ended(chat, thread)))

    async def move(
        self, before: Loaded, place: Place, showing: Callable[[Shown], Shown] | None = None
    ) -> Commit:
        """Put a table into another place; *showing* is what becomes of what its old chat shows."""
        left, table = before.table.place, replace(before.table, place=place)
        shown = self._keys.shown(table.id)
        known = octets_or_none(await self._redis.hget(shown, str(left.chat)))
        answer = await self._move(
            [
                self._keys.table(table.id),
                self._keys.due,
                self._keys.place(left.chat, left.thread),
                self._keys.place(place.chat, place.thread),
                shown,
            ],
            [
                table.id,
                str(before.version),
                SCHEMA,
                encode(table),
                LIFETIMES[table.stage],
                self._clock.now(),
                left.chat,
                place.chat,
                encode(showing(decode(known, Shown))) if showing and known else "",
            ],
        )
        return Commit(octets(answer[0]).decode())

    async def saw(self, table: str, update: int) -> bool:
        """Whether *update* is among the last that were committed here."""
        seen = octets_or_none(await self._redis.hget(self._keys.table(table), "u"))
        return seen is not None and b",%d," % update in seen

    async def at(self, chat: int, thread: int | None) -> str | None:
        """The id of the table that stands in this place; one that names none is made free."""
        key = self._keys.place(chat, thread)
        found = await self._redis.get(key)
        table = id_of(found)
        if found is not None and table is None:
            await self._redis.delete(key)
        return table

    async def all_at(self, chat: int) -> list[str]:
        """The ids of the tables in all topics of a chat. Reads through all keys: not for a turn."""
        found = [key async for key in self._redis.scan_iter(self._keys.places(chat), count=1000)]
        tables = await self._redis.mget(found) if found else []
        return _ids(tables)

    async def live(self) -> list[Loaded]:
        """All tables in lobby or game that can be read. Reads through all keys: not for a turn."""
        pattern = self._keys.any_place
        found = [key async for key in self._redis.scan_iter(pattern, count=1000)]
        names = await self._redis.mget(found) if found else []
        tables = []
        for name in _ids(names):
            try:
                table = await self.load(name)
            except (CorruptRecord, NewerRecord):
                continue
            if table is not None and table.table.live:
                tables.append(table)
        return tables

    async def of(self, user: int) -> list[Loaded]:
        """The tables a person sits at, those of the past days included, newest move last.

        A table that can't be read is left out: one bad record must not hide the others.
        """
        found = []
        for name in _ids(await self._redis.smembers(self._keys.seats(user))):
            try:
                loaded_table = await self.load(name)
            except CorruptRecord:
                continue
            if loaded_table is None:
                await self._redis.srem(self._keys.seats(user), name)
            elif loaded_table.table.person(user):
                found.append(loaded_table)
        return sorted(found, key=lambda entry: entry.table.moved)

    async def heard(self, table: str, pressed: Pressed) -> None:
        """Note a press that changed nothing: its message may carry buttons that should go."""
        async with self._redis.pipeline() as pipe:
            pipe.hset(self._keys.heard(table), str(pressed.chat), str(pressed.message))
            pipe.pexpire(self._keys.heard(table), LIFETIMES[Stage.PLAYING])
            pipe.zadd(self._keys.due, {table: self._clock.now()}, xx=False)
            await pipe.execute()

    async def forget(self, table: str, chat: int, thread: int | None) -> None:
        """Drop a record that can't be read, so that its group can play again."""
        await self._redis.delete(self._keys.table(table), self._keys.place(chat, thread))
        await self._redis.zrem(self._keys.due, table)

    async def invite(self, table: str, user: int) -> None:
        """Note that this member of the group wants in, for an hour."""
        await self._redis.set(self._keys.invite(table, user), b"1", px=INVITED)

    async def invited(self, table: str, user: int) -> bool:
        return bool(await self._redis.exists(self._keys.invite(table, user)))


def id_of(found: object) -> str | None:
    """The table's id that was *found*; None for nothing, and for what is none."""
    name = text(octets_or_none(found))
    return name if name is not None and TABLE_ID.fullmatch(name) else None


def _ids(found: Iterable[object]) -> list[str]:
    return sorted({name for name in map(id_of, found) if name is not None})


def loaded(version: bytes | None, schema: bytes | None, data: bytes | None) -> Loaded | None:
    if version is None:
        return None
    number_of, written_by = number(version), number(schema)
    if number_of is None or written_by is None or data is None:
        raise CorruptRecord("a field of the table is missing or can't be read")
    table = decode(data, Table, written_by)
    check(table)
    return Loaded(table, number_of)
