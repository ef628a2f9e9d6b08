"""/export: the file, who gets it, and what is said where there is none."""

import json

import pytest

from telegram_avalon.playground import Chat, Message
from telegram_avalon.playground.parameters import Upload
from telegram_avalon.record import read
from tests import naive_rules
from tests.bot.people import ours, reached, table_of, until_read
from tests.bot.test_commands import Group, all_quiet, group_in
from tests.harness import Stage
from tests.store.builders import OVER

TOO_EARLY = "The record comes after the end of the game: say /export then."
CANCELLED = "That game was cancelled: it has no record."
NOT_YOURS = "The record is for those who played the game."


async def file_in(stage: Stage, chat: Chat) -> Upload:
    """The document that comes there."""

    def brought() -> list[Message]:
        return [message for message in ours(chat) if message.document]

    await stage.world.until(brought)
    (message,) = brought()
    assert message.document is not None
    return message.document


def asked(group: Group, actor: str) -> None:
    group.say(actor, f"/export@{group.stage.world.bot.username}")


async def test_in_the_group_the_file_comes_to_whoever_asks_in_private(stage: Stage) -> None:
    group = await group_in(stage, "over", 1)
    await all_quiet(stage)
    before = len(ours(group.chat))

    asked(group, "player")

    file = await file_in(stage, stage.world.private(group.people[1]))
    assert file.name.startswith("avalon-")
    assert file.name.endswith(".json")
    assert file.mime_type == "application/json"
    assert len(ours(group.chat)) == before


async def test_the_file_is_the_whole_record_without_anybodys_id(stage: Stage) -> None:
    group = await group_in(stage, "over", 1)

    asked(group, "host")

    file = await file_in(stage, stage.world.private(group.people[0]))
    record = read(file.content)
    assert [player.name for player in record.seats] == [person.name for person in group.people]
    naive_rules.check(json.loads(file.content))
    assert not any(str(person.id).encode() in file.content for person in group.people)
    assert str(group.chat.id).encode() not in file.content


async def test_whoever_the_bot_cannot_write_to_gets_the_way(stage: Stage) -> None:
    world = stage.world
    people = [world.person(name) for name in ("Ann", "Bob", "Cid", "Dot", "Eve")]
    chat = world.group("Friends", *people)
    await stage.tables.commit(table_of(people, chat, f"{1:0>11}", OVER), None)

    world.say(people[2], chat, f"/export@{world.bot.username}")

    way = await until_read(world, chat, "The record is in our private chat.")
    (link,) = [button for row in way.buttons for button in row]
    assert link.url is not None
    world.start(people[2], link.url.partition("start=")[2])
    await file_in(stage, world.private(people[2]))


@pytest.mark.parametrize(
    ("phase", "actor", "said"),
    [
        ("proposing", "player", TOO_EARLY),
        ("assassinating", "player", TOO_EARLY),
        ("cancelled", "player", CANCELLED),
        ("over", "admin", NOT_YOURS),
        ("lobby", "admin", NOT_YOURS),
        ("nothing", "admin", "No table stands here."),
        ("over", "channel", "Please do that as yourself"),
    ],
)
async def test_the_group_hears_why_there_is_no_file(
    stage: Stage, phase: str, actor: str, said: str
) -> None:
    group = await group_in(stage, phase, 1)
    await all_quiet(stage)

    asked(group, actor)

    await stage.world.until(
        lambda: [m for chat in group.chats for m in ours(chat) if said in m.text]
    )
    assert not any(message.document for chat in group.chats for message in ours(chat))


async def test_a_stranger_gets_nothing_by_a_link_either(stage: Stage) -> None:
    group = await group_in(stage, "over", 1)

    stage.world.start(group.stranger, f"export-{1:0>11}")

    await until_read(stage.world, stage.world.private(group.stranger), NOT_YOURS)


async def test_in_private_the_only_game_comes_at_once(stage: Stage) -> None:
    group = await group_in(stage, "over", 1)

    stage.world.say(group.people[3], None, "/export")

    await file_in(stage, stage.world.private(group.people[3]))


async def test_in_private_somebody_of_several_games_is_asked_which(stage: Stage) -> None:
    world = stage.world
    people = [world.person(name) for name in ("Ann", "Bob", "Cid", "Dot", "Eve")]
    await reached(stage, *people)
    for number, title in enumerate(("Friends", "Family")):
        chat = world.group(title, *people)
        await stage.tables.commit(table_of(people, chat, f"{number:0>11}", OVER), None)
    await all_quiet(stage)

    world.say(people[4], None, "/export")

    private = world.private(people[4])
    question = await until_read(world, private, "Which one's record?")
    assert len(question.labels) == 2
    (family,) = [label for label in question.labels if "Family" in label]
    press = world.press(people[4], question, label=family)
    assert (await press.answered()).text == "The record is on its way to our private chat."
    await file_in(stage, private)


@pytest.mark.parametrize(
    ("phase", "said"),
    [("questing", TOO_EARLY), ("cancelled", CANCELLED), ("lobby", "You have played no game here")],
)
async def test_in_private_it_says_why_there_is_no_file(stage: Stage, phase: str, said: str) -> None:
    group = await group_in(stage, phase, 1)

    stage.world.say(group.people[1], None, "/export")

    await until_read(stage.world, stage.world.private(group.people[1]), said)


async def test_the_last_game_can_be_had_while_people_gather_for_the_next(stage: Stage) -> None:
    group = await group_in(stage, "over", 1)
    group.say("host", f"/new@{stage.world.bot.username}")
    await until_read(stage.world, group.chat, "a table is open")

    asked(group, "host")

    await file_in(stage, stage.world.private(group.people[0]))
