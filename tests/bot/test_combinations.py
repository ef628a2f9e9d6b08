"""Whole games with each option alone and with many at once, played by people of many languages.

What happened is checked by the rules written a second time: they follow the record of each game.
"""

from dataclasses import dataclass
from functools import partial
from random import Random

import pytest

from telegram_avalon.bot import beginning
from telegram_avalon.rules import Option, Over, Role, Vote, World
from telegram_avalon.screens.actions import Choose, ChooseGame, Deed, SetOption, Wish
from telegram_avalon.store import Groups
from tests import naive_rules
from tests.bot.people import forge
from tests.bot.tongues import CLIENTS, Mixed, panel_for
from tests.harness import Stage
from tests.i18n.spoken import Heard
from tests.record.games import as_json

AVALON, RESISTANCE = World.AVALON, World.RESISTANCE
LADY, TARGETING, PLOT_CARDS = Option.LADY, Option.TARGETING, Option.PLOT_CARDS
BLIND_SPIES, UNVOTED = Option.BLIND_SPIES, Option.UNVOTED_FIFTH
MAY_FAIL, ANONYMOUS = Option.GOOD_MAY_FAIL, Option.ANONYMOUS_VOTES


@dataclass(frozen=True)
class Played:
    players: int
    game: World
    options: tuple[Option, ...]
    characters: tuple[Role, ...] = ()
    """Besides Merlin, who comes with Avalon."""
    languages: tuple[str, ...] = ("en",)
    seed: int = 1
    rejected: int = 0
    """How many facts there are before teams are approved."""


ALONE = [
    Played(7, AVALON, (LADY,), languages=("hu",)),
    Played(5, AVALON, (TARGETING,), languages=("fa",)),
    Played(9, AVALON, (PLOT_CARDS,), languages=("es",)),
    Played(6, RESISTANCE, (BLIND_SPIES,), languages=("fa",)),
    Played(6, AVALON, (UNVOTED,), languages=("en",), rejected=8),
    Played(5, AVALON, (MAY_FAIL,), languages=("hu",)),
    Played(8, AVALON, (ANONYMOUS,), languages=("es",)),
    Played(7, RESISTANCE, (), languages=("hu",)),
]
TOGETHER = [
    Played(10, AVALON, (LADY, TARGETING, PLOT_CARDS), (Role.PERCIVAL, Role.MORGANA), ("fa",), 2),
    Played(7, RESISTANCE, (LADY, PLOT_CARDS), (), ("hu", "es"), 3),
    Played(5, RESISTANCE, (TARGETING, PLOT_CARDS, BLIND_SPIES), (), ("es",), 4),
    Played(8, AVALON, (TARGETING, UNVOTED, ANONYMOUS), (Role.OBERON,), ("fa", "en"), 5, 8),
    Played(9, RESISTANCE, (LADY, BLIND_SPIES, MAY_FAIL), (), ("en",), 6),
    Played(6, AVALON, (PLOT_CARDS, ANONYMOUS), (Role.MORDRED,), ("hu",), 7),
    Played(7, AVALON, (LADY, ANONYMOUS, MAY_FAIL), (Role.PERCIVAL, Role.MORDRED), ("es",), 8),
    Played(10, RESISTANCE, (TARGETING, PLOT_CARDS, UNVOTED), (), ("fa",), 9, 12),
    Played(6, AVALON, (LADY, TARGETING, MAY_FAIL, UNVOTED), (), ("en", "fa"), 10, 8),
    Played(
        10,
        RESISTANCE,
        (LADY, TARGETING, PLOT_CARDS, BLIND_SPIES, UNVOTED, MAY_FAIL, ANONYMOUS),
        (),
        ("hu",),
        11,
    ),
]


@pytest.fixture
def stage(listened_stage: Stage) -> Stage:
    return listened_stage


def named(played: Played) -> str:
    options = "+".join(option.value for option in played.options) or "no option"
    return f"{played.game.value}-{played.players}-{options}"


@pytest.mark.parametrize("played", [*ALONE, *TOGETHER], ids=named)
async def test_a_whole_game(
    stage: Stage, heard: Heard, monkeypatch: pytest.MonkeyPatch, played: Played
) -> None:
    party = await _dealt(stage, monkeypatch, played)

    await party.play(Vote.REJECT, until=lambda game: game.step >= played.rejected)
    await party.play()
    await party.quiet()

    game = await party.game()
    assert isinstance(game.phase, Over)
    assert game.setup.ruleset.options == set(played.options)
    naive_rules.check(as_json(game))
    assert heard == set()
    assert stage.emulator.limits.violations == {}
    assert [call for call in stage.emulator.calls if call.status not in {200, None}] == []


async def _dealt(stage: Stage, monkeypatch: pytest.MonkeyPatch, played: Played) -> Mixed:
    monkeypatch.setattr(beginning, "SystemRandom", lambda: Random(played.seed))
    party = Mixed(stage, CLIENTS[: played.players])
    await Groups(stage.redis, stage.keys, stage.clock).keep_languages(
        party.group.id, played.languages
    )
    await party.sit_down()
    lobby = panel_for(party.group, "join")[-1]
    settings: list[Deed] = [
        Wish.OPEN_SETTINGS,
        *([ChooseGame(played.game)] if played.game is not AVALON else []),
        *(Choose(role, True) for role in played.characters),
        *(SetOption(option, True) for option in played.options),
        Wish.CLOSE_SETTINGS,
        Wish.BEGIN,
    ]
    for deed in settings:
        await forge(party, party.host, lobby, deed).answered()
    for person in party.people:
        await party.until(partial(panel_for, party.private(person), "about"))
    return party
