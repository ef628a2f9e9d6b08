"""Each statement of the rules is true at the table where it is read, whatever is played there.

What an option or a character denies is written down here a second time, as patterns; that it does
deny it is played out by the rules themselves.
"""

import re
from collections.abc import Iterator
from itertools import combinations

import pytest

from telegram_avalon.rules import (
    CHARACTERS,
    OPTIONS,
    Assassinating,
    Card,
    Ending,
    Option,
    Over,
    PlayCard,
    Preset,
    Reason,
    Refused,
    Role,
    Ruleset,
    Seat,
    TeamVoted,
    World,
    apply,
    problems,
)
from telegram_avalon.rules.presets import ruleset as preset
from telegram_avalon.rules.rulesets import characters
from telegram_avalon.screens import history, settings
from telegram_avalon.screens.help import text as help_text
from telegram_avalon.screens.rulebook import pages
from telegram_avalon.screens.rulebook.house import HOUSE_CHOICES
from telegram_avalon.screens.rulebook.topics import Topic
from telegram_avalon.screens.worlds import in_world
from telegram_avalon.table import Page, cancel, choose_game, turn_to
from tests.screens.reading import telegram
from tests.screens.scenes import (
    ENGLISH,
    LINKS,
    NAMES,
    dealt,
    game_of,
    in_group,
    in_private,
    lobby,
    looked_at,
    moved,
    seen,
    varied,
)

FIVE = "merlin servant servant assassin minion"
UNLESS = re.compile(r"\b[Uu]nless\b")
PLAIN = "servant servant servant minion minion"
FIVE_REJECTED = "; ".join(["team 1 2; votes -----"] * 5)
THREE_SUCCESSES = (
    "team 1 2; votes +++++; cards ss; team 1 2 3; votes +++++; cards sss; "
    "team 1 2; votes +++++; cards ss"
)

DENIED_BY = {
    Option.UNVOTED_FIFTH: (
        "Five in one round, and evil wins|five teams are rejected|[Ff]ive rejections"
        "|the game is lost|On a fifth team, evil wins|the fifth too|never to its end"
    ),
    Option.GOOD_MAY_FAIL: (
        "Good must play Success|Good never plays Fail|somebody on that team is evil|Evil needs two"
    ),
    Option.ANONYMOUS_VOTES: (
        "shown together, by name|See who approves|somebody is counting|vote can be a signal"
        "|signal by a vote|History lists them all|with how they vote|by its votes"
        "|their teams and votes"
    ),
    Option.BLIND_SPIES: (
        "Evil knows more|Evil players know one another|The spies know each other"
        "|they know that one of theirs"
    ),
}
"""What is untrue where an option is on."""

NEEDED_FOR = {
    Role.MERLIN: (
        "one last chance: name Merlin|Merlin must stay hidden|Merlin speaks in riddles"
        "|sound a little like Merlin|[Ll]ook for Merlin from the first vote|Help to find Merlin"
        "|hides Merlin|Merlin may signal|except for Merlin|When three quests have succeeded, put"
    ),
    Role.OBERON: "Oberon stands apart|Oberon can be named",
    Role.ASSASSIN: "the Assassin names one player|The Assassin may name",
}
"""What is untrue where a character isn't in play."""

OWN_PAGES = {
    Role.MERLIN: {Topic.MERLIN, Topic.ASSASSINATION, Topic.PERCIVAL, Topic.ASSASSIN},
    Role.OBERON: {Topic.OBERON},
    Role.ASSASSIN: {Topic.ASSASSIN},
}
"""Pages that are about something in play only with that character, and say at once if it isn't."""

SAYS = {
    Option.UNVOTED_FIFTH: {
        Topic.AIM: "The fifth team of a round goes without a vote",
        Topic.VOTE: "The fifth team of a round isn't voted on",
        Topic.THE_RESISTANCE: "The fifth team of a round goes without a vote",
        Topic.NO_CONFIDENCE: "can't be turned down",
    },
    Option.GOOD_MAY_FAIL: {Topic.QUEST: "Everybody may play either"},
    Option.ANONYMOUS_VOTES: {Topic.VOTE: "only the numbers are shown until one side has won"},
    Option.TARGETING: {Topic.TEAM: "the leader chooses the quest"},
    Option.PLOT_CARDS: {
        Topic.TEAM: "Strong Leader",
        Topic.VOTE: "Opinion Makers vote first",
        Topic.QUEST: "may be played face up",
    },
    Option.BLIND_SPIES: {
        Topic.SIDES: "Nobody knows anybody at the start",
        Topic.THE_RESISTANCE: "The spies don't know each other",
    },
}
"""What a page says where an option is on, and doesn't say where it is known to be off."""


def rulesets() -> Iterator[Ruleset]:
    """No option, each one, each two; every preset; and characters of all kinds."""
    for game in World:
        there = [option for option, row in OPTIONS.items() if game in row.worlds]
        chosen = frozenset() if game is World.RESISTANCE else frozenset({Role.MERLIN, Role.OBERON})
        for n in range(3):
            yield from (Ruleset(chosen, game, frozenset(on)) for on in combinations(there, n))
        yield from (preset(each, game, players) for each in Preset for players in (5, 10))
    for names in (set(), {Role.OBERON}, {Role.MERLIN}, {Role.MERLIN, Role.MORDRED, Role.MORGANA}):
        yield Ruleset(frozenset(names))


TABLES = [(n, rules) for rules in rulesets() for n in (5, 7) if not problems(rules, n)]


def read(topic: Topic, players: int | None = None, rules: Ruleset | None = None) -> str:
    return telegram(pages.screen(topic, ENGLISH, players, rules).text).text


def sentences(topic: Topic, players: int | None = None, rules: Ruleset | None = None) -> list[str]:
    """A page line by line, without those that hold whatever is on, since they say unless what."""
    lines = read(topic, players, rules).splitlines()
    return [line for line in lines if not UNLESS.search(line)]


def found(pattern: str, lines: list[str]) -> list[str]:
    return [line for line in lines if re.search(pattern, line)]


# --- the rules say what an option denies --------------------------------------------------------


def five_rejections_lose(*on: Option) -> bool:
    table = moved(varied(FIVE, *on), FIVE_REJECTED[: -len("; votes -----")])
    try:
        phase = game_of(moved(table, "votes -----")).phase
    except Refused:
        return False
    return isinstance(phase, Over) and phase.ending is Ending.FIVE_REJECTIONS


def good_must_succeed(*on: Option) -> bool:
    game = game_of(moved(varied(FIVE, *on), "team 1 2; votes +++++"))
    try:
        apply(game, PlayCard(Seat(0), Card.FAIL))
    except Refused as refusal:
        return refusal.reason is Reason.GOOD_MUST_SUCCEED
    return False


def votes_are_named(*on: Option) -> bool:
    _, view = seen(moved(varied(FIVE, *on), "team 1 2; votes +++--"))
    return any(isinstance(fact, TeamVoted) for fact in view.record)


def spies_know_each_other(*on: Option) -> bool:
    _, view = seen(varied(PLAIN, *on, world=World.RESISTANCE), 4)
    return bool(view.knowledge.evil)


PLAYED = {
    Option.UNVOTED_FIFTH: five_rejections_lose,
    Option.GOOD_MAY_FAIL: good_must_succeed,
    Option.ANONYMOUS_VOTES: votes_are_named,
    Option.BLIND_SPIES: spies_know_each_other,
}


@pytest.mark.parametrize("option", DENIED_BY)
def test_what_is_said_to_be_denied_is_denied_by_the_rules(option: Option) -> None:
    holds = PLAYED[option]

    assert holds()
    assert not holds(option)


@pytest.mark.parametrize("option", OPTIONS)
def test_no_other_option_denies_it(option: Option) -> None:
    if option in {Option.TARGETING, Option.PLOT_CARDS}:
        return  # their games are played otherwise: see tests/rules/games
    for denied, holds in PLAYED.items():
        assert holds(option) == (denied is not option)


def test_only_with_merlin_three_successes_lead_to_the_assassination() -> None:
    with_merlin = game_of(moved(dealt(FIVE), THREE_SUCCESSES)).phase
    without = game_of(moved(dealt(PLAIN), THREE_SUCCESSES)).phase

    assert isinstance(with_merlin, Assassinating)
    assert isinstance(without, Over)


# --- so do the pages ----------------------------------------------------------------------------


@pytest.mark.parametrize("topic", Topic)
def test_a_page_says_nothing_that_the_readers_table_denies(topic: Topic) -> None:
    for players, rules in TABLES:
        lines = sentences(topic, players, rules)
        for option in rules.options & set(DENIED_BY):
            assert found(DENIED_BY[option], lines) == []
        dealt_there = set(characters(rules, players)) if rules.game is World.AVALON else set()
        for role, pattern in NEEDED_FOR.items():
            if role not in dealt_there and topic not in OWN_PAGES[role]:
                assert found(pattern, lines) == []


@pytest.mark.parametrize("topic", Topic)
def test_where_nothing_is_known_of_a_table_a_page_says_unless(topic: Topic) -> None:
    for pattern in DENIED_BY.values():
        assert found(pattern, sentences(topic)) == []


@pytest.mark.parametrize("role", Role)
def test_ones_own_character_is_told_for_the_table_it_is_played_at(role: Role) -> None:
    for players, rules in TABLES:
        if rules.game is World.RESISTANCE or role not in characters(rules, players):
            continue
        shown = telegram(pages.of_character(role, ENGLISH, players, rules).text).text
        lines = [line for line in shown.splitlines() if not UNLESS.search(line)]
        for option in rules.options & set(DENIED_BY):
            assert found(DENIED_BY[option], lines) == []
        for needed, pattern in NEEDED_FOR.items():
            if needed not in characters(rules, players):
                assert found(pattern, lines) == []


@pytest.mark.parametrize("option", SAYS)
def test_a_page_says_what_an_option_that_is_on_puts_in_its_place(option: Option) -> None:
    game = min(OPTIONS[option].worlds, key=list(World).index)
    chosen = frozenset({Role.MERLIN}) if game is World.AVALON else frozenset[Role]()
    off = Ruleset(chosen, game)
    on = Ruleset(chosen, game, frozenset({option}))
    for topic, said in SAYS[option].items():
        assert said in read(topic, 7, on)
        assert said not in read(topic, 7, off)


@pytest.mark.parametrize("option", DENIED_BY)
def test_what_an_option_denies_is_said_where_it_is_off(option: Option) -> None:
    """So that none of the patterns above looks for what nobody says any more."""
    game = min(OPTIONS[option].worlds, key=list(World).index)
    off = Ruleset(frozenset({Role.MERLIN} if game is World.AVALON else ()), game)
    every = [line for topic in Topic for line in sentences(topic, 7, off)]

    assert found(DENIED_BY[option], every)


@pytest.mark.parametrize("role", NEEDED_FOR)
def test_what_needs_a_character_is_said_where_it_is_in_play(role: Role) -> None:
    there = Ruleset(frozenset({Role.MERLIN, Role.OBERON}))
    every = [line for topic in Topic for line in sentences(topic, 7, there)]

    assert found(NEEDED_FOR[role], every)


# --- pages about something that is off ----------------------------------------------------------


def test_a_page_says_at_once_whether_it_is_about_something_that_is_played() -> None:
    avalon = Ruleset(frozenset({Role.MERLIN}), options=frozenset({Option.PLOT_CARDS}))
    resistance = Ruleset(frozenset(), World.RESISTANCE)
    said = {
        (Topic.NO_CONFIDENCE, 7, avalon): "☑️ On at your table.",
        (Topic.NO_CONFIDENCE, 7, resistance): "▫️ Off at your table.",
        (Topic.LADY, 7, avalon): "▫️ Off at your table.",
        (Topic.MERLIN, 7, avalon): "☑️ In play at your table.",
        (Topic.ASSASSIN, 7, avalon): "☑️ In play at your table.",
        (Topic.OBERON, 7, avalon): "▫️ Not in play at your table.",
        (Topic.ASSASSINATION, 7, resistance): "▫️ Not in play at your table.",
        (Topic.MERLIN, None, resistance): "▫️ Not in play at your table.",
        (Topic.CHARACTERS, 7, resistance): "▫️ Your table plays The Resistance.",
        (Topic.THE_RESISTANCE, 7, avalon): "▫️ Your table plays Avalon.",
    }
    for (topic, players, rules), state in said.items():
        assert read(topic, players, rules).splitlines()[2] == state


def test_what_comes_by_itself_is_told_only_once_the_table_is_full_enough() -> None:
    ruleset = Ruleset(frozenset({Role.MERLIN}))

    assert "your table" not in read(Topic.MINION, None, ruleset)
    assert "your table" not in read(Topic.MERLIN)
    assert read(Topic.MINION, 5, ruleset).splitlines()[2] == "☑️ In play at your table."
    assert set(CHARACTERS) == set(Role)


# --- what is told of anonymous votes ------------------------------------------------------------

PROMISE = "until one side has won"


def promises() -> Iterator[str]:
    """Wherever somebody reads how long anonymous votes stay so."""
    asked = moved(varied(FIVE, Option.ANONYMOUS_VOTES), "team 1 2")
    yield in_private(asked, 1).text
    yield in_group(asked).text
    opinions = varied(FIVE, Option.ANONYMOUS_VOTES, Option.PLOT_CARDS)
    yield in_group(moved(opinions, "give 2; team 1 2; votes .+...")).text
    yield in_private(moved(opinions, "give 2; team 1 2; votes .+..."), 1).text
    for game in World:
        table = turn_to(choose_game(lobby(NAMES[:5]), game), Page.OPTIONS)
        options = settings.text(looked_at(table, None), in_world(ENGLISH, game))
        yield next(line for line in options.splitlines() if line.startswith("Anonymous votes"))
    yield read(Topic.ANONYMOUS_VOTES)
    yield read(Topic.VOTE, 5, Ruleset(options=frozenset({Option.ANONYMOUS_VOTES})))
    yield next(line for line in read(Topic.OPTIONS).splitlines() if "Anonymous" in line)


def test_every_place_says_alike_how_long_votes_stay_anonymous() -> None:
    said = list(promises())

    assert [text for text in said if PROMISE not in text] == []


def test_they_stay_so_until_one_side_has_won() -> None:
    running = moved(varied(FIVE, Option.ANONYMOUS_VOTES), "team 1 2; votes ++---")
    won = moved(running, "; ".join(["team 1 2; votes --+--"] * 4))

    assert "👍 1 2 " not in history.text(*seen(running), ENGLISH)
    assert "👍 1 2 " in telegram(history.text(*seen(won), ENGLISH)).text


def test_a_cancelled_game_is_won_by_nobody_and_names_no_vote() -> None:
    running = moved(varied(FIVE, Option.ANONYMOUS_VOTES), "team 1 2; votes ++---")

    assert history.text(*seen(cancel(running)), ENGLISH) == history.text(*seen(running), ENGLISH)
    assert "cancelled game" in read(Topic.ANONYMOUS_VOTES)


# --- beside the pages ---------------------------------------------------------------------------


def test_the_short_help_says_that_what_is_played_may_change_it() -> None:
    assert "characters and options" in telegram(help_text(ENGLISH, LINKS)).text


def test_the_track_on_the_board_ends_where_the_rounds_last_vote_is() -> None:
    rejected = "team 1 2; votes -----"

    assert "teams rejected 1/5" in in_group(moved(varied(FIVE), rejected)).text
    unvoted = moved(varied(FIVE, Option.UNVOTED_FIFTH), rejected)
    assert "teams rejected 1/4" in in_group(unvoted).text


# --- house choices and advice -------------------------------------------------------------------


@pytest.mark.parametrize(
    "choice",
    [
        "Percival, Mordred and Morgana need Merlin",
        "With 5 players and Percival, the book wants Mordred or Morgana",
        "Oberon may be named as Merlin",
        "one chance a round for each kind of card",
        "can also be read as an open vote on the team",
        "Anonymous votes are named once one side has won",
        "the leader's card may be looked at too",
    ],
)
def test_every_choice_of_ours_stands_on_the_pages_of_house_choices(choice: str) -> None:
    house = [page.topic for page in (HOUSE_CHOICES, *HOUSE_CHOICES.pages)]

    assert [topic for topic in house if choice in read(topic)]


def test_the_advice_speaks_of_beginners() -> None:
    assert "start with plot cards" in read(Topic.STRATEGY)
    assert "A beginner had better not lead first" in read(Topic.STRATEGY)
