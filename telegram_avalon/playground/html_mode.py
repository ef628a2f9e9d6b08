"""The HTML parse mode: marked-up text in, plain text and spans out.

Only the tags in TAGS exist. Errors name the byte of the UTF-8 text at which the tag began.
"""

import re
from dataclasses import dataclass, field

from telegram_avalon.playground.errors import ApiError, bad_request

TAGS = {
    "a": "text_link",
    "b": "bold",
    "strong": "bold",
    "i": "italic",
    "em": "italic",
    "s": "strikethrough",
    "strike": "strikethrough",
    "del": "strikethrough",
    "u": "underline",
    "ins": "underline",
    "tg-spoiler": "spoiler",
    "span": "spoiler",
    "tg-emoji": "custom_emoji",
    "tg-time": "date_time",
    "pre": "pre",
    "code": "code",
    "blockquote": "blockquote",
}
_VALUE = {("a", "href"), ("tg-emoji", "emoji-id"), ("tg-time", "unix")}
_NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}
_CHARACTER = re.compile(r"&(?:#[xX]([0-9a-fA-F]+)|#([0-9]+)|([a-z]+))(;?)")
_SPACE = re.compile(r"[ \t\r\n\v\0]*")
_TAG_NAME = re.compile(r"[^ \t\r\n\v\0>]*")
_ATTRIBUTE = re.compile(r"[^ \t\r\n\v\0=>/\"']*")
_TOKEN = re.compile(r"[A-Za-z0-9.-]*")
_LAST_CODE_POINT = 0x10FFFF


@dataclass
class Span:
    """Formatting of the characters *start* to *end* of a text, counted in code points."""

    kind: str
    start: int
    end: int = 0
    value: str = ""


@dataclass
class _Open:
    tag: str
    span: Span


@dataclass
class _Parser:
    source: str
    at: int = 0
    plain: list[str] = field(default_factory=list)
    opened: list[_Open] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)

    def parse(self) -> tuple[str, list[Span]]:
        while self.at < len(self.source):
            self._step()
        if self.opened:
            tag = self.opened[-1].tag
            raise _error(f'Can\'t find end tag corresponding to start tag "{tag}"')
        return "".join(self.plain), self.spans

    def _step(self) -> None:
        here = self.source[self.at]
        if here == "<" and self.source.startswith("</", self.at):
            self._end_tag()
        elif here == "<":
            self._start_tag()
        else:
            self.plain.append(self._character())

    def _start_tag(self) -> None:
        begin = self.at
        self.at += 1
        tag = self._take(_TAG_NAME).lower()
        if self._peek() == "":
            raise _error(f"Unclosed start tag at byte offset {self._byte(begin)}")
        if tag not in TAGS:
            raise _error(f'Unsupported start tag "{tag}" at byte offset {self._byte(begin)}')
        value = self._attributes(tag, begin)
        if tag == "span" and value != "spoiler":
            where = self._byte(begin)
            raise _error(f'Tag "span" must have class "tg-spoiler" at byte offset {where}')
        self.opened.append(_Open(tag, Span(TAGS[tag], len(self.plain), value=value)))

    def _attributes(self, tag: str, begin: int) -> str:
        """Read everything up to the closing bracket; return the one value that means anything."""
        value = ""
        while True:
            self._take(_SPACE)
            if self._peek() == ">":
                self.at += 1
                return value
            name = self._take(_ATTRIBUTE)
            if not name and self._peek():
                where = self._byte(begin)
                raise _error(f'Empty attribute name in the tag "{tag}" at byte offset {where}')
            value = _meaning(tag, name.lower(), self._attribute_value(tag, begin)) or value

    def _attribute_value(self, tag: str, begin: int) -> str:
        self._take(_SPACE)
        unclosed = _error(f'Unclosed start tag "{tag}" at byte offset {self._byte(begin)}')
        if self._peek() == "":
            raise unclosed
        if self._peek() != "=":
            return ""
        self.at += 1
        self._take(_SPACE)
        value = self._quoted() if self._peek() in ('"', "'") else self._token()
        if self._peek() == "":
            raise unclosed
        return value

    def _quoted(self) -> str:
        quote = self.source[self.at]
        self.at += 1
        value: list[str] = []
        while self._peek() not in ("", quote):
            value.append(self._character())
        self.at += 1
        return "".join(value)

    def _token(self) -> str:
        begin = self.at
        token = self._take(_TOKEN).lower()
        if self._peek() not in (">", "") and not self._peek().isspace():
            raise _error(f"Unexpected end of name token at byte offset {self._byte(begin)}")
        return token

    def _end_tag(self) -> None:
        begin = self.at
        if not self.opened:
            raise _error(f"Unexpected end tag at byte offset {self._byte(begin)}")
        self.at += 2
        found = self._take(_TAG_NAME).lower()
        self._take(_SPACE)
        if self._peek() != ">":
            raise _error(f"Unclosed end tag at byte offset {self._byte(begin)}")
        self.at += 1
        opened = self.opened.pop()
        if found not in ("", opened.tag):
            raise _error(
                f"Unmatched end tag at byte offset {self._byte(begin)}, "
                f'expected "</{opened.tag}>", found "</{found}>"'
            )
        self._close(opened)

    def _close(self, opened: _Open) -> None:
        span = opened.span
        span.end = len(self.plain)
        if opened.tag == "a" and not span.value:
            span.value = "".join(self.plain[span.start :])
        if span.end > span.start:
            self.spans.append(span)

    def _character(self) -> str:
        """Take one character, or the reference that stands for one."""
        found = _CHARACTER.match(self.source, self.at)
        character = _referenced(found) if found else ""
        if found and character:
            self.at = found.end()
            return character
        self.at += 1
        return self.source[self.at - 1]

    def _take(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self.source, self.at)
        taken = found[0] if found else ""
        self.at += len(taken)
        return taken

    def _peek(self) -> str:
        return self.source[self.at : self.at + 1]

    def _byte(self, at: int) -> int:
        return len(self.source[:at].encode())


def _referenced(found: re.Match[str]) -> str:
    hexadecimal, decimal, name, _ = found.groups()
    if name is not None:
        return _NAMED.get(name, "")
    code = int(hexadecimal, 16) if hexadecimal else int(decimal)
    return chr(code) if 0 < code <= _LAST_CODE_POINT else ""


def _meaning(tag: str, name: str, value: str) -> str:
    if (tag, name) in _VALUE:
        return value
    if (tag, name) == ("blockquote", "expandable"):
        return "expandable"
    prefix = {"code": "language-", "span": "tg-"}.get(tag)
    if name == "class" and prefix and value.startswith(prefix):
        return value.removeprefix(prefix)
    return ""


def _error(reason: str) -> ApiError:
    return bad_request(f"can't parse entities: {reason}")


def parse_html(source: str) -> tuple[str, list[Span]]:
    return _Parser(source).parse()
