"""Several processes on one Redis: any of them may be killed at any moment, or be a newer one."""

import asyncio
from typing import Any
from unittest.mock import patch

import pytest

from telegram_avalon.clock import SECOND
from telegram_avalon.playground import Press, UpdateFault
from telegram_avalon.rules import Over, TeamVoted, Vote
from telegram_avalon.screens.actions import Action, Wish, encode
from telegram_avalon.store import codec, tables
from tests.bot.conftest import Logs
from tests.bot.people import ours, panel, reached, reads
from tests.harness import ENOUGH, Bot, Party
from tests.web.replicas import Replicas, replicas

SPEED = 20
"""Slower than elsewhere: processes judge by the clock whether the others live."""


async def play_on(there: Replicas, party: Party) -> list[Press]:
    """Play the game to its end; who presses waits for nobody."""
    presses: list[Press] = []
    for _ in range(ENOUGH):
        moves = await party.next_moves()
        if not moves:
            return presses
        presses += [await party.press(person, action) for person, action in moves]
        await there.dealt_with()
    raise AssertionError("the game never ends")


async def killing(there: Replicas, every: int, killed: list[Bot]) -> None:
    """Kill one of the processes and start another, again and again."""
    number = 0
    while True:
        await there.stage.clock.sleep(every)
        living = [bot for bot in there.stage.bots if not bot.dead]
        victim = living[number % len(living)]
        number += 1
        there.kill(victim)
        killed.append(victim)
        await there.start()


def counted_once(party: Party, record: tuple[object, ...]) -> None:
    votes = [fact.votes for fact in record if isinstance(fact, TeamVoted)]
    assert set(votes) == {(Vote.APPROVE,) * len(party.people)}


@pytest.mark.parametrize("bots", [2, 3])
async def test_processes_in_turn_play_one_game(redis_url: str, logs: Logs, bots: int) -> None:
    async with replicas(redis_url, bots, speed=SPEED) as there:
        party = Party(there.stage)
        await party.begin()

        await party.play_out()

        assert party.repeats() == {}
        assert await party.untold() == []
        assert len({backend for backend, _ in there.proxy.served}) == bots
        assert len(there.answers()) == len(there.world.presses)
        assert not there.emulator.limits.violations


@pytest.mark.parametrize("bots", [2, 3])
async def test_processes_killed_again_and_again_play_whole_games(
    redis_url: str, logs: Logs, patient: None, bots: int
) -> None:
    logs.errors_expected = True  # the web server of a process that is cut off complains
    async with replicas(redis_url, bots, speed=SPEED) as there:
        party = Party(there.stage)
        await party.begin()
        killed: list[Bot] = []
        killer = asyncio.create_task(killing(there, 2 * SECOND, killed))
        try:
            presses = await play_on(there, party)
        finally:
            killer.cancel()
            await asyncio.gather(killer, return_exceptions=True)
        await party.quiet()

        game = await party.game()
        assert isinstance(game.phase, Over)
        assert len(killed) >= 3
        counted_once(party, game.record)
        assert await party.untold() == []
        assert all(party.cards(person) for person in party.people)
        # A message may come twice where a call was under way as its process was killed.
        assert all(count <= len(killed) for count in party.repeats().values()), party.repeats()
        assert sum(party.repeats().values()) <= 2 * len(killed)
        assert len(presses) > 20


async def test_a_process_killed_in_a_call_repeats_that_message_at_most(
    redis_url: str, logs: Logs, patient: None
) -> None:
    async with replicas(redis_url, 2, speed=SPEED) as there:
        party = Party(there.stage)
        await party.begin()
        await party.play(until=lambda game: game.step == 1)
        await party.quiet()
        stops = [bot.stop_at("after sendMessage") for bot in there.stage.bots]
        moves = await party.next_moves()
        for person, action in moves:
            (await party.press(person, action)).at  # noqa: B018 - nobody waits for the answer
        reached_first = [asyncio.create_task(stop.reached.wait()) for stop in stops]
        await asyncio.wait(reached_first, return_when=asyncio.FIRST_COMPLETED)
        for task in reached_first:
            task.cancel()
        victim = next(
            bot for bot, stop in zip(there.stage.bots, stops, strict=True) if stop.reached.is_set()
        )
        for stop in stops:
            if not stop.reached.is_set():
                stop.released.set()
        there.kill(victim)
        await there.start()
        await there.dealt_with()

        await party.play_out()

        assert all(count <= 1 for count in party.repeats().values()), party.repeats()
        assert await party.untold() == []


async def test_an_update_whose_process_dies_before_it_answers_counts_once(
    redis_url: str, logs: Logs, patient: None
) -> None:
    async with replicas(redis_url, 2, speed=SPEED) as there:
        party = Party(there.stage)
        await party.open()
        await reached(there.stage, *party.people)
        await party.quiet()
        stops = {bot: bot.stop_at("after commit") for bot in there.stage.bots}
        press = there.world.press(party.host, party.group.last, "Join")
        await there.world.until(lambda: any(stop.reached.is_set() for stop in stops.values()))
        victim = next(bot for bot, stop in stops.items() if stop.reached.is_set())
        for stop in stops.values():
            stop.released.set()
        version = await there.stage.redis.hget(there.stage.keys.table(party.id), "v")
        there.kill(victim)

        answer = await press.answered()

        assert answer.text == "You're in: 1 at the table."
        assert await there.stage.redis.hget(there.stage.keys.table(party.id), "v") == version
        assert [person.name for person in (await party.table()).people] == ["Ann"]


async def test_the_news_of_being_added_back_given_twice_shows_the_table_once(
    redis_url: str, logs: Logs, patient: None
) -> None:
    """Another process may get it the second time: only the table can remember."""
    async with replicas(redis_url, 2) as there:
        party, world = Party(there.stage), there.world
        await party.open()
        await party.quiet()
        world.kick_bot(party.group)
        await there.dealt_with()
        there.emulator.faults.next_update(UpdateFault.REPEAT, kind="my_chat_member")

        world.add_bot(party.group)

        await world.until(lambda: len(ours(party.group)) == 2)
        await there.dealt_with()
        await party.quiet()
        assert len([d for d in there.emulator.webhook.deliveries if "member" in d.key]) == 3
        assert (await party.table()).recalls == {party.group.id: 1}
        assert len(ours(party.group)) == 2


# --- a rolling upgrade -------------------------------------------------------------------------


async def raise_schema(there: Replicas, party: Party) -> None:
    """A newer process has committed."""
    key = there.stage.keys.table(party.id)
    await there.stage.redis.hset(key, "s", codec.SCHEMA + 1)
    await there.stage.redis.hincrby(key, "v", 1)


async def lower_schema(there: Replicas, party: Party) -> None:
    """From here on we are the newer process ourselves."""
    await there.stage.redis.hset(there.stage.keys.table(party.id), "s", codec.SCHEMA)


async def record(there: Replicas, party: Party) -> dict[Any, Any]:
    return dict(await there.stage.redis.hgetall(there.stage.keys.table(party.id)))


async def test_a_table_of_a_newer_process_is_left_alone_and_its_messages_wait(
    redis_url: str, logs: Logs, patient: None
) -> None:
    logs.errors_expected = True  # "table left alone"
    async with replicas(redis_url) as there:
        party, world = Party(there.stage), there.world
        await party.open()
        await reached(there.stage, *party.people)
        await party.quiet()
        await raise_schema(there, party)
        before = await record(there, party)

        answer = await world.press(party.host, party.group.last, "Join").answered()
        world.say(party.people[1], party.group, f"/join@{world.bot.username}")
        await world.until(lambda: there.emulator.webhook.deliveries[-1].status == 503)

        assert answer.text == "The bot is being updated: try again in a minute."
        assert await record(there, party) == before
        await lower_schema(there, party)
        await world.until(lambda: reads(party.group, "Players (1): \u2068Bob\u2069"))


async def test_what_happens_to_a_group_of_a_newer_process_waits_too(
    redis_url: str, logs: Logs, patient: None
) -> None:
    logs.errors_expected = True
    async with replicas(redis_url) as there:
        party, world = Party(there.stage), there.world
        await party.open()
        await party.quiet()
        await raise_schema(there, party)
        world.rename(party.group, "Knights")
        world.kick_bot(party.group)
        world.add_bot(party.group)
        await world.until(
            lambda: (
                {d.key for d in there.emulator.webhook.deliveries if d.status == 503}
                >= {f"chat {party.group.id}", f"my_chat_member {party.group.id}"}
            )
        )

        await lower_schema(there, party)

        await there.dealt_with()
        assert (await party.table()).place.title == "Knights"
        assert (await party.table()).recalls == {party.group.id: 1}


async def test_two_versions_side_by_side_play_on_where_the_newer_one_gets_the_update(
    redis_url: str, logs: Logs, patient: None
) -> None:
    """The older one hands back what it does not understand, until the newer one gets it."""
    logs.errors_expected = True
    async with replicas(redis_url, 2, speed=SPEED) as there:
        party, world = Party(there.stage), there.world
        await party.open()
        await reached(there.stage, *party.people)
        await party.quiet()
        older = there.stage.bots[0]
        await raise_schema(there, party)

        real = codec.decode

        def decode(data: bytes, kind: type, schema: int = codec.SCHEMA) -> object:
            from tests.harness import _owner  # noqa: PLC0415

            known = codec.SCHEMA if _owner() is older else codec.SCHEMA + 1
            if schema > known:
                raise codec.NewerRecord("newer")
            return real(data, kind)

        with patch.multiple(tables, decode=decode, SCHEMA=codec.SCHEMA + 1):
            world.say(party.host, party.group, f"/join@{world.bot.username}")
            world.say(party.people[1], party.group, f"/join@{world.bot.username}")
            await world.until(lambda: reads(party.group, "Players (2)"))
            await there.dealt_with()
            joined = encode(Action(party.id, 0, Wish.JOIN))
            toasts = [
                (await world.press(person, panel(party), data=joined).answered()).text
                for person in party.people
            ]

        assert set(toasts) > {"The bot is being updated: try again in a minute."}
        assert (await record(there, party))[b"s"] == b"%d" % (codec.SCHEMA + 1)
