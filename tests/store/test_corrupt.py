"""Flipped bytes: no other table is harmed, and the log shows nothing of what they held."""

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

import msgspec
import pytest
from msgspec.structs import replace
from redis.asyncio import Redis

from telegram_avalon.rules import (
    Assassinating,
    Command,
    Fact,
    Game,
    OpinionsGiven,
    OpinionVoting,
    Over,
    Phase,
    PlotCard,
    Questing,
    Seat,
    TeamProposed,
    TeamVoted,
    Vote,
    Voting,
)
from telegram_avalon.store import Commit, CorruptRecord, Groups, Keys, People, Standing, Tables
from telegram_avalon.store.codec import SCHEMA, decode
from telegram_avalon.store.redis import octets
from telegram_avalon.table import Table
from telegram_avalon.table.model import Deafened
from tests.bot.conftest import Logs, logs
from tests.bot.people import confirmed, ours, say
from tests.harness import Party, Stage, playing
from tests.playground.client import MovableClock
from tests.store.builders import (
    ASSASSINATING,
    ID,
    OVER,
    QUESTING,
    VOTING,
    lobby,
    playing_table,
    with_game,
)

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


def game_of(table: Table) -> Game:
    assert table.game is not None
    return table.game


def impossible() -> dict[str, Table]:
    """Tables whose fields all hold what such fields may hold."""
    voting, over = playing_table(*VOTING), playing_table(*OVER)
    questing, setup = playing_table(*QUESTING), game_of(voting).setup

    def told(*facts: Fact) -> Table:
        return with_game(over, replace(game_of(over), record=(*game_of(over).record, *facts)))

    def in_phase(table: Table, phase: Phase) -> Table:
        return with_game(table, replace(game_of(table), phase=phase))

    team, votes = (Seat(0), Seat(1)), (Vote.APPROVE,) * 5
    return {
        "people missing": replace(voting, people=voting.people[:3]),
        "characters missing": with_game(
            voting, replace(game_of(voting), setup=replace(setup, deal=setup.deal[:2]))
        ),
        "first leader": with_game(
            voting, replace(game_of(voting), setup=replace(setup, first_leader=Seat(5)))
        ),
        "seat of a fact": told(TeamProposed(1, Seat(0), (Seat(0), Seat(5)))),
        "negative seat": told(TeamVoted(1, Seat(-1), team, votes)),
        "seat of a phase": in_phase(over, Assassinating(Seat(2), Seat(7))),
        "seat of a notice": replace(over, notices=(Deafened(1, Seat(9)),)),
        "seat beside a vote": told(OpinionsGiven(1, Seat(0), team, ((Seat(8), Vote.APPROVE),))),
        "seat beside a card": with_game(
            over, replace(game_of(over), unasked=((Seat(5), PlotCard.CLOSE_EYE),))
        ),
        "votes told": told(TeamVoted(1, Seat(0), team, votes[:4])),
        "votes": in_phase(voting, Voting(team, (None,) * 6)),
        "cards": in_phase(questing, Questing(team, (None,))),
        "opinions": in_phase(voting, OpinionVoting(team, (Seat(1),), (None, None))),
    }


@pytest.mark.parametrize("what", impossible())
async def test_a_record_that_reads_well_and_cannot_be_is_corrupt(
    redis: Redis, keys: Keys, tables: Tables, what: str
) -> None:
    await stored(redis, keys, impossible()[what])
    with pytest.raises(CorruptRecord):
        await tables.load(ID)


@pytest.mark.parametrize("field", ["v", "s"])
async def test_a_version_that_is_no_number_is_corrupt_too(
    redis: Redis, keys: Keys, tables: Tables, field: str
) -> None:
    await stored(redis, keys, playing_table())
    await redis.hset(keys.table(ID), field, b"\xff1")

    with pytest.raises(CorruptRecord):
        await tables.load(ID)


async def test_whoever_is_remembered_in_odd_bytes_counts_as_a_stranger(
    redis: Redis, keys: Keys, clock: MovableClock
) -> None:
    """What is known of people and groups is not worth a game that can't be played."""
    people, groups = People(redis, keys, clock), Groups(redis, keys, clock)
    await redis.hset(keys.person(1), mapping={"language": b"\xff", "reached": b"?"})
    await redis.set(keys.speech(-1), b"\xff+en")
    await redis.set(keys.former(-1), b"?")

    assert await people.standing(1) == Standing()
    assert await groups.languages(-1) == ()
    assert await groups.former(-1) is None


async def test_a_place_that_names_no_table_is_free(
    redis: Redis, keys: Keys, tables: Tables
) -> None:
    await redis.set(keys.place(-1, None), b"\xff\xfe")
    await redis.set(keys.ended(-1, None), b"\xff\xfe")
    await redis.sadd(keys.seats(1), b"\xff\xfe")
    await redis.set(keys.place(-2, None), b"\xff\xfe")

    assert await tables.at(-1, None) is None
    assert await tables.commit(lobby(chat=-1), None) is Commit.OK
    assert await tables.ended_at(-1, None) is None
    assert await tables.all_at(-1) == [ID]
    assert [each.table.id for each in await tables.live()] == [ID]
    assert await tables.of(1) == []


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
