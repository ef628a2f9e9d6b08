"""The commands: exit codes, and lines instead of tracebacks."""

import asyncio
import base64
import os
import signal
import subprocess
import sys
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import telegram_avalon
from telegram_avalon import cli
from telegram_avalon.cli import main
from telegram_avalon.clock import Clock
from telegram_avalon.loops import Loops
from telegram_avalon.playground import Emulator
from telegram_avalon.settings import Settings
from tests import way as on_the_way

TOKEN = "123456789:AAExAmPlE_kEy-0123456789abcdefghijk"


def avalon(folder: Path, *arguments: str, **environ: str) -> "subprocess.CompletedProcess[str]":
    """Run a command in *folder* with these settings and no others."""
    return subprocess.run(
        [sys.executable, "-m", "telegram_avalon", *arguments],
        cwd=folder,
        env={"PATH": os.environ["PATH"], "HOME": str(folder)} | environ,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_the_version_is_the_packages(tmp_path: Path) -> None:
    done = avalon(tmp_path, "--version")

    assert (done.returncode, done.stdout.strip()) == (0, version("telegram-avalon"))


@pytest.mark.parametrize("command", ["run", "check"])
def test_bad_settings_are_lines_on_standard_error_and_exit_2(tmp_path: Path, command: str) -> None:
    done = avalon(tmp_path, command, LOG_LEVEL="loud")

    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.splitlines() == [
        "BOT_TOKEN: not set; get a token from @BotFather in Telegram",
        "LOG_LEVEL: expected debug, info, warning or error; got 'loud'",
    ]


def test_a_default_language_without_a_catalog_is_a_bad_setting(tmp_path: Path) -> None:
    done = avalon(tmp_path, "check", BOT_TOKEN=TOKEN, DEFAULT_LANGUAGE="tlh")

    assert done.returncode == 2
    assert done.stderr.startswith("DEFAULT_LANGUAGE: expected one of en")
    assert done.stderr.endswith("; got 'tlh'\n")


def test_a_dotenv_file_of_the_folder_counts(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text(f"BOT_TOKEN={TOKEN}\nLISTEN=here\n")

    done = avalon(tmp_path, "run")

    assert done.returncode == 2
    assert done.stderr.startswith("LISTEN: ")


def test_a_server_that_cannot_be_started_is_a_line_and_exit_1(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    done = avalon(tmp_path, "run", BOT_TOKEN=TOKEN, DATA_DIR=str(tmp_path / "file" / "data"))

    assert done.returncode == 1
    assert "can't be used" in done.stderr
    assert "Traceback" not in done.stderr


class CannotStartError(Exception):
    """What a bot that can't start raises."""


@dataclass
class PretendApp:
    """Stands in for the application."""

    problems: list[str] = field(default_factory=list)
    fails: bool = False
    served: list[str] = field(default_factory=list)
    StartError = CannotStartError

    async def run(
        self,
        settings: Settings,
        redis_url: str,
        stop: asyncio.Event,
        drain: asyncio.Event,
        loops: Loops,
    ) -> None:
        """Serve until told to stop, which it asks for itself."""
        if self.fails:
            raise CannotStartError("Telegram doesn't know this token")
        self.served.append(redis_url)
        signal.raise_signal(signal.SIGTERM)
        await stop.wait()

    async def check(self, settings: Settings, redis_url: str) -> list[str]:
        """Find the problems it was given."""
        return self.problems


@pytest.fixture
def app(monkeypatch: pytest.MonkeyPatch, logging_restored: None) -> PretendApp:
    """Put a pretend application where the real one is."""
    app = PretendApp()
    monkeypatch.setattr(telegram_avalon, "app", app, raising=False)
    return app


def invoke(*arguments: str, **environ: str) -> Result:
    return CliRunner().invoke(main, arguments, env={"BOT_TOKEN": TOKEN} | environ)


def test_the_bot_runs_until_it_is_told_to_stop(app: PretendApp, redis_url: str) -> None:
    assert invoke("run", REDIS_URL=redis_url).exit_code == 0
    assert app.served == [redis_url]


def test_without_a_redis_url_it_gets_a_server_of_its_own(app: PretendApp, tmp_path: Path) -> None:
    assert invoke("run", REDIS_URL="", DATA_DIR=str(tmp_path)).exit_code == 0
    assert app.served[0].startswith("unix://")
    assert (tmp_path / "valkey").is_dir()


def test_a_bot_that_cannot_start_is_a_line_and_exit_1(app: PretendApp, redis_url: str) -> None:
    app.fails = True

    done = invoke("run", REDIS_URL=redis_url)

    assert (done.exit_code, done.stderr) == (1, "Telegram doesn't know this token\n")


def test_check_prints_every_problem_and_exits_1(app: PretendApp, redis_url: str) -> None:
    app.problems = ["The server evicts keys", "The token is unknown"]

    done = invoke("check", REDIS_URL=redis_url)

    assert (done.exit_code, done.stdout.splitlines()) == (1, app.problems)


def test_check_says_so_when_all_is_well(app: PretendApp, redis_url: str) -> None:
    done = invoke("check", REDIS_URL=redis_url)

    assert (done.exit_code, done.stdout) == (0, "Everything is ready.\n")


async def test_a_signal_asks_for_no_new_games() -> None:
    drain = cli._drain_signal()

    os.kill(os.getpid(), signal.SIGUSR1)

    await asyncio.wait_for(drain.wait(), 5)


# --- the way to Telegram, from a line of .env to the answer ------------------------------------


async def ready(folder: Path, *lines: str) -> tuple[int, str]:
    """What `check` ends with and says, where `.env` has these lines."""
    (folder / ".env").write_text("\n".join([f"BOT_TOKEN={on_the_way.TOKEN}", *lines]))
    doing = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "telegram_avalon", "check"),
        cwd=folder,
        env={
            "PATH": os.environ["PATH"],
            "HOME": str(folder),
            "SSL_CERT_FILE": str(on_the_way.CERTIFICATE),
        },
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    said, _ = await asyncio.wait_for(doing.communicate(), 60)
    return doing.returncode or 0, said.decode()


@pytest.mark.parametrize("setting", ["PROXY_URL", "HTTPS_PROXY", "all_proxy"])
@pytest.mark.parametrize("kind", ["http", "socks5"])
async def test_a_proxy_in_the_dotenv_file_leads_to_telegram(
    tmp_path: Path, kind: str, setting: str
) -> None:
    proxies = {
        "http": lambda to: on_the_way.http_proxy(to, base64.b64encode(b"ann:p@ss").decode()),
        "socks5": lambda to: on_the_way.socks_proxy(to, "ann:p@ss"),
    }
    async with (
        Emulator.running(Clock(), on_the_way.TOKEN) as emulator,
        on_the_way.with_tls(int(emulator.url.rpartition(":")[2])) as api,
        proxies[kind](api.port) as proxy,
    ):
        done = await ready(
            tmp_path,
            "BOT_API_URL=https://localhost:4430",
            f"{setting}={kind}://ann:p%40ss@{proxy.place}",
        )

    assert done == (0, "Everything is ready.\n")
    assert {line.removeprefix("CONNECT ").split()[0] for line in proxy.asked} == {"localhost:4430"}


@pytest.mark.parametrize("command", ["run", "check"])
def test_a_mistake_of_the_bots_own_tells_no_password(
    app: PretendApp,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    command: str,
) -> None:
    async def fail(*_: object, **__: object) -> None:
        raise RuntimeError("connecting to redis://:hush-hush@db")

    monkeypatch.setattr(app, command, fail)

    done = invoke(command, REDIS_URL="redis://:hush-hush@db")

    told = done.output + capfd.readouterr().err
    assert done.exit_code == 1
    assert "connecting to redis://:…@db" in told
    assert "hush-hush" not in told


def test_lines_on_the_console_tell_no_password(app: PretendApp) -> None:
    app.problems = ["no way by http://:hush-hush@proxy"]

    done = invoke("check", REDIS_URL="redis://db", PROXY_URL="http://:hush-hush@proxy")

    assert done.stdout == "no way by http://:…@proxy\n"
