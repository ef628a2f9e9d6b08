"""Formatted text, cleaned, trimmed and measured."""

import pytest

from telegram_avalon.playground.entities import Entity, FormattedText, clean, formatted, spoken
from telegram_avalon.playground.errors import ApiError


def html(source: str, *known: int) -> FormattedText:
    return formatted(source, "HTML", known=known.__contains__)


def test_offsets_count_utf16_code_units() -> None:
    assert html("🗡️👑 <b>a👑</b>").entities == (Entity("bold", 6, 3),)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a\tb\x07c", "a b c"),
        ("a\r\nb", "a\nb"),
        ("a\u2028\u202a\u202eb", "ab"),
        ("a\u2068b\u2069", "a\u2068b\u2069"),
        ("A\u030a", "A"),
        ("a\u200e\u200f\u200eb", "a\u200c\u200c\u200eb"),
        ("  a \n", "a"),
    ],
)
def test_characters_that_telegram_cleans_are_cleaned(source: str, expected: str) -> None:
    assert clean(source) == expected


def test_cleaning_and_trimming_move_the_entities_along() -> None:
    read = html("\n \u202a<b>\u202eab\r</b> c ")
    assert read == FormattedText("ab c", (Entity("bold", 0, 2),))


@pytest.mark.parametrize(
    ("source", "kinds"),
    [
        ("<b>a<i>b</i></b>", ["bold", "italic"]),
        ("<code>a<b>b</b></code>", ["code"]),
        ("<b>a<code>b</code></b>", ["bold", "code"]),
        ("<blockquote>a<blockquote>b</blockquote></blockquote>", ["blockquote"]),
        ("<blockquote expandable>a</blockquote>", ["expandable_blockquote"]),
        ("<b> </b>x", []),
    ],
)
def test_nesting_follows_the_rules(source: str, kinds: list[str]) -> None:
    assert [entity.type for entity in html(source).entities] == kinds


def test_formatting_around_code_is_cut_out() -> None:
    read = html("<b>a<code>b</code>c</b>")
    assert read.entities == (Entity("bold", 0, 1), Entity("code", 1, 1), Entity("bold", 2, 1))


def test_code_that_fills_a_pre_names_its_language() -> None:
    read = html('<pre><code class="language-py">x</code></pre>')
    assert read.entities == (Entity("pre", 0, 1, language="py"),)


def test_a_mention_by_id_needs_an_acquaintance() -> None:
    source = '<a href="tg://user?id=42">Eve</a>'
    assert html(source, 42).entities == (Entity("text_mention", 0, 3, user_id=42),)
    assert html(source).entities == ()


def test_a_link_is_kept_in_its_full_form_and_a_wrong_one_dropped() -> None:
    read = html('<a href="a.example">x</a><a href="ftp://b.example">y</a>')
    assert read.entities == (Entity("text_link", 0, 1, url="http://a.example/"),)


def test_commands_mentions_and_addresses_are_found_in_plain_text() -> None:
    read = spoken("/new@bot now, @alice: https://a.example/x.")
    assert [(e.type, e.offset, e.length) for e in read.entities] == [
        ("bot_command", 0, 8),
        ("mention", 14, 6),
        ("url", 22, 19),
    ]


def test_explicit_entities_are_taken_over() -> None:
    read = formatted("👑ab", "", [{"type": "bold", "offset": 2, "length": 1}], known=lambda _: True)
    assert read.entities == (Entity("bold", 2, 1),)


def test_only_a_hundred_entities_are_kept() -> None:
    assert len(html("<b>a</b> " * 150).entities) == 100


@pytest.mark.parametrize(
    ("source", "mode", "reason"),
    [
        ("", "HTML", "message text is empty"),
        (" \n", "HTML", "message text is empty"),
        ("<b></b>", "HTML", "text must be non-empty"),
        ("\u202a", "", "text must be non-empty"),
        ("x" * 4097, "", "message is too long"),
        ("x", "MarkdownV2", "unsupported parse_mode: the playground reads HTML only"),
        ("x", "BBCode", "unsupported parse_mode"),
    ],
)
def test_text_that_cannot_be_sent_is_refused(source: str, mode: str, reason: str) -> None:
    with pytest.raises(ApiError) as refusal:
        formatted(source, mode, known=lambda _: False)
    assert refusal.value.description == f"Bad Request: {reason}"


def test_the_limit_counts_what_remains_after_parsing() -> None:
    assert len(html(f"<b>{'x' * 4096}</b>").text) == 4096
