"""How much may be said where, and when: rows of calls on a clock moved by hand."""

from itertools import pairwise

import pytest
from redis.asyncio import Redis

from telegram_avalon.clock import MINUTE, SECOND
from telegram_avalon.store import Call, Keys, Kind, Shown, Tables, Verdict, Work
from tests.playground.client import MovableClock
from tests.store.builders import GROUP, ID, lobby


class Speaker:
    """A process that holds a table's lease and wants to speak."""

    def __init__(self, work: Work, clock: MovableClock) -> None:
        self.work = work
        self.clock = clock
        self.table = ID

    async def wait(self, kind: Kind = Kind.ASK, chat: int = GROUP) -> int:
        """Milliseconds to wait before a call; 0: it was let through and counted."""
        call = Call(self.table, 1, chat, chat < 0, kind, Shown())
        leave = await self.work.may_call(call)
        assert leave.verdict in {Verdict.GO, Verdict.WAIT}
        return leave.wait

    async def speak(self, until: int, kind: Kind = Kind.ASK, chat: int = GROUP) -> list[int]:
        """Call as soon as it is allowed, for so long: when the calls were made."""
        start, made = self.clock.now(), []
        while self.clock.now() - start < until:
            if wait := await self.wait(kind, chat):
                self.clock.advance(wait)
            else:
                made.append(self.clock.now() - start)
        return made


@pytest.fixture
async def speaker(tables: Tables, work: Work, clock: MovableClock) -> Speaker:
    await tables.commit(lobby(), None)
    assert await work.claim(ID) is not None
    return Speaker(work, clock)


def most_in_a_minute(made: list[int]) -> int:
    return max(sum(0 <= other - first < MINUTE for other in made) for first in made)


# --- groups ------------------------------------------------------------------------------------


async def test_a_group_gets_at_most_19_calls_in_any_minute(speaker: Speaker) -> None:
    made = await speaker.speak(10 * MINUTE)

    assert most_in_a_minute(made) == 19


async def test_a_busy_group_never_falls_silent_for_long(speaker: Speaker) -> None:
    """The second half of the minute's calls is spread out."""
    made = await speaker.speak(10 * MINUTE)
    pauses = [after - before for before, after in pairwise(made)]

    assert max(pauses) < 10 * SECOND


async def test_ten_messages_may_follow_each_other_by_a_second(speaker: Speaker) -> None:
    made = await speaker.speak(9500)

    assert made == [n * SECOND for n in range(10)]


async def test_two_messages_to_a_group_are_a_second_apart(
    speaker: Speaker, clock: MovableClock
) -> None:
    assert await speaker.wait() == 0
    clock.advance(400)
    assert await speaker.wait() == 600
    clock.advance(600)
    assert await speaker.wait() == 0


@pytest.mark.parametrize(("kind", "most"), [(Kind.QUIET, 13), (Kind.NEWS, 19), (Kind.ASK, 19)])
async def test_quiet_edits_leave_six_places_to_what_matters(
    speaker: Speaker, kind: Kind, most: int
) -> None:
    made = await speaker.speak(5 * MINUTE, kind)

    assert most_in_a_minute(made) == most


async def test_a_question_gets_through_where_quiet_edits_have_to_wait(
    speaker: Speaker, clock: MovableClock
) -> None:
    """Of the minute's places six are left then."""
    while not await speaker.wait(Kind.QUIET):
        clock.advance(3 * SECOND)
    clock.advance(5 * SECOND)

    assert await speaker.wait(Kind.QUIET) > 0
    assert await speaker.wait(Kind.ASK) == 0


async def test_a_refused_call_takes_no_place(speaker: Speaker, clock: MovableClock) -> None:
    assert await speaker.wait() == 0
    assert [await speaker.wait() for _ in range(50)] == [SECOND] * 50
    clock.advance(SECOND)
    assert await speaker.wait() == 0


async def test_groups_do_not_count_against_each_other(speaker: Speaker) -> None:
    assert [await speaker.wait(chat=chat) for chat in (-1, -2, -3)] == [0, 0, 0]


# --- private chats -----------------------------------------------------------------------------


async def test_a_private_chat_takes_three_at_once_and_then_one_a_second(
    speaker: Speaker, clock: MovableClock
) -> None:
    assert [await speaker.wait(chat=7) for _ in range(4)] == [0, 0, 0, SECOND]
    clock.advance(SECOND)
    assert [await speaker.wait(chat=7) for _ in range(2)] == [0, SECOND]


async def test_a_private_chat_that_was_quiet_takes_three_again(
    speaker: Speaker, clock: MovableClock
) -> None:
    for _ in range(3):
        await speaker.wait(chat=7)
    clock.advance(MINUTE)
    assert [await speaker.wait(chat=7) for _ in range(4)] == [0, 0, 0, SECOND]


# --- over all ----------------------------------------------------------------------------------


async def test_all_chats_together_get_so_many_messages_a_second(
    speaker: Speaker, clock: MovableClock
) -> None:
    waits = [await speaker.wait(chat=chat) for chat in range(1, 30)]
    assert waits[:28] == [0] * 28
    assert waits[28] == pytest.approx(1000 / 28, abs=1)

    clock.advance(SECOND + 1)
    waits = [await speaker.wait(chat=chat) for chat in range(101, 140)]
    assert waits.count(0) == 28


async def test_several_processes_share_the_bots_messages(
    speaker: Speaker, tables: Tables, redis: Redis, keys: Keys, clock: MovableClock
) -> None:
    other = Speaker(Work(redis, keys, clock, "there", 28), clock)
    await tables.commit(lobby(table="o" * 11, chat=-2), None)
    assert await other.work.claim("o" * 11) is not None
    other.table = "o" * 11

    waits = [await each.wait(chat=chat) for chat in range(1, 16) for each in (speaker, other)]

    assert waits[:28] == [0] * 28
    assert min(waits[28:]) > 0


@pytest.mark.parametrize("kind", [Kind.NEWS, Kind.QUIET])
async def test_edits_leave_a_part_of_the_bots_messages_to_questions(
    speaker: Speaker, kind: Kind
) -> None:
    edits = [await speaker.wait(kind, chat) for chat in range(1, 29)]
    assert edits.count(0) == 19

    assert await speaker.wait(Kind.ASK, 100) == 0


@pytest.mark.parametrize("per_second", [1, 2, 3, 1000])
@pytest.mark.parametrize("kind", list(Kind))
async def test_every_kind_of_call_comes_to_its_turn_however_few_a_second_are_set(
    tables: Tables,
    redis: Redis,
    keys: Keys,
    clock: MovableClock,
    per_second: int,
    kind: Kind,
) -> None:
    work = Work(redis, keys, clock, "here", per_second)
    await tables.commit(lobby(), None)
    await work.claim(ID)
    speaker = Speaker(work, clock)

    made = [await speaker.speak(5 * SECOND, kind, chat) for chat in (1, 2)]

    assert all(made)


# --- told to wait ------------------------------------------------------------------------------


async def test_a_chat_that_telegram_wants_left_alone_is_left_alone_exactly_so_long(
    speaker: Speaker, clock: MovableClock
) -> None:
    await speaker.work.hold(GROUP, 7 * SECOND)

    assert await speaker.wait() == 7 * SECOND
    assert await speaker.wait(chat=-2) == 0
    clock.advance(7 * SECOND - 1)
    assert await speaker.wait() == 1
    clock.advance(1)
    assert await speaker.wait() == 0


async def test_a_hold_ends_by_itself(speaker: Speaker, redis: Redis, keys: Keys) -> None:
    await speaker.work.hold(GROUP, 7 * SECOND)

    assert 0 < await redis.pttl(keys.hold(GROUP)) <= 8 * SECOND


# --- replies -----------------------------------------------------------------------------------


async def replies(work: Work, clock: MovableClock, pauses: list[int]) -> list[int]:
    """Whether a reply is allowed after each of these pauses."""
    waits = []
    for pause in pauses:
        clock.advance(pause)
        waits.append(await work.may_reply(GROUP, group=True))
    return waits


@pytest.mark.parametrize(
    ("pauses", "answers"),
    [
        ([0, 9_999, 1], [0, -1, 0]),
        ([0, 10_000, 10_000, 10_000], [0, 0, 0, -1]),
        ([0, 10_000, 10_000, 39_999, 1], [0, 0, 0, -1, 0]),
    ],
    ids=["one in ten seconds", "three a minute", "the fourth when the first is a minute old"],
)
async def test_a_groups_commands_are_answered_seldom(
    work: Work, clock: MovableClock, pauses: list[int], answers: list[int]
) -> None:
    assert await replies(work, clock, pauses) == answers


async def test_replies_in_private_only_keep_the_chats_pace(work: Work) -> None:
    waits = [await work.may_reply(7, group=False) for _ in range(4)]

    assert waits == [0, 0, 0, SECOND]


async def test_replies_and_the_tables_messages_share_a_groups_pace(
    speaker: Speaker, work: Work
) -> None:
    assert await speaker.wait() == 0
    assert await work.may_reply(GROUP, group=True) == SECOND


async def test_a_reply_that_has_to_wait_is_not_counted_as_given(
    speaker: Speaker, work: Work, clock: MovableClock
) -> None:
    await speaker.wait()
    assert await work.may_reply(GROUP, group=True) == SECOND
    clock.advance(SECOND)
    assert await work.may_reply(GROUP, group=True) == 0
