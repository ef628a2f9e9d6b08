"""Records as JSON: written for people to read, read with every field checked.

Whether a game went by the rules is looked at in `checking.py`: here only whether it can be told.
"""

import json
from collections.abc import Iterator
from datetime import UTC, datetime

import msgspec
from msgspec import Struct

from telegram_avalon.record.format import FORMAT, VERSION, GameRecord, PlotCardUsed
from telegram_avalon.rules import PlotCard

MOST_BYTES = 1 << 20
"""No file is longer: the longest record takes a tenth of it, whatever the white space."""

_LONGEST_TEXT = 300
_UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


class BadRecord(ValueError):  # noqa: N818 - what it is, as `CorruptRecord`
    """The data are no record of a game; the text says why, in a line whatever it quotes."""

    def __init__(self, text: str) -> None:
        shown = "".join(letter if letter.isprintable() else "�" for letter in text)
        super().__init__(shown[:_LONGEST_TEXT])


class _Label(Struct):
    """What every version of the format begins with."""

    format: str
    version: int


def written(record: GameRecord) -> bytes:
    """As JSON with a line for each field, seat and event."""
    fields = msgspec.to_builtins(record)
    rows = [b" %b: %b" % (_json(name), _rows(value)) for name, value in fields.items()]
    return b"{\n" + b",\n".join(rows) + b"\n}\n"


def _rows(value: object) -> bytes:
    if not (isinstance(value, list | tuple) and any(isinstance(each, dict) for each in value)):
        return _json(value)
    return b"[\n" + b",\n".join(b"  " + _json(each) for each in value) + b"\n ]"


def _json(value: object) -> bytes:
    return msgspec.json.encode(value)


def file_name(opened: int) -> str:
    """The name of the file for a game whose table was opened then (milliseconds, UTC)."""
    return f"{datetime.fromtimestamp(opened / 1000, UTC):avalon-%Y-%m-%d-%H%M}.json"


def read(data: bytes) -> GameRecord:
    """Raises `BadRecord`."""
    if len(data) > MOST_BYTES:
        raise BadRecord(f"not the record of a game: longer than {MOST_BYTES} bytes")
    try:
        label = msgspec.json.decode(data, type=_Label)
    except _UNREADABLE as error:
        raise BadRecord(f"not the record of a game: {error}") from None
    if label.format != FORMAT:
        raise BadRecord(f"not the record of a game: its format is {label.format!r}")
    if label.version > VERSION:
        raise BadRecord(f"written by a newer version (format {label.version}, known: {VERSION})")
    try:
        record = msgspec.json.decode(data, type=GameRecord)
    except _UNREADABLE as error:
        raise BadRecord(f"damaged: {error}") from None
    json.loads(data, object_pairs_hook=_each_once)
    for problem in _problems(record):
        raise BadRecord(f"damaged: {problem}")
    return record


def _each_once(fields: list[tuple[str, object]]) -> None:
    """Raises `BadRecord` for a field told twice: of two readers each might take another."""
    names = [name for name, _ in fields]
    for name in names:
        if names.count(name) > 1:
            raise BadRecord(f"damaged: the field `{name}` stands there twice")


def _problems(record: GameRecord) -> Iterator[str]:
    """What no type can say but a story relies on."""
    if [player.seat for player in record.seats] != list(range(1, record.players + 1)):
        yield f"the seats are not 1 to {record.players}"
    if record.first_leader > record.players:
        yield "the first leader has a seat that is not there"
    for number, event in enumerate(record.events, 1):
        if any(seat > record.players for seat in _numbers(msgspec.structs.asdict(event))):
            yield f"event {number} names a seat that is not there"
        if isinstance(event, PlotCardUsed) and event.card is PlotCard.OPINION_MAKER:
            yield f"event {number} uses a plot card that is only held"


_SEATS = ("leader", "receiver", "seat", "target", "team", "spotlit", "holder", "assassin")


def _numbers(fields: dict[str, object]) -> Iterator[int]:
    """The seats that an event names."""
    for name in _SEATS:
        match fields.get(name):
            case int(seat):
                yield seat
            case tuple(seats):
                yield from seats
            case _:
                pass
    votes = fields.get("votes")
    for voted in votes if isinstance(votes, tuple) else ():
        yield voted.seat
