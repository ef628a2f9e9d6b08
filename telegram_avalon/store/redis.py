"""The connection to Redis, and its scripts.

redis-py's own defaults retry for minutes and re-send writes after a time-out; ours are short, and
every commit carries its update id, so that a write sent twice counts once.
"""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialBackoff
from redis.commands.core import AsyncScript
from redis.exceptions import (
    ConnectionError as RedisConnectionError,
)
from redis.exceptions import (
    OutOfMemoryError,
    ReadOnlyError,
)
from redis.exceptions import (
    TimeoutError as RedisTimeoutError,
)

Unavailable = (RedisConnectionError, RedisTimeoutError, ReadOnlyError)
"""Redis is away, restarting or failing over: worth another try in a moment."""

MemoryFull = OutOfMemoryError
"""Redis refuses writes under `noeviction`; reads go on."""

Argument = str | int | float | bytes


def connect(url: str) -> Redis:
    """A client for *url* (redis, rediss or unix). Nothing is sent before the first command."""
    pool = BlockingConnectionPool.from_url(
        url,
        max_connections=64,
        timeout=5,
        socket_timeout=2,
        socket_connect_timeout=2,
        # A lost connection is made again at once; what timed out is not waited for again.
        retry=Retry(ExponentialBackoff(cap=0.2, base=0.02), 2, (RedisConnectionError,)),
        health_check_interval=30,
    )
    return Redis.from_pool(pool)


def octets(value: object) -> bytes:
    """A value as Redis gave it: our connections decode nothing."""
    if not isinstance(value, bytes):
        raise TypeError(f"bytes expected of redis, not {type(value).__name__}")
    return value


def octets_or_none(value: object) -> bytes | None:
    return None if value is None else octets(value)


class Script:
    """A Lua script of `store/lua`, with what it shares with others before it."""

    def __init__(self, redis: Redis, *names: str) -> None:
        source = "\n".join(_source(name) for name in names)
        self._script: AsyncScript = redis.register_script(source)

    async def __call__(self, keys: Sequence[str], args: Sequence[Argument]) -> list[bytes | int]:
        answer = await self._script(keys=list(keys), args=list(args))
        return answer if isinstance(answer, list) else [answer]


@cache
def _source(name: str) -> str:
    return (files(__package__) / "lua" / f"{name}.lua").read_text("utf-8")
