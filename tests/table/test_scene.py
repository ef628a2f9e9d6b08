"""A scene: what one viewer may see. Secrets stop there."""

from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from telegram_avalon.rules import Game, QuestPlayed, Role, Seat, Setup, TeamProposed, TeamVoted
from telegram_avalon.rules.model import Assassinating, Questing, Voting
from telegram_avalon.table import (
    Begun,
    Cancelled,
    Deafened,
    Entry,
    Stage,
    Table,
    cancel,
    chats,
    close,
    deafen,
    hear,
    recall,
    scene,
)
from tests.random_games import setups, states
from tests.screens.scenes import NAMES, PLACE, dealt, game_of, lobby, moved, seated, user, with_game

DEAL = "merlin servant servant assassin minion"


def test_the_story_is_facts_and_notices_in_the_order_they_happened() -> None:
    table = deafen(dealt(DEAL), user(2))
    table = deafen(moved(table, "team 1 2"), user(3))
    table = hear(moved(table, "votes +++++"), user(3))
    table = deafen(deafen(table, user(3)), user(4))
    table = cancel(moved(table, "cards ss"))

    story = scene(table, None).story

    assert [type(entry) for entry in story] == [
        Begun,
        Deafened,
        TeamProposed,
        Deafened,
        TeamVoted,
        Deafened,
        Deafened,
        QuestPlayed,
        Cancelled,
    ]
    told = [entry.seat for entry in story if isinstance(entry, Deafened)]
    assert told == [Seat(1), Seat(2), Seat(2), Seat(3)]


def test_the_story_only_grows() -> None:
    """What a chat has been told stays what it was, whoever is cut off on the way."""
    random = Random(5)
    for setup in setups(52, random):
        table = seated(setup)
        before: tuple[Entry, ...] = ()
        for game in states(setup, random):
            table = with_game(table, game)
            if random.random() < 0.1:
                change = random.choice([deafen, hear])
                table = change(table, user(random.randrange(len(setup.deal)) + 1))
            story = scene(table, None).story
            assert story[: len(before)] == before
            before = story


def test_a_lobby_and_a_closed_one_have_no_story() -> None:
    assert scene(lobby(NAMES), None).story == ()
    assert scene(close(lobby(NAMES)), user(1)).view is None


def test_who_is_spoken_to() -> None:
    assert chats(lobby(NAMES)) == (None,)
    assert chats(dealt(DEAL)) == (None, *map(user, range(1, 6)))
    assert chats(cancel(dealt(DEAL))) == (None, *map(user, range(1, 6)))


def test_a_viewer_is_a_person_at_the_table_or_the_public() -> None:
    table = recall(recall(dealt(DEAL), user(2)), PLACE.chat)

    mine, public, stranger = (scene(table, who) for who in (user(2), None, 999))

    assert mine.viewer == table.people[1]
    assert mine.view is not None
    assert public.view is not None
    assert (mine.view.seat, mine.view.role) == (1, Role.SERVANT)
    assert (public.view.seat, public.view.role) == (None, None)
    assert public.viewer is None
    assert stranger.viewer is None
    assert stranger.view == public.view
    assert (mine.recalls, public.recalls, stranger.recalls) == (1, 1, 0)
    assert (mine.step, scene(lobby(), None).step) == (0, 0)
    assert scene(deafen(table, user(3)), None).unreachable_seats == (Seat(2),)


def test_a_scene_never_holds_the_game_or_its_secrets() -> None:
    """Neither deal nor votes nor cards: nothing in it is one of the rules' own phases."""
    random = Random(6)
    for setup in setups(52, random):
        empty = seated(setup)
        games = list(states(setup, random))
        for game in random.sample(games, min(10, len(games))):
            for who in (None, *(person.id for person in empty.people)):
                held = list(inside(scene(with_game(empty, game), who)))
                assert not [each for each in held if isinstance(each, SECRET)]
                if game is not games[-1]:
                    assert setup.deal not in held


SECRET = (Game, Setup, Table, Voting, Questing, Assassinating)


def inside(value: object) -> Iterator[object]:
    """*value* and all that it holds."""
    yield value
    if isinstance(value, msgspec.Struct):
        for field in value.__struct_fields__:
            yield from inside(getattr(value, field))
    elif isinstance(value, tuple | list | frozenset):
        for each in value:
            yield from inside(each)
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from inside(key)
            yield from inside(each)


@pytest.mark.parametrize("who", [None, user(1), 999])
def test_a_cancelled_game_shows_its_characters(who: int | None) -> None:
    table = moved(dealt(DEAL), "team 1 2")
    before, after = scene(table, who), scene(cancel(table), who)

    assert before.view is not None
    assert after.view is not None
    assert (before.stage, before.view.deal) == (Stage.PLAYING, None)
    assert (after.stage, after.view.deal) == (Stage.CLOSED, game_of(table).setup.deal)
