"""What is registered with Telegram: done once per change, by one process."""

from redis.asyncio import Redis

from telegram_avalon.store.keys import Keys


class Registrations:
    def __init__(self, redis: Redis, keys: Keys) -> None:
        self._redis = redis
        self._keys = keys

    async def changed(self, what: str, digest: bytes) -> bool:
        """Note *digest* as what is registered; True for the one process that finds it new."""
        before = await self._redis.set(self._keys.registered(what), digest, get=True)
        return before != digest

    async def known(self, what: str, digest: bytes) -> bool:
        """Whether *digest* is what was registered last."""
        return bool(await self._redis.get(self._keys.registered(what)) == digest)

    async def forget(self, what: str) -> None:
        """Registering failed, or was undone: whoever comes next does it again."""
        await self._redis.delete(self._keys.registered(what))
