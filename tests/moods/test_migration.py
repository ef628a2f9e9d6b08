"""A group becomes a supergroup: another chat with another id, in the middle of anything."""

from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace
from redis.exceptions import OutOfMemoryError, ReadOnlyError

from telegram_avalon.bot.updates import ALLOWED
from telegram_avalon.clock import Clock
from telegram_avalon.playground import Chat
from telegram_avalon.rules import Ending, Game, Over, Role, Vote
from telegram_avalon.screens.actions import Choose, Wish, encode
from telegram_avalon.store import Groups, Keys
from telegram_avalon.table import recall
from tests.bot.people import (
    alter,
    choose,
    confirmed,
    data_in,
    forge,
    ours,
    panel,
    play_towards,
    reached,
    reads,
    say,
    toast,
    until_read,
)
from tests.harness import Party, Stage
from tests.moods.gatherings import another_game

SIGNALS = ["by message", "by error", "by both"]


async def moved(stage: Stage, party: Party, signal: str) -> Chat:
    """The group's new chat, once the bot has followed it; the party is there now."""
    inbox = stage.emulator.inbox
    if signal == "by error":
        inbox.allow(["callback_query"])
    hold = stage.emulator.faults.hold("getUpdates") if signal == "by both" else None
    old, new = party.group, stage.world.migrate(party.group)
    inbox.allow(ALLOWED)
    if signal != "by message":
        # Something to say: the bot learns of the move by saying it.
        found = await stage.tables.load(party.id)
        assert found is not None
        recalls = {old.id: found.table.recalls.get(old.id, 0) + 1}
        await stage.tables.commit(replace(found.table, recalls=recalls), found)
    if hold is not None:
        await stage.world.until(partial(ours, new))
        hold.release()
    await stage.world.until(partial(ours, new))
    await confirmed(stage)
    party.group = new
    await party.quiet()
    return new


async def basic(stage: Stage) -> Party:
    party = Party(stage, kind="group")
    await party.open()
    await reached(stage, *party.people)
    return party


async def place(stage: Stage, chat: Chat) -> str | None:
    return await stage.tables.at(chat.id, None)


@pytest.mark.parametrize("signal", SIGNALS)
async def test_a_lobby_moves_with_its_group(stage: Stage, signal: str) -> None:
    party = await basic(stage)
    await stage.world.press(party.host, panel(party), "Join").answered()
    await party.quiet()
    old = party.group
    before = ours(old)[-1].text

    new = await moved(stage, party, signal)

    (message,) = ours(new)
    assert (message.text, message.silent) == (before, True)
    assert await place(stage, old) is None
    assert await place(stage, new) == party.id
    answer = await toast(stage.world.press(party.people[1], message, "Join"))
    assert answer == "You're in: 2 at the table."


@pytest.mark.parametrize("signal", SIGNALS)
async def test_a_game_moves_with_its_group_and_tells_nothing_twice(
    stage: Stage, signal: str
) -> None:
    party = Party(stage, kind="group")
    await party.begin()
    await party.play(until=lambda game: len(game.record) == 2)
    await party.quiet()
    old = party.group
    last = ours(old)[-1].text
    private = {person: len(ours(party.private(person))) for person in party.people}

    new = await moved(stage, party, signal)

    (message,) = ours(new)
    assert message.silent
    assert message.labels == ours(old)[-1].labels
    assert "Approved" in last
    assert "Approved" not in message.text
    assert {person: len(ours(party.private(person))) for person in party.people} == private
    await party.play_out()
    assert party.repeats() == {}


@pytest.mark.parametrize("signal", SIGNALS)
async def test_private_buttons_work_after_the_move(stage: Stage, signal: str) -> None:
    party = Party(stage, kind="group")
    await party.begin()
    await party.play(until=lambda game: game.step == 1)
    await party.quiet()
    ballots = {person: ours(party.private(person))[-1] for person in party.people}
    versions = {person: len(ballot.versions) for person, ballot in ballots.items()}

    await moved(stage, party, signal)

    # No ballot is made to lead to a number that was another message's.
    assert {person: len(ballot.versions) for person, ballot in ballots.items()} == versions
    for person, ballot in ballots.items():
        assert "Your vote" in await toast(stage.world.press(person, ballot, "Approve"))
    await party.quiet()
    assert reads(party.group, "Approved, 5 to 0")


@pytest.mark.parametrize("signal", SIGNALS)
async def test_a_press_that_was_on_its_way_when_the_group_moved_counts(
    stage: Stage, signal: str
) -> None:
    party = await basic(stage)
    old = panel(party)

    await moved(stage, party, signal)

    assert await toast(stage.world.press(party.host, old, "Join")) == "You're in: 1 at the table."
    for person in party.people[1:]:
        assert "You're in" in await toast(stage.world.press(person, old, "Join"))
    assert "The cards are dealt" in await toast(stage.world.press(party.host, old, "Begin"))
    await party.play_out()
    assert party.repeats() == {}


async def test_a_press_on_its_way_counts_where_another_table_stands_in_the_new_chat(
    stage: Stage,
) -> None:
    party = Party(stage, kind="group")
    await party.begin()
    await party.quiet()
    old = panel(party)
    stage.emulator.inbox.allow(["callback_query"])
    party.group = new = stage.world.migrate(party.group)
    stage.emulator.inbox.allow(ALLOWED)
    say(party, party.host, "new")
    await until_read(stage.world, new, "a table is open")
    await alter(party, lambda table: recall(table, table.place.chat))
    await until_read(stage.world, new, "pick the team")

    ((leader, action),) = await party.next_moves()

    assert "Team, 1/2" in await toast(stage.world.press(leader, old, data=encode(action)))


async def test_a_button_copied_to_a_third_group_stays_dead_after_a_move(stage: Stage) -> None:
    party = await basic(stage)
    await moved(stage, party, "by message")
    elsewhere = stage.world.group("Elsewhere", party.host)
    message = stage.world.say(party.host, elsewhere, "look at this")

    assert "gone" in await toast(forge(party, party.host, message, Wish.JOIN))


def _at_step(step: int, game: Game) -> bool:
    return game.step >= step


async def test_every_place_where_a_game_can_be_is_one_where_its_group_can_move(
    stage: Stage,
) -> None:
    """After each round of moves; a supergroup never moves again, so each time it is another."""
    for count in (1, 2, 3, 5, 8, 9):
        party = Party(stage, kind="group")
        await party.begin()
        await party.play(Vote.APPROVE, until=partial(_at_step, count))
        await party.quiet()
        await moved(stage, party, "by message")
        await party.play_out()
        assert party.repeats() == {}
        assert isinstance((await party.game()).phase, Over)


async def test_what_a_group_chose_moves_with_it(stage: Stage) -> None:
    party = await basic(stage)
    await choose(party, Choose(Role.PERCIVAL, True), Choose(Role.MORGANA, True))
    for person in party.people:
        await stage.world.press(person, panel(party), "Join").answered()
    await stage.world.press(party.host, panel(party), "Begin").answered()
    await until_read(stage.world, party.group, "are dealt")
    await party.quiet()
    groups = Groups(stage.redis, stage.keys, stage.clock)
    old = party.group.id
    before = await groups.ruleset(old)

    new = await moved(stage, party, "by both")

    assert before is not None
    assert await groups.ruleset(new.id) == before
    assert await groups.ruleset(old) is None


async def test_the_board_comes_to_the_end_of_the_new_chat_at_the_first_command(
    stage: Stage,
) -> None:
    """How often it was called back in the old chat doesn't count."""
    party = await basic(stage)
    for _ in range(2):
        say(party, party.host, "board")
        await confirmed(stage)
        await party.quiet()
    new = await moved(stage, party, "by message")

    say(party, party.host, "board")

    await stage.world.until(lambda: len(ours(new)) == 2)


async def test_a_signal_that_comes_twice_moves_once(stage: Stage) -> None:
    party = await basic(stage)
    new = await moved(stage, party, "by both")

    stage.world.post_service(new, party.host, migrate_from_chat_id=party.people[0].id)
    stage.world.post_service(new, party.host, migrate_from_chat_id=-4000001)
    await confirmed(stage)
    await party.quiet()

    assert len(ours(new)) == 1
    assert await place(stage, new) == party.id


async def test_the_end_of_a_game_is_told_though_the_group_moved_just_then(stage: Stage) -> None:
    """A table that is over holds no place any more; its last message finds the way."""
    party = Party(stage, kind="group")
    await party.begin()
    await party.play(until=lambda game: len(game.record) >= 3 * 3 - 1)
    while (moves := await party.next_moves()) and len(moves) > 1:
        for person, action in moves:
            await (await party.press(person, action)).answered()
        await party.quiet()
    old = party.group
    hold = stage.emulator.faults.hold("sendMessage", chat=old.id)
    while moves := await party.next_moves():
        for person, action in moves:
            await (await party.press(person, action)).answered()
    await stage.world.until(lambda: hold.waiting)
    stage.emulator.inbox.allow(["callback_query"])
    party.group = stage.world.migrate(old)
    hold.release()

    await until_read(stage.world, party.group, "wins")
    await party.quiet()


async def test_a_game_goes_on_though_another_table_stands_in_the_new_chat(stage: Stage) -> None:
    party = Party(stage, kind="group")
    await party.begin()
    await party.play(until=lambda game: game.step == 1)
    await party.quiet()
    stage.emulator.inbox.allow(["callback_query"])
    old = party.group
    party.group = new = stage.world.migrate(old)
    stage.emulator.inbox.allow(ALLOWED)
    say(party, party.host, "new")
    await until_read(stage.world, new, "a table is open")

    await party.play_out()

    assert reads(new, "Quest 3")
    assert await place(stage, new) != party.id
    assert data_in(new)


async def test_the_pointer_lives_as_long_as_the_table(stage: Stage) -> None:
    """Else a group that moved could open no table once the old one is gone."""
    party = await basic(stage)
    key = stage.keys.table(party.id)
    await stage.redis.pexpire(key, 60_000)

    new = await moved(stage, party, "by message")

    left = [await stage.redis.pttl(name) for name in (key, stage.keys.place(new.id, None))]
    assert abs(left[0] - left[1]) < 10_000


async def test_players_of_two_groups_of_which_one_moves(stage: Stage) -> None:
    party = Party(stage, kind="group")
    await party.begin()
    other = await another_game(stage, party)
    await party.quiet()
    before = len(ours(other.group))

    await moved(stage, party, "by message")

    assert len(ours(other.group)) == before
    await play_towards(party, Ending.THREE_FAILS)
    await play_towards(other, Ending.FIVE_REJECTIONS)
    assert reads(party.group, "wins")
    assert reads(other.group, "wins")


@pytest.mark.parametrize("error", [ReadOnlyError("READONLY"), OutOfMemoryError("OOM")], ids=repr)
async def test_what_a_group_chose_is_not_given_up_while_redis_cannot_write(
    error: Exception,
) -> None:
    async def rename(*_: object) -> None:
        raise error

    redis: Any = SimpleNamespace(rename=rename)
    with pytest.raises(type(error)):
        await Groups(redis, Keys(1), Clock()).move(-1, -2)
