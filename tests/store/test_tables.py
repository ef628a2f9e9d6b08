"""Tables are committed once, by whoever was first, with everything that belongs to them."""

import pytest
from msgspec.structs import replace
from redis.asyncio import Redis

from telegram_avalon.clock import DAY, HOUR
from telegram_avalon.store import (
    Commit,
    CorruptRecord,
    Groups,
    Keys,
    Loaded,
    NewerRecord,
    People,
    Pressed,
    Tables,
)
from telegram_avalon.store.codec import SCHEMA
from telegram_avalon.table import Table, close, leave, recall
from tests.playground.client import MovableClock
from tests.store.builders import GROUP, ID, OVER, PEOPLE, lobby, playing_table

ANN, BOB, *_ = PEOPLE


async def stored(tables: Tables, table: Table) -> Loaded:
    """Commit a new table and load it back."""
    assert await tables.commit(table, None) is Commit.OK
    return await found(tables, table.id)


async def found(tables: Tables, table: str = ID) -> Loaded:
    loaded = await tables.load(table)
    assert loaded is not None
    return loaded


async def moved(tables: Tables, update: int | None) -> Commit:
    """Commit some change of the table as it is now."""
    before = await found(tables)
    nudged = replace(before.table, nudged=before.table.nudged + 1)
    return await tables.commit(nudged, before, update)


# --- committing --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "table", [lobby(ANN), recall(lobby(), GROUP), playing_table(), playing_table(*OVER)]
)
async def test_what_was_committed_is_loaded(tables: Tables, table: Table) -> None:
    assert await stored(tables, table) == Loaded(table, 1)


async def test_there_is_no_table_that_nobody_opened(tables: Tables) -> None:
    assert await tables.load(ID) is None


async def test_an_update_counts_once(tables: Tables) -> None:
    await stored(tables, lobby())

    outcomes = [await moved(tables, 7), await moved(tables, 7)]

    assert outcomes == [Commit.OK, Commit.SEEN]
    assert (await found(tables)).table.nudged == 1


async def test_an_update_sent_again_by_the_client_is_seen_though_the_version_changed(
    tables: Tables,
) -> None:
    before = await stored(tables, lobby())
    after = replace(before.table, nudged=1)

    outcomes = [await tables.commit(after, before, 7), await tables.commit(after, before, 7)]

    assert outcomes == [Commit.OK, Commit.SEEN]


async def test_a_new_table_is_opened_once_by_the_same_update(tables: Tables) -> None:
    outcomes = [await tables.commit(lobby(), None, 7), await tables.commit(lobby(), None, 7)]

    assert outcomes == [Commit.OK, Commit.SEEN]


async def test_the_last_64_updates_are_remembered_and_the_one_before_them_forgotten(
    tables: Tables,
) -> None:
    await stored(tables, lobby())
    for update in range(700, 765):
        assert await moved(tables, update) is Commit.OK

    assert await moved(tables, 701) is Commit.SEEN
    assert await moved(tables, 764) is Commit.SEEN
    assert await moved(tables, 700) is Commit.OK


async def test_a_part_of_a_seen_number_is_another_update(tables: Tables) -> None:
    await stored(tables, lobby())

    outcomes = [await moved(tables, update) for update in (700, 70, 0, 1700)]

    assert outcomes == [Commit.OK] * 4


async def test_changes_without_an_update_are_never_seen_before(tables: Tables) -> None:
    await stored(tables, lobby())

    assert [await moved(tables, None) for _ in range(3)] == [Commit.OK] * 3


async def test_of_two_that_changed_the_same_table_the_second_has_lost(tables: Tables) -> None:
    before = await stored(tables, lobby())

    first = await tables.commit(replace(before.table, nudged=1), before, 1)
    second = await tables.commit(replace(before.table, nudged=2), before, 2)

    assert (first, second) == (Commit.OK, Commit.CHANGED)
    assert (await found(tables)).table.nudged == 1


async def test_a_lost_race_leaves_the_update_unseen(tables: Tables) -> None:
    before = await stored(tables, lobby())
    await tables.commit(replace(before.table, nudged=1), before, 1)
    await tables.commit(replace(before.table, nudged=2), before, 2)

    assert await moved(tables, 2) is Commit.OK


async def test_a_commit_makes_the_table_due(
    tables: Tables, redis: Redis, keys: Keys, clock: MovableClock
) -> None:
    await tables.commit(lobby(), None)

    assert await redis.zscore(keys.due, ID) == clock.now()


# --- its place ---------------------------------------------------------------------------------


async def test_a_live_table_holds_its_place(tables: Tables) -> None:
    await stored(tables, lobby())

    assert await tables.at(GROUP, None) == ID
    assert await tables.commit(lobby(table="BBBBBBBBBBB"), None) is Commit.TAKEN
    assert await tables.load("BBBBBBBBBBB") is None


@pytest.mark.parametrize("ended", [close(lobby()), playing_table(*OVER)])
async def test_a_table_that_has_ended_frees_its_place(tables: Tables, ended: Table) -> None:
    before = await stored(tables, lobby())
    await tables.commit(ended, before)

    assert await tables.at(GROUP, None) is None
    assert await tables.commit(lobby(table="BBBBBBBBBBB"), None) is Commit.OK


async def test_an_ended_table_that_changes_again_leaves_the_next_ones_place_alone(
    tables: Tables,
) -> None:
    before = await stored(tables, close(lobby()))
    await tables.commit(lobby(table="BBBBBBBBBBB"), None)

    await tables.commit(replace(before.table, nudged=1), before)

    assert await tables.at(GROUP, None) == "BBBBBBBBBBB"


async def test_each_topic_of_a_forum_is_a_place(tables: Tables) -> None:
    general = lobby()
    topic = replace(lobby(table="BBBBBBBBBBB"), place=replace(general.place, thread=5))

    assert await tables.commit(general, None) is Commit.OK
    assert await tables.commit(topic, None) is Commit.OK
    assert (await tables.at(GROUP, None), await tables.at(GROUP, 5)) == (ID, "BBBBBBBBBBB")


async def test_a_record_that_cannot_be_read_can_be_cleared_away(
    tables: Tables, redis: Redis, keys: Keys
) -> None:
    await stored(tables, lobby())
    await redis.hset(keys.table(ID), "d", b"?")

    await tables.forget(ID, GROUP, None)

    assert await tables.at(GROUP, None) is None
    assert await tables.load(ID) is None
    assert await redis.zcard(keys.due) == 0


# --- its people --------------------------------------------------------------------------------


async def test_whoever_sits_down_finds_the_table_and_whoever_leaves_does_not(
    tables: Tables, redis: Redis, keys: Keys
) -> None:
    before = await stored(tables, lobby(ANN, BOB))
    assert [one.table.id for one in await tables.of(BOB.id)] == [ID]

    await tables.commit(leave(before.table, BOB.id), before)

    assert [one.table.id for one in await tables.of(ANN.id)] == [ID]
    assert await tables.of(BOB.id) == []
    assert await redis.exists(keys.seats(BOB.id)) == 0


async def test_a_persons_tables_come_with_the_newest_move_last(tables: Tables) -> None:
    for name, chat, when in (("A", -1, 30), ("B", -2, 10), ("C", -3, 20)):
        table = lobby(ANN, table=name * 11, chat=chat)
        await tables.commit(replace(table, moved=when), None)

    assert [one.table.id[0] for one in await tables.of(ANN.id)] == ["B", "C", "A"]


async def test_a_table_that_has_expired_is_taken_off_its_peoples_lists(
    tables: Tables, redis: Redis, keys: Keys
) -> None:
    await stored(tables, lobby(ANN))
    await redis.delete(keys.table(ID))

    assert await tables.of(ANN.id) == []
    assert await redis.exists(keys.seats(ANN.id)) == 0


async def test_one_bad_record_hides_no_other_table(
    tables: Tables, redis: Redis, keys: Keys
) -> None:
    await stored(tables, lobby(ANN))
    await tables.commit(lobby(ANN, table="BBBBBBBBBBB", chat=-2), None)
    await redis.hset(keys.table(ID), "d", b"?")

    assert [one.table.id for one in await tables.of(ANN.id)] == ["BBBBBBBBBBB"]


async def test_an_invitation_is_for_one_person_and_one_table_and_an_hour(
    tables: Tables, redis: Redis, keys: Keys
) -> None:
    await tables.invite(ID, ANN.id)

    assert await tables.invited(ID, ANN.id)
    assert not await tables.invited(ID, BOB.id)
    assert not await tables.invited("BBBBBBBBBBB", ANN.id)
    assert HOUR - 5000 < await redis.pttl(keys.invite(ID, ANN.id)) <= HOUR


# --- presses -----------------------------------------------------------------------------------


async def test_a_press_is_noted_with_what_it_changed(
    tables: Tables, redis: Redis, keys: Keys
) -> None:
    before = await stored(tables, lobby())

    await tables.commit(replace(before.table, nudged=1), before, 1, Pressed(GROUP, 55))

    assert await redis.hgetall(keys.heard(ID)) == {b"-1001": b"55"}


async def test_a_press_that_changed_nothing_makes_the_table_due(
    tables: Tables, redis: Redis, keys: Keys
) -> None:
    await stored(tables, lobby())
    await redis.delete(keys.due)

    await tables.heard(ID, Pressed(GROUP, 55))

    assert await redis.hgetall(keys.heard(ID)) == {b"-1001": b"55"}
    assert await redis.zcard(keys.due) == 1


# --- records of other versions, and of none ----------------------------------------------------


async def test_a_record_of_a_newer_version_is_left_as_it_is(
    tables: Tables, redis: Redis, keys: Keys
) -> None:
    await stored(tables, lobby())
    await redis.hset(keys.table(ID), "s", str(SCHEMA + 1))
    was = await redis.hgetall(keys.table(ID))

    with pytest.raises(NewerRecord):
        await tables.load(ID)

    assert await redis.hgetall(keys.table(ID)) == was


async def test_a_newer_record_written_meanwhile_is_not_overwritten(
    tables: Tables, redis: Redis, keys: Keys
) -> None:
    before = await stored(tables, lobby())
    await redis.hset(keys.table(ID), mapping={"s": str(SCHEMA + 1), "v": "2"})

    assert await tables.commit(replace(before.table, nudged=1), before) is Commit.CHANGED


@pytest.mark.parametrize("damage", [b"", b"?", b"\x81\xa2id\x05", b"\xc1"])
async def test_what_is_no_record_says_so(
    tables: Tables, redis: Redis, keys: Keys, damage: bytes
) -> None:
    await stored(tables, lobby())
    await redis.hset(keys.table(ID), "d", damage)

    with pytest.raises(CorruptRecord):
        await tables.load(ID)


@pytest.mark.parametrize("field", ["s", "d"])
async def test_half_a_record_is_none(tables: Tables, redis: Redis, keys: Keys, field: str) -> None:
    await stored(tables, lobby())
    await redis.hdel(keys.table(ID), field)

    with pytest.raises(CorruptRecord):
        await tables.load(ID)


# --- lifetimes ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "days"),
    [
        (lobby(ANN), 1),
        (playing_table(), 14),
        (playing_table(*OVER), 7),
        (close(lobby(ANN)), 7),
    ],
)
async def test_a_table_is_kept_for_so_many_days_after_its_last_move(
    tables: Tables, redis: Redis, keys: Keys, table: Table, days: int
) -> None:
    await tables.commit(table, None)

    assert days * DAY - 5000 < await redis.pttl(keys.table(ID)) <= days * DAY


async def test_a_place_is_held_as_long_as_its_table_is_kept(
    tables: Tables, redis: Redis, keys: Keys
) -> None:
    await tables.commit(playing_table(), None)

    assert 14 * DAY - 5000 < await redis.pttl(keys.place(GROUP, None)) <= 14 * DAY


# --- groups and people -------------------------------------------------------------------------


async def test_a_groups_choice_that_cannot_be_read_counts_as_none(
    redis: Redis, keys: Keys, clock: MovableClock
) -> None:
    await redis.set(keys.group(GROUP), b"\x91\x91\xa8lancelot")

    assert await Groups(redis, keys, clock).ruleset(GROUP) is None


async def test_admins_that_cannot_be_read_count_as_never_seen(
    redis: Redis, keys: Keys, clock: MovableClock
) -> None:
    await redis.set(keys.admins(GROUP), b"?")

    assert await Groups(redis, keys, clock).admins(GROUP) is None


async def test_admins_are_believed_for_five_minutes(
    redis: Redis, keys: Keys, clock: MovableClock
) -> None:
    groups = Groups(redis, keys, clock)
    await groups.keep_admins(GROUP, frozenset({1, 2}))

    clock.advance(299_000)
    seen = await groups.admins(GROUP)
    assert seen is not None
    assert seen.admins == {1, 2}
    clock.advance(1_000)
    assert await groups.admins(GROUP) is None


async def test_a_private_chat_works_until_telegram_says_otherwise(
    redis: Redis, keys: Keys, clock: MovableClock
) -> None:
    people = People(redis, keys, clock)
    assert (await people.standing(ANN.id)).reached is None

    await people.reached(ANN.id)
    assert (await people.standing(ANN.id)).reached == clock.now()

    await people.unreachable(ANN.id)
    assert (await people.standing(ANN.id)).reached is None
