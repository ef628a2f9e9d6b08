"""What is registered with Telegram, so that it is not done over and over."""

from redis.asyncio import Redis

from telegram_avalon.store.keys import Keys


class Registrations:
    def __init__(self, redis: Redis, keys: Keys) -> None:
        self._redis = redis
        self._keys = keys

    async def known(self, what: str, digest: bytes) -> bool:
        """Whether *digest* is what was registered last."""
        return bool(await self._redis.get(self._keys.registered(what)) == digest)

    async def note(self, what: str, digest: bytes, kept: int | None = None) -> None:
        """Note what has just been registered, for *kept* ms if not for good.

        Whoever is killed before leaves it to the next.
        """
        await self._redis.set(self._keys.registered(what), digest, px=kept)

    async def forget(self, what: str) -> None:
        """What was registered has been undone."""
        await self._redis.delete(self._keys.registered(what))
