"""The HTTP client under python-telegram-bot's `Bot`.

Its stock client is the dearest part of a turn (it searches all idle connections for each request);
this one puts aiohttp behind the same interface, and tells a call that never left from one whose
answer was lost.
"""

import os
from functools import cache
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import aiohttp
from telegram.error import NetworkError, TimedOut
from telegram.request import BaseRequest, RequestData

# Durations as timedelta, as the library's next version has them; it warns of each 429 otherwise.
os.environ.setdefault("PTB_TIMEDELTA", "true")


class NotDoneError(NetworkError):
    """The call was certainly not carried out: no connection, or the server says it failed."""


CONNECTIONS = 128
TIMEOUT = 20.0
"""Seconds. The Bot API server itself holds a call for up to 8 s before it answers 429: whoever
gives up sooner has their message delivered all the same, and sends it twice."""


def _json(status: int, body: bytes) -> bytes:
    """The Bot API's answer; what a gateway says in HTML tells nothing more than its status."""
    if status == HTTPStatus.INTERNAL_SERVER_ERROR:
        raise NotDoneError("the Bot API failed")
    if not body.startswith(b"{"):
        raise NetworkError(f"no answer of the Bot API, but status {status}")
    return body


def _body(data: RequestData | None) -> dict[str, Any]:
    """The parameters: a form where files go with them."""
    if data is None or not data.contains_files:
        return {"json": data.parameters if data else None}
    form = aiohttp.FormData(data.json_parameters, quote_fields=False)  # no %20 in file names
    for name, (file_name, content, mime_type) in data.multipart_data.items():
        form.add_field(name, content, filename=file_name, content_type=mime_type)
    return {"data": form}


@cache
def _proxy(scheme: str, host: str) -> str | None:
    """The environment's proxy for a server. aiohttp's own look-up is a file read for each call."""
    return None if proxy_bypass(host) else getproxies().get(scheme)


class AiohttpRequest(BaseRequest):
    def __init__(self, timeout: float = TIMEOUT) -> None:
        self._timeout = timeout
        self._session: aiohttp.ClientSession | None = None

    @property
    def read_timeout(self) -> float:
        return self._timeout

    async def initialize(self) -> None:
        if self._session is None or self._session.closed:
            self._session = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(limit=CONNECTIONS, keepalive_timeout=30)
            )

    async def shutdown(self) -> None:
        if self._session is not None:
            await self._session.close()

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
        # The URL holds the bot's token: it goes into no message.
        server = urlsplit(url)
        total = read_timeout if isinstance(read_timeout, int | float) else self._timeout
        try:
            async with self._session.request(
                method,
                url,
                **_body(request_data),
                timeout=aiohttp.ClientTimeout(total=total),
                allow_redirects=False,
                proxy=_proxy(server.scheme, server.hostname or ""),
            ) as response:
                return response.status, _json(response.status, await response.read())
        except TimeoutError:
            raise TimedOut from None
        except aiohttp.ClientConnectorError:
            raise NotDoneError("no connection to the Bot API") from None
        except (aiohttp.ClientError, OSError) as error:
            raise NetworkError(f"no answer from the Bot API: {type(error).__name__}") from None
