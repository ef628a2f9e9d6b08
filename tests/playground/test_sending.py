"""Sending, editing and deleting messages."""

import pytest

from telegram_avalon.clock import HOUR
from telegram_avalon.playground import Chat, Emulator, Person, World
from tests.playground.client import Client, MovableClock, keyboard


async def test_a_sent_message_stands_in_the_chat_as_it_was_meant(
    client: Client, group: Chat
) -> None:
    sent = await client.ok(
        "sendMessage",
        chat_id=group.id,
        text="<b>Team?</b>",
        parse_mode="HTML",
        reply_markup=keyboard("Yes", "No"),
        disable_notification=True,
        protect_content=True,
        link_preview_options={"is_disabled": True},
    )
    message = group.last
    assert (message.id, message.text, message.labels) == (
        sent["message_id"],
        "Team?",
        ["Yes", "No"],
    )
    assert (message.silent, message.protected) == (True, True)
    assert sent["entities"] == [{"type": "bold", "offset": 0, "length": 5}]
    assert sent["reply_markup"] == keyboard("Yes", "No")
    assert sent["link_preview_options"] == {"is_disabled": True}


async def test_an_edit_replaces_text_and_buttons_and_keeps_the_versions(
    client: Client, group: Chat
) -> None:
    sent = await client.ok(
        "sendMessage", chat_id=group.id, text="one", reply_markup=keyboard("Yes")
    )
    where = {"chat_id": group.id, "message_id": sent["message_id"]}
    edited = await client.ok("editMessageText", **where, text="two")
    assert "edit_date" in edited
    await client.ok("editMessageReplyMarkup", **where, reply_markup=keyboard("No"))
    versions = [(v.text, [b.text for row in v.buttons for b in row]) for v in group.last.versions]
    assert versions == [("one", ["Yes"]), ("two", []), ("two", ["No"])]


async def test_an_equal_edit_is_refused_however_it_is_written(client: Client, group: Chat) -> None:
    sent = await client.ok(
        "sendMessage",
        chat_id=group.id,
        text="<b>a</b>",
        parse_mode="HTML",
        reply_markup=keyboard("Yes"),
    )
    refusal = await client.refused(
        "editMessageText",
        chat_id=group.id,
        message_id=sent["message_id"],
        text="<strong>a</strong> ",
        parse_mode="HTML",
        reply_markup=keyboard("Yes"),
    )
    assert refusal == (
        "Bad Request: message is not modified: specified new message content and reply markup "
        "are exactly the same as a current content and reply markup of the message"
    )


async def test_edits_of_what_is_missing_or_foreign_are_refused(
    client: Client, world: World, group: Chat, alice: Person
) -> None:
    hers = world.say(alice, group, "hello")
    sent = await client.ok("sendMessage", chat_id=group.id, text="mine")
    world.delete_message(group.last)
    refusals = [
        await client.refused("editMessageText", chat_id=group.id, text="x", **message)
        for message in ({"message_id": hers.id}, {"message_id": sent["message_id"]}, {})
    ]
    assert refusals == [
        "Bad Request: message can't be edited",
        "Bad Request: message to edit not found",
        "Bad Request: message identifier is not specified",
    ]


async def test_own_messages_are_edited_without_a_time_limit(
    client: Client, group: Chat, clock: MovableClock
) -> None:
    sent = await client.ok("sendMessage", chat_id=group.id, text="one")
    clock.advance(1000 * HOUR)
    await client.ok("editMessageText", chat_id=group.id, message_id=sent["message_id"], text="two")


async def test_own_messages_are_deleted_for_48_hours(
    client: Client, group: Chat, clock: MovableClock
) -> None:
    ids = [
        (await client.ok("sendMessage", chat_id=group.id, text=text))["message_id"]
        for text in ("one", "two")
    ]
    await client.ok("deleteMessage", chat_id=group.id, message_id=ids[0])
    clock.advance(49 * HOUR)
    refusal = await client.refused("deleteMessage", chat_id=group.id, message_id=ids[1])
    assert refusal == "Bad Request: message can't be deleted for everyone"
    assert [m.text for m in group.messages] == ["two"]
    assert [m.text for m in group.history] == ["one", "two"]


async def test_deleting_others_messages_takes_the_right(
    client: Client, world: World, group: Chat, alice: Person
) -> None:
    hers = world.say(alice, group, "hello")
    refusal = await client.refused("deleteMessage", chat_id=group.id, message_id=hers.id)
    assert refusal == "Bad Request: message can't be deleted"
    world.promote_bot(group)
    await client.ok("deleteMessages", chat_id=group.id, message_ids=[hers.id, 999])
    refusal = await client.refused("deleteMessage", chat_id=group.id, message_id=hers.id)
    assert refusal == "Bad Request: message to delete not found"


async def test_a_reply_needs_its_message_unless_it_may_go_without(
    client: Client, world: World, group: Chat, alice: Person
) -> None:
    hers = world.say(alice, group, "hello")
    reply = {"message_id": hers.id}
    sent = await client.ok("sendMessage", chat_id=group.id, text="hi", reply_parameters=reply)
    assert sent["reply_to_message"]["text"] == "hello"
    reply = {"message_id": 999}
    refusal = await client.refused(
        "sendMessage", chat_id=group.id, text="hi", reply_parameters=reply
    )
    assert refusal == "Bad Request: message to be replied not found"
    reply |= {"allow_sending_without_reply": True}
    await client.ok("sendMessage", chat_id=group.id, text="hi", reply_parameters=reply)


async def test_chat_actions_are_checked(client: Client, group: Chat) -> None:
    await client.ok("sendChatAction", chat_id=group.id, action="typing")
    refusal = await client.refused("sendChatAction", chat_id=group.id, action="dancing")
    assert refusal == "Bad Request: wrong parameter action in request"


@pytest.mark.parametrize(
    ("parameters", "lint"),
    [
        ({"colour": "red"}, "sendMessage: unknown parameters ['colour']"),
        (
            {"reply_parameters": {"message_id": 1, "allow_sending_without_reply": 1, "loud": 1}},
            "ReplyParameters: unknown fields ['loud']",
        ),
        ({"link_preview_options": {"off": True}}, "LinkPreviewOptions: unknown fields ['off']"),
    ],
)
async def test_what_telegram_would_ignore_is_linted(
    client: Client, emulator: Emulator, group: Chat, parameters: dict[str, object], lint: str
) -> None:
    await client.ok("sendMessage", chat_id=group.id, text="x", **parameters)
    assert emulator.lints == [lint]


async def test_ids_count_per_supergroup_and_together_everywhere_else(
    client: Client, world: World, group: Chat, alice: Person
) -> None:
    basic = world.group("Basic", alice, kind="group")
    ids = [
        (await client.ok("sendMessage", chat_id=chat, text="x"))["message_id"]
        for chat in (group.id, basic.id, alice.id, group.id, basic.id)
    ]
    assert ids == [2, 1, 2, 3, 3]


async def test_a_document_must_be_in_the_request(client: Client, group: Chat) -> None:
    refusal = await client.refused("sendDocument", chat_id=group.id, caption="here")

    assert refusal == "Bad Request: there is no document in the request"
