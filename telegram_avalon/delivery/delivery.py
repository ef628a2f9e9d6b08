"""Delivering one table under its lease: each of its chats in a task of its own.

A chat that is slow, refuses or can't be rendered backs off and never stops the others.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial

import structlog

from telegram_avalon.clock import MINUTE, SECOND, Clock
from telegram_avalon.delivery.messenger import Messenger
from telegram_avalon.delivery.outcomes import (
    Deaf,
    Migrated,
    Muted,
    Outcome,
    Refused,
    Sent,
    TooFast,
    TopicGone,
    Unknown,
)
from telegram_avalon.delivery.plan import (
    Edit,
    Send,
    Settle,
    Step,
    Strip,
    Times,
    Wait,
    listen,
    next_step,
)
from telegram_avalon.delivery.reach import Reach
from telegram_avalon.delivery.results import after_call
from telegram_avalon.i18n.phrases import Words
from telegram_avalon.loops import Rarely
from telegram_avalon.screens import Links, Screen, left_behind, message
from telegram_avalon.store import (
    Call,
    Claimed,
    Kind,
    Loaded,
    Shown,
    Unavailable,
    Verdict,
    Work,
)
from telegram_avalon.table import Place, Scene, chats, scene

log = structlog.get_logger()

UNRENDERED = 1 * MINUTE
RECORD_TRIES = 30


@dataclass(frozen=True)
class Tools:
    """What a delivery works with."""

    messenger: Messenger
    words: Callable[..., Words]
    """By language, or by two."""
    on_deaf: Callable[[str, int], Awaitable[None]]
    """Told of a table and of one of its people who can't be written to."""
    on_migrated: Callable[[int, int, str], Awaitable[None]]
    """Told of a group's old and new id, and of a table there."""
    on_topic_gone: Callable[[str], Awaitable[None]]
    """Told of a table whose topic can't be written to."""
    on_muted: Callable[[str], Awaitable[None]]
    """Told of a table whose group doesn't let us write."""
    on_unmuted: Callable[[str], Awaitable[None]]
    """Told of such a table that could speak in its group again."""
    reach: Reach | None = field(default=None, kw_only=True)
    """Tells when nothing gets through to Telegram: nothing is tried then."""


class LeaseLost(Exception):  # noqa: N818
    """Another process delivers this table now."""


class Delivery:
    def __init__(
        self,
        table: str,
        work: Work,
        tools: Tools,
        clock: Clock,
        news: asyncio.Event,
        rarely: Rarely,
        behind: dict[tuple[str, int], int],
    ) -> None:
        self._table = table
        self._work = work
        self._tools = tools
        self._clock = clock
        self._news = news
        self._rarely = rarely
        self._behind = behind
        """By table and chat: since when it is known not to read as it should."""
        self._calls: dict[int, asyncio.Task[None]] = {}
        self._waits: dict[int, tuple[int, int]] = {}
        """By chat: the version it was looked at, and when to look again (ms)."""

    async def run(self, found: Claimed, stopping: Callable[[], bool]) -> bool:
        """Deliver until nothing can be done now; True where the table is still due."""
        try:
            while True:
                self._news.clear()
                if found.loaded is not None and not stopping():
                    self._start_calls(found.loaded, found)
                if not self._calls:
                    break
                await self._until_news()
                found = await self._work.look(self._table)
        except LeaseLost:
            log.info("lease lost", table=self._table)
            return False
        finally:
            await asyncio.gather(*self._calls.values(), return_exceptions=True)
        version = found.loaded.version if found.loaded else None
        again = [until for _, until in self._waits.values() if until]
        look_again = self._clock.now() if stopping() else min(again, default=None)
        return await self._work.finish(self._table, version, found.mark, look_again)

    async def _until_news(self) -> None:
        news = asyncio.create_task(self._news.wait())
        try:
            done, _ = await asyncio.wait(
                {news, *self._calls.values()}, return_when=asyncio.FIRST_COMPLETED
            )
        finally:
            news.cancel()
        for chat, task in list(self._calls.items()):
            if task in done:
                del self._calls[chat]
                task.result()

    def _start_calls(self, loaded: Loaded, found: Claimed) -> None:
        for user in chats(loaded.table):
            chat = loaded.table.place.chat if user is None else user
            version, until = self._waits.get(chat, (-1, 0))
            waiting = version == loaded.version and (not until or until > self._clock.now())
            if chat not in self._calls and not waiting:
                self._start_call(loaded, found, user, chat)

    def _start_call(self, loaded: Loaded, found: Claimed, user: int | None, chat: int) -> None:
        now = self._clock.now()
        try:
            shown, step = self._plan(loaded, found, user, chat, now)
        except Exception as error:
            # One record that makes no sense fails in all of its chats, again and again.
            if (times := self._rarely.count(f"{self._table} {type(error).__name__}")) is not None:
                log.error(
                    "a chat can't be rendered",
                    table=self._table,
                    chat=chat,
                    exc_info=error,
                    times=times,
                )
            self._waits[chat] = (loaded.version, now + UNRENDERED)
            return
        match step:
            case None:
                self._waits[chat] = (loaded.version, 0)
            case Wait(until=until):
                self._waits[chat] = (loaded.version, until)
            case _:
                self._waits.pop(chat, None)
                task = self._call(loaded, user, chat, shown, step)
                self._calls[chat] = asyncio.create_task(task)

    def _plan(
        self, loaded: Loaded, found: Claimed, user: int | None, chat: int, now: int
    ) -> tuple[Shown, Step]:
        seen = scene(loaded.table, user)
        group = found.shown.get(loaded.table.place.chat)
        render = partial(self._render, seen)
        shown = found.shown.get(chat, Shown())
        if (pressed := found.heard.get(chat)) is not None:
            shown = listen(shown, seen, render, now, pressed)
        # A basic group's messages have no links, and its numbers mean nothing once it has moved.
        anchor = group.live if group and link(loaded.table.place, group.live) else None
        moved = min(loaded.table.moved, now)
        left = partial(self._render_left, seen)
        times = Times(now, moved, self._behind.get((self._table, chat)))
        step = next_step(shown, seen, render, times, anchor, left)
        if isinstance(step, Wait):
            self._behind.setdefault((self._table, chat), now)
        else:
            self._behind.pop((self._table, chat), None)
        return shown, step

    def _render(self, seen: Scene, since: int, recap: bool, anchor: int | None) -> Screen:
        links = Links(self._tools.messenger.username, link(seen.place, anchor))
        return message(seen, since, recap, self._words(seen), links)

    def _render_left(self, seen: Scene, asked: int, since: int) -> Screen | None:
        return left_behind(seen, asked, since, self._words(seen))

    def _words(self, seen: Scene) -> Words:
        languages = (seen.viewer.language,) if seen.viewer else seen.place.languages
        return self._tools.words(*languages)

    async def _call(
        self,
        loaded: Loaded,
        user: int | None,
        chat: int,
        shown: Shown,
        step: Send | Edit | Strip | Settle,
    ) -> None:
        if isinstance(step, Settle):
            await self._record(chat, step.after)
            return
        kind = Kind.QUIET if isinstance(step, Strip) else step.kind
        under_way = step.before if isinstance(step, Send) else shown
        leave = await self._work.may_call(
            Call(self._table, loaded.version, chat, user is None, kind, under_way)
        )
        if leave.verdict is Verdict.LOST:
            raise LeaseLost
        if leave.verdict is Verdict.WAIT:
            self._waits[chat] = (loaded.version, self._clock.now() + leave.wait)
        if leave.verdict is not Verdict.GO:
            return
        outcome = await self._perform(loaded.table.place, chat, user is None, step)
        now = self._clock.now()
        await self._record(chat, after_call(shown, step, outcome, now))
        await self._report(outcome, chat, user, muted=loaded.table.muted > 0)

    async def _perform(
        self, place: Place, chat: int, group: bool, step: Send | Edit | Strip
    ) -> Outcome:
        match step:
            case Send(screen=screen):
                thread = place.spoken_in if group else None
                return await self._tools.messenger.send(chat, thread, screen)
            case Edit(screen=screen, message=message_id):
                return await self._tools.messenger.edit(chat, message_id, screen)
            case Strip(message=message_id, screen=screen) if screen is not None:
                return await self._tools.messenger.edit(chat, message_id, screen)
            case Strip(message=message_id):
                return await self._tools.messenger.strip(chat, message_id)

    async def _record(self, chat: int, shown: Shown) -> None:
        """A result must not be lost to a moment without Redis: it would be sent again."""
        for _ in range(RECORD_TRIES):
            try:
                if not await self._work.called(self._table, chat, shown):
                    raise LeaseLost
                return
            except Unavailable as error:
                log.warning("result kept back", table=self._table, why=str(error))
                await self._clock.sleep(SECOND)
        log.error("result lost", table=self._table, chat=chat)

    async def _report(self, outcome: Outcome, chat: int, user: int | None, *, muted: bool) -> None:
        match outcome:
            case Sent() if muted and user is None:
                await self._tools.on_unmuted(self._table)
            case Muted(why=why) if user is None:
                log.warning("may not write", chat=chat, why=why)
                await self._tools.on_muted(self._table)
            case Unknown(why=why):
                if (times := self._rarely.count(why)) is not None:
                    log.warning("no clear answer", chat=chat, why=why, times=times)
            case TooFast(wait=wait):
                log.warning("told to wait", chat=chat, wait=wait)
                await self._work.hold(chat, wait)
            case Deaf(why=why):
                if (times := self._rarely.count(f"{chat} {why}")) is not None:
                    log.warning("can't deliver", chat=chat, why=why, times=times)
                if user is not None:
                    await self._tools.on_deaf(self._table, user)
            case Migrated(chat=new):
                await self._tools.on_migrated(chat, new, self._table)
            case TopicGone():
                await self._tools.on_topic_gone(self._table)
            case Refused(why=why):
                if (times := self._rarely.count(f"{chat} {why}")) is not None:
                    log.error("refused by Telegram", chat=chat, why=why, times=times)
            case _:
                pass


def link(place: Place, anchor: int | None) -> str | None:
    """The link to a message of a supergroup; other groups have none."""
    inner = str(place.chat).removeprefix("-100")
    if anchor is None or inner == str(place.chat):
        return None
    thread = f"/{place.thread}" if place.thread else ""
    return f"https://t.me/c/{inner}{thread}/{anchor}"
