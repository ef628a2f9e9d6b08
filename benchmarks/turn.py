"""What a whole turn costs: `python -m benchmarks.turn [turns]`.

A turn is a press, handed over by webhook: read the table, commit it, answer the press, edit the
group's message with its buttons. The same by two bots, one after the other, several rounds: this
one, and a stock python-telegram-bot application that does the same in its handlers (its own HTTP
client, redis-py, a script that compares a version and writes four kilobytes). Both talk to the same
minimal Bot API in this process; each bot has one core to itself. Prints turns a second and CPU a
turn of the bot's process, and the ratio.
"""

import asyncio
import json
import os
import secrets
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import aiohttp
import httptools
import msgspec
from redis.asyncio import Redis

from telegram_avalon.clock import Clock
from telegram_avalon.embedded import embedded_server
from telegram_avalon.rules import Pick, Role, Ruleset, Seat
from telegram_avalon.rules.engine import leader
from telegram_avalon.screens.actions import LEADER, Action, encode
from telegram_avalon.store import Keys, Shown, Tables
from telegram_avalon.store.codec import encode as encode_record
from telegram_avalon.table import Person, Place, Table, begin, join, open_table, play

TOKEN = "1000001:AAE-benchmark_0123456789abcdefghij"
SECRET = "benchmark"
AT_ONCE = 20
ROUNDS = 3
TICK = os.sysconf("SC_CLK_TCK")


# --- the least of a Bot API --------------------------------------------------------------------


class Api(asyncio.Protocol):
    """Answers every call at once; counts edits and answers."""

    edits = 0
    answers = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self.parser = httptools.HttpRequestParser(self)
        self.url = b""

    def data_received(self, data: bytes) -> None:
        self.parser.feed_data(data)

    def on_url(self, url: bytes) -> None:
        self.url = url

    def on_message_complete(self) -> None:
        method = self.url.rpartition(b"/")[2].partition(b"?")[0]
        Api.edits += method in {b"editMessageText", b"sendMessage"}
        Api.answers += method == b"answerCallbackQuery"
        body = RESULTS.get(method, b'{"ok":true,"result":true}')
        head = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
        self.transport.write(head % len(body) + body)


_MESSAGE = {
    "message_id": 7,
    "date": 1,
    "chat": {"id": -1001, "type": "supergroup", "title": "Knights"},
    "text": "…",
}
_ME = {"id": 1000001, "is_bot": True, "first_name": "Avalon", "username": "avalon_bot"}
RESULTS = {
    method: json.dumps({"ok": True, "result": result}).encode()
    for method, result in {
        b"getMe": _ME,
        b"editMessageText": _MESSAGE,
        b"sendMessage": _MESSAGE,
        b"getWebhookInfo": {
            "url": "",
            "has_custom_certificate": False,
            "pending_update_count": 0,
        },
    }.items()
}


# --- tables, each one press away from a full team ----------------------------------------------


def ready_table(number: int, random: Random, now: int) -> Table:
    place = Place(-1_000_000_000_000 - number, f"Table {number}")
    ruleset = Ruleset(frozenset({Role.MERLIN, Role.PERCIVAL, Role.MORGANA}))
    table = open_table(secrets.token_urlsafe(8), place, 1, ruleset, now)
    for seat in range(10):
        table = join(table, Person(number * 10 + seat + 1, f"Player {seat}"))
    table = begin(table, random)
    assert table.game is not None
    user = table.people[leader(table.game)].id
    for member in range(2):
        table = play(table, user, 0, lambda seat, m=member: Pick(seat, Seat(m)))  # type: ignore[misc]
    return table


async def lay(redis: Redis, tables: list[Table], clock: Clock) -> None:
    """Put tables into the store, all their chats told."""
    keys = Keys(1000001)
    store = Tables(redis, keys, clock)
    for table in tables:
        await store.commit(table, None)
        told = Shown(live=7, question=0, told=1, step=0, digest=b"old", touched=clock.now())
        private = Shown(live=7, question=0, told=1, step=0, digest=b"closed")
        shown: dict[Any, Any] = {str(p.id): encode_record(private) for p in table.people}
        shown[str(table.place.chat)] = encode_record(told)
        await redis.hset(keys.shown(table.id), mapping=shown)
    await redis.delete(keys.due)


def press(number: int, table: Table) -> bytes:
    """The update of the leader's last pick."""
    assert table.game is not None
    person = table.people[leader(table.game)]
    data = encode(Action(table.id, 0, Pick(LEADER, Seat(2))))
    chat = {"id": table.place.chat, "type": "supergroup", "title": table.place.title}
    buttons = [[{"text": f"{i + 1} Player {i}", "callback_data": data}] for i in range(12)]
    message = {
        "message_id": 7,
        "date": 1,
        "chat": chat,
        "from": _ME,
        "text": "Quest 1 · a team of 3",
        "reply_markup": {"inline_keyboard": buttons},
    }
    user = {"id": person.id, "is_bot": False, "first_name": person.name, "language_code": "en"}
    query = {
        "id": str(number),
        "from": user,
        "message": message,
        "chat_instance": "1",
        "data": data,
    }
    return msgspec.json.encode({"update_id": number, "callback_query": query})


# --- measuring ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Figures:
    turns: int
    seconds: float
    cpu: float

    @property
    def per_second(self) -> float:
        return self.turns / self.seconds

    @property
    def cpu_ms(self) -> float:
        return 1000 * self.cpu / self.turns


def cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK


async def hand_over(url: str, updates: Iterator[bytes]) -> None:
    headers = {"X-Telegram-Bot-Api-Secret-Token": SECRET, "Content-Type": "application/json"}
    async with aiohttp.ClientSession(headers=headers) as session:

        async def worker() -> None:
            for update in updates:
                async with session.post(url, data=update) as response:
                    answer = await response.read()
                    assert response.status == 200, answer
                    Api.answers += b"answerCallbackQuery" in answer

        await asyncio.gather(*(worker() for _ in range(AT_ONCE)))


async def measure(command: list[str], env: dict[str, str], updates: list[bytes]) -> Figures:
    """Run a bot, hand it *updates*, wait until each has been answered and edited for."""
    process = await asyncio.create_subprocess_exec(
        "taskset", "-c", "0", *command, env=os.environ | env, stderr=asyncio.subprocess.DEVNULL
    )
    host, _, port = env["LISTEN"].rpartition(":")
    try:
        while True:
            with suppress(OSError):
                _, writer = await asyncio.open_connection(host, int(port))
                writer.close()
                break
            await asyncio.sleep(0.05)
        await asyncio.sleep(1)
        Api.edits = Api.answers = 0
        cpu, started = cpu_seconds(process.pid), time.perf_counter()
        await hand_over(env["WEBHOOK_URL"], iter(updates))
        while Api.edits < len(updates) or Api.answers < len(updates):  # noqa: ASYNC110 - a protocol counts
            await asyncio.sleep(0.005)
        seconds = time.perf_counter() - started
        return Figures(len(updates), seconds, cpu_seconds(process.pid) - cpu)
    finally:
        process.terminate()
        await process.wait()


async def one_round(
    number: int, turns: int, redis: Redis, env: dict[str, str]
) -> tuple[Figures, Figures]:
    clock, random = Clock(), Random(number)
    await redis.flushdb()
    tables = [ready_table(number * turns + i, random, clock.now()) for i in range(turns)]
    await lay(redis, tables, clock)
    updates = [press(number * turns + i + 1, table) for i, table in enumerate(tables)]
    ours = [sys.executable, "-m", "telegram_avalon", "run"]
    stock = [sys.executable, "-m", "benchmarks.stock_bot"]
    return await measure(ours, env, updates), await measure(stock, env, updates)


async def main(turns: int = 1000) -> None:
    os.sched_setaffinity(0, {1})
    with tempfile.TemporaryDirectory() as folder:
        async with embedded_server(Path(folder)) as redis_url, Redis.from_url(redis_url) as redis:
            server = await asyncio.get_running_loop().create_server(Api, "127.0.0.1", 0)
            api = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
            env = {
                "BOT_TOKEN": TOKEN,
                "BOT_API_URL": api,
                "REDIS_URL": redis_url,
                "LISTEN": "127.0.0.1:18080",
                "WEBHOOK_URL": "http://127.0.0.1:18080/webhook",
                "WEBHOOK_SECRET": SECRET,
                "MESSAGES_PER_SECOND": "1000",
                "LOG_LEVEL": "error",
            }
            rounds = [await one_round(number, turns, redis, env) for number in range(ROUNDS)]
    for name, figures in zip(("this bot", "stock handler"), zip(*rounds, strict=True), strict=True):
        per_second = statistics.median(each.per_second for each in figures)
        cpu = statistics.median(each.cpu_ms for each in figures)
        print(f"{name:14} {per_second:7.0f} turns/s   {cpu:6.2f} ms CPU a turn")
    ratios = [theirs.cpu_ms / mine.cpu_ms for mine, theirs in rounds]
    print(f"CPU a turn, stock : this bot = {statistics.median(ratios):.1f} (median of {ROUNDS})")


if __name__ == "__main__":
    asyncio.run(main(*map(int, sys.argv[1:])))
