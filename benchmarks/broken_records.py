"""Break one fact of a record and read it: `python -m benchmarks.broken_records [games] [seed]`.

Takes the records of random games over all options and numbers of players, and changes each in one
place, as every row of `BREAKS` says: a value becomes another that its field may have, an event is
left out, told twice, or told before the one it follows. Prints by kind how many are refused. A
change may give another game that can have been played just so (another name for Merlin that is as
wrong); such are counted as not refused, too.
"""

import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from random import Random
from typing import Any

from telegram_avalon.record import BadRecord, check, read
from tests.naive_rules import Json
from tests.record.games import as_json, finished

Break = Callable[[Json, Random], bool]
"""Changes the record; False where there is nothing of that kind to change."""

PLOT_CARDS = (
    "overheard",
    "opinion_maker",
    "open_up",
    "establish_confidence",
    "no_confidence",
    "close_eye",
    "strong_leader",
    "spotlight",
    "take_responsibility",
)
OTHERS: dict[str, tuple[Any, ...]] = {
    "side": ("good", "evil"),
    "loyalty": ("good", "evil"),
    "winner": ("good", "evil"),
    "vote": ("approve", "reject"),
    "shown": ("success", "fail"),
    "quest_card": ("success", "fail"),
    "card": PLOT_CARDS,
    "taken": PLOT_CARDS,
    "character": (
        "merlin",
        "percival",
        "servant",
        "assassin",
        "mordred",
        "morgana",
        "oberon",
        "minion",
    ),
    "ending": (
        "three_successes",
        "merlin_missed",
        "merlin_found",
        "three_fails",
        "five_rejections",
    ),
    "game": ("avalon", "resistance"),
}
NUMBERS = {
    "round": 5,
    "quest": 5,
    "proposal": 5,
    "track": 5,
    "fails_needed": 2,
    "approvals": 10,
    "rejections": 10,
    "successes": 5,
    "fails": 5,
}


def another(name: str, value: Any, players: int, random: Random) -> Any:
    """A value that the field may have, but not this one."""
    match value:
        case bool():
            return not value
        case int() if name in NUMBERS:
            return random.choice([n for n in range(NUMBERS[name] + 1) if n != value])
        case int():
            return random.choice([n for n in range(1, players + 1) if n != value])
        case str():
            return random.choice([each for each in OTHERS[name] if each != value])
        case list() if value and isinstance(value[0], int):
            return _another_team(value, players, random)
        case list() if value and isinstance(value[0], dict):
            changed = deepcopy(value)
            vote = random.choice(changed)
            vote["vote"] = another("vote", vote["vote"], players, random)
            return changed
        case list() if len(set(value)) > 1:
            while (mixed := random.sample(value, len(value))) == value:
                pass
            return mixed
        case list() if value:
            return [random.choice([c for c in PLOT_CARDS if c != value[0]]), *value[1:]]
        case _:
            return None


def _another_team(team: list[int], players: int, random: Random) -> list[int]:
    out = [seat for seat in range(1, players + 1) if seat not in team]
    if not out or random.random() < 0.25:
        return team[::-1] if len(team) > 1 else [team[0] % players + 1]
    return sorted([random.choice(out), *team[1:]])


def field(kind: str, name: str) -> Break:
    """Another value in this field of an event of that kind."""

    def broken(record: Json, random: Random) -> bool:
        there = [e for e in record["events"] if e["event"] == kind and name in e]
        if not there:
            return False
        event = random.choice(there)
        new = another(name, event[name], record["players"], random)
        event[name] = new
        return new is not None

    return broken


def head(*path: str) -> Break:
    """Another value in the head, or in one of the seats where the path begins with it."""

    def broken(record: Json, random: Random) -> bool:
        place = random.choice(record["seats"]) if path[0] == "seats" else record
        for step in path[1:-1] if path[0] == "seats" else path[:-1]:
            place = place.get(step, {})
        name = path[-1]
        if name not in place or place[name] == []:
            return False
        new = another(name, place[name], record["players"], random)
        place[name] = new
        return new is not None

    return broken


def dropped(kind: str) -> Break:
    def broken(record: Json, random: Random) -> bool:
        places = [i for i, e in enumerate(record["events"]) if e["event"] == kind]
        if not places:
            return False
        del record["events"][random.choice(places)]
        return True

    return broken


def doubled(kind: str) -> Break:
    def broken(record: Json, random: Random) -> bool:
        places = [i for i, e in enumerate(record["events"]) if e["event"] == kind]
        if not places:
            return False
        place = random.choice(places)
        record["events"].insert(place, deepcopy(record["events"][place]))
        return True

    return broken


def swapped(record: Json, random: Random) -> bool:
    events = record["events"]
    place = random.randrange(len(events) - 1)
    events[place], events[place + 1] = events[place + 1], events[place]
    return bool(events[place] != events[place + 1])


def unfinished(record: Json, random: Random) -> bool:
    del record["events"][random.randrange(len(record["events"])) :]
    return True


def rows(records: list[Json]) -> Iterator[tuple[str, Break]]:
    """A row for each field that any of the records has, and for each kind of event."""
    kinds = {event["event"]: event for record in records for event in record["events"]}
    names = {
        (event["event"], name)
        for record in records
        for event in record["events"]
        for name in event
        if name != "event"
    }
    yield from ((f"{kind}.{name}", field(kind, name)) for kind, name in sorted(names))
    for kind in sorted(kinds):
        yield f"{kind} left out", dropped(kind)
        yield f"{kind} twice", doubled(kind)
    for path in (
        ("first_leader",),
        ("lady",),
        ("plot_deck",),
        ("result", "winner"),
        ("result", "ending"),
        ("seats", "side"),
        ("seats", "character"),
        ("seats", "knows", "evil"),
        ("seats", "knows", "merlin_among"),
    ):
        yield ".".join(path), head(*path)
    yield "two neighbours swapped", swapped
    yield "the end cut off", unfinished


def refused(record: Json) -> bool:
    try:
        check(read(json.dumps(record).encode()))
    except BadRecord:
        return True
    return False


def main(games: int = 300, seed: int = 0) -> None:
    random = Random(seed)
    records = [as_json(game) for game in finished(games, random)]
    started = time.perf_counter()
    took = []
    for record in records:
        data = json.dumps(record).encode()
        before = time.perf_counter()
        check(read(data))
        took.append(time.perf_counter() - before)
    took.sort()
    broken: Counter[str] = Counter()
    caught: Counter[str] = Counter()
    for kind, change in rows(records):
        for record in records:
            other = deepcopy(record)
            if change(other, random) and other != record:
                broken[kind] += 1
                caught[kind] += refused(other)
    total = broken.total()
    print(f"{games} games, seed {seed}: all {len(records)} records are taken as they are; to check")
    print(f"one takes {took[len(took) // 2] * 1000:.1f} ms (most {took[-1] * 1000:.1f} ms)")
    print(
        f"{total:,} records broken in one fact: {caught.total() / total:.2%} refused, in "
        f"{time.perf_counter() - started:.0f} s"
    )
    for kind, number in sorted(broken.items(), key=lambda row: caught[row[0]] / row[1]):
        if caught[kind] < number:
            print(f"  {caught[kind] / number:7.2%} of {number:6,}  {kind}")
    print("  all of every other kind")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
