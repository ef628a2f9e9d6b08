"""Several bots behind one address, as a reverse proxy in front of replicas has them.

`replicas` is `harness.playing` with a proxy that shares updates out in turn; a bot is killed with
its connections, so that whoever waits for its answer learns of it as from a dead process.
"""

import asyncio
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, NoReturn
from unittest.mock import patch
from weakref import WeakKeyDictionary

import aiohttp
import uvicorn
from aiohttp import web

from telegram_avalon import app
from telegram_avalon import web as our_web
from telegram_avalon.playground import Call, Emulator, World
from telegram_avalon.settings import Address
from telegram_avalon.store import Unavailable
from tests import harness
from tests.harness import Bot, MortalRedis, Stage, playing

SECRET = "a-secret_of-the-tests"
HEADER = "X-Telegram-Bot-Api-Secret-Token"
PATH = "/hook"

_servers: WeakKeyDictionary[Bot, list[uvicorn.Server]] = WeakKeyDictionary()


class MortalServer(our_web._Server):
    """A web server that can be cut off with its bot."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        _servers.setdefault(harness._owner(), []).append(self)


@dataclass(eq=False)
class Proxy:
    """Hands each request to the next backend that takes it."""

    url: str = ""
    backends: list[str] = field(default_factory=list)
    served: list[tuple[str, int]] = field(default_factory=list)
    """Which backend answered what."""
    _turn: int = 0

    @classmethod
    @asynccontextmanager
    async def running(cls) -> AsyncIterator["Proxy"]:
        proxy = cls()
        async with aiohttp.ClientSession() as session:

            async def answer(request: web.Request) -> web.Response:
                return await proxy._answer(request, session)

            application = web.Application()
            application.router.add_route("*", "/{anything:.*}", answer)
            runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.2)
            await runner.setup()
            await web.TCPSite(runner, "127.0.0.1", 0).start()
            proxy.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
            try:
                yield proxy
            finally:
                await runner.cleanup()

    async def _answer(self, request: web.Request, session: aiohttp.ClientSession) -> web.Response:
        body = await request.read()
        headers = {name: request.headers[name] for name in (HEADER,) if name in request.headers}
        for _ in list(self.backends):
            self._turn += 1
            backend = self.backends[self._turn % len(self.backends)]
            try:
                async with session.request(
                    request.method, backend + request.path_qs, data=body, headers=headers
                ) as there:
                    self.served.append((backend, there.status))
                    kept = {n: there.headers[n] for n in ("Retry-After",) if n in there.headers}
                    return web.Response(status=there.status, body=await there.read(), headers=kept)
            except aiohttp.ClientConnectorError:
                continue
            except (aiohttp.ClientError, OSError):
                break
        return web.Response(status=502)


@dataclass(eq=False)
class Replicas:
    """A stage whose bots get their updates by webhook, behind one proxy."""

    stage: Stage
    proxy: Proxy

    @property
    def world(self) -> World:
        return self.stage.world

    @property
    def emulator(self) -> Emulator:
        return self.stage.emulator

    async def start(self, *stops: str, **changes: Any) -> Bot:
        """Run a bot behind the proxy; it takes updates when this returns."""
        address = Address("127.0.0.1", free_port())
        bot = self.stage._new(stops)
        told = replace(self.stage.settings, listen=address, **changes)
        work = app.run(told, self.stage.redis_url, bot.ending, self.stage.clock)
        bot.main = self.stage._run(bot, work)
        await _until_it_serves(bot, address)
        self.proxy.backends.append(f"http://{address.host}:{address.port}")
        return bot

    async def poll(self) -> Bot:
        """Run a bot by long polling instead."""
        polls = len(self.emulator.calls_of("getUpdates"))
        bot = self.stage._new(())
        told = replace(self.stage.settings, webhook_url=None)
        work = app.run(told, self.stage.redis_url, bot.ending, self.stage.clock)
        bot.main = self.stage._run(bot, work)
        await self.world.until(lambda: len(self.emulator.calls_of("getUpdates")) > polls)
        return bot

    def backend(self, bot: Bot) -> str:
        return self.proxy.backends[[b for b in self.stage.bots if not b.dead].index(bot)]

    def kill(self, bot: Bot) -> None:
        """End it between two instructions, and all its connections."""
        self.proxy.backends.remove(self.backend(bot))
        for server in _servers.get(bot, []):
            for listener in server.servers:
                listener.close()
            for connection in list(server.server_state.connections):
                if connection.transport is not None:
                    connection.transport.abort()
        bot.kill()

    def answers(self) -> list[Call]:
        """The calls that answered presses, by whichever way."""
        return self.emulator.calls_of("answerCallbackQuery")

    async def dealt_with(self) -> None:
        """Wait until no update is left to hand out."""
        await self.world.until(lambda: not self.emulator.inbox.pending)


@asynccontextmanager
async def replicas(
    redis_url: str, bots: int = 1, speed: float = 50, **changes: object
) -> AsyncIterator[Replicas]:
    """Telegram, a proxy and so many *bots* behind it."""
    async with Proxy.running() as proxy:
        told = {"webhook_url": proxy.url + PATH, "webhook_secret": SECRET} | changes
        with patch.object(our_web, "_Server", MortalServer):
            async with playing(redis_url, speed, **told) as stage:
                there = Replicas(stage, proxy)
                for _ in range(bots):
                    await there.start()
                yield there
                await stage.emulator.webhook.close()


@contextmanager
def redis_away() -> Iterator[None]:
    """No bot gets an answer from Redis meanwhile; the tests do."""

    def refuse(*_: object, **__: object) -> NoReturn:
        raise Unavailable("there is no connection to it")

    async def refuse_later(*_: object, **__: object) -> NoReturn:
        refuse()

    with (
        patch.object(MortalRedis, "execute_command", refuse_later),
        patch.object(MortalRedis, "pipeline", refuse),
    ):
        yield


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


async def _until_it_serves(bot: Bot, address: Address) -> None:
    url = f"http://{address.host}:{address.port}/healthz"
    async with aiohttp.ClientSession() as session:
        for _ in range(2000):
            try:
                async with session.get(url):
                    return
            except aiohttp.ClientError:
                assert bot.main is not None
                if bot.main.done():
                    bot.main.result()
                await asyncio.sleep(0.005)
    raise AssertionError("the bot never served")
