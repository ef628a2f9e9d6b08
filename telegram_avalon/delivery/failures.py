"""How a call to the Bot API can fail on its way, in the words of `check`, `run` and the logs.

Each names the setting that helps, and neither a token nor a password. `docs/troubleshooting.md`
has the same table for people.
"""

import socket
import ssl
from collections.abc import Iterator
from enum import Enum
from urllib.parse import urlsplit

import aiohttp
import aiohttp_socks
from telegram.error import NetworkError

_PROXY = "PROXY_URL (or HTTPS_PROXY, ALL_PROXY)"


class Failure(Enum):
    """What is said (a template, see `told`), and what helps."""

    NO_NAME = (
        "The name {host} is not found.",
        "Look at this machine's DNS and at BOT_API_URL; where Telegram is blocked, set PROXY_URL.",
    )
    NO_CONNECTION = (
        "No connection to {server}.",
        (
            "Where Telegram is blocked, set PROXY_URL. A Bot API server of your own: see whether "
            "it runs, and look at BOT_API_URL."
        ),
    )
    TOO_SLOW = (
        "No connection to {server} within 10 s.",
        "Where Telegram is blocked, set PROXY_URL; where IPv6 is broken, set IP_VERSION=4.",
    )
    BAD_CERTIFICATE = (
        "{server} shows no valid certificate.",
        (
            "Somebody on the way may want to read along, or this machine's clock is off. A Bot API "
            "server of your own: look at BOT_API_URL."
        ),
    )
    NO_TLS = (
        "No encrypted connection to {server} comes about.",
        (
            "Where Telegram is blocked, set PROXY_URL. A Bot API server of your own may want "
            "http:// in BOT_API_URL."
        ),
    )
    CUT = (
        "{server} hung up without an answer.",
        "Where it goes on like this, Telegram may be blocked: set PROXY_URL, or another one.",
    )
    SILENT = (
        "{server} took the call and gave no answer in time.",
        "Where it goes on like this, Telegram may be blocked: set PROXY_URL, or another one.",
    )
    NOT_THE_API = (
        "What answers at {server} is not the Bot API (status {status}).",
        "Look at BOT_API_URL, and at the network: some want a login on a web page first.",
    )
    ITS_OWN_TROUBLE = (
        "{server} has trouble of its own (status {status}).",
        "It passes by itself.",
    )
    PROXY_NO_NAME = (
        "The name of the proxy {proxy} is not found.",
        f"See whether it is spelt right in {_PROXY}.",
    )
    PROXY_DEAD = (
        "No connection to the proxy {proxy}.",
        (
            f"See whether it runs, and look at {_PROXY}; in a container 127.0.0.1 is the container "
            "itself."
        ),
    )
    PROXY_TOO_SLOW = (
        "No connection through the proxy {proxy} within 10 s.",
        f"See whether it runs, is of the kind that {_PROXY} says, and reaches Telegram itself.",
    )
    PROXY_REFUSES = (
        "The proxy {proxy} wants another user and password.",
        "Write them into PROXY_URL, percent-encoded, as in http://user:p%40ss@host:3128.",
    )
    PROXY_BARS = (
        "The proxy {proxy} does not get through to {server}.",
        "See what it allows, and whether it reaches Telegram itself.",
    )
    NO_PROXY = (
        "What listens at {proxy} is no such proxy.",
        "Try another beginning in PROXY_URL: http:// or socks5://.",
    )

    def told(self, server: str, proxy: str = "", status: int = 0) -> str:
        """The whole line; *server* and *proxy* are scheme, host and port, and nothing secret."""
        says, helps = self.value
        host = urlsplit(server).hostname
        return f"{says.format(server=server, host=host, proxy=proxy, status=status)} {helps}"


class WayError(NetworkError):
    """The call failed on its way, and may have been carried out. The message is a whole line."""


class NotDoneError(WayError):
    """The call was certainly not carried out: no connection, or the server says it failed."""


WRONG = (
    aiohttp.ClientError,
    aiohttp_socks.ProxyError,
    aiohttp_socks.ProxyConnectionError,
    aiohttp_socks.ProxyTimeoutError,
    OSError,
    EOFError,
)
"""Everything that the clients raise where a call fails (their `client_exceptions`, `_errors`)."""

_UNKNOWN_TO_PROXY = ("No acceptable authentication methods", "authentication failure")


def before_it_left(error: Exception, proxy: tuple[str, int] | None) -> Failure:
    """Why there was no connection for the call; *proxy*: its host and port, if there is one."""
    chain = list(_causes(error))
    if any(isinstance(each, TimeoutError | aiohttp_socks.ProxyTimeoutError) for each in chain):
        return Failure.PROXY_TOO_SLOW if proxy else Failure.TOO_SLOW
    if proxy is not None and (found := _by_the_proxy(error, chain, proxy)):
        return found
    if any(isinstance(each, socket.gaierror) for each in chain):
        return Failure.NO_NAME
    if any(isinstance(each, ssl.SSLCertVerificationError) for each in chain):
        return Failure.BAD_CERTIFICATE
    if any(isinstance(each, ssl.SSLError) for each in chain):
        return Failure.NO_TLS
    return Failure.PROXY_BARS if proxy else Failure.NO_CONNECTION


def after_it_left(error: Exception) -> Failure:
    """Why there was no answer to the call."""
    return Failure.SILENT if isinstance(error, TimeoutError) else Failure.CUT


def _by_the_proxy(
    error: Exception, chain: list[BaseException], proxy: tuple[str, int]
) -> Failure | None:
    """What went wrong between us and the proxy; None: further on."""
    match error:
        case aiohttp.ClientHttpProxyError(status=status):
            return Failure.PROXY_REFUSES if status == 407 else Failure.PROXY_BARS
        case aiohttp_socks.ProxyError():
            return _refused_by_socks(error)
        case aiohttp.ClientProxyConnectionError() | aiohttp_socks.ProxyConnectionError():
            unnamed = any(isinstance(each, socket.gaierror) for each in chain)
            return Failure.PROXY_NO_NAME if unnamed else Failure.PROXY_DEAD
        case aiohttp.ClientConnectorDNSError():
            return Failure.PROXY_NO_NAME
        case aiohttp.ClientSSLError() if (error.host, error.port) == proxy:
            return Failure.NO_PROXY
        case aiohttp.ServerDisconnectedError() | aiohttp.ClientResponseError() | EOFError():
            return Failure.NO_PROXY
    return None


def _refused_by_socks(error: aiohttp_socks.ProxyError) -> Failure:
    if any(known in str(error) for known in _UNKNOWN_TO_PROXY):
        return Failure.PROXY_REFUSES
    return Failure.NO_PROXY if error.error_code is None else Failure.PROXY_BARS


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        if (inner := getattr(error, "os_error", None)) is not None:
            yield inner
        error = error.__cause__
