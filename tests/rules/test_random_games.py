"""Thousands of games played by dice, over all numbers of players and sets of characters.

Each is followed by the naive rulebook next to it, which looks at the facts on the record only.
"""

from collections import Counter
from collections.abc import Sequence
from random import Random

import msgspec

from telegram_avalon.rules import (
    Assassinate,
    Command,
    Ending,
    Game,
    Over,
    PlayCard,
    Propose,
    Questing,
    Reason,
    Seat,
    apply,
    begin,
    deal_characters,
    legal,
    view,
)
from tests.random_games import (
    every_command,
    open_to,
    outcome,
    play,
    seats,
    setups,
    states,
    tables,
)
from tests.rules import rulebook

GAMES = 2080
"""Twenty of each number of players with each set of characters."""

LONGEST_RECORD = 5 * (2 * 5 + 1) + 1
"""Five rounds of at most five proposals, each with a vote, and a quest; and the assassination."""


def stored_and_read(game: Game) -> Game:
    return msgspec.msgpack.decode(msgspec.msgpack.encode(game), type=Game)


def stands(game: Game) -> rulebook.Standing:
    """Where the game stands in the package's own words."""
    seen = view(game, None)
    phase = game.phase
    succeeded = [fact.succeeded for fact in game.record if hasattr(fact, "succeeded")]
    return rulebook.Standing(
        leader=seen.leader,
        quest=seen.quest,
        rejections=seen.rejections,
        successes=succeeded.count(True),
        failures=succeeded.count(False),
        phase=type(phase).__name__.lower(),
        winner=phase.winner.value if isinstance(phase, Over) else None,
        ending=phase.ending.value if isinstance(phase, Over) else None,
    )


def test_random_games_go_by_the_rulebook_to_their_end() -> None:
    """Each fact is possible where it stands, and the game stands where the rulebook says."""
    random = Random(2080)
    endings: Counter[Ending] = Counter()
    for setup in setups(GAMES, random):
        noted, last = -1, begin(setup).phase
        for game in states(setup, random):
            if game.step != noted:
                noted = game.step
                assert rulebook.follow(setup.deal, setup.first_leader, game.record) == stands(game)
            last = game.phase

        assert isinstance(last, Over)
        assert noted <= LONGEST_RECORD
        endings[last.ending] += 1
    assert set(Ending) == set(endings)
    assert min(endings.values()) > GAMES / 100


def test_the_step_grows_by_one_with_each_change_of_phase_and_only_then() -> None:
    random = Random(31)
    for setup in setups(208, random):
        for game, command in play(setup, random):
            after = apply(game, command)
            same_kind = type(after.phase) is type(game.phase)

            assert after.step - game.step == (0 if same_kind else 1)
            assert after.record[: game.step] == game.record
            assert after.setup == game.setup


def test_every_legal_command_is_accepted_and_changes_the_game() -> None:
    random = Random(32)
    for setup in setups(208, random):
        for game, _ in play(setup, random):
            moves = open_to(game)
            answers = [outcome(game, move) for move in moves]

            assert len(moves) == len(set(moves))
            assert not any(isinstance(answer, Reason) or answer == game for answer in answers)


def test_any_other_command_is_refused_or_asks_for_what_is_so_and_leaves_the_game_equal() -> None:
    """A sample of a few in each game, and all there are in some."""
    random = Random(34)
    for number, setup in enumerate(setups(208, random)):
        every = every_command(len(setup.deal))
        for game, _ in play(setup, random):
            before = stored_and_read(game)
            moves = set(open_to(game))
            all_of_them = number % 40 == 0 and random.random() < 0.2
            tried = every if all_of_them else random.choices(every, k=5)
            for command in tried:
                if command not in moves:
                    answer = outcome(game, command)

                    assert isinstance(answer, Reason) or answer == game
            assert before == game


def test_after_the_end_everything_is_refused() -> None:
    random = Random(35)
    for setup in setups(104, random):
        *_, (game, command) = play(setup, random)
        over = apply(game, command)

        assert open_to(over) == []
        for late in every_command(over.players):
            known = late.seat in seats(over)

            assert outcome(over, late) is (Reason.GAME_OVER if known else Reason.NO_SUCH_SEAT)


def test_a_stored_game_reads_back_equal() -> None:
    random = Random(36)
    for setup in setups(208, random):
        for game in states(setup, random):
            assert stored_and_read(game) == game


def test_a_game_read_back_goes_on_in_the_same_way() -> None:
    random = Random(37)
    for setup in setups(104, random):
        for game, command in play(setup, random):
            assert apply(stored_and_read(game), command) == apply(game, command)


def test_no_command_changes_the_game_it_was_given() -> None:
    random = Random(38)
    for setup in setups(104, random):
        for game, command in play(setup, random):
            before = stored_and_read(game)
            apply(game, command)

            assert before == game


def test_good_players_never_play_fail() -> None:
    """Nor is it offered to them."""
    random = Random(39)
    for setup in setups(208, random):
        for game, command in play(setup, random):
            if isinstance(command, PlayCard) and command.card.name == "FAIL":
                assert game.setup.deal[command.seat] in rulebook.EVIL_CHARACTERS


def test_votes_may_come_in_any_order() -> None:
    """What is on the record then is the same whoever was first."""
    random = Random(42)
    for setup in setups(208, random):
        for game, command in play(setup, random):
            if isinstance(command, Propose):
                voting = apply(game, command)
                votes = [random.choice(legal(voting, seat)) for seat in seats(voting)]

                assert _in_any_order(voting, votes, random) == _in_any_order(voting, votes, random)


def test_quest_cards_may_come_in_any_order() -> None:
    random = Random(43)
    for setup in setups(208, random):
        for game, _ in play(setup, random):
            if isinstance(game.phase, Questing) and not any(game.phase.cards):
                cards = [random.choice(moves) for s in seats(game) if (moves := legal(game, s))]

                assert _in_any_order(game, cards, random) == _in_any_order(game, cards, random)


def _in_any_order(game: Game, commands: Sequence[Command], random: Random) -> Game:
    for command in random.sample(commands, len(commands)):
        game = apply(game, command)
    return game


def test_a_game_is_the_same_again_with_the_same_dice() -> None:
    setup = next(setups(1, Random(40)))

    assert list(play(setup, Random(1))) == list(play(setup, Random(1)))


def test_an_unknown_seat_is_refused_in_every_phase() -> None:
    setup = deal_characters(tables()[0][1], tables()[0][0], Random(41))
    for game, _ in play(setup, Random(41)):
        for seat in (Seat(-1), Seat(game.players)):
            assert outcome(game, Propose(seat)) is Reason.NO_SUCH_SEAT
            assert outcome(game, Assassinate(seat, Seat(0))) is Reason.NO_SUCH_SEAT
