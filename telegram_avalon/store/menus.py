"""Which command menus are registered with Telegram."""

from redis.asyncio import Redis

from telegram_avalon.store.keys import Keys


class Menus:
    def __init__(self, redis: Redis, keys: Keys) -> None:
        self._redis = redis
        self._keys = keys

    async def changed(self, digest: bytes) -> bool:
        """Note *digest* as registered; True for the one process that finds it new."""
        before = await self._redis.set(self._keys.menus, digest, get=True)
        return before != digest

    async def forget(self) -> None:
        await self._redis.delete(self._keys.menus)
