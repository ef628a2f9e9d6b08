"""Which messages the bot is shown."""

import pytest

from telegram_avalon.playground import Chat, Person, World
from tests.playground.client import Client


async def texts(client: Client) -> list[str]:
    return [u["message"].get("text", "") for u in await client.updates() if "message" in u]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("hello", False),
        ("/new", True),
        ("/new@avalon_test_bot", True),
        ("/new@AVALON_test_bot now", True),
        ("please /new@avalon_test_bot", True),
        ("/new@other_bot", False),
        ("@avalon_test_bot hello", False),
    ],
)
async def test_in_a_group_only_commands_for_the_bot_are_shown(
    client: Client, world: World, alice: Person, group: Chat, text: str, shown: bool
) -> None:
    world.say(alice, group, text)
    assert await texts(client) == ([text] if shown else [])


async def test_plain_commands_go_to_the_bot_that_posted_last(
    client: Client, world: World, alice: Person, group: Chat
) -> None:
    robot = world.person("Robot", is_bot=True)
    world.join(robot, group)
    await client.ok("sendMessage", chat_id=group.id, text="mine")
    world.say(alice, group, "/one")
    world.say(robot, group, "/two")
    world.say(alice, group, "/three")
    world.say(alice, group, "/four@avalon_test_bot")
    assert await texts(client) == ["", "/one", "/four@avalon_test_bot"]


async def test_replies_to_the_bot_are_shown(
    client: Client, world: World, alice: Person, bob: Person, group: Chat
) -> None:
    await client.ok("sendMessage", chat_id=group.id, text="mine")
    world.say(bob, group, "to the bot", reply_to=group.last)
    world.say(alice, group, "to Bob", reply_to=group.last)
    update = (await client.updates())[0]
    assert update["message"]["text"] == "to the bot"
    assert update["message"]["reply_to_message"]["text"] == "mine"


async def test_an_admin_and_a_bot_without_privacy_mode_are_shown_everything(
    client: Client, world: World, alice: Person, group: Chat
) -> None:
    other = world.group("Others", alice)
    world.promote_bot(group)
    world.say(alice, group, "one")
    world.say(alice, other, "two")
    world.privacy_mode = False
    world.say(alice, other, "three")
    assert await texts(client) == ["one", "three"]
    assert (await client.ok("getMe"))["can_read_all_group_messages"]


async def test_a_bot_that_is_not_there_is_shown_nothing(
    client: Client, world: World, alice: Person
) -> None:
    world.say(alice, world.group("Elsewhere", alice, bot=None), "/new@avalon_test_bot")
    assert await texts(client) == []


async def test_everything_in_private_is_shown(client: Client, world: World, bob: Person) -> None:
    world.say(bob, None, "hello")
    assert await texts(client) == ["hello"]
    assert bob.started
