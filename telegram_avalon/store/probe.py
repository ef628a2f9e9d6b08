"""Whether the database takes what the bot does to it: tried once, not guessed from its settings."""

from redis.asyncio import Redis

from telegram_avalon.clock import SECOND
from telegram_avalon.store.keys import Keys

KEPT = 10 * SECOND
_SCRIPT = "return redis.call('ZRANGE', KEYS[1], '-inf', '+inf', 'BYSCORE', 'LIMIT', 0, 1)"
"""A script, and the newest command that the bot needs (Redis 6.2)."""


async def probe(redis: Redis, keys: Keys) -> None:
    """Write, read, run a script and delete.

    Raises `Unavailable`, or redis-py's own error where the server is none that the bot can use.
    """
    key = keys.probe
    await redis.set(key, b"1", px=KEPT)
    await redis.get(key)
    await redis.eval(_SCRIPT, 1, keys.due)
    await redis.delete(key)
