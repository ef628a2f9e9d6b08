"""What concerns the bot as a whole: whether it drains, whom it turned away, whom it told."""

from redis.asyncio import Redis
from redis.exceptions import RedisError

from telegram_avalon.clock import HOUR, Clock
from telegram_avalon.store.keys import Keys
from telegram_avalon.store.redis import Unavailable

TURNED_AWAY = HOUR
"""How long a group that was turned away is not told so again."""


class Upkeep:
    """Read and written by all processes of the bot."""

    def __init__(self, redis: Redis, keys: Keys, clock: Clock) -> None:
        self._redis = redis
        self._keys = keys
        self._clock = clock

    async def draining(self) -> bool:
        """Whether no new games begin."""
        return bool(await self._redis.exists(self._keys.draining))

    async def drain(self, on: bool) -> bool:
        """Begin no new games, or do again; whether that is a change."""
        if on:
            now = str(self._clock.now())
            return bool(await self._redis.set(self._keys.draining, now, nx=True))
        return bool(await self._redis.delete(self._keys.draining))

    async def memory(self) -> int:
        """How much memory the database uses, in bytes; 0 where it doesn't tell."""
        try:
            found = await self._redis.info("memory")
        except (Unavailable, RedisError):
            return 0
        return int(found.get("used_memory", 0))

    async def turn_away(self, chat: int) -> bool:
        """Note that a group is turned away; whether it is to be told, having not been lately."""
        return await self.first(f"turned-away:{chat}", TURNED_AWAY)

    async def first(self, what: str, kept: int) -> bool:
        """Whether this process is the first to say *what* within *kept* ms: the others needn't."""
        return bool(await self._redis.set(self._keys.once(what), b"1", nx=True, px=kept))
