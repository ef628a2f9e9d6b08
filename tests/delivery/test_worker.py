"""Workers deliver what is due, each table by one of them, and nothing is lost when one ends."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
from msgspec.structs import replace
from redis.asyncio import Redis
from redis.exceptions import ResponseError
from telegram import Bot

from telegram_avalon.clock import MINUTE, SECOND, Clock
from telegram_avalon.delivery import Messenger, Tools, Worker
from telegram_avalon.delivery.http import AiohttpRequest
from telegram_avalon.i18n.catalogs import load_catalogs
from telegram_avalon.i18n.phrases import Words
from telegram_avalon.loops import Loops
from telegram_avalon.playground import Chat, Emulator, Fault, LimitMode, Message
from telegram_avalon.rules import Pick, Seat
from telegram_avalon.store import (
    Call,
    Keys,
    Kind,
    Pressed,
    Shown,
    Tables,
    Unavailable,
    Verdict,
    Work,
)
from telegram_avalon.store.codec import SCHEMA
from telegram_avalon.store.redis import Client
from telegram_avalon.table import Table, deafen, recall
from telegram_avalon.troubles import Trouble, Troubles
from tests.bot.conftest import Logs, logs
from tests.harness import TOKEN, Party, playing
from tests.store.builders import ID, PEOPLE, QUESTING, VOTING, lobby, playing_table

__all__ = ["logs"]
CATALOGS = load_catalogs()


class Flaky(Client):
    """A client whose server is away while it is told so."""

    away = False
    refusal = ""
    """What the server says to every command, be it known to us or not."""
    looks = 0
    """How often a table has been read for delivery."""

    async def execute_command(self, *args: Any, **options: Any) -> Any:
        self.check()
        return await super().execute_command(*args, **options)

    def pipeline(self, *args: Any, **options: Any) -> Any:
        self.check()
        self.looks += options.get("transaction") is False
        return super().pipeline(*args, **options)

    def check(self) -> None:
        if self.away:
            raise Unavailable("away")
        if self.refusal:
            raise ResponseError(self.refusal)


async def _unexpected(*what: object) -> None:
    raise AssertionError(what)


class House:
    """An emulator, a server, and workers on both, each with a client of its own."""

    def __init__(self, emulator: Emulator, redis: Redis, url: str) -> None:
        self.emulator = emulator
        self.redis = redis
        self.url = url
        self.clock = emulator.clock
        self.keys = Keys(int(TOKEN.partition(":")[0]))
        self.tables = Tables(redis, self.keys, self.clock)
        self.deaf: list[tuple[str, int]] = []
        self.render_words: Callable[[str], Words] = CATALOGS.words
        self._endings: list[Callable[[], Awaitable[object]]] = []
        self.people = [
            emulator.world.person(p.name, user_id=p.id, started=True) for p in PEOPLE[:5]
        ]

    def words(self, language: str) -> Words:
        """What `render_words` says now."""
        return self.render_words(language)

    def group(self, title: str = "Friends") -> Chat:
        return self.emulator.world.group(title, *self.people)

    async def seated(self, table: Table) -> Chat:
        """Put *table* into a new group."""
        chat = self.group()
        await self.tables.commit(replace(table, place=replace(table.place, chat=chat.id)), None)
        return chat

    def work(self, holder: str, redis: Redis | None = None) -> Work:
        return Work(redis or self.redis, self.keys, self.clock, holder, 28)

    async def worker(
        self, holder: str = "here", refusal: str = "", troubles: Troubles | None = None
    ) -> "tuple[Worker, Flaky]":
        """A worker that is running; its server says *refusal* until it is told otherwise."""
        client = Flaky.from_url(self.url)
        assert isinstance(client, Flaky)
        client.refusal = refusal
        bot = Bot(
            TOKEN,
            base_url=f"{self.emulator.url}/bot",
            request=AiohttpRequest(),
            get_updates_request=AiohttpRequest(),
        )
        await bot.initialize()

        async def on_deaf(table: str, user: int) -> None:
            self.deaf.append((table, user))
            await self.change(lambda t: deafen(t, user))

        tools = Tools(Messenger(bot), self.words, on_deaf, *([_unexpected] * 4))
        loops = Loops(self.clock)
        worker = Worker(
            self.work(holder, client), tools, self.clock, loops, troubles or Troubles(self.clock)
        )
        running = asyncio.create_task(worker.run())

        async def end() -> None:
            client.away, client.refusal = False, ""
            worker.stop()
            await running
            await bot.shutdown()
            await client.aclose()

        self._endings.append(end)
        return worker, client

    async def change(self, change: Callable[[Table], Table], table: str = ID) -> None:
        before = await self.tables.load(table)
        assert before is not None
        await self.tables.commit(change(before.table), before)

    async def until(self, predicate: Callable[[], object]) -> None:
        await self.emulator.world.until(predicate)

    async def quiet(self) -> None:
        """Wait until nothing is due any more, now or later."""
        for _ in range(2000):
            if not await self.redis.zcard(self.keys.due):
                return
            await self.clock.sleep(100)
        raise AssertionError(self.emulator.world.dump())

    def ours(self, chat: Chat) -> list[Message]:
        return [m for m in chat.history if m.sender.is_bot and not m.service]

    def private(self, number: int) -> Chat:
        return self.emulator.world.private(self.people[number])

    async def end(self) -> None:
        self.emulator.faults.release_all()
        for end in self._endings:
            await end()


@pytest.fixture
async def house(redis: Redis, redis_url: str) -> AsyncIterator[House]:
    async with Emulator.running(Clock(speed=20), TOKEN) as emulator:
        house = House(emulator, redis, redis_url)
        try:
            yield house
        finally:
            await house.end()


# --- delivering --------------------------------------------------------------------------------


async def test_what_is_due_is_delivered_to_every_chat_of_the_table(house: House) -> None:
    group = await house.seated(playing_table(*VOTING))
    await house.worker()
    await house.quiet()

    chats = [group, *(house.private(number) for number in range(5))]
    assert [len(house.ours(chat)) for chat in chats] == [1] * 6
    assert house.emulator.lints == []


async def test_two_workers_deliver_a_table_once(house: House) -> None:
    group = await house.seated(playing_table(*VOTING))
    hold = house.emulator.faults.hold("sendMessage")
    await house.worker("here")
    await house.worker("there")
    await asyncio.wait_for(hold.reached.wait(), 5)
    # Long enough for either of them to look several times.
    await house.clock.sleep(3 * SECOND)
    hold.release()
    await house.quiet()

    chats = [group, *(house.private(number) for number in range(5))]
    assert [len(house.ours(chat)) for chat in chats] == [1] * 6


async def test_two_workers_share_many_tables_and_each_is_delivered_once(house: House) -> None:
    groups = [await house.seated(lobby(table=f"{n:011d}")) for n in range(40)]
    await house.worker("here")
    await house.worker("there")
    await house.quiet()

    assert [len(house.ours(group)) for group in groups] == [1] * 40


async def test_a_change_while_a_call_is_under_way_is_delivered_after_it(house: House) -> None:
    group = await house.seated(lobby())
    hold = house.emulator.faults.hold("sendMessage")
    await house.worker()
    await asyncio.wait_for(hold.reached.wait(), 5)
    await house.change(lambda table: replace(table, people=PEOPLE[:1]))
    hold.release()
    await house.until(lambda: group.messages and "Ann" in group.last.text)

    assert len(house.ours(group)) == 1


async def test_a_press_that_changed_nothing_has_the_old_buttons_taken_off(house: House) -> None:
    group = await house.seated(playing_table(*VOTING))
    await house.worker()
    await house.quiet()
    old = house.emulator.world.post(group, house.emulator.world.bot, _like(house.ours(group)[-1]))
    await house.tables.heard(ID, Pressed(group.id, old.id))

    await house.until(lambda: not old.buttons)


def _like(message: Message) -> Any:
    """The same message again, as one whose sending nobody knows of."""
    from telegram_avalon.playground.entities import FormattedText  # noqa: PLC0415
    from telegram_avalon.playground.state import Outgoing  # noqa: PLC0415

    return Outgoing(FormattedText(message.text, message.entities), message.buttons)


# --- chats in trouble --------------------------------------------------------------------------


async def test_a_group_that_refuses_does_not_keep_the_players_waiting(house: House) -> None:
    group = await house.seated(playing_table(*VOTING))
    house.emulator.world.mute(group)
    await house.worker()

    await house.until(lambda: all(house.ours(house.private(number)) for number in range(5)))
    assert house.ours(group) == []


async def test_a_group_that_can_be_written_to_again_is_told_what_it_missed(house: House) -> None:
    group = await house.seated(playing_table(*QUESTING))
    house.emulator.world.mute(group)
    await house.worker()
    await house.until(lambda: len(house.emulator.calls_of("sendMessage", group.id)) > 1)
    house.emulator.world.unmute(group)
    await house.until(lambda: house.ours(group))

    assert "Approved" in house.ours(group)[0].text


async def test_a_player_who_blocked_the_bot_is_named_in_the_group_and_the_others_play_on(
    house: House,
) -> None:
    group = await house.seated(playing_table(*VOTING))
    house.emulator.world.block(house.people[1])
    await house.worker()
    await house.until(lambda: any("can't write to" in m.text for m in house.ours(group)))
    await house.quiet()

    assert house.deaf == [(ID, house.people[1].id)]
    assert [bool(house.ours(house.private(n))) for n in range(5)] == [True, False, True, True, True]


async def test_a_slow_chat_does_not_slow_the_others(house: House) -> None:
    group = await house.seated(playing_table(*VOTING))
    hold = house.emulator.faults.hold("sendMessage", chat=group.id)
    await house.worker()

    await house.until(lambda: all(house.ours(house.private(number)) for number in range(5)))
    assert house.ours(group) == []
    hold.release()
    await house.until(lambda: house.ours(group))


async def test_a_chat_that_cannot_be_rendered_backs_off_and_stops_no_other(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = playing_table(*VOTING)
    people = (replace(table.people[0], language="xx"), *table.people[1:])
    fine = house.render_words
    asked: list[int] = []

    def words(language: str) -> Words:
        if language == "xx":
            asked.append(house.clock.now())
            raise LookupError(language)
        return fine(language)

    house.render_words = words
    await house.seated(replace(table, people=people))
    await house.worker()
    await house.until(lambda: all(house.ours(house.private(number)) for number in range(1, 5)))
    mark = 0.0
    for _ in range(100):
        mark = await house.redis.zscore(house.keys.due, ID) or 0
        if mark > house.clock.now() + 10 * SECOND:
            break
        await house.clock.sleep(100)

    assert house.ours(house.private(0)) == []
    assert mark - asked[0] == pytest.approx(MINUTE, abs=3 * SECOND)
    assert len(asked) <= 10
    house.render_words = lambda _: fine("en")
    await house.change(lambda t: replace(t, nudged=1))
    await house.until(lambda: house.ours(house.private(0)))


async def test_a_429_is_obeyed_for_its_chat_and_nothing_is_lost(house: House) -> None:
    group = await house.seated(playing_table(*VOTING))
    house.emulator.faults.next("sendMessage", Fault.TOO_MANY_REQUESTS, chat=group.id, retry_after=9)
    await house.worker()
    await house.quiet()

    refused, sent = house.emulator.calls_of("sendMessage", group.id)
    assert sent.at - refused.at >= 9 * SECOND
    assert all(call.at - refused.at < 9 * SECOND for call in _private_sends(house))


async def test_a_429_holds_replies_in_that_chat_back_too(house: House) -> None:
    group = await house.seated(lobby())
    house.emulator.faults.next(
        "sendMessage", Fault.TOO_MANY_REQUESTS, chat=group.id, retry_after=900
    )
    await house.worker()
    await house.until(lambda: house.emulator.faults.struck)
    await house.clock.sleep(2 * SECOND)

    assert await house.work("test").may_reply(group.id, group=True) > 800 * SECOND


def _private_sends(house: House) -> list[Any]:
    return [c for c in house.emulator.calls_of("sendMessage") if c.chat_id and c.chat_id > 0]


@pytest.mark.parametrize(
    "fault", [Fault.BAD_GATEWAY_AFTER, Fault.BAD_GATEWAY, Fault.RESET_AFTER, Fault.RESET]
)
@pytest.mark.parametrize("times", [1, 2, 5])
async def test_a_message_of_unknown_outcome_is_sent_three_times_at_most(
    house: House, fault: Fault, times: int
) -> None:
    group = await house.seated(lobby())
    house.emulator.faults.next("sendMessage", fault, chat=group.id, times=times)
    await house.worker()
    await house.quiet()

    assert len(house.emulator.calls_of("sendMessage", group.id)) == min(times + 1, 3)


async def test_buttons_of_a_message_of_unknown_outcome_stay_alive(house: House) -> None:
    """All three sends arrived and no answer came; somebody presses much later."""
    group = await house.seated(playing_table())
    house.emulator.faults.next("sendMessage", Fault.BAD_GATEWAY_AFTER, chat=group.id, times=3)
    await house.worker()
    await house.quiet()
    first, second, _ = house.ours(group)

    pressed = Pressed(group.id, second.id)
    before = await house.tables.load(ID)
    assert before is not None
    game = playing_table(Pick(Seat(0), Seat(0))).game
    await house.tables.commit(replace(before.table, game=game), before, 9, pressed)
    await house.until(lambda: "1/2" in second.text)

    assert second.buttons
    assert first.buttons == second.versions[0].buttons


# --- records we can't use ----------------------------------------------------------------------


async def test_a_table_of_a_newer_version_is_left_to_those_who_know_it(house: House) -> None:
    """Its lease too: theirs is not kept waiting."""
    await house.seated(lobby())
    await house.redis.hset(house.keys.table(ID), "s", str(SCHEMA + 1))
    _, client = await house.worker("old")
    await _looked(house, client)

    newer = house.work("new")
    await newer.sign_of_life()
    await house.redis.hset(house.keys.table(ID), "s", str(SCHEMA))
    assert await newer.claim(ID) is not None
    assert await newer.due(10) == [ID]


async def test_a_record_that_cannot_be_read_stops_no_other_table(house: House) -> None:
    await house.seated(lobby())
    await house.redis.hset(house.keys.table(ID), "d", b"?")
    _, client = await house.worker()
    await _looked(house, client)
    other = await house.seated(lobby(table="BBBBBBBBBBB"))

    await house.until(lambda: house.ours(other))


async def _seen(house: House, predicate: Callable[[], object]) -> None:
    """Wait for what shows nowhere in the emulator."""
    for _ in range(500):
        if predicate():
            return
        await house.clock.sleep(20)
    raise AssertionError("never seen")


async def _looked(house: House, client: Flaky) -> None:
    """Wait until a worker has had a look at a table, and a moment more."""
    await _seen(house, lambda: client.looks)
    await house.clock.sleep(SECOND)


# --- the server in trouble ---------------------------------------------------------------------


async def test_a_moment_without_redis_while_a_call_is_under_way_loses_no_result(
    house: House,
) -> None:
    group = await house.seated(lobby())
    hold = house.emulator.faults.hold("sendMessage")
    _, client = await house.worker()
    await asyncio.wait_for(hold.reached.wait(), 5)
    client.away = True
    hold.release()
    await house.until(lambda: house.ours(group))
    await house.clock.sleep(3 * SECOND)
    client.away = False
    await house.quiet()

    assert len(house.ours(group)) == 1
    shown = (await house.work("test").look(ID)).shown[group.id]
    assert (shown.live, shown.intent) == (group.last.id, None)


async def test_what_became_due_while_redis_was_away_is_delivered_when_it_is_back(
    house: House,
) -> None:
    _, client = await house.worker()
    client.away = True
    group = await house.seated(lobby())
    await house.clock.sleep(3 * SECOND)
    assert house.ours(group) == []

    client.away = False

    await house.until(lambda: house.ours(group))


async def test_a_full_memory_is_lived_through(house: House) -> None:
    """Afterwards everything is delivered, and the process still gives signs of life."""
    group = await house.seated(lobby())
    most = str((await house.redis.config_get("maxmemory"))["maxmemory"])
    await house.redis.config_set("maxmemory", 1)
    try:
        await house.worker()
        await house.clock.sleep(4 * SECOND)
        assert house.ours(group) == []
    finally:
        await house.redis.config_set("maxmemory", most)

    await house.until(lambda: house.ours(group))
    before = house.clock.now()
    await house.clock.sleep(3 * SECOND)
    sign = await house.redis.zscore(house.keys.alive, "here")
    assert sign is not None
    assert sign >= before


async def test_whatever_the_server_says_at_the_start_the_worker_goes_on_when_it_is_over(
    house: House, logs: Logs
) -> None:
    """And meanwhile it is known that the database can't be used."""
    logs.errors_expected = True
    group, troubles = await house.seated(lobby()), Troubles(house.clock)
    _, client = await house.worker(refusal="ODD a refusal nobody has heard of", troubles=troubles)
    await _seen(house, lambda: troubles.lasts(Trouble.DATABASE) is not None)

    client.refusal = ""

    await house.until(lambda: house.ours(group))
    await _seen(house, lambda: troubles.lasts(Trouble.DATABASE) is None)


async def test_a_mark_that_is_no_tables_name_keeps_no_table_waiting(house: House) -> None:
    await house.redis.zadd(house.keys.due, {b"\xff\xfe?": 0})
    group = await house.seated(lobby())

    await house.worker()

    await house.until(lambda: house.ours(group))
    await house.quiet()


async def test_what_a_chat_shows_under_a_name_that_is_no_chats_keeps_no_chat_waiting(
    house: House,
) -> None:
    group = await house.seated(lobby())
    await house.redis.hset(house.keys.shown(ID), b"\xff", b"\xff")
    await house.redis.hset(house.keys.heard(ID), b"\xff", b"\xff")

    await house.worker()

    await house.until(lambda: house.ours(group))


# --- ending ------------------------------------------------------------------------------------


async def test_stopping_records_the_call_under_way_and_leaves_the_rest_due(house: House) -> None:
    group = await house.seated(playing_table(*VOTING))
    hold = house.emulator.faults.hold("sendMessage", chat=group.id)
    worker, _ = await house.worker()
    await asyncio.wait_for(hold.reached.wait(), 5)
    await house.until(lambda: all(house.ours(house.private(number)) for number in range(5)))
    await house.change(lambda table: recall(table, house.people[0].id))
    worker.stop()
    hold.release()
    await house.end()
    house._endings.clear()

    found = await house.work("test").look(ID)
    assert found.shown[group.id].live == group.last.id
    assert found.shown[group.id].intent is None
    assert found.mark
    assert len(house.ours(house.private(0))) == 1
    assert await house.redis.zscore(house.keys.alive, "here") is None
    await house.worker("next")
    await house.until(lambda: len(house.ours(house.private(0))) == 2)
    await house.quiet()
    assert len(house.ours(group)) == 1


async def test_a_worker_that_has_ended_is_never_taken_for_alive(house: House) -> None:
    """Not even when it ends just as it gives a sign of life: at whichever of its first steps."""
    for number in range(30):
        worker, _ = await house.worker(f"w{number}")
        for _ in range(number):
            await asyncio.sleep(0)
        worker.stop()
    await house.end()
    house._endings.clear()

    assert await house.redis.zcard(house.keys.alive) == 0


async def test_a_worker_that_lost_its_lease_writes_nothing_down(house: House) -> None:
    group = await house.seated(lobby())
    hold = house.emulator.faults.hold("sendMessage", after=True)
    await house.worker("here")
    await asyncio.wait_for(hold.reached.wait(), 5)
    other = house.work("there")
    await other.sign_of_life()
    await house.redis.hset(
        house.keys.lease(ID), mapping={"holder": "there", "till": house.clock.now() + 30 * SECOND}
    )
    await other.called(ID, group.id, Shown(told=7))
    hold.release()
    await house.clock.sleep(2 * SECOND)

    assert (await other.look(ID)).shown[group.id] == Shown(told=7)
    shown = Shown(told=8)
    leave = await other.may_call(Call(ID, 1, group.id, True, Kind.ASK, shown))
    assert leave.verdict in {Verdict.GO, Verdict.WAIT}


async def test_a_hundred_moves_are_a_handful_of_calls_and_keep_within_the_limits(
    redis_url: str,
) -> None:
    async with playing(redis_url) as stage:
        stage.emulator.limits.mode = LimitMode.COUNT
        await stage.start()
        party = Party(stage)
        await party.begin()
        lead = (await party.next_moves())[0]
        message = await party.see(*lead)
        leader = lead[0]
        data = [b.callback_data for row in message.buttons for b in row][:5]
        for number in range(50):
            wish = data[number % 5]
            await stage.world.press(leader, message, data=wish, force=True).answered()
        await party.quiet()

        assert not stage.emulator.limits.violations
        assert len(stage.emulator.calls_of("editMessageText", party.group.id)) < 20
