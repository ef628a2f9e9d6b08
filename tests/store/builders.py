"""Tables in whatever state a test needs."""

from msgspec.structs import replace

from telegram_avalon.rules import (
    Aim,
    Assassinate,
    Card,
    CastVote,
    Command,
    Game,
    Pick,
    PlayCard,
    Propose,
    Role,
    Ruleset,
    Seat,
    Setup,
    Vote,
    apply,
)
from telegram_avalon.rules import begin as begin_game
from telegram_avalon.table import Person, Place, Table, join, open_table

ID = "AAAAAAAAAAA"
GROUP = -1001
PEOPLE = tuple(
    Person(1001 + number, name)
    for number, name in enumerate(
        ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay", "Gus", "Hal", "Ivy", "Jon")
    )
)
SETUP = Setup(
    Ruleset(frozenset({Role.MERLIN})),
    (Role.SERVANT, Role.MERLIN, Role.SERVANT, Role.ASSASSIN, Role.MINION),
    Seat(0),
)


def lobby(*people: Person, table: str = ID, chat: int = GROUP, now: int = 0) -> Table:
    table_there = open_table(table, Place(chat, "Friends"), PEOPLE[0].id, Ruleset(), now)
    for person in people:
        table_there = join(table_there, person)
    return table_there


def playing_table(*commands: Command, table: str = ID, chat: int = GROUP) -> Table:
    """Five people, dealt without dice, after these commands."""
    return with_game(lobby(*PEOPLE[:5], table=table, chat=chat), after(*commands))


def with_game(table: Table, game: Game) -> Table:
    return replace(table, game=game)


def after(*commands: Command, game: Game | None = None) -> Game:
    game = game or begin_game(SETUP)
    for command in commands:
        game = apply(game, command)
    return game


def proposed(leader: int, *members: int) -> tuple[Command, ...]:
    seat = Seat(leader)
    return (*(Pick(seat, Seat(member)) for member in members), Propose(seat))


def voted(vote: Vote = Vote.APPROVE, players: int = 5) -> tuple[Command, ...]:
    return tuple(CastVote(Seat(seat), vote) for seat in range(players))


def laid(*members: int, fails: tuple[int, ...] = ()) -> tuple[Command, ...]:
    return tuple(
        PlayCard(Seat(seat), Card.FAIL if seat in fails else Card.SUCCESS) for seat in members
    )


VOTING = proposed(0, 0, 1)
QUESTING = (*VOTING, *voted())
ROUND_1 = (*QUESTING, *laid(0, 1))
ROUND_2 = (*proposed(1, 0, 1, 2), *voted(), *laid(0, 1, 2))
ROUND_3 = (*proposed(2, 0, 1), *voted(), *laid(0, 1))
ASSASSINATING = (*ROUND_1, *ROUND_2, *ROUND_3, Aim(Seat(3), Seat(0)))
OVER = (*ASSASSINATING, Assassinate(Seat(3), Seat(0)))
