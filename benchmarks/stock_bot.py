"""A stock python-telegram-bot application that does what a turn needs: for `benchmarks.turn`."""

import asyncio
import os

from redis.asyncio import BlockingConnectionPool, Redis
from telegram import InlineKeyboardButton, InlineKeyboardMarkup, Update
from telegram.ext import Application, CallbackQueryHandler, ContextTypes

COMMIT = """
if tonumber(redis.call('HGET', KEYS[1], 'v') or 0) ~= tonumber(ARGV[1]) then return 0 end
redis.call('HSET', KEYS[1], 'v', ARGV[1] + 1, 'd', ARGV[2])
redis.call('PEXPIRE', KEYS[1], 86400000)
return 1
"""
RECORD = b"x" * 4096
TEXT = "<b>Quest 1</b> · a team of 3\n" + "👑 Leader: 1 Player 0 — pick the team\n" * 3


def main() -> None:
    asyncio.set_event_loop(asyncio.new_event_loop())
    pool = BlockingConnectionPool.from_url(os.environ["REDIS_URL"])
    redis = Redis(connection_pool=pool)
    commit = redis.register_script(COMMIT)

    async def turn(update: Update, _: ContextTypes.DEFAULT_TYPE) -> None:
        query = update.callback_query
        assert query is not None
        assert query.message is not None
        key = f"stock:{query.message.chat.id}"
        version, _record = await redis.hmget(key, "v", "d")
        await commit(keys=[key], args=[int(version or 0), RECORD])
        await query.answer("Team 3 of 3: 1 Player 0, 2 Player 1, 3 Player 2")
        buttons = [
            [InlineKeyboardButton(f"{i + 1} Player {i}", callback_data=f"{query.data}{i}")]
            for i in range(12)
        ]
        await query.edit_message_text(
            TEXT + str(update.update_id),
            parse_mode="HTML",
            reply_markup=InlineKeyboardMarkup(buttons),
        )

    application = (
        Application.builder()
        .token(os.environ["BOT_TOKEN"])
        .base_url(f"{os.environ['BOT_API_URL']}/bot")
        .concurrent_updates(True)
        .pool_timeout(60)
        .build()
    )
    application.add_handler(CallbackQueryHandler(turn))
    host, _, port = os.environ["LISTEN"].rpartition(":")
    application.run_webhook(
        host,
        int(port),
        url_path="webhook",
        webhook_url=os.environ["WEBHOOK_URL"],
        secret_token=os.environ["WEBHOOK_SECRET"],
    )


if __name__ == "__main__":
    main()
