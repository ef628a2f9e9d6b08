"""The views tests have of the world: what was seen, what was said, and waiting for it."""

import asyncio

import pytest

from telegram_avalon.playground import Chat, Person, World
from tests.playground.client import Client, keyboard


async def test_somebody_saw_every_version_of_what_is_in_their_chats(
    client: Client, world: World, alice: Person, bob: Person, group: Chat
) -> None:
    rows = [[{"text": "Hint", "callback_data": "d1"}, {"text": "Site", "url": "https://a.example"}]]
    text = 'Merlin <a href="https://b.example">here</a>'
    sent = await client.ok(
        "sendMessage",
        chat_id=alice.id,
        text=text,
        parse_mode="HTML",
        reply_markup={"inline_keyboard": rows},
    )
    await client.ok(
        "editMessageText", chat_id=alice.id, message_id=sent["message_id"], text="Nothing"
    )
    world.delete_message(world.private(alice).last)
    await client.ok("sendMessage", chat_id=group.id, text="Both")
    assert [(s.kind, s.text) for s in world.seen_by(alice)] == [
        ("text", "Both"),
        ("text", "Merlin here"),
        ("link", "https://b.example/"),
        ("label", "Hint"),
        ("data", "d1"),
        ("label", "Site"),
        ("link", "https://a.example/"),
        ("text", "Nothing"),
    ]
    assert [s.text for s in world.seen_by(bob)] == ["Both"]


async def test_an_answer_is_seen_by_whoever_pressed(
    client: Client, world: World, alice: Person, bob: Person, group: Chat
) -> None:
    await client.ok("sendMessage", chat_id=group.id, text="x", reply_markup=keyboard("Card"))
    press = world.press(bob, group.last, "Card")
    await client.ok("answerCallbackQuery", callback_query_id=press.id, text="Mordred")
    assert "Mordred" in [s.text for s in world.seen_by(bob)]
    assert "Mordred" not in [s.text for s in world.seen_by(alice)]


async def test_whoever_left_a_group_has_still_seen_it(
    client: Client, world: World, bob: Person, group: Chat
) -> None:
    await client.ok("sendMessage", chat_id=group.id, text="Before")
    world.leave(bob, group)
    assert [s.text for s in world.seen_by(bob)] == ["Before"]


async def test_waiting_ends_with_the_event_that_was_waited_for(
    client: Client, world: World, group: Chat
) -> None:
    waiting = asyncio.ensure_future(world.until(lambda: len(group.messages) == 2))
    await client.ok("sendMessage", chat_id=group.id, text="one")
    assert not waiting.done()
    await client.ok("sendMessage", chat_id=group.id, text="two")
    await waiting


async def test_who_waits_in_a_chat_looks_only_after_what_happens_there(
    client: Client, world: World, alice: Person, group: Chat
) -> None:
    looks: list[int] = []

    def look() -> bool:
        looks.append(len(group.messages))
        return len(group.messages) == 2

    waiting = asyncio.ensure_future(world.until(look, chats=[group]))
    await client.ok("sendMessage", chat_id=group.id, text="one")
    before = len(looks)
    await client.ok("sendMessage", chat_id=alice.id, text="elsewhere")
    await client.ok("getMe")
    assert len(looks) == before
    await client.ok("sendMessage", chat_id=group.id, text="two")
    await waiting


async def test_a_confirmed_update_is_an_event_in_its_chat(
    client: Client, world: World, alice: Person, group: Chat
) -> None:
    await client.ok("sendMessage", chat_id=group.id, text="x", reply_markup=keyboard("Yes"))
    world.press(alice, group.last, "Yes")
    chats = [world.private(alice)]
    waiting = asyncio.ensure_future(world.until(lambda: not world.inbox.pending, chats=chats))
    update = (await client.ok("getUpdates"))[-1]
    assert not waiting.done()
    await client.ok("getUpdates", offset=update["update_id"] + 1)
    await waiting


async def test_waiting_in_vain_describes_the_world(
    client: Client, world: World, alice: Person, group: Chat
) -> None:
    await client.ok("sendMessage", chat_id=group.id, text="x", reply_markup=keyboard("Yes"))
    world.press(alice, group.last, "Yes")
    with pytest.raises(TimeoutError) as failure:
        await world.until(lambda: False, timeout_ms=100)
    for part in ("1 updates not confirmed", "'x' ['Yes']", "unanswered: <press 'yes' by Alice"):
        assert part in str(failure.value)


async def test_a_broken_predicate_breaks_the_waiting_test_alone(
    client: Client, world: World, group: Chat
) -> None:
    waiting = asyncio.ensure_future(world.until(lambda: group.messages and 1 / 0))
    await client.ok("sendMessage", chat_id=group.id, text="x")
    with pytest.raises(ZeroDivisionError):
        await waiting


async def test_a_transcript_reads_like_the_chat(
    client: Client, world: World, alice: Person, group: Chat
) -> None:
    world.say(alice, group, "/new")
    sent = await client.ok("sendMessage", chat_id=group.id, text="Lobby", disable_notification=True)
    await client.ok(
        "editMessageText",
        chat_id=group.id,
        message_id=sent["message_id"],
        text="Lobby\nAlice",
        reply_markup=keyboard("Join", "Leave"),
    )
    world.rename(group, "Knights")
    assert world.transcript(group).splitlines() == [
        f"=== Knights (supergroup {group.id})",
        "#2 Alice: /new",
        "#3 Avalon (silent) (edited 1x): Lobby",
        "    Alice",
        "    [Join] [Leave]",
        "#4 Alice: new_chat_title",
    ]
