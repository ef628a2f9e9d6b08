"""Links: which ones Telegram takes, and which ones lead to a bot with a payload."""

import re
from urllib.parse import SplitResult, parse_qs, urlsplit

_PAYLOAD = re.compile(r"[A-Za-z0-9_-]{1,64}")
_HOSTS = frozenset({"t.me", "telegram.me", "telegram.dog"})
_SCHEMES = frozenset({"http", "https", "tg", "ton", "tonsite"})


class LinkError(ValueError):
    """A link that Telegram refuses, and why."""


def checked(url: str) -> str:
    """Return the link as Telegram stores it, or raise LinkError."""
    stripped = url.strip()
    scheme, separator, _ = stripped.partition("://")
    if separator and scheme.lower() not in _SCHEMES:
        raise LinkError("Unsupported URL protocol")
    if scheme.lower() == "tg":
        return stripped
    if not separator:
        stripped = f"http://{stripped}"
    parts = _split(stripped)
    path = parts.path or "/"
    return parts._replace(scheme=parts.scheme.lower(), path=path).geturl()


def _split(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
    except ValueError:
        raise LinkError("Wrong HTTP URL") from None
    if not host:
        raise LinkError("URL host is empty")
    if re.search(r"\s", url) or ("." not in host and host != "localhost"):
        raise LinkError("Wrong HTTP URL")
    return parts


def mentioned_user(url: str) -> int:
    """Return the person a tg://user link means, or zero."""
    found = re.fullmatch(r"tg:(?://)?user\?id=(\d+)", url.strip())
    return int(found[1]) if found else 0


def start_payload(url: str, username: str) -> str | None:
    """Return the payload with which *url* opens the bot in private; None: it leads elsewhere."""
    return _bot_argument(url, username, "start")


def startgroup_payload(url: str, username: str) -> str | None:
    """Return the payload with which *url* asks for a group to add the bot to."""
    return _bot_argument(url, username, "startgroup")


def _bot_argument(url: str, username: str, argument: str) -> str | None:
    try:
        parts = urlsplit(url if "://" in url else f"https://{url}")
    except ValueError:
        return None
    query = parse_qs(parts.query, keep_blank_values=True)
    if parts.scheme == "tg" and parts.netloc == "resolve":
        name = query.get("domain", [""])[0]
    elif parts.hostname in _HOSTS:
        name = parts.path.strip("/")
    else:
        return None
    if name.lower() != username.lower() or argument not in query:
        return None
    return query[argument][0]


def is_payload(text: str) -> bool:
    return _PAYLOAD.fullmatch(text) is not None
