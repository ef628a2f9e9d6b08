"""The emulated Bot API server: one bot's address, and the world that bot lives in."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from aiohttp import web

from telegram_avalon.clock import Clock
from telegram_avalon.playground.context import Context
from telegram_avalon.playground.dispatcher import Call, Dispatcher
from telegram_avalon.playground.errors import ApiError
from telegram_avalon.playground.faults import Faults
from telegram_avalon.playground.http_forms import read_values, refuse, respond
from telegram_avalon.playground.limits import Limits
from telegram_avalon.playground.people import Person
from telegram_avalon.playground.profile import Profile
from telegram_avalon.playground.updates import Inbox
from telegram_avalon.playground.webhook import Webhook
from telegram_avalon.playground.world import World

TOKEN = "1000001:playground"  # noqa: S105 - opens nothing
USERNAME = "avalon_test_bot"
_MOST_BODY_BYTES = 2**20


@dataclass(eq=False, repr=False)
class Emulator:
    clock: Clock
    token: str
    dispatcher: Dispatcher
    url: str = ""
    """Where the server is; clients add /bot<token>/<method>."""

    @classmethod
    @asynccontextmanager
    async def running(
        cls,
        clock: Clock,
        token: str = TOKEN,
        *,
        port: int = 0,
        username: str = USERNAME,
        host: str = "127.0.0.1",
    ) -> AsyncIterator["Emulator"]:
        """Serve until the block ends; port 0 takes a free one."""
        emulator = cls(clock, token, _new_dispatcher(clock, token, username))
        runner = web.AppRunner(emulator.application(), access_log=None, shutdown_timeout=0.2)
        await runner.setup()
        await web.TCPSite(runner, host, port).start()
        emulator.url = f"http://{host}:{runner.addresses[0][1]}"
        try:
            yield emulator
        finally:
            emulator.faults.release_all()
            await emulator.webhook.close()
            await emulator.inbox.close()
            await runner.cleanup()

    @property
    def world(self) -> World:
        return self.context.world

    @property
    def calls(self) -> list[Call]:
        """Every call there has been, oldest first."""
        return self.dispatcher.calls

    @property
    def limits(self) -> Limits:
        return self.dispatcher.limits

    @property
    def faults(self) -> Faults:
        return self.dispatcher.faults

    @property
    def lints(self) -> list[str]:
        """What the bot sent that Telegram would silently ignore."""
        return self.context.lints

    @property
    def inbox(self) -> Inbox:
        return self.context.inbox

    @property
    def webhook(self) -> Webhook:
        return self.context.webhook

    @property
    def profile(self) -> Profile:
        return self.context.profile

    @property
    def context(self) -> Context:
        return self.dispatcher.context

    def calls_of(self, method: str, chat_id: int | None = None) -> list[Call]:
        return [c for c in self.calls if c.method == method and chat_id in (None, c.chat_id)]

    def application(self) -> web.Application:
        application = web.Application(client_max_size=_MOST_BODY_BYTES)
        application.router.add_route("*", "/bot{token}/{method}", self._answer)
        application.router.add_route("*", "/{anything:.*}", _not_found)
        return application

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        if request.match_info["token"] != self.token:
            return refuse(ApiError(401, "Unauthorized"))
        if request.method not in ("GET", "POST"):
            return refuse(ApiError(405, "Method Not Allowed"))
        try:
            values = await read_values(request)
        except ValueError:
            return refuse(ApiError(400, "Bad Request: can't parse request body"))
        outcome = await self.dispatcher.dispatch(request.match_info["method"], values)
        return respond(request, outcome)

    def __repr__(self) -> str:
        return f"<emulator at {self.url}>"


def _new_dispatcher(clock: Clock, token: str, username: str) -> Dispatcher:
    bot = Person(int(token.partition(":")[0]), "Avalon", username=username, is_bot=True)
    faults = Faults()
    inbox = Inbox(clock, faults)
    webhook = Webhook(clock, inbox)
    world = World(clock, inbox, bot)
    dispatcher = Dispatcher(clock, Limits(clock), faults, Context(world, inbox, webhook))

    async def carry_out(method: str, values: dict[str, object]) -> None:
        await dispatcher.dispatch(method, values, in_webhook_reply=True)

    webhook.carry_out = carry_out
    webhook.noticed = world.touch
    return dispatcher


async def _not_found(_: web.Request) -> web.StreamResponse:
    return refuse(ApiError(404, "Not Found"))
