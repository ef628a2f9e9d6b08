"""What one player alone has been shown since the deal, in words."""

from collections.abc import Iterator

from markupsafe import Markup

from telegram_avalon.i18n.phrases import Words
from telegram_avalon.rules import Card, Side, View
from telegram_avalon.rules.seen import CardSeen, SideSeen
from telegram_avalon.screens.people import seated
from telegram_avalon.table import Scene


def remembered(scene: Scene, view: View, t: Words) -> Iterator[Markup]:
    """All that the viewer has been shown since the deal, a line each, for their card."""
    for seen in view.seen:
        player = seated(scene, seen.seat, t)
        match seen:
            case SideSeen(side=Side.GOOD):
                yield t.html("You saw: {player} is good.", player=player)
            case SideSeen():
                yield t.html("You saw: {player} is evil.", player=player)
            case CardSeen(card=Card.SUCCESS):
                yield t.html(
                    "You saw: {player} played Success on quest {quest}.",
                    player=player,
                    quest=seen.quest,
                )
            case CardSeen():
                yield t.html(
                    "You saw: {player} played Fail on quest {quest}.",
                    player=player,
                    quest=seen.quest,
                )
