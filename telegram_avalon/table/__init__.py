"""The table: where a game is played, by whom, and everything around the game itself.

People sit here, seats play in `rules`. Like the rules, nothing in this package does I/O, reads a
clock or knows Telegram's types; changes are functions from a table to a table that raise `Refused`.
"""

from telegram_avalon.table.lobby import begin, choose, close, join, leave, open_table, set_editing
from telegram_avalon.table.model import (
    Begun,
    Cancelled,
    Deafened,
    Departed,
    Page,
    Person,
    Place,
    Stage,
    Table,
)
from telegram_avalon.table.play import (
    address,
    cancel,
    deafen,
    depart,
    drain,
    hear,
    mute,
    nudge,
    play,
    recall,
    rename,
    retitle,
    speak,
    unmute,
)
from telegram_avalon.table.scene import Entry, Scene, chats, scene
from telegram_avalon.table.settings import choose_game, like, set_option, turn_to

__all__ = [
    "Begun",
    "Cancelled",
    "Deafened",
    "Departed",
    "Entry",
    "Page",
    "Person",
    "Place",
    "Scene",
    "Stage",
    "Table",
    "address",
    "begin",
    "cancel",
    "chats",
    "choose",
    "choose_game",
    "close",
    "deafen",
    "depart",
    "drain",
    "hear",
    "join",
    "leave",
    "like",
    "mute",
    "nudge",
    "open_table",
    "play",
    "recall",
    "rename",
    "retitle",
    "scene",
    "set_editing",
    "set_option",
    "speak",
    "turn_to",
    "unmute",
]
