"""Commands: what a message asks for, where it may be asked, and by whom.

Every command works with `@botname`, in any letter case, and always gets an answer: in the table's
own messages, or one short line.
"""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from telegram_avalon.bot import exporting, group_commands, languages, owner, private_commands
from telegram_avalon.bot.allowed import turned_away
from telegram_avalon.bot.asked import Asked
from telegram_avalon.bot.authority import actor
from telegram_avalon.bot.reactions import Nothing, Reaction
from telegram_avalon.bot.services import Services
from telegram_avalon.bot.updates import FORWARDED_FROM_CHANNEL, Message
from telegram_avalon.i18n.phrases import N_, Words
from telegram_avalon.store import CorruptRecord
from telegram_avalon.table import Table

_COMMAND = re.compile(r"/([A-Za-z0-9_]{1,32})(?:@([A-Za-z0-9_]{1,64}))?(?:\s+(.*))?", re.DOTALL)


@dataclass(frozen=True)
class Command:
    """A row of the table: *about* is the line in Telegram's menu."""

    name: str
    about: str
    in_group: Callable[[Asked], Awaitable[Reaction]] | None = None
    at_table: Callable[[Asked, Table], Awaitable[Reaction]] | None = None
    """In a group, for the table that stands there; where none does it is told so."""
    or_ended: bool = False
    """Else for the table whose game ended there last."""
    unreadable: Callable[[Asked], Awaitable[Reaction]] | None = None
    """What it does where the table can't be read."""
    in_private: Callable[[Asked], Awaitable[Reaction]] | None = None
    for_host: bool = False
    for_owner: bool = False
    """Only whoever runs the bot may, and only they hear of it."""

    @property
    def for_group(self) -> bool:
        return self.in_group is not None or self.at_table is not None


COMMANDS = {
    command.name: command
    for command in (
        Command("new", N_("Open a table"), group_commands.new),
        Command("join", N_("Join the table"), at_table=group_commands.join_table),
        Command("leave", N_("Leave the table"), at_table=group_commands.leave_table),
        Command(
            "settings",
            N_("Choose game, characters and options"),
            at_table=group_commands.settings,
            for_host=True,
        ),
        Command("begin", N_("Deal the cards"), at_table=group_commands.begin, for_host=True),
        Command(
            "board",
            N_("Show the board again"),
            at_table=group_commands.show_board,
            or_ended=True,
            in_private=private_commands.show_board,
        ),
        Command(
            "history",
            N_("All votes and quests so far"),
            at_table=group_commands.show_history,
            or_ended=True,
            in_private=private_commands.show_history,
        ),
        Command(
            "export",
            N_("The record of a finished game, as a file"),
            exporting.in_group,
            in_private=exporting.in_private,
        ),
        Command("role", N_("My card again"), group_commands.role, in_private=private_commands.role),
        Command(
            "nudge", N_("Remind those the table waits for"), at_table=group_commands.nudge_table
        ),
        Command(
            "cancel",
            N_("Cancel the game"),
            at_table=group_commands.cancel_game,
            unreadable=group_commands.forget,
            for_host=True,
        ),
        Command(
            "rules",
            N_("The rules, page by page"),
            group_commands.rules,
            in_private=private_commands.rules,
        ),
        Command(
            "lang",
            N_("My language, and the group's"),
            languages.in_group,
            in_private=languages.in_private,
        ),
        Command(
            "help",
            N_("How this works"),
            group_commands.help_me,
            in_private=private_commands.help_me,
        ),
        Command("status", N_("How the bot does"), in_private=owner.status, for_owner=True),
        Command("drain", N_("Let no new games begin"), in_private=owner.drain, for_owner=True),
        Command("start", N_("Say hello"), group_commands.start, in_private=private_commands.start),
    )
}


async def said(services: Services, message: Message, update: int) -> Reaction:
    """Answer a message. Raises what the store raises."""
    found = _COMMAND.fullmatch(message.text.strip())
    name, addressee, rest = found.groups() if found else ("", None, None)
    if addressee and addressee.lower() != services.messenger.username.lower():
        return Nothing()
    if _by_machine(message):
        return Nothing()
    if not message.chat.private and not (message.chat.group and found):
        return Nothing()
    if not message.chat.private and await turned_away(services, message.chat, message.sender):
        return Nothing()
    words = await _words(services, message)
    asked = Asked(services, message, update, (rest or "").strip(), words)
    if message.chat.private:
        return await _in_private(asked, name.lower())
    return await _in_group(asked, name.lower(), addressed=addressee is not None)


async def _words(services: Services, message: Message) -> Words:
    """The words of whoever wrote it; of the group where a person can't be told."""
    if message.chat.private:
        return await services.words_for(message.sender)
    group = await services.chosen_by(message.chat.id)
    user = actor(message).user
    if user is None and group:
        return services.words(*group)
    return services.words(await services.language(user, group[0] if group else None))


def _by_machine(message: Message) -> bool:
    """Whether a bot or a linked channel wrote it: two bots that answer each other never stop."""
    sender = message.sender
    if sender is None or sender.id == FORWARDED_FROM_CHANNEL:
        return sender is not None
    # People who write in the group's or a channel's name do so under a bot's id.
    return sender.is_bot and message.sender_chat is None


async def _in_private(asked: Asked, name: str) -> Reaction:
    await asked.reached()
    command = COMMANDS.get(name)
    if command is None or (command.for_owner and not _by_owner(asked)):
        return asked.reply(asked.words.html("I understand buttons and commands: see /help."))
    if command.in_private is None:
        return asked.reply(
            asked.words.html("/{command} is for the group where you play.", command=name)
        )
    return await command.in_private(asked)


def _by_owner(asked: Asked) -> bool:
    return asked.who.user is not None and asked.who.user.id in asked.services.owners


async def _in_group(asked: Asked, name: str, *, addressed: bool) -> Reaction:
    command = COMMANDS.get(name)
    if command is not None and command.at_table is not None:
        return await _at_table(asked, command, command.at_table)
    if command is not None and command.in_group is not None:
        return await command.in_group(asked)
    # Another bot's, most likely. Only what names us gets an answer.
    if not addressed:
        return Nothing()
    return await asked.refuse(asked.words.html("I don't know that command: see /help."))


async def _at_table(
    asked: Asked, command: Command, carry_out: Callable[[Asked, Table], Awaitable[Reaction]]
) -> Reaction:
    try:
        found = await asked.table() or (await asked.ended() if command.or_ended else None)
    except CorruptRecord:
        if command.unreadable is None:
            raise
        return await command.unreadable(asked)
    return await asked.no_table() if found is None else await carry_out(asked, found.table)
