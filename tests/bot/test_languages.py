"""Choosing languages over the real API: one's own, and the group's."""

from functools import partial

import pytest

from telegram_avalon.i18n.catalogs import load_catalogs
from telegram_avalon.i18n.phrases import Words
from telegram_avalon.playground import Chat, Message, Person
from telegram_avalon.rules import Ending, Reason
from telegram_avalon.screens import languages as screens
from telegram_avalon.screens import toasts
from telegram_avalon.screens.actions import Wish
from telegram_avalon.store import Groups, People
from telegram_avalon.store.codec import decode, encode
from telegram_avalon.table import Place
from tests.bot.conftest import Logs
from tests.bot.people import (
    confirmed,
    forge,
    ours,
    panel,
    play_towards,
    reached,
    readings,
    say,
    toast,
    until_read,
    whisper,
)
from tests.bot.tongues import Mixed, offered, panel_for
from tests.harness import Party, Stage, playing
from tests.screens.reading import telegram

CATALOGS = load_catalogs()
EN, ES, FA, HU = (CATALOGS.words(code) for code in ("en", "es", "fa", "hu"))
NAMES = CATALOGS.names


def mine(language: str) -> str:
    """How the choice of one's own language reads."""
    return telegram(screens.mine(NAMES, language, CATALOGS.words(language)).text).text


def of_group(*languages: str) -> str:
    """How the choice of the group's languages reads."""
    return telegram(screens.of_group(NAMES, languages, CATALOGS.words(*languages)).text).text


def approve(t: Words) -> str:
    return t.plain("👍 Approve")


def now_i_write(t: Words) -> str:
    """The answer to a choice, as a message."""
    return telegram(t.line("🌐 {said}", said=screens.chosen(t))).text


async def asked(stage: Stage, party: Party, text: str = "/lang") -> Message:
    """What the host is shown in private."""
    before = len(ours(party.private(party.host)))
    whisper(party, party.host, text)
    chat = party.private(party.host)
    await stage.world.until(lambda: len(ours(chat)) > before)
    return ours(chat)[-1]


async def language_of(stage: Stage, person: Person) -> str | None:
    return (await People(stage.redis, stage.keys, stage.clock).standing(person.id)).language


async def keep(stage: Stage, party: Party, *languages: str) -> None:
    """The group has chosen some time ago."""
    groups = Groups(stage.redis, stage.keys, stage.clock)
    await groups.keep_languages(party.group.id, languages)


async def choose_for_group(stage: Stage, party: Party, *languages: str) -> None:
    """The host asks for the choice, and presses what is wanted."""
    shown = await picker(stage, party, party.host)
    await stage.world.press(party.host, shown, data="~group:").answered()
    await stage.world.until(partial(offered, shown, "~group:en"))
    await press_for_group(stage, party, shown, *languages)


async def press_for_group(stage: Stage, party: Party, shown: Message, *languages: str) -> None:
    """Two languages are offered beside the first of them alone."""
    wanted = f"~group:{'+'.join(languages)}"
    if not offered(shown, wanted):
        await stage.world.press(party.host, shown, data=f"~group:{languages[0]}").answered()
        await stage.world.until(partial(offered, shown, wanted))
    answer = await toast(stage.world.press(party.host, shown, data=wanted))
    await stage.world.until(partial(_marks, shown, " + ".join(NAMES[code] for code in languages)))
    assert answer == screens.chosen_for_group(CATALOGS.words(*languages))
    assert shown.text == of_group(*languages)


async def picker(stage: Stage, party: Party, person: Person) -> Message:
    """The choice that everybody in the group is shown."""
    before = {message.id for message in ours(party.group)}
    say(party, person, "lang")

    def shown() -> list[Message]:
        return [
            message
            for message in ours(party.group)
            if message.id not in before and offered(message, "~group:")
        ]

    await stage.world.until(shown)
    return shown()[-1]


# --- one's own, in private -----------------------------------------------------------------------


async def test_the_choice_names_each_language_by_itself_and_marks_ones_own(stage: Stage) -> None:
    party = Party(stage)

    message = await asked(stage, party)

    assert message.text == mine("en")
    assert message.labels == ["☑️ English", "Español", "فارسی", "Magyar"]


async def test_a_press_changes_the_language_and_the_message(stage: Stage) -> None:
    party = Party(stage)
    message = await asked(stage, party)

    for label, language, words in [("فارسی", "fa", FA), ("Magyar", "hu", HU)]:
        answer = await toast(stage.world.press(party.host, message, label))
        await stage.world.until(partial(_marks, message, label))

        assert answer == screens.chosen(words)
        assert message.text == mine(language)
        assert await language_of(stage, party.host) == language
    assert len(ours(party.private(party.host))) == 1


def _marks(message: Message, label: str) -> bool:
    return f"☑️ {label}" in message.labels


@pytest.mark.parametrize(
    ("asked_for", "language"),
    [
        ("fa", "fa"),
        ("FA", "fa"),
        ("persian", "fa"),
        ("Persian", "fa"),
        ("فارسی", "fa"),
        ("fa-IR", "fa"),
        ("fa_IR", "fa"),
        ("español", "es"),
        ("es-419", "es"),
        ("Magyar", "hu"),
        ("hungarian", "hu"),
    ],
)
async def test_a_language_can_be_named(stage: Stage, asked_for: str, language: str) -> None:
    party = Party(stage)

    message = await asked(stage, party, f"/lang {asked_for}")

    assert message.text == now_i_write(CATALOGS.words(language))
    assert message.labels == []
    assert await language_of(stage, party.host) == language


@pytest.mark.parametrize("asked_for", ["xx", "tlh", "-", "fa hu", "<b>{name}</b>"])
async def test_a_language_that_nobody_knows_is_told_so(stage: Stage, asked_for: str) -> None:
    party = Party(stage)

    message = await asked(stage, party, f"/lang {asked_for}")

    assert message.text.splitlines() == [screens.unknown(asked_for, EN), mine("en")]
    assert "☑️ English" in message.labels
    assert await language_of(stage, party.host) is None


@pytest.mark.parametrize("data", ["~lang:xx", "~group:xx", "~group:fa+xx"])
async def test_a_forged_language_changes_nothing(stage: Stage, data: str) -> None:
    party = Party(stage)
    await party.open()
    lobby = panel(party)

    press = stage.world.press(party.host, lobby, data=data, force=True)

    assert "xx" in await toast(press)
    assert await language_of(stage, party.host) is None
    assert (await party.table()).place.languages == ("en",)


@pytest.mark.parametrize("data", ["~group:fa+fa", "~group:fa+en+hu", "~group:fa+", "~lang:"])
async def test_what_no_button_says_is_no_choice(stage: Stage, data: str) -> None:
    party = Party(stage)
    await party.open()

    press = stage.world.press(party.host, panel(party), data=data, force=True)

    assert await toast(press) == EN.plain("That table is gone. /new in your group opens another.")
    assert (await party.table()).place.languages == ("en",)


@pytest.mark.parametrize("data", ["~group:", "~group:fa"])
async def test_there_is_no_group_to_choose_for_in_private(stage: Stage, data: str) -> None:
    party = Party(stage)
    message = await asked(stage, party)

    press = stage.world.press(party.host, message, data=data, force=True)

    assert await toast(press) == EN.plain(toasts.REFUSALS[Reason.STEP_IS_OVER])
    assert message.text == mine("en")


# --- in a group ----------------------------------------------------------------------------------


async def test_a_member_chooses_for_themselves_and_is_answered_in_private(stage: Stage) -> None:
    party = Party(stage)
    member = party.people[1]
    await reached(stage, member)

    stage.world.say(member, party.group, f"/lang@{stage.world.bot.username} fa")

    message = await until_read(stage.world, party.private(member), now_i_write(FA))
    assert message.labels == []
    assert ours(party.group) == []
    assert await language_of(stage, member) == "fa"


async def test_a_member_who_cannot_be_written_to_is_answered_in_the_group(stage: Stage) -> None:
    party = Party(stage)
    member = party.people[1]

    stage.world.say(member, party.group, f"/lang@{stage.world.bot.username} fa")

    message = await until_read(stage.world, party.group, now_i_write(FA))
    assert message.silent
    assert message.labels == []


async def test_everybodys_own_choice_is_made_under_the_groups_message(stage: Stage) -> None:
    party = Party(stage)
    shown = await picker(stage, party, party.people[1])
    before = shown.text

    for person, label, words in [
        (party.people[1], "فارسی", FA),
        (party.people[2], "Magyar", HU),
    ]:
        assert await toast(stage.world.press(person, shown, label)) == screens.chosen(words)

    assert [await language_of(stage, person) for person in party.people[:3]] == [None, "fa", "hu"]
    await party.quiet()
    assert shown.text == before
    assert "☑️" not in "".join(shown.labels)


async def test_the_choice_for_everybody_is_shown_in_the_groups_languages(stage: Stage) -> None:
    party = Party(stage)
    await keep(stage, party, "fa", "hu")

    shown = await picker(stage, party, party.people[1])

    both = CATALOGS.words("fa", "hu")
    assert shown.text == telegram(screens.mine(NAMES, None, both, in_group=True).text).text


@pytest.mark.parametrize("who", ["host", "admin"])
async def test_host_and_admins_are_offered_the_groups_language_too(stage: Stage, who: str) -> None:
    party = Party(stage)
    person = party.people[2]
    if who == "admin":
        await party.open()
        stage.world.promote(person, party.group)
    else:
        party.host = person
        await party.open()

    stage.world.say(person, party.group, f"/lang@{stage.world.bot.username} fa")
    message = await until_read(stage.world, party.group, now_i_write(FA))
    (label,) = message.labels
    answer = await toast(stage.world.press(person, message, label))

    assert label == FA.plain("👥 Use it in this group, too")
    assert answer == screens.chosen_for_group(FA)
    await stage.world.until(lambda: message.text == of_group("fa"))
    assert "☑️ فارسی" in message.labels
    assert (await party.table()).place.languages == ("fa",)


async def test_no_member_chooses_for_the_group(stage: Stage) -> None:
    party = Party(stage)
    await party.open()
    shown = await picker(stage, party, party.host)
    before = shown.text

    for data in ("~group:", "~group:fa", "~group:fa+en"):
        press = stage.world.press(party.people[1], shown, data=data, force=True)
        assert await toast(press) == EN.plain(toasts.REFUSALS[Reason.NOT_HOST])

    await party.quiet()
    assert shown.text == before
    assert (await party.table()).place.languages == ("en",)


@pytest.mark.parametrize("anonymous", [True, False])
async def test_in_the_groups_name_nobody_has_a_language_of_their_own(
    stage: Stage, anonymous: bool
) -> None:
    party = Party(stage)
    member = party.people[1]
    if anonymous:
        stage.world.promote(member, party.group, anonymous=True)
    channel = "" if anonymous else "News"

    stage.world.say(member, party.group, f"/lang@{stage.world.bot.username} fa", channel=channel)

    await stage.world.until(lambda: ours(party.group))
    assert offered(ours(party.group)[-1], "~group:")
    assert readings(party.group) == [
        telegram(screens.mine(NAMES, None, EN, in_group=True).text).text
    ]


async def test_a_group_goes_from_one_language_to_two_and_back(stage: Stage) -> None:
    party = Party(stage)
    lobby = await party.open()
    await choose_for_group(stage, party, "es", "fa")
    shown = ours(party.group)[-1]

    for languages in (("fa",), ("fa", "en"), ("hu", "es"), ("es",)):
        await press_for_group(stage, party, shown, *languages)
        words = CATALOGS.words(*languages)
        await stage.world.until(partial(_first_label_is, lobby, words.plain("⚔️ Join")))
        assert (await party.table()).place.languages == languages
        heading = telegram(words.html("⚔️ <b>Avalon</b> — a table is open")).text
        assert lobby.text.startswith(heading)
    assert await Groups(stage.redis, stage.keys, stage.clock).languages(party.group.id) == ("es",)


def _first_label_is(message: Message, label: str) -> bool:
    return message.labels[:1] == [label]


# --- during a game -------------------------------------------------------------------------------


async def test_the_live_panel_and_open_questions_change_and_nothing_older(stage: Stage) -> None:
    party = Party(stage)
    await party.begin()
    await party.play(until=lambda game: game.step == 4)
    await party.quiet()
    person, other = party.people[1], party.people[2]
    chats = [party.group, party.private(person), party.private(other)]
    before = {chat: [len(message.versions) for message in ours(chat)] for chat in chats}
    live, ballot, others = (ours(chat)[-1] for chat in chats)
    assert approve(EN) in ballot.labels

    whisper(party, person, "/lang fa")
    await stage.world.until(lambda: approve(FA) in ballot.labels)
    await confirmed(stage)
    await party.quiet()

    assert CATALOGS.words("fa").plain("🎭 My card") in ballot.labels
    assert grown(before, chats) == {party.private(person): [len(before[chats[1]]) - 1]}

    await choose_for_group(stage, party, "hu", "es")
    both = CATALOGS.words("hu", "es")
    await stage.world.until(lambda: both.plain("🎭 My card") in live.labels)
    await party.quiet()

    assert approve(EN) in others.labels
    assert grown(before, chats)[party.group] == [ours(party.group).index(live)]


def grown(before: dict[Chat, list[int]], chats: list[Chat]) -> dict[Chat, list[int]]:
    """In each chat the places of the messages that have been edited since."""
    found = {
        chat: [
            place
            for place, (versions, message) in enumerate(zip(before[chat], ours(chat), strict=False))
            if len(message.versions) > versions
        ]
        for chat in chats
    }
    return {chat: places for chat, places in found.items() if places}


async def test_the_next_question_is_asked_in_the_new_language(stage: Stage) -> None:
    party = Mixed(stage, ["en"] * 5)
    await party.deal()
    person = party.people[3]

    whisper(party, person, "/lang hu")
    await until_read(stage.world, party.private(person), now_i_write(HU))
    await play_towards(party, Ending.THREE_FAILS)

    asked_in = [
        label
        for message in ours(party.private(person))
        for version in message.versions
        for label in [button.text for row in version.buttons for button in row]
    ]
    assert approve(HU) in asked_in
    assert approve(EN) not in asked_in


# --- the first guess -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("client", "group", "language"),
    [
        ("es-419", None, "es"),
        ("fa", None, "fa"),
        ("fa", "hu", "fa"),
        ("", "hu", "hu"),
        ("tlh", "fa", "fa"),
        ("", None, "en"),
    ],
)
async def test_at_first_people_are_written_to_as_their_client_speaks(
    stage: Stage, client: str, group: str | None, language: str
) -> None:
    party = Mixed(stage, ["", client])
    if group:
        await keep(stage, party, group)
    await party.sit_down()

    table = await party.table()

    seat = table.person(party.people[1].id)
    assert seat is not None
    assert seat.language == language


async def test_the_bot_speaks_its_default_where_nothing_tells_more(
    redis_url: str, logs: Logs
) -> None:
    async with playing(redis_url, default_language="hu") as stage:
        await stage.start()
        ann = stage.world.person("Ann", language_code="")
        stage.world.say(ann, None, "/lang")

        await until_read(stage.world, stage.world.private(ann), mine("hu"))


async def test_a_group_speaks_as_whoever_opens_its_first_table(stage: Stage) -> None:
    party = Mixed(stage, ["fa", "hu"])

    await party.open()

    assert (await party.table()).place.languages == ("fa",)


# --- what stays ----------------------------------------------------------------------------------


async def test_the_choice_survives_a_restart_and_the_next_table(stage: Stage) -> None:
    party = Party(stage)
    await asked(stage, party, "/lang fa")
    await keep(stage, party, "hu", "es")
    await stage.bots[0].end()
    await stage.start()

    message = await asked(stage, party)
    party = Mixed.of(party)
    await party.open()

    assert message.text == mine("fa")
    assert (await party.table()).place.languages == ("hu", "es")


async def test_a_rematch_is_in_the_languages_that_the_group_has_by_then(stage: Stage) -> None:
    party = Mixed(stage, ["en", "fa", "hu", "es", "en"])
    await party.deal()
    await play_towards(party, Ending.FIVE_REJECTIONS)
    end = panel(party)
    await choose_for_group(stage, party, "fa")

    await forge(party, party.people[1], end, Wish.REMATCH).answered()
    await stage.world.until(lambda: panel_for(party.group, "join"))

    party.id = (
        panel_for(party.group, "join")[-1]
        .button(label=FA.plain("⚔️ Join"))
        .callback_data.partition(":")[0]
    )
    table = await party.table()
    assert table.place.languages == ("fa",)
    assert [person.language for person in table.people] == ["fa"]


async def test_the_groups_choice_moves_with_it(stage: Stage) -> None:
    party = Mixed(stage, ["fa"] * 5, kind="group")
    await party.open()
    await choose_for_group(stage, party, "fa", "hu")
    await party.quiet()

    party.group = stage.world.migrate(party.group)
    await stage.world.until(lambda: panel_for(party.group, "join"))
    await confirmed(stage)

    assert (await party.table()).place.languages == ("fa", "hu")
    both = CATALOGS.words("fa", "hu")
    assert both.plain("⚔️ Join") in panel_for(party.group, "join")[-1].labels
    found = await Groups(stage.redis, stage.keys, stage.clock).languages(party.group.id)
    assert found == ("fa", "hu")


async def test_a_language_without_a_catalog_any_more_is_not_missed(stage: Stage) -> None:
    party = Mixed(stage, ["hu", "xx"])
    host, other = party.people
    for person, language in ((host, "xx"), (other, "xx")):
        await People(stage.redis, stage.keys, stage.clock).speak(person.id, language)
    await keep(stage, party, "xx")
    await party.sit_down()
    table = await party.table()

    assert table.place.languages == ("hu",)
    assert [person.language for person in table.people] == ["hu", "hu"]
    await choose_for_group(stage, party, "fa")
    assert (await party.table()).place.languages == ("fa",)


async def test_of_two_languages_the_one_that_is_left_is_spoken(stage: Stage) -> None:
    party = Mixed(stage, ["en"])
    await keep(stage, party, "xx", "fa")

    await party.open()

    assert (await party.table()).place.languages == ("fa",)


def test_places_stored_before_there_were_two_languages_are_read() -> None:
    old = encode({"chat": -1001, "title": "Friends", "language": "hu"})

    assert decode(old, Place).languages == ("hu",)
    assert b"second" not in encode(Place(-1001, "Friends", language="hu"))
