"""What goes wrong on purpose."""

import asyncio

import aiohttp
import pytest

from telegram_avalon.clock import SECOND
from telegram_avalon.playground import Chat, Emulator, Fault, Faults, Person, UpdateFault, World
from tests.playground.client import Client, keyboard


async def send(client: Client, chat: Chat, text: str = "x") -> str:
    """Send a message: what came of it, in a word or two."""
    url = f"{client.base}/sendMessage"
    try:
        async with client.session.post(url, json={"chat_id": chat.id, "text": text}) as response:
            return f"{response.status} {response.content_type}"
    except aiohttp.ClientError:
        return "cut"


@pytest.mark.parametrize(
    ("fault", "outcome", "arrived"),
    [
        (Fault.TOO_MANY_REQUESTS, "429 application/json", False),
        (Fault.INTERNAL_ERROR, "500 application/json", False),
        (Fault.INTERNAL_ERROR_AFTER, "500 application/json", True),
        (Fault.BAD_GATEWAY, "502 application/json", False),
        (Fault.BAD_GATEWAY_AFTER, "502 application/json", True),
        (Fault.BAD_GATEWAY_HTML, "502 text/html", False),
        (Fault.BAD_GATEWAY_HTML_AFTER, "502 text/html", True),
        (Fault.RESET, "cut", False),
        (Fault.RESET_AFTER, "cut", True),
        (Fault.SLOW, "200 application/json", True),
        (Fault.SLOW_AFTER, "200 application/json", True),
    ],
)
async def test_a_scripted_fault_strikes_the_next_call_and_no_other(
    client: Client, emulator: Emulator, group: Chat, fault: Fault, outcome: str, arrived: bool
) -> None:
    emulator.faults.next("sendMessage", fault, delay=100)
    await client.ok("getMe")
    assert await send(client, group, "struck") == outcome
    assert bool(group.messages) is arrived
    assert await send(client, group, "spared") == "200 application/json"
    assert emulator.faults.struck == [("sendMessage", fault)]
    assert [call.fault for call in emulator.calls_of("sendMessage")] == [fault, None]


async def test_a_fault_may_wait_for_one_chat_and_strike_there_more_than_once(
    client: Client, world: World, emulator: Emulator, alice: Person, group: Chat
) -> None:
    emulator.faults.next("sendMessage", Fault.INTERNAL_ERROR, chat=group.id, times=2)
    chats = (world.private(alice), group, group, group)
    outcomes = [(await send(client, chat))[:3] for chat in chats]
    assert outcomes == ["200", "500", "500", "200"]


async def test_a_429_says_how_long_to_wait(client: Client, emulator: Emulator, group: Chat) -> None:
    emulator.faults.next("sendMessage", Fault.TOO_MANY_REQUESTS, retry_after=7)
    body = await client.call("sendMessage", chat_id=group.id, text="x")
    assert body["description"] == "Too Many Requests: retry after 7"
    assert body["parameters"] == {"retry_after": 7}


async def test_slowness_is_measured_by_the_clock(
    client: Client, emulator: Emulator, group: Chat
) -> None:
    emulator.faults.next("sendMessage", Fault.SLOW, delay=3 * SECOND)
    before = emulator.clock.now()
    await send(client, group)
    assert emulator.clock.now() - before >= 3 * SECOND


@pytest.mark.parametrize("after", [False, True])
async def test_a_held_call_waits_before_or_after_its_effect(
    client: Client, emulator: Emulator, group: Chat, after: bool
) -> None:
    hold = emulator.faults.hold("sendMessage", chat=group.id, after=after)
    sending = asyncio.ensure_future(send(client, group))
    await asyncio.wait_for(hold.reached.wait(), 5)
    assert bool(group.messages) is after
    assert not sending.done()
    hold.release()
    assert (await sending)[:3] == "200"
    assert (await send(client, group))[:3] == "200"


async def test_a_repeated_update_comes_once_more_after_it_was_confirmed(
    client: Client, world: World, emulator: Emulator, alice: Person
) -> None:
    emulator.faults.next_update(UpdateFault.REPEAT)
    world.say(alice, None, "hello")
    (first,) = await client.updates()
    (again,) = await client.updates(offset=first["update_id"] + 1)
    assert again == first
    assert await client.updates(offset=first["update_id"] + 1) == []


async def test_a_late_press_comes_behind_what_happened_after_it(
    client: Client, world: World, emulator: Emulator, alice: Person
) -> None:
    await client.ok("sendMessage", chat_id=alice.id, text="x", reply_markup=keyboard("Yes"))
    emulator.faults.next_update(UpdateFault.LATE, kind="callback_query", delay=2 * SECOND)
    world.press(alice, world.private(alice).last, "Yes")
    world.say(alice, None, "hello")
    (first,) = await client.updates()
    (second,) = await client.updates(offset=first["update_id"] + 1, timeout=30)
    assert ("message" in first, "callback_query" in second) == (True, True)


def test_chance_is_the_same_for_the_same_seed() -> None:
    def course(seed: int) -> list[object]:
        faults = Faults()
        faults.seed(seed, {Fault.RESET: 0.2, Fault.SLOW: 0.2}, {UpdateFault.REPEAT: 0.3})
        return [(faults.draw("x", 1), faults.draw_update("message")) for _ in range(50)]

    assert course(1) == course(1)
    assert course(1) != course(2)


def test_only_presses_are_late_by_chance() -> None:
    faults = Faults()
    faults.seed(1, updates={UpdateFault.LATE: 1.0})
    assert faults.draw_update("message") == (None, 0)
    assert faults.draw_update("callback_query")[0] is UpdateFault.LATE


async def test_the_server_outlives_every_fault_at_once(
    client: Client, world: World, emulator: Emulator, alice: Person, group: Chat
) -> None:
    emulator.faults.seed(3, dict.fromkeys(Fault, 0.07), dict.fromkeys(UpdateFault, 0.2))
    outcomes = await asyncio.gather(*(send(client, group, str(n)) for n in range(60)))
    for number in range(20):
        world.say(alice, None, str(number))
    emulator.faults.seed(0)
    assert {outcome[:3] for outcome in outcomes} == {"200", "429", "500", "502", "cut"}
    arrived = [call for call in emulator.calls if call.status == 200]
    assert len(group.messages) >= len(arrived) == outcomes.count("200 application/json")
    texts: set[str] = set()
    offset = 0
    while len(texts) < 20:
        for update in await client.updates(offset=offset, timeout=50):
            texts.add(update["message"]["text"])
            offset = update["update_id"] + 1
    assert texts == {str(number) for number in range(20)}
