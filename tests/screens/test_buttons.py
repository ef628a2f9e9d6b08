"""Buttons and rules agree: whatever a player may do now has a button, and every button does it."""

from random import Random

import pytest

from telegram_avalon.i18n.catalogs import load_catalogs
from telegram_avalon.rules import (
    Aim,
    Assassinate,
    Card,
    Command,
    Game,
    Pick,
    PlayCard,
    Propose,
    Reason,
    Seat,
    apply,
    legal,
)
from telegram_avalon.rules.engine import leader
from telegram_avalon.rules.model import Assassinating
from telegram_avalon.screens import Press, Screen, toasts
from telegram_avalon.screens.actions import LEADER, decode, encode
from telegram_avalon.table import Table, scene
from tests.random_games import outcome, play, setups, states
from tests.screens.scenes import (
    ENGLISH,
    TABLE,
    dealt,
    in_group,
    in_private,
    moved,
    seated,
    user,
    with_game,
)

CATALOGS = load_catalogs()

REFUSED_AT_TIMES = {
    (Reason.TEAM_FULL, Pick),
    (Reason.TEAM_NOT_FULL, Propose),
    (Reason.GOOD_MUST_SUCCEED, PlayCard),
}
"""Buttons that stand there all the same: the keyboard doesn't jump, and both cards look alike."""


def wishes(screen: Screen, game: Game, presser: Seat) -> list[Command]:
    """What the buttons of *screen* make of a press, read back from their callback data."""
    found = []
    for button in (button for row in screen.buttons for button in row):
        if isinstance(button, Press):
            action = decode(encode(button.action))
            assert action == button.action
            assert (action.table, action.step) == (TABLE, game.step)
            if isinstance(action.deed, Command):
                assert action.deed.seat in {presser, LEADER}
                found.append(seated_command(action.deed, presser))
    return found


def seated_command(deed: Command, presser: Seat) -> Command:
    return type(deed)(**{**{f: getattr(deed, f) for f in deed.__struct_fields__}, "seat": presser})


def test_every_button_does_what_it_says_or_says_why_not() -> None:
    random = Random(31)
    for setup in setups(104, random):
        empty = seated(setup)
        games = list(states(setup, random))
        for game in random.sample(games, 4):
            for deed in offered(with_game(empty, game), game):
                answer = outcome(game, deed)
                if isinstance(answer, Reason):
                    assert (answer, type(deed)) in REFUSED_AT_TIMES


def test_every_legal_command_has_a_button() -> None:
    random = Random(32)
    for setup in setups(104, random):
        empty = seated(setup)
        games = list(states(setup, random))
        for game in random.sample(games, 4):
            buttons = set(offered(with_game(empty, game), game))
            for seat in range(game.players):
                for command in legal(game, Seat(seat)):
                    # Naming somebody takes a second press: first they are aimed at.
                    if not isinstance(command, Assassinate) or aimed_at(game) == command.target:
                        assert command in buttons


def offered(table: Table, game: Game) -> list[Command]:
    """The commands behind all buttons in the group's message and in the players' own."""
    private = [
        deed
        for seat in range(game.players)
        for deed in wishes(in_private(table, seat + 1), game, Seat(seat))
    ]
    return [*wishes(in_group(table), game, leader(game)), *private]


def aimed_at(game: Game) -> Seat | None:
    return game.phase.aim if isinstance(game.phase, Assassinating) else None


def test_whatever_is_done_is_answered_in_words() -> None:
    random = Random(33)
    kinds = set()
    for setup in setups(52, random):
        empty = seated(setup)
        for game, command in play(setup, random):
            after = scene(with_game(empty, apply(game, command)), user(command.seat + 1))
            kinds.add(type(command))

            said = toasts.done(command, after, ENGLISH)

            assert said
            if isinstance(command, PlayCard):
                assert not any(card.name.lower() in said.lower() for card in Card)
    assert {Aim, Assassinate, PlayCard} <= kinds


@pytest.mark.parametrize("language", CATALOGS.languages)
def test_the_order_of_buttons_is_the_same_in_every_language(language: str) -> None:
    """Approve before Reject and Success before Fail, from right to left too."""
    voting = moved(dealt("merlin servant servant assassin minion"), "team 1 4")
    questing = moved(voting, "votes +++++")
    for table, first, second in (
        (voting, "👍 Approve", "👎 Reject"),
        (questing, "✅ Success", "❌ Fail"),
    ):
        t = CATALOGS.words(language)
        row = in_private(table, 4, t).buttons[0]
        assert [button.label for button in row] == [t.plain(first), t.plain(second)]
        english = in_private(table, 4).buttons
        assert [[each.data for each in r if isinstance(each, Press)] for r in english] == [
            [each.data for each in r if isinstance(each, Press)]
            for r in in_private(table, 4, t).buttons
        ]
