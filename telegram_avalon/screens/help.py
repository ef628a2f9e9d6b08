"""The greeting and the short help."""

from markupsafe import Markup

from telegram_avalon.i18n.phrases import Words
from telegram_avalon.screens.screen import Links, lines


def greeting(t: Words) -> Markup:
    return lines(
        t.html("👋 I run <b>The Resistance: Avalon</b> for 5 to 10 friends in a group."),
        t.html("Add me to your group and say /new there. Your card, votes and quests come here."),
    )


def text(t: Words, links: Links) -> Markup:
    """The whole of it in a few lines."""
    return lines(
        t.html("⚔️ <b>Avalon</b>: good wants three quests to succeed, evil wants three to fail."),
        t.html("1. In a group: /new@{bot} opens a table, 5 to 10 press Join.", bot=links.bot),
        t.html("2. Begin deals the cards: yours comes in private, and stays secret."),
        t.html(
            "3. The leader picks a team; everybody votes on it in private. Five rejected teams "
            "in a row give the game to evil."
        ),
        t.html("4. The team plays Success or Fail in private; only the counts are shown."),
        t.html("5. After three successful quests, evil may still find Merlin and take the game."),
        t.html(
            "/board@{bot} brings the board to the end of the group's chat. In your private chat "
            "with me, /role shows your card again.",
            bot=links.bot,
        ),
        t.html("📖 /rules explains it all: the game, the characters, the options, and strategy."),
    )
