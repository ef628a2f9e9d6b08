"""Shares out TCP connections: `python -m benchmarks.round_robin 8000 8001 8002`."""

import asyncio
import itertools
import sys
from contextlib import suppress


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    writer.close()


async def main(port: int, *ports: int) -> None:
    turns = itertools.cycle(ports)

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there, back = await asyncio.open_connection("127.0.0.1", next(turns))
        except OSError:
            writer.close()
            return
        await asyncio.gather(_pass_on(reader, back), _pass_on(there, writer))

    server = await asyncio.start_server(connected, "127.0.0.1", port)
    async with server:
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main(*map(int, sys.argv[1:])))
