"""Bots behind a webhook; what goes wrong in them unnoticed fails the test."""

from collections.abc import AsyncIterator

import aiohttp
import pytest

from tests.bot.conftest import Logs, logs
from tests.web.replicas import Replicas, replicas

__all__ = ["logs"]


@pytest.fixture
async def one(redis_url: str, logs: Logs, patient: None) -> AsyncIterator[Replicas]:
    """One bot behind a webhook."""
    async with replicas(redis_url) as there:
        yield there


@pytest.fixture
async def client() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as session:
        yield session
