"""Whole bots in this process: the real application, an emulated Telegram, a real server.

`playing` puts the world up, `Stage.start` runs a bot in it, and a bot can be killed at an exact
point: it is cut off from the server and from Telegram, its tasks are cancelled, and nothing it
does on its way out reaches anybody. Another can then be started on what it left behind.
`Party` is the people: it presses what is to be pressed, and only what is really there.
"""

import asyncio
import hashlib
import re
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar
from unittest.mock import patch

from redis.asyncio import Redis
from telegram.request import BaseRequest, RequestData

from telegram_avalon import app
from telegram_avalon.bot_token import BotToken
from telegram_avalon.clock import Clock
from telegram_avalon.delivery.http import DIRECT, AiohttpRequest, Way
from telegram_avalon.meter import Meter
from telegram_avalon.playground import Chat, Emulator, Message, Person, Press, World
from telegram_avalon.playground.presses import ANSWERABLE
from telegram_avalon.rules import (
    Assassinate,
    Assassinating,
    Card,
    CastVote,
    ChooseCard,
    ChooseQuest,
    Command,
    Examine,
    Examining,
    Game,
    GiveCard,
    Giving,
    OpinionVoting,
    Over,
    Pick,
    PlayCard,
    PlotAsked,
    PlotCard,
    Propose,
    Proposing,
    Questing,
    QuestPlayed,
    Seat,
    TeamVoted,
    UseCard,
    Vote,
    Voting,
    legal,
    targeting,
)
from telegram_avalon.rules.engine import leader
from telegram_avalon.rules.record import clockwise
from telegram_avalon.rules.rulesets import team_size
from telegram_avalon.screens.actions import Action, Sure, encode
from telegram_avalon.settings import Address, AllowedChats, Settings
from telegram_avalon.store import Keys, Tables, connect
from telegram_avalon.store.redis import Client
from telegram_avalon.table import Table
from telegram_avalon.troubles import Troubles

TOKEN = "1000001:AAE-playground_0123456789abcdefghij"
NAMES = ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay", "Gus", "Hal", "Ivy", "Jon")
ENOUGH = 1000
"""Moves; no game takes as many."""

_T = TypeVar("_T")
_SCRIPTS = ("claim", "commit", "may_call", "may_reply", "called", "finish")


def settings(emulator: Emulator, **changes: object) -> Settings:
    """What a bot on *emulator* is told."""
    told: dict[str, Any] = {
        "token": BotToken(emulator.token),
        "api_url": emulator.url,
        "redis_url": None,
        "data_dir": Path("nowhere"),
        "proxy_url": None,
        "ip_version": None,
        "webhook_url": None,
        "webhook_secret": None,
        "listen": Address("127.0.0.1", 0),
        "log_level": "info",
        "log_format": "console",
        "default_language": "en",
        "messages_per_second": 28,
        "allowed_chats": AllowedChats(),
        "owners": frozenset(),
    }
    return Settings(**(told | changes))


# --- a bot that can be killed ------------------------------------------------------------------


@dataclass(eq=False)
class Stop:
    """A point that a bot doesn't get past until it is released."""

    point: str
    skip: int = 0
    """How often it may pass first."""
    reached: asyncio.Event = field(default_factory=asyncio.Event)
    released: asyncio.Event = field(default_factory=asyncio.Event)

    async def wait(self) -> None:
        await asyncio.wait_for(self.reached.wait(), 10)


@dataclass(eq=False)
class Bot:
    """One process, as far as anybody outside can tell.

    Points are named after what passes them: "after commit", "before sendMessage", "after HMGET".
    """

    dead: bool = False
    stops: list[Stop] = field(default_factory=list)
    tasks: set["asyncio.Task[Any]"] = field(default_factory=set)
    ending: asyncio.Event = field(default_factory=asyncio.Event)
    main: "asyncio.Task[None] | None" = None

    def stop_at(self, point: str, skip: int = 0) -> Stop:
        """Let it come to *point* and no further."""
        stop = Stop(point, skip)
        self.stops.append(stop)
        return stop

    def kill(self) -> None:
        """End it between two instructions."""
        self.dead = True
        for task in self.tasks:
            task.cancel()

    async def end(self) -> None:
        """End it as SIGTERM does."""
        self.ending.set()
        if self.main is not None:
            await asyncio.wait_for(self.main, 10)

    async def passing(self, point: str) -> None:
        self.check()
        for stop in self.stops:
            if stop.point == point and not stop.released.is_set():
                if stop.skip:
                    stop.skip -= 1
                    continue
                stop.reached.set()
                await stop.released.wait()
        self.check()

    def check(self) -> None:
        if self.dead:
            raise asyncio.CancelledError


_bot: ContextVar[Bot | None] = ContextVar("_bot", default=None)


class MortalRedis(Client):
    """A client that says nothing any more once its bot is dead."""

    bot: Bot
    names: dict[str, str]

    @classmethod
    def of(cls, bot: Bot, url: str) -> "MortalRedis":
        client = cls(connection_pool=connect(url).connection_pool)
        client.auto_close_connection_pool = True
        client.bot, client.names = bot, {}
        return client

    def register_script(self, script: Any) -> Any:
        for name in _SCRIPTS:
            if script.endswith(_source(name)):
                self.names[hashlib.sha1(script.encode()).hexdigest()] = name
        return super().register_script(script)

    async def execute_command(self, *args: Any, **options: Any) -> Any:
        name = self.names.get(args[1], args[0]) if args[0] == "EVALSHA" else str(args[0])
        if name == "claim" and str(args[3]).endswith(":poller"):
            name = "may_poll"  # the same script, for another lease than a table's
        await self.bot.passing(f"before {name}")
        answer: Any = await super().execute_command(*args, **options)
        await self.bot.passing(f"after {name}")
        return answer

    def pipeline(self, *args: Any, **options: Any) -> Any:
        self.bot.check()
        return super().pipeline(*args, **options)


class MortalRequest(AiohttpRequest):
    """The bot's HTTP client, cut once its bot is dead."""

    def __init__(
        self,
        way: Way = DIRECT,
        troubles: Troubles | None = None,
        meter: Meter | None = None,
    ) -> None:
        super().__init__(way, troubles, meter)
        self.bot = _owner()

    async def do_request(
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        read_timeout: object = BaseRequest.DEFAULT_NONE,
        write_timeout: object = BaseRequest.DEFAULT_NONE,
        connect_timeout: object = BaseRequest.DEFAULT_NONE,
        pool_timeout: object = BaseRequest.DEFAULT_NONE,
    ) -> tuple[int, bytes]:
        name = url.rpartition("/")[2].partition("?")[0]
        await self.bot.passing(f"before {name}")
        answer = await super().do_request(url, method, request_data, read_timeout)
        await self.bot.passing(f"after {name}")
        return answer


def _owner() -> Bot:
    bot = _bot.get()
    return bot if bot is not None else Bot()


def _source(name: str) -> str:
    return (files("telegram_avalon.store") / "lua" / f"{name}.lua").read_text("utf-8")


def _noted(
    loop: asyncio.AbstractEventLoop, coroutine: Coroutine[Any, Any, _T], **options: Any
) -> "asyncio.Task[_T]":
    """Make a task and note whose it is: whoever made it is asked."""
    task = asyncio.Task(coroutine, loop=loop, **options)
    if (bot := _bot.get()) is not None:
        bot.tasks.add(task)
        task.add_done_callback(bot.tasks.discard)
    return task


# --- where it plays ----------------------------------------------------------------------------


@dataclass(eq=False)
class Stage:
    emulator: Emulator
    redis_url: str
    clock: Clock
    settings: Settings
    redis: Redis
    """The tests' own client."""
    bots: list[Bot] = field(default_factory=list)

    @property
    def world(self) -> World:
        return self.emulator.world

    @property
    def keys(self) -> Keys:
        return Keys(self.settings.bot_id)

    @property
    def tables(self) -> Tables:
        return Tables(self.redis, self.keys, self.clock)

    async def start(self, *stops: str) -> Bot:
        """Run a bot by long polling; it is ready when this returns."""
        polls = len(self.emulator.calls_of("getUpdates"))
        bot = self._new(stops)
        bot.main = self._run(bot, app.run(self.settings, self.redis_url, bot.ending, self.clock))
        await self.world.until(lambda: len(self.emulator.calls_of("getUpdates")) > polls)
        return bot

    async def assemble(self, *, working: bool = True) -> tuple[Bot, app.Parts]:
        """Put a bot's parts together without polling; *working*: with its worker running."""
        bot, assembled = self._new(()), asyncio.get_running_loop().create_future()

        async def run() -> None:
            async with app.assembled(self.settings, self.redis_url, self.clock) as parts:
                worker = asyncio.create_task(parts.worker.run()) if working else None
                assembled.set_result(parts)
                await bot.ending.wait()
                parts.worker.stop()
                if worker:
                    await worker

        bot.main = self._run(bot, run())
        return bot, await asyncio.wait_for(assembled, 10)

    async def end(self) -> None:
        """End whatever still runs, and collect what was killed."""
        self.emulator.faults.release_all()
        for bot in self.bots:
            for stop in bot.stops:
                stop.released.set()
            bot.ending.set()
        tasks = [task for bot in self.bots for task in bot.tasks]
        _, late = await asyncio.wait(tasks, timeout=10) if tasks else (None, set[Any]())
        assert not late, f"never ended: {late}"

    def _new(self, stops: tuple[str, ...]) -> Bot:
        bot = Bot(stops=[Stop(point) for point in stops])
        self.bots.append(bot)
        return bot

    def _run(self, bot: Bot, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        before = _bot.set(bot)
        try:
            return asyncio.create_task(work)
        finally:
            _bot.reset(before)


@asynccontextmanager
async def playing(redis_url: str, speed: float = 50, **changes: object) -> AsyncIterator[Stage]:
    """An emptied server and a world, both on one clock that runs *speed* times as fast."""
    clock, loop = Clock(speed=speed), asyncio.get_running_loop()
    factory = loop.get_task_factory()
    loop.set_task_factory(_noted)  # type: ignore[arg-type]
    patched = patch.multiple(
        app, connect=lambda url: MortalRedis.of(_owner(), url), AiohttpRequest=MortalRequest
    )
    try:
        async with Redis.from_url(redis_url) as redis, Emulator.running(clock, TOKEN) as emulator:
            await redis.flushdb()
            # So long by the wall's clock: on a fast one a busy machine would answer too late.
            emulator.world.answerable = round(ANSWERABLE * speed)
            told = settings(emulator, **changes)
            stage = Stage(emulator, redis_url, clock, told, redis)
            with patched:
                try:
                    yield stage
                finally:
                    await stage.end()
    finally:
        loop.set_task_factory(factory)


# --- who plays ---------------------------------------------------------------------------------


def _asked_first(action: Action) -> Action | None:
    """The press that brings the button of *action*, where it takes two."""
    match action.deed:
        case Examine() | UseCard() | GiveCard(card=PlotCard.OPEN_UP) as use:
            return Action(action.table, action.step, Sure(use))
        case _:
            return None


class Party:
    """Some people in a group, of whom the first opens the table."""

    patience: int | None = None
    """How long they wait for what must come (ms of the clock); without it as long as tests do."""

    def __init__(self, stage: Stage, players: int = 5, kind: str = "supergroup") -> None:
        self._stage: Stage | None = stage
        self._gather(stage.world, players, kind)

    @classmethod
    def in_world(cls, world: World, players: int = 5) -> "Party":
        """People who know no more of the bot than what it shows them."""
        party = cls.__new__(cls)
        party._stage = None
        party._gather(world, players, "supergroup")
        return party

    @property
    def stage(self) -> Stage:
        assert self._stage is not None, "what is stored is out of sight"
        return self._stage

    def _gather(self, world: World, players: int, kind: str) -> None:
        self.world = world
        self.people = [self.world.person(name, started=True) for name in NAMES[:players]]
        self.group = self.world.group("Friends", *self.people, kind=kind)
        self.host = self.people[0]
        self.id = ""

    def private(self, person: Person) -> Chat:
        return self.world.private(person)

    @property
    def chats(self) -> list[Chat]:
        return [self.group, *map(self.private, self.people)]

    async def think(self) -> None:
        """Do what comes before each press; in tests nobody needs time for it."""

    async def until(self, predicate: Callable[[], object], *chats: Chat) -> None:
        """Wait for what happens in these chats, or in all of the party's."""
        await self.world.until(predicate, self.patience, chats=chats or self.chats)

    async def handled(self) -> None:
        """Wait until the bot has confirmed everything that these people did."""
        own = {chat.id for chat in self.chats}
        await self.until(lambda: not any(u.chat in own for u in self.world.inbox.pending))

    async def table(self) -> Table:
        """What is stored."""
        found = await self.stage.tables.load(self.id)
        assert found is not None
        return found.table

    async def game(self) -> Game:
        game = (await self.table()).game
        assert game is not None
        return game

    async def open(self) -> Message:
        """Open a table: its message."""
        self.world.say(self.host, self.group, f"/new@{self.world.bot.username}")
        await self.until(partial(_offers, self.group, "Join"), self.group)
        data = self.group.last.button(label="⚔️ Join").callback_data
        self.id = data.partition(":")[0]
        return self.group.last

    async def sit_down(self) -> None:
        """Open a table and take everybody's seat, through the private chat as newcomers do."""
        lobby = await self.open()
        for person in self.people:
            await self.think()
            self.world.press(person, lobby, "Join")
            chat = self.private(person)
            await self.until(partial(_was_told, chat, "You're in"), chat)

    async def begin(self) -> None:
        """Sit down and begin: everybody has their card."""
        await self.sit_down()
        await self.think()
        await self.world.press(self.host, self.group.last, "Begin").answered(self.patience)
        await self.until(partial(_was_told, self.group, "are dealt"), self.group)
        for person in self.people:
            await self.until(partial(self.cards, person), self.private(person))

    def cards(self, person: Person) -> list[Message]:
        """The messages that told *person* their card."""
        return [m for m in self.private(person).history if "your card" in m.versions[0].text]

    def told_group(self, words: str) -> list[Message]:
        """The group's messages that read so now."""
        return [message for message in _ours(self.group) if words in message.text]

    async def propose_by_sight(self) -> list[Message]:
        """Whoever leads picks the first buttons there are and proposes: the ballots."""
        panel = self.group.last
        leader = next(p for p in self.people if f"\u2068{p.name}\u2069 — pick" in panel.text)
        for number in range(2):
            data = panel.buttons[0][number].callback_data
            await self.world.press(leader, panel, data=data, force=True).answered()
        await self.world.press(leader, panel, "Propose").answered()
        for person in self.people:
            chat = self.private(person)
            await self.until(partial(_offers, chat, "Approve"), chat)
        return [self.private(person).last for person in self.people]

    async def next_moves(self, votes: Vote = Vote.APPROVE) -> list[tuple[Person, Action]]:
        """What is to be pressed now, by whom; empty once the game is over."""
        table = await self.table()
        assert table.game is not None
        people = {person.id: person for person in self.people}
        return [
            (people[table.people[command.seat].id], Action(table.id, table.game.step, command))
            for command in _next_moves(table.game, votes)
        ]

    def chat_of(self, person: Person, action: Action) -> Chat:
        """Where the button for it stands."""
        public = isinstance(action.deed, Pick | Propose | ChooseQuest)
        return self.group if public else self.private(person)

    async def see(self, person: Person, action: Action) -> Message:
        """Wait for the newest message with the button for *action*."""
        chat, data = self.chat_of(person, action), encode(action)
        await self.until(lambda: _with_button(chat, data), chat)
        return _with_button(chat, data)[-1]

    async def press(self, person: Person, action: Action) -> Press:
        """Press a button as soon as it is there; where it must be asked for, ask for it first."""
        if (asked := _asked_first(action)) is not None:
            await (await self.press(person, asked)).answered(self.patience)
        await self.see(person, action)
        await self.think()
        message = await self.see(person, action)
        return self.world.press(person, message, data=encode(action))

    async def play(
        self,
        votes: Vote = Vote.APPROVE,
        until: Callable[[Game], bool] | None = None,
        *,
        toasts: bool = True,
    ) -> None:
        """Press what is to be pressed until the game is over, or *until* holds of it.

        Without *toasts* an answer to a press may get lost on its way.
        """
        for _ in range(ENOUGH):
            moves = await self.next_moves(votes)
            if not moves:
                return
            presses = [await self.press(person, action) for person, action in moves]
            for press in presses if toasts else ():
                await press.answered(self.patience)
            await self.handled()
            if until is not None and until(await self.game()):
                return
        raise AssertionError("the game never ends")

    async def play_out(self) -> None:
        """Play to the end, and see that every chat has been told of it."""
        await self.play()
        await self.quiet()
        assert isinstance((await self.game()).phase, Over)

    async def quiet(self) -> None:
        """Wait until nothing is left to deliver."""
        for _ in range(2000):
            due = await self.stage.redis.zcard(self.stage.keys.due)
            if not due:
                return
            await self.stage.clock.sleep(200)
        raise AssertionError(f"never quiet: {self.world.dump()}")

    def repeats(self) -> dict[str, int]:
        """How often a chat was sent again what it had been sent, for chats where it was."""
        found = {}
        for chat in self.chats:
            texts = Counter(m.versions[0].text for m in _ours(chat))
            if again := sum(count - 1 for count in texts.values()):
                found[chat.title] = again
        return found

    async def untold(self) -> list[str]:
        """What the group should have been told and never was."""
        said = "\n".join(v.text for m in _ours(self.group) for v in m.versions)
        record = (await self.game()).record
        votes = len([fact for fact in record if isinstance(fact, TeamVoted)])
        told = len(set(re.findall(r"quest \d, .*|Approved.*|Rejected.*", said, re.IGNORECASE)))
        quests = [
            f"Quest {fact.quest} {'succeeded' if fact.succeeded else 'failed'}"
            for fact in record
            if isinstance(fact, QuestPlayed)
        ]
        missing = [quest for quest in quests if quest not in said]
        return missing if told or not votes else [*missing, "votes"]


def _ours(chat: Chat) -> list[Message]:
    return [message for message in chat.history if message.sender.is_bot and not message.service]


def _offers(chat: Chat, label: str) -> bool:
    return bool(chat.by_id) and any(label in each for each in chat.last.labels)


def _was_told(chat: Chat, words: str) -> bool:
    return any(words in message.text for message in _ours(chat))


def _with_button(chat: Chat, data: str) -> list[Message]:
    return [
        message
        for message in chat.messages
        if any(button.callback_data == data for row in message.buttons for button in row)
    ]


def _next_moves(game: Game, votes: Vote) -> list[Command]:
    match game.phase:
        case Proposing(team=team):
            return [_lead(game, team)]
        case Voting(votes=cast):
            return [CastVote(Seat(s), votes) for s, vote in enumerate(cast) if vote is None]
        case Questing(team=team, cards=cards):
            laid = zip(team, cards, strict=True)
            return [PlayCard(seat, Card.SUCCESS) for seat, card in laid if card is None]
        case Assassinating(assassin=seat, aim=aim):
            moves = legal(game, seat)
            wanted = Assassinate if aim is not None else object
            return [next(m for m in moves if isinstance(m, wanted) and _at(m, aim))]
        case OpinionVoting(makers=makers, votes=cast):
            return [CastVote(s, votes) for s, v in zip(makers, cast, strict=True) if v is None]
        case Examining(holder=holder):
            return [legal(game, holder)[0]]
        case Giving() | PlotAsked():
            return [plot_move(game)]
        case Over():
            return []
        case _:
            raise NotImplementedError(type(game.phase).__name__)


def plot_move(game: Game) -> Command:
    """Give the first card to the next seat; play whatever can be played, in the first way."""
    match game.phase:
        case Giving(cards=cards, chosen=None):
            return ChooseCard(leader(game), cards[0])
        case Giving(chosen=chosen) if chosen:
            return GiveCard(leader(game), chosen, clockwise(leader(game), game.players))
        case PlotAsked(seat=seat):
            return next(move for move in legal(game, seat) if isinstance(move, UseCard))
        case phase:
            raise AssertionError(f"no plot card is asked for in {phase}")


def _at(command: Command, aim: Seat | None) -> bool:
    return aim is None or (isinstance(command, Assassinate) and command.target == aim)


def _lead(game: Game, team: tuple[Seat, ...]) -> Command:
    seat = leader(game)
    quest = targeting.quest(game)
    if quest is None:
        return ChooseQuest(seat, targeting.choices(game)[-1])
    if len(team) == team_size(game.players, quest):
        return Propose(seat)
    return Pick(seat, next(Seat(s) for s in range(game.players) if s not in team))
