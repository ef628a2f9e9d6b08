"""Answers to presses: answerCallbackQuery, and what the presser makes of it."""

import asyncio

import pytest

from telegram_avalon.clock import SECOND
from telegram_avalon.playground import Chat, Person, Press, World
from tests.playground.client import Client, MovableClock, keyboard

START = "https://t.me/avalon_test_bot?start="
TOO_OLD = "Bad Request: query is too old and response timeout expired or query ID is invalid"


@pytest.fixture
async def press(client: Client, world: World, bob: Person, group: Chat) -> Press:
    await client.ok("sendMessage", chat_id=group.id, text="x", reply_markup=keyboard("Yes"))
    return world.press(bob, group.last, "Yes")


async def test_an_answer_is_shown_to_the_presser(client: Client, press: Press) -> None:
    waiting = asyncio.ensure_future(press.answered())
    await client.ok(
        "answerCallbackQuery", callback_query_id=press.id, text=" Done\t", show_alert=True
    )
    answer = await waiting
    assert answer is press.answer
    assert (answer.text, answer.show_alert) == ("Done", True)


async def test_an_empty_answer_is_an_answer(client: Client, press: Press) -> None:
    await client.ok("answerCallbackQuery", callback_query_id=press.id)
    assert press.answer is not None
    assert press.answer.text == ""


async def test_an_answer_that_never_comes_is_an_error_with_a_name(press: Press) -> None:
    with pytest.raises(TimeoutError, match="no answer to <press 'yes' by Bob"):
        await press.answered(timeout_ms=100)


async def test_a_query_is_answered_once_and_within_fifteen_seconds(
    client: Client, world: World, press: Press, clock: MovableClock
) -> None:
    await client.ok("answerCallbackQuery", callback_query_id=press.id)
    assert await client.refused("answerCallbackQuery", callback_query_id=press.id) == TOO_OLD
    late = world.press(press.person, press.message, "Yes")
    clock.advance(16 * SECOND)
    assert await client.refused("answerCallbackQuery", callback_query_id=late.id) == TOO_OLD
    assert await client.refused("answerCallbackQuery", callback_query_id="1") == TOO_OLD


@pytest.mark.parametrize(
    ("parameters", "reason"),
    [
        ({"text": "x" * 201}, "MESSAGE_TOO_LONG"),
        ({"url": "https://a.example"}, "URL_INVALID"),
        ({"url": "https://t.me/other_bot?start=x"}, "URL_INVALID"),
        ({"url": f"{START}a.b"}, "URL_INVALID"),
        ({"url": START}, "URL_INVALID"),
    ],
)
async def test_an_answer_that_telegram_refuses_is_refused(
    client: Client, press: Press, parameters: dict[str, object], reason: str
) -> None:
    refusal = await client.refused("answerCallbackQuery", callback_query_id=press.id, **parameters)
    assert refusal == f"Bad Request: {reason}"
    assert press.answer is None


@pytest.mark.parametrize("follow", [True, False])
async def test_a_start_link_in_the_answer_is_followed_by_those_who_follow(
    client: Client, world: World, press: Press, follow: bool
) -> None:
    press.follow = follow
    await client.ok("answerCallbackQuery", callback_query_id=press.id, url=f"{START}join-1")
    texts = [m.text for m in world.private(press.person).messages]
    assert texts == (["/start join-1"] if follow else [])
