"""What a game costs at people's pace: `python -m benchmarks.people_pace [games] [players]`.

Seeded people talk 10 to 40 s before a team, pick in 1.5 to 6 s, vote in 3 to 20 s and lay a card in
3 to 12 s, on a clock that runs twenty times as fast as the wall, against the emulator with
Telegram's limits enforced. Five quests; every first proposal is approved, or, in a second round of
games, each quest's first proposal is rejected. Last, one game is played without any thinking.
Prints sends and edits for each game, and how long news took to reach the group.
"""

import asyncio
import sys
import tempfile
from collections import Counter
from collections.abc import Awaitable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from telegram_avalon.embedded import embedded_server
from telegram_avalon.logs import set_up_logs
from telegram_avalon.rules import (
    Aim,
    Assassinate,
    Assassinating,
    Card,
    CastVote,
    Command,
    Game,
    Over,
    Pick,
    PlayCard,
    Propose,
    Proposing,
    Questing,
    Seat,
    Side,
    Vote,
    Voting,
)
from telegram_avalon.rules.engine import leader
from telegram_avalon.rules.knowledge import targets
from telegram_avalon.rules.record import current_quest, rejections
from telegram_avalon.rules.roles import side
from telegram_avalon.rules.rulesets import fails_needed, team_size
from telegram_avalon.screens.actions import Action
from tests.harness import Party, Stage, playing

SPEED = 20
SUCCEEDS = {1: True, 2: False, 3: True, 4: False, 5: True}
TALK, PICK, VOTE, CARD = (10.0, 40.0), (1.5, 6.0), (3.0, 20.0), (3.0, 12.0)
SPOKEN = {"sendMessage", "editMessageText", "editMessageReplyMarkup"}


@dataclass
class People:
    """Everybody at one table, with their habits."""

    stage: Stage
    party: Party
    random: Random
    thinking: bool = True
    rejecting: bool = False
    waits: list[int] = field(default_factory=list)
    """How long each piece of news took to the group (ms)."""

    async def think(self, span: tuple[float, float]) -> None:
        if self.thinking:
            await self.stage.clock.sleep(round(self.random.uniform(*span) * 1000))

    async def do(self, command: Command) -> None:
        table = await self.party.table()
        assert table.game is not None
        person = next(p for p in self.party.people if p.id == table.people[command.seat].id)
        press = await self.party.press(person, Action(table.id, table.game.step, command))
        await press.answered()

    async def news(self, acts: Iterable[Awaitable[None]]) -> None:
        """Let people act; the last act moves the game on: wait until the group reads it."""
        versions = self._group_texts()
        step = (await self.party.game()).step
        await asyncio.gather(*acts)
        moved = self.stage.clock.now()
        assert (await self.party.game()).step > step
        await self.stage.world.until(lambda: self._tells_more(versions), 120_000)
        self.waits.append(self.stage.clock.now() - moved)

    def _group_texts(self) -> set[str]:
        return {v.text for m in self.party.group.history for v in m.versions}

    def _tells_more(self, before: set[str]) -> bool:
        last = self.party.group.last
        fresh = last.text not in before
        return fresh and any(word in last.text for word in NEWS)

    async def play(self) -> None:
        while True:
            game = await self.party.game()
            match game.phase:
                case Proposing():
                    await self._propose(game)
                case Voting():
                    votes = self._votes(game)
                    await self.news(self._vote(Seat(s), vote) for s, vote in enumerate(votes))
                case Questing(team=team):
                    await self.news(self._card(seat, card) for seat, card in _cards(game, team))
                case Assassinating(assassin=assassin):
                    await self.think(TALK)
                    target = self.random.choice(targets(game.setup, assassin))
                    await self.do(Aim(assassin, target))
                    await self.think(PICK)
                    await self.news([self.do(Assassinate(assassin, target))])
                case Over():
                    return

    async def _propose(self, game: Game) -> None:
        await self.think(TALK)
        seat = leader(game)
        for member in _team(game, self.random):
            await self.do(Pick(seat, member))
            await self.think(PICK)
        await self.news([self.do(Propose(seat))])

    def _votes(self, game: Game) -> list[Vote]:
        approve = not self.rejecting or rejections(game.record) > 0
        return [Vote.APPROVE if approve else Vote.REJECT] * game.players

    async def _vote(self, seat: Seat, vote: Vote) -> None:
        await self.think(VOTE)
        await self.do(CastVote(seat, vote))

    async def _card(self, seat: Seat, card: Card) -> None:
        await self.think(CARD)
        await self.do(PlayCard(seat, card))


NEWS = ("proposal", "are on it", "pick the team", "Evil", "wins")


def _team(game: Game, random: Random) -> list[Seat]:
    """A team that can do what the quest is to come to."""
    quest = current_quest(game.record)
    seats = [Seat(s) for s in range(game.players)]
    random.shuffle(seats)
    if not SUCCEEDS[quest]:
        seats.sort(key=lambda s: side(game.setup.deal[s]) is Side.GOOD)
    return seats[: team_size(game.players, quest)]


def _cards(game: Game, team: tuple[Seat, ...]) -> list[tuple[Seat, Card]]:
    quest = current_quest(game.record)
    fails = 0 if SUCCEEDS[quest] else fails_needed(game.players, quest)
    cards = []
    for seat in team:
        fail = fails > 0 and side(game.setup.deal[seat]) is Side.EVIL
        fails -= fail
        cards.append((seat, Card.FAIL if fail else Card.SUCCESS))
    return cards


@dataclass(frozen=True)
class Figures:
    calls: int
    group: int
    answers: int
    seconds: float
    waits: tuple[int, ...]
    refused: int

    def __str__(self) -> str:
        waits = sorted(self.waits)
        return (
            f"sends and edits {self.calls:4}, of them to the group {self.group:3}, "
            f"answers {self.answers:3}, {self.seconds:5.0f} s; news in the group after "
            f"{waits[len(waits) // 2]} ms (median), {waits[-1]} ms (most); 429s {self.refused}"
        )


async def one(
    redis_url: str, seed: int, players: int, *, thinking: bool = True, rejecting: bool = False
) -> Figures:
    async with playing(redis_url, SPEED) as stage:
        await stage.start()
        party = Party(stage, players)
        people = People(stage, party, Random(seed), thinking, rejecting)
        started = stage.clock.now()
        await party.begin()
        await people.play()
        await party.quiet()
        made = [c for c in stage.emulator.calls if c.method in SPOKEN]
        replies = [c for c in made if "You're in at" in c.params.get("text", "")]
        methods = Counter(c.method for c in stage.emulator.calls)
        return Figures(
            calls=len(made) - len(replies),
            group=sum(c.chat_id == party.group.id for c in made),
            answers=methods["answerCallbackQuery"],
            seconds=(stage.clock.now() - started) / 1000,
            waits=tuple(people.waits),
            refused=sum(c.status == 429 for c in stage.emulator.calls),
        )


async def main(games: int = 3, players: int = 7) -> None:
    set_up_logs("error", "console")
    with tempfile.TemporaryDirectory() as folder:
        async with embedded_server(Path(folder)) as url:
            print(f"{players} players, from /new to the end, five quests")
            for seed in range(games):
                print(f"  approved at once, seed {seed}: {await one(url, seed, players)}")
            for seed in range(games):
                figures = await one(url, seed, players, rejecting=True)
                print(f"  five rejections more, seed {seed}: {figures}")
            print(f"  without thinking: {await one(url, 0, players, thinking=False)}")


if __name__ == "__main__":
    asyncio.run(main(*map(int, sys.argv[1:])))
