"""The database takes no writes now and then: `python -m benchmarks.refusing_database [games]`.

Two bots by webhook behind a round robin play games while their database is made a replica of
nobody for four seconds out of fifteen, so that it refuses each write (READONLY), as others do for
want of disk or memory. Meanwhile somebody at each table asks for their card. Prints what was lost,
said twice, or logged, and how soon all is well again. On a clock ten times as fast as the wall's.
"""

import asyncio
import io
import json
import sys
import tempfile
from collections import Counter
from itertools import pairwise
from pathlib import Path

from telegram_avalon.clock import MINUTE, SECOND
from telegram_avalon.embedded import embedded_server
from telegram_avalon.logs import set_up_logs
from tests.bot.people import ours, reads, whisper
from tests.harness import Party
from tests.web.replicas import Replicas, replicas

SPEED = 10
REFUSES = 4 * SECOND
EVERY = 15 * SECOND


class Slow(Party):
    """People who think for two seconds before each press."""

    patience = 5 * MINUTE

    async def think(self) -> None:
        await self.stage.clock.sleep(2 * SECOND)


async def trial(games: int, folder: Path) -> None:
    stream = io.StringIO()
    set_up_logs("warning", "json", stream)
    async with (
        embedded_server(folder) as redis_url,
        replicas(redis_url, bots=2, speed=SPEED) as there,
    ):
        stage = there.stage
        parties = [Slow(stage) for _ in range(games)]
        for party in parties:
            await party.begin()
        refusing = asyncio.create_task(refuse_again_and_again(there))
        asking = [asyncio.create_task(ask(party)) for party in parties]
        await asyncio.gather(*(party.play_out() for party in parties))
        refusing.cancel()
        asked = sum(await asyncio.gather(*asking))
        await asyncio.gather(refusing, return_exceptions=True)
        await stage.redis.replicaof("NO", "ONE")
        began = stage.clock.now()
        await there.dealt_with()
        alive = await stage.redis.zcard(stage.keys.alive)
        twice = sum(doubled(party) for party in parties)
        cards = sum(len(reads(party.private(party.people[0]), "your card")) for party in parties)
        unanswered = sum(press.answer is None for press in there.world.presses.values())
        print(f"{games} games of five, the database refusing writes {REFUSES // SECOND} s of every")
        print(f"  {EVERY // SECOND} s: all played to their end; {asked} times asked for a card,")
        print(
            f"  {cards} cards shown last; {len(there.world.presses)} presses, unanswered "
            f"{unanswered};"
        )
        print(f"  messages that came twice {twice}; processes alive {alive}; the last update dealt")
        print(f"  with {stage.clock.now() - began} ms after the last refusal")
    events = Counter(json.loads(line)["event"] for line in stream.getvalue().splitlines())
    for event, times in events.most_common():
        print(f"  logged {times} times: {event}")


async def refuse_again_and_again(there: Replicas) -> None:
    stage = there.stage
    try:
        while True:
            await stage.clock.sleep(EVERY - REFUSES)
            await stage.redis.replicaof("127.0.0.1", "1")
            await stage.clock.sleep(REFUSES)
            await stage.redis.replicaof("NO", "ONE")
    finally:
        await stage.redis.replicaof("NO", "ONE")


async def ask(party: Party) -> int:
    """Ask for one's card now and then while the game goes on: how often."""
    times = 0
    while (await party.table()).live:
        whisper(party, party.people[0], "/role")
        times += 1
        await party.stage.clock.sleep(20 * SECOND)
    return times


def doubled(party: Party) -> int:
    """Messages of the bot that read the same as the one before them, in the group."""
    texts = [message.versions[0].text for message in ours(party.group)]
    return sum(a == b for a, b in pairwise(texts))


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(trial(games, Path(folder)))


if __name__ == "__main__":
    main()
