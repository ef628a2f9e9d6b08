"""The lobby: who gets a seat, who may move the table, and what keeps a game from beginning."""

from functools import partial

import pytest
from msgspec.structs import replace

from telegram_avalon.clock import HOUR, MINUTE, SECOND
from telegram_avalon.playground import Person
from telegram_avalon.rules import Role
from telegram_avalon.screens.actions import Choose, Wish
from telegram_avalon.store import People
from telegram_avalon.table import Table
from tests.bot.people import (
    FAR_AWAY,
    alter,
    choose,
    confirmed,
    forge,
    ours,
    panel,
    reached,
    readings,
    reads,
    say,
    toast,
    until_read,
    whisper,
)
from tests.harness import Party, Stage

IN_FULL = 10


async def seated(party: Party) -> list[str]:
    return [person.name for person in (await party.table()).people]


async def lobby(stage: Stage, players: int = 5) -> Party:
    """An open table, and people whom the bot can write to; nobody sits yet."""
    party = Party(stage, players)
    await party.open()
    await reached(stage, *party.people)
    return party


async def full(stage: Stage, players: int) -> Party:
    party = await lobby(stage, players)
    for person in party.people:
        await stage.world.press(person, panel(party), "Join").answered()
    return party


def stranger(party: Party) -> Person:
    person = party.world.person("Eva")
    party.world.join(person, party.group)
    return person


# --- joining by the button ---------------------------------------------------------------------


async def test_who_can_be_written_to_is_seated_at_once(stage: Stage) -> None:
    party = await lobby(stage)

    answer = await stage.world.press(party.host, panel(party), "Join").answered()

    assert (answer.text, answer.url) == ("You're in: 1 at the table.", "")
    await until_read(stage.world, party.group, "Players (1): \u2068Ann\u2069")


async def test_joining_twice_takes_one_seat(stage: Stage) -> None:
    party = await lobby(stage)

    answers = [await toast(stage.world.press(party.host, panel(party), "Join")) for _ in range(2)]

    assert answers == ["You're in: 1 at the table."] * 2
    assert await seated(party) == ["Ann"]


async def test_who_never_started_the_bot_is_led_to_it_and_seated_there(stage: Stage) -> None:
    party = await lobby(stage)
    eva = stranger(party)

    press = stage.world.press(eva, panel(party), "Join", follow=False)

    link = f"https://t.me/{stage.world.bot.username}?start=join-{party.id}"
    answer = await press.answered()
    assert (answer.text, answer.url) == ("", link)
    assert await seated(party) == []
    stage.world.follow(eva, link)
    await until_read(stage.world, party.private(eva), "You're in at \u2068Friends\u2069.")
    await until_read(stage.world, party.group, "Players (1): \u2068Eva\u2069")


async def test_who_never_started_the_bot_and_does_not_follow_has_no_seat(stage: Stage) -> None:
    party = await lobby(stage)
    eva = stranger(party)

    await stage.world.press(eva, panel(party), "Join", follow=False).answered()
    await party.quiet()

    assert await seated(party) == []
    assert ours(party.private(eva)) == []


async def test_ten_presses_at_once_seat_ten(stage: Stage) -> None:
    party = await lobby(stage, players=10)
    message = panel(party)

    for press in [stage.world.press(person, message, "Join") for person in party.people]:
        await press.answered()

    assert sorted(await seated(party)) == sorted(person.name for person in party.people)
    await party.quiet()
    assert len(message.versions) <= 5


async def test_the_eleventh_is_told_that_the_table_is_full(stage: Stage) -> None:
    party = await full(stage, IN_FULL)
    eva = stranger(party)
    await reached(stage, eva)

    answer = await toast(stage.world.press(eva, panel(party), "Join"))

    assert answer == "The table is full: ten can play."
    assert len(await seated(party)) == IN_FULL


async def test_the_eleventh_is_told_so_in_private_too(stage: Stage) -> None:
    party = await full(stage, IN_FULL)
    eva = stranger(party)

    stage.world.press(eva, panel(party), "Join")

    await until_read(stage.world, party.private(eva), "The table is full: ten can play.")
    assert len(await seated(party)) == IN_FULL


async def test_a_free_place_can_be_taken_again(stage: Stage) -> None:
    party = await full(stage, IN_FULL)
    eva = stranger(party)
    await reached(stage, eva)

    await stage.world.press(party.people[3], panel(party), "Leave").answered()
    await stage.world.press(eva, panel(party), "Join").answered()

    assert (await seated(party))[-1] == "Eva"
    assert len(await seated(party)) == IN_FULL


# --- joining by a link -------------------------------------------------------------------------


async def test_a_link_seats_nobody_who_did_not_press_join_in_the_group(stage: Stage) -> None:
    party = await lobby(stage)
    outsider = stage.world.person("Out")

    stage.world.start(outsider, f"join-{party.id}")

    await until_read(stage.world, party.private(outsider), "press Join in its group")
    assert await seated(party) == []


async def test_a_link_is_good_for_whoever_pressed_only(stage: Stage) -> None:
    party = await lobby(stage)
    eva, friend = stranger(party), stranger(party)
    await stage.world.press(eva, panel(party), "Join", follow=False).answered()

    stage.world.start(friend, f"join-{party.id}")

    await until_read(stage.world, party.private(friend), "press Join in its group")
    assert await seated(party) == []


async def test_a_link_is_good_for_an_hour(stage: Stage) -> None:
    party = await lobby(stage)
    eva = stranger(party)
    await stage.world.press(eva, panel(party), "Join", follow=False).answered()
    key = stage.keys.invite(party.id, eva.id)
    assert HOUR - MINUTE < await stage.redis.pttl(key) <= HOUR
    await stage.redis.delete(key)

    stage.world.start(eva, f"join-{party.id}")

    await until_read(stage.world, party.private(eva), "press Join in its group")
    assert await seated(party) == []


@pytest.mark.parametrize(
    "payload",
    [f"join-{FAR_AWAY}", "join-", "join-x", "join-" + "A" * 59, "join-AAAAAAAAAAAAAAAA"],
)
async def test_a_link_to_no_table_says_so(stage: Stage, payload: str) -> None:
    party = await lobby(stage)
    eva = stranger(party)
    await stage.world.press(eva, panel(party), "Join", follow=False).answered()

    stage.world.start(eva, payload)

    await until_read(stage.world, party.private(eva), "That table is gone.")
    assert await seated(party) == []


async def test_a_link_to_another_groups_table_needs_a_press_there(stage: Stage) -> None:
    party, other = await lobby(stage), await lobby(stage)
    eva = stranger(party)
    await stage.world.press(eva, panel(party), "Join", follow=False).answered()

    stage.world.start(eva, f"join-{other.id}")

    await until_read(stage.world, party.private(eva), "press Join in its group")
    assert [await seated(each) for each in (party, other)] == [[], []]


async def test_a_link_used_after_the_game_has_begun_says_so(stage: Stage) -> None:
    party = await full(stage, 5)
    eva = stranger(party)
    await stage.world.press(eva, panel(party), "Join", follow=False).answered()
    await stage.world.press(party.host, panel(party), "Begin").answered()

    stage.world.start(eva, f"join-{party.id}")

    await until_read(stage.world, party.private(eva), "The game has begun already.")


async def test_a_link_to_a_closed_table_says_so(stage: Stage) -> None:
    party = await full(stage, 5)
    eva = stranger(party)
    await stage.world.press(eva, panel(party), "Join", follow=False).answered()
    say(party, party.host, "cancel")
    await until_read(stage.world, party.group, "This table is closed.")

    stage.world.start(eva, f"join-{party.id}")

    await until_read(stage.world, party.private(eva), "This table is closed.")


# --- joining by the command --------------------------------------------------------------------


async def test_join_by_somebody_the_bot_can_write_to_seats_them(stage: Stage) -> None:
    party = await lobby(stage)

    say(party, party.people[1], "join")

    await until_read(stage.world, party.group, "Players (1): \u2068Bob\u2069")


async def test_join_by_somebody_unreachable_leads_to_the_private_chat(stage: Stage) -> None:
    party = await lobby(stage)
    eva = stranger(party)

    say(party, eva, "join")
    invitation = await until_read(stage.world, party.group, "\u2068Eva\u2069: open our private")
    assert await seated(party) == []
    stage.world.open(eva, invitation, "Private chat")

    await until_read(stage.world, party.private(eva), "You're in at")
    assert await seated(party) == ["Eva"]


async def test_join_by_somebody_who_is_in_says_so(stage: Stage) -> None:
    party = await full(stage, 5)

    say(party, party.people[1], "join")

    await until_read(stage.world, party.private(party.people[1]), "You're in: 5 at the table.")


async def test_who_opens_a_table_is_in_if_they_can_be_written_to(stage: Stage) -> None:
    party = Party(stage)
    await reached(stage, party.host)

    await party.open()

    assert await seated(party) == ["Ann"]


async def test_an_anonymous_admin_and_a_channel_have_no_seat(stage: Stage) -> None:
    party = await lobby(stage)
    stage.world.promote(party.host, party.group, anonymous=True)

    say(party, party.host, "join")
    await until_read(stage.world, party.group, "Please do that as yourself")

    assert await seated(party) == []


# --- leaving -----------------------------------------------------------------------------------


async def test_whoever_leaves_is_out(stage: Stage) -> None:
    party = await full(stage, 5)

    answer = await toast(stage.world.press(party.people[2], panel(party), "Leave"))

    assert answer == "You've left the table."
    assert await seated(party) == ["Ann", "Bob", "Dot", "Eve"]
    assert (await party.table()).host == party.host.id


async def test_whoever_is_not_in_cannot_leave(stage: Stage) -> None:
    party = await full(stage, 5)

    answer = await toast(stage.world.press(stranger(party), panel(party), "Leave"))

    assert answer == "You're not at this table."


async def test_the_host_leaving_passes_the_host_on(stage: Stage) -> None:
    party = await full(stage, 5)
    await stage.world.press(party.host, panel(party), "Leave").answered()

    answer = await toast(stage.world.press(party.people[1], panel(party), "Settings"))

    assert (await party.table()).host == party.people[1].id
    assert answer == ""


async def test_the_last_one_leaving_closes_the_table(stage: Stage) -> None:
    party = await full(stage, 5)
    message = panel(party)

    for person in party.people:
        await stage.world.press(person, message, "Leave").answered()
    await until_read(stage.world, party.group, "This table is closed.")

    assert message.labels == []
    assert await party.open() is not message


async def test_leave_by_the_command_shows_in_the_lobby(stage: Stage) -> None:
    party = await full(stage, 5)

    say(party, party.people[4], "leave")

    await until_read(stage.world, party.group, "Players (4):")


# --- who may move the table --------------------------------------------------------------------


async def test_settings_are_the_hosts_and_the_admins(stage: Stage) -> None:
    party = await full(stage, 5)
    admin = stranger(party)

    player = await toast(stage.world.press(party.people[1], panel(party), "Settings"))
    before = await toast(stage.world.press(admin, panel(party), "Settings"))
    stage.world.promote(admin, party.group)
    # A refusal is looked up again, though not for every press of somebody who keeps pressing.
    await stage.clock.sleep(10 * SECOND)
    after = await toast(stage.world.press(admin, panel(party), "Settings"))

    refusal = "Only the host or an admin of the group can do that."
    assert (player, before, after) == (refusal, refusal, "")
    await until_read(stage.world, party.group, "What do you play?")


async def test_admins_are_not_looked_up_for_every_press(stage: Stage) -> None:
    party = await full(stage, 5)

    for _ in range(4):
        await stage.world.press(party.people[1], panel(party), "Settings").answered()

    assert len(stage.emulator.calls_of("getChatAdministrators")) == 1


@pytest.mark.parametrize("deed", [Choose(Role.OBERON, True), Wish.CLOSE_SETTINGS, Wish.BEGIN])
async def test_a_player_cannot_forge_what_is_the_hosts(stage: Stage, deed: Choose | Wish) -> None:
    party = await full(stage, 5)

    answer = await toast(forge(party, party.people[1], panel(party), deed))

    assert answer == "Only the host or an admin of the group can do that."
    assert Role.OBERON not in (await party.table()).ruleset.characters


async def test_the_characters_chosen_show_and_are_kept_for_the_next_table(stage: Stage) -> None:
    party = await full(stage, 5)
    message = panel(party)
    await stage.world.press(party.host, message, "Settings").answered()
    await until_read(stage.world, party.group, "What do you play?")
    await stage.world.press(party.host, message, "Characters").answered()
    await until_read(stage.world, party.group, "Which characters are in play?")

    answer = await toast(stage.world.press(party.host, message, "▫️ Mordred"))
    await stage.world.until(lambda: "☑️ Mordred" in message.labels)
    await stage.world.press(party.host, message, "Back").answered()
    await until_read(stage.world, party.group, "What do you play?")
    await stage.world.press(party.host, message, "Back").answered()
    await stage.world.until(lambda: "▶️ Begin" in message.labels)
    await stage.world.press(party.host, message, "Begin").answered()

    assert answer == "Mordred is in play."
    await until_read(stage.world, party.group, "are dealt")
    await alter(party, lambda table: replace(table, closed=True))
    await party.open()
    assert Role.MORDRED in (await party.table()).ruleset.characters


# --- beginning ---------------------------------------------------------------------------------


async def test_begin_too_early_says_how_many_are_missing(stage: Stage) -> None:
    party = await full(stage, 3)

    answer = await toast(stage.world.press(party.host, panel(party), "Begin"))

    assert answer == "Begin needs 5 players: 2 more."
    assert (await party.table()).game is None


async def test_characters_that_do_not_fit_keep_the_game_from_beginning(stage: Stage) -> None:
    party = await full(stage, 5)
    await choose(party, *(Choose(r, True) for r in (Role.MORGANA, Role.MORDRED, Role.OBERON)))

    answer = await toast(stage.world.press(party.host, panel(party), "Begin"))

    assert answer == "There are more evil characters than evil players: turn some off."
    assert (await party.table()).game is None
    await until_read(stage.world, party.group, f"⛔ {answer}")


async def test_begin_pressed_twice_at_once_deals_once(stage: Stage) -> None:
    party = await full(stage, 5)
    message = panel(party)

    presses = [stage.world.press(party.host, message, "Begin") for _ in range(2)]
    answers = [await toast(press) for press in presses]
    await party.quiet()

    assert answers == [
        "The cards are dealt: see our private chat.",
        "The game has begun already.",
    ]
    assert [len(party.cards(person)) for person in party.people] == [1] * 5


async def test_begin_by_the_host_and_an_admin_at_once_deals_once(stage: Stage) -> None:
    party = await full(stage, 5)
    admin, message = stranger(party), panel(party)
    stage.world.promote(admin, party.group)

    presses = [stage.world.press(each, message, "Begin") for each in (party.host, admin)]
    say(party, party.host, "begin")
    for press in presses:
        await press.answered()
    await confirmed(stage)
    await party.quiet()

    assert [len(party.cards(person)) for person in party.people] == [1] * 5
    assert len(reads(party.group, "The cards are dealt")) == 1


async def test_begin_with_somebody_who_blocked_the_bot_deals_nothing_and_names_them(
    stage: Stage,
) -> None:
    party = await full(stage, 6)
    stage.world.block(party.people[2])
    await confirmed(stage)

    answer = await toast(stage.world.press(party.host, panel(party), "Begin"))

    assert answer == "I can't write to 1 player: they must open our private chat first."
    await until_read(stage.world, party.group, "⚠️ I can't write to \u2068Cid\u2069: press Join")
    assert await seated(party) == ["Ann", "Bob", "Dot", "Eve", "Fay"]
    assert (await party.table()).game is None
    assert [party.cards(person) for person in party.people] == [[]] * 6


async def test_who_was_not_reached_within_the_hour_is_probed_without_a_sound(stage: Stage) -> None:
    """Telegram has told nothing of the block: the bot was away."""
    party = await full(stage, 6)
    party.people[2].blocked = True
    long_ago = str(stage.clock.now() - HOUR)
    for person in party.people:
        await stage.redis.hset(stage.keys.person(person.id), "reached", long_ago)

    answer = await toast(stage.world.press(party.host, panel(party), "Begin"))

    assert answer == "I can't write to 1 player: they must open our private chat first."
    probed = {call.chat_id for call in stage.emulator.calls_of("sendChatAction")}
    assert probed == {person.id for person in party.people}
    assert readings(*map(party.private, party.people)) == []


async def test_the_unseated_come_back_through_the_private_chat(stage: Stage) -> None:
    party = await full(stage, 5)
    cid = party.people[2]
    stage.world.block(cid)
    await confirmed(stage)
    await stage.world.press(party.host, panel(party), "Begin").answered()

    stage.world.press(cid, panel(party), "Join")

    await until_read(stage.world, party.private(cid), "You're in at")
    await stage.world.until(lambda: not reads(party.group, "I can't write to"))
    assert "Cid" in await seated(party)


async def test_begin_by_the_command_deals(stage: Stage) -> None:
    party = await full(stage, 5)

    say(party, party.host, "begin")

    await until_read(stage.world, party.group, "are dealt")


# --- without a host ----------------------------------------------------------------------------


async def hostless(stage: Stage) -> Party:
    """A table opened by an anonymous admin, full enough; nobody of the players is an admin."""
    party = Party(stage)
    owner = stage.world.person("Own")
    party.group = stage.world.group("Friends", owner, *party.people)
    stage.world.promote(owner, party.group, anonymous=True)
    party.host = owner
    await party.open()
    await reached(stage, *party.people)
    for person in party.people:
        await stage.world.press(person, panel(party), "Join").answered()
    return party


async def test_a_table_opened_by_an_anonymous_admin_has_no_host(stage: Stage) -> None:
    party = await hostless(stage)

    assert (await party.table()).host is None
    assert len(await seated(party)) == 5


async def test_any_admin_moves_a_table_without_a_host(stage: Stage) -> None:
    party = await hostless(stage)

    answer = await toast(stage.world.press(party.host, panel(party), "Settings"))

    assert answer == ""
    await until_read(stage.world, party.group, "What do you play?")


async def test_an_anonymous_admin_begins_by_the_command(stage: Stage) -> None:
    party = await hostless(stage)

    say(party, party.host, "begin")

    await until_read(stage.world, party.group, "are dealt")


def opened(table: Table, at: int) -> Table:
    return replace(table, opened=at)


async def test_the_first_player_begins_a_table_without_a_host_after_three_minutes(
    stage: Stage,
) -> None:
    party = await hostless(stage)
    first, second = party.people[:2]
    early = await toast(stage.world.press(first, panel(party), "Begin"))
    await alter(party, partial(opened, at=stage.clock.now() - 3 * MINUTE))

    others = await toast(stage.world.press(second, panel(party), "Begin"))
    answer = await toast(stage.world.press(first, panel(party), "Begin"))

    refusal = "Only the host or an admin of the group can do that."
    assert (early, others) == (refusal, refusal)
    assert answer == "The cards are dealt: see our private chat."


# --- one table a group -------------------------------------------------------------------------


async def test_new_where_a_lobby_is_open_brings_it_to_the_end_of_the_chat(stage: Stage) -> None:
    party = await full(stage, 5)
    first = panel(party)

    say(party, party.people[1], "new")

    await stage.world.until(lambda: panel(party) is not first and not first.labels)
    assert "a table is open" in panel(party).text


async def test_new_where_a_game_runs_says_how_to_go_on(stage: Stage) -> None:
    party = await full(stage, 5)
    await stage.world.press(party.host, panel(party), "Begin").answered()

    say(party, party.people[1], "new")

    await until_read(stage.world, party.private(party.people[1]), "A game is running here")


async def test_new_given_twice_at_once_opens_one_table(stage: Stage) -> None:
    party = Party(stage)

    for person in party.people:
        say(party, person, "new")
    await confirmed(stage)
    await party.quiet()

    with_buttons = [message for message in ours(party.group) if message.labels]
    assert len(with_buttons) == 1


async def test_somebody_with_no_name_to_show_is_in_by_a_number(stage: Stage) -> None:
    party = Party(stage)
    party.host.first_name = "\u3164"
    await reached(stage, party.host)

    await party.open()

    assert "Players (1): \u2068Player 1\u2069" in panel(party).text


async def test_a_language_that_the_bot_does_not_speak_is_answered_in_english(
    stage: Stage,
) -> None:
    party = Party(stage)
    party.host.language_code = "xx-yy"

    whisper(party, party.host, "/role")

    await until_read(stage.world, party.private(party.host), "You're not in a game now.")


async def test_whom_the_bot_reached_it_remembers(stage: Stage) -> None:
    party = Party(stage)

    stage.world.start(party.host)
    await until_read(stage.world, party.private(party.host), "I run The Resistance")

    standing = await People(stage.redis, stage.keys, stage.clock).standing(party.host.id)
    assert standing.reached is not None
