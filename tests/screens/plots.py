"""What plot cards look like, for the golden files."""

from collections.abc import Iterator

from telegram_avalon.i18n.phrases import Words
from telegram_avalon.rules import (
    AskAgain,
    ChooseCard,
    GiveCard,
    PassCard,
    PlotCard,
    Reason,
    Seat,
    UseCard,
)
from telegram_avalon.screens import Screen, board, history, nudge, toasts
from telegram_avalon.screens import confirming as confirmation
from telegram_avalon.screens.actions import Deed, Sure, Wish
from telegram_avalon.table import Table
from tests.screens.scenes import LINKS, drawing, in_group, in_private, moved, seen

FIVE = "merlin percival servant assassin morgana"
SEVEN = "merlin percival servant servant assassin morgana mordred"
TEN = "merlin percival servant servant servant servant assassin morgana mordred oberon"
SUCCESS = "team 1 2; votes +++++; cards ss"
FIFTH = "; ".join(["team 1 4; votes -----"] * 4)

Part = tuple[str, Screen | str | list[str]]


def plot_cards(t: Words) -> Iterator[Part]:
    yield from _giving(t)
    yield from _at_once(t)
    yield from _before_the_round(t)
    yield from _on_a_team(t)
    yield from _on_a_quest(t)
    yield from _kept(t)
    yield from _answers(t)


def confirming(table: Table, number: int, use: UseCard | GiveCard, t: Words) -> Screen:
    """What the question becomes once a way to play the card is pressed."""
    scene, view = seen(table, number)
    screen = confirmation.question(scene, view, use, t, LINKS)
    assert screen is not None
    return screen


def _giving(t: Words) -> Iterator[Part]:
    table = drawing(TEN, "no_confidence close_eye close_eye")
    yield "dealt and drawn", in_group(table, t)
    yield "to the leader", in_private(table, 1, t)
    yield "to the leader, cards alone", in_private(table, 1, t, since=1)
    held = moved(table, "hold close_eye")
    yield "to the leader, one in hand", in_private(held, 1, t, since=1)
    given = moved(held, "give close_eye 2")
    yield "group: one given", in_group(given, t, since=1)
    yield "to the leader: two to go", in_private(given, 1, t, since=2)
    last = moved(given, "give no_confidence 10")
    yield "to the leader: one to go", in_private(last, 1, t, since=3)
    done = moved(last, "give close_eye 2")
    yield "group: all given", in_group(done, t, since=1)
    yield "the leader's message: all given", in_private(done, 1, t, since=4)
    one = drawing(FIVE, "opinion_maker")
    yield "one drawn", in_group(one, t, since=1)
    yield "to the leader, one drawn", in_private(one, 1, t, since=1)


def _at_once(t: Words) -> Iterator[Part]:
    table = moved(drawing(SEVEN, "overheard spotlight"), "give overheard 4")
    yield "group: Overheard Conversation", in_group(table, t, since=1)
    yield "Overheard Conversation", in_private(table, 4, t, since=2)
    yield (
        "Overheard Conversation, to be confirmed",
        confirming(table, 4, UseCard(Seat(3), Seat(4)), t),
    )
    heard = moved(table, "use 5")
    yield "group: overheard", in_group(heard, t, since=1)
    yield "overheard", in_private(heard, 4, t, since=2)
    confide = moved(drawing(SEVEN, "establish_confidence spotlight"), "give establish_confidence 5")
    yield "group: Establish Confidence", in_group(confide, t, since=2)
    yield "Establish Confidence", in_private(confide, 5, t, since=2)
    yield (
        "Establish Confidence, to be confirmed",
        confirming(confide, 5, UseCard(Seat(4), Seat(0)), t),
    )
    shown = moved(confide, "use 1")
    yield "group: confided", in_group(shown, t, since=2)
    yield "confided: who shows", in_private(shown, 5, t, since=2)
    yield "confided: who sees, and gives the next card", in_private(shown, 1, t, since=3)
    other = moved(confide, "use 2")
    yield "confided: who sees", in_private(other, 2, t)
    in_hand = moved(drawing(SEVEN, "open_up spotlight"), "hold open_up")
    yield "Open Up, to the leader", in_private(in_hand, 1, t)
    gift = GiveCard(Seat(0), PlotCard.OPEN_UP, Seat(2))
    yield "Open Up, to be confirmed", confirming(in_hand, 1, gift, t)
    opened = moved(drawing(SEVEN, "open_up spotlight"), "give open_up 3")
    yield "group: Open Up", in_group(opened, t, since=2)
    yield "Open Up: who sees", in_private(opened, 3, t)
    yield "Open Up: the leader", in_private(opened, 1, t, since=2)
    nothing = moved(drawing(FIVE, "take_responsibility"), "give take_responsibility 3")
    yield "group: nothing to take", in_group(nothing, t, since=2)
    single = moved(
        drawing(SEVEN, "spotlight take_responsibility"),
        "give spotlight 2; give take_responsibility 3",
    )
    yield "group: one to take", in_group(single, t, since=2)
    yield "one to take: who lost it", in_private(single, 2, t, since=2)
    table = moved(
        drawing(TEN, "close_eye no_confidence take_responsibility"),
        "give close_eye 2; give no_confidence 2; give take_responsibility 3",
    )
    yield "group: Take Responsibility", in_group(table, t, since=2)
    yield "Take Responsibility", in_private(table, 3, t, since=4)
    use = UseCard(Seat(2), Seat(1), PlotCard.NO_CONFIDENCE)
    yield "Take Responsibility, to be confirmed", confirming(table, 3, use, t)
    taken = moved(table, "use 2 no_confidence")
    yield "group: taken", in_group(taken, t)
    yield "taken: who took it", in_private(taken, 3, t, since=5)


def _before_the_round(t: Words) -> Iterator[Part]:
    table = moved(
        drawing(FIVE, "strong_leader opinion_maker no_confidence"),
        f"give strong_leader 4; {SUCCESS}",
    )
    yield "group: Strong Leader", in_group(table, t)
    yield "Strong Leader", in_private(table, 4, t, since=5)
    yield "Strong Leader, to be confirmed", confirming(table, 4, UseCard(Seat(3)), t)
    led = moved(table, "use")
    yield "group: a Strong Leader", in_group(led, t)
    yield "the Strong Leader gives", in_private(led, 4, t, since=6)
    passed = moved(table, "pass")
    yield "group: passed", in_group(passed, t)
    yield "passed", in_private(passed, 4, t, since=5)
    yield "passed always", in_private(moved(table, "pass always"), 4, t, since=5)


def _on_a_team(t: Words) -> Iterator[Part]:
    table = drawing(FIVE, "no_confidence opinion_maker")
    asked = moved(table, "give no_confidence 3; team 1 4; votes +++++")
    yield "group: No Confidence", in_group(asked, t)
    yield "No Confidence", in_private(asked, 3, t)
    yield "No Confidence, to be confirmed", confirming(asked, 3, UseCard(Seat(2)), t)
    down = moved(asked, "use")
    yield "group: turned down", in_group(down, t)
    yield "turned down", in_private(down, 3, t, since=4)
    yield "group: passed on No Confidence", in_group(moved(asked, "pass"), t)
    fifth = moved(table, f"give no_confidence 3; {FIFTH}; team 1 4; votes +++++")
    yield "No Confidence on a fifth team", in_private(fifth, 3, t)
    yield (
        "No Confidence on a fifth team, to be confirmed",
        confirming(fifth, 3, UseCard(Seat(2)), t),
    )
    yield "group: a fifth team turned down", in_group(moved(fifth, "use"), t)


def _on_a_quest(t: Words) -> Iterator[Part]:
    table = moved(
        drawing(SEVEN, "spotlight close_eye opinion_maker no_confidence"),
        "give spotlight 3; give close_eye 5; team 1 5; votes +++++++",
    )
    yield "group: In the Spotlight", in_group(table, t)
    yield "In the Spotlight", in_private(table, 3, t)
    yield "In the Spotlight, to be confirmed", confirming(table, 3, UseCard(Seat(2), Seat(4)), t)
    lit = moved(table, "use 5")
    yield "group: a quest in the spotlight", in_group(lit, t)
    yield "who plays in the open", in_private(lit, 5, t)
    yield "another member", in_private(lit, 1, t)
    yield "put in the spotlight", in_private(lit, 3, t, since=5)
    open_card = moved(lit, "cards sf")
    yield "group: all down, one in the open", in_group(open_card, t)
    yield "group: the card in the open, result", in_group(moved(open_card, "pass"), t)
    other = moved(table, "pass; cards sf")
    yield "group: Keeping a Close Eye on You", in_group(other, t)
    yield "Keeping a Close Eye on You", in_private(other, 5, t)
    yield "a member waits", in_private(other, 1, t, since=6)
    use = UseCard(Seat(4), Seat(0))
    yield "Keeping a Close Eye on You, to be confirmed", confirming(other, 5, use, t)
    looked = moved(other, "use 1")
    yield "group: looked, and the result", in_group(looked, t, since=7)
    yield "looked", in_private(looked, 5, t, since=8)


def _kept(t: Words) -> Iterator[Part]:
    table = moved(
        drawing(SEVEN, "overheard close_eye spotlight opinion_maker"),
        "give overheard 4; use 5; give close_eye 4; team 1 5; votes +++++++; cards sf; use 5",
    )
    on = moved(table, "give spotlight 4; give opinion_maker 5")
    yield "board", board.whole(seen(on)[0], t)
    yield "history", history.text(*seen(on), t)
    taken = moved(
        drawing(TEN, "close_eye no_confidence take_responsibility"),
        "give close_eye 2; give no_confidence 2; give take_responsibility 3; use 2 no_confidence; "
        "team 1 4 5; votes ++++++++++; use",
    )
    yield "history: taken, and turned down", history.text(*seen(taken), t)
    yield "called back: cards and what was seen", in_private(on, 4, t, recap=True, since=99)
    yield "called back: another", in_private(on, 5, t, recap=True, since=99)
    unasked = moved(
        drawing(FIVE, "no_confidence opinion_maker"),
        "give no_confidence 3; team 1 4; votes +++++; pass always; cards ss",
    )
    yield "called back: not asked for a card", in_private(unasked, 3, t, recap=True, since=99)


def _answers(t: Words) -> Iterator[Part]:
    giving, _ = seen(drawing(SEVEN, "spotlight close_eye"), 2)
    asked = moved(drawing(SEVEN, "overheard close_eye"), "give overheard 4")
    yield "nudge: to give", nudge.text(*seen(drawing(SEVEN, "spotlight close_eye")), t)
    yield "nudge: asked", nudge.text(*seen(asked), t)
    yield "only the leader gives", toasts.refused(Reason.NOT_LEADER, giving, None, t)
    card, seat = PlotCard.SPOTLIGHT, Seat(0)
    deeds: list[Deed] = [
        ChooseCard(seat, card),
        GiveCard(seat, card, Seat(2)),
        Sure(UseCard(seat)),
        Wish.BACK,
        UseCard(seat),
        PassCard(seat),
        PassCard(seat, lasting=True),
        AskAgain(seat, card),
    ]
    yield "done", [toasts.done(deed, giving, t) for deed in deeds]
