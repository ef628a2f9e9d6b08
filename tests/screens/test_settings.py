"""The settings' pages: every button does what its label says, and the words agree with the rows."""

from collections.abc import Iterator
from itertools import product

import pytest
from msgspec.structs import replace

from telegram_avalon.rules import (
    OPTIONS,
    Option,
    Preset,
    Reason,
    Refused,
    Role,
    Ruleset,
    Side,
    World,
    problems,
    recommended,
    warnings,
)
from telegram_avalon.rules.rulesets import EVIL_PLAYERS
from telegram_avalon.screens import Press, options, toasts
from telegram_avalon.screens.actions import Choose, ChooseGame, Like, SetOption, Setting
from telegram_avalon.table import (
    Page,
    Table,
    choose,
    choose_game,
    like,
    scene,
    set_option,
    turn_to,
)
from tests.screens.reading import telegram
from tests.screens.scenes import ENGLISH, NAMES, in_group, lobby, user

ON, OFF, LOCKED = "☑️ ", "▫️ ", "🔒 "


def pages() -> Iterator[Table]:
    """Every page for every number, game and ready-made set, and with every option on."""
    for players, game in product(range(11), World):
        table = choose_game(lobby(NAMES[:players]), game)
        every = frozenset(o for o in Option if game in OPTIONS[o].worlds)
        all_on = replace(table, ruleset=replace(table.ruleset, options=every))
        for one in (table, all_on, *(like(table, preset) for preset in Preset)):
            for page in Page:
                if page is not Page.CHARACTERS or game is World.AVALON:
                    yield turn_to(one, page)


def settings_of(table: Table) -> dict[str, Setting]:
    buttons = [b for row in in_group(table).buttons for b in row if isinstance(b, Press)]
    return {b.label: b.action.deed for b in buttons if isinstance(b.action.deed, Setting)}


def after(table: Table, setting: Setting) -> Table:
    match setting:
        case Choose(role=role, on=on):
            return choose(table, role, on)
        case SetOption(option=option, on=on):
            return set_option(table, option, on)
        case ChooseGame(game=game):
            return choose_game(table, game)
        case Like(preset=preset):
            return like(table, preset)


def test_what_a_button_offers_is_marked_as_on_once_pressed_and_the_other_way_round() -> None:
    for table in pages():
        for label, setting in settings_of(table).items():
            mark, name = label[:3], label[3:]
            if mark.startswith(LOCKED.strip()):
                with pytest.raises(Refused):
                    after(table, setting)
                continue
            then = after(table, setting)
            marks = {each[3:]: each[:3] for each in settings_of(then)}
            if isinstance(setting, ChooseGame | Like):
                assert marks[name] == ON
            else:
                assert marks[name] == (ON if mark == OFF else OFF)
            assert toasts.done(setting, scene(then, user(1)), ENGLISH)


def test_what_is_on_is_marked_and_nothing_else() -> None:
    for table in pages():
        now = table.ruleset
        for label, setting in settings_of(table).items():
            match setting:
                case Choose(role=role):
                    on = role in now.characters
                case SetOption(option=option):
                    on = option in now.options
                case ChooseGame(game=game):
                    on = game is now.game
                case _:
                    on = after(table, setting).ruleset == now
            assert label.startswith(ON) == on


@pytest.mark.parametrize(("option", "game"), list(product(Option, World)))
def test_an_option_says_what_its_row_says(option: Option, game: World) -> None:
    row, said = OPTIONS[option], options.said(option, game)
    sides = {World.AVALON: ("good", "evil"), World.RESISTANCE: ("the Resistance", "the spies")}
    good, evil = sides[game]
    favours = {Side.GOOD: good, Side.EVIL: evil, None: "neither side"}[row.favours]

    assert ("{players}" in said.what) == (row.players > 5)
    if game in row.worlds:
        assert f"favours {favours}" in said.what
        assert said.what.count("favours") == 1
    else:
        seen = scene(choose_game(lobby(NAMES[:5]), game), user(1))
        why = toasts.refused(Reason.OTHER_GAME, seen, SetOption(option, True), ENGLISH)
        assert options.GAMES[next(iter(row.worlds))] in why
        assert options.GAMES[next(iter(row.worlds))] in said.what


def test_every_option_game_and_set_has_a_name() -> None:
    assert set(options.SAID) == set(OPTIONS)
    assert set(options.GAMES) == set(World)
    assert set(options.PRESETS) == set(Preset)
    assert set(options.SAID_IN_THE_RESISTANCE) <= set(OPTIONS)
    assert set(options.ELSEWHERE) == {o for o in Option if OPTIONS[o].worlds != frozenset(World)}


def test_options_and_characters_share_no_callback_data() -> None:
    """Both are turned on by `on-` and their name."""
    assert not {o.value.replace("_", "-") for o in Option} & {role.value for role in Role}


@pytest.mark.parametrize("players", EVIL_PLAYERS)
def test_the_lobby_says_all_that_is_wrong_odd_or_recommended_and_no_more(players: int) -> None:
    sets = [
        Ruleset(frozenset(characters), game, frozenset(on))
        for characters in ((), (Role.MERLIN,), (Role.MORGANA, Role.OBERON, Role.MORDRED))
        for game in World
        for on in ((), (Option.LADY,), (Option.BLIND_SPIES,), (Option.PLOT_CARDS, Option.LADY))
    ]
    for ruleset in sets:
        table = replace(lobby(NAMES[:players]), ruleset=ruleset)
        text = telegram(in_group(table).text).text
        wrong, odd = problems(ruleset, players), warnings(ruleset, players)
        better = bool(recommended(ruleset, players))

        assert (text.count("⛔"), text.count("⚠️")) == (len(wrong), len(odd))
        assert text.count("💡") == better <= 1


def test_before_five_are_in_nothing_is_said_to_be_wrong() -> None:
    """More may come."""
    table = replace(lobby(NAMES[:4]), ruleset=Ruleset(frozenset({Role.MORGANA})))

    assert "⛔" not in in_group(table).text


def test_the_settings_are_no_longer_than_a_phone_is_high() -> None:
    for table in pages():
        screen = in_group(table)
        assert len(screen.text.splitlines()) <= 18
        assert len(screen.buttons) <= 7
