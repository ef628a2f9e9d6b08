"""Databases that the bot can't use: the same line of `check` and of `run`, from real servers."""

import asyncio
import re
import shutil
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis
from redis.exceptions import RedisError, ResponseError

from telegram_avalon import app
from telegram_avalon.app import StartError, check
from telegram_avalon.checks import DATABASE, SILENT_DATABASE, database_line
from telegram_avalon.clock import SECOND, Clock
from telegram_avalon.embedded import find_server
from telegram_avalon.playground import Emulator
from telegram_avalon.store import Keys, Unavailable, connect, probe
from tests.harness import TOKEN, settings
from tests.web.replicas import free_port

ROOT = Path(__file__).parents[2]

Prepare = Callable[["Server"], Awaitable[object]]


class Server:
    """A running database."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder, self.port = folder, port
        self.boss = Redis(unix_socket_path=str(folder / "s"))

    async def ask(self, *command: str) -> Any:
        return await self.boss.execute_command(*command)  # type: ignore[no-untyped-call]

    def url(self, user: str = "", rest: str = "") -> str:
        return f"unix://{user}{self.folder / 's'}{rest}"

    def by_tcp(self, user: str = "", rest: str = "") -> str:
        return f"redis://{user}127.0.0.1:{self.port}{rest}"


@asynccontextmanager
async def server(*options: str) -> AsyncIterator[Server]:
    """One that was started with these *options*."""
    folder = Path(tempfile.mkdtemp(prefix="database-", dir="/tmp"))  # short enough for a socket
    port = free_port()
    if "--cluster-enabled" in options:
        options = (*options, "--cluster-port", str(free_port()), "--cluster-node-timeout", "60000")
        (folder / "nodes.conf").write_text(_ELSEWHERE)
    place = ["--port", str(port), "--unixsocket", str(folder / "s"), "--dir", str(folder)]
    process = await asyncio.create_subprocess_exec(
        find_server(), *place, *options, stdout=asyncio.subprocess.DEVNULL
    )
    running = Server(folder, port)
    try:
        await _answers(running.boss)
        yield running
    finally:
        await running.boss.aclose()
        process.kill()
        await process.wait()
        shutil.rmtree(folder)


_ELSEWHERE = f"""\
{"a" * 40} 127.0.0.1:1@2 master - 0 0 1 connected 0-16383
{"b" * 40} :0@0 myself,master - 0 0 0 connected
vars currentEpoch 1 lastVoteEpoch 0
"""
"""A cluster whose other node has all the keys."""


async def _answers(boss: Redis) -> None:
    until = time.monotonic() + 20
    while True:
        try:
            await boss.ping()
        except ResponseError:
            return
        except (RedisError, OSError):
            assert time.monotonic() < until
            await asyncio.sleep(0.02)
        else:
            return


def user(*rules: str) -> Prepare:
    async def prepare(there: Server) -> None:
        await there.ask("ACL", "SETUSER", "ann", "on", ">pw", *rules)

    return prepare


async def password(there: Server) -> None:
    await there.boss.config_set("requirepass", "right")


async def unsaved(there: Server) -> None:
    """Its last attempt to save failed: the folder is gone."""
    gone = there.folder / "gone"
    gone.mkdir()
    await there.boss.config_set("dir", str(gone))
    await there.boss.set("a", "b")
    gone.rmdir()
    await there.boss.bgsave()
    until = time.monotonic() + 20
    while (await there.boss.info("persistence"))["rdb_last_bgsave_status"] != "err":
        assert time.monotonic() < until
        await asyncio.sleep(0.02)


async def joined(there: Server) -> None:
    """It takes part in its cluster, which a node does some time after its start."""
    until = time.monotonic() + 20
    while b"cluster_state:ok" not in await there.ask("CLUSTER", "INFO"):
        assert time.monotonic() < until
        await asyncio.sleep(0.02)


async def full(there: Server) -> None:
    await there.boss.config_set("maxmemory", "1")


async def nothing(there: Server) -> None:
    pass


CASES: dict[str, tuple[tuple[str, ...], Prepare, str, str, str]] = {
    # options, what is done to it, user and rest of the address, row of the table
    "a replica": (("--replicaof", "127.0.0.1", "1"), nothing, "", "", "READONLY"),
    "no replicas": (("--min-replicas-to-write", "1"), nothing, "", "", "NOREPLICAS"),
    "a cluster's node": (
        ("--cluster-enabled", "yes"),
        joined,
        "",
        "",
        "MOVED",
    ),
    "a full memory": ((), full, "", "", "OOM"),
    "a full disk": (
        ("--enable-protected-configs", "yes", "--save", "3600", "1"),
        unsaved,
        "",
        "",
        "MISCONF",
    ),
    "a password": ((), password, "", "", "NOAUTH"),
    "another password": ((), password, ":wrong@", "", "WRONGPASS"),
    "an unknown user": ((), nothing, "bob:pw@", "", "WRONGPASS"),
    "no writes": ((), user("~*", "+@read", "+@connection"), "ann:pw@", "", "NOPERM"),
    "no scripts": ((), user("~*", "+@all", "-@scripting"), "ann:pw@", "", "NOPERM"),
    "no sorted sets": ((), user("~*", "+@all", "-@sortedset"), "ann:pw@", "", "NOPERM"),
    "other keys": ((), user("~foo:*", "+@all"), "ann:pw@", "", "NOPERM"),
    "no such number": ((), nothing, "", "99", "ERR DB index"),
    "scripts renamed away": (("--rename-command", "EVAL", ""), nothing, "", "", "ERR"),
}


@pytest.fixture
async def emulator() -> AsyncIterator[Emulator]:
    async with Emulator.running(Clock(), TOKEN) as running:
        yield running


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("way", ["unix", "tcp"])
async def test_a_database_that_cannot_be_used_is_one_line(
    emulator: Emulator, monkeypatch: pytest.MonkeyPatch, case: str, way: str
) -> None:
    options, prepare, who, number, row = CASES[case]
    monkeypatch.setattr(app, "PATIENCE", 0)  # what may pass is not waited for here
    async with server(*options) as there:
        await prepare(there)
        if way == "unix":
            url = there.url(who, f"?db={number}" if number else "")
        else:
            url = there.by_tcp(who, f"/{number}" if number else "")
        lines = await check(settings(emulator), url)
        with pytest.raises(StartError) as error:
            await app.run(settings(emulator), url, asyncio.Event())

    assert lines == [str(error.value)] == [f"REDIS_URL: the server {DATABASE[row][0]}."]
    assert isinstance(error.value, app.NotYet) is not DATABASE[row][1]


async def test_a_user_with_the_rights_that_are_named_is_enough(emulator: Emulator) -> None:
    advised = re.search(r"ACL SETUSER … (.+)", DATABASE["NOPERM"][0])
    assert advised

    async with server("--appendonly", "yes", "--maxmemory-policy", "noeviction") as there:
        await user(*advised[1].split())(there)

        assert await check(settings(emulator), there.url("ann:pw@")) == []


@pytest.mark.parametrize("who", ["", ":wrong@", "bob:wrong@"])
@pytest.mark.parametrize("way", [Server.url, Server.by_tcp])
async def test_a_refused_log_in_is_told_by_the_first_attempt(
    who: str, way: Callable[[Server, str], str]
) -> None:
    async with server() as there:
        await password(there)
        before = int((await there.boss.info("stats"))["total_connections_received"])
        client = connect(way(there, who))
        with pytest.raises(Unavailable) as error:
            await asyncio.wait_for(probe(client, Keys(1)), 20)
        await client.aclose()
        after = int((await there.boss.info("stats"))["total_connections_received"])

    assert database_line(error.value)[1]
    assert "wrong" not in str(error.value)
    assert after - before == 1


async def test_a_server_without_room_may_have_it_in_a_moment() -> None:
    async with server() as there:
        await there.boss.config_set("maxclients", "1")
        client = connect(there.url())
        with pytest.raises(Unavailable) as error:
            await probe(client, Keys(1))
        await client.aclose()

    line, final = database_line(error.value)
    assert (line, final) == (f"REDIS_URL: the server {DATABASE['ERR max number'][0]}.", False)


async def test_where_nobody_listens_it_is_said_so_without_the_address(
    emulator: Emulator, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "PATIENCE", SECOND // 2)

    lines = await check(settings(emulator), "redis://ann:secret@127.0.0.1:1/0")

    assert lines == [f"REDIS_URL: the server {SILENT_DATABASE}."]


# --- the document ------------------------------------------------------------------------------


def test_the_document_has_the_lines_that_are_told() -> None:
    text = (ROOT / "docs/troubleshooting.md").read_text(encoding="utf-8")
    section = text.partition("## The database\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| `(.+?)` \| (yes|no) \|", section, re.MULTILINE)
    told = dict.fromkeys([*DATABASE.values(), (SILENT_DATABASE, False)])

    assert rows == [(f"the server {why}", "no" if final else "yes") for why, final in told]
