"""Groups that throw the bot out, silence it, rename themselves or share it with other bots."""

import pytest

from telegram_avalon.clock import MINUTE, SECOND
from tests.bot.people import (
    confirmed,
    forge,
    ours,
    panel,
    reads,
    say,
    toast,
    until_read,
    whisper,
)
from tests.harness import Party, Stage
from tests.moods.gatherings import deal, known


async def seated(stage: Stage) -> Party:
    party = await known(stage)
    await stage.world.press(party.host, panel(party), "Join").answered()
    await party.quiet()
    return party


# --- thrown out, silenced, made an admin -------------------------------------------------------


async def test_the_host_is_told_in_private_that_the_bot_was_thrown_out(stage: Stage) -> None:
    party = await seated(stage)

    stage.world.kick_bot(party.group, by=party.people[1])

    told = await until_read(stage.world, party.private(party.host), "I was removed from")
    assert "\u2068Friends\u2069" in told.text
    assert not any(ours(party.private(person)) for person in party.people[1:])


async def test_a_bot_that_is_added_back_shows_the_table_once(stage: Stage) -> None:
    party = await known(stage)
    await deal(stage, party)
    before = len(ours(party.group))
    text, labels = panel(party).text.rpartition("\n\n")[2], panel(party).labels
    stage.world.kick_bot(party.group)
    await until_read(stage.world, party.private(party.host), "I was removed from")

    stage.world.add_bot(party.group)

    await stage.world.until(lambda: len(ours(party.group)) > before)
    await confirmed(stage)
    await party.quiet()
    assert len(ours(party.group)) == before + 1
    assert (panel(party).text, panel(party).labels, panel(party).silent) == (text, labels, True)
    assert not reads(party.group, "Hello!")
    await party.play_out()


async def test_what_happened_while_the_bot_was_out_is_told_when_it_is_back(stage: Stage) -> None:
    party = Party(stage)
    await party.begin()
    await party.play(until=lambda game: game.step == 1)
    await party.quiet()
    stage.world.kick_bot(party.group)
    await confirmed(stage)
    for person, action in await party.next_moves():
        await (await party.press(person, action)).answered()
    await stage.clock.sleep(30 * SECOND)
    calls = len(stage.emulator.calls_of("sendMessage", party.group.id))

    stage.world.add_bot(party.group)

    await until_read(stage.world, party.group, "Approved, 5 to 0")
    await party.quiet()
    assert len(reads(party.group, "Approved, 5 to 0")) == 1
    assert len(stage.emulator.calls_of("sendMessage", party.group.id)) - calls <= 2


async def test_a_group_that_refuses_is_tried_seldom_and_the_players_go_on(stage: Stage) -> None:
    party = Party(stage)
    await party.begin()
    await party.play(until=lambda game: game.step == 1)
    await party.quiet()
    before = len(stage.emulator.calls_of("sendMessage", party.group.id))
    stage.world.mute(party.group)
    for person, action in await party.next_moves():
        await (await party.press(person, action)).answered()
    await stage.clock.sleep(2 * MINUTE)

    refused = len(stage.emulator.calls_of("sendMessage", party.group.id)) - before
    assert 1 <= refused <= 8
    stage.world.unmute(party.group)
    await until_read(stage.world, party.group, "Approved, 5 to 0")
    await party.play_out()
    assert party.repeats() == {}


async def test_a_bot_that_is_made_an_admin_speaks_at_once(stage: Stage) -> None:
    party = Party(stage)
    await party.begin()
    await party.play(until=lambda game: game.step == 1)
    await party.quiet()
    stage.world.mute(party.group)
    for person, action in await party.next_moves():
        await (await party.press(person, action)).answered()
    await stage.clock.sleep(3 * MINUTE)
    before = stage.clock.now()

    stage.world.promote_bot(party.group)

    await until_read(stage.world, party.group, "Approved, 5 to 0")
    assert stage.clock.now() - before < MINUTE
    await party.quiet()
    assert len(reads(party.group, "Approved, 5 to 0")) == 1


@pytest.mark.parametrize("change", ["restrict_bot", "demote_bot"])
async def test_rights_that_are_taken_away_bring_no_message(stage: Stage, change: str) -> None:
    party = await seated(stage)
    if change == "demote_bot":
        stage.world.promote_bot(party.group)
        await confirmed(stage)
        await party.quiet()
    before = len(stage.emulator.calls_of("sendMessage", party.group.id))

    getattr(stage.world, change)(party.group)

    await confirmed(stage)
    await party.quiet()
    assert len(stage.emulator.calls_of("sendMessage", party.group.id)) == before


async def test_a_bot_that_left_a_group_without_a_table_says_nothing(stage: Stage) -> None:
    party = Party(stage)
    calls = len(stage.emulator.calls_of("sendMessage"))

    stage.world.kick_bot(party.group)

    await confirmed(stage)
    assert len(stage.emulator.calls_of("sendMessage")) == calls


# --- titles ------------------------------------------------------------------------------------

TITLES = [
    ("<b>Knights</b> & 'co'", "<b>Knights</b> & 'co'"),
    ("a\u202eb\u2066c\u2069d", "abcd"),
    ("{group} {0} %s", "{group} {0} %s"),
    ("\u3164\u200b\u2800", "your group"),
    ("/start@avalon_test_bot t.me/x @durov", None),
    ("x" * 128, "x" * 24 + "…"),
]


@pytest.mark.parametrize(("title", "shown"), TITLES)
async def test_any_title_is_shown_safely_and_anew_when_it_changes(
    stage: Stage, title: str, shown: str | None
) -> None:
    party = Party(stage)
    await party.begin()
    stage.world.rename(party.group, title)
    await confirmed(stage)

    await party.play(until=lambda game: game.step == 1)

    for person in party.people:
        await until_read(stage.world, party.private(person), "Do you approve?")
        ballot = ours(party.private(person))[-1]
        if shown is not None:
            assert ballot.text.startswith(f"🗳 \u2068{shown}\u2069 ·")
        assert not {e.type for e in ballot.entities} & {"bot_command", "mention", "url"}
        whisper(party, person, "/role")
    await confirmed(stage)
    await party.quiet()


@pytest.mark.parametrize(("title", "shown"), TITLES)
async def test_any_title_is_shown_safely_where_a_table_is_opened(
    stage: Stage, title: str, shown: str | None
) -> None:
    party = Party(stage)
    party.group.title = title
    await party.open()
    await stage.world.press(party.host, panel(party), "Join").answered()

    told = await until_read(stage.world, party.private(party.host), "You're in at")
    if shown is not None:
        assert f"\u2068{shown}\u2069" in told.text
    assert not {e.type for e in told.entities} & {"bot_command", "mention", "url"}


# --- other bots, other voices ------------------------------------------------------------------


def another_bot_posts(stage: Stage, party: Party) -> None:
    other = stage.world.person("Dice", username="dice_bot", is_bot=True)
    stage.world.join(other, party.group)
    stage.world.say(other, party.group, "rolled a six")


async def test_a_plain_command_is_answered_only_where_we_posted_last(stage: Stage) -> None:
    party = await seated(stage)
    stage.world.say(party.host, party.group, "/board")
    await stage.world.until(lambda: len(ours(party.group)) == 2)
    another_bot_posts(stage, party)

    stage.world.say(party.host, party.group, "/board")
    await confirmed(stage)
    await party.quiet()

    assert len(ours(party.group)) == 2
    say(party, party.host, "board")
    await stage.world.until(lambda: len(ours(party.group)) == 3)


async def test_whatever_the_bot_tells_to_say_names_it(stage: Stage) -> None:
    """In a group of several bots a bare command is another's."""
    party = Party(stage)
    for command in ("board", "join", "leave", "begin", "cancel", "history", "nudge", "settings"):
        say(party, party.host, command)
        await confirmed(stage)
    await stage.clock.sleep(MINUTE)
    bot = stage.world.bot.username
    for message in ours(party.group):
        for word in message.text.split():
            if word.startswith("/") and len(word) > 1:
                assert word.rstrip(".,:").endswith(f"@{bot}"), message


async def test_somebody_who_posts_as_a_channel_neither_plays_nor_moves_the_table(
    stage: Stage,
) -> None:
    party = await known(stage)
    bot = stage.world.bot.username
    for command in ("join", "begin", "settings", "cancel", "leave"):
        stage.world.say(party.host, party.group, f"/{command}@{bot}", channel="News")
        await confirmed(stage)
    await party.quiet()

    table = await party.table()
    assert (table.people, table.closed, table.editing) == ((), False, False)
    answer = await toast(stage.world.press(party.host, ours(party.group)[0], "Join"))
    assert answer == "You're in: 1 at the table."


# --- messages that disappear -------------------------------------------------------------------


async def test_a_panel_that_somebody_deleted_comes_again_silently_once_for_each_question(
    stage: Stage,
) -> None:
    party = await known(stage)
    await deal(stage, party)
    stage.world.delete_message(panel(party))
    moves = await party.next_moves()
    person, action = moves[0]
    await forge(party, person, party.group.history[-1], action.deed, action.step).answered()
    await stage.world.until(lambda: ours(party.group) and "are dealt" in panel(party).text)
    await party.quiet()

    assert panel(party).silent
    await party.play_out()


async def test_a_clean_up_bot_that_deletes_everything_stops_no_game(stage: Stage) -> None:
    """Each question comes twice at most; the buttons of the second are deleted too."""
    party = await known(stage)
    await deal(stage, party)
    sent = len(stage.emulator.calls_of("sendMessage", party.group.id))
    while moves := await party.next_moves():
        presses = []
        for person, action in moves:
            message = await party.see(person, action)
            presses.append(party.press(person, action))
            for old in ours(party.group):
                if old is not message:
                    stage.world.delete_message(old)
        for press in presses:
            await (await press).answered()
        await confirmed(stage)
    await party.quiet()

    assert reads(party.group, "wins")
    game = await party.game()
    now = len(stage.emulator.calls_of("sendMessage", party.group.id))
    assert now - sent <= 2 * len(game.record) + 2
