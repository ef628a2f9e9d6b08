"""Whole games of people with hostile names, to each ending, by what everybody sees."""

import re

import pytest

from telegram_avalon.playground import Chat, Person
from telegram_avalon.rules import (
    Ending,
    Game,
    Over,
    Proposing,
    Questing,
    QuestPlayed,
    Role,
    Side,
    TeamVoted,
    Voting,
)
from telegram_avalon.rules.roles import side
from telegram_avalon.screens.actions import Choose, Wish
from tests.bot.conftest import Logs
from tests.bot.people import (
    choose,
    data_in,
    forge,
    ours,
    panel,
    play_towards,
    readings,
    row_of,
    until_read,
)
from tests.harness import TOKEN, Party, Stage

NAMES = (
    "<b>Anna</b>",
    "\u202egnal\u202c \u2066x",
    "\u3164",
    "*b* _i_ `c` [x](http://y.z) ||s||",
    "{name} {0} {} {leader!r}",
    "علی رضا",
    "علی رضا",
    "👨‍👩‍👧‍👦" * 12,
    "@durov /cancel evil.example.org",
    "W" * 64,
)
TITLE = "</b><a href='tg://user?id=1'>\u202e& {x} %s"
HELPED = {Role.PERCIVAL: True, Role.MORGANA: True}
"""Characters who know more of each other than the first ones do."""
CALLED = {
    Role.MERLIN: "Merlin",
    Role.PERCIVAL: "Percival",
    Role.SERVANT: "Loyal Servant of Arthur",
    Role.ASSASSIN: "Assassin",
    Role.MORGANA: "Morgana",
    Role.MORDRED: "Mordred",
    Role.OBERON: "Oberon",
    Role.MINION: "Minion of Mordred",
}
ENDED = {
    Ending.THREE_FAILS: ("😈 Evil wins!", "Three quests have failed."),
    Ending.FIVE_REJECTIONS: ("😈 Evil wins!", "Five teams in a row were rejected."),
    Ending.THREE_SUCCESSES: ("😇 Good wins!", "Three quests have succeeded."),
    Ending.MERLIN_FOUND: ("😈 Evil wins!", "evil found Merlin."),
    Ending.MERLIN_MISSED: ("😇 Good wins!", "Merlin stayed hidden."),
}


HINTS = ("The Assassin is choosing.", "to find Merlin.")
"""What the group may read of characters before the end."""


class Hostile(Party):
    """People whose names try everything, in a group whose title does."""

    def __init__(self, stage: Stage, players: int) -> None:
        super().__init__(stage, players)
        for person, name in zip(self.people, NAMES, strict=False):
            person.first_name = name
        self.group.title = TITLE


async def dealt(stage: Stage, players: int, ending: Ending) -> Party:
    party = Hostile(stage, players)
    await party.sit_down()
    if ending is Ending.THREE_SUCCESSES:
        await choose(party, Choose(Role.MERLIN, False))
    else:
        await choose(party, *(Choose(role, on) for role, on in HELPED.items()))
    await forge(party, party.host, panel(party), Wish.BEGIN).answered()
    for person in party.people:
        await stage.world.until(lambda person=person: party.cards(person))  # type: ignore[misc]
    await until_read(stage.world, party.group, "are dealt")
    return party


def known_to(seat: int, deal: tuple[Role, ...]) -> set[int]:
    """The seats that a card names, by the rules of the game."""
    bad = {s for s, role in enumerate(deal) if side(role) is Side.EVIL}
    match deal[seat]:
        case Role.MERLIN:
            return {s for s in bad if deal[s] is not Role.MORDRED}
        case Role.PERCIVAL:
            return {s for s, role in enumerate(deal) if role in {Role.MERLIN, Role.MORGANA}}
        case Role.OBERON | Role.SERVANT:
            return set()
        case _:
            return {s for s in bad if s != seat and deal[s] is not Role.OBERON}


async def everybody_got_their_card(party: Party) -> None:
    table = await party.table()
    assert table.game is not None
    deal = table.game.setup.deal
    people = {person.id: person for person in party.people}
    for seat, at_table in enumerate(table.people):
        (card,) = party.cards(people[at_table.id])
        text = card.versions[0].text
        assert CALLED[deal[seat]] in text.splitlines()[1]
        named = {int(n) - 1 for n in re.findall(r"(\d+)\u00a0\u2068", text)}
        assert named == known_to(seat, deal), (deal[seat], text)
        assert card.protected
        hidden = [e for e in card.versions[0].entities if e.type == "spoiler"]
        assert len(hidden) == 1


class Onlookers:
    """Everybody's sight between the moves, until the game is over."""

    def __init__(self, party: Party, stranger: Person, deal: tuple[Role, ...]) -> None:
        self.party = party
        self.stranger = stranger
        self.roles = {CALLED[role] for role in deal}
        self.begun = len(readings(party.group)) - 1

    def look(self, game: Game) -> None:
        # What is played is no secret: the lobby's message ends with it.
        public = [
            text
            for text in readings(self.party.group)[self.begun :]
            if text and "the game has begun" not in text
        ]
        match game.phase:
            case Over():
                return
            case Voting():
                assert "👍" not in panel(self.party).text.partition("Votes")[2]
            case Proposing() | Questing():
                pass
            case _:
                public = [_without(text, HINTS) for text in public]
        assert [t for t in public if any(role in t for role in self.roles)] == []
        buttons = [s.text for s in self.party.world.seen_by(self.stranger) if s.kind != "text"]
        assert [t for t in buttons if any(role in t for role in self.roles)] == []


def _without(text: str, words: tuple[str, ...]) -> str:
    for each in words:
        text = text.replace(each, "")
    return text


def wishes(chat: Chat) -> set[str]:
    """What could be pressed there now."""
    return {data.rpartition(":")[2] for data in data_in(chat)}


@pytest.mark.parametrize("players", [5, 7, 10])
@pytest.mark.parametrize("ending", Ending)
async def test_a_whole_game_shows_everybody_what_is_theirs(
    stage: Stage, logs: Logs, players: int, ending: Ending
) -> None:
    party = await dealt(stage, players, ending)
    await everybody_got_their_card(party)
    eva = stage.world.person("Eva")
    stage.world.join(eva, party.group)
    deal = (await party.game()).setup.deal

    await play_towards(party, ending, Onlookers(party, eva, deal).look)

    game = await party.game()
    end = panel(party).text
    assert isinstance(game.phase, Over)
    assert all(words in end for words in ENDED[ending])
    assert row_of(end) == {seat: CALLED[role] for seat, role in enumerate(deal)}
    assert wishes(party.group) == {"again", "history", "card"}
    left = {wish for person in party.people for wish in wishes(party.private(person))}
    assert left <= {"card", "about"}
    told_all_that_happened(party, game)
    await everybody_was_asked(party, game)
    assert stage.emulator.limits.violations == {}
    assert [c for c in stage.emulator.calls if c.status not in {200, None}] == []
    nothing_personal_is_logged(party, logs)


def told_all_that_happened(party: Party, game: Game) -> None:
    said = "\n".join(readings(party.group))
    for fact in game.record:
        if isinstance(fact, QuestPlayed):
            outcome = "succeeded" if fact.succeeded else "failed"
            assert f"Quest {fact.quest} {outcome}" in said
        elif isinstance(fact, TeamVoted):
            word = "Approved" if fact.approved else "Rejected"
            assert f"{word}, {fact.approvals} to {len(fact.votes) - fact.approvals}" in said


async def everybody_was_asked(party: Party, game: Game) -> None:
    """A ballot for each vote, a card question for each quest and member, and for nobody else."""
    table = await party.table()
    votes = [fact for fact in game.record if isinstance(fact, TeamVoted)]
    quests = [fact for fact in game.record if isinstance(fact, QuestPlayed)]
    for person in party.people:
        seat = table.seat(person.id)
        texts = [m.versions[0].text for m in ours(party.private(person))]
        asked = [text for text in texts if "Do you approve?" in text]
        cards = [text for text in texts if "Which card do you play?" in text]
        assert len(asked) == len(votes)
        assert len(cards) == len([fact for fact in quests if seat in fact.team])


def nothing_personal_is_logged(party: Party, logs: Logs) -> None:
    private = [
        TOKEN.partition(":")[2],
        TITLE,
        *(person.first_name for person in party.people if len(person.first_name) > 1),
        *CALLED.values(),
        *(role.value for role in Role),
    ]
    assert [word for word in private if word in logs.text] == []
    assert logs.lines("warning", "error") == []


async def test_the_decisive_stroke_is_told_to_all(stage: Stage) -> None:
    party = await dealt(stage, 5, Ending.MERLIN_MISSED)

    await play_towards(party, Ending.MERLIN_MISSED)

    await until_read(stage.world, party.group, "wrong, Merlin was")


async def test_two_groups_play_side_by_side_and_hear_nothing_of_each_other(stage: Stage) -> None:
    one, two = Party(stage, 5), Party(stage, 5)
    two.group.title = "Others"
    await one.begin()
    await two.begin()

    await play_towards(one, Ending.FIVE_REJECTIONS)
    await play_towards(two, Ending.MERLIN_FOUND)

    assert "Five teams in a row" in panel(one).text
    assert "evil found Merlin" in panel(two).text
    ids = [{data.partition(":")[0] for data in data_in(each.group)} for each in (one, two)]
    assert ids == [{one.id}, {two.id}]


async def test_a_new_table_can_be_opened_as_soon_as_a_game_is_over(stage: Stage) -> None:
    party = Party(stage, 5)
    await party.begin()
    await play_towards(party, Ending.FIVE_REJECTIONS)
    before = party.id

    await party.open()

    assert party.id != before
