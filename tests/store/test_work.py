"""Deliveries are shared out: one process a table at a time, and no mark is lost."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace
from redis.asyncio import Redis

from telegram_avalon.clock import SECOND
from telegram_avalon.store import (
    Call,
    Claimed,
    Intent,
    Keys,
    Kind,
    Pressed,
    Shown,
    Tables,
    Verdict,
    Work,
)
from telegram_avalon.store.codec import encode
from tests.playground.client import MovableClock
from tests.store.builders import GROUP, ID, lobby


@pytest.fixture
async def here(work_of: Callable[[str], Work]) -> Work:
    work = work_of("here")
    await work.sign_of_life()
    return work


@pytest.fixture
async def there(work_of: Callable[[str], Work]) -> Work:
    work = work_of("there")
    await work.sign_of_life()
    return work


@pytest.fixture(autouse=True)
async def _table(tables: Tables) -> None:
    await tables.commit(lobby(), None)


def call(shown: Shown | None = None, version: int = 1) -> Call:
    return Call(ID, version, GROUP, True, Kind.ASK, shown or Shown())


async def claimed(work: Work) -> Claimed:
    claim = await work.claim(ID)
    assert claim is not None
    return claim


async def commit(tables: Tables) -> None:
    before = await tables.load(ID)
    assert before is not None
    await tables.commit(replace(before.table, nudged=before.table.nudged + 1), before)


# --- leases ------------------------------------------------------------------------------------


async def test_a_table_that_a_living_process_delivers_is_not_given_to_another(
    here: Work, there: Work
) -> None:
    await claimed(here)

    assert await there.claim(ID) is None
    assert await here.claim(ID) is not None


async def test_the_lease_of_a_process_that_gives_no_sign_of_life_does_not_count(
    here: Work, there: Work, clock: MovableClock
) -> None:
    await claimed(here)
    clock.advance(5 * SECOND - 1)
    assert await there.claim(ID) is None

    clock.advance(1)

    assert await there.claim(ID) is not None


async def test_the_lease_of_a_process_that_retired_does_not_count(here: Work, there: Work) -> None:
    await claimed(here)
    await here.retire()

    assert await there.claim(ID) is not None


async def test_a_lease_ends_by_itself_after_40_seconds_without_a_call(
    here: Work, there: Work, clock: MovableClock
) -> None:
    await claimed(here)
    clock.advance(40 * SECOND)
    await here.sign_of_life()

    assert await there.claim(ID) is not None


async def test_each_call_makes_the_lease_last_longer(
    here: Work, there: Work, clock: MovableClock
) -> None:
    await claimed(here)
    clock.advance(30 * SECOND)
    await here.may_call(call())
    clock.advance(30 * SECOND)
    await here.sign_of_life()

    assert await there.claim(ID) is None


async def test_a_new_mark_cancels_no_lease(here: Work, there: Work, tables: Tables) -> None:
    await claimed(here)
    await commit(tables)

    assert await there.claim(ID) is None


async def test_a_process_that_is_long_silent_counts_as_lost_once(
    here: Work, there: Work, redis: Redis, keys: Keys, clock: MovableClock
) -> None:
    clock.advance(600 * SECOND)
    await here.sign_of_life()

    for _ in range(10):  # it is there again, and has been for as long as it gives others
        clock.advance(4 * SECOND)
        await here.sign_of_life()

    assert await here.lost() == 1
    assert await here.lost() == 0
    assert await redis.zrange(keys.alive, 0, -1) == [b"here"]


async def test_after_a_time_without_the_database_nobody_counts_as_lost(
    here: Work, there: Work, clock: MovableClock
) -> None:
    clock.advance(600 * SECOND)
    await here.sign_of_life()
    assert await here.lost() == 0

    await there.sign_of_life()
    for _ in range(10):
        clock.advance(4 * SECOND)
        await here.sign_of_life()
        await there.sign_of_life()

    assert await here.lost() == 0


# --- calls -------------------------------------------------------------------------------------


async def test_a_call_that_may_be_made_has_its_intent_written_down_first(
    here: Work, there: Work, clock: MovableClock
) -> None:
    await claimed(here)
    intent = Shown(intent=Intent(clock.now(), 1, 0))

    assert (await here.may_call(call(intent))).verdict is Verdict.GO
    assert (await there.look(ID)).shown == {GROUP: intent}


async def test_a_process_that_lost_its_lease_makes_no_call(here: Work, there: Work) -> None:
    await claimed(here)
    await here.retire()
    await claimed(there)

    assert (await here.may_call(call())).verdict is Verdict.LOST


async def test_what_was_rendered_from_an_older_table_is_not_sent(
    here: Work, tables: Tables
) -> None:
    await claimed(here)
    await commit(tables)

    assert (await here.may_call(call(version=1))).verdict is Verdict.NEWER
    assert (await here.may_call(call(version=2))).verdict is Verdict.GO


async def test_a_call_that_has_to_wait_writes_nothing_down(here: Work) -> None:
    await claimed(here)
    await here.may_call(call(Shown(told=1)))

    assert (await here.may_call(call(Shown(told=2)))).verdict is Verdict.WAIT
    assert (await here.look(ID)).shown == {GROUP: Shown(told=1)}


async def test_a_result_is_written_down_by_whoever_has_the_lease_and_nobody_else(
    here: Work, there: Work
) -> None:
    await claimed(here)
    await here.retire()
    await claimed(there)

    assert not await here.called(ID, GROUP, Shown(live=1))
    assert await there.called(ID, GROUP, Shown(live=2))
    assert (await there.look(ID)).shown == {GROUP: Shown(live=2)}


# --- finishing ---------------------------------------------------------------------------------


async def test_a_table_that_was_delivered_is_no_longer_due(
    here: Work, there: Work, redis: Redis, keys: Keys
) -> None:
    found = await claimed(here)

    assert not await here.finish(ID, 1, found.mark, None)
    assert await redis.zcard(keys.due) == 0
    assert await there.claim(ID) is not None


async def test_a_table_may_be_looked_at_again_later(
    here: Work, redis: Redis, keys: Keys, clock: MovableClock
) -> None:
    found = await claimed(here)
    later = clock.now() + 7 * SECOND

    await here.finish(ID, 1, found.mark, later)

    assert await here.due(10) == []
    assert await here.next_due() == later
    clock.advance(7 * SECOND)
    assert await here.due(10) == [ID]


@pytest.mark.parametrize("look_again", [None, 10**15])
async def test_a_commit_during_delivery_is_not_lost_by_its_end(
    here: Work, tables: Tables, look_again: int | None
) -> None:
    """Not even within the same millisecond: the version tells."""
    found = await claimed(here)
    await commit(tables)

    assert await here.finish(ID, 1, found.mark, look_again)
    assert await here.due(10) == [ID]


async def test_a_press_during_delivery_is_not_lost_by_its_end(
    here: Work, tables: Tables, clock: MovableClock
) -> None:
    found = await claimed(here)
    clock.advance(1)
    await tables.heard(ID, Pressed(GROUP, 55))

    assert await here.finish(ID, 1, found.mark, None)
    assert await here.due(10) == [ID]


async def test_a_process_that_lost_its_lease_ends_nothing(
    here: Work, there: Work, redis: Redis, keys: Keys
) -> None:
    found = await claimed(here)
    await here.retire()
    await claimed(there)
    was = await redis.hgetall(keys.lease(ID))

    assert not await here.finish(ID, 1, found.mark, None)

    assert await redis.hgetall(keys.lease(ID)) == was
    assert await there.due(10) == [ID]


async def test_a_table_that_has_expired_is_no_longer_due(
    here: Work, redis: Redis, keys: Keys
) -> None:
    await redis.delete(keys.table(ID))
    found = await claimed(here)
    assert found.loaded is None

    assert not await here.finish(ID, None, found.mark, None)
    assert await redis.zcard(keys.due) == 0


# --- what is due -------------------------------------------------------------------------------


async def test_the_longest_due_comes_first(
    here: Work, redis: Redis, keys: Keys, clock: MovableClock
) -> None:
    now = clock.now()
    await redis.delete(keys.due)
    a, b, c, later = (11 * letter for letter in "abcd")
    await redis.zadd(keys.due, {c: now, a: now - 2, b: now - 1, later: now + 1})

    assert await here.due(10) == [a, b, c]
    assert await here.due(2) == [a, b]
    assert await here.next_due() == now + 1


async def test_what_a_chat_shows_counts_as_nothing_where_it_cannot_be_read(
    here: Work, redis: Redis, keys: Keys
) -> None:
    fine = Shown(live=5, told=2)
    await redis.hset(keys.shown(ID), mapping={"1": b"?", "2": encode(fine), "3": b"\x91\xa1x"})

    assert (await here.look(ID)).shown == {1: Shown(), 2: fine, 3: Shown()}


async def test_what_a_chat_shows_is_kept_a_day_longer_than_a_running_game(
    here: Work, redis: Redis, keys: Keys
) -> None:
    await claimed(here)
    await here.called(ID, GROUP, Shown(live=5))

    assert await redis.ttl(keys.shown(ID)) == pytest.approx(15 * 86400, abs=5)
    assert await redis.ttl(keys.lease(ID)) > 0
