"""The tables of the options, row by row: which games, the deck, the presets."""

from collections import Counter
from random import Random

import pytest

from telegram_avalon.rules import (
    OPTIONS,
    PLOT_CARDS,
    Option,
    PlotCard,
    Preset,
    Problem,
    Role,
    Ruleset,
    World,
    deal_characters,
    problems,
    warnings,
)
from telegram_avalon.rules.plot import DRAWS, deck
from telegram_avalon.rules.presets import ruleset
from tests.rules import rulebook
from tests.rules.referee import deck as deck_of_the_book

AVALON, RESISTANCE = World.AVALON, World.RESISTANCE


@pytest.mark.parametrize(
    ("option", "worlds", "favours", "players"),
    [
        ("lady", {AVALON, RESISTANCE}, "good", 7),
        ("targeting", {AVALON, RESISTANCE}, None, 5),
        ("plot_cards", {AVALON, RESISTANCE}, None, 5),
        ("blind_spies", {RESISTANCE}, "good", 5),
        ("unvoted_fifth", {AVALON, RESISTANCE}, "good", 5),
        ("good_may_fail", {AVALON, RESISTANCE}, "evil", 5),
        ("anonymous_votes", {AVALON, RESISTANCE}, "evil", 5),
    ],
)
def test_option_is_of_these_games_and_favours_a_side(
    option: str, worlds: set[World], favours: str | None, players: int
) -> None:
    row = OPTIONS[Option(option)]

    assert worlds == set(row.worlds)
    assert favours == row.favours
    assert players == row.players


def test_every_option_and_every_plot_card_has_its_row() -> None:
    assert set(OPTIONS) == set(Option)
    assert set(PLOT_CARDS) == set(PlotCard)
    assert all(option is row.option for option, row in OPTIONS.items())
    assert all(card is row.card for card, row in PLOT_CARDS.items())


def test_all_options_are_off_by_default() -> None:
    assert Ruleset() == Ruleset(frozenset({Role.MERLIN}), World.AVALON, frozenset())


@pytest.mark.parametrize("players", rulebook.PLAYERS)
def test_so_many_cards_are_in_the_deck(players: int) -> None:
    assert len(deck(players)) == (7 if players < 7 else 15)
    assert sorted(deck_of_the_book(players)) == sorted(deck(players))


@pytest.mark.parametrize(("players", "cards"), [(5, 1), (6, 1), (7, 2), (8, 2), (9, 3), (10, 3)])
def test_so_many_cards_are_drawn_a_round(players: int, cards: int) -> None:
    assert DRAWS[players] == cards
    assert 5 * cards <= len(deck(players))


def test_the_deck_is_shuffled_anew_and_only_with_plot_cards() -> None:
    random = Random(71)
    rules = Ruleset(options=frozenset({Option.PLOT_CARDS}))
    first: Counter[PlotCard] = Counter()
    for _ in range(1500):
        setup = deal_characters(rules, 7, random)
        assert sorted(setup.plot_deck) == sorted(deck(7))
        first[setup.plot_deck[0]] += 1
    assert all(60 < first[card] / row.many < 140 for card, row in PLOT_CARDS.items())
    assert deal_characters(Ruleset(), 7, random).plot_deck == ()


def test_options_don_t_change_the_deal() -> None:
    every = Ruleset(options=frozenset({Option.PLOT_CARDS, Option.LADY}))
    plain, rich = (deal_characters(rules, 8, Random(72)) for rules in (Ruleset(), every))

    assert (plain.deal, plain.first_leader) == (rich.deal, rich.first_leader)


def test_the_resistance_is_dealt_servants_and_minions_only() -> None:
    for players in rulebook.PLAYERS:
        setup = deal_characters(Ruleset(frozenset(), RESISTANCE), players, Random(73))

        assert set(setup.deal) == {Role.SERVANT, Role.MINION}
        assert setup.deal.count(Role.MINION) == rulebook.evil_players(players)


@pytest.mark.parametrize(
    ("rules", "found"),
    [
        (Ruleset(), []),
        (Ruleset(frozenset(), RESISTANCE), []),
        (Ruleset(frozenset(), RESISTANCE, frozenset(Option)), []),
        (Ruleset(frozenset({Role.MERLIN}), RESISTANCE), [Problem.NO_CHARACTERS_THERE]),
        (
            Ruleset(options=frozenset({Option.BLIND_SPIES})),
            [Problem.OPTION_OF_THE_OTHER_GAME],
        ),
        (Ruleset(options=frozenset(Option) - {Option.BLIND_SPIES}), []),
    ],
)
def test_what_keeps_options_from_being_played(rules: Ruleset, found: list[Problem]) -> None:
    for players in rulebook.PLAYERS:
        assert found == list(problems(rules, players))


@pytest.mark.parametrize("players", rulebook.PLAYERS)
def test_the_lady_is_odd_with_few_players(players: int) -> None:
    found = warnings(Ruleset(options=frozenset({Option.LADY})), players)

    assert found == ((Problem.LADY_WITH_FEW,) if players < 7 else ())


@pytest.mark.parametrize("world", World)
@pytest.mark.parametrize("preset", Preset)
def test_presets_can_be_played_and_are_not_odd(preset: Preset, world: World) -> None:
    for players in rulebook.PLAYERS:
        rules = ruleset(preset, world, players)

        assert rules.game is world
        assert problems(rules, players) == warnings(rules, players) == ()


@pytest.mark.parametrize(
    ("preset", "players", "chosen", "options"),
    [
        ("first_game", 5, "merlin", ""),
        ("first_game", 10, "merlin", ""),
        ("classic", 7, "merlin percival morgana", ""),
        ("everything", 5, "merlin percival morgana mordred", "targeting plot_cards"),
        ("everything", 7, "merlin percival morgana mordred oberon", "lady targeting plot_cards"),
    ],
)
def test_preset_chooses(preset: str, players: int, chosen: str, options: str) -> None:
    rules = ruleset(Preset(preset), AVALON, players)

    assert rules.characters == set(chosen.split())
    assert rules.options == set(options.split())
