"""The connection: short tempers, and nothing left open."""

import asyncio

import pytest
from redis import exceptions
from redis._parsers.base import BaseParser
from redis.asyncio import BlockingConnectionPool, Redis
from redis.exceptions import ResponseError

from telegram_avalon.clock import SECOND, Clock
from telegram_avalon.store import Keys, Unavailable, connect, probe
from telegram_avalon.store.redis import PASSING, Script, why_passing


async def test_a_client_that_is_closed_leaves_no_connection_open(redis_url: str) -> None:
    client = connect(redis_url)
    pool = client.connection_pool
    assert isinstance(pool, BlockingConnectionPool)
    await asyncio.gather(*(client.ping() for _ in range(5)))

    await client.aclose()

    assert not [each for each in pool._available_connections if each.is_connected]


async def test_nothing_is_sent_before_the_first_command() -> None:
    await connect("redis://127.0.0.1:1").aclose()


async def test_where_nobody_listens_the_client_gives_up_within_a_second() -> None:
    client, clock = connect("redis://127.0.0.1:1"), Clock()
    before = clock.now()

    with pytest.raises(Unavailable):
        await client.get("x")

    assert clock.now() - before < SECOND
    await client.aclose()


# --- refusals that pass by themselves ----------------------------------------------------------


@pytest.mark.parametrize("code", PASSING)
def test_what_passes_is_told_from_a_mistake_of_ours(code: str) -> None:
    """As the server says it, and as servers before Redis 7 say it of a script."""
    assert why_passing(ResponseError(f"{code} some words")) == PASSING[code]
    inside = f"Error running script (call to f_1): @user_script:5: -{code} some words"
    assert why_passing(ResponseError(inside)) == PASSING[code]


OURS = {
    "AskError",
    "AuthenticationWrongNumberOfArgsError",
    "ClusterCrossSlotError",
    "ClusterError",
    "DataError",
    "ExecAbortError",
    "LockError",
    "LockNotOwnedError",
    "ModuleError",
    "MovedError",
    "NoScriptError",
    "NoSuchFieldsetError",
    "PubSubError",
    "RedisError",
    "ResponseError",
    "WatchError",
}
"""Kinds of errors that are mistakes of ours or of the set-up."""


@pytest.mark.parametrize(
    "kind",
    [kind for kind in vars(exceptions).values()
     if isinstance(kind, type) and issubclass(kind, exceptions.RedisError)],
    ids=lambda kind: kind.__name__,
)  # fmt: skip
def test_every_kind_of_error_that_the_client_knows_is_judged(
    kind: type[exceptions.RedisError],
) -> None:
    codes = [code for code, known in BaseParser.EXCEPTION_CLASSES.items() if known is kind]
    text = "1 a:1" if issubclass(kind, exceptions.AskError) else "words"
    error = kind(text, status_code=codes[0]) if codes else kind(text)

    assert (why_passing(error) is None) == (kind.__name__ in OURS)


@pytest.mark.parametrize(
    "text",
    ["WRONGTYPE Operation against a key", "ERR unknown command", "MISCONFIGURED", "MOVED 1 a:1"],
)
def test_a_mistake_of_ours_is_no_moments_trouble(text: str) -> None:
    assert why_passing(ResponseError(text)) is None


async def told(client: Redis, *words: str) -> None:
    await client.execute_command(*words)  # type: ignore[no-untyped-call]


async def everything(client: Redis) -> None:
    """A command, a pipeline, a transaction and a script that write."""
    for attempt in (_command, _pipeline, _transaction, _script):
        with pytest.raises(Unavailable):
            await attempt(client)


async def _command(client: Redis) -> None:
    await client.set("x", "1")


async def _pipeline(client: Redis) -> None:
    async with client.pipeline(transaction=False) as pipe:
        pipe.set("x", "1")
        await pipe.execute()


async def _transaction(client: Redis) -> None:
    async with client.pipeline() as pipe:
        pipe.set("x", "1")
        await pipe.execute()


async def _script(client: Redis) -> None:
    await Script(client, "called")(["lease", "shown"], ["me", "1", "x"])


async def test_a_server_that_takes_no_writes_for_a_moment_is_unavailable(
    redis: Redis, redis_url: str
) -> None:
    client = connect(redis_url)
    await redis.hset("lease", "holder", "me")
    await told(redis, "REPLICAOF", "127.0.0.1", "1")
    try:
        await everything(client)
    finally:
        await told(redis, "REPLICAOF", "NO", "ONE")
    await _command(client)
    await client.aclose()


async def test_a_server_whose_memory_is_full_is_unavailable(redis: Redis, redis_url: str) -> None:
    client = connect(redis_url)
    await redis.hset("lease", "holder", "me")
    most = str((await redis.config_get("maxmemory"))["maxmemory"])
    await redis.config_set("maxmemory", 1)
    try:
        await everything(client)
        assert await client.get("x") is None
    finally:
        await redis.config_set("maxmemory", most)
    await _command(client)
    await client.aclose()


async def test_a_user_who_lost_the_right_to_write_is_unavailable_until_it_is_back(
    redis: Redis, redis_url: str
) -> None:
    client = connect(redis_url)
    await redis.hset("lease", "holder", "me")
    await told(redis, "ACL", "SETUSER", "bot", "on", ">pw", "~*", "+@all", "-@write")
    try:
        await told(client, "AUTH", "bot", "pw")
        with pytest.raises(Unavailable, match="the right"):
            await probe(client, Keys(1))
    finally:
        await told(redis, "ACL", "DELUSER", "bot")
    await client.aclose()
