"""Who knows what at the deal: every set of characters against the rulebook told in plain words."""

from random import Random

import pytest

from telegram_avalon.rules import Knowledge, Ruleset, Seat, begin, deal_characters, view
from telegram_avalon.rules.knowledge import targets
from tests.random_games import play, setups, tables
from tests.rules import rulebook

DEALS = 12


@pytest.mark.parametrize(("players", "rules"), tables())
def test_each_seat_learns_what_the_rulebook_says(players: int, rules: Ruleset) -> None:
    random = Random(players)
    for _ in range(DEALS):
        setup = deal_characters(rules, players, random)
        for seat in range(players):
            expected = (
                setup.deal[seat],
                Knowledge(
                    evil=tuple(map(Seat, rulebook.seen_as_evil(setup.deal, seat))),
                    merlins=tuple(map(Seat, rulebook.seen_as_merlin(setup.deal, seat))),
                    assassinates=seat == rulebook.who_assassinates(setup.deal),
                ),
            )

            seen = view(begin(setup), Seat(seat))

            assert expected == (seen.role, seen.knowledge)


@pytest.mark.parametrize(("players", "rules"), tables())
def test_who_assassinates_may_name_all_but_themselves_and_those_shown_as_evil(
    players: int, rules: Ruleset
) -> None:
    random = Random(players)
    for _ in range(DEALS):
        deal = (setup := deal_characters(rules, players, random)).deal
        assassin = rulebook.who_assassinates(deal)
        if assassin is None:
            continue
        hidden = {assassin, *rulebook.seen_as_evil(deal, assassin)}

        named = targets(setup, Seat(assassin))

        assert [seat for seat in range(players) if seat not in hidden] == list(named)
        assert all(role in {deal[seat] for seat in named} for role in deal if role == "oberon")


@pytest.mark.parametrize(("players", "rules"), tables())
def test_the_public_learns_only_which_characters_are_in_play(players: int, rules: Ruleset) -> None:
    setup = deal_characters(rules, players, Random(players))

    seen = view(begin(setup), None)

    assert (None, None, Knowledge(), None) == (seen.seat, seen.role, seen.knowledge, seen.deal)
    assert frozenset(setup.deal) == seen.in_play
    assert rules == seen.ruleset


def test_knowledge_does_not_change_during_the_game() -> None:
    random = Random(3)
    for setup in setups(104, random):
        first = begin(setup)
        for game, _ in play(setup, random):
            for seat in (Seat(0), Seat(game.players - 1)):
                assert view(first, seat).knowledge == view(game, seat).knowledge
