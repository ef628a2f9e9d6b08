"""A token is shown to nobody."""

import pytest

from telegram_avalon.bot_token import BotToken, mask_tokens

KEY = "AAExAmPlE_kEy-0123456789abcdefghijk"
TEXT = f"123456789:{KEY}"


def test_a_token_knows_its_bot_and_can_be_revealed_on_purpose() -> None:
    token = BotToken(TEXT)

    assert token.bot_id == 123456789
    assert token.reveal() == TEXT


@pytest.mark.parametrize("show", [str, repr, "{}".format, lambda token: f"{[token]!r}"])
def test_however_a_token_is_printed_its_key_is_not(show: object) -> None:
    assert callable(show)
    assert KEY not in show(BotToken(TEXT))
    assert "123456789" in show(BotToken(TEXT))


@pytest.mark.parametrize(
    "text", ["", "123456789", KEY, f"bot{TEXT}", f"{TEXT}\n", "123:short", f"١٢٣٤٥٦:{KEY}"]
)
def test_what_is_no_token_is_refused_without_repeating_it(text: str) -> None:
    with pytest.raises(ValueError, match="not a bot token"):
        BotToken(text)


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        (f"https://example.org/bot{TEXT}/getMe", "https://example.org/bot123456789:…/getMe"),
        (f"url=bot123456789%3A{KEY}&x=1", "url=bot123456789%3A…&x=1"),
        (f"cut short {TEXT[:40]}", "cut short 123456789:…"),
        (f"{TEXT} and {TEXT}", "123456789:… and 123456789:…"),
        ("at 12:34:56 on [::1]:8080", "at 12:34:56 on [::1]:8080"),
        ("redis://127.0.0.1:6379/0", "redis://127.0.0.1:6379/0"),
    ],
)
def test_tokens_inside_a_text_are_masked_and_nothing_else(text: str, masked: str) -> None:
    assert mask_tokens(text) == masked
