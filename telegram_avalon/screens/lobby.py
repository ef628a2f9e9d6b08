"""The lobby's message: who is in and what is played; while they are open, the settings in it."""

from markupsafe import Markup

from telegram_avalon.i18n.phrases import Text, Words, isolated, mention
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
            _host(scene, t),
            rulesets.characters_in_play(scene.ruleset, len(scene.people), t),
            rulesets.options_on(scene.ruleset, t),
            *_balance(scene, t),
        ),
        settings.text(scene, t) if scene.editing else None,
        _unreachable(scene, t),
        draining(scene, t),
    )
    return Screen(text, _buttons(scene, t, links), haste=Haste.SOON)


def draining(scene: Scene, t: Words) -> Markup | None:
    """Said at every table while the bot begins no new games."""
    if not scene.draining or not scene.stage.live:
        return None
    if scene.stage is Stage.LOBBY:
        return t.html("🛠 The bot will be updated soon: no game begins until then.")
    return t.html("🛠 The bot will be updated soon. This game goes on to its end.")


def left_behind(scene: Scene, t: Words) -> Screen:
    """The lobby's message once the game is told of below it: who plays what."""
    return Screen(
        lines(
            t.html("⚔️ <b>Avalon</b> — the game has begun"),
            _people(scene, t),
            rulesets.characters_in_play(scene.ruleset, len(scene.people), t),
            rulesets.options_on(scene.ruleset, t),
        )
    )


def _people(scene: Scene, t: Words) -> Markup:
    if not scene.people:
        return t.html("Nobody is in yet: press Join.")
    return t.html(
        "Players ({n}): {players}",
        n=len(scene.people),
        players=t.rowed(_names(scene.people, t)),
    )


def _host(scene: Scene, t: Words) -> Markup | None:
    """Who may set and begin; nobody where an anonymous admin opened the table."""
    labels = zip(scene.people, _names(scene.people, t), strict=True)
    host = next((label for person, label in labels if person.id == scene.host), None)
    return None if host is None else t.html("Host: {player}", player=host)


def _invited(scene: Scene, t: Words) -> Markup | None:
    asked = [p for p in scene.invited if all(p.id != person.id for person in scene.people)]
    if not asked:
        return None
    names = [mention(person.id, name(person, i + 1, t)) for i, person in enumerate(asked)]
    return t.html("Once again? {players}", players=t.rowed(names))


def _unreachable(scene: Scene, t: Words) -> Markup | None:
    if not scene.unreachable:
        return None
    # Told apart from those who are in, who may bear the same name.
    names = _names((*scene.people, *scene.unreachable), t, mentioned=scene.unreachable)
    return lines(
        t.html_n(
            "⚠️ I can't write to {players}: press Join, open our private chat there, and you're "
            "back.",
            "⚠️ I can't write to {players}: press Join, open our private chat there, and you're "
            "back.",
            len(scene.unreachable),
            players=t.listed(names[len(scene.people) :]),
        ),
        t.html("The others can begin without them.")
        if len(scene.people) >= FEWEST_PLAYERS
        else None,
    )


def _names(
    people: tuple[Person, ...], t: Words, *, mentioned: tuple[Person, ...] = ()
) -> list[Text]:
    """The names; who bears one that stands before has a number, as in Alex (2)."""
    names = [name(person, i + 1, t) for i, person in enumerate(people)]

    def label(place: int) -> Text:
        person, each = people[place], names[place]
        who = mention(person.id, each) if person in mentioned else isolated(each)
        earlier = names[:place].count(each)
        return t.text("{name} ({number})", name=who, number=earlier + 1) if earlier else who

    return list(map(label, range(len(people))))


def _balance(scene: Scene, t: Words) -> list[Markup]:
    players = len(scene.people)
    if players < FEWEST_PLAYERS:
        return [_missing(FEWEST_PLAYERS - players, t)]
    said = rulesets.sides(players, t)
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
    begin = button(t.plain("▶️ Begin"), Wish.BEGIN)
    if scene.editing:
        return (coming, *settings.buttons(scene, t), (begin,))
    moving = (button(t.plain("⚙️ Settings"), Wish.OPEN_SETTINGS), begin)
    return (coming, moving, (Link(t.plain("📖 Rules"), links.start("rules")),))
