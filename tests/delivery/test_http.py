"""The HTTP client goes through the proxy that the environment names, as any program does."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from telegram_avalon.delivery import http
from telegram_avalon.delivery.http import AiohttpRequest


class Server:
    """Answers every request with an empty JSON object and keeps its first line."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.port = 0

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        self.lines.append(head.split(b"\r\n")[0].decode())
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}")
        await writer.drain()
        writer.close()


@pytest.fixture
async def server(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Server]:
    for name in ("http_proxy", "no_proxy", "HTTP_PROXY", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
    http._proxy.cache_clear()
    there = Server()
    async with await asyncio.start_server(there.answer, "127.0.0.1", 0) as listening:
        there.port = listening.sockets[0].getsockname()[1]
        yield there
    http._proxy.cache_clear()


async def asked(url: str) -> None:
    request = AiohttpRequest()
    await request.initialize()
    try:
        assert await request.do_request(url, "POST") == (200, b"{}")
    finally:
        await request.shutdown()


async def test_calls_go_through_the_proxy_of_the_environment(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", f"http://127.0.0.1:{server.port}")

    await asked("http://api.invalid/getMe")

    assert server.lines == ["POST http://api.invalid/getMe HTTP/1.1"]


async def test_a_server_that_needs_no_proxy_is_asked_directly(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1")
    monkeypatch.setenv("no_proxy", "127.0.0.1")

    await asked(f"http://127.0.0.1:{server.port}/getMe")

    assert server.lines == ["POST /getMe HTTP/1.1"]
