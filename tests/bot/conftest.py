"""A bot that runs, and what must hold of it after every test: nothing went wrong unnoticed."""

import io
import json
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

from telegram_avalon.logs import set_up_logs
from tests.bot.people import every_press_was_answered_once
from tests.harness import Stage, playing
from tests.i18n.spoken import Heard, listening


class Logs:
    """What the bot logs, as a self-hoster has it."""

    def __init__(self) -> None:
        self.stream = io.StringIO()
        self.errors_expected = False

    @property
    def text(self) -> str:
        return self.stream.getvalue()

    def lines(self, *levels: str) -> list[dict[str, Any]]:
        found = [json.loads(line) for line in self.text.splitlines()]
        return [line for line in found if not levels or line["level"] in levels]


@pytest.fixture
def logs(logging_restored: None) -> Iterator[Logs]:
    """The log, without one line of an error unless the test expects it."""
    kept = Logs()
    set_up_logs("info", "json", kept.stream)
    yield kept
    if not kept.errors_expected:
        assert kept.lines("error", "critical") == []


@pytest.fixture
async def rough_stage(redis_url: str, logs: Logs, patient: None) -> AsyncIterator[Stage]:
    """A bot that runs where calls may fail; every press gets one answer all the same."""
    async with playing(redis_url) as there:
        await there.start()
        yield there
        await every_press_was_answered_once(there)
        assert there.emulator.lints == []


@pytest.fixture
def stage(rough_stage: Stage) -> Iterator[Stage]:
    """A bot that runs, with whose calls Telegram finds nothing wrong."""
    yield rough_stage
    assert [call for call in rough_stage.emulator.calls if call.status == 400] == []


@pytest.fixture
def heard() -> Iterator[Heard]:
    """What is said in English for want of a translation."""
    with listening() as phrases:
        yield phrases


@pytest.fixture
async def listened_stage(heard: Heard, rough_stage: Stage) -> Stage:
    """A bot whose every phrase is listened to."""
    return rough_stage
