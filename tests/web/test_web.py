"""The web server: who is listened to, and what is answered when."""

import asyncio
import io
import json
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any
from unittest.mock import patch

import aiohttp
import pytest

from telegram_avalon import app
from telegram_avalon.app import StartError
from telegram_avalon.bot import Nothing, Reaction, Toast, Update, router
from telegram_avalon.bot.updates import CallbackQuery
from telegram_avalon.clock import HOUR, SECOND, Clock
from telegram_avalon.playground import UpdateFault
from telegram_avalon.screens.actions import Action, Wish, encode
from telegram_avalon.settings import Address
from telegram_avalon.troubles import Troubles
from telegram_avalon.web import MOST_BYTES, Webhook, listening, serve
from tests.bot.conftest import Logs
from tests.bot.people import reached
from tests.harness import Party, settings
from tests.web.replicas import HEADER, PATH, SECRET, Replicas, free_port, redis_away, replicas

BUSY = 3 * SECOND
"""What a busy machine may add, at ten times the speed."""


def ann(user: int = 1) -> dict[str, object]:
    return {"id": user, "is_bot": False, "first_name": "Ann", "language_code": "en"}


def press(update: int, party: Party, data: str, user: int) -> dict[str, Any]:
    """A press under the group's last message."""
    message = {
        "message_id": party.group.last.id,
        "date": 1,
        "chat": {"id": party.group.id, "type": "supergroup", "title": "Friends"},
    }
    query = {"id": "77", "from": ann(user), "message": message, "chat_instance": "1", "data": data}
    return {"update_id": update, "callback_query": query}


def said(update: int, party: Party, text: str) -> dict[str, Any]:
    chat = {"id": party.group.id, "type": "supergroup", "title": "Friends"}
    message = {
        "message_id": 999,
        "date": 1,
        "chat": chat,
        "from": ann(party.host.id),
        "text": text,
    }
    return {"update_id": update, "message": message}


async def post(
    there: Replicas,
    client: aiohttp.ClientSession,
    body: object,
    secret: str | None = SECRET,
    path: str = PATH,
) -> tuple[int, Mapping[str, str], bytes]:
    """Hand an update to the first bot itself."""
    data = io.BytesIO(body if isinstance(body, bytes) else json.dumps(body).encode())
    headers = {} if secret is None else {HEADER: secret}
    async with client.post(there.proxy.backends[0] + path, data=data, headers=headers) as answer:
        return answer.status, answer.headers, await answer.read()


async def lobby(there: Replicas) -> Party:
    party = Party(there.stage)
    await party.open()
    await reached(there.stage, *party.people)
    return party


# --- who is listened to ------------------------------------------------------------------------


@pytest.mark.parametrize("secret", [None, "", "a", SECRET[:-1], SECRET + "x", SECRET.upper(), "ő"])
async def test_whoever_does_not_know_the_secret_is_not_listened_to(
    one: Replicas, client: aiohttp.ClientSession, secret: str | None
) -> None:
    party = await lobby(one)
    version = await one.stage.redis.hget(one.stage.keys.table(party.id), "v")
    update = press(5, party, encode(Action(party.id, 0, Wish.JOIN)), party.host.id)

    status, _, body = await post(one, client, update, secret)

    assert (status, body) == (403, b"")
    assert await one.stage.redis.hget(one.stage.keys.table(party.id), "v") == version


async def test_the_secret_is_compared_in_constant_time(
    one: Replicas, client: aiohttp.ClientSession
) -> None:
    with patch("telegram_avalon.web.hmac.compare_digest", return_value=False) as compared:
        status, _, _ = await post(one, client, {"update_id": 1})

    assert status == 403
    compared.assert_called_once_with(SECRET.encode(), SECRET.encode())


@pytest.mark.parametrize(
    ("method", "path", "expected", "allowed"),
    [
        ("GET", PATH, 405, "POST"),
        ("PUT", PATH, 405, "POST"),
        ("DELETE", PATH, 405, "POST"),
        ("GET", "/", 404, None),
        ("POST", "/", 404, None),
        ("POST", PATH + "/", 404, None),
        ("POST", PATH.upper(), 404, None),
        ("GET", "/healthz/x", 404, None),
        ("POST", "/healthz", 405, "GET, HEAD"),
        ("HEAD", "/healthz", 200, None),
    ],
)
async def test_nothing_else_is_served(
    one: Replicas,
    client: aiohttp.ClientSession,
    method: str,
    path: str,
    expected: int,
    allowed: str | None,
) -> None:
    headers = {HEADER: SECRET}
    url = one.proxy.backends[0] + path
    async with client.request(method, url, data=b"{}", headers=headers) as answer:
        assert (answer.status, answer.headers.get("Allow")) == (expected, allowed)


async def test_the_path_may_hold_any_characters(
    redis_url: str, client: aiohttp.ClientSession, logs: Logs
) -> None:
    url = "http://127.0.0.1:1/a%20hook/%C5%91"
    async with replicas(redis_url, webhook_url=url) as there:
        status, _, _ = await post(there, client, {"update_id": 1}, path="/a%20hook/%C5%91")

    assert status == 200


# --- what is no update -------------------------------------------------------------------------


async def test_a_body_that_is_too_long_is_refused(
    one: Replicas, client: aiohttp.ClientSession
) -> None:
    status, _, body = await post(one, client, b" " * (MOST_BYTES + 1))

    assert (status, body) == (413, b"")


async def test_a_long_body_without_a_length_is_refused_too(
    one: Replicas, client: aiohttp.ClientSession
) -> None:
    async def parts() -> Any:
        for _ in range(5):
            yield b" " * (MOST_BYTES // 4)

    url, headers = one.proxy.backends[0] + PATH, {HEADER: SECRET}
    async with client.post(url, data=parts(), headers=headers) as answer:
        assert answer.status == 413


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"{}",
        b'{"update_id": "x"}',
        b"\xff\xfe",
        b'{"update_id": 1, "message": 7}',
        b'{"update_id": 1, "message": {"message_id": 1}}',
        b'{"update_id": 1, "x": ' + b"[" * 5000 + b"]" * 5000 + b"}",
        b'{"update_id": 1, "x": ' + b"[" * 100_000,
    ],
    ids=lambda body: repr(body[:24]),
)
async def test_what_is_no_update_is_logged_and_dropped(
    one: Replicas, client: aiohttp.ClientSession, logs: Logs, body: bytes
) -> None:
    logs.errors_expected = True

    status, _, answer = await post(one, client, body)

    assert (status, answer) == (200, b"")
    (line,) = logs.lines("error")
    assert line["event"] == "an update can't be read and is dropped"


@pytest.mark.parametrize(
    "update",
    [
        {"update_id": 1},
        {"update_id": 1, "poll": {"id": "1"}},
        {"update_id": 1, "edited_message": {"message_id": 1}},
    ],
)
async def test_what_we_did_not_ask_for_is_passed_over(
    one: Replicas, client: aiohttp.ClientSession, update: object
) -> None:
    status, _, answer = await post(one, client, update)

    assert (status, answer) == (200, b"")


# --- while Redis is away -----------------------------------------------------------------------


async def test_a_message_comes_again_when_redis_is_back(
    one: Replicas, client: aiohttp.ClientSession
) -> None:
    party = Party(one.stage)
    update = said(5, party, f"/new@{one.world.bot.username}")
    with redis_away():
        status, headers, body = await post(one, client, update)

    assert (status, headers.get("retry-after"), body) == (503, "3", b"")
    assert (await post(one, client, update))[0] == 200
    await one.world.until(lambda: party.group.by_id)
    assert "a table is open" in party.group.last.text


async def test_telegram_hands_a_message_out_again_until_redis_is_back(
    one: Replicas, logs: Logs
) -> None:
    party = Party(one.stage)
    with redis_away():
        one.world.say(party.host, party.group, f"/new@{one.world.bot.username}")
        await one.world.until(lambda: len(one.emulator.webhook.deliveries) >= 3)

    await one.world.until(lambda: "a table is open" in party.group.last.text)
    *failed, last = one.emulator.webhook.deliveries
    assert {delivery.status for delivery in failed} == {503}
    assert last.status == 200
    pauses = [b.at - a.at for a, b in pairwise(failed)]
    assert all(pause >= 3 * SECOND for pause in pauses)


async def test_a_press_while_redis_is_away_is_answered_in_time(
    redis_url: str, client: aiohttp.ClientSession, logs: Logs
) -> None:
    async with replicas(redis_url, speed=10) as there:
        party = await lobby(there)
        update = press(5, party, encode(Action(party.id, 0, Wish.JOIN)), party.host.id)
        with redis_away():
            before = there.stage.clock.now()
            status, _, body = await post(there, client, update)
            took = there.stage.clock.now() - before

    assert status == 200
    assert json.loads(body) == {
        "method": "answerCallbackQuery",
        "callback_query_id": "77",
        "text": "Please try again in a moment.",
        "show_alert": False,
    }
    assert 4 * SECOND <= took < 4 * SECOND + BUSY


async def test_a_press_does_not_wait_for_a_redis_that_hangs(
    one: Replicas, client: aiohttp.ClientSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(router, "ANSWER_WITHIN", 0.05)
    party = await lobby(one)
    await party.quiet()
    stop = one.stage.bots[0].stop_at("before HMGET")
    update = press(5, party, encode(Action(party.id, 0, Wish.JOIN)), party.host.id)

    status, _, body = await post(one, client, update)

    stop.released.set()
    assert status == 200
    assert json.loads(body)["text"] == "Please try again in a moment."


async def test_a_press_does_not_wait_for_a_redis_that_is_known_to_hang(
    one: Replicas, client: aiohttp.ClientSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A person's presses come in a row: each that waited would make the next too late."""
    monkeypatch.setattr(Troubles, "lasts", lambda *_: HOUR)
    party = await lobby(one)
    await party.quiet()
    stop = one.stage.bots[0].stop_at("before HMGET")
    update = press(5, party, encode(Action(party.id, 0, Wish.JOIN)), party.host.id)

    async with asyncio.timeout(router.ANSWER_WITHIN / 2):
        status, _, body = await post(one, client, update)

    stop.released.set()
    assert status == 200
    assert json.loads(body)["text"] == "Please try again in a moment."


async def test_a_press_waits_for_a_redis_that_is_away_for_a_moment(
    one: Replicas, client: aiohttp.ClientSession
) -> None:
    party = await lobby(one)
    update = press(5, party, encode(Action(party.id, 0, Wish.JOIN)), party.host.id)
    with redis_away():
        asked = asyncio.create_task(post(one, client, update))
        await one.stage.clock.sleep(SECOND)
    _, _, body = await asked

    assert json.loads(body)["text"] == "You're in: 1 at the table."


# --- answers -----------------------------------------------------------------------------------


async def test_a_toast_travels_in_the_answer(one: Replicas, client: aiohttp.ClientSession) -> None:
    party = await lobby(one)

    answer = await one.world.press(party.host, party.group.last, "Join").answered()

    assert answer.text == "You're in: 1 at the table."
    (call,) = one.answers()
    assert call.in_webhook_reply
    assert one.emulator.lints == []


async def test_an_alert_travels_in_the_answer(one: Replicas, client: aiohttp.ClientSession) -> None:
    party = await lobby(one)
    for person in party.people:
        await one.world.press(person, party.group.last, "Join").answered()
    await one.world.press(party.host, party.group.last, "Begin").answered()
    await one.world.until(lambda: "are dealt" in party.group.last.text)

    answer = await one.world.press(party.host, party.group.last, "My card").answered()

    assert answer.show_alert
    assert "You are" in answer.text
    assert all(call.in_webhook_reply for call in one.answers())


async def test_a_link_travels_in_the_answer(one: Replicas) -> None:
    """Joining for the first time leads to the private chat, and from there to the table."""
    party = Party(one.stage)
    await party.open()

    answer = await one.world.press(party.host, party.group.last, "Join").answered()

    assert answer.url == f"https://t.me/{one.world.bot.username}?start=join-{party.id}"
    assert [call.in_webhook_reply for call in one.answers()] == [True]
    await one.world.until(lambda: "Players (1)" in party.group.last.text)


async def test_what_a_press_answers_with_besides_a_toast_is_sent(one: Replicas) -> None:
    party = await lobby(one)
    for person in party.people:
        await one.world.press(person, party.group.last, "Join").answered()
    await one.world.press(party.host, party.group.last, "Begin").answered()
    await one.world.until(lambda: "are dealt" in party.group.last.text)
    bot = one.world.bot.username
    one.world.say(party.host, party.group, f"/cancel@{bot}")
    await one.world.until(lambda: "End this game?" in party.group.last.text)

    await one.world.press(party.host, party.group.last, "Back").answered()

    await one.world.until(lambda: any("goes on" in m.text for m in party.group.messages))
    assert all(call.in_webhook_reply for call in one.answers())


async def test_the_answer_comes_only_after_the_commit(
    one: Replicas, client: aiohttp.ClientSession
) -> None:
    party = await lobby(one)
    await party.quiet()
    (bot,) = one.stage.bots
    stop = bot.stop_at("before commit")
    update = press(5, party, encode(Action(party.id, 0, Wish.JOIN)), party.host.id)
    asked = asyncio.create_task(post(one, client, update))
    await stop.wait()
    for _ in range(50):
        await asyncio.sleep(0)
    early = asked.done()
    before = (await party.table()).people
    stop.released.set()
    status, _, _ = await asked

    assert (early, before) == (False, ())
    assert status == 200
    assert [person.name for person in (await party.table()).people] == ["Ann"]


async def test_the_same_update_twice_counts_once_and_is_answered_alike(
    one: Replicas, client: aiohttp.ClientSession
) -> None:
    party = await lobby(one)
    update = press(5, party, encode(Action(party.id, 0, Wish.JOIN)), party.host.id)

    first = await post(one, client, update)
    version = await one.stage.redis.hget(one.stage.keys.table(party.id), "v")
    second = await post(one, client, update)

    assert (first[0], first[2]) == (second[0], second[2])
    assert json.loads(first[2])["text"] == "You're in: 1 at the table."
    assert await one.stage.redis.hget(one.stage.keys.table(party.id), "v") == version


async def test_updates_handed_out_twice_play_one_game(one: Replicas) -> None:
    party = Party(one.stage)
    await party.sit_down()
    one.emulator.faults.next_update(UpdateFault.REPEAT, times=30)
    await one.world.press(party.host, party.group.last, "Begin").answered()
    for person in party.people:
        await one.world.until(partial(party.cards, person))

    await party.play_out()

    assert party.repeats() == {}


async def test_a_bug_is_answered_and_not_handed_out_again(
    client: aiohttp.ClientSession,
) -> None:
    """Whatever else handlers do, the web server is not what makes Telegram ask for a day."""
    given: list[tuple[Reaction, bool]] = []

    def give(reaction: Reaction, query: CallbackQuery | None, *, answered: bool) -> None:
        given.append((reaction, answered))

    async def handle(update: Update) -> Reaction:
        return Toast("x") if update.callback_query else Nothing()

    def healthy() -> None:
        return None

    sent: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": b'{"update_id": 1}'}

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "path": PATH,
        "method": "POST",
        "headers": [(HEADER.lower().encode(), SECRET.encode())],
    }
    await Webhook(PATH, SECRET, handle, give, healthy, Clock())(scope, receive, send)

    assert sent[0]["status"] == 200
    assert given == [(Nothing(), False)]


# --- health, start and end ---------------------------------------------------------------------


async def test_health_is_redis_health(one: Replicas, client: aiohttp.ClientSession) -> None:
    url = one.proxy.backends[0] + "/healthz"

    async def until(status: int) -> dict[str, str]:
        while True:
            async with client.get(url) as answer:
                if answer.status == status:
                    assert answer.headers.get("Retry-After") == ("3" if status == 503 else None)
                    told: dict[str, str] = await answer.json()
                    return told
            await one.stage.clock.sleep(SECOND)

    async with asyncio.timeout(10):
        assert await until(200) == {"status": "ok"}
        with redis_away():
            assert await until(503) == {"status": "the database can't be used"}
        assert await until(200) == {"status": "ok"}


async def test_a_revoked_token_is_told_until_it_is_accepted_again(
    one: Replicas, client: aiohttp.ClientSession, logs: Logs
) -> None:
    url = one.proxy.backends[0] + "/healthz"
    emulator, wrong = one.emulator, "Telegram does not accept the token"
    party = Party(one.stage)
    await party.open()
    token, emulator.token = emulator.token, "1000001:another"
    one.stage.world.press(party.host, party.group.last, "Join", follow=False)

    async def told() -> tuple[int, str]:
        async with client.get(url) as answer:
            return answer.status, (await answer.json())["status"]

    async with asyncio.timeout(10):
        while await told() != (503, wrong):
            await one.stage.clock.sleep(SECOND)
    emulator.token = token

    async with asyncio.timeout(10):
        while await told() != (200, "ok"):
            await one.stage.clock.sleep(SECOND)


async def start_error(there: Replicas, **changes: Any) -> str:
    told = settings(there.emulator, **{"webhook_url": there.proxy.url + PATH} | changes)
    running = asyncio.all_tasks()
    with pytest.raises(StartError) as error:
        await app.run(told, there.stage.redis_url, asyncio.Event(), there.stage.clock)
    loops = {task for task in asyncio.all_tasks() - running if "Loops.run" in repr(task)}
    assert loops == set(), "they go on without what they need"
    return str(error.value)


async def test_a_health_server_that_fails_is_served_again(
    one: Replicas, client: aiohttp.ClientSession, logs: Logs, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By long polling nothing else would be seen of it."""
    logs.errors_expected = True
    failures = [RuntimeError("nobody thought of that")]

    async def fail_first(*parts: Any) -> None:
        if failures:
            parts[1].close()
            raise failures.pop()
        await serve(*parts)

    monkeypatch.setattr("telegram_avalon.app.serve", fail_first)
    port = free_port()
    one.stage.settings = replace(one.stage.settings, listen=Address("127.0.0.1", port))
    await one.poll()

    async with asyncio.timeout(10):
        while not await served_at(client, port):
            await one.stage.clock.sleep(SECOND)
    assert "a loop goes on after a failure" in logs.text


async def served_at(client: aiohttp.ClientSession, port: int) -> bool:
    try:
        async with client.get(f"http://127.0.0.1:{port}/healthz") as answer:
            return answer.status == 200
    except aiohttp.ClientError:
        return False


async def test_a_port_in_use_ends_the_start_with_one_line(one: Replicas) -> None:
    port = int(one.proxy.backends[0].rpartition(":")[2])

    line = await start_error(one, listen=Address("127.0.0.1", port))

    assert line == f"LISTEN: 127.0.0.1:{port} can't be used: Address already in use."


async def test_an_address_that_is_not_ours_ends_the_start_with_one_line(
    one: Replicas,
) -> None:
    line = await start_error(one, listen=Address("203.0.113.7", 80))

    assert line == "LISTEN: 203.0.113.7:80 can't be used: Cannot assign requested address."


def test_two_processes_that_start_at_once_cannot_both_have_a_port() -> None:
    port = free_port()
    with listening("127.0.0.1", port), pytest.raises(OSError, match="in use"):
        listening("127.0.0.1", port)


async def test_an_address_that_telegram_refuses_ends_the_start_with_one_line(
    one: Replicas, logs: Logs
) -> None:
    line = await start_error(one, webhook_url="http://example.org/hook")

    assert line.startswith("WEBHOOK_URL is not accepted: ")
    assert "an https url must be provided for webhook" in line.lower()
    assert SECRET not in logs.text


async def test_a_bot_that_ends_finishes_the_requests_under_way(
    one: Replicas, client: aiohttp.ClientSession
) -> None:
    party = await lobby(one)
    await party.quiet()
    (bot,) = one.stage.bots
    stop = bot.stop_at("before commit")
    update = press(5, party, encode(Action(party.id, 0, Wish.JOIN)), party.host.id)
    asked = asyncio.create_task(post(one, client, update))
    await stop.wait()
    bot.ending.set()
    stop.released.set()
    status, _, body = await asked
    await bot.end()

    assert status == 200
    assert json.loads(body)["text"] == "You're in: 1 at the table."
