"""Whole games with each of the options of play, and of The Resistance, by what everybody sees."""

from collections.abc import Callable
from random import Random

import pytest
from msgspec.structs import replace

from telegram_avalon.bot import beginning
from telegram_avalon.playground import Message, Person
from telegram_avalon.rules import (
    Card,
    Ending,
    Examine,
    Examining,
    Game,
    GiveCard,
    LadyUsed,
    OpinionVoting,
    Option,
    Over,
    PlayCard,
    PlotCard,
    Proposing,
    Questing,
    QuestPlayed,
    Role,
    Ruleset,
    Seat,
    Side,
    TeamVoted,
    Vote,
    Voting,
    World,
    apply,
    begin,
)
from telegram_avalon.rules.engine import leader
from telegram_avalon.rules.roles import side
from telegram_avalon.screens.actions import Action, Deed, Sure, Wish
from tests.bot.people import (
    alter,
    evil,
    forge,
    ours,
    panel,
    play_towards,
    readings,
    reads,
    toast,
    until_read,
)
from tests.harness import Party, Stage

MERLIN = frozenset({Role.MERLIN})


async def dealt(
    stage: Stage,
    monkeypatch: pytest.MonkeyPatch,
    *options: Option,
    players: int = 5,
    world: World = World.AVALON,
) -> Party:
    """A game with these options, dealt by known dice."""
    monkeypatch.setattr(beginning, "SystemRandom", lambda: Random(7))
    party = Party(stage, players)
    await party.sit_down()
    characters = MERLIN if world is World.AVALON else frozenset[Role]()
    ruleset = Ruleset(characters, world, frozenset(options))
    await alter(party, lambda table: replace(table, ruleset=ruleset))
    await forge(party, party.host, panel(party), Wish.BEGIN).answered()
    for person in party.people:
        await stage.world.until(lambda person=person: party.cards(person))  # type: ignore[misc]
    await until_read(stage.world, party.group, "are dealt")
    return party


def all_went_well(stage: Stage) -> None:
    assert stage.emulator.limits.violations == {}
    assert [call for call in stage.emulator.calls if call.status not in {200, None}] == []


async def test_the_lady_of_the_lake_goes_from_hand_to_hand(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    party = await dealt(stage, monkeypatch, Option.LADY, players=7)

    await play_towards(party, Ending.MERLIN_MISSED)

    game, table = await party.game(), await party.table()
    uses = [fact for fact in game.record if isinstance(fact, LadyUsed)]
    people = {person.id: person for person in party.people}
    assert len(uses) == 1
    for fact in uses:
        (answer,) = _answers(party, fact.holder, [people[each.id] for each in table.people])
        good = side(game.setup.deal[fact.target]) is Side.GOOD
        assert ("is good." if good else "is evil.") in answer.text
        assert answer.protected
        assert "spoiler" in {entity.type for entity in answer.versions[-1].entities}
    told = [text for text in readings(party.group) if "has seen the loyalty" in text]
    assert told
    assert not any("is good" in text or "is evil" in text for text in readings(party.group))
    asked = [m for m in _private(party) if "you hold the Lady" in m.versions[0].text]
    assert len(asked) == len(uses)
    all_went_well(stage)


def _answers(party: Party, seat: Seat, seated: list[Person]) -> list[Message]:
    for number, person in enumerate(seated):
        found = reads(party.private(person), "the loyalty you saw")
        assert bool(found) == (number == seat)
    return reads(party.private(seated[seat]), "the loyalty you saw")


def _private(party: Party) -> list[Message]:
    return [message for person in party.people for message in ours(party.private(person))]


def examining(game: Game) -> bool:
    return isinstance(game.phase, Examining)


async def test_a_look_is_considered_taken_back_and_confirmed(
    rough_stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A late press has its message put right, though it may read so already ("not modified").
    stage = rough_stage
    party = await dealt(stage, monkeypatch, Option.LADY, players=7)
    await party.play(until=examining)
    table, game = await party.table(), await party.game()
    assert isinstance(game.phase, Examining)
    holder = game.phase.holder
    people = {person.id: person for person in party.people}
    person = people[table.people[holder].id]
    other = people[table.people[(holder + 1) % 7].id]
    targets = [Seat(seat) for seat in range(7) if seat != holder]
    chat = party.private(person)
    message = await until_read(stage.world, chat, "Whose loyalty do you look at?")

    async def press(deed: Deed, expected: str) -> None:
        press = await party.press(person, Action(table.id, game.step, deed))
        assert expected in await toast(press)

    await press(Sure(Examine(holder, targets[0])), "Press Confirm if you are sure.")
    await until_read(stage.world, chat, "Look at the loyalty of")
    await press(Sure(Examine(holder, targets[1])), "Press Confirm if you are sure.")
    await press(Wish.BACK, "Take your time.")
    await until_read(stage.world, chat, "Whose loyalty do you look at?")
    forged = Sure(Examine(holder, targets[0]))
    step = game.step
    said = [
        await toast(forge(party, other, party.private(other).last, forged, step)),
        await toast(forge(party, other, panel(party), forged, step)),
        await toast(forge(party, person, message, Sure(Examine(holder, holder)), step)),
        await toast(forge(party, person, message, forged, step - 1)),
    ]
    assert said == [
        "That choice isn't yours.",
        "You're not at this table.",
        "Whoever has held the Lady can't be examined: name somebody else.",
        "That is settled already.",
    ]
    assert await party.game() == game
    await press(Examine(holder, targets[1]), "You have looked.")
    answer = await until_read(stage.world, chat, "the loyalty you saw")
    assert answer is message
    card = party.cards(person)[0]
    late = await toast(forge(party, person, card, forged, step))
    assert late == "That is settled already."
    await stage.world.until(lambda: "the loyalty you saw" in card.text)


async def test_the_leader_targets_quests_in_any_order(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    party = await dealt(stage, monkeypatch, Option.TARGETING)

    await play_towards(party, Ending.MERLIN_MISSED)

    game = await party.game()
    played = [fact.quest for fact in game.record if isinstance(fact, QuestPlayed)]
    assert played == [4, 3, 5]
    assert "2 · 3 · ✅ 2 · ✅ 3 · ✅ 3" in panel(party).text
    all_went_well(stage)


async def test_the_leader_may_change_the_quest_before_proposing(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    party = await dealt(stage, monkeypatch, Option.TARGETING)
    game = await party.game()
    people = {person.id: person for person in party.people}
    table = await party.table()
    boss = people[table.people[leader(game)].id]
    world = stage.world
    await world.press(boss, panel(party), "Quest 2").answered()
    await until_read(world, party.group, "Quest 2 · a team of 3")
    await world.press(boss, panel(party), "Ann").answered()
    await until_read(world, party.group, "Team, 1/3")

    assert await toast(world.press(boss, panel(party), "Quest 1")) == "Quest 1 it is."

    await until_read(world, party.group, "Quest 1 · a team of 2")
    assert (await party.game()).phase == Proposing((), 1)
    other = next(person for person in party.people if person is not boss)
    said = await toast(world.press(other, panel(party), "Quest 3"))
    assert said.endswith("names the quest.")


async def test_anonymous_votes_are_counted_until_the_end_and_then_told_by_name(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    party = await dealt(stage, monkeypatch, Option.ANONYMOUS_VOTES)
    told: set[str] = set()

    def look(game: Game) -> None:
        if not isinstance(game.phase, Over):
            told.update(text for text in readings(party.group) if "Approved, 5 to 0" in text)

    await play_towards(party, Ending.THREE_FAILS, look)

    assert told
    assert not any("👍 1" in text for text in told)
    press = party.world.press(party.host, panel(party), "History")
    await press.answered()
    await until_read(stage.world, party.private(party.host), "👍 1 2 3 4 5")
    all_went_well(stage)


async def test_a_fifth_team_goes_without_a_vote(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    party = await dealt(stage, monkeypatch, Option.UNVOTED_FIFTH)

    await play_towards(party, Ending.FIVE_REJECTIONS)

    game = await party.game()
    votes = [fact for fact in game.record if isinstance(fact, TeamVoted)]
    assert len(votes) == 12
    assert not any(fact.approved for fact in votes)
    assert isinstance(game.phase, Over)
    assert game.phase.ending is Ending.MERLIN_MISSED
    said = "\n".join(readings(party.group))
    assert said.count("sends without a vote, as the fifth team") >= 3
    assert "goes to evil" not in said
    all_went_well(stage)


async def test_a_good_player_may_fail_a_quest_where_that_is_played(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    party = await dealt(stage, monkeypatch, Option.GOOD_MAY_FAIL)
    await party.play(until=lambda game: isinstance(game.phase, Questing))
    game, table = await party.game(), await party.table()
    assert isinstance(game.phase, Questing)
    people = {person.id: person for person in party.people}
    for seat in game.phase.team:
        card = Card.SUCCESS if seat in evil(game) else Card.FAIL
        action = Action(table.id, game.step, PlayCard(seat, card))
        press = await party.press(people[table.people[seat].id], action)
        assert await toast(press) == "Your quest card is down."
    await until_read(stage.world, party.group, "Quest 1 failed")
    cards = [party.cards(person)[0].text for person in party.people]
    assert all("everybody may play either card" in text for text in cards)


ENDS: dict[Ending, Callable[[str], bool]] = {
    Ending.THREE_SUCCESSES: lambda text: "✊ The Resistance wins!" in text,
    Ending.THREE_FAILS: lambda text: "🕵️ The spies win!" in text,
    Ending.FIVE_REJECTIONS: lambda text: "🕵️ The spies win!" in text,
}


@pytest.mark.parametrize("blind", [False, True], ids=["knowing", "blind"])
@pytest.mark.parametrize("ending", ENDS)
async def test_a_game_of_the_resistance(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, ending: Ending, *, blind: bool
) -> None:
    options = [Option.LADY, *([Option.BLIND_SPIES] if blind else [])]
    party = await dealt(stage, monkeypatch, *options, world=World.RESISTANCE)
    table = await party.table()
    spies = [table.people[seat].id for seat in evil(await party.game())]

    await play_towards(party, ending)

    end = panel(party).text
    assert ENDS[ending](end)
    assert end.count("— Spy") == 2
    assert end.count("— Resistance") == 3
    for person in party.people:
        (card,) = party.cards(person)
        told = card.versions[0].text
        assert ("You are a spy." in told) == (person.id in spies)
        assert ("Also spies:" in told) == (person.id in spies and not blind)
    everything = "\n".join(readings(party.group, *map(party.private, party.people)))
    begun = everything[everything.index("are dealt") :]
    assert "quest" not in begun.lower()
    assert "good" not in begun.lower()
    all_went_well(stage)


async def test_an_opinion_maker_votes_first_and_openly(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    party = await dealt(stage, monkeypatch)
    game = await party.game()
    maker = Seat((leader(game) + 1) % 5)
    setup = replace(
        game.setup,
        ruleset=Ruleset(MERLIN, World.AVALON, frozenset({Option.PLOT_CARDS})),
        plot_deck=(PlotCard.OPINION_MAKER,) * 5,
    )
    given = apply(begin(setup), GiveCard(leader(game), PlotCard.OPINION_MAKER, maker))
    await alter(party, lambda table: replace(table, game=given))

    await party.play(until=lambda game: isinstance(game.phase, OpinionVoting))
    await until_read(stage.world, party.group, "votes first, openly, as an Opinion Maker")
    await party.play(until=lambda game: isinstance(game.phase, Voting))
    await until_read(stage.world, party.group, ": 👍 Approve")
    await party.play(until=lambda game: any(isinstance(f, TeamVoted) for f in game.record))

    await until_read(stage.world, party.group, "Approved, 5 to 0")
    people = {person.id: person for person in party.people}
    table = await party.table()
    for seat, at_table in enumerate(table.people):
        texts = readings(party.private(people[at_table.id]))
        asked_first = any("You are an Opinion Maker" in text for text in texts)
        asked_later = any("Do you approve?" in text for text in texts)
        assert (asked_first, asked_later) == (seat == maker, seat != maker)
    votes = [fact for fact in (await party.game()).record if isinstance(fact, TeamVoted)]
    assert votes[0].votes == (Vote.APPROVE,) * 5
