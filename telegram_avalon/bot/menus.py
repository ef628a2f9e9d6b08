"""The commands in Telegram's menus, registered once per change."""

import hashlib

import msgspec
import structlog
from telegram import (
    Bot,
    BotCommand,
    BotCommandScope,
    BotCommandScopeAllChatAdministrators,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
)
from telegram.error import TelegramError

from telegram_avalon.bot.commands import COMMANDS
from telegram_avalon.i18n.phrases import Words
from telegram_avalon.store import Registrations

log = structlog.get_logger()

MENUS = "menus"

Menu = tuple[tuple[str, str], ...]


def menus(t: Words) -> dict[str, Menu]:
    """By scope: the commands that make sense there, each with its line."""

    def rows(*, private: bool = False, host: bool = False) -> Menu:
        return tuple(
            (command.name, t.plain(command.about))
            for command in COMMANDS.values()
            if command.name != "start"
            and (command.in_private if private else command.for_group)
            and (host or private or not command.for_host)
        )

    return {
        "private": rows(private=True),
        "groups": rows(),
        "admins": rows(host=True),
    }


_SCOPES: dict[str, BotCommandScope] = {
    "private": BotCommandScopeAllPrivateChats(),
    "groups": BotCommandScopeAllGroupChats(),
    "admins": BotCommandScopeAllChatAdministrators(),
}


async def register(bot: Bot, kept: Registrations, t: Words) -> None:
    """Register what has changed since the last time; a failure is tried again at the next start."""
    wanted = menus(t)
    digest = hashlib.sha256(msgspec.json.encode(wanted, enc_hook=str)).digest()
    if await kept.known(MENUS, digest):
        return
    try:
        for scope, rows in wanted.items():
            commands = [BotCommand(name, about) for name, about in rows]
            await bot.set_my_commands(commands, scope=_SCOPES[scope])
    except TelegramError as error:
        log.warning("menus not registered", error=str(error))
        return
    await kept.note(MENUS, digest)
