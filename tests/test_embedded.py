"""The bot's own server: there while the bot is, gone when it is, and nothing is ever lost."""

import asyncio
import os
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from redis.asyncio import Redis
from redis.exceptions import ConnectionError as NobodyThereError

from telegram_avalon import embedded
from telegram_avalon.embedded import EmbeddedServerError, embedded_server, find_server
from tests.bot.conftest import Logs, logs

__all__ = ["logs"]

# A bot that counts as fast as it can, and says each number once the server has acknowledged it.
COUNTING_BOT = """
import asyncio, sys
from pathlib import Path
from redis.asyncio import Redis
from telegram_avalon.embedded import embedded_server

async def main():
    async with embedded_server(Path(sys.argv[1])) as url, Redis.from_url(url) as client:
        print((await client.info("server"))["process_id"], url, flush=True)
        while True:
            print(await client.incr("count"), flush=True)

asyncio.run(main())
"""


class CountingBot:
    """A counting bot in a process of its own."""

    def __init__(self, data_dir: Path) -> None:
        """Start it and wait until it counts."""
        self.process = subprocess.Popen(
            [sys.executable, "-c", COUNTING_BOT, str(data_dir)], stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        pid, self.url = self.process.stdout.readline().split()
        self.server = int(pid)
        self.counted = 0

    def count_to(self, number: int) -> None:
        """Let it count for a while."""
        assert self.process.stdout is not None
        while self.counted < number:
            self.counted = int(self.process.stdout.readline())

    def last_acknowledged(self) -> int:
        """The last number it said before it ended."""
        rest = self.process.communicate(timeout=10)[0].splitlines(keepends=True)
        return max([self.counted, *(int(line) for line in rest if line.endswith("\n"))])


@pytest.fixture
def start_bot() -> Iterator[Callable[[Path], CountingBot]]:
    """Start counting bots; whatever is left of them ends with the test."""
    with ExitStack() as stack:

        def start(data_dir: Path) -> CountingBot:
            bot = CountingBot(data_dir)
            stack.enter_context(bot.process)
            stack.callback(bot.process.kill)
            return bot

        yield start


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder."""
    return tmp_path / "data"


def runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    # One that has ended and waits to be collected (by whoever adopted it) doesn't run.
    stat_file = Path(f"/proc/{pid}/stat")
    return not stat_file.exists() or stat_file.read_text().rpartition(")")[2].split()[0] != "Z"


def wait_for_end(pid: int) -> None:
    deadline = time.monotonic() + 10
    while runs(pid):
        assert time.monotonic() < deadline, "the server outlives its bot"
        time.sleep(0.01)


async def stored(data_dir: Path) -> int:
    async with embedded_server(data_dir) as url, Redis.from_url(url) as client:
        return int(await client.get("count") or 0)


async def test_it_keeps_data_from_one_run_to_the_next_and_leaves_nothing_running(
    data: Path,
) -> None:
    async with embedded_server(data) as url, Redis.from_url(url) as client:
        await client.incr("count")
        pid = (await client.info("server"))["process_id"]
        socket = Path(url.removeprefix("unix://"))
        assert stat.S_IMODE(socket.parent.stat().st_mode) == 0o700

    assert not runs(pid)
    assert not socket.parent.exists()
    assert await stored(data) == 1


async def test_it_appends_every_write_and_never_evicts(redis: Redis) -> None:
    wanted = {
        "appendonly": "yes",
        "appendfsync": "everysec",
        "save": "",
        "maxmemory-policy": "noeviction",
        "port": "0",
    }

    found = await redis.config_get(*wanted)

    assert {name: found[name] for name in wanted} == wanted


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the next start ends the server")
async def test_the_server_ends_with_a_killed_bot(
    data: Path, start_bot: Callable[[Path], CountingBot]
) -> None:
    bot = start_bot(data)

    bot.process.kill()

    wait_for_end(bot.server)
    assert await stored(data) >= bot.counted


@pytest.mark.parametrize("order", ["bot alone", "server first", "bot first"])
async def test_nothing_acknowledged_is_lost_when_all_is_killed_and_the_next_start_works_at_once(
    data: Path, start_bot: Callable[[Path], CountingBot], order: str
) -> None:
    bot = start_bot(data)
    bot.count_to(500)

    victims = {
        "bot alone": [bot.process.pid],
        "server first": [bot.server, bot.process.pid],
        "bot first": [bot.process.pid, bot.server],
    }
    for pid in victims[order]:
        os.kill(pid, signal.SIGKILL)
    began = time.monotonic()
    count = await stored(data)

    assert count >= bot.last_acknowledged() >= 500
    assert time.monotonic() - began < 5
    assert not runs(bot.server)
    assert not Path(bot.url.removeprefix("unix://")).parent.exists(), "left by the killed bot"


@pytest.fixture
def orphan_folder() -> Path:
    """A folder for a socket, as a bot makes it."""
    return Path(tempfile.mkdtemp(prefix="telegram-avalon-", dir=embedded._socket_parent()))


async def test_a_server_that_lost_its_bot_is_ended_by_the_next_start(
    data: Path, orphan_folder: Path
) -> None:
    # As on systems whose kernel doesn't tell it: a server alone with its lock.
    folder = embedded._make_folder(data)
    with embedded._open(folder / "server.lock") as lock:
        await embedded._take_over(lock)
        orphan = embedded._Server(
            find_server(), folder, orphan_folder / "valkey.sock", data / "valkey.log", (lock,)
        )
        embedded._write(lock, str(orphan.socket))
        orphan.start()
    await orphan.ready()
    async with Redis.from_url(f"unix://{orphan.socket}") as client:
        await client.set("count", 7)

    assert await stored(data) == 7
    assert not orphan.running
    assert not orphan_folder.exists()


@pytest.fixture
def places(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The only place for sockets' folders."""
    place = Path(tempfile.mkdtemp(prefix="places-", dir="/tmp"))
    monkeypatch.setattr(embedded, "_socket_places", lambda: (str(place),))
    yield place
    shutil.rmtree(place)


def made(place: Path, name: str, minutes_ago: int) -> Path:
    folder = place / f"telegram-avalon-{name}"
    folder.mkdir()
    (folder / "valkey.sock").touch()
    ago = time.time() - 60 * minutes_ago
    os.utime(folder, (ago, ago))
    return folder


async def test_folders_that_killed_bots_left_are_gone_with_the_next_start_of_any(
    data: Path, places: Path
) -> None:
    killed = made(places, "killed", 0)
    (killed / "lock").touch()
    unlocked, just_made = made(places, "unlocked", 2), made(places, "just-made", 0)
    others = [places / "telegram-avalon-file", places / "other"]
    for other in others:
        other.touch()
    (places / "telegram-avalon-link").symlink_to(data.parent)

    async with embedded_server(data) as url:
        socket = Path(url.removeprefix("unix://"))
        there = set(places.iterdir())

    assert not {killed, unlocked} & there
    assert {just_made, socket.parent, places / "telegram-avalon-link", *others} == there
    assert data.parent.exists()


async def test_a_folder_is_left_alone_while_its_bot_or_its_server_lives(
    data: Path, tmp_path: Path, places: Path
) -> None:
    async with embedded_server(data) as url, Redis.from_url(url) as client:
        assert await stored(tmp_path / "another") == 0
        assert await client.ping()

    # As on systems whose kernel tells a server nothing of its bot's end.
    folder, place = embedded._make_folder(data), made(places, "orphan", 2)
    with embedded._open(folder / "server.lock") as lock, embedded._open(place / "lock") as held:
        embedded._lock(held)
        orphan = embedded._Server(
            find_server(), folder, place / "valkey.sock", data / "valkey.log", (lock, held)
        )
        orphan.start()
    await orphan.ready()
    assert await stored(tmp_path / "another") == 0
    assert place.exists()

    await orphan.stop()
    assert await stored(tmp_path / "another") == 0
    assert not place.exists()


async def test_a_server_that_ends_by_itself_is_started_again_with_its_data(data: Path) -> None:
    async with embedded_server(data) as url, Redis.from_url(url) as client:
        await client.set("count", 7)
        os.kill((await client.info("server"))["process_id"], signal.SIGKILL)

        async with asyncio.timeout(10):
            while await count_or_nothing(client) is None:  # noqa: ASYNC110 - nothing tells it
                await asyncio.sleep(0.05)

        assert await client.get("count") == b"7"


async def test_whatever_keeps_it_from_starting_again_is_tried_once_more(
    data: Path, logs: Logs, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not only what the system refuses: a child that fails before it runs raises otherwise."""
    logs.errors_expected = True
    async with embedded_server(data) as url, Redis.from_url(url) as client:
        await client.set("count", 7)
        start, failures = embedded._Server.start, [subprocess.SubprocessError("preexec_fn")]

        def fail_first(server: embedded._Server) -> None:
            if failures:
                raise failures.pop()
            start(server)

        monkeypatch.setattr(embedded._Server, "start", fail_first)
        os.kill((await client.info("server"))["process_id"], signal.SIGKILL)

        async with asyncio.timeout(10):
            while await count_or_nothing(client) is None:  # noqa: ASYNC110 - nothing tells it
                await asyncio.sleep(0.05)

        assert await client.get("count") == b"7"


async def count_or_nothing(client: Redis) -> object:
    try:
        return await client.get("count")
    except (NobodyThereError, OSError):
        return None


async def test_a_second_bot_on_the_same_folder_is_refused(data: Path) -> None:
    async with embedded_server(data):
        began = time.monotonic()

        with pytest.raises(EmbeddedServerError, match="another bot is running on"):
            async with embedded_server(data):
                pass

        assert time.monotonic() - began < 3


async def test_a_server_that_cannot_start_says_why(data: Path) -> None:
    appended = data / "valkey" / "appendonlydir"
    appended.mkdir(parents=True)
    (appended / "appendonly.aof.manifest").write_text("this is no manifest\n")

    with pytest.raises(EmbeddedServerError, match=r"(?s)valkey\.log ends with:.*manifest"):
        async with embedded_server(data):
            pass

    (appended / "appendonly.aof.manifest").unlink()
    assert await stored(data) == 0


async def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with pytest.raises(EmbeddedServerError, match="can't be used"):
        async with embedded_server(tmp_path / "file" / "data"):
            pass


async def test_it_is_refused_outside_the_main_thread(data: Path) -> None:
    def use() -> None:
        asyncio.run(stored(data))

    with pytest.raises(EmbeddedServerError, match="main thread"):
        await asyncio.to_thread(use)


def test_without_any_server_the_advice_is_redis_url(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedded, "_packaged_server", lambda: None)
    monkeypatch.setenv("PATH", "")

    with pytest.raises(EmbeddedServerError, match="set REDIS_URL"):
        find_server()


def test_a_server_on_the_path_is_used_if_none_is_packaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    binary = tmp_path / "redis-server"
    binary.touch(mode=0o755)
    monkeypatch.setattr(embedded, "_packaged_server", lambda: None)
    monkeypatch.setenv("PATH", str(tmp_path))

    assert find_server() == str(binary)


def test_a_long_temporary_folder_is_not_used_for_the_socket(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = tmp_path / ("x" * 100)
    long.mkdir()
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(long))

    assert embedded._socket_parent() == "/tmp"


def test_a_long_log_is_moved_aside(tmp_path: Path) -> None:
    log = tmp_path / "valkey.log"
    log.write_bytes(b"x" * (embedded.LOG_BYTES + 1))

    embedded._cut(log)

    assert log.stat().st_size == 0
    assert (tmp_path / "valkey.log.1").stat().st_size == embedded.LOG_BYTES + 1
