"""Which way updates come is told to Telegram once, and what waits there is never lost."""

import dataclasses
from functools import partial

import pytest

from telegram_avalon import app
from telegram_avalon.bot import ALLOWED, webhook
from telegram_avalon.bot.webhook import TOGETHER, WEBHOOK, derived_secret
from telegram_avalon.settings import Address
from tests.bot.people import reached
from tests.harness import TOKEN, Bot, Party
from tests.web.replicas import PATH, SECRET, Replicas, free_port, replicas


def set_webhooks(there: Replicas) -> int:
    return len(there.emulator.calls_of("setWebhook"))


async def test_two_processes_register_once(redis_url: str) -> None:
    async with replicas(redis_url, bots=2) as there:
        (call,) = there.emulator.calls_of("setWebhook")
        registration = there.emulator.webhook.registration

        assert registration.url == there.proxy.url + PATH
        assert registration.secret == SECRET
        assert registration.max_connections == 100
        assert there.emulator.inbox.allowed == frozenset(ALLOWED)
        assert ALLOWED == ("message", "callback_query", "my_chat_member", "chat_member")
        assert call.params.get("drop_pending_updates", "false") == "false"


async def test_a_secret_that_nobody_chose_comes_from_the_token(redis_url: str) -> None:
    async with replicas(redis_url, webhook_secret=None) as there:
        secret = there.emulator.webhook.registration.secret
        party = Party(there.stage)
        await party.open()

    assert secret == derived_secret(TOKEN)
    assert secret != derived_secret(TOKEN + "x")
    assert len(secret) == 64


async def test_whoever_starts_later_makes_sure_of_the_webhook(redis_url: str) -> None:
    async with replicas(redis_url) as there:
        await there.stage.bots[0].end()
        key = there.stage.keys.registered(WEBHOOK)
        assert 0 < await there.stage.redis.pttl(key) <= TOGETHER
        await there.stage.redis.delete(key)
        await there.start()

        assert set_webhooks(there) == 2


async def test_a_webhook_that_somebody_removed_is_set_again(redis_url: str) -> None:
    async with replicas(redis_url) as there:
        await there.stage.bots[0].end()
        await there.emulator.dispatcher.dispatch("deleteWebhook", {})
        await there.start()

        assert set_webhooks(there) == 2
        assert there.emulator.webhook.registration.secret == SECRET


async def test_another_secret_is_registered(redis_url: str) -> None:
    async with replicas(redis_url) as there:
        await there.stage.bots[0].end()
        await there.start(webhook_secret="another-one")

        assert there.emulator.webhook.registration.secret == "another-one"


async def test_a_version_that_wants_it_otherwise_sets_it_again(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with replicas(redis_url) as there:
        await there.stage.bots[0].end()
        monkeypatch.setattr(webhook, "MOST_CONNECTIONS", 50)
        await there.start()

        assert there.emulator.webhook.registration.max_connections == 50


async def test_a_process_killed_before_it_registered_leaves_it_to_the_next(redis_url: str) -> None:
    async with replicas(redis_url) as there:
        await there.stage.bots[0].end()
        bot = there.stage._new(("before setWebhook",))
        # Only the secret changes: Telegram doesn't tell which one it has.
        await _begin(there, bot)
        await bot.stops[0].wait()
        bot.kill()
        await there.start(webhook_secret="another-one")

        assert there.emulator.webhook.registration.secret == "another-one"


async def _begin(there: Replicas, bot: Bot) -> None:
    told = dataclasses.replace(
        there.stage.settings,
        listen=Address("127.0.0.1", free_port()),
        webhook_secret="another-one",
    )
    run = app.run(told, there.stage.redis_url, bot.ending, there.stage.clock)
    bot.main = there.stage._run(bot, run)


async def test_what_waits_survives_from_webhook_to_polling_and_back(redis_url: str) -> None:
    async with replicas(redis_url) as there:
        party, world = Party(there.stage), there.world
        await party.open()
        await reached(there.stage, *party.people)
        ann, bob, cid, *_ = party.people

        await _end(there)
        world.press(ann, party.group.last, "Join")
        polling = await there.poll()
        await world.until(partial(_sits, party, "Ann"))
        assert there.emulator.webhook.registration.url == ""

        await polling.end()
        world.press(bob, party.group.last, "Join")
        await there.start()
        await world.until(partial(_sits, party, "Bob"))

        await _end(there)
        world.press(cid, party.group.last, "Join")
        await there.poll()
        await world.until(partial(_sits, party, "Cid"))
        assert there.emulator.inbox.pending == []


async def _end(there: Replicas) -> None:
    """The last bot ends; nobody listens any more."""
    await there.stage.bots[-1].end()
    there.proxy.backends.clear()


def _sits(party: Party, name: str) -> bool:
    return name in party.group.last.text
