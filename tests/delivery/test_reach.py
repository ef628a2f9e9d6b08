"""Telegram out of reach, or the token not accepted any more: nothing is used up meanwhile."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from itertools import pairwise

import pytest
from telegram.error import BadRequest, InvalidToken, TelegramError

from telegram_avalon.clock import MINUTE, SECOND, Clock
from telegram_avalon.delivery.failures import NotDoneError, WayError
from telegram_avalon.delivery.reach import Reach
from telegram_avalon.loops import Loops
from telegram_avalon.playground import Emulator, Fault
from telegram_avalon.troubles import Trouble, Troubles
from tests.bot.conftest import Logs, logs, rough_stage
from tests.bot.people import reads, until_read
from tests.bot.test_presses import voting
from tests.harness import Party, Stage

__all__ = ["logs", "rough_stage"]


# --- by itself ---------------------------------------------------------------------------------


class Watched:
    """A watch over calls of which the test says how they end."""

    def __init__(self) -> None:
        self.clock = Clock(speed=200)
        self.troubles = Troubles(self.clock)
        self.reach = Reach(self.troubles, self.clock)
        self.reach.on_back(self.back)
        self.error: TelegramError | None = None
        self.mistake: Exception | None = None
        self.probes: list[int] = []
        self.backs = 0

    async def probe(self) -> None:
        self.probes.append(self.clock.now())
        if self.mistake is not None:
            raise self.mistake
        if self.error is not None:
            raise self.error

    def back(self) -> None:
        self.backs += 1

    async def watch(self) -> None:
        await Loops(self.clock).run("way", partial(self.reach.watch, self.probe), lambda: False)

    def missed(self) -> None:
        self.troubles.met(Trouble.TELEGRAM)

    async def until(self, true: object) -> None:
        assert callable(true)
        async with asyncio.timeout(10):
            while not true():  # noqa: ASYNC110 - of what it waits for nothing tells
                await asyncio.sleep(0.001)


@pytest.fixture
async def watched(logs: Logs) -> AsyncIterator[Watched]:
    logs.errors_expected = True
    there = Watched()
    watching = asyncio.create_task(there.watch())
    yield there
    watching.cancel()
    await asyncio.gather(watching, return_exceptions=True)


@pytest.mark.parametrize("answer", [None, BadRequest("?")])
async def test_a_miss_alone_is_the_fault_of_its_chat(
    watched: Watched, answer: TelegramError | None
) -> None:
    watched.error = answer

    watched.missed()
    await watched.until(lambda: watched.probes)
    await watched.clock.sleep(5 * SECOND)

    assert not watched.reach.away
    assert watched.backs == 0
    assert len(watched.probes) == 1


@pytest.mark.parametrize("error", [WayError("?"), NotDoneError("?"), InvalidToken("?")])
async def test_where_a_second_call_fails_too_nothing_gets_through(
    watched: Watched, error: TelegramError
) -> None:
    watched.error = error

    watched.missed()
    await watched.until(lambda: watched.reach.away)
    watched.error = None
    await watched.until(lambda: watched.backs)

    assert not watched.reach.away


async def test_the_first_call_that_gets_through_ends_the_wait(watched: Watched) -> None:
    watched.error = WayError("?")
    watched.missed()
    await watched.until(lambda: watched.reach.away)

    watched.troubles.over(Trouble.TELEGRAM)

    await watched.until(lambda: watched.backs)


async def test_a_watch_that_fails_leaves_nobody_waiting(watched: Watched) -> None:
    """While it is away no call is made, so no call would ever set the watch going again."""
    watched.error = WayError("?")
    watched.missed()
    await watched.until(lambda: watched.reach.away)

    watched.mistake = RuntimeError("nobody thought of that")

    await watched.until(lambda: watched.backs)
    assert not watched.reach.away


async def test_telegram_is_asked_every_two_seconds_while_it_is_away(watched: Watched) -> None:
    watched.error = WayError("?")

    watched.missed()
    await watched.until(lambda: len(watched.probes) == 8)

    gaps = [after - before for before, after in pairwise(watched.probes)]
    assert all(gap >= 2 * SECOND for gap in gaps[1:])
    assert watched.probes[-1] - watched.probes[0] < MINUTE


async def test_a_token_that_is_refused_is_tried_more_and_more_seldom(watched: Watched) -> None:
    watched.error = InvalidToken("Unauthorized")

    watched.troubles.met(Trouble.TOKEN)
    await watched.until(lambda: len(watched.probes) == 9)

    gaps = [after - before for before, after in pairwise(watched.probes)]
    assert gaps[-1] >= MINUTE
    assert gaps[-1] < 2 * MINUTE
    watched.error = None
    await watched.until(lambda: watched.backs)


# --- a whole bot -------------------------------------------------------------------------------


@contextmanager
def silence(emulator: Emulator, fault: Fault = Fault.RESET) -> Iterator[None]:
    """Nothing gets through to Telegram meanwhile."""
    emulator.faults.chances = {fault: 1.0}
    yield
    emulator.faults.chances = {}


@asynccontextmanager
async def revoked(emulator: Emulator) -> AsyncIterator[None]:
    """The bot's token is not accepted meanwhile."""
    token, emulator.token = emulator.token, "1000001:another"
    yield
    emulator.token = token


async def voted(stage: Stage) -> tuple[Party, int]:
    """A table of which everybody has voted; the group is to be told, and can't be yet."""
    party = Party(stage)
    await party.begin()
    await party.play(until=voting)
    await party.quiet()
    hold = stage.emulator.faults.hold("sendMessage")
    for person, action in await party.next_moves():
        await (await party.press(person, action)).answered()
    await hold.reached.wait()
    calls = len(stage.emulator.calls)
    return party, calls


@pytest.mark.parametrize("fault", [Fault.RESET, Fault.BAD_GATEWAY, Fault.INTERNAL_ERROR])
async def test_after_a_silence_the_group_goes_on_at_once(rough_stage: Stage, fault: Fault) -> None:
    stage = rough_stage
    party, _ = await voted(stage)
    with silence(stage.emulator, fault):
        stage.emulator.faults.release_all()
        await stage.clock.sleep(65 * SECOND)
    back = stage.clock.now()

    await until_read(stage.world, party.group, "Approved, 5 to 0")

    assert stage.clock.now() - back < 15 * SECOND  # a busy machine included
    assert len(reads(party.group, "Approved, 5 to 0")) == 1
    await party.play_out()


async def test_a_revoked_token_costs_no_game_anything(rough_stage: Stage, logs: Logs) -> None:
    stage = rough_stage
    party, _ = await voted(stage)
    async with revoked(stage.emulator):
        stage.emulator.faults.release_all()
        await stage.world.until(lambda: "the token is not accepted any more" in logs.text)
        await stage.clock.sleep(3 * MINUTE)
    lines = [line["event"] for line in logs.lines("warning") if "token" in line["event"]]

    await until_read(stage.world, party.group, "Approved, 5 to 0")

    assert len(reads(party.group, "Approved, 5 to 0")) == 1
    # A call for updates that was under way before may still be answered well: no good news.
    assert lines.count("the token is not accepted any more") == 1
    assert len(lines) < 10
    await party.play_out()
