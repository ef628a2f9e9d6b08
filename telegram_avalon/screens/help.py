"""The greeting and the short help."""

from markupsafe import Markup

from telegram_avalon.i18n.phrases import Words
from telegram_avalon.screens.screen import Links, lines


def greeting(t: Words) -> Markup:
    return lines(
        t.html("👋 I run <b>The Resistance: Avalon</b> for 5 to 10 friends in a group."),
        t.html("Add me to your group and say /new there. Your card, votes and quests come here."),
    )


def description(t: Words) -> str:
    """What Telegram shows in an empty chat with the bot (Bot API, setMyDescription: 512)."""
    return t.plain(
        "I run The Resistance: Avalon for 5 to 10 friends in a Telegram group. Add me to a group "
        "and say /new there. Cards, votes and quests come to you in private, in your own language; "
        "a game survives every restart and goes on where it stood."
    )


def short_description(t: Words) -> str:
    """What stands in the bot's profile (Bot API, setMyShortDescription: 120)."""
    return t.plain("The Resistance: Avalon for 5 to 10 friends, in a Telegram group.")


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
        t.html(
            "📖 That is the usual game; characters and options can change it. /rules explains it "
            "all, with strategy."
        ),
    )
