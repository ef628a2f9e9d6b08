"""The lobby's message, and the choice of characters in it."""

from markupsafe import Markup

from telegram_avalon.i18n.phrases import N_, Text, Words, isolated, mention
from telegram_avalon.rules import Problem, Role, problems, warnings
from telegram_avalon.rules.rulesets import (
    EVIL_PLAYERS,
    FEWEST_PLAYERS,
    characters,
)
from telegram_avalon.screens.actions import Action, Choose, Wish
from telegram_avalon.screens.characters import BALANCE, called, listed
from telegram_avalon.screens.people import name
from telegram_avalon.screens.screen import (
    Button,
    Haste,
    Link,
    Links,
    Press,
    Screen,
    blocks,
    grid,
    lines,
)
from telegram_avalon.table import Person, Scene, Stage

PROBLEMS = {
    Problem.TOO_MANY_EVIL: N_("There are more evil characters than evil players: turn some off."),
    Problem.NEEDS_MERLIN: N_("Percival, Mordred and Morgana need Merlin."),
    Problem.MORGANA_WITHOUT_PERCIVAL: N_("Without Percival, Morgana has nobody to deceive."),
    Problem.PERCIVAL_TELLS_TOO_MUCH: N_("With 5 players and Percival, add Mordred or Morgana too."),
    # Stand-ins until there is a choice of games and options.
    Problem.NO_CHARACTERS_THERE: N_("These characters don't fit: see Settings."),
    Problem.OPTION_OF_THE_OTHER_GAME: N_("These characters don't fit: see Settings."),
    Problem.LADY_WITH_FEW: N_("These characters don't fit: see Settings."),
}


def screen(scene: Scene, t: Words, links: Links) -> Screen:
    if scene.stage is Stage.CLOSED:
        return Screen(
            t.html("This table is closed. /new@{bot} opens another.", bot=links.bot), silent=True
        )
    text = blocks(
        lines(
            t.html("⚔️ <b>Avalon</b> — a table is open"),
            _invited(scene, t),
            _people(scene, t),
            _characters(scene, t),
            *_balance(scene, t),
        ),
        _choices(t) if scene.editing else _unreachable(scene, t),
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


def _characters(scene: Scene, t: Words) -> Markup:
    players = max(len(scene.people), FEWEST_PLAYERS)
    chosen = scene.ruleset.characters
    if not problems(scene.ruleset, players):
        chosen = frozenset(characters(scene.ruleset, players)) - {Role.SERVANT, Role.MINION}
    if not chosen:
        return t.html("Characters: only Loyal Servants and Minions")
    return t.html("Characters: {characters}", characters=listed(chosen, t))


def _balance(scene: Scene, t: Words) -> list[Markup]:
    players = len(scene.people)
    if players < FEWEST_PLAYERS:
        return [_missing(FEWEST_PLAYERS - players, t)]
    evil = EVIL_PLAYERS[players]
    said = t.html("With {n}: {good} good, {evil} evil", n=players, good=players - evil, evil=evil)
    wrong = [t.line("⛔ {problem}", problem=t.html(PROBLEMS[p])) for p in _wrong(scene)]
    odd = [
        t.line("⚠️ {problem}", problem=t.html(PROBLEMS[p])) for p in warnings(scene.ruleset, players)
    ]
    return [said, *wrong, *odd]


def _missing(more: int, t: Words) -> Markup:
    return t.html_n(
        "{n} more player and the game can begin.", "{n} more players and the game can begin.", more
    )


def _wrong(scene: Scene) -> tuple[Problem, ...]:
    return problems(scene.ruleset, len(scene.people))


def _choices(t: Words) -> Markup:
    rows = [
        t.line("{character}: {what}", character=called(role, t), what=t.html(what))
        for role, what in BALANCE.items()
    ]
    return lines(t.html("⚙️ Which characters are in play? The host or an admin chooses."), *rows)


def _buttons(scene: Scene, t: Words, links: Links) -> tuple[tuple[Button, ...], ...]:
    def button(label: str, deed: Wish | Choose) -> Button:
        return Press(label, Action(scene.table, 0, deed))

    coming = (
        button(t.plain("⚔️ Join"), Wish.JOIN),
        button(t.plain("🚪 Leave"), Wish.LEAVE),
    )
    if not scene.editing:
        moving = (
            button(t.plain("⚙️ Settings"), Wish.OPEN_SETTINGS),
            button(t.plain("▶️ Begin"), Wish.BEGIN),
        )
        return (coming, moving, (Link(t.plain("📖 Rules"), links.start("rules")),))
    choices = [
        button(_mark(role, role in scene.ruleset.characters, t), _opposite(scene, role))
        for role in BALANCE
    ]
    return (coming, *grid(choices), (button(t.plain("↩️ Back"), Wish.CLOSE_SETTINGS),))


def _opposite(scene: Scene, role: Role) -> Choose:
    return Choose(role, role not in scene.ruleset.characters)


def _mark(role: Role, on: bool, t: Words) -> str:
    return t.label("☑️ {name}" if on else "▫️ {name}", name=called(role, t))
