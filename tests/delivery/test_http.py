"""The way to Telegram: by which proxy a call goes, and what is said where it fails on the way."""

import asyncio
import base64
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager

import pytest
from telegram.error import NetworkError

from telegram_avalon.clock import Clock
from telegram_avalon.delivery import http
from telegram_avalon.delivery.failures import Failure, NotDoneError, WayError
from telegram_avalon.delivery.http import DIRECT, AiohttpRequest, Way
from telegram_avalon.playground import Emulator
from telegram_avalon.troubles import Trouble, Troubles
from tests import way as on_the_way
from tests.harness import TOKEN

USER, PASSWORD = "ann", "p@ss:w/rd"
IN_A_URL = "ann:p%40ss%3Aw%2Frd"
CREDENTIALS = base64.b64encode(f"{USER}:{PASSWORD}".encode()).decode()


@pytest.fixture
async def port() -> AsyncIterator[int]:
    """Where a Bot API answers in plain HTTP."""
    async with Emulator.running(Clock(), TOKEN) as emulator:
        yield int(emulator.url.rpartition(":")[2])


async def asked(url: str, way: Way = DIRECT, timeout: float = 5) -> bytes:
    """The answer to a call of getMe."""
    request = AiohttpRequest(way, timeout=timeout)
    await request.initialize()
    try:
        return (await request.do_request(f"{url}/bot{TOKEN}/getMe", "POST"))[1]
    finally:
        await request.shutdown()


async def failing(url: str, way: Way = DIRECT, timeout: float = 5) -> WayError:
    with pytest.raises(WayError) as raised:
        await asked(url, way, timeout)
    said = raised.value.message
    assert TOKEN.partition(":")[2] not in said
    assert PASSWORD not in said
    assert IN_A_URL not in said
    assert "\n" not in said
    return raised.value


# --- which way ---------------------------------------------------------------------------------


async def test_without_a_proxy_calls_go_straight_whatever_the_environment_says(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The settings have read it already."""
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1")

    assert b'"ok":true' in await asked(f"http://127.0.0.1:{port}")


async def test_calls_go_through_an_http_proxy(port: int) -> None:
    async with on_the_way.http_proxy(port) as there:
        assert b'"ok":true' in await asked("http://api.invalid", Way(f"http://{there.place}"))

    assert there.asked == [f"POST http://api.invalid/bot{TOKEN}/getMe HTTP/1.1"]


async def test_an_http_proxy_is_told_user_and_password(port: int) -> None:
    async with on_the_way.http_proxy(port, CREDENTIALS) as there:
        by = Way(f"http://{IN_A_URL}@{there.place}")

        assert b'"ok":true' in await asked("http://api.invalid", by)


async def test_a_socks_proxy_looks_the_name_up(port: int) -> None:
    """Where Telegram is blocked its name is, too."""
    async with on_the_way.socks_proxy(port) as there:
        assert b'"ok":true' in await asked("http://api.invalid", Way(f"socks5://{there.place}"))

    assert there.asked == ["api.invalid:80"]


async def test_a_socks_proxy_is_told_user_and_password(port: int) -> None:
    async with on_the_way.socks_proxy(port, "ann:p@ss") as there:
        by = Way(f"socks5://ann:p%40ss@{there.place}")

        assert b'"ok":true' in await asked("http://api.invalid", by)

    assert there.known == ["ann:p@ss"]


async def test_ip_version_4_leaves_a_broken_ipv6_out(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = {
        socket.AF_INET: (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port)),
        socket.AF_INET6: (socket.AF_INET6, socket.SOCK_STREAM, 6, "", ("::1", port, 0, 0)),
    }

    def getaddrinfo(_: str, __: int, family: int = 0, *___: int, **____: int) -> list[object]:
        asked_for.append(family)
        return [each for of, each in found.items() if family in (0, of)]

    asked_for: list[int] = []
    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)

    assert b'"ok":true' in await asked(f"http://api.example:{port}", Way(ip_version=4))
    assert asked_for == [socket.AF_INET]


# --- what is said ------------------------------------------------------------------------------

Serving = Callable[[int], AbstractAsyncContextManager[on_the_way.Server]]


def by_http(to: int) -> AbstractAsyncContextManager[on_the_way.Server]:
    return on_the_way.http_proxy(to)


def wants_a_password(to: int) -> AbstractAsyncContextManager[on_the_way.Server]:
    return on_the_way.http_proxy(to, CREDENTIALS)


def bars(to: int) -> AbstractAsyncContextManager[on_the_way.Server]:
    return on_the_way.http_proxy(to, CREDENTIALS, refusal="403 Forbidden")


def socks_wants_a_password(to: int) -> AbstractAsyncContextManager[on_the_way.Server]:
    return on_the_way.socks_proxy(to, "ann:p@ss")


def socks_bars(to: int) -> AbstractAsyncContextManager[on_the_way.Server]:
    return on_the_way.socks_proxy(to, reply=5)


def by_socks(to: int) -> AbstractAsyncContextManager[on_the_way.Server]:
    return on_the_way.socks_proxy(to)


def refuses_all(_: int) -> AbstractAsyncContextManager[on_the_way.Server]:
    """An HTTP server that was not spoken to in HTTP."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1)
        writer.write(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
        await writer.drain()

    return on_the_way.serving(answer)


def hangs(_: int) -> AbstractAsyncContextManager[on_the_way.Server]:
    return on_the_way.serving(on_the_way.hanging)


def hangs_up(_: int) -> AbstractAsyncContextManager[on_the_way.Server]:
    return on_the_way.serving(on_the_way.hanging_up)


@pytest.mark.parametrize(
    ("scheme", "serve", "failure"),
    [
        ("http", wants_a_password, Failure.PROXY_REFUSES),
        ("http://ann:wrong@", wants_a_password, Failure.PROXY_REFUSES),
        ("socks5", socks_wants_a_password, Failure.PROXY_REFUSES),
        ("socks5://ann:wrong@", socks_wants_a_password, Failure.PROXY_REFUSES),
        ("http", bars, Failure.PROXY_BARS),
        ("socks5", socks_bars, Failure.PROXY_BARS),
        ("http", hangs_up, Failure.NO_PROXY),
        ("http", by_socks, Failure.NO_PROXY),
        ("https", refuses_all, Failure.NO_PROXY),
        ("socks5", refuses_all, Failure.NO_PROXY),
        ("socks5", by_http, Failure.PROXY_TOO_SLOW),  # it waits for the end of a head
        ("socks5", hangs_up, Failure.NO_PROXY),
        ("http", hangs, Failure.PROXY_TOO_SLOW),
        ("socks5", hangs, Failure.PROXY_TOO_SLOW),
        ("http", by_http, Failure.BAD_CERTIFICATE),
        ("socks5", by_socks, Failure.BAD_CERTIFICATE),
    ],
)
async def test_what_a_proxy_does_is_told_in_a_line_that_names_its_setting(
    port: int, monkeypatch: pytest.MonkeyPatch, scheme: str, serve: Serving, failure: Failure
) -> None:
    monkeypatch.setattr(http, "CONNECT", 0.5)
    async with on_the_way.with_tls(port) as api, serve(api.port) as there:
        url = f"{scheme}{there.place}" if "@" in scheme else f"{scheme}://{there.place}"
        by, server = Way(url), f"https://localhost:{api.port}"

        error = await failing(server, by)

    assert error.message == failure.told(server, by.proxy_name)
    assert isinstance(error, NotDoneError)


async def test_a_proxy_that_asks_for_a_password_in_the_middle_is_told_alike(port: int) -> None:
    """Of a Bot API server in plain HTTP it is the answer itself."""
    async with on_the_way.http_proxy(port, CREDENTIALS) as there:
        by = Way(f"http://{there.place}")

        error = await failing("http://api.invalid", by)

    assert error.message == Failure.PROXY_REFUSES.told("http://api.invalid", by.proxy_name)
    assert isinstance(error, NotDoneError)


@pytest.mark.parametrize("scheme", ["http", "https", "socks5"])
async def test_a_proxy_that_is_not_there(scheme: str) -> None:
    by = Way(f"{scheme}://{IN_A_URL}@127.0.0.1:1")

    error = await failing("https://api.invalid", by)

    assert error.message.startswith(f"No connection to the proxy {scheme}://127.0.0.1:1. ")
    assert isinstance(error, NotDoneError)


@pytest.mark.parametrize("scheme", ["http", "socks5"])
async def test_a_proxy_whose_name_is_not_found(scheme: str) -> None:
    by = Way(f"{scheme}://proxy.invalid:3128")

    error = await failing("https://api.telegram.org", by)

    assert error.message.startswith(f"The name of the proxy {by.proxy_name} is not found. ")
    assert isinstance(error, NotDoneError)


async def test_a_name_that_is_not_found() -> None:
    error = await failing("https://api.invalid:8443")

    assert error.message.startswith("The name api.invalid is not found. ")
    assert isinstance(error, NotDoneError)


async def test_a_server_that_is_not_there() -> None:
    error = await failing("http://127.0.0.1:1")

    assert error.message.startswith("No connection to http://127.0.0.1:1. ")
    assert isinstance(error, NotDoneError)


async def test_a_connection_that_hangs_names_the_settings_that_help(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A block, or an IPv6 that takes connections and hangs in TLS."""
    monkeypatch.setattr(http, "CONNECT", 0.3)
    async with on_the_way.serving(on_the_way.hanging) as there:
        error = await failing(f"https://{there.place}")

    assert error.message == Failure.TOO_SLOW.told(f"https://{there.place}")
    assert "IP_VERSION=4" in error.message
    assert isinstance(error, NotDoneError)


async def test_a_certificate_that_is_not_valid(port: int) -> None:
    async with on_the_way.with_tls(port) as there:
        error = await failing(f"https://localhost:{there.port}")

    assert error.message == Failure.BAD_CERTIFICATE.told(f"https://localhost:{there.port}")
    assert isinstance(error, NotDoneError)


async def test_a_server_without_tls(port: int) -> None:
    error = await failing(f"https://127.0.0.1:{port}")

    assert error.message == Failure.NO_TLS.told(f"https://127.0.0.1:{port}")
    assert isinstance(error, NotDoneError)


async def said(answer: bytes) -> WayError:
    """What is said of a server that answers so."""

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(answer)
        await writer.drain()

    async with on_the_way.serving(talk) as there:
        return await failing(f"http://{there.place}")


@pytest.mark.parametrize(
    ("answer", "failure", "done"),
    [
        (b"HTTP/1.1 200 OK\r\n\r\n<html>Please log in</html>", "not the Bot API (status 200)", 1),
        (b"HTTP/1.1 302 Found\r\nLocation: /login\r\n\r\n", "not the Bot API (status 302)", 1),
        (b'HTTP/1.1 404 Not Found\r\n\r\n{"detail": "?"}', "not the Bot API (status 404)", 1),
        (b'HTTP/1.1 200 OK\r\n\r\n{"ok": true, "result": {"id"', "not the Bot API (status", 1),
        (b"HTTP/1.1 502 Bad Gateway\r\n\r\n<html>", "has trouble of its own (status 502)", 1),
        (b"HTTP/1.1 500 ?\r\n\r\n{}", "has trouble of its own (status 500)", 0),
        (b"SSH-2.0-OpenSSH_9.2\r\n", "hung up without an answer", 1),
        (b"", "hung up without an answer", 1),
    ],
)
async def test_what_is_no_answer_is_told_and_may_have_been_done(
    answer: bytes, failure: str, done: int
) -> None:
    error = await said(answer)

    assert failure in error.message
    assert isinstance(error, NotDoneError) is not bool(done)


async def test_an_answer_that_does_not_come_may_have_been_done() -> None:
    async with on_the_way.serving(on_the_way.hanging) as there:
        error = await failing(f"http://{there.place}", timeout=0.2)

    assert error.message == Failure.SILENT.told(f"http://{there.place}")
    assert not isinstance(error, NotDoneError)


GOOD = b'{"ok":true,"result":true}'


def saying(body: bytes, status: str) -> AbstractAsyncContextManager[on_the_way.Server]:
    """A server that answers so."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        length = b"Content-Length: %d" % len(body)
        writer.write(b"HTTP/1.1 %s\r\n%s\r\n\r\n%s" % (status.encode(), length, body))
        await writer.drain()
        await reader.read()

    return on_the_way.serving(answer)


# --- what is no answer -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("status", "body"),
    [
        ("200 OK", b""),
        ("200 OK", b"<html>Welcome</html>"),
        ("200 OK", b"{}"),
        ("200 OK", b'{"ok":true}'),
        ("200 OK", b'{"ok":false,"description":"Bad Request"}'),
        ("200 OK", b'{"ok":true,"result":'),
        ("200 OK", b'["ok"]'),
        ("200 OK", b'{"ok":true,"result":' + b"[" * 100_000 + b"]" * 100_000 + b"}"),
        ("200 OK", b'{"ok":true,"result":"\xff"}'),
        ("502 Bad Gateway", b"<html>502</html>"),
        ("400 Bad Request", b"null"),
        ("400 Bad Request", b'{"ok":true,"result":true}'),
        ("429 Too Many", b'{"ok":false,"parameters":{"retry_after":"soon"}}'),
        ("429 Too Many", b'{"ok":false,"parameters":{"retry_after":-5}}'),
        ("429 Too Many", b'{"ok":false,"parameters":{"retry_after":1e99}}'),
        ("400 Bad Request", b'{"ok":false,"parameters":{"migrate_to_chat_id":"x"}}'),
        ("400 Bad Request", b'{"ok":false,"parameters":{"migrate_to_chat_id":7}}'),
        ("302 Found", b'{"ok":true,"result":true}'),
    ],
)
async def test_what_is_no_answer_of_the_bot_api_is_a_bad_gateways(status: str, body: bytes) -> None:
    async with saying(body, status) as there:
        request = AiohttpRequest()
        await request.initialize()
        try:
            with pytest.raises(NetworkError, match=r"is not the Bot API|trouble of its own"):
                await request.post(f"http://{there.place}/bot1:x/getChatMember")
        finally:
            await request.shutdown()


# --- what is noted of the way ------------------------------------------------------------------


async def test_a_refused_token_and_a_silent_telegram_are_noted_until_they_are_over() -> None:
    troubles = Troubles(Clock())
    answers = [
        (b'{"ok":false,"error_code":401,"description":"Unauthorized"}', "401 Unauthorized"),
        (GOOD, "200 OK"),
    ]
    request = AiohttpRequest(DIRECT, troubles)
    await request.initialize()
    try:
        with pytest.raises(NetworkError):
            await request.do_request("http://127.0.0.1:1/getMe", "POST")
        assert troubles.lasts(Trouble.TELEGRAM) is not None
        seen = []
        for body, status in answers:
            async with saying(body, status) as there:
                await request.do_request(f"http://{there.place}/sendChatAction", "POST")
            seen.append([troubles.lasts(each) is not None for each in troubles_of_the_way])
    finally:
        await request.shutdown()

    assert seen == [[True, False], [False, False]]


troubles_of_the_way = (Trouble.TOKEN, Trouble.TELEGRAM)
