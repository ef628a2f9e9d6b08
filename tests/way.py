"""What may stand between the bot and the Bot API: proxies, TLS, and servers of bad manners."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

CERTIFICATE = Path(__file__).parent / "data" / "localhost.pem"
"""Signed by itself, for localhost, with its key: it opens nothing."""

TOKEN = "123456789:AAExAmPlE_kEy-0123456789abcdefghijk"

Answer = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


@dataclass
class Server:
    port: int = 0
    asked: list[str] = field(default_factory=list)
    """What each caller wanted, in a proxy's words."""
    known: list[str] = field(default_factory=list)
    """What each caller gave as user and password."""

    @property
    def place(self) -> str:
        return f"127.0.0.1:{self.port}"


@asynccontextmanager
async def serving(
    answer: Answer, tls: ssl.SSLContext | None = None, server: Server | None = None
) -> AsyncIterator[Server]:
    """Answer whoever calls, until the block ends."""
    there, calls = server or Server(), set[asyncio.Task[None]]()

    async def taken(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        calls.add(task)
        with suppress(OSError, EOFError, asyncio.CancelledError):
            await answer(reader, writer)
        calls.discard(task)
        writer.transport.abort()

    listening = await asyncio.start_server(taken, "127.0.0.1", 0, ssl=tls)
    there.port = listening.sockets[0].getsockname()[1]
    try:
        yield there
    finally:
        listening.close()
        for call in list(calls):
            call.cancel()
        await asyncio.gather(*calls, return_exceptions=True)


def certified() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE)
    return context


async def relay(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, host: str, port: int
) -> None:
    """Pass bytes on, both ways, until one side has had enough."""
    far_reader, far_writer = await asyncio.open_connection(host, port)
    ways = [
        asyncio.create_task(_pass_on(reader, far_writer)),
        asyncio.create_task(_pass_on(far_reader, writer)),
    ]
    try:
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for way in ways:
            way.cancel()
        far_writer.transport.abort()


async def _pass_on(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await source.read(65536):
            target.write(data)
            await target.drain()


@asynccontextmanager
async def http_proxy(
    to: int, known: str = "", refusal: str = "407 Proxy Authentication Required"
) -> AsyncIterator[Server]:
    """An HTTP proxy by which everything leads to a port; *known*: the credentials, in base 64."""
    there = Server()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        first, *lines = head.splitlines()
        fields = dict(line.lower().split(": ", 1) for line in lines if ": " in line)
        there.asked.append(first)
        there.known.append(fields.get("proxy-authorization", ""))
        if known and fields.get("proxy-authorization") != f"basic {known}".lower():
            writer.write(f"HTTP/1.1 {refusal}\r\nContent-Length: 0\r\n\r\n".encode())
            await writer.drain()
            return
        if first.startswith("CONNECT"):
            writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
            await relay(reader, writer, "127.0.0.1", to)
            return
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", to)
        method, url, version = first.split()
        path = "/" + url.split("/", 3)[3]
        rest = head.partition("\r\n")[2]
        far_writer.write(f"{method} {path} {version}\r\nConnection: close\r\n{rest}".encode())
        passing = asyncio.create_task(_pass_on(reader, far_writer))
        await _pass_on(far_reader, writer)
        passing.cancel()
        far_writer.transport.abort()

    async with serving(answer, server=there) as server:
        yield server


@asynccontextmanager
async def socks_proxy(to: int, known: str = "", reply: int = 0) -> AsyncIterator[Server]:
    """A SOCKS 5 proxy (RFC 1928, 1929) by which everything leads to a port."""
    there = Server()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        version, methods = await reader.readexactly(2)
        offered = await reader.readexactly(methods)
        if version != 5 or (known and 2 not in offered):
            writer.write(b"\x05\xff")
            await writer.drain()
            return
        writer.write(b"\x05\x02" if known else b"\x05\x00")
        if known:
            await reader.readexactly(1)
            user = await reader.readexactly((await reader.readexactly(1))[0])
            password = await reader.readexactly((await reader.readexactly(1))[0])
            given = f"{user.decode()}:{password.decode()}"
            there.known.append(given)
            writer.write(b"\x01\x00" if given == known else b"\x01\x01")
            if given != known:
                await writer.drain()
                return
        _, _, _, kind = await reader.readexactly(4)
        if kind == 3:
            host = (await reader.readexactly((await reader.readexactly(1))[0])).decode()
        else:
            host = ".".join(map(str, await reader.readexactly(4)))
        port = int.from_bytes(await reader.readexactly(2), "big")
        there.asked.append(f"{host}:{port}")
        writer.write(b"\x05" + bytes([reply]) + b"\x00\x01\x00\x00\x00\x00\x00\x00")
        await writer.drain()
        if reply == 0:
            await relay(reader, writer, "127.0.0.1", to)

    async with serving(answer, server=there) as server:
        yield server


@asynccontextmanager
async def with_tls(to: int) -> AsyncIterator[Server]:
    """The server at a port, behind TLS."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await relay(reader, writer, "127.0.0.1", to)

    async with serving(answer, certified()) as server:
        yield server


async def hanging(reader: asyncio.StreamReader, _: asyncio.StreamWriter) -> None:
    """Take what comes and say nothing."""
    await asyncio.Event().wait()


async def hanging_up(reader: asyncio.StreamReader, _: asyncio.StreamWriter) -> None:
    """Take something and end."""
    await reader.read(1)
