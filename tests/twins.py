"""Twins: two games that one viewer can't tell apart, for tests that nothing secret is shown.

A twin of a game has the characters of two seats swapped, two seats of which the viewer knows the
same. Everything public happens in it as before: teams, votes, how many Fails lay on each quest.
What happened in secret is given to the other of the two seats where they have changed places. Where
the rules don't allow that (a servant would have had to play Fail), there is no such twin. Nor is
there one where the viewer has been shown a difference, or a card played face up would be another.

Whatever is made for the viewer must be equal in both, until the end reveals all characters.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise
from random import Random

import msgspec

from telegram_avalon.rules import (
    Aim,
    Assassinate,
    CastVote,
    Command,
    Examine,
    Game,
    GiveCard,
    Option,
    Over,
    PlayCard,
    PlotAsked,
    Questing,
    QuestPlayed,
    Refused,
    Seat,
    Setup,
    TeamProposed,
    TeamVoted,
    UseCard,
    Voting,
    apply,
    begin,
)
from tests.random_games import play
from tests.rules import rulebook

Viewer = Seat | None


@dataclass(frozen=True)
class Course:
    """How a game went: the deal and all commands up to its end."""

    setup: Setup
    commands: tuple[Command, ...]

    @cached_property
    def games(self) -> tuple[Game, ...]:
        """The game before the first command and after each; `Refused` if one is not allowed."""
        games = [begin(self.setup)]
        for command in self.commands:
            games.append(apply(games[-1], command))
        return tuple(games)


def random_course(setup: Setup, random: Random) -> Course:
    return Course(setup, tuple(command for _, command in play(setup, random)))


def twins(course: Course, viewer: Viewer, random: Random) -> Iterator[Course]:
    """All twins of *course* for *viewer*, in random order."""
    pairs = list(swaps(course.setup, viewer))
    for pair in random.sample(pairs, len(pairs)):
        twin = Course(swapped(course.setup, pair), _reattributed(course, pair))
        try:
            assert twin.games
        except Refused:
            continue
        if shown_to_all(course) == shown_to_all(twin) and learnt(course, viewer) == learnt(
            twin, viewer
        ):
            yield twin


def learnt(course: Course, viewer: Viewer) -> list[object]:
    """What *viewer* alone was shown on the way: whether somebody is evil, and quest cards."""
    deal = course.setup.deal
    found: list[object] = []
    for command, game in zip(course.commands, course.games[:-1], strict=True):
        match command, game.phase:
            case UseCard(target=int() as other), PlotAsked(card="close_eye", cards=cards):
                if command.seat == viewer:
                    team = next(f for f in reversed(game.record) if isinstance(f, TeamProposed))
                    found.append(cards[team.team.index(other)])
            case _:
                pass
        if (seen := _side_shown(command, game, viewer)) is not None:
            found.append(deal[seen] in rulebook.EVIL_CHARACTERS)
    return found


def _side_shown(command: Command, game: Game, viewer: Viewer) -> Seat | None:
    """Whose side *command* shows to *viewer*."""
    match command, game.phase:
        case Examine(seat=seat, target=other), _ if seat == viewer:
            return other
        case GiveCard(seat=leader, card="open_up", receiver=seat), _ if seat == viewer:
            return leader
        case UseCard(seat=seat, target=other), PlotAsked(card="overheard") if seat == viewer:
            return other
        case UseCard(seat=seat, target=other), PlotAsked(card="establish_confidence"):
            return seat if other == viewer else None
        case _:
            return None


def shown_to_all(course: Course) -> list[object]:
    """The quest cards played face up."""
    record = course.games[-1].record
    return [fact.shown for fact in record if isinstance(fact, QuestPlayed)]


def with_votes_swapped(course: Course, pair: tuple[Seat, Seat]) -> Course:
    """*course* with each of the *pair* voting as the other does in the end, each time.

    Anonymous votes: nobody else can tell. Opinion Makers, who vote openly, must not be of the pair.
    """
    change = {pair[0]: pair[1], pair[1]: pair[0]}
    final = course.games[-1].record
    votes = iter([fact for fact in final if isinstance(fact, TeamVoted)])
    now = next(votes, None)
    commands: list[Command] = []
    for command, (game, after) in zip(course.commands, pairwise(course.games), strict=True):
        if isinstance(command, CastVote) and command.seat in change:
            assert isinstance(game.phase, Voting)
            assert now is not None
            commands.append(CastVote(command.seat, now.votes[change[command.seat]]))
        else:
            commands.append(command)
        if any(isinstance(fact, TeamVoted) for fact in after.record[game.step :]):
            now = next(votes, None)
    return Course(course.setup, tuple(commands))


def swaps(setup: Setup, viewer: Viewer) -> Iterator[tuple[Seat, Seat]]:
    """The pairs of seats with different characters that could be swapped unseen by *viewer*."""
    blind = Option.BLIND_SPIES in setup.ruleset.options
    known = rulebook.learns(setup.deal, viewer, blind)
    for one, other in combinations(range(len(setup.deal)), 2):
        pair = Seat(one), Seat(other)
        if setup.deal[one] == setup.deal[other] or viewer in pair:
            continue
        if rulebook.learns(swapped(setup, pair).deal, viewer, blind) == known:
            yield pair


def swapped(setup: Setup, pair: tuple[Seat, Seat]) -> Setup:
    """*setup* with the characters of two seats swapped."""
    deal = list(setup.deal)
    one, other = pair
    deal[one], deal[other] = deal[other], deal[one]
    return msgspec.structs.replace(setup, deal=tuple(deal))


def unfinished(course: Course, twin: Course) -> Iterator[tuple[Game, Game]]:
    """The two games side by side, move by move, as long as neither is over."""
    for game, other in zip(course.games, twin.games, strict=True):
        if isinstance(game.phase, Over) or isinstance(other.phase, Over):
            return
        yield game, other


def _reattributed(course: Course, pair: tuple[Seat, Seat]) -> tuple[Command, ...]:
    moves = zip(course.commands, course.games[:-1], strict=True)
    return tuple(_moved(command, game, pair) for command, game in moves)


def _moved(command: Command, game: Game, pair: tuple[Seat, Seat]) -> Command:
    """*command*, given to the other of *pair* if it is a secret of one of them."""
    if command.seat not in pair:
        return command
    change = {pair[0]: pair[1], pair[1]: pair[0]}
    seat = change[command.seat]
    match command, game.phase:
        case PlayCard(card=card), Questing(team=team) if seat in team:
            return PlayCard(seat, card)
        case Aim(target=target), _:
            return Aim(seat, None if target is None else change.get(target, target))
        case Assassinate(target=target), _:
            return Assassinate(seat, change.get(target, target))
        case _:
            return command
