"""Players whom the bot can't write to: never started, blocked, gone."""

import pytest

from telegram_avalon.clock import MINUTE
from telegram_avalon.playground import Fault
from telegram_avalon.rules import Vote
from telegram_avalon.screens.actions import Wish
from telegram_avalon.store import People
from telegram_avalon.table import deafen
from tests.bot.people import (
    alter,
    confirmed,
    data_in,
    forge,
    ours,
    panel,
    reads,
    say,
    toast,
    until_read,
)
from tests.harness import Party, Stage
from tests.moods.gatherings import another_game, deal, known

CANT = "I can't write to"


async def voting(stage: Stage) -> Party:
    party = Party(stage)
    await party.begin()
    await party.play(until=lambda game: game.step == 1)
    await party.quiet()
    return party


async def test_who_blocks_the_bot_in_the_game_is_named_once_and_the_game_waits(
    stage: Stage,
) -> None:
    party = await voting(stage)
    bob = party.people[1]
    stage.world.block(bob)
    notice = await until_read(stage.world, party.group, CANT)
    moves = [(p, a) for p, a in await party.next_moves() if p is not bob]
    for person, action in moves:
        await (await party.press(person, action)).answered()
    await party.quiet()

    assert "Bob" in notice.text
    assert any("Private chat" in label for label in panel(party).labels)
    assert (await party.game()).step == 1
    refused = [c for c in stage.emulator.calls_of("sendMessage", bob.id) if c.status == 403]
    assert len(refused) <= 1


async def test_who_comes_back_is_told_what_they_missed_and_plays_on(stage: Stage) -> None:
    party = await voting(stage)
    bob = party.people[1]
    stage.world.block(bob)
    await until_read(stage.world, party.group, CANT)
    for person, action in await party.next_moves():
        if person is not bob:
            await (await party.press(person, action)).answered()
    await party.quiet()
    before = len(ours(party.private(bob)))

    stage.world.unblock(bob)

    await confirmed(stage)
    await party.quiet()
    assert not reads(party.group, CANT)
    # Their ballot stood there all the time: it is not sent a second time.
    assert len(ours(party.private(bob))) == before
    await party.play_out()
    assert party.repeats() == {}


async def test_who_blocked_the_bot_before_the_ballots_went_out_gets_theirs_on_coming_back(
    stage: Stage,
) -> None:
    party = Party(stage)
    await party.begin()
    bob = party.people[1]
    stage.world.block(bob)
    await party.play(until=lambda game: game.step == 1)
    await until_read(stage.world, party.group, CANT)
    assert not any("Approve" in "".join(m.labels) for m in ours(party.private(bob)))

    stage.world.say(bob, None, "/start")

    await stage.world.until(
        lambda: any("Approve" in "".join(m.labels) for m in ours(party.private(bob)))
    )
    await party.play_out()
    assert len(party.cards(bob)) == 1


async def test_blocking_and_coming_back_again_and_again_asks_nothing_twice(stage: Stage) -> None:
    party = await voting(stage)
    bob = party.people[1]
    for _ in range(5):
        stage.world.block(bob)
        await confirmed(stage)
        stage.world.unblock(bob)
        await confirmed(stage)
    await party.play_out()

    assert party.repeats() == {}
    assert len(party.cards(bob)) == 1
    told = [v.text for m in party.group.history for v in m.versions[:1] if CANT in v.text]
    assert len(told) == 1


async def test_who_cannot_be_written_to_gets_the_history_by_opening_the_private_chat(
    stage: Stage,
) -> None:
    party = Party(stage)
    await party.begin()
    await party.play_out()
    bob = party.people[1]
    stage.world.block(bob)
    await confirmed(stage)

    answer = await stage.world.press(bob, panel(party), "History").answered()

    assert answer.url == f"https://t.me/{stage.world.bot.username}?start=history-{party.id}"
    assert answer.text == ""
    await until_read(stage.world, party.private(bob), "📜 Seats:")
    await confirmed(stage)
    assert "private chat" in await toast(stage.world.press(bob, panel(party), "History"))


@pytest.mark.parametrize("how", ["unknown to the store", "known from a refusal"])
async def test_a_private_chat_that_failed_counts_as_closed_however_it_is_known(
    stage: Stage, how: str
) -> None:
    party = await voting(stage)
    bob = party.people[1]
    if how == "unknown to the store":
        await People(stage.redis, stage.keys, stage.clock).unreachable(bob.id)
    else:
        await alter(party, lambda table: deafen(table, bob.id))
    press = forge(party, bob, panel(party), Wish.HISTORY)

    assert (await press.answered()).url.endswith(f"?start=history-{party.id}")


@pytest.mark.parametrize("payload", ["history-", "history-x", "history-AAAAAAAAAAA"])
async def test_a_history_that_leads_nowhere_says_so(stage: Stage, payload: str) -> None:
    party = Party(stage)
    stage.world.start(party.host, payload)
    await until_read(stage.world, party.private(party.host), "That table is gone.")


async def test_a_history_is_for_the_people_of_its_table(stage: Stage) -> None:
    party = await voting(stage)
    zoe = stage.world.person("Zoe")
    stage.world.start(zoe, f"history-{party.id}")
    await until_read(stage.world, party.private(zoe), "You're not at this table.")


async def test_who_deleted_the_account_is_named_and_nothing_is_tried_again(
    stage: Stage,
) -> None:
    party = Party(stage)
    await party.begin()
    ((leader, _),) = await party.next_moves()
    gone = next(p for p in party.people if p not in (leader, party.host))
    stage.world.delete_account(gone)
    await party.play(until=lambda game: game.step == 1)
    await until_read(stage.world, party.group, CANT)
    await stage.clock.sleep(MINUTE)
    await party.quiet()

    refused = [c for c in stage.emulator.calls_of("sendMessage", gone.id) if c.status == 403]
    assert len(refused) == 1
    # The game can be ended; it never breaks.
    say(party, party.host, "cancel")
    await until_read(stage.world, party.group, "End this game?")
    await stage.world.press(party.host, panel(party), "Confirm").answered()
    await until_read(stage.world, party.group, "cancelled")


async def test_who_never_started_the_bot_gets_no_card_and_no_seat(stage: Stage) -> None:
    party = Party(stage)
    for person in party.people:
        person.started = False
    await party.open()
    for person in party.people:
        await stage.world.press(person, panel(party), "Join", follow=False).answered()
    await confirmed(stage)

    assert (await party.table()).people == ()
    assert stage.emulator.calls_of("sendChatAction") == []
    assert not any(c.status == 403 for c in stage.emulator.calls)


async def test_who_blocked_the_bot_at_one_table_is_unreachable_at_both(stage: Stage) -> None:
    party = await known(stage)
    await deal(stage, party)
    other = await another_game(stage, party)
    bob = party.people[1]

    stage.world.block(bob)

    await until_read(stage.world, party.group, CANT)
    await until_read(stage.world, other.group, CANT)
    stage.world.unblock(bob)
    await confirmed(stage)
    await party.quiet()
    assert not reads(party.group, CANT)
    assert not reads(other.group, CANT)


async def test_two_groups_that_share_players_play_two_games(stage: Stage) -> None:
    party = await known(stage)
    await deal(stage, party)
    other = await another_game(stage, party)
    ballots = []
    for each in (party, other):
        await each.play(until=lambda game: game.step == 1)
        await each.quiet()
        ballots.append(ours(each.private(each.people[0]))[-1])

    # Each ballot says whose it is and counts there only.
    assert [b.text.partition("·")[0] for b in ballots] == [
        "🗳 \u2068Friends\u2069 ",
        "🗳 \u2068Others\u2069 ",
    ]
    await toast(stage.world.press(party.people[0], ballots[0], "Reject"))
    assert [m for m, _ in await other.next_moves()].count(party.people[0]) == 1
    await other.play_out()
    assert (await party.game()).step == 1
    await party.play(Vote.APPROVE)
    await party.quiet()
    assert reads(party.group, "wins")
    assert not data_in(party.private(party.people[0])) & data_in(other.group)


async def test_a_probe_without_an_answer_costs_nobody_their_seat(stage: Stage) -> None:
    party = await known(stage)
    for person in party.people:
        await stage.world.press(person, panel(party), "Join").answered()
        await stage.redis.hset(stage.keys.person(person.id), "reached", "1")
    stage.emulator.faults.next("sendChatAction", Fault.INTERNAL_ERROR, times=2)
    stage.emulator.faults.next("sendChatAction", Fault.RESET, times=2)

    await stage.world.press(party.host, panel(party), "Begin").answered()

    await until_read(stage.world, party.group, "are dealt")
    assert len(stage.emulator.calls_of("sendChatAction")) == 5
    assert len((await party.table()).people) == 5
    standing = await People(stage.redis, stage.keys, stage.clock).standing(party.host.id)
    assert standing.reached is not None
