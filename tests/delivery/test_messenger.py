"""What Telegram's errors mean: texts as its servers write them, and the real thing by HTTP."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from aiohttp import web
from markupsafe import Markup
from telegram import Bot
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Conflict,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
    TimedOut,
)

from telegram_avalon.clock import Clock
from telegram_avalon.delivery import (
    Deaf,
    Document,
    Done,
    Gone,
    Messenger,
    Migrated,
    Muted,
    Outcome,
    Refused,
    Sent,
    TextRefused,
    TooFast,
    Unknown,
    Unreached,
)
from telegram_avalon.delivery.failures import NotDoneError
from telegram_avalon.delivery.http import AiohttpRequest
from telegram_avalon.delivery.messenger import read
from telegram_avalon.delivery.outcomes import TopicGone
from telegram_avalon.playground import Chat, Emulator, Fault, LimitMode, Person
from telegram_avalon.playground.errors import NOT_MODIFIED, QUERY_TOO_OLD
from telegram_avalon.screens import Screen

SCREEN = Screen(Markup("<b>Hello</b>"))

TEXTS: list[tuple[type[TelegramError], str, type[object]]] = [
    # carried out, or so already
    (BadRequest, NOT_MODIFIED, Done),
    (BadRequest, "Message is not modified", Done),
    (BadRequest, QUERY_TOO_OLD, Done),
    (BadRequest, "QUERY_ID_INVALID", Done),
    # the message is not there any more
    (BadRequest, "message to edit not found", Gone),
    (BadRequest, "message can't be edited", Gone),
    (BadRequest, "MESSAGE_ID_INVALID", Gone),
    (BadRequest, "message to delete not found", Gone),
    (BadRequest, "there is no text in the message to edit", Gone),
    # nobody is there to be written to
    (Forbidden, "bot was blocked by the user", Deaf),
    (Forbidden, "bot can't initiate conversation with a user", Deaf),
    (Forbidden, "user is deactivated", Deaf),
    (Forbidden, "bot was kicked from the group chat", Deaf),
    (Forbidden, "bot was kicked from the supergroup chat", Deaf),
    (Forbidden, "bot is not a member of the supergroup chat", Deaf),
    (Forbidden, "the group chat was deleted", Deaf),
    (Forbidden, "bot can't send messages to bots", Deaf),
    (BadRequest, "chat not found", Deaf),
    (BadRequest, "user not found", Deaf),
    (BadRequest, "PEER_ID_INVALID", Deaf),
    (BadRequest, "USER_IS_BLOCKED", Deaf),
    (BadRequest, "INPUT_USER_DEACTIVATED", Deaf),
    (BadRequest, "group chat was deactivated", Deaf),
    # we may not write there
    (BadRequest, "not enough rights to send text messages to the chat", Muted),
    (BadRequest, "have no rights to send a message", Muted),
    (BadRequest, "need administrator rights in the channel chat", Muted),
    (BadRequest, "CHAT_WRITE_FORBIDDEN", Muted),
    (Forbidden, "CHAT_WRITE_FORBIDDEN", Muted),
    (BadRequest, "CHAT_RESTRICTED", Muted),
    (BadRequest, "CHAT_ADMIN_REQUIRED", Muted),
    # the topic is not there any more
    (BadRequest, "message thread not found", TopicGone),
    (BadRequest, "TOPIC_CLOSED", TopicGone),
    (BadRequest, "TOPIC_DELETED", TopicGone),
    # nobody knows
    (NetworkError, "Bad Gateway", Unknown),
    (NetworkError, "Gateway Timeout", Unknown),
    (NetworkError, "no answer from the Bot API: ServerDisconnectedError", Unknown),
    (NetworkError, "no answer of the Bot API, but status 200", Unknown),
    # certainly not carried out
    (NotDoneError, "No connection to https://api.telegram.org.", Unreached),
    # no chat's fault: it passes once the token is accepted
    (InvalidToken, "Unauthorized", Unreached),
    (InvalidToken, "Not Found", Unreached),
    # our mistake, or that of whoever runs the bot: no player's
    (BadRequest, 'can\'t parse entities: Unsupported start tag "x" at byte offset 3', TextRefused),
    (BadRequest, "message is too long", TextRefused),
    (BadRequest, "message text is empty", TextRefused),
    (BadRequest, "BUTTON_DATA_INVALID", Refused),
    (BadRequest, "reply markup is too long", Refused),
    (BadRequest, "", Refused),
    (Conflict, "can't use getUpdates method while webhook is active", Refused),
    (InvalidToken, "Not Found: method not found", Refused),
]


@pytest.mark.parametrize(("kind", "text", "meaning"), TEXTS)
def test_an_error_means_what_telegram_means_by_it(
    kind: type[TelegramError], text: str, meaning: type[object]
) -> None:
    assert type(read(kind(text))) is meaning


def test_a_timed_out_call_may_have_been_carried_out() -> None:
    assert isinstance(read(TimedOut()), Unknown)


def test_a_429_says_how_long() -> None:
    assert read(RetryAfter(7)) == TooFast(7000)


def test_a_group_that_moved_says_where() -> None:
    assert read(ChatMigrated(-1005)) == Migrated(-1005)


# --- by HTTP -----------------------------------------------------------------------------------


@pytest.fixture
async def emulator() -> AsyncIterator[Emulator]:
    async with Emulator.running(Clock(speed=50)) as emulator:
        emulator.limits.mode = LimitMode.OFF
        yield emulator


@pytest.fixture
async def messenger(emulator: Emulator) -> AsyncIterator[Messenger]:
    async with bot(f"{emulator.url}/bot", emulator.token) as speaking:
        yield Messenger(speaking)


def bot(base_url: str, token: str, timeout: float = 20) -> Bot:
    requests = AiohttpRequest(timeout=timeout), AiohttpRequest(timeout=timeout)
    return Bot(token, base_url=base_url, request=requests[0], get_updates_request=requests[1])


@pytest.fixture
def ann(emulator: Emulator) -> Person:
    return emulator.world.person("Ann", started=True)


@pytest.fixture
def group(emulator: Emulator, ann: Person) -> Chat:
    return emulator.world.group("Friends", ann)


async def test_a_message_is_sent_edited_and_stripped(messenger: Messenger, group: Chat) -> None:
    sent = await messenger.send(group.id, None, SCREEN)
    assert sent == Sent(group.last.id)
    assert isinstance(sent, Sent)
    edited = await messenger.edit(group.id, sent.message, Screen(Markup("Bye")))
    again = await messenger.edit(group.id, sent.message, Screen(Markup("Bye")))
    stripped = await messenger.strip(group.id, sent.message)

    assert (edited, again, stripped) == (Done(), Done(), Done())
    assert group.last.text == "Bye"


@pytest.mark.parametrize(
    ("text", "reads"),
    [
        ("<b>Who leads?\nAnn & Bob", "Who leads?\nAnn & Bob"),
        ("<blink>Who</blink> leads?", "Who leads?"),
        ("one & two <b>and</i>", "one & two and"),
        ("", "…"),
        ("x" * 5000, "x" * 4095 + "…"),
    ],
)
async def test_a_text_that_telegram_refuses_is_said_without_its_marks(
    messenger: Messenger, group: Chat, text: str, reads: str
) -> None:
    """No table hangs on a slip in a translation."""
    sent = await messenger.send(group.id, None, Screen(Markup(text)))

    assert isinstance(sent, Sent)
    assert group.last.text == reads
    await messenger.edit(group.id, sent.message, SCREEN)
    assert await messenger.edit(group.id, sent.message, Screen(Markup(text))) == Done()
    assert group.last.text == reads


async def test_a_deleted_message_is_gone(
    messenger: Messenger, emulator: Emulator, group: Chat
) -> None:
    await messenger.send(group.id, None, SCREEN)
    message = group.last
    emulator.world.delete_message(message)

    assert await messenger.edit(group.id, message.id, SCREEN) == Gone()
    assert await messenger.strip(group.id, message.id) == Gone()


@pytest.mark.parametrize(
    ("fault", "outcome", "arrived"),
    [
        (Fault.TOO_MANY_REQUESTS, TooFast, False),
        (Fault.INTERNAL_ERROR, Unreached, False),
        (Fault.BAD_GATEWAY, Unknown, False),
        (Fault.BAD_GATEWAY_AFTER, Unknown, True),
        (Fault.BAD_GATEWAY_HTML, Unknown, False),
        (Fault.BAD_GATEWAY_HTML_AFTER, Unknown, True),
        (Fault.RESET, Unknown, False),
        (Fault.RESET_AFTER, Unknown, True),
    ],
)
@pytest.mark.filterwarnings("ignore::ResourceWarning")
async def test_what_came_of_a_call_is_never_claimed_to_be_known_where_it_is_not(
    messenger: Messenger,
    emulator: Emulator,
    group: Chat,
    fault: Fault,
    outcome: type[Outcome],
    arrived: bool,
) -> None:
    emulator.faults.next("sendMessage", fault)

    assert isinstance(await messenger.send(group.id, None, SCREEN), outcome)
    assert bool(group.messages) is arrived


async def test_a_call_that_takes_too_long_is_given_up_as_unknown(
    emulator: Emulator, group: Chat
) -> None:
    hold = emulator.faults.hold("sendMessage")
    async with bot(f"{emulator.url}/bot", emulator.token, timeout=0.05) as speaking:
        assert isinstance(await Messenger(speaking).send(group.id, None, SCREEN), Unknown)
    hold.release()


async def test_where_nobody_listens_the_call_was_certainly_not_carried_out(
    emulator: Emulator,
) -> None:
    async with bot(f"{emulator.url}/bot", emulator.token) as speaking:
        speaking._base_url = "http://127.0.0.1:1/bot"

        assert isinstance(await Messenger(speaking).send(7, None, SCREEN), Unreached)


async def test_a_page_instead_of_an_answer_leaves_the_outcome_unknown(
    emulator: Emulator,
) -> None:
    """A proxy's "please wait", with a 200."""

    async def page(_: web.Request) -> web.Response:
        return web.Response(text="<html>Please wait</html>", content_type="text/html")

    application = web.Application()
    application.router.add_route("*", "/{anything:.*}", page)
    runner = web.AppRunner(application)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    async with bot(f"{emulator.url}/bot", emulator.token) as speaking:
        speaking._base_url = f"http://127.0.0.1:{runner.addresses[0][1]}/bot"

        assert isinstance(await Messenger(speaking).send(7, None, SCREEN), Unknown)
    await runner.cleanup()


@pytest.mark.parametrize("state", ["blocked", "deleted", "never started", "unknown"])
async def test_whoever_cannot_be_written_to_is_deaf(
    messenger: Messenger, emulator: Emulator, ann: Person, state: str
) -> None:
    match state:
        case "blocked":
            emulator.world.block(ann)
        case "deleted":
            emulator.world.delete_account(ann)
        case "never started":
            ann.started = False
    user = 99 if state == "unknown" else ann.id

    assert isinstance(await messenger.probe(user), Deaf)
    assert isinstance(await messenger.send(user, None, SCREEN), Deaf)


async def test_a_probe_of_somebody_reachable_sends_nothing(
    messenger: Messenger, emulator: Emulator, ann: Person
) -> None:
    assert await messenger.probe(ann.id) == Done()
    assert emulator.world.private(ann).messages == []


async def test_a_group_that_became_a_supergroup_says_so(
    messenger: Messenger, emulator: Emulator, ann: Person
) -> None:
    basic = emulator.world.group("Basic", ann, kind="group")
    moved = emulator.world.migrate(basic)

    assert await messenger.send(basic.id, None, SCREEN) == Migrated(moved.id)


async def test_an_answer_that_comes_too_late_counts_as_given(messenger: Messenger) -> None:
    assert await messenger.answer("4000000123", "hello") == Done()


async def test_two_sessions_at_once_need_no_second_connection_pool(
    messenger: Messenger, group: Chat
) -> None:
    outcomes = await asyncio.gather(*(messenger.send(group.id, None, SCREEN) for _ in range(20)))

    assert len({outcome for outcome in outcomes if isinstance(outcome, Sent)}) == 20


# --- files -------------------------------------------------------------------------------------


async def test_a_file_arrives_as_it_is_with_its_caption(messenger: Messenger, group: Chat) -> None:
    content = '{"name": "Ödön"}\r\n\x00'.encode()

    sent = await messenger.send_document(group.id, None, Document("a game.json", content), SCREEN)

    message = group.last
    assert sent == Sent(message.id)
    assert message.text == "Hello"
    assert message.document is not None
    assert (message.document.name, message.document.content) == ("a game.json", content)
    assert message.document.mime_type == "application/json"


async def test_a_file_has_no_text_to_edit(messenger: Messenger, group: Chat) -> None:
    await messenger.send_document(group.id, None, Document("game.json", b"{}"), SCREEN)

    edited = await messenger.edit(group.id, group.last.id, Screen(Markup("Bye")))

    assert isinstance(edited, Gone)


async def test_why_a_file_was_not_sent_is_read_like_any_refusal(
    messenger: Messenger, emulator: Emulator, group: Chat
) -> None:
    emulator.faults.next("sendDocument", Fault.TOO_MANY_REQUESTS, retry_after=3)
    file = Document("game.json", b"{}")

    assert await messenger.send_document(group.id, None, file, SCREEN) == TooFast(3000)
    assert isinstance(await messenger.send_document(404, None, file, SCREEN), Deaf)
