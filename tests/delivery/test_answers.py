"""Whatever comes over the wire is understood, or it counts as no answer of the Bot API."""

import ast
import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from markupsafe import Markup
from telegram import Bot, BotCommand
from telegram.error import TelegramError

import telegram_avalon
from telegram_avalon.bot import Nothing, Reaction, Update
from telegram_avalon.clock import Clock
from telegram_avalon.delivery import Document, Messenger, Sent
from telegram_avalon.delivery.answers import RESULTS, NotUnderstood, understood
from telegram_avalon.delivery.http import AiohttpRequest
from telegram_avalon.loops import Loops
from telegram_avalon.polling import Polling
from telegram_avalon.screens import Screen
from telegram_avalon.troubles import Troubles
from tests import way
from tests.bot.conftest import Logs, logs
from tests.harness import TOKEN

__all__ = ["logs"]

SCREEN = Screen(Markup("<b>Hello</b>"))
FILE = Document("game.json", b"{}")
CHAT = {"id": 7, "type": "private", "first_name": "Ann"}
USER = {"id": 7, "is_bot": False, "first_name": "Ann"}
MESSAGE = {
    "message_id": 12,
    "date": 1,
    "chat": CHAT,
    "from": USER,
    "text": "Hello",
    "entities": [{"type": "bold", "offset": 0, "length": 5}],
}
ME = {"id": 1000001, "is_bot": True, "first_name": "Avalon", "username": "avalon_bot"}
INFO = {
    "url": "https://bot.example/",
    "has_custom_certificate": False,
    "pending_update_count": 3,
    "last_error_date": 1,
    "last_error_message": "?",
}
ADMINS = [{"status": "creator", "user": USER, "is_anonymous": False}]
UPDATES = [{"update_id": 5, "message": MESSAGE}, {"update_id": 6, "my_chat_member": {}}]

Call = Callable[[Bot], Awaitable[object]]

CALLS: dict[str, tuple[Call, object]] = {
    "answerCallbackQuery": (lambda bot: Messenger(bot).answer("1", "hello"), True),
    "deleteWebhook": (lambda bot: bot.delete_webhook(), True),
    "editMessageReplyMarkup": (lambda bot: Messenger(bot).strip(7, 12), MESSAGE),
    "editMessageText": (lambda bot: Messenger(bot).edit(7, 12, SCREEN), MESSAGE),
    "getChatAdministrators": (lambda bot: Messenger(bot).admins(-7), ADMINS),
    "getChatMember": (lambda bot: Messenger(bot).rank(-7, 7), ADMINS[0]),
    "getMe": (lambda bot: bot.get_me(), ME),
    "getUpdates": (lambda bot: bot.request.post(f"{bot.base_url}/getUpdates"), UPDATES),
    "getWebhookInfo": (lambda bot: bot.get_webhook_info(), INFO),
    "leaveChat": (lambda bot: Messenger(bot).leave(-7), True),
    "sendChatAction": (lambda bot: Messenger(bot).probe(7), True),
    "sendDocument": (lambda bot: Messenger(bot).send_document(7, None, FILE, SCREEN), MESSAGE),
    "sendMessage": (lambda bot: Messenger(bot).send(7, None, SCREEN), MESSAGE),
    "setMyCommands": (lambda bot: bot.set_my_commands([BotCommand("new", "?")]), True),
    "setMyDescription": (lambda bot: bot.set_my_description("?"), True),
    "setMyShortDescription": (lambda bot: bot.set_my_short_description("?"), True),
    "setWebhook": (lambda bot: bot.set_webhook("https://bot.example/"), True),
}
"""Every method that the bot calls, how, and a good result."""

NEVER_RAISE = {name for name, (call, _) in CALLS.items() if "Messenger" in call.__code__.co_names}


def camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.title() for word in rest)


def called() -> set[str]:
    """The methods of `Bot` that the code calls."""
    found = set()
    for path in Path(telegram_avalon.__file__).parent.rglob("*.py"):
        if "playground" in path.parts or path.name == "answers.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and callable(getattr(Bot, node.attr, None)):
                name = node.value.attr if isinstance(node.value, ast.Attribute) else ""
                name = node.value.id if isinstance(node.value, ast.Name) else name
                if name in {"bot", "_bot"} and "_" in node.attr:
                    found.add(camel(node.attr))
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found |= {node.value.rpartition("/")[2]} & set(RESULTS)
    return found


def test_every_method_that_is_called_is_tried_here() -> None:
    assert called() == set(RESULTS) == set(CALLS)


# --- nonsense ----------------------------------------------------------------------------------

JUNK: list[object] = [
    None, True, False, 0, -1, 1, 2**31, 2**53, 2**63, 10**400, -(2**63), 1.5, 1e308, "", "1",
    "x" * 70, "\ud83d", [], [None], ["a"], {}, {"id": None}, [[[[]]]], {"result": {}}, [{}], [1],
]  # fmt: skip


def bodies(result: object, random: Random) -> tuple[int, bytes]:
    """A status, and something that is or was like an answer."""
    status = random.choice([200, 200, 200, 400, 401, 403, 404, 409, 429, 500, 502])
    answer: object = {"ok": True, "result": result}
    if status != 200:
        parameters = random.choice([{"retry_after": 3}, {"migrate_to_chat_id": -100}, {}])
        answer = {"ok": False, "error_code": status, "description": "?", "parameters": parameters}
    for _ in range(random.randrange(4)):
        answer = mutated(answer, random)
    body = json.dumps(answer).encode()
    match random.randrange(12):
        case 0:
            body = body[: random.randrange(len(body) + 1)]
        case 1:
            at = random.randrange(len(body) + 1)
            body = body[:at] + random.randbytes(random.randrange(1, 6)) + body[at:]
        case 2:
            depth = random.choice([50, 2_000, 100_000])
            body = b'{"ok":true,"result":' + b"[" * depth + b"]" * depth + b"}"
        case 3:
            depth = random.choice([50, 2_000, 100_000])
            nested = b'{"a":' * depth + b"1" + b"}" * depth
            body = b'{"ok":true,"result":[{"update_id":7,"message":' + nested + b"}]}"
    return status, body


def mutated(value: object, random: Random) -> object:
    """*value* with one thing in it otherwise."""
    if not value or not isinstance(value, dict | list) or random.random() < 0.2:
        return random.choice(JUNK)
    keys: list[Any] = list(value) if isinstance(value, dict) else list(range(len(value)))
    key = random.choice(keys)
    changed: Any = value.copy()
    if random.random() < 0.3:
        del changed[key]
    else:
        changed[key] = mutated(changed[key], random)
    return changed


class Talker:
    """A server that answers every call with the next of its *answers*."""

    def __init__(self) -> None:
        self.answers: list[tuple[int, bytes]] = []

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while True:
            head = await reader.readuntil(b"\r\n\r\n")
            for line in head.lower().splitlines():
                if line.startswith(b"content-length:"):
                    await reader.readexactly(int(line.partition(b":")[2]))
            status, body = self.answers.pop(0) if self.answers else (502, b"")
            writer.write(b"HTTP/1.1 %d ?\r\nContent-Length: %d\r\n\r\n" % (status, len(body)))
            writer.write(body)
            await writer.drain()


@pytest.fixture
async def talker(logs: Logs) -> AsyncIterator[tuple[Talker, Bot]]:
    there = Talker()
    async with way.serving(there.talk) as server:
        bot = Bot(
            TOKEN,
            base_url=f"http://{server.place}/bot",
            request=AiohttpRequest(),
            get_updates_request=AiohttpRequest(),
        )
        there.answers.append((200, json.dumps({"ok": True, "result": ME}).encode()))
        async with bot:
            yield there, bot


@pytest.mark.parametrize("method", CALLS)
async def test_a_good_answer_is_understood(talker: tuple[Talker, Bot], method: str) -> None:
    there, bot = talker
    call, result = CALLS[method]
    there.answers = [(200, json.dumps({"ok": True, "result": result}).encode())]

    answer = await call(bot)

    assert answer is not None
    if method == "sendMessage":
        assert answer == Sent(12)
    if method == "getUpdates":
        assert answer == UPDATES


@pytest.mark.parametrize("method", CALLS)
async def test_no_answer_to_a_call_however_odd_raises_anything_but_telegrams_errors(
    talker: tuple[Talker, Bot], method: str
) -> None:
    there, bot = talker
    random = Random(method)
    call, result = CALLS[method]
    for _ in range(250):
        there.answers = [bodies(result, random)]
        if method in NEVER_RAISE:
            await call(bot)
        else:
            with suppress(TelegramError):
                await call(bot)


async def test_polling_outlives_every_answer(talker: tuple[Talker, Bot], logs: Logs) -> None:
    logs.errors_expected = True  # an update that can't be read is one
    there, bot = talker
    random = Random(1)
    wanted = [bodies(UPDATES, random) for _ in range(400)]
    last = {"update_id": 2**40, "message": MESSAGE}
    there.answers = [*wanted, (200, json.dumps({"ok": True, "result": [last]}).encode())]
    handled, stop = list[int](), asyncio.Event()

    async def handle(update: Update, waited: float) -> Reaction:
        handled.append(update.update_id)
        if update.update_id == 2**40:
            stop.set()
        return Nothing()

    clock = Clock(speed=50_000)
    loops, troubles = Loops(clock), Troubles(clock)
    polling = Polling(bot.request, bot.base_url, handle, lambda *_: None, clock, loops, troubles)
    # Twenty 409s are among them: that another process polls is not the question here.
    there.answers = [(status, body) for status, body in there.answers if status != 409]
    await asyncio.wait_for(polling.run(stop), 60)

    assert handled[-1] == 2**40
    assert "a loop goes on after a failure" not in logs.text
    assert "Traceback" not in logs.text


@pytest.mark.parametrize(
    "parameters",
    [
        {"retry_after": -1},
        {"retry_after": 0},
        {"retry_after": 10**9},
        {"retry_after": "5"},
        {"migrate_to_chat_id": 5},
        {"migrate_to_chat_id": "?"},
        [],
        "?",
    ],
)
def test_parameters_that_mean_nothing_make_no_answer(parameters: object) -> None:
    refusal = {"ok": False, "error_code": 429, "description": "?", "parameters": parameters}

    with pytest.raises(NotUnderstood):
        understood("sendMessage", 429, json.dumps(refusal).encode())


def test_a_refusal_that_came_with_a_good_status_is_no_answer() -> None:
    with pytest.raises(NotUnderstood):
        understood("sendChatAction", 200, b'{"ok":false,"result":true}')


def test_no_more_of_an_answer_is_passed_on_than_is_read() -> None:
    answer = understood("sendMessage", 200, json.dumps({"ok": True, "result": MESSAGE}).encode())

    assert json.loads(answer)["result"] == {
        "message_id": 12,
        "date": 1,
        "chat": {"id": 7, "type": "private"},
    }
