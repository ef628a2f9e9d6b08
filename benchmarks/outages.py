"""Telegram goes away in the middle of games: `python -m benchmarks.outages [tables]`.

At each table everybody votes, and the group has yet to hear of it when nothing gets through any
more: for 65 s by refused answers, lost answers or connections that are cut, or for five minutes
because the token is not accepted. Then all is well again. Tells how long those groups waited from
then on that had not heard of it before, whether anything came twice, what was logged meanwhile,
and what `/healthz` said. On a clock that runs ten times as fast as the wall.
"""

import asyncio
import io
import json
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import aiohttp

from telegram_avalon.clock import MINUTE, SECOND
from telegram_avalon.embedded import embedded_server
from telegram_avalon.logs import set_up_logs
from telegram_avalon.playground import Emulator, Fault
from telegram_avalon.rules import Voting
from telegram_avalon.settings import Address
from tests.harness import Party, Stage, playing
from tests.web.replicas import free_port

SPEED = 10
SILENCE = 65 * SECOND
REVOKED = 5 * MINUTE
MOST = 3 * MINUTE
"""How long is waited for the groups' next messages."""

Outage = Callable[[Emulator], AbstractAsyncContextManager[None]]


def silence(fault: Fault) -> Outage:
    @asynccontextmanager
    async def silent(emulator: Emulator) -> AsyncIterator[None]:
        emulator.faults.chances = {fault: 1.0}
        yield
        emulator.faults.chances = {}

    return silent


@asynccontextmanager
async def revoked(emulator: Emulator) -> AsyncIterator[None]:
    token, emulator.token = emulator.token, "1000001:another"
    yield
    emulator.token = token


OUTAGES: dict[str, tuple[Outage, int]] = {
    "500 to every call, 65 s": (silence(Fault.INTERNAL_ERROR), SILENCE),
    "502 to every call, 65 s": (silence(Fault.BAD_GATEWAY), SILENCE),
    "every connection cut, 65 s": (silence(Fault.RESET), SILENCE),
    "every answer lost, 65 s": (silence(Fault.RESET_AFTER), SILENCE),
    "the token revoked, 5 min": (revoked, REVOKED),
}


async def vote(party: Party) -> None:
    for person, action in await party.next_moves():
        await (await party.press(person, action)).answered()


async def health(stage: Stage) -> str:
    host, port = stage.settings.listen
    async with aiohttp.ClientSession() as client, client.get(f"http://{host}:{port}/healthz") as it:
        return f"{it.status} {(await it.json())['status']}"


async def trial(name: str, redis_url: str, tables: int) -> None:
    (outage, lasts), logs = OUTAGES[name], io.StringIO()
    set_up_logs("info", "json", logs)
    listen = Address("127.0.0.1", free_port())
    async with playing(redis_url, speed=SPEED, listen=listen) as stage:
        await stage.start()
        parties = [Party(stage) for _ in range(tables)]
        for party in parties:
            await party.begin()
            await party.play(until=lambda game: isinstance(game.phase, Voting))
            await party.quiet()
        hold = stage.emulator.faults.hold("sendMessage")
        await asyncio.gather(*map(vote, parties))
        await hold.reached.wait()
        logs.seek(0)
        logs.truncate()
        async with outage(stage.emulator):
            stage.emulator.faults.release_all()
            await stage.clock.sleep(lasts)
            said = await health(stage)
            lines = [json.loads(line) for line in logs.getvalue().splitlines()]
        back = stage.clock.now()
        await stage.clock.sleep(30 * SECOND)
        after = await health(stage)
        await stage.clock.sleep(MOST - 30 * SECOND)
        told = [party.told_group("Approved, 5 to 0") for party in parties]
        waits = sorted((said[0].versions[0].at - back) / SECOND for said in told if said)
        twice = sum(sum(party.repeats().values()) for party in parties)
    counted = Counter(line["event"] for line in lines)
    never = f", {tables - len(waits)} for more than {MOST // SECOND}" * (len(waits) < tables)
    late = ", ".join(f"{wait:.1f}" for wait in waits if wait > 0)
    print(f"{name}: groups waited {late} s{never}; {twice} messages came twice")
    print(f"    /healthz: {said}; 30 s after: {after}")
    print(f"    {len(lines)} lines: {dict(counted.most_common())}", flush=True)


async def main() -> None:
    tables = int(sys.argv[1]) if len(sys.argv) > 1 else 4
    with tempfile.TemporaryDirectory() as folder:
        async with embedded_server(Path(folder)) as redis_url:
            for name in OUTAGES:
                await trial(name, redis_url, tables)


if __name__ == "__main__":
    asyncio.run(main())
