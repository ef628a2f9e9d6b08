"""Whole games of people with many languages: each is written to in their own, groups in theirs."""

from collections.abc import Iterable, Iterator
from functools import partial

import pytest

from telegram_avalon.i18n.catalogs import load_catalogs
from telegram_avalon.playground import Chat, Person
from telegram_avalon.rules import Ending, Over, Role
from telegram_avalon.screens.actions import Choose, Wish
from telegram_avalon.store import Groups
from tests.bot.people import (
    confirmed,
    forge,
    panel,
    play_towards,
    say,
    whisper,
)
from tests.bot.tongues import CLIENTS, Mixed, panel_for
from tests.harness import Stage
from tests.i18n.spoken import Heard, languages_of

CHOSEN = {3: "hu", 8: "fa", 9: "es"}
"""By /lang, whatever their client speaks."""
ALL = ("en", "es", "fa", "hu")

GAMES = [
    (("fa",), Ending.MERLIN_MISSED),
    (("fa", "en"), Ending.MERLIN_FOUND),
    (("hu", "es"), Ending.THREE_FAILS),
    (("hu", "es"), Ending.FIVE_REJECTIONS),
]


@pytest.fixture
def stage(listened_stage: Stage) -> Stage:
    return listened_stage


async def dealt(stage: Stage, languages: tuple[str, ...]) -> Mixed:
    party = Mixed(stage, CLIENTS)
    groups = Groups(stage.redis, stage.keys, stage.clock)
    await groups.keep_languages(party.group.id, languages)
    for place, language in CHOSEN.items():
        whisper(party, party.people[place], f"/lang {language}")
    await confirmed(stage)
    await party.sit_down()
    lobby = panel_for(party.group, "join")[-1]
    for deed in (Wish.OPEN_SETTINGS, Choose(Role.PERCIVAL, True), Choose(Role.MORGANA, True)):
        await forge(party, party.host, lobby, deed).answered()
        await party.quiet()
    await forge(party, party.host, lobby, Wish.CLOSE_SETTINGS).answered()
    await forge(party, party.host, lobby, Wish.BEGIN).answered()
    for person in party.people:
        await party.until(partial(panel_for, party.private(person), "about"))
    say(party, party.host, "nudge")
    await party.quiet()
    return party


def reads(place: int, group: str) -> str:
    """The language of one of the ten, in a group whose first language is *group*."""
    client = CLIENTS[place].partition("-")[0]
    return CHOSEN.get(place) or (client if client in ALL else group)


@pytest.mark.parametrize(("languages", "ending"), GAMES)
async def test_each_reads_their_own_language_and_the_group_its_own(
    stage: Stage, heard: Heard, languages: tuple[str, ...], ending: Ending
) -> None:
    party = await dealt(stage, languages)
    await play_towards(party, ending)
    await look_around(stage, party)

    assert isinstance((await party.game()).phase, Over)
    for place, person in enumerate(party.people):
        own = reads(place, languages[0])
        assert wrong(all_lines(party.private(person)), party, own) == []
        assert wrong(answers(stage, person), party, own) == []
    assert wrong(all_lines(party.group), party, *languages) == []
    assert half_said(party, languages) == []
    assert heard == set()
    assert stage.emulator.limits.violations == {}
    assert [call for call in stage.emulator.calls if call.status not in {200, None}] == []


async def look_around(stage: Stage, party: Mixed) -> None:
    """Everybody looks at what can be looked at once the game is over; some in the group."""
    for person in party.people:
        for wish in (Wish.MY_CARD, Wish.HISTORY):
            await forge(party, person, panel(party), wish).answered()
        for command in ("/board", "/history", "/help", "/rules", "/lang", "/new", "hello"):
            whisper(party, person, command)
    say(party, party.host, "history")
    await confirmed(stage)
    await party.quiet()


def answers(stage: Stage, person: Person) -> list[str]:
    found = (press.answer for press in stage.world.presses.values() if press.person is person)
    return [line for answer in found if answer for line in answer.text.splitlines()]


def all_lines(chat: Chat) -> Iterator[str]:
    """Each line and label that was ever shown there."""
    for lines in versions(chat):
        yield from lines


def versions(chat: Chat) -> Iterator[list[str]]:
    """What each of the bot's messages there ever was: its lines and labels."""
    for message in chat.history:
        if message.sender.is_bot and not message.service:
            for version in message.versions:
                labels = [button.text for row in version.buttons for button in row]
                yield [*filter(None, version.text.splitlines()), *labels]


def wrong(lines: Iterable[str], party: Mixed, *languages: str) -> list[str]:
    """The lines that are in none of the languages."""
    names = names_in(party)
    return sorted({line for line in lines if not languages_of(line, names, languages)})


def half_said(party: Mixed, languages: tuple[str, ...]) -> list[list[str]]:
    """The messages of the group that tell more in one of its languages than in another."""
    names, found = names_in(party), []
    for lines in versions(party.group):
        read = [languages_of(line, names, languages) for line in lines]
        if len({sum(language in those for those in read) for language in languages}) > 1:
            found.append(lines)
    return found


def names_in(party: Mixed) -> list[str]:
    """What reads the same in all languages."""
    people = [person.name for person in party.people]
    return [*people, party.group.title, "Avalon", *load_catalogs().names.values()]
