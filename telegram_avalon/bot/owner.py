"""Whoever looks after the bot: told when something is wrong, and asked for nothing.

Of what lasts less than a minute they hear nothing. Where the database fails, processes can't agree
on who tells: then each tells once.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from importlib.metadata import version

import structlog

from telegram_avalon.bot.asked import Asked
from telegram_avalon.bot.maintenance import games_running, set_draining
from telegram_avalon.bot.reactions import Reaction
from telegram_avalon.bot.services import Services
from telegram_avalon.clock import HOUR, MINUTE, SECOND
from telegram_avalon.delivery import Deaf, TooFast, Unreached
from telegram_avalon.i18n.phrases import Html, Words
from telegram_avalon.logs import recent_troubles
from telegram_avalon.meter import most_memory, share_of_cpu
from telegram_avalon.screens import Screen
from telegram_avalon.screens.screen import lines
from telegram_avalon.store import Unavailable
from telegram_avalon.table import Stage
from telegram_avalon.troubles import Trouble

log = structlog.get_logger()

WATCH_EVERY = 5 * SECOND
LASTS = 1 * MINUTE
"""For how long something must be wrong for its owner to hear of it."""
AGAIN = 1 * HOUR
"""How long the same is not said again."""
MEGABYTE = 1_000_000


@dataclass(frozen=True)
class _Line:
    """What is to be said to one owner, from *after* to *until* (steady ms)."""

    owner: int
    said: Callable[[Words], Html]
    after: int
    until: int


class Watch:
    """Tells the owners what is wrong: a turn every few seconds, in a loop of its own."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._words: dict[int, Words] = {}
        """How each owner is spoken to, also while the database can't be asked."""
        self._alarmed = False
        """Whether they know that the database can't be used."""
        self._alarmed_at: int | None = None
        self._refused_for: int | None = None
        """For how long the token has not been accepted (ms), once that has lasted."""
        self._drained = False
        self._lines: list[_Line] = []
        self._deaf: set[int] = set()
        """Owners who can't be written to, by what the log has been told."""

    async def turn(self) -> None:
        """Look once, and say what there is to say."""
        services = self._services
        try:
            for owner in services.owners:
                standing = await services.people.standing(owner)
                language = standing.language or services.default_language
                self._words[owner] = services.words(language)
            await self._look_at_the_drain()
            if lost := await services.work.lost():
                log.warning("processes of the bot ended without being told to", processes=lost)
                if await self._is_first("lost", AGAIN):
                    self._tell(_ended)
        except Unavailable:
            pass  # that is a trouble of its own, below
        await self._look_at_the_database()
        await self._look_at_the_token()
        await self._say()
        await services.clock.sleep(WATCH_EVERY)

    async def _look_at_the_drain(self) -> None:
        """Tell the log, once, when the bot can be stopped without stopping a game."""
        if not await self._services.upkeep.draining():
            self._drained = False
        elif not self._drained and not await games_running(self._services):
            self._drained = True
            log.info("no game is running any more")

    async def _look_at_the_database(self) -> None:
        lasts, now = self._services.troubles.lasts(Trouble.DATABASE), self._services.clock.steady()
        if lasts is None and self._alarmed:
            self._alarmed = False
            if await self._is_first("database", LASTS):
                self._tell(_database_works)
        lately = self._alarmed_at is not None and now - self._alarmed_at < AGAIN
        if lasts is not None and lasts >= LASTS and not self._alarmed and not lately:
            self._alarmed, self._alarmed_at = True, now
            self._tell(_database_fails)

    async def _look_at_the_token(self) -> None:
        """While the token is refused there is no way to say so."""
        lasts = self._services.troubles.lasts(Trouble.TOKEN)
        if lasts is not None and lasts >= LASTS:
            self._refused_for = lasts
        elif lasts is None and self._refused_for is not None:
            minutes, self._refused_for = self._refused_for // MINUTE, None
            if await self._is_first("token", AGAIN):
                self._tell(lambda words: _token_works(words, minutes))

    async def _is_first(self, what: str, kept: int) -> bool:
        """Whether no other process has said it within *kept*, nor this one."""
        try:
            return await self._services.upkeep.first(f"owner:{what}", kept)
        except Unavailable:
            return True

    def _tell(self, said: Callable[[Words], Html]) -> None:
        now = self._services.clock.steady()
        self._lines += [_Line(owner, said, now, now + AGAIN) for owner in self._services.owners]

    async def _say(self) -> None:
        """Say what is due, in order; what was certainly not sent stays, for a while."""
        now = self._services.clock.steady()
        left: list[_Line] = []
        for line in self._lines:
            if line.after > now or line.owner in {each.owner for each in left}:
                left.append(line)
            elif line.until > now and (later := await self._said(line)) is not None:
                left.append(later)
        self._lines = left

    async def _said(self, line: _Line) -> _Line | None:
        """Say a line; as it is to be said again, if it is."""
        services, owner = self._services, line.owner
        words = self._words.get(owner) or services.words(services.default_language)
        outcome = await services.messenger.send(owner, None, Screen(line.said(words)))
        match outcome:
            case TooFast(wait=wait):
                return replace(line, after=services.clock.steady() + wait)
            case Unreached():
                return line
            case Deaf():
                if owner not in self._deaf:
                    log.warning("an owner has not started the bot and can't be told")
                self._deaf.add(owner)
            case _:
                self._deaf.discard(owner)
                log.info("the owner is told", outcome=type(outcome).__name__)
        return None


def _ended(words: Words) -> Html:
    return words.html(
        "⚠️ A process of the bot ended without being told to. The bot runs again, and games go on "
        "where they stood. Its log may tell why."
    )


def _database_fails(words: Words) -> Html:
    return words.html(
        "⚠️ The database can't be used for more than a minute. Games wait; nothing is lost. "
        "The log tells why, and so does telegram-avalon check."
    )


def _database_works(words: Words) -> Html:
    return words.html("✅ The database can be used again: games go on.")


def _token_works(words: Words, minutes: int) -> Html:
    return words.html_n(
        "⚠️ For {n} minute Telegram did not accept the bot's token. Now it does, and games go on.",
        "⚠️ For {n} minutes Telegram did not accept the bot's token. Now it does, and games go on.",
        minutes,
    )


# --- commands ----------------------------------------------------------------------------------


async def status(asked: Asked) -> Reaction:
    """How the bot does: for its owner, in a private chat."""
    services, t = asked.services, asked.words
    tables = [found.table for found in await services.tables.live()]
    lobbies = sum(table.stage is Stage.LOBBY for table in tables)
    meter, up = services.meter, services.clock.steady()
    return asked.reply(
        lines(
            t.html("🩺 <b>Avalon {version}</b>", version=version("telegram-avalon")),
            t.html("Up for {time}", time=t.duration(max(up, MINUTE))),
            t.html("Processes: {n}", n=await services.work.alive()),
            t.html(
                "Tables: {lobbies} open, {games} in a game",
                lobbies=lobbies,
                games=len(tables) - lobbies,
            ),
            t.html(
                "In ten minutes: {updates} updates, {calls} calls to Telegram",
                updates=meter.lately("updates"),
                calls=meter.lately("calls"),
            ),
            t.html("Tables waiting to be told something: {n}", n=await services.work.waiting()),
            t.html(
                "Memory: {n} MB at most. Processor: {percent}%",
                n=most_memory() // MEGABYTE,
                percent=share_of_cpu(up),
            ),
            t.html("Database: {n} MB", n=await services.upkeep.memory() // MEGABYTE),
            t.html("🛠 No new games begin: /drain off ends that.")
            if await services.upkeep.draining()
            else None,
            *_troubles(t),
        )
    )


def _troubles(t: Words) -> list[Html | None]:
    """The last warnings and errors of this process: what, and when (UTC)."""
    last = recent_troubles()
    if not last:
        return [t.html("No errors since the start.")]
    heading = t.html("Last errors of this process:")
    told = [
        t.line(
            "{when} {what}",
            when=datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M:%S"),
            what=what,
        )
        for at, what in last
    ]
    return [heading, *told]


async def drain(asked: Asked) -> Reaction:
    """`/drain` lets no new games begin, `/drain off` ends that."""
    on = asked.rest.lower() != "off"
    await set_draining(asked.services, on)
    t = asked.words
    if on:
        return asked.reply(
            t.html("🛠 No new games begin; running ones go on. /status tells when none is left.")
        )
    return asked.reply(t.html("New games can begin again."))
