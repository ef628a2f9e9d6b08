"""A bot killed at any point: no vote, card or message is lost, and another one plays on.

At most one message is repeated in a chat, and only where a call was under way.
"""

import asyncio
import os
import signal
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest

from telegram_avalon.clock import Clock
from telegram_avalon.embedded import find_server
from telegram_avalon.playground import Emulator, Fault, LimitMode
from telegram_avalon.rules import Game, TeamVoted, Vote
from telegram_avalon.screens.actions import encode
from telegram_avalon.store.redis import octets
from tests.bot.people import reads, say
from tests.harness import TOKEN, Bot, Party, Stage, playing

pytestmark = pytest.mark.usefixtures("patient")

POINTS = [
    "after HMGET",  # the table is loaded
    "before commit",
    "after commit",  # and nobody has been answered
    "after claim",
    "before may_call",
    "after may_call",
    "before sendMessage",
    "after sendMessage",  # and nothing of it is written down
    "after called",
    "before finish",
    "before answerCallbackQuery",
]

NOTHING_UNDER_WAY = {"after HMGET", "before commit", "before sendMessage"}
"""Where a bot is stopped before it has called Telegram."""


def voting(game: Game) -> bool:
    return game.step == 1


async def vote_all(party: Party) -> None:
    """Everybody who hasn't voted presses, once."""
    moves = await party.next_moves()
    messages = [await party.see(person, action) for person, action in moves]
    for (person, action), message in zip(moves, messages, strict=True):
        party.world.press(person, message, data=encode(action))


async def killed_and_replaced(stage: Stage, bot: Bot) -> Bot:
    bot.kill()
    fresh = await stage.start()
    await stage.world.until(lambda: not stage.emulator.inbox.pending)
    return fresh


async def nothing_is_lost(party: Party, most_repeats: int = 1) -> None:
    """Play on to the end: everything has been said, and hardly anything twice."""
    await party.play_out()
    assert await party.untold() == []
    assert [bool(party.cards(person)) for person in party.people] == [True] * len(party.people)
    assert all(count <= most_repeats for count in party.repeats().values()), party.repeats()


@pytest.mark.parametrize("point", POINTS)
async def test_a_bot_killed_while_all_vote_loses_no_vote(redis_url: str, point: str) -> None:
    async with playing(redis_url) as stage:
        bot = await stage.start()
        party = Party(stage)
        await party.begin()
        await party.play(until=voting)
        await party.quiet()
        stop = bot.stop_at(point)
        await vote_all(party)
        await stop.wait()
        # By asking again the bot tells Telegram what it has dealt with.
        polls = len(stage.emulator.calls_of("getUpdates"))
        await stage.world.until(lambda: len(stage.emulator.calls_of("getUpdates")) > polls)

        await killed_and_replaced(stage, bot)

        (fact,) = [fact for fact in (await party.game()).record if isinstance(fact, TeamVoted)]
        assert fact.votes == (Vote.APPROVE,) * 5
        await nothing_is_lost(party, most_repeats=0 if point in NOTHING_UNDER_WAY else 1)


@pytest.mark.parametrize(
    ("point", "sent"),
    [
        ("after commit", 0),
        ("before sendMessage", 0),
        ("before sendMessage", 3),
        ("after sendMessage", 0),
        ("after sendMessage", 3),
    ],
)
async def test_a_bot_killed_during_the_deal_deals_everybody_one_hand(
    redis_url: str, point: str, sent: int
) -> None:
    async with playing(redis_url) as stage:
        bot = await stage.start()
        party = Party(stage)
        await party.sit_down()
        await party.quiet()
        stop = bot.stop_at(point, skip=sent)
        stage.world.press(party.host, party.group.last, "Begin")
        await stop.wait()
        dealt = (await party.game()).setup.deal

        await killed_and_replaced(stage, bot)

        assert (await party.game()).setup.deal == dealt
        for person in party.people:
            await stage.world.until(partial(party.cards, person))
        await nothing_is_lost(party)
        assert all(len(party.cards(person)) <= 2 for person in party.people)


async def test_a_bot_killed_again_and_again_comes_to_the_end_of_the_game(redis_url: str) -> None:
    """Every half a round, wherever it happens to be."""
    async with playing(redis_url) as stage:
        bot = await stage.start()
        party = Party(stage)
        await party.begin()
        kills = 0
        while moves := await party.next_moves():
            messages = [await party.see(person, action) for person, action in moves]
            for (person, action), message in zip(moves, messages, strict=True):
                stage.world.press(person, message, data=encode(action))
            await asyncio.sleep(0)
            if len(moves) > 1:
                bot = await killed_and_replaced(stage, bot)
                kills += 1
            await stage.world.until(lambda: not stage.emulator.inbox.pending)

        assert kills >= 3
        await nothing_is_lost(party, most_repeats=kills)


async def test_a_bot_that_ends_as_asked_repeats_nothing_and_the_next_goes_on(
    redis_url: str,
) -> None:
    async with playing(redis_url) as stage:
        bot = await stage.start()
        party = Party(stage)
        await party.begin()
        await party.play(until=voting)
        await vote_all(party)
        await bot.end()
        await stage.start()
        await stage.world.until(lambda: not stage.emulator.inbox.pending)

        await nothing_is_lost(party, most_repeats=0)


async def test_two_bots_on_one_server_of_which_one_is_killed(redis_url: str) -> None:
    """The second only delivers; what the first had under way it takes over."""
    async with playing(redis_url, speed=20) as stage:
        bot = await stage.start()
        party = Party(stage)
        await party.begin()
        await party.play(until=voting)
        await party.quiet()
        stop = bot.stop_at("before sendMessage")
        await vote_all(party)
        await stop.wait()
        await stage.assemble()
        bot.kill()

        await stage.world.until(lambda: "Approved" in party.group.last.text)
        assert party.repeats() == {}


@pytest.mark.parametrize(
    "fault",
    [Fault.BAD_GATEWAY_AFTER, Fault.RESET, Fault.INTERNAL_ERROR, Fault.TOO_MANY_REQUESTS],
)
async def test_a_game_among_faults_comes_to_its_end(redis_url: str, fault: Fault) -> None:
    """One call of each kind in every step goes wrong."""
    async with playing(redis_url) as stage:
        await stage.start()
        party = Party(stage)
        await party.begin()
        faults = stage.emulator.faults
        set_up = 0

        while await party.next_moves():
            if len(faults.struck) == set_up:
                faults.next("sendMessage", fault)
                faults.next("editMessageText", fault)
                set_up += 2
            await party.play(until=lambda _: True)
        await party.quiet()

        assert len(faults.struck) > 5
        assert await party.untold() == []


async def test_after_a_game_only_what_is_kept_on_purpose_has_no_lifetime(redis_url: str) -> None:
    """A key without one that nobody owns would stay for ever."""
    async with playing(redis_url) as stage:
        bot = await stage.start()
        party = Party(stage)
        await party.begin()
        await party.play_out()
        await bot.end()
        people = {stage.keys.person(person.id) for person in party.people}

        lasting = {
            octets(name).decode()
            for name in await stage.redis.keys()
            if await stage.redis.ttl(name) == -1
        }

        registered = {name for name in lasting if name.startswith(stage.keys.registered(""))}
        assert registered
        assert lasting - registered == {*people, stage.keys.group(party.group.id)}


# --- a real process ----------------------------------------------------------------------------


@asynccontextmanager
async def bot_process(emulator: Emulator, data: Path) -> AsyncIterator[Process]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "telegram_avalon", "run"),
        cwd=data,
        env={
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(Path(__file__).parents[1]),
            "HOME": str(data),
            "BOT_TOKEN": TOKEN,
            "BOT_API_URL": emulator.url,
            "DATA_DIR": str(data / "data"),
        },
        stdout=asyncio.subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.terminate()
        await asyncio.wait_for(process.wait(), 20)


async def test_a_process_killed_for_good_loses_nothing(tmp_path: Path) -> None:
    assert find_server()
    async with Emulator.running(Clock(), TOKEN) as emulator:
        emulator.limits.mode = LimitMode.COUNT
        world = emulator.world
        party = Party.in_world(world)
        async with bot_process(emulator, tmp_path) as first:
            await world.until(partial(_polled, emulator, first, 0), 60_000)
            await party.begin()
            ballots = await party.propose_by_sight()
            presses = [
                world.press(person, ballot, "Approve")
                for person, ballot in zip(party.people, ballots, strict=True)
            ]
            await presses[0].answered()
            first.kill()
            await first.wait()
        polls = len(emulator.calls_of("getUpdates"))
        async with bot_process(emulator, tmp_path) as second:
            await world.until(partial(_polled, emulator, second, polls), 60_000)
            await world.until(lambda: party.told_group("Approved, 5 to 0"), 25_000)
            await world.until(lambda: not emulator.inbox.pending)
        assert [len(party.cards(person)) for person in party.people] == [1] * 5
        assert len(party.told_group("Approved, 5 to 0")) <= 2
        assert not emulator.limits.violations


async def test_a_process_that_is_signalled_begins_no_new_games(tmp_path: Path) -> None:
    async with Emulator.running(Clock(), TOKEN) as emulator:
        world = emulator.world
        waiting, late = Party.in_world(world), Party.in_world(world)
        async with bot_process(emulator, tmp_path) as process:
            await world.until(partial(_polled, emulator, process, 0), 60_000)
            await waiting.open()
            process.send_signal(signal.SIGUSR1)
            await world.until(partial(reads, waiting.group, "no game begins until then"), 25_000)
            say(late, late.host, "new")
            await world.until(partial(reads, late.group, "no new game begins"), 25_000)


def _polled(emulator: Emulator, process: Process, before: int) -> bool:
    """Whether it has asked for updates; a process that ended instead will never do so."""
    assert process.returncode is None, f"the bot ended with {process.returncode}"
    return len(emulator.calls_of("getUpdates")) > before
