"""During the game: people's moves become their seats' commands."""

from collections.abc import Callable

from msgspec.structs import replace

from telegram_avalon.rules import AskAgain, Command, Game, Reason, Refused, Seat, apply
from telegram_avalon.rules.knowledge import asked_in_secret
from telegram_avalon.table.lobby import leave
from telegram_avalon.table.model import Cancelled, Deafened, Departed, Person, Stage, Table

NUDGE_EVERY = 60_000


def play(table: Table, user: int, step: int, command: Callable[[Seat], Command]) -> Table:
    """Carry out the *command* of the seat that *user* holds, meant at *step*.

    Raises `Refused`: STEP_IS_OVER where the game has moved on since the button was shown. Being
    asked again for a plot card may be wished for at any time.
    """
    game = running(table)
    seat = table.seat(user)
    if seat is None:
        raise Refused(Reason.NOT_AT_TABLE)
    wanted = command(seat)
    if step != game.step and not isinstance(wanted, AskAgain):
        raise Refused(Reason.STEP_IS_OVER)
    after = apply(game, wanted)
    return table if after is game else replace(table, game=after)


def cancel(table: Table) -> Table:
    """End the game for good: characters are shown, nothing counts."""
    game = running(table)
    return replace(table, closed=True, notices=(*table.notices, Cancelled(game.step)))


def nudge(table: Table, now: int) -> Table:
    """Note that the table is being reminded; at most once a minute (the same table comes back)."""
    running(table)
    return table if 0 <= now - table.nudged < NUDGE_EVERY else replace(table, nudged=now)


def recall(table: Table, chat: int) -> Table:
    """Call the message of *chat* to its end."""
    return replace(table, recalls={**table.recalls, chat: table.recalls.get(chat, 0) + 1})


def retitle(table: Table, title: str) -> Table:
    """Take the group's present title, already clean."""
    return replace(table, place=replace(table.place, title=title))


def rename(table: Table, person: Person) -> Table:
    """Take somebody's present name and language; whether they can be written to stays."""
    known = table.person(person.id)
    if known is None:
        return table
    return _with_person(table, replace(person, deaf=known.deaf))


def speak(table: Table, user: int, language: str) -> Table:
    """Take the language that *user* has chosen."""
    known = table.person(user)
    return _with_person(table, replace(known, language=language)) if known else table


def address(table: Table, languages: tuple[str, ...]) -> Table:
    """Take the language, or the two, that the group has chosen."""
    place = table.place.in_languages(languages)
    return table if place == table.place else replace(table, place=place)


def deafen(table: Table, user: int) -> Table:
    """Note that *user* can't be written to; a running game tells the group."""
    known = table.person(user)
    if known is None or known.deaf:
        return table
    table = _with_person(table, replace(known, deaf=True))
    seat = table.seat(user)
    if table.stage is not Stage.PLAYING or table.game is None or seat is None:
        return table
    if asked_in_secret(table.game.phase):
        return table
    notice = Deafened(table.game.step, seat)
    # Once a step: whoever blocks and comes back again and again does not ring the group each time.
    return table if notice in table.notices else replace(table, notices=(*table.notices, notice))


def depart(table: Table, user: int) -> Table:
    """Note that *user* has left the Telegram group.

    In the lobby they lose their place, and are not called back to it. In a game their seat stays
    theirs and the group is told, once; the host's rights go to the next who has not left, if any.
    """
    if not table.live:
        return table
    game, seat = table.game, table.seat(user)
    if game is None or seat is None:
        return _without(table, user)
    left = {notice.seat for notice in table.notices if isinstance(notice, Departed)}
    heir = next((s for s in range(len(table.people)) if s not in {*left, seat}), None)
    passed_on = None if table.host != user or heir is None else Seat(heir)
    if passed_on is not None:
        table = replace(table, host=table.people[passed_on].id)
    if seat in left and passed_on is None:
        return table
    notice = Departed(game.step, seat, passed_on)
    return replace(table, notices=(*table.notices, notice))


def _without(table: Table, user: int) -> Table:
    """*table* without somebody who has no seat in a game there."""
    table = replace(
        table,
        invited=tuple(person for person in table.invited if person.id != user),
        unreachable=tuple(person for person in table.unreachable if person.id != user),
    )
    if table.person(user) is not None:
        return leave(table, user)
    return replace(table, host=None) if table.host == user else table


def hear(table: Table, user: int) -> Table:
    """Note that *user* can be written to again."""
    known = table.person(user)
    return _with_person(table, replace(known, deaf=False)) if known and known.deaf else table


def mute(table: Table, now: int) -> Table:
    """Note that the group doesn't let us write (the same table comes back if that is known)."""
    return table if table.muted else replace(table, muted=now)


def drain(table: Table, on: bool) -> Table:
    """Tell the table's people that the bot begins no new games, or that it does again."""
    return table if table.draining == on or not table.live else replace(table, draining=on)


def unmute(table: Table) -> Table:
    return replace(table, muted=0) if table.muted else table


def running(table: Table) -> Game:
    match table.stage:
        case Stage.LOBBY:
            raise Refused(Reason.NOT_BEGUN)
        case Stage.OVER:
            raise Refused(Reason.GAME_OVER)
        case Stage.CLOSED:
            raise Refused(Reason.TABLE_CLOSED)
        case Stage.PLAYING:
            if table.game is None:
                raise AssertionError("a game is being played at a table without one")
            return table.game


def _with_person(table: Table, person: Person) -> Table:
    people = tuple(person if p.id == person.id else p for p in table.people)
    return table if people == table.people else replace(table, people=people)
