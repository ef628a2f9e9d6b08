"""Whoever looks after the bot: told when something is wrong, and asked for nothing.

Of what lasts less than a minute they hear nothing. Where the database fails, processes can't agree
on who tells: then each tells once.
"""

from collections.abc import Callable
from datetime import UTC, datetime
from importlib.metadata import version

import structlog

from telegram_avalon.bot.asked import Asked
from telegram_avalon.bot.maintenance import games_running, set_draining
from telegram_avalon.bot.reactions import Reaction
from telegram_avalon.bot.services import Services
from telegram_avalon.clock import HOUR, MINUTE, SECOND
from telegram_avalon.i18n.phrases import Html, Words
from telegram_avalon.logs import recent_troubles
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


class Watch:
    """Tells the owners what is wrong: a turn every few seconds, in a loop of its own."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._words: dict[int, Words] = {}
        """How each owner is spoken to, also while the database can't be asked."""
        self._since: dict[Trouble, int] = {}
        """Troubles that have lasted, and for how long (ms)."""
        self._drained = False

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
                await self._tell("lost", _ended)
        except Unavailable:
            pass  # that is a trouble of its own, below
        await self._look(Trouble.DATABASE)
        await self._look(Trouble.TOKEN)
        await services.clock.sleep(WATCH_EVERY)

    async def _look_at_the_drain(self) -> None:
        """Tell the log, once, when the bot can be stopped without stopping a game."""
        if not await self._services.upkeep.draining():
            self._drained = False
        elif not self._drained and not await games_running(self._services):
            self._drained = True
            log.info("no game is running any more")

    async def _look(self, trouble: Trouble) -> None:
        lasts, known = self._services.troubles.lasts(trouble), trouble in self._since
        if lasts is not None and lasts >= LASTS:
            self._since[trouble] = lasts
            if trouble is Trouble.DATABASE and not known:
                await self._tell(None, _database_fails)
        elif lasts is None and known:
            minutes = self._since.pop(trouble) // MINUTE
            if trouble is Trouble.DATABASE:
                await self._tell("database", _database_works)
            else:
                # While it lasts there is no way to say so.
                await self._tell("token", lambda words: _token_works(words, minutes))

    async def _tell(self, what: str | None, said: Callable[[Words], Html]) -> None:
        """Say it to each owner; *what* other processes needn't say, too, if anything."""
        if what is not None:
            try:
                if not await self._services.upkeep.first(f"owner:{what}", AGAIN):
                    return
            except Unavailable:
                pass
        for owner in self._services.owners:
            words = self._words.get(owner) or self._services.words(self._services.default_language)
            outcome = await self._services.messenger.send(owner, None, Screen(said(words)))
            log.info("the owner is told", outcome=type(outcome).__name__)


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
            "{when} {what}", when=datetime.fromtimestamp(at, UTC).strftime("%H:%M:%S"), what=what
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
