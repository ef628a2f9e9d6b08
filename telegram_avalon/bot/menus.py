"""What Telegram shows of the bot besides its messages, in each language: menus and descriptions.

Registered piece by piece, each once per change; a piece that fails is tried again.
"""

import hashlib
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import msgspec
import structlog
from telegram import (
    Bot,
    BotCommand,
    BotCommandScope,
    BotCommandScopeAllChatAdministrators,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
    BotCommandScopeChat,
)
from telegram.error import TelegramError

from telegram_avalon.bot.commands import COMMANDS
from telegram_avalon.i18n.catalogs import Catalogs
from telegram_avalon.i18n.phrases import Words
from telegram_avalon.screens import help as help_screen
from telegram_avalon.store import Registrations

log = structlog.get_logger()

Menu = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Piece:
    """Something to register under a name of ours: *shown* as it is now, and the call for it."""

    name: str
    shown: Menu | str
    call: Callable[[], Coroutine[Any, Any, object]]
    may_wait: bool = False
    """Nothing is wrong where it can't be registered yet: an owner has not pressed Start."""

    @property
    def digest(self) -> bytes:
        return hashlib.sha256(msgspec.json.encode(self.shown, enc_hook=str)).digest()


_SCOPES: dict[str, BotCommandScope] = {
    "private": BotCommandScopeAllPrivateChats(),
    "groups": BotCommandScopeAllGroupChats(),
    "admins": BotCommandScopeAllChatAdministrators(),
}


def menus(t: Words) -> dict[str, Menu]:
    """By scope: the commands that make sense there, each with its line."""

    def rows(*, private: bool = False, host: bool = False, owner: bool = False) -> Menu:
        return tuple(
            (command.name, t.plain(command.about))
            for command in COMMANDS.values()
            if command.name != "start"
            and (owner or not command.for_owner)
            and (command.in_private if private else command.for_group)
            and (host or private or not command.for_host)
        )

    return {
        "private": rows(private=True),
        "groups": rows(),
        "admins": rows(host=True),
        "owner": rows(private=True, owner=True),
    }


async def register(
    bot: Bot,
    kept: Registrations,
    catalogs: Catalogs,
    default: str,
    owners: frozenset[int] = frozenset(),
) -> bool:
    """Register what has changed since the last time, for every language.

    Returns whether all is registered; what is not may be tried again.
    """
    # Without a code: for whoever speaks none of our languages.
    codes = {"": default} | {code.partition("_")[0]: code for code in catalogs.languages}
    done = True
    for code, language in codes.items():
        for piece in _pieces(bot, code, catalogs.words(language), owners):
            done = await _register(piece, kept) and done
    return done


async def _register(piece: Piece, kept: Registrations) -> bool:
    if await kept.known(piece.name, piece.digest):
        return True
    try:
        await piece.call()
    except TelegramError as error:
        if piece.may_wait:
            log.debug("an owner's menu has to wait", error=str(error))
        else:
            log.warning("not registered", what=piece.name, error=str(error))
        return False
    await kept.note(piece.name, piece.digest)
    return True


def _pieces(bot: Bot, code: str, t: Words, owners: frozenset[int]) -> Iterator[Piece]:
    its = menus(t)
    scopes = {name: (its[name], scope) for name, scope in _SCOPES.items()}
    scopes |= {f"owner:{owner}": (its["owner"], BotCommandScopeChat(owner)) for owner in owners}
    for name, (rows, scope) in scopes.items():
        commands = [BotCommand(command, about) for command, about in rows]
        call = partial(bot.set_my_commands, commands, scope=scope, language_code=code or None)
        yield Piece(f"menu:{name}:{code}", rows, call, may_wait=name not in _SCOPES)
    about, short = help_screen.description(t), help_screen.short_description(t)
    described = partial(bot.set_my_description, about, language_code=code or None)
    yield Piece(f"description:{code}", about, described)
    told = partial(bot.set_my_short_description, short, language_code=code or None)
    yield Piece(f"short-description:{code}", short, told)
