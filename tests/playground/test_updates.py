"""Updates by long polling."""

import asyncio

import pytest

from telegram_avalon.clock import HOUR, SECOND
from telegram_avalon.playground import Chat, Emulator, Person, World
from tests.playground.client import Client, MovableClock, keyboard


def say(world: World, person: Person, *texts: str) -> None:
    for text in texts:
        world.say(person, None, text)


async def ids_and_texts(client: Client, **parameters: object) -> list[tuple[int, str]]:
    updates = await client.updates(**parameters)
    return [(u["update_id"], u["message"]["text"]) for u in updates]


async def test_updates_come_again_until_the_next_offset_confirms_them(
    client: Client, world: World, alice: Person
) -> None:
    say(world, alice, "one", "two", "three")
    first = await ids_and_texts(client, limit=2)
    assert [text for _, text in first] == ["one", "two"]
    assert (await ids_and_texts(client))[:2] == first
    assert [t for _, t in await ids_and_texts(client, offset=first[1][0] + 1)] == ["three"]
    assert [t for _, t in await ids_and_texts(client)] == ["three"]


async def test_a_negative_offset_keeps_the_newest(
    client: Client, world: World, alice: Person
) -> None:
    say(world, alice, "one", "two", "three")
    assert [t for _, t in await ids_and_texts(client, offset=-1)] == ["three"]
    assert [t for _, t in await ids_and_texts(client)] == ["three"]


async def test_allowed_updates_last_until_they_are_changed(
    client: Client, world: World, alice: Person
) -> None:
    await client.updates(allowed_updates=["callback_query"])
    say(world, alice, "unseen")
    assert await client.updates() == []
    await client.updates(allowed_updates=[])
    say(world, alice, "seen")
    assert [t for _, t in await ids_and_texts(client)] == ["seen"]


async def test_a_long_poll_ends_with_the_next_update(
    client: Client, world: World, alice: Person, emulator: Emulator
) -> None:
    poll = asyncio.ensure_future(client.updates(timeout=50))
    await world.until(lambda: emulator.calls_of("getUpdates"))
    say(world, alice, "hello")
    assert [u["message"]["text"] for u in await poll] == ["hello"]


async def test_a_long_poll_that_hears_nothing_ends_empty(client: Client) -> None:
    assert await client.updates(timeout=1) == []


async def test_a_second_poller_ends_the_first(
    client: Client, world: World, alice: Person, emulator: Emulator
) -> None:
    first = asyncio.ensure_future(client.refused("getUpdates", timeout=50))
    await world.until(lambda: emulator.calls_of("getUpdates"))
    second = asyncio.ensure_future(client.updates(timeout=50))
    assert await first == (
        "Conflict: terminated by other getUpdates request; "
        "make sure that only one bot instance is running"
    )
    say(world, alice, "hello")
    assert len(await second) == 1


async def test_polling_with_a_webhook_set_is_refused(client: Client) -> None:
    await client.ok("setWebhook", url="http://127.0.0.1:9/hook")
    assert (await client.refused("getUpdates")).startswith("Conflict: can't use getUpdates method")
    await client.ok("deleteWebhook")
    assert await client.updates() == []


async def test_presses_expire_long_before_messages(
    client: Client, world: World, alice: Person, clock: MovableClock
) -> None:
    await client.ok("sendMessage", chat_id=alice.id, text="x", reply_markup=keyboard("Yes"))
    world.press(alice, world.private(alice).last, "Yes")
    say(world, alice, "hello")
    clock.advance(149 * SECOND)
    assert len(await client.updates()) == 2
    clock.advance(2 * SECOND)
    assert [t for _, t in await ids_and_texts(client)] == ["hello"]
    clock.advance(24 * HOUR)
    assert await client.updates() == []


async def test_service_messages_by_the_bot_itself_are_no_updates(
    client: Client, world: World, group: Chat
) -> None:
    world.promote_bot(group)
    await client.ok("sendMessage", chat_id=group.id, text="x")
    await client.ok("pinChatMessage", chat_id=group.id, message_id=group.last.id)
    assert [list(u)[1] for u in await client.updates()] == ["my_chat_member"]


@pytest.mark.parametrize("limit", [0, -5, 1000])
async def test_a_wrong_limit_means_a_hundred(
    client: Client, world: World, alice: Person, limit: int
) -> None:
    say(world, alice, *map(str, range(101)))
    assert len(await client.updates(limit=limit)) == 100
