"""The card and its alert name exactly those whom the rulebook lets their holder know."""

import re
from random import Random

import pytest
from msgspec.structs import replace

from telegram_avalon.i18n.catalogs import load_catalogs
from telegram_avalon.rules import (
    Card,
    CardSeen,
    Option,
    Ruleset,
    Seat,
    Side,
    SideSeen,
    World,
    deal_characters,
)
from telegram_avalon.screens import card, people
from telegram_avalon.screens.seen import saw
from telegram_avalon.screens.worlds import in_world
from telegram_avalon.table import Table
from tests.random_games import tables
from tests.rules import rulebook
from tests.screens.reading import telegram
from tests.screens.scenes import ENGLISH, dealt, moved, seated, seen, varied

CATALOGS = load_catalogs()
LANGUAGES = CATALOGS.languages

DEALS = 6
EVIL_THAT_SEES = {"assassin", "mordred", "morgana", "minion"}
LONG = "q\u0301\u0302" * 21 + "q…"
"""As long as a name can get."""

EVIL_SEEN = re.compile(r"(?:You see evil|Also evil): (.*)\.")
MERLINS_SEEN = re.compile(r"(?:Merlin is|You see two:) ([^.]*\d[^.]*)\.")


@pytest.mark.parametrize(("players", "rules"), tables())
def test_cards_tell_what_the_rulebook_says(players: int, rules: Ruleset) -> None:
    random = Random(players)
    for _ in range(DEALS):
        table = seated(deal_characters(rules, players, random))
        for seat in range(players):
            mine, view = seen(table, seat + 1)
            full = telegram(card.message(mine, view, ENGLISH)).text

            check(full, deal(table), seat)
            check(card.alert(mine, view, ENGLISH), deal(table), seat)


@pytest.mark.parametrize(("players", "rules"), tables())
def test_alerts_with_names_too_long_tell_the_same_by_numbers(players: int, rules: Ruleset) -> None:
    table = seated(deal_characters(rules, players, Random(players)))
    table = replace(table, people=tuple(replace(p, name=LONG) for p in table.people))
    for seat in range(players):
        alert = card.alert(*seen(table, seat + 1), ENGLISH)

        assert len(alert.encode("utf-16-le")) <= 2 * card.MOST_ALERT_UNITS
        assert "…" not in alert.replace(LONG, "")
        check(alert, deal(table), seat)


def deal(table: Table) -> list[str]:
    assert table.game is not None
    return [role.value for role in table.game.setup.deal]


def check(text: str, deal: list[str], seat: int) -> None:
    """Hold the lines of a card against the rulebook."""
    role = deal[seat]
    side = "evil" if role in rulebook.EVIL_CHARACTERS else "good"
    first = text.split("\n")[1 if text.startswith("🎭") else 0]

    assert re.fullmatch(rf"You are (a |the )?{NAMES[role]}, {side}\.", first)
    assert named(EVIL_SEEN, text) == list(rulebook.seen_as_evil(deal, seat))
    assert named(MERLINS_SEEN, text) == list(rulebook.seen_as_merlin(deal, seat))
    assert ("You see two" in text) == (role == "percival" and "morgana" in deal)
    assert ("Mordred hides from you" in text) == (role == "merlin" and "mordred" in deal)
    hidden = role in EVIL_THAT_SEES and "oberon" in deal
    assert ("Oberon is evil too" in text) == hidden
    alone = role in EVIL_THAT_SEES and not rulebook.seen_as_evil(deal, seat)
    assert ("You know nobody else on the side of evil." in text) == alone
    names_merlin = rulebook.who_assassinates(deal) == seat
    assert ("No Assassin is in play" in text) == (names_merlin and role != "assassin")
    if text.startswith("🎭"):
        assert ("you name Merlin at the end" in text) == names_merlin
        assert ("Percival may take you for Merlin" in text) == (
            role == "morgana" and "percival" in deal
        )


NAMES = {
    "merlin": "Merlin",
    "percival": "Percival",
    "servant": "Loyal Servant of Arthur",
    "assassin": "Assassin",
    "mordred": "Mordred",
    "morgana": "Morgana",
    "oberon": "Oberon",
    "minion": "Minion of Mordred",
}


def named(pattern: re.Pattern[str], text: str) -> list[int]:
    """The seats, counted from 0, that the line found by *pattern* names."""
    found = pattern.search(text)
    if found is None:
        return []
    words = re.sub("\u2068.*?\u2069", "", found[1])
    return [int(number) - 1 for number in re.findall(r"\d+", words)]


# --- what was shown since the deal ----------------------------------------------------------------

LOOKS = "team 1 2; votes +++++++; cards ss; team 1 2 5; votes +++++++; cards ssf; examine 5"
LADY = "servant servant servant servant minion minion merlin"
"""The Lady starts on seat 7."""
TEN = {
    World.AVALON: "merlin servant servant servant servant servant assassin minion minion mordred",
    World.RESISTANCE: "minion servant servant servant servant servant servant minion minion minion",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_alert_tells_what_its_player_was_shown(language: str) -> None:
    t = CATALOGS.words(language)
    mine, view = seen(moved(varied(LADY, Option.LADY), LOOKS), 7)
    (shown,) = view.seen

    alert = card.alert(mine, view, t)

    assert saw(shown, people.seated(mine, shown.seat, t), t).unescape() in alert
    assert len(alert.encode("utf-16-le")) <= 2 * card.MOST_ALERT_UNITS
    assert "/role" not in alert


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", World)
@pytest.mark.parametrize("count", range(1, 9))
def test_where_not_all_of_it_fits_the_alert_says_where_the_rest_is(
    count: int, game: World, language: str
) -> None:
    """Eight looks are as many as one player can have: the Lady, and seven cards of the deck."""
    t = in_world(CATALOGS.words(language), game)
    mine, view = seen(varied(TEN[game], world=game), 1)
    mine = replace(mine, people=tuple(replace(p, name=LONG) for p in mine.people))
    looks = (
        *(SideSeen(n, Seat(n), Side.EVIL if n % 2 else Side.GOOD) for n in range(1, 5)),
        *(CardSeen(n, Seat(n), n - 4, Card.SUCCESS) for n in range(5, 9)),
    )
    view = replace(view, seen=looks[:count])

    alert = card.alert(mine, view, t)

    assert len(alert.encode("utf-16-le")) <= 2 * card.MOST_ALERT_UNITS
    assert "…" not in alert
    told = [
        one for one in view.seen if saw(one, t.text("#{n}", n=one.seat + 1), t).unescape() in alert
    ]
    assert told == list(view.seen)[len(view.seen) - len(told) :]
    assert ("/role" in alert) == (len(told) < count)


def test_secret_lines_lie_under_one_spoiler() -> None:
    """Only the table's name and what is true for everybody can be read at a glance."""
    for number in range(1, 8):
        table = dealt("merlin percival servant servant assassin morgana mordred")
        shown = telegram(card.message(*seen(table, number), ENGLISH))
        (spoiler,) = [each for each in shown.entities if each.type == "spoiler"]
        hidden = shown.text.encode("utf-16-le")
        start, end = 2 * spoiler.offset, 2 * (spoiler.offset + spoiler.length)
        open_text = (hidden[:start] + hidden[end:]).decode("utf-16-le")

        assert open_text == OPEN


OPEN = (
    "🎭 \u2068Friday Knights\u2069 — your card\n"
    "\n"
    "On a quest good plays only Success; evil may play either card."
)
