"""Screens: what a viewer sees of a table, as a function of the scene and the language.

No Telegram types, no I/O. `question` and `message` are what delivery works with; the rest are
answers to presses and commands.
"""

from telegram_avalon.screens.message import LOBBY, learnt, left_behind, message, question
from telegram_avalon.screens.screen import Browse, Button, Haste, Link, Links, Press, Screen

__all__ = [
    "LOBBY",
    "Browse",
    "Button",
    "Haste",
    "Link",
    "Links",
    "Press",
    "Screen",
    "learnt",
    "left_behind",
    "message",
    "question",
]
