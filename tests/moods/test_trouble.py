"""Telegram itself: too many requests, slow answers, updates late, twice and out of order."""

import pytest

from telegram_avalon.clock import SECOND
from telegram_avalon.playground import Answer, Call, Fault, UpdateFault
from telegram_avalon.rules import CastVote, Pick, Propose, Seat, TeamVoted, Vote
from telegram_avalon.screens.actions import Deed
from telegram_avalon.store.codec import SCHEMA
from tests.bot.conftest import Logs
from tests.bot.people import confirmed, forge, ours, panel, reads, say, toast, until_read
from tests.harness import Party, Stage
from tests.moods.gatherings import another_game, deal, known

WRITES = ("sendMessage", "editMessageText", "editMessageReplyMarkup")


async def voting(stage: Stage) -> Party:
    party = Party(stage)
    await party.begin()
    await party.play(until=lambda game: game.step == 1)
    await party.quiet()
    return party


async def vote(party: Party) -> None:
    for person, action in await party.next_moves():
        await (await party.press(person, action)).answered()


def calls(stage: Stage, chat: int, since: int) -> list[Call]:
    """Everything written in a chat after a moment."""
    return [
        c for c in stage.emulator.calls if c.method in WRITES and c.chat_id == chat and c.at > since
    ]


# --- 429 ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("wait", [1, 30, 120])
async def test_a_429_on_a_message_in_the_group_is_obeyed_there_and_nowhere_else(
    stage: Stage, wait: int
) -> None:
    party = await voting(stage)
    group = party.group.id
    stage.emulator.faults.next("sendMessage", Fault.TOO_MANY_REQUESTS, chat=group, retry_after=wait)
    await vote(party)
    await stage.world.until(lambda: any(c.status == 429 for c in stage.emulator.calls))
    (refused,) = [c for c in stage.emulator.calls if c.status == 429]
    for person, action in await party.next_moves():
        await party.see(person, action)  # the members of the team are asked meanwhile
    asked = stage.clock.now()

    await until_read(stage.world, party.group, "Approved, 5 to 0")
    await party.quiet()

    first = calls(stage, group, refused.at)[0]
    assert first.at - refused.at >= wait * SECOND
    assert first.at - refused.at <= (wait + 20) * SECOND  # a busy machine included
    assert asked - refused.at < wait * SECOND or wait < 100
    assert len(reads(party.group, "Approved, 5 to 0")) == 1


async def test_a_429_on_an_edit_holds_the_groups_messages_back_as_well(stage: Stage) -> None:
    party = await voting(stage)
    group = party.group.id
    stage.emulator.faults.next(
        "editMessageText", Fault.TOO_MANY_REQUESTS, chat=group, retry_after=20
    )
    (person, action), *_ = await party.next_moves()
    await (await party.press(person, action)).answered()
    await stage.world.until(lambda: any(c.status == 429 for c in stage.emulator.calls))
    (refused,) = [c for c in stage.emulator.calls if c.status == 429]
    await vote(party)

    await until_read(stage.world, party.group, "Approved, 5 to 0")

    assert calls(stage, group, refused.at)[0].at - refused.at >= 20 * SECOND
    await party.play_out()
    assert party.repeats() == {}


async def test_a_429_in_private_holds_back_that_player_only(stage: Stage) -> None:
    party = Party(stage)
    await party.begin()
    bob = party.people[1]
    stage.emulator.faults.next("sendMessage", Fault.TOO_MANY_REQUESTS, chat=bob.id, retry_after=100)
    await party.play(until=lambda game: game.step == 1, toasts=True)
    for person in party.people:
        if person is not bob:
            await until_read(stage.world, party.private(person), "Do you approve?")
    (refused,) = [c for c in stage.emulator.calls if c.status == 429]
    others = stage.clock.now()

    await until_read(stage.world, party.private(bob), "Do you approve?")

    assert calls(stage, bob.id, refused.at)[0].at - refused.at >= 100 * SECOND
    assert others - refused.at < 100 * SECOND
    await party.play_out()
    assert party.repeats() == {}


async def test_a_429_in_one_group_slows_no_other(stage: Stage) -> None:
    party = await known(stage)
    await deal(stage, party)
    other = await another_game(stage, party)
    await party.play(until=lambda game: game.step == 1)
    await other.play(until=lambda game: game.step == 1)
    stage.emulator.faults.next(
        "sendMessage", Fault.TOO_MANY_REQUESTS, chat=party.group.id, retry_after=600
    )
    await vote(party)
    await stage.world.until(lambda: any(c.status == 429 for c in stage.emulator.calls))
    before = stage.clock.now()

    await vote(other)
    await until_read(stage.world, other.group, "Approved, 5 to 0")

    assert stage.clock.now() - before < 300 * SECOND
    assert not reads(party.group, "Approved")


# --- slow answers ------------------------------------------------------------------------------


@pytest.mark.parametrize("fault", [Fault.SLOW, Fault.SLOW_AFTER])
@pytest.mark.parametrize("delay", [3 * SECOND, 8 * SECOND])
async def test_slow_answers_double_nothing(stage: Stage, fault: Fault, delay: int) -> None:
    party = await voting(stage)
    stage.emulator.faults.next("sendMessage", fault, times=6, delay=delay)
    stage.emulator.faults.next("editMessageText", fault, times=6, delay=delay)

    await party.play_out()

    assert party.repeats() == {}
    assert await party.untold() == []


async def test_a_server_that_holds_calls_before_it_refuses_doubles_nothing(stage: Stage) -> None:
    """As the real one does: up to eight seconds, and then 429."""
    stage.emulator.limits.hold = 8 * SECOND
    stage.emulator.limits.group_calls = 8
    party = Party(stage)
    await party.begin()

    await party.play_out()

    assert party.repeats() == {}
    assert await party.untold() == []


# --- updates late, doubled, out of order -------------------------------------------------------


async def test_a_press_whose_answer_is_too_late_counts(stage: Stage) -> None:
    party = await voting(stage)
    for person, action in await party.next_moves():
        press = await party.press(person, action)
        press.at -= 2 * press.answerable
    await confirmed(stage)
    await party.quiet()

    votes = [f.votes for f in (await party.game()).record if isinstance(f, TeamVoted)]
    assert votes == [(Vote.APPROVE,) * 5]
    late = [c for c in stage.emulator.calls_of("answerCallbackQuery") if c.status == 400]
    assert len(late) == 5
    for press in stage.world.presses.values():
        if press.answer is None:
            stage.world.answer(press, _answer())


def _answer() -> Answer:
    return Answer("given up")


@pytest.mark.parametrize("seed", range(3))
async def test_updates_twice_late_and_out_of_order_play_one_game(stage: Stage, seed: int) -> None:
    party = Party(stage)
    await party.begin()
    chances = {UpdateFault.REPEAT: 0.3, UpdateFault.REORDER: 0.3}
    stage.emulator.faults.seed(seed, updates=chances)

    await party.play_out()

    assert party.repeats() == {}
    votes = [f.votes for f in (await party.game()).record if isinstance(f, TeamVoted)]
    assert set(votes) == {(Vote.APPROVE,) * 5}
    assert {name for _, name in stage.emulator.faults.struck} >= {UpdateFault.REPEAT}


async def test_two_presses_that_change_places_leave_the_last_to_arrive(stage: Stage) -> None:
    party = await voting(stage)
    person, action = (await party.next_moves())[0]
    message = await party.see(person, action)
    stage.emulator.faults.next_update(UpdateFault.REORDER, kind="callback_query", delay=2_000)
    first = stage.world.press(person, message, "Approve")
    second = stage.world.press(person, message, "Reject")

    assert "Reject" in await toast(second)
    assert "Approve" in await toast(first)
    await vote(party)
    votes = [f.votes for f in (await party.game()).record if isinstance(f, TeamVoted)]
    assert votes == [(Vote.APPROVE,) * 5]


@pytest.mark.parametrize(
    "deed",
    [
        CastVote(Seat(1), Vote.REJECT),
        Pick(Seat(0), Seat(1)),
        Propose(Seat(0)),
        Pick(Seat(0), Seat(200)),
    ],
    ids=repr,
)
@pytest.mark.parametrize("step", [0, 1, 2, 60000])
async def test_a_forged_press_changes_nothing_that_was_not_ones_own(
    stage: Stage, deed: Deed, step: int
) -> None:
    party = await voting(stage)
    before = await party.game()
    stranger = stage.world.person("Eva")
    stage.world.join(stranger, party.group)

    for message in (panel(party), ours(party.private(party.people[0]))[-1]):
        assert await toast(forge(party, stranger, message, deed, step))
    await confirmed(stage)

    assert await party.game() == before


# --- a version that is put back ----------------------------------------------------------------


async def test_a_record_of_a_newer_version_holds_nobody_else_up(stage: Stage, logs: Logs) -> None:
    """One process polls: were it to wait for a newer one, nothing else would get through."""
    logs.errors_expected = True
    party = await known(stage)
    await party.quiet()
    await stage.redis.hset(stage.keys.table(party.id), "s", SCHEMA + 1)

    say(party, party.host, "join")
    stage.world.rename(party.group, "Knights")

    await until_read(stage.world, party.group, "The bot is being updated: try again in a minute.")
    await confirmed(stage)
    other = await known(stage)
    assert await toast(stage.world.press(other.host, panel(other), "Join"))
