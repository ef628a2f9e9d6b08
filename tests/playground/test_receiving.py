"""Registering a webhook."""

import pytest

from telegram_avalon.playground import Emulator
from tests.playground.client import Client


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("http://a.example/hook", "An HTTPS URL must be provided for webhook"),
        ("https://a.example:8080/", "Webhook can be set up only on ports 80, 88, 443 or 8443"),
        ("https:///hook", "invalid URL specified"),
        ("https://a.example:port/", "invalid URL specified"),
    ],
)
async def test_an_address_that_telegram_refuses_is_refused(
    client: Client, url: str, reason: str
) -> None:
    assert await client.refused("setWebhook", url=url) == f"Bad Request: bad webhook: {reason}"


@pytest.mark.parametrize("url", ["https://a.example/hook", "https://a.example:8443/x"])
async def test_a_registration_is_shown(client: Client, url: str) -> None:
    await client.ok(
        "setWebhook", url=url, max_connections=7, allowed_updates=["message", "callback_query"]
    )
    assert await client.ok("getWebhookInfo") == {
        "url": url,
        "has_custom_certificate": False,
        "pending_update_count": 0,
        "max_connections": 7,
        "allowed_updates": ["callback_query", "message"],
    }


async def test_a_secret_has_an_alphabet(client: Client) -> None:
    refusal = await client.refused("setWebhook", url="https://a.example", secret_token="a b")
    assert refusal == "Bad Request: secret token contains unallowed characters"


async def test_an_empty_address_removes_the_webhook(client: Client, emulator: Emulator) -> None:
    await client.ok("setWebhook", url="https://a.example/hook")
    await client.ok("setWebhook", url="")
    assert (await client.ok("getWebhookInfo"))["url"] == ""
    assert await client.updates() == []


@pytest.mark.parametrize("method", ["logOut", "close"])
async def test_closing_down_is_accepted(client: Client, method: str) -> None:
    assert await client.ok(method) is True
