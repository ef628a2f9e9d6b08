"""At a running game: moves, the end before its time, reminders, and who can't be written to."""

import pytest
from msgspec.structs import replace

from telegram_avalon.rules import Aim, Pick, Propose, Reason, Refused, Seat
from telegram_avalon.table import (
    Cancelled,
    Deafened,
    Departed,
    Person,
    Stage,
    Table,
    cancel,
    close,
    deafen,
    depart,
    hear,
    nudge,
    play,
    recall,
    rename,
)
from telegram_avalon.table.play import NUDGE_EVERY
from tests.screens.scenes import NAMES, dealt, game_of, lobby, moved, user

DEAL = "merlin servant servant assassin minion"


def started() -> Table:
    return dealt(DEAL)


def over() -> Table:
    return moved(started(), "; ".join(["team 1 2; votes -----"] * 5))


def refused(change: object, *args: object) -> Reason:
    assert callable(change)
    with pytest.raises(Refused) as caught:
        change(*args)
    return caught.value.reason


def test_a_move_is_made_by_the_seat_of_whoever_presses() -> None:
    after = play(started(), user(1), 0, lambda seat: Pick(seat, Seat(2)))

    assert game_of(after).phase == game_of(moved(started(), "pick 3")).phase
    assert (
        refused(play, started(), user(2), 0, lambda seat: Pick(seat, Seat(2))) is Reason.NOT_LEADER
    )


def test_a_stranger_has_no_seat() -> None:
    assert refused(play, started(), 999, 0, Propose) is Reason.NOT_AT_TABLE


def test_a_move_meant_for_another_step_is_refused_even_where_it_would_be_legal() -> None:
    table = moved(started(), "team 1 2; votes -----")

    assert refused(play, table, user(2), 0, lambda seat: Pick(seat, Seat(2))) is Reason.STEP_IS_OVER
    assert refused(play, table, user(2), 3, lambda seat: Pick(seat, Seat(2))) is Reason.STEP_IS_OVER
    assert play(table, user(2), 2, lambda seat: Pick(seat, Seat(2))) != table


def test_the_same_again_is_the_same_table() -> None:
    table = moved(started(), "pick 3")

    assert play(table, user(1), 0, lambda seat: Pick(seat, Seat(2))) is table


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        (lobby(NAMES), Reason.NOT_BEGUN),
        (over(), Reason.GAME_OVER),
        (cancel(started()), Reason.TABLE_CLOSED),
        (close(lobby()), Reason.TABLE_CLOSED),
    ],
)
def test_where_no_game_runs_nothing_of_it_can_be_done(table: Table, reason: Reason) -> None:
    assert refused(play, table, user(1), 0, lambda seat: Aim(seat, None)) is reason
    assert refused(cancel, table) is reason
    assert refused(nudge, table, 0) is reason


def test_cancelling_ends_the_game_for_good_and_is_told() -> None:
    table = cancel(moved(started(), "team 1 2"))

    assert (table.stage, table.live) == (Stage.CLOSED, False)
    assert table.notices == (Cancelled(1),)


def test_reminders_come_once_a_minute() -> None:
    table = nudge(started(), 100_000)

    assert table.nudged == 100_000
    assert nudge(table, 100_000 + NUDGE_EVERY - 1) is table
    assert nudge(table, 100_000 + NUDGE_EVERY).nudged == 100_000 + NUDGE_EVERY
    assert NUDGE_EVERY == 60_000


def test_each_chat_is_called_back_for_itself() -> None:
    table = recall(recall(recall(started(), 101), 101), -5)

    assert table.recalls == {101: 2, -5: 1}


def test_a_new_name_is_taken_but_not_that_somebody_can_be_written_to() -> None:
    table = deafen(started(), user(2))

    renamed = rename(table, Person(user(2), "Bee", "hu"))

    assert renamed.people[1] == Person(user(2), "Bee", "hu", deaf=True)
    assert rename(table, Person(999, "Stranger")) is table
    assert rename(started(), started().people[0]) == started()


def test_a_player_who_cannot_be_written_to_is_told_once_until_heard_again() -> None:
    table = deafen(moved(started(), "team 1 2"), user(4))

    assert table.people[3].deaf
    assert table.notices == (Deafened(1, Seat(3)),)
    assert deafen(table, user(4)) is table
    heard = hear(table, user(4))
    assert (heard.people[3].deaf, heard.notices) == (False, table.notices)
    assert hear(heard, user(4)) is heard
    # Heard and lost again in the same step rings nobody a second time.
    again = deafen(heard, user(4))
    assert (again.people[3].deaf, again.notices) == (True, table.notices)
    later = deafen(moved(heard, "votes +++++"), user(4))
    assert later.notices == (Deafened(1, Seat(3)), Deafened(2, Seat(3)))


def test_strangers_are_neither_deafened_nor_heard() -> None:
    table = started()

    assert deafen(table, 999) is table
    assert hear(table, 999) is table


@pytest.mark.parametrize("table", [lobby(NAMES), over(), cancel(started())])
def test_where_no_game_runs_deafness_is_no_news(table: Table) -> None:
    deaf = deafen(table, user(2))

    assert deaf.people[1].deaf
    assert deaf.notices == table.notices


# --- gone from the Telegram group --------------------------------------------------------------


def test_a_seat_stays_its_players_who_has_left_the_group_and_the_game_is_told_once() -> None:
    table = depart(moved(started(), "team 1 2"), user(4))

    assert table.people == started().people
    assert table.notices == (Departed(1, Seat(3)),)
    assert depart(moved(table, "votes +++++"), user(4)).notices == table.notices


def test_the_hosts_going_passes_the_host_on_to_somebody_who_is_there() -> None:
    table = depart(started(), user(2))
    after = depart(replace(table, host=user(1)), user(1))

    assert after.host == user(3)
    assert after.notices[-1] == Departed(0, Seat(0), host=Seat(2))


def test_where_everybody_has_left_the_host_stays() -> None:
    table = started()
    for number in range(5, 0, -1):
        table = depart(table, user(number))

    assert table.host == user(1)


def test_a_host_without_a_seat_goes_with_their_rights() -> None:
    assert depart(replace(lobby(NAMES[1:3]), host=999), 999).host is None


def test_who_has_left_the_group_is_not_called_back_to_its_lobby() -> None:
    """Neither as last game's player nor as somebody who could not be written to."""
    gone = Person(999, "Zoe")
    table = replace(lobby(NAMES), invited=(gone,), unreachable=(gone,))

    after = depart(table, 999)

    assert (after.invited, after.unreachable) == ((), ())
    assert after.people == table.people


@pytest.mark.parametrize("table", [over(), cancel(started()), close(lobby(NAMES))])
def test_where_nothing_goes_on_who_leaves_the_group_is_no_news(table: Table) -> None:
    assert depart(table, user(1)) is table
