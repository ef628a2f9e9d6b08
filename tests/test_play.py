"""The one use case: each change counts once, whoever else changes the table meanwhile."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from redis.asyncio import Redis

from telegram_avalon.clock import Clock
from telegram_avalon.play import MOST_RACES, Play, Played, RaceLost
from telegram_avalon.rules import (
    CastVote,
    Command,
    Propose,
    Reason,
    Refused,
    Seat,
    TeamVoted,
    Vote,
)
from telegram_avalon.screens.actions import encode
from telegram_avalon.store import (
    TABLE_ID,
    Commit,
    Keys,
    Loaded,
    NewerRecord,
    Pressed,
    Tables,
    Unavailable,
)
from telegram_avalon.table import Table, begin, cancel, join, nudge, play
from tests.harness import Party, playing
from tests.store.builders import (
    GROUP,
    ID,
    PEOPLE,
    VOTING,
    after,
    lobby,
    playing_table,
    proposed,
    with_game,
)

ANN, BOB, *_ = PEOPLE
SECRET = "1000001:AAE"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def tables(redis: Redis, clock: Clock) -> Tables:
    return Tables(redis, Keys(1000001), clock)


@pytest.fixture
def woken() -> list[str]:
    return []


def play_on(tables: Any, clock: Clock, wake: Callable[[str], None], secret: str = SECRET) -> Play:
    """A process's own: what groups chose is of no matter here."""
    groups: Any = None
    return Play(tables, groups, clock, wake, secret)


@pytest.fixture
def plays(tables: Tables, clock: Clock, woken: list[str]) -> Play:
    return play_on(tables, clock, woken.append, SECRET)


async def stored(tables: Tables) -> Table:
    loaded = await tables.load(ID)
    assert loaded is not None
    return loaded.table


def move(user: int, step: int, command: Command) -> Callable[[Table], Table]:
    def seated(seat: Seat) -> Command:
        return replace(command, seat=seat)

    return lambda table: play(table, user, step, seated)


APPROVE = CastVote(Seat(0), Vote.APPROVE)


# --- one change --------------------------------------------------------------------------------


async def test_a_change_is_committed_and_delivery_woken(
    plays: Play, tables: Tables, woken: list[str]
) -> None:
    await plays.open(lobby(), 1)

    played = await plays.change(ID, lambda table: join(table, ANN), 2)

    assert played is not None
    assert played.refused is None
    assert await stored(tables) == played.table
    assert played.table.people == (ANN,)
    assert woken == [ID, ID]


async def test_a_change_tells_when_the_table_last_moved(plays: Play, clock: Clock) -> None:
    await plays.open(lobby(), 1)
    before = clock.now()

    played = await plays.change(ID, lambda table: join(table, ANN), 2)

    assert played is not None
    assert before <= played.table.moved <= clock.now()


async def test_there_is_nothing_to_change_where_there_is_no_table(plays: Play) -> None:
    assert await plays.change(ID, lambda table: join(table, ANN), 2) is None


async def test_a_refusal_changes_nothing_and_wakes_nobody(
    plays: Play, tables: Tables, woken: list[str]
) -> None:
    await tables.commit(playing_table(), None)

    played = await plays.change(ID, lambda table: join(table, ANN), 2)

    assert played == Played(playing_table(), Reason.ALREADY_BEGUN)
    assert (await tables.load(ID)) == Loaded(playing_table(), 1)
    assert woken == []


async def test_what_is_so_already_is_no_change(plays: Play, tables: Tables) -> None:
    await tables.commit(lobby(ANN), None)

    played = await plays.change(ID, lambda table: join(table, ANN), 2)

    assert played == Played(lobby(ANN))
    assert (await tables.load(ID)) == Loaded(lobby(ANN), 1)


async def test_a_press_for_a_step_that_is_over_is_noted_so_that_its_buttons_go(
    plays: Play, tables: Tables, redis: Redis
) -> None:
    await tables.commit(playing_table(*VOTING), None)

    played = await plays.change(ID, move(ANN.id, 0, Propose(Seat(0))), 2, Pressed(GROUP, 55))

    assert played is not None
    assert played.refused is Reason.STEP_IS_OVER
    assert await redis.hgetall(Keys(1000001).heard(ID)) == {b"-1001": b"55"}


async def test_a_press_that_is_refused_for_another_reason_leaves_the_message_alone(
    plays: Play, tables: Tables, redis: Redis
) -> None:
    await tables.commit(playing_table(), None)

    played = await plays.change(ID, move(BOB.id, 0, Propose(Seat(0))), 2, Pressed(GROUP, 55))

    assert played is not None
    assert played.refused is Reason.NOT_LEADER
    assert await redis.exists(Keys(1000001).heard(ID)) == 0


# --- the same update again ---------------------------------------------------------------------


async def test_an_update_handed_out_again_changes_nothing_more(plays: Play, tables: Tables) -> None:
    await plays.open(lobby(), 1)

    def count(table: Table) -> Table:
        return replace(table, nudged=table.nudged + 1)

    for _ in range(3):
        played = await plays.change(ID, count, 2)
        assert played is not None
        assert played.refused is None

    assert (await stored(tables)).nudged == 1


async def test_an_update_handed_out_again_gets_the_same_answer_though_its_step_is_over(
    plays: Play, tables: Tables
) -> None:
    """Its own first time has ended the step."""
    await tables.commit(playing_table(*VOTING[:-1]), None)
    propose = move(ANN.id, 0, Propose(Seat(0)))

    answers = [await plays.change(ID, propose, 2, Pressed(GROUP, 55)) for _ in range(2)]

    assert answers[0] is not None
    assert answers[0].refused is None
    assert answers[1] == answers[0]


async def test_another_press_of_the_same_button_is_told_that_the_step_is_over(
    plays: Play, tables: Tables
) -> None:
    await tables.commit(playing_table(*VOTING[:-1]), None)
    propose = move(ANN.id, 0, Propose(Seat(0)))
    await plays.change(ID, propose, 2)

    played = await plays.change(ID, propose, 3)

    assert played is not None
    assert played.refused is Reason.STEP_IS_OVER


async def test_a_table_is_opened_once_by_a_command_handed_out_twice(plays: Play) -> None:
    table = lobby(table=plays.table_id(7, GROUP))

    assert [await plays.open(table, 7) for _ in range(2)] == [None, None]


async def test_whoever_opens_a_table_where_one_stands_is_told_which(plays: Play) -> None:
    await plays.open(lobby(), 1)

    assert await plays.open(lobby(table="BBBBBBBBBBB"), 2) == ID


def test_a_tables_id_is_the_same_for_the_same_update_and_nobody_elses(
    plays: Play, tables: Tables, clock: Clock
) -> None:
    others = play_on(tables, clock, lambda _: None, "another token")
    ids = [plays.table_id(7, GROUP), plays.table_id(8, GROUP), plays.table_id(7, -2)]

    assert plays.table_id(7, GROUP) == ids[0]
    assert len({*ids, others.table_id(7, GROUP)}) == 4
    assert all(TABLE_ID.fullmatch(each) for each in ids)


# --- races -------------------------------------------------------------------------------------


class Rival:
    """Tables that somebody else changes whenever we have just read one."""

    def __init__(self, tables: Tables, times: int) -> None:
        self.tables = tables
        self.times = times

    async def load(self, table: str) -> Loaded | None:
        found = await self.tables.load(table)
        if self.times and found is not None:
            self.times -= 1
            other = replace(found.table, nudged=found.table.nudged + 1)
            assert await self.tables.commit(other, found) is Commit.OK
        return found

    def __getattr__(self, name: str) -> Any:
        return getattr(self.tables, name)


async def raced(tables: Tables, clock: Clock, times: int) -> Played | None:
    rival: Any = Rival(tables, times)
    return await play_on(rival, clock, lambda _: None, SECRET).change(
        ID, lambda table: join(table, ANN), 2
    )


@pytest.mark.parametrize("times", [1, MOST_RACES - 1])
async def test_who_loses_a_race_applies_the_change_to_the_new_table(
    tables: Tables, clock: Clock, times: int
) -> None:
    await tables.commit(lobby(), None)

    await raced(tables, clock, times)

    table = await stored(tables)
    assert (table.nudged, table.people) == (times, (ANN,))


async def test_who_loses_twenty_races_is_told_so(tables: Tables, clock: Clock) -> None:
    await tables.commit(lobby(), None)

    with pytest.raises(RaceLost):
        await raced(tables, clock, MOST_RACES)

    assert (await stored(tables)).people == ()


async def test_ten_votes_at_once_in_two_processes_are_all_counted_and_revealed_once(
    redis_url: str, clock: Clock, redis: Redis
) -> None:
    """Each on a client of its own."""
    begun = begin(lobby(*PEOPLE), Random(3))
    people, game = begun.people, begun.game
    assert game is not None
    leader = game.setup.first_leader
    ready = after(*proposed(leader, 0, 1, 2), game=game)
    async with Redis.from_url(redis_url) as other:
        clients = [Tables(client, Keys(1000001), clock) for client in (redis, other)]
        plays = [play_on(tables, clock, lambda _: None, SECRET) for tables in clients]
        await clients[0].commit(with_game(begun, ready), None)

        votes = [Vote.APPROVE if number % 2 else Vote.REJECT for number in range(10)]
        answers = await asyncio.gather(
            *(
                plays[number % 2].change(ID, move(person.id, 1, CastVote(Seat(0), vote)), number)
                for number, (person, vote) in enumerate(zip(people, votes, strict=True))
            )
        )

        after_all = await stored(clients[0])
    assert all(played is not None and played.refused is None for played in answers)
    assert after_all.game is not None
    revealed = [fact for fact in after_all.game.record if isinstance(fact, TeamVoted)]
    assert [fact.votes for fact in revealed] == [tuple(votes)]


async def test_the_same_press_in_two_processes_at_once_counts_once(
    redis_url: str, redis: Redis, clock: Clock
) -> None:
    async with Redis.from_url(redis_url) as other:
        clients = [Tables(client, Keys(1000001), clock) for client in (redis, other)]
        await clients[0].commit(playing_table(*VOTING), None)
        plays = [play_on(tables, clock, lambda _: None, SECRET) for tables in clients]

        await asyncio.gather(*(one.change(ID, move(ANN.id, 1, APPROVE), 9) for one in plays))

        found = await clients[0].load(ID)
    assert found is not None
    assert found.version == 2


async def test_ten_people_vote_at_once_through_telegram_and_see_one_reveal(redis_url: str) -> None:
    async with playing(redis_url) as stage:
        await stage.start()
        party = Party(stage, players=10)
        await party.begin()
        await party.play(until=lambda game: game.step == 1)
        moves = await party.next_moves()
        messages = [await party.see(person, action) for person, action in moves]

        presses = [
            stage.world.press(person, message, data=encode(action))
            for (person, action), message in zip(moves, messages, strict=True)
        ]
        toasts = [await press.answered() for press in presses]
        await party.quiet()

        reveals = [m for m in party.group.messages if "Approved, 10 to 0" in m.text]
        assert len(toasts) == 10
        assert len(reveals) == 1
        assert party.repeats() == {}


# --- who can be written to ---------------------------------------------------------------------


async def test_a_player_who_cannot_be_written_to_is_noted_once(plays: Play, tables: Tables) -> None:
    await tables.commit(playing_table(), None)

    await plays.deafen(ID, ANN.id)
    await plays.deafen(ID, ANN.id)

    table = await stored(tables)
    assert [person.deaf for person in table.people] == [True, False, False, False, False]
    assert len(table.notices) == 1


async def test_whoever_can_be_written_to_again_hears_at_every_running_table(
    plays: Play, tables: Tables
) -> None:
    running = playing_table()
    over = cancel(playing_table(table="BBBBBBBBBBB", chat=-2))
    for table in (running, over):
        await tables.commit(table, None)
        await plays.deafen(table.id, ANN.id)

    await plays.hear(ANN.id)

    heard = [await tables.load(table.id) for table in (running, over)]
    assert [one and one.table.people[0].deaf for one in heard] == [False, True]


# --- what the store raises ---------------------------------------------------------------------


class Broken:
    def __init__(self, tables: Tables, error: Exception) -> None:
        self.tables = tables
        self.error = error

    async def load(self, table: str) -> Loaded | None:
        raise self.error


@pytest.mark.parametrize("error", [Unavailable("away"), NewerRecord("newer")], ids=repr)
async def test_what_the_store_raises_is_passed_on(
    tables: Tables, clock: Clock, error: Exception
) -> None:
    broken: Any = Broken(tables, error)
    plays = play_on(broken, clock, lambda _: None, SECRET)

    with pytest.raises(type(error)):
        await plays.change(ID, lambda table: join(table, ANN), 2)


async def test_a_change_that_is_our_mistake_reaches_whoever_called(plays: Play) -> None:
    await plays.open(lobby(), 1)

    def wrong(table: Table) -> Table:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await plays.change(ID, wrong, 2)


async def test_a_reminder_within_a_minute_changes_nothing(plays: Play, tables: Tables) -> None:
    await tables.commit(playing_table(), None)
    reminded: list[Awaitable[Any]] = [
        plays.change(ID, partial(_nudged, now=now), number)
        for number, now in enumerate((100_000, 130_000))
    ]
    for each in reminded:
        await each

    assert (await stored(tables)).nudged == 100_000


def _nudged(table: Table, now: int) -> Table:
    try:
        return nudge(table, now)
    except Refused as refused:
        raise AssertionError from refused
