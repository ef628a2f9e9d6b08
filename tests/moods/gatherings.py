"""Tables of people whom the bot knows already."""

from functools import partial

from telegram_avalon.playground import Chat, Message, Topic
from tests.bot.people import confirmed, ours, panel, reached, until_read
from tests.harness import Party, Stage


async def known(stage: Stage, players: int = 5, kind: str = "supergroup") -> Party:
    """An open table, and people whom the bot can write to; nobody sits yet."""
    party = Party(stage, players, kind)
    await party.open()
    await reached(stage, *party.people)
    return party


async def deal(stage: Stage, party: Party) -> None:
    """Everybody sits down at the open table and has their card."""
    lobby = panel(party)
    for person in party.people:
        await stage.world.press(person, lobby, "Join").answered()
    await stage.world.press(party.host, lobby, "Begin").answered()
    await until_read(stage.world, party.group, "are dealt")
    await party.quiet()


async def another_game(stage: Stage, party: Party) -> Party:
    """The same people in another group."""
    other = Party(stage)
    other.people, other.host = party.people, party.host
    other.group = stage.world.group("Others", *other.people)
    await other.open()
    await reached(stage, *other.people)
    await deal(stage, other)
    return other


async def open_in(stage: Stage, party: Party, topic: Topic | None) -> None:
    """Open the party's table in a topic, or in General."""
    party.world.say(party.host, party.group, f"/new@{party.world.bot.username}", topic)
    await party.world.until(partial(opened_in, party.group, topic))
    data = in_topic(party.group, topic)[-1].button(label="Join").callback_data
    party.id = data.partition(":")[0]
    await confirmed(stage)


def opened_in(chat: Chat, topic: Topic | None) -> bool:
    return any("Join" in "".join(message.labels) for message in in_topic(chat, topic))


def in_topic(chat: Chat, topic: Topic | None) -> list[Message]:
    """What the bot has written there."""
    return [message for message in ours(chat) if message.topic is topic]
