"""A clock that was an hour ahead: what it wrote keeps nobody waiting for its time to come."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace
from redis.asyncio import Redis

from telegram_avalon.clock import HOUR, MINUTE, SECOND, Clock
from telegram_avalon.store import Call, Intent, Keys, Kind, Shown, Tables, Verdict, Work
from telegram_avalon.store.shown import in_time
from telegram_avalon.table import nudge
from tests.playground.client import MovableClock
from tests.store.builders import GROUP, ID, playing_table

ANN = 1001
BACK = pytest.mark.parametrize("back", [30 * SECOND, HOUR], ids=["30 s", "an hour"])


async def claimed(work: Work, tables: Tables) -> None:
    if await tables.load(ID) is None:
        await tables.commit(playing_table(), None)
    assert await work.claim(ID)


def call(chat: int, version: int = 1) -> Call:
    return Call(ID, version, chat, chat < 0, Kind.ASK, Shown())


@BACK
@pytest.mark.parametrize("chat", [GROUP, ANN], ids=["group", "private"])
async def test_calls_made_then_hold_up_none_now(
    work: Work, tables: Tables, clock: MovableClock, back: int, chat: int
) -> None:
    await claimed(work, tables)
    for _ in range(40):
        leave = await work.may_call(call(chat))
        clock.advance(leave.wait)
    clock.advance(-back)
    await claimed(work, tables)

    # Of calls that may have been made in the last minute by either clock, the pace may still tell.
    assert (await work.may_call(call(chat))).wait < 12 * SECOND


@BACK
async def test_a_hold_of_then_is_none_now(
    work: Work, tables: Tables, clock: MovableClock, back: int
) -> None:
    await claimed(work, tables)
    await work.hold(GROUP, 20 * SECOND)
    assert (await work.may_call(call(GROUP))).verdict is Verdict.WAIT
    clock.advance(-back)
    await claimed(work, tables)

    assert (await work.may_call(call(GROUP))).verdict is Verdict.GO


async def test_a_hold_of_an_earlier_version_is_kept(
    work: Work, tables: Tables, redis: Redis, keys: Keys, clock: MovableClock
) -> None:
    await claimed(work, tables)
    await redis.set(keys.hold(GROUP), str(clock.now() + 20 * SECOND))

    leave = await work.may_call(call(GROUP))

    assert (leave.verdict, leave.wait) == (Verdict.WAIT, 20 * SECOND)


@BACK
async def test_answers_given_then_are_not_counted_now(
    work: Work, clock: MovableClock, back: int
) -> None:
    assert await work.may_reply(GROUP, group=True) == 0
    assert await work.may_reply(GROUP, group=True) == -1
    clock.advance(-back)

    assert await work.may_reply(GROUP, group=True) == 0


@BACK
async def test_a_killed_process_of_then_holds_no_lease_now(
    work_of: Callable[[str], Work], tables: Tables, clock: MovableClock, back: int
) -> None:
    killed, new = work_of("killed"), work_of("new")
    await killed.sign_of_life()
    await claimed(killed, tables)
    clock.advance(-back)

    assert await new.claim(ID)


@BACK
async def test_a_killed_process_of_then_is_not_alive_now(
    work_of: Callable[[str], Work], clock: MovableClock, back: int
) -> None:
    killed, new = work_of("killed"), work_of("new")
    await killed.sign_of_life()
    clock.advance(-back)
    await new.sign_of_life()

    assert await new.alive() == 1


async def test_a_killed_process_of_then_is_found_lost_now(
    work_of: Callable[[str], Work], clock: MovableClock
) -> None:
    killed, new = work_of("killed"), work_of("new")
    await killed.sign_of_life()
    clock.advance(-HOUR)
    found = []
    for _ in range(20):
        await new.sign_of_life()
        found.append(await new.lost())
        clock.advance(5 * SECOND)

    assert sum(found) == 1


@BACK
async def test_tables_marked_for_then_are_looked_at_now(
    work: Work, tables: Tables, clock: MovableClock, back: int
) -> None:
    await tables.commit(playing_table(), None)
    clock.advance(-back)
    assert await work.due(10) == []

    await work.look_at_all()

    assert await work.due(10) == [ID]


@BACK
async def test_what_a_chat_shows_is_as_if_it_had_been_written_now(
    work: Work, tables: Tables, clock: MovableClock, back: int
) -> None:
    await claimed(work, tables)
    now = clock.now()
    shown = Shown(
        live=5,
        touched=now - SECOND,
        not_before=now + MINUTE,
        intent=Intent(now - 2 * SECOND, 1, 3, now + SECOND),
    )
    await work.called(ID, GROUP, shown)
    clock.advance(-back)

    found = (await work.look(ID)).shown[GROUP]

    now = clock.now()
    assert found.touched == now - SECOND
    assert found.not_before == now + MINUTE
    assert found.intent == Intent(now - 2 * SECOND, 1, 3, now + SECOND)


def test_what_was_written_by_a_clock_that_is_right_stays_as_it_is() -> None:
    shown = Shown(live=5, touched=100, not_before=100 + HOUR, noted=200)

    assert in_time(shown, 200) == replace(shown, noted=0)
    assert in_time(shown, 200 - SECOND) == replace(shown, noted=0)


def test_a_reminder_of_then_prevents_none_now() -> None:
    table = nudge(playing_table(), 10 * HOUR)

    assert nudge(table, 9 * HOUR).nudged == 9 * HOUR


# --- the clock itself --------------------------------------------------------------------------


def test_a_clock_that_is_off_is_put_right_and_what_waits_is_not_moved() -> None:
    clock = Clock()
    steady, right = clock.steady(), clock.now() + HOUR

    assert abs(clock.agree(right) - HOUR) < SECOND

    assert abs(clock.now() - right) < SECOND
    assert abs(clock.steady() - steady) < SECOND
    assert clock.agree(clock.now() + SECOND) == 0


def test_a_clock_of_another_speed_agrees_with_nobody() -> None:
    clock = Clock(speed=50)

    assert clock.agree(clock.now() + HOUR) == 0


async def test_the_servers_time_is_what_all_agree_on(work: Work) -> None:
    assert abs(await work.told_time() - Clock().now()) < MINUTE
