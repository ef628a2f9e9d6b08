"""What is in a record, reading it back, and the schema it keeps to."""

import json
from random import Random
from typing import Any

import jsonschema_rs
import pytest

from telegram_avalon.record import BadRecord, exported, read, written
from telegram_avalon.rules import Option, apply, begin
from tests.random_games import play, variant_setups
from tests.record import schema
from tests.record.games import NAMES, as_json, finished, over


def with_option(option: Option, seed: int = 1) -> Any:
    random = Random(seed)
    return over(next(variant_setups(1, random, option)), random)


def test_a_running_game_has_no_record() -> None:
    random = Random(1)
    setup = next(variant_setups(1, random))
    running = [begin(setup), *(apply(game, command) for game, command in play(setup, random))][:-1]

    for game in running:
        with pytest.raises(ValueError, match="not over"):
            exported(game, NAMES[: game.players])


def test_a_written_record_reads_back_equal() -> None:
    for game in finished(50, Random(2)):
        record = exported(game, NAMES[: game.players])

        assert read(written(record)) == record


def test_anonymous_votes_are_by_name_in_the_record() -> None:
    game = with_option(Option.ANONYMOUS_VOTES)

    votes = [event for event in as_json(game)["events"] if event["event"] == "team_voted"]
    assert votes
    assert all(len(event["votes"]) == game.players for event in votes)


def test_seats_are_numbers_and_names() -> None:
    record = as_json(with_option(Option.LADY))

    players = record["seats"]
    assert [player["seat"] for player in players] == list(range(1, record["players"] + 1))
    assert [player["name"] for player in players] == list(NAMES[: record["players"]])


def test_the_schema_in_docs_is_that_of_the_types() -> None:
    assert schema.FILE.read_text(encoding="utf-8") == schema.made(), (
        "run: python -m tests.record.schema"
    )


def test_every_field_and_event_is_described() -> None:
    text = schema.FILE.with_name("record.md").read_text(encoding="utf-8")
    types = schema.stored()["$defs"]
    fields = {name for each in types.values() for name in each.get("properties", ())}
    values = {value for each in types.values() for value in each.get("enum", ())}
    events = {
        field["enum"][0]
        for each in types.values()
        if (field := each.get("properties", {}).get("event"))
    }

    assert {name for name in fields | events | values if f"`{name}`" not in text} == set()


BROKEN: dict[str, Any] = {
    "no such format": {"format": "chess"},
    "another version": {"version": 0},
    "a third game": {"game": "chess"},
    "an unknown option": {"options": ["hats"]},
    "too many players": {"players": 11},
    "no events": {"events": None},
    "an unknown event": {"events": [{"event": "lunch", "round": 1}]},
    "an unknown field": {"mood": "good"},
    "a seat beyond ten": {"first_leader": 11},
    "half a result": {"result": {"winner": "good"}},
}


@pytest.mark.parametrize("broken", BROKEN.values(), ids=list(BROKEN))
def test_what_the_schema_refuses_can_not_be_read(broken: dict[str, Any]) -> None:
    record = as_json(with_option(Option.LADY)) | broken

    assert not jsonschema_rs.validator_for(schema.stored()).is_valid(record)
    with pytest.raises(BadRecord):
        read(json.dumps(record).encode())


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "not the record of a game"),
        (b"PK\x03\x04", "not the record of a game"),
        (b"\xff\xfe{}", "not the record of a game"),
        (b"[" * 100_000, "not the record of a game"),
        (b"[]", "not the record of a game"),
        (b"{}", "not the record of a game"),
        (b'{"format": "chess", "version": 1}', "its format is 'chess'"),
        (b'{"format": "telegram-avalon-game", "version": 2}', "written by a newer version"),
        (b'{"format": "telegram-avalon-game", "version": 1}', "damaged"),
    ],
)
def test_what_is_no_record_is_refused_in_a_line(data: bytes, said: str) -> None:
    with pytest.raises(BadRecord, match=said) as refusal:
        read(data)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda r: r["seats"].pop(), "the seats are not 1 to"),
        (lambda r: r["seats"].reverse(), "the seats are not 1 to"),
        (lambda r: r["events"][0].update(leader=10), "event 1 names a seat that is not there"),
        (lambda r: r["events"][0].update(team=[1, 9]), "event 1 names a seat that is not there"),
        (
            lambda r: r["events"][1]["votes"][0].update(seat=10),
            "event 2 names a seat that is not there",
        ),
        (
            lambda r: r["events"].append(
                {"event": "plot_card_used", "round": 1, "card": "opinion_maker", "seat": 1}
            ),
            "uses a plot card that is only held",
        ),
    ],
)
def test_what_could_not_be_told_can_not_be_read(change: Any, said: str) -> None:
    games = finished(300, Random(5))
    record = next(
        r
        for game in games
        if (r := as_json(game))["players"] == 6 and r["events"][0]["event"] == "team_proposed"
    )
    while record["events"][1]["event"] != "team_voted":
        record = as_json(next(games))
    change(record)

    with pytest.raises(BadRecord, match=said):
        read(json.dumps(record).encode())
