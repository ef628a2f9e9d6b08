"""Telling Telegram which way updates come: by webhook or by polling. What waits there is kept."""

import hashlib
import hmac

from telegram import Bot

from telegram_avalon.bot.updates import ALLOWED
from telegram_avalon.clock import SECOND
from telegram_avalon.store import Registrations

WEBHOOK = "webhook"
TOGETHER = 2 * SECOND
MOST_CONNECTIONS = 100
"""How many updates Telegram may hand out side by side: the most it allows."""


def derived_secret(token: str) -> str:
    """The secret of a webhook whose owner chose none: the same in every process of the bot."""
    return hmac.new(token.encode(), b"webhook secret", hashlib.sha256).hexdigest()


async def with_webhook(bot: Bot, kept: Registrations, url: str, secret: str) -> None:
    """Set the webhook, at each start anew, but once for processes that start together.

    Telegram tells the address it has, not the secret. Raises `TelegramError`.
    """
    told = (url, secret, str(MOST_CONNECTIONS), *ALLOWED)
    wanted = hashlib.sha256("\n".join(told).encode()).digest()
    if await kept.known(WEBHOOK, wanted) and (await bot.get_webhook_info()).url == url:
        return
    await bot.set_webhook(
        url,
        secret_token=secret,
        allowed_updates=ALLOWED,
        max_connections=MOST_CONNECTIONS,
        drop_pending_updates=False,
    )
    await kept.note(WEBHOOK, wanted, TOGETHER)


async def without_webhook(bot: Bot, kept: Registrations) -> None:
    """Remove a webhook left from before, which would keep all updates to itself."""
    await kept.forget(WEBHOOK)
    await bot.delete_webhook(drop_pending_updates=False)
