"""The lobby's message: who is in and what is played; while they are open, the settings in it."""

from markupsafe import Markup

from telegram_avalon.i18n.phrases import N_, Text, Words, isolated, mention
from telegram_avalon.rules import World
from telegram_avalon.rules.rulesets import FEWEST_PLAYERS
from telegram_avalon.screens import rulesets, settings
from telegram_avalon.screens.actions import Action, Wish
from telegram_avalon.screens.people import name
from telegram_avalon.screens.screen import (
    Button,
    Haste,
    Link,
    Links,
    Press,
    Screen,
    blocks,
    lines,
)
from telegram_avalon.table import Person, Scene, Stage

HEADINGS = {
    World.AVALON: N_("⚔️ <b>Avalon</b> — a table is open"),
    World.RESISTANCE: N_("✊ <b>The Resistance</b> — a table is open"),
}


def screen(scene: Scene, t: Words, links: Links) -> Screen:
    if scene.stage is Stage.CLOSED:
        return Screen(
            t.html("This table is closed. /new@{bot} opens another.", bot=links.bot), silent=True
        )
    text = blocks(
        lines(
            t.html(HEADINGS[scene.ruleset.game]),
            _invited(scene, t),
            _people(scene, t),
            rulesets.characters_in_play(scene.ruleset, len(scene.people), t),
            rulesets.options_on(scene.ruleset, t),
            *_balance(scene, t),
        ),
        settings.text(scene, t) if scene.editing else _unreachable(scene, t),
    )
    return Screen(text, _buttons(scene, t, links), haste=Haste.SOON)


def _people(scene: Scene, t: Words) -> Markup:
    if not scene.people:
        return t.html("Nobody is in yet: press Join.")
    return t.html(
        "Players ({n}): {players}",
        n=len(scene.people),
        players=t.rowed(_names(scene.people, t)),
    )


def _invited(scene: Scene, t: Words) -> Markup | None:
    asked = [p for p in scene.invited if all(p.id != person.id for person in scene.people)]
    if not asked:
        return None
    names = [mention(person.id, name(person, i + 1, t)) for i, person in enumerate(asked)]
    return t.html("Once again? {players}", players=t.rowed(names))


def _unreachable(scene: Scene, t: Words) -> Markup | None:
    if not scene.unreachable:
        return None
    return t.html_n(
        "⚠️ I can't write to {players}: press Join, open our private chat there, and you're back.",
        "⚠️ I can't write to {players}: press Join, open our private chat there, and you're back.",
        len(scene.unreachable),
        players=t.listed(_names(scene.unreachable, t)),
    )


def _names(people: tuple[Person, ...], t: Words) -> list[Text]:
    return [isolated(name(person, i + 1, t)) for i, person in enumerate(people)]


def _balance(scene: Scene, t: Words) -> list[Markup]:
    players = len(scene.people)
    if players < FEWEST_PLAYERS:
        return [_missing(FEWEST_PLAYERS - players, t)]
    said = rulesets.sides(scene.ruleset, players, t)
    return [said, *rulesets.remarks(scene.ruleset, players, t)]


def _missing(more: int, t: Words) -> Markup:
    return t.html_n(
        "{n} more player and the game can begin.", "{n} more players and the game can begin.", more
    )


def _buttons(scene: Scene, t: Words, links: Links) -> tuple[tuple[Button, ...], ...]:
    def button(label: str, wish: Wish) -> Button:
        return Press(label, Action(scene.table, 0, wish))

    coming = (
        button(t.plain("⚔️ Join"), Wish.JOIN),
        button(t.plain("🚪 Leave"), Wish.LEAVE),
    )
    if scene.editing:
        return (coming, *settings.buttons(scene, t))
    moving = (
        button(t.plain("⚙️ Settings"), Wish.OPEN_SETTINGS),
        button(t.plain("▶️ Begin"), Wish.BEGIN),
    )
    return (coming, moving, (Link(t.plain("📖 Rules"), links.start("rules")),))
