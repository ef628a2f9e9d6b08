"""python-telegram-bot's own client against the emulator."""

import pytest
from telegram import Bot, BotCommand, InlineKeyboardButton, InlineKeyboardMarkup, Message
from telegram.error import BadRequest, ChatMigrated, Conflict, Forbidden, RetryAfter

from telegram_avalon.playground import Chat, Emulator, Fault, Person, World


async def test_the_library_sends_edits_answers_and_polls(
    emulator: Emulator, world: World, alice: Person, group: Chat
) -> None:
    markup = InlineKeyboardMarkup([[InlineKeyboardButton("Yes", callback_data="yes")]])
    async with Bot(emulator.token, base_url=f"{emulator.url}/bot") as bot:
        assert bot.username == "avalon_test_bot"
        message = await bot.send_message(
            group.id, "<b>Team?</b>", parse_mode="HTML", reply_markup=markup, message_thread_id=None
        )
        assert message.text_html == "<b>Team?</b>"
        press = world.press(alice, group.last, "Yes")
        (update,) = await bot.get_updates(timeout=1, allowed_updates=["message", "callback_query"])
        assert update.callback_query is not None
        assert update.callback_query.data == "yes"
        await update.callback_query.answer("Done", show_alert=True)
        assert (await press.answered()).text == "Done"
        edited = await bot.edit_message_text("Over", group.id, message.message_id)
        assert isinstance(edited, Message)
        assert edited.reply_markup is None
        assert await bot.get_updates(offset=update.update_id + 1) == ()
        await bot.set_my_commands([BotCommand("new", "Opens a lobby")], language_code="en")
        assert (await bot.get_chat(group.id)).title == "Friends"
        assert [m.status for m in await bot.get_chat_administrators(group.id)] == ["creator"]
    assert emulator.lints == []
    assert [version.text for version in group.last.versions] == ["Team?", "Over"]


async def test_refusals_become_the_librarys_exceptions(
    emulator: Emulator,
    world: World,
    alice: Person,
    group: Chat,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PTB_TIMEDELTA", "1")
    basic = world.group("Basic", alice, kind="group")
    successor = world.migrate(basic)
    world.block(alice)
    async with Bot(emulator.token, base_url=f"{emulator.url}/bot") as bot:
        with pytest.raises(Forbidden, match="bot was blocked by the user"):
            await bot.send_message(alice.id, "x")
        with pytest.raises(ChatMigrated) as migrated:
            await bot.send_message(basic.id, "x")
        assert migrated.value.new_chat_id == successor.id
        with pytest.raises(BadRequest, match="Can't parse entities"):
            await bot.send_message(group.id, "<br>", parse_mode="HTML")
        emulator.faults.next("sendMessage", Fault.TOO_MANY_REQUESTS, retry_after=3)
        with pytest.raises(RetryAfter):
            await bot.send_message(group.id, "x")
        await bot.set_webhook("https://a.example/hook")
        with pytest.raises(Conflict):
            await bot.get_updates()
