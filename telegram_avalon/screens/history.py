"""Every proposal with its votes and every quest with its cards, by seat numbers."""

from markupsafe import Markup

from telegram_avalon.i18n.names import utf16_units
from telegram_avalon.i18n.phrases import Text, Words
from telegram_avalon.rules import QuestPlayed, Seat, TeamVoted, View, Vote
from telegram_avalon.screens.people import seated
from telegram_avalon.screens.questing import revealed
from telegram_avalon.screens.screen import MOST_UNITS, lines
from telegram_avalon.table import Scene


def text(scene: Scene, view: View, t: Words) -> Markup:
    """Short enough for one message whatever the game: seats are named once, then numbered.

    Where two languages are too much, it is in the first alone.
    """
    told = _told(scene, view, t)
    return told if utf16_units(told) <= MOST_UNITS else _told(scene, view, t.first)


def _told(scene: Scene, view: View, t: Words) -> Markup:
    told: list[Markup] = []
    for fact in view.record:
        if isinstance(fact, TeamVoted):
            told.append(_vote(fact, t))
        elif isinstance(fact, QuestPlayed):
            told.append(revealed(view, fact, t))
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


def _cast(fact: TeamVoted, vote: Vote) -> tuple[Seat, ...]:
    return tuple(Seat(seat) for seat, cast in enumerate(fact.votes) if cast is vote)


def _numbers(seats: tuple[Seat, ...], t: Words) -> Text:
    pattern = " ".join(f"{{seat{seat}}}" for seat in seats) or "–"
    return t.text(pattern, **{f"seat{seat}": seat + 1 for seat in seats})
