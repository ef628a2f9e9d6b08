"""Connections that say nothing: how many are held, for how long, and who is let go first."""

import asyncio
import resource
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest

from telegram_avalon import connections
from telegram_avalon.bot import Nothing, Reaction, Update
from telegram_avalon.clock import Clock
from telegram_avalon.connections import allow_many_descriptors
from telegram_avalon.web import SECRET_HEADER, Webhook, listening, serve

Peer = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Open = Callable[[], Awaitable[Peer]]

GET = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
BODY = b'{"update_id": 1}'


def post(secret: bytes) -> bytes:
    fields = [b"Host: x", SECRET_HEADER + b": " + secret, b"Content-Length: %d" % len(BODY)]
    return b"\r\n".join([b"POST /hook HTTP/1.1", *fields, b"", b""])


@asynccontextmanager
async def webhook(handle: Callable[[Update], Awaitable[Reaction]]) -> AsyncIterator[Open]:
    """A server with a webhook, and what opens a connection to it."""
    stop, peers = asyncio.Event(), list[asyncio.StreamWriter]()
    application = Webhook("/hook", "right", handle, lambda *_, **__: None, lambda: None, Clock())
    with listening("127.0.0.1", 0) as bound:
        serving = asyncio.create_task(serve(application, bound, stop))

        async def connect() -> Peer:
            reader, writer = await asyncio.open_connection(*bound.getsockname())
            peers.append(writer)
            return reader, writer

        try:
            yield connect
        finally:
            for peer in peers:
                peer.close()
            stop.set()
            await serving


async def at_once(_: Update) -> Reaction:
    return Nothing()


async def answer(peer: Peer) -> bytes:
    head = await asyncio.wait_for(peer[0].readuntil(b"\r\n\r\n"), 20)
    return head.split(b" ")[1]


async def let_go(peer: Peer) -> bool:
    """Waits until the other side has ended the connection."""
    try:
        return await asyncio.wait_for(peer[0].read(), 20) is not None
    except ConnectionError:
        return True


async def nothing(peer: Peer) -> None:
    pass


async def half_a_head(peer: Peer) -> None:
    peer[1].write(GET[:20])


async def no_body(peer: Peer) -> None:
    peer[1].write(post(b"right") + BODY[:3])


async def a_body_after_the_refusal(peer: Peer) -> None:
    peer[1].write(post(b"wrong"))
    assert await answer(peer) == b"403"
    peer[1].write(BODY)


async def a_request_before(peer: Peer) -> None:
    peer[1].write(GET)
    assert await answer(peer) == b"200"


WAYS = [nothing, half_a_head, no_body, a_body_after_the_refusal, a_request_before]


@pytest.mark.parametrize("way", WAYS)
async def test_who_says_nothing_is_let_go_after_a_while(
    monkeypatch: pytest.MonkeyPatch, way: Callable[[Peer], Awaitable[None]]
) -> None:
    monkeypatch.setattr(connections, "ARRIVES_WITHIN", 0.2)
    async with webhook(at_once) as connect:
        peer = await connect()
        await way(peer)

        assert await let_go(peer)


@pytest.mark.parametrize("way", WAYS)
async def test_however_many_say_nothing_the_next_is_heard(
    monkeypatch: pytest.MonkeyPatch, way: Callable[[Peer], Awaitable[None]]
) -> None:
    monkeypatch.setattr(connections, "ARRIVES_WITHIN", 60.0)
    monkeypatch.setattr(connections, "MOST_CONNECTIONS", 5)
    async with webhook(at_once) as connect:
        silent = []
        for _ in range(20):
            silent.append(await connect())
            await way(silent[-1])

        peer = await connect()
        peer[1].write(post(b"right") + BODY)
        assert await answer(peer) == b"200"
        assert all([await let_go(each) for each in silent[:15]])


async def test_a_request_that_is_dealt_with_is_let_finish(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "MOST_CONNECTIONS", 3)
    begun, go_on = asyncio.Event(), asyncio.Event()

    async def later(_: Update) -> Reaction:
        begun.set()
        await go_on.wait()
        return Nothing()

    async with webhook(later) as connect:
        dealt_with = await connect()
        dealt_with[1].write(post(b"right") + BODY)
        await begun.wait()
        silent = [await connect() for _ in range(10)]
        assert all([await let_go(each) for each in silent[:7]])
        go_on.set()

        assert await answer(dealt_with) == b"200"


def test_as_many_descriptors_as_the_system_allows() -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    few = min(512, before[1])
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (few, before[1]))
        allow_many_descriptors()
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (before[1], before[1])
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
