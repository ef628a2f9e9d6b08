"""The games of `games/*.txt`, played line by line."""

from pathlib import Path

import pytest

from tests.rules.script import Script, ScriptError, read, read_folder, run

SCRIPTS = read_folder(Path(__file__).parent / "games")

START = "== example\ndeal merlin servant servant assassin minion\n"


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_game_goes_as_written(script: Script) -> None:
    run(script)


def test_no_two_games_have_the_same_name() -> None:
    assert len({script.name for script in SCRIPTS}) == len(SCRIPTS)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("expect leader 2", "it is 1"),
        ("expect seat 1 knows evil 4", "it is 4 5"),
        ("expect over evil three_fails", "it is no"),
        ("pick 1 2 3; expect team 1 2", "refused: team_full"),
        ("pick 1 -> team_full", "was not refused"),
        ("seat 2 pick 1 -> team_full", "refused: not_leader"),
        ("pick 1; pick 1; expect team 1", "nothing changed"),
        ("pick 1 -> unchanged", "the game changed"),
        ("pick 1; dance 1; expect team 1", "can't be read"),
        ("expect mood 1", "can't be read"),
        ("propose 1 2; vote + +; expect phase voting", "can't be read"),
        ("propose 1 2; approve; quest fail success fail; expect quest 2", "can't be read"),
        ("quest success -> not_the_time", "can't be read"),
        ("propose 1 2", "shows nothing"),
        ("players 6; expect leader 1", "another number of players"),
        ("characters merlin percival; expect leader 1", "other characters"),
        ("deal merlin merlin servant assassin minion; expect leader 1", "no such deal"),
        ("deal merlin servant servant minion minion; expect leader 1", "no such deal"),
    ],
)
def test_a_game_that_goes_otherwise_fails(text: str, complaint: str) -> None:
    (script,) = read("example.txt", START + text)

    with pytest.raises(ScriptError, match=complaint):
        run(script)


def test_a_failure_names_its_line() -> None:
    (script,) = read("example.txt", START + "pick 1 # first\n\nexpect team 2\n")

    with pytest.raises(ScriptError, match=r"example\.txt:5: 'expect team 2'"):
        run(script)


def test_a_line_before_the_first_heading_is_refused() -> None:
    with pytest.raises(ScriptError, match="no '=="):
        read("example.txt", "players 5\n")
