"""The reminder: by name where a name tells nothing, else without."""

from typing import assert_never

from markupsafe import Markup

from telegram_avalon.i18n.phrases import Words
from telegram_avalon.rules import Giving, Over, Proposing, View
from telegram_avalon.rules.knowledge import (
    AssassinatingSeen,
    ExaminingSeen,
    OpinionVotingSeen,
    PlotAskedSeen,
    QuestingSeen,
    VotingSeen,
)
from telegram_avalon.screens.people import rung
from telegram_avalon.screens.plot_words import called
from telegram_avalon.screens.voting import waited_for
from telegram_avalon.screens.worlds import in_world
from telegram_avalon.table import Scene


def text(scene: Scene, view: View, t: Words) -> Markup:
    """Who is waited for: the whole team on a quest, and nobody by name in the assassination."""
    t = in_world(t, scene.ruleset.game)
    match view.phase:
        case Proposing() if not view.quest:
            leader = rung(scene, view.leader, t)
            return t.html("⏰ {player}: name the quest, please.", player=leader)
        case Proposing():
            return t.html("⏰ {player}: pick a team, please.", player=rung(scene, view.leader, t))
        case VotingSeen() | OpinionVotingSeen() as phase:
            missing = waited_for(view, phase)
            players = t.rowed([rung(scene, seat, t) for seat in missing])
            return t.html_n(
                "⏰ {players}: please vote.",
                "⏰ {players}: please vote.",
                len(missing),
                players=players,
            )
        case QuestingSeen(team=members):
            players = t.rowed([rung(scene, seat, t) for seat in members])
            return t.html("⏰ {players}: the table waits for the team's cards.", players=players)
        case AssassinatingSeen():
            return t.html("⏰ The table waits for evil's choice.")
        case Over():
            return t.html("The game is over.")
        case ExaminingSeen(holder=holder):
            return t.html(
                "⏰ {player}: the table waits for your look with the Lady of the Lake.",
                player=rung(scene, holder, t),
            )
        case Giving():
            leader = rung(scene, view.leader, t)
            return t.html("⏰ {player}: give the plot cards away, please.", player=leader)
        case PlotAskedSeen(seat=asked, card=card):
            return t.html(
                "⏰ {player}: your plot card, please: {card}.",
                player=rung(scene, asked, t),
                card=called(card, t),
            )
        case never:
            assert_never(never)
