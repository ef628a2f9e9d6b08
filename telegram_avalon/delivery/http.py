"""The HTTP client under python-telegram-bot's `Bot`, and the way to Telegram that it takes.

The library's stock client is the dearest part of a turn (it searches all idle connections for each
request); this one puts aiohttp behind the same interface. It tells a call that never left from one
whose answer was lost, says in plain words what is wrong with the way, and lets nothing through
that is no answer of the Bot API.
"""

import os
import socket
from dataclasses import dataclass
from http import HTTPStatus
from types import SimpleNamespace
from typing import Any
from urllib.parse import unquote, urlsplit

import aiohttp
import msgspec
from aiohttp_socks import ProxyConnector
from telegram.request import BaseRequest, RequestData

from telegram_avalon.delivery.answers import NotUnderstood, understood
from telegram_avalon.delivery.failures import (
    WRONG,
    Failure,
    NotDoneError,
    WayError,
    after_it_left,
    before_it_left,
)
from telegram_avalon.meter import Meter
from telegram_avalon.troubles import Trouble, Troubles

# Durations as timedelta, as the library's next version has them; it warns of each 429 otherwise.
os.environ.setdefault("PTB_TIMEDELTA", "true")


CONNECTIONS = 128
TIMEOUT = 20.0
"""Seconds. The Bot API server itself holds a call for up to 8 s before it answers 429: whoever
gives up sooner has their message delivered all the same, and sends it twice."""
CONNECT = 10.0
"""Seconds for a connection, with all that proxies and TLS need. `failures` names the figure."""

_PORTS = {"http": 80, "https": 443, "socks5": 1080}
_FAMILIES = {4: socket.AF_INET, 6: socket.AF_INET6, None: socket.AF_UNSPEC}


@dataclass(frozen=True)
class Way:
    """How Telegram is reached: over which proxy (None: directly), by which version of IP."""

    proxy: str | None = None
    """http://, https:// or socks5://, with user and password percent-encoded."""
    ip_version: int | None = None
    """4 or 6; None: whichever answers first."""

    @property
    def by_socks(self) -> bool:
        return self.proxy is not None and self.proxy.startswith("socks")

    @property
    def proxy_name(self) -> str:
        """The proxy without user and password, fit to be shown; "" if there is none."""
        parts = urlsplit(self.proxy or "")
        return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}" if self.proxy else ""

    @property
    def proxy_place(self) -> tuple[str, int] | None:
        """The proxy's host and port."""
        parts = urlsplit(self.proxy or "")
        port = _PORTS.get(parts.scheme, 0) if parts.port is None else parts.port
        return (parts.hostname or "", port) if self.proxy else None


DIRECT = Way()


def open_session(way: Way, *tracing: aiohttp.TraceConfig) -> aiohttp.ClientSession:
    """A session whose every request goes that *way*. It must be closed."""
    traces = list(tracing)
    options: dict[str, Any] = {
        "limit": CONNECTIONS,
        "keepalive_timeout": 30,
        "family": _FAMILIES[way.ip_version],
    }
    if way.by_socks:
        # Names are looked up by the proxy: where Telegram is blocked its name often is, too.
        host, port = way.proxy_place or ("", 0)
        parts = urlsplit(way.proxy or "")
        through = ProxyConnector(
            host=host,
            port=port,
            username=unquote(parts.username or ""),
            password=unquote(parts.password or ""),
            rdns=True,
            **options,
        )
        return aiohttp.ClientSession(connector=through, trace_configs=traces)
    connector = aiohttp.TCPConnector(**options)
    return aiohttp.ClientSession(connector=connector, proxy=way.proxy, trace_configs=traces)


def _body(data: RequestData | None) -> dict[str, Any]:
    """The parameters: a form where files go with them."""
    if data is None or not data.contains_files:
        return {"json": data.parameters if data else None}
    form = aiohttp.FormData(data.json_parameters, quote_fields=False)  # no %20 in file names
    for name, (file_name, content, mime_type) in data.multipart_data.items():
        form.add_field(name, content, filename=file_name, content_type=mime_type)
    return {"data": form}


class _Call:
    """One call on its way."""

    left = False


async def _leaves(_: aiohttp.ClientSession, traced: SimpleNamespace, __: object) -> None:
    traced.trace_request_ctx.left = True


def _tracing() -> aiohttp.TraceConfig:
    tracing = aiohttp.TraceConfig()
    tracing.on_request_headers_sent.append(_leaves)
    return tracing


class AiohttpRequest(BaseRequest):
    """Makes calls one *way*, and tells *troubles* whether Telegram answers and takes the token."""

    def __init__(
        self,
        way: Way = DIRECT,
        troubles: Troubles | None = None,
        meter: Meter | None = None,
        *,
        timeout: float = TIMEOUT,
    ) -> None:
        self._way = way
        self._meter = meter
        self._troubles = troubles
        self._timeout = timeout
        self._session: aiohttp.ClientSession | None = None

    @property
    def read_timeout(self) -> float:
        return self._timeout

    async def initialize(self) -> None:
        if self._session is None or self._session.closed:
            self._session = open_session(self._way, _tracing())

    async def shutdown(self) -> None:
        if self._session is not None:
            await self._session.close()

    @staticmethod
    def parse_json_payload(payload: bytes) -> Any:
        """The answer, which has been looked through already; the stock parser logs what it gets."""
        return msgspec.json.decode(payload)

    async def do_request(
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        read_timeout: object = BaseRequest.DEFAULT_NONE,
        write_timeout: object = BaseRequest.DEFAULT_NONE,  # noqa: ARG002 - one bound for all
        connect_timeout: object = BaseRequest.DEFAULT_NONE,  # noqa: ARG002 - one bound for all
        pool_timeout: object = BaseRequest.DEFAULT_NONE,  # noqa: ARG002 - one bound for all
    ) -> tuple[int, bytes]:
        """The status and body of one call. Raises `WayError`."""
        if self._session is None:
            raise RuntimeError("the request was not initialised")
        if self._meter is not None:
            self._meter.count("calls")
        total = read_timeout if isinstance(read_timeout, int | float) else self._timeout
        troubles = self._troubles
        was_refused = troubles is not None and troubles.lasts(Trouble.TOKEN) is not None
        try:
            status, body = await self._asked(self._session, url, method, request_data, total)
        except WayError:
            self._note(met=Trouble.TELEGRAM)
            raise
        if status == HTTPStatus.UNAUTHORIZED:
            self._note(met=Trouble.TOKEN)
        elif was_refused:
            # The token is looked at as a call begins: one under way since before tells nothing.
            self._note(over=Trouble.TOKEN)
        self._note(over=Trouble.TELEGRAM)
        return status, body

    async def _asked(
        self,
        session: aiohttp.ClientSession,
        url: str,
        method: str,
        data: RequestData | None,
        total: float,
    ) -> tuple[int, bytes]:
        timeout = aiohttp.ClientTimeout(total=total, connect=CONNECT)
        call = _Call()
        try:
            async with session.request(
                method,
                url,
                **_body(data),
                timeout=timeout,
                allow_redirects=False,
                trace_request_ctx=call,
            ) as response:
                status, body = response.status, await response.read()
        except WRONG as error:
            if call.left:
                raise self._failed(WayError, after_it_left(error), url) from None
            failure = before_it_left(error, self._way.proxy_place)
            raise self._failed(NotDoneError, failure, url) from None
        return status, self._answer(url, status, body)

    def _answer(self, url: str, status: int, body: bytes) -> bytes:
        """What is read of *body*. Raises `WayError` for what is no answer of the Bot API."""
        if status == HTTPStatus.PROXY_AUTHENTICATION_REQUIRED and self._way.proxy:
            raise self._failed(NotDoneError, Failure.PROXY_REFUSES, url)
        if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            kind = NotDoneError if status == HTTPStatus.INTERNAL_SERVER_ERROR else WayError
            raise self._failed(kind, Failure.ITS_OWN_TROUBLE, url, status)
        try:
            return understood(urlsplit(url).path.rpartition("/")[2], status, body)
        except NotUnderstood:
            raise self._failed(WayError, Failure.NOT_THE_API, url, status) from None

    def _failed(
        self, kind: type[WayError], failure: Failure, url: str, status: int = 0
    ) -> WayError:
        # The URL holds the bot's token and the proxy's a password: neither goes into a text.
        place = urlsplit(url)
        server = f"{place.scheme}://{place.netloc}"
        return kind(failure.told(server, self._way.proxy_name, status))

    def _note(self, met: Trouble | None = None, over: Trouble | None = None) -> None:
        if self._troubles is not None and met is not None:
            self._troubles.met(met)
        if self._troubles is not None and over is not None:
            self._troubles.over(over)
