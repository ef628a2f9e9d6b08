"""What must hold of the Untrustworthy Servant, run where the guide has been carried out."""

from random import Random

from telegram_avalon.i18n.catalogs import load_catalogs
from telegram_avalon.rules import (
    Over,
    Role,
    Ruleset,
    Seat,
    Side,
    begin,
    deal_characters,
    view,
)
from telegram_avalon.rules.knowledge import targets
from telegram_avalon.rules.roles import side
from telegram_avalon.screens import card
from telegram_avalon.screens.actions import Action, Choose, decode, encode
from telegram_avalon.screens.rulebook import pages
from telegram_avalon.screens.rulebook.characters import OF_ROLE
from telegram_avalon.table import Page, choose, turn_to
from tests.random_games import states
from tests.rules import rulebook
from tests.screens.scenes import ENGLISH, NAMES, TABLE, in_group, lobby, seated, seen

NEW = Role("untrustworthy")
CHOSEN = frozenset({Role.MERLIN, Role.MORDRED, NEW})


def main() -> None:
    random = Random(1)
    for players in rulebook.PLAYERS:
        for _ in range(20):
            check_game(players, random)
    check_lobby()
    for language in load_catalogs().languages:
        assert pages.screen(OF_ROLE[NEW].topic, load_catalogs().words(language)).text


def check_game(players: int, random: Random) -> None:
    setup = deal_characters(Ruleset(CHOSEN), players, random)
    game = begin(setup)
    roles = setup.deal
    merlin, new = Seat(roles.index(Role.MERLIN)), Seat(roles.index(NEW))
    evil = {seat for seat, role in enumerate(roles) if side(role) is Side.EVIL}
    mordred = roles.index(Role.MORDRED)

    assert side(NEW) is Side.GOOD
    assert set(view(game, merlin).knowledge.evil) == evil - {mordred} | {new}
    assert view(game, new).knowledge.evil == ()
    for seat in evil:
        assert new not in view(game, Seat(seat)).knowledge.evil
    assert new in targets(setup, Seat(roles.index(Role.ASSASSIN)))
    told = card.message(*seen(seated(setup), new + 1), ENGLISH)
    assert "You are the Untrustworthy Servant, good." in told
    last = list(states(setup, random))[-1]
    assert isinstance(last.phase, Over)


def check_lobby() -> None:
    table = turn_to(lobby(NAMES[:5], ""), Page.CHARACTERS)
    labels = [button.label for row in in_group(table).buttons for button in row]
    assert "▫️ Untrustworthy Servant" in labels
    chosen = choose(table, NEW, True)
    assert chosen.ruleset.characters == {Role.MERLIN, NEW}
    assert choose(chosen, Role.MERLIN, False).ruleset.characters == frozenset()
    action = Action(TABLE, 0, Choose(NEW, True))
    assert decode(encode(action)) == action


if __name__ == "__main__":
    main()
