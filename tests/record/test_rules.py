"""Records of games played by dice, checked by rules that were written a second time."""

import copy
from functools import cache
from random import Random

import jsonschema_rs
import pytest

from tests import naive_rules
from tests.naive_rules import Impossible, Json
from tests.record import schema
from tests.record.doctored import DOCTORINGS, Doctoring
from tests.record.games import as_json, finished

GAMES = 1000
MOST_DOCTORED = 8
"""Records that each doctoring is tried on."""


@cache
def records() -> list[Json]:
    """The same games in every process."""
    return [as_json(game) for game in finished(300, Random(66))]


@pytest.mark.parametrize("part", range(4))
def test_both_readings_of_the_rules_agree_on_random_games(part: int) -> None:
    fits = jsonschema_rs.validator_for(schema.stored())
    for game in finished(GAMES // 4, Random(1000 + part)):
        record = as_json(game)

        fits.validate(record)
        naive_rules.check(record)


@pytest.mark.parametrize("doctoring", DOCTORINGS, ids=lambda row: row.name)
def test_a_broken_rule_is_noticed(doctoring: Doctoring) -> None:
    tried = 0
    for honest in records():
        record = copy.deepcopy(honest)
        if doctoring.change(record):
            tried += 1
            with pytest.raises(Impossible, match=doctoring.found):
                naive_rules.check(record)
        if tried == MOST_DOCTORED:
            break
    assert tried
