"""Flipped bytes: no other table is harmed, and the log shows nothing of what they held."""

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

import msgspec
import pytest
from msgspec.structs import replace
from redis.asyncio import Redis

from telegram_avalon.rules import Command, Over
from telegram_avalon.store import CorruptRecord, Keys, Tables
from telegram_avalon.store.codec import SCHEMA, decode
from telegram_avalon.store.redis import octets
from telegram_avalon.table import Table
from tests.bot.conftest import Logs, logs
from tests.bot.people import confirmed, ours, say
from tests.harness import Party, Stage, playing
from tests.store.builders import ASSASSINATING, ID, OVER, VOTING, playing_table

__all__ = ["logs"]
CHARACTERS = ("Merlin", "merlin", "MERLIN", "assassin", "ASSASSIN", "servant", "minion")


@contextmanager
def suppress_corrupt() -> Iterator[list[str]]:
    """What a corrupt record was called, if it was one."""
    met: list[str] = []
    try:
        yield met
    except CorruptRecord as error:
        met += [str(error), str(error.__cause__)]


async def stored(redis: Redis, keys: Keys, table: Table) -> None:
    data = msgspec.msgpack.encode(table)
    await redis.hset(keys.table(ID), mapping={"v": 1, "s": SCHEMA, "d": data})


@pytest.mark.parametrize("commands", [VOTING, ASSASSINATING, OVER], ids=["vote", "hunt", "over"])
def test_a_record_with_flipped_bytes_is_a_table_or_a_corrupt_record(
    commands: tuple[Command, ...],
) -> None:
    """Never another exception, nor a text that holds what was found."""
    random, whole = Random(7), msgspec.msgpack.encode(playing_table(*commands))
    for _ in range(500):
        data = bytearray(whole)
        for _ in range(random.randint(1, 5)):
            data[random.randrange(len(data))] = random.randrange(256)
        with suppress_corrupt() as met:
            decode(bytes(data), Table)
        assert not any(each in text for text in met for each in CHARACTERS)


async def test_a_record_that_reads_well_and_cannot_be_is_corrupt(
    redis: Redis, keys: Keys, tables: Tables
) -> None:
    table = playing_table(*VOTING)
    assert table.game is not None
    setup = table.game.setup
    impossible = (
        replace(table, people=table.people[:3]),
        replace(table, game=replace(table.game, setup=replace(setup, deal=setup.deal[:2]))),
    )
    for each in impossible:
        await stored(redis, keys, each)
        with pytest.raises(CorruptRecord):
            await tables.load(ID)


async def test_a_corrupt_table_leaves_a_line_or_two_in_the_log_and_the_others_alone(
    redis_url: str, logs: Logs, patient: None
) -> None:
    logs.errors_expected = True
    async with playing(redis_url) as stage:
        await stage.start()
        broken, whole = Party(stage), Party(stage)
        await broken.begin()
        await whole.begin()
        await _flip(stage, broken.id)

        for _ in range(20):
            say(broken, broken.host, "board")
        await confirmed(stage)
        await whole.play(until=lambda game: isinstance(game.phase, Over))

        lines = logs.lines("error", "critical")
        assert len(lines) < 12
        assert not any(each in logs.text for each in CHARACTERS)
        assert any("can't be read" in message.text for message in ours(broken.group))


async def _flip(stage: Stage, table: str) -> None:
    key = stage.keys.table(table)
    data = bytearray(octets(await stage.redis.hget(key, "d")))
    for place in range(40, len(data), 29):
        data[place] ^= 0xFF
    await stage.redis.hset(key, "d", bytes(data))
    await stage.redis.hincrby(key, "v", 1)
    await stage.redis.zadd(stage.keys.due, {table: 0})
