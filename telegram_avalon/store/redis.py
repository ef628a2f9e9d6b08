"""The connection to Redis, its scripts, and what its refusals mean.

redis-py's own defaults retry for minutes and re-send writes after a time-out; ours are short, and
every commit carries its update id, so that a write sent twice counts once.
"""

import re
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from typing import Any, TypeVar

from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.client import Pipeline
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialBackoff
from redis.commands.core import AsyncScript
from redis.exceptions import (
    ConnectionError as RedisConnectionError,
)
from redis.exceptions import (
    InvalidResponse,
    RedisError,
    ResponseError,
)
from redis.exceptions import (
    TimeoutError as RedisTimeoutError,
)

Argument = str | int | float | bytes

PASSING = {
    "BUSY": "a script keeps it busy",
    "CLUSTERDOWN": "its cluster is down",
    "LOADING": "it is loading its data",
    "MASTERDOWN": "its master is down",
    "MISCONF": "it can't save to its disk and takes no writes",
    "NOAUTH": "it asks for a password",
    "NOPERM": "it does not give this user the right",
    "NOREPLICAS": "too few replicas are there to take writes",
    "OOM": "its memory is full",
    "READONLY": "it is a replica and takes no writes",
    "TRYAGAIN": "its cluster is moving the keys",
    "WRONGPASS": "it does not accept the password",
}
"""Refusals that pass by themselves or once somebody has mended the server, by Redis' error code:
none of them is the fault of what was asked."""

_INSIDE = re.compile(rf"-({'|'.join(PASSING)})\b")
"""Where a script met the refusal, servers before Redis 7 have the code within the text."""
_NO_RIGHT_INSIDE = re.compile("ACL failure in script|The user executing the script can't")
"""... and no server has it where a script met a right that is missing."""


class Unavailable(Exception):  # noqa: N818 - what it is, not whose fault
    """Redis can't be asked now, or refuses for a reason that passes: worth another try.

    The text says why, in words for whoever runs the bot and without an address or a password.
    """


def why_passing(error: RedisError) -> str | None:
    """Why *error* is worth another try; None where asking again would not help."""
    code, said = code_of(error), answer_of(error)
    if code in PASSING:
        return PASSING[code]
    if isinstance(said, RedisTimeoutError):
        return "it does not answer in time"
    if isinstance(said, RedisConnectionError):
        return "there is no connection to it"
    if isinstance(said, InvalidResponse):
        return "what it answers is not Redis' protocol"
    return None


def code_of(error: RedisError) -> str:
    """Redis' own code of a refusal, as in `MISCONF`; what is no refusal has none that is known."""
    said = answer_of(error)
    inside = _INSIDE.search(str(said))
    if inside:
        return inside[1]
    if _NO_RIGHT_INSIDE.search(str(said)):
        return "NOPERM"
    # redis-py takes the code off the text where it has a class of its own for it.
    known = getattr(said, "status_code", None)
    return known or str(said).partition(" ")[0]


def answer_of(error: RedisError) -> RedisError:
    """What the server said: redis-py wraps a refusal at log-in as a connection that was lost."""
    said = error.__cause__
    return said if type(error) is RedisConnectionError and isinstance(said, RedisError) else error


@contextmanager
def _told_plainly() -> Iterator[None]:
    try:
        yield
    except RedisError as error:
        why = why_passing(error)
        if why is None:
            raise
        raise Unavailable(why) from error


class Client(Redis):
    """Raises `Unavailable` for every trouble that passes, and redis-py's own errors for others."""

    async def execute_command(self, *args: Any, **options: Any) -> Any:
        with _told_plainly():
            return await super().execute_command(*args, **options)  # type: ignore[no-untyped-call]

    def pipeline(self, transaction: bool = True, shard_hint: str | None = None) -> "Pipeline":
        return _Pipeline(self.connection_pool, self.response_callbacks, transaction, shard_hint)


class _Pipeline(Pipeline):
    async def execute(self, raise_on_error: bool = True) -> list[Any]:
        with _told_plainly():
            return await super().execute(raise_on_error)


_T = TypeVar("_T")


class _Reconnecting(Retry):
    """Makes a lost connection again at once. What timed out is not waited for again.

    A server that refuses has answered. redis-py counts some refusals (of a password, of one more
    client) among lost connections, and would try for minutes: at log-in it retries in its retries.
    """

    def __init__(self) -> None:
        super().__init__(ExponentialBackoff(cap=0.2, base=0.02), 2, (RedisConnectionError,))

    async def call_with_retry(
        self,
        do: Callable[[], Awaitable[_T]],
        fail: Callable[[Exception], Any] | Callable[[Exception, int], Any],
        is_retryable: Callable[[Exception], bool] | None = None,
        with_failure_count: bool = False,
    ) -> _T:
        def lost(error: Exception) -> bool:
            said = answer_of(error) if isinstance(error, RedisError) else error
            refused = isinstance(said, ResponseError) or getattr(said, "status_code", None)
            return not refused and (is_retryable is None or is_retryable(error))

        return await super().call_with_retry(do, fail, lost, with_failure_count)


def connect(url: str) -> Client:
    """A client for *url* (redis, rediss or unix). Nothing is sent before the first command."""
    pool = BlockingConnectionPool.from_url(
        url,
        max_connections=64,
        timeout=5,
        socket_timeout=2,
        socket_connect_timeout=2,
        retry=_Reconnecting(),
        health_check_interval=30,
    )
    client = Client.from_pool(pool)
    assert isinstance(client, Client)  # declared as its base, made as what it is asked of
    return client


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
