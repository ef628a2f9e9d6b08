"""One update in, one reaction out, whatever happens.

A press is never left spinning and never answered with a traceback: where Redis is away it waits a
few seconds and then says so. A message is worth more patience: it is not confirmed to Telegram
before it is dealt with (`Postponed`).
"""

import asyncio

import structlog
from markupsafe import Markup

from telegram_avalon.bot import commands, membership, presses
from telegram_avalon.bot.reactions import Nothing, Reaction, Reply, Toast
from telegram_avalon.bot.services import Services
from telegram_avalon.bot.updates import CallbackQuery, Message, Update, User
from telegram_avalon.clock import SECOND
from telegram_avalon.i18n.phrases import Words
from telegram_avalon.play import RaceLost
from telegram_avalon.screens import Screen
from telegram_avalon.store import CorruptRecord, MemoryFull, NewerRecord, Unavailable

log = structlog.get_logger()

PATIENCE = 4 * SECOND
"""How long a press waits for Redis: Telegram forgets it after about fifteen seconds."""
PAUSE = SECOND // 4
ANSWER_WITHIN = 8.0
"""Seconds of the wall clock: a press is answered by then, whatever hangs."""


AGAIN = (*Unavailable, RaceLost)
"""What may be otherwise in a moment."""


class Postponed(Exception):  # noqa: N818
    """The update could not be dealt with now and must be handed out again."""


class LeftToNewer(Postponed):
    """... to a newer version of the bot; *otherwise* is the answer where there is none."""

    def __init__(self, otherwise: Reaction) -> None:
        super().__init__("a newer version wrote the record")
        self.otherwise = otherwise


class Router:
    def __init__(self, services: Services) -> None:
        self._services = services

    async def handle(self, update: Update) -> Reaction:
        """Deal with *update*. Raises `Postponed`, and nothing else."""
        try:
            if update.callback_query is not None:
                return await self._pressed(update.callback_query, update.update_id)
            if update.message is not None and update.message.is_about_group:
                return await membership.moved(self._services, update.message)
            if update.message is not None:
                return await self._said(update.message, update.update_id)
            if update.my_chat_member is not None:
                return await membership.changed(
                    self._services, update.my_chat_member, update.update_id
                )
        except AGAIN as error:
            raise Postponed(type(error).__name__) from error
        except NewerRecord as error:
            raise LeftToNewer(Nothing()) from error
        except Postponed:
            raise
        except Exception:
            log.exception("an update failed", update=update.update_id)
        return Nothing()

    def _guessed(self, user: User | None) -> Words:
        """Words for when the store can't be asked what somebody has chosen."""
        return self._services.words(self._services.guess(user))

    async def _pressed(self, query: CallbackQuery, update: int) -> Toast:
        words = self._guessed(query.sender)
        try:
            async with asyncio.timeout(ANSWER_WITHIN):
                return await self._taken(query, update, words)
        except TimeoutError:
            log.warning("a press took too long", update=update)
            return Toast(words.plain("Please try again in a moment."))

    async def _taken(self, query: CallbackQuery, update: int, words: Words) -> Toast:
        until = self._services.clock.now() + PATIENCE
        while True:
            try:
                return await presses.pressed(self._services, query, update)
            except Unavailable:
                if self._services.clock.now() >= until:
                    return Toast(words.plain("Please try again in a moment."))
                await self._services.clock.sleep(PAUSE)
            except (RaceLost, MemoryFull):
                log.warning("a press was not taken", update=update)
                return Toast(words.plain("Please try again in a moment."))
            except NewerRecord:
                return Toast(words.plain("The bot is being updated: try again in a minute."))
            except Exception:
                log.exception("a press failed", update=update)
                return Toast(words.plain("Something went wrong here. Nothing was changed."))

    async def _said(self, message: Message, update: int) -> Reaction:
        words = self._guessed(message.sender)
        try:
            return await commands.said(self._services, message, update)
        except AGAIN:
            raise
        except NewerRecord as error:
            line = words.html("The bot is being updated: try again in a minute.")
            raise LeftToNewer(_line(message, line)) from error
        except MemoryFull:
            log.warning("a command was not taken", update=update)
            line = words.html("Please try again in a moment.")
        except CorruptRecord as error:
            log.error("a table can't be read", chat=message.chat.id, error=str(error))
            line = words.html("This table can't be read any more. An admin can clear it: /cancel")
        except Exception:
            log.exception("a command failed", update=update)
            line = words.html("Something went wrong here. Nothing was changed.")
        return _line(message, line)


def _line(message: Message, line: Markup) -> Reply:
    group = not message.chat.private
    return Reply(message.chat.id, Screen(line, silent=group), message.thread)
