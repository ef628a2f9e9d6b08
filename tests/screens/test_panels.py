"""What the screens promise beyond their words: when they ring, what they count, what they say."""

from itertools import pairwise

import pytest
from msgspec.structs import replace

from telegram_avalon.rules import CHARACTERS, Ending, Over, Problem, Reason, Role, Side
from telegram_avalon.screens import LOBBY, Haste, Link, Press, Screen, board, over, question, toasts
from telegram_avalon.screens.actions import Wish
from telegram_avalon.screens.characters import BALANCE, SAID
from telegram_avalon.screens.rulesets import PROBLEMS
from telegram_avalon.table import Table, cancel, deafen, scene, set_editing
from tests.screens.golden import BORING, FILES, FIVE, REJECTED, SEVEN, THREE_SUCCESSES
from tests.screens.scenes import (
    ENGLISH,
    NAMES,
    dealt,
    game_of,
    in_group,
    in_private,
    lobby,
    moved,
    people,
    seen,
    user,
    with_game,
)

STEERED_BY = [
    "Join",
    "Leave",
    "Settings",
    "Begin",
    "Propose",
    "Approve",
    "Reject",
    "Success",
    "Fail",
    "Confirm",
    "Back",
    "My card",
    "Rematch",
    "History",
]


def test_english_buttons_say_what_other_programs_steer_by() -> None:
    said = {
        button.label.partition(" ")[2]
        for part in FILES.values()
        for _, shown in part(ENGLISH)
        if isinstance(shown, Screen)
        for row in shown.buttons
        for button in row
    }

    assert [words for words in STEERED_BY if words not in said] == []


# --- whether it rings -----------------------------------------------------------------------------


def asked(table: Table, number: int | None) -> int:
    return question(scene(table, None if number is None else user(number)))


COURSE = [
    "team 1 2",
    "votes -----",
    "team 1 4",
    "votes +++++",
    "cards s.",
    "cards .f",
    "team 1 2 3",
    "votes +++++",
    "cards sss",
    "team 1 2",
    "votes +++++",
    "cards ss",
    "team 1 2 3",
    "votes +++++",
    "cards sss",
    "aim 2",
    "name 2",
]
"""A game of five whose Assassin sits on seat 4."""


def rings(number: int | None) -> list[str]:
    """Which moves of the course ring in this chat."""
    table = dealt(FIVE)
    tables = [table := moved(table, move) for move in COURSE]
    found = zip(COURSE, pairwise([dealt(FIVE), *tables]), strict=True)
    return [move for move, (old, new) in found if asked(new, number) > asked(old, number)]


def test_the_group_rings_where_something_is_told_or_somebody_else_is_to_move() -> None:
    quiet = ["team 1 2", "team 1 4", "team 1 2 3", "team 1 2", "team 1 2 3", "cards s.", "aim 2"]

    assert rings(None) == [move for move in COURSE if move not in quiet]


def test_a_private_chat_rings_for_votes_and_quests_that_its_player_is_on() -> None:
    ballots = [move for move in COURSE if move.startswith("team")]

    assert rings(5) == ballots
    assert rings(1) == [move for move in COURSE if move.startswith("team") or move == "votes +++++"]


def test_the_assassin_is_asked_in_private_without_a_sound() -> None:
    table = moved(dealt(FIVE), THREE_SUCCESSES)

    assert asked(table, 4) == len(scene(table, None).story) - 1
    assert in_private(table, 4).silent
    assert in_private(moved(table, "aim 2"), 4).silent
    assert asked(moved(table, "aim 2"), 4) == asked(table, 4)
    assert [asked(table, number) for number in (1, 2, 3, 5)] == [0] * 4
    assert not in_group(table).silent


def test_no_question_is_open_any_more_once_the_game_is_cancelled() -> None:
    table = moved(dealt(FIVE), "team 1 2")

    assert asked(cancel(table), 1) == 0
    assert asked(cancel(table), None) > asked(table, None)
    assert in_private(cancel(table), 1, since=1).buttons == ()


def test_a_lobby_asks_one_question_for_good() -> None:
    assert question(scene(lobby(), None)) == LOBBY
    assert question(scene(lobby(NAMES), None)) == LOBBY
    assert asked(dealt(FIVE), None) > LOBBY
    assert asked(dealt(FIVE), 1) > LOBBY


def test_all_that_is_private_is_protected_from_forwarding() -> None:
    table = dealt(FIVE)
    for move in COURSE:
        table = moved(table, move)
        for number in range(1, 6):
            assert in_private(table, number).protected
            assert in_private(table, number, recap=True).protected


# --- what it never tells --------------------------------------------------------------------------


def test_the_group_sees_how_many_have_voted_never_how() -> None:
    table = moved(dealt(SEVEN), "team 1 3")

    assert in_group(moved(table, "votes ++++...")) == in_group(moved(table, "votes ----..."))
    assert in_private(moved(table, "votes +++...."), 7) == in_private(table, 7)


def test_the_group_sees_no_count_of_quest_cards() -> None:
    table = moved(dealt(FIVE), "team 1 4; votes +++++")

    for cards in ("cards s.", "cards .s", "cards .f"):
        assert in_group(moved(table, cards)) == in_group(table)


def test_a_card_that_is_down_can_be_read_only_under_the_spoiler() -> None:
    table = moved(dealt(FIVE), "team 1 4; votes +++++")
    success, fail = (in_private(moved(table, f"cards .{card}"), 4) for card in "sf")

    assert success.text.split("<tg-spoiler>")[0] == fail.text.split("<tg-spoiler>")[0]
    assert success.text.endswith("</tg-spoiler>")
    assert "✅ Success</tg-spoiler>" in success.text
    assert "❌ Fail</tg-spoiler>" in fail.text
    assert success.buttons == fail.buttons == ()


def test_good_and_evil_are_asked_for_a_card_in_the_same_words_and_buttons() -> None:
    good = in_private(moved(dealt(FIVE), "team 1 4; votes +++++"), 1)
    evil = in_private(moved(dealt(FIVE), "team 1 4; votes +++++"), 4)

    assert good.text == evil.text
    assert labels(good) == labels(evil)


def labels(screen: Screen) -> list[list[str]]:
    return [[button.label for button in row] for row in screen.buttons]


# --- what it says ---------------------------------------------------------------------------------


def test_there_are_words_for_everything() -> None:
    assert set(toasts.REFUSALS) == set(Reason)
    assert set(PROBLEMS) == set(Problem)
    assert set(over.ENDINGS) == set(Ending)
    assert set(SAID) == set(Role)
    assert list(BALANCE) == [role for role, row in CHARACTERS.items() if row.chosen]


@pytest.mark.parametrize("reason", Reason)
def test_every_refusal_says_something_short_in_the_lobby_and_in_the_game(reason: Reason) -> None:
    tables = [lobby(NAMES[:3], "merlin mordred morgana oberon"), dealt(SEVEN)]
    for table in tables:
        if table.game and reason in {Reason.TOO_FEW_PLAYERS, Reason.CHARACTERS_DONT_FIT}:
            continue
        for deed in (None, *Wish):
            said = toasts.refused(reason, scene(table, user(1)), deed, ENGLISH)
            assert 5 < len(said) <= 90
            assert said.endswith((".", "Begin"))


def test_begin_says_how_many_are_missing_and_propose_how_many_to_choose() -> None:
    few = scene(lobby(NAMES[:3]), user(1))
    team = scene(moved(dealt(SEVEN), "pick 1"), user(1))

    assert "2 more" in toasts.refused(Reason.TOO_FEW_PLAYERS, few, Wish.BEGIN, ENGLISH)
    assert "1 more" in toasts.refused(Reason.TEAM_NOT_FULL, team, None, ENGLISH)


@pytest.mark.parametrize("ending", Ending)
def test_every_ending_names_winner_reason_and_everybodys_character(ending: Ending) -> None:
    table = dealt(FIVE)
    won = Side.GOOD if ending in {Ending.THREE_SUCCESSES, Ending.MERLIN_MISSED} else Side.EVIL
    ended = with_game(table, replace(game_of(table), phase=Over(won, ending)))

    lines = in_group(ended).text.splitlines()

    assert over.ENDINGS[ending] in lines
    assert sum("Good wins!" in line for line in lines) == (won is Side.GOOD)
    assert sum("Evil wins!" in line for line in lines) == (won is Side.EVIL)
    for number, role in enumerate(FIVE.split(), start=1):
        (row,) = [line for line in lines if line[2:].startswith(f"{number}\u00a0")]
        assert row.endswith(f"— {SAID[Role(role)].name}")
        assert row.startswith("😈" if role in {"assassin", "morgana"} else "😇")


def test_the_board_marks_a_quest_only_while_it_can_still_be_played() -> None:
    won = moved(dealt(FIVE), THREE_SUCCESSES)
    ended = [
        won,
        moved(won, "name 1"),
        moved(dealt(BORING), THREE_SUCCESSES),
        moved(dealt(BORING), "; ".join([REJECTED] * 5)),
        cancel(dealt(BORING)),
    ]

    assert ENGLISH.onward in board.line(seen(dealt(FIVE))[1], ENGLISH)
    for table in ended:
        assert ENGLISH.onward not in board.line(seen(table)[1], ENGLISH)
        assert ENGLISH.onward not in board.whole(seen(table)[0], ENGLISH)


def test_on_the_whole_board_the_seats_stand_apart() -> None:
    quests, seats = board.whole(seen(dealt(SEVEN))[0], ENGLISH).split("\n\n")

    assert len(seats.splitlines()) == 7
    assert "leader" in seats.splitlines()[0]
    assert "only with two Fails" in quests.splitlines()[-1]


def test_in_the_assassination_the_group_reads_the_same_whoever_cannot_be_written_to() -> None:
    """Only one is asked there: a name, or any word at all, would tell who."""
    table = moved(dealt(FIVE), THREE_SUCCESSES)
    screens = {in_group(table), *(in_group(deafen(table, user(seat))) for seat in range(1, 6))}

    assert len(screens) == 1
    (screen,) = screens
    assert "open our private chat and press Start" in screen.text
    assert "/cancel" in screen.text
    assert any(isinstance(button, Link) for row in screen.buttons for button in row)
    assert deafen(table, user(1)).notices == ()


def test_whoever_cannot_be_written_to_is_called_and_finds_one_way_there() -> None:
    for moves in ("pick 1", "team 1 2", "team 1 2; votes +++++"):
        screen = in_group(deafen(moved(dealt(FIVE), moves), user(2)))

        assert "I can't write to" in screen.text
        assert f"tg://user?id={user(2)}" in screen.text
        ways = [button for row in screen.buttons for button in row if isinstance(button, Link)]
        assert len(ways) == 1


def test_who_cannot_be_written_to_is_told_though_the_settings_are_open() -> None:
    """Begin stands there, too, and finds it out."""
    table = replace(lobby(NAMES[:4]), unreachable=people(NAMES[:5])[4:])

    shown, edited = in_group(table), in_group(set_editing(table, True))

    assert "I can't write to" in shown.text
    assert "I can't write to" in edited.text


def test_a_rematch_mentions_those_who_are_not_in_yet() -> None:
    table = replace(lobby(NAMES[:2]), invited=people(NAMES[:4]))

    text = in_group(table).text

    assert [number for number in range(1, 5) if f"id={user(number)}" in text] == [3, 4]
    assert "Once again" not in in_group(replace(table, people=people(NAMES[:4]))).text


def test_two_readings_of_a_message_differ_in_digest_only_by_what_shows() -> None:
    screen = in_group(moved(dealt(FIVE), "team 1 2"))

    assert replace(screen, silent=True, haste=Haste.NOW, protected=True).digest == screen.digest
    assert replace(screen, text=screen.text + "!").digest != screen.digest
    assert replace(screen, buttons=()).digest != screen.digest


def test_a_message_asks_while_it_has_buttons_that_will_not_always_apply() -> None:
    assert in_group(dealt(FIVE)).asks
    assert in_private(moved(dealt(FIVE), "team 1 2"), 1).asks
    assert not in_group(moved(dealt(FIVE), THREE_SUCCESSES)).asks
    assert not in_private(dealt(FIVE), 1).asks


def test_a_card_leads_to_its_characters_rules_without_naming_it() -> None:
    voting = moved(dealt(FIVE), "team 1 2")
    for screen in (
        in_private(dealt(FIVE), 1),
        in_private(voting, 1),
        in_private(dealt(FIVE), 1, since=1, recap=True),
    ):
        (about,) = [b for row in screen.buttons for b in row if b.label == "📖 About my character"]
        assert isinstance(about, Press)
        assert about.action.deed is Wish.MY_CHARACTER
    assert in_private(dealt(FIVE), 1).buttons == in_private(dealt(FIVE), 4).buttons
