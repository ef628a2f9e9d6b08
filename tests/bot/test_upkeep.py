"""Whom the bot serves, who is told how it does, and how it comes to rest before an update."""

import asyncio
import dataclasses
import re
from collections.abc import AsyncIterator
from typing import Any

import pytest
from msgspec.structs import replace

from telegram_avalon import app
from telegram_avalon.bot.maintenance import set_draining
from telegram_avalon.clock import MINUTE, SECOND
from telegram_avalon.play import RaceLost
from telegram_avalon.playground import Person
from telegram_avalon.settings import AllowedChats
from telegram_avalon.store import Upkeep
from telegram_avalon.table import Place
from tests.bot.conftest import Logs
from tests.bot.people import (
    confirmed,
    ours,
    panel,
    reached,
    reads,
    say,
    toast,
    until_read,
    whisper,
)
from tests.harness import Party, Stage, playing
from tests.moods.gatherings import deal, known, open_in
from tests.store.builders import lobby

ONLY = "serves only the groups of whoever runs it"
NO_NEW = "no new game begins until then"


# --- groups that are not served ----------------------------------------------------------------


@pytest.fixture
async def chosen(redis_url: str, logs: Logs, patient: None) -> AsyncIterator[Stage]:
    """A bot that serves the groups called Knights, by name, and one by its id."""
    allowed = AllowedChats(frozenset({-1001000000002}), frozenset({"knights"}))
    async with playing(redis_url, allowed_chats=allowed) as stage:
        await stage.start()
        yield stage


def left(stage: Stage, party: Party) -> bool:
    return not stage.world.membership(party.group).is_present


async def test_a_group_that_is_not_served_is_told_so_once_and_left(chosen: Stage) -> None:
    party = Party(chosen)
    for _ in range(3):
        say(party, party.host, "new")
        await chosen.world.until(lambda: left(chosen, party))
        chosen.world.add_bot(party.group)
        await chosen.world.until(lambda: left(chosen, party))
        chosen.world.add_bot(party.group)
        await confirmed(chosen)
        await chosen.world.until(lambda: left(chosen, party))
        chosen.world.add_bot(party.group)

    assert len(reads(party.group, ONLY)) == 1
    assert not reads(party.group, "Hello!")
    assert not reads(party.group, "a table is open")


async def test_groups_are_served_by_id_and_by_name_in_any_case(chosen: Stage) -> None:
    Party(chosen)  # -1001000000001
    by_id, by_name = Party(chosen), Party(chosen)
    by_name.group.username = "Knights"

    for party in (by_id, by_name):
        await party.open()

    assert not left(chosen, by_id)
    assert not left(chosen, by_name)


async def test_a_game_that_runs_where_the_bot_serves_no_more_is_played_to_its_end(
    redis_url: str, logs: Logs, patient: None
) -> None:
    async with playing(redis_url) as stage:
        bot = await stage.start()
        party = await known(stage)
        await deal(stage, party)
        await bot.end()
        stage.settings = dataclasses.replace(
            stage.settings, allowed_chats=AllowedChats(frozenset({-5}))
        )
        await stage.start()

        say(party, party.host, "board")
        await confirmed(stage)
        await party.play_out()
        assert not left(stage, party)
        say(party, party.host, "new")
        await stage.world.until(lambda: left(stage, party))


async def _served_no_more(stage: Stage) -> None:
    """Whoever runs the bot starts it anew for another group alone."""
    await stage.bots[-1].end()
    stage.settings = dataclasses.replace(
        stage.settings, allowed_chats=AllowedChats(frozenset({-5}))
    )
    await stage.start()


async def test_no_rematch_begins_where_the_bot_serves_no_more(
    redis_url: str, logs: Logs, patient: None
) -> None:
    async with playing(redis_url) as stage:
        await stage.start()
        party = await known(stage)
        await deal(stage, party)
        await _served_no_more(stage)
        await party.play_out()

        again = await toast(stage.world.press(party.host, panel(party), "Rematch"))

        assert ONLY in again
        assert not await stage.tables.all_at(party.group.id)


async def test_no_other_table_opens_beside_the_last_game(
    redis_url: str, logs: Logs, patient: None
) -> None:
    async with playing(redis_url) as stage:
        await stage.start()
        party = Party(stage, kind="forum")
        topic = stage.world.topic(party.group, "Other")
        await open_in(stage, party, None)
        await reached(stage, *party.people)
        await deal(stage, party)
        await _served_no_more(stage)

        party.world.say(party.host, party.group, f"/new@{party.world.bot.username}", topic)
        await until_read(stage.world, party.private(party.host), ONLY)

        assert len(await stage.tables.all_at(party.group.id)) == 1
        assert not left(stage, party)


async def test_a_lobby_where_the_bot_serves_no_more_is_closed_and_left(
    redis_url: str, logs: Logs, patient: None
) -> None:
    async with playing(redis_url) as stage:
        await stage.start()
        party = await known(stage)
        for person in party.people:
            await stage.world.press(person, panel(party), "Join").answered()
        await _served_no_more(stage)

        assert ONLY in await toast(stage.world.press(party.host, panel(party), "Begin"))
        say(party, party.host, "help")
        await stage.world.until(lambda: left(stage, party))
        await confirmed(stage)
        await stage.clock.sleep(30 * SECOND)

        assert not await stage.tables.all_at(party.group.id)
        assert not reads(party.private(party.host), "I was removed")
        assert not reads(party.private(party.host), "I can't write")


async def test_an_allowed_group_stays_allowed_when_it_becomes_a_supergroup(
    redis_url: str, logs: Logs, patient: None
) -> None:
    async with playing(redis_url) as stage:
        party = Party(stage, kind="group")
        allowed = AllowedChats(frozenset({party.group.id}))
        stage.settings = dataclasses.replace(stage.settings, allowed_chats=allowed)
        await stage.start()
        party.group = stage.world.migrate(party.group)
        await confirmed(stage)

        await party.open()
        assert not left(stage, party)

        # What is taken off the list is served no more, whatever its id is now.
        await _served_no_more(stage)
        say(party, party.host, "new")
        await stage.world.until(lambda: left(stage, party))


# --- the owner ---------------------------------------------------------------------------------

OWNER = 7_000_001


async def _owned(redis_url: str) -> AsyncIterator[tuple[Stage, Person]]:
    async with playing(redis_url, owners=frozenset({OWNER})) as stage:
        owner = stage.world.person("Olga", user_id=OWNER, started=True)
        await reached(stage, owner)
        yield stage, owner


@pytest.fixture
async def owned(redis_url: str, logs: Logs, patient: None) -> AsyncIterator[tuple[Stage, Person]]:
    """A bot that somebody looks after; it isn't started yet."""
    async for each in _owned(redis_url):
        yield each


async def test_the_owner_hears_of_a_crash_once_and_of_a_clean_stop_never(
    owned: tuple[Stage, Person],
) -> None:
    stage, owner = owned
    chat = stage.world.private(owner)
    bot = await stage.start()
    await bot.end()
    bot = await stage.start()
    await stage.clock.sleep(MINUTE)
    assert not ours(chat)

    bot.kill()
    await stage.start()
    told = await until_read(stage.world, chat, "ended without being told to")
    await stage.clock.sleep(MINUTE)

    assert reads(chat, "ended without") == [told]


async def test_the_owner_hears_of_a_token_that_was_refused_once_it_is_taken_again(
    owned: tuple[Stage, Person],
) -> None:
    stage, owner = owned
    await stage.start()
    token, stage.emulator.token = (
        stage.emulator.token,
        "1000001:AAE-another_0123456789abcdefghijklmn",
    )
    await stage.clock.sleep(3 * MINUTE)
    stage.emulator.token = token

    await until_read(stage.world, stage.world.private(owner), "did not accept the bot's token")


async def test_the_owners_commands_stand_in_their_menu_alone(owned: tuple[Stage, Person]) -> None:
    stage, _ = owned
    await stage.start()
    await stage.world.until(lambda: len(stage.emulator.calls_of("setMyCommands")) >= 20)

    menus = stage.emulator.calls_of("setMyCommands")
    assert all(call.status == 200 for call in menus)
    for call in menus:
        own = str(OWNER) in call.params["scope"]
        assert ('"drain"' in call.params["commands"]) is own


async def test_an_owner_who_has_not_pressed_start_gets_their_menu_later(
    redis_url: str, logs: Logs
) -> None:
    async with playing(redis_url, owners=frozenset({OWNER})) as stage:
        await stage.start()
        await stage.world.until(lambda: len(stage.emulator.calls_of("setMyCommands")) >= 20)

        owners = [c for c in stage.emulator.calls_of("setMyCommands") if "chat_id" in str(c.params)]
        assert {call.status for call in owners} == {400}
        assert not [line for line in logs.lines("warning") if line["event"] == "not registered"]


async def test_status_tells_the_owner_and_nobody_else(owned: tuple[Stage, Person]) -> None:
    stage, owner = owned
    await stage.start()
    party = await known(stage)
    whisper(party, owner, "/status")
    whisper(party, party.host, "/status")

    told = await until_read(stage.world, stage.world.private(owner), "Processes: 1")
    assert "Tables: 1 open, 0 in a game" in told.text
    assert re.search(r"Memory: [1-9]\d* MB at most. Processor: \d+%", told.text)
    assert re.search(r"Database: [1-9]\d* MB", told.text)
    await until_read(stage.world, party.private(party.host), "see /help")
    assert not reads(party.private(party.host), "Processes")


# --- no new games ------------------------------------------------------------------------------


async def test_while_it_drains_no_game_begins_and_running_ones_go_on(
    owned: tuple[Stage, Person], logs: Logs
) -> None:
    stage, owner = owned
    await stage.start()
    playing_on, waiting, late = await known(stage), await known(stage), Party(stage)
    await reached(stage, *late.people)
    await deal(stage, playing_on)
    for person in waiting.people:
        await stage.world.press(person, panel(waiting), "Join").answered()
    rung = len(ours(playing_on.group))

    whisper(late, owner, "/drain")
    await until_read(stage.world, stage.world.private(owner), "No new games begin")
    await until_read(stage.world, playing_on.group, "This game goes on to its end")
    assert len(ours(playing_on.group)) == rung  # an edit: nobody's phone rings
    await until_read(stage.world, waiting.group, "no game begins until then")
    refused = await toast(stage.world.press(waiting.host, panel(waiting), "Begin"))
    say(late, late.host, "new")
    await until_read(stage.world, late.private(late.host), NO_NEW)
    await playing_on.play_out()
    again = await toast(stage.world.press(playing_on.host, panel(playing_on), "Rematch"))

    assert NO_NEW in refused
    assert NO_NEW in again
    await stage.clock.sleep(30 * SECOND)
    assert "no game is running any more" in {line["event"] for line in logs.lines("info")}

    whisper(late, owner, "/drain off")
    await until_read(stage.world, stage.world.private(owner), "New games can begin again")
    await stage.world.press(waiting.host, panel(waiting), "Begin").answered()
    await until_read(stage.world, waiting.group, "are dealt")


async def test_a_bot_stopped_as_a_whole_begins_games_again(owned: tuple[Stage, Person]) -> None:
    stage, owner = owned
    bot = await stage.start()
    party = await known(stage)
    whisper(party, owner, "/drain")
    await until_read(stage.world, party.group, "no game begins until then")
    await bot.end()

    await stage.start()

    await stage.world.until(lambda: not reads(party.group, "no game begins until then"))
    assert not await Upkeep(stage.redis, stage.keys, stage.clock).draining()


async def test_a_signal_given_twice_or_to_every_process_undoes_nothing(redis_url: str) -> None:
    async with playing(redis_url) as stage:
        _, parts = await stage.assemble(working=False)
        for _ in range(2):
            told = asyncio.Event()
            told.set()
            await app._drain_when_told(parts.services, told)
            assert not told.is_set()

        assert await parts.services.upkeep.draining()


async def test_a_table_that_cannot_be_told_bars_no_other(
    owned: tuple[Stage, Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    stage, _ = owned
    _, parts = await stage.assemble()
    first, second = lobby(), replace(lobby(), id="BBBBBBBBBBB", place=Place(-1002, "Others"))
    for table in (first, second):
        await stage.tables.commit(table, None)
    change = parts.services.play.change

    async def often_raced(table: str, *rest: Any) -> object:
        if table == first.id:
            raise RaceLost(table)
        return await change(table, *rest)

    monkeypatch.setattr(parts.services.play, "change", often_raced)
    await set_draining(parts.services, on=True)

    found = await stage.tables.load(second.id)
    assert found is not None
    assert found.table.draining
