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
from telegram_avalon.i18n.phrases import N_, Words
from telegram_avalon.loops import Rarely
from telegram_avalon.play import RaceLost
from telegram_avalon.screens import Screen
from telegram_avalon.screens.actions import decode
from telegram_avalon.store import CorruptRecord, NewerRecord, Unavailable
from telegram_avalon.troubles import Trouble

log = structlog.get_logger()

PATIENCE = 4 * SECOND
"""How long a press waits for Redis: Telegram forgets it after about fifteen seconds."""
PAUSE = SECOND // 4
ANSWER_WITHIN = 8.0
"""Seconds of the wall clock: a press is answered by then, whatever hangs."""
AT_LEAST = 0.5
"""Seconds that a press gets, however long it has waited for its turn."""

_UNREADABLE = N_("This table can't be read any more. An admin can clear it: /cancel")

AGAIN = (Unavailable, RaceLost)
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
        self._rarely = Rarely(services.clock)

    async def handle(self, update: Update, waited: float = 0.0) -> Reaction:
        """Deal with *update*, which has *waited* for some seconds (of the wall clock) already.

        Raises `Postponed`, and nothing else.
        """
        self._services.meter.count("updates")
        try:
            if update.callback_query is not None:
                return await self._pressed(update.callback_query, update.update_id, waited)
            if update.message is not None and update.message.is_about_group:
                return await membership.moved(self._services, update.message)
            if update.message is not None:
                return await self._said(update.message, update.update_id)
            if update.my_chat_member is not None:
                return await membership.changed(
                    self._services, update.my_chat_member, update.update_id
                )
            if update.chat_member is not None:
                return await membership.changed_for(self._services, update.chat_member)
        except AGAIN as error:
            raise Postponed(f"{type(error).__name__}: {error}") from error
        except NewerRecord as error:
            raise LeftToNewer(Nothing()) from error
        except Postponed:
            raise
        except Exception as error:  # noqa: BLE001 - the outermost: it is logged
            self._failed("an update failed", update.update_id, error)
        return Nothing()

    def _guessed(self, user: User | None) -> Words:
        """Words for when the store can't be asked what somebody has chosen."""
        return self._services.words(self._services.guess(user))

    def _failed(self, what: str, update: int, error: Exception) -> None:
        """Log a mistake of ours: one record that makes no sense must not fill the log."""
        if isinstance(error, CorruptRecord):
            self._unreadable(str(error), update=update)
        elif (times := self._rarely.count(f"{what} {type(error).__name__}")) is not None:
            log.error(what, update=update, times=times, exc_info=error)

    def _unreadable(self, why: str, **where: int) -> None:
        """Log a record that can't be read: a line, without what stands there."""
        if (times := self._rarely.count(f"unreadable {why}")) is not None:
            log.error("a table can't be read", error=why, times=times, **where)

    async def _pressed(self, query: CallbackQuery, update: int, waited: float) -> Toast:
        words = self._guessed(query.sender)
        try:
            # A person's presses are dealt with in order: one that waited has less time left. By
            # webhook nothing tells how long it has; but not for longer than the store was away.
            spent = max(waited, self._away())
            async with asyncio.timeout(max(ANSWER_WITHIN - spent, AT_LEAST)):
                return await self._taken(query, update, words)
        except TimeoutError:
            log.warning("a press took too long", update=update)
            return Toast(words.plain("Please try again in a moment."))

    def _away(self) -> float:
        """For how many seconds of the wall clock the store is known not to be usable."""
        clock, troubles = self._services.clock, self._services.troubles
        return clock.real(troubles.lasts(Trouble.DATABASE) or 0)

    async def _taken(self, query: CallbackQuery, update: int, words: Words) -> Toast:
        until = self._services.clock.steady() + PATIENCE
        while True:
            try:
                return await presses.pressed(self._services, query, update)
            except Unavailable:
                if self._services.clock.steady() >= until:
                    return Toast(words.plain("Please try again in a moment."))
                await self._services.clock.sleep(PAUSE)
            except RaceLost:
                log.warning("a press was not taken", update=update)
                return Toast(words.plain("Please try again in a moment."))
            except NewerRecord:
                return Toast(words.plain("The bot is being updated: try again in a minute."))
            except CorruptRecord as error:
                self._unreadable(str(error), update=update)
                return Toast(words.plain(_UNREADABLE))
            except Exception as error:  # noqa: BLE001 - the outermost: it is logged
                self._failed("a press failed", update, error)
                return Toast(await self._after_failure(query, update, words))

    async def _after_failure(self, query: CallbackQuery, update: int, words: Words) -> str:
        """What became of a press in spite of the failure, as the store has it."""
        try:
            changed = await self._changed(query, update)
        except Exception as error:  # noqa: BLE001 - what can't be read back is not known
            self._failed("a press can't be looked up", update, error)
            changed = None
        if changed is None:
            return words.plain("Something went wrong here. Please look whether it took effect.")
        if changed:
            return words.plain("That counted, but then something went wrong here.")
        return words.plain("Something went wrong here. Nothing was changed.")

    async def _changed(self, query: CallbackQuery, update: int) -> bool | None:
        """Whether *update* changed its table or opened another; None where nothing tells."""
        action, message = decode(query.data), query.message
        if action is None:
            return None
        tables = [action.table]
        if message is not None:
            tables.append(self._services.play.table_id(update, message.chat.id))
        return any([await self._services.tables.saw(table, update) for table in tables])

    async def _said(self, message: Message, update: int) -> Reaction:
        words = self._guessed(message.sender)
        try:
            return await commands.said(self._services, message, update)
        except AGAIN:
            raise
        except NewerRecord as error:
            line = words.html("The bot is being updated: try again in a minute.")
            raise LeftToNewer(_line(message, line)) from error
        except CorruptRecord as error:
            self._unreadable(str(error), chat=message.chat.id)
            line = words.html(_UNREADABLE)
        except Exception as error:  # noqa: BLE001 - the outermost: it is logged
            self._failed("a command failed", update, error)
            line = words.html("Something went wrong here. Please look whether it took effect.")
        return _line(message, line)


def _line(message: Message, line: Markup) -> Reply:
    group = not message.chat.private
    return Reply(message.chat.id, Screen(line, silent=group), message.thread)
