"""The lobby: people come and go, the host chooses, somebody begins."""

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from telegram_avalon.rules import CHARACTERS, Proposing, Reason, Refused, Role, problems
from telegram_avalon.table import (
    Page,
    Person,
    Place,
    Stage,
    Table,
    begin,
    cancel,
    choose,
    close,
    join,
    leave,
    open_table,
    set_editing,
    turn_to,
)
from telegram_avalon.table.lobby import check_ready, unseat
from tests.rules import rulebook
from tests.screens.scenes import NAMES, characters, dealt, lobby, moved, people

ANNA, BELA, CSABA = people(NAMES[:3])
ELEVENTH = Person(111, "Late")


def refused(change: object, *args: object) -> Reason:
    assert callable(change)
    with pytest.raises(Refused) as caught:
        change(*args)
    return caught.value.reason


def test_a_new_table_is_an_empty_lobby_with_merlin() -> None:
    place = Place(-1, "Knights")
    table = open_table("AbCdEfGhIjK", place, ANNA.id, lobby().ruleset, 42, (BELA,))

    assert (table.stage, table.live, table.people) == (Stage.LOBBY, True, ())
    assert (table.host, table.opened, table.moved) == (ANNA.id, 42, 42)
    assert table.invited == (BELA,)
    assert table.ruleset.characters == {Role.MERLIN}


def test_people_sit_in_the_order_they_come() -> None:
    table = lobby()
    for person in (CSABA, ANNA, BELA):
        table = join(table, person)

    assert table.people == (CSABA, ANNA, BELA)


def test_joining_twice_seats_nobody_twice_and_takes_the_new_name_and_language() -> None:
    table = lobby(NAMES[:3])

    assert join(table, BELA) == table
    again = join(table, Person(BELA.id, "Bee", "hu"))
    assert again.people == (ANNA, Person(BELA.id, "Bee", "hu"), CSABA)


def test_ten_can_play() -> None:
    table = lobby(NAMES[:9])
    full = join(table, Person(110, "Jenő"))

    assert len(full.people) == 10
    assert refused(join, full, ELEVENTH) is Reason.TABLE_FULL
    renamed = join(full, Person(110, "Jen"))
    assert renamed.people[9].name == "Jen"
    assert join(leave(full, 101), ELEVENTH).people[9] == ELEVENTH


def test_the_host_leaving_passes_the_host_on_to_who_came_first() -> None:
    table = lobby(NAMES[:3])

    passed = leave(table, ANNA.id)

    assert (passed.host, passed.people, passed.stage) == (BELA.id, (BELA, CSABA), Stage.LOBBY)
    assert leave(table, BELA.id).host == ANNA.id


def test_a_table_without_a_host_stays_without_one() -> None:
    table = replace(lobby(NAMES[:2]), host=None)

    assert leave(table, ANNA.id).host is None


def test_the_last_one_leaving_closes_the_lobby() -> None:
    closed = leave(lobby(NAMES[:1]), ANNA.id)

    assert (closed.stage, closed.live, closed.people) == (Stage.CLOSED, False, ())
    assert refused(join, closed, ANNA) is Reason.TABLE_CLOSED


def test_who_is_not_in_cannot_leave() -> None:
    assert refused(leave, lobby(NAMES[:2]), 999) is Reason.NOT_AT_TABLE
    assert refused(leave, lobby(), ANNA.id) is Reason.NOT_AT_TABLE


def test_who_cannot_be_written_to_loses_their_seat_and_is_named() -> None:
    table = lobby(NAMES[:3])

    without = unseat(table, frozenset({ANNA.id, CSABA.id}))

    assert (without.people, without.unreachable, without.host) == ((BELA,), (ANNA, CSABA), BELA.id)
    assert unseat(table, frozenset({BELA.id})).host == ANNA.id
    back = join(without, ANNA)
    assert (back.people, back.unreachable) == ((BELA, ANNA), (CSABA,))
    assert unseat(table, frozenset({101, 102, 103})).stage is Stage.CLOSED


def test_settings_open_and_close() -> None:
    table = set_editing(lobby(NAMES[:1]), True)

    assert table.editing
    assert not set_editing(table, False).editing
    assert set_editing(turn_to(table, Page.OPTIONS), False).page is Page.MAIN
    assert set_editing(turn_to(table, Page.OPTIONS), True).page is Page.MAIN


@pytest.mark.parametrize(
    ("before", "role", "on", "after"),
    [
        ("merlin", "percival", True, "merlin percival"),
        ("merlin percival", "percival", False, "merlin"),
        ("merlin", "merlin", True, "merlin"),
        ("merlin", "oberon", False, "merlin"),
        ("merlin percival mordred morgana oberon", "merlin", False, "oberon"),
        ("merlin percival", "merlin", False, ""),
        ("", "merlin", True, "merlin"),
        ("", "percival", True, "merlin percival"),
        ("", "mordred", True, "merlin mordred"),
        ("oberon", "morgana", True, "merlin morgana oberon"),
        ("", "oberon", True, "oberon"),
        ("merlin mordred morgana", "oberon", True, "merlin mordred morgana oberon"),
    ],
)
def test_choosing_characters(before: str, role: str, on: bool, after: str) -> None:
    table = choose(lobby(NAMES[:5], before), Role(role), on)

    assert table.ruleset.characters == characters(after)
    assert choose(table, Role(role), on) == table


def test_no_way_of_choosing_leaves_percival_mordred_or_morgana_without_merlin() -> None:
    random = Random(3)
    table = lobby(NAMES)
    optional = [role for role, character in CHARACTERS.items() if character.chosen]
    for _ in range(500):
        table = choose(table, random.choice(optional), random.random() < 0.5)
        assert problems(table.ruleset, 10) == ()


def test_begin_needs_five() -> None:
    for count in range(5):
        table = lobby(NAMES[:count])
        assert refused(check_ready, table) is Reason.TOO_FEW_PLAYERS
        assert refused(begin, table, Random(1)) is Reason.TOO_FEW_PLAYERS
    check_ready(lobby(NAMES[:5]))


@pytest.mark.parametrize("players", rulebook.PLAYERS)
def test_begin_takes_exactly_the_sets_that_the_rulebook_allows(players: int) -> None:
    every = rulebook.playable_sets(10)
    for chosen in every:
        table = lobby(NAMES[:players], " ".join(chosen))
        if rulebook.can_be_played(chosen, players):
            assert begin(table, Random(1)).stage is Stage.PLAYING
        else:
            assert refused(begin, table, Random(1)) is Reason.CHARACTERS_DONT_FIT


def test_begin_shuffles_the_people_into_a_circle_and_deals() -> None:
    table = replace(
        lobby(NAMES[:6]), invited=(ELEVENTH,), unreachable=(ELEVENTH,), editing=True, host=103
    )
    first, seats, leaders = Counter[int](), Counter[Role](), Counter[int]()
    for seed in range(300):
        begun = begin(table, Random(seed))

        assert begun.game is not None
        assert sorted(p.id for p in begun.people) == [p.id for p in table.people]
        assert begun.game.setup.ruleset == table.ruleset
        assert isinstance(begun.game.phase, Proposing)
        assert (begun.invited, begun.unreachable, begun.editing) == ((), (), False)
        assert (begun.host, begun.id, begun.place) == (103, table.id, table.place)
        first[begun.people[0].id] += 1
        seats[begun.game.setup.deal[0]] += 1
        leaders[begun.game.setup.first_leader] += 1
    assert len(first) == len(leaders) == 6
    assert min(first.values()) > 20
    assert min(leaders.values()) > 20
    assert set(seats) == {Role.MERLIN, Role.SERVANT, Role.ASSASSIN, Role.MINION}


def over() -> Table:
    return moved(
        dealt("servant servant servant minion minion"), "; ".join(["team 1 2; votes -----"] * 5)
    )


LOBBY_ONLY = {
    "join": lambda table: join(table, ELEVENTH),
    "leave": lambda table: leave(table, 101),
    "settings": lambda table: set_editing(table, True),
    "choose": lambda table: choose(table, Role.OBERON, True),
    "begin": lambda table: begin(table, Random(1)),
    "close": close,
    "unseat": lambda table: unseat(table, frozenset({101})),
}


@pytest.mark.parametrize("change", LOBBY_ONLY)
def test_what_belongs_to_the_lobby_is_refused_later(change: str) -> None:
    playing = dealt("servant servant servant minion minion")

    assert refused(LOBBY_ONLY[change], playing) is Reason.ALREADY_BEGUN
    assert refused(LOBBY_ONLY[change], over()) is Reason.TABLE_CLOSED
    assert refused(LOBBY_ONLY[change], cancel(playing)) is Reason.TABLE_CLOSED
    assert refused(LOBBY_ONLY[change], close(lobby(NAMES[:5]))) is Reason.TABLE_CLOSED
