"""What a button wants, and its callback data of at most 64 bytes.

`<table>:<step>:<wish>`: the table's id, the step the button was shown for, and an absolute wish
("put seat 3 on the team", never "toggle"). The step is 0 in the lobby. Callback data is public to
whoever alters their client, so it never depends on a secret; see `docs/callback-data.md`.

    lobby   join · leave · set+ · set- · on-<character> · off-<character> · begin
    team    p<seat> pick · u<seat> unpick · go propose
    private v<seat>+ · v<seat>- vote · c<seat>s · c<seat>f quest card
            a<seat>-<target> aim · a<seat>-0 aim at nobody · x<seat>-<target> name Merlin
    table   file export ·
            card · about the rules of one's own character · history · board · again rematch
            end+ · end- cancel the game or not · show call one's own message back
Seats count from 1, as players see them; a private wish names the seat it was asked of.
"""

import re
from collections.abc import Callable
from enum import StrEnum

from msgspec import Struct

from telegram_avalon.rules import (
    CHARACTERS,
    Aim,
    AskAgain,
    Assassinate,
    Card,
    CastVote,
    ChooseCard,
    ChooseQuest,
    Command,
    Examine,
    GiveCard,
    PassCard,
    Pick,
    PlayCard,
    Propose,
    Role,
    Seat,
    Unpick,
    UseCard,
    Vote,
)

MOST_BYTES = 64


class Wish(StrEnum):
    """Wishes of the table that take nothing more."""

    JOIN = "join"
    LEAVE = "leave"
    OPEN_SETTINGS = "set+"
    CLOSE_SETTINGS = "set-"
    BEGIN = "begin"
    MY_CARD = "card"
    MY_CHARACTER = "about"
    HISTORY = "history"
    REMATCH = "again"
    CANCEL_GAME = "end+"
    KEEP_GAME = "end-"
    SHOW = "show"
    BOARD = "board"
    EXPORT = "file"


class Choose(Struct, frozen=True):
    """Put a character in play, or take it out."""

    role: Role
    on: bool


Deed = Command | Wish | Choose


class Action(Struct, frozen=True):
    table: str
    step: int
    deed: Deed


def encode(action: Action) -> str:
    """The callback data of *action*."""
    return f"{action.table}:{action.step}:{_wish(action.deed)}"


def decode(data: str) -> Action | None:
    """The action behind callback data; None where it isn't ours, is forged or too old to read."""
    found = _DATA.fullmatch(data)
    deed = _deed(found["wish"]) if found else None
    return Action(found["table"], int(found["step"]), deed) if found and deed else None


def _wish(deed: Deed) -> str:
    match deed:
        case Wish():
            return deed.value
        case Choose(role=role, on=on):
            return f"{'on' if on else 'off'}-{role.value}"
        case Pick(member=member):
            return f"p{member + 1}"
        case Unpick(member=member):
            return f"u{member + 1}"
        case Propose():
            return "go"
        case CastVote(seat=seat, vote=vote):
            return f"v{seat + 1}{'+' if vote is Vote.APPROVE else '-'}"
        case PlayCard(seat=seat, card=card):
            return f"c{seat + 1}{'s' if card is Card.SUCCESS else 'f'}"
        case Aim(seat=seat, target=target):
            return f"a{seat + 1}-{0 if target is None else target + 1}"
        case Assassinate(seat=seat, target=target):
            return f"x{seat + 1}-{target + 1}"
        case ChooseQuest() | Examine() | ChooseCard() | GiveCard():
            raise NotImplementedError(type(deed).__name__)
        case UseCard() | PassCard() | AskAgain():
            raise NotImplementedError(type(deed).__name__)


LEADER = Seat(-1)
"""Stands for whoever presses: buttons in the group belong to the leader, whoever that is."""

_VOTES = {"+": Vote.APPROVE, "-": Vote.REJECT}
_CARDS = {"s": Card.SUCCESS, "f": Card.FAIL}
_ROLES = {role.value: role for role, character in CHARACTERS.items() if character.chosen}
_DATA = re.compile(r"(?P<table>[A-Za-z0-9_-]{11}):(?P<step>[0-9]{1,4}):(?P<wish>[a-z0-9+-]{1,20})")
_N = "(10|[1-9])"
_READERS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Deed]], ...] = (
    (re.compile(rf"p{_N}"), lambda m: Pick(LEADER, _seat(m[1]))),
    (re.compile(rf"u{_N}"), lambda m: Unpick(LEADER, _seat(m[1]))),
    (re.compile(r"go"), lambda _: Propose(LEADER)),
    (re.compile(rf"v{_N}([+-])"), lambda m: CastVote(_seat(m[1]), _VOTES[m[2]])),
    (re.compile(rf"c{_N}([sf])"), lambda m: PlayCard(_seat(m[1]), _CARDS[m[2]])),
    (re.compile(rf"a{_N}-0"), lambda m: Aim(_seat(m[1]), None)),
    (re.compile(rf"a{_N}-{_N}"), lambda m: Aim(_seat(m[1]), _seat(m[2]))),
    (re.compile(rf"x{_N}-{_N}"), lambda m: Assassinate(_seat(m[1]), _seat(m[2]))),
)


def _seat(number: str) -> Seat:
    return Seat(int(number) - 1)


def _deed(wish: str) -> Deed | None:
    if wish in set(Wish):
        return Wish(wish)
    on, _, name = wish.partition("-")
    if on in {"on", "off"} and name in _ROLES:
        return Choose(_ROLES[name], on == "on")
    for pattern, read in _READERS:
        if found := pattern.fullmatch(wish):
            return read(found)
    return None
