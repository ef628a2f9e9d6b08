"""What a button wants, and its callback data of at most 64 bytes.

`<table>:<step>:<wish>`: the table's id, the step the button was shown for, and an absolute wish
("put seat 3 on the team", never "toggle"). The step is 0 in the lobby. Callback data is public to
whoever alters their client, so it never depends on a secret; see `docs/callback-data.md`.

    lobby   join · leave · begin
            set+ settings · set+characters, set+options a page of them · set- put them away
            game-<game> · like-<preset> · on-<what> · off-<what> a character or an option
    team    q<quest> choose the quest · p<seat> pick · u<seat> unpick · go propose
    private v<seat>+ · v<seat>- vote · c<seat>s · c<seat>f quest card
            a<seat>-<target> aim · a<seat>-0 aim at nobody · x<seat>-<target> name Merlin
            e<seat>-<target> examine
    plot    k<seat>-<card> take in hand · g<seat>-<card>-<receiver> give
            y<seat> · y<seat>-<target> · y<seat>-<target>-<card> play the card asked for
            n<seat> pass · n<seat>+ pass for good · r<seat>-<card> be asked again
    sure    sure-<wish> show that choice to be confirmed · back show the question again
    table   file export · card · about the rules of one's own character · history · board
            again rematch · end+ · end- cancel the game or not · show call one's own message back
Seats count from 1, as players see them; a private wish names the seat it was asked of.
"""

import re
from collections.abc import Callable
from enum import Enum, StrEnum, auto

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
    Option,
    PassCard,
    Pick,
    PlayCard,
    Preset,
    Propose,
    Role,
    Seat,
    Unpick,
    UseCard,
    Vote,
    World,
)
from telegram_avalon.screens import plot_actions

MOST_BYTES = 64


class Wish(StrEnum):
    """Wishes of the table that take nothing more."""

    JOIN = "join"
    LEAVE = "leave"
    OPEN_SETTINGS = "set+"
    CLOSE_SETTINGS = "set-"
    CHARACTERS = "set+characters"
    OPTIONS = "set+options"
    BEGIN = "begin"
    MY_CARD = "card"
    MY_CHARACTER = "about"
    HISTORY = "history"
    REMATCH = "again"
    CANCEL_GAME = "end+"
    KEEP_GAME = "end-"
    SHOW = "show"
    BOARD = "board"
    BACK = "back"
    EXPORT = "file"


class Spot(Enum):
    """Where a table speaks, and so where its buttons are."""

    GROUP = auto()
    PRIVATE = auto()


_GROUP, _PRIVATE = frozenset({Spot.GROUP}), frozenset({Spot.PRIVATE})
_WISHED_AT = {
    Wish.JOIN: _GROUP,
    Wish.LEAVE: _GROUP,
    Wish.OPEN_SETTINGS: _GROUP,
    Wish.CLOSE_SETTINGS: _GROUP,
    Wish.CHARACTERS: _GROUP,
    Wish.OPTIONS: _GROUP,
    Wish.BEGIN: _GROUP,
    Wish.REMATCH: _GROUP,
    # The question whether to end the game comes in private where the group has had its replies.
    Wish.CANCEL_GAME: _GROUP | _PRIVATE,
    Wish.KEEP_GAME: _GROUP | _PRIVATE,
    Wish.MY_CARD: _GROUP | _PRIVATE,
    Wish.HISTORY: _GROUP | _PRIVATE,
    Wish.MY_CHARACTER: _GROUP | _PRIVATE,
    Wish.SHOW: _PRIVATE,
    # In the group it would take the place of the table's own message.
    Wish.BOARD: _PRIVATE,
    Wish.BACK: _PRIVATE,
    Wish.EXPORT: _PRIVATE,
}


class Choose(Struct, frozen=True):
    """Put a character in play, or take it out."""

    role: Role
    on: bool


class Sure(Struct, frozen=True):
    """Show a choice that can't be undone, to be confirmed by a second press."""

    use: UseCard | Examine | GiveCard


class SetOption(Struct, frozen=True):
    """Turn an option on or off."""

    option: Option
    on: bool


class ChooseGame(Struct, frozen=True):
    game: World


class Like(Struct, frozen=True):
    """Set everything as the preset has it for the people who are in then."""

    preset: Preset


Setting = Choose | SetOption | ChooseGame | Like
"""What the host sets in the lobby."""
Move = ChooseQuest | Pick | Unpick | Propose | CastVote | PlayCard | Aim | Assassinate | Examine
"""What a seat wants in the game, but for plot cards."""
Deed = Command | Wish | Setting | Sure


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


def spots(deed: Deed) -> frozenset[Spot]:
    """Where a button that wants *deed* is shown: from elsewhere it is not ours."""
    match deed:
        case Wish():
            return _WISHED_AT[deed]
        case Choose() | SetOption() | ChooseGame() | Like():
            return _GROUP
        case Sure():
            return _PRIVATE
        case command:
            return _GROUP if command.seat == LEADER else _PRIVATE


def _wish(deed: Deed) -> str:
    match deed:
        case Wish():
            return deed.value
        case Choose() | SetOption() | ChooseGame() | Like():
            return _CODES[deed]
        case ChooseCard() | GiveCard() | UseCard() | PassCard() | AskAgain():
            return plot_actions.wish(deed)
        case Sure(use=use):
            return f"{_SURE}{_wish(use)}"
        case move:
            return _move(move)


def _move(move: Move) -> str:
    match move:
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
        case ChooseQuest(quest=quest):
            return f"q{quest}"
        case Examine(seat=seat, target=target):
            return f"e{seat + 1}-{target + 1}"


LEADER = Seat(-1)
"""Stands for whoever presses: buttons in the group belong to the leader, whoever that is."""

_VOTES = {"+": Vote.APPROVE, "-": Vote.REJECT}
_CARDS = {"s": Card.SUCCESS, "f": Card.FAIL}


def _code(name: StrEnum) -> str:
    return name.value.replace("_", "-")


_CHOSEN = [role for role, character in CHARACTERS.items() if character.chosen]
_ON = {"on": True, "off": False}
_SETTINGS: dict[str, Setting] = {
    **{f"{how}-{_code(role)}": Choose(role, on) for role in _CHOSEN for how, on in _ON.items()},
    **{f"{how}-{_code(each)}": SetOption(each, on) for each in Option for how, on in _ON.items()},
    **{f"game-{_code(game)}": ChooseGame(game) for game in World},
    **{f"like-{_code(preset)}": Like(preset) for preset in Preset},
}
_CODES = {setting: code for code, setting in _SETTINGS.items()}
_DATA = re.compile(r"(?P<table>[A-Za-z0-9_-]{11}):(?P<step>[0-9]{1,4}):(?P<wish>[a-z0-9+-]{1,20})")
_N = "(10|[1-9])"
_SURE = "sure-"
_READERS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Deed]], ...] = (
    (re.compile(rf"p{_N}"), lambda m: Pick(LEADER, _seat(m[1]))),
    (re.compile(rf"u{_N}"), lambda m: Unpick(LEADER, _seat(m[1]))),
    (re.compile(r"q([1-5])"), lambda m: ChooseQuest(LEADER, int(m[1]))),
    (re.compile(r"go"), lambda _: Propose(LEADER)),
    (re.compile(rf"v{_N}([+-])"), lambda m: CastVote(_seat(m[1]), _VOTES[m[2]])),
    (re.compile(rf"c{_N}([sf])"), lambda m: PlayCard(_seat(m[1]), _CARDS[m[2]])),
    (re.compile(rf"a{_N}-0"), lambda m: Aim(_seat(m[1]), None)),
    (re.compile(rf"a{_N}-{_N}"), lambda m: Aim(_seat(m[1]), _seat(m[2]))),
    (re.compile(rf"x{_N}-{_N}"), lambda m: Assassinate(_seat(m[1]), _seat(m[2]))),
    (re.compile(rf"e{_N}-{_N}"), lambda m: Examine(_seat(m[1]), _seat(m[2]))),
    *plot_actions.READERS,
)


def _seat(number: str) -> Seat:
    return Seat(int(number) - 1)


def _deed(wish: str) -> Deed | None:
    if wish in set(Wish):
        return Wish(wish)
    if wish.startswith(_SURE):
        use = _deed(wish.removeprefix(_SURE))
        return Sure(use) if isinstance(use, UseCard | Examine | GiveCard) else None
    if wish in _SETTINGS:
        return _SETTINGS[wish]
    for pattern, read in _READERS:
        if found := pattern.fullmatch(wish):
            return read(found)
    return None
