"""Groups where the bot may not write: the host is told what to do, and the table waits."""

from functools import partial
from gettext import NullTranslations
from unittest.mock import patch

import pytest
from msgspec import structs

from telegram_avalon.bot import Services
from telegram_avalon.clock import MINUTE, SECOND
from telegram_avalon.i18n.phrases import Words
from telegram_avalon.i18n.tongue import Tongue
from telegram_avalon.playground import Message, Person, Topic, UpdateFault
from telegram_avalon.table import Table
from tests.bot.people import (
    alter,
    confirmed,
    ours,
    reached,
    reads,
    say,
    until_read,
)
from tests.harness import Party, Stage
from tests.moods.gatherings import another_game, deal, known, open_in

WAITS = "I can't write in"


async def voting(stage: Stage) -> Party:
    party = Party(stage)
    await party.begin()
    await party.play(until=lambda game: game.step == 1)
    await party.quiet()
    return party


async def vote(party: Party) -> None:
    for person, action in await party.next_moves():
        await (await party.press(person, action)).answered()


def told(party: Party) -> list[Message]:
    """What the host was told of it."""
    return reads(party.private(party.host), WAITS)


def others_know(party: Party) -> bool:
    return any(reads(party.private(person), WAITS) for person in party.people[1:])


def silence(stage: Stage, party: Party, notices: bool) -> None:
    if notices:
        stage.world.restrict_bot(party.group)
    else:
        stage.world.mute(party.group)


def unsilence(stage: Stage, party: Party, notices: bool) -> None:
    if notices:
        stage.world.unrestrict_bot(party.group)
    else:
        stage.world.unmute(party.group)


def told_times(party: Party, times: int) -> bool:
    return len(told(party)) == times


def spoke(party: Party, before: int) -> bool:
    return len(ours(party.group)) > before


async def test_the_host_is_told_once_that_the_bot_was_muted_and_the_game_goes_on_later(
    stage: Stage,
) -> None:
    party = await voting(stage)

    stage.world.restrict_bot(party.group)

    line = await until_read(stage.world, party.private(party.host), WAITS)
    assert line.text == (
        "I can't write in \u2068Friends\u2069: ask an admin to let me send messages there. "
        "The table waits, and nothing is lost."
    )
    await vote(party)
    await stage.clock.sleep(2 * MINUTE)
    assert len([c for c in stage.emulator.calls if c.status == 400]) > 2
    assert len(told(party)) == 1
    assert not others_know(party)

    before = stage.clock.now()
    stage.world.unrestrict_bot(party.group)
    await until_read(stage.world, party.group, "Approved, 5 to 0")
    assert stage.clock.now() - before < MINUTE
    await party.play_out()
    assert party.repeats() == {}
    assert len(told(party)) == 1


async def test_a_group_that_lets_nobody_write_is_told_of_by_its_refusal_once(
    stage: Stage,
) -> None:
    """Telegram sends no notice of the rights that all members have."""
    party = await voting(stage)
    stage.world.mute(party.group)
    assert not told(party)

    await vote(party)

    await until_read(stage.world, party.private(party.host), WAITS)
    await stage.clock.sleep(3 * MINUTE)
    assert len(told(party)) == 1
    assert not others_know(party)
    stage.world.unmute(party.group)
    await until_read(stage.world, party.group, "Approved, 5 to 0")
    await party.play_out()
    assert len(told(party)) == 1


@pytest.mark.parametrize("notices", [True, False])
async def test_each_time_it_happens_is_told_once(stage: Stage, notices: bool) -> None:
    party = await voting(stage)
    for count in (1, 2):
        silence(stage, party, notices)
        await vote(party)
        await stage.world.until(partial(told_times, party, count))
        messages = len(ours(party.group))
        unsilence(stage, party, notices)
        await stage.world.until(partial(spoke, party, messages))
        await party.quiet()
        assert (await party.table()).muted == 0
    assert len(told(party)) == 2


async def test_a_notice_and_a_refusal_of_one_event_are_told_once(stage: Stage) -> None:
    party = await voting(stage)
    stage.world.mute(party.group)
    await vote(party)
    await until_read(stage.world, party.private(party.host), WAITS)

    stage.world.restrict_bot(party.group)

    await confirmed(stage)
    await stage.clock.sleep(MINUTE)
    assert len(told(party)) == 1


async def test_a_notice_that_comes_twice_is_told_once(stage: Stage) -> None:
    party = await voting(stage)
    stage.emulator.faults.next_update(UpdateFault.REPEAT, kind="my_chat_member")

    stage.world.restrict_bot(party.group)

    await until_read(stage.world, party.private(party.host), WAITS)
    await confirmed(stage)
    await stage.clock.sleep(20 * SECOND)
    assert len(told(party)) == 1


async def test_a_lobby_that_can_never_be_shown_is_told_of_too(stage: Stage) -> None:
    party = Party(stage)
    await reached(stage, *party.people)
    stage.world.mute(party.group)

    say(party, party.host, "new")

    await until_read(stage.world, party.private(party.host), WAITS)
    stage.world.unmute(party.group)
    await until_read(stage.world, party.group, "a table is open")


async def test_a_right_to_write_that_is_left_is_no_reason_to_tell(stage: Stage) -> None:
    party = await voting(stage)
    messages = len(ours(party.group))

    stage.world.restrict_bot(party.group, rights=frozenset({"can_send_messages"}))

    await confirmed(stage)
    await party.quiet()
    assert len(ours(party.group)) == messages
    await party.play_out()
    assert not told(party)


async def test_the_right_to_write_alone_lets_the_table_speak_at_once(stage: Stage) -> None:
    party = await voting(stage)
    stage.world.restrict_bot(party.group)
    await vote(party)
    await stage.clock.sleep(2 * MINUTE)
    before = stage.clock.now()

    stage.world.restrict_bot(party.group, rights=frozenset({"can_send_messages"}))

    await until_read(stage.world, party.group, "Approved, 5 to 0")
    assert stage.clock.now() - before < MINUTE


def _in_language(table: Table, host: int) -> Table:
    people = tuple(
        structs.replace(person, language="hu") if person.id == host else person
        for person in table.people
    )
    return structs.replace(table, people=people)


async def test_the_host_reads_it_in_their_own_language(stage: Stage) -> None:
    party = await voting(stage)
    await alter(party, partial(_in_language, host=party.host.id))
    await party.quiet()
    spoken: list[str] = []

    def words(_: Services, language: str) -> Words:
        spoken.append(language)
        return Words(Tongue(NullTranslations(), "en"))

    with patch.object(Services, "words", words):
        stage.world.restrict_bot(party.group)
        await until_read(stage.world, party.private(party.host), WAITS)

    assert spoken == ["hu"]


async def test_a_table_without_a_host_waits_in_silence(stage: Stage) -> None:
    party = await voting(stage)
    await alter(party, lambda table: structs.replace(table, host=None))

    stage.world.restrict_bot(party.group)
    await vote(party)

    await stage.clock.sleep(MINUTE)
    assert not told(party)
    stage.world.unrestrict_bot(party.group)
    await party.play_out()


async def lobbies(stage: Stage, party: Party, *hosts: Person) -> list[Topic]:
    """A table in a topic for each of *hosts*."""
    await reached(stage, *party.people)
    topics = []
    for host in hosts:
        topics.append(stage.world.topic(party.group, "Games"))
        party.host = host
        await open_in(stage, party, topics[-1])
    await party.quiet()
    return topics


async def test_a_host_of_two_tables_there_is_told_once(stage: Stage) -> None:
    party = Party(stage, kind="forum")
    topics = await lobbies(stage, party, party.host, party.host)

    stage.world.restrict_bot(party.group)

    await until_read(stage.world, party.private(party.host), WAITS)
    for topic in topics:
        board = f"/board@{stage.world.bot.username}"
        stage.world.say(party.people[1], party.group, board, topic)
    await stage.world.until(lambda: len([c for c in stage.emulator.calls if c.status == 400]) > 1)
    await stage.clock.sleep(20 * SECOND)
    assert len(told(party)) == 1


async def test_two_hosts_there_are_told_both(stage: Stage) -> None:
    """One by the notice, the other once that table has something to say."""
    party = Party(stage, kind="forum")
    hosts = party.people[:2]
    topics = await lobbies(stage, party, *hosts)

    stage.world.restrict_bot(party.group)
    for topic in topics:
        board = f"/board@{stage.world.bot.username}"
        stage.world.say(party.people[2], party.group, board, topic)

    for host in hosts:
        await until_read(stage.world, party.private(host), WAITS)
    await stage.clock.sleep(20 * SECOND)
    assert [len(reads(party.private(host), WAITS)) for host in hosts] == [1, 1]


async def test_another_group_of_the_same_host_plays_on(stage: Stage) -> None:
    party = await known(stage)
    await deal(stage, party)
    other = await another_game(stage, party)
    stage.world.restrict_bot(party.group)
    await until_read(stage.world, party.private(party.host), WAITS)

    await other.play_out()

    assert len(told(party)) == 1
    assert "\u2068Friends\u2069" in told(party)[0].text


async def test_a_command_in_a_muted_group_is_answered_in_private(stage: Stage) -> None:
    party = await voting(stage)
    stage.world.mute(party.group)

    say(party, party.people[1], "history")

    await until_read(stage.world, party.private(party.people[1]), "No team has been voted on yet.")
