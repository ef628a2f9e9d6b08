"""Records broken in one fact, systematically: whatever a record holds, in every way.

A fact is a field of the head, of a seat, a vote or an event, or an event as a whole. Some breaks
make the record of another game that could have been played as well (a rejected team of others, a
card given to somebody who never uses it): those can't be told from honest ones, and `judged` says
which they are.
"""

import copy
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from random import Random
from typing import Any

from telegram_avalon.record import BadRecord, ImpossibleGame, check, read
from tests import naive_rules
from tests.naive_rules import Json

_CARDS = tuple(naive_rules.PLOT_CARDS)
_ENDINGS = ("three_successes", "merlin_missed", "merlin_found", "three_fails", "five_rejections")
_EVENTS = (
    "plot_cards_drawn",
    "plot_card_given",
    "plot_card_used",
    "plot_card_passed",
    "team_proposed",
    "opinions_given",
    "team_voted",
    "quest_cards_laid",
    "quest_played",
    "lady_used",
    "merlin_named",
)
_VALUES: dict[str, Iterable[Any]] = {
    **dict.fromkeys(("side", "loyalty", "winner"), ("good", "evil")),
    **dict.fromkeys(("shown", "quest_card"), ("success", "fail")),
    **dict.fromkeys(("card", "taken", "cards", "plot_deck"), _CARDS),
    **dict.fromkeys(("round", "quest", "proposal"), (1, 2, 3, 4, 5)),
    **dict.fromkeys(("approvals", "rejections"), tuple(range(11))),
    **dict.fromkeys(("track", "successes", "fails"), tuple(range(6))),
    **dict.fromkeys(("approved", "succeeded", "found"), (True, False)),
    **dict.fromkeys(("character", "characters"), sorted(naive_rules.GOOD | naive_rules.EVIL)),
    "fails_needed": (1, 2),
    "options": sorted(naive_rules.OPTIONS),
    "vote": ("approve", "reject"),
    "ending": _ENDINGS,
    "event": _EVENTS,
    "game": ("avalon", "resistance"),
    "format": ("telegram-avalon-game", "chess"),
    "version": (0, 1, 2),
    "players": (5, 6, 7, 8, 9, 10),
    "name": ("Anna", "event 1", ""),
}
_OPTIONAL = {
    "plot_card_used": ("target", "taken", "loyalty", "quest_card", "track"),
    "quest_cards_laid": ("spotlit", "shown"),
    "quest_played": ("spotlit", "shown"),
    "a seat": ("character", "evil", "merlin_among"),
    "the head": ("lady", "plot_deck"),
}
_AGAIN = "\ue000"
"""Marks a name that is to stand in the file a second time."""


@dataclass(frozen=True)
class Broken:
    fact: str
    """What was broken, as "team_proposed.leader"."""
    way: str
    data: bytes


class Verdict(StrEnum):
    REFUSED = "refused"
    POSSIBLE = "possible"
    """Taken, and the second rules too say that it can have been played."""
    MISSED = "missed"
    """Taken, but not by the second rules."""
    DISPUTED = "disputed"
    """Refused, but taken by the second rules."""


def judged(broken: Broken) -> Verdict:
    """What the check says of it, beside what the second rules do."""
    try:
        record = read(broken.data)
    except BadRecord:
        return Verdict.REFUSED  # a fault of the file, which no rules of a game know of
    taken = _second_rules_take(broken.data)
    try:
        check(record)
    except ImpossibleGame:
        return Verdict.DISPUTED if taken else Verdict.REFUSED
    return Verdict.POSSIBLE if taken else Verdict.MISSED


def _second_rules_take(data: bytes) -> bool:
    try:
        naive_rules.check(json.loads(data))
    except (naive_rules.Impossible, LookupError, TypeError, ValueError):
        return False
    return True


def breaks(honest: Json, random: Random) -> Iterator[Broken]:
    """One of each kind that this record allows, at a random place."""
    kinds: dict[tuple[str, str], list[Callable[[Json], object]]] = {}
    for fact, way, change in _changes(honest, random):
        kinds.setdefault((fact, way), []).append(change)
    for (fact, way), changes in kinds.items():
        record = copy.deepcopy(honest)
        random.choice(changes)(record)
        if record != honest:
            text = json.dumps(record, ensure_ascii=False).replace(_AGAIN, "")
            yield Broken(fact, way, text.encode())


Change = tuple[str, str, Callable[[Json], object]]


def _changes(record: Json, random: Random) -> Iterator[Change]:
    players = record["players"]
    for owner, path, fields in _parts(record):
        for name, value in fields.items():
            fact = f"{owner}.{name}"
            if name != "events" and not isinstance(value, dict):
                yield from _of_field(fact, path, name, value, players, random)
            if isinstance(value, list):
                yield from _of_row(fact, (*path, name), name, value, players, random)
        for name in _OPTIONAL.get(owner, ()):
            if name not in fields and name not in fields.get("knows", {}):
                new = [1, 2] if name in ("evil", "merlin_among") else _other(name, None, 5, random)
                yield f"{owner}.{name}", "added", _set(path, name, new)
    yield from _swaps_between(record, random)


def _parts(record: Json) -> Iterator[tuple[str, tuple[Any, ...], Json]]:
    """All objects of the record: what they are, where they are, their fields."""
    yield "the head", (), record
    yield "result", ("result",), record["result"]
    for place, player in enumerate(record["seats"]):
        yield "a seat", ("seats", place), player
        if "knows" in player:
            yield "knows", ("seats", place, "knows"), player["knows"]
    for place, event in enumerate(record["events"]):
        yield event["event"], ("events", place), event
        for number, voted in enumerate(event.get("votes", ())):
            yield f"{event['event']}.votes", ("events", place, "votes", number), voted


def _of_field(
    fact: str, path: tuple[Any, ...], name: str, value: Any, players: int, random: Random
) -> Iterator[Change]:
    yield fact, "dropped", partial(_drop, path, name)
    if not isinstance(value, list):
        other = _other(name, value, players, random)
        yield fact, "changed", _set(path, name, other)
        yield fact, "doubled", _set(path, name + _AGAIN, other)
        yield fact, "another type", _set(path, name, [value])


def _of_row(
    fact: str, path: tuple[Any, ...], name: str, row: list[Any], players: int, random: Random
) -> Iterator[Change]:
    for place, value in enumerate(row):
        what = value["event"] if name == "events" else f"{fact} (one of them)"
        yield what, "dropped", partial(_drop, path, place)
        yield what, "doubled at once", partial(_double, path, place)
        if len(row) > 1:
            yield what, "moved", partial(_move, path, place, random.randrange(len(row)))
            yield what, "swapped", partial(_swap, path, place, (place + 1) % len(row))
        if not isinstance(value, dict):
            yield what, "changed", _set(path, place, _other(name, value, players, random))


def _swaps_between(record: Json, random: Random) -> Iterator[Change]:
    """A field swapped with the same of another seat, or of another event of its kind."""
    rows = [("seats", "a seat", list(range(record["players"])))]
    kinds: dict[str, list[int]] = {}
    for place, event in enumerate(record["events"]):
        kinds.setdefault(event["event"], []).append(place)
    rows += [("events", kind, places) for kind, places in kinds.items()]
    for where, owner, places in rows:
        for one in places:
            other = random.choice(places)
            first, second = record[where][one], record[where][other]
            for name in sorted(first.keys() & second.keys() - {"event"}):
                if first[name] != second[name]:
                    change = _exchange((where, one), (where, other), name)
                    yield f"{owner}.{name}", "swapped with another's", change


def _other(name: str, value: Any, players: int, random: Random) -> Any:
    """Another value that such a field can have."""
    values = _VALUES.get(name, range(1, players + 1))  # all others are seats
    return random.choice([each for each in values if each != value])


def _at(record: Json, path: tuple[Any, ...]) -> Any:
    part: Any = record
    for step in path:
        part = part[step]
    return part


def _set(path: tuple[Any, ...], name: Any, value: Any) -> Callable[[Json], object]:
    def change(record: Json) -> None:
        part = _at(record, path)
        if name in ("evil", "merlin_among") and "seat" in part:
            part = part.setdefault("knows", {})
        part[name] = value

    return change


def _exchange(one: tuple[Any, ...], other: tuple[Any, ...], name: str) -> Callable[[Json], object]:
    def change(record: Json) -> None:
        first, second = _at(record, one), _at(record, other)
        first[name], second[name] = second[name], first[name]

    return change


def _drop(path: tuple[Any, ...], name: Any, record: Json) -> None:
    _at(record, path).pop(name)


def _double(path: tuple[Any, ...], place: int, record: Json) -> None:
    row = _at(record, path)
    row.insert(place, row[place])


def _move(path: tuple[Any, ...], place: int, to: int, record: Json) -> None:
    row = _at(record, path)
    row.insert(to, row.pop(place))


def _swap(path: tuple[Any, ...], place: int, other: int, record: Json) -> None:
    row = _at(record, path)
    row[place], row[other] = row[other], row[place]
