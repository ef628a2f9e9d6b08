"""Loops that run as long as the bot does: none ends by an exception, and one that has is seen."""

import asyncio
import math

from redis.exceptions import ResponseError

from telegram_avalon.clock import MINUTE, Clock
from telegram_avalon.health import what_is_wrong
from telegram_avalon.loops import Loops, Rarely
from telegram_avalon.troubles import Trouble, Troubles
from tests.bot.conftest import Logs, logs
from tests.playground.client import MovableClock

__all__ = ["logs"]
FAST = Clock(speed=1000)


async def test_a_loop_outlives_whatever_a_turn_raises(logs: Logs) -> None:
    logs.errors_expected = True
    raised = [ResponseError("WRONGTYPE"), KeyError("x"), TimeoutError(), RecursionError()]
    turns: list[int] = []

    async def turn() -> None:
        turns.append(1)
        if len(turns) <= len(raised):
            raise raised[len(turns) - 1]

    loops = Loops(FAST)
    await loops.run("x", turn, lambda: len(turns) > len(raised) + 1)

    assert len(turns) == len(raised) + 2
    assert loops.stopped() == (), "it was meant to end"


async def test_a_loop_that_was_cut_off_is_stopped_at_once() -> None:
    """However it came about: whoever asks must not have to wait for what will never come."""
    loops = Loops(FAST)
    running = asyncio.create_task(loops.run("x", asyncio.Event().wait, lambda: False))  # type: ignore[arg-type]
    await asyncio.sleep(0)
    assert loops.stopped() == ()

    running.cancel()
    await asyncio.gather(running, return_exceptions=True)

    assert loops.stopped() == ("x",)
    assert what_is_wrong(loops, Troubles(FAST)) == "stopped: x"


async def test_a_loop_that_hangs_is_stopped_unless_its_turns_may_last() -> None:
    loops, forever = Loops(FAST), asyncio.Event()
    both = asyncio.gather(
        loops.run("hangs", forever.wait, lambda: False, longest=-1.0),  # type: ignore[arg-type]
        loops.run("waits", forever.wait, lambda: False, longest=math.inf),  # type: ignore[arg-type]
    )
    await asyncio.sleep(0)

    assert loops.stopped() == ("hangs",)

    both.cancel()
    await asyncio.gather(both, return_exceptions=True)


async def test_what_fails_again_and_again_is_logged_now_and_then() -> None:
    clock = MovableClock(speed=1e-6)
    rarely = Rarely(clock)

    assert [rarely.count("a"), rarely.count("a"), rarely.count("b")] == [1, None, 1]
    clock.advance(MINUTE)
    assert rarely.count("a") == 2


def test_each_trouble_that_a_restart_or_a_person_mends_is_told_in_plain_words() -> None:
    troubles = Troubles(FAST)
    for trouble in (Trouble.DATABASE, Trouble.TOKEN, Trouble.POLLER):
        troubles.met(trouble)
        assert what_is_wrong(Loops(FAST), troubles) == trouble.value
        troubles.over(trouble)
    assert what_is_wrong(Loops(FAST), troubles) is None
