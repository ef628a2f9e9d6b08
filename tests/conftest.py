"""What many tests need: a real server, one for each worker, and a client on its empty database."""

import logging
from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio
import structlog
from redis.asyncio import Redis

from telegram_avalon.clock import MINUTE
from telegram_avalon.embedded import embedded_server
from telegram_avalon.playground import presses


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def redis_url(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[str]:
    """The address of a server of this worker's own, as the bot itself would run it."""
    async with embedded_server(tmp_path_factory.mktemp("data")) as url:
        yield url


@pytest.fixture
async def redis(redis_url: str) -> AsyncIterator[Redis]:
    """A client on an empty database."""
    async with Redis.from_url(redis_url) as client:
        await client.flushdb()
        yield client


@pytest.fixture
def logging_restored() -> Iterator[None]:
    """Leave the process's logging as it was, for tests that set it up."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers, root.level = handlers, level
    structlog.reset_defaults()


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Presses can be answered for some seconds of the wall clock, however fast ours runs.

    What takes long here is a busy machine, which no clock can hurry.
    """
    monkeypatch.setattr(presses, "ANSWERABLE", 5 * MINUTE)
