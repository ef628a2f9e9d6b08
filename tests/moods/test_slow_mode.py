"""A group in slow mode where the bot is no admin: it may post once in ten seconds."""

from functools import partial
from itertools import pairwise

import pytest

from telegram_avalon.clock import SECOND
from telegram_avalon.playground import Call
from tests.bot.people import confirmed, ours, panel, reached, reads, say, until_read
from tests.harness import Party, Stage
from tests.moods.gatherings import deal, known

DELAY = 10


async def slow(stage: Stage, hold: int) -> Party:
    """A game in such a group: its cards are dealt."""
    stage.emulator.limits.hold = hold
    party = await known(stage)
    party.group.slow_mode_delay = DELAY
    await deal(stage, party)
    return party


def told_to_wait(call: Call) -> int:
    """How long it was told to wait (ms)."""
    return int(call.error.rpartition(" ")[2]) * SECOND


def is_obeyed(stage: Stage, party: Party, hold: int) -> bool:
    sends = stage.emulator.calls_of("sendMessage", party.group.id)
    return all(
        later.at - call.at >= hold + told_to_wait(call)
        for call, later in pairwise(sends)
        if call.status == 429
    )


@pytest.mark.parametrize("hold", [0, 8 * SECOND])
async def test_a_whole_game_in_slow_mode_ends_and_tells_nothing_twice(
    stage: Stage, hold: int
) -> None:
    party = await slow(stage, hold)

    await party.play_out()

    assert party.repeats() == {}
    assert await party.untold() == []
    assert reads(party.group, "wins")
    posted = [message.at for message in ours(party.group)]
    assert all(b - a >= DELAY * SECOND for a, b in pairwise(posted))
    assert stage.emulator.limits.violations["slow mode"] > 0
    assert is_obeyed(stage, party, hold)


async def test_an_admin_bot_is_not_slowed_down(stage: Stage) -> None:
    party = Party(stage)
    stage.world.promote_bot(party.group)
    await confirmed(stage)
    await party.open()
    await reached(stage, *party.people)
    party.group.slow_mode_delay = DELAY
    await deal(stage, party)

    await party.play_out()

    assert stage.emulator.limits.violations["slow mode"] == 0
    assert party.repeats() == {}


async def test_answers_in_slow_mode_come_late_and_the_table_goes_on(stage: Stage) -> None:
    party = await slow(stage, 0)
    say(party, party.people[2], "history")
    await until_read(stage.world, party.group, "No team has been voted on yet.")
    before = panel(party)
    say(party, party.host, "board")
    await stage.world.until(partial(_is_new, party, before))
    await confirmed(stage)

    await party.play_out()
    assert await party.untold() == []


def _is_new(party: Party, before: object) -> bool:
    return panel(party) is not before
