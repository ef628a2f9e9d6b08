"""`replay` tells only games that can have been played, unless it is told not to look."""

import copy
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from telegram_avalon.cli import main
from tests.naive_rules import Json
from tests.record.doctored import DOCTORINGS, Doctoring
from tests.record.test_rules import records

Replay = Callable[..., Result]


@pytest.fixture
def replay(tmp_path: Path) -> Replay:
    """Writes its argument to a file and has it told."""
    path = tmp_path / "game.json"

    def run(record: Json | bytes, *options: str) -> Result:
        data = record if isinstance(record, bytes) else json.dumps(record).encode()
        path.write_bytes(data)
        return CliRunner().invoke(main, ["replay", str(path), *options])

    return run


def broken(doctoring: Doctoring) -> Json:
    """The first honest record that can be broken so."""
    for honest in records():
        record = copy.deepcopy(honest)
        if doctoring.change(record):
            return record
    raise AssertionError(doctoring.name)


def is_refused_in_a_line(done: Result) -> bool:
    return (done.exit_code, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)


@pytest.mark.parametrize("doctoring", DOCTORINGS, ids=lambda row: row.name)
def test_an_impossible_game_is_refused_in_a_line(replay: Replay, doctoring: Doctoring) -> None:
    done = replay(broken(doctoring))

    assert is_refused_in_a_line(done)


def test_the_first_impossible_event_is_named(replay: Replay) -> None:
    record = copy.deepcopy(next(r for r in records() if "plot_cards" not in r["options"]))
    place = next(n for n, e in enumerate(record["events"]) if e["event"] == "team_proposed" and n)
    event = record["events"][place]
    event["leader"] = event["leader"] % record["players"] + 1

    said = replay(record).stderr

    where = f"event {place + 1}: proposal {event['proposal']} of quest {event['quest']}: "
    assert said.endswith(f"{where}seat {event['leader']} isn't the leader\n")


def test_an_impossible_game_can_be_told_all_the_same(replay: Replay) -> None:
    record = broken(next(row for row in DOCTORINGS if row.name == "other winner"))

    done = replay(record, "--no-check")

    assert done.exit_code == 0
    assert "Round 1" in done.stdout
    assert done.stderr == ""


LABEL = b'{"format": "telegram-avalon-game", "version": 1'


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(LABEL + b', "\\u001b[31m\\n\\u202e": 1}', id="a field of control signs"),
        pytest.param(LABEL + b', "' + b"x" * 100_000 + b'": 1}', id="a field with a long name"),
        pytest.param(b'{"format": "' + b"x" * 100_000 + b'", "version": 1}', id="a long format"),
        pytest.param(LABEL + b', "x": ' + b"[" * 200_000, id="deep"),
        pytest.param(LABEL + b', "players": ' + b"9" * 100_000 + b"}", id="a long number"),
        pytest.param(LABEL + b', "players": 1e999}', id="a large number"),
        pytest.param(LABEL + b', "game": "\\ud800"}', id="half a character"),
        pytest.param(LABEL + b', "version": 1}', id="a field twice"),
        pytest.param(b" " * 20_000_000, id="nothing, at length"),
        pytest.param(b"\xef\xbb\xbf" + LABEL + b"}", id="a byte order mark"),
    ],
)
@pytest.mark.parametrize("options", [[], ["--no-check"]], ids=["checked", "unchecked"])
def test_hostile_files_are_refused_in_a_short_line(
    replay: Replay, data: bytes, options: list[str]
) -> None:
    done = replay(data, *options)

    assert is_refused_in_a_line(done)
    assert done.stderr[:-1].isprintable()
    assert len(done.stderr) < 500


def test_a_field_told_twice_is_refused(replay: Replay) -> None:
    """Of two readers one would take the first, the other the second."""
    text = json.dumps(records()[0])

    done = replay(text.replace('"format"', '"players": 5, "format"', 1).encode())

    assert is_refused_in_a_line(done)
    assert "players" in done.stderr


def test_more_events_than_a_game_can_have_are_refused(replay: Replay) -> None:
    record = copy.deepcopy(records()[0])
    record["events"] *= 100

    assert is_refused_in_a_line(replay(record, "--no-check"))


def test_names_are_free_text(replay: Replay) -> None:
    record = copy.deepcopy(records()[0])
    names = ["", "event 1: no", "\x1b[31m", "\u202e", '"}]', "a" * 100, "%s{0}", "\x00", "\n", "é"]
    for player, name in zip(record["seats"], names, strict=False):
        player["name"] = name

    assert replay(record).exit_code == 0
