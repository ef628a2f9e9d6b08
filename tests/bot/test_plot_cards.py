"""Games with plot cards by what everybody is sent: each of the nine cards is played."""

from random import Random

import pytest
from msgspec.structs import replace

from telegram_avalon.bot import beginning
from telegram_avalon.playground import Message, Person
from telegram_avalon.rules import (
    AskAgain,
    Command,
    Ending,
    Game,
    GiveCard,
    Option,
    Over,
    PassCard,
    PlotAsked,
    PlotCard,
    PlotGiven,
    PlotUsed,
    Proposing,
    Questing,
    Ruleset,
    Seat,
    Setup,
    UseCard,
    deal_characters,
)
from telegram_avalon.rules.record import clockwise, current_round, leading
from telegram_avalon.screens.actions import Action, Sure, Wish, encode
from telegram_avalon.screens.plot_words import SAID
from telegram_avalon.table import lobby
from tests.bot.people import (
    alter,
    data_in,
    forge,
    ours,
    panel,
    readings,
    toast,
    towards,
    until_read,
    whisper,
)
from tests.harness import ENOUGH, Party, Stage

CALLED = {card: said.page.title for card, said in SAID.items()}


async def dealt(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, players: int, *deck: PlotCard, seed: int = 1
) -> Party:
    """A game with plot cards, dealt as *seed* has it; the cards of *deck* are drawn first."""

    def deal(ruleset: Ruleset, number: int, random: Random) -> Setup:
        setup = deal_characters(ruleset, number, random)
        return replace(setup, plot_deck=(*deck, *setup.plot_deck))

    monkeypatch.setattr(beginning, "SystemRandom", lambda: Random(seed))
    monkeypatch.setattr(lobby, "deal_characters", deal)
    party = Party(stage, players)
    await party.sit_down()
    options = frozenset({Option.PLOT_CARDS})
    await alter(party, lambda table: replace(table, ruleset=Ruleset(options=options)))
    await forge(party, party.host, panel(party), Wish.BEGIN).answered()
    await until_read(stage.world, party.group, "gives the plot card")
    return party


async def do(party: Party, *commands: Command) -> None:
    """Press the buttons for these, one after the other where they change the question."""
    table = await party.table()
    assert table.game is not None
    people = {person.id: person for person in party.people}
    for command in commands:
        action = Action(table.id, table.game.step, command)
        press = await party.press(people[table.people[command.seat].id], action)
        await press.answered()
    await party.handled()


async def on_to(party: Party, kind: type) -> Game:
    """Play until the next question of that *kind* is put."""
    for _ in range(ENOUGH):
        game = await party.game()
        if isinstance(game.phase, kind):
            return game
        await do(party, *towards(Ending.MERLIN_MISSED, game))
    raise AssertionError("it never comes")


async def sitting(party: Party, seat: Seat) -> Person:
    table = await party.table()
    return next(person for person in party.people if person.id == table.people[seat].id)


def used(game: Game) -> set[PlotCard]:
    """The cards that took effect; an Opinion Maker's by lying there."""
    facts = [fact for fact in game.record if isinstance(fact, PlotUsed | PlotGiven)]
    opinion = PlotCard.OPINION_MAKER
    return {f.card for f in facts if isinstance(f, PlotUsed) or f.card is opinion}


# --- whole games ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "played"),
    [(5, {PlotCard.OPINION_MAKER, PlotCard.CLOSE_EYE}), (7, {PlotCard.OPEN_UP}), (10, {*PlotCard})],
)
async def test_a_whole_game_plays_its_cards_and_tells_of_each(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, players: int, played: set[PlotCard]
) -> None:
    """Five quests, of which the second and the fourth fail, so that all cards are drawn."""
    party = await dealt(stage, monkeypatch, players)

    while not isinstance((game := await party.game()).phase, Over):
        fails = current_round(game.record) % 2 == 0
        await do(party, *towards(Ending.THREE_FAILS if fails else Ending.MERLIN_MISSED, game))
    await party.quiet()

    assert used(game) >= played
    assert "Good wins!" in panel(party).text
    told = "\n".join(readings(party.group))
    for fact in game.record:
        if isinstance(fact, PlotGiven):
            assert f"gives {CALLED[fact.card]} to {fact.receiver + 1}\u00a0" in told
    chats = map(party.private, party.people)
    left = {data.rpartition(":")[2] for chat in chats for data in data_in(chat)}
    assert left <= {"card", "about", "file"}
    assert stage.emulator.limits.violations == {}
    calls = [call for call in stage.emulator.calls if call.chat_id == party.group.id]
    new = [call for call in calls if call.method == "sendMessage"]
    votes = sum(type(fact).__name__ == "TeamVoted" for fact in game.record)
    assert len(new) <= 2 * votes + 10
    assert len(calls) <= 2 * len(game.record)


# --- two presses ----------------------------------------------------------------------------------


async def test_a_card_is_played_by_a_second_press_and_back_takes_nothing_away(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    party = await dealt(stage, monkeypatch, 5, PlotCard.NO_CONFIDENCE)
    game = await on_to(party, PlotAsked)
    assert isinstance(game.phase, PlotAsked)
    holder = await sitting(party, game.phase.seat)
    use = UseCard(game.phase.seat)
    question = await party.see(holder, Action(party.id, game.step, Sure(use)))

    await stage.world.press(holder, question, "Play this card").answered()
    await stage.world.until(lambda: "Confirm" in str(question.labels))
    assert "Turn this team down?" in question.text
    await stage.world.press(holder, question, "Back").answered()
    await stage.world.until(lambda: "Not this round" in str(question.labels))
    assert await party.game() == game
    await do(party, use)

    after = await party.game()
    assert after.record[-1] == PlotUsed(PlotCard.NO_CONFIDENCE, use.seat)
    assert isinstance(after.phase, Proposing)
    await until_read(stage.world, party.group, "the team is turned down")


async def test_nobody_else_confirms_or_plays_a_card(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    party = await dealt(stage, monkeypatch, 5, PlotCard.NO_CONFIDENCE)
    game = await on_to(party, PlotAsked)
    assert isinstance(game.phase, PlotAsked)
    seat = game.phase.seat
    other = await sitting(party, clockwise(seat, 5))
    mine = clockwise(seat, 5)
    message = ours(party.private(other))[-1]

    for deed in (UseCard(seat), PassCard(seat), UseCard(mine), PassCard(mine), Sure(UseCard(mine))):
        said = await toast(forge(party, other, message, deed, game.step))
        assert said in {"You're not at this table.", "That choice isn't yours."}
    assert await party.game() == game


async def test_a_question_that_is_over_asks_for_no_second_press(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    party = await dealt(stage, monkeypatch, 5, PlotCard.NO_CONFIDENCE)
    game = await on_to(party, PlotAsked)
    assert isinstance(game.phase, PlotAsked)
    holder, seat = await sitting(party, game.phase.seat), game.phase.seat
    question = await party.see(holder, Action(party.id, game.step, PassCard(seat)))
    await do(party, PassCard(seat))

    for deed in (Sure(UseCard(seat)), Wish.BACK, UseCard(seat)):
        said = await toast(forge(party, holder, question, deed, game.step))
        assert said == "That is settled already."


# --- what is seen, and being asked ----------------------------------------------------------------


async def test_whoever_is_shown_a_side_reads_it_at_once_and_nobody_else_does(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    party = await dealt(stage, monkeypatch, 7, PlotCard.OPEN_UP, PlotCard.SPOTLIGHT)
    game = await party.game()
    shower = leading(game)
    viewer = clockwise(shower, 7)
    friend = await sitting(party, viewer)

    await do(party, *towards(Ending.MERLIN_MISSED, game))
    await do(party, GiveCard(shower, PlotCard.OPEN_UP, viewer))

    told = await until_read(stage.world, party.private(friend), "shows you their side")
    assert told.protected
    assert "You saw:" in told.text
    assert [entity.type for entity in told.versions[-1].entities].count("spoiler") == 1
    await until_read(stage.world, party.group, "shows their side to")
    others = [party.private(each) for each in party.people if each is not friend]
    assert not [text for text in readings(party.group, *others) if "You saw" in text]
    whisper(party, friend, "/role")
    await stage.world.until(lambda: len(saw(party, friend)) > 1)


def saw(party: Party, person: Person) -> list[Message]:
    return [message for message in ours(party.private(person)) if "You saw:" in message.text]


async def test_a_card_that_is_not_asked_for_is_asked_for_again_from_the_own_card(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    party = await dealt(stage, monkeypatch, 5, PlotCard.NO_CONFIDENCE, PlotCard.OPINION_MAKER)
    game = await on_to(party, PlotAsked)
    assert isinstance(game.phase, PlotAsked)
    seat = game.phase.seat
    holder = await sitting(party, seat)
    again = AskAgain(seat, PlotCard.NO_CONFIDENCE)
    await do(party, PassCard(seat, lasting=True))
    await on_to(party, Questing)
    game = await on_to(party, Proposing)
    await on_to(party, Questing)
    assert [f for f in (await party.game()).record if isinstance(f, PlotUsed)] == []

    whisper(party, holder, "/role")
    await until_read(stage.world, party.private(holder), "You aren't asked about it.")
    card = [m for m in ours(party.private(holder)) if "You aren't asked" in m.text][-1]
    step = (await party.game()).step
    assert encode(Action(party.id, step, again)) in data_in(party.private(holder))
    await on_to(party, Proposing)
    said = await toast(
        stage.world.press(holder, card, data=encode(Action(party.id, step, again)), force=True)
    )

    assert said == "🔔 I ask you again: 🚫 No Confidence."
    game = await on_to(party, PlotAsked)
    assert game.phase == PlotAsked(PlotCard.NO_CONFIDENCE, seat)
