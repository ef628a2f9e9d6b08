"""What `check` complains of: each problem in a line, and nothing where nothing is wrong."""

import dataclasses
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from redis.asyncio import Redis
from telegram import WebhookInfo

from telegram_avalon import checks
from telegram_avalon.app import check
from telegram_avalon.bot_token import BotToken
from telegram_avalon.checks import (
    catalog_problems,
    clock_problems,
    redis_problems,
    webhook_problems,
)
from telegram_avalon.clock import Clock
from telegram_avalon.delivery.failures import Failure
from telegram_avalon.i18n.catalogs import load_catalogs
from telegram_avalon.playground import Emulator, Fault
from telegram_avalon.settings import AllowedChats, Settings
from tests.harness import TOKEN, settings
from tests.web.replicas import PATH, replicas

NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)
URL = "https://bot.example/hook"


@pytest.fixture
async def emulator() -> AsyncIterator[Emulator]:
    async with Emulator.running(Clock(), TOKEN) as running:
        yield running


def told(url: str = URL, **changes: Any) -> WebhookInfo:
    fixed: dict[str, Any] = {"url": url, "has_custom_certificate": False}
    return WebhookInfo(**fixed | {"pending_update_count": 0} | changes)


def with_webhook(emulator: Emulator, url: str | None = URL) -> Settings:
    return settings(emulator, webhook_url=url)


# --- rows --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("url", "info", "lines"),
    [
        (None, told(""), []),
        (URL, told(), []),
        (URL, told(pending_update_count=100), []),
        (
            None,
            told(),
            ["A webhook is set for this bot, but WEBHOOK_URL is not: `run` removes it and polls."],
        ),
        (URL, told(""), ["WEBHOOK_URL is not registered with Telegram yet: `run` does that."]),
        (
            URL,
            told("https://bot.example/other"),
            ["WEBHOOK_URL is not registered with Telegram yet: `run` does that."],
        ),
        (
            URL,
            told(last_error_message="Connection refused", last_error_date=NOW),
            [
                (
                    "Telegram could not deliver lately: Connection refused. "
                    "Look at WEBHOOK_URL, its certificate and the proxy before LISTEN."
                )
            ],
        ),
        (
            URL,
            told(last_error_message="old", last_error_date=NOW - timedelta(hours=2)),
            [],
        ),
        (None, told("", last_error_message="old", last_error_date=NOW), []),
        (
            URL,
            told(pending_update_count=101),
            ["101 updates wait at Telegram: is the bot running?"],
        ),
    ],
)
def test_what_telegram_says_of_the_webhook(
    url: str | None, info: WebhookInfo, lines: list[str]
) -> None:
    given = dataclasses.replace(_SETTINGS, webhook_url=url)
    assert webhook_problems(given, info, NOW) == lines


_SETTINGS = Settings(
    token=BotToken(TOKEN),
    api_url="https://api.telegram.org",
    redis_url=None,
    data_dir=Path("nowhere"),
    proxy_url=None,
    ip_version=None,
    webhook_url=None,
    webhook_secret=None,
    listen=None,  # type: ignore[arg-type] # nobody listens here
    log_level="info",
    log_format="console",
    default_language="en",
    messages_per_second=28,
    allowed_chats=AllowedChats(),
    owners=frozenset(),
)


@pytest.mark.parametrize(
    ("config", "lines"),
    [
        ({}, []),
        ({"appendonly": "yes", "maxmemory-policy": "noeviction"}, []),
        (
            {"appendonly": "no"},
            ["Redis has appendonly no: a restart of the server loses games. Set it to yes."],
        ),
        (
            {"appendonly": "yes", "maxmemory-policy": "allkeys-lru"},
            [
                (
                    "Redis has maxmemory-policy allkeys-lru: games are forgotten when its memory "
                    "is full. Set it to noeviction."
                )
            ],
        ),
    ],
)
def test_what_may_lose_games(config: Mapping[str, str], lines: list[str]) -> None:
    assert redis_problems(config) == lines


@pytest.mark.parametrize(
    ("skew", "lines"),
    [
        (None, []),
        (0, []),
        (60, []),
        (-60, []),
        (61, ["This machine's clock is off by 61 s: synchronise it (NTP)."]),
        (-3600, ["This machine's clock is off by 3600 s: synchronise it (NTP)."]),
    ],
)
def test_a_clock_that_is_off(skew: int | None, lines: list[str]) -> None:
    there = None if skew is None else NOW + timedelta(seconds=skew)
    assert clock_problems(there, NOW) == lines


def test_a_catalog_that_cannot_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    catalogs = load_catalogs()
    assert catalog_problems(catalogs) == []
    monkeypatch.setattr(checks, "languages_with_files", lambda: ["xx", *catalogs.languages])
    assert catalog_problems(catalogs) == [
        "The catalog of xx can't be read: English is spoken instead."
    ]


# --- the whole of it ---------------------------------------------------------------------------


async def test_where_all_is_well_check_says_nothing(emulator: Emulator, redis_url: str) -> None:
    assert await check(settings(emulator), redis_url) == []


async def test_where_a_bot_runs_by_webhook_check_says_nothing(redis_url: str) -> None:
    async with replicas(redis_url, speed=1) as there:
        assert await check(there.stage.settings, redis_url) == []
        assert there.stage.settings.webhook_url == there.proxy.url + PATH


async def test_check_changes_nothing(emulator: Emulator, redis: Redis, redis_url: str) -> None:
    await check(with_webhook(emulator), redis_url)

    assert await redis.keys() == []
    assert {call.method for call in emulator.calls} <= {"getMe", "getWebhookInfo"}


async def test_a_token_that_nobody_knows_is_one_line(emulator: Emulator, redis_url: str) -> None:
    token = BotToken("1000001:" + "A" * 35)
    (line,) = await check(settings(emulator, token=token), redis_url)

    assert line == f"{emulator.url} does not know this bot: check BOT_TOKEN with @BotFather."


async def test_a_language_that_nobody_speaks_is_one_line(
    emulator: Emulator, redis_url: str
) -> None:
    (line,) = await check(settings(emulator, default_language="xx"), redis_url)

    assert line.startswith("DEFAULT_LANGUAGE: there is no such language; there are en")


async def test_telegram_failing_in_the_middle_is_one_line(
    emulator: Emulator, redis_url: str
) -> None:
    emulator.faults.next("getWebhookInfo", Fault.INTERNAL_ERROR)

    (line,) = await check(settings(emulator), redis_url)

    assert line == Failure.ITS_OWN_TROUBLE.told(emulator.url, status=500)


async def test_a_server_that_keeps_nothing_is_complained_of(
    emulator: Emulator, redis: Redis, redis_url: str
) -> None:
    before = await redis.config_get("maxmemory-policy")
    await redis.config_set("maxmemory-policy", "allkeys-lru")
    try:
        (line,) = await check(settings(emulator), redis_url)
    finally:
        await redis.config_set("maxmemory-policy", str(before["maxmemory-policy"]))

    assert line.startswith("Redis has maxmemory-policy allkeys-lru: ")


@asynccontextmanager
async def telling(date: str | None) -> AsyncIterator[str]:
    """A server that says so of the time."""

    async def answer(_: web.Request) -> web.Response:
        response = web.Response()
        if date is not None:
            response.headers["Date"] = date
        return response

    application = web.Application()
    application.router.add_get("/", answer)
    runner = web.AppRunner(application, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()


@pytest.mark.parametrize(
    ("date", "expected"),
    [
        ("Sun, 29 Nov 2026 12:00:00 GMT", NOW),
        ("Sun, 29 Nov 2026 12:00:00 -0000", None),  # says no zone
        ("yesterday", None),
    ],
)
async def test_the_time_is_asked_of_the_bot_api(date: str, expected: datetime | None) -> None:
    async with telling(date) as url:
        assert await checks._told_time(_at(url)) == expected


def _at(url: str) -> Settings:
    return dataclasses.replace(_SETTINGS, api_url=url)


async def test_a_server_that_does_not_answer_tells_no_time() -> None:
    assert await checks._told_time(_at("http://127.0.0.1:1")) is None
