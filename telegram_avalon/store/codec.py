"""Records to bytes and back, with the schema number that wrote them.

A newer field has a default, so an older record always loads. A record with a higher number than
ours is left alone: saving it would drop what we don't know.
"""

from typing import TypeVar

import msgspec

SCHEMA = 2

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
    except msgspec.DecodeError as error:
        raise CorruptRecord(str(error)) from error
