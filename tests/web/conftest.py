"""Bots behind a webhook; what goes wrong in them unnoticed fails the test."""

from collections.abc import AsyncIterator

import aiohttp
import pytest

from tests.bot.conftest import Logs as Logs
from tests.bot.conftest import logs as logs
from tests.bot.conftest import patient as patient
from tests.web.replicas import Replicas, replicas


@pytest.fixture
async def one(redis_url: str, logs: Logs, patient: None) -> AsyncIterator[Replicas]:
    """One bot behind a webhook."""
    async with replicas(redis_url) as there:
        yield there


@pytest.fixture
async def client() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as session:
        yield session
