"""The answer to a press."""

from telegram_avalon.playground import links
from telegram_avalon.playground.context import Context, method
from telegram_avalon.playground.entities import ANSWER_LIMIT, clean, utf16_length
from telegram_avalon.playground.errors import QUERY_TOO_OLD, bad_request
from telegram_avalon.playground.parameters import Parameters
from telegram_avalon.playground.presses import Answer


def _answer_callback_query(context: Context, parameters: Parameters) -> object:
    world = context.world
    press = world.presses.get(parameters.text("callback_query_id"))
    if press is None or not press.is_answerable():
        raise bad_request(QUERY_TOO_OLD)
    text = clean(parameters.text("text"))
    if utf16_length(text) > ANSWER_LIMIT:
        raise bad_request("MESSAGE_TOO_LONG")
    url = parameters.text("url")
    if url and not _is_own_start_link(url, world.bot.username):
        raise bad_request("URL_INVALID")
    world.answer(press, Answer(text, parameters.flag("show_alert"), url, world.clock.now()))
    return True


def _is_own_start_link(url: str, username: str) -> bool:
    payload = links.start_payload(url, username)
    return payload is not None and links.is_payload(payload)


METHODS = (
    method(
        "answerCallbackQuery",
        _answer_callback_query,
        "callback_query_id",
        "text",
        "show_alert",
        "url",
        "cache_time",
    ),
)
