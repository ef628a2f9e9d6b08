"""Names, descriptions and command menus."""

import pytest

from telegram_avalon.playground import Chat, Emulator, Person, World
from tests.playground.client import Client


def menu(*names: str) -> list[dict[str, str]]:
    return [{"command": name, "description": f"Does {name}"} for name in names]


async def test_a_menu_is_kept_for_each_scope_and_language(client: Client) -> None:
    await client.ok("setMyCommands", commands=menu("new"))
    private = {"scope": {"type": "all_private_chats"}, "language_code": "hu"}
    await client.ok("setMyCommands", commands=menu("role"), **private)
    assert await client.ok("getMyCommands") == menu("new")
    assert await client.ok("getMyCommands", **private) == menu("role")
    await client.ok("deleteMyCommands", **private)
    assert await client.ok("getMyCommands", **private) == []


async def test_people_see_the_narrowest_menu_in_their_language(
    client: Client, emulator: Emulator, world: World, alice: Person, group: Chat
) -> None:
    pedro = world.person("Pedro", language_code="es-419")
    world.join(pedro, group)
    await client.ok("setMyCommands", commands=menu("any"))
    await client.ok("setMyCommands", commands=menu("group"), scope={"type": "all_group_chats"})
    admins = {"type": "all_chat_administrators"}
    await client.ok("setMyCommands", commands=menu("admin"), scope=admins)
    await client.ok(
        "setMyCommands",
        commands=menu("grupo"),
        scope={"type": "all_group_chats"},
        language_code="es",
    )
    seen = {
        person.name: [
            emulator.profile.menu_for(person, chat, member)[0][0]
            for chat, member in ((group.id, group.member(person)), (person.id, None))
        ]
        for person in (alice, pedro)
    }
    assert seen == {"Alice": ["admin", "any"], "Pedro": ["grupo", "any"]}


@pytest.mark.parametrize(
    ("parameters", "reason"),
    [
        ({"commands": menu("New")}, "BOT_COMMAND_INVALID"),
        ({"commands": menu("x" * 33)}, "BOT_COMMAND_INVALID"),
        ({"commands": [{"command": "new", "description": ""}]}, "BOT_COMMAND_DESCRIPTION_INVALID"),
        (
            {"commands": [{"command": "new", "description": "x" * 257}]},
            "BOT_COMMAND_DESCRIPTION_INVALID",
        ),
        ({"commands": menu("new") * 101}, "BOT_COMMANDS_TOO_MUCH"),
        ({"commands": ["new"]}, "can't parse BotCommand: expected an Object"),
        ({}, "can't parse commands: array is expected"),
        ({"commands": [], "language_code": "hun"}, "invalid language code specified"),
        (
            {"commands": [], "scope": {"type": "moon"}},
            "can't parse BotCommandScope: unsupported type specified",
        ),
        (
            {"commands": [], "scope": {"type": "chat"}},
            "can't parse BotCommandScope: chat_id is missing",
        ),
    ],
)
async def test_a_menu_that_telegram_refuses_is_refused(
    client: Client, parameters: dict[str, object], reason: str
) -> None:
    assert await client.refused("setMyCommands", **parameters) == f"Bad Request: {reason}"


@pytest.mark.parametrize(
    ("name", "what", "longest"),
    [
        ("Name", "name", 64),
        ("Description", "description", 512),
        ("ShortDescription", "short_description", 120),
    ],
)
async def test_texts_are_kept_by_language_and_limited(
    client: Client, name: str, what: str, longest: int
) -> None:
    await client.ok(f"setMy{name}", **{what: "x" * longest})
    await client.ok(f"setMy{name}", **{what: "magyar"}, language_code="hu")
    assert await client.ok(f"getMy{name}", language_code="hu") == {what: "magyar"}
    assert await client.ok(f"getMy{name}", language_code="es") == {what: "x" * longest}
    refusal = await client.refused(f"setMy{name}", **{what: "x" * (longest + 1)})
    assert refusal == f"Bad Request: bot {what.replace('_', ' ')} is too long"
