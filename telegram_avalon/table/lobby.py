"""Before the game: people come and go, the host chooses characters, somebody begins.

The game and its options are chosen in `settings.py`.
"""

from random import Random

from msgspec.structs import replace

from telegram_avalon.rules import (
    CHARACTERS,
    Reason,
    Refused,
    Role,
    Ruleset,
    World,
    deal_characters,
    problems,
)
from telegram_avalon.rules import begin as begin_game
from telegram_avalon.rules.rulesets import FEWEST_PLAYERS, MOST_PLAYERS, needing_merlin
from telegram_avalon.table.model import Page, Person, Place, Stage, Table


def open_table(
    table_id: str,
    place: Place,
    host: int | None,
    ruleset: Ruleset,
    now: int,
    invited: tuple[Person, ...] = (),
) -> Table:
    """A new lobby with nobody in it yet."""
    return Table(table_id, place, host, now, now, ruleset=ruleset, invited=invited)


def join(table: Table, person: Person) -> Table:
    """Seat *person*, or take their new name and language if they are in already."""
    in_lobby(table)
    others = tuple(p for p in table.people if p.id != person.id)
    if len(others) == MOST_PLAYERS:
        raise Refused(Reason.TABLE_FULL)
    if len(others) < len(table.people):
        return replace(
            table, people=tuple(person if p.id == person.id else p for p in table.people)
        )
    return replace(
        table,
        people=(*table.people, person),
        unreachable=tuple(p for p in table.unreachable if p.id != person.id),
    )


def leave(table: Table, user: int) -> Table:
    """Take *user* out. The host's going passes the host on, the last one's closes the lobby."""
    in_lobby(table)
    if table.person(user) is None:
        raise Refused(Reason.NOT_AT_TABLE)
    people = tuple(person for person in table.people if person.id != user)
    host = table.host if table.host != user else (people[0].id if people else None)
    return replace(table, people=people, host=host, closed=not people)


def set_editing(table: Table, editing: bool) -> Table:
    """Show the settings from their first page, or put them away."""
    in_lobby(table)
    return replace(table, editing=editing, page=Page.MAIN)


def choose(table: Table, role: Role, on: bool) -> Table:
    """Put a character in play or take it out.

    Merlin takes with him who means nothing without him, and comes back with them.
    """
    in_lobby(table)
    if table.ruleset.game is World.RESISTANCE:
        raise Refused(Reason.OTHER_GAME)
    if not CHARACTERS[role].chosen:
        raise Refused(Reason.CHARACTERS_DONT_FIT)
    chosen = table.ruleset.characters
    if on:
        chosen |= {role} | ({Role.MERLIN} if CHARACTERS[role].needs_merlin else set())
    else:
        chosen -= {role, *(needing_merlin(chosen) if role is Role.MERLIN else ())}
    return replace(table, ruleset=replace(table.ruleset, characters=frozenset(chosen)))


def unseat(table: Table, users: frozenset[int]) -> Table:
    """Take out those who can't be written to, and remember to name them."""
    in_lobby(table)
    gone = tuple(person for person in table.people if person.id in users)
    people = tuple(person for person in table.people if person.id not in users)
    host = table.host
    if host in users:
        host = people[0].id if people else None
    return replace(table, people=people, host=host, unreachable=gone, closed=not people)


def check_ready(table: Table) -> None:
    """Raise `Refused` where the game can't begin with these people and characters."""
    in_lobby(table)
    if len(table.people) < FEWEST_PLAYERS:
        raise Refused(Reason.TOO_FEW_PLAYERS)
    if problems(table.ruleset, len(table.people)):
        raise Refused(Reason.CHARACTERS_DONT_FIT)


def begin(table: Table, random: Random) -> Table:
    """Shuffle the people into a circle and deal."""
    check_ready(table)
    people = list(table.people)
    random.shuffle(people)
    setup = deal_characters(table.ruleset, len(people), random)
    return replace(
        table,
        people=tuple(people),
        game=begin_game(setup),
        invited=(),
        unreachable=(),
        editing=False,
        page=Page.MAIN,
    )


def close(table: Table) -> Table:
    """Close the lobby."""
    in_lobby(table)
    return replace(table, closed=True)


def in_lobby(table: Table) -> None:
    match table.stage:
        case Stage.LOBBY:
            return
        case Stage.PLAYING:
            raise Refused(Reason.ALREADY_BEGUN)
        case Stage.OVER | Stage.CLOSED:
            raise Refused(Reason.TABLE_CLOSED)
