"""The tables of the rulebook, row by row."""

from itertools import combinations
from random import Random

import pytest

from telegram_avalon.rules import (
    CHARACTERS,
    Problem,
    Role,
    Ruleset,
    Side,
    deal_characters,
    problems,
    warnings,
)
from telegram_avalon.rules.rulesets import (
    FEWEST_PLAYERS,
    MOST_PLAYERS,
    characters,
    fails_needed,
    needing_merlin,
    team_size,
)
from tests.random_games import tables
from tests.rules import rulebook


def ruleset(chosen: str) -> Ruleset:
    return Ruleset(frozenset(Role(word) for word in chosen.split()))


def test_five_to_ten_play() -> None:
    assert list(rulebook.PLAYERS) == list(range(FEWEST_PLAYERS, MOST_PLAYERS + 1))


@pytest.mark.parametrize(
    ("players", "good", "evil"),
    [(5, 3, 2), (6, 4, 2), (7, 4, 3), (8, 5, 3), (9, 6, 3), (10, 6, 4)],
)
def test_so_many_are_good_and_evil(players: int, good: int, evil: int) -> None:
    for chosen in rulebook.playable_sets(players):
        sides = [CHARACTERS[role].side for role in characters(ruleset(" ".join(chosen)), players)]

        assert (good, evil) == (sides.count(Side.GOOD), sides.count(Side.EVIL))


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (5, [2, 3, 2, 3, 3]),
        (6, [2, 3, 4, 3, 4]),
        (7, [2, 3, 3, 4, 4]),
        (8, [3, 4, 4, 5, 5]),
        (9, [3, 4, 4, 5, 5]),
        (10, [3, 4, 4, 5, 5]),
    ],
)
def test_so_many_go_on_each_quest(players: int, sizes: list[int]) -> None:
    assert sizes == [team_size(players, quest) for quest in rulebook.QUESTS]
    assert sizes == [rulebook.team_size(players, quest) for quest in rulebook.QUESTS]


@pytest.mark.parametrize(
    ("players", "fails"),
    [
        (5, [1, 1, 1, 1, 1]),
        (6, [1, 1, 1, 1, 1]),
        (7, [1, 1, 1, 2, 1]),
        (8, [1, 1, 1, 2, 1]),
        (9, [1, 1, 1, 2, 1]),
        (10, [1, 1, 1, 2, 1]),
    ],
)
def test_so_many_fails_fail_each_quest(players: int, fails: list[int]) -> None:
    assert fails == [fails_needed(players, quest) for quest in rulebook.QUESTS]
    assert fails == [rulebook.fails_needed(players, quest) for quest in rulebook.QUESTS]


@pytest.mark.parametrize(
    ("role", "side", "chosen", "needs_merlin"),
    [
        ("merlin", "good", True, False),
        ("percival", "good", True, True),
        ("servant", "good", False, False),
        ("assassin", "evil", False, False),
        ("mordred", "evil", True, True),
        ("morgana", "evil", True, True),
        ("oberon", "evil", True, False),
        ("minion", "evil", False, False),
    ],
)
def test_character_is_of_a_side_and_chosen_or_not(
    role: str, side: str, chosen: bool, needs_merlin: bool
) -> None:
    character = CHARACTERS[Role(role)]

    assert (side, chosen) == (character.side, character.chosen)
    assert needs_merlin == character.needs_merlin == bool(needing_merlin([character.role]))


def test_every_character_has_its_row_in_the_tables() -> None:
    assert set(CHARACTERS) == set(Role)
    assert all(role is character.role for role, character in CHARACTERS.items())


def test_merlin_alone_is_chosen_by_default() -> None:
    assert ruleset("merlin") == Ruleset()


@pytest.mark.parametrize(
    ("players", "chosen", "in_play"),
    [
        (5, "merlin", "merlin servant servant assassin minion"),
        (5, "", "servant servant servant minion minion"),
        (5, "oberon", "servant servant servant oberon minion"),
        (5, "merlin oberon", "merlin servant servant assassin oberon"),
        (5, "merlin percival morgana", "merlin percival servant assassin morgana"),
        (5, "merlin mordred morgana", "merlin servant servant mordred morgana"),
        (6, "merlin mordred oberon", "merlin servant servant servant mordred oberon"),
        (7, "merlin mordred", "merlin servant servant servant assassin mordred minion"),
        (
            7,
            "merlin mordred morgana oberon",
            "merlin servant servant servant mordred morgana oberon",
        ),
        (
            10,
            "merlin percival mordred morgana oberon",
            "merlin percival servant servant servant servant assassin mordred morgana oberon",
        ),
        (
            10,
            "merlin",
            "merlin servant servant servant servant servant assassin minion minion minion",
        ),
        (
            10,
            "",
            "servant servant servant servant servant servant minion minion minion minion",
        ),
    ],
)
def test_these_characters_are_dealt(players: int, chosen: str, in_play: str) -> None:
    dealt = deal_characters(ruleset(chosen), players, Random(1)).deal

    assert sorted(in_play.split()) == sorted(dealt)


@pytest.mark.parametrize(("players", "rules"), tables())
def test_the_assassin_comes_with_merlin_while_an_evil_seat_is_left(
    players: int, rules: Ruleset
) -> None:
    chosen_evil = rulebook.EVIL_CHARACTERS & rules.characters
    seat_left = len(chosen_evil) < rulebook.evil_players(players)

    dealt = characters(rules, players)

    assert dealt.count(Role.ASSASSIN) == (Role.MERLIN in rules.characters and seat_left)
    assert all(dealt.count(role) == 1 for role in rules.characters)


@pytest.mark.parametrize("players", rulebook.PLAYERS)
def test_sets_that_the_books_allow_have_no_problems_and_all_others_have(players: int) -> None:
    every = [
        ruleset(" ".join(chosen))
        for size in range(len(rulebook.OPTIONAL) + 1)
        for chosen in combinations(rulebook.OPTIONAL, size)
    ]
    allowed = [rules for rules in every if rulebook.can_be_played(rules.characters, players)]

    assert len(every) == 32
    assert allowed == [rules for rules in every if not problems(rules, players)]
    assert len(allowed) == (16 if players < 7 else 18)


@pytest.mark.parametrize(
    ("players", "chosen", "found"),
    [
        (5, "merlin", []),
        (5, "merlin mordred morgana", []),
        (5, "merlin mordred morgana oberon", [Problem.TOO_MANY_EVIL]),
        (6, "merlin mordred morgana oberon", [Problem.TOO_MANY_EVIL]),
        (7, "merlin mordred morgana oberon", []),
        (10, "merlin mordred morgana oberon", []),
        (5, "", []),
        (5, "oberon", []),
        (7, "percival", [Problem.NEEDS_MERLIN]),
        (7, "mordred", [Problem.NEEDS_MERLIN]),
        (7, "morgana", [Problem.NEEDS_MERLIN]),
        (7, "oberon morgana percival", [Problem.NEEDS_MERLIN]),
        (5, "mordred morgana oberon", [Problem.TOO_MANY_EVIL, Problem.NEEDS_MERLIN]),
    ],
)
def test_what_keeps_a_set_from_being_dealt(players: int, chosen: str, found: list[Problem]) -> None:
    assert found == list(problems(ruleset(chosen), players))


@pytest.mark.parametrize(
    ("players", "chosen", "found"),
    [
        (5, "merlin", []),
        (5, "", []),
        (5, "merlin percival", [Problem.PERCIVAL_TELLS_TOO_MUCH]),
        (5, "merlin percival oberon", [Problem.PERCIVAL_TELLS_TOO_MUCH]),
        (5, "merlin percival morgana", []),
        (5, "merlin percival mordred", []),
        (6, "merlin percival", []),
        (10, "merlin percival", []),
        (5, "merlin morgana", [Problem.MORGANA_WITHOUT_PERCIVAL]),
        (8, "merlin morgana", [Problem.MORGANA_WITHOUT_PERCIVAL]),
        (8, "merlin morgana percival", []),
    ],
)
def test_what_is_odd_about_a_set(players: int, chosen: str, found: list[Problem]) -> None:
    assert found == list(warnings(ruleset(chosen), players))


def test_the_same_random_numbers_deal_the_same() -> None:
    rules = ruleset("merlin percival")

    assert deal_characters(rules, 8, Random(5)) == deal_characters(rules, 8, Random(5))


def test_every_seat_gets_every_character_and_leads_first_equally_often() -> None:
    """Each of 5 characters about 1,000 times on each of 5 seats, the same for the leader."""
    random = Random(11)
    rules = ruleset("merlin percival oberon")
    setups = [deal_characters(rules, 5, random) for _ in range(5000)]

    for seat in range(5):
        assert 900 < sum(setup.first_leader == seat for setup in setups) < 1100
        for role in ("merlin", "percival", "servant", "assassin", "oberon"):
            assert 900 < sum(setup.deal[seat] == role for setup in setups) < 1100


def test_the_first_leader_does_not_depend_on_the_deal() -> None:
    """Merlin leads first in about a fifth of 5,000 deals."""
    random = Random(12)
    setups = [deal_characters(Ruleset(), 5, random) for _ in range(5000)]

    assert 900 < sum(setup.deal[setup.first_leader] == "merlin" for setup in setups) < 1100
