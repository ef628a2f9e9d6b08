"""Reading the rules over the real API: the ways in, the way through, and one's own character."""

from functools import partial

import pytest
from msgspec.structs import replace

from telegram_avalon.playground import Message
from telegram_avalon.rules import Option, Role, Ruleset, World
from telegram_avalon.screens.actions import Wish
from telegram_avalon.screens.rulebook import pages
from telegram_avalon.screens.rulebook.characters import OF_ROLE
from telegram_avalon.screens.rulebook.topics import Topic
from tests.bot.people import (
    alter,
    confirmed,
    forge,
    ours,
    reached,
    readings,
    reads,
    say,
    toast,
    until_read,
    whisper,
)
from tests.harness import Party, Stage
from tests.screens.reading import telegram
from tests.screens.scenes import ENGLISH

TITLES = {
    topic: telegram(pages.screen(topic, ENGLISH).text).text.splitlines()[0] for topic in Topic
}


async def turned_to(stage: Stage, message: Message, topic: Topic) -> None:
    await stage.world.until(lambda: message.text.startswith(TITLES[topic]))


# --- ways in ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("/rules", Topic.CONTENTS),
        ("/rules merlin", Topic.MERLIN),
        ("/RULES  Plot-Cards", Topic.PLOT_CARDS),
        ("/rules dragons", Topic.CONTENTS),
    ],
)
async def test_in_private_the_rules_open_at_a_topic(stage: Stage, text: str, topic: Topic) -> None:
    party = Party(stage)

    whisper(party, party.host, text)

    await until_read(stage.world, party.private(party.host), TITLES[topic])


@pytest.mark.parametrize(
    ("payload", "topic"),
    [
        ("rules", Topic.CONTENTS),
        ("rules-two-fails", Topic.TWO_FAILS),
        ("rules-dragons", Topic.CONTENTS),
        ("rules-", Topic.CONTENTS),
    ],
)
async def test_a_deep_link_opens_the_rules(stage: Stage, payload: str, topic: Topic) -> None:
    party = Party(stage)

    stage.world.start(party.host, payload)

    await until_read(stage.world, party.private(party.host), TITLES[topic])


async def test_the_lobby_links_to_the_rules(stage: Stage) -> None:
    party = Party(stage)

    lobby = await party.open()

    assert lobby.button(label="📖 Rules").url == (
        f"https://t.me/{stage.world.bot.username}?start=rules"
    )


async def test_asked_for_in_a_group_the_rules_come_in_private(stage: Stage) -> None:
    party = Party(stage)
    await reached(stage, party.host)

    say(party, party.host, "rules")

    await until_read(stage.world, party.private(party.host), TITLES[Topic.CONTENTS])
    assert ours(party.group) == []


async def test_whoever_cannot_be_written_to_finds_the_way_there(stage: Stage) -> None:
    party = Party(stage)

    stage.world.say(party.host, party.group, f"/rules@{stage.world.bot.username} lady of the lake")

    line = await until_read(stage.world, party.group, "The rules are in our private chat.")
    assert line.silent
    assert line.button(label="📖 Rules").url == (
        f"https://t.me/{stage.world.bot.username}?start=rules-lady-of-the-lake"
    )


# --- the way through ----------------------------------------------------------------------------


async def test_a_press_turns_the_page_in_its_place(stage: Stage) -> None:
    party = Party(stage)
    whisper(party, party.host, "/rules")
    page = await until_read(stage.world, party.private(party.host), TITLES[Topic.CONTENTS])

    for label, topic in [
        ("🏁 The aim", Topic.AIM),
        ("▶️ Next", Topic.SIDES),
        ("◀️ Previous", Topic.AIM),
        ("📖 Contents", Topic.CONTENTS),
        ("🎛 Options", Topic.OPTIONS),
        ("🃏 Plot cards", Topic.PLOT_CARDS),
        ("🚫 No Confidence", Topic.NO_CONFIDENCE),
    ]:
        await stage.world.press(party.host, page, label).answered()
        await turned_to(stage, page, topic)

    assert len(ours(party.private(party.host))) == 1


async def test_a_page_tells_the_figures_of_the_readers_table(stage: Stage) -> None:
    party = Party(stage, players=7)
    await party.sit_down()
    whisper(party, party.host, "/rules sides")

    page = await until_read(stage.world, party.private(party.host), TITLES[Topic.SIDES])

    assert "👉 With 7: 4 good, 3 evil; teams 2 · 3 · 3 · 4‼️ · 4, quest 4 needs two" in page.text
    assert "With 5:" not in page.text


async def test_a_page_minds_the_options_of_the_readers_table(stage: Stage) -> None:
    party = Party(stage)
    await party.sit_down()
    options = frozenset({Option.ANONYMOUS_VOTES, Option.UNVOTED_FIFTH})
    await alter(party, partial(replace, ruleset=Ruleset(options=options)))
    guest = stage.world.person("Guest", started=True)

    whisper(party, party.host, "/rules vote")
    whisper(party, guest, "/rules vote")

    page = await until_read(stage.world, party.private(party.host), TITLES[Topic.VOTE])
    assert "until one side has won" in page.text
    assert "evil wins" not in page.text
    page = await until_read(stage.world, stage.world.private(guest), TITLES[Topic.VOTE])
    assert "by name, unless the option Anonymous votes is on" in page.text
    assert "evil wins at once, unless the option Fifth team unvoted is on" in page.text


@pytest.mark.parametrize("data", ["~rules:merlin", "~rules:dragons", "~"])
async def test_in_a_group_there_are_no_pages_to_turn(stage: Stage, data: str) -> None:
    party = Party(stage)
    lobby = await party.open()
    before = lobby.text

    press = stage.world.press(party.host, lobby, data=data, force=True)

    assert await toast(press) == "That table is gone. /new in your group opens another."
    await party.quiet()
    assert lobby.text == before


async def test_a_forged_page_changes_nothing(stage: Stage) -> None:
    party = Party(stage)
    whisper(party, party.host, "/rules")
    page = await until_read(stage.world, party.private(party.host), TITLES[Topic.CONTENTS])

    press = stage.world.press(party.host, page, data="~rules:dragons", force=True)

    assert "gone" in await toast(press)
    assert len(page.versions) == 1


# --- my character -------------------------------------------------------------------------------


async def test_everybody_reads_about_their_own_character_and_no_other(stage: Stage) -> None:
    party = Party(stage)
    await party.begin()
    deal = (await party.game()).setup.deal
    table = await party.table()
    for person in party.people:
        (card,) = party.cards(person)

        await stage.world.press(person, card, "About my character").answered()

        seat = table.seat(person.id)
        assert seat is not None
        title = OF_ROLE[deal[seat]].title
        told = await until_read(stage.world, party.private(person), title)
        assert told.protected
        others = {OF_ROLE[role].title for role in Role} - {title}
        assert not [other for other in others if reads(party.private(person), other)]
    await party.quiet()
    assert not [page for page in OF_ROLE.values() if reads(party.group, page.title)]


async def test_what_is_told_of_ones_own_side_minds_the_options_of_the_table(stage: Stage) -> None:
    party = Party(stage)
    await party.sit_down()
    blind = Ruleset(frozenset(), World.RESISTANCE, frozenset({Option.BLIND_SPIES}))
    await alter(party, partial(replace, ruleset=blind))
    await stage.world.press(party.host, party.group.last, "▶️ Begin").answered()
    await stage.world.until(lambda: party.cards(party.host))
    (card,) = party.cards(party.host)

    await stage.world.press(party.host, card, "About The Resistance").answered()

    told = await until_read(stage.world, party.private(party.host), TITLES[Topic.THE_RESISTANCE])
    assert "The spies don't know each other" in told.text


async def test_a_question_stays_open_while_its_player_reads(stage: Stage) -> None:
    party = Party(stage)
    await party.begin()
    ballot = (await party.propose_by_sight())[0]

    await stage.world.press(party.host, ballot, "About my character").answered()
    await until_read(stage.world, party.private(party.host), "Knows")
    await party.quiet()

    assert "Do you approve?" in ballot.text
    assert ballot.button(label="👍 Approve").callback_data


async def test_it_is_offered_in_no_group_and_tells_strangers_nothing(stage: Stage) -> None:
    party = Party(stage)
    await party.begin()
    eva = stage.world.person("Eva", started=True)
    stage.world.join(eva, party.group)
    labels = {each for m in ours(party.group) for each in m.labels}
    assert not [each for each in labels if "About my character" in each]

    press = forge(party, eva, party.group.last, Wish.MY_CHARACTER)

    assert await toast(press) == "You're not at this table."
    await confirmed(stage)
    assert readings(stage.world.private(eva)) == []


async def test_in_the_lobby_there_is_no_character_yet(stage: Stage) -> None:
    party = Party(stage)
    await party.sit_down()

    press = forge(party, party.host, party.group.last, Wish.MY_CHARACTER)

    assert await toast(press) == "The game hasn't begun yet: press Begin."
