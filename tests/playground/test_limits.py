"""Flood limits, on a clock moved by hand."""

import pytest

from telegram_avalon.playground.limits import LimitMode, Limits, retry_after
from tests.playground.client import MovableClock


@pytest.fixture
def still() -> MovableClock:
    """A clock that hardly moves by itself."""
    return MovableClock(speed=1e-6)


@pytest.fixture
def limits(still: MovableClock) -> Limits:
    return Limits(still)


def test_a_private_chat_takes_a_burst_and_then_one_a_second(
    limits: Limits, still: MovableClock
) -> None:
    assert [limits.admit(7) for _ in range(6)] == [0] * 5 + [1000]
    still.advance(1000)
    assert [limits.admit(7), limits.admit(7)] == [0, 1000]
    assert limits.violations == {"private": 2}


def test_a_group_takes_twenty_calls_in_any_minute(limits: Limits, still: MovableClock) -> None:
    for _ in range(20):
        assert limits.admit(-7) == 0
        still.advance(2000)
    assert limits.admit(-7) == 20_000
    still.advance(20_000)
    assert [limits.admit(-7), limits.admit(-7)] == [0, 2000]


def test_a_refused_call_takes_no_place(limits: Limits, still: MovableClock) -> None:
    for _ in range(100):
        limits.admit(-7)
    still.advance(60_000)
    assert limits.admit(-7) == 0
    assert limits.by_chat == {-7: 80}


def test_all_chats_together_take_thirty_a_second(limits: Limits, still: MovableClock) -> None:
    waits = [limits.admit(chat) for chat in range(1, 32)]
    assert waits[:30] == [0] * 30
    assert 0 < waits[30] <= 34
    assert limits.violations == {"overall": 1}
    still.advance(1000)
    assert limits.admit(31) == 0


@pytest.mark.parametrize(("mode", "violations"), [(LimitMode.OFF, 0), (LimitMode.COUNT, 1)])
def test_limits_may_be_off_or_only_counted(
    limits: Limits, mode: LimitMode, violations: int
) -> None:
    limits.mode = mode
    assert [limits.admit(7) for _ in range(6)] == [0] * 6
    assert limits.violations.total() == violations


@pytest.mark.parametrize(("wait", "seconds"), [(1, 1), (1000, 1), (1001, 2), (59_999, 60)])
def test_a_client_is_told_whole_seconds(wait: int, seconds: int) -> None:
    assert retry_after(wait) == seconds
