"""The rules in words: whole in every language, true to the tables, all within reach of a press."""

import re
from itertools import pairwise
from string import Formatter

import pytest

from telegram_avalon.i18n.catalogs import load_catalogs
from telegram_avalon.i18n.names import utf16_units
from telegram_avalon.i18n.phrases import Words
from telegram_avalon.rules import CHARACTERS, OPTIONS, PLOT_CARDS, Role
from telegram_avalon.rules.plot import DRAWS
from telegram_avalon.rules.rulesets import (
    EVIL_PLAYERS,
    TEAM_SIZES,
    TWO_FAIL_PLAYERS,
    TWO_FAIL_QUEST,
    fails_needed,
)
from telegram_avalon.screens import Browse, Button, Screen
from telegram_avalon.screens.actions import MOST_BYTES, decode
from telegram_avalon.screens.panels import RulesPanel
from telegram_avalon.screens.panels import decode as decode_panel
from telegram_avalon.screens.rulebook import pages
from telegram_avalon.screens.rulebook.characters import OF_ROLE
from telegram_avalon.screens.rulebook.options import OF_OPTION
from telegram_avalon.screens.rulebook.plot_cards import OF_CARD
from telegram_avalon.screens.rulebook.tables import FIGURES
from telegram_avalon.screens.rulebook.topics import Topic
from tests.screens.reading import isolates_balanced, telegram
from tests.screens.scenes import ENGLISH
from tests.screens.test_panels import STEERED_BY

CATALOGS = load_catalogs()
LANGUAGES = CATALOGS.languages
MOST_UNITS, MOST_BUTTONS, PHONE = 4096, 100, 900
READERS = [None, *EVIL_PLAYERS]


def words(language: str) -> Words:
    return CATALOGS.words(language)


def pressed(screen: Screen) -> list[Topic]:
    """Where the buttons of a page lead."""
    buttons = [button for row in screen.buttons for button in row]
    topics = [topic for button in buttons if (topic := leads_to(button)) is not None]
    assert len(topics) == len(buttons)
    return topics


def leads_to(button: Button) -> Topic | None:
    if isinstance(button, Browse) and isinstance(button.panel, RulesPanel):
        return button.panel.topic
    return None


def label(screen: Screen, said: str) -> Topic | None:
    found = [b for row in screen.buttons for b in row if b.label.endswith(said)]
    return leads_to(found[0]) if found else None


def read(topic: Topic, players: int | None = None) -> str:
    return telegram(pages.screen(topic, ENGLISH, players).text).text


# --- in every language --------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("topic", Topic)
def test_every_page_is_a_message_that_telegram_takes(topic: Topic, language: str) -> None:
    for players in READERS:
        screen = pages.screen(topic, words(language), players)
        text = telegram(screen.text).text

        assert utf16_units(text) <= MOST_UNITS
        assert isolates_balanced(text)
        assert "{" not in text
        assert sum(map(len, screen.buttons)) <= MOST_BUTTONS
        for button in (button for row in screen.buttons for button in row):
            assert isinstance(button, Browse)
            assert len(button.data.encode()) <= MOST_BYTES
            assert decode_panel(button.data) == button.panel
            assert decode(button.data) is None


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("role", Role)
def test_every_character_is_told_under_a_spoiler(role: Role, language: str) -> None:
    t = words(language)
    screen = pages.of_character(role, t)

    shown = telegram(screen.text)

    (spoiler,) = [entity for entity in shown.entities if entity.type == "spoiler"]
    assert (spoiler.offset, spoiler.length) == (0, utf16_units(shown.text))
    assert t.plain(OF_ROLE[role].title) in shown.text
    assert screen.protected
    assert screen.buttons == pages.of_character(Role.SERVANT, t).buttons


@pytest.mark.parametrize("topic", Topic)
def test_a_page_fits_on_a_phone(topic: Topic) -> None:
    assert all(utf16_units(read(topic, players)) <= PHONE for players in READERS)


def test_a_phrase_names_only_figures_that_there_are() -> None:
    for page in pages.BOOK:
        phrases = [line for block in page.blocks for line in block if isinstance(line, str)]
        for phrase in [page.title, *phrases]:
            named = {name for _, name, _, _ in Formatter().parse(phrase) if name is not None}
            assert named <= set(FIGURES)


# --- the way through ----------------------------------------------------------------------------


def test_there_is_one_page_for_each_topic() -> None:
    assert [page.topic for page in pages.BOOK] == list(dict.fromkeys(p.topic for p in pages.BOOK))
    assert {page.topic for page in pages.BOOK} == set(Topic)
    assert set(OF_ROLE) == set(CHARACTERS)
    assert set(OF_CARD) == set(PLOT_CARDS)
    assert set(OF_OPTION) == set(OPTIONS)


def test_every_page_is_reached_from_the_contents_by_going_down_the_lists() -> None:
    seen, ahead = set[Topic](), [Topic.CONTENTS]
    around = {"◀️ Previous", "📖 Contents", "▶️ Next"}
    while ahead:
        screen = pages.screen(ahead.pop(), ENGLISH)
        down = [b for row in screen.buttons for b in row if b.label not in around]
        new = {topic for b in down if (topic := leads_to(b)) is not None} - seen
        seen |= new
        ahead += new

    assert seen | {Topic.CONTENTS} == set(Topic)


def test_next_and_previous_lead_through_all_pages_and_back() -> None:
    first = pages.screen(Topic.CONTENTS, ENGLISH)
    assert label(first, "Previous") is label(first, "Next") is None
    way = [pages.BOOK[1].topic]
    while (following := label(pages.screen(way[-1], ENGLISH), "Next")) is not None:
        way.append(following)

    assert way == [page.topic for page in pages.BOOK[1:]]
    for before, after in pairwise([Topic.CONTENTS, *way]):
        assert label(pages.screen(after, ENGLISH), "Previous") is before


def test_every_page_but_the_contents_leads_back_there() -> None:
    for topic in set(Topic) - {Topic.CONTENTS}:
        assert label(pages.screen(topic, ENGLISH), "Contents") is Topic.CONTENTS
    for page in pages.BOOK:
        for below in page.pages:
            assert page.topic in pressed(pages.screen(below.topic, ENGLISH))


def test_no_button_of_the_rules_is_one_that_other_programs_press_in_a_game() -> None:
    for topic in Topic:
        for row in pages.screen(topic, ENGLISH).buttons:
            for button in row:
                said = button.label.partition(" ")[2]
                assert said.lower() not in {each.lower() for each in STEERED_BY}
                assert not [each for each in STEERED_BY if re.search(rf"\b{each}\b", said)]


@pytest.mark.parametrize(
    ("name", "topic"),
    [
        ("", Topic.CONTENTS),
        ("merlin", Topic.MERLIN),
        ("Two-Fails", Topic.TWO_FAILS),
        ("two fails", Topic.TWO_FAILS),
        ("lady_of_the_lake", Topic.LADY),
        ("dragons", Topic.CONTENTS),
        ("\n", Topic.CONTENTS),
        ("x" * 5000, Topic.CONTENTS),
    ],
)
def test_a_topic_is_found_by_its_name_or_the_contents_are(name: str, topic: Topic) -> None:
    assert pages.topic_named(name) is topic


@pytest.mark.parametrize("topic", Topic)
def test_a_topics_name_fits_into_a_deep_link_and_a_command(topic: Topic) -> None:
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", topic.value)
    assert len(f"rules-{topic.value}") <= 64


@pytest.mark.parametrize(
    "data",
    [
        "",
        "~",
        "~:",
        "~rules",
        "~rules:",
        "~rules:dragons",
        "~rules:aim:",
        "~rules:aim\n",
        "~rules:AIM",
        " ~rules:aim",
        "~~rules:aim",
        "rules:aim",
        "~rules:" + "x" * 60,
        "\ud800",
    ],
)
def test_what_is_no_panel_means_nothing(data: str) -> None:
    assert decode_panel(data) is None


def test_every_panel_comes_back_as_it_was() -> None:
    for topic in Topic:
        assert decode_panel(f"~rules:{topic.value}") == RulesPanel(topic)


# --- the figures --------------------------------------------------------------------------------


def sizes(players: int) -> str:
    marks = ["‼️" if fails_needed(players, quest) > 1 else "" for quest in range(1, 6)]
    return " · ".join(f"{n}{mark}" for n, mark in zip(TEAM_SIZES[players], marks, strict=True))


def test_the_rows_are_those_of_the_tables_that_are_played_by() -> None:
    sides = re.findall(r"^With (\d+): (\d+) good, (\d+) evil$", read(Topic.SIDES), re.MULTILINE)
    teams = re.findall(r"^With (\d+): (\d.*)$", read(Topic.TEAM), re.MULTILINE)

    assert {int(n): int(evil) for n, _, evil in sides} == EVIL_PLAYERS
    assert all(int(n) == int(good) + int(evil) for n, good, evil in sides)
    assert {int(n): row for n, row in teams} == {n: sizes(n) for n in TEAM_SIZES}


@pytest.mark.parametrize("players", EVIL_PLAYERS)
@pytest.mark.parametrize("topic", [Topic.SIDES, Topic.TEAM, Topic.QUEST, Topic.TWO_FAILS])
def test_at_a_table_its_row_stands_alone(topic: Topic, players: int) -> None:
    evil = EVIL_PLAYERS[players]
    two = f", quest {TWO_FAIL_QUEST} needs two Fails" if players >= TWO_FAIL_PLAYERS else ""
    row = f"👉 With {players}: {players - evil} good, {evil} evil; teams {sizes(players)}{two}"

    rows = [line for line in read(topic, players).splitlines() if re.match(r".*With \d+:", line)]

    assert rows == [row]


def test_the_two_fail_quest_is_the_one_of_the_tables() -> None:
    said = read(Topic.TWO_FAILS)

    assert f"With {TWO_FAIL_PLAYERS} or more players, quest {TWO_FAIL_QUEST} fails only" in said


def test_what_is_said_of_plot_cards_adds_up_to_the_deck() -> None:
    few = many = 0
    for topic in [page.topic for page in OF_CARD.values()]:
        found = dict(re.findall(r"With (5–6|7–10): (\d+|not) ", read(topic)))
        few += int(found["5–6"].replace("not", "0"))
        many += int(found["7–10"].replace("not", "0"))

    assert (few, many) == (7, 15)
    for players in EVIL_PLAYERS:
        row = rf"With {players}: {DRAWS[players]} cards? a round, from a deck of"
        assert re.search(rf"{row} {7 if players < 7 else 15}\b", read(Topic.PLOT_CARDS, players))
