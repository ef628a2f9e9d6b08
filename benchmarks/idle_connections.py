"""A bot among connections that say nothing: `python -m benchmarks.idle_connections [n]`.

A bot with a webhook, in a process of its own that may open 1024 files and no more; *n* connections
(1100) of each kind to its port, which are kept open; then a hundred presses by webhook and as many
questions to `/healthz`, each over a new connection. Prints how many of each were answered, how
fast, and how many files the bot had open at the most.
"""

import asyncio
import os
import resource
import statistics
import sys
import tempfile
import time
from pathlib import Path

import aiohttp

from telegram_avalon.bot.webhook import derived_secret
from telegram_avalon.clock import Clock
from telegram_avalon.playground import Emulator
from telegram_avalon.web import listening

TOKEN = "1000001:AAE-benchmark_0123456789abcdefghij"
MOST_FILES = 1024
EACH = 100
SECRET = {"X-Telegram-Bot-Api-Secret-Token": derived_secret(TOKEN)}

REFUSED = b"POST /hook HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n"
KINDS = {
    "say nothing": [],
    "half a head": [REFUSED[:30]],
    "refused, then a body": [REFUSED, b"hello"],
}


def press(update: int) -> dict[str, object]:
    ann = {"id": 7, "is_bot": False, "first_name": "Ann"}
    query = {"id": str(update), "from": ann, "chat_instance": "1", "data": "stale"}
    return {"update_id": update, "callback_query": query}


async def opened(port: int, number: int, parts: list[bytes]) -> list[asyncio.StreamWriter]:
    writers = []
    for _ in range(number):
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writers.append(writer)
    for part in parts:
        for writer in writers:
            writer.write(part)
        await asyncio.sleep(0.5)
    return writers


async def asked(url: str, **more: object) -> float | None:
    """How long the answer took (ms); None where there was none, or not 200."""
    before = time.monotonic()
    try:
        async with aiohttp.request(
            "POST" if more else "GET",
            url,
            timeout=aiohttp.ClientTimeout(total=10),
            **more,  # type: ignore[arg-type]
        ) as answer:
            await answer.read()
            return (time.monotonic() - before) * 1000 if answer.status == 200 else None
    except (aiohttp.ClientError, TimeoutError):
        return None


def _files(pid: int) -> int:
    return sum(1 for _ in Path(f"/proc/{pid}/fd").iterdir())


async def ready(url: str) -> None:
    while await asked(url) is None:  # noqa: ASYNC110 - another process tells no event
        await asyncio.sleep(0.1)


async def measure(port: int, pid: int, number: int) -> None:
    site, update = f"http://127.0.0.1:{port}", 0
    await ready(f"{site}/healthz")
    for kind, parts in KINDS.items():
        idle = await opened(port, number, parts)
        took: dict[str, list[float | None]] = {"presses": [], "/healthz": []}
        files = 0
        for _ in range(EACH):
            update += 1
            took["presses"].append(await asked(f"{site}/hook", json=press(update), headers=SECRET))
            took["/healthz"].append(await asked(f"{site}/healthz"))
            files = max(files, _files(pid))
        print(f"{number} connections that {kind}: at the most {files} files open")
        for what, each in took.items():
            well = [ms for ms in each if ms is not None]
            told = (
                f", median {statistics.median(well):.1f} ms, most {max(well):.1f} ms"
                if well
                else ""
            )
            print(f"  {what}: {len(well)} of {len(each)} answered{told}")
        for writer in idle:
            writer.close()


async def main(number: int) -> None:
    with listening("127.0.0.1", 0) as bound:
        port = bound.getsockname()[1]
    async with Emulator.running(Clock(), TOKEN) as emulator:
        with tempfile.TemporaryDirectory() as folder:
            told = {"BOT_TOKEN": TOKEN, "BOT_API_URL": emulator.url, "DATA_DIR": folder}
            told |= {"WEBHOOK_URL": "https://bot.example/hook", "LISTEN": f"127.0.0.1:{port}"}
            with (Path(folder) / "log").open("wb") as log:
                bot = await asyncio.create_subprocess_exec(
                    *(sys.executable, "-m", "telegram_avalon", "run"),
                    env={"PATH": os.environ["PATH"]} | told,
                    stderr=log,
                    preexec_fn=lambda: resource.setrlimit(
                        resource.RLIMIT_NOFILE, (MOST_FILES, MOST_FILES)
                    ),
                )
            try:
                await measure(port, bot.pid, number)
            finally:
                bot.terminate()
                await bot.wait()


if __name__ == "__main__":
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1100))
