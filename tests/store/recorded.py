"""What is stored, by release and kind: each must load for ever.

`records/<release>/<kind>.msgpack` holds the bytes that release wrote. After a release that changed
what is stored, put its records into RECORDED under its version, then

    python -m tests.store.recorded

writes the files that are not there yet. Files that are there are never written again: a record
that no longer loads means that running games would be lost.
"""

import sys
from pathlib import Path

import msgspec

from telegram_avalon.rules import Option, Role, Ruleset, Seat, Vote, World
from telegram_avalon.store import Intent, Shown
from telegram_avalon.store.codec import encode
from telegram_avalon.store.groups import AdminsSeen
from telegram_avalon.table import Cancelled, Deafened, Departed, Page, Person, Place, Table
from tests.store.builders import (
    ASSASSINATING,
    OVER,
    QUESTING,
    VOTING,
    after,
    laid,
    lobby,
    playing_table,
    voted,
)

RECORDS = Path(__file__).parent / "records"

_PEOPLE = (
    Person(1001, "Ann"),
    Person(1002, "Ünal ⚔", "hu", deaf=True),
    Person(6_000_000_003, "", "fa"),
    Person(1004, "Dot"),
    Person(1005, "Eve", "es"),
)
_PLACE = Place(-1001234567890, "Friends & <foes>", thread=17, language="hu")
_MOVED = Place(-1001234567890, "Friends", thread=1, astray=True, former=-4001234)

_LOBBY = Table(
    "aB3_-xYz012",
    _PLACE,
    None,
    1_795_000_000_000,
    1_795_000_060_000,
    people=_PEOPLE[:2],
    ruleset=Ruleset(frozenset({Role.MERLIN, Role.PERCIVAL, Role.MORGANA})),
    invited=_PEOPLE[2:],
    editing=True,
    unreachable=_PEOPLE[3:4],
    recalls={-1001234567890: 2, 1001: 1},
)


def _playing(*commands: object, **changes: object) -> Table:
    table = playing_table(*commands)  # type: ignore[arg-type]
    return msgspec.structs.replace(table, place=_PLACE, people=_PEOPLE, **changes)


_SHOWN = Shown(
    live=512,
    question=7,
    since=5,
    told=8,
    recalls=1,
    recap=True,
    step=7,
    digest=bytes(range(8)),
    asks=True,
    touched=1_795_000_060_000,
    anchor=509,
    stale=(498, 505),
    intent=Intent(1_795_000_061_000, 2, 7, 1_795_000_064_000),
    not_before=1_795_000_062_000,
    failures=3,
    lost=6,
    heard=505,
    past=(490, 498, 505),
)

RECORDED: dict[str, dict[str, object]] = {
    "0.1.0": {
        "table-lobby": _LOBBY,
        "table-lobby-new": lobby(),
        "table-lobby-settings": msgspec.structs.replace(
            _LOBBY,
            ruleset=Ruleset(frozenset(), World.RESISTANCE, frozenset({Option.BLIND_SPIES})),
            page=Page.OPTIONS,
            put_away=_LOBBY.ruleset,
        ),
        "table-proposing": _playing(nudged=1_795_000_059_000),
        "table-voting": _playing(*VOTING, *voted(Vote.REJECT)[:2]),
        "table-questing": _playing(*QUESTING, *laid(0)),
        "table-departed": _playing(
            *VOTING, notices=(Departed(1, Seat(1)), Departed(1, Seat(2), host=Seat(0)))
        ),
        "table-assassinating": _playing(*ASSASSINATING, notices=(Deafened(2, Seat(1)),)),
        "table-over": _playing(*OVER),
        "table-cancelled": _playing(*QUESTING, notices=(Cancelled(2),), closed=True),
        "table-moved": msgspec.structs.replace(_LOBBY, place=_MOVED),
        "table-muted": _playing(*VOTING, muted=1_795_000_060_000),
        "table-closed": msgspec.structs.replace(_LOBBY, closed=True),
        "shown": _SHOWN,
        "shown-nothing": Shown(),
        "ruleset": Ruleset(frozenset({Role.MERLIN, Role.MORDRED, Role.OBERON})),
        "admins": AdminsSeen(frozenset({1001, 1_087_968_824}), 1_795_000_000_000),
        "game": after(*ASSASSINATING),
    },
}


def path_of(release: str, kind: str) -> Path:
    return RECORDS / release / f"{kind}.msgpack"


def write_missing() -> list[Path]:
    """Write the files that are not there yet."""
    written = []
    for release, records in RECORDED.items():
        for kind, record in records.items():
            path = path_of(release, kind)
            if not path.exists():
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(encode(record))
                written.append(path)
    return written


if __name__ == "__main__":
    sys.stdout.writelines(f"{path}\n" for path in write_missing())
