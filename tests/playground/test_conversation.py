"""What people do: write, start, press, open, block."""

import pytest

from telegram_avalon.playground import Chat, Emulator, Person, World
from tests.playground.client import Client, keyboard

START = "https://t.me/avalon_test_bot?start="


async def board(client: Client, chat: int, *labels: str) -> None:
    await client.ok("sendMessage", chat_id=chat, text="board", reply_markup=keyboard(*labels))


@pytest.mark.parametrize(
    ("payload", "text"),
    [(None, "/start"), ("abc", "/start abc"), ("not this", "/start"), ("x" * 65, "/start")],
)
async def test_starting_sends_the_command_with_a_payload_that_fits(
    client: Client, world: World, bob: Person, payload: str | None, text: str
) -> None:
    world.start(bob, payload)
    message = (await client.updates())[0]["message"]
    assert message["text"] == text
    assert message["entities"] == [{"type": "bot_command", "offset": 0, "length": 6}]
    assert message["chat"] == {"id": bob.id, "type": "private", "first_name": "Bob"}


async def test_an_anonymous_admin_writes_as_the_group_and_presses_as_a_person(
    client: Client, world: World, alice: Person, group: Chat
) -> None:
    await board(client, group.id, "Yes")
    world.promote(alice, group, anonymous=True)
    world.press(alice, group.last, "Yes")
    world.say(alice, group, "/new")
    query, command = await client.updates()
    assert query["callback_query"]["from"]["id"] == alice.id
    assert command["message"]["from"]["id"] == 1087968824
    assert command["message"]["sender_chat"]["id"] == group.id


async def test_a_message_may_be_posted_in_a_channels_name(
    client: Client, world: World, alice: Person, group: Chat
) -> None:
    world.say(alice, group, "/new", channel="News")
    message = (await client.updates())[0]["message"]
    assert message["from"]["id"] == 136817688
    assert (message["sender_chat"]["type"], message["sender_chat"]["title"]) == ("channel", "News")


async def test_an_edited_command_is_told_as_such(
    client: Client, world: World, alice: Person, group: Chat
) -> None:
    message = world.say(alice, group, "/new")
    world.edit(alice, message, "/rules")
    assert (await client.updates())[1]["edited_message"]["text"] == "/rules"


async def test_only_members_write(world: World, group: Chat) -> None:
    with pytest.raises(LookupError, match="Eve is not in Friends"):
        world.say(world.person("Eve"), group, "hello")


async def test_a_press_reaches_the_bot_with_its_message(
    client: Client, world: World, bob: Person, group: Chat
) -> None:
    await board(client, group.id, "Yes", "No")
    press = world.press(bob, group.last, "No")
    query = (await client.updates())[0]["callback_query"]
    assert (query["id"], query["data"], query["from"]["id"]) == (press.id, "no", bob.id)
    assert query["message"]["message_id"] == group.last.id
    assert press.answer is None


async def test_a_button_is_found_by_label_by_part_of_it_or_by_data(
    client: Client, world: World, bob: Person, group: Chat
) -> None:
    await board(client, group.id, "Approve team", "Reject team", "Reject")
    message = group.last
    presses = [
        world.press(bob, message, "Approve"),
        world.press(bob, message, "Reject"),
        world.press(bob, message, data="reject team"),
    ]
    assert [press.data for press in presses] == ["approve team", "reject", "reject team"]
    with pytest.raises(LookupError, match="no single button 'team'"):
        world.press(bob, message, "team")


async def test_people_press_only_what_they_see_unless_they_forge_it(
    client: Client, world: World, alice: Person, group: Chat
) -> None:
    await board(client, group.id, "Yes")
    message, eve = group.last, world.person("Eve")
    with pytest.raises(LookupError, match="Eve does not see"):
        world.press(eve, message, "Yes")
    with pytest.raises(LookupError, match="no single button 'No'"):
        world.press(alice, message, "No")
    assert world.press(eve, message, data="forged", force=True).data == "forged"


async def test_a_forged_press_on_a_deleted_message_shows_it_inaccessible(
    client: Client, world: World, alice: Person, group: Chat
) -> None:
    await board(client, group.id, "Yes")
    message = group.last
    world.delete_message(message)
    world.press(alice, message, data="yes", force=True)
    query = (await client.updates())[0]["callback_query"]
    assert query["message"]["date"] == 0


async def test_opening_a_start_link_starts_the_bot(
    client: Client, world: World, bob: Person, group: Chat
) -> None:
    rows = [[{"text": "Join", "url": f"{START}abc"}, {"text": "Site", "url": "a.example"}]]
    await client.ok(
        "sendMessage", chat_id=group.id, text="x", reply_markup={"inline_keyboard": rows}
    )
    assert world.open(bob, group.last, "Join") == f"{START}abc"
    assert world.open(bob, group.last, "Site") == "http://a.example/"
    assert [m.text for m in world.private(bob).messages] == ["/start abc"]
    with pytest.raises(LookupError, match="open"):
        world.press(bob, group.last, "Join")


async def test_blocking_and_unblocking_are_told(client: Client, world: World, bob: Person) -> None:
    world.start(bob)
    world.block(bob)
    world.start(bob)
    _, blocked, unblocked, started = await client.updates()
    assert blocked["my_chat_member"]["new_chat_member"]["status"] == "kicked"
    assert unblocked["my_chat_member"]["new_chat_member"]["status"] == "member"
    assert unblocked["my_chat_member"]["chat"]["id"] == bob.id
    assert started["message"]["text"] == "/start"


async def test_a_deleted_account_does_nothing_more(world: World, alice: Person) -> None:
    world.delete_account(alice)
    with pytest.raises(LookupError, match="has deleted the account"):
        world.say(alice, None, "hello")


async def test_whoever_pressed_may_be_mentioned(
    client: Client, emulator: Emulator, world: World, group: Chat
) -> None:
    eve = world.person("Eve")
    text = f'<a href="tg://user?id={eve.id}">Eve</a>'
    sent = await client.ok("sendMessage", chat_id=group.id, text=text, parse_mode="HTML")
    assert "entities" not in sent
    world.press(eve, group.last, data="x", force=True)
    sent = await client.ok("sendMessage", chat_id=group.id, text=text, parse_mode="HTML")
    assert sent["entities"][0]["user"]["id"] == eve.id
