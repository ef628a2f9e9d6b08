"""What is known of a group whatever table stands there."""

from typing import TypeVar

from msgspec import Struct
from redis.asyncio import Redis
from redis.exceptions import ResponseError

from telegram_avalon.clock import MINUTE, Clock
from telegram_avalon.rules import Ruleset
from telegram_avalon.store.codec import CorruptRecord, decode, encode, number, text
from telegram_avalon.store.keys import Keys
from telegram_avalon.store.redis import octets, octets_or_none

ADMINS_KEPT = 5 * MINUTE

_Record = TypeVar("_Record")


class AdminsSeen(Struct, frozen=True, array_like=True):
    admins: frozenset[int]
    at: int
    """When Telegram was asked (ms)."""


class Groups:
    def __init__(self, redis: Redis, keys: Keys, clock: Clock) -> None:
        self._redis = redis
        self._keys = keys
        self._clock = clock

    async def ruleset(self, chat: int) -> Ruleset | None:
        """What this group chose last; a choice that can't be read counts as none."""
        return _readable(await self._redis.get(self._keys.group(chat)), Ruleset)

    async def keep_ruleset(self, chat: int, ruleset: Ruleset) -> None:
        await self._redis.set(self._keys.group(chat), encode(ruleset))

    async def languages(self, chat: int) -> tuple[str, ...]:
        """The languages this group has chosen; none if it hasn't."""
        found = text(octets_or_none(await self._redis.get(self._keys.speech(chat))))
        return tuple(found.split("+")) if found else ()

    async def keep_languages(self, chat: int, languages: tuple[str, ...]) -> None:
        await self._redis.set(self._keys.speech(chat), "+".join(languages))

    async def move(self, old: int, new: int) -> None:
        """The group has another id now."""
        for key in (self._keys.group, self._keys.speech):
            try:
                await self._redis.rename(key(old), key(new))
            except ResponseError as error:
                if "no such key" not in str(error).lower():
                    raise
        await self._redis.set(self._keys.former(new), str(old))

    async def former(self, chat: int) -> int | None:
        """The id a supergroup had while it was a basic group; None where it is not known of one."""
        return number(octets_or_none(await self._redis.get(self._keys.former(chat))))

    async def admins(self, chat: int) -> AdminsSeen | None:
        """The group's admins as last seen, if that is less than five minutes ago."""
        seen = _readable(await self._redis.get(self._keys.admins(chat)), AdminsSeen)
        return seen if seen and 0 <= self._clock.now() - seen.at < ADMINS_KEPT else None

    async def forget_admins(self, chat: int) -> None:
        """Somebody's rights have changed: the list is not to be believed any more."""
        await self._redis.delete(self._keys.admins(chat))

    async def keep_admins(self, chat: int, admins: frozenset[int]) -> None:
        seen = AdminsSeen(admins, self._clock.now())
        await self._redis.set(self._keys.admins(chat), encode(seen), px=ADMINS_KEPT)


def _readable(data: object, kind: type[_Record]) -> _Record | None:
    """A preference is not worth a group that can't play: another version may have written it."""
    if data is None:
        return None
    try:
        return decode(octets(data), kind)
    except CorruptRecord:
        return None
