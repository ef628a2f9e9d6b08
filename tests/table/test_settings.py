"""What is played, chosen in the lobby: every game, option and ready-made set for every number."""

from itertools import product
from random import Random

import pytest
from msgspec.structs import replace

from telegram_avalon.rules import (
    OPTIONS,
    Option,
    Preset,
    Problem,
    Reason,
    Refused,
    Role,
    Ruleset,
    World,
    problems,
    recommended,
    warnings,
)
from telegram_avalon.rules.options import OptionRow
from telegram_avalon.table import (
    Page,
    Stage,
    Table,
    begin,
    choose,
    choose_game,
    close,
    join,
    leave,
    like,
    set_option,
    turn_to,
)
from telegram_avalon.table.lobby import check_ready
from tests.rules import rulebook
from tests.screens.scenes import NAMES, characters, dealt, lobby, people

CHARACTERS = "merlin percival morgana"
EVERY_OPTION = frozenset(Option)
ONLY_IN_THE_RESISTANCE = {Option.BLIND_SPIES}


def refused(change: object, *args: object) -> Reason:
    assert callable(change)
    with pytest.raises(Refused) as caught:
        change(*args)
    return caught.value.reason


def playing(game: World, players: int = 7) -> Table:
    return choose_game(lobby(NAMES[:players], CHARACTERS), game)


# --- options ------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", rulebook.PLAYERS)
@pytest.mark.parametrize(("option", "game"), list(product(Option, World)))
def test_every_option_in_every_game_for_every_number(
    option: Option, game: World, players: int
) -> None:
    table = playing(game, players)
    if game is World.AVALON and option in ONLY_IN_THE_RESISTANCE:
        assert refused(set_option, table, option, True) is Reason.OTHER_GAME
        return

    on = set_option(table, option, True)

    assert on.ruleset.options == {option}
    assert set_option(on, option, True) == on
    assert set_option(on, option, False) == table
    assert on.ruleset.characters == table.ruleset.characters
    few = option is Option.LADY and players < 7
    assert warnings(on.ruleset, players) == ((Problem.LADY_WITH_FEW,) if few else ())
    begun = begin(on, Random(1))
    assert begun.stage is Stage.PLAYING
    assert begun.game is not None
    assert begun.game.setup.ruleset == on.ruleset


@pytest.mark.parametrize("game", World)
def test_all_options_of_a_game_go_together(game: World) -> None:
    table = playing(game)
    for option in Option:
        if game in OPTIONS[option].worlds:
            table = set_option(table, option, True)

    check_ready(table)
    assert begin(table, Random(1)).stage is Stage.PLAYING


def test_an_option_of_the_other_game_can_be_turned_off() -> None:
    """Another version may have left it on."""
    table = lobby(NAMES[:5])
    odd = replace(table, ruleset=replace(table.ruleset, options=frozenset({Option.BLIND_SPIES})))

    assert refused(begin, odd, Random(1)) is Reason.CHARACTERS_DONT_FIT
    assert set_option(odd, Option.BLIND_SPIES, False) == table
    assert choose_game(odd, World.AVALON) == table


# --- the game -----------------------------------------------------------------------------------


def test_characters_are_put_away_for_the_resistance_and_come_back() -> None:
    table = lobby(NAMES[:7], CHARACTERS)

    there = choose_game(table, World.RESISTANCE)
    back = choose_game(there, World.AVALON)

    assert there.ruleset == Ruleset(frozenset(), World.RESISTANCE)
    assert problems(there.ruleset, 7) == ()
    assert back.ruleset == table.ruleset


def test_options_of_both_games_stay_and_those_of_one_come_back() -> None:
    there = choose_game(lobby(NAMES[:7], CHARACTERS), World.RESISTANCE)
    for option in (Option.BLIND_SPIES, Option.TARGETING):
        there = set_option(there, option, True)

    here = choose_game(there, World.AVALON)
    here = set_option(set_option(here, Option.TARGETING, False), Option.PLOT_CARDS, True)
    again = choose_game(here, World.RESISTANCE)

    assert here.ruleset.options == {Option.PLOT_CARDS}
    assert again.ruleset.options == {Option.BLIND_SPIES, Option.PLOT_CARDS}
    assert choose_game(again, World.AVALON).ruleset == here.ruleset


@pytest.mark.parametrize("game", World)
def test_a_game_chosen_twice_is_chosen_once(game: World) -> None:
    table = set_option(playing(World.RESISTANCE), Option.LADY, True)

    once = choose_game(table, game)

    assert choose_game(once, game) == once


def test_a_group_that_only_ever_played_the_resistance_finds_merlin_in_avalon() -> None:
    table = replace(lobby(NAMES[:5]), ruleset=Ruleset(frozenset(), World.RESISTANCE))

    assert choose_game(table, World.AVALON).ruleset == Ruleset(frozenset({Role.MERLIN}))


def test_the_resistance_has_no_characters_to_choose() -> None:
    table = playing(World.RESISTANCE)

    assert refused(choose, table, Role.OBERON, True) is Reason.OTHER_GAME
    assert refused(turn_to, table, Page.CHARACTERS) is Reason.OTHER_GAME


def test_choosing_the_game_again_mends_characters_where_there_are_none() -> None:
    odd = Ruleset(characters("merlin"), World.RESISTANCE)
    table = replace(lobby(NAMES[:5]), ruleset=odd)

    assert refused(check_ready, table) is Reason.CHARACTERS_DONT_FIT
    check_ready(choose_game(table, World.RESISTANCE))


def test_whoever_turns_to_a_page_sees_the_settings_until_another_game_leads_back() -> None:
    table = turn_to(lobby(NAMES[:5]), Page.CHARACTERS)

    assert (table.editing, table.page) == (True, Page.CHARACTERS)
    assert choose(table, Role.OBERON, True).page is Page.CHARACTERS
    assert set_option(turn_to(table, Page.OPTIONS), Option.LADY, True).page is Page.OPTIONS
    assert choose_game(table, World.RESISTANCE).page is Page.MAIN


# --- ready-made ---------------------------------------------------------------------------------

READY_MADE: dict[Preset, tuple[str, dict[int, set[str]]]] = {
    Preset.FIRST_GAME: ("merlin", {5: set()}),
    Preset.CLASSIC: ("merlin percival morgana", {5: set()}),
    Preset.EVERYTHING: (
        "merlin percival morgana mordred oberon",
        {5: {"targeting", "plot_cards"}, 7: {"lady", "targeting", "plot_cards"}},
    ),
}
"""Characters, of whom the last evil ones give way, and options from so many players on."""


@pytest.mark.parametrize("players", rulebook.PLAYERS)
@pytest.mark.parametrize(("preset", "game"), list(product(Preset, World)))
def test_every_set_fits_the_people_who_are_in(preset: Preset, game: World, players: int) -> None:
    before = set_option(playing(game, players), Option.ANONYMOUS_VOTES, True)

    table = like(before, preset)

    names, options = READY_MADE[preset]
    fitting = names.split()[: 2 + rulebook.evil_players(players)] if game is World.AVALON else []
    assert table.ruleset.game is game
    assert table.ruleset.characters == characters(" ".join(fitting))
    enough = max(fewest for fewest in options if fewest <= players)
    assert table.ruleset.options == {Option(name) for name in options[enough]}
    assert (problems(table.ruleset, players), warnings(table.ruleset, players)) == ((), ())
    assert like(table, preset) == table
    assert begin(table, Random(1)).stage is Stage.PLAYING


@pytest.mark.parametrize("players", range(5))
def test_while_few_are_in_a_set_is_as_for_five(players: int) -> None:
    few, five = lobby(NAMES[:players]), lobby(NAMES[:5])

    assert [like(few, p).ruleset for p in Preset] == [like(five, p).ruleset for p in Preset]


def test_who_comes_and_goes_changes_nothing_of_what_was_set() -> None:
    ten = like(lobby(NAMES), Preset.EVERYTHING)
    five = ten
    for person in ten.people[5:]:
        five = leave(five, person.id)

    assert five.ruleset == ten.ruleset
    assert problems(five.ruleset, 5) == (Problem.TOO_MANY_EVIL,)
    assert refused(begin, five, Random(1)) is Reason.CHARACTERS_DONT_FIT
    back = five
    for person in people(NAMES)[5:]:
        back = join(back, person)
    assert back.ruleset == ten.ruleset
    check_ready(back)


# --- what the books recommend -------------------------------------------------------------------


@pytest.mark.parametrize("players", rulebook.PLAYERS)
def test_the_lady_is_recommended_from_seven_on_and_plot_cards_to_many_of_the_resistance(
    players: int,
) -> None:
    """Hungarian rulebooks: Avalon on the Lady, The Resistance on more than seven players."""
    lady = (Option.LADY,) if players >= 7 else ()
    cards = (Option.PLOT_CARDS,) if players > 7 else ()
    all_on = Ruleset(frozenset(), World.RESISTANCE, EVERY_OPTION)

    assert recommended(Ruleset(), players) == lady
    assert recommended(Ruleset(frozenset(), World.RESISTANCE), players) == (*lady, *cards)
    assert recommended(all_on, players) == ()


@pytest.mark.parametrize("row", OPTIONS.values(), ids=lambda row: row.option.value)
def test_a_set_never_holds_what_is_not_recommended(row: OptionRow) -> None:
    for preset, game, players in product(Preset, World, rulebook.PLAYERS):
        ruleset = like(playing(game, players), preset).ruleset
        assert row.option not in ruleset.options or players >= row.players


# --- only in the lobby --------------------------------------------------------------------------

CHANGES = {
    "page": lambda table: turn_to(table, Page.OPTIONS),
    "game": lambda table: choose_game(table, World.RESISTANCE),
    "option": lambda table: set_option(table, Option.LADY, True),
    "set": lambda table: like(table, Preset.CLASSIC),
}


@pytest.mark.parametrize("change", CHANGES)
def test_nothing_of_it_changes_later(change: str) -> None:
    game = dealt("servant servant servant minion minion")

    assert refused(CHANGES[change], game) is Reason.ALREADY_BEGUN
    assert refused(CHANGES[change], close(lobby(NAMES[:5]))) is Reason.TABLE_CLOSED
