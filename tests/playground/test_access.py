"""Whom the bot can write to, and how it is told that it can't."""

from collections.abc import Callable

import pytest

from telegram_avalon.playground import Chat, Person, Status, World
from tests.playground.client import Client


def never_started(world: World) -> int:
    eve = world.person("Eve")
    world.group("Elsewhere", eve)
    return eve.id


def blocked(world: World) -> int:
    eve = world.person("Eve", started=True)
    world.block(eve)
    return eve.id


def deleted(world: World) -> int:
    eve = world.person("Eve", started=True)
    world.delete_account(eve)
    return eve.id


def stranger(world: World) -> int:
    return world.person("Eve").id


def another_bot(world: World) -> int:
    return world.person("Robot", is_bot=True).id


def kicked(world: World) -> int:
    chat = world.group("Friends", world.person("Eve"))
    world.kick_bot(chat)
    return chat.id


def kicked_from_basic(world: World) -> int:
    chat = world.group("Friends", world.person("Eve"), kind="group")
    world.kick_bot(chat)
    return chat.id


def left(world: World) -> int:
    chat = world.group("Friends", world.person("Eve"))
    world.bot_leaves(chat)
    return chat.id


def never_there(world: World) -> int:
    return world.group("Friends", world.person("Eve"), bot=None).id


def deleted_group(world: World) -> int:
    chat = world.group("Friends", world.person("Eve"))
    world.delete_group(chat)
    return chat.id


def muted(world: World) -> int:
    chat = world.group("Friends", world.person("Eve"))
    world.mute(chat)
    return chat.id


def restricted(world: World) -> int:
    chat = world.group("Friends", world.person("Eve"))
    world.restrict_bot(chat)
    return chat.id


@pytest.mark.parametrize(
    ("somewhere", "refusal"),
    [
        (never_started, "Forbidden: bot can't initiate conversation with a user"),
        (blocked, "Forbidden: bot was blocked by the user"),
        (deleted, "Forbidden: user is deactivated"),
        (stranger, "Bad Request: chat not found"),
        (another_bot, "Forbidden: bot can't send messages to bots"),
        (kicked, "Forbidden: bot was kicked from the supergroup chat"),
        (kicked_from_basic, "Forbidden: bot was kicked from the group chat"),
        (left, "Forbidden: bot is not a member of the supergroup chat"),
        (never_there, "Bad Request: chat not found"),
        (deleted_group, "Forbidden: the group chat was deleted"),
        (muted, "Bad Request: not enough rights to send text messages to the chat"),
        (restricted, "Bad Request: not enough rights to send text messages to the chat"),
        (lambda _: 999_999, "Bad Request: chat not found"),
        (lambda _: "", "Bad Request: chat_id is empty"),
    ],
)
async def test_an_unreachable_chat_says_why(
    client: Client, world: World, somewhere: Callable[[World], int], refusal: str
) -> None:
    assert await client.refused("sendMessage", chat_id=somewhere(world), text="x") == refusal


async def test_an_admin_may_write_in_a_muted_group(
    client: Client, world: World, group: Chat
) -> None:
    world.mute(group)
    world.promote_bot(group)
    await client.ok("sendMessage", chat_id=group.id, text="x")


async def test_a_restricted_bot_may_write_where_that_is_left_to_it(
    client: Client, world: World, group: Chat
) -> None:
    world.restrict_bot(group, rights=frozenset({"can_send_messages"}))
    us = await client.ok("getChatMember", chat_id=group.id, user_id=world.bot.id)
    assert (us["status"], us["can_send_messages"], us["can_send_polls"]) == (
        "restricted",
        True,
        False,
    )
    await client.ok("sendMessage", chat_id=group.id, text="x")
    world.mute(group)
    await client.refused("sendMessage", chat_id=group.id, text="x")


async def test_starting_the_bot_again_unblocks_it(
    client: Client, world: World, alice: Person
) -> None:
    world.block(alice)
    world.start(alice)
    await client.ok("sendMessage", chat_id=alice.id, text="x")


async def test_a_migrated_group_names_its_successor(
    client: Client, world: World, alice: Person
) -> None:
    old = world.group("Friends", alice, kind="group")
    new = world.migrate(old)
    body = await client.call("sendMessage", chat_id=old.id, text="x")
    assert body["description"] == "Bad Request: group chat was upgraded to a supergroup chat"
    assert body["parameters"] == {"migrate_to_chat_id": new.id}
    await client.ok("sendMessage", chat_id=new.id, text="x")


@pytest.fixture
def forum(world: World, alice: Person) -> Chat:
    return world.group("Forum", alice, kind="forum")


async def test_a_message_goes_to_its_topic_or_to_general(
    client: Client, world: World, forum: Chat
) -> None:
    topic = world.topic(forum, "Games")
    sent = await client.ok("sendMessage", chat_id=forum.id, text="x", message_thread_id=topic.id)
    assert (sent["message_thread_id"], sent["is_topic_message"]) == (topic.id, True)
    general = await client.ok("sendMessage", chat_id=forum.id, text="x")
    assert "message_thread_id" not in general


async def test_topics_that_cannot_be_written_to_are_refused(
    client: Client, world: World, forum: Chat
) -> None:
    closed, gone = world.topic(forum, "Closed"), world.topic(forum, "Gone")
    closed.closed = gone.deleted = True
    refusals = [
        await client.refused("sendMessage", chat_id=forum.id, text="x", message_thread_id=thread)
        for thread in (closed.id, gone.id, 1, 777)
    ]
    missing = "Bad Request: message thread not found"
    assert refusals == ["Bad Request: TOPIC_CLOSED", missing, missing, missing]
    world.promote_bot(forum)
    await client.ok("sendMessage", chat_id=forum.id, text="x", message_thread_id=closed.id)


async def test_a_reply_outside_topics_carries_a_thread_that_is_no_topic(
    client: Client, world: World, group: Chat, alice: Person
) -> None:
    first = world.say(alice, group, "/first")
    world.say(alice, group, "/second", reply_to=first)
    shown = (await client.updates())[-1]["message"]
    assert shown["message_thread_id"] == first.id
    assert "is_topic_message" not in shown
    refusal = await client.refused(
        "sendMessage", chat_id=group.id, text="x", message_thread_id=first.id
    )
    assert refusal == "Bad Request: message thread not found"


def test_status_words_are_those_of_the_bot_api() -> None:
    assert {status.value for status in Status} == {
        "creator",
        "administrator",
        "member",
        "restricted",
        "left",
        "kicked",
    }
