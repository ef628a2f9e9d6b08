"""Every proposal with its votes and every quest with its cards, by seat numbers."""

from itertools import zip_longest

from markupsafe import Markup

from telegram_avalon.i18n.names import utf16_units
from telegram_avalon.i18n.phrases import Text, Value, Words
from telegram_avalon.rules import (
    LadyUsed,
    PlotUsed,
    QuestPlayed,
    Seat,
    TeamProposed,
    TeamVoted,
    View,
    Vote,
    VotesCounted,
)
from telegram_avalon.screens import plot_board
from telegram_avalon.screens.people import seated
from telegram_avalon.screens.questing import revealed
from telegram_avalon.screens.screen import MOST_UNITS, lines
from telegram_avalon.screens.voting import Voted, named, went_unvoted
from telegram_avalon.screens.worlds import in_world
from telegram_avalon.table import Scene


def text(scene: Scene, view: View, t: Words) -> Markup:
    """Short enough for one message whatever the game: seats are named once, then numbered.

    Where two languages are too much, it is in the first alone.
    """
    t = in_world(t, scene.ruleset.game)
    told = _told(scene, view, t)
    return told if utf16_units(told) <= MOST_UNITS else _told(scene, view, t.first)


def _told(scene: Scene, view: View, t: Words) -> Markup:
    told: list[Markup] = []
    for fact, after in zip_longest(view.record, view.record[1:]):
        match fact:
            case TeamVoted():
                told.append(_vote(fact, t))
            case VotesCounted():
                told.append(_count(fact, t))
            case TeamProposed() if went_unvoted(view, after):
                told.append(_unvoted(fact, t))
            case QuestPlayed():
                told.append(revealed(view, fact, t))
            case PlotUsed():
                told.append(plot_board.by_number(fact, t))
            case LadyUsed(holder=holder, target=target):
                told.append(
                    t.html("🌊 {holder} examined {target}", holder=holder + 1, target=target + 1)
                )
    if not told:
        return t.html("No team has been voted on yet.")
    seats = t.rowed([seated(scene, Seat(seat), t) for seat in range(view.players)])
    return lines(t.html("📜 Seats: {players}", players=seats), *told)


def _vote(fact: TeamVoted, t: Words) -> Markup:
    return t.html(
        "Quest {quest} · 👑 {leader} · team {team} · 👍 {yes} · 👎 {no}",
        quest=fact.quest,
        leader=fact.leader + 1,
        team=_numbers(fact.team, t),
        yes=_numbers(_cast(fact, Vote.APPROVE), t),
        no=_numbers(_cast(fact, Vote.REJECT), t),
    )


def _count(fact: VotesCounted, t: Words) -> Markup:
    """Anonymous votes: the numbers, then those known by name."""
    values: dict[str, Value] = {
        "quest": fact.quest,
        "leader": fact.leader + 1,
        "team": _numbers(fact.team, t),
        "yes": fact.approvals,
        "no": fact.rejections,
    }
    told = (
        t.html("Quest {quest} · 👑 {leader} · team {team} · approved, {yes} to {no}", **values)
        if fact.approved
        else t.html("Quest {quest} · 👑 {leader} · team {team} · rejected, {yes} to {no}", **values)
    )
    known = [
        t.text("{mark} {seats}", mark=mark, seats=_numbers(_cast(fact, vote), t))
        for vote, mark in ((Vote.APPROVE, "👍"), (Vote.REJECT, "👎"))
        if _cast(fact, vote)
    ]
    return lines(told, *(t.line("↳ {votes}", votes=votes) for votes in known))


def _unvoted(fact: TeamProposed, t: Words) -> Markup:
    return t.html(
        "Quest {quest} · 👑 {leader} · team {team} · without a vote",
        quest=fact.quest,
        leader=fact.leader + 1,
        team=_numbers(fact.team, t),
    )


def _cast(fact: Voted, vote: Vote) -> tuple[Seat, ...]:
    return tuple(seat for seat, cast in named(fact) if cast is vote)


def _numbers(seats: tuple[Seat, ...], t: Words) -> Text:
    pattern = " ".join(f"{{seat{seat}}}" for seat in seats) or "–"
    return t.text(pattern, **{f"seat{seat}": seat + 1 for seat in seats})
