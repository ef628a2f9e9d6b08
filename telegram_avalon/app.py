"""The composition root: the one place where the parts are put together."""

import asyncio
import math
import secrets
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from urllib.parse import unquote, urlsplit

import structlog
from redis.asyncio import Redis
from redis.exceptions import RedisError
from telegram import Bot
from telegram.error import InvalidToken, TelegramError

from telegram_avalon.bot import Router, Services
from telegram_avalon.bot.admins import Admins
from telegram_avalon.bot.maintenance import set_draining
from telegram_avalon.bot.membership import left_topic, muted
from telegram_avalon.bot.menus import register
from telegram_avalon.bot.owner import Watch
from telegram_avalon.bot.replies import Replies
from telegram_avalon.bot.webhook import derived_secret, with_webhook, without_webhook
from telegram_avalon.checks import database_line, problems, way_line
from telegram_avalon.clock import HOUR, MINUTE, SECOND, Clock
from telegram_avalon.delivery import Messenger, Tools, Worker, agree
from telegram_avalon.delivery.failures import WayError
from telegram_avalon.delivery.http import AiohttpRequest, Way
from telegram_avalon.delivery.reach import PROBE, Reach
from telegram_avalon.health import what_is_wrong
from telegram_avalon.i18n.catalogs import Catalogs, load_catalogs
from telegram_avalon.loops import Loops
from telegram_avalon.meter import Meter
from telegram_avalon.play import Play
from telegram_avalon.polling import AnotherPoller, Polling
from telegram_avalon.settings import Settings
from telegram_avalon.store import (
    Groups,
    Keys,
    People,
    Registrations,
    Tables,
    Unavailable,
    Upkeep,
    Work,
    connect,
    probe,
)
from telegram_avalon.troubles import Troubles
from telegram_avalon.web import Health, Webhook, listening, serve

log = structlog.get_logger()

HEARD_WITHIN = 0.2  # seconds
PATIENCE = 20 * SECOND
"""How long a start waits for Redis and the Bot API before it gives up."""


class StartError(Exception):
    """Why the bot can't run: one line for whoever runs it."""


class NotYet(StartError):  # noqa: N818 - no error until patience is over
    """What may be otherwise in a moment."""


@dataclass(frozen=True)
class Parts:
    """A bot put together and connected."""

    bot: Bot
    worker: Worker
    router: Router
    replies: Replies
    registrations: Registrations
    redis: Redis
    services: Services
    loops: Loops
    troubles: Troubles
    work: Work
    reach: Reach

    def wrong(self) -> str | None:
        """What `/healthz` tells of."""
        return what_is_wrong(self.loops, self.troubles)


async def run(
    settings: Settings,
    redis_url: str,
    stop: asyncio.Event,
    clock: Clock | None = None,
    drain: asyncio.Event | None = None,
    loops: Loops | None = None,
) -> None:
    """Run the bot until *stop*: by webhook if there is an address for one, else by long polling.

    Once *drain* is set, no new games begin. *loops* are those that run beside it already. Raises
    `StartError`.
    """
    loops = loops or Loops(clock or Clock())
    clock = loops.clock
    async with assembled(settings, redis_url, clock, loops) as parts:
        await _until(partial(_begin_anew, parts), clock)
        working = asyncio.create_task(parts.worker.run())
        # Beside the games: nobody waits for two dozen calls that only a first start makes.
        registering = asyncio.create_task(_register(parts, settings, clock))
        watch = Watch(parts.services)
        watching = [
            asyncio.create_task(loop)
            for loop in (
                loops.run("watch", watch.turn, stop.is_set),
                loops.run(
                    "way to Telegram",
                    partial(parts.reach.watch, partial(parts.bot.get_me, read_timeout=PROBE)),
                    stop.is_set,
                    longest=math.inf,
                ),
                loops.run(
                    "drain",
                    partial(_drain_when_told, parts.services, drain or asyncio.Event()),
                    stop.is_set,
                ),
            )
        ]
        try:
            if settings.webhook_url is None:
                await _by_polling(parts, settings, stop, clock)
            else:
                await _by_webhook(parts, settings, settings.webhook_url, stop, clock)
        finally:
            parts.worker.stop()
            await _cancelled(registering, *watching)
            await asyncio.gather(working, return_exceptions=True)
            await parts.replies.finish()
            log.info("stopped")


async def _cancelled(*tasks: "asyncio.Task[None]") -> None:
    """Cancel until all have ended: a library may take a cancellation for its own time-out."""
    left = set(tasks)
    while left:
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=HEARD_WITHIN)


async def _begin_anew(parts: Parts) -> None:
    """A bot that was stopped as a whole has had its update, or whatever it was drained for.

    The time comes before all that is compared with it. Raises `NotYet`.
    """
    services = parts.services
    try:
        await agree(parts.work, services.clock)
        if await services.upkeep.draining() and not await services.work.alive():
            await set_draining(services, on=False)
    except Unavailable as error:
        raise NotYet(database_line(error)[0]) from None


async def _drain_when_told(services: Services, told: asyncio.Event) -> None:
    """Begin no new games once it is *told*, however often that takes.

    Telling it twice, or every process, is no mistake: so a deployment may.
    """
    with suppress(TimeoutError):
        await asyncio.wait_for(told.wait(), services.clock.real(MINUTE))
    if told.is_set():
        await set_draining(services, on=True)
        told.clear()


async def _register(parts: Parts, settings: Settings, clock: Clock) -> None:
    """Tell Telegram of menus and descriptions, however often it takes."""
    catalogs, default = parts.services.catalogs, settings.default_language
    wait = MINUTE
    while True:
        try:
            if await register(parts.bot, parts.registrations, catalogs, default, settings.owners):
                return
        except Unavailable as error:
            log.warning("menus have to wait", why=str(error))
        except Exception:
            log.exception("menus were not registered")
        await clock.sleep(wait)
        wait = min(2 * wait, HOUR)


async def _by_polling(parts: Parts, settings: Settings, stop: asyncio.Event, clock: Clock) -> None:
    try:
        await without_webhook(parts.bot, parts.registrations)
    except TelegramError as error:
        raise StartError(f"The webhook set before can't be removed: {error.message}") from None
    request = AiohttpRequest(_way(settings), parts.troubles)
    await request.initialize()
    polling = Polling(
        request,
        parts.bot.base_url,
        parts.router.handle,
        parts.replies.give,
        clock,
        parts.loops,
        parts.troubles,
        parts.work.may_poll,
    )
    log.info("ready", bot=parts.bot.username, updates="polling")
    try:
        async with _health_served(settings, parts):
            await polling.run(stop)
    except AnotherPoller:
        raise StartError(
            "Another process polls for this bot, and has for longer. Only one may: stop the "
            "other, or use WEBHOOK_URL to run several. If you know of none, somebody else has the "
            "token: get a new one from @BotFather."
        ) from None
    finally:
        await request.shutdown()


@asynccontextmanager
async def _health_served(settings: Settings, parts: Parts) -> AsyncIterator[None]:
    """Serve `/healthz` meanwhile. A bot that polls needs no port: one that is taken is no error."""
    try:
        bound = _listening(settings)
    except StartError as error:
        log.warning("no /healthz", why=str(error))
        yield
        return
    unused = [bound]

    async def turn() -> None:
        # A server that has ended has closed its socket.
        with unused.pop() if unused else _listening(settings) as there:
            await serve(Health(parts.wrong), there, asyncio.Event())

    serving = asyncio.create_task(parts.loops.run("healthz", turn, lambda: False, longest=math.inf))
    try:
        yield
    finally:
        await _cancelled(serving)
        bound.close()


async def _by_webhook(
    parts: Parts, settings: Settings, url: str, stop: asyncio.Event, clock: Clock
) -> None:
    secret = settings.webhook_secret or derived_secret(settings.token.reveal())
    with _listening(settings) as bound:
        try:
            await with_webhook(parts.bot, parts.registrations, url, secret)
        except TelegramError as error:
            raise StartError(_not_set(error)) from None
        webhook = Webhook(
            unquote(urlsplit(url).path) or "/",
            secret,
            parts.router.handle,
            parts.replies.give,
            parts.wrong,
            clock,
        )
        log.info("ready", bot=parts.bot.username, updates="webhook")
        await serve(webhook, bound, stop)


def _not_set(error: TelegramError) -> str:
    if isinstance(error, WayError):
        return f"The webhook can't be set: {error.message}"
    return f"WEBHOOK_URL is not accepted: {error.message}"


def _listening(settings: Settings) -> socket.socket:
    """A socket on LISTEN. Raises `StartError`."""
    host, port = settings.listen
    try:
        return listening(host, port)
    except OSError as error:
        raise StartError(f"LISTEN: {host}:{port} can't be used: {error.strerror}.") from None


def _way(settings: Settings) -> Way:
    return Way(settings.proxy_url, settings.ip_version)


@asynccontextmanager
async def assembled(
    settings: Settings, redis_url: str, clock: Clock, loops: Loops | None = None
) -> AsyncIterator[Parts]:
    """The parts of a bot, connected to Redis and the Bot API. Raises `StartError`."""
    loops = loops or Loops(clock)
    catalogs = load_catalogs()
    if settings.default_language not in catalogs.languages:
        known = ", ".join(catalogs.languages)
        raise StartError(f"DEFAULT_LANGUAGE: there is no such language; there are {known}.")
    redis, troubles, meter = connect(redis_url), Troubles(clock), Meter(clock)
    bot = Bot(
        settings.token.reveal(),
        base_url=f"{settings.api_url}/bot",
        request=AiohttpRequest(_way(settings), troubles, meter),
        get_updates_request=AiohttpRequest(_way(settings), troubles),
    )
    try:
        await _until(partial(_reach_redis, redis, Keys(settings.bot_id)), clock)
        await _until(partial(_reach_api, bot, settings), clock)
        yield _put_together(settings, redis, bot, catalogs, troubles, meter, loops)
    finally:
        await bot.shutdown()
        await redis.aclose()


async def check(settings: Settings, redis_url: str) -> list[str]:
    """What is wrong with the set-up, a line each; empty if nothing is."""
    try:
        async with assembled(settings, redis_url, Clock()) as parts:
            return await problems(settings, parts.bot, parts.redis, parts.services.catalogs)
    except StartError as error:
        return [str(error)]


def _put_together(
    settings: Settings,
    redis: Redis,
    bot: Bot,
    catalogs: Catalogs,
    troubles: Troubles,
    meter: Meter,
    loops: Loops,
) -> Parts:
    clock = loops.clock
    keys, reach = Keys(settings.bot_id), Reach(troubles, clock)
    tables = Tables(redis, keys, clock)
    people = People(redis, keys, clock)
    groups = Groups(redis, keys, clock)
    holder = secrets.token_hex(8)
    work = Work(redis, keys, clock, holder, settings.messages_per_second)
    messenger = Messenger(bot)
    # Play wakes the worker, and the worker tells play of people it can't reach: one is made first.
    play = Play(
        tables,
        groups,
        clock,
        lambda table: worker.wake(table),  # noqa: PLW0108
        settings.token.reveal(),
    )
    services = Services(
        play,
        tables,
        people,
        groups,
        Admins(groups, messenger, clock),
        messenger,
        clock,
        catalogs,
        settings.default_language,
        settings.allowed_chats,
        settings.owners,
        Upkeep(redis, keys, clock),
        work,
        troubles,
        meter,
    )
    replies = Replies(messenger, work, people, clock)

    async def on_muted(table: str) -> None:
        replies.give(await muted(services, table), None)

    async def on_topic_gone(table: str) -> None:
        replies.give(await left_topic(services, table), None)

    tools = Tools(
        messenger,
        services.words,
        play.deafen,
        play.migrate,
        on_topic_gone,
        on_muted,
        play.unmute,
        reach=reach,
    )
    worker = Worker(work, tools, clock, loops, troubles)
    reach.on_back(worker.look_again)
    return Parts(
        bot,
        worker,
        Router(services),
        replies,
        Registrations(redis, keys),
        redis,
        services,
        loops,
        troubles,
        work,
        reach,
    )


async def _until(attempt: Callable[[], Awaitable[None]], clock: Clock) -> None:
    """Attempt until it succeeds, for a while. Raises `StartError`."""
    until = clock.steady() + PATIENCE
    while True:
        try:
            await attempt()
            return
        except NotYet as error:
            if clock.steady() > until:
                raise
            log.warning("still waiting", why=str(error))
            await clock.sleep(SECOND)


async def _reach_redis(redis: Redis, keys: Keys) -> None:
    """Do what the bot does there, once. Raises `StartError`, or `NotYet` for what may pass."""
    try:
        await probe(redis, keys)
    except (Unavailable, RedisError) as error:
        line, final = database_line(error)
        raise (StartError if final else NotYet)(line) from None


async def _reach_api(bot: Bot, settings: Settings) -> None:
    try:
        await bot.initialize()
    except InvalidToken:
        raise StartError(
            f"{settings.api_url} does not know this bot: check BOT_TOKEN with @BotFather."
        ) from None
    except TelegramError as error:
        raise NotYet(way_line(settings, error)) from None
    if bot.id != settings.bot_id or not isinstance(bot.username, str):
        raise NotYet(f"{settings.api_url} tells of another bot. See BOT_API_URL.")
