"""Long polling: nothing is confirmed to Telegram before it is dealt with, and nothing twice."""

import asyncio
import socket
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from telegram_avalon import app
from telegram_avalon.app import StartError
from telegram_avalon.bot import Nothing, Postponed, Reaction, Update
from telegram_avalon.bot_token import BotToken
from telegram_avalon.clock import MINUTE, SECOND
from telegram_avalon.delivery.failures import Failure
from telegram_avalon.delivery.http import AiohttpRequest
from telegram_avalon.embedded import embedded_server
from telegram_avalon.i18n.catalogs import load_catalogs
from telegram_avalon.loops import Loops
from telegram_avalon.playground import Fault, UpdateFault
from telegram_avalon.polling import Polling
from telegram_avalon.store import Registrations
from telegram_avalon.troubles import Troubles
from tests.bot.conftest import Logs
from tests.bot.line import Line, line
from tests.bot.people import (
    confirmed,
    every_press_was_answered_once,
    ours,
    reads,
    say,
    toast,
    until_read,
    whisper,
)
from tests.bot.test_presses import cast, voting
from tests.harness import TOKEN, Party, Stage, playing

TRY_AGAIN = "Please try again in a moment."


# --- Redis away --------------------------------------------------------------------------------


@pytest.fixture
async def cable(redis_url: str) -> AsyncIterator[Line]:
    async with line(redis_url) as there:
        yield there


@pytest.fixture
async def wired(redis_url: str, logs: Logs, patient: None, cable: Line) -> AsyncIterator[Stage]:
    """A bot that runs on a server at the end of a line."""
    async with playing(redis_url) as stage:
        stage.redis_url = cable.url
        await stage.start()
        yield stage
        await cable.cut()
        await cable.restore()
        await every_press_was_answered_once(stage)


async def test_a_message_waits_until_redis_is_back(wired: Stage, cable: Line) -> None:
    party = Party(wired)
    await cable.cut()

    say(party, party.host, "new")
    await wired.clock.sleep(10 * SECOND)
    assert len(wired.emulator.inbox.pending) == 1
    assert ours(party.group) == []
    await cable.restore()

    await until_read(wired.world, party.group, "a table is open")
    await confirmed(wired)


async def test_messages_that_waited_come_in_order_and_once(wired: Stage, cable: Line) -> None:
    party = Party(wired)
    await party.open()
    await cable.cut()

    for word in ("cancel", "new", "cancel", "new"):
        say(party, party.host, word)
    await wired.clock.sleep(5 * SECOND)
    await cable.restore()
    await confirmed(wired)
    await party.quiet()

    tables = [m for m in ours(party.group) if "a table is open" in m.versions[0].text]
    assert [message.text.startswith("This table is closed.") for message in tables][-1:] == [False]
    assert len(reads(party.group, "a table is open")) == 1


async def test_a_press_is_told_to_come_again_within_four_seconds(
    redis_url: str, logs: Logs, cable: Line
) -> None:
    async with playing(redis_url, speed=4) as stage:
        stage.redis_url = cable.url
        await stage.start()
        party = Party(stage)
        await party.open()
        await party.quiet()
        await cable.cut()

        press = stage.world.press(party.host, party.group.last, "Join", follow=False)
        answer = await press.answered()
        await cable.restore()

        assert answer.text == TRY_AGAIN
        assert 3 * SECOND < answer.at - press.at < 6 * SECOND
        again = stage.world.press(party.host, party.group.last, "Join", follow=False)
        assert (await again.answered()).url


async def test_a_press_lives_through_a_short_absence(wired: Stage, cable: Line) -> None:
    party = Party(wired)
    await party.begin()
    await party.play(until=voting)
    person = party.people[1]
    ballot = await until_read(wired.world, party.private(person), "Do you approve?")
    await party.quiet()
    await cable.cut()
    await cable.restore()

    assert await toast(wired.world.press(person, ballot, "Reject")) == "Your vote: 👎 Reject"


async def test_presses_are_answered_while_a_message_waits(wired: Stage, cable: Line) -> None:
    """Queues stand side by side; the offset waits for the oldest."""
    party = Party(wired)
    await party.open()
    await party.quiet()
    await cable.cut()

    whisper(party, party.people[2], "/help")
    answer = await toast(wired.world.press(party.host, party.group.last, "Join"))
    pending = [update.kind for update in wired.emulator.inbox.pending]
    await cable.restore()
    await until_read(wired.world, party.private(party.people[2]), "Begin deals the cards")

    assert answer == TRY_AGAIN
    assert pending[0] == "message"


# --- the loop by itself ------------------------------------------------------------------------


class Loop:
    """A poller whose updates go where the test wants, and what came of each."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.handled: list[int] = []
        self.refusing = False
        self.request = AiohttpRequest()
        base = f"{stage.emulator.url}/bot{stage.emulator.token}"
        self.troubles = Troubles(stage.clock)
        self.polling = Polling(
            self.request,
            base,
            self.handle,
            lambda *_: None,
            stage.clock,
            Loops(stage.clock),
            self.troubles,
        )
        self.stop = asyncio.Event()

    async def handle(self, update: Update, waited: float) -> Reaction:
        if self.refusing:
            raise Postponed("away")
        self.handled.append(update.update_id)
        self.stage.world.touch()
        return Nothing()

    async def __aenter__(self) -> "Loop":
        await self.request.initialize()
        self.task = asyncio.create_task(self.polling.run(self.stop))
        return self

    async def __aexit__(self, *_: object) -> None:
        self.stop.set()
        await asyncio.wait_for(self.task, 10)
        await self.request.shutdown()


@pytest.fixture
async def loop(redis_url: str, logs: Logs) -> AsyncIterator[Loop]:
    async with playing(redis_url) as stage, Loop(stage) as there:
        yield there


async def test_an_update_is_confirmed_once_it_is_dealt_with(loop: Loop) -> None:
    world = loop.stage.world
    loop.refusing = True
    world.start(world.person("Ann"))
    await loop.stage.clock.sleep(5 * SECOND)
    assert len(loop.stage.emulator.inbox.pending) == 1

    loop.refusing = False

    await confirmed(loop.stage)
    assert len(loop.handled) == 1


async def test_an_update_handed_out_again_is_passed_over(loop: Loop) -> None:
    world = loop.stage.world
    loop.stage.emulator.faults.next_update(UpdateFault.REPEAT, times=3)

    for name in ("Ann", "Bob", "Cid", "Dot"):
        world.start(world.person(name))
        await world.until(lambda: not loop.stage.emulator.inbox.pending)
    await world.until(lambda: len(set(loop.handled)) == 4)

    assert len(loop.handled) == 4


async def test_an_update_that_cannot_be_read_holds_nothing_up(loop: Loop, logs: Logs) -> None:
    logs.errors_expected = True
    world, inbox = loop.stage.world, loop.stage.emulator.inbox
    wrong: dict[str, Any] = {"message_id": "?", "chat": None, "text": "my secret"}

    inbox.put("message", "chat 1", wrong)
    world.start(world.person("Ann"))
    await confirmed(loop.stage)

    assert len(loop.handled) == 1
    (line_logged,) = logs.lines("error")
    assert line_logged["event"] == "an update can't be read and is dropped"
    assert "my secret" not in logs.text


@pytest.mark.parametrize(
    "fault",
    [
        Fault.BAD_GATEWAY,
        Fault.BAD_GATEWAY_HTML,
        Fault.INTERNAL_ERROR,
        Fault.RESET_AFTER,
        Fault.TOO_MANY_REQUESTS,
    ],
)
async def test_polling_goes_on_after_a_failure(loop: Loop, fault: Fault) -> None:
    world = loop.stage.world
    loop.stage.emulator.faults.next("getUpdates", fault, times=3, retry_after=2)

    for name in ("Ann", "Bob"):
        world.start(world.person(name))
        await confirmed(loop.stage)

    assert len(loop.handled) == 2


async def test_two_hundred_updates_at_once_are_all_dealt_with(loop: Loop) -> None:
    world = loop.stage.world

    for _ in range(200):
        world.start(world.person("Ann"))
    await confirmed(loop.stage)

    assert len(loop.handled) == len(set(loop.handled)) == 200


async def test_at_the_end_telegram_is_told_how_far_the_bot_came(redis_url: str) -> None:
    async with playing(redis_url) as stage:
        async with Loop(stage) as loop:
            stage.world.start(stage.world.person("Ann"))
            await stage.world.until(lambda: loop.handled)
        assert stage.emulator.inbox.pending == []


# --- starting ----------------------------------------------------------------------------------


async def failing(stage: Stage, url: str = "", **changes: object) -> str:
    """What a bot that can't run says."""
    told = replace(stage.settings, **changes)  # type: ignore[arg-type]
    with pytest.raises(StartError) as raised:
        await asyncio.wait_for(
            app.run(told, url or stage.redis_url, asyncio.Event(), stage.clock), 20
        )
    assert "\n" not in str(raised.value)
    assert TOKEN.partition(":")[2] not in str(raised.value)
    return str(raised.value)


def nobody() -> str:
    """An address where nobody listens."""
    with socket.socket() as there:
        there.bind(("127.0.0.1", 0))
        return f"127.0.0.1:{there.getsockname()[1]}"


async def test_a_wrong_token_is_one_clear_line(redis_url: str, logs: Logs) -> None:
    async with playing(redis_url) as stage:
        said = await failing(stage, token=BotToken("1000001:AAE-wrong_0123456789abcdefghijklmnop"))

    assert said == f"{stage.emulator.url} does not know this bot: check BOT_TOKEN with @BotFather."


async def test_an_api_that_does_not_answer_is_one_clear_line(redis_url: str, logs: Logs) -> None:
    async with playing(redis_url, speed=500) as stage:
        url = f"http://{nobody()}"
        said = await failing(stage, api_url=url)

    assert said == Failure.NO_CONNECTION.told(url)


async def test_a_redis_that_does_not_answer_is_one_clear_line(redis_url: str, logs: Logs) -> None:
    async with playing(redis_url, speed=500) as stage:
        said = await failing(stage, url=f"redis://{nobody()}")

    assert said.startswith("REDIS_URL: the server does not answer")
    assert "REDIS_URL" in said


async def test_a_language_that_is_not_there_is_one_clear_line(redis_url: str, logs: Logs) -> None:
    async with playing(redis_url) as stage:
        said = await failing(stage, default_language="xx")

    assert said.startswith("DEFAULT_LANGUAGE: there is no such language; there are ")


def waited_for(logs: Logs) -> list[str]:
    """What the start has been waiting for."""
    return [line["why"] for line in logs.lines("warning") if line["event"] == "still waiting"]


async def test_redis_may_come_up_after_the_bot(redis_url: str, logs: Logs, cable: Line) -> None:
    async with playing(redis_url, speed=20) as stage:
        await cable.cut()
        stage.redis_url = cable.url
        starting = asyncio.create_task(stage.start())
        while not (waits := waited_for(logs)):
            assert not starting.done()
            await stage.clock.sleep(SECOND)
        await cable.restore()

        await starting

    assert all(why.startswith("REDIS_URL: the server does not answer") for why in waits)


async def test_the_api_may_come_up_after_the_bot(redis_url: str, logs: Logs) -> None:
    async with playing(redis_url) as stage:
        stage.emulator.faults.next("getMe", Fault.BAD_GATEWAY, times=3)

        await stage.start()

    waits = waited_for(logs)
    assert len(waits) == 3
    assert all("has trouble of its own (status 502)." in why for why in waits)


async def test_a_webhook_left_over_is_removed_and_what_waits_there_is_kept(
    redis_url: str, logs: Logs
) -> None:
    async with playing(redis_url) as stage:
        base = f"{stage.emulator.url}/bot{TOKEN}"
        request = AiohttpRequest()
        await request.initialize()
        await request.post(f"{base}/setWebhook?url=https://127.0.0.1:8443/hook")
        await request.shutdown()
        ann = stage.world.person("Ann")
        stage.world.start(ann)

        await stage.start()

        await until_read(stage.world, stage.world.private(ann), "I run The Resistance")
        (call,) = stage.emulator.calls_of("deleteWebhook")
        assert call.params.get("drop_pending_updates", "false").lower() != "true"


async def test_a_webhook_that_cannot_be_removed_is_one_clear_line(
    redis_url: str, logs: Logs
) -> None:
    async with playing(redis_url) as stage:
        stage.emulator.faults.next("deleteWebhook", Fault.INTERNAL_ERROR, times=9)

        said = await failing(stage)

    assert said.startswith("The webhook set before can't be removed: ")


async def test_of_two_that_poll_one_gives_way_with_a_clear_line(redis_url: str, logs: Logs) -> None:
    async with playing(redis_url) as stage:
        bots = [await stage.start(), await stage.start()]
        mains = [bot.main for bot in bots if bot.main is not None]

        done, left = await asyncio.wait(mains, timeout=10, return_when=asyncio.FIRST_COMPLETED)
        (loser,) = done
        error = loser.exception()
        stage.world.start(ann := stage.world.person("Ann"))
        await until_read(stage.world, stage.world.private(ann), "I run The Resistance")

        assert isinstance(error, StartError)
        assert str(error).startswith("Another process polls for this bot, and has for longer.")
        assert len(left) == 1


async def test_whoever_comes_second_with_the_same_database_never_disturbs_the_first(
    redis_url: str, logs: Logs
) -> None:
    async with playing(redis_url, speed=5) as stage:
        first = await stage.start()
        second = asyncio.create_task(
            app.run(stage.settings, stage.redis_url, asyncio.Event(), stage.clock)
        )

        with pytest.raises(StartError, match="Another process polls for this bot"):
            await asyncio.wait_for(second, 20)

        assert first.main is not None
        assert not first.main.done()
        assert all(call.status != 409 for call in stage.emulator.calls_of("getUpdates"))


async def test_whoever_comes_while_the_first_ends_takes_over(redis_url: str, logs: Logs) -> None:
    async with playing(redis_url, speed=5) as stage:
        first = await stage.start()
        stop = asyncio.Event()
        second = asyncio.create_task(app.run(stage.settings, stage.redis_url, stop, stage.clock))
        await stage.world.until(lambda: "it uses the same database" in logs.text)
        await first.end()

        stage.world.start(ann := stage.world.person("Ann"))
        await until_read(stage.world, stage.world.private(ann), "I run The Resistance")
        stop.set()
        await asyncio.wait_for(second, 10)


async def test_of_two_with_databases_of_their_own_whoever_came_second_gives_way(
    redis_url: str, logs: Logs, tmp_path: Path
) -> None:
    async with embedded_server(tmp_path) as another, playing(redis_url) as stage:
        first = await stage.start()
        await stage.clock.sleep(2 * MINUTE)
        stage.redis_url = another
        second = await stage.start()
        assert first.main is not None
        assert second.main is not None

        with pytest.raises(StartError, match="Another process polls for this bot"):
            await asyncio.wait_for(second.main, 20)

        assert not first.main.done()
        assert not any(bot.main.done() for bot in stage.bots if bot.main and bot is not second)
        second.main = None


async def test_a_votes_update_seen_by_two_processes_counts_once(
    redis_url: str, logs: Logs, patient: None
) -> None:
    """One of them handed it out as it gave way."""
    async with playing(redis_url) as stage:
        bot = await stage.start()
        party = Party(stage)
        await party.begin()
        await party.play(until=voting)
        person = party.people[1]
        ballot = await until_read(stage.world, party.private(person), "Do you approve?")
        stop = bot.stop_at("before answerCallbackQuery")
        stage.world.press(person, ballot, "Approve")
        await stop.wait()
        bot.kill()

        await stage.start()
        await confirmed(stage)

        assert [vote is not None for vote in cast(await party.game())].count(True) == 1


# --- menus -------------------------------------------------------------------------------------


SCOPES = {"all_private_chats", "all_group_chats", "all_chat_administrators"}
PIECES = 5
"""Three menus and two descriptions for each language, and for those who speak none of them."""


async def registered(stage: Stage) -> None:
    """Wait until all is registered that there is."""
    wanted = PIECES * (len(load_catalogs().languages) + 1)
    profile = stage.emulator.profile
    await stage.world.until(lambda: len(profile.menus) + len(profile.texts) == wanted)


async def test_menus_are_registered_for_each_scope(stage: Stage) -> None:
    await registered(stage)
    menus = {
        scope: dict(menu)
        for (scope, code), menu in stage.emulator.profile.menus.items()
        if code == ""
    }

    assert set(menus) == SCOPES
    shown = {"board", "history", "role", "export", "rules", "lang", "help"}
    assert set(menus["all_private_chats"]) == shown
    assert "join" in menus["all_group_chats"]
    extra = set(menus["all_chat_administrators"]) - set(menus["all_group_chats"])
    assert extra == {"settings", "begin", "cancel"}
    assert all(about for menu in menus.values() for about in menu.values())


async def test_menus_and_descriptions_are_registered_in_each_language(stage: Stage) -> None:
    await registered(stage)
    profile, codes = stage.emulator.profile, {"", *load_catalogs().languages}

    assert set(profile.menus) == {(scope, code) for scope in SCOPES for code in codes}
    texts = {"description", "short_description"}
    assert set(profile.texts) == {(text, code) for text in texts for code in codes}
    for text in texts:
        assert profile.texts[text, ""] == profile.texts[text, "en"]
        said = [profile.texts[text, code] for code in codes - {""}]
        assert len(set(said)) == len(said)


async def test_only_what_changed_is_registered_again(redis_url: str, logs: Logs) -> None:
    async with playing(redis_url) as stage:
        first = await stage.start()
        await registered(stage)
        await first.end()
        profile = stage.emulator.profile
        calls = len(stage.emulator.calls_of("setMyCommands"))
        profile.menus.pop(("all_private_chats", "fa"))
        await Registrations(stage.redis, stage.keys).forget("menu:private:fa")

        await stage.start()
        await registered(stage)

        assert len(stage.emulator.calls_of("setMyCommands")) == calls + 1


async def test_what_failed_is_registered_at_the_next_start(redis_url: str, logs: Logs) -> None:
    async with playing(redis_url) as stage:
        stage.emulator.faults.next("setMyCommands", Fault.TOO_MANY_REQUESTS)
        first = await stage.start()
        profile = stage.emulator.profile
        wanted = PIECES * (len(load_catalogs().languages) + 1)
        await stage.world.until(lambda: len(profile.menus) + len(profile.texts) == wanted - 1)
        await first.end()

        await stage.start()
        await registered(stage)
