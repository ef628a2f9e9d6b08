"""Where a button counts: each is shown there and nowhere else, and from elsewhere does nothing."""

from collections.abc import Iterator

import pytest

from telegram_avalon.rules import Command, Seat
from telegram_avalon.screens import Browse, Link, Press, Screen
from telegram_avalon.screens.actions import LEADER, Action, Deed, Setting, Spot, Wish, spots
from telegram_avalon.screens.panels import GroupLanguages, MyLanguage, RulesPanel, decode, encode
from telegram_avalon.screens.rulebook.topics import Topic
from telegram_avalon.screens.screen import for_private
from tests.random_games import commands_of
from tests.screens.golden import FILES
from tests.screens.scenes import ENGLISH, TABLE
from tests.screens.test_actions import DEEDS

GROUP, PRIVATE = frozenset({Spot.GROUP}), frozenset({Spot.PRIVATE})


def screens() -> Iterator[tuple[str, Screen]]:
    for name, parts in FILES.items():
        for title, shown in parts(ENGLISH):
            if isinstance(shown, Screen):
                yield f"{name}: {title}", shown


@pytest.mark.parametrize("wish", Wish)
def test_every_wish_of_the_table_has_its_place(wish: Wish) -> None:
    assert spots(wish)


@pytest.mark.parametrize("deed", DEEDS, ids=str)
def test_every_button_has_its_place(deed: Deed) -> None:
    """What a seat is asked counts in private, what the leader and the host do in the group."""
    where = spots(deed)

    assert where <= GROUP | PRIVATE
    if isinstance(deed, Setting):
        assert where == GROUP
    elif isinstance(deed, Command):
        assert where == (GROUP if deed.seat == LEADER else PRIVATE)


def test_whatever_a_seat_may_be_asked_counts_in_its_private_chat() -> None:
    asked = commands_of(Seat(2), 7)

    assert {spots(command) for command in asked if command.seat == Seat(2)} == {PRIVATE}


def test_the_buttons_of_one_message_count_in_one_place() -> None:
    """What is sent in private is protected."""
    seen: set[object] = set()
    for said, screen in screens():
        deeds = [b.action.deed for row in screen.buttons for b in row if isinstance(b, Press)]
        where = GROUP | PRIVATE
        for deed in deeds:
            where &= spots(deed)
            seen.add(deed if isinstance(deed, Wish) else type(deed))
        assert where, said
        assert Spot.PRIVATE in where or not screen.protected, said
    assert len(seen) > 30


def test_a_screen_of_the_group_keeps_in_private_what_works_there() -> None:
    def press(wish: Wish) -> Press:
        return Press(wish.value, Action(TABLE, 0, wish))

    dead, alive = press(Wish.JOIN), press(Wish.CANCEL_GAME)
    link, own = Link("there", "https://t.me/x"), Browse("own", MyLanguage("fa"))
    of_group = Browse("group", GroupLanguages(("fa",)))
    rows = (dead, alive), (dead,), (link, own), (of_group,)
    screen = Screen(ENGLISH.html("The game is over."), rows)

    kept = for_private(screen, -1001234567890).buttons

    here = Browse("group", GroupLanguages(("fa",), -1001234567890))
    assert kept == ((alive,), (link, own), (here,))


@pytest.mark.parametrize(
    "panel",
    [
        RulesPanel(Topic.CONTENTS),
        MyLanguage("pt_BR"),
        GroupLanguages(),
        GroupLanguages(("fa", "en")),
        GroupLanguages((), -4000001),
        GroupLanguages(("zha_Hant", "zhb_Hant"), -1_009_999_999_999),
    ],
)
def test_a_panels_data_is_read_as_it_was_written(panel: RulesPanel | MyLanguage) -> None:
    data = encode(panel)

    assert len(data.encode()) <= 64
    assert decode(data) == panel


@pytest.mark.parametrize("data", ["~group:fa@", "~group:fa@x", "~group:fa@12", "~group:@-1@-2"])
def test_a_group_that_is_none_is_no_panel(data: str) -> None:
    assert decode(data) is None
