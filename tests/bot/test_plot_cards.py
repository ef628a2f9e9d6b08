"""Whole games with plot cards, by what everybody is sent: each of the nine cards is played."""

from collections import Counter
from functools import partial
from random import Random

import pytest
from msgspec.structs import replace

from telegram_avalon.bot import beginning
from telegram_avalon.rules import (
    Ending,
    Game,
    Option,
    Over,
    PlotCard,
    PlotGiven,
    PlotUsed,
    Ruleset,
)
from telegram_avalon.screens.actions import Wish
from tests.bot.conftest import Logs
from tests.bot.people import (
    alter,
    forge,
    panel,
    play_towards,
)
from tests.harness import Party, Stage


async def dealt(stage: Stage, players: int, seed: int, monkeypatch: pytest.MonkeyPatch) -> Party:
    """A game with plot cards whose deal and deck are those of *seed*."""
    monkeypatch.setattr(beginning, "SystemRandom", lambda: Random(seed))
    party = Party(stage, players)
    await party.sit_down()
    options = frozenset({Option.PLOT_CARDS})
    await alter(party, lambda table: replace(table, ruleset=Ruleset(options=options)))
    await forge(party, party.host, panel(party), Wish.BEGIN).answered()
    for person in party.people:
        await stage.world.until(partial(party.cards, person), chats=[party.private(person)])
    return party


def used(game: Game) -> set[PlotCard]:
    """The cards that took effect; an Opinion Maker's by being held."""
    facts = game.record
    return {fact.card for fact in facts if isinstance(fact, PlotUsed)} | {
        fact.card
        for fact in facts
        if isinstance(fact, PlotGiven) and fact.card is PlotCard.OPINION_MAKER
    }


@pytest.mark.parametrize(("players", "seed"), [(5, 1), (7, 1), (10, 1)])
async def test_a_whole_game_with_plot_cards(
    stage: Stage, logs: Logs, monkeypatch: pytest.MonkeyPatch, players: int, seed: int
) -> None:
    party = await dealt(stage, players, seed, monkeypatch)

    await play_towards(party, Ending.MERLIN_MISSED)

    game = await party.game()
    assert isinstance(game.phase, Over)
    print(players, seed, sorted(used(game)), len(game.record))
    calls = Counter(call.method for call in stage.emulator.calls if call.chat_id == party.group.id)
    print(calls)
    assert stage.emulator.limits.violations == {}
    assert logs.lines("warning", "error") == []
