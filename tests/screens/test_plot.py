"""Plot cards: buttons that agree with the rules, what rings, what is seen and by whom."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import islice
from random import Random

from telegram_avalon.rules import (
    PLOT_CARDS,
    AskAgain,
    ChooseCard,
    Command,
    Game,
    GiveCard,
    Giving,
    Option,
    PassCard,
    PlotAsked,
    PlotCard,
    PlotUsed,
    Role,
    Ruleset,
    Seat,
    Setup,
    SideSeen,
    UseCard,
    apply,
    deal_characters,
    legal,
    view,
)
from telegram_avalon.rules.plot import Shows
from telegram_avalon.screens import Press, Screen, board, message, nudge, question, toasts
from telegram_avalon.screens.actions import Deed, Sure, Wish, decode, encode
from telegram_avalon.screens.plot_actions import CODES
from telegram_avalon.screens.plot_words import ASKED, SAID
from telegram_avalon.table import Table, deafen, scene
from tests.random_games import play, states
from tests.rules import rulebook
from tests.screens.plots import FIFTH, FIVE, SEVEN, TEN, confirming
from tests.screens.reading import written
from tests.screens.scenes import (
    ENGLISH,
    LINKS,
    drawing,
    game_of,
    in_group,
    in_private,
    moved,
    seated,
    seen,
    user,
    with_game,
)
from tests.twins import Course, Viewer, random_course, twins, unfinished

PLOT_COMMANDS = ChooseCard | GiveCard | UseCard | PassCard | AskAgain


def plot_setups(count: int, random: Random) -> Iterator[Setup]:
    """*count* deals of Avalon with plot cards, in turn for all numbers of players."""
    options = frozenset({Option.PLOT_CARDS})
    for number in range(count):
        players = rulebook.PLAYERS[number % len(rulebook.PLAYERS)]
        chosen = frozenset(map(Role, random.choice(rulebook.playable_sets(players))))
        yield deal_characters(Ruleset(chosen, options=options), players, random)


def deeds(screen: Screen) -> list[Deed]:
    """What its buttons want, read back from their callback data."""
    found = []
    for button in (button for row in screen.buttons for button in row):
        if isinstance(button, Press):
            action = decode(encode(button.action))
            assert action == button.action
            found.append(action.deed)
    return found


def test_there_are_words_and_codes_for_every_card() -> None:
    asked = {card for card in PlotCard if card not in {PlotCard.OPINION_MAKER, PlotCard.OPEN_UP}}

    assert set(SAID) == set(CODES) == set(PlotCard)
    assert set(ASKED) == asked


# --- buttons and rules ----------------------------------------------------------------------------


def test_whoever_is_asked_has_a_button_for_all_they_may_do_and_nobody_else_has_one() -> None:
    random = Random(51)
    kinds: Counter[str] = Counter()
    for setup in plot_setups(12, random):
        empty = seated(setup)
        for game in asking(setup, random):
            table = with_game(empty, game)
            for seat in {answering(game), Seat(random.randrange(game.players))}:
                offered = offers(table, seat) - in_hand(game)
                assert offered == {move for move in legal(game, seat) if at_hand(move, game)}
                kinds.update(type(move).__name__ for move in offered)
            assert set(deeds(in_group(table))) == {Wish.MY_CARD}
    assert min(kinds[kind] for kind in ("ChooseCard", "GiveCard", "UseCard", "PassCard")) > 20


def in_hand(game: Game) -> set[Command]:
    """The button of the card in the leader's hand, which stays and changes nothing."""
    chosen = game.phase.chosen if isinstance(game.phase, Giving) else None
    return set() if chosen is None else {ChooseCard(answering(game), chosen)}


def asking(setup: Setup, random: Random) -> Iterator[Game]:
    """The moments of a random game at which plot cards are given or asked for."""
    games = states(setup, random)
    return (game for game in games if isinstance(game.phase, Giving | PlotAsked))


def answering(game: Game) -> Seat:
    return game.phase.seat if isinstance(game.phase, PlotAsked) else view(game, None).leader


def offers(table: Table, seat: Seat) -> set[Command]:
    """What the buttons of a question want, those behind a second press with them."""
    found: set[Command] = set()
    for deed in deeds(in_private(table, seat + 1)):
        if isinstance(deed, Sure) and isinstance(deed.use, UseCard | GiveCard):
            sure = deeds(confirming(table, seat + 1, deed.use, ENGLISH))
            assert [each for each in sure if isinstance(each, Command)] == [deed.use]
            assert Wish.BACK in sure
            found.add(deed.use)
        elif isinstance(deed, PLOT_COMMANDS) and not isinstance(deed, AskAgain):
            assert not isinstance(deed, UseCard)
            assert not (isinstance(deed, GiveCard) and deed.card is PlotCard.OPEN_UP)
            found.add(deed)
    return found


def at_hand(move: Command, game: Game) -> bool:
    """Whether it is one press away; a lasting pass is taken back from the card called back."""
    if isinstance(move, GiveCard):
        return isinstance(game.phase, Giving) and move.card is game.phase.chosen
    return not isinstance(move, AskAgain)


def test_a_lasting_pass_is_taken_back_under_ones_own_card_whatever_is_on() -> None:
    table = drawing(FIVE, "no_confidence opinion_maker")
    passed = moved(table, "give no_confidence 3; team 1 4; votes +++++; pass always")
    again = AskAgain(Seat(2), PlotCard.NO_CONFIDENCE)

    assert again in deeds(in_private(passed, 3, since=4))
    for later in (passed, moved(passed, "cards s."), moved(passed, "cards ss")):
        assert again in deeds(in_private(later, 3, since=99, recap=True))
        assert again not in deeds(in_private(later, 2, since=99, recap=True))
    asked = with_game(passed, apply(game_of(passed), again))
    assert again not in deeds(in_private(asked, 3, since=99, recap=True))


def test_the_way_back_from_a_lasting_pass_does_not_keep_a_message_alive() -> None:
    """Such a message would be edited with every step of the game."""
    table = drawing(FIVE, "no_confidence opinion_maker")
    passed = moved(table, "give no_confidence 3; team 1 4; votes +++++; pass always")

    assert not in_private(passed, 3, since=4).asks


def test_what_is_done_with_a_card_is_answered_in_words() -> None:
    random = Random(52)
    avoided = {"not", "only", "already", "wait", "must", "more", "select", "choose"}
    kinds = set()
    for setup in plot_setups(6, random):
        empty = seated(setup)
        for game, command in play(setup, random):
            if isinstance(command, PLOT_COMMANDS):
                after = scene(with_game(empty, apply(game, command)), user(command.seat + 1))
                kinds.add(type(command))
                said = toasts.done(command, after, ENGLISH)
                assert said
                assert avoided.isdisjoint(said.lower().replace(".", "").split())
    assert {ChooseCard, GiveCard, UseCard, PassCard} <= kinds


# --- whether it rings -----------------------------------------------------------------------------


def rings(table: Table, moves: list[str], number: int | None) -> list[str]:
    """Which of the moves ring in this chat."""
    found = []
    for move in moves:
        after = moved(table, move)
        viewer = None if number is None else user(number)
        before, now = (question(scene(each, viewer)) for each in (table, after))
        assert number is not None or now >= before
        if now > before:
            found.append(move)
        table = after
    return found


ROUND = [
    "give overheard 4",
    "use 5",
    "hold spotlight",
    "give spotlight 3",
    "give close_eye 5",
    "team 1 5 7",
    "votes ++++++++++",
    "use 5",
    "cards s..",
    "cards .ss",
    "use 1",
]


def test_a_round_with_cards_rings_no_more_than_one_without() -> None:
    table = drawing(TEN, "overheard spotlight close_eye no_confidence open_up strong_leader")

    assert rings(table, ROUND, None) == ["votes ++++++++++", "use 1"]


def test_a_leader_who_had_to_wait_for_another_is_called() -> None:
    table = drawing(SEVEN, "spotlight overheard")

    assert rings(table, ["give spotlight 3", "give overheard 4", "use 5"], None) == ["use 5"]


def test_a_strong_leader_and_no_confidence_call_everybody_to_a_new_turn() -> None:
    table = drawing(FIVE, "strong_leader no_confidence opinion_maker no_confidence")
    moves = ["give strong_leader 4", "team 1 2", "votes +++++", "cards ss", "use"]
    then = ["give no_confidence 2", "team 1 2 3", "votes +++++", "use"]

    assert rings(table, moves, None) == ["votes +++++", "cards ss", "use"]
    assert rings(moved(table, "; ".join(moves)), then, None) == ["votes +++++", "use"]


def test_whoever_is_shown_a_side_is_called() -> None:
    table = drawing(SEVEN, "open_up establish_confidence")
    moves = ["give open_up 3", "give establish_confidence 5", "use 2"]

    assert rings(table, moves, 3) == ["give open_up 3"]
    assert rings(table, moves, 2) == ["use 2"]
    assert rings(table, moves, 5) == ["give establish_confidence 5"]
    assert rings(table, moves, 6) == []


def test_giving_on_makes_no_sound_but_giving_after_another_had_to_answer_does() -> None:
    table = drawing(TEN, "overheard spotlight close_eye")
    one, two = moved(table, "give spotlight 3"), moved(table, "give overheard 4; use 5")

    assert [in_private(each, 1).silent for each in (table, one, two)] == [False, True, False]


# --- what is said ---------------------------------------------------------------------------------


def test_the_group_reads_by_name_whom_the_table_waits_for() -> None:
    random = Random(53)
    asked = 0
    for setup in plot_setups(6, random):
        for game in asking(setup, random):
            asked += 1
            table = with_game(seated(setup), game)
            for text in (in_group(table).text, nudge.text(*seen(table), ENGLISH)):
                assert f'tg://user?id={user(answering(game) + 1)}"' in text
    assert asked > 20


def test_no_confidence_says_what_a_fifth_rejection_costs() -> None:
    warning = "the game goes to evil"
    table = moved(drawing(FIVE, "no_confidence"), "give no_confidence 3")
    first = moved(table, "team 1 4; votes +++++")
    fifth = moved(table, f"{FIFTH}; team 1 4; votes +++++")
    use = UseCard(Seat(2))

    assert warning not in in_private(first, 3).text
    assert warning in in_private(fifth, 3).text
    assert warning in confirming(fifth, 3, use, ENGLISH).text


def test_group_texts_before_the_end_keep_from_words_that_others_read_as_the_end_or_the_team() -> (
    None
):
    random = Random(54)
    for setup in plot_setups(6, random):
        for game in asking(setup, random):
            text = in_group(with_game(seated(setup), game)).text.lower()
            words = set(text.replace(":", " ").replace(".", " ").split())
            assert words.isdisjoint({"win", "wins", "won", "victory", "need", "choose", "pick"})
            assert "game over" not in text


def test_a_side_is_read_under_the_spoiler_alone_and_stays_on_ones_own_card() -> None:
    table = moved(drawing(SEVEN, "overheard spotlight"), "give overheard 4")
    good, evil = (moved(table, f"use {number}") for number in (3, 5))

    for seat, shown in ((3, good), (5, evil)):
        for text in (
            in_private(shown, 4, since=2).text,
            in_private(moved(shown, "give spotlight 2"), 4, since=99, recap=True).text,
        ):
            (line,) = [each for each in hidden(text) if each.startswith("You saw: ")]
            assert f" {seat}\u00a0" in line
            assert line.endswith("is good." if seat == 3 else "is evil.")
            assert text.count("You saw") == 1
        assert in_private(shown, 4, since=2).protected


def test_each_sight_is_told_where_it_came_and_in_order_on_ones_own_card() -> None:
    """Though somebody was cut off in between, which the story tells too."""
    table = moved(drawing(SEVEN, "overheard close_eye"), "give overheard 4; use 3")
    table = deafen(table, user(2))
    table = moved(table, "give close_eye 4; team 1 5; votes +++++++; cards sf; use 5")

    sights = [
        "3\u00a0\u2068Csaba\u2069 is good.",
        "5\u00a0\u2068Emil\u2069 played Fail on quest 1.",
    ]
    for text in (
        in_private(table, 4, since=2).text,
        in_private(table, 4, since=99, recap=True).text,
    ):
        saw = [line for line in hidden(text) if line.startswith("You saw: ")]
        assert saw == [f"You saw: {sight}" for sight in sights]


def hidden(text: str) -> list[str]:
    """The lines under spoilers."""
    parts = [part.split("</tg-spoiler>")[0] for part in text.split("<tg-spoiler>")[1:]]
    return [line for part in parts for line in part.splitlines()]


def test_the_board_tells_who_holds_what_and_who_looked_at_whom() -> None:
    random = Random(55)
    looks = 0
    for setup in plot_setups(12, random):
        game = list(states(setup, random))[-2]
        text = board.whole(seen(with_game(seated(setup), game))[0], ENGLISH)
        for held in view(game, None).held:
            rows = [line for line in text.splitlines() if line.startswith("🃏")]
            (row,) = [line for line in rows if f" {held.seat + 1}\u00a0" in line]
            assert ENGLISH.plain(SAID[held.card].page.title) in row
        for fact in game.record:
            if isinstance(fact, PlotUsed) and fact.card is PlotCard.OVERHEARD:
                looks += 1
                assert f"{fact.seat + 1}\u00a0" in text
                assert "looks at the side of" in text
    assert looks


# --- secrets --------------------------------------------------------------------------------------


@cache
def all_twins() -> list[tuple[Viewer, Course, Course]]:
    random = Random(56)
    found: list[tuple[Viewer, Course, Course]] = []
    for setup in plot_setups(24, random):
        course = random_course(setup, random)
        players = [Seat(seat) for seat in range(len(setup.deal))]
        for viewer in (None, random.choice(players)):
            some = (twin for twin in twins(course, viewer, random) if alike(course, twin, viewer))
            found += [(viewer, course, twin) for twin in islice(some, 2)]
    return found


def alike(course: Course, twin: Course, viewer: Viewer) -> bool:
    """Whether plot cards too have shown the same in both: openly, and to the viewer."""
    return all(
        game.record == other.record and shown(game, viewer) == shown(other, viewer)
        for game, other in list(unfinished(course, twin))[-1:]
    )


def shown(game: Game, viewer: Viewer) -> list[object]:
    """What plot cards have shown to *viewer*: sides, quest cards."""
    found: list[object] = []
    watched = iter(game.watched)
    for fact in game.record:
        if not isinstance(fact, PlotUsed) or fact.target is None:
            continue
        looked = next(watched) if fact.card is PlotCard.CLOSE_EYE else None
        shows = PLOT_CARDS[fact.card].shows
        if looked is not None and fact.seat == viewer:
            found.append(looked)
        elif shows is Shows.TARGET_TO_USER and fact.seat == viewer:
            found.append(game.setup.deal[fact.target] in rulebook.EVIL_CHARACTERS)
        elif shows is Shows.USER_TO_TARGET and fact.target == viewer:
            found.append(game.setup.deal[fact.seat] in rulebook.EVIL_CHARACTERS)
    return found


def readable(table: Table, viewer: Viewer) -> list[object]:
    """All that *viewer* could be sent, and the manner in which it comes."""
    of, view_ = seen(table, None if viewer is None else viewer + 1)
    entries = len(of.story)
    screens = [message(of, start, False, ENGLISH, LINKS) for start in (0, max(entries - 2, 0))]
    if viewer is not None:
        screens.append(message(of, entries, True, ENGLISH, LINKS))
    return [
        *map(written, screens),
        *((screen.silent, screen.haste, screen.asks) for screen in screens),
        question(of),
        board.whole(of, ENGLISH),
        nudge.text(of, view_, ENGLISH),
    ]


def test_twins_read_the_same_in_games_with_plot_cards() -> None:
    random = Random(57)
    phases: Counter[str] = Counter()
    seen_sides = 0
    pairs = all_twins()
    for viewer, course, twin in pairs:
        empty = seated(course.setup)
        games = list(unfinished(course, twin))
        for game, other in (*random.sample(games, min(4, len(games))), games[-1]):
            phases[type(game.phase).__name__] += 1
            tables = with_game(empty, game), with_game(empty, other)
            assert readable(tables[0], viewer) == readable(tables[1], viewer)
        last, _ = games[-1]
        if viewer is not None:
            seen_sides += any(isinstance(one, SideSeen) for one in view(last, viewer).seen)
    assert len(pairs) > 50
    assert seen_sides > 2
    assert min(phases[phase] for phase in ("Giving", "PlotAsked", "Questing")) > 5


def test_the_twins_would_notice_what_another_has_seen() -> None:
    """A screen that showed somebody else's answer would differ between some twins."""
    assert any(
        view(game, other_seat).seen != view(other, other_seat).seen
        for viewer, course, twin in all_twins()
        for game, other in list(unfinished(course, twin))[-1:]
        for other_seat in map(Seat, range(game.players))
        if other_seat != viewer
    )
