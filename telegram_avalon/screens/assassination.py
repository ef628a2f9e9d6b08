"""Evil's last chance: the group's panel and the private, silent question."""

from markupsafe import Markup

from telegram_avalon.i18n.phrases import Words
from telegram_avalon.rules import Aim, Assassinate, MerlinNamed, Role, Seat, View
from telegram_avalon.rules.knowledge import AssassinatingSeen
from telegram_avalon.screens import board
from telegram_avalon.screens.actions import Action, Wish
from telegram_avalon.screens.people import group, seated
from telegram_avalon.screens.screen import Button, Link, Links, Press, Screen, grid, lines
from telegram_avalon.screens.voting import below
from telegram_avalon.table import Scene


def panel(scene: Scene, view: View, t: Words, links: Links) -> Screen:
    """Evil chooses; the way back for whoever can't be written to is told to all, at any time.

    Told only when it is needed, it would tell of the one who is asked.
    """
    text = lines(
        t.html("🗡 <b>Three quests have succeeded.</b>"),
        board.line(view, t),
        t.html("Evil has one chance left: to find Merlin."),
        t.html("Talk! The Assassin is choosing.")
        if Role.ASSASSIN in view.in_play
        else t.html("Talk! Evil is choosing."),
        # Translators: Start is Telegram's own button, as its app calls it in your language
        t.html("No choice comes? Each of you, please open our private chat and press Start."),
        t.html("If it never comes, the host or an admin can end the game: /cancel"),
    )
    card = Press(t.plain("🎭 My card"), Action(scene.table, view.step, Wish.MY_CARD))
    return Screen(text, ((card, Link(t.plain("💬 Private chat"), links.private)),))


def question(scene: Scene, view: View, phase: AssassinatingSeen, t: Words, links: Links) -> Screen:
    """Who is Merlin? The chosen name is confirmed by a second press, away from the names."""
    seat = Seat(0) if view.seat is None else view.seat

    def press(label: str, deed: Aim | Assassinate) -> Button:
        return Press(label, Action(scene.table, view.step, deed))

    names = grid(
        press(
            t.label(
                "☑️ {player}" if target == phase.aim else "{player}",
                player=seated(scene, target, t),
            ),
            Aim(seat, target),
        )
        for target in phase.targets
    )
    text = lines(
        t.html("🗡 <b>{group}</b> — who is Merlin?", group=group(scene, t)),
        t.html("Talk it over in the group first if you like.")
        if phase.aim is None
        else t.html("Name {player} as Merlin?", player=seated(scene, phase.aim, t)),
    )
    if phase.aim is None:
        return Screen(text, (*names, *below(scene, view, t, links)), silent=True)
    confirm = (
        press(t.plain("✔️ Confirm"), Assassinate(seat, phase.aim)),
        press(t.plain("↩️ Back"), Aim(seat, None)),
    )
    return Screen(text, (*names, confirm, *below(scene, view, t, links)), silent=True)


def named(scene: Scene, view: View, fact: MerlinNamed, t: Words) -> Markup:
    """The stroke, told to all once it has fallen."""
    assassin = seated(scene, fact.assassin, t)
    target = seated(scene, fact.target, t)
    if fact.found or view.deal is None:
        return t.html(
            "🗡 {assassin} named {target}: right, that was Merlin.",
            assassin=assassin,
            target=target,
        )
    merlin = seated(scene, Seat(view.deal.index(Role.MERLIN)), t)
    return t.html(
        "🗡 {assassin} named {target}: wrong, Merlin was {merlin}.",
        assassin=assassin,
        target=target,
        merlin=merlin,
    )


def own_choice(scene: Scene, fact: MerlinNamed, t: Words) -> Markup:
    return lines(
        t.line("🗡 <b>{group}</b>", group=group(scene, t)),
        t.html("You named {player} as Merlin.", player=seated(scene, fact.target, t)),
    )
