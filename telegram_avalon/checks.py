"""What `check` looks at: what is wrong with the set-up, a line each, and how to mend it."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

import aiohttp
from redis.asyncio import Redis
from redis.exceptions import RedisError
from telegram import Bot, WebhookInfo
from telegram.error import TelegramError

from telegram_avalon.delivery.failures import WRONG, WayError
from telegram_avalon.delivery.http import Way, open_session
from telegram_avalon.i18n.catalogs import Catalogs, languages_with_files
from telegram_avalon.settings import Settings
from telegram_avalon.store import Unavailable, answer_of, code_of

MOST_PENDING = 100
MOST_SKEW = 60
"""Seconds that the clock may be off."""
LATELY = timedelta(hours=1)
"""Telegram goes on telling of the last failed delivery long after it is mended."""
SAFE_SETTINGS = {
    "appendonly": ("yes", "a restart of the server loses games"),
    "maxmemory-policy": ("noeviction", "games are forgotten when its memory is full"),
}


DATABASE = {
    "WRONGPASS": ("does not accept user and password: correct them", True),
    "NOAUTH": ("asks for a password: put it in, as in redis://:password@host", True),
    "NOPERM": ("does not give this user all it needs: ACL SETUSER … ~{av:* +@all -@admin", True),
    "MOVED": ("is a node of a cluster, which is not supported yet: name a single server", True),
    "CROSSSLOT": ("is a node of a cluster, which is not supported yet: name a single server", True),
    "ERR DB index": ("has no database of that number: REDIS_URL ends in it, as in /0", True),
    "ERR max number": ("has no room for one more client: raise its maxclients", False),
    "ERR": ("can't do what the bot needs: Redis 6.2, Valkey 7.2 or newer, with scripts", True),
    "READONLY": ("is a replica and takes no writes: name its master", False),
    "MISCONF": ("can't save to its disk and takes no writes: look at its disk and its log", False),
    "OOM": ("has no memory left and takes no writes: raise its maxmemory", False),
    "NOREPLICAS": ("has too few replicas to take writes: look at min-replicas-to-write", False),
    "LOADING": ("is still loading its data: wait a little", False),
    "BUSY": ("is kept busy by a script: look at it, or SCRIPT KILL", False),
    "CLUSTERDOWN": ("is a node of a cluster, and that is down: name a single server", False),
    "MASTERDOWN": ("is a replica whose master is down", False),
    "TRYAGAIN": ("is a node of a cluster that is moving keys: name a single server", False),
}
"""What is wrong with a database, and whether waiting can't mend it: by the beginning of what it
says, which is Redis' error code. The first that fits counts."""
SILENT_DATABASE = "does not answer: look whether it is running, and at host and port"


def database_line(error: Exception) -> tuple[str, bool]:
    """What *error*, raised by the database's `probe`, says to whoever runs the bot.

    Returns the line, and whether it is final. Nothing of the address stands in it: it may hold a
    password.
    """
    cause = error.__cause__ if isinstance(error, Unavailable) else error
    said = f"{code_of(cause)} {answer_of(cause)}" if isinstance(cause, RedisError) else ""
    rows = (row for beginning, row in DATABASE.items() if said.startswith(beginning))
    why, final = next(rows, (SILENT_DATABASE, False))
    return f"REDIS_URL: the server {why}.", final


def way_line(settings: Settings, error: TelegramError) -> str:
    """What *error* says of the way to Telegram, and which setting to look at."""
    if isinstance(error, WayError):
        return error.message
    return f"{settings.api_url} refuses us: {error.message}. Look at BOT_API_URL."


async def problems(settings: Settings, bot: Bot, redis: Redis, catalogs: Catalogs) -> list[str]:
    """Everything that can be seen to be wrong with a bot that could be put together."""
    return [
        *await _webhook_problems(settings, bot),
        *redis_problems(await _config(redis)),
        *clock_problems(await _told_time(settings), datetime.now(UTC)),
        *catalog_problems(catalogs),
    ]


async def _webhook_problems(settings: Settings, bot: Bot) -> list[str]:
    try:
        info = await bot.get_webhook_info()
        return webhook_problems(settings, info, datetime.now(UTC))
    except TelegramError as error:
        return [way_line(settings, error)]


def webhook_problems(settings: Settings, info: WebhookInfo, now: datetime) -> list[str]:
    """What Telegram says of how updates come to us."""
    found = []
    if settings.webhook_url is None and info.url:
        found.append(
            "A webhook is set for this bot, but WEBHOOK_URL is not: `run` removes it and polls."
        )
    if settings.webhook_url is not None and info.url != settings.webhook_url:
        found.append("WEBHOOK_URL is not registered with Telegram yet: `run` does that.")
    failed = info.last_error_date
    if info.last_error_message and info.url and (failed is None or now - failed < LATELY):
        found.append(
            f"Telegram could not deliver lately: {info.last_error_message}. "
            "Look at WEBHOOK_URL, its certificate and the proxy before LISTEN."
        )
    if info.pending_update_count > MOST_PENDING:
        found.append(f"{info.pending_update_count} updates wait at Telegram: is the bot running?")
    return found


def redis_problems(config: Mapping[str, str]) -> list[str]:
    """What in a server's *config* may lose games; what it doesn't tell is not complained of."""
    return [
        f"Redis has {name} {config[name]}: {why}. Set it to {wanted}."
        for name, (wanted, why) in SAFE_SETTINGS.items()
        if config.get(name, wanted) != wanted
    ]


def clock_problems(told: datetime | None, here: datetime) -> list[str]:
    """Whether our clock and the Bot API's agree; None: it didn't tell."""
    skew = 0 if told is None else round(abs((told - here).total_seconds()))
    if skew <= MOST_SKEW:
        return []
    return [f"This machine's clock is off by {skew} s: synchronise it (NTP)."]


def catalog_problems(catalogs: Catalogs) -> list[str]:
    """Languages that have a folder and can't be read."""
    missing = [name for name in languages_with_files() if name not in catalogs.languages]
    return [f"The catalog of {name} can't be read: English is spoken instead." for name in missing]


async def _config(redis: Redis) -> dict[str, str]:
    """The settings that matter; empty where the server doesn't tell them."""
    try:
        found = await redis.config_get(*SAFE_SETTINGS)
    except (Unavailable, RedisError):
        return {}
    return {_text(name): _text(value) for name, value in found.items() if value is not None}


async def _told_time(settings: Settings) -> datetime | None:
    try:
        async with (
            open_session(Way(settings.proxy_url, settings.ip_version)) as session,
            session.get(settings.api_url, timeout=aiohttp.ClientTimeout(total=5)) as response,
        ):
            date = response.headers.get("Date")
            told = None if date is None else parsedate_to_datetime(date)
            return None if told is None or told.tzinfo is None else told
    except (*WRONG, ValueError):
        return None


def _text(value: object) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)
