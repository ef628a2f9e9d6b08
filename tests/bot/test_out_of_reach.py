"""Players who block the bot, messages that are deleted, and people who flood a group."""

import pytest

from telegram_avalon.clock import MINUTE, SECOND
from telegram_avalon.playground import Person
from telegram_avalon.rules import CastVote, Pick, Propose, Questing, Seat, Vote, Voting
from telegram_avalon.rules.engine import leader
from telegram_avalon.screens.actions import Action
from tests.bot.people import (
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
from tests.bot.test_presses import begun, in_phase, leading, sitting, voting
from tests.harness import Party, Stage

WAITS = "I can't write to"


async def vote(party: Party, *people: Person) -> None:
    table = await party.table()
    for person in people:
        seat = table.seat(person.id)
        assert seat is not None
        action = Action(table.id, 1, CastVote(seat, Vote.APPROVE))
        await (await party.press(person, action)).answered()


async def propose(party: Party) -> None:
    """The leader proposes the first two seats, under the message that has the buttons."""
    first, step = await leading(party), (await party.game()).step
    for deed in (Pick(Seat(-1), Seat(0)), Pick(Seat(-1), Seat(1)), Propose(Seat(-1))):
        message = [each for each in ours(party.group) if each.labels][-1]
        await forge(party, first, message, deed, step).answered()


# --- a player who blocks the bot ---------------------------------------------------------------


async def test_a_block_in_mid_game_is_told_the_group_once_with_the_way_out(stage: Stage) -> None:
    party = await begun(stage)
    away = party.people[3]

    stage.world.block(away)
    warning = await until_read(stage.world, party.group, WAITS)
    await party.quiet()

    assert "open our private chat and press Start: the game waits for you." in warning.text
    assert {e.user_id for e in warning.entities if e.user_id} >= {away.id}
    assert f"https://t.me/{stage.world.bot.username}" in {
        button.url for row in warning.buttons for button in row
    }
    assert len(reads(party.group, WAITS)) == 1


async def test_the_others_go_on_and_who_comes_back_gets_what_they_missed(stage: Stage) -> None:
    party = await begun(stage)
    first = await leading(party)
    away = next(person for person in party.people if person is not first)
    stage.world.block(away)
    await until_read(stage.world, party.group, WAITS)
    await propose(party)
    await vote(party, *(person for person in party.people if person is not away))

    stage.world.start(away)
    ballot = await until_read(stage.world, party.private(away), "Do you approve?")
    await stage.world.until(lambda: not reads(party.group, WAITS))
    await stage.world.press(away, ballot, "Approve").answered()

    await until_read(stage.world, party.group, "Approved, 5 to 0")
    assert isinstance((await party.game()).phase, Questing)


async def test_a_block_that_telegram_did_not_tell_of_is_found_out_without_a_storm(
    stage: Stage,
) -> None:
    party = await begun(stage)
    first = await leading(party)
    away = next(person for person in party.people if person is not first)
    away.blocked = True

    await party.play(until=voting)
    await until_read(stage.world, party.group, WAITS)
    await vote(party, *(person for person in party.people if person is not away))
    await party.quiet()

    refused = [c for c in stage.emulator.calls if c.chat_id == away.id and c.status == 403]
    assert len(refused) == 1
    assert len(reads(party.group, WAITS)) == 1


async def test_a_player_whose_return_telegram_did_not_tell_of_is_heard_by_writing(
    stage: Stage,
) -> None:
    party = await in_phase(stage, voting)
    away = party.people[2]
    await until_read(stage.world, party.private(away), "Do you approve?")
    stage.world.block(away)
    await until_read(stage.world, party.group, WAITS)
    away.blocked = False

    whisper(party, away, "/role")

    await stage.world.until(lambda: not reads(party.group, WAITS))
    await stage.world.until(lambda: "your card" in ours(party.private(away))[-1].text)


async def test_a_player_who_leaves_the_group_still_votes_in_private(stage: Stage) -> None:
    party = await in_phase(stage, voting)
    gone = party.people[4]

    stage.world.leave(gone, party.group)
    await vote(party, *party.people)

    await until_read(stage.world, party.group, "Approved, 5 to 0")


# --- deleted messages --------------------------------------------------------------------------


async def test_a_deleted_panel_comes_back_once(rough_stage: Stage) -> None:
    stage = rough_stage
    party = await begun(stage)
    await party.quiet()
    first = await leading(party)
    message, step = panel(party), (await party.game()).step

    stage.world.delete_message(message)
    data = f"{party.id}:{step}:p1"
    await stage.world.press(first, message, data=data, force=True).answered()
    await stage.world.until(lambda: ours(party.group)[-1].labels)
    again = panel(party)
    await party.quiet()

    assert again is not message
    assert again.silent
    assert "Team, 1/2" in again.text
    assert len([m for m in ours(party.group) if m.labels]) == 1


async def test_a_deleted_ballot_is_called_back_by_role(stage: Stage) -> None:
    party = await in_phase(stage, voting)
    person = party.people[1]
    ballot = await until_read(stage.world, party.private(person), "Do you approve?")
    await party.quiet()
    before = len(readings(party.private(person)))
    ballot.labels.clear()

    whisper(party, person, "/role")

    await stage.world.until(lambda: len(readings(party.private(person))) > before)
    assert "Do you approve?" in ours(party.private(person))[-1].text


# --- floods ------------------------------------------------------------------------------------


def sends(stage: Stage, chat: int, since: int = 0) -> int:
    return len([c for c in stage.emulator.calls_of("sendMessage", chat) if c.at >= since])


@pytest.mark.parametrize("command", ["help", "board", "join", "nonsense"])
@pytest.mark.parametrize("known", [True, False], ids=["known", "unknown"])
async def test_thirty_commands_in_a_row_get_few_silent_answers(
    stage: Stage, command: str, known: bool
) -> None:
    party = await begun(stage)
    await party.quiet()
    eva = stage.world.person("Eva")
    stage.world.join(eva, party.group)
    if known:
        await reached(stage, eva)
    before = len(ours(party.group))

    for _ in range(30):
        say(party, eva, command)
    await confirmed(stage)
    await party.quiet()
    await stage.clock.sleep(10 * SECOND)

    answers = ours(party.group)[before:]
    assert len(answers) <= 4
    assert all(message.silent for message in answers)
    assert stage.emulator.limits.violations["group"] == 0


@pytest.mark.parametrize("command", ["help", "board"])
async def test_the_game_goes_on_under_a_flood(stage: Stage, command: str) -> None:
    """A minute of it, a command every two seconds."""
    party = await begun(stage)
    await party.quiet()
    eva = stage.world.person("Eva")
    stage.world.join(eva, party.group)
    for _ in range(30):
        say(party, eva, command)
        await stage.clock.sleep(2 * SECOND)

    started = stage.clock.now()
    await propose(party)
    await vote(party, *party.people)
    await until_read(stage.world, party.group, "Approved, 5 to 0")

    assert stage.clock.now() - started < MINUTE // 2
    assert stage.emulator.limits.violations["group"] == 0


async def test_presses_are_answered_under_a_flood(stage: Stage) -> None:
    party = await in_phase(stage, voting)
    assert isinstance((await party.game()).phase, Voting)
    person = await sitting(party, leader(await party.game()))
    for _ in range(30):
        say(party, party.host, "help")

    answer = await toast(stage.world.press(person, panel(party), "My card"))

    assert answer.startswith("You are")
