"""Callback data: every deed survives the way out and back, and nothing else is understood."""

import string
from random import Random

import pytest

from telegram_avalon.rules import (
    CHARACTERS,
    Aim,
    AskAgain,
    Assassinate,
    Card,
    CastVote,
    ChooseCard,
    ChooseQuest,
    Examine,
    GiveCard,
    Option,
    PassCard,
    Pick,
    PlayCard,
    PlotCard,
    Preset,
    Propose,
    Role,
    Seat,
    Unpick,
    UseCard,
    Vote,
    World,
)
from telegram_avalon.screens.actions import (
    LEADER,
    MOST_BYTES,
    Action,
    Choose,
    ChooseGame,
    Deed,
    Like,
    SetOption,
    Sure,
    Wish,
    decode,
    encode,
)
from tests.screens.scenes import TABLE

SEATS = [Seat(seat) for seat in range(10)]
CHOSEN = [role for role, character in CHARACTERS.items() if character.chosen]

USES = [
    *map(UseCard, SEATS),
    *(UseCard(seat, target) for seat in SEATS for target in SEATS),
    *(UseCard(seat, SEATS[9], card) for seat in SEATS for card in PlotCard),
]
DEEDS: list[Deed] = [
    *Wish,
    *(Choose(role, on) for role in CHOSEN for on in (True, False)),
    *(SetOption(option, on) for option in Option for on in (True, False)),
    *(ChooseGame(game) for game in World),
    *(Like(preset) for preset in Preset),
    *(Pick(LEADER, seat) for seat in SEATS),
    *(Unpick(LEADER, seat) for seat in SEATS),
    Propose(LEADER),
    *(CastVote(seat, vote) for seat in SEATS for vote in Vote),
    *(PlayCard(seat, card) for seat in SEATS for card in Card),
    *(Aim(seat, target) for seat in SEATS for target in (None, *SEATS)),
    *(Assassinate(seat, target) for seat in SEATS for target in SEATS),
    *(ChooseCard(seat, card) for seat in SEATS for card in PlotCard),
    *(GiveCard(seat, card, other) for seat in SEATS for card in PlotCard for other in SEATS[::4]),
    *USES,
    *map(Sure, USES),
    *(PassCard(seat, lasting) for seat in SEATS for lasting in (True, False)),
    *(AskAgain(seat, card) for seat in SEATS for card in PlotCard),
    *(ChooseQuest(LEADER, quest) for quest in range(1, 6)),
    *(Examine(seat, target) for seat in SEATS for target in SEATS),
    *(Sure(GiveCard(seat, PlotCard.OPEN_UP, other)) for seat in SEATS for other in SEATS),
    *(Sure(Examine(seat, target)) for seat in SEATS for target in SEATS),
]
ACTIONS = [
    Action(table, step, deed)
    for table in (TABLE, "-----------", "___________")
    for step in (0, 7, 9999)
    for deed in DEEDS
]


def test_every_deed_comes_back_as_it_was() -> None:
    for action in ACTIONS:
        assert action == decode(encode(action))


def test_every_deed_has_callback_data_of_its_own_that_telegram_takes() -> None:
    data = [encode(action) for action in ACTIONS]

    assert len(set(data)) == len(ACTIONS)
    assert all(1 <= len(each.encode()) <= MOST_BYTES for each in data)


@pytest.mark.parametrize(
    "data",
    [
        "",
        ":",
        "::",
        f"{TABLE}",
        f"{TABLE}:1",
        f"{TABLE}:1:",
        f"{TABLE}::join",
        f"{TABLE}:1:join:",
        f"{TABLE}:1:join\n",
        f" {TABLE}:1:join",
        f"{TABLE}x:1:join",
        f"{TABLE[1:]}:1:join",
        f"{TABLE[1:]}é:1:join",
        f"{TABLE}:-1:join",
        f"{TABLE}:1.5:join",
        f"{TABLE}:99999:join",
        f"{TABLE}:١:join",
        f"{TABLE}:1:JOIN",
        f"{TABLE}:1:toggle",
        f"{TABLE}:1:p",
        f"{TABLE}:1:p-1",
        f"{TABLE}:1:p１",
        f"{TABLE}:1:pp1",
        f"{TABLE}:1:v1",
        f"{TABLE}:1:v+",
        f"{TABLE}:1:v1±",
        f"{TABLE}:1:c1",
        f"{TABLE}:1:c1x",
        f"{TABLE}:1:a1",
        f"{TABLE}:1:a-1",
        f"{TABLE}:1:x1",
        f"{TABLE}:1:x1-",
        f"{TABLE}:1:on-",
        f"{TABLE}:1:on-nobody",
        f"{TABLE}:1:off",
        f"{TABLE}:1:on_merlin",
        f"{TABLE}:1:k1",
        f"{TABLE}:1:k1-xx",
        f"{TABLE}:1:g1-nc",
        f"{TABLE}:1:y1-nc",
        f"{TABLE}:1:n1-",
        f"{TABLE}:1:sure-",
        f"{TABLE}:1:sure-go",
        f"{TABLE}:1:sure-sure-y1",
        f"{TABLE}:1:on-plot_cards",
        f"{TABLE}:1:game-chess",
        f"{TABLE}:1:game",
        f"{TABLE}:1:like-",
        f"{TABLE}:1:like-first_game",
        f"{TABLE}:1:set+dragons",
        f"{TABLE}:1:{'9' * 20}",
        "\ud800" * 11 + ":1:join",
        "x" * 100_000,
    ],
)
def test_what_is_not_ours_means_nothing(data: str) -> None:
    assert decode(data) is None


@pytest.mark.parametrize(
    "wish",
    [
        "v0+",
        "c0s",
        "a0-0",
        "a0-1",
        "x0-1",
        "x1-0",
        "p0",
        "u0",
        "k0-nc",
        "g1-nc-0",
        "y0",
        "y1-0",
        "n0",
        "r0-nc",
    ],
)
def test_there_is_no_seat_0(wish: str) -> None:
    """Seats count from 1; a 0 would be read as "whoever presses"."""
    assert decode(f"{TABLE}:1:{wish}") is None


@pytest.mark.parametrize("role", [role for role in Role if role not in CHOSEN])
def test_nobody_can_choose_a_character_that_comes_by_itself(role: Role) -> None:
    """Else a table could be made to deal two Assassins."""
    assert decode(f"{TABLE}:0:on-{role.value}") is None
    assert decode(f"{TABLE}:0:off-{role.value}") is None


def test_noise_is_never_an_error_and_what_is_understood_is_well_formed() -> None:
    random = Random(7)
    letters = string.ascii_letters + string.digits + ":-+_ \n\0é😀"
    understood = 0
    for _ in range(20_000):
        data = noise(random, letters)

        action = decode(data)

        if action is not None:
            understood += 1
            assert action == decode(encode(action))
            assert len(encode(action).encode()) <= MOST_BYTES
    assert 100 < understood < 20_000


def noise(random: Random, letters: str) -> str:
    """Letters at random, or our own callback data with some of it changed."""
    if random.random() < 0.3:
        return "".join(random.choices(letters, k=random.randrange(80)))
    data = list(encode(random.choice(ACTIONS)))
    for _ in range(random.randrange(1, 4)):
        place = random.randrange(len(data) + 1)
        data[place : place + random.randrange(2)] = random.choices(letters, k=random.randrange(3))
    return "".join(data)
