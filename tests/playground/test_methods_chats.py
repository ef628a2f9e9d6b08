"""Looking at chats, pinning in them, leaving them."""

from telegram_avalon.playground import Chat, Person, World
from tests.playground.client import Client


async def test_the_bot_knows_itself(client: Client) -> None:
    me = await client.ok("getMe")
    assert (me["id"], me["username"], me["is_bot"]) == (1000001, "avalon_test_bot", True)


async def test_a_group_shows_its_permissions_slow_mode_and_pin(
    client: Client, world: World, group: Chat
) -> None:
    group.slow_mode_delay = 30
    world.promote_bot(group)
    await client.ok("sendMessage", chat_id=group.id, text="x")
    await client.ok("pinChatMessage", chat_id=group.id, message_id=group.last.id)
    shown = await client.ok("getChat", chat_id=group.id)
    assert (shown["title"], shown["type"]) == ("Friends", "supergroup")
    assert shown["permissions"]["can_send_messages"]
    assert shown["slow_mode_delay"] == 30
    assert shown["pinned_message"]["text"] == "x"


async def test_a_person_who_blocked_the_bot_can_still_be_looked_up(
    client: Client, world: World, alice: Person
) -> None:
    world.block(alice)
    assert (await client.ok("getChat", chat_id=alice.id))["first_name"] == "Alice"


async def test_members_are_looked_up_with_what_they_are(
    client: Client, world: World, alice: Person, bob: Person, group: Chat
) -> None:
    world.promote(bob, group, anonymous=True, rights=frozenset({"can_pin_messages"}))
    carol, dave = world.person("Carol"), world.person("Dave", started=True)
    world.join(carol, group)
    world.remove(carol, group)
    statuses = {
        person.name: (await client.ok("getChatMember", chat_id=group.id, user_id=person.id))
        for person in (alice, bob, carol, dave)
    }
    assert {name: shown["status"] for name, shown in statuses.items()} == {
        "Alice": "creator",
        "Bob": "administrator",
        "Carol": "kicked",
        "Dave": "left",
    }
    bob_shown = statuses["Bob"]
    assert bob_shown["is_anonymous"]
    assert (bob_shown["can_pin_messages"], bob_shown["can_delete_messages"]) == (True, False)
    refusal = await client.refused("getChatMember", chat_id=group.id, user_id=123)
    assert refusal == "Bad Request: PARTICIPANT_ID_INVALID"


async def test_administrators_are_listed_without_other_bots(
    client: Client, world: World, alice: Person, group: Chat
) -> None:
    robot = world.person("Robot", is_bot=True)
    world.join(robot, group)
    world.promote(robot, group)
    world.promote_bot(group)
    admins = await client.ok("getChatAdministrators", chat_id=group.id)
    assert [admin["user"]["first_name"] for admin in admins] == ["Alice", "Avalon"]
    assert await client.ok("getChatMemberCount", chat_id=group.id) == 4
    refusal = await client.refused("getChatAdministrators", chat_id=alice.id)
    assert refusal == "Bad Request: there are no administrators in the private chat"


async def test_pinning_takes_the_right_and_the_message(
    client: Client, world: World, group: Chat
) -> None:
    await client.ok("sendMessage", chat_id=group.id, text="x")
    pin = {"chat_id": group.id, "message_id": group.last.id}
    refusal = await client.refused("pinChatMessage", **pin)
    assert refusal == "Bad Request: not enough rights to manage pinned messages in the chat"
    world.promote_bot(group)
    await client.ok("pinChatMessage", **pin, disable_notification=True)
    assert (group.last.silent, "pinned_message" in group.last.service) == (True, True)
    refusal = await client.refused("pinChatMessage", chat_id=group.id, message_id=99)
    assert refusal == "Bad Request: message to pin not found"
    await client.ok("unpinChatMessage", chat_id=group.id)
    refusal = await client.refused("unpinChatMessage", chat_id=group.id)
    assert refusal == "Bad Request: message to unpin not found"


async def test_a_group_that_was_left_is_left(client: Client, group: Chat) -> None:
    await client.ok("leaveChat", chat_id=group.id)
    refusal = await client.refused("sendMessage", chat_id=group.id, text="x")
    assert refusal == "Forbidden: bot is not a member of the supergroup chat"
    (update,) = await client.updates()
    assert update["my_chat_member"]["new_chat_member"]["status"] == "left"
