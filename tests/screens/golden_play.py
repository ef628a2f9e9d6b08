"""Screens of play with the options, and of The Resistance, for the golden files."""

from collections.abc import Callable, Iterator

from markupsafe import Markup

from telegram_avalon.i18n.phrases import Words
from telegram_avalon.rules import Examine, Option, Seat, World
from telegram_avalon.rules.knowledge import ExaminingSeen
from telegram_avalon.screens import Screen, board, card, confirming, history, nudge
from telegram_avalon.table import Table, cancel
from tests.screens.scenes import LINKS, in_group, in_private, moved, seen, varied

Part = tuple[str, Screen | Markup | str]

SEVEN = "merlin servant servant servant assassin minion minion"
FIVE = "merlin servant servant assassin minion"
SPIES = "servant servant servant servant minion minion minion"
TWO_QUESTS = "team 1 2; votes +++++++; cards ss; team 1 2 5; votes +++++++; cards ssf"
TWO_TARGETED = (
    "quest 1; team 1 2; votes +++++++; cards ss; quest 2; team 1 2 5; votes +++++++; cards ssf"
)
FOUR_REJECTED = "; ".join(["team 1 2; votes -----"] * 4)


def looks(t: Words) -> Iterator[Part]:
    yield from _looks(moved(varied(SEVEN, Option.LADY), TWO_QUESTS), t)


def _looks(table: Table, t: Words) -> Iterator[Part]:
    holder, view = seen(table, 7)
    phase = view.phase
    assert isinstance(phase, ExaminingSeen)
    yield "group: the holder looks", in_group(table, t)
    yield "the question", in_private(table, 7, t)
    considered = confirming.question(holder, view, Examine(phase.holder, Seat(4)), t, LINKS)
    assert considered is not None
    yield "the question, once more", considered
    yield "to another player", in_private(table, 1, t, since=5)
    yield "nudge", nudge.text(*seen(table), t)
    evil, good = moved(table, "examine 5"), moved(table, "examine 1")
    yield "group: evil seen", in_group(evil, t)
    yield "the answer: evil", in_private(evil, 7, t, since=7)
    yield "the answer: good", in_private(good, 7, t, since=7)
    yield "to who was seen", in_private(evil, 5, t, since=7)
    yield "the holder's card", card.message(*seen(good, 7), t)
    yield "board", board.whole(seen(evil)[0], t)
    yield "history", history.text(*seen(evil), t)


def targets(t: Words) -> Iterator[Part]:
    table = varied(SEVEN, Option.TARGETING)
    yield "which quest", in_group(table, t, since=1)
    yield "nudge", nudge.text(*seen(table), t)
    yield "chosen, nobody yet", in_group(moved(table, "quest 4"), t, since=1)
    yield "chosen, one", in_group(moved(table, "quest 4; pick 3"), t, since=1)
    fourth = moved(table, "quest 4; team 1 2 3 5; votes +++++++; cards sssf")
    yield "the fourth quest first", in_group(fourth, t)
    third = moved(fourth, "quest 3; team 1 2 3; votes +++++++; cards sss")
    yield "the last one is open", in_group(third, t)
    yield "board", board.whole(seen(third)[0], t)
    one_left = moved(
        table,
        f"{TWO_TARGETED}; quest 3; team 1 2 3; votes +++++++; cards sss; "
        "quest 4; team 1 5 6 7; votes +++++++; cards sfff",
    )
    yield "one quest left: no question", in_group(one_left, t)
    rejected = moved(third, "quest 5; team 1 2 3 5; votes -------")
    yield "chosen anew after a rejection", in_group(rejected, t)


def opinions(t: Words) -> Iterator[Part]:
    for said, options in {"open": (), "anonymous": (Option.ANONYMOUS_VOTES,)}.items():
        table = moved(varied(FIVE, Option.PLOT_CARDS, *options), "give 2; team 1 2")
        yield f"{said}: group", in_group(table, t)
        yield f"{said}: the Opinion Maker's ballot", in_private(table, 2, t)
        yield f"{said}: to another player", in_private(table, 1, t, since=2)
        yield f"{said}: nudge", nudge.text(*seen(table), t)
        first = moved(table, "votes .+...")
        yield f"{said}: group, the opinion given", in_group(first, t)
        yield f"{said}: the opinion given, to its maker", in_private(first, 2, t, since=3)
        yield f"{said}: the ballot of another", in_private(first, 1, t)
        more = moved(first, "votes +.-..")
        yield f"{said}: group, some more", in_group(more, t)
        voted = moved(more, "votes ...--")
        yield f"{said}: group, rejected", in_group(voted, t)
        yield f"{said}: the Opinion Maker's ballot after it", in_private(voted, 2, t, since=4)
        yield f"{said}: history", history.text(*seen(voted), t)


def anonymous_votes(t: Words) -> Iterator[Part]:
    table = moved(varied(FIVE, Option.ANONYMOUS_VOTES), "team 1 2")
    yield "group", in_group(table, t)
    yield "group: one missing", in_group(moved(table, "votes +++-."), t)
    yield "ballot", in_private(table, 1, t)
    yield "ballot: approving", in_private(moved(table, "votes +...."), 1, t)
    voted, rejected = moved(table, "votes +++--"), moved(table, "votes ++---")
    yield "group: approved", in_group(voted, t)
    yield "group: rejected", in_group(rejected, t)
    yield "ballot: approved", in_private(voted, 3, t, since=2)
    yield "history", history.text(*seen(rejected), t)
    yield "history, to a player", history.text(*seen(rejected, 3), t)
    yield "history of a cancelled game", history.text(*seen(cancel(rejected)), t)
    over = moved(rejected, "; ".join(["team 1 2; votes --+--"] * 4))
    yield "history after the end", history.text(*seen(over), t)
    yield "group: the end", in_group(over, t)


def unvoted_teams(t: Words) -> Iterator[Part]:
    fifth = moved(varied(FIVE, Option.UNVOTED_FIFTH), FOUR_REJECTED)
    yield "the fifth proposal", in_group(fifth, t)
    quest = moved(fifth, "team 1 4")
    yield "group: on the quest", in_group(quest, t)
    yield "the question", in_private(quest, 1, t)
    yield "group: after it", in_group(moved(quest, "cards ss"), t)
    yield "history", history.text(*seen(quest), t)
    yield "Good may fail: card", card.message(*seen(varied(FIVE, Option.GOOD_MAY_FAIL), 2), t)


def the_resistance(t: Words) -> Iterator[Part]:
    table = varied(SPIES, Option.LADY, world=World.RESISTANCE)
    yield "card: Resistance", in_private(table, 1, t)
    yield "card: spy", in_private(table, 5, t)
    yield "alert: Resistance", card.alert(*seen(table, 1), t)
    yield "alert: spy", card.alert(*seen(table, 5), t)
    blind = varied(SPIES, Option.BLIND_SPIES, Option.GOOD_MAY_FAIL, world=World.RESISTANCE)
    yield "card: blind spy", in_private(blind, 5, t)
    yield "team", in_group(moved(table, "pick 1"), t)
    vote = moved(table, "team 1 2")
    yield "vote", in_group(vote, t)
    yield "ballot", in_private(vote, 1, t)
    mission = moved(vote, "votes +++++++")
    yield "mission", in_group(mission, t)
    yield "the question", in_private(mission, 1, t)
    second = moved(table, TWO_QUESTS)
    for said, shown in _looks(second, t):
        yield f"Inquisitor: {said}", shown
    fourth = moved(second, "examine 1; team 1 2 3; votes +++++++; cards sss; examine 2")
    yield "two Fails needed", in_group(fourth, t)
    over = moved(fourth, "team 1 2 3 5; votes +++++++; cards sssf")
    yield "the Resistance wins", in_group(over, t)
    lost = moved(table, "; ".join(["team 1 2; votes -------"] * 5))
    yield "the spies win", in_group(lost, t)
    yield (
        "the fifth proposal",
        in_group(moved(table, "; ".join(["team 1 2; votes -------"] * 4)), t),
    )
    choice = varied(SPIES, Option.TARGETING, world=World.RESISTANCE)
    yield "Targeting", in_group(moved(choice, "quest 2"), t)


FILES: dict[str, Callable[[Words], Iterator[Part]]] = {
    "lady-of-the-lake": looks,
    "targeting": targets,
    "opinion-makers": opinions,
    "anonymous-votes": anonymous_votes,
    "unvoted-teams": unvoted_teams,
    "the-resistance": the_resistance,
}
