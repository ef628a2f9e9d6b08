"""The Lady of the Lake, in The Resistance the Inquisitor: panel, private question, answer.

The question is confirmed by a second press, see `confirming`.
"""

from markupsafe import Markup

from telegram_avalon.i18n.phrases import Words
from telegram_avalon.rules import Examine, LadyUsed, Seat, Side, View
from telegram_avalon.rules.knowledge import ExaminingSeen
from telegram_avalon.rules.seen import SideSeen
from telegram_avalon.screens import board
from telegram_avalon.screens.actions import Action, Sure, Wish
from telegram_avalon.screens.people import group, seated
from telegram_avalon.screens.screen import Button, Links, Press, Screen, grid, lines
from telegram_avalon.screens.voting import below
from telegram_avalon.table import Scene


def panel(scene: Scene, view: View, phase: ExaminingSeen, t: Words) -> Screen:
    text = lines(
        board.line(view, t),
        t.html(
            "🌊 {holder} looks at somebody's loyalty with the Lady of the Lake. "
            "The next leader waits.",
            holder=seated(scene, phase.holder, t),
        ),
    )
    card = Press(t.plain("🎭 My card"), Action(scene.table, view.step, Wish.MY_CARD))
    return Screen(text, ((card,),))


def question(
    scene: Scene,
    view: View,
    phase: ExaminingSeen,
    t: Words,
    links: Links,
    considered: Seat | None = None,
) -> Screen:
    """Whose loyalty? With somebody *considered*, whether they are sure."""
    seat = phase.holder

    def press(label: str, deed: Sure | Examine | Wish) -> Button:
        return Press(label, Action(scene.table, view.step, deed))

    names = grid(
        press(
            t.label(
                "☑️ {player}" if target == considered else "{player}",
                player=seated(scene, target, t),
            ),
            Sure(Examine(seat, target)),
        )
        for target in phase.targets
    )
    text = lines(
        t.html("🌊 <b>{group}</b> · you hold the Lady of the Lake", group=group(scene, t)),
        t.html(
            "Whose loyalty do you look at? You alone see it, and that player holds the Lady next."
        )
        if considered is None
        else t.html("Look at the loyalty of {player}?", player=seated(scene, considered, t)),
    )
    if considered is None:
        return Screen(text, (*names, *below(scene, view, t, links)))
    confirm = (
        press(t.plain("✔️ Confirm"), Examine(seat, considered)),
        press(t.plain("↩️ Back"), Wish.BACK),
    )
    return Screen(text, (*names, confirm, *below(scene, view, t, links)))


def examined(scene: Scene, fact: LadyUsed, t: Words) -> Markup:
    """What everybody learns: who and whom, never what was seen."""
    return t.html(
        "🌊 {holder} has seen the loyalty of {target}, who holds the Lady of the Lake now.",
        holder=seated(scene, fact.holder, t),
        target=seated(scene, fact.target, t),
    )


def answer(scene: Scene, view: View, place: int, t: Words) -> Markup | None:
    """What the holder alone has seen by the fact at *place* of the record."""
    for seen in view.seen:
        if isinstance(seen, SideSeen) and seen.place == place:
            player = seated(scene, seen.seat, t)
            said = (
                t.html("{player} is good.", player=player)
                if seen.side is Side.GOOD
                else t.html("{player} is evil.", player=player)
            )
            return lines(
                t.html("🌊 <b>{group}</b> · the loyalty you saw", group=group(scene, t)),
                Markup("<tg-spoiler>{}</tg-spoiler>").format(said),
            )
    return None
