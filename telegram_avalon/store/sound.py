"""Records that read well and can't be: what works with one would fail anywhere, again and again.

Bytes that were changed in the store may still fit the fields. Seats, then, are seats of the table
and each list is as long as what it is about.
"""

from collections.abc import Iterator
from enum import Enum
from functools import cache
from typing import get_args, get_type_hints

from msgspec import Struct

from telegram_avalon.rules import (
    Fact,
    Game,
    OpinionVoting,
    Phase,
    Questing,
    Seat,
    TeamVoted,
    Voting,
    view,
)
from telegram_avalon.store.codec import CorruptRecord
from telegram_avalon.table import Table


def check(table: Table) -> None:
    """Raises `CorruptRecord`, which tells nothing of what stands there, for what can't be."""
    game = table.game
    if game is None:
        return
    if len(table.people) != game.players:
        raise CorruptRecord("not as many people as seats")
    nouns = (game.setup, *game.record, game.phase, game, *table.notices)
    if not all(0 <= seat < game.players for noun in nouns for seat in _seats(noun)):
        raise CorruptRecord("a seat that the table hasn't")
    if not all(_complete(noun, game.players) for noun in (*game.record, game.phase)):
        raise CorruptRecord("a vote or card too many or too few")
    _check_views(game)


def _check_views(game: Game) -> None:
    """What the rules work out of all that is kept of a game: by nobody and from the first seat."""
    try:
        view(game, None)
        view(game, Seat(0))
    except (LookupError, TypeError, ValueError, AssertionError, AttributeError) as error:
        raise CorruptRecord(f"no game that can be: {type(error).__name__}") from None


def _complete(noun: Fact | Phase, players: int) -> bool:
    match noun:
        case TeamVoted(votes=votes) | Voting(votes=votes):
            return len(votes) == players
        case Questing(team=team, cards=cards):
            return len(cards) == len(team)
        case OpinionVoting(makers=makers, votes=votes):
            return len(votes) == len(makers)
        case _:
            return True


def _seats(noun: Struct) -> Iterator[int]:
    """All seats in a noun's own fields."""
    for name in _of_seats(type(noun)):
        yield from _numbers(getattr(noun, name))


def _numbers(value: object) -> Iterator[int]:
    if isinstance(value, tuple):
        for each in value:
            yield from _numbers(each)
    elif isinstance(value, int) and not isinstance(value, Enum):
        yield value


@cache
def _of_seats(kind: type[Struct]) -> tuple[str, ...]:
    """The fields of *kind* that hold seats, alone or beside votes and cards."""
    return tuple(name for name, hint in get_type_hints(kind).items() if _holds_seats(hint))


def _holds_seats(hint: object) -> bool:
    return hint is Seat or any(map(_holds_seats, get_args(hint)))
