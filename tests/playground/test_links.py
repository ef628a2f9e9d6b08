"""Links that Telegram takes, and those that lead to the bot."""

import pytest

from telegram_avalon.playground import links


@pytest.mark.parametrize(
    ("url", "checked"),
    [
        ("https://a.example", "https://a.example/"),
        ("a.example/x", "http://a.example/x"),
        ("HTTPS://t.me/bot?start=x", "https://t.me/bot?start=x"),
        ("tg://user?id=1", "tg://user?id=1"),
    ],
)
def test_a_link_gets_its_full_form(url: str, checked: str) -> None:
    assert links.checked(url) == checked


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("ftp://a.example", "Unsupported URL protocol"),
        ("not-a-url", "Wrong HTTP URL"),
        ("https://a b.example", "Wrong HTTP URL"),
        ("https://", "URL host is empty"),
        ("https://[", "Wrong HTTP URL"),
    ],
)
def test_a_wrong_link_is_refused(url: str, reason: str) -> None:
    with pytest.raises(links.LinkError, match=reason):
        links.checked(url)


@pytest.mark.parametrize(
    ("url", "payload"),
    [
        ("https://t.me/the_bot?start=abc", "abc"),
        ("t.me/The_Bot?start=", ""),
        ("tg://resolve?domain=the_bot&start=x-1", "x-1"),
        ("https://t.me/other_bot?start=abc", None),
        ("https://t.me/the_bot", None),
        ("https://example.org/the_bot?start=abc", None),
        ("https://t.me/the_bot?startgroup=abc", None),
    ],
)
def test_a_start_link_is_told_from_others(url: str, payload: str | None) -> None:
    assert links.start_payload(url, "the_bot") == payload


@pytest.mark.parametrize(
    ("payload", "fits"),
    [("aZ0_-", True), ("x" * 64, True), ("x" * 65, False), ("a b", False), ("", False)],
)
def test_a_payload_has_an_alphabet_and_a_length(payload: str, fits: bool) -> None:
    assert links.is_payload(payload) is fits
