"""The Resistance speaks of missions and spies, Avalon of quests and evil: each of its own only."""

import re
from collections.abc import Iterator
from random import Random

import pytest

from telegram_avalon.i18n.soundness import fields
from telegram_avalon.i18n.update import PACKAGE, extract
from telegram_avalon.rules import (
    Command,
    Reason,
    Role,
    Ruleset,
    Seat,
    World,
    deal_characters,
)
from telegram_avalon.screens import Button, board, card, history, message, nudge, question, toasts
from telegram_avalon.screens.actions import Deed, Wish
from telegram_avalon.screens.worlds import INSTEAD
from telegram_avalon.table import Table, cancel
from tests.random_games import commands_of, option_sets, states
from tests.screens.scenes import ENGLISH, LINKS, looked_at, seated, user, with_game

GAMES = 48
OF_AVALON = re.compile(
    r"\b(quests?|merlin|percival|mordred|morgana|oberon|assassin|servants?|minions?|arthur|"
    r"avalon|good|evil|lady|characters?)\b",
    re.IGNORECASE,
)
OF_THE_RESISTANCE = re.compile(
    r"\b(missions?|spy|spies|resistance|operatives?|inquisitor)\b", re.IGNORECASE
)
ALIEN = {World.AVALON: OF_THE_RESISTANCE, World.RESISTANCE: OF_AVALON}
OF_THE_LOBBY = {
    Reason.CHARACTERS_DONT_FIT,
    Reason.OTHER_GAME,
    Reason.TOO_FEW_PLAYERS,
}
AVALONS_ALONE = {Reason.NOT_ASSASSIN, Reason.NOT_A_TARGET}


def tables(world: World) -> Iterator[Table]:
    """Moments of games with all sorts of options."""
    random = Random(21)
    sets = option_sets(world)
    random.shuffle(sets)
    characters = frozenset({Role.MERLIN}) if world is World.AVALON else frozenset[Role]()
    for number in range(GAMES):
        options = sets[number % len(sets)]
        ruleset = Ruleset(characters, world, options)
        empty = seated(deal_characters(ruleset, random.choice((5, 7, 10)), random))
        step = -1
        for game in states(empty.game.setup, random):  # type: ignore[union-attr]
            if game.step != step or random.random() < 0.05:
                step = game.step
                yield with_game(empty, game)
        yield cancel(with_game(empty, next(states(empty.game.setup, random))))  # type: ignore[union-attr]


def said(table: Table, random: Random) -> Iterator[str]:
    """All that is said to the group and to some player, toasts for whatever they try among it."""
    player = random.randrange(len(table.people)) + 1
    for viewer in (None, user(player)):
        of = looked_at(table, viewer)
        assert of.view is not None
        screens = [
            message(of, max(question(of), 0), False, ENGLISH, LINKS),
            message(of, len(of.story), viewer is not None, ENGLISH, LINKS),
        ]
        for screen in screens:
            yield from str(screen.text).splitlines()
            yield from (label(button) for row in screen.buttons for button in row)
        yield from board.whole(of, ENGLISH).splitlines()
        yield from history.text(of, of.view, ENGLISH).splitlines()
        yield nudge.text(of, of.view, ENGLISH)
        if viewer is not None:
            yield from card.alert(of, of.view, ENGLISH).splitlines()
            for deed in random.sample(deeds(player, len(table.people)), 6):
                yield toasts.done(deed, of, ENGLISH)
                for reason in set(Reason) - OF_THE_LOBBY - AVALONS_ALONE:
                    yield toasts.refused(reason, of, deed, ENGLISH)


def deeds(player: int, players: int) -> list[Deed]:
    commands: list[Command] = commands_of(Seat(player - 1), players)
    inside = [c for c in commands if 0 <= (getattr(c, "target", 0) or 0) < players]
    return [*inside, *Wish]


def label(button: Button) -> str:
    return button.label


@pytest.mark.parametrize("world", World)
def test_a_game_is_told_in_its_own_words(world: World) -> None:
    random = Random(22)
    lines = {line for table in tables(world) for line in said(table, random)}

    assert len(lines) > 300
    assert sorted(line for line in lines if ALIEN[world].search(line)) == []
    assert any(ALIEN[other].search(line) for other in World for line in lines if other is not world)


def test_what_is_said_instead_stands_for_a_phrase_of_the_screens() -> None:
    """A phrase that was reworded would else be said in Avalon's words from then on."""
    known = {message.id for message in extract(PACKAGE) if isinstance(message.id, str)}

    for instead in INSTEAD.values():
        assert sorted(phrase for phrase in instead if phrase not in known) == []
        assert all(fields(phrase) == fields(other) for phrase, other in instead.items())
        assert not [phrase for phrase, other in instead.items() if phrase == other]
