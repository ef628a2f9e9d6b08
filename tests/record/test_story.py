"""A record told as a story, and the command that tells it."""

import re
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result

from telegram_avalon.cli import main
from telegram_avalon.i18n.catalogs import load_catalogs
from telegram_avalon.record import GameRecord, as_text, exported, story, written
from telegram_avalon.rules import CHARACTERS, Option, World
from telegram_avalon.screens.characters import SAID
from tests.random_games import variant_setups
from tests.record.games import NAMES, finished, over

ENGLISH = load_catalogs().words("en")


def records(count: int, seed: int) -> list[GameRecord]:
    return [exported(game, NAMES[: game.players]) for game in finished(count, Random(seed))]


def told(record: GameRecord, language: str = "en") -> str:
    return "\n".join(map(as_text, story(record, load_catalogs().words(language))))


def replayed(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["replay", *arguments])


@pytest.fixture
def file(tmp_path: Path) -> Path:
    random = Random(8)
    game = over(next(variant_setups(1, random, Option.PLOT_CARDS)), random)
    path = tmp_path / "game.json"
    path.write_bytes(written(exported(game, NAMES[: game.players])))
    return path


@pytest.mark.parametrize("language", load_catalogs().languages)
def test_every_game_can_be_told_in_every_language(language: str) -> None:
    for record in records(60, 3):
        text = told(record, language)

        assert "{" not in text
        assert not re.search(r"<(?!b>Jan|/b>)", text)


def test_a_story_goes_round_by_round_and_ends_with_who_was_who() -> None:
    for record in records(40, 4):
        lines = told(record).splitlines()
        rounds = [line for line in lines if line.startswith("Round ")]
        last = record.events[-1].round

        assert rounds == [f"Round {number}" for number in range(1, last + 1)]
        who = lines[-record.players :]
        assert [re.sub(r"^\S+ (\d+) .*", r"\1", line) for line in who] == [
            str(seat) for seat in range(1, record.players + 1)
        ]


def test_votes_are_told_by_name() -> None:
    record = next(r for r in records(40, 5) if Option.ANONYMOUS_VOTES in r.options)
    text = told(record)

    votes = [line for line in text.splitlines() if line.startswith(("👍 1 ", "👎 1 "))]
    assert votes
    assert all("Anna" in line for line in votes)


def test_the_resistance_is_told_in_its_own_words() -> None:
    others = {SAID[role].name for role in CHARACTERS} | {"Quest", "quest", "Lady", "evil", "Good"}
    for record in records(60, 6):
        if record.game is World.RESISTANCE:
            text = told(record)

            assert [word for word in others if word in text] == []


def test_names_can_not_bend_the_terminal() -> None:
    (record,) = records(1, 7)
    names = ("\x1b[31mRed", "two\nlines", "\u202ednim", "\x00", "\x9b2J", *NAMES[5:])
    game = next(finished(1, Random(7)))
    text = told(exported(game, names[: record.players]))

    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", text)


def test_replay_tells_the_story(file: Path) -> None:
    done = replayed(str(file))

    assert done.exit_code == 0
    assert "Round 1" in done.stdout
    assert done.stderr == ""


@pytest.mark.parametrize("language", ["hu", "magyar", "Hungarian"])
def test_replay_takes_a_language_by_code_or_name(file: Path, language: str) -> None:
    done = replayed(str(file), "--language", language)

    assert done.exit_code == 0
    assert "mellette" in done.stdout


def test_replay_knows_the_languages_there_are(file: Path) -> None:
    done = replayed(str(file), "--language", "tlh")

    assert done.exit_code == 2
    assert done.stdout == ""
    assert done.stderr.startswith("--language: expected one of en, ")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "content", [None, b"", b"{}", b"\x00\xff", b'{"format":"chess","version":1}']
)
def test_replay_says_in_a_line_why_it_can_not(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "no.json"
    if content is not None:
        path.write_bytes(content)

    done = replayed(str(path))

    assert done.exit_code == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith(f"{path}: ")
