"""Parts of the store on an empty server, on a clock moved by hand."""

from collections.abc import Callable

import pytest
from redis.asyncio import Redis

from telegram_avalon.store import Keys, Tables, Work
from tests.playground.client import MovableClock


@pytest.fixture
def clock() -> MovableClock:
    """A clock that hardly moves by itself."""
    return MovableClock(speed=1e-6)


@pytest.fixture
def keys() -> Keys:
    return Keys(1000001)


@pytest.fixture
def tables(redis: Redis, keys: Keys, clock: MovableClock) -> Tables:
    return Tables(redis, keys, clock)


@pytest.fixture
def work_of(redis: Redis, keys: Keys, clock: MovableClock) -> Callable[[str], Work]:
    """The work as a process of this name sees it."""

    def work(holder: str) -> Work:
        return Work(redis, keys, clock, holder, per_second=28)

    return work


@pytest.fixture
def work(work_of: Callable[[str], Work]) -> Work:
    return work_of("here")
