"""People who leave the group, are put out of it, or lose their rights there."""

import re

import pytest
from msgspec.structs import replace

from telegram_avalon.playground import Fault, Message, Person
from telegram_avalon.screens.actions import Wish
from tests.bot.people import (
    alter,
    confirmed,
    data_in,
    forge,
    ours,
    panel,
    reached,
    reads,
    say,
    toast,
    until_read,
)
from tests.harness import Party, Stage
from tests.moods.gatherings import deal, known

QUIET = ("getChatMember", "getChatAdministrators")
"""What Telegram is asked about rights."""


async def lobby(stage: Stage, players: int = 6) -> Party:
    """A table that everybody has joined."""
    party = Party(stage, players)
    await party.sit_down()
    await party.quiet()
    return party


def names(party: Party) -> str:
    return next(line for line in panel(party).text.splitlines() if line.startswith("Players ("))


# --- gone from the group -----------------------------------------------------------------------


@pytest.mark.parametrize("put_out", [False, True])
@pytest.mark.parametrize("admin", [False, True], ids=["member", "admin"])
async def test_who_is_gone_from_the_group_loses_the_place_in_the_lobby(
    stage: Stage, put_out: bool, admin: bool
) -> None:
    """Told by the service message, and by the update that an admin gets as well."""
    party = await lobby(stage)
    if admin:
        stage.world.promote_bot(party.group)
    go = stage.world.remove if put_out else stage.world.leave

    go(party.people[2], party.group)
    await confirmed(stage)
    await party.quiet()

    assert names(party).startswith("Players (5): ")
    assert "Cid" not in names(party)


async def test_who_left_the_group_after_pressing_join_is_not_seated_by_start(
    stage: Stage,
) -> None:
    party = Party(stage, 3)
    await party.open()
    eva = party.people[2]
    press = stage.world.press(eva, panel(party), "Join", follow=False)
    link = (await press.answered()).url
    stage.world.leave(eva, party.group)

    stage.world.follow(eva, link)

    await until_read(stage.world, party.private(eva), "press Join in its group")
    assert (await party.table()).people == ()


async def test_the_next_is_the_host_of_a_lobby_that_its_host_has_left(stage: Stage) -> None:
    party = await lobby(stage)
    assert "Host: \u2068Ann\u2069" in panel(party).text

    stage.world.remove(party.host, party.group, by=party.host)
    await confirmed(stage)
    await party.quiet()

    assert "Host: \u2068Bob\u2069" in panel(party).text
    begun = await toast(stage.world.press(party.people[1], panel(party), "Begin"))
    assert begun
    await until_read(stage.world, party.group, "are dealt")


async def test_a_game_is_told_once_that_a_player_has_left_and_how_to_go_on(stage: Stage) -> None:
    party = await lobby(stage, 5)
    await deal(stage, party)
    stage.world.promote_bot(party.group)
    bob = party.people[1]

    stage.world.leave(bob, party.group)
    stage.world.join(bob, party.group)
    stage.world.leave(bob, party.group)
    stage.world.join(bob, party.group)
    await confirmed(stage)
    await party.quiet()

    told = [message for message in ours(party.group) if "has left the group" in message.text]
    assert len(told) == 1
    assert "Bob" in told[0].text
    assert "/cancel" in told[0].text
    await party.play_out()


async def test_a_host_who_was_put_out_of_the_group_has_no_hosts_rights(stage: Stage) -> None:
    party = await lobby(stage, 5)
    await deal(stage, party)
    stage.world.remove(party.host, party.group, by=party.people[1])
    await confirmed(stage)
    await party.quiet()

    answer = await toast(forge(party, party.host, panel(party), Wish.CANCEL_GAME, 0))

    assert "host" in answer
    assert (await party.table()).live


# --- rights ------------------------------------------------------------------------------------


async def test_a_former_admin_ends_no_game(stage: Stage) -> None:
    """Though the list of admins was read a moment ago, and nobody has told of the change."""
    party = await lobby(stage, 5)
    await deal(stage, party)
    bob = party.people[1]
    stage.world.promote(bob, party.group)
    say(party, bob, "cancel")
    question = await until_read(stage.world, party.group, "End this game?")
    stage.world.demote(bob, party.group)

    answer = await toast(stage.world.press(bob, question, "Confirm"))

    assert "host" in answer
    assert (await party.table()).live


async def test_a_former_admin_does_not_choose_the_groups_language(stage: Stage) -> None:
    party = await known(stage)
    boss = stage.world.person("Boss", started=True)
    stage.world.join(boss, party.group)
    stage.world.promote(boss, party.group)
    stage.world.say(boss, party.group, f"/lang@{stage.world.bot.username} fa")
    offered = await until_read(stage.world, party.group, "🌐")
    stage.world.demote(boss, party.group)

    button = next(b for row in offered.buttons for b in row if b.callback_data)
    await toast(stage.world.press(boss, offered, data=button.callback_data))

    assert await stage.redis.get(stage.keys.speech(party.group.id)) is None


async def test_a_new_admin_is_known_at_once_where_the_bot_is_told(stage: Stage) -> None:
    party = await lobby(stage, 5)
    await deal(stage, party)
    stage.world.promote_bot(party.group)
    bob = party.people[1]
    say(party, bob, "cancel")  # no admin yet: the list is read, and kept
    await confirmed(stage)
    stage.world.promote(bob, party.group)

    say(party, bob, "cancel")

    await until_read(stage.world, party.group, "End this game?")


async def test_where_telegram_says_nothing_what_was_known_counts(stage: Stage) -> None:
    party = await lobby(stage, 5)
    await deal(stage, party)
    stage.emulator.faults.next("getChatMember", Fault.INTERNAL_ERROR, times=5)

    say(party, party.host, "cancel")

    await until_read(stage.world, party.group, "End this game?")


@pytest.mark.parametrize("hidden", [False, True])
async def test_the_host_of_a_group_that_hides_its_members_ends_the_game(
    stage: Stage, hidden: bool
) -> None:
    """There a bot that is no admin is refused even who is there."""
    party = await lobby(stage, 5)
    await deal(stage, party)
    party.group.hides_members = hidden

    say(party, party.people[1], "cancel")
    await confirmed(stage)
    say(party, party.people[0], "cancel")
    question = await until_read(stage.world, party.group, "End this game?")
    answer = await toast(stage.world.press(party.host, question, "Confirm"))

    assert answer == "The game is cancelled."


async def test_a_former_admin_ends_no_game_where_members_are_hidden(stage: Stage) -> None:
    party = await lobby(stage, 5)
    await deal(stage, party)
    party.group.hides_members = True
    bob = party.people[1]
    stage.world.promote(bob, party.group)
    say(party, bob, "cancel")
    question = await until_read(stage.world, party.group, "End this game?")
    stage.world.demote(bob, party.group)

    answer = await toast(stage.world.press(bob, question, "Confirm"))

    assert "host" in answer
    assert (await party.table()).live


async def test_rights_that_telegram_keeps_quiet_about_hold_nobody_up(stage: Stage) -> None:
    party = await lobby(stage, 5)
    await deal(stage, party)
    say(party, party.host, "cancel")
    question = await until_read(stage.world, party.group, "End this game?")
    held = [stage.emulator.faults.hold(each) for each in QUIET]

    answer = await toast(stage.world.press(party.host, question, "Confirm"))

    for each in held:
        each.release()
    assert answer == "The game is cancelled."


async def test_a_host_without_a_seat_who_leaves_the_group_is_host_no_more(stage: Stage) -> None:
    party = Party(stage, 5)
    await party.open()
    stage.world.remove(party.host, party.group, by=party.people[1])
    await confirmed(stage)

    assert (await party.table()).host is None


async def test_a_game_is_told_who_its_host_is_now(stage: Stage) -> None:
    party = await lobby(stage, 5)
    await deal(stage, party)
    stage.world.remove(party.host, party.group, by=party.people[1])

    told = await until_read(stage.world, party.group, "has left the group")

    table = await party.table()
    assert table.host != party.host.id
    name = next(p.name for p in table.people if p.id == table.host)
    assert re.search(rf"\u2068{name}\u2069 is the host now", told.text)


async def test_a_former_admin_deals_no_cards(stage: Stage) -> None:
    party = await lobby(stage, 5)
    bob = party.people[1]
    stage.world.promote(bob, party.group)
    await stage.world.press(bob, panel(party), "Settings").answered()
    await party.quiet()
    stage.world.demote(bob, party.group)

    answer = await toast(stage.world.press(bob, panel(party), "Begin"))

    assert "host" in answer
    assert (await party.table()).game is None


# --- begin -------------------------------------------------------------------------------------


async def test_nobody_is_dealt_a_card_who_went_a_moment_ago(stage: Stage) -> None:
    """All were reached within the minute; one has deleted the account since."""
    party = await lobby(stage, 6)
    stage.world.block(party.people[3])
    stage.emulator.inbox.pending.clear()  # the news of it is still on its way

    answer = await toast(stage.world.press(party.host, panel(party), "Begin"))
    await party.quiet()

    assert answer.startswith("I can't write to 1 player")
    assert not reads(party.group, "are dealt")
    assert "The others can begin without them." in panel(party).text
    await stage.world.press(party.host, panel(party), "Begin").answered()
    await until_read(stage.world, party.group, "are dealt")


async def test_too_few_are_not_told_that_they_can_begin(stage: Stage) -> None:
    party = await lobby(stage, 5)
    stage.world.block(party.people[3])
    stage.emulator.inbox.pending.clear()

    await toast(stage.world.press(party.host, panel(party), "Begin"))
    await party.quiet()

    assert "I can't write to" in panel(party).text
    assert "can begin without" not in panel(party).text
    assert "1 more player and the game can begin." in panel(party).text


async def test_of_two_with_one_name_the_group_sees_which_cannot_be_written_to(
    stage: Stage,
) -> None:
    party = Party(stage, 6)
    for person in party.people[2:4]:
        person.first_name = "Alex"
    await party.sit_down()
    await party.quiet()
    stage.world.block(party.people[2])
    stage.emulator.inbox.pending.clear()

    await toast(stage.world.press(party.host, panel(party), "Begin"))
    await party.quiet()

    warned = next(line for line in panel(party).text.splitlines() if "can't write" in line)
    mentioned = [e.user_id for e in panel(party).entities if e.type == "text_mention"]
    assert "Alex\u2069 (2)" in warned
    assert mentioned == [party.people[2].id]


async def test_a_slow_answer_to_a_probe_costs_nobody_the_seat(stage: Stage) -> None:
    party = await lobby(stage, 5)
    hold = stage.emulator.faults.hold("sendChatAction")

    press = stage.world.press(party.host, panel(party), "Begin")
    await until_read(stage.world, party.group, "are dealt")
    hold.release()

    assert await toast(press)
    assert len((await party.table()).people) == 5


# --- names and buttons in the lobby ------------------------------------------------------------


async def test_people_of_one_name_are_told_apart_in_the_lobby(stage: Stage) -> None:
    party = Party(stage, 3)
    for person in party.people[1:]:
        person.first_name = "Ann"
    await party.sit_down()
    await party.quiet()

    assert names(party).replace("\u2068", "").replace("\u2069", "") == (
        "Players (3): Ann, Ann (2), Ann (3)"
    )


async def test_the_game_can_begin_while_the_settings_are_open(stage: Stage) -> None:
    party = await lobby(stage, 5)
    await stage.world.press(party.host, panel(party), "Settings").answered()
    await party.quiet()

    await stage.world.press(party.host, panel(party), "Begin").answered()

    await until_read(stage.world, party.group, "are dealt")


async def moved_to_private(stage: Stage, party: Party, who: Person) -> Message:
    """The answer to /lang, though the group has had its reply: the hello when the bot came."""
    stage.world.start(who)
    await confirmed(stage)
    stage.world.kick_bot(party.group)
    stage.world.add_bot(party.group)
    await until_read(stage.world, party.group, "Hello!")
    stage.world.say(who, party.group, f"/lang@{stage.world.bot.username} hu")
    return await until_read(stage.world, party.private(who), "magyarul")


async def test_an_answer_moved_to_private_has_buttons_that_work_there(stage: Stage) -> None:
    party = Party(stage)
    answer = await moved_to_private(stage, party, party.host)
    assert not reads(party.group, "magyarul")

    [button] = (button for row in answer.buttons for button in row)
    said = await toast(stage.world.press(party.host, answer, data=button.callback_data))

    assert "csoport" in said
    assert await stage.redis.get(stage.keys.speech(party.group.id)) == b"hu"
    # What it has turned into works there as well.
    both = f"~group:hu+en@{party.group.id}"
    await stage.world.until(lambda: both in data_in(party.private(party.host)))
    await stage.world.press(party.host, answer, data=both).answered()
    assert await stage.redis.get(stage.keys.speech(party.group.id)) == b"hu+en"


@pytest.mark.parametrize("who", ["host", "stranger"])
async def test_from_private_the_groups_language_is_for_host_and_admins(
    stage: Stage, who: str
) -> None:
    party = Party(stage, 3)
    await party.open()
    bob = party.people[1]
    if who == "host":
        await alter(party, lambda table: replace(table, host=bob.id))
    stage.world.start(bob)
    greeting = await until_read(stage.world, party.private(bob), "I run")

    data = f"~group:fa@{party.group.id}"
    answer = await toast(stage.world.press(bob, greeting, data=data, force=True))

    chosen = await stage.redis.get(stage.keys.speech(party.group.id))
    assert (chosen == b"fa") is (who == "host")
    assert ("host" in answer) is (who == "stranger")


async def test_a_host_in_a_topic_chooses_for_the_group_from_private(stage: Stage) -> None:
    party = Party(stage, kind="forum")
    bob = party.people[1]
    topic = stage.world.topic(party.group, "Games")
    await reached(stage, bob)
    stage.world.say(bob, party.group, f"/new@{stage.world.bot.username}", topic)
    await until_read(stage.world, party.group, "a table is open")
    stage.world.start(bob)
    greeting = await until_read(stage.world, party.private(bob), "I run")

    data = f"~group:fa@{party.group.id}"
    await toast(stage.world.press(bob, greeting, data=data, force=True))

    assert await stage.redis.get(stage.keys.speech(party.group.id)) == b"fa"
