"""Inline keyboards, checked and linted."""

import pytest

from telegram_avalon.playground.errors import ApiError
from telegram_avalon.playground.markup import Button, Rows, read_markup

FINE: dict[str, object] = {"text": "Go", "callback_data": "go"}
UNREADABLE = "can't parse InlineKeyboardButton: "
NO_ACTION = f"{UNREADABLE}Text buttons are not allowed in the inline keyboard"


def read(*rows: object, lints: list[str] | None = None) -> Rows:
    heard: list[str] = [] if lints is None else lints
    return read_markup({"inline_keyboard": list(rows)}, "the_bot", heard.append)


def test_a_keyboard_is_rows_of_buttons() -> None:
    link = {"text": "Site", "url": "https://a.example", "style": "primary"}
    assert read([FINE], [link]) == (
        (Button("Go", "go"),),
        (Button("Site", url="https://a.example/", style="primary", action="url"),),
    )


@pytest.mark.parametrize("markup", [None, {}, {"inline_keyboard": []}, {"inline_keyboard": [[]]}])
def test_no_keyboard_has_many_forms(markup: object) -> None:
    lints: list[str] = []
    assert read_markup(markup, "the_bot", lints.append) == ()
    assert lints == []


@pytest.mark.parametrize(
    ("button", "reason"),
    [
        ({"callback_data": "x"}, f'{UNREADABLE}Field "text" must be of type String'),
        ({"text": " ", "callback_data": "x"}, f"{UNREADABLE}button text must be non-empty"),
        ({"text": "x"}, NO_ACTION),
        ({"text": "x", "callback_data": ""}, NO_ACTION),
        (
            {"text": "x", "callback_data": "x", "url": "https://a.example"},
            f"{UNREADABLE}exactly one action is expected, found ['callback_data', 'url']",
        ),
        (FINE | {"style": "loud"}, f"{UNREADABLE}invalid button style specified"),
        (FINE | {"callback_data": 5}, f'{UNREADABLE}Field "callback_data" must be of type String'),
        (FINE | {"callback_data": "é" * 33}, "BUTTON_DATA_INVALID"),
        (
            {"text": "x", "url": "ftp://a.example"},
            "inline keyboard button URL 'ftp://a.example' is invalid: Unsupported URL protocol",
        ),
        ("x", f"{UNREADABLE}InlineKeyboardButton must be an Object"),
    ],
)
def test_a_button_that_telegram_refuses_is_refused(button: object, reason: str) -> None:
    with pytest.raises(ApiError) as refusal:
        read([button])
    assert refusal.value.description == f"Bad Request: {reason}"


def test_callback_data_may_fill_64_bytes() -> None:
    assert read([FINE | {"callback_data": "é" * 32}])[0][0].callback_data == "é" * 32


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ([[FINE] * 9], "inline keyboard row has more than 8 buttons"),
        ([[FINE] * 8] * 13, "reply markup is too long"),
        ([FINE], "can't parse inline keyboard: row must be an Array"),
    ],
)
def test_a_keyboard_that_is_too_big_or_misshapen_is_refused(
    rows: list[object], reason: str
) -> None:
    with pytest.raises(ApiError) as refusal:
        read(*rows)
    assert refusal.value.description == f"Bad Request: {reason}"


@pytest.mark.parametrize(
    "button",
    [
        FINE | {"color": "red"},
        {"text": "x", "url": "https://t.me/the_bot?start=a.b"},
        {"text": "x", "url": f"https://t.me/the_bot?startgroup={'x' * 65}"},
    ],
)
def test_what_would_silently_be_lost_is_linted(button: object) -> None:
    lints: list[str] = []
    read([button], lints=lints)
    assert len(lints) == 1


def test_keyboards_of_other_kinds_are_linted() -> None:
    lints: list[str] = []
    assert read_markup({"force_reply": True}, "the_bot", lints.append) == ()
    assert lints == ["reply_markup: only inline keyboards are shown here"]
