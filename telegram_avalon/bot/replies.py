"""Sending answers: toasts at once, replies through the same pace as everything else.

In a group the bot answers commands silently, at most once in ten seconds and three times a minute,
so that nobody can talk the table's own messages away; beyond that the answer comes in private.
Admins' questions and anonymous admins' answers are not among these few, but keep the pace as well.
What Telegram certainly did not send is sent again for a while, and follows a group that has moved.
A crash may repeat or lose a reply; nothing of the game hangs on one.
"""

import asyncio
from collections.abc import Coroutine
from dataclasses import replace
from typing import Any

import structlog

from telegram_avalon.bot.reactions import Nothing, Reaction, Reply, Toast
from telegram_avalon.bot.updates import CallbackQuery, Message
from telegram_avalon.clock import SECOND, Clock
from telegram_avalon.delivery import (
    Deaf,
    Done,
    Messenger,
    Migrated,
    Outcome,
    Sent,
    TooFast,
    TopicGone,
    Unknown,
    Unreached,
)
from telegram_avalon.screens import Screen
from telegram_avalon.screens.screen import for_private
from telegram_avalon.store import People, Unavailable, Work

log = structlog.get_logger()

ANSWERABLE = 12 * SECOND
"""How long a press can be answered: Telegram forgets it after about fifteen seconds."""
AGAIN = SECOND // 4
LATER = 5 * SECOND
DOUBLE_TAP = 2 * SECOND
"""How long the same edit of a pressed message is taken for the same press once more."""
PATIENCE = 60 * SECOND
"""A reply that can't be sent by then is not worth sending any more."""


class Replies:
    def __init__(self, messenger: Messenger, work: Work, people: People, clock: Clock) -> None:
        self._messenger = messenger
        self._work = work
        self._people = people
        self._clock = clock
        self._under_way: set[asyncio.Task[None]] = set()
        self._edited: dict[tuple[int, int], tuple[int, bytes]] = {}
        """By chat and message: when it was edited last, and to what."""

    def give(
        self, reaction: Reaction, query: CallbackQuery | None, *, answered: bool = False
    ) -> None:
        """Deliver a handler's answer in the background; *answered*: the press itself is already."""
        match reaction:
            case Toast() if query is not None:
                self._start(self._toast(reaction, query, answered=answered))
            case Reply():
                self._start(self._reply(reaction))
            case Toast() | Nothing():
                pass

    async def finish(self) -> None:
        """Wait for the answers under way, a moment at most."""
        if self._under_way:
            await asyncio.wait(self._under_way, timeout=2)
        for task in self._under_way:
            task.cancel()

    def _start(self, sending: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(sending)
        self._under_way.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: "asyncio.Task[None]") -> None:
        self._under_way.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("an answer failed", exc_info=error)

    async def _toast(self, toast: Toast, query: CallbackQuery, *, answered: bool) -> None:
        if not answered:
            await self._answer(toast, query.id)
        if toast.edit is not None and query.message is not None:
            await self._edit(query.message, toast.edit)
        if toast.reply is not None:
            # In a private chat with topics to the one where it was asked for.
            pressed = query.message
            thread = pressed.thread if pressed and pressed.chat.private else None
            await self._reply(Reply(query.sender.id, toast.reply, thread, document=toast.document))

    async def _answer(self, toast: Toast, query: str) -> None:
        """Again where it failed: until it is answered the button keeps spinning."""
        until = self._clock.steady() + ANSWERABLE
        while True:
            outcome = await self._messenger.answer(
                query, toast.text, alert=toast.alert, url=toast.url
            )
            match outcome:
                case Done():
                    return
                case TooFast(wait=wait):
                    pause = wait
                case Unknown() | Unreached():
                    pause = AGAIN
                case _:
                    log.error("an answer was refused", outcome=str(outcome))
                    return
            if self._clock.steady() + pause > until:
                return
            await self._clock.sleep(pause)

    async def _edit(self, message: Message, screen: Screen) -> None:
        chat, now = message.chat.id, self._clock.steady()
        which = chat, message.message_id
        recent = {at: each for at, each in self._edited.items() if each[0] > now - DOUBLE_TAP}
        if which in recent and recent[which][1] == screen.digest:
            return
        self._edited = {**recent, which: (now, screen.digest)}
        # No new message; and if it were left out, dead buttons would stay.
        if await self._room(chat, now + PATIENCE, counted=False):
            outcome = await self._messenger.edit(chat, message.message_id, screen)
            if not isinstance(outcome, Done):
                self._edited.pop(which, None)

    async def _reply(self, reply: Reply) -> None:
        until = self._clock.steady() + PATIENCE
        while await self._room(reply.chat, until, counted=reply.counted):
            outcome = await self._sent(reply)
            again = await self._again(reply, outcome)
            if again is None:
                return
            reply = replace(again, counted=False)  # it has been
        await self._in_private(reply)

    async def _sent(self, reply: Reply) -> Outcome:
        if reply.document is None:
            return await self._messenger.send(reply.chat, reply.thread, reply.screen)
        return await self._messenger.send_document(
            reply.chat, reply.thread, reply.document, reply.screen
        )

    async def _again(self, reply: Reply, outcome: Outcome) -> Reply | None:
        """The reply as it is to be sent once more; None where that is all."""
        match outcome:
            case Sent():
                return None
            case TooFast(wait=wait):
                await self._work.hold(reply.chat, wait)
                return reply
            case Unreached():
                await self._clock.sleep(LATER)
                return reply
            case Migrated(chat=chat):
                return replace(reply, chat=chat, thread=None)
            case TopicGone() if reply.thread is not None:
                return replace(reply, thread=None)
            case Deaf() if not reply.group:
                await self._people.unreachable(reply.chat)
            case Deaf() if reply.asker is not None:
                await self._in_private(reply)
            case _:
                log.warning("a reply was not sent", chat=reply.chat, outcome=str(outcome))
        return None

    async def _in_private(self, reply: Reply) -> None:
        if not reply.group or reply.asker is None:
            return
        standing = await self._people.standing(reply.asker)
        if standing.reached is not None:
            await self._reply(Reply(reply.asker, for_private(reply.screen, reply.chat)))

    async def _room(self, chat: int, until: int, *, counted: bool) -> bool:
        """Wait for room in the chat; False where there will be none by *until*."""
        while self._clock.steady() <= until:
            try:
                wait = await self._work.may_reply(chat, group=chat < 0, counted=counted)
            except Unavailable:
                wait = LATER
            if wait <= 0:
                return wait == 0
            if self._clock.steady() + wait > until:
                return False
            await self._clock.sleep(wait)
        return False
