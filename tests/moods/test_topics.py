"""Forums: a table lives in the topic where it was opened, or in the whole chat if that goes."""

from functools import partial

import pytest

from telegram_avalon.bot.updates import FORWARDED_FROM_CHANNEL
from telegram_avalon.playground import Chat, Message, Topic
from telegram_avalon.playground.entities import FormattedText
from telegram_avalon.playground.state import Outgoing
from telegram_avalon.screens.actions import Wish
from tests.bot.people import confirmed, data_in, forge, ours, reached, reads, until_read
from tests.harness import Party, Stage
from tests.moods.gatherings import in_topic, open_in


async def forum(stage: Stage) -> tuple[Party, Topic]:
    """People who play in a topic: their cards are dealt."""
    party = Party(stage, kind="forum")
    topic = stage.world.topic(party.group, "Games")
    await reached(stage, *party.people)
    await open_in(stage, party, topic)
    await deal_in(stage, party, topic)
    return party, topic


async def deal_in(stage: Stage, party: Party, topic: Topic | None) -> None:
    lobby = in_topic(party.group, topic)[-1]
    for person in party.people:
        await stage.world.press(person, lobby, "Join").answered()
    await stage.world.press(party.host, lobby, "Begin").answered()
    await stage.world.until(partial(dealt_in, party, topic))
    await party.quiet()


def dealt_in(party: Party, topic: Topic | None) -> bool:
    return any("are dealt" in message.text for message in in_topic(party.group, topic))


def refused(stage: Stage, party: Party) -> int:
    return len(
        [c for c in stage.emulator.calls_of("sendMessage", party.group.id) if c.status != 200]
    )


def after(party: Party, message: Message) -> list[Message]:
    return [m for m in ours(party.group) if m.id > message.id]


async def test_everything_goes_to_the_topic(stage: Stage) -> None:
    party, topic = await forum(stage)
    await party.play_out()

    assert all(message.topic is topic for message in ours(party.group))
    assert len(ours(party.group)) > 5
    sent = stage.emulator.calls_of("sendMessage", party.group.id)
    assert {call.params.get("message_thread_id") for call in sent} == {str(topic.id)}
    assert not any(call.status == 400 for call in stage.emulator.calls)


async def test_general_is_spoken_to_without_a_number(stage: Stage) -> None:
    party = Party(stage, kind="forum")
    stage.world.topic(party.group, "Games")
    await reached(stage, *party.people)
    await open_in(stage, party, None)
    await deal_in(stage, party, None)
    await party.play_out()

    sent = stage.emulator.calls_of("sendMessage", party.group.id)
    assert {call.params.get("message_thread_id") for call in sent} == {None}
    assert not any(call.status == 400 for call in stage.emulator.calls)


@pytest.mark.parametrize("how", ["closed", "deleted"])
async def test_a_topic_that_goes_is_left_once_for_the_whole_chat(stage: Stage, how: str) -> None:
    party, topic = await forum(stage)
    last = ours(party.group)[-1]
    setattr(topic, how, True)

    await party.play_out()

    assert {message.topic for message in after(party, last)} == {None}
    assert refused(stage, party) == 1
    assert party.repeats() == {}
    assert await party.untold() == []
    assert await stage.tables.at(party.group.id, topic.id) is None


@pytest.mark.parametrize("how", ["closed", "deleted"])
async def test_commands_in_the_whole_chat_reach_the_table_that_fell_back_to_it(
    stage: Stage, how: str
) -> None:
    party, topic = await forum(stage)
    setattr(topic, how, True)
    await party.play(until=lambda game: game.step == 2)
    await party.quiet()
    before = len(ours(party.group))

    stage.world.say(party.host, party.group, f"/board@{stage.world.bot.username}")

    await stage.world.until(lambda: len(ours(party.group)) == before + 1)
    assert ours(party.group)[-1].topic is None


@pytest.mark.parametrize("how", ["closed", "deleted"])
async def test_a_topic_that_goes_while_another_table_stands_in_general(
    stage: Stage, how: str
) -> None:
    """Both speak in the whole chat; commands there mean the one that stands there."""
    party, topic = await forum(stage)
    game = party.id
    await open_in(stage, party, None)
    lobby, party.id = party.id, game
    last = ours(party.group)[-1]
    setattr(topic, how, True)

    await party.play_out()

    assert {message.topic for message in after(party, last)} == {None}
    assert refused(stage, party) == 1
    texts = [m.versions[0].text for m in after(party, last)]
    assert len(texts) == len(set(texts))
    assert await stage.tables.at(party.group.id, None) == lobby
    assert await party.untold() == []


async def test_a_lobby_in_each_of_two_topics(stage: Stage) -> None:
    party = Party(stage, kind="forum")
    await reached(stage, *party.people)
    topics = [stage.world.topic(party.group, name) for name in ("One", "Two")]
    ids = []
    for topic in topics:
        await open_in(stage, party, topic)
        ids.append(party.id)
    for number, topic in enumerate(topics):
        party.id = ids[number]
        await deal_in(stage, party, topic)

    for number in range(2):
        party.id = ids[number]
        await party.play_out()

    assert len(set(ids)) == 2
    for topic in topics:
        told = [m.text for m in in_topic(party.group, topic)]
        assert sum("are dealt" in text for text in told) == 1
        assert sum("wins" in text for text in told) == 1


async def test_the_end_is_told_though_the_topic_went_just_then(stage: Stage) -> None:
    party, topic = await forum(stage)
    last = ours(party.group)[-1]
    await party.play(until=lambda game: len(game.record) >= 9)
    topic.deleted = True
    while moves := await party.next_moves():
        for person, action in moves:
            await (await party.press(person, action)).answered()

    await until_read(stage.world, party.group, "wins")
    await party.quiet()
    assert [m.topic for m in after(party, last) if "wins" in m.text] == [None]


async def test_where_general_is_closed_too_the_game_waits_and_goes_on(stage: Stage) -> None:
    party, topic = await forum(stage)
    topic.closed = party.group.general_closed = True
    await party.play(until=lambda game: len(game.record) == 2)
    await stage.clock.sleep(20_000)
    assert refused(stage, party) <= 6

    party.group.general_closed = False
    await until_read(stage.world, party.group, "Approved")
    await party.play_out()
    assert party.repeats() == {}


async def test_where_the_table_goes_on_the_group_is_told_why(stage: Stage) -> None:
    party, topic = await forum(stage)
    topic.closed = True

    await party.play_out()

    told = [m for m in ours(party.group) if "topic of this table" in m.text]
    assert [(m.topic, m.silent) for m in told] == [(None, True)]


async def test_in_a_topic_of_a_private_chat_the_bot_answers_there(stage: Stage) -> None:
    party = Party(stage)
    await party.begin()
    ann, chat = party.host, party.private(party.host)
    topic = stage.world.topic(chat, "Games", by=ann)

    for number, words in enumerate(("/help", "/history", "hello?"), start=1):
        stage.world.say(ann, None, words, topic)
        await stage.world.until(partial(answered, chat, topic, number))

    await party.play_out()
    assert not any(call.status == 400 for call in stage.emulator.calls)


def answered(chat: Chat, topic: Topic, times: int) -> bool:
    return len(in_topic(chat, topic)) == times


async def test_what_a_press_in_such_a_topic_brings_comes_there(stage: Stage) -> None:
    party = Party(stage)
    await party.begin()
    ann, chat = party.host, party.private(party.host)
    topic = stage.world.topic(chat, "Games", by=ann)
    stage.world.say(ann, None, "/rules", topic)
    await stage.world.until(lambda: in_topic(chat, topic))

    step = (await party.game()).step
    await forge(party, ann, in_topic(chat, topic)[-1], Wish.MY_CHARACTER, step).answered()

    await stage.world.until(lambda: len(in_topic(chat, topic)) == 2)


async def test_a_private_topic_that_has_just_gone_costs_no_answer(stage: Stage) -> None:
    party = Party(stage)
    topic = stage.world.topic(party.private(party.host), "Games", by=party.host)
    stage.world.say(party.host, None, "/help", topic)
    topic.deleted = True

    answer = await until_read(stage.world, party.private(party.host), "/new")
    assert answer.topic is None


# --- comments below a channel's posts ----------------------------------------------------------


def post(stage: Stage, party: Party, text: str) -> Message:
    """A channel's post, as Telegram forwards it to the group where it is discussed."""
    telegram = stage.world.person("Telegram", user_id=FORWARDED_FROM_CHANNEL)
    channel = stage.world.new_chat("channel", "News")
    return stage.world.post(
        party.group, telegram, Outgoing(FormattedText(text), sender_chat=channel)
    )


async def test_a_command_in_a_comment_means_the_groups_table(stage: Stage) -> None:
    """A comment bears the number of its post's thread, which is no topic."""
    party = Party(stage)
    news = post(stage, party, "Tonight we play")
    bot = stage.world.bot.username
    comment = stage.world.say(party.host, party.group, f"/new@{bot}", reply_to=news)
    await until_read(stage.world, party.group, "a table is open")

    stage.world.say(party.people[1], party.group, f"/new@{bot}", reply_to=comment)
    await confirmed(stage)
    await party.quiet()

    assert len({data.partition(":")[0] for data in data_in(party.group)}) == 1
    found = await stage.tables.at(party.group.id, None)
    assert found is not None
    assert not any(call.status == 400 for call in stage.emulator.calls)


async def test_who_comments_as_a_channel_is_asked_to_come_as_themselves(stage: Stage) -> None:
    party = Party(stage)
    news = post(stage, party, "Tonight we play")
    bot = stage.world.bot.username

    stage.world.say(party.people[1], party.group, f"/new@{bot}", reply_to=news, channel="Somebody")

    await until_read(stage.world, party.group, "Please do that as yourself")
    assert await stage.tables.at(party.group.id, None) is None


async def test_a_reply_in_general_opens_a_table_in_general(stage: Stage) -> None:
    """It carries the number of a thread that is no topic."""
    party = Party(stage, kind="forum")
    first = stage.world.say(party.people[1], party.group, "who plays?")
    stage.world.say(party.host, party.group, f"/new@{stage.world.bot.username}", reply_to=first)
    await until_read(stage.world, party.group, "a table is open")
    await confirmed(stage)

    assert [m.topic for m in reads(party.group, "a table is open")] == [None]
    assert not any(call.status == 400 for call in stage.emulator.calls)
