"""Updates by webhook: an ASGI endpoint that answers only once an update is dealt with.

Telegram hands an update out again until it gets a 2xx, so a process may be killed at any moment.
The answer to a press travels in the reply's body, which spares a call to the Bot API (Bot API,
"Making requests when getting updates").
"""

import asyncio
import hmac
import http.client
import socket
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from contextlib import contextmanager
from http import HTTPStatus
from typing import Any, Protocol

import msgspec
import structlog
import uvicorn

from telegram_avalon.bot import Postponed, Reaction, Toast, Update, read_update
from telegram_avalon.bot.updates import CallbackQuery
from telegram_avalon.clock import Clock
from telegram_avalon.connections import Connection
from telegram_avalon.health import Healthy
from telegram_avalon.loops import Rarely
from telegram_avalon.store.codec import where

log = structlog.get_logger()

SECRET_HEADER = b"x-telegram-bot-api-secret-token"
MOST_BYTES = 1024 * 1024
"""Of an update; Telegram's own are a few kilobytes."""
RETRY_AFTER = 3
"""Seconds after which an update that could not be dealt with should come again."""

ANSWERS_WITHIN = 5.0
"""Seconds that `asked` waits."""
FAREWELL = 10
"""Seconds that the requests under way may take at the end."""

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

Handle = Callable[[Update], Awaitable[Reaction]]


class Give(Protocol):
    def __call__(
        self, reaction: Reaction, query: CallbackQuery | None, *, answered: bool
    ) -> None: ...


class TooLong(Exception):  # noqa: N818
    """A body that is no update."""


class Health:
    """The ASGI application of a bot that polls: `/healthz`."""

    def __init__(self, healthy: Healthy) -> None:
        self._healthy = healthy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002
        if scope["type"] != "http":
            return
        match scope["path"], scope["method"]:
            case "/healthz", "GET" | "HEAD":
                await _answer(send, *self._health())
            case "/healthz", _:
                await _answer(send, HTTPStatus.METHOD_NOT_ALLOWED, allow=b"GET, HEAD")
            case _:
                await _answer(send, HTTPStatus.NOT_FOUND)

    def _health(self) -> tuple[HTTPStatus, dict[str, object]]:
        wrong = self._healthy()
        if wrong is None:
            return HTTPStatus.OK, {"status": "ok"}
        return HTTPStatus.SERVICE_UNAVAILABLE, {"status": wrong}


class Webhook(Health):
    """... of a bot with a webhook: updates at *path*, and `/healthz`."""

    def __init__(
        self,
        path: str,
        secret: str,
        handle: Handle,
        give: Give,
        healthy: Healthy,
        clock: Clock,
    ) -> None:
        super().__init__(healthy)
        self._rarely = Rarely(clock)
        self._path = path
        self._secret = secret.encode()
        self._handle = handle
        self._give = give

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        match scope.get("path"), scope.get("method"):
            case self._path, "POST":
                await _answer(send, *await self._updated(scope, receive))
            case self._path, _ if self._path != "/healthz":
                await _answer(send, HTTPStatus.METHOD_NOT_ALLOWED, allow=b"POST")
            case _:
                await super().__call__(scope, receive, send)

    async def _updated(
        self, scope: Scope, receive: Receive
    ) -> tuple[HTTPStatus, dict[str, object] | None]:
        if not self._is_telegram(scope):
            if (times := self._rarely.count("secret")) is not None:
                peer = scope.get("client") or ("unknown",)
                log.warning("a request without the webhook's secret", peer=peer[0], times=times)
            return HTTPStatus.FORBIDDEN, None
        try:
            update = read_update(await _body(receive))
        except TooLong:
            return HTTPStatus.REQUEST_ENTITY_TOO_LARGE, None
        except (msgspec.DecodeError, RecursionError) as error:
            # A 4xx would have it handed out for a day.
            log.error("an update can't be read and is dropped", error=where(error))
            return HTTPStatus.OK, None
        try:
            reaction = await self._handle(update)
        except Postponed as why:
            if (times := self._rarely.count(str(why))) is not None:
                log.warning("updates have to come again", why=str(why), times=times)
            return HTTPStatus.SERVICE_UNAVAILABLE, None
        return HTTPStatus.OK, self._reply(reaction, update.callback_query)

    def _is_telegram(self, scope: Scope) -> bool:
        given = next((value for name, value in scope["headers"] if name == SECRET_HEADER), b"")
        return hmac.compare_digest(given, self._secret)

    def _reply(self, reaction: Reaction, query: CallbackQuery | None) -> dict[str, object] | None:
        """Give the reaction; of a toast the answer itself goes into the body of our reply."""
        toast = reaction if isinstance(reaction, Toast) and query is not None else None
        self._give(reaction, query, answered=toast is not None)
        return answer_call(toast, query) if toast and query else None


def answer_call(toast: Toast, query: CallbackQuery) -> dict[str, object]:
    """The call that answers a press, as the body of our reply."""
    call: dict[str, object] = {"method": "answerCallbackQuery", "callback_query_id": query.id}
    if toast.url is not None:
        return call | {"url": toast.url}
    return call | ({"text": toast.text, "show_alert": toast.alert} if toast.text else {})


async def _body(receive: Receive) -> bytes:
    parts, size, more = [], 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise TooLong
        part = message.get("body", b"")
        size += len(part)
        if size > MOST_BYTES:
            raise TooLong
        parts.append(part)
        more = message.get("more_body", False)
    return b"".join(parts)


async def _answer(
    send: Send,
    status: HTTPStatus,
    content: dict[str, object] | None = None,
    allow: bytes | None = None,
) -> None:
    body = b"" if content is None else msgspec.json.encode(content, enc_hook=str)
    headers = [(b"content-length", b"%d" % len(body))]
    if content is not None:
        headers.append((b"content-type", b"application/json"))
    if status is HTTPStatus.SERVICE_UNAVAILABLE:
        headers.append((b"retry-after", b"%d" % RETRY_AFTER))
    if allow is not None:
        headers.append((b"allow", allow))
    await send({"type": "http.response.start", "status": int(status), "headers": headers})
    await send({"type": "http.response.body", "body": body})


class _Server(uvicorn.Server):
    """Leaves the signals to the command line."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def main_loop(self) -> None:
        try:
            await super().main_loop()
        finally:  # uvicorn itself would leave them open if it is cancelled
            for server in self.servers:
                server.close()


def asked(host: str, port: int) -> str | None:
    """What `/healthz` of the bot that listens there tells to be wrong; None: nothing.

    No proxy is asked, whatever the environment says: the bot is on this machine.
    """
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - where it listens
    connection = http.client.HTTPConnection(host, port, timeout=ANSWERS_WITHIN)
    try:
        connection.request("GET", "/healthz")
        response = connection.getresponse()
        said = response.read(1000).decode(errors="replace")
    except (OSError, http.client.HTTPException) as error:
        return f"{host}:{port} does not answer: {str(error) or type(error).__name__}"
    finally:
        connection.close()
    return None if response.status == HTTPStatus.OK else said


def listening(host: str, port: int) -> socket.socket:
    """A socket bound to the address. Raises `OSError`."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((host, port))
        bound.listen()  # else another process could bind it too, until one of the two listens
    except OSError:
        bound.close()
        raise
    return bound


async def serve(application: Health, bound: socket.socket, stop: asyncio.Event) -> None:
    """Serve until *stop*, then finish the requests under way."""
    config = uvicorn.Config(
        application,
        lifespan="off",
        access_log=False,
        log_config=None,
        http=Connection,
        ws="none",
        server_header=False,
        date_header=False,
        timeout_graceful_shutdown=FAREWELL,
    )
    server = _Server(config)
    serving = asyncio.create_task(server.serve(sockets=[bound]))
    stopped = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait({serving, stopped}, return_when=asyncio.FIRST_COMPLETED)
        server.should_exit = True
        await serving
    finally:
        serving.cancel()
        stopped.cancel()
        await asyncio.gather(serving, stopped, return_exceptions=True)
