"""HTTP: how calls come in, are logged, limited and answered."""

import json

import aiohttp
import pytest

from telegram_avalon.clock import SECOND
from telegram_avalon.playground import Chat, Emulator, LimitMode
from tests.playground.client import Client, keyboard

MARKUP = json.dumps(keyboard("Yes"))


@pytest.mark.parametrize("kind", ["json", "json text", "query", "form", "multipart"])
async def test_parameters_travel_in_every_way(client: Client, group: Chat, kind: str) -> None:
    url = f"{client.base}/sendMessage"
    values = {
        "chat_id": str(group.id),
        "text": "x",
        "reply_markup": MARKUP,
        "protect_content": "true",
    }
    match kind:
        case "json":
            body = {
                "chat_id": group.id,
                "text": "x",
                "reply_markup": keyboard("Yes"),
                "protect_content": True,
                "entities": None,
            }
            request = client.session.post(url, json=body)
        case "json text":
            request = client.session.post(url, json=values)
        case "query":
            request = client.session.get(url, params=values)
        case "form":
            request = client.session.post(url, data=values)
        case _:
            form = aiohttp.FormData(values)
            form.add_field("certificate", b"PEM", filename="cert.pem")
            request = client.session.post(url, data=form)
    async with request as response:
        assert response.status == 200
    assert (group.last.text, group.last.labels, group.last.protected) == ("x", ["Yes"], True)


@pytest.mark.parametrize(
    ("path", "status", "description"),
    [
        ("/bot1000001:wrong/getMe", 401, "Unauthorized"),
        ("/bot1000001:playground", 404, "Not Found"),
        ("/getMe", 404, "Not Found"),
        ("/", 404, "Not Found"),
        ("/bot1000001:playground/getMood", 404, "Not Found: method not found"),
    ],
)
async def test_a_wrong_address_is_refused(
    client: Client, path: str, status: int, description: str
) -> None:
    async with client.session.get(client.emulator.url + path) as response:
        assert response.status == status
        assert await response.json() == {
            "ok": False,
            "error_code": status,
            "description": description,
        }


@pytest.mark.parametrize("method", ["getme", "GETME", "getMe"])
async def test_method_names_are_read_in_any_letter_case(
    client: Client, emulator: Emulator, method: str
) -> None:
    await client.ok(method)
    assert emulator.calls[0].method == "getMe"


@pytest.mark.parametrize("body", ["{", "[]"])
async def test_a_body_that_is_no_object_is_refused(client: Client, body: str) -> None:
    headers = {"Content-Type": "application/json"}
    url = f"{client.base}/getMe"
    async with client.session.post(url, data=body, headers=headers) as response:
        assert response.status == 400


async def test_calls_are_logged_with_what_came_of_them(
    client: Client, emulator: Emulator, group: Chat
) -> None:
    await client.ok("sendMessage", chat_id=group.id, text="x")
    await client.refused("sendMessage", chat_id=5, text="x")
    first, second = emulator.calls
    assert (first.method, first.chat_id, first.status) == ("sendMessage", group.id, 200)
    assert first.params == {"chat_id": str(group.id), "text": "x"}
    assert (second.status, second.error) == (400, "Bad Request: chat not found")
    assert emulator.calls_of("sendMessage", 5) == [second]
    assert first.at <= second.at <= emulator.clock.now()


async def test_a_call_too_many_is_refused_with_the_time_to_wait(
    client: Client, emulator: Emulator, group: Chat
) -> None:
    emulator.limits.mode = LimitMode.ENFORCE
    emulator.limits.group_calls = 2
    sent = await client.ok("sendMessage", chat_id=group.id, text="1")
    await client.ok("editMessageText", chat_id=group.id, message_id=sent["message_id"], text="2")
    body = await client.call("sendMessage", chat_id=group.id, text="3")
    wait = body["parameters"]["retry_after"]
    assert body["description"] == f"Too Many Requests: retry after {wait}"
    assert 0 < wait <= 60
    await client.ok("deleteMessage", chat_id=group.id, message_id=sent["message_id"])
    await client.ok("sendChatAction", chat_id=group.id, action="typing")
    assert emulator.limits.violations == {"group": 1}


@pytest.mark.parametrize(("span", "status"), [(5 * SECOND, 200), (600 * SECOND, 429)])
async def test_a_call_may_be_held_before_it_is_refused(
    client: Client, emulator: Emulator, group: Chat, span: int, status: int
) -> None:
    emulator.limits.mode = LimitMode.ENFORCE
    emulator.limits.group_calls, emulator.limits.group_span = 1, span
    emulator.limits.hold = 8 * SECOND
    await client.ok("sendMessage", chat_id=group.id, text="1")
    before = emulator.clock.now()
    body = await client.call("sendMessage", chat_id=group.id, text="2")
    assert body.get("error_code", 200) == status
    assert emulator.clock.now() - before >= 4 * SECOND
