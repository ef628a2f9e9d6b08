"""Whether a record is taken: every game that was played, and none that can't have been."""

from collections import Counter
from random import Random

import pytest

from telegram_avalon.i18n.catalogs import load_catalogs
from telegram_avalon.record import BadRecord, check, exported, read, story, written
from tests.record.broken import Verdict, breaks, judged
from tests.record.games import NAMES, as_json, finished

GAMES = 600
BROKEN_GAMES = 24
LEAST_REFUSED = 0.97
"""Of all breaks, with those after which the game can have been played all the same."""


@pytest.mark.parametrize("part", range(4))
def test_every_game_played_is_taken_and_comes_out_the_same(part: int) -> None:
    for game in finished(GAMES // 4, Random(2000 + part)):
        record = read(written(exported(game, NAMES[: game.players])))

        played = check(record)

        assert (played.setup, played.record, played.phase) == (game.setup, game.record, game.phase)
        assert exported(played, NAMES[: game.players]) == record


def test_a_story_is_the_same_after_the_check() -> None:
    words = load_catalogs().words("en")
    for game in finished(40, Random(3000)):
        names = NAMES[: game.players]
        record = exported(game, names)

        assert story(exported(check(record), names), words) == story(record, words)


@pytest.mark.parametrize("part", range(4))
def test_a_record_broken_in_one_fact_is_refused(part: int) -> None:
    random = Random(4000 + part)
    verdicts: Counter[Verdict] = Counter()
    wrong: list[str] = []
    for game in finished(BROKEN_GAMES // 4, random):
        for broken in breaks(as_json(game), random):
            verdict = judged(broken)
            verdicts[verdict] += 1
            if verdict in (Verdict.MISSED, Verdict.DISPUTED):
                wrong.append(f"{verdict}: {broken.fact}, {broken.way}")

    assert verdicts[Verdict.REFUSED] > 1000
    assert verdicts[Verdict.REFUSED] / verdicts.total() > LEAST_REFUSED
    assert wrong == []


def test_whatever_can_be_read_can_be_told() -> None:
    random, words, read_all_the_same = Random(5000), load_catalogs().words("en"), 0
    for game in finished(6, random):
        for broken in breaks(as_json(game), random):
            try:
                record = read(broken.data)
            except BadRecord:
                continue
            read_all_the_same += 1

            assert story(record, words)
    assert read_all_the_same > 100
