"""What the owner hears, when, and how often: one turn of the watch after another."""

import dataclasses
from collections import deque
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import cast

import pytest

from telegram_avalon.bot import Services
from telegram_avalon.bot.owner import AGAIN, LASTS, Watch
from telegram_avalon.clock import MINUTE
from telegram_avalon.delivery import Deaf, Done, Messenger, Outcome, Unreached
from telegram_avalon.screens import Screen
from telegram_avalon.store import Upkeep
from telegram_avalon.troubles import Trouble, Troubles
from tests.bot.conftest import Logs
from tests.harness import playing
from tests.playground.client import MovableClock

OWNER = 7_000_001


@dataclass
class PretendMessenger:
    """Notes what is sent; *answers* are the next outcomes."""

    sent: list[str] = field(default_factory=list)
    answers: deque[Outcome] = field(default_factory=deque)

    async def send(self, chat: int, thread: int | None, screen: Screen) -> Outcome:
        """Send, with the next of the outcomes."""
        outcome = self.answers.popleft() if self.answers else Done()
        if isinstance(outcome, Done):
            self.sent.append(str(screen.text))
        return outcome


class SleeplessClock(MovableClock):
    """A clock that only moves when told to."""

    async def sleep(self, duration: int) -> None:
        """Wait for nothing."""


@dataclass
class Owned:
    """A bot whose watch is turned by hand."""

    clock: SleeplessClock
    services: Services
    messenger: PretendMessenger = field(default_factory=PretendMessenger)

    def watch(self) -> Watch:
        """One process's watch."""
        return Watch(
            dataclasses.replace(
                self.services,
                clock=self.clock,
                owners=frozenset({OWNER}),
                messenger=cast(Messenger, self.messenger),
                troubles=Troubles(self.clock),
            )
        )

    async def fails_for(self, duration: int, *watches: Watch) -> None:
        """The database is away for so long, seen by all of *watches*."""
        for watch in watches:
            watch._services.troubles.met(Trouble.DATABASE)
        self.clock.advance(duration)
        for watch in watches:
            await watch.turn()
        for watch in watches:
            watch._services.troubles.over(Trouble.DATABASE)
        for watch in watches:
            await watch.turn()


@pytest.fixture
async def owned(redis_url: str, logs: Logs) -> AsyncIterator[Owned]:
    async with playing(redis_url) as stage:
        _, parts = await stage.assemble(working=False)
        clock = SleeplessClock()
        services = dataclasses.replace(
            parts.services, upkeep=Upkeep(stage.redis, stage.keys, clock)
        )
        yield Owned(clock, services)


async def test_what_lasts_less_than_a_minute_is_not_told(owned: Owned) -> None:
    await owned.fails_for(LASTS - 1000, owned.watch())

    assert owned.messenger.sent == []


async def test_each_alarm_has_its_all_clear_and_neither_comes_often(owned: Owned) -> None:
    watch = owned.watch()
    for _ in range(3):
        await owned.fails_for(2 * MINUTE, watch)
    assert [text[0] for text in owned.messenger.sent] == ["⚠", "✅"]

    owned.clock.advance(AGAIN)
    await owned.services.upkeep._redis.flushdb()  # its keys have gone with the hour
    await owned.fails_for(2 * MINUTE, watch)

    assert [text[0] for text in owned.messenger.sent] == ["⚠", "✅", "⚠", "✅"]


async def test_the_all_clear_comes_from_one_process(owned: Owned) -> None:
    await owned.fails_for(2 * MINUTE, owned.watch(), owned.watch())

    assert [text[0] for text in owned.messenger.sent].count("✅") == 1


async def test_what_did_not_reach_telegram_is_said_again(owned: Owned) -> None:
    watch = owned.watch()
    owned.messenger.answers.extend([Unreached("no way"), Unreached("no way")])
    await owned.fails_for(2 * MINUTE, watch)
    await watch.turn()

    assert [text[0] for text in owned.messenger.sent] == ["⚠", "✅"]


async def test_an_owner_who_never_pressed_start_is_logged_once(owned: Owned, logs: Logs) -> None:
    watch = owned.watch()
    owned.messenger.answers.extend([Deaf("bot can't initiate conversation")] * 2)
    await owned.fails_for(2 * MINUTE, watch)
    await watch.turn()

    lines = [line for line in logs.lines("warning") if "has not started" in str(line["event"])]
    assert len(lines) == 1
    assert owned.messenger.sent == []
