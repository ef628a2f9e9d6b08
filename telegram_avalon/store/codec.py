"""Records to bytes and back, with the schema number that wrote them.

A newer field has a default, so an older record always loads. A record with a higher number than
ours is left alone: saving it would drop what we don't know.
"""

from typing import TypeVar

import msgspec

SCHEMA = 3

_Record = TypeVar("_Record")


class CorruptRecord(Exception):  # noqa: N818 - names what was met
    """A stored record that can't be read."""


class NewerRecord(Exception):  # noqa: N818
    """A record written by a newer version of the bot."""


def encode(record: object) -> bytes:
    return msgspec.msgpack.encode(record)


def decode(data: bytes, kind: type[_Record], schema: int = SCHEMA) -> _Record:
    """The record in *data*. Raises `NewerRecord` or `CorruptRecord`."""
    if schema > SCHEMA:
        raise NewerRecord(f"schema {schema}, this version knows {SCHEMA}")
    try:
        return msgspec.msgpack.decode(data, type=kind)
    except (msgspec.MsgspecError, RecursionError) as error:
        # Not chained: what the library says holds what it found, cards among it.
        raise CorruptRecord(f"no {kind.__name__} ({where(error)})") from None


def number(data: bytes | None) -> int | None:
    """A number that stands by itself; None where there is none, or none that can be read."""
    try:
        return None if data is None else int(data)
    except ValueError:
        return None


def text(data: bytes | None) -> str | None:
    """A text that stands by itself; None where there is none, or none that can be read."""
    try:
        return None if data is None else data.decode()
    except UnicodeDecodeError:
        return None


def where(error: Exception) -> str:
    """Where in a record *error* of msgspec's was met, without what was found there."""
    _, at, path = str(error).rpartition(" - at `")
    return f"at {path.rstrip('`')}" if at else type(error).__name__
