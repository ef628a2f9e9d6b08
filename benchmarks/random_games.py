"""Play many games by dice and check each against the rulebook: `python -m benchmarks.random_games`.

Takes the number of games (10,000 if left out) and a seed. Plays so many without options, and so
many over both games and all sets of options; the record of each is exported, played again from the
file, and followed by the rules written a second time. Stops with an error at the first game that
gets stuck, doesn't end or goes another way than the rulebook says.

With `--export FOLDER` it only writes the records of so many games over everything that can be
played into that folder, for rules of somebody else to follow.
"""

import argparse
import time
from collections import Counter
from pathlib import Path
from random import Random

import msgspec

from telegram_avalon.record import check, exported, read, written
from telegram_avalon.rules import Game, Over, PlotUsed, apply, begin, view
from tests import naive_rules
from tests.random_games import play, setups, tables, variant_setups, variants
from tests.record.games import NAMES, as_json, finished
from tests.rules import rulebook
from tests.rules.referee import Referee


def main(games: int = 10_000, seed: int = 0) -> None:
    random = Random(seed)
    started = time.perf_counter()
    commands = facts = longest = 0
    endings: Counter[str] = Counter()
    for setup in setups(games, random):
        game = begin(setup)
        for before, command in play(setup, random):
            game = apply(before, command)
            commands += 1
        stood = rulebook.follow(setup.deal, setup.first_leader, game.record)
        assert isinstance(game.phase, Over)
        assert (game.phase.winner, game.phase.ending) == (stood.winner, stood.ending)
        assert msgspec.msgpack.decode(msgspec.msgpack.encode(game), type=Game) == game
        facts += game.step
        longest = max(longest, game.step)
        endings[f"{game.phase.winner}: {game.phase.ending}"] += 1
    took = time.perf_counter() - started
    print(f"{games:,} games over {len(tables())} tables (seed {seed}) in {took:.1f} s")
    print(f"{commands:,} commands, {facts:,} facts, the longest record has {longest}")
    for ending, count in endings.most_common():
        print(f"{count / games:7.1%}  {ending}")
    _time_commands(random)
    _play_variants(games, random)


def _play_variants(games: int, random: Random) -> None:
    started = time.perf_counter()
    commands = facts = longest = 0
    endings: Counter[str] = Counter()
    cards: Counter[str] = Counter()
    for setup in variant_setups(games, random):
        game = begin(setup)
        referee = Referee(setup)
        referee.told(game.record, game)
        for before, command in play(setup, random):
            game = apply(before, command)
            referee.told(game.record[before.step :], game)
            commands += 1
        assert isinstance(game.phase, Over)
        naive_rules.check(as_json(game))
        assert check(read(written(exported(game, NAMES[: game.players])))).record == game.record
        assert referee.question == ("over", game.phase.winner, game.phase.ending)
        assert msgspec.msgpack.decode(msgspec.msgpack.encode(game), type=Game) == game
        facts += game.step
        longest = max(longest, game.step)
        endings[f"{game.phase.winner}: {game.phase.ending}"] += 1
        cards.update(fact.card for fact in game.record if isinstance(fact, PlotUsed))
    took = time.perf_counter() - started
    print(f"{games:,} games over {len(variants()):,} sets of options in {took:.1f} s")
    print(f"{commands:,} commands, {facts:,} facts, the longest record has {longest}")
    for ending, count in endings.most_common():
        print(f"{count / games:7.1%}  {ending}")
    print(", ".join(f"{card} {count:,}" for card, count in cards.most_common()))


def export(folder: Path, games: int, seed: int) -> None:
    """Write the records of *games* into *folder*, each a file as `/export` gives it."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, game in enumerate(finished(games, Random(seed)), 1):
        record = exported(game, NAMES[: game.players])
        (folder / f"game-{number:06}.json").write_bytes(written(record))
    print(f"{games:,} records over {len(variants()):,} sets of options (seed {seed}) in {folder}")


def _time_commands(random: Random) -> None:
    """What a single command, and a single view, costs."""
    moves = [move for setup in setups(104, random) for move in play(setup, random)]
    started = time.perf_counter()
    for game, command in moves:
        apply(game, command)
    applied = time.perf_counter()
    for game, command in moves:
        view(game, command.seat)
    viewed = time.perf_counter()
    print(f"{(applied - started) / len(moves) * 1e6:.1f} µs a command")
    print(f"{(viewed - applied) / len(moves) * 1e6:.1f} µs a view")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Play games by dice.")
    parser.add_argument("games", type=int, nargs="?", default=10_000)
    parser.add_argument("seed", type=int, nargs="?", default=0)
    parser.add_argument("--export", type=Path, metavar="FOLDER")
    return parser.parse_args()


if __name__ == "__main__":
    given = _arguments()
    if given.export is None:
        main(given.games, given.seed)
    else:
        export(given.export, given.games, given.seed)
