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
from typing import Any
from urllib.parse import urlsplit

import aiohttp
import msgspec
from aiohttp_socks import ProxyConnectionError, ProxyConnector, ProxyError, ProxyTimeoutError
from telegram.error import NetworkError, TimedOut
from telegram.request import BaseRequest, RequestData

from telegram_avalon.clock import DAY, SECOND
from telegram_avalon.meter import Meter
from telegram_avalon.troubles import Trouble, Troubles

# Durations as timedelta, as the library's next version has them; it warns of each 429 otherwise.
os.environ.setdefault("PTB_TIMEDELTA", "true")


class NotDoneError(NetworkError):
    """The call was certainly not carried out: no connection, or the server says it failed."""


CONNECTIONS = 128
TIMEOUT = 20.0
"""Seconds. The Bot API server itself holds a call for up to 8 s before it answers 429: whoever
gives up sooner has their message delivered all the same, and sends it twice."""

UNREACHED = (
    aiohttp.ClientError,
    ProxyError,
    ProxyConnectionError,
    ProxyTimeoutError,
    OSError,
)
"""What a request raises that gets no answer."""
_FAMILIES = {4: socket.AF_INET, 6: socket.AF_INET6, None: socket.AF_UNSPEC}
_NO_ANSWER = "the answer is none of the Bot API's"


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
        """The proxy without user and password, fit to be shown."""
        parts = urlsplit(self.proxy or "")
        return f"{parts.hostname}:{parts.port}" if parts.port else f"{parts.hostname}"


DIRECT = Way()


def open_session(way: Way) -> aiohttp.ClientSession:
    """A session whose every request goes that *way*. It must be closed."""
    options: dict[str, Any] = {
        "limit": CONNECTIONS,
        "keepalive_timeout": 30,
        "family": _FAMILIES[way.ip_version],
    }
    if way.by_socks:
        # Names are looked up by the proxy: where Telegram is blocked its name often is, too.
        connector: aiohttp.BaseConnector = ProxyConnector.from_url(way.proxy or "", **options)
        return aiohttp.ClientSession(connector=connector)
    return aiohttp.ClientSession(connector=aiohttp.TCPConnector(**options), proxy=way.proxy)


class _Parameters(msgspec.Struct):
    migrate_to_chat_id: int | None = None
    retry_after: int | None = None


class _Answer(msgspec.Struct):
    """What every answer of the Bot API is (Bot API, "Making requests")."""

    ok: bool
    result: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    description: str = ""
    parameters: _Parameters | None = None


_decoder = msgspec.json.Decoder(_Answer)


def _checked(status: int, body: bytes) -> bytes:
    """*body*, if it is an answer of the Bot API.

    Gateways answer with pages, with half an answer and with JSON of their own: that is no answer,
    whatever its status. Raises `NetworkError`.
    """
    if status == HTTPStatus.INTERNAL_SERVER_ERROR:
        raise NotDoneError("the Bot API failed")
    try:
        answer = _decoder.decode(body)
    except (msgspec.MsgspecError, RecursionError):
        raise NetworkError(f"{_NO_ANSWER} (status {status})") from None
    told = answer.parameters or _Parameters()
    well = status < HTTPStatus.MULTIPLE_CHOICES
    if (
        answer.ok is not well
        or (well and answer.result is msgspec.UNSET)
        or not 0 <= (told.retry_after or 0) <= DAY // SECOND
        or (told.migrate_to_chat_id or -1) >= 0
    ):
        raise NetworkError(f"{_NO_ANSWER} (status {status})")
    return body


def _body(data: RequestData | None) -> dict[str, Any]:
    """The parameters: a form where files go with them."""
    if data is None or not data.contains_files:
        return {"json": data.parameters if data else None}
    form = aiohttp.FormData(data.json_parameters, quote_fields=False)  # no %20 in file names
    for name, (file_name, content, mime_type) in data.multipart_data.items():
        form.add_field(name, content, filename=file_name, content_type=mime_type)
    return {"data": form}


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
            self._session = open_session(self._way)

    async def shutdown(self) -> None:
        if self._session is not None:
            await self._session.close()

    @staticmethod
    def parse_json_payload(payload: bytes) -> Any:
        try:
            return msgspec.json.decode(payload)
        except (msgspec.MsgspecError, RecursionError):
            raise NetworkError(_NO_ANSWER) from None

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
        """The status and body of one call. Raises `TimedOut` or `NetworkError`."""
        if self._session is None:
            raise RuntimeError("the request was not initialised")
        if self._meter is not None:
            self._meter.count("calls")
        total = read_timeout if isinstance(read_timeout, int | float) else self._timeout
        try:
            status, body = await self._asked(self._session, url, method, request_data, total)
        except NetworkError:
            self._note(met=Trouble.TELEGRAM)
            raise
        if status == HTTPStatus.UNAUTHORIZED:
            self._note(met=Trouble.TOKEN)
        else:
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
        timeout = aiohttp.ClientTimeout(total=total)
        try:
            async with session.request(
                method, url, **_body(data), timeout=timeout, allow_redirects=False
            ) as response:
                return response.status, _checked(response.status, await response.read())
        except TimeoutError:
            raise TimedOut(f"no answer within {total:g} s") from None
        except UNREACHED as error:
            # The URL holds the bot's token and the proxy's a password: neither goes into a text.
            raise what_failed(error, self._way, urlsplit(url).hostname or "") from None

    def _note(self, met: Trouble | None = None, over: Trouble | None = None) -> None:
        if self._troubles is not None and met is not None:
            self._troubles.met(met)
        if self._troubles is not None and over is not None:
            self._troubles.over(over)


def what_failed(error: Exception, way: Way, host: str) -> NetworkError:
    """What is wrong with the *way* to *host*, in words, without user, password or token.

    It is a `NotDoneError` where the call can't have left.
    """
    match error:
        case aiohttp.ClientHttpProxyError(status=HTTPStatus.PROXY_AUTHENTICATION_REQUIRED):
            return NotDoneError(f"the proxy {way.proxy_name} does not accept user and password")
        case aiohttp.ClientHttpProxyError(status=status):
            return NotDoneError(f"the proxy {way.proxy_name} refuses with status {status}")
        case aiohttp.ClientProxyConnectionError() | ProxyConnectionError() | ProxyTimeoutError():
            return NotDoneError(f"the proxy {way.proxy_name} can't be reached")
        case aiohttp.ClientConnectorError() if way.by_socks:
            return NotDoneError(f"the proxy {way.proxy_name} can't be reached")
        case ProxyError():
            return NotDoneError(f"the proxy {way.proxy_name} refuses: {_plain(error)}")
        case aiohttp.ClientConnectorDNSError():
            return NotDoneError(f"the name {host} is not found")
        case aiohttp.ClientConnectorCertificateError():
            return NotDoneError(f"the certificate of {host} is not to be trusted")
        case aiohttp.ClientSSLError():
            return NotDoneError(f"no secure connection to {host}")
        case aiohttp.ClientConnectorError(errno=number):
            why = f": {os.strerror(number)}" if number else ""
            return NotDoneError(f"no connection to {host}{why}")
        case _ if way.proxy is not None:
            return NetworkError(f"no answer through the proxy {way.proxy_name}")
        case _:
            return NetworkError(f"no answer from {host}: {type(error).__name__}")


def _plain(error: Exception) -> str:
    return str(error).splitlines()[0] if str(error) else type(error).__name__
