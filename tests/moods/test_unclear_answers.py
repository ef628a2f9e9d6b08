"""A private question of which nobody can tell whether it arrived, and which is answered at once."""

from random import Random

import pytest
from msgspec.structs import replace

from telegram_avalon.bot import beginning
from telegram_avalon.playground import Fault, Message, Person
from telegram_avalon.rules import (
    Examine,
    Examining,
    Game,
    Option,
    Questing,
    QuestPlayed,
    Role,
    Ruleset,
)
from telegram_avalon.rules.lady import holder as holder_of
from telegram_avalon.screens.actions import Wish
from tests.bot.people import alter, forge, panel, reads, toast, until_read
from tests.harness import Party, Stage

ANSWER = "the loyalty you saw"


def on_the_second_quest(game: Game) -> bool:
    played = sum(isinstance(fact, QuestPlayed) for fact in game.record)
    return isinstance(game.phase, Questing) and played == 1


async def before_the_lady(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> tuple[Party, Person]:
    """A game one quest card before the Lady's question, and who will be asked.

    Nothing in their chat can be edited to tell an answer: their own card is down and told.
    """
    monkeypatch.setattr(beginning, "SystemRandom", lambda: Random(7))
    party = Party(stage, 7)
    await party.sit_down()
    ruleset = Ruleset(frozenset({Role.MERLIN}), options=frozenset({Option.LADY}))
    await alter(party, lambda table: replace(table, ruleset=ruleset))
    await forge(party, party.host, panel(party), Wish.BEGIN).answered()
    await until_read(stage.world, party.group, "are dealt")
    await party.play(until=on_the_second_quest)
    await party.quiet()
    table = await party.table()
    assert table.game is not None
    seat = holder_of(table.game)
    assert seat is not None
    (asked,) = [each for each in party.people if each.id == table.people[seat].id]
    moves = sorted(await party.next_moves(), key=lambda move: move[0] is not asked)
    for person, action in moves[:-1]:
        await (await party.press(person, action)).answered()
    await party.quiet()
    return party, asked


async def lay_the_last_card(party: Party) -> None:
    ((person, action),) = await party.next_moves()
    await (await party.press(person, action)).answered()


async def examine(party: Party, asked: Person) -> str:
    """Choose and confirm as soon as the question is there: what the press is answered with."""
    ((person, action),) = await party.next_moves()
    assert person is asked
    assert isinstance(action.deed, Examine)
    return await toast(await party.press(person, action))


def answers(party: Party, asked: Person) -> list[Message]:
    return reads(party.private(asked), ANSWER)


@pytest.mark.parametrize("fault", [Fault.BAD_GATEWAY_AFTER, Fault.RESET_AFTER])
async def test_what_was_looked_at_is_told_though_no_send_of_the_question_had_an_answer(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, fault: Fault
) -> None:
    party, asked = await before_the_lady(stage, monkeypatch)
    stage.emulator.faults.next("sendMessage", fault, chat=party.private(asked).id, times=3)
    await lay_the_last_card(party)

    said = await examine(party, asked)
    await party.quiet()

    assert "/role" in said
    assert answers(party, asked)
    assert not isinstance((await party.game()).phase, Examining)


async def test_what_was_looked_at_is_told_though_the_process_was_killed_in_the_send(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    party, asked = await before_the_lady(stage, monkeypatch)
    chat = party.private(asked).id
    hold = stage.emulator.faults.hold("sendMessage", chat=chat, after=True)
    await lay_the_last_card(party)
    await hold.reached.wait()
    await examine(party, asked)
    stage.bots[0].kill()
    hold.release()
    await stage.start()
    await party.quiet()

    assert answers(party, asked)


async def test_a_forged_press_before_the_question_has_come_is_told_what_it_saw(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An altered client confirms while Telegram still holds the question back."""
    party, asked = await before_the_lady(stage, monkeypatch)
    chat = party.private(asked)
    stage.emulator.faults.next("sendMessage", Fault.TOO_MANY_REQUESTS, chat=chat.id, retry_after=30)
    await lay_the_last_card(party)
    await stage.world.until(lambda: any(c.status == 429 for c in stage.emulator.calls))
    ((_, action),) = await party.next_moves()

    said = await toast(forge(party, asked, chat.last, action.deed, action.step))
    await party.quiet()

    assert "/role" in said
    (answer,) = answers(party, asked)
    assert answer.silent
    assert not reads(chat, "you hold the Lady")
