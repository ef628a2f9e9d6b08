"""Every command gets a visible answer, in every phase, wherever and by whomever it is given."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from telegram_avalon.bot.commands import COMMANDS
from telegram_avalon.bot.updates import FORWARDED_FROM_CHANNEL
from telegram_avalon.playground import Chat, LimitMode, Message, Person
from telegram_avalon.rules import Command
from telegram_avalon.table import Cancelled
from tests.bot.conftest import Logs
from tests.bot.people import (
    confirmed,
    ours,
    reached,
    readings,
    reads,
    say,
    table_of,
    until_read,
    whisper,
)
from tests.harness import Party, Stage, playing
from tests.store.builders import ASSASSINATING, OVER, QUESTING, VOTING

PHASES: dict[str, tuple[Command, ...] | None] = {
    "nothing": None,
    "lobby": None,
    "proposing": (),
    "voting": VOTING,
    "questing": QUESTING,
    "assassinating": ASSASSINATING,
    "over": OVER,
    "cancelled": QUESTING,
}
ACTORS = ("host", "admin", "player", "stranger", "anonymous admin", "channel")


@dataclass
class Group:
    """A group with a table in some phase, for one command only."""

    stage: Stage
    people: list[Person]
    admin: Person
    stranger: Person
    chat: Chat

    @property
    def chats(self) -> list[Chat]:
        everybody = (*self.people, self.admin, self.stranger)
        return [self.chat, *map(self.stage.world.private, everybody)]

    def say(self, actor: str, text: str) -> None:
        world = self.stage.world
        if actor == "anonymous admin":
            world.promote(self.admin, self.chat, anonymous=True)
        who = {"host": self.people[0], "player": self.people[1], "stranger": self.stranger}
        world.say(
            who.get(actor, self.admin),
            self.chat,
            text,
            channel="News" if actor == "channel" else "",
        )


async def group_in(stage: Stage, phase: str, number: int) -> Group:
    world = stage.world
    people = [world.person(name) for name in ("Ann", "Bob", "Cid", "Dot", "Eve")]
    owner, admin, stranger = (world.person(name) for name in ("Own", "Adm", "Eva"))
    chat = world.group("Friends", owner, *people, admin, stranger)
    world.promote(admin, chat)
    await reached(stage, *people, admin)
    if phase != "nothing":
        end = {"closed": True, "notices": (Cancelled(1),)} if phase == "cancelled" else {}
        table = table_of(people, chat, f"{number:0>11}", PHASES[phase], **end)
        await stage.tables.commit(table, None)
    return Group(stage, people, admin, stranger, chat)


async def all_quiet(stage: Stage) -> None:
    while await stage.redis.zcard(stage.keys.due):
        await stage.clock.sleep(200)


async def answered(stage: Stage, chats: Callable[[], list[Chat]], before: int) -> bool:
    try:
        await stage.world.until(lambda: len(readings(*chats())) > before, 20_000)
    except TimeoutError:
        return False
    return True


@pytest.mark.parametrize("phase", PHASES)
async def test_every_command_in_a_group_is_answered(redis_url: str, phase: str, logs: Logs) -> None:
    async with playing(redis_url, speed=10, messages_per_second=10_000) as stage:
        stage.emulator.limits.mode = LimitMode.OFF
        await stage.start()
        asked = [(actor, name) for actor in ACTORS for name in (*COMMANDS, "nonsense")]
        groups = [await group_in(stage, phase, number) for number in range(len(asked))]
        await all_quiet(stage)
        before = [len(readings(*group.chats)) for group in groups]

        for group, (actor, name) in zip(groups, asked, strict=True):
            group.say(actor, f"/{name}@{stage.world.bot.username}")

        await confirmed(stage)
        silent = [
            told
            for group, told, count in zip(groups, asked, before, strict=True)
            if not await answered(stage, lambda group=group: group.chats, count)  # type: ignore[misc]
        ]
        assert silent == []
        assert [call for call in stage.emulator.calls if call.status == 400] == []
        assert logs.lines("error", "critical") == []


@pytest.mark.parametrize("phase", PHASES)
async def test_every_command_in_private_is_answered(redis_url: str, phase: str, logs: Logs) -> None:
    async with playing(redis_url, speed=10, messages_per_second=10_000) as stage:
        stage.emulator.limits.mode = LimitMode.OFF
        await stage.start()
        asked = [(who, name) for who in ("player", "stranger") for name in (*COMMANDS, "nonsense")]
        groups = [await group_in(stage, phase, number) for number in range(len(asked))]
        await all_quiet(stage)
        chats = [
            stage.world.private(group.people[1] if who == "player" else group.stranger)
            for group, (who, _) in zip(groups, asked, strict=True)
        ]
        before = [len(readings(chat)) for chat in chats]

        for chat, (_, name) in zip(chats, asked, strict=True):
            stage.world.say(stage.world.user(chat.id), None, f"/{name}")

        silent = [
            told
            for chat, told, count in zip(chats, asked, before, strict=True)
            if not await answered(stage, lambda chat=chat: [chat], count)  # type: ignore[misc]
        ]
        assert silent == []
        assert logs.lines("error", "critical") == []


@pytest.mark.parametrize("name", [name for name in COMMANDS if name != "start"])
async def test_a_command_counts_in_any_letter_case_with_the_bots_name(
    stage: Stage, name: str
) -> None:
    group = await group_in(stage, "voting", 1)
    await all_quiet(stage)
    before = len(readings(*group.chats))

    group.say("host", f"/{name.title()}@{stage.world.bot.username.upper()}")

    assert await answered(stage, lambda: group.chats, before)


@pytest.mark.parametrize("name", COMMANDS)
async def test_a_command_of_another_bot_is_left_to_it(stage: Stage, name: str) -> None:
    stage.world.privacy_mode = False
    group = await group_in(stage, "voting", 1)
    await all_quiet(stage)
    before = readings(*group.chats)

    group.say("host", f"/{name}@another_bot")
    await confirmed(stage)
    group.say("host", f"/help@{stage.world.bot.username}")

    await until_read(stage.world, stage.world.private(group.people[0]), "Begin deals the cards")
    assert len(readings(*group.chats)) == len(before) + 1


async def test_a_command_nobody_knows_is_left_alone_in_a_group(stage: Stage) -> None:
    stage.world.privacy_mode = False
    party = Party(stage)
    await party.open()

    for text in ("/dance", "hello", "/", "//help", "help", "/dance@another_bot", "/1@2@3"):
        party.world.say(party.host, party.group, text)
    await confirmed(stage)
    await party.quiet()

    assert len(readings(*party.chats)) == 1


async def test_a_command_nobody_knows_that_names_the_bot_gets_a_hint(stage: Stage) -> None:
    party = Party(stage)

    say(party, party.host, "dance")

    await until_read(party.world, party.group, "I don't know that command: see /help.")


@pytest.mark.parametrize("text", ["/dance", "hello", "🙂", "/help me please/now", "/new"])
async def test_anything_in_private_gets_an_answer(stage: Stage, text: str) -> None:
    party = Party(stage)

    whisper(party, party.host, text)

    await party.world.until(lambda: readings(party.private(party.host)))


async def test_a_group_command_in_private_is_sent_to_the_group(stage: Stage) -> None:
    party = Party(stage)

    whisper(party, party.host, "/new")

    await until_read(party.world, party.private(party.host), "/new is for the group")


@pytest.mark.parametrize("payload", ["", "join-nonsense", "join-", "rules", "x" * 64])
async def test_start_with_any_payload_is_answered(stage: Stage, payload: str) -> None:
    party = Party(stage)

    stage.world.start(party.host, payload)

    await party.world.until(lambda: readings(party.private(party.host)))


async def test_start_greets_and_leads_to_a_group(stage: Stage) -> None:
    party = Party(stage)

    stage.world.start(party.host)

    greeting = await until_read(party.world, party.private(party.host), "I run The Resistance")
    (add,) = [button for row in greeting.buttons for button in row]
    assert add.url == f"https://t.me/{stage.world.bot.username}?startgroup=new"


async def test_adding_the_bot_by_that_link_opens_a_table(stage: Stage) -> None:
    owner = stage.world.person("Ann", started=True)
    chat = stage.world.group("Friends", owner, bot=None)

    stage.world.add_bot(chat, payload="new")

    await until_read(stage.world, chat, "a table is open")


async def test_whoever_adds_the_bot_is_told_how_to_go_on(stage: Stage) -> None:
    owner = stage.world.person("Ann")
    chat = stage.world.group("Friends", owner, bot=None)

    stage.world.add_bot(chat)

    hello = await until_read(stage.world, chat, f"/new@{stage.world.bot.username} opens a table")
    assert hello.silent


async def test_a_refusal_comes_in_private_where_the_bot_may_write(stage: Stage) -> None:
    party = Party(stage)
    await reached(stage, party.host)

    say(party, party.host, "board")

    await until_read(party.world, party.private(party.host), "No table stands here.")
    assert ours(party.group) == []


async def test_a_refusal_is_silent_in_the_group_where_it_may_not(stage: Stage) -> None:
    party = Party(stage)

    say(party, party.host, "board")

    assert (await until_read(party.world, party.group, "No table stands here.")).silent


def posted(stage: Stage, group: Chat, sender: dict[str, object], text: str) -> None:
    """A message of a kind that people don't write."""
    chat = {"id": group.id, "type": "supergroup", "title": group.title}
    message = {"message_id": 99, "date": 0, "chat": chat, "from": sender, "text": text}
    stage.emulator.inbox.put("message", f"chat {group.id}", message)


@pytest.mark.parametrize(
    "sender",
    [
        {"id": 2002, "is_bot": True, "first_name": "Other bot"},
        {"id": FORWARDED_FROM_CHANNEL, "is_bot": False, "first_name": "Telegram"},
    ],
    ids=["another bot", "the linked channel"],
)
async def test_what_a_machine_posts_is_not_answered(
    stage: Stage, sender: dict[str, object]
) -> None:
    """Two bots that answer each other never stop."""
    party = Party(stage)

    posted(stage, party.group, sender, f"/help@{stage.world.bot.username}")
    posted(stage, party.group, sender, "/new")
    await confirmed(stage)
    await party.quiet()
    say(party, party.host, "join")

    await until_read(party.world, party.group, "No table stands here.")
    assert len(readings(*party.chats)) == 1


# --- topics ------------------------------------------------------------------------------------


async def test_a_command_in_a_topic_is_answered_in_that_topic(stage: Stage) -> None:
    party = Party(stage, kind="forum")
    topic = stage.world.topic(party.group, "Games")

    stage.world.say(party.host, party.group, "/new", topic)

    assert (await until_read(stage.world, party.group, "a table is open")).topic is topic


async def test_a_reply_in_general_is_answered_in_general(stage: Stage) -> None:
    """It carries a thread's number that is no topic: sending there would fail."""
    party = Party(stage, kind="forum")
    said = stage.world.say(party.host, party.group, "shall we?")
    chat = {"id": party.group.id, "type": "supergroup", "title": "Friends", "is_forum": True}
    sender = {"id": party.host.id, "is_bot": False, "first_name": "Ann"}
    reply = {
        "message_id": 98,
        "date": 0,
        "chat": chat,
        "from": sender,
        "message_thread_id": said.id,
        "text": "/new",
    }

    stage.emulator.inbox.put("message", f"chat {party.group.id}", reply)

    assert (await until_read(stage.world, party.group, "a table is open")).topic is None


async def test_two_topics_of_a_forum_hold_two_tables(stage: Stage) -> None:
    party = Party(stage, kind="forum")
    topics = [stage.world.topic(party.group, name) for name in ("One", "Two")]

    for topic in topics:
        stage.world.say(party.host, party.group, "/new", topic)
    await stage.world.until(lambda: len(reads(party.group, "a table is open")) == 2)

    tables: list[Message] = reads(party.group, "a table is open")
    assert {message.topic and message.topic.id for message in tables} == {t.id for t in topics}
