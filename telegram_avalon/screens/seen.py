"""What one player alone has been shown since the deal, in words."""

from markupsafe import Markup

from telegram_avalon.i18n.phrases import Text, Words
from telegram_avalon.rules import Card, Side
from telegram_avalon.rules.seen import CardSeen, Seen, SideSeen


def saw(seen: Seen, player: Text, t: Words) -> Markup:
    """What was seen of *player*, in a line."""
    match seen:
        case SideSeen(side=Side.GOOD):
            return t.html("You saw: {player} is good.", player=player)
        case SideSeen():
            return t.html("You saw: {player} is evil.", player=player)
        case CardSeen(card=Card.SUCCESS):
            return t.html(
                "You saw: {player} played Success on quest {quest}.",
                player=player,
                quest=seen.quest,
            )
        case CardSeen():
            return t.html(
                "You saw: {player} played Fail on quest {quest}.",
                player=player,
                quest=seen.quest,
            )
