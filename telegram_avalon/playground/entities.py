"""Formatted text: what a client sent, cleaned and measured as Telegram does.

Offsets and lengths of entities count UTF-16 code units; so does the limit on a text's length here,
the strictest reading of "4096 characters".
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from telegram_avalon.playground import links
from telegram_avalon.playground.errors import bad_request
from telegram_avalon.playground.html_mode import Span, parse_html

TEXT_LIMIT = 4096
CAPTION_LIMIT = 1024
ANSWER_LIMIT = 200
_MOST_ENTITIES = 100
_MOST_BYTES = 35_000

_VERBATIM = frozenset({"pre", "code"})
_SPLITTABLE = frozenset({"bold", "italic", "underline", "strikethrough", "spoiler"})
_LONELY = frozenset({"blockquote", "text_link", "text_mention"})

_DROPPED = frozenset({"\r", "\u030a", "\u0333", "\u033f", *map(chr, range(0x2028, 0x202F))})
_CONTROLS = frozenset(map(chr, (*range(0x20), 0x7F))) - {"\n", "\r"}
_MARK_RUN = re.compile("[\u200e\u200f]+(?=[\u200e\u200f])")

_FOUND = (
    ("url", re.compile(r"(?<![\w/.@])(?:https?://|t\.me/)[^\s<>\"]*[^\s<>\".,;:!?)]")),
    ("bot_command", re.compile(r"(?<![\w/@<>])/\w{1,64}(?:@\w{3,32})?(?![\w/])", re.ASCII)),
    ("mention", re.compile(r"(?<![\w@/])@[A-Za-z]\w{2,31}", re.ASCII)),
)


@dataclass(frozen=True)
class Entity:
    type: str
    offset: int
    length: int
    url: str = ""
    user_id: int = 0
    language: str = ""
    value: str = ""


@dataclass(frozen=True)
class FormattedText:
    text: str
    entities: tuple[Entity, ...] = ()


def utf16_length(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def clean(text: str) -> str:
    """Clean a text that has no formatting: an answer to a press, a name, a button's label."""
    return _clean(text, [])[0].strip()


def formatted(
    source: str,
    parse_mode: str = "",
    explicit: list[object] | None = None,
    *,
    known: Callable[[int], bool],
    limit: int = TEXT_LIMIT,
) -> FormattedText:
    """Read a text to be sent; *known* tells whether the bot may mention a person without a name."""
    if not source.strip():
        raise bad_request("message text is empty")
    source = source.encode()[:_MOST_BYTES].decode(errors="ignore")
    text, spans = _parse(source, parse_mode, explicit or [])
    text, spans = _clean(text, spans)
    text, spans = _trim(text, spans)
    if not text:
        raise bad_request("text must be non-empty")
    if utf16_length(text) > limit:
        raise bad_request("message is too long")
    return FormattedText(text, measured(text, _settle(spans), known))


def spoken(text: str) -> FormattedText:
    """Return what a person typed, with what clients and servers recognise in it."""
    text = clean(text)
    return FormattedText(text, measured(text, [], lambda _: False))


def _parse(source: str, parse_mode: str, explicit: list[object]) -> tuple[str, list[Span]]:
    match parse_mode.lower():
        case "html":
            return parse_html(source)
        case "" | "none":
            return source, [span for item in explicit if (span := _explicit(source, item))]
        case "markdown" | "markdownv2":
            raise bad_request("unsupported parse_mode: the playground reads HTML only")
        case _:
            raise bad_request("unsupported parse_mode")


def _explicit(source: str, item: object) -> Span | None:
    if not isinstance(item, dict):
        raise bad_request("can't parse MessageEntity: expected an Object")
    offset, length = item.get("offset"), item.get("length")
    if not isinstance(offset, int) or not isinstance(length, int):
        raise bad_request("can't parse MessageEntity: field must be an Integer")
    kind = str(item.get("type", ""))
    value = str(item.get("url") or item.get("language") or item.get("custom_emoji_id") or "")
    user = item.get("user")
    if kind == "text_mention" and isinstance(user, dict):
        kind, value = "text_link", f"tg://user?id={user.get('id')}"
    elif kind == "expandable_blockquote":
        kind, value = "blockquote", "expandable"
    if kind not in {*_VERBATIM, *_SPLITTABLE, *_LONELY, "custom_emoji", "date_time"}:
        return None
    units = source.encode("utf-16-le")
    start = len(units[: 2 * offset].decode("utf-16-le", "ignore"))
    end = len(units[: 2 * (offset + length)].decode("utf-16-le", "ignore"))
    return Span(kind, start, end, value) if end > start else None


def _clean(text: str, spans: list[Span]) -> tuple[str, list[Span]]:
    text = _MARK_RUN.sub(lambda run: "\u200c" * len(run[0]), text)
    kept: list[str] = []
    moved: list[int] = []
    for character in text:
        moved.append(len(kept))
        if character not in _DROPPED:
            kept.append(" " if character in _CONTROLS else character)
    moved.append(len(kept))
    return "".join(kept), [replace(s, start=moved[s.start], end=moved[s.end]) for s in spans]


def _trim(text: str, spans: list[Span]) -> tuple[str, list[Span]]:
    trimmed = text.strip()
    lead = len(text) - len(text.lstrip())
    fits = [
        replace(s, start=max(s.start - lead, 0), end=min(s.end - lead, len(trimmed))) for s in spans
    ]
    return trimmed, [s for s in fits if s.end > s.start]


def _settle(spans: list[Span]) -> list[Span]:
    """Apply the nesting rules: code holds nothing, quotes and links don't nest in themselves."""
    kept: list[Span] = []
    for span in sorted(spans, key=lambda s: (s.start, -s.end, s.kind != "pre")):
        around = [k for k in kept if k.start <= span.start and span.end <= k.end]
        verbatim = next((k for k in around if k.kind in _VERBATIM), None)
        if verbatim:
            _name_language(verbatim, span)
        elif not (span.kind in _LONELY and any(k.kind == span.kind for k in around)):
            kept.append(span)
    holes = [k for k in kept if k.kind in _VERBATIM]
    return [piece for span in kept for piece in _without(span, holes)]


def _name_language(block: Span, inner: Span) -> None:
    fills = (block.start, block.end) == (inner.start, inner.end)
    if block.kind == "pre" and inner.kind == "code" and fills:
        block.value = inner.value


def _without(span: Span, holes: Iterable[Span]) -> list[Span]:
    pieces = [span]
    if span.kind in _SPLITTABLE:
        for hole in holes:
            pieces = [part for piece in pieces for part in _cut(piece, hole)]
    return pieces


def _cut(piece: Span, hole: Span) -> list[Span]:
    if hole.end <= piece.start or piece.end <= hole.start:
        return [piece]
    parts = [replace(piece, end=hole.start), replace(piece, start=hole.end)]
    return [part for part in parts if part.end > part.start]


def measured(text: str, spans: list[Span], known: Callable[[int], bool]) -> tuple[Entity, ...]:
    """Turn spans into entities, add what is recognised in plain text, drop what can't be shown."""
    covered = [s for s in spans if s.kind in _VERBATIM or s.kind == "text_link"]
    found = [
        Span(kind, match.start(), match.end())
        for kind, pattern in _FOUND
        for match in pattern.finditer(text)
        if not any(s.start < match.end() and match.start() < s.end for s in covered)
    ]
    ordered = sorted([*spans, *found], key=lambda s: (s.start, -s.end))
    entities = [entity for span in ordered if (entity := _entity(text, span, known))]
    return tuple(entities[:_MOST_ENTITIES])


def _entity(text: str, span: Span, known: Callable[[int], bool]) -> Entity | None:
    offset = utf16_length(text[: span.start])
    plain = Entity(span.kind, offset, utf16_length(text[span.start : span.end]))
    match span.kind:
        case "text_link":
            return _link(plain, span.value, known)
        case "blockquote" if span.value:
            return replace(plain, type="expandable_blockquote")
        case "pre":
            return replace(plain, language=span.value)
        case "custom_emoji" | "date_time":
            return replace(plain, value=span.value)
        case _:
            return plain


def _link(plain: Entity, url: str, known: Callable[[int], bool]) -> Entity | None:
    person = links.mentioned_user(url)
    if person:
        mention = replace(plain, type="text_mention", user_id=person)
        return mention if known(person) else None
    try:
        return replace(plain, url=links.checked(url))
    except links.LinkError:
        return None
