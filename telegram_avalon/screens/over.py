"""The end: who won and how, and every character."""

from markupsafe import Markup

from telegram_avalon.i18n.phrases import N_, Words
from telegram_avalon.rules import Ending, Over, Role, Seat, Side, View
from telegram_avalon.rules.roles import side
from telegram_avalon.screens import board
from telegram_avalon.screens.actions import Action, Wish
from telegram_avalon.screens.characters import called
from telegram_avalon.screens.people import seated
from telegram_avalon.screens.screen import Press, Screen, blocks, lines
from telegram_avalon.screens.worlds import SIGNS
from telegram_avalon.table import Scene

ENDINGS = {
    Ending.THREE_FAILS: N_("Three quests have failed."),
    Ending.FIVE_REJECTIONS: N_("Five teams in a row were rejected."),
    Ending.THREE_SUCCESSES: N_("Three quests have succeeded."),
    Ending.MERLIN_FOUND: N_("Three quests succeeded, but evil found Merlin."),
    Ending.MERLIN_MISSED: N_("Three quests succeeded, and Merlin stayed hidden."),
}


def panel(scene: Scene, view: View, phase: Over, t: Words) -> Screen:
    won = (
        t.html("<b>😇 Good wins!</b>")
        if phase.winner is Side.GOOD
        else t.html("<b>😈 Evil wins!</b>")
    )
    return _ended(scene, view, t, lines(won, t.html(ENDINGS[phase.ending])))


def cancelled(scene: Scene, view: View, t: Words) -> Screen:
    return _ended(scene, view, t, t.html("🏳️ <b>The game is cancelled.</b> Nobody wins."))


def roles(scene: Scene, deal: tuple[Role, ...], t: Words) -> Markup:
    """Every seat with its character, a line each."""
    rows = [
        t.line(
            "{side} {player} — {character}",
            side=SIGNS[scene.ruleset.game][side(role)],
            player=seated(scene, Seat(seat), t),
            character=called(role, t),
        )
        for seat, role in enumerate(deal)
    ]
    return lines(*rows)


def _ended(scene: Scene, view: View, t: Words, headline: Markup) -> Screen:
    text = blocks(headline, roles(scene, view.deal or (), t), board.line(view, t))
    row = (
        Press(t.plain("🔁 Rematch"), Action(scene.table, view.step, Wish.REMATCH)),
        Press(t.plain("📜 History"), Action(scene.table, view.step, Wish.HISTORY)),
    )
    return Screen(text, (row,))
