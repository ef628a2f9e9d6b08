"""The commands. Mistakes in the settings exit with 2, a bot that can't run with 1, each in a line.

This is where the pieces that outlive one another are put around each other: settings, logs, the
event loop, the embedded server if there is one, the application.
"""

import asyncio
import contextlib
import signal
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, NoReturn

import click
import structlog

from telegram_avalon import record
from telegram_avalon.clock import Clock
from telegram_avalon.i18n.catalogs import ENGLISH, load_catalogs
from telegram_avalon.logs import hiding, set_up_logs
from telegram_avalon.loops import Loops
from telegram_avalon.settings import Settings, SettingsError, read_settings

log = structlog.get_logger()

Use = Callable[[Settings, str, Loops], Coroutine[Any, Any, int]]


@click.group()
@click.version_option(package_name="telegram-avalon", message="%(version)s")
def main() -> None:
    """Run a Telegram bot for The Resistance: Avalon.

    Settings come from the environment or a .env file; BOT_TOKEN is the only one needed.
    """


@main.command()
def run() -> None:
    """Run the bot until it is told to stop."""
    _finish(_run)


@main.command()
def check() -> None:
    """Look whether the bot could run: its settings, its server, its token."""
    _finish(_check)


@main.command()
def health() -> None:
    """Ask the bot that runs at LISTEN whether it is well."""
    from telegram_avalon.web import asked  # noqa: PLC0415 - a mistake in settings is told at once

    wrong = asked(*_settings().listen)
    if wrong is not None:
        sys.exit(_complain(wrong))


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--language", default=ENGLISH, help="Its code or name; English if left out.")
@click.option("--no-check", is_flag=True, help="Tell the game even if it can't have been played.")
def replay(file: Path, language: str, no_check: bool) -> None:
    """Tell the game in FILE, which the bot's /export has made, as a story.

    A game that can't have been played so is refused, with its first impossible event named.
    """
    set_up_logs("error", "console")
    catalogs = load_catalogs()
    code = catalogs.named(language)
    if code is None:
        known = ", ".join(catalogs.languages)
        sys.exit(_complain(f"--language: expected one of {known}; got {language!r}", 2))
    try:
        with file.open("rb") as opened:
            played = record.read(opened.read(record.MOST_BYTES + 1))
        if not no_check:
            record.check(played)
    except OSError as error:
        sys.exit(_complain(f"{file}: {error.strerror or 'unreadable'}", 2))
    except record.BadRecord as error:
        sys.exit(_complain(f"{file}: {error}", 2))
    for line in record.story(played, catalogs.words(code)):
        click.echo(record.as_text(line))


async def _run(settings: Settings, redis_url: str, loops: Loops) -> int:
    from telegram_avalon import app  # noqa: PLC0415 - a mistake in settings is told at once
    from telegram_avalon.connections import allow_many_descriptors  # noqa: PLC0415

    allow_many_descriptors()
    stop, drain = _stop_signal(), _drain_signal()
    try:
        await app.run(settings, redis_url, stop, drain=drain, loops=loops)
    except app.StartError as error:
        return _complain(hiding(settings.secrets)(str(error)))
    return 0


def _stop_signal() -> asyncio.Event:
    """Make an event that is set when somebody wants the bot to end."""
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows: Ctrl-C cancels instead
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
    return stop


def _drain_signal() -> asyncio.Event:
    """Make an event that is set by SIGUSR1: begin no new games."""
    drain = asyncio.Event()
    if hasattr(signal, "SIGUSR1"):  # Windows has none
        asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, drain.set)
    return drain


async def _check(settings: Settings, redis_url: str, loops: Loops) -> int:  # noqa: ARG001
    from telegram_avalon import app  # noqa: PLC0415 - a mistake in settings is told at once

    problems = await app.check(settings, redis_url)
    for problem in map(hiding(settings.secrets), problems):
        click.echo(problem)
    if not problems:
        click.echo("Everything is ready.")
    return 1 if problems else 0


def _finish(use: Use) -> NoReturn:
    """Read the settings, do *use* with them, exit with its code."""
    settings = _settings()
    set_up_logs(settings.log_level, settings.log_format, secrets=settings.secrets)
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        try:
            code = runner.run(_with_server(settings, use))
        except Exception:  # the interpreter's own traceback would hide no secrets
            log.exception("ended by a mistake of its own")
            code = 1
    sys.exit(code)


def _settings() -> Settings:
    try:
        settings = read_settings()
    except SettingsError as error:
        for line in error.lines:
            click.echo(line, err=True)
        sys.exit(2)
    languages = load_catalogs().languages
    if settings.default_language not in languages:
        known = ", ".join(languages)
        given = settings.default_language
        click.echo(f"DEFAULT_LANGUAGE: expected one of {known}; got {given!r}", err=True)
        sys.exit(2)
    return settings


async def _with_server(settings: Settings, use: Use) -> int:
    loops = Loops(Clock())
    if settings.redis_url is not None:
        return await use(settings, settings.redis_url, loops)
    try:
        from telegram_avalon import embedded  # noqa: PLC0415 - it has no Windows
    except ImportError:
        return _complain("REDIS_URL: not set; the bot can't run a server of its own on this system")
    async with contextlib.AsyncExitStack() as stack:
        try:
            url = await stack.enter_async_context(
                embedded.embedded_server(settings.data_dir, loops)
            )
        except embedded.EmbeddedServerError as error:
            return _complain(hiding(settings.secrets)(str(error)))
        return await use(settings, url, loops)


def _complain(line: str, code: int = 1) -> int:
    click.echo(line, err=True)
    return code


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    try:
        import uvloop  # noqa: PLC0415 - it has no Windows
    except ImportError:
        return None
    return uvloop.new_event_loop
