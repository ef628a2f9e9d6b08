"""An emulated Telegram Bot API with people in it, for tests and for trying the bot out offline.

`Emulator.running(clock)` serves one bot over HTTP; its `world` is where people act and where tests
look. It knows only what Telegram's servers do, nothing about this bot or its game.
"""

from telegram_avalon.playground.chats import Chat, Message, Topic, Version
from telegram_avalon.playground.dispatcher import Call
from telegram_avalon.playground.entities import Entity
from telegram_avalon.playground.faults import Fault, Faults, Hold, UpdateFault
from telegram_avalon.playground.limits import LimitMode, Limits
from telegram_avalon.playground.markup import Button
from telegram_avalon.playground.people import Member, Person, Status
from telegram_avalon.playground.presses import Answer, Press
from telegram_avalon.playground.server import Emulator
from telegram_avalon.playground.sightings import Sighting
from telegram_avalon.playground.world import World

__all__ = [
    "Answer",
    "Button",
    "Call",
    "Chat",
    "Emulator",
    "Entity",
    "Fault",
    "Faults",
    "Hold",
    "LimitMode",
    "Limits",
    "Member",
    "Message",
    "Person",
    "Press",
    "Sighting",
    "Status",
    "Topic",
    "UpdateFault",
    "Version",
    "World",
]
