"""Answers to commands, where Telegram doesn't take them at once or has them elsewhere."""

from collections.abc import Callable
from functools import partial

import pytest
from msgspec import structs

from telegram_avalon.clock import SECOND
from telegram_avalon.playground import Chat, Fault, Message, Person
from telegram_avalon.store import Work
from tests.bot.conftest import Logs
from tests.bot.people import alter, confirmed, ours, reads, say, until_read, whisper
from tests.harness import Party, Stage, playing

ANSWER = "No table stands here."


def stranger(stage: Stage, group: Chat) -> Person:
    """Somebody who can be answered in the group only."""
    person = stage.world.person("Zoe")
    stage.world.join(person, group)
    return person


def answers(chat: Chat) -> list[Message]:
    return reads(chat, ANSWER)


def answered(chat: Chat, times: int) -> bool:
    return len(answers(chat)) == times


async def refusals(stage: Stage, status: int) -> list[int]:
    """When calls ended with *status*, once one has."""
    await stage.world.until(lambda: any(c.status == status for c in stage.emulator.calls))
    return [call.at for call in stage.emulator.calls if call.status == status]


async def test_a_reply_that_meets_a_429_comes_when_it_may(stage: Stage) -> None:
    party = Party(stage)
    group = party.group
    stage.emulator.faults.next(
        "sendMessage", Fault.TOO_MANY_REQUESTS, chat=group.id, retry_after=30
    )

    say(party, stranger(stage, group), "board")

    (refused,) = await refusals(stage, 429)
    answer = await until_read(stage.world, group, ANSWER)
    assert answer.at - refused >= 30 * SECOND
    assert answer.silent


async def test_a_reply_that_would_have_to_wait_too_long_comes_in_private(stage: Stage) -> None:
    party = Party(stage)
    await party.begin()
    await party.quiet()
    group = party.group
    stage.emulator.faults.next(
        "sendMessage", Fault.TOO_MANY_REQUESTS, chat=group.id, retry_after=600
    )

    say(party, party.host, "history")

    await until_read(stage.world, party.private(party.host), "No team has been voted on yet.")
    await confirmed(stage)
    assert len(await refusals(stage, 429)) == 1


async def test_a_reply_sent_late_counts_once(stage: Stage) -> None:
    """Of the three that a group gets in a minute."""
    party = Party(stage)
    group, zoe = party.group, stranger(stage, party.group)
    stage.emulator.faults.next("sendMessage", Fault.TOO_MANY_REQUESTS, chat=group.id, retry_after=1)
    for count in (1, 2, 3):
        say(party, zoe, "board")
        await stage.world.until(partial(answered, group, count))
        await stage.clock.sleep(11 * SECOND)


async def test_a_reply_follows_a_group_that_has_just_moved(stage: Stage) -> None:
    party = Party(stage, kind="group")
    old = party.group
    hold = stage.emulator.faults.hold("sendMessage", chat=old.id)
    say(party, stranger(stage, old), "board")
    await stage.world.until(lambda: hold.waiting)

    new = stage.world.migrate(old)
    hold.release()

    await until_read(stage.world, new, ANSWER)


@pytest.mark.parametrize("how", ["closed", "deleted"])
async def test_a_reply_in_a_topic_that_has_just_gone_is_given_in_the_whole_chat(
    stage: Stage, how: str
) -> None:
    party = Party(stage, kind="forum")
    group, topic = party.group, stage.world.topic(party.group, "Games")
    hold = stage.emulator.faults.hold("sendMessage", chat=group.id)
    bot = stage.world.bot.username
    stage.world.say(stranger(stage, group), group, f"/board@{bot}", topic)
    await stage.world.until(lambda: hold.waiting)

    setattr(topic, how, True)
    hold.release()

    answer = await until_read(stage.world, group, ANSWER)
    assert answer.topic is None


async def test_where_general_is_closed_too_a_reply_is_given_up(stage: Stage) -> None:
    party = Party(stage, kind="forum")
    party.group.general_closed = True

    say(party, stranger(stage, party.group), "board")

    await refusals(stage, 400)
    await confirmed(stage)
    await stage.clock.sleep(20 * SECOND)
    assert len(await refusals(stage, 400)) == 1


async def test_a_reply_that_was_certainly_not_sent_is_sent_again(stage: Stage) -> None:
    party = Party(stage)
    stage.emulator.faults.next("sendMessage", Fault.INTERNAL_ERROR, times=3)

    say(party, stranger(stage, party.group), "board")

    await until_read(stage.world, party.group, ANSWER)
    assert len(await refusals(stage, 500)) == 3


async def test_a_server_that_keeps_failing_is_left_alone_after_a_while(stage: Stage) -> None:
    party = Party(stage)
    stage.emulator.faults.next("sendMessage", Fault.INTERNAL_ERROR, times=100)

    say(party, stranger(stage, party.group), "board")

    first, *_ = await refusals(stage, 500)
    await stage.clock.sleep(100 * SECOND)
    tried = await refusals(stage, 500)
    assert 5 <= len(tried) <= 13
    assert tried[-1] - first <= 70 * SECOND


@pytest.mark.parametrize("fault", [Fault.BAD_GATEWAY_AFTER, Fault.RESET_AFTER])
async def test_a_reply_that_may_have_arrived_is_not_sent_again(stage: Stage, fault: Fault) -> None:
    party = Party(stage)
    stage.emulator.faults.next("sendMessage", fault)

    say(party, stranger(stage, party.group), "board")

    await until_read(stage.world, party.group, ANSWER)
    await stage.clock.sleep(60 * SECOND)
    assert len(ours(party.group)) == 1


# --- beyond the few that a group gets ----------------------------------------------------------

END = "End this game?"


TalkedFull = Callable[[], None]


@pytest.fixture
def talked_full(monkeypatch: pytest.MonkeyPatch) -> TalkedFull:
    """Called, it has every group have had its replies, for as long as the test lasts."""
    may_reply = Work.may_reply

    async def may_not(self: Work, chat: int, group: bool, *, counted: bool = True) -> int:
        full = group and counted
        return -1 if full else await may_reply(self, chat, group, counted=counted)

    return partial(monkeypatch.setattr, Work, "may_reply", may_not)


async def game(stage: Stage) -> Party:
    party = Party(stage)
    await party.begin()
    await party.quiet()
    return party


async def test_an_anonymous_admins_cancel_is_asked_back_in_a_group_talked_full(
    stage: Stage,
    talked_full: TalkedFull,
) -> None:
    party = await game(stage)
    boss = stage.world.person("Boss")
    stage.world.join(boss, party.group)
    stage.world.promote(boss, party.group, anonymous=True)
    talked_full()

    say(party, boss, "cancel")

    question = await until_read(stage.world, party.group, END)
    await stage.world.press(boss, question, "Confirm").answered()
    await until_read(stage.world, party.group, "cancelled")


async def test_an_anonymous_admin_is_told_why_not_in_a_group_talked_full(
    stage: Stage, talked_full: TalkedFull
) -> None:
    party = await game(stage)
    stage.world.promote(party.host, party.group, anonymous=True)
    talked_full()

    say(party, party.host, "begin")

    await until_read(stage.world, party.group, "The game has begun already.")


async def test_an_admins_cancel_is_asked_back_in_the_group(
    stage: Stage, talked_full: TalkedFull
) -> None:
    party = await game(stage)
    boss = stage.world.person("Boss")
    stage.world.join(boss, party.group)
    stage.world.promote(boss, party.group)
    talked_full()

    say(party, boss, "cancel")

    await until_read(stage.world, party.group, END)


async def test_a_host_who_is_no_admin_floods_no_group(
    stage: Stage, talked_full: TalkedFull
) -> None:
    """Beyond the group's few replies the question comes in private, and works there."""
    party = await game(stage)
    bob = party.people[1]
    await alter(party, lambda table: structs.replace(table, host=bob.id))
    talked_full()
    for _ in range(5):
        say(party, bob, "cancel")
        await confirmed(stage)
    await until_read(stage.world, party.private(bob), END)

    assert not reads(party.group, END)
    await stage.world.press(bob, reads(party.private(bob), END)[0], "Confirm").answered()
    await until_read(stage.world, party.group, "cancelled")


async def test_whoever_posts_as_a_channel_is_no_admin(
    stage: Stage, talked_full: TalkedFull
) -> None:
    party = await game(stage)
    talked_full()
    before = len(stage.emulator.calls_of("sendMessage", party.group.id))

    for _ in range(5):
        bot = stage.world.bot.username
        stage.world.say(party.people[1], party.group, f"/cancel@{bot}", channel="News")
        await confirmed(stage)
    await stage.clock.sleep(5 * SECOND)

    assert len(stage.emulator.calls_of("sendMessage", party.group.id)) == before


async def test_an_admin_who_asks_without_end_keeps_the_pace(stage: Stage) -> None:
    """Places are left for the table's own messages."""
    party = await game(stage)
    stage.world.promote(party.host, party.group, anonymous=True)
    for _ in range(20):
        say(party, party.host, "cancel")
    await confirmed(stage)
    await party.play(until=lambda each: each.step == 1)
    await party.quiet()

    assert stage.emulator.limits.violations.total() == 0
    assert not any(call.status == 429 for call in stage.emulator.calls)


# --- double taps -------------------------------------------------------------------------------


async def test_a_double_tap_turns_a_message_once(redis_url: str, logs: Logs) -> None:
    """The second edit would change nothing."""
    async with playing(redis_url, speed=1) as stage:
        await stage.start()
        party = Party(stage)
        chat = party.private(party.host)
        whisper(party, party.host, "/rules merlin")
        page = await until_read(stage.world, chat, "Merlin")
        data = page.buttons[0][0].callback_data
        presses = [stage.world.press(party.host, page, data=data, force=True) for _ in "12"]
        for press in presses:
            await press.answered()
        await stage.world.until(lambda: len(page.versions) > 1)
        await stage.bots[0].end()  # what it was about to send is sent

        assert len(stage.emulator.calls_of("editMessageText", chat.id)) == 1
        assert [call for call in stage.emulator.calls if call.status == 400] == []
