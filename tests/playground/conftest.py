"""A running emulator, a clock to move, a client, and a few people."""

from collections.abc import AsyncIterator

import aiohttp
import pytest

from telegram_avalon.playground import Chat, Emulator, LimitMode, Person, World
from tests.playground.client import Client, MovableClock


@pytest.fixture
def clock() -> MovableClock:
    return MovableClock(speed=20)


@pytest.fixture
async def emulator(clock: MovableClock) -> AsyncIterator[Emulator]:
    async with Emulator.running(clock) as emulator:
        emulator.limits.mode = LimitMode.OFF
        yield emulator


@pytest.fixture
async def client(emulator: Emulator) -> AsyncIterator[Client]:
    async with aiohttp.ClientSession() as session:
        yield Client(emulator, session)


@pytest.fixture
def world(emulator: Emulator) -> World:
    return emulator.world


@pytest.fixture
def alice(world: World) -> Person:
    return world.person("Alice", username="alice", started=True)


@pytest.fixture
def bob(world: World) -> Person:
    return world.person("Bob")


@pytest.fixture
def group(world: World, alice: Person, bob: Person) -> Chat:
    return world.group("Friends", alice, bob)
