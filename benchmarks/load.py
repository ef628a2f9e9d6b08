"""Many games at once in two processes: `python -m benchmarks.load [games] [players] [think]`.

Two bots by webhook behind a round robin, on one embedded server, against the emulator with
Telegram's limits enforced but for the overall one. At each table somebody presses about *think*
seconds after there is something to press, by seeded chance; with 0 at once, and then many games
measure how fast the emulator and the people are, who share this process and the machine with all
the rest. Prints for how long all games were on together, press to toast, CPU a game and memory a
process, and what a table of ten takes in the store at its longest.
"""

import asyncio
import os
import statistics
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast

from redis.asyncio import Redis

from telegram_avalon.clock import MINUTE, SECOND, Clock
from telegram_avalon.embedded import embedded_server
from telegram_avalon.logs import set_up_logs
from telegram_avalon.playground import Emulator, Press, World
from telegram_avalon.rules import Vote
from telegram_avalon.store import Keys, Tables, connect
from tests.harness import TOKEN, Party, Stage, playing

PORTS = (18091, 18092)
PROXY = 18090
BOT = 1000001
TICK = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


def cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def megabytes(pid: int) -> float:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE / 1e6


async def start(redis_url: str, api: str, port: int) -> asyncio.subprocess.Process:
    env = os.environ | {
        "BOT_TOKEN": TOKEN,
        "BOT_API_URL": api,
        "REDIS_URL": redis_url,
        "LISTEN": f"127.0.0.1:{port}",
        "WEBHOOK_URL": f"http://127.0.0.1:{PROXY}/webhook",
        "MESSAGES_PER_SECOND": "1000",
        "LOG_LEVEL": "warning",
    }
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", "telegram_avalon", "run", env=env
    )


async def listening(port: int) -> None:
    while True:
        with suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.close()
            return
        await asyncio.sleep(0.1)


async def games_at_once(games: int, players: int, think: int, folder: Path) -> None:
    async with (
        embedded_server(folder) as redis_url,
        connect(redis_url) as redis,
        Emulator.running(Clock(), TOKEN) as emulator,
    ):
        emulator.limits.overall_rate = 1000
        module = [sys.executable, "-m", "benchmarks.round_robin", str(PROXY), *map(str, PORTS)]
        proxy = await asyncio.create_subprocess_exec(*module)
        bots = [await start(redis_url, emulator.url, port) for port in PORTS]
        try:
            for port in PORTS:
                await listening(port)
            await play_all(games, players, think, emulator, redis, bots)
        finally:
            for process in (*bots, proxy):
                process.terminate()
                await process.wait()


async def play_all(
    games: int,
    players: int,
    think: int,
    emulator: Emulator,
    redis: Redis,
    bots: list[asyncio.subprocess.Process],
) -> None:
    clock, keys = Clock(), Keys(BOT)
    stage = SimpleNamespace(
        world=emulator.world,
        redis=redis,
        keys=keys,
        clock=clock,
        tables=Tables(redis, keys, clock),
    )
    waits = Waits(emulator.world)
    before, own = [cpu_seconds(bot.pid) for bot in bots], time.process_time()
    started = time.perf_counter()
    parties = [Table(cast(Stage, stage), players, think, Random(seed)) for seed in range(games)]
    times = await asyncio.gather(*(party.whole_game() for party in parties))
    seconds = time.perf_counter() - started
    together = min(end for _, end in times) - max(begin for begin, _ in times)
    cpu = sum(cpu_seconds(bot.pid) for bot in bots) - sum(before)
    calls = len(emulator.calls)
    refused = sum(call.status == 429 for call in emulator.calls)
    print(
        f"{games} games of {players} in {len(bots)} processes, a press at each table about every "
        f"{think} s: {seconds:.0f} s, all at once for {max(together, 0):.0f} s"
    )
    print(f"  press to toast: {waits}")
    print(
        f"  CPU a game {1000 * cpu / games:.0f} ms; {calls / seconds:.0f} calls/s; 429s {refused}"
    )
    print(f"  memory a process: {', '.join(f'{megabytes(bot.pid):.0f} MB' for bot in bots)}")
    print(f"  the emulator and the people: {(time.process_time() - own) / seconds:.2f} of a core")


class Table(Party):
    """People who take their time, and are patient with a busy machine."""

    patience = 2 * MINUTE

    def __init__(self, stage: Stage, players: int, seconds: int, random: Random) -> None:
        super().__init__(stage, players)
        self._seconds = seconds
        self._random = random

    async def think(self) -> None:
        span = self._random.uniform(0.5, 1.5) * self._seconds
        await self.stage.clock.sleep(round(span * SECOND))

    async def whole_game(self) -> tuple[float, float]:
        """Play from /new to the end: when that was."""
        # Not all in one moment.
        await self.stage.clock.sleep(round(self._random.uniform(0, 2) * self._seconds * SECOND))
        started = time.perf_counter()
        await self.begin()
        await self.play(toasts=False)
        return started, time.perf_counter()


class Waits:
    """How long presses wait for their toast."""

    def __init__(self, world: World) -> None:
        self._presses: list[Press] = []
        press = world.press

        def noted(*args: Any, **options: Any) -> Press:
            self._presses.append(press(*args, **options))
            return self._presses[-1]

        world.press = noted  # type: ignore[method-assign]

    def __str__(self) -> str:
        waits = [press.answer.at - press.at for press in self._presses if press.answer is not None]
        cut = statistics.quantiles(waits, n=100)
        return (
            f"p50 {cut[49]:.0f} ms, p99 {cut[98]:.0f} ms, most {max(waits)} ms of {len(waits)} "
            f"presses, {len(self._presses) - len(waits)} unanswered"
        )


async def bytes_of_a_table(folder: Path) -> None:
    """What a table of ten takes when its game has lasted long."""
    async with embedded_server(folder) as redis_url, playing(redis_url, speed=20) as stage:
        await stage.start()
        party = Party(stage, 10)
        await party.begin()
        await party.play(Vote.REJECT, until=lambda game: game.step >= 8, toasts=False)
        await party.play(until=lambda game: game.step >= 19, toasts=False)
        table = await party.table()
        found = [key async for key in stage.redis.scan_iter(f"*{table.id}*")]
        found += [stage.keys.place(table.place.chat, None).encode()]
        found += [stage.keys.seats(person.id).encode() for person in table.people]
        sizes = {key: await stage.redis.memory_usage(key, samples=0) for key in found}
        assert table.game is not None
        total = sum(size or 0 for size in sizes.values())
        print(f"a table of ten after {table.game.step} facts: {total} bytes in {len(sizes)} keys")


async def main(games: int = 200, players: int = 7, think: int = 2) -> None:
    set_up_logs("error", "console")
    with tempfile.TemporaryDirectory() as folder:
        await games_at_once(games, players, think, Path(folder, "games"))
        await bytes_of_a_table(Path(folder, "one"))


if __name__ == "__main__":
    asyncio.run(main(*map(int, sys.argv[1:])))
