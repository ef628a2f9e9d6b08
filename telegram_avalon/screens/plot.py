"""Plot cards: the leader gives them away, and whoever may or must play one is asked.

What lies before a player is public, so the group is told by name whom the table waits for. What a
player sees by a card is told to them alone (`plot_news`).
"""

from markupsafe import Markup

from telegram_avalon.i18n.names import clip
from telegram_avalon.i18n.phrases import Value, Words, isolated
from telegram_avalon.rules import (
    AskAgain,
    Choice,
    ChooseCard,
    GiveCard,
    Giving,
    PassCard,
    PlotCard,
    PlotDrawn,
    PlotGiven,
    PlotPassed,
    PlotUsed,
    Proposing,
    Seat,
    TeamProposed,
    UseCard,
    View,
)
from telegram_avalon.rules.knowledge import PlotAskedSeen
from telegram_avalon.rules.plot import in_order
from telegram_avalon.rules.rulesets import MOST_REJECTIONS
from telegram_avalon.screens import board
from telegram_avalon.screens.actions import Action, Deed, Sure, Wish
from telegram_avalon.screens.people import group, name, rung, seated, team
from telegram_avalon.screens.plot_words import ASKED, all_explained, called, explained, named
from telegram_avalon.screens.screen import Button, Link, Links, Press, Screen, grid, lines
from telegram_avalon.screens.voting import below
from telegram_avalon.table import Scene

MOST_NAME_UNITS = 40
"""Of a player's name beside the name of a card, on one button."""

Rows = tuple[tuple[Button, ...], ...]


# --- the group's panel ----------------------------------------------------------------------------


def giving_panel(scene: Scene, view: View, phase: Giving, t: Words, links: Links) -> Screen:
    begun = not isinstance(view.record[-1], PlotDrawn)
    text = lines(
        board.line(view, t),
        t.html(
            "👑 {player} gives the plot cards away, in our private chat.",
            player=rung(scene, view.leader, t),
        ),
        t.html("Still to be given: {cards}", cards=named(phase.cards, t)) if begun else None,
    )
    return Screen(text, _public_row(scene, view, t, links))


def asked_panel(scene: Scene, view: View, phase: PlotAskedSeen, t: Words, links: Links) -> Screen:
    card, player = called(phase.card, t), rung(scene, phase.seat, t)
    text = lines(
        board.line(view, t),
        _moment(scene, view, phase, t),
        t.html("⏳ {player} carries out {card}, in our private chat.", player=player, card=card)
        if phase.must
        else t.html("⏳ {player} may play {card}, in our private chat.", player=player, card=card),
    )
    return Screen(text, _public_row(scene, view, t, links))


def _moment(scene: Scene, view: View, phase: PlotAskedSeen, t: Words) -> Markup | None:
    """Where the table stands when a kept card is asked for."""
    if phase.card is PlotCard.STRONG_LEADER:
        leader = seated(scene, view.leader, t)
        return t.html("A new round begins, and {player} is next to lead.", player=leader)
    if phase.card not in {PlotCard.NO_CONFIDENCE, PlotCard.SPOTLIGHT, PlotCard.CLOSE_EYE}:
        return None
    sent = next(fact for fact in reversed(view.record) if isinstance(fact, TeamProposed))
    return t.html(
        "Quest {quest}, team: {players}", quest=sent.quest, players=team(scene, sent.team, t)
    )


def _public_row(scene: Scene, view: View, t: Words, links: Links) -> Rows:
    return (
        (
            Link(t.plain("💬 Private chat"), links.private),
            Press(t.plain("🎭 My card"), Action(scene.table, view.step, Wish.MY_CARD)),
        ),
    )


# --- the private questions ------------------------------------------------------------------------


def giving(scene: Scene, view: View, phase: Giving, t: Words, links: Links) -> Screen:
    """Which card, then to whom; the last card is in the leader's hand by itself.

    Only the first makes a sound, and one after somebody else has had to answer.
    """
    text = lines(
        t.html("🃏 <b>{group}</b> — give the plot cards away", group=group(scene, t)),
        *all_explained(phase.cards, t),
        t.html("Which card do you give away now?")
        if phase.chosen is None
        else t.html("Who gets {card}?", card=called(phase.chosen, t)),
    )
    buttons = (*_drawn_cards(scene, view, phase, t), *_receivers(scene, view, phase, t))
    return Screen(text, (*buttons, *below(scene, view, t, links)), silent=_by_giving(view))


def sure_to_give(
    scene: Scene, view: View, phase: Giving, gift: GiveCard, t: Words, links: Links
) -> Screen | None:
    """The leader's question with showing their side to be confirmed; None where it is no gift."""
    if gift.card is not PlotCard.OPEN_UP or gift.card not in phase.cards:
        return None
    if gift.seat != view.leader or gift.receiver == view.leader:
        return None
    text = lines(
        t.html("🃏 <b>{group}</b> — give the plot cards away", group=group(scene, t)),
        explained(gift.card, t),
        t.html(ASKED[PlotCard.ESTABLISH_CONFIDENCE].sure, player=seated(scene, gift.receiver, t)),
    )
    return Screen(
        text, (_confirming(gift, scene, view, t), *below(scene, view, t, links)), protected=True
    )


def question(scene: Scene, view: View, phase: PlotAskedSeen, t: Words, links: Links) -> Screen:
    """What do you do with the card? A choice is made by a second press (`sure`)."""
    text = lines(*_heading(scene, view, phase, t), t.html(ASKED[phase.card].ask))
    ways = grid(
        (_way(scene, view, phase, way, t) for way in phase.choices),
        columns=1 if phase.card is PlotCard.TAKE_RESPONSIBILITY else 2,
    )
    return Screen(text, (*ways, *_passing(scene, view, phase, t), *below(scene, view, t, links)))


def sure(
    scene: Scene, view: View, phase: PlotAskedSeen, use: UseCard, t: Words, links: Links
) -> Screen | None:
    """The question with one way of playing the card to be confirmed; None where it is no way."""
    if Choice(use.target, use.taken) not in phase.choices or use.seat != phase.seat:
        return None
    said: dict[str, Value] = {}
    if use.target is not None:
        said["player"] = seated(scene, use.target, t)
    if use.taken is not None:
        said["card"] = called(use.taken, t)
    text = lines(*_heading(scene, view, phase, t), t.html(ASKED[phase.card].sure, **said))
    confirm = _confirming(use, scene, view, t)
    return Screen(text, (confirm, *below(scene, view, t, links)), protected=True)


def _confirming(deed: UseCard | GiveCard, scene: Scene, view: View, t: Words) -> tuple[Button, ...]:
    return (
        _press(t.plain("✔️ Confirm"), deed, scene, view),
        _press(t.plain("↩️ Back"), Wish.BACK, scene, view),
    )


def _drawn_cards(scene: Scene, view: View, phase: Giving, t: Words) -> Rows:
    kinds = in_order(phase.cards)
    if len(kinds) == 1:
        return ()

    def button(card: PlotCard) -> Button:
        pattern = "☑️ {card}" if card is phase.chosen else "{card}"
        deed = ChooseCard(view.leader, card)
        return _press(t.label(pattern, card=called(card, t)), deed, scene, view)

    return grid((button(card) for card in kinds), columns=1)


def _receivers(scene: Scene, view: View, phase: Giving, t: Words) -> Rows:
    card = phase.chosen
    if card is None:
        return ()

    def button(seat: Seat) -> Button:
        gift = GiveCard(view.leader, card, seat)
        # Giving this one shows the leader's side, for good.
        deed = Sure(gift) if card is PlotCard.OPEN_UP else gift
        return _press(t.label("{player}", player=seated(scene, seat, t)), deed, scene, view)

    return grid(button(Seat(s)) for s in range(view.players) if s != view.leader)


def _heading(scene: Scene, view: View, phase: PlotAskedSeen, t: Words) -> tuple[Markup | None, ...]:
    return (
        t.html("🃏 <b>{group}</b> — your plot card", group=group(scene, t)),
        explained(phase.card, t),
        _moment(scene, view, phase, t),
        _cost(view, phase, t),
    )


def _cost(view: View, phase: PlotAskedSeen, t: Words) -> Markup | None:
    if phase.card is not PlotCard.NO_CONFIDENCE or view.rejections < MOST_REJECTIONS - 1:
        return None
    return t.html("⚠️ This is the fifth proposal: if you turn it down, the game goes to evil.")


def _way(scene: Scene, view: View, phase: PlotAskedSeen, way: Choice, t: Words) -> Button:
    deed = Sure(UseCard(phase.seat, way.target, way.taken))
    if way.target is None:
        return _press(t.plain("🃏 Play this card"), deed, scene, view)
    if way.taken is None:
        player = seated(scene, way.target, t)
        return _press(t.label("{player}", player=player), deed, scene, view)
    # A long name must leave room for the card.
    short = isolated(clip(name(scene.people[way.target], way.target + 1, t), MOST_NAME_UNITS))
    label = t.label(
        "{number}\u00a0{name}: {card}",
        number=way.target + 1,
        name=short,
        card=called(way.taken, t),
    )
    return _press(label, deed, scene, view)


def _passing(scene: Scene, view: View, phase: PlotAskedSeen, t: Words) -> Rows:
    if phase.must:
        return ()
    return (
        (_press(t.plain("⏭ Not this round"), PassCard(phase.seat), scene, view),),
        (
            _press(
                t.plain("🔕 Don't ask again for this card"),
                PassCard(phase.seat, lasting=True),
                scene,
                view,
            ),
        ),
    )


# --- below private messages -----------------------------------------------------------------------


def again(scene: Scene, view: View, t: Words, *, recap: bool) -> Rows:
    """The way back from "don't ask again": under one's own card, and where it was just said."""
    if view.seat is None:
        return ()
    seat, last = view.seat, view.record[-1] if view.record else None
    just_said = last.card if isinstance(last, PlotPassed) and last.seat == seat else None

    def button(card: PlotCard) -> Button:
        label = t.plain("🔔 Ask me again: {card}", card=called(card, t))
        return _press(label, AskAgain(seat, card), scene, view)

    return tuple((button(card),) for card in view.unasked if recap or card is just_said)


def way_on(view: View, t: Words, links: Links) -> Rows:
    """For the leader who has given everything away: the team is picked in the group."""
    if not leads_on(view) or links.table is None:
        return ()
    return ((Link(t.plain("↗️ To the table"), links.table),),)


def leads_on(view: View) -> bool:
    """Whether the viewer has just given away the round's last card and picks a team now."""
    return isinstance(view.phase, Proposing) and view.seat == view.leader and _by_giving(view)


def _by_giving(view: View) -> bool:
    """Whether it was by giving a card away that the leader came to what they do now."""
    last = view.record[-1] if view.record else None
    shown = isinstance(last, PlotUsed) and last.card is PlotCard.OPEN_UP
    return shown or isinstance(last, PlotGiven)


def _press(label: str, deed: Deed, scene: Scene, view: View) -> Press:
    return Press(label, Action(scene.table, view.step, deed))
