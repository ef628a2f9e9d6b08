"""Updates pushed to a webhook."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import pytest
from aiohttp import web

from telegram_avalon.clock import HOUR, SECOND
from telegram_avalon.playground import Chat, Emulator, Fault, Person, UpdateFault, World
from tests.playground.client import Client, MovableClock, keyboard

Respond = Callable[[dict[str, Any]], Awaitable[web.Response]]


@dataclass
class Receiver:
    """A bot's endpoint: it notes what comes and answers as it is told."""

    world: World
    url: str = ""
    seen: list[dict[str, Any]] = field(default_factory=list)
    secrets: list[str | None] = field(default_factory=list)
    respond: Respond | None = None

    async def handle(self, request: web.Request) -> web.Response:
        update = await request.json()
        self.seen.append(update)
        self.secrets.append(request.headers.get("X-Telegram-Bot-Api-Secret-Token"))
        self.world.touch()
        return await self.respond(update) if self.respond else web.Response()

    @property
    def texts(self) -> list[str]:
        return [update["message"]["text"] for update in self.seen]


@pytest.fixture
async def receiver(world: World) -> AsyncIterator[Receiver]:
    receiver = Receiver(world)
    application = web.Application()
    application.router.add_post("/hook", receiver.handle)
    runner = web.AppRunner(application, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    receiver.url = f"http://127.0.0.1:{runner.addresses[0][1]}/hook"
    yield receiver
    await runner.cleanup()


def failing(times: int, status: int = 500, **headers: str) -> Respond:
    """Answer with a failure so many times, then well."""
    left = [times]

    async def respond(_: dict[str, Any]) -> web.Response:
        left[0] -= 1
        return web.Response() if left[0] < 0 else web.Response(status=status, headers=headers)

    return respond


async def test_what_is_pending_and_what_comes_is_delivered_with_the_secret(
    client: Client, world: World, alice: Person, receiver: Receiver, emulator: Emulator
) -> None:
    world.say(alice, None, "before")
    await client.ok("setWebhook", url=receiver.url, secret_token="s-1")
    world.say(alice, None, "after")
    await world.until(lambda: len(receiver.seen) == 2)
    assert receiver.texts == ["before", "after"]
    assert receiver.secrets == ["s-1", "s-1"]
    await emulator.webhook.idle()
    assert (await client.ok("getWebhookInfo"))["pending_update_count"] == 0


async def test_pending_updates_can_be_dropped(
    client: Client, world: World, alice: Person, receiver: Receiver
) -> None:
    world.say(alice, None, "before")
    await client.ok("setWebhook", url=receiver.url, drop_pending_updates=True)
    world.say(alice, None, "after")
    await world.until(lambda: receiver.seen)
    assert receiver.texts == ["after"]


async def test_one_update_of_a_queue_is_in_flight_and_queues_run_side_by_side(
    client: Client, world: World, alice: Person, bob: Person, receiver: Receiver
) -> None:
    gate = asyncio.Event()

    async def respond(update: dict[str, Any]) -> web.Response:
        if update["message"]["from"]["id"] == alice.id:
            await gate.wait()
        return web.Response()

    receiver.respond = respond
    await client.ok("setWebhook", url=receiver.url)
    for text in ("1", "2"):
        world.say(alice, None, f"alice {text}")
        world.say(bob, None, f"bob {text}")
    await world.until(lambda: len(receiver.seen) == 3)
    assert sorted(receiver.texts) == ["alice 1", "bob 1", "bob 2"]
    gate.set()
    await world.until(lambda: len(receiver.seen) == 4)
    assert receiver.texts[-1] == "alice 2"


async def test_presses_are_queued_by_person_and_not_by_chat(
    client: Client, world: World, alice: Person, bob: Person, group: Chat, receiver: Receiver
) -> None:
    gate = asyncio.Event()

    async def respond(_: dict[str, Any]) -> web.Response:
        await gate.wait()
        return web.Response()

    await client.ok("sendMessage", chat_id=group.id, text="x", reply_markup=keyboard("Yes"))
    receiver.respond = respond
    await client.ok("setWebhook", url=receiver.url)
    for person in (alice, bob, alice):
        world.press(person, group.last, "Yes")
    await world.until(lambda: len(receiver.seen) == 2)
    assert {u["callback_query"]["from"]["id"] for u in receiver.seen} == {alice.id, bob.id}
    gate.set()
    await world.until(lambda: len(receiver.seen) == 3)


async def test_connections_are_limited(
    client: Client, world: World, receiver: Receiver, emulator: Emulator
) -> None:
    gate, running, most = asyncio.Event(), [0], [0]

    async def respond(_: dict[str, Any]) -> web.Response:
        running[0] += 1
        most[0] = max(most[0], running[0])
        world.touch()
        await gate.wait()
        running[0] -= 1
        return web.Response()

    receiver.respond = respond
    await client.ok("setWebhook", url=receiver.url, max_connections=3)
    for number in range(6):
        world.say(world.person(f"P{number}"), None, "hello")
    await world.until(lambda: running[0] == 3)
    gate.set()
    await world.until(lambda: len(receiver.seen) == 6)
    assert most == [3]


async def test_failures_are_tried_again_at_once_and_then_ever_later(
    client: Client, world: World, alice: Person, receiver: Receiver, emulator: Emulator
) -> None:
    receiver.respond = failing(3)
    await client.ok("setWebhook", url=receiver.url)
    world.say(alice, None, "hello")
    await world.until(lambda: len(receiver.seen) == 4)
    await emulator.webhook.idle()
    at = [delivery.at for delivery in emulator.webhook.deliveries]
    pauses = [later - earlier for earlier, later in pairwise(at)]
    assert pauses[0] < 2000 <= pauses[1] < 4000 <= pauses[2]
    assert len({update["update_id"] for update in receiver.seen}) == 1
    info = await client.ok("getWebhookInfo")
    assert "500 Internal Server Error" in info["last_error_message"]


async def test_retry_after_is_obeyed(
    client: Client, world: World, alice: Person, receiver: Receiver, emulator: Emulator
) -> None:
    receiver.respond = failing(1, 503, **{"Retry-After": "3"})
    await client.ok("setWebhook", url=receiver.url)
    world.say(alice, None, "hello")
    await world.until(lambda: len(receiver.seen) == 2)
    await emulator.webhook.idle()
    first, second = emulator.webhook.deliveries
    assert second.at - first.at >= 3 * SECOND


async def test_a_press_that_could_not_be_delivered_is_dropped_and_a_message_kept(
    client: Client,
    world: World,
    alice: Person,
    receiver: Receiver,
    clock: MovableClock,
    emulator: Emulator,
) -> None:
    await client.ok("sendMessage", chat_id=alice.id, text="x", reply_markup=keyboard("Yes"))
    receiver.respond = failing(2, 503, **{"Retry-After": "2"})
    await client.ok("setWebhook", url=receiver.url)
    world.press(alice, world.private(alice).last, "Yes")
    world.say(alice, None, "hello")
    await world.until(lambda: len(receiver.seen) == 2)
    clock.advance(151 * SECOND)
    await emulator.webhook.idle()
    assert [next(k for k in u if k != "update_id") for u in receiver.seen].count(
        "callback_query"
    ) == 1
    assert receiver.seen[-1]["message"]["text"] == "hello"
    assert len(receiver.seen) == 3


async def test_a_message_is_dropped_after_a_day(
    client: Client,
    world: World,
    alice: Person,
    receiver: Receiver,
    clock: MovableClock,
    emulator: Emulator,
) -> None:
    receiver.respond = failing(100, 503, **{"Retry-After": "2"})
    await client.ok("setWebhook", url=receiver.url)
    world.say(alice, None, "hello")
    await world.until(lambda: receiver.seen)
    clock.advance(25 * HOUR)
    await emulator.webhook.idle()
    assert emulator.inbox.pending == []


async def test_a_call_in_the_answer_is_carried_out(
    client: Client, world: World, alice: Person, receiver: Receiver, emulator: Emulator
) -> None:
    async def respond(update: dict[str, Any]) -> web.Response:
        chat = update["message"]["chat"]["id"]
        return web.json_response({"method": "sendMessage", "chat_id": chat, "text": "hi"})

    receiver.respond = respond
    await client.ok("setWebhook", url=receiver.url)
    world.say(alice, None, "hello")
    await world.until(lambda: len(world.private(alice).messages) == 2)
    assert world.private(alice).last.text == "hi"
    assert emulator.calls[-1].in_webhook_reply


async def test_a_call_in_the_answer_that_is_not_for_there_is_ignored(
    client: Client, world: World, alice: Person, receiver: Receiver, emulator: Emulator
) -> None:
    async def respond(_: dict[str, Any]) -> web.Response:
        return web.json_response({"method": "deleteWebhook"})

    receiver.respond = respond
    await client.ok("setWebhook", url=receiver.url)
    world.say(alice, None, "hello")
    await world.until(lambda: receiver.seen)
    await emulator.webhook.idle()
    assert (await client.ok("getWebhookInfo"))["url"] == receiver.url


async def test_an_unreachable_endpoint_is_tried_until_another_is_set(
    client: Client, world: World, alice: Person, receiver: Receiver, emulator: Emulator
) -> None:
    await client.ok("setWebhook", url="http://127.0.0.1:9/hook")
    world.say(alice, None, "hello")
    await world.until(lambda: emulator.webhook.last_error)
    assert "Connection failed" in (await client.ok("getWebhookInfo"))["last_error_message"]
    await client.ok("setWebhook", url=receiver.url)
    await world.until(lambda: receiver.texts == ["hello"])


async def test_a_repeated_update_comes_twice_with_the_same_id(
    client: Client, world: World, alice: Person, receiver: Receiver, emulator: Emulator
) -> None:
    emulator.faults.next_update(UpdateFault.REPEAT)
    await client.ok("setWebhook", url=receiver.url)
    world.say(alice, None, "hello")
    await world.until(lambda: len(receiver.seen) == 2)
    assert receiver.seen[0] == receiver.seen[1]


async def test_faults_strike_calls_in_the_answer_too(
    client: Client, world: World, alice: Person, receiver: Receiver, emulator: Emulator
) -> None:
    async def respond(update: dict[str, Any]) -> web.Response:
        chat = update["message"]["chat"]["id"]
        return web.json_response({"method": "sendMessage", "chat_id": chat, "text": "hi"})

    receiver.respond = respond
    emulator.faults.next("sendMessage", Fault.INTERNAL_ERROR)
    await client.ok("setWebhook", url=receiver.url)
    world.say(alice, None, "hello")
    await world.until(lambda: emulator.calls_of("sendMessage"))
    await emulator.webhook.idle()
    assert [m.text for m in world.private(alice).messages] == ["hello"]
