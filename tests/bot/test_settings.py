"""The settings over the real API: everything can be chosen, is told, and stays chosen."""

from functools import partial

import pytest
from msgspec.structs import replace

from telegram_avalon.clock import MINUTE
from telegram_avalon.playground import Message
from telegram_avalon.rules import OPTIONS, Option, Preset, Role, Ruleset, World
from telegram_avalon.screens.actions import Choose, ChooseGame, Deed, Like, SetOption, Setting, Wish
from telegram_avalon.store import Groups
from telegram_avalon.table import Table, cancel, like
from telegram_avalon.table.settings import ready_made
from tests.bot.people import (
    alter,
    forge,
    ours,
    panel,
    reached,
    say,
    toast,
    until_read,
    whisper,
)
from tests.harness import Party, Stage

HOST_ONLY = "Only the host or an admin of the group can do that."
SETTINGS: list[Setting | Wish] = [
    Wish.CHARACTERS,
    Wish.OPTIONS,
    SetOption(Option.LADY, True),
    ChooseGame(World.RESISTANCE),
    Like(Preset.EVERYTHING),
]


async def open_lobby(stage: Stage, players: int = 5, kind: str = "supergroup") -> Party:
    """An open table at which everybody sits."""
    party = Party(stage, players, kind)
    await reached(stage, *party.people)
    await party.open()
    for person in party.people[1:]:
        await stage.world.press(person, panel(party), "Join").answered()
    await party.quiet()
    return party


async def press(party: Party, label: str, then: str) -> str:
    """The host presses a button that is there: the answer, once the message reads *then*."""
    lobby = panel(party)
    await party.until(lambda: label in lobby.labels)
    answer = await toast(party.world.press(party.host, lobby, label))
    await party.until(lambda: shows(lobby, then))
    return answer


def shows(message: Message, words: str) -> bool:
    return words in message.text or words in message.labels


async def ruleset(party: Party) -> Ruleset:
    return (await party.table()).ruleset


# --- choosing -----------------------------------------------------------------------------------


async def test_every_option_is_turned_on_and_off_by_its_button(stage: Stage) -> None:
    party = await open_lobby(stage, players=7)
    lobby = panel(party)
    await press(party, "⚙️ Settings", "What do you play?")
    await press(party, "▫️ The Resistance", "☑️ The Resistance")
    await press(party, "🎛 Options", "Which options are on?")
    names = [label[3:] for label in lobby.labels if label.startswith("▫️")]
    assert len(names) == len(OPTIONS)

    for name in names:
        assert await press(party, f"▫️ {name}", f"☑️ {name}") == f"On: {name}"
    assert (await ruleset(party)).options == frozenset(Option)
    assert f"Options: {', '.join(names)}" in lobby.text
    for name in names:
        assert await press(party, f"☑️ {name}", f"▫️ {name}") == f"Off: {name}"

    assert (await ruleset(party)).options == frozenset()
    assert ours(party.group) == [lobby]


async def test_characters_wait_while_the_resistance_is_played(stage: Stage) -> None:
    party = await open_lobby(stage)
    await press(party, "⚙️ Settings", "🎭 Characters")
    await press(party, "▫️ Classic", "☑️ Classic")

    there = await press(party, "▫️ The Resistance", "✊ The Resistance — a table is open")
    text, labels = panel(party).text, panel(party).labels
    back = await press(party, "▫️ Avalon", "⚔️ Avalon — a table is open")

    assert there == "You play The Resistance: Avalon's characters are put away."
    assert ("Characters" in text, "🎭 Characters" in labels) == (False, False)
    assert "With 5: 3 of the Resistance, 2 spies" in text
    assert back == "You play Avalon: its characters are here."
    assert "Characters: Merlin, Percival, Assassin, Morgana" in panel(party).text


@pytest.mark.parametrize(
    ("deed", "answer"),
    [
        (
            SetOption(Option.BLIND_SPIES, True),
            "Blind Spies is for The Resistance only: in Avalon, play with Oberon for that.",
        ),
        (
            Choose(Role.OBERON, True),
            "The Resistance has no named characters: play Avalon for them.",
        ),
        (Wish.CHARACTERS, "The Resistance has no named characters: play Avalon for them."),
    ],
)
async def test_what_belongs_to_the_other_game_is_refused_with_the_reason(
    stage: Stage, deed: Setting | Wish, answer: str
) -> None:
    party = await open_lobby(stage)
    if not isinstance(deed, SetOption):
        await forge(party, party.host, panel(party), ChooseGame(World.RESISTANCE)).answered()
    before = await ruleset(party)

    assert await toast(forge(party, party.host, panel(party), deed)) == answer

    assert await ruleset(party) == before


@pytest.mark.parametrize("preset", Preset)
async def test_a_ready_made_set_is_for_the_people_who_are_in(stage: Stage, preset: Preset) -> None:
    party = await open_lobby(stage, players=7)

    answer = await toast(forge(party, party.host, panel(party), Like(preset)))

    assert answer.endswith(", as it is for 7 players.")
    assert await ruleset(party) == ready_made(preset, World.AVALON, 7)


async def test_a_set_that_no_longer_fits_says_what_to_mend_and_cannot_begin(stage: Stage) -> None:
    party = await open_lobby(stage, players=7)
    await forge(party, party.host, panel(party), Like(Preset.EVERYTHING)).answered()
    before = await ruleset(party)
    for person in party.people[5:]:
        await stage.world.press(person, panel(party), "Leave").answered()

    answer = await toast(stage.world.press(party.host, panel(party), "Begin"))

    problem = "There are more evil characters than evil players: turn some off."
    assert answer == problem
    assert await ruleset(party) == before
    await until_read(stage.world, party.group, f"⛔ {problem}")
    assert (await party.table()).game is None
    await forge(party, party.host, panel(party), Choose(Role.OBERON, False)).answered()
    await stage.world.press(party.host, panel(party), "Begin").answered()
    assert (await party.table()).game is not None


# --- whose it is, and what it costs -------------------------------------------------------------


@pytest.mark.parametrize("deed", SETTINGS, ids=str)
async def test_settings_are_no_players_but_an_admins(stage: Stage, deed: Setting | Wish) -> None:
    party = await open_lobby(stage)
    admin = stage.world.person("Own")
    stage.world.join(admin, party.group)
    stage.world.promote(admin, party.group)
    before = await party.table()

    player = await toast(forge(party, party.people[1], panel(party), deed))
    unchanged = await party.table()
    theirs = await toast(forge(party, admin, panel(party), deed))

    assert player == HOST_ONLY
    assert (unchanged.ruleset, unchanged.page) == (before.ruleset, before.page)
    assert theirs != HOST_ONLY
    after = await party.table()
    assert (after.ruleset, after.page) != (before.ruleset, before.page)


async def test_nothing_is_set_once_the_cards_are_dealt(stage: Stage) -> None:
    party = await open_lobby(stage)
    lobby = panel(party)
    await stage.world.press(party.host, lobby, "Begin").answered()
    before = await ruleset(party)

    answers = [await toast(forge(party, party.host, lobby, deed)) for deed in SETTINGS]

    assert answers == ["The game has begun already."] * len(SETTINGS)
    assert await ruleset(party) == before


async def test_a_host_who_tries_everything_stays_within_the_groups_calls(stage: Stage) -> None:
    party = await open_lobby(stage)
    before = len(stage.emulator.calls)
    lobby, began = panel(party), stage.clock.now()
    for deed in (Wish.OPEN_SETTINGS, *SETTINGS, *map(Like, Preset), Wish.CLOSE_SETTINGS) * 3:
        await forge(party, party.host, lobby, deed).answered()
    took = stage.clock.now() - began
    await party.quiet()

    calls = [c for c in stage.emulator.calls[before:] if c.chat_id == party.group.id]
    assert {call.method for call in calls} <= {"editMessageText", "getChatAdministrators"}
    assert len(calls) <= 20 * (1 + took // MINUTE)
    assert stage.emulator.limits.violations == {}
    assert ours(party.group) == [lobby]
    assert "⚙️ Settings" in lobby.labels


# --- what stays ---------------------------------------------------------------------------------

EVERYTHING_THERE = Ruleset(
    frozenset(), World.RESISTANCE, frozenset({Option.BLIND_SPIES, Option.ANONYMOUS_VOTES})
)


async def played(stage: Stage, kind: str = "supergroup") -> Party:
    """A group that has just broken off a game of The Resistance with options."""
    party = await open_lobby(stage, kind=kind)
    deeds: list[Deed] = [
        ChooseGame(World.RESISTANCE),
        *(SetOption(o, True) for o in EVERYTHING_THERE.options),
    ]
    for deed in deeds:
        await forge(party, party.host, panel(party), deed).answered()
    await stage.world.press(party.host, panel(party), "Begin").answered()
    await alter(party, cancel)
    await party.quiet()
    return party


async def again(party: Party) -> Ruleset:
    """What the next table of the group is set to."""
    say(party, party.host, "new")
    await party.until(lambda: any("⚔️ Join" in message.labels for message in ours(party.group)))
    party.id = panel(party).button(label="⚔️ Join").callback_data.partition(":")[0]
    return await ruleset(party)


async def test_the_next_table_is_set_as_the_last_game_was(stage: Stage) -> None:
    party = await played(stage)

    assert await again(party) == EVERYTHING_THERE


async def test_a_rematch_is_set_as_the_game_was(stage: Stage) -> None:
    party = await played(stage)
    # The group has played something else meanwhile, elsewhere.
    groups = Groups(stage.redis, stage.keys, stage.clock)
    await groups.keep_ruleset(party.group.id, Ruleset())

    await forge(party, party.host, panel(party), Wish.REMATCH).answered()
    lobby = await until_read(stage.world, party.group, "✊ The Resistance — a table is open")
    party.id = lobby.button(label="⚔️ Join").callback_data.partition(":")[0]

    assert await ruleset(party) == EVERYTHING_THERE


async def test_a_restart_forgets_nothing(stage: Stage) -> None:
    party = await open_lobby(stage, players=7)
    await forge(party, party.host, panel(party), Like(Preset.EVERYTHING)).answered()
    await forge(party, party.host, panel(party), ChooseGame(World.RESISTANCE)).answered()
    await forge(party, party.host, panel(party), Wish.OPTIONS).answered()
    await party.quiet()
    await stage.bots[0].end()
    await stage.start()

    assert "Which options are on?" in panel(party).text
    await forge(party, party.host, panel(party), ChooseGame(World.AVALON)).answered()

    assert await ruleset(party) == ready_made(Preset.EVERYTHING, World.AVALON, 7)


async def test_the_last_choice_moves_with_the_group(stage: Stage) -> None:
    party = await played(stage, kind="group")

    party.group = stage.world.migrate(party.group)
    await party.handled()

    assert await again(party) == EVERYTHING_THERE


# --- the rules tell it --------------------------------------------------------------------------


def everything(table: Table) -> Table:
    return like(table, Preset.EVERYTHING)


async def test_the_rules_tell_first_what_is_on_at_the_readers_table(stage: Stage) -> None:
    party = await open_lobby(stage, players=7)
    await alter(party, everything)
    reader = party.people[3]

    whisper(party, reader, "/rules")
    page = await until_read(stage.world, party.private(reader), "At your table: Avalon")

    assert "Options: Lady of the Lake, Targeting, Plot cards" in page.text
    assert page.labels[0] == "😇 Merlin"
    await stage.world.press(reader, page, "🎯 Targeting").answered()
    await stage.world.until(lambda: "☑️ On at your table." in page.text)
    await alter(party, partial(replace, ruleset=Ruleset()))
    await stage.world.press(reader, page, "▶️ Next").answered()
    await stage.world.until(lambda: "▫️ Off at your table." in page.text)


async def test_whoever_sits_nowhere_or_at_different_tables_reads_of_none(stage: Stage) -> None:
    party, other = await open_lobby(stage), Party(stage)
    await alter(party, everything)
    eva, ann = stage.world.person("Eva", started=True), party.host
    other.host = ann
    stage.world.join(ann, other.group)
    await other.open()

    for person in (eva, ann):
        whisper(party, person, "/rules targeting")
        page = await until_read(stage.world, party.private(person), "🎯 Targeting")
        assert "At your table" not in page.text
        assert "at your table" not in page.text
