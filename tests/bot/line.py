"""The line between a bot and its server, which can go dead."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from urllib.parse import urlsplit


class Line:
    """Passes bytes on, both ways, as long as it is up; cut, it refuses whoever calls."""

    def __init__(self, server: str) -> None:
        self._socket = urlsplit(server).path
        self._links: set[asyncio.StreamWriter] = set()
        self._ends: set[asyncio.Task[None]] = set()
        self._door: asyncio.Server | None = None
        self._port = 0

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self._port}"

    async def restore(self) -> None:
        self._door = await asyncio.start_server(self._answer, "127.0.0.1", self._port)
        self._port = self._door.sockets[0].getsockname()[1]

    async def cut(self) -> None:
        if self._door is not None:
            self._door.close()
        for link in self._links:
            link.transport.abort()
        await asyncio.gather(*self._ends, return_exceptions=True)

    async def _answer(self, caller: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        reader, writer = await asyncio.open_unix_connection(self._socket)
        self._links |= {back, writer}
        ways = {
            asyncio.create_task(_pass_on(caller, writer)),
            asyncio.create_task(_pass_on(reader, back)),
        }
        self._ends |= ways
        await asyncio.wait(ways)
        self._links -= {back, writer}
        self._ends -= ways


async def _pass_on(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await source.read(65536):
            target.write(data)
            await target.drain()
    target.close()


@asynccontextmanager
async def line(server: str) -> AsyncIterator[Line]:
    there = Line(server)
    await there.restore()
    try:
        yield there
    finally:
        await there.cut()
