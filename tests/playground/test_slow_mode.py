"""Slow mode: members, bots among them, post seldom; admins as they like."""

import pytest

from telegram_avalon.clock import SECOND
from telegram_avalon.playground import Chat, Emulator, LimitMode, World
from tests.playground.client import Client, MovableClock


@pytest.fixture(autouse=True)
def slow(emulator: Emulator, group: Chat) -> None:
    emulator.limits.mode = LimitMode.ENFORCE
    group.slow_mode_delay = 30


async def post(client: Client, chat: Chat) -> int:
    """Send a message: 0, or the seconds to wait."""
    body = await client.call("sendMessage", chat_id=chat.id, text="x")
    return 0 if body["ok"] else int(body["parameters"]["retry_after"])


async def test_a_bot_is_told_to_wait_after_each_message(
    client: Client, clock: MovableClock, group: Chat, emulator: Emulator
) -> None:
    assert await post(client, group) == 0
    assert 20 < await post(client, group) <= 30
    clock.advance(30 * SECOND)
    assert await post(client, group) == 0
    assert emulator.limits.violations == {"slow mode": 1}


async def test_edits_are_free_and_make_nobody_wait(client: Client, group: Chat) -> None:
    sent = await client.ok("sendMessage", chat_id=group.id, text="x")
    for text in "yz":
        await client.ok(
            "editMessageText", chat_id=group.id, message_id=sent["message_id"], text=text
        )


async def test_an_admin_is_free_of_it(client: Client, world: World, group: Chat) -> None:
    world.promote_bot(group)
    assert [await post(client, group) for _ in range(3)] == [0, 0, 0]


async def test_a_deleted_message_counts_and_a_refused_one_does_not(
    client: Client, clock: MovableClock, group: Chat
) -> None:
    await client.refused("sendMessage", chat_id=group.id, text="")
    sent = await client.ok("sendMessage", chat_id=group.id, text="x")
    await client.ok("deleteMessage", chat_id=group.id, message_id=sent["message_id"])
    clock.advance(10 * SECOND)
    assert 10 < await post(client, group) <= 20


async def test_a_call_is_held_before_it_is_refused(
    client: Client, clock: MovableClock, group: Chat, emulator: Emulator
) -> None:
    emulator.limits.hold = 8 * SECOND
    await post(client, group)
    before = clock.now()
    assert 10 < await post(client, group) <= 22
    assert clock.now() - before >= 8 * SECOND


async def test_a_call_that_may_go_soon_is_only_held(
    client: Client, clock: MovableClock, group: Chat, emulator: Emulator
) -> None:
    emulator.limits.hold = 8 * SECOND
    await post(client, group)
    clock.advance(25 * SECOND)
    assert await post(client, group) == 0
