"""Groups: coming, going, changing."""

from typing import Any

import pytest

from telegram_avalon.playground import Chat, Person, Status, World
from tests.playground.client import Client


def own_changes(updates: list[dict[str, Any]]) -> list[tuple[str, str]]:
    changes = [u["my_chat_member"] for u in updates if "my_chat_member" in u]
    return [(c["old_chat_member"]["status"], c["new_chat_member"]["status"]) for c in changes]


async def test_what_becomes_of_the_bot_in_a_group_is_told(
    client: Client, world: World, alice: Person
) -> None:
    chat = world.group("New", alice, bot=None)
    world.add_bot(chat)
    world.promote_bot(chat)
    world.demote_bot(chat)
    world.restrict_bot(chat)
    world.kick_bot(chat)
    assert own_changes(await client.updates()) == [
        ("left", "member"),
        ("member", "administrator"),
        ("administrator", "member"),
        ("member", "restricted"),
        ("restricted", "kicked"),
    ]


async def test_a_startgroup_link_adds_the_bot_and_writes_the_command(
    client: Client, world: World, alice: Person
) -> None:
    chat = world.group("New", alice, bot=None)
    world.add_bot(chat, payload="abc")
    texts = [u["message"].get("text") for u in await client.updates() if "message" in u]
    assert texts == [None, "/start@avalon_test_bot abc"]


async def test_people_joining_leaving_and_thrown_out_are_told_by_service_messages(
    client: Client, world: World, alice: Person, bob: Person, group: Chat
) -> None:
    eve = world.person("Eve")
    world.join(eve, group)
    world.leave(bob, group)
    world.remove(eve, group)
    joined, left, thrown = [u["message"] for u in await client.updates()]
    assert [m["id"] for m in joined["new_chat_members"]] == [eve.id]
    assert (left["from"]["id"], left["left_chat_member"]["id"]) == (bob.id, bob.id)
    assert (thrown["from"]["id"], thrown["left_chat_member"]["id"]) == (alice.id, eve.id)
    assert group.member(eve).status is Status.KICKED


async def test_members_are_told_to_an_admin_who_asked(
    client: Client, world: World, group: Chat
) -> None:
    await client.updates(allowed_updates=["chat_member"])
    world.join(world.person("Eve"), group)
    world.promote_bot(group)
    world.join(world.person("Mallory"), group)
    changes = [u["chat_member"]["new_chat_member"] for u in await client.updates()]
    assert [(c["user"]["first_name"], c["status"]) for c in changes] == [("Mallory", "member")]


async def test_a_new_title_is_told_and_shown(client: Client, world: World, group: Chat) -> None:
    world.rename(group, "Foes")
    message = (await client.updates())[0]["message"]
    assert (message["new_chat_title"], message["chat"]["title"]) == ("Foes", "Foes")


async def test_migration_makes_another_chat_and_says_so_in_both(
    client: Client, world: World, alice: Person, bob: Person
) -> None:
    old = world.group("Basic", alice, bob, kind="group")
    new = world.migrate(old)
    first, second = [u["message"] for u in await client.updates()]
    assert (first["chat"]["id"], first["migrate_to_chat_id"]) == (old.id, new.id)
    assert (second["chat"]["id"], second["migrate_from_chat_id"]) == (new.id, old.id)
    assert (old.type, new.type) == ("group", "supergroup")
    assert new.member(bob).is_present
    with pytest.raises(ValueError, match="cannot be migrated"):
        world.migrate(old)


async def test_a_forum_has_topics(client: Client, world: World, alice: Person) -> None:
    forum = world.group("Forum", alice, kind="forum")
    topic = world.topic(forum, "Games")
    world.say(alice, forum, "/new", topic)
    created, command = [u["message"] for u in await client.updates()]
    assert created["forum_topic_created"]["name"] == "Games"
    assert (command["message_thread_id"], command["is_topic_message"]) == (topic.id, True)
    assert command["chat"]["is_forum"]


def test_the_first_member_owns_the_group(world: World, alice: Person, group: Chat) -> None:
    assert world.owner(group) is alice
    with pytest.raises(ValueError, match="planet"):
        world.group("X", alice, kind="planet")
