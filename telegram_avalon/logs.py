"""Logs: one line an event, on standard error, for people or as JSON.

Chats and tables are named by their ids; people's names, texts and cards are never logged. That is
a convention of whoever logs. That no bot token and no other secret of the settings gets out is
enforced here, on the finished line, so that it holds for tracebacks and for other libraries'
messages too.
"""

import json
import logging
import re
import sys
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterable, MutableMapping
from typing import Any, TextIO
from urllib.parse import quote

import msgspec
import structlog
from structlog.typing import ExcInfo, Processor

from telegram_avalon.bot_token import mask_tokens
from telegram_avalon.settings import LogFormat, LogLevel

# These tell each request at INFO; httpx with the whole address, which holds the token.
CHATTY = ("uvicorn", "aiohttp", "asyncio", "httpcore", "httpx", "telegram")

SHORTEST_SECRET = 4
"""Characters. Hiding a shorter one would tear lines apart and tell it by the holes."""

_SHARED: tuple[Processor, ...] = (
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.StackInfoRenderer(),
    structlog.stdlib.ExtraAdder(),
)


MOST_REMEMBERED = 10
_remembered: deque[tuple[float, str]] = deque(maxlen=MOST_REMEMBERED)


def recent_troubles() -> tuple[tuple[float, str], ...]:
    """The last warnings and errors of the process: when (seconds since the epoch), and which.

    Which is what our own code calls it, never what was met: no names, texts or ids.
    """
    return tuple(_remembered)


def _remember(
    _logger: object, method: str, event: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    if method in {"warning", "error", "exception", "critical"}:
        _remembered.append((time.time(), str(event.get("event", ""))))
    return event


def hiding(secrets: Iterable[str]) -> Callable[[str], str]:
    """Make what puts "…" in a text for each of *secrets*, and for the key of every bot token.

    They are found as they are, as an address has them, and as JSON has them.
    """
    long = [each for each in secrets if len(each) >= SHORTEST_SECRET]
    forms = {
        form
        for each in long
        for form in (each, quote(each, safe=""), json.dumps(each, ensure_ascii=False)[1:-1])
    }
    if not forms:
        return mask_tokens
    # The longest first: one may begin with another.
    pattern = re.compile("|".join(map(re.escape, sorted(forms, key=len, reverse=True))))
    return lambda text: pattern.sub("…", mask_tokens(text))


def set_up_logs(
    level: LogLevel,
    form: LogFormat,
    stream: TextIO | None = None,
    secrets: Iterable[str] = (),
) -> None:
    """Send every log line, the standard library's too, to *stream* (standard error).

    *secrets* don't get out by any of them.
    """
    handler = logging.StreamHandler(sys.stderr if stream is None else stream)
    handler.setFormatter(_formatter(form, hiding(secrets), colors=handler.stream.isatty()))
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    for name in CHATTY:
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.getLogger().level))
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            _remember,
            *_SHARED,
            structlog.stdlib.PositionalArgumentsFormatter(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        wrapper_class=structlog.stdlib.BoundLogger,
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=False,
    )


def _formatter(form: LogFormat, hide: Callable[[str], str], *, colors: bool) -> logging.Formatter:
    def finish(_logger: object, _method: str, line: str | MutableMapping[str, Any]) -> str:
        return hide(str(line))

    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=_SHARED,
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            *_renderers(form, colors=colors),
            finish,
        ],
    )


def _renderers(form: LogFormat, *, colors: bool) -> list[Processor]:
    if form == "json":
        return [
            structlog.processors.ExceptionRenderer(traceback_text),
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ]
    return [structlog.dev.ConsoleRenderer(colors=colors, exception_formatter=_write_traceback)]


_TELL_VALUES = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    NotImplementedError,
    TypeError,
    ValueError,
    msgspec.MsgspecError,
)
"""Exceptions whose text is what they were met with: a name, perhaps, or somebody's character."""


def traceback_text(exc_info: ExcInfo) -> str:
    """Where an exception came from: frames and types, without the values of anything.

    The pretty formats print local variables, and Python itself what a key error is about: names,
    votes and cards are among both.
    """
    parts: list[str] = []
    error: BaseException | None = exc_info[1]
    met: set[int] = set()
    while error is not None and id(error) not in met:
        met.add(id(error))
        frames = "".join(traceback.format_tb(error.__traceback__))
        kind = type(error).__name__
        said = kind if isinstance(error, _TELL_VALUES) else f"{kind}: {error}"
        parts.append(f"Traceback (most recent call last):\n{frames}{said}")
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return "\n\nwhich came of:\n\n".join(parts)


def _write_traceback(stream: TextIO, info: ExcInfo) -> None:
    stream.write(f"\n{traceback_text(info)}")
