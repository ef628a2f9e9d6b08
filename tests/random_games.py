"""Games played by dice: every move is a legal one, and a seed gives the same game again."""

from collections.abc import Iterator
from itertools import combinations
from random import Random

from telegram_avalon.rules import (
    OPTIONS,
    Aim,
    AskAgain,
    Assassinate,
    Card,
    CastVote,
    ChooseCard,
    ChooseQuest,
    Command,
    Examine,
    Game,
    GiveCard,
    Option,
    Over,
    PassCard,
    Pick,
    PlayCard,
    PlotCard,
    Propose,
    Reason,
    Refused,
    Role,
    Ruleset,
    Seat,
    Setup,
    Unpick,
    UseCard,
    Vote,
    Voting,
    World,
    apply,
    begin,
    deal_characters,
    legal,
)
from tests.rules import rulebook

MOST_COMMANDS = 20_000
"""Far more than dice ever need; a game that takes so many is stuck in a circle."""


def tables() -> list[tuple[int, Ruleset]]:
    """Every number of players with every set of characters that can be played with it."""
    return [
        (players, Ruleset(frozenset(Role(name) for name in chosen)))
        for players in rulebook.PLAYERS
        for chosen in rulebook.playable_sets(players)
    ]


def setups(count: int, random: Random) -> Iterator[Setup]:
    """*count* deals, in turn over all `tables`."""
    every = tables()
    for number in range(count):
        players, ruleset = every[number % len(every)]
        yield deal_characters(ruleset, players, random)


def option_sets(world: World) -> list[frozenset[Option]]:
    """All sets of options that can be played in that game."""
    there = [option for option in Option if world in OPTIONS[option].worlds]
    every = (c for size in range(len(there) + 1) for c in combinations(there, size))
    return [frozenset(chosen) for chosen in every]


def variants() -> list[tuple[int, World, frozenset[Option]]]:
    """Every number of players with both games and all their sets of options."""
    return [
        (players, world, options)
        for players in rulebook.PLAYERS
        for world in World
        for options in option_sets(world)
    ]


def variant_setups(count: int, random: Random, only: Option | None = None) -> Iterator[Setup]:
    """*count* deals over all `variants` (with option *only*), in a random order again and again.

    In Avalon with any characters that can be played.
    """
    every = [row for row in variants() if only is None or only in row[2]]
    for number in range(count):
        if number % len(every) == 0:
            random.shuffle(every)
        players, world, options = every[number % len(every)]
        sets = rulebook.playable_sets(players) if world is World.AVALON else [frozenset[str]()]
        chosen = frozenset(Role(name) for name in random.choice(sets))
        yield deal_characters(Ruleset(chosen, world, options), players, random)


def seats(game: Game) -> list[Seat]:
    return [Seat(seat) for seat in range(game.players)]


def open_to(game: Game) -> list[Command]:
    """The legal commands of all seats."""
    return [command for seat in seats(game) for command in legal(game, seat)]


def play(setup: Setup, random: Random) -> Iterator[tuple[Game, Command]]:
    """Play a game to its end; each command with the game in which it was given."""
    game = begin(setup)
    for _ in range(MOST_COMMANDS):
        if isinstance(game.phase, Over):
            return
        command = _any_move(game, random)
        yield game, command
        game = apply(game, command)
    raise AssertionError(f"never ends: {game}")


def states(setup: Setup, random: Random) -> Iterator[Game]:
    """A game from its beginning through every single move to its end."""
    yield begin(setup)
    for game, command in play(setup, random):
        yield apply(game, command)


def _any_move(game: Game, random: Random) -> Command:
    """Any move is possible, but one that gets the game on more often than a change of mind."""
    hurry = random.random() < 0.8
    order = random.sample(seats(game), game.players)
    if hurry and isinstance(game.phase, Voting):
        order = [seat for seat in order if game.phase.votes[seat] is None]
    for seat in order:
        if moves := legal(game, seat):
            last = moves[-1]
            return last if hurry and isinstance(last, Propose) else random.choice(moves)
    raise AssertionError(f"stuck: {game}")


def every_command(players: int) -> list[Command]:
    """All that could be asked for at a table, possible or not, unknown seats included."""
    known = [Seat(seat) for seat in range(players)]
    all_seats = [Seat(-1), *known, Seat(players)]
    return [command for seat in all_seats for command in _commands_of(seat, all_seats)]


def commands_of(seat: Seat, players: int) -> list[Command]:
    """All that *seat* could ask for, possible or not."""
    return _commands_of(seat, [Seat(other) for other in range(-1, players + 1)])


def _commands_of(seat: Seat, others: list[Seat]) -> list[Command]:
    return [
        *(Pick(seat, other) for other in others),
        *(Unpick(seat, other) for other in others),
        Propose(seat),
        *(CastVote(seat, vote) for vote in Vote),
        *(PlayCard(seat, card) for card in Card),
        Aim(seat, None),
        *(Aim(seat, other) for other in others),
        *(Assassinate(seat, other) for other in others),
    ]


def any_command(players: int, random: Random) -> Command:
    """Something that could be asked for at a table with options, possible or not."""
    seat, other = (Seat(random.randrange(-1, players + 1)) for _ in range(2))
    card = random.choice(list(PlotCard))
    return random.choice(
        [
            *_commands_of(seat, [other]),
            ChooseQuest(seat, random.randrange(7)),
            Examine(seat, other),
            ChooseCard(seat, card),
            GiveCard(seat, card, other),
            UseCard(seat),
            UseCard(seat, other),
            UseCard(seat, other, card),
            PassCard(seat),
            PassCard(seat, lasting=True),
            AskAgain(seat, card),
        ]
    )


def outcome(game: Game, command: Command) -> Game | Reason:
    """The game after *command*, or why it was refused."""
    try:
        return apply(game, command)
    except Refused as refused:
        return refused.reason
