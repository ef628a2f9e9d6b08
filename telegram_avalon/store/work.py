"""The deliveries to be made, shared out between processes by leases.

A lease and a mark in the due set are two things: a new mark never cancels a lease, nor is it lost
when the lease ends. Leases of processes that gave no sign of life don't count.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from msgspec.structs import replace
from redis.asyncio import Redis

from telegram_avalon.clock import SECOND, Clock
from telegram_avalon.store.codec import CorruptRecord, decode, encode, number
from telegram_avalon.store.keys import Keys
from telegram_avalon.store.redis import Script, octets
from telegram_avalon.store.shown import AHEAD, Shown, in_time
from telegram_avalon.store.tables import Loaded, id_of, loaded

LEASE = 40 * SECOND
SIGN_OF_LIFE = 5 * SECOND
LOST = 30 * SECOND
"""After which a process that gives no sign of life, and has not said good-bye, counts as lost."""


class Kind(StrEnum):
    """How much a call matters when there is little room."""

    ASK = "ask"
    """A new message: somebody is waiting for it."""
    NEWS = "news"
    """An edit that people watch: a new question, a result, a team taking shape."""
    QUIET = "quiet"
    """Any other edit."""


class Verdict(StrEnum):
    GO = "go"
    LOST = "lost"
    """Another process delivers this table now."""
    NEWER = "newer"
    """The table has changed since it was rendered."""
    WAIT = "wait"


@dataclass(frozen=True)
class Call:
    """One call to the Bot API, about to be made for a chat of a table."""

    table: str
    version: int
    chat: int
    group: bool
    kind: Kind
    shown: Shown
    """What the chat shows while the call is under way: its intent included."""


@dataclass(frozen=True)
class Leave:
    """The answer to a wish to call; *wait* in milliseconds."""

    verdict: Verdict
    wait: int = 0


@dataclass(frozen=True)
class Claimed:
    """A table to deliver, as found: what its chats show and which messages were pressed."""

    loaded: Loaded | None
    shown: Mapping[int, Shown]
    heard: Mapping[int, int]
    mark: bytes
    """The due mark it was found with."""


class Work:
    def __init__(
        self, redis: Redis, keys: Keys, clock: Clock, holder: str, per_second: int
    ) -> None:
        self._redis = redis
        self._keys = keys
        self._clock = clock
        self._holder = holder
        self._signed: int | None = None
        self._regular_since = 0
        """Since when our own signs of life have come without a long pause (steady ms)."""
        self._per_second = per_second
        self._claim = Script(redis, "ahead", "claim")
        self._may_call = Script(redis, "ahead", "pace", "may_call")
        self._may_reply = Script(redis, "ahead", "pace", "may_reply")
        self._called = Script(redis, "called")
        self._finish = Script(redis, "finish")

    async def sign_of_life(self) -> None:
        await self._redis.zadd(self._keys.alive, {self._holder: self._clock.now()})
        now = self._clock.steady()
        if self._signed is None or now - self._signed > LOST // 2:
            self._regular_since = now
        self._signed = now

    async def alive(self) -> int:
        """How many processes of the bot are alive, this one included."""
        since = self._clock.now() - SIGN_OF_LIFE
        return int(await self._redis.zcount(self._keys.alive, since, since + SIGN_OF_LIFE + AHEAD))

    async def lost(self) -> int:
        """How many processes ended without being told to; each is counted by one process only.

        0 while we could not give signs of life ourselves, or not for long again: what kept us
        from it has kept the others, too.
        """
        if self._signed is None or self._clock.steady() - self._regular_since < LOST:
            return 0
        await self._believe_no_sign_ahead()
        before = self._clock.now() - LOST
        silent = await self._redis.zrange(self._keys.alive, "-inf", str(before), byscore=True)
        others = [name for name in map(octets, silent) if name != self._holder.encode()]
        return int(await self._redis.zrem(self._keys.alive, *others)) if others else 0

    async def _believe_no_sign_ahead(self) -> None:
        """Take signs that a wrong clock gave as given now: who is alive will give another."""
        now = self._clock.now()
        ahead = await self._redis.zrange(self._keys.alive, f"({now + AHEAD}", "+inf", byscore=True)
        if ahead:
            await self._redis.zadd(
                self._keys.alive, dict.fromkeys(map(octets, ahead), now), xx=True
            )

    async def waiting(self) -> int:
        """How many tables are due to be looked at."""
        return int(await self._redis.zcount(self._keys.due, "-inf", self._clock.now()))

    async def told_time(self) -> int:
        """What the server's clock says, which all processes share (ms since the Unix epoch)."""
        seconds, microseconds = await self._redis.time()
        return int(seconds) * SECOND + int(microseconds) // 1000

    async def look_at_all(self) -> None:
        """Make every table that is marked for later due now.

        A start can't tell marks set for good reason from those of a clock that was ahead.
        """
        now = self._clock.now()
        later = await self._redis.zrange(self._keys.due, f"({now}", "+inf", byscore=True)
        if later:
            await self._redis.zadd(self._keys.due, dict.fromkeys(map(octets, later), now), xx=True)

    async def retire(self) -> None:
        """Count as gone at once, so that others needn't wait for our leases."""
        await self._redis.zrem(self._keys.alive, self._holder)

    async def due(self, most: int) -> list[str]:
        """Tables to look at by now, the longest due first."""
        names = await self._redis.zrange(
            self._keys.due, "-inf", str(self._clock.now()), byscore=True, offset=0, num=most
        )
        tables = {name: id_of(name) for name in map(octets, names)}
        if odd := [name for name, table in tables.items() if table is None]:
            await self._redis.zrem(self._keys.due, *odd)
        return [table for table in tables.values() if table is not None]

    async def next_due(self) -> int | None:
        """When the next table that is not due yet will be (ms)."""
        first = await self._redis.zrange(
            self._keys.due,
            f"({self._clock.now()}",
            "+inf",
            byscore=True,
            offset=0,
            num=1,
            withscores=True,
        )
        return round(float(first[0][1])) if first else None

    async def claim(self, table: str) -> Claimed | None:
        """Take the table's lease; None where another living process has it."""
        return await self.look(table) if await self._take(self._keys.lease(table)) else None

    async def may_poll(self) -> bool:
        """Ask Telegram for updates; False where another living process does."""
        return await self._take(self._keys.poller)

    async def _take(self, lease: str) -> bool:
        (ours,) = await self._claim(
            [lease, self._keys.alive], [self._holder, self._clock.now(), LEASE, SIGN_OF_LIFE]
        )
        return bool(ours)

    async def look(self, table: str) -> Claimed:
        """The table and what its chats show, as they are now."""
        async with self._redis.pipeline(transaction=False) as pipe:
            pipe.zscore(self._keys.due, table)
            pipe.hmget(self._keys.table(table), "v", "s", "d")
            pipe.hgetall(self._keys.shown(table))
            pipe.hgetall(self._keys.heard(table))
            mark, record, shown, heard = await pipe.execute()
        return Claimed(
            loaded(*record),
            {chat: self._read(data) for chat, data in _by_chat(shown)},
            {
                chat: message
                for chat, data in _by_chat(heard)
                if (message := number(data)) is not None
            },
            b"" if mark is None else b"%d" % round(mark),
        )

    async def may_call(self, call: Call) -> Leave:
        answer = await self._may_call(
            [
                self._keys.lease(call.table),
                self._keys.table(call.table),
                self._keys.shown(call.table),
                self._keys.pace(call.chat),
                self._keys.pace_all,
                self._keys.hold(call.chat),
            ],
            [
                self._holder,
                self._clock.now(),
                LEASE,
                str(call.version),
                call.chat,
                self._written(call.shown),
                "group" if call.group else "private",
                call.kind.value,
                self._per_second,
            ],
        )
        return Leave(Verdict(octets(answer[0]).decode()), int(answer[1]) if len(answer) > 1 else 0)

    async def called(self, table: str, chat: int, shown: Shown) -> bool:
        """Write down what a chat shows now; False where the lease has gone to another."""
        (ours,) = await self._called(
            [self._keys.lease(table), self._keys.shown(table)],
            [self._holder, chat, self._written(shown)],
        )
        return bool(ours)

    async def hold(self, chat: int, wait: int) -> None:
        """Telegram says: not in this chat for *wait* ms."""
        now = self._clock.now()
        kept = f"{now + wait} {now}"
        await self._redis.set(self._keys.hold(chat), kept, px=max(wait, 1) + SECOND)

    async def finish(
        self, table: str, version: int | None, mark: bytes, look_again: int | None
    ) -> bool:
        """Give the lease back; True where the table has changed meanwhile and is still due."""
        (changed,) = await self._finish(
            [self._keys.lease(table), self._keys.due, self._keys.table(table)],
            [
                self._holder,
                table,
                "" if version is None else str(version),
                mark,
                "" if look_again is None else str(look_again),
            ],
        )
        return bool(changed)

    async def release(self, table: str) -> None:
        """Give the lease back with nothing done: the table stays due."""
        await self.finish(table, None, b"", None)

    async def may_reply(self, chat: int, group: bool, *, counted: bool = True) -> int:
        """Milliseconds to wait before a command may be answered here; -1: not at all.

        *counted*: among the few answers that a group gets.
        """
        (wait,) = await self._may_reply(
            [
                self._keys.replies(chat),
                self._keys.pace(chat),
                self._keys.pace_all,
                self._keys.hold(chat),
            ],
            [
                self._clock.now(),
                "group" if group else "private",
                self._per_second,
                "counted" if group and counted else "",
            ],
        )
        return int(wait)

    def _written(self, shown: Shown) -> bytes:
        return encode(replace(shown, noted=self._clock.now()))

    def _read(self, data: bytes) -> Shown:
        """What can't be read counts as never shown: the chat is told again, not left mute."""
        try:
            return in_time(decode(data, Shown), self._clock.now())
        except CorruptRecord:
            return Shown()


def _by_chat(found: Mapping[bytes, bytes]) -> Iterator[tuple[int, bytes]]:
    """What is kept for each chat; what is kept for none that can be read is passed over."""
    for name, data in found.items():
        if (chat := number(name)) is not None:
            yield chat, data
