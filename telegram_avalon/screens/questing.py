"""The quest: the group's panel, the private question, the cards revealed.

Both buttons stand there for everybody, and the group sees no count: neither a glance at a screen
nor the time somebody takes may tell a side.
"""

from markupsafe import Markup

from telegram_avalon.i18n.phrases import Text, Words
from telegram_avalon.rules import Card, CardsLaid, PlayCard, QuestPlayed, Seat, View
from telegram_avalon.rules.knowledge import QuestingSeen
from telegram_avalon.rules.rulesets import fails_needed
from telegram_avalon.screens import board
from telegram_avalon.screens.actions import Action, Wish
from telegram_avalon.screens.people import group, team
from telegram_avalon.screens.screen import Button, Haste, Link, Links, Press, Screen, lines
from telegram_avalon.screens.voting import below
from telegram_avalon.table import Scene


def panel(scene: Scene, view: View, phase: QuestingSeen, t: Words, links: Links) -> Screen:
    text = lines(
        t.html(
            "⚔️ <b>Quest {quest}</b>: {players} are on it.",
            quest=view.quest,
            players=t.listed([team(scene, (seat,), t) for seat in phase.team]),
        ),
        board.line(view, t),
        _in_the_open(scene, phase, t),
        t.html("Members: play your quest card in our private chat."),
    )
    row: tuple[Button, ...] = (
        Link(t.plain("💬 Private chat"), links.private),
        Press(t.plain("🎭 My card"), Action(scene.table, view.step, Wish.MY_CARD)),
    )
    return Screen(text, (row,))


def question(scene: Scene, view: View, phase: QuestingSeen, t: Words, links: Links) -> Screen:
    """Which card? Once it is laid: that it lies, and under a spoiler which."""
    heading = t.html(
        "🃏 <b>{group}</b> · quest {quest}, team: {players}",
        group=group(scene, t),
        quest=view.quest,
        players=team(scene, phase.team, t),
    )
    if phase.mine is not None:
        return Screen(lines(heading, _down(phase.mine, t)), haste=Haste.SOON)
    seat = Seat(0) if view.seat is None else view.seat
    text = lines(
        heading,
        t.html("This quest fails only with two Fails.")
        if fails_needed(view.players, view.quest) > 1
        else None,
        _in_the_open(scene, phase, t, view.seat),
        t.html("Which card do you play?"),
    )

    def card(label: str, choice: Card) -> Button:
        return Press(label, Action(scene.table, view.step, PlayCard(seat, choice)))

    cards = (
        card(t.plain("✅ Success"), Card.SUCCESS),
        card(t.plain("❌ Fail"), Card.FAIL),
    )
    return Screen(text, (cards, *below(scene, view, t, links)))


def laid(scene: Scene, fact: QuestPlayed | CardsLaid, t: Words) -> Markup:
    """What is left of the question once the quest is over."""
    return lines(
        t.html("🃏 <b>{group}</b> · quest {quest}", group=group(scene, t), quest=fact.quest),
        t.html("Your quest card is down."),
    )


def revealed(view: View, fact: QuestPlayed, t: Words) -> Markup:
    """The counts, never whose."""
    counts = _counts(fact, t)
    if not fact.succeeded:
        return t.html("<b>❌ Quest {quest} failed</b>: {cards}", quest=fact.quest, cards=counts)
    if fact.fails and fails_needed(view.players, fact.quest) > 1:
        return t.html(
            "<b>✅ Quest {quest} succeeded</b> (it takes two Fails): {cards}",
            quest=fact.quest,
            cards=counts,
        )
    return t.html("<b>✅ Quest {quest} succeeded</b>: {cards}", quest=fact.quest, cards=counts)


def _in_the_open(
    scene: Scene, phase: QuestingSeen, t: Words, me: Seat | None = None
) -> Markup | None:
    """Whom a plot card has put in the spotlight."""
    if phase.spotlit is None:
        return None
    if phase.spotlit == me:
        return t.html("🔦 You play in the open: all see your card once the last one is in.")
    return t.html("🔦 {player} plays in the open.", player=team(scene, (phase.spotlit,), t))


def _counts(fact: QuestPlayed, t: Words) -> Text:
    good = len(fact.team) - fact.fails
    # Translators: how many quest cards of a kind were played; the kind is the card's name
    fails = t.plain_n("{n} Fail", "{n} Fails", fact.fails)
    # Translators: how many quest cards of a kind were played; the kind is the card's name
    successes = t.plain_n("{n} Success", "{n} Successes", good)
    said = [*([fails] if fact.fails else []), *([successes] if good else [])]
    return t.rowed([t.text("{cards}", cards=cards) for cards in said])


def _down(card: Card, t: Words) -> Markup:
    said = t.plain("✅ Success") if card is Card.SUCCESS else t.plain("❌ Fail")
    return t.html("Your quest card is down. <tg-spoiler>{card}</tg-spoiler>", card=said)
