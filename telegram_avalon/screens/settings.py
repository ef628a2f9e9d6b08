"""The settings: pages in the lobby's message, each of them text and buttons below the lobby's own.

A page's state is the table's; its buttons say what they set, so that doubled presses are harmless.
"""

from markupsafe import Markup

from telegram_avalon.i18n.phrases import Plain, Text, Words
from telegram_avalon.rules import CHARACTERS, OPTIONS, Option, Preset, Role, Ruleset, World
from telegram_avalon.screens import options
from telegram_avalon.screens.actions import (
    Action,
    Choose,
    ChooseGame,
    Deed,
    Like,
    SetOption,
    Wish,
)
from telegram_avalon.screens.characters import BALANCE, called
from telegram_avalon.screens.rulesets import in_play
from telegram_avalon.screens.screen import Button, Press, grid, lines
from telegram_avalon.table import Page, Scene
from telegram_avalon.table.settings import ready_made

Rows = tuple[tuple[Button, ...], ...]


def text(scene: Scene, t: Words) -> Markup:
    match scene.page:
        case Page.MAIN:
            return _main(scene, t)
        case Page.CHARACTERS:
            return _characters(t)
        case Page.OPTIONS:
            return _options(scene.ruleset.game, t)


def buttons(scene: Scene, t: Words) -> Rows:
    match scene.page:
        case Page.MAIN:
            return _main_buttons(scene, t)
        case Page.CHARACTERS:
            chosen = scene.ruleset.characters
            marks = (_character(scene, role, role in chosen, t) for role in BALANCE)
            return (*grid(marks), _back(scene, Wish.OPEN_SETTINGS, t))
        case Page.OPTIONS:
            turns = (_option(scene, option, t) for option in OPTIONS)
            return (*grid(turns), _back(scene, Wish.OPEN_SETTINGS, t))


# --- the first page -----------------------------------------------------------------------------


def _main(scene: Scene, t: Words) -> Markup:
    game, players = scene.ruleset.game, len(scene.people)
    return lines(
        t.html("⚙️ What do you play? The host or an admin sets it."),
        t.html(
            "Avalon has characters with secrets. The Resistance has none, and no Merlin to find."
        ),
        *(
            _ready_made(preset, ready_made(preset, game, players), players, t)
            for preset in _presets(game, players)
        ),
    )


def _ready_made(preset: Preset, ruleset: Ruleset, players: int, t: Words) -> Markup:
    name = t.plain(options.PRESETS[preset])
    roles = in_play(ruleset, players)
    parts: list[Text] = [
        *(t.text("{name}", name=called(role, t)) for role in CHARACTERS if role in roles),
        *(
            t.text("{name}", name=options.called(option, ruleset.game, t))
            for option in options.turned_on(ruleset)
        ),
    ]
    if not parts:
        return t.html("{preset}: no options", preset=name)
    return t.line("{preset}: {parts}", preset=name, parts=t.rowed(parts))


def _presets(game: World, players: int) -> tuple[Preset, ...]:
    """Those that set different things: without characters some are the same."""
    first: dict[Ruleset, Preset] = {}
    for preset in Preset:
        first.setdefault(ready_made(preset, game, players), preset)
    return tuple(first.values())


def _main_buttons(scene: Scene, t: Words) -> Rows:
    now, players = scene.ruleset, len(scene.people)
    games = tuple(
        _press(scene, _mark(now.game is game, t.plain(name), t), ChooseGame(game))
        for game, name in options.GAMES.items()
    )
    presets = tuple(
        _press(
            scene,
            _mark(
                ready_made(preset, now.game, players) == now, t.plain(options.PRESETS[preset]), t
            ),
            Like(preset),
        )
        for preset in _presets(now.game, players)
    )
    pages = (
        *(
            [_press(scene, t.plain("🎭 Characters"), Wish.CHARACTERS)]
            if now.game is World.AVALON
            else []
        ),
        _press(scene, t.plain("🎛 Options"), Wish.OPTIONS),
    )
    return (games, presets, pages, _back(scene, Wish.CLOSE_SETTINGS, t))


# --- its pages ----------------------------------------------------------------------------------


def _characters(t: Words) -> Markup:
    rows = [
        t.line("{character}: {what}", character=called(role, t), what=t.html(what))
        for role, what in BALANCE.items()
    ]
    return lines(t.html("⚙️ Which characters are in play? The host or an admin chooses."), *rows)


def _character(scene: Scene, role: Role, on: bool, t: Words) -> Button:
    return _press(scene, _mark(on, called(role, t), t), Choose(role, not on))


def _options(game: World, t: Words) -> Markup:
    rows = [
        t.line(
            "{option}: {what}",
            option=options.called(option, game, t),
            what=t.html(options.said(option, game).what, players=row.players),
        )
        for option, row in OPTIONS.items()
    ]
    return lines(
        t.html("⚙️ Which options are on? The host or an admin chooses. They all go together."),
        *rows,
    )


def _option(scene: Scene, option: Option, t: Words) -> Button:
    """One that the game doesn't have can be pressed, too: the answer says why it hasn't."""
    on, game = option in scene.ruleset.options, scene.ruleset.game
    name = options.called(option, game, t)
    if game not in OPTIONS[option].worlds and not on:
        return _press(scene, t.label("🔒 {name}", name=name), SetOption(option, True))
    return _press(scene, _mark(on, name, t), SetOption(option, not on))


def _mark(on: bool, name: Plain, t: Words) -> Plain:
    return t.label("☑️ {name}" if on else "▫️ {name}", name=name)


def _back(scene: Scene, wish: Wish, t: Words) -> tuple[Button, ...]:
    return (_press(scene, t.plain("↩️ Back"), wish),)


def _press(scene: Scene, label: str, deed: Deed) -> Press:
    return Press(label, Action(scene.table, 0, deed))
