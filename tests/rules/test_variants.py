"""Thousands of games played by dice over both games and all sets of options.

Each is followed by the referee next to it, who tells which question must be open at every moment.
"""

from collections import Counter
from random import Random

from telegram_avalon.rules import (
    Assassinating,
    Ending,
    Examining,
    Game,
    Giving,
    OpinionsGiven,
    OpinionVoting,
    Option,
    Over,
    PlotAsked,
    PlotUsed,
    Proposing,
    Questing,
    Reason,
    Seat,
    TeamVoted,
    Voting,
    apply,
    begin,
    view,
)
from telegram_avalon.rules.asking import must
from telegram_avalon.rules.record import quests, spotlit
from tests.random_games import (
    any_command,
    open_to,
    outcome,
    play,
    seats,
    variant_setups,
    variants,
)
from tests.rules import rulebook
from tests.rules.referee import Question, Referee
from tests.rules.test_random_games import stored_and_read

GAMES = 2304
"""Two of each number of players with each game and set of options."""


def open_question(game: Game) -> Question:
    """What the package asks now, in the referee's words."""
    seen = view(game, None)
    match game.phase:
        case Proposing():
            return "proposing", seen.leader, list(seen.quests) or [seen.quest]
        case OpinionVoting(makers=makers):
            return "opinions", list(makers)
        case Voting():
            return "voting", sorted({c.seat for c in seen.held if c.card == "opinion_maker"})
        case Questing():
            return "questing", spotlit(game.record)
        case Assassinating(assassin=assassin):
            return "assassinating", assassin
        case Examining(holder=holder):
            return "examining", holder
        case Giving(cards=cards):
            return "giving", seen.leader, sorted(cards)
        case PlotAsked(card=card, seat=seat):
            return "asked", card, seat
        case Over(winner=winner, ending=ending):
            return "over", winner, ending


def agree(referee: Referee, game: Game) -> None:
    """The referee and the package see the same table."""
    seen = view(game, None)
    assert referee.question == open_question(game)
    assert (referee.leader, referee.rejections) == (seen.leader, seen.rejections)
    assert referee.hands == [(one.card, one.seat, one.since) for one in seen.held]
    assert referee.gone == list(seen.discarded)
    assert seen.lady == (referee.ladies[-1] if game.plays(Option.LADY) else None)


def test_there_are_all_sets_of_options() -> None:
    assert len(variants()) == 6 * (2**6 + 2**7)


def test_random_games_go_as_the_referee_says_to_their_end() -> None:
    random = Random(2304)
    endings: Counter[Ending] = Counter()
    cards: Counter[str] = Counter()
    for setup in variant_setups(GAMES, random):
        game = begin(setup)
        referee = Referee(setup)
        referee.told(game.record, game)
        agree(referee, game)
        for before, command in play(setup, random):
            game = apply(before, command)
            if game.step > before.step:
                referee.told(game.record[before.step :], game)
                agree(referee, game)
            else:
                assert type(before.phase) is type(game.phase)
                assert before.record == game.record
        assert isinstance(game.phase, Over)
        endings[game.phase.ending] += 1
        cards.update(fact.card for fact in game.record if isinstance(fact, PlotUsed))
    assert set(Ending) == set(endings)
    assert len(cards) == 8, "each card but Opinion Maker, which is never played"
    assert min(cards.values()) > GAMES / 20


def test_each_legal_command_is_accepted_and_changes_the_game() -> None:
    random = Random(52)
    for setup in variant_setups(192, random):
        for game, _ in play(setup, random):
            moves = open_to(game)
            answers = [outcome(game, move) for move in moves]

            assert len(moves) == len(set(moves))
            assert not any(isinstance(answer, Reason) or answer == game for answer in answers)


def test_other_commands_are_refused_or_ask_for_what_is_so() -> None:
    random = Random(53)
    reasons: Counter[Reason] = Counter()
    for setup in variant_setups(384, random):
        for game, _ in play(setup, random):
            moves = set(open_to(game))
            for command in (any_command(game.players, random) for _ in range(5)):
                if command not in moves:
                    answer = outcome(game, command)

                    assert isinstance(answer, Reason) or answer == game
                    reasons.update([answer] if isinstance(answer, Reason) else [])
    of_the_rules = list(Reason)[: list(Reason).index(Reason.NOT_AT_TABLE)]
    assert set(of_the_rules) - {Reason.GAME_OVER, Reason.GIVE_TO_OTHERS} <= set(reasons)


def test_a_stored_game_reads_back_equal_and_goes_on_in_the_same_way() -> None:
    random = Random(54)
    for setup in variant_setups(96, random):
        for game, command in play(setup, random):
            assert stored_and_read(game) == game
            assert apply(stored_and_read(game), command) == apply(game, command)


def test_a_pass_holds_for_the_round_and_nobody_is_asked_twice() -> None:
    """Asked about one card in one round, nobody hears of it again in that round."""
    random = Random(55)
    for setup in variant_setups(384, random, Option.PLOT_CARDS):
        asked: Counter[tuple[object, ...]] = Counter()
        for game, command in play(setup, random):
            phase = game.phase
            after = apply(game, command)
            if isinstance(phase, PlotAsked) and not must(phase.card) and after.step > game.step:
                asked[len(quests(game.record)), phase.card, phase.seat] += 1
        assert set(asked.values()) <= {1}


def test_no_more_cards_are_drawn_than_there_are() -> None:
    random = Random(56)
    for setup in variant_setups(96, random, Option.PLOT_CARDS):
        *_, (last, _) = play(setup, random)
        drawn = [card for fact in last.record for card in getattr(fact, "cards", ())]

        assert drawn == list(setup.plot_deck[: len(drawn)])


def test_good_players_play_fail_with_their_option_only() -> None:
    random = Random(57)
    found: Counter[bool] = Counter()
    for setup in variant_setups(192, random):
        for game, command in play(setup, random):
            if getattr(command, "card", None) == 0 and isinstance(game.phase, Questing):
                good = game.setup.deal[command.seat] not in rulebook.EVIL_CHARACTERS
                found[good] += 1
                assert game.plays(Option.GOOD_MAY_FAIL) or not good
    assert min(found[True], found[False]) > 20


def test_anonymous_votes_name_only_opinion_makers_and_the_viewer_before_the_end() -> None:
    random = Random(58)
    for setup in variant_setups(96, random, Option.ANONYMOUS_VOTES):
        *_, (last, command) = play(setup, random)
        over = apply(last, command)
        for viewer in (None, *seats(over)):
            assert not any(isinstance(fact, TeamVoted) for fact in view(last, viewer).record)
            assert view(over, viewer).record == over.record
        opinions = [fact for fact in last.record if isinstance(fact, OpinionsGiven)]
        makers = {seat for fact in opinions for seat, _ in fact.votes}
        for viewer in (None, Seat(0)):
            for fact in view(last, viewer).record:
                named = {seat for seat, _ in getattr(fact, "named", ())}
                assert named <= makers | ({viewer} if viewer is not None else set())
