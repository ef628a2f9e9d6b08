"""Looking again, reminding, ending and beginning anew: a table in a group that chats."""

import re
from functools import partial

import pytest
from msgspec.structs import replace

from telegram_avalon.clock import MINUTE, SECOND
from telegram_avalon.playground import Message, Person
from telegram_avalon.rules import CastVote, Ending, Seat, Vote
from telegram_avalon.screens.actions import Wish
from telegram_avalon.table import Table
from tests.bot.people import (
    alter,
    confirmed,
    forge,
    ours,
    panel,
    play_towards,
    reached,
    readings,
    reads,
    say,
    toast,
    until_read,
    whisper,
)
from tests.bot.test_presses import assassinating, begun, in_phase, questing, sitting, voting
from tests.harness import Party, Stage

PRIVATE = ("role", "board", "history")


def last(party: Party, person: Person) -> Message:
    return ours(party.private(person))[-1]


async def beside(party: Party, title: str) -> Party:
    """The same people at a table of another group."""
    other = Party.__new__(Party)
    other._stage, other.world, other.people = party.stage, party.world, party.people
    other.host, other.id = party.host, ""
    other.group = party.world.group(title, *party.people)
    await other.open()
    for person in other.people:
        await other.world.press(person, panel(other), "Join").answered()
    await other.world.press(other.host, panel(other), "Begin").answered()
    for person in other.people:
        await other.world.until(partial(_dealt_at, other, person, title))
    return other


def _dealt_at(party: Party, person: Person, title: str) -> bool:
    return any(f"{title}\u2069 — your card" in text for text in readings(party.private(person)))


# --- in private --------------------------------------------------------------------------------


@pytest.mark.parametrize("command", PRIVATE)
async def test_without_a_table_one_is_told_so(stage: Stage, command: str) -> None:
    party = Party(stage)

    whisper(party, party.host, f"/{command}")

    await until_read(stage.world, party.private(party.host), "You're not in a game now.")


@pytest.mark.parametrize("command", PRIVATE)
async def test_in_the_lobby_there_is_nothing_to_see_yet(stage: Stage, command: str) -> None:
    party = Party(stage)
    await party.sit_down()

    whisper(party, party.host, f"/{command}")

    words = "The cards aren't dealt yet." if command == "role" else "The game hasn't begun yet."
    await until_read(stage.world, party.private(party.host), words)


async def test_role_brings_card_and_question_to_the_end_of_the_chat(stage: Stage) -> None:
    party = await in_phase(stage, voting)
    person = party.people[1]
    ballot = await until_read(stage.world, party.private(person), "Do you approve?")

    whisper(party, person, "/role")
    await stage.world.until(lambda: last(party, person) is not ballot)
    again = last(party, person)
    await stage.world.until(lambda: not ballot.labels)

    assert "your card" in again.text
    assert "Do you approve?" in again.text
    assert again.silent
    assert again.protected
    answer = await toast(stage.world.press(person, again, "Approve"))
    assert answer == "Your vote: 👍 Approve"


async def test_board_in_private_shows_quests_seats_and_leader(stage: Stage) -> None:
    party = await begun(stage)

    whisper(party, party.host, "/board")

    shown = await until_read(stage.world, party.private(party.host), "👑 leader")
    assert [name for name in ("Ann", "Bob", "Cid", "Dot", "Eve") if name not in shown.text] == []


async def test_history_in_private_tells_votes_and_quests(stage: Stage) -> None:
    party = await in_phase(stage, questing)

    whisper(party, party.host, "/history")

    await until_read(stage.world, party.private(party.host), "👍 1 2 3 4 5 · 👎 –")


@pytest.mark.parametrize(
    ("command", "shows"),
    [("role", "your card"), ("board", "👑 leader"), ("history", "No team has been voted on yet.")],
)
async def test_at_two_tables_one_is_asked_which(stage: Stage, command: str, shows: str) -> None:
    one = await begun(stage)
    two = await beside(one, "Others")
    person = one.people[1]
    await two.quiet()

    whisper(one, person, f"/{command}")
    question = await until_read(stage.world, one.private(person), "more than one table. Which one?")
    assert sorted(question.labels) == ["\u2068Friends\u2069", "\u2068Others\u2069"]
    count = len(readings(one.private(person)))
    await stage.world.press(person, question, "\u2068Others\u2069").answered()

    await stage.world.until(lambda: len(readings(one.private(person))) > count)
    newest = readings(one.private(person))
    assert any(shows in text for text in newest)
    if command == "role":
        assert "Others" in last(one, person).text


async def test_a_player_at_two_tables_sees_which_one_each_message_is_about(stage: Stage) -> None:
    one = await begun(stage)
    two = await beside(one, "Others")
    await one.play(until=voting)
    await two.play(until=voting)
    person = one.people[1]
    await until_read(stage.world, one.private(person), "🗳 \u2068Friends\u2069 · quest 1")
    ballot = await until_read(stage.world, one.private(person), "🗳 \u2068Others\u2069 · quest 1")

    step = (await two.game()).step
    seat = (await two.table()).seat(person.id)
    assert seat is not None
    vote = CastVote(seat, Vote.REJECT)
    await forge(two, person, ballot, vote, step).answered()
    votes = [(await party.game()).phase for party in (one, two)]
    assert [getattr(phase, "votes").count(None) for phase in votes] == [5, 4]  # noqa: B009


async def test_what_shows_anything_of_the_game_in_private_cannot_be_forwarded(
    stage: Stage,
) -> None:
    """Neither one's own vote where votes are anonymous, nor what is known of a card, is provable.

    An edit can't change that: the question at which table, too, was sent so.
    """
    one = await begun(stage)
    two = await beside(one, "Others")
    await one.play(until=questing)
    person = one.people[1]
    chat = one.private(person)
    await one.quiet()
    await two.quiet()

    for command, shows in (("board", "👑 leader"), ("history", "📜 Seats")):
        whisper(one, person, f"/{command}")
        which = await until_read(stage.world, chat, "Which one?")
        await stage.world.press(person, which, "\u2068Friends\u2069").answered()
        assert (await until_read(stage.world, chat, shows)).protected
    whisper(one, person, f"/start history-{one.id}")
    await stage.world.until(lambda: len(reads(chat, "📜 Seats")) == 2)

    unprotected = [m.text for m in ours(chat) if not m.protected]
    assert [text for text in unprotected if "You're in at" not in text] == []


async def test_nor_can_the_history_that_a_button_in_the_group_brings(stage: Stage) -> None:
    party = await in_phase(stage, questing)
    person = party.people[1]

    step = (await party.game()).step
    await forge(party, person, panel(party), Wish.HISTORY, step).answered()

    assert (await until_read(stage.world, party.private(person), "📜 Seats")).protected


# --- in the group ------------------------------------------------------------------------------


async def test_board_in_the_group_brings_the_table_to_the_end_of_the_chat(stage: Stage) -> None:
    party = await begun(stage)
    await party.quiet()
    before = panel(party)
    for number in range(5):
        stage.world.say(party.host, party.group, f"chat {number}")

    say(party, party.people[1], "board")
    await stage.world.until(lambda: panel(party) is not before)
    await stage.world.until(lambda: not before.labels)

    assert panel(party) is party.group.last
    assert panel(party).silent
    assert "pick the team" in panel(party).text
    assert len([m for m in ours(party.group) if m.labels]) == 1


async def test_history_in_the_group_tells_the_votes(stage: Stage) -> None:
    party = await in_phase(stage, questing)

    say(party, party.people[1], "history")

    assert (await until_read(stage.world, party.group, "📜 Seats:")).silent


async def test_role_in_the_group_shows_no_card_there(stage: Stage) -> None:
    party = await begun(stage)

    say(party, party.people[1], "role")

    await until_read(stage.world, party.private(party.people[1]), "say /role there")
    assert reads(party.group, "You are") == []


# --- reminders ---------------------------------------------------------------------------------


def reminders(party: Party) -> list[Message]:
    return reads(party.group, "⏰")


def rung(message: Message) -> set[int]:
    return {entity.user_id for entity in message.entities if entity.user_id}


async def nudged(party: Party) -> Message:
    count = len(reminders(party))
    say(party, party.people[1], "nudge")
    await party.world.until(lambda: len(reminders(party)) > count)
    return reminders(party)[-1]


async def test_nudge_rings_the_leader(stage: Stage) -> None:
    party = await begun(stage)

    reminder = await nudged(party)

    leader = await sitting(party, (await party.game()).setup.first_leader)
    assert rung(reminder) == {leader.id}
    assert not reminder.silent


async def test_nudge_rings_those_who_have_not_voted(stage: Stage) -> None:
    party = await in_phase(stage, voting)
    voted = await sitting(party, Seat(0))
    ballot = await until_read(stage.world, party.private(voted), "Do you approve?")
    await stage.world.press(voted, ballot, "Approve").answered()

    reminder = await nudged(party)

    assert rung(reminder) == {person.id for person in party.people} - {voted.id}


async def test_nudge_rings_the_whole_team_whoever_has_played(stage: Stage) -> None:
    """Good answers at once, evil thinks: who is still missing would tell a side."""
    party = await in_phase(stage, questing)
    moves = await party.next_moves()
    await (await party.press(*moves[0])).answered()

    reminder = await nudged(party)

    assert rung(reminder) == {person.id for person, _ in moves}


async def test_nudge_names_nobody_in_the_assassination(stage: Stage) -> None:
    party = await in_phase(stage, assassinating)

    reminder = await nudged(party)

    assert rung(reminder) == set()
    assert not any(person.name in reminder.text for person in party.people)


async def test_nudge_rings_once_a_minute(stage: Stage) -> None:
    party = await begun(stage)
    await nudged(party)

    say(party, party.people[1], "nudge")
    await until_read(stage.world, party.private(party.people[1]), "A reminder has just gone out.")
    assert len(reminders(party)) == 1

    await alter(party, partial(_earlier, by=MINUTE))
    await stage.clock.sleep(11 * SECOND)
    await nudged(party)


def _earlier(table: Table, by: int) -> Table:
    return replace(table, nudged=table.nudged - by)


async def test_nudge_rings_though_the_group_has_had_its_replies(stage: Stage) -> None:
    party = await begun(stage)
    say(party, party.people[2], "history")
    await until_read(stage.world, party.group, "No team has been voted on yet.")

    await nudged(party)


# --- history -----------------------------------------------------------------------------------


async def test_the_history_button_answers_in_private(stage: Stage) -> None:
    party = await begun(stage)
    await play_towards(party, Ending.FIVE_REJECTIONS)
    count = len(readings(party.group))

    answer = await toast(stage.world.press(party.people[1], panel(party), "History"))

    assert answer == "The history is on its way to our private chat."
    await until_read(stage.world, party.private(party.people[1]), "📜 Seats:")
    assert len(readings(party.group)) == count


async def test_after_the_game_history_and_board_are_still_there_in_private(stage: Stage) -> None:
    party = await begun(stage)
    await play_towards(party, Ending.FIVE_REJECTIONS)

    for command in ("history", "board"):
        whisper(party, party.host, f"/{command}")

    await until_read(stage.world, party.private(party.host), "📜 Seats:")
    await until_read(stage.world, party.private(party.host), "teams rejected 5/5")


# --- rematch -----------------------------------------------------------------------------------


async def over(stage: Stage) -> Party:
    party = await begun(stage)
    await play_towards(party, Ending.FIVE_REJECTIONS)
    return party


async def test_rematch_opens_a_table_and_rings_the_others_once(stage: Stage) -> None:
    party = await over(stage)
    presser = party.people[2]

    answer = await toast(stage.world.press(presser, panel(party), "Rematch"))
    lobby = await until_read(stage.world, party.group, "Once again?")

    assert answer == "A new table is open."
    assert not lobby.silent
    assert rung(lobby) == {person.id for person in party.people} - {presser.id}
    party.id = lobby.button(label="Join").callback_data.partition(":")[0]
    assert [person.name for person in (await party.table()).people] == ["Cid"]
    await stage.world.press(party.people[0], lobby, "Join").answered()
    await stage.world.until(lambda: party.people[0].id not in rung(panel(party)))
    assert panel(party) is lobby


async def test_rematch_pressed_by_two_at_once_opens_one_table(stage: Stage) -> None:
    party = await over(stage)
    end = panel(party)

    presses = [stage.world.press(person, end, "Rematch") for person in party.people[:3]]
    answers = [await toast(press) for press in presses]
    await party.quiet()

    assert sorted(answers) == [
        "A new table is open.",
        *["A table is open here already: join that one."] * 2,
    ]
    assert len([m for m in ours(party.group) if "⚔️ Join" in m.labels]) == 1


async def test_rematch_is_not_a_strangers(stage: Stage) -> None:
    party = await over(stage)
    eva = stage.world.person("Eva", started=True)
    stage.world.join(eva, party.group)

    answer = await toast(stage.world.press(eva, panel(party), "Rematch"))

    assert answer == "You're not at this table."


async def test_a_rematch_can_be_played(stage: Stage) -> None:
    party = await over(stage)
    await stage.world.press(party.host, panel(party), "Rematch").answered()
    lobby = await until_read(stage.world, party.group, "Once again?")
    party.id = lobby.button(label="Join").callback_data.partition(":")[0]
    for person in party.people[1:]:
        await stage.world.press(person, lobby, "Join").answered()

    await stage.world.press(party.host, lobby, "Begin").answered()
    await play_towards(party, Ending.FIVE_REJECTIONS)

    assert len(party.cards(party.host)) == 2


async def test_old_buttons_never_act_on_the_next_game(stage: Stage) -> None:
    party = await in_phase(stage, voting)
    person = await sitting(party, Seat(0))
    ballot = await until_read(stage.world, party.private(person), "Do you approve?")
    data = ballot.button(label="Reject").callback_data
    await party.play_out()
    await stage.world.press(party.host, panel(party), "Rematch").answered()
    lobby = await until_read(stage.world, party.group, "Once again?")
    party.id = lobby.button(label="Join").callback_data.partition(":")[0]
    for other in party.people[1:]:
        await stage.world.press(other, lobby, "Join").answered()
    await stage.world.press(party.host, lobby, "Begin").answered()
    await party.play(until=voting)

    await stage.world.press(person, ballot, data=data, force=True).answered()

    votes = (await party.game()).phase
    assert getattr(votes, "votes") == (None,) * 5  # noqa: B009


# --- ending ------------------------------------------------------------------------------------


async def asked_to_end(party: Party) -> Message:
    say(party, party.host, "cancel")
    return await until_read(party.world, party.group, "End this game?")


async def test_cancel_ends_a_game_after_a_second_press_and_shows_the_characters(
    stage: Stage,
) -> None:
    party = await in_phase(stage, voting)
    question = await asked_to_end(party)

    answer = await toast(stage.world.press(party.host, question, "Confirm"))
    await until_read(stage.world, party.group, "Nobody wins")
    await stage.world.until(lambda: not question.labels)

    assert answer == "The game is cancelled."
    assert len(re.findall("😇|😈", reads(party.group, "Nobody wins")[0].text)) == 5
    for person in party.people:
        told = await until_read(stage.world, party.private(person), "The game is cancelled.")
        assert told.labels == []


async def test_back_keeps_the_game(stage: Stage) -> None:
    party = await begun(stage)
    question = await asked_to_end(party)

    answer = await toast(stage.world.press(party.host, question, "Back"))

    assert answer == "The game goes on."
    await stage.world.until(lambda: not question.labels)
    assert (await party.table()).live


@pytest.mark.parametrize("label", ["Confirm", "Back"])
async def test_a_player_settles_nothing(stage: Stage, label: str) -> None:
    party = await begun(stage)
    question = await asked_to_end(party)

    answer = await toast(stage.world.press(party.people[1], question, label))

    assert answer == "Only the host or an admin of the group can do that."
    assert (await party.table()).live
    assert question.labels != []


async def test_cancel_by_a_player_is_refused(stage: Stage) -> None:
    party = await begun(stage)

    say(party, party.people[1], "cancel")

    await until_read(stage.world, party.private(party.people[1]), "Only the host or an admin")


@pytest.mark.parametrize("anonymous", [False, True])
async def test_an_admin_ends_a_game_without_being_in_it(stage: Stage, anonymous: bool) -> None:
    party = await begun(stage)
    admin = stage.world.person("Adm")
    stage.world.join(admin, party.group)
    stage.world.promote(admin, party.group, anonymous=anonymous)

    say(party, admin, "cancel")
    question = await until_read(stage.world, party.group, "End this game?")
    answer = await toast(stage.world.press(admin, question, "Confirm"))

    assert answer == "The game is cancelled."


async def test_cancel_closes_a_lobby_at_once(stage: Stage) -> None:
    party = Party(stage)
    await party.open()

    say(party, party.host, "cancel")

    assert (await until_read(stage.world, party.group, "This table is closed.")).labels == []


async def test_confirmed_by_two_at_once_a_game_ends_once(stage: Stage) -> None:
    party = await begun(stage)
    admin = stage.world.person("Adm")
    stage.world.join(admin, party.group)
    stage.world.promote(admin, party.group)
    question = await asked_to_end(party)

    presses = [stage.world.press(each, question, "Confirm") for each in (party.host, admin)]
    answers = sorted([await toast(press) for press in presses])
    await party.quiet()

    assert answers == ["The game is cancelled.", "This table is closed. /new opens another."]
    assert len(reads(party.group, "Nobody wins")) == 1


async def test_back_after_the_game_has_ended_does_not_say_that_it_goes_on(stage: Stage) -> None:
    party = await begun(stage)
    question = await asked_to_end(party)
    await play_towards(party, Ending.FIVE_REJECTIONS)

    answer = await toast(stage.world.press(party.host, question, "Back"))

    assert answer == "The game is over."


async def test_confirm_after_the_game_has_ended_changes_nothing(stage: Stage) -> None:
    party = await begun(stage)
    question = await asked_to_end(party)
    await play_towards(party, Ending.FIVE_REJECTIONS)

    answer = await toast(stage.world.press(party.host, question, "Confirm"))

    assert answer == "The game is over."
    assert not (await party.table()).closed


async def test_a_game_can_be_ended_in_every_phase(stage: Stage) -> None:
    phases = (voting, questing, assassinating)
    for phase in phases:
        party = await in_phase(stage, phase)
        question = await asked_to_end(party)
        answer = await toast(stage.world.press(party.host, question, "Confirm"))
        assert answer == "The game is cancelled."
        await until_read(stage.world, party.group, "The game is cancelled.")
        await confirmed(stage)


async def test_the_bot_thrown_out_and_let_in_again_opens_a_new_table(stage: Stage) -> None:
    party = Party(stage)
    await party.open()
    say(party, party.host, "cancel")
    await until_read(stage.world, party.group, "This table is closed.")

    stage.world.kick_bot(party.group)
    stage.world.add_bot(party.group)
    await confirmed(stage)
    await reached(stage, party.host)

    await party.open()
