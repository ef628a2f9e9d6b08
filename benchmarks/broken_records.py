"""Break records in one fact each and see which are refused: `python -m benchmarks.broken_records`.

Takes the number of games (100 if left out) and a seed. The record of each random game, over both
games and all sets of options, is broken once in each way that it allows (`tests/record/broken.py`).
A break after which the game could have been played all the same, by the bot's rules and by those
written a second time, is counted apart: nothing shows that it was one. Ends with 1 if too few of
the others are refused. Times the check of honest records too.
"""

import sys
import time
from collections import Counter, defaultdict
from collections.abc import Mapping
from random import Random

from telegram_avalon.record import check, exported, read, written
from telegram_avalon.rules import OPTIONS, Option, World
from tests.random_games import variant_setups
from tests.record.broken import Verdict, breaks, judged
from tests.record.games import NAMES, as_json, finished, over

LEAST_REFUSED = 0.97


def main(games: int = 100, seed: int = 0) -> None:
    random = Random(seed)
    kinds: dict[str, Counter[Verdict]] = defaultdict(Counter)
    ways: dict[str, Counter[Verdict]] = defaultdict(Counter)
    for game in finished(games, random):
        for broken in breaks(as_json(game), random):
            verdict = judged(broken)
            kinds[f"{broken.fact}, {broken.way}"][verdict] += 1
            ways[broken.way][verdict] += 1
    every = sum(ways.values(), Counter[Verdict]())
    for rows in (kinds, ways, {f"{games} records": every}):
        _table(rows)
    _time_checks(games, random)
    if _refused(every) / (every.total() - every[Verdict.POSSIBLE]) < LEAST_REFUSED:
        sys.exit(f"less than {LEAST_REFUSED:.0%} refused")


def _table(rows: Mapping[str, Counter[Verdict]]) -> None:
    print(
        f"\n{'':54} {'broken':>8}{'refused':>9}{'':>9}{'possible':>10}{'missed':>8}{'disputed':>10}"
    )
    for name, verdicts in sorted(rows.items()):
        countable = verdicts.total() - verdicts[Verdict.POSSIBLE]
        share = f"{_refused(verdicts) / countable:.2%}" if countable else "-"
        print(
            f"{name:54} {verdicts.total():8,}{_refused(verdicts):9,}{share:>9}"
            f"{verdicts[Verdict.POSSIBLE]:10,}{verdicts[Verdict.MISSED]:8,}"
            f"{verdicts[Verdict.DISPUTED]:10,}"
        )


def _refused(verdicts: Counter[Verdict]) -> int:
    return verdicts[Verdict.REFUSED] + verdicts[Verdict.DISPUTED]


def _time_checks(games: int, random: Random) -> None:
    """How long it takes to read and check a record of ten players with all of Avalon's options."""
    avalon = {option for option in Option if World.AVALON in OPTIONS[option].worlds}
    setups = (
        setup
        for setup in variant_setups(1_000_000, random, Option.PLOT_CARDS)
        if len(setup.deal) == 10 and setup.ruleset.options == avalon
    )
    times = []
    for _ in range(games):
        data = written(exported(over(next(setups), random), NAMES))
        started = time.perf_counter()
        check(read(data))
        times.append((time.perf_counter() - started) * 1000)
    times.sort()
    print(f"\nread and check, ten players, all options: p50 {times[games // 2]:.1f} ms", end=", ")
    print(f"max {times[-1]:.1f} ms of {games}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
