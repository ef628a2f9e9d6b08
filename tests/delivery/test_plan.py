"""What is to be done in a chat, and what it shows afterwards: rows, without a server or a clock.

A `Talk` is one chat and the table it belongs to. `look` asks for the next step, `do` has it end in
some way: together they are what delivery does, one call at a time.
"""

from dataclasses import dataclass, field
from functools import partial

import pytest
from markupsafe import Markup
from msgspec.structs import replace

from telegram_avalon.clock import MINUTE, SECOND
from telegram_avalon.delivery import (
    Deaf,
    Done,
    Gone,
    Migrated,
    Outcome,
    Refused,
    Sent,
    TooFast,
    Unknown,
    Unreached,
)
from telegram_avalon.delivery.plan import (
    Edit,
    Send,
    Settle,
    Step,
    Strip,
    Times,
    Wait,
    listen,
    next_step,
)
from telegram_avalon.delivery.results import after_call
from telegram_avalon.i18n.catalogs import load_catalogs
from telegram_avalon.rules import (
    CastVote,
    Command,
    Examine,
    Examining,
    Option,
    Pick,
    Propose,
    Seat,
    Vote,
    apply,
    begin,
)
from telegram_avalon.screens import Links, Screen, left_behind, message
from telegram_avalon.store import Kind, Shown
from telegram_avalon.table import Scene, Table, deafen, hear, recall, rename, scene
from tests.store.builders import (
    GROUP,
    PEOPLE,
    QUESTING,
    ROUND_1,
    ROUND_2,
    SETUP,
    VOTING,
    after,
    laid,
    lobby,
    playing_table,
    proposed,
    voted,
    with_game,
)

WORDS = load_catalogs().words("en")
ANN, BOB = PEOPLE[0].id, PEOPLE[1].id
CID = PEOPLE[2].id
LATER = 10 * MINUTE


@dataclass
class Talk:
    table: Table
    user: int | None = None
    shown: Shown = field(default_factory=Shown)
    now: int = 1_000_000
    moved: int = 0
    behind: int | None = None
    next_id: int = 100
    steps: list[Step] = field(default_factory=list)

    @property
    def scene(self) -> Scene:
        return scene(self.table, self.user)

    def render(self, seen: Scene, since: int, recap: bool, anchor: int | None) -> Screen:
        return message(seen, since, recap, WORDS, Links("bot"))

    def look(self) -> Step:
        seen = self.scene
        render = partial(self.render, seen)
        times = Times(self.now, self.moved, self.behind)
        step = next_step(self.shown, seen, render, times, None, partial(self.render_left, seen))
        if isinstance(step, Wait):
            self.behind = self.behind or self.now
        return step

    def render_left(self, seen: Scene, asked: int, since: int) -> Screen | None:
        return left_behind(seen, asked, since, WORDS)

    def do(self, outcome: Outcome | None = None) -> Step:
        """Make the next call and let it end so; by default it succeeds."""
        step = self.look()
        self.behind = None
        self.steps.append(step)
        match step:
            case Settle():
                self.shown = step.after
            case Send():
                self.shown = after_call(self.shown, step, outcome or self._sent(), self.now)
            case Edit() | Strip():
                self.shown = after_call(self.shown, step, outcome or Done(), self.now)
            case Wait() | None:
                raise AssertionError(f"no call to make: {step}")
        return step

    def _sent(self) -> Sent:
        self.next_id += 1
        return Sent(self.next_id)

    def settle(self) -> "Talk":
        """Do all that can be done in time."""
        for _ in range(20):
            match self.look():
                case None:
                    return self
                case Wait(until=until):
                    self.now = until
                case _:
                    self.do()
        raise AssertionError("never settles")

    def press(self, message_id: int) -> None:
        """Somebody presses a button under this message."""
        seen = self.scene
        self.shown = listen(self.shown, seen, partial(self.render, seen), self.now, message_id)

    def goes_to(self, *commands: Command) -> None:
        self.table = replace(self.table, game=playing_table(*commands).game)
        self.moved = self.now


def group(*commands: Command) -> Talk:
    """The group, up to date after these commands."""
    return Talk(playing_table(*commands)).settle()


def private(user: int, *commands: Command) -> Talk:
    return Talk(playing_table(*commands), user).settle()


def text(step: Step) -> str:
    assert isinstance(step, Send | Edit)
    return str(step.screen.text)


# --- what to do --------------------------------------------------------------------------------


@pytest.mark.parametrize("talk", [Talk(lobby()), Talk(playing_table()), Talk(playing_table(), ANN)])
def test_a_chat_that_shows_nothing_is_sent_a_message(talk: Talk) -> None:
    assert isinstance(talk.look(), Send)


@pytest.mark.parametrize(
    "talk", [Talk(lobby()), Talk(playing_table()), Talk(playing_table(*VOTING), ANN)]
)
def test_a_chat_that_reads_as_it_should_is_left_alone(talk: Talk) -> None:
    talk.settle()
    assert talk.look() is None
    talk.now += LATER
    assert talk.look() is None


def test_a_new_question_is_a_new_message_that_rings() -> None:
    talk = group(*VOTING)
    talk.goes_to(*QUESTING)

    step = talk.look()

    assert isinstance(step, Send)
    assert step.kind is Kind.ASK
    assert not step.screen.silent


def test_a_private_question_is_a_new_message() -> None:
    talk = private(BOB)
    talk.goes_to(*VOTING)

    assert isinstance(talk.look(), Send)


def test_what_the_group_saw_before_is_not_told_again_and_what_it_did_not_is() -> None:
    talk = group(*VOTING)
    talk.goes_to(*QUESTING)
    assert "Approved" in text(talk.do())
    talk.goes_to(*ROUND_1)
    step = talk.do()

    assert "Quest 1 succeeded" in text(step)
    assert "Approved" not in text(step)


def test_after_a_long_silence_everything_is_told_in_one_message_and_in_order() -> None:
    talk = group()
    talk.goes_to(*ROUND_1, *proposed(1, 0, 1, 2), *voted(Vote.REJECT))

    told = text(talk.do())

    places = [told.index(part) for part in ("Approved", "Quest 1 succeeded", "Rejected", "Quest 2")]
    assert places == sorted(places)
    assert talk.settle().look() is None


def test_a_step_that_rings_nobody_is_an_edit_at_once() -> None:
    talk = group(Pick(Seat(0), Seat(0)), Pick(Seat(0), Seat(1)))
    talk.goes_to(*VOTING)

    step = talk.look()

    assert isinstance(step, Edit)
    assert step.kind is Kind.NEWS
    assert step.message == talk.shown.live


def test_progress_waits_and_is_then_an_edit() -> None:
    talk = group(*VOTING)
    talk.goes_to(*VOTING, CastVote(Seat(0), Vote.APPROVE))

    wait = talk.look()
    assert isinstance(wait, Wait)
    assert wait.until > talk.now
    talk.now = wait.until
    edit = talk.look()
    assert isinstance(edit, Edit)
    assert edit.kind is Kind.QUIET


def test_ten_moves_of_progress_are_one_edit() -> None:
    talk = group(*VOTING)
    for count in range(1, 5):
        talk.goes_to(*VOTING, *voted()[:count])
        talk.now += 100
        assert isinstance(talk.look(), Wait)

    talk.steps.clear()
    talk.settle()

    assert [type(step) for step in talk.steps] == [Edit]
    assert "4 of 5" in text(talk.steps[0])


def test_progress_shows_within_ten_seconds_of_the_last_move() -> None:
    talk = group(*VOTING)
    talk.goes_to(*VOTING, *voted()[:1])
    wait = talk.look()

    assert isinstance(wait, Wait)
    assert wait.until - talk.now <= 10 * SECOND


def test_a_closed_private_message_is_left_as_it_stands() -> None:
    """Its vote is over, it has no buttons: nothing in it can be out of date."""
    talk = private(CID, *VOTING)
    talk.goes_to(*QUESTING)
    talk.settle()
    shown = talk.shown
    talk.goes_to(*QUESTING, *laid(0, 1), Pick(Seat(1), Seat(0)))

    assert talk.look() is None
    assert talk.shown == shown
    talk.table = rename(talk.table, replace(PEOPLE[0], name="Anna"))
    assert talk.look() is None


def test_a_ballot_is_closed_once_the_vote_is_over() -> None:
    talk = private(CID, *VOTING)
    talk.goes_to(*QUESTING)

    step = talk.look()

    assert isinstance(step, Edit)
    assert not step.screen.asks
    assert "Your vote: 👍 Approve" in text(step)


def test_an_older_message_loses_its_buttons_after_the_new_one_has_come() -> None:
    talk = group()
    old = talk.shown.live
    talk.goes_to(*VOTING)
    talk.goes_to(*QUESTING)
    talk.steps.clear()
    talk.settle()

    send, strip = talk.steps
    assert isinstance(send, Send)
    assert isinstance(strip, Strip)
    assert strip.message == old
    assert talk.shown.stale == ()


def test_a_message_without_buttons_that_expire_is_not_stripped() -> None:
    talk = private(ANN)
    talk.goes_to(*VOTING)
    talk.steps.clear()
    talk.settle()

    assert [type(step) for step in talk.steps] == [Send]


# --- unclear outcomes --------------------------------------------------------------------------


def unclear(talk: Talk, times: int) -> Talk:
    """Let so many sends end without a clear answer, waiting as told in between."""
    for _ in range(times):
        while isinstance(wait := talk.look(), Wait):
            talk.now = wait.until
        assert isinstance(talk.do(Unknown("timed out")), Send)
    return talk


def later(talk: Talk) -> Step:
    """What is to be done once all waiting is over."""
    while isinstance(step := talk.look(), Wait):
        talk.now = step.until
    return step


def test_a_send_of_unknown_outcome_is_not_made_again_at_once() -> None:
    talk = unclear(Talk(lobby()), 1)

    wait = talk.look()

    assert isinstance(wait, Wait)
    assert SECOND <= wait.until - talk.now <= 20 * SECOND


def test_a_send_of_unknown_outcome_is_made_once_more_with_the_same_words() -> None:
    talk = Talk(lobby())
    first = talk.look()
    unclear(talk, 1)

    assert text(later(talk)) == text(first)


def test_what_was_sent_twice_and_never_heard_of_is_sent_once_more_silently() -> None:
    talk = group(*VOTING)
    talk.goes_to(*QUESTING)
    unclear(talk, 2)
    assert isinstance(later(talk), Settle)
    talk.do()

    step = talk.look()

    assert isinstance(step, Send)
    assert step.screen.silent
    assert "Approved" in text(step)


def test_a_message_is_never_sent_a_fourth_time() -> None:
    talk = Talk(lobby())
    unclear(talk, 2)
    later(talk)
    talk.do()
    unclear(talk, 1)

    assert isinstance(later(talk), Settle)
    talk.do()
    talk.now += LATER
    assert talk.look() is None


def test_what_was_sent_twice_and_never_heard_of_is_told_again_with_the_next_question() -> None:
    """Neither may have arrived, and no fact is ever left out."""
    talk = group(*VOTING)
    talk.goes_to(*QUESTING)
    unclear(talk, 2)
    talk.goes_to(*ROUND_1)

    step = talk.do()

    assert "Approved" in text(step)
    assert "Quest 1 succeeded" in text(step)
    assert talk.shown.told == len(talk.scene.story)


def test_a_killed_processs_send_is_left_alone_longer_than_telegram_holds_a_call() -> None:
    talk = Talk(lobby())
    step = talk.look()
    assert isinstance(step, Send)
    talk.shown = step.before  # written down before the call; nothing came after

    wait = talk.look()

    assert isinstance(wait, Wait)
    assert wait.until - talk.now >= 8 * SECOND
    assert isinstance(later(talk), Send)


def test_a_second_try_that_succeeds_is_the_end_of_it() -> None:
    talk = unclear(Talk(playing_table(*VOTING)), 1)
    talk.now += LATER
    talk.do()

    assert talk.shown.intent is None
    assert talk.shown.live == 101
    assert talk.look() is None


def test_the_next_question_has_two_tries_of_its_own() -> None:
    """It was another message whose outcome is unknown: a lost question would hang the table."""
    talk = group(*VOTING)
    talk.goes_to(*QUESTING)
    unclear(talk, 1)
    talk.goes_to(*ROUND_1)
    unclear(talk, 1)

    step = later(talk)

    assert isinstance(step, Send)
    assert "Quest 1 succeeded" in text(step)


def test_a_429_uses_up_no_try() -> None:
    talk = unclear(Talk(lobby()), 1)
    later(talk)
    talk.do(TooFast(7 * SECOND))
    later(talk)
    talk.do(Unknown("timed out"))

    assert isinstance(later(talk), Settle)


# --- presses prove arrival ---------------------------------------------------------------------


@pytest.mark.parametrize("tries", [1, 2])
def test_a_press_proves_that_the_message_arrived(tries: int) -> None:
    talk = unclear(Talk(playing_table(*VOTING), ANN), tries)

    talk.press(555)

    assert talk.shown.intent is None
    assert talk.shown.live == 555
    assert talk.shown.told == len(talk.scene.story)
    talk.steps.clear()
    talk.settle()
    assert not any(isinstance(step, Send | Strip) for step in talk.steps)


def test_a_message_that_a_press_proved_is_made_to_read_what_it_should() -> None:
    talk = unclear(Talk(lobby()), 1)
    talk.press(555)

    step = later(talk)

    assert isinstance(step, Edit)
    assert step.message == 555


def test_a_press_proves_it_even_long_after_nobody_waits_for_a_sign_any_more() -> None:
    """Else the only buttons that carry the question would be taken off."""
    talk = unclear(Talk(playing_table()), 2)
    for _ in range(2):
        assert isinstance(later(talk), Settle)
        talk.do()
        if isinstance(talk.look(), Send):
            unclear(talk, 1)
    talk.now += LATER

    talk.press(555)

    assert talk.shown.live == 555
    talk.steps.clear()
    talk.settle()
    assert not any(isinstance(step, Strip) for step in talk.steps)


def test_of_two_copies_the_one_that_was_not_pressed_first_is_stripped() -> None:
    talk = unclear(Talk(playing_table(*VOTING), ANN), 2)
    talk.press(555)
    talk.settle()
    talk.press(556)

    step = talk.look()

    assert isinstance(step, Strip)
    assert step.message == 556


def test_a_press_under_an_unknown_message_takes_its_buttons_off_once() -> None:
    talk = group(*VOTING)
    talk.press(55)

    step = talk.do()
    assert isinstance(step, Strip)
    assert step.message == 55
    talk.press(55)
    assert talk.look() is None


@pytest.mark.parametrize("which", ["live", "past", "stale"])
def test_a_press_under_a_message_we_know_tells_nothing_new(which: str) -> None:
    talk = group()
    talk.goes_to(*QUESTING)
    old = talk.shown.live
    talk.do()
    if which == "past":
        talk.settle()
    pressed = talk.shown.live if which == "live" else old
    before = talk.shown
    assert pressed is not None

    talk.press(pressed)

    assert replace(talk.shown, heard=0) == replace(before, heard=0)


def test_a_press_under_an_earlier_question_of_unknown_outcome_is_no_sign_of_this_one() -> None:
    talk = group(*VOTING)
    talk.goes_to(*QUESTING)
    unclear(talk, 1)
    talk.goes_to(*ROUND_1)

    talk.press(555)

    assert isinstance(talk.do(), Send)
    assert talk.shown.live != 555
    assert 555 in talk.shown.stale


# --- what one alone has learnt -----------------------------------------------------------------

EXAMINING = begin(
    replace(
        SETUP,
        ruleset=replace(SETUP.ruleset, options=frozenset({Option.LADY})),
    )
)


def lady_table() -> Table:
    """Two quests are played, and the holder of the Lady is asked."""
    return with_game(playing_table(), after(*ROUND_1, *ROUND_2, game=EXAMINING))


def looking() -> tuple[Talk, Seat, Seat]:
    """The holder of the Lady, asked whom to look at, and whom they will: nothing sent yet."""
    table = lady_table()
    assert table.game is not None
    phase = table.game.phase
    assert isinstance(phase, Examining)
    target = Seat(next(s for s in range(5) if s != phase.holder))
    before = after(*ROUND_1, *ROUND_2[:-1], game=EXAMINING)
    talk = Talk(with_game(table, before), user=PEOPLE[phase.holder].id).settle()
    talk.table, talk.moved, talk.steps = table, talk.now, []
    return talk, phase.holder, target


def examined(talk: Talk, holder: Seat, target: Seat) -> None:
    assert talk.table.game is not None
    talk.table = replace(talk.table, game=apply(talk.table.game, Examine(holder, target)))
    talk.moved = talk.now


def tells(step: Step) -> bool:
    return isinstance(step, Send | Edit) and "the loyalty you saw" in step.screen.text


def test_an_answer_that_overtakes_its_question_is_told_in_the_message_pressed() -> None:
    """Telegram's answer to our send is lost; the holder presses at once, twice."""
    talk, holder, target = looking()
    talk.do(Unknown("502"))
    talk.press(555)
    examined(talk, holder, target)
    talk.press(555)

    talk.settle()

    assert any(tells(step) for step in talk.steps)
    assert talk.shown.live == 555


def test_an_answer_whose_question_may_never_have_come_is_told_all_the_same() -> None:
    """The press named a message only after its step was over, or none at all."""
    for pressed in (None, 555):
        talk, holder, target = looking()
        talk.do(Unknown("killed"))
        examined(talk, holder, target)
        if pressed:
            talk.press(pressed)

        talk.settle()

        assert any(tells(step) for step in talk.steps)


def test_an_answer_to_a_press_before_the_question_was_sent_is_told_without_a_sound() -> None:
    """An altered client can press what it was never shown."""
    talk, holder, target = looking()
    examined(talk, holder, target)

    talk.settle()

    (told,) = [step for step in talk.steps if tells(step)]
    assert isinstance(told, Send)


# --- saved-up edits and messages that are not the last any more ---------------------------------


def test_however_fast_people_come_the_list_is_never_older_than_three_seconds() -> None:
    talk = Talk(lobby()).settle()
    talk.now += MINUTE
    for number in range(8):
        talk.table = replace(talk.table, people=PEOPLE[: number + 1])
        talk.moved = talk.now
        while isinstance(talk.look(), Edit):
            talk.do()
        talk.now += SECOND * 6 // 5

    edits = [step for step in talk.steps if isinstance(step, Edit)]
    assert len(edits) >= 1
    assert "Players (" in edits[0].screen.text


def test_the_lobbys_message_ends_as_the_list_of_who_plays() -> None:
    talk = Talk(lobby()).settle()
    talk.table = playing_table()

    talk.settle()

    left = talk.steps[-1]
    assert isinstance(left, Strip)
    assert left.screen is not None
    assert "the game has begun" in left.screen.text
    assert "Players (5)" in left.screen.text
    assert not left.screen.buttons


def test_a_team_members_ballot_ends_with_the_result_and_their_vote() -> None:
    talk = Talk(playing_table(*VOTING), user=ANN).settle()
    talk.goes_to(*QUESTING)

    talk.settle()

    left = next(step for step in talk.steps if isinstance(step, Strip))
    assert left.screen is not None
    assert "Approved, " in left.screen.text
    assert "Your vote: 👍 Approve" in left.screen.text
    assert "Do you approve?" not in left.screen.text


# --- deleted messages --------------------------------------------------------------------------


def test_a_deleted_message_is_sent_again_silently_with_all_it_told() -> None:
    talk = group(*VOTING)
    talk.goes_to(*QUESTING)
    talk.settle()
    talk.shown = replace(talk.shown, digest=b"")
    assert isinstance(talk.do(Gone()), Edit)

    step = talk.do()

    assert isinstance(step, Send)
    assert step.screen.silent
    assert "Approved" in text(step)


def test_a_message_deleted_twice_is_not_sent_a_third_time() -> None:
    talk = group(*VOTING)
    for _ in range(2):
        talk.shown = replace(talk.shown, digest=b"")
        assert isinstance(later(talk), Edit)
        talk.do(Gone())
        talk.settle()

    assert talk.shown.live is None
    assert talk.look() is None


def test_the_next_question_comes_whatever_was_deleted() -> None:
    talk = group(*VOTING)
    for _ in range(2):
        talk.shown = replace(talk.shown, digest=b"")
        later(talk)
        talk.do(Gone())
        talk.settle()
    talk.goes_to(*QUESTING)

    step = talk.do()

    assert isinstance(step, Send)
    assert not step.screen.silent


def test_a_message_deleted_before_its_buttons_were_taken_off_needs_nothing_more() -> None:
    talk = group()
    talk.goes_to(*QUESTING)
    talk.do()
    assert isinstance(talk.look(), Strip)

    talk.do(Gone())

    assert talk.settle().shown.stale == ()


# --- called back -------------------------------------------------------------------------------


def test_a_message_that_was_called_back_comes_silently_and_tells_nothing_twice() -> None:
    talk = group(*QUESTING)
    talk.table = recall(talk.table, GROUP)

    step = talk.do()

    assert isinstance(step, Send)
    assert step.screen.silent
    assert "Approved" not in text(step)
    assert talk.settle().look() is None


def test_a_player_who_calls_their_message_back_sees_their_card_again() -> None:
    talk = private(ANN, *VOTING)
    talk.table = recall(talk.table, ANN)

    step = talk.do()

    assert "your card" in text(step)
    assert "Do you approve?" in text(step)


def test_a_message_called_back_twice_in_a_moment_comes_once() -> None:
    talk = group(*VOTING)
    talk.table = recall(recall(talk.table, GROUP), GROUP)
    talk.steps.clear()
    talk.settle()

    assert len([step for step in talk.steps if isinstance(step, Send)]) == 1


def test_a_question_that_comes_with_a_recall_rings() -> None:
    talk = group(*VOTING)
    talk.goes_to(*QUESTING)
    talk.table = recall(talk.table, GROUP)

    step = talk.look()

    assert isinstance(step, Send)
    assert not step.screen.silent


# --- chats that can't be reached ---------------------------------------------------------------


def test_nothing_is_tried_with_a_player_who_cannot_be_written_to() -> None:
    talk = Talk(deafen(playing_table(*VOTING), ANN), ANN)

    assert talk.look() is None


def test_a_player_who_can_be_written_to_again_is_told_what_they_missed() -> None:
    talk = private(ANN)
    talk.table = deafen(talk.table, ANN)
    talk.goes_to(*VOTING)
    assert talk.look() is None
    talk.table = hear(talk.table, ANN)

    assert "Do you approve?" in text(talk.look())


def test_a_chat_that_was_told_to_wait_waits_exactly_so_long() -> None:
    talk = Talk(lobby())
    talk.do(TooFast(7300))

    assert talk.look() == Wait(talk.now + 7300)
    talk.now += 7300
    assert isinstance(talk.look(), Send)


@pytest.mark.parametrize(
    "outcome", [Refused("no"), Unreached("no"), Deaf("no"), Migrated(-5)], ids=repr
)
def test_a_chat_that_refuses_is_tried_more_and_more_seldom_up_to_ten_minutes(
    outcome: Outcome,
) -> None:
    talk = Talk(lobby())
    waits = []
    for _ in range(30):
        talk.do(outcome)
        wait = talk.look()
        assert isinstance(wait, Wait)
        waits.append(wait.until - talk.now)
        talk.now = wait.until

    assert waits[:4] == [2 * SECOND, 4 * SECOND, 8 * SECOND, 16 * SECOND]
    assert waits == sorted(waits)
    assert waits[-1] == 10 * MINUTE


def test_one_success_and_the_chat_is_trusted_again() -> None:
    talk = Talk(lobby())
    for _ in range(5):
        talk.do(Refused("no"))
        talk.now += LATER
    talk.do()
    talk.table = replace(lobby(PEOPLE[0]), closed=True)
    talk.do(Unreached("no"))

    assert talk.look() == Wait(talk.now + 2 * SECOND)


def test_a_refused_edit_is_not_made_again_and_keeps_nothing_waiting() -> None:
    talk = Talk(lobby())
    talk.do()
    talk.table = replace(lobby(PEOPLE[0]), closed=True)
    talk.do(Refused("no"))

    assert talk.shown.not_before == 0
    assert talk.look() is None


@pytest.mark.parametrize(
    "outcome", [Refused("no"), Unreached("no"), Deaf("no"), TooFast(5), Migrated(-5)], ids=repr
)
def test_a_send_that_was_certainly_not_carried_out_is_no_try(outcome: Outcome) -> None:
    talk = Talk(lobby())
    talk.do(outcome)

    assert talk.shown.intent is None


def test_an_edit_of_unknown_outcome_is_simply_made_again() -> None:
    talk = group(*VOTING)
    talk.goes_to(*VOTING, *voted()[:1])
    later(talk)
    talk.do(Unknown("timed out"))

    assert isinstance(later(talk), Edit)


def test_a_strip_that_telegram_refuses_keeps_no_question_waiting() -> None:
    """Asking for it again would only be refused again."""
    talk = group()
    talk.goes_to(*QUESTING)
    talk.do()
    assert isinstance(talk.look(), Strip)

    talk.do(Refused("no"))
    talk.goes_to(*ROUND_1)

    assert isinstance(talk.look(), Send)


# --- the whole way -----------------------------------------------------------------------------


@pytest.mark.parametrize("user", [None, ANN, BOB, CID])
def test_whatever_fails_once_every_chat_comes_to_read_the_same(user: int | None) -> None:
    """Each call fails in one of the ways, and succeeds when it is tried again."""
    course = [(), VOTING, QUESTING, ROUND_1, (*ROUND_1, *proposed(1, 0, 1, 2))]
    smooth = Talk(playing_table(), user)
    rough = Talk(playing_table(), user)
    outcomes: list[Outcome] = [Unreached("x"), TooFast(900), Refused("x"), Unreached("y")]
    for number, commands in enumerate(course):
        for talk in (smooth, rough):
            talk.goes_to(*commands)
        if not isinstance(rough.look(), Wait | None):
            rough.do(outcomes[number % len(outcomes)])
        smooth.settle()
        rough.settle()

    assert rough.shown.told == smooth.shown.told
    assert rough.shown.digest == smooth.shown.digest
    assert rough.shown.question == smooth.shown.question


def test_every_fact_is_told_to_the_group_once() -> None:
    talk = Talk(playing_table())
    course = [(), VOTING, QUESTING, ROUND_1]
    said = Markup("")
    for commands in course:
        talk.goes_to(*commands)
        talk.steps.clear()
        talk.settle()
        said += "".join(text(step) for step in talk.steps if isinstance(step, Send))

    assert (said.count("Approved"), said.count("Quest 1 succeeded")) == (1, 1)


def test_a_proposal_is_asked_of_everybody_in_private() -> None:
    talks = [private(person.id) for person in PEOPLE[:5]]
    for talk in talks:
        talk.goes_to(*VOTING[:-1])
        assert talk.look() is None
        talk.goes_to(*VOTING)
        assert isinstance(talk.look(), Send)
    assert isinstance(VOTING[-1], Propose)
