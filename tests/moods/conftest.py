"""A bot that runs by polling, in a world with moods; what goes wrong unnoticed fails the test."""

from collections.abc import AsyncIterator

import pytest

from tests.bot.conftest import Logs, logs
from tests.bot.people import every_press_was_answered_once
from tests.harness import Stage, playing

__all__ = ["logs"]


@pytest.fixture
async def stage(redis_url: str, logs: Logs, patient: None) -> AsyncIterator[Stage]:
    """A bot that runs. Calls may be refused here, but every press gets one answer."""
    async with playing(redis_url) as there:
        await there.start()
        yield there
        await every_press_was_answered_once(there)
        assert there.emulator.lints == []
