"""Inline keyboards: read, checked as Telegram checks them, and linted for what it would ignore."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from telegram_avalon.playground import links
from telegram_avalon.playground.entities import clean
from telegram_avalon.playground.errors import ApiError, bad_request

MOST_BUTTONS = 100
MOST_IN_A_ROW = 8
_MOST_DATA_BYTES = 64
_MOST_MARKUP_BYTES = 10_000

ACTIONS = frozenset(
    {
        "url",
        "callback_data",
        "web_app",
        "login_url",
        "switch_inline_query",
        "switch_inline_query_current_chat",
        "switch_inline_query_chosen_chat",
        "copy_text",
        "callback_game",
        "pay",
        "disabled",
    }
)
_EMPTY_IS_MEANT = frozenset(
    {"switch_inline_query", "switch_inline_query_current_chat", "callback_game", "disabled"}
)
_FIELDS = ACTIONS | {"text", "style", "icon_custom_emoji_id"}
_STYLES = frozenset({"danger", "success", "primary"})
_OTHER_KINDS = frozenset({"keyboard", "remove_keyboard", "force_reply"})

Lint = Callable[[str], None]


@dataclass(frozen=True)
class Button:
    """One button: its label, and the one thing that pressing it does."""

    text: str
    callback_data: str = ""
    url: str = ""
    style: str = ""
    action: str = "callback_data"


Rows = tuple[tuple[Button, ...], ...]


def read_markup(value: object, username: str, lint: Lint) -> Rows:
    """Read a *reply_markup*; no markup and an empty keyboard are the same thing, as on Telegram."""
    if value is None:
        return ()
    if not isinstance(value, dict):
        raise bad_request("object expected as reply markup")
    if "inline_keyboard" not in value:
        _read_other(value, lint)
        return ()
    _lint_unknown("InlineKeyboardMarkup", value, {"inline_keyboard"}, lint)
    rows = tuple(
        tuple(_button(button, username, lint) for button in _row(row))
        for row in _array(value["inline_keyboard"], 'field "inline_keyboard" must be of type Array')
    )
    return _checked(tuple(row for row in rows if row))


def _read_other(value: dict[str, object], lint: Lint) -> None:
    if not _OTHER_KINDS & value.keys():
        if value:
            lint(f"reply_markup: unknown fields {sorted(value)}")
        return
    lint("reply_markup: only inline keyboards are shown here")


def _array(value: object, refusal: str) -> list[object]:
    if not isinstance(value, list):
        raise bad_request(refusal)
    return value


def _row(value: object) -> list[object]:
    return _array(value, "can't parse inline keyboard: row must be an Array")


def _button(value: object, username: str, lint: Lint) -> Button:
    if not isinstance(value, dict):
        raise _unreadable("InlineKeyboardButton must be an Object")
    _lint_unknown("InlineKeyboardButton", value, _FIELDS, lint)
    text = value.get("text")
    if not isinstance(text, str):
        raise _unreadable('Field "text" must be of type String')
    if not clean(text):
        raise _unreadable("button text must be non-empty")
    style = str(value.get("style") or "")
    if style and style not in _STYLES:
        raise _unreadable("invalid button style specified")
    return _with_action(Button(clean(text), style=style), value, username, lint)


def _with_action(button: Button, value: dict[str, object], username: str, lint: Lint) -> Button:
    actions = [name for name in ACTIONS & value.keys() if _is_given(name, value[name])]
    if not actions:
        raise _unreadable("Text buttons are not allowed in the inline keyboard")
    if len(actions) > 1:
        raise _unreadable(f"exactly one action is expected, found {sorted(actions)}")
    action = actions[0]
    match action:
        case "callback_data":
            return Button(button.text, callback_data=_data(value[action]), style=button.style)
        case "url":
            url = _url(str(value[action]), username, lint)
            return Button(button.text, url=url, style=button.style, action=action)
        case _:
            return Button(button.text, style=button.style, action=action)


def _is_given(name: str, value: object) -> bool:
    return value is not None and (bool(value) or name in _EMPTY_IS_MEANT)


def _data(value: object) -> str:
    if not isinstance(value, str):
        raise _unreadable('Field "callback_data" must be of type String')
    if len(value.encode()) > _MOST_DATA_BYTES:
        raise bad_request("BUTTON_DATA_INVALID")
    return value


def _url(url: str, username: str, lint: Lint) -> str:
    try:
        checked = links.checked(url)
    except links.LinkError as wrong:
        raise bad_request(f"inline keyboard button URL '{url}' is invalid: {wrong}") from None
    # Telegram takes such a link and the client then drops the payload: silently useless.
    for payload in (links.start_payload(url, username), links.startgroup_payload(url, username)):
        if payload and not links.is_payload(payload):
            lint(f"button url {url!r}: a payload is 1-64 of A-Z a-z 0-9 _ -")
    return checked


def _checked(rows: Rows) -> Rows:
    if any(len(row) > MOST_IN_A_ROW for row in rows):
        raise bad_request(f"inline keyboard row has more than {MOST_IN_A_ROW} buttons")
    if sum(map(len, rows)) > MOST_BUTTONS or _bytes(rows) > _MOST_MARKUP_BYTES:
        raise bad_request("reply markup is too long")
    return rows


def _bytes(rows: Rows) -> int:
    return sum(len(f"{b.text}{b.callback_data}{b.url}".encode()) for row in rows for b in row)


def _lint_unknown(kind: str, value: dict[str, object], fields: Iterable[str], lint: Lint) -> None:
    unknown = sorted(value.keys() - set(fields))
    if unknown:
        lint(f"{kind}: unknown fields {unknown}")


def _unreadable(reason: str) -> ApiError:
    return bad_request(f"can't parse InlineKeyboardButton: {reason}")
