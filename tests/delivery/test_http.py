"""The way to Telegram: its proxies, what is said where it leads nowhere, what is an answer."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
from aiohttp import ClientConnectorCertificateError
from aiohttp.client_reqrep import ConnectionKey
from telegram.error import NetworkError, TelegramError, TimedOut

from telegram_avalon.clock import Clock
from telegram_avalon.delivery.http import DIRECT, AiohttpRequest, NotDoneError, Way, what_failed
from telegram_avalon.troubles import Trouble, Troubles

PASSWORD = "s3cret"
Answering = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


@asynccontextmanager
async def server(answer: Answering) -> AsyncIterator[int]:
    """A server that answers each connection so: its port."""

    async def answered(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await answer(reader, writer)
            await writer.drain()
        except (OSError, EOFError):
            pass  # whoever asked is gone: some of these tests are about that
        finally:
            writer.close()

    async with await asyncio.start_server(answered, "127.0.0.1", 0) as listening:
        yield listening.sockets[0].getsockname()[1]


def saying(body: bytes, status: str = "200 OK", heard: list[str] | None = None) -> Answering:
    """Answer any HTTP request with *body*, and keep its head."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        if heard is not None:
            heard.append(head.decode())
        writer.write(
            b"HTTP/1.1 %s\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s"
            % (status.encode(), len(body), body)
        )

    return answer


async def socks(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """A SOCKS5 proxy (RFC 1928, 1929) that answers in the name of whatever server is asked for."""
    _, methods = await reader.readexactly(2)
    offered = await reader.readexactly(methods)
    if 2 in offered:
        writer.write(b"\x05\x02")
        await reader.readexactly(1)
        user = await reader.readexactly((await reader.readexactly(1))[0])
        password = await reader.readexactly((await reader.readexactly(1))[0])
        known = (user, password) == (b"ann", PASSWORD.encode())
        writer.write(b"\x01\x00" if known else b"\x01\x01")
        if not known:
            return
    else:
        writer.write(b"\x05\x00")
    _, _, _, kind = await reader.readexactly(4)
    assert kind == 3, "the name is looked up by the proxy"
    name = await reader.readexactly((await reader.readexactly(1))[0])
    await reader.readexactly(2)
    assert name == b"api.invalid"
    writer.write(b"\x05\x00\x00\x01\x00\x00\x00\x00\x00\x00")
    await saying(GOOD)(reader, writer)


GOOD = b'{"ok":true,"result":true}'


async def asked(url: str, way: Way = DIRECT, timeout: float = 5) -> tuple[int, bytes]:
    request = AiohttpRequest(way, timeout=timeout)
    await request.initialize()
    try:
        return await request.do_request(url, "POST")
    finally:
        await request.shutdown()


async def failing(url: str, way: Way = DIRECT, timeout: float = 5) -> TelegramError:
    with pytest.raises(NetworkError) as caught:
        await asked(url, way, timeout)
    assert PASSWORD not in caught.value.message
    assert "/bot" not in caught.value.message, "the address holds the token"
    return caught.value


# --- proxies -----------------------------------------------------------------------------------


async def test_calls_go_through_the_proxy() -> None:
    heard: list[str] = []
    async with server(saying(GOOD, heard=heard)) as port:
        way = Way(f"http://ann:{PASSWORD}@127.0.0.1:{port}")
        assert await asked("http://api.invalid/getMe", way) == (200, GOOD)

    assert heard[0].startswith("POST http://api.invalid/getMe HTTP/1.1")
    assert "Proxy-Authorization: Basic " in heard[0]


@pytest.mark.parametrize("user", ["", f"ann:{PASSWORD}@"])
async def test_a_socks_proxy_looks_the_name_up_itself(user: str) -> None:
    async with server(socks) as port:
        assert await asked("http://api.invalid/getMe", Way(f"socks5://{user}127.0.0.1:{port}")) == (
            200,
            GOOD,
        )


async def test_a_wrong_password_is_said_to_be_one() -> None:
    async with server(saying(b"", "407 Proxy Authentication Required")) as port:
        way = Way(f"http://ann:{PASSWORD}@127.0.0.1:{port}")
        error = await failing("https://api.invalid/bot1:x/getMe", way)

    assert error.message == f"the proxy 127.0.0.1:{port} does not accept user and password"


async def test_a_wrong_password_of_a_socks_proxy_is_said_to_be_one() -> None:
    async with server(socks) as port:
        way = Way(f"socks5://bob:{PASSWORD}@127.0.0.1:{port}")
        error = await failing("http://api.invalid/bot1:x/getMe", way)

    assert error.message.startswith(f"the proxy 127.0.0.1:{port} refuses: ")


@pytest.mark.parametrize("scheme", ["http", "socks5"])
async def test_a_proxy_that_is_not_there_is_named(scheme: str) -> None:
    error = await failing(
        "https://api.invalid/bot1:x/getMe", Way(f"{scheme}://ann:{PASSWORD}@127.0.0.1:1")
    )

    assert error.message == "the proxy 127.0.0.1:1 can't be reached"
    assert isinstance(error, NotDoneError)


async def test_a_proxy_that_speaks_another_language_is_named() -> None:
    async def hang_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1)

    async with server(hang_up) as port:
        error = await failing("http://api.invalid/bot1:x/getMe", Way(f"http://127.0.0.1:{port}"))

    assert error.message == f"no answer through the proxy 127.0.0.1:{port}"


# --- the way without one -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("http://127.0.0.1:1/bot1:x/getMe", "no connection to 127.0.0.1: "),
        ("http://nowhere.invalid/bot1:x/getMe", "the name nowhere.invalid is not found"),
    ],
)
async def test_a_way_that_leads_nowhere_is_told(url: str, said: str) -> None:
    error = await failing(url)

    assert error.message.startswith(said)
    assert isinstance(error, NotDoneError)


async def test_a_server_that_speaks_no_tls_is_told() -> None:
    async def hello(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\n\r\n")

    async with server(hello) as port:
        error = await failing(f"https://127.0.0.1:{port}/bot1:x/getMe")

    assert error.message == "no secure connection to 127.0.0.1"


async def test_a_server_that_never_answers_is_given_up() -> None:
    """As an address of IPv6 that takes connections and leads nowhere."""

    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()

    async with server(silent) as port:
        error = await failing(f"https://127.0.0.1:{port}/bot1:x/getMe", timeout=0.2)

    assert isinstance(error, TimedOut)
    assert error.message == "no answer within 0.2 s"


async def test_the_other_version_of_ip_can_be_ruled_out() -> None:
    async with server(saying(GOOD)) as port:
        assert await asked(f"http://127.0.0.1:{port}/getMe", Way(ip_version=4))
        await failing(f"http://localhost:{port}/getMe", Way(ip_version=6))


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
    async with server(saying(body, status)) as port:
        request = AiohttpRequest()
        await request.initialize()
        try:
            with pytest.raises(NetworkError, match="none of the Bot API's"):
                await request.post(f"http://127.0.0.1:{port}/bot1:x/getMe")
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
            async with server(saying(body, status)) as port:
                await request.do_request(f"http://127.0.0.1:{port}/getMe", "POST")
            seen.append([troubles.lasts(each) is not None for each in troubles_of_the_way])
    finally:
        await request.shutdown()

    assert seen == [[True, False], [False, False]]


troubles_of_the_way = (Trouble.TOKEN, Trouble.TELEGRAM)


def test_a_certificate_nobody_vouches_for_is_told() -> None:
    key = ConnectionKey("api.invalid", 443, True, True, None, None, None)
    error = ClientConnectorCertificateError(key, ssl.SSLCertVerificationError("self-signed"))

    told = what_failed(error, DIRECT, "api.invalid")

    assert told.message == "the certificate of api.invalid is not to be trusted"
    assert isinstance(told, NotDoneError)
