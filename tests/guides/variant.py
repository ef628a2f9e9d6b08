"""What must hold of the leader who goes along, run where the guide has been carried out."""

from random import Random

from telegram_avalon.rules import (
    OPTIONS,
    Option,
    Over,
    Pick,
    Propose,
    Reason,
    Role,
    Ruleset,
    Seat,
    Setup,
    TeamProposed,
    apply,
    begin,
    legal,
)
from telegram_avalon.screens.actions import Action, SetOption, decode, encode
from telegram_avalon.screens.options import SAID
from telegram_avalon.screens.rulebook import pages
from telegram_avalon.screens.rulebook.options import OF_OPTION
from telegram_avalon.table import Page, set_option, turn_to
from tests.random_games import outcome, states, variant_setups
from tests.screens.scenes import ENGLISH, NAMES, TABLE, in_group, lobby

NEW = Option("leader_goes")
DEAL = (Role.MERLIN, Role.SERVANT, Role.SERVANT, Role.ASSASSIN, Role.MINION)


def main() -> None:
    check_team()
    random = Random(1)
    without = 0
    for setup in variant_setups(60, random):
        *_, last = states(setup, random)
        assert isinstance(last.phase, Over)
        teams = [fact for fact in last.record if isinstance(fact, TeamProposed)]
        if NEW in setup.ruleset.options:
            assert all(fact.leader in fact.team for fact in teams)
        else:
            without += sum(fact.leader not in fact.team for fact in teams)
    assert without
    check_lobby()


def check_team() -> None:
    first, second, third = map(Seat, range(3))
    game = begin(Setup(Ruleset(options=frozenset({NEW})), DEAL, first))
    others = apply(apply(game, Pick(first, second)), Pick(first, third))
    both = apply(apply(game, Pick(first, first)), Pick(first, third))

    assert outcome(others, Propose(first)) is Reason.TEAM_NOT_FULL
    assert Propose(first) not in legal(others, first)
    assert Propose(first) in legal(both, first)
    apply(both, Propose(first))


def check_lobby() -> None:
    table = turn_to(lobby(NAMES[:5]), Page.OPTIONS)
    on = set_option(table, NEW, True)
    labels = [button.label for row in in_group(on).buttons for button in row]
    assert f"☑️ {SAID[NEW].name}" in labels
    assert set(SAID) == set(OPTIONS) == set(OF_OPTION)
    action = Action(TABLE, 0, SetOption(NEW, True))
    assert decode(encode(action)) == action
    page = pages.screen(OF_OPTION[NEW].topic, ENGLISH, 5, on.ruleset)
    assert "On at your table." in page.text


if __name__ == "__main__":
    main()
