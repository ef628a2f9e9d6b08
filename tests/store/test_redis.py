"""The connection: short tempers, and nothing left open."""

import asyncio

import pytest
from redis.asyncio import BlockingConnectionPool

from telegram_avalon.clock import SECOND, Clock
from telegram_avalon.store import Unavailable, connect


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
