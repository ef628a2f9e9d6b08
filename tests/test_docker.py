"""The files for Docker, as far as they can be looked into without an engine.

Caddy and hadolint are used where they are on the PATH, else those two tests are skipped. What takes
long and downloads, the Dockerfile's own steps, is in ``benchmarks/docker_steps.py``.
"""

import asyncio
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from http import HTTPStatus
from pathlib import Path
from typing import Any

import aiohttp
import jsonschema_rs
import pytest
import yaml
from redis.asyncio import Redis
from redis.exceptions import ConnectionError as Unconnected

from telegram_avalon.bot.webhook import derived_secret
from telegram_avalon.checks import SAFE_SETTINGS, redis_problems
from telegram_avalon.clock import Clock
from telegram_avalon.embedded import find_server
from telegram_avalon.playground import Emulator
from telegram_avalon.settings import VARIABLES, Address
from telegram_avalon.web import Health, listening, serve
from tests.harness import TOKEN, playing

ROOT = Path(__file__).parents[1]
URL = "https://bot.example.org/telegram"
UPDATE = {"update_id": 1}


class Strict(yaml.SafeLoader):
    """Refuses a key that is there twice, as Compose does."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        keys = [key.value for key, _ in node.value if key.tag != "tag:yaml.org,2002:merge"]
        assert len(keys) == len(set(keys)), f"a key is there twice: {node.start_mark}"
        return super().construct_mapping(node, deep)


def compose() -> dict[str, Any]:
    text = (ROOT / "docker-compose.yml").read_text(encoding="utf-8")
    found: dict[str, Any] = yaml.load(text, Strict)
    return found


def services() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = compose()["services"]
    return found


# --- docker-compose.yml ------------------------------------------------------------------------


def mistakes(file: Mapping[str, Any]) -> list[str]:
    schema = json.loads((ROOT / "tests/data/compose-spec.json").read_text(encoding="utf-8"))
    return [each.message for each in jsonschema_rs.validator_for(schema).iter_errors(file)]


def test_the_compose_file_is_one_by_the_specification() -> None:
    assert mistakes(compose()) == []


def test_a_slip_in_it_would_be_seen() -> None:
    file = compose()
    file["services"]["bot"]["helthcheck"] = {}

    assert mistakes(file) != []
    with pytest.raises(AssertionError, match="twice"):
        yaml.load("a: {b: 1, b: 2}", Strict)


def test_what_it_takes_from_the_environment_is_in_the_example() -> None:
    text = (ROOT / "docker-compose.yml").read_text(encoding="utf-8")
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    taken = set(re.findall(r"\$\{?([A-Za-z_]+)", text))

    assert taken == {"WEBHOOK_URL"}
    assert all(re.search(rf"^(# )?{name}=", example, re.MULTILINE) for name in taken)


def test_the_bot_is_told_nothing_it_does_not_know() -> None:
    assert services()["bot"]["environment"].keys() <= {each.name for each in VARIABLES}


def test_only_the_bot_is_given_its_token() -> None:
    assert [name for name, each in services().items() if "env_file" in each] == ["bot"]


@pytest.mark.parametrize("name", services())
def test_a_service_may_do_no_more_than_it_must(name: str) -> None:
    service = services()[name]

    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service.get("cap_add", []) == (["NET_BIND_SERVICE"] if name == "caddy" else [])
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["init"] is True
    assert service["restart"] == "unless-stopped"
    assert service["logging"]["options"].keys() == {"max-size", "max-file"}
    assert service["healthcheck"]["test"]
    assert ("user" in service) is (name != "caddy")  # which owns its certificates and ports
    assert "privileged" not in service


def test_only_the_proxy_has_ports_and_only_if_it_is_asked_for() -> None:
    assert {name: each["ports"] for name, each in services().items() if "ports" in each} == {
        "caddy": ["80:80", "443:443", "443:443/udp"]
    }
    assert [name for name, each in services().items() if "profiles" in each] == ["caddy"]
    assert services()["caddy"]["profiles"] == ["webhook"]


def test_there_may_be_several_bots() -> None:
    assert not services()["bot"].keys() & {"container_name", "hostname", "ports", "volumes"}


def test_the_proxy_passes_to_where_the_bots_listen() -> None:
    caddyfile = (ROOT / "docker/Caddyfile").read_text(encoding="utf-8")
    host, _, port = services()["bot"]["environment"]["LISTEN"].partition(":")

    assert host == "0.0.0.0"
    assert f"dynamic a bot {port} " in caddyfile


async def test_the_server_it_starts_forgets_nothing(tmp_path: Path) -> None:
    command = services()["valkey"]["command"]
    place = ["--port", "0", "--unixsocket", str(tmp_path / "s"), "--dir", str(tmp_path)]
    server = await asyncio.create_subprocess_exec(find_server(), *command[1:], *place)
    try:
        async with Redis(unix_socket_path=str(tmp_path / "s"), decode_responses=True) as redis:
            config = await _soon(redis)
    finally:
        server.terminate()
        await server.wait()

    assert config.keys() >= SAFE_SETTINGS.keys()
    assert redis_problems(config) == []
    assert config["save"] == ""
    assert config["maxmemory"] == str(256 * 1024 * 1024)


async def _soon(redis: Redis) -> dict[str, str]:
    until = time.monotonic() + 10
    while True:
        try:
            found = await redis.config_get("*")
        except (Unconnected, OSError):
            assert time.monotonic() < until
            await asyncio.sleep(0.05)
        else:
            return {str(name): str(value) for name, value in found.items()}


# --- is the bot well? --------------------------------------------------------------------------


async def healthcheck(port: int, **environ: str) -> int:
    """What the service's check exits with, said of a bot at *port*."""
    kind, program, *arguments = services()["bot"]["healthcheck"]["test"]
    assert (kind, program) == ("CMD", "telegram-avalon")
    told = {"BOT_TOKEN": TOKEN, "LISTEN": f"0.0.0.0:{port}", "PATH": os.environ["PATH"]}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "telegram_avalon", *arguments),
        env=told | environ,
        stderr=asyncio.subprocess.DEVNULL,
    )
    return await process.wait()


def free_port() -> int:
    with listening("127.0.0.1", 0) as bound:
        port: int = bound.getsockname()[1]
        return port


async def test_a_bot_that_polls_is_well_until_it_ends(redis_url: str) -> None:
    port = free_port()
    async with playing(redis_url, listen=Address("127.0.0.1", port)) as stage:
        bot = await stage.start()
        assert await healthcheck(port) == 0

        await bot.end()
        assert await healthcheck(port) == 1


async def test_a_bot_that_polls_needs_no_port(redis_url: str) -> None:
    with listening("127.0.0.1", 0) as taken:
        taken.listen()
        listen = Address("127.0.0.1", taken.getsockname()[1])
        async with playing(redis_url, listen=listen) as stage:
            await stage.start()
            friend = stage.world.person("Ann", started=True)
            stage.world.say(friend, stage.world.private(friend), "/help")
            await stage.world.until(lambda: bool(stage.world.private(friend).by_id))


@pytest.mark.parametrize(("answers", "code"), [(True, 0), (False, 1)])
async def test_a_bot_without_its_database_is_not_well(answers: bool, code: int) -> None:
    def healthy() -> str | None:
        return None if answers else "ill"

    stop = asyncio.Event()
    with listening("127.0.0.1", 0) as bound:
        serving = asyncio.create_task(serve(Health(healthy), bound, stop))
        try:
            assert await healthcheck(bound.getsockname()[1]) == code
        finally:
            stop.set()
            await serving


PROXIES = ("HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy")


@asynccontextmanager
async def counting_proxy() -> AsyncIterator[tuple[dict[str, str], list[bytes]]]:
    """A proxy that refuses; the environment that names it, and what it was asked."""
    seen = []

    async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        seen.append(await reader.readline())
        writer.write(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        writer.close()

    async with await asyncio.start_server(refuse, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        yield dict.fromkeys(PROXIES, f"http://127.0.0.1:{port}"), seen


async def test_the_check_of_a_bot_asks_no_proxy() -> None:
    stop = asyncio.Event()
    with listening("127.0.0.1", 0) as bound:
        serving = asyncio.create_task(serve(Health(lambda: None), bound, stop))
        try:
            async with counting_proxy() as (environ, seen):
                assert await healthcheck(bound.getsockname()[1], **environ) == 0
                assert seen == []
        finally:
            stop.set()
            await serving


async def test_nothing_within_the_proxys_container_asks_another() -> None:
    caddy = services()["caddy"]
    names = {name for name in PROXIES if name.lower() == "http_proxy"}  # the bots speak http

    assert {name: caddy["environment"].get(name) for name in names} == dict.fromkeys(names, "")
    assert " ".join(caddy["healthcheck"]["test"]).startswith("CMD wget -Y off ")  # by busybox


@pytest.mark.skipif(shutil.which("busybox") is None, reason="no busybox on the PATH")
async def test_the_check_of_the_proxy_asks_no_other() -> None:
    stop = asyncio.Event()
    _, *command, url = services()["caddy"]["healthcheck"]["test"]
    with listening("127.0.0.1", 0) as bound:
        serving = asyncio.create_task(serve(Health(lambda: None), bound, stop))
        place = url.replace(":2019/config/", f":{bound.getsockname()[1]}/healthz")
        try:
            async with counting_proxy() as (environ, seen):
                process = await asyncio.create_subprocess_exec(
                    "busybox", *command, place, env={"PATH": os.environ["PATH"]} | environ
                )
                assert (await process.wait(), seen) == (0, [])
        finally:
            stop.set()
            await serving


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [("HEAD", "/healthz", 200), ("POST", "/healthz", 405), ("GET", "/", 404)],
)
async def test_there_is_nothing_else_where_a_bot_polls(method: str, path: str, status: int) -> None:
    def healthy() -> None:
        return None

    stop = asyncio.Event()
    with listening("127.0.0.1", 0) as bound:
        serving = asyncio.create_task(serve(Health(healthy), bound, stop))
        url = f"http://127.0.0.1:{bound.getsockname()[1]}{path}"
        try:
            async with aiohttp.request(method, url) as response:
                assert response.status == status
        finally:
            stop.set()
            await serving


# --- the proxy ---------------------------------------------------------------------------------


def run_proxy(folder: Path, url: str) -> "subprocess.CompletedProcess[str]":
    """Run run.sh with a stand-in for Caddy that tells what it was given."""
    caddy = folder / "caddy"
    caddy.write_text('#!/bin/sh\necho "$WEBHOOK_DOMAIN $WEBHOOK_PATH $1"\n')
    caddy.chmod(0o755)
    return subprocess.run(
        ["sh", str(ROOT / "docker/run.sh")],
        env={"PATH": f"{folder}:{os.environ['PATH']}", "WEBHOOK_URL": url},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("url", "told"),
    [
        (URL, "bot.example.org /telegram"),
        ("https://example.org", "example.org /"),
        ("https://example.org/", "example.org /"),
        ("https://bot.example.org/a/b-c_1//", "bot.example.org /a/b-c_1"),
    ],
)
def test_the_proxy_takes_domain_and_path_from_the_webhook(
    tmp_path: Path, url: str, told: str
) -> None:
    assert run_proxy(tmp_path, url).stdout == f"{told} run\n"


@pytest.mark.parametrize(
    "url",
    [
        "",
        "bot.example.org/telegram",
        "http://bot.example.org/telegram",
        "https:///telegram.x",
        "https://localhost/telegram",
        "https://bot.example.org:8443/telegram",
        "https://bot.example.org/a b",
        "https://bot.example.org/*",
        "https://bot.example.org/{env.HOME}",
    ],
)
def test_the_proxy_says_which_address_it_can_use(tmp_path: Path, url: str) -> None:
    done = run_proxy(tmp_path, url)

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith(f"got '{url}'\n")


@asynccontextmanager
async def running(
    *command: str, folder: Path, **environ: str
) -> AsyncIterator[asyncio.subprocess.Process]:
    process = await asyncio.create_subprocess_exec(
        *command, cwd=folder, env={"PATH": os.environ["PATH"], "HOME": str(folder)} | environ
    )
    try:
        yield process
    finally:
        process.terminate()
        await asyncio.wait_for(process.wait(), 20)


class Outside:
    """Whoever knows the domain."""

    def __init__(self, session: aiohttp.ClientSession, port: int) -> None:
        self._session = session
        self._url = f"https://127.0.0.1:{port}"

    async def ask(self, method: str, path: str, **more: Any) -> int:
        headers = {"Host": "bot.example.org"} | more.pop("headers", {})
        async with self._session.request(
            method,
            f"{self._url}{path}",
            headers=headers,
            server_hostname="bot.example.org",
            ssl=False,
            **more,
        ) as response:
            return response.status

    async def until(self, status: int, method: str, path: str, **more: Any) -> None:
        until = time.monotonic() + 20
        while True:
            try:
                if await self.ask(method, path, **more) == status:
                    return
            except aiohttp.ClientError:
                pass
            assert time.monotonic() < until
            await asyncio.sleep(0.1)


@pytest.mark.skipif(shutil.which("caddy") is None, reason="no caddy on the PATH")
async def test_the_proxy_lets_nothing_through_but_updates(tmp_path: Path, redis_url: str) -> None:
    http, https, listen = free_port(), free_port(), free_port()
    shutil.copytree(ROOT / "docker", tmp_path / "docker")
    caddyfile = tmp_path / "docker/Caddyfile"
    site = caddyfile.read_text(encoding="utf-8")
    ports = f"http_port {http}\nhttps_port {https}\nadmin off"
    caddyfile.write_text(
        f"{{\n{ports}\nlocal_certs\nskip_install_trust\n}}\n"
        + site.replace("dynamic a bot 8080", f"dynamic a localhost {listen}")
    )
    telegram = Emulator.running(Clock(), TOKEN)
    async with telegram as emulator, aiohttp.ClientSession() as session:
        told = {"BOT_TOKEN": TOKEN, "BOT_API_URL": emulator.url, "REDIS_URL": redis_url}
        told |= {"WEBHOOK_URL": URL, "LISTEN": f"127.0.0.1:{listen}"}
        bot = running(sys.executable, "-m", "telegram_avalon", "run", folder=tmp_path, **told)
        proxy = running("sh", "docker/run.sh", folder=tmp_path, WEBHOOK_URL=URL)
        async with bot, proxy:
            outside = Outside(session, https)
            secret = {"headers": {"X-Telegram-Bot-Api-Secret-Token": derived_secret(TOKEN)}}
            await outside.until(HTTPStatus.OK, "POST", "/telegram", json=UPDATE, **secret)

            assert await outside.ask("POST", "/telegram", json=UPDATE) == 403
            assert await outside.ask("GET", "/telegram", **secret) == 404
            assert await outside.ask("POST", "/telegram/x", json=UPDATE, **secret) == 404
            assert await outside.ask("GET", "/healthz") == 404
            assert await outside.ask("GET", "/") == 404
            long = "x" * 1_000_001
            refused = {413, 502}  # the latter by Caddy 2.6
            assert await outside.ask("POST", "/telegram", data=long, **secret) in refused
            assert await healthcheck(listen) == 0


# --- Dockerfile --------------------------------------------------------------------------------


def test_the_image_is_pinned_and_its_user_is_the_one_compose_names() -> None:
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")

    bases = re.findall(r"^FROM (\S+)", text, re.MULTILINE)
    assert bases == ["${PYTHON_IMAGE}"] * 2
    assert re.search(r"^ARG PYTHON_IMAGE=python:3\.\d+-slim-[a-z]+$", text, re.MULTILINE)
    assert all(
        re.search(r":\d", each["image"]) for each in services().values() if "build" not in each
    )
    assert re.findall(r"^USER (\S+)", text, re.MULTILINE) == [services()["bot"]["user"]]
    for installed in re.findall(r"pip install.*", text):
        assert "--require-hashes -r requirements.lock" in installed or "--no-deps ." in installed


def test_the_builder_is_sent_what_the_wheel_is_made_of_and_no_secrets() -> None:
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    sent = {line[1:] for line in lines if line.startswith("!")}

    assert next(line for line in lines if not line.startswith("#")) == "*"
    assert all((ROOT / name).exists() for name in sent)
    assert sent >= {"pyproject.toml", "hatch_build.py", "locale", "telegram_avalon"}
    assert not sent & {".env", ".git"}


@pytest.mark.skipif(shutil.which("hadolint") is None, reason="no hadolint on the PATH")
def test_hadolint_has_nothing_to_say() -> None:
    done = subprocess.run(
        ["hadolint", str(ROOT / "Dockerfile")], capture_output=True, text=True, check=False
    )

    assert (done.returncode, done.stdout) == (0, "")
