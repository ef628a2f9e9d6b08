"""HTML in, text and spans out."""

import pytest

from telegram_avalon.playground.errors import ApiError
from telegram_avalon.playground.html_mode import TAGS, Span, parse_html


@pytest.mark.parametrize("tag", sorted(TAGS.keys() - {"span"}))
def test_each_known_tag_makes_one_span(tag: str) -> None:
    text, spans = parse_html(f"a<{tag}>b</{tag}>c")
    assert text == "abc"
    assert [(s.kind, s.start, s.end) for s in spans] == [(TAGS[tag], 1, 2)]


@pytest.mark.parametrize(
    ("source", "text", "spans"),
    [
        ("<B>x</b>", "x", [Span("bold", 0, 1)]),
        ("<b>x</>", "x", [Span("bold", 0, 1)]),
        ('<span class="tg-spoiler">x</span>', "x", [Span("spoiler", 0, 1, "spoiler")]),
        (
            "<a href='http://a.b/?x=1&amp;y'>x</a>",
            "x",
            [Span("text_link", 0, 1, "http://a.b/?x=1&y")],
        ),
        ("<a href=a.b >x</a>", "x", [Span("text_link", 0, 1, "a.b")]),
        ('<code class="language-py">x</code>', "x", [Span("code", 0, 1, "py")]),
        ("<blockquote expandable>x</blockquote>", "x", [Span("blockquote", 0, 1, "expandable")]),
        ('<b title="ignored" other>x</b>', "x", [Span("bold", 0, 1)]),
        ("<b></b>x", "x", []),
        ("&lt;b&gt; &amp;&quot; &#65;&#x42;", '<b> &" AB', []),
        ("&nbsp; &copy; & &;", "&nbsp; &copy; & &;", []),
        ("1 > 0", "1 > 0", []),
    ],
)
def test_markup_is_read_as_telegram_reads_it(source: str, text: str, spans: list[Span]) -> None:
    assert parse_html(source) == (text, spans)


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("é<br>", 'Unsupported start tag "br" at byte offset 2'),
        ("<p>x</p>", 'Unsupported start tag "p" at byte offset 0'),
        ("1 < 2", 'Unsupported start tag "" at byte offset 2'),
        ("<b", "Unclosed start tag at byte offset 0"),
        ("<b x", 'Unclosed start tag "b" at byte offset 0'),
        ('<a href="x', 'Unclosed start tag "a" at byte offset 0'),
        ("x</b>", "Unexpected end tag at byte offset 1"),
        ("<b>x</b", "Unclosed end tag at byte offset 4"),
        (
            "<b><i>x</b></i>",
            'Unmatched end tag at byte offset 7, expected "</i>", found "</b>"',
        ),
        ("<b>x", 'Can\'t find end tag corresponding to start tag "b"'),
        ('<b ="x">x</b>', 'Empty attribute name in the tag "b" at byte offset 0'),
        ("<b/>", 'Unsupported start tag "b/" at byte offset 0'),
        ("<b />", 'Empty attribute name in the tag "b" at byte offset 0'),
        ("<span>x</span>", 'Tag "span" must have class "tg-spoiler" at byte offset 0'),
        ("<a href=a:b>x</a>", "Unexpected end of name token at byte offset 8"),
    ],
)
def test_broken_markup_is_refused_with_the_byte_where_it_began(source: str, reason: str) -> None:
    with pytest.raises(ApiError) as refusal:
        parse_html(source)
    assert refusal.value.description == f"Bad Request: can't parse entities: {reason}"
