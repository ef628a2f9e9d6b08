"""Presses that come doubled, late, out of order or forged: each is answered, none does harm."""

import pytest
from msgspec.structs import replace

from telegram_avalon.clock import SECOND
from telegram_avalon.playground import Person, UpdateFault
from telegram_avalon.rules import (
    Aim,
    Assassinate,
    Assassinating,
    Card,
    CastVote,
    Game,
    Pick,
    PlayCard,
    Propose,
    Proposing,
    Questing,
    Role,
    Seat,
    Side,
    TeamVoted,
    Vote,
    Voting,
)
from telegram_avalon.rules.engine import leader
from telegram_avalon.rules.knowledge import targets
from telegram_avalon.rules.roles import side
from telegram_avalon.screens.actions import Action, Choose, Deed, Spot, Wish, encode, spots
from telegram_avalon.table import Table
from tests.bot.conftest import Logs
from tests.bot.people import (
    FAR_AWAY,
    alter,
    confirmed,
    forge,
    ours,
    panel,
    readings,
    toast,
    until_read,
)
from tests.harness import Party, Stage, playing
from tests.screens.test_actions import DEEDS


def voting(game: Game) -> bool:
    return isinstance(game.phase, Voting)


def questing(game: Game) -> bool:
    return isinstance(game.phase, Questing)


def assassinating(game: Game) -> bool:
    return isinstance(game.phase, Assassinating)


async def begun(stage: Stage) -> Party:
    party = Party(stage)
    await party.begin()
    return party


async def in_phase(stage: Stage, phase: object) -> Party:
    party = await begun(stage)
    await party.play(until=phase)  # type: ignore[arg-type]
    return party


async def sitting(party: Party, seat: Seat) -> Person:
    table = await party.table()
    return next(person for person in party.people if person.id == table.people[seat].id)


async def leading(party: Party) -> Person:
    return await sitting(party, leader(await party.game()))


async def forged(party: Party, person: Person, deed: Deed, *, in_group: bool = False) -> str:
    """The answer to a press at the present step that no button was shown for."""
    game = await party.game()
    message = panel(party) if in_group else ours(party.private(person))[-1]
    return await toast(forge(party, person, message, deed, game.step))


def cast(game: Game) -> tuple[Vote | None, ...]:
    assert isinstance(game.phase, Voting)
    return game.phase.votes


# --- doubled -----------------------------------------------------------------------------------


async def test_a_vote_pressed_twice_counts_once(stage: Stage) -> None:
    party = await in_phase(stage, voting)
    person = await sitting(party, Seat(2))
    ballot = await until_read(stage.world, party.private(person), "Do you approve?")

    presses = [stage.world.press(person, ballot, "Reject") for _ in range(3)]

    assert [await toast(press) for press in presses] == ["Your vote: 👎 Reject"] * 3
    assert cast(await party.game()) == (None, None, Vote.REJECT, None, None)


async def test_a_vote_can_be_changed_until_the_last_one_is_in(stage: Stage) -> None:
    party = await in_phase(stage, voting)
    person = await sitting(party, Seat(2))
    ballot = await until_read(stage.world, party.private(person), "Do you approve?")

    await stage.world.press(person, ballot, "Reject").answered()
    await stage.world.press(person, ballot, "Approve").answered()

    assert cast(await party.game())[2] is Vote.APPROVE
    await until_read(
        stage.world, party.private(person), "Your vote: 👍 Approve\nChange it if you like"
    )


async def test_an_update_handed_out_twice_is_dealt_with_once(stage: Stage) -> None:
    party = await in_phase(stage, voting)
    person = await sitting(party, Seat(0))
    ballot = await until_read(stage.world, party.private(person), "Do you approve?")
    stage.emulator.faults.next_update(UpdateFault.REPEAT, kind="callback_query")

    await stage.world.press(person, ballot, "Approve").answered()
    await stage.world.press(person, ballot, "Reject").answered()
    await confirmed(stage)

    # Had the first come to be counted again, it would have won.
    assert cast(await party.game())[0] is Vote.REJECT


async def test_picking_the_same_player_twice_picks_them_once(stage: Stage) -> None:
    party = await begun(stage)
    person = await leading(party)

    pick = Pick(Seat(-1), Seat(0))
    answers = [await forged(party, person, pick, in_group=True) for _ in range(2)]

    assert [answer.partition(":")[0] for answer in answers] == ["Team, 1/2"] * 2


async def test_propose_pressed_twice_proposes_one_team(stage: Stage) -> None:
    party = await begun(stage)
    person, step = await leading(party), (await party.game()).step
    for seat in (0, 1):
        await forged(party, person, Pick(Seat(-1), Seat(seat)), in_group=True)

    message = panel(party)
    presses = [forge(party, person, message, Propose(Seat(-1)), step) for _ in range(2)]

    assert [await toast(press) for press in presses] == [
        "Proposed: everybody votes in private now.",
        "That team has been proposed already.",
    ]
    await party.quiet()
    ballots = [t for p in party.people for t in readings(party.private(p)) if "approve?" in t]
    assert len(ballots) == 5


# --- late, out of order ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deed", "answer"),
    [
        (CastVote(Seat(0), Vote.REJECT), "That vote is over."),
        (PlayCard(Seat(0), Card.SUCCESS), "That quest is over."),
    ],
    ids=["vote", "card"],
)
async def test_a_press_for_an_old_step_is_told_so_and_changes_nothing(
    stage: Stage, deed: Deed, answer: str
) -> None:
    party = await in_phase(stage, voting)
    old = (await party.game()).step
    await party.play(until=questing)
    person = await sitting(party, Seat(0))
    before = await party.game()

    press = forge(party, person, ours(party.private(person))[-1], deed, old)

    assert await toast(press) == answer
    assert await party.game() == before


async def test_the_leader_of_a_rejected_team_is_told_that_it_is_over(stage: Stage) -> None:
    party = await begun(stage)
    old, message, step = await leading(party), panel(party), (await party.game()).step
    await party.play(votes=Vote.REJECT, until=lambda game: len(game.record) == 2)

    answer = await toast(forge(party, old, message, Pick(Seat(-1), Seat(0)), step))

    assert answer == "That team has been proposed already."
    assert await leading(party) is not old


async def test_after_the_game_every_old_button_says_that_it_is_over(stage: Stage) -> None:
    party = await begun(stage)
    pressed: list[tuple[Person, str]] = []
    await party.play_out()
    for chat in party.chats:
        person = party.host if chat is party.group else stage.world.user(chat.id)
        for message in ours(chat):
            for version in message.versions:
                buttons = (button for row in version.buttons for button in row)
                data = {b.callback_data for b in buttons if b.callback_data}
                pressed += [(person, each) for each in data]
    before = await party.game()
    once = sorted({(person.id, data) for person, data in pressed})
    moves = [
        (p, d) for p, d in once if d.rpartition(":")[2] not in {"card", "about", "again", "history"}
    ]

    answers = {
        await toast(stage.world.press(stage.world.user(p), panel(party), data=data, force=True))
        for p, data in moves
    }

    assert len(moves) > 40
    assert answers <= {
        "The game is over.",
        "That vote is over.",
        "That quest is over.",
        "That team has been proposed already.",
        "That is settled already.",
        "The game has begun already.",
        "This table is closed. /new opens another.",
        "You're not at this table.",
    }
    assert await party.game() == before


async def test_a_pick_that_comes_after_the_proposal_it_was_made_for_is_refused(
    stage: Stage,
) -> None:
    party = await begun(stage)
    person, step, message = await leading(party), (await party.game()).step, panel(party)
    await forged(party, person, Pick(Seat(-1), Seat(0)), in_group=True)
    stage.emulator.faults.next_update(UpdateFault.REORDER, kind="callback_query")

    pick = forge(party, person, message, Pick(Seat(-1), Seat(1)), step)
    propose = forge(party, person, message, Propose(Seat(-1)), step)

    assert await toast(propose) == "Pick 1 more for the team first."
    assert (await toast(pick)).startswith("Team, 2/2")
    assert isinstance((await party.game()).phase, Proposing)


async def test_an_answer_that_comes_too_late_costs_nobody_their_vote(
    redis_url: str, logs: Logs
) -> None:
    async with playing(redis_url) as stage:
        await stage.start()
        party = await in_phase(stage, voting)
        person = await sitting(party, Seat(1))
        ballot = await until_read(stage.world, party.private(person), "Do you approve?")
        hold = stage.emulator.faults.hold("answerCallbackQuery")
        stage.world.answerable = 15 * SECOND

        stage.world.press(person, ballot, "Approve")
        await hold.reached.wait()
        await stage.clock.sleep(16 * SECOND)
        hold.release()

        await until_read(stage.world, party.private(person), "Your vote: 👍 Approve")
        assert cast(await party.game())[1] is Vote.APPROVE
        refused = [call.error for call in stage.emulator.calls if call.status == 400]
        assert ["query is too old" in error for error in refused] == [True]


async def test_a_press_under_a_message_that_telegram_no_longer_shows_counts(stage: Stage) -> None:
    party = await in_phase(stage, voting)
    person = await sitting(party, Seat(1))
    ballot = await until_read(stage.world, party.private(person), "Do you approve?")
    await party.quiet()
    data = encode(Action(party.id, 1, CastVote(Seat(1), Vote.APPROVE)))
    ballot.deleted = True

    press = stage.world.press(person, ballot, data=data, force=True)
    answer = await toast(press)
    ballot.deleted = False

    assert answer == "Your vote: 👍 Approve"
    assert cast(await party.game())[1] is Vote.APPROVE


# --- forged ------------------------------------------------------------------------------------


async def test_nobody_votes_for_another_seat(stage: Stage) -> None:
    party = await in_phase(stage, voting)

    answer = await forged(party, await sitting(party, Seat(0)), CastVote(Seat(1), Vote.APPROVE))

    assert answer == "You're not at this table."
    assert cast(await party.game()) == (None,) * 5


async def test_a_vote_counts_in_the_private_chat_only(stage: Stage) -> None:
    party = await in_phase(stage, voting)
    person = await sitting(party, Seat(0))

    await forged(party, person, CastVote(Seat(0), Vote.APPROVE), in_group=True)

    assert cast(await party.game()) == (None,) * 5


def good_first(table: Table) -> Table:
    """The first seats are good, and they go on the first quest."""
    assert table.game is not None
    deal = sorted(table.game.setup.deal, key=lambda role: side(role) is Side.EVIL)
    setup = replace(table.game.setup, deal=tuple(deal))
    return replace(table, game=replace(table.game, setup=setup))


async def test_a_good_player_cannot_fail_a_quest(stage: Stage) -> None:
    party = await begun(stage)
    await alter(party, good_first)
    await party.play(until=questing)
    before, seat = await party.game(), Seat(0)
    person = await sitting(party, seat)
    await until_read(stage.world, party.private(person), "Which card do you play?")

    answer = await forged(party, person, PlayCard(seat, Card.FAIL))

    assert answer == "Good must play Success."
    assert await party.game() == before


async def test_who_is_not_on_the_quest_plays_no_card(stage: Stage) -> None:
    party = await in_phase(stage, questing)
    game = await party.game()
    assert isinstance(game.phase, Questing)
    other = next(Seat(s) for s in range(5) if s not in game.phase.team)

    answer = await forged(party, await sitting(party, other), PlayCard(other, Card.SUCCESS))

    assert answer == "You aren't on this quest."
    assert await party.game() == game


async def test_a_card_is_down_once_it_is_down(stage: Stage) -> None:
    party = await in_phase(stage, questing)
    game = await party.game()
    assert isinstance(game.phase, Questing)
    seat = game.phase.team[0]
    person = await sitting(party, seat)

    answers = [await forged(party, person, PlayCard(seat, Card.SUCCESS)) for _ in range(2)]

    assert answers[0] == "Your quest card is down."
    assert answers[1] in {"Your quest card is down.", "Your quest card is down already."}


async def test_only_the_leader_picks(stage: Stage) -> None:
    party = await begun(stage)
    first = await leading(party)
    other = next(person for person in party.people if person is not first)

    answer = await forged(party, other, Pick(Seat(-1), Seat(0)), in_group=True)

    assert answer.startswith("Only the leader, ")
    assert first.name in answer


@pytest.mark.parametrize(
    "deed",
    [
        Pick(Seat(-1), Seat(0)),
        Propose(Seat(-1)),
        CastVote(Seat(0), Vote.APPROVE),
        PlayCard(Seat(0), Card.FAIL),
        Assassinate(Seat(0), Seat(1)),
        Wish.MY_CARD,
        Wish.HISTORY,
        Wish.SHOW,
        Wish.BOARD,
    ],
    ids=str,
)
async def test_a_stranger_moves_nothing_and_sees_nothing(stage: Stage, deed: Deed) -> None:
    party = await begun(stage)
    before, eva = await party.game(), stage.world.person("Eva", started=True)
    stage.world.join(eva, party.group)
    message = panel(party)
    shown = message.text

    answers = [await forged(party, eva, deed, in_group=True)]
    stage.world.start(eva)
    greeting = await until_read(stage.world, party.private(eva), "I run")
    answers.append(await toast(forge(party, eva, greeting, deed, before.step)))

    assert answers == ["You're not at this table."] * 2
    assert await party.game() == before
    assert (message.text, len(readings(party.private(eva)))) == (shown, 1)


@pytest.mark.parametrize("deed", [Wish.BOARD, Wish.SHOW, Wish.HISTORY], ids=str)
async def test_no_player_turns_the_groups_panel_into_something_else(
    stage: Stage, deed: Wish
) -> None:
    """An altered client can press under the panel what is only offered elsewhere."""
    party = await begun(stage)
    await party.quiet()
    before = (panel(party).id, panel(party).text, panel(party).labels)

    await forged(party, party.host, deed, in_group=True)
    await stage.clock.sleep(5 * SECOND)

    assert (panel(party).id, panel(party).text, panel(party).labels) == before


async def test_nobody_sits_down_from_outside_the_group(stage: Stage) -> None:
    """An altered client presses in its own private chat what is offered in the group."""
    party = Party(stage)
    await party.open()
    eva = stage.world.person("Eva", started=True)
    stage.world.start(eva)
    greeting = await until_read(stage.world, party.private(eva), "I run")

    answer = await toast(forge(party, eva, greeting, Wish.JOIN))

    assert answer == "You're not at this table."
    assert (await party.table()).people == ()


async def test_no_button_counts_where_it_is_not_shown(stage: Stage) -> None:
    """In the lobby and in the game, by the host, who may do most."""
    party = Party(stage)
    await party.sit_down()
    await party.quiet()
    for deed in of_each_kind(Spot.GROUP):
        await from_elsewhere(party, deed)
    await stage.world.press(party.host, panel(party), "Begin").answered()
    await until_read(stage.world, party.group, "are dealt")
    await party.quiet()
    for deed in [*of_each_kind(Spot.GROUP), *of_each_kind(Spot.PRIVATE)]:
        await from_elsewhere(party, deed)


def of_each_kind(only: Spot) -> list[Deed]:
    """Of all buttons that are shown in that one place every wish, and one of each other kind."""
    shown = [deed for deed in DEEDS if spots(deed) == {only}]
    kinds = {deed if isinstance(deed, Wish) else type(deed): deed for deed in shown}
    return list(kinds.values())


async def from_elsewhere(party: Party, deed: Deed) -> None:
    before = await party.table()
    private = ours(party.private(party.host))[-1]
    message = private if Spot.GROUP in spots(deed) else panel(party)
    step = before.game.step if before.game else 0
    texts = [m.text for m in (private, panel(party))]

    answer = await toast(forge(party, party.host, message, deed, step))

    assert answer == "You're not at this table.", deed
    assert await party.table() == before, deed
    assert [m.text for m in (private, panel(party))] == texts, deed


async def test_a_button_of_another_groups_table_is_dead(stage: Stage) -> None:
    one, two = await begun(stage), await begun(stage)
    person = await leading(two)
    stage.world.join(person, one.group)
    before = await two.game()

    press = forge(one, person, panel(one), Pick(Seat(-1), Seat(0)), before.step, two.id)

    assert await toast(press) == "That table is gone. /new in your group opens another."
    assert await two.game() == before


@pytest.mark.parametrize(
    "data",
    [
        "",
        "x",
        "join",
        "::",
        f"{FAR_AWAY}:0:join",
        "{table}:0:nothing",
        "{table}:-1:go",
        "{table}:99999:go",
        "{table}:0:p0",
        "{table}:0:p11",
        "{table}:0:v1",
        "{table}:0:on-servant",
        "{table}:0:on-assassin",
        "{table}:0:off-",
        "{table}:0:go\n",
        "{table}:0:GO",
        "{table}:٣:go",
        " {table}:0:go",
        "🎭" * 16,
        "A" * 64,
        "{table}:9999:v1+",
        "{table}:0:a1-11",
    ],
)
async def test_garbage_is_answered_and_changes_nothing(stage: Stage, data: str) -> None:
    party = await begun(stage)
    before, person = await party.table(), party.people[1]

    press = stage.world.press(
        person, panel(party), data=data.replace("{table}", party.id), force=True
    )

    assert await toast(press)
    assert await party.table() == before


@pytest.mark.parametrize("deed", [Choose(Role.OBERON, True), Wish.JOIN, Wish.LEAVE, Wish.BEGIN])
async def test_the_lobbys_buttons_are_dead_once_the_game_has_begun(
    stage: Stage, deed: Deed
) -> None:
    party = await begun(stage)
    before = await party.table()

    answer = await toast(forge(party, party.host, panel(party), deed))

    assert answer == "The game has begun already."
    assert await party.table() == before


# --- my card -----------------------------------------------------------------------------------


async def test_my_card_shows_everybody_their_own_as_an_alert(stage: Stage) -> None:
    party = await begun(stage)
    table = await party.table()
    assert table.game is not None

    for seat, at_table in enumerate(table.people):
        person = stage.world.user(at_table.id)
        answer = await stage.world.press(person, panel(party), "My card").answered()
        assert answer.show_alert
        assert table.game.setup.deal[seat].value.capitalize() in answer.text


# --- the assassination -------------------------------------------------------------------------


async def test_a_name_is_only_said_by_a_second_press(stage: Stage) -> None:
    party = await in_phase(stage, assassinating)
    game = await party.game()
    assert isinstance(game.phase, Assassinating)
    person = await sitting(party, game.phase.assassin)
    question = await until_read(stage.world, party.private(person), "who is Merlin?")
    seat = targets(game.setup, game.phase.assassin)[0]

    aimed = await forged(party, person, Aim(game.phase.assassin, seat))
    await stage.world.until(lambda: "✔️ Confirm" in question.labels)
    back = await toast(stage.world.press(person, question, "Back"))

    assert aimed.endswith("? Press Confirm if you are sure.")
    assert back == "Take your time."
    assert isinstance((await party.game()).phase, Assassinating)
    assert question.silent


async def test_nobody_else_names_merlin(stage: Stage) -> None:
    party = await in_phase(stage, assassinating)
    game = await party.game()
    assert isinstance(game.phase, Assassinating)
    others = [Seat(s) for s in range(5) if s != game.phase.assassin]

    for seat in others:
        answer = await forged(party, await sitting(party, seat), Assassinate(seat, Seat(0)))
        assert answer == "That choice isn't yours."
        answer = await forged(
            party, await sitting(party, seat), Assassinate(game.phase.assassin, Seat(0))
        )
        assert answer == "You're not at this table."

    assert await party.game() == game


async def test_a_tie_and_votes_in_any_order_show_in_seat_order(stage: Stage) -> None:
    party = Party(stage, players=6)
    await party.begin()
    await party.play(until=voting)
    for seat in (5, 2, 0, 4, 1, 3):
        person = await sitting(party, Seat(seat))
        await until_read(stage.world, party.private(person), "Do you approve?")
        vote = Vote.APPROVE if seat % 2 else Vote.REJECT
        await forged(party, person, CastVote(Seat(seat), vote))

    reveal = await until_read(stage.world, party.group, "👎 Rejected, 3 to 3")

    (fact,) = [fact for fact in (await party.game()).record if isinstance(fact, TeamVoted)]
    assert not fact.approved
    rows = [line for line in reveal.text.splitlines() if line.startswith(("👍 ", "👎 "))]
    numbers = [[int(part[0]) for part in row[2:].strip().split(", ")] for row in rows[1:]]
    assert numbers == [[2, 4, 6], [1, 3, 5]]
