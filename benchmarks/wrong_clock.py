"""A bot starts again after its clock was wrong: `python -m benchmarks.wrong_clock`.

A bot whose clock is an hour fast, 30 s fast or right, and which asks nobody for the time, plays
until a vote and is killed or stopped. Another with the right clock is started on what it left.
Prints how long the group, a private chat and `/help` have to wait then. On the wall's own time.
"""

import asyncio
import io
import tempfile
from pathlib import Path

from telegram_avalon.clock import HOUR, MINUTE, SECOND, Clock
from telegram_avalon.embedded import embedded_server
from telegram_avalon.logs import set_up_logs
from telegram_avalon.rules import Voting
from tests.bot.people import ours, reads, whisper
from tests.harness import Party, Stage, playing

MOST = 2 * MINUTE


class Alone(Clock):
    """A clock that believes itself: that of a machine without a time server."""

    def agree(self, told: int) -> int:  # noqa: ARG002 - that is the point
        return 0


def off_by(wrong: int) -> Clock:
    clock = Alone()
    clock._epoch += wrong / 1000  # noqa: SLF001 - a wrong clock is what this is about
    return clock


async def trial(wrong: int, killed: bool, redis_url: str) -> str:
    async with playing(redis_url, speed=1) as stage:
        right = stage.clock
        stage.clock = off_by(wrong)
        bot = await stage.start()
        party = Party(stage)
        party.patience = MOST
        await party.begin()
        # The second vote: the group's pace is known by then.
        await party.play(until=lambda game: isinstance(game.phase, Voting) and len(game.record) > 3)
        bot.kill() if killed else await bot.end()
        stage.clock = right
        stage.emulator.faults.release_all()
        await stage.start()
        return await waits(stage, party)


async def waits(stage: Stage, party: Party) -> str:
    clock, began = stage.clock, stage.clock.now()
    group = len(ours(party.group))
    whisper(party, party.people[1], "/help")
    for person, action in await party.next_moves():
        await (await party.press(person, action)).answered(MOST)
    help_after = group_after = None
    while clock.now() - began < MOST and None in (help_after, group_after):
        if help_after is None and reads(party.private(party.people[1]), "/rules explains"):
            help_after = clock.now() - began
        if group_after is None and len(ours(party.group)) > group:
            group_after = clock.now() - began
        await asyncio.sleep(0.02)
    return f"the group heard after {_said(group_after)}, /help after {_said(help_after)}"


def _said(after: int | None) -> str:
    return f"more than {MOST // SECOND} s" if after is None else f"{after / 1000:.1f} s"


async def main() -> None:
    set_up_logs("error", "json", io.StringIO())
    with tempfile.TemporaryDirectory() as folder:
        async with embedded_server(Path(folder)) as redis_url:
            for killed in (False, True):
                for name, wrong in (("right", 0), ("30 s fast", 30 * SECOND), ("1 h fast", HOUR)):
                    how = "killed" if killed else "stopped"
                    print(f"{name}, {how}: {await trial(wrong, killed, redis_url)}", flush=True)


if __name__ == "__main__":
    asyncio.run(main())
