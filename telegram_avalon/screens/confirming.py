"""A choice that can't be undone is confirmed by a second press, in the pressed message.

The table knows nothing of the first one: what is to be confirmed stands in the buttons only.
"""

from telegram_avalon.i18n.phrases import Words
from telegram_avalon.rules import Examine, GiveCard, Giving, LadyUsed, UseCard, View
from telegram_avalon.rules.knowledge import ExaminingSeen, PlotAskedSeen
from telegram_avalon.screens import lady, plot
from telegram_avalon.screens.screen import Links, Screen
from telegram_avalon.screens.worlds import in_world
from telegram_avalon.table import Scene


def is_asked(view: View) -> bool:
    """Whether the viewer is asked for such a choice now."""
    match view.phase:
        case ExaminingSeen(holder=seat) | PlotAskedSeen(seat=seat):
            return view.seat == seat
        case Giving():
            return view.seat == view.leader
        case _:
            return False


def answer(scene: Scene, view: View, step: int, t: Words) -> Screen | None:
    """What the viewer was told when the choice put to them at *step* was made, if anything."""
    if step >= view.step or not isinstance(view.record[step], LadyUsed):
        return None
    told = lady.answer(scene, view, step, in_world(t, scene.ruleset.game))
    return Screen(told) if told else None


def question(
    scene: Scene, view: View, use: UseCard | Examine | GiveCard | None, t: Words, links: Links
) -> Screen | None:
    """The viewer's question, with *use* to be confirmed if given; None where it is no choice."""
    t = in_world(t, scene.ruleset.game)
    match view.phase, use:
        case ExaminingSeen() as phase, None:
            return lady.question(scene, view, phase, t, links)
        case ExaminingSeen(targets=targets) as phase, Examine(seat=seat, target=target):
            if seat != view.seat or target not in targets:
                return None
            return lady.question(scene, view, phase, t, links, target)
        case Giving() as phase, None:
            return plot.giving(scene, view, phase, t, links)
        case Giving() as phase, GiveCard():
            return plot.sure_to_give(scene, view, phase, use, t, links)
        case PlotAskedSeen() as phase, None:
            return plot.question(scene, view, phase, t, links)
        case PlotAskedSeen() as phase, UseCard():
            return plot.sure(scene, view, phase, use, t, links)
        case _:
            return None
