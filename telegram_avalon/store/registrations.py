"""What is registered with Telegram, so that it is done once per change."""

from redis.asyncio import Redis

from telegram_avalon.store.keys import Keys


class Registrations:
    def __init__(self, redis: Redis, keys: Keys) -> None:
        self._redis = redis
        self._keys = keys

    async def known(self, what: str, digest: bytes) -> bool:
        """Whether *digest* is what was registered last."""
        return bool(await self._redis.get(self._keys.registered(what)) == digest)

    async def note(self, what: str, digest: bytes) -> None:
        """Note what has just been registered: killed before, the next start does it again."""
        await self._redis.set(self._keys.registered(what), digest)

    async def forget(self, what: str) -> None:
        """What was registered has been undone."""
        await self._redis.delete(self._keys.registered(what))
