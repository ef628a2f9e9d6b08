"""What is known of a person whatever table they sit at."""

from dataclasses import dataclass

from redis.asyncio import Redis

from telegram_avalon.clock import Clock
from telegram_avalon.store.codec import number, text
from telegram_avalon.store.keys import Keys
from telegram_avalon.store.redis import octets_or_none


@dataclass(frozen=True)
class Standing:
    """*language* is their own choice; *reached* is when the private chat last worked (ms)."""

    language: str | None = None
    reached: int | None = None


class People:
    def __init__(self, redis: Redis, keys: Keys, clock: Clock) -> None:
        self._redis = redis
        self._keys = keys
        self._clock = clock

    async def standing(self, user: int) -> Standing:
        """What is known of *user*; what can't be read is not known."""
        found = await self._redis.hmget(self._keys.person(user), "language", "reached")
        language, reached = map(octets_or_none, found)
        return Standing(
            text(language),
            number(reached),
        )

    async def speak(self, user: int, language: str) -> None:
        """They have chosen their language."""
        await self._redis.hset(self._keys.person(user), "language", language)

    async def reached(self, user: int) -> None:
        """Their private chat works: they have just written or pressed there."""
        await self._redis.hset(self._keys.person(user), "reached", str(self._clock.now()))

    async def unreachable(self, user: int) -> None:
        """Telegram refuses to deliver to them."""
        await self._redis.hdel(self._keys.person(user), "reached")
