"""What is said after a failure has been read back first; where that fails too, nobody knows."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from redis.exceptions import ResponseError

from telegram_avalon.play import Play
from telegram_avalon.rules import CastVote, Seat, Vote
from telegram_avalon.store import Tables
from tests.bot.conftest import Logs
from tests.bot.people import forge, ours, panel, toast
from tests.bot.test_presses import in_phase, sitting, voting
from tests.harness import Party, Stage

NOTHING = "Something went wrong here. Nothing was changed."
COUNTED = "That counted, but then something went wrong here."
UNKNOWN = "Something went wrong here. Please look whether it took effect."

Method = Callable[..., Awaitable[Any]]


def failing(method: Method, *, after: bool) -> Method:
    """*method*, which fails before it does anything or *after* it has."""

    async def fail(*args: Any, **options: Any) -> Any:
        if after:
            await method(*args, **options)
        raise ResponseError("ODD a refusal nobody has heard of")

    return fail


@pytest.mark.parametrize(("after", "said"), [(False, NOTHING), (True, COUNTED)])
async def test_a_vote_that_fails_is_answered_by_what_became_of_it(
    stage: Stage, logs: Logs, monkeypatch: pytest.MonkeyPatch, after: bool, said: str
) -> None:
    logs.errors_expected = True
    party = await in_phase(stage, voting)
    person = await sitting(party, Seat(2))
    game, message = await party.game(), ours(party.private(person))[-1]
    monkeypatch.setattr(Play, "change", failing(Play.change, after=after))

    press = forge(party, person, message, CastVote(Seat(2), Vote.REJECT), game.step)

    assert await toast(press) == said


async def test_where_it_cannot_be_read_back_the_press_is_answered_all_the_same(
    stage: Stage, logs: Logs, monkeypatch: pytest.MonkeyPatch
) -> None:
    logs.errors_expected = True
    party = await in_phase(stage, voting)
    person = await sitting(party, Seat(2))
    game, message = await party.game(), ours(party.private(person))[-1]
    monkeypatch.setattr(Play, "change", failing(Play.change, after=True))
    monkeypatch.setattr(Tables, "saw", failing(Tables.saw, after=False))

    press = forge(party, person, message, CastVote(Seat(2), Vote.REJECT), game.step)

    assert await toast(press) == UNKNOWN


async def test_a_rematch_that_was_opened_before_the_failure_counted(
    stage: Stage, logs: Logs, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its update is with the new table, not with the one whose button was pressed."""
    logs.errors_expected = True
    party = Party(stage)
    await party.begin()
    await party.play_out()
    monkeypatch.setattr(Play, "open", failing(Play.open, after=True))

    press = stage.world.press(party.host, panel(party), "Rematch")

    assert await toast(press) == COUNTED


async def test_a_press_at_a_table_that_cannot_be_read_is_told_so_and_logged_once_in_a_line(
    stage: Stage, logs: Logs
) -> None:
    logs.errors_expected = True
    party = await in_phase(stage, voting)
    person = await sitting(party, Seat(2))
    game, message = await party.game(), ours(party.private(person))[-1]
    await party.quiet()
    await stage.redis.hset(stage.keys.table(party.id), "d", b"?")

    deed = CastVote(Seat(2), Vote.REJECT)
    said = {await toast(forge(party, person, message, deed, game.step)) for _ in range(10)}

    assert said == {"This table can't be read any more. An admin can clear it: /cancel"}
    assert [line["event"] for line in logs.lines("error")] == ["a table can't be read"]
    assert "Traceback" not in logs.text
