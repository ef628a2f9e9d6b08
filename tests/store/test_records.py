"""Stored records of every release load for ever, and as what they were."""

import msgspec
import pytest

from telegram_avalon.store import CorruptRecord
from telegram_avalon.store.codec import decode, encode
from telegram_avalon.store.shown import Shown
from telegram_avalon.table import Stage, Table
from tests.store.recorded import RECORDED, RECORDS, path_of

EVERY = [
    pytest.param(release, kind, record, id=f"{release} {kind}")
    for release, records in RECORDED.items()
    for kind, record in records.items()
]


@pytest.mark.parametrize(("release", "kind", "record"), EVERY)
def test_a_stored_record_loads_as_what_it_was(release: str, kind: str, record: object) -> None:
    stored = path_of(release, kind).read_bytes()

    assert decode(stored, type(record)) == record


def test_every_file_has_its_record() -> None:
    there = set(RECORDS.rglob("*.msgpack"))

    assert there == {path_of(r, kind) for r, records in RECORDED.items() for kind in records}


@pytest.mark.parametrize("release", RECORDED)
def test_every_release_has_a_table_of_every_stage_and_phase(release: str) -> None:
    tables = [record for record in RECORDED[release].values() if isinstance(record, Table)]

    assert {table.stage for table in tables} == set(Stage)
    assert {type(table.game.phase).__name__ for table in tables if table.game} == {
        "Proposing",
        "Voting",
        "Questing",
        "Assassinating",
        "Over",
    }


@pytest.mark.parametrize("kind", ["shown", "table-lobby-settings"])
def test_a_record_of_every_field_leaves_none_at_its_default(kind: str) -> None:
    """Else a field could be renamed and nobody would notice."""
    record = RECORDED["0.1.0"][kind]
    assert isinstance(record, Shown | Table)
    later = {"left", "noted"}
    if isinstance(record, Table):
        later = {"game", "notices", "nudged", "closed", "muted", "draining"}
    unset = {
        field.name
        for field in msgspec.structs.fields(record)
        if getattr(record, field.name) == field.default
    }

    assert unset <= later


def test_a_field_that_a_later_version_adds_is_passed_over() -> None:
    stored = msgspec.msgpack.decode(path_of("0.1.0", "table-over").read_bytes())
    stored["mood"] = "solemn"

    assert decode(msgspec.msgpack.encode(stored), Table) == RECORDED["0.1.0"]["table-over"]


def test_a_shorter_record_of_an_earlier_version_gets_the_defaults() -> None:
    stored = msgspec.msgpack.encode([512, 7, 5])

    assert decode(stored, Shown) == Shown(live=512, question=7, since=5)


def test_a_table_without_a_field_it_cannot_do_without_is_refused() -> None:
    stored = msgspec.msgpack.decode(encode(RECORDED["0.1.0"]["table-over"]))
    del stored["place"]

    with pytest.raises(CorruptRecord):
        decode(msgspec.msgpack.encode(stored), Table)
