"""Seats and players in words: the number first, which tells equal and unreadable names apart."""

from collections.abc import Iterable

from telegram_avalon.i18n.phrases import Text, Words, isolated, mention
from telegram_avalon.rules import Seat
from telegram_avalon.table import Person, Scene


def name(person: Person, number: int, t: Words) -> str:
    """The name as a plain string; "Player 3" where nothing of it can be seen."""
    return person.name or t.plain("Player {number}", number=number)


def seated(scene: Scene, seat: Seat, t: Words) -> Text:
    """Seat and name, as in 3 Csaba."""
    return _numbered(seat, isolated(name(scene.people[seat], seat + 1, t)), t)


def rung(scene: Scene, seat: Seat, t: Words) -> Text:
    """Seat and name, ringing their phone when the message is new."""
    person = scene.people[seat]
    return _numbered(seat, mention(person.id, name(person, seat + 1, t)), t)


def team(scene: Scene, seats: Iterable[Seat], t: Words) -> Text:
    """Seats and names in the order given, as in 1 Anna, 3 Csaba."""
    return t.rowed([seated(scene, seat, t) for seat in seats])


def guest(clean: str, t: Words) -> Text:
    """Somebody who has no seat yet, by their clean name."""
    # Translators: calls somebody whose name can't be shown, as in "You there: press Start"
    return isolated(clean or t.plain("You there"))


def group(scene: Scene, t: Words) -> Text:
    """The table's title, for private messages."""
    # Translators: stands for a group's name, in headings and after "from" or "at"
    return isolated(scene.place.title or t.plain("your group"))


def _numbered(seat: Seat, who: Text, t: Words) -> Text:
    # A no-break space: a number must not be left behind at the end of a line.
    return t.text("{number}\u00a0{who}", number=seat + 1, who=who)
