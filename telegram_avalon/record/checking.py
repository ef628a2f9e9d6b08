"""Whether the game of a record can have been played: it is played again, by the rules themselves.

Nothing of the rules is written here. The set-up is made from the head of the record, each event is
turned into commands (`moves`), and what the rules make of them is exported again: it must be what
the record says, field by field.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import assert_never

import msgspec
from msgspec import UNSET, Struct

from telegram_avalon.record.export import as_dealt, event
from telegram_avalon.record.format import (
    AnyEvent,
    GameRecord,
    Player,
    PlotCardGiven,
    PlotCardPassed,
    PlotCardUsed,
    QuestPlayed,
    Result,
    TeamProposed,
)
from telegram_avalon.record.moves import moves
from telegram_avalon.record.reading import BadRecord
from telegram_avalon.rules import (
    CHARACTERS,
    Assassinating,
    Command,
    Examining,
    Game,
    Giving,
    OpinionVoting,
    Option,
    Over,
    Phase,
    PlotAsked,
    Proposing,
    Questing,
    Reason,
    Refused,
    Role,
    Ruleset,
    Seat,
    Setup,
    Side,
    Voting,
    World,
    apply,
    begin,
    problems,
)
from telegram_avalon.rules.plot import deck
from telegram_avalon.rules.rulesets import characters

_LONGEST_VALUE = 60
"""Characters of a wrong value that are shown."""


class ImpossibleGame(BadRecord):
    """The game can't have gone as the record says; the text names the first wrong thing."""


def check(record: GameRecord) -> Game:
    """The game of *record*, played again. Raises `ImpossibleGame`."""
    setup = _setup(record)
    names = [player.name for player in record.seats]
    _must_equal("", record, as_dealt(setup, names, record.events, record.result))
    game = begin(setup)
    seen = 0
    while True:
        for place in range(seen, game.step):
            _check_event(game, place, record.events)
        seen = game.step
        if isinstance(game.phase, Over):
            break
        game = _next(game, record.events)
    if seen < len(record.events):
        raise ImpossibleGame(f"{_named(seen, record.events[seen])}: the game was over before")
    _must_equal("result", record.result, Result(game.phase.winner, game.phase.ending))
    return game


# --- the set-up -----------------------------------------------------------------------------------


def _setup(record: GameRecord) -> Setup:
    ruleset = Ruleset(frozenset(record.characters), record.game, frozenset(record.options))
    for role in record.characters:
        if not CHARACTERS[role].chosen:
            raise ImpossibleGame(f"characters: nobody chooses {role}")
    for problem in problems(ruleset, record.players):
        raise ImpossibleGame(f"characters and options don't fit: {problem.replace('_', ' ')}")
    deal = tuple(_role(record.game, player) for player in record.seats)
    _must_hold("seats", "characters", deal, characters(ruleset, record.players))
    plot_deck = () if record.plot_deck is UNSET else record.plot_deck
    if Option.PLOT_CARDS in ruleset.options:
        _must_hold("plot_deck", "cards", plot_deck, deck(record.players))
    return Setup(ruleset, deal, Seat(record.first_leader - 1), plot_deck)


def _role(game: World, player: Player) -> Role:
    if game is World.RESISTANCE:
        return Role.SERVANT if player.side is Side.GOOD else Role.MINION
    if player.character is UNSET:
        raise ImpossibleGame(f"seats {player.seat}: character is missing")
    return player.character


def _must_hold(where: str, what: str, dealt: Sequence[str], right: Sequence[str]) -> None:
    """Raises unless the same were dealt, in whatever order."""
    there, needed = Counter(dealt), Counter(right)
    for name in needed - there:
        raise ImpossibleGame(f"{where}: {name} is missing among the {what}")
    for name in there - needed:
        raise ImpossibleGame(f"{where}: {name} is one too many among the {what}")


# --- the events -----------------------------------------------------------------------------------


def _next(game: Game, events: Sequence[AnyEvent]) -> Game:
    """The game after the next event that takes a command."""
    place = game.step
    if place == len(events):
        raise ImpossibleGame(f"the events end before the game: {_awaited(game.phase)}")
    for command in moves(game, events[place:]):
        game = _applied(game, command, _named(place, events[place]))
        if game.step > place:
            return game
    raise ImpossibleGame(f"{_named(place, events[place])}: first {_awaited(game.phase)}")


def _applied(game: Game, command: Command, where: str) -> Game:
    try:
        return apply(game, command)
    except Refused as refused:
        why = _REFUSALS.get(refused.reason, refused.reason.replace("_", " "))
        raise ImpossibleGame(f"{where}: {why.format(seat=command.seat + 1)}") from None


def _check_event(game: Game, place: int, events: Sequence[AnyEvent]) -> None:
    right = event(game, place)
    if place == len(events):
        raise ImpossibleGame(f"the events end before the game: {_kind(right)} is missing")
    where = _named(place, events[place])
    if type(events[place]) is not type(right):
        raise ImpossibleGame(f"{where}: first comes {_kind(right)}")
    _must_equal(where, events[place], right)


def _named(place: int, event: AnyEvent) -> str:
    """An event as it is called in a complaint."""
    return f"event {place + 1}: {_kind(event)}"


def _kind(event: AnyEvent) -> str:
    match event:
        case TeamProposed(proposal=proposal, quest=quest):
            return f"proposal {proposal} of quest {quest}"
        case QuestPlayed(quest=quest):
            return f"quest {quest}"
        case PlotCardGiven(card=card) | PlotCardUsed(card=card) | PlotCardPassed(card=card):
            return f"{_tag(event)} ({card})"
        case _:
            return _tag(event)


def _tag(event: AnyEvent) -> str:
    return str(event.__struct_config__.tag).replace("_", " ")


def _awaited(phase: Phase) -> str:
    """What has to be done in that phase."""
    match phase:
        case Proposing():
            return "the leader proposes a team"
        case OpinionVoting():
            return "all Opinion Makers vote"
        case Voting():
            return "all vote on the team"
        case Questing():
            return "the team plays the quest"
        case Assassinating(assassin=seat):
            return f"seat {seat + 1} names Merlin"
        case Examining(holder=seat):
            return f"seat {seat + 1} uses the Lady of the Lake"
        case Giving():
            return "the leader gives the plot cards away"
        case PlotAsked(card=card, seat=seat):
            return f"seat {seat + 1} is asked for {card}"
        case Over():
            return "nothing"
        case never:
            assert_never(never)


_REFUSALS = {
    Reason.NOT_LEADER: "seat {seat} isn't the leader",
    Reason.QUEST_NOT_OPEN: "that quest can't go on now",
    Reason.TEAM_FULL: "the team is too large",
    Reason.TEAM_NOT_FULL: "the team is too small",
    Reason.GOOD_MUST_SUCCEED: "seat {seat} is good and can't have played Fail",
    Reason.NOT_ASSASSIN: "seat {seat} doesn't name Merlin",
    Reason.NOT_A_TARGET: "seat {seat} can't name that seat",
    Reason.NOT_ASKED: "seat {seat} isn't asked",
    Reason.NOT_A_CHOICE: "seat {seat} can't do that",
    Reason.MUST_PLAY: "seat {seat} can't pass that card",
    Reason.CARD_NOT_DRAWN: "that card isn't among those to give",
    Reason.GIVE_TO_OTHERS: "seat {seat} can't keep the card",
    Reason.VOTE_STANDS: "seat {seat} has voted openly otherwise",
    Reason.OPINION_MAKERS_FIRST: "seat {seat} is no Opinion Maker",
}


# --- comparing ------------------------------------------------------------------------------------


def _must_equal(where: str, said: object, right: object) -> None:
    """Raises where they differ, naming the first field that does."""
    for path, one, other in _differences(said, right):
        place = ": ".join(part for part in (where, " ".join(path)) if part)
        raise ImpossibleGame(f"{place} is {_shown(one)}, should be {_shown(other)}")


def _differences(
    said: object, right: object, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], object, object]]:
    """The fields in which two parts of records differ, each with both values."""
    if said == right:
        return
    parts = list(_parts(said, right))
    if all(one == other for _, one, other in parts):
        yield path, said, right
    for name, one, other in parts:
        yield from _differences(one, other, (*path, name))


def _parts(said: object, right: object) -> Iterator[tuple[str, object, object]]:
    """What two values can be compared by: fields by name, rows of parts by number."""
    if isinstance(said, Struct) and type(said) is type(right):
        for name in said.__struct_fields__:
            yield name, getattr(said, name), getattr(right, name)
    elif isinstance(said, tuple) and isinstance(right, tuple):
        for number, (one, other) in enumerate(zip(said, right, strict=False), 1):
            if isinstance(one, Struct):
                yield str(number), one, other


def _shown(value: object) -> str:
    if value is UNSET:
        return "missing"
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= _LONGEST_VALUE else f"{text[:_LONGEST_VALUE]}…"
