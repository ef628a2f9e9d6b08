"""What plot cards have done, told to the group and to each player, and what was seen.

Who looked at what and who showed it to whom is public. The side or card seen is told to whoever saw
it, under a spoiler, and stays on their own card.
"""

from collections.abc import Sequence

from markupsafe import Markup

from telegram_avalon.i18n.phrases import Words
from telegram_avalon.rules import (
    PLOT_CARDS,
    Card,
    CardsLaid,
    PlotCard,
    PlotDrawn,
    PlotGiven,
    PlotPassed,
    PlotUsed,
    QuestPlayed,
    Seat,
    View,
)
from telegram_avalon.rules.held import held, to_give
from telegram_avalon.rules.plot import Kind
from telegram_avalon.screens.people import group, seated
from telegram_avalon.screens.plot import leads_on
from telegram_avalon.screens.plot_board import used
from telegram_avalon.screens.plot_words import all_explained, called, explained
from telegram_avalon.screens.screen import lines
from telegram_avalon.screens.seen import saw
from telegram_avalon.table import Begun, Entry, Scene
from telegram_avalon.table.model import Notice

PlotFact = PlotDrawn | PlotGiven | PlotUsed | PlotPassed
Told = Sequence[tuple[Entry, Markup]]
"""Entries of the story and what they read."""


# --- when it rings --------------------------------------------------------------------------------


def rings_group(story: tuple[Entry, ...], place: int) -> bool:
    """Whether somebody has to look up: a new leader, or one who had to wait for another's answer.

    Cards drawn come with the result of the quest before, and the team's cards are asked for in
    private.
    """
    match story[place]:
        case PlotUsed(card=PlotCard.STRONG_LEADER | PlotCard.NO_CONFIDENCE):
            return True
        case PlotUsed(card=card) if PLOT_CARDS[card].kind is Kind.AT_ONCE:
            return card is not PlotCard.OPEN_UP and not to_give(story[: place + 1])
        case PlotDrawn() | PlotGiven() | PlotUsed() | PlotPassed() | CardsLaid():
            return False
        case _:
            return True


def shown_to(scene: Scene, view: View) -> int:
    """The entry by which somebody last showed this viewer their side, unasked; 0 for none."""
    places = [place for place, entry in enumerate(scene.story) if not _is_notice(entry)]
    for seen in reversed(view.seen):
        fact = view.record[seen.place]
        if isinstance(fact, PlotUsed) and fact.target == view.seat:
            return places[seen.place]
    return 0


def followed_quietly(scene: Scene, place: int) -> bool:
    """Whether a quest is still the last thing that happened, but for plot cards."""
    return all(isinstance(entry, PlotFact | Notice) for entry in scene.story[place + 1 :])


def joined(told: Told) -> list[Markup | None]:
    """What is *told*, what plot cards do in a row in one block."""
    found: list[Markup | None] = []
    before: Entry | None = None
    for entry, text in told:
        if isinstance(before, PlotFact) and isinstance(entry, PlotFact):
            found[-1] = lines(found[-1], text)
        else:
            found.append(text)
        before = entry
    return found


def heading(told: Told, scene: Scene, t: Words) -> Markup | None:
    """Which table a private message is about that begins with what a plot card did."""
    if not told or not isinstance(told[0][0], PlotFact):
        return None
    return t.line("🃏 <b>{group}</b>", group=group(scene, t))


# --- told to the group ----------------------------------------------------------------------------


def told(scene: Scene, place: int, t: Words) -> Markup | None:
    match scene.story[place]:
        case PlotDrawn() as fact:
            return _drawn(scene, fact, t)
        case PlotGiven() as fact:
            return _given(scene, place, fact, t)
        case PlotUsed() as fact:
            return used(scene, fact, t)
        case CardsLaid() as fact:
            return lines(t.html("🃏 All quest cards are down."), spotlit(scene, fact, t))
        case _:
            return None


def spotlit(scene: Scene, fact: CardsLaid | QuestPlayed, t: Words) -> Markup | None:
    """The card that was played face up."""
    if fact.spotlit is None or fact.shown is None:
        return None
    return t.html(
        "🔦 {player} plays in the open: {card}",
        player=seated(scene, fact.spotlit, t),
        card=_quest_card(fact.shown, t),
    )


def _drawn(scene: Scene, fact: PlotDrawn, t: Words) -> Markup:
    return lines(
        t.html_n(
            "🃏 {leader} draws a plot card and gives it away:",
            "🃏 {leader} draws plot cards and gives them away:",
            len(fact.cards),
            leader=seated(scene, fact.leader, t),
        ),
        *all_explained(fact.cards, t),
    )


def _given(scene: Scene, place: int, fact: PlotGiven, t: Words) -> Markup:
    gift = t.html(
        "🎁 {leader} gives {card} to {player}.",
        leader=seated(scene, fact.leader, t),
        card=called(fact.card, t),
        player=seated(scene, fact.receiver, t),
    )
    if fact.card is PlotCard.TAKE_RESPONSIBILITY and not _others_hold(scene, place, fact.receiver):
        return lines(gift, t.html("Nobody else holds a plot card: nothing happens."))
    return gift


def _others_hold(scene: Scene, place: int, seat: Seat) -> bool:
    return any(one.seat != seat for one in held(scene.story[:place]))


# --- told to one player ---------------------------------------------------------------------------


def told_privately(scene: Scene, view: View, place: int, t: Words) -> Markup | None:
    entry, me = scene.story[place], view.seat
    match entry:
        case PlotGiven(leader=leader, receiver=receiver, card=card) if me == leader:
            gift = t.html(
                "🎁 You gave {card} to {player}.",
                card=called(card, t),
                player=seated(scene, receiver, t),
            )
            last = place == len(scene.story) - 1 and leads_on(view)
            return lines(gift, _lead_on(t) if last else None)
        case PlotGiven(receiver=receiver, card=card) if me == receiver and PLOT_CARDS[card].kept:
            return _yours(card, t)
        case PlotUsed() as fact if me in {fact.seat, fact.target}:
            last = place == len(scene.story) - 1 and leads_on(view)
            return lines(_used_with_me(scene, view, place, fact, t), _lead_on(t) if last else None)
        case PlotPassed(seat=seat, card=card) if me == seat:
            if card in view.unasked:
                return t.html("🔕 I won't ask you about {card} any more.", card=called(card, t))
            return t.html("⏭ You keep {card} for another round.", card=called(card, t))
        case _:
            return None


def _yours(card: PlotCard, t: Words) -> Markup:
    return lines(t.html("🎁 A plot card is yours now."), explained(card, t))


def _lead_on(t: Words) -> Markup:
    return t.html("👑 Now the team: put it together in the group.")


def _used_with_me(scene: Scene, view: View, place: int, fact: PlotUsed, t: Words) -> Markup | None:
    by_me = fact.seat == view.seat
    other = seated(scene, fact.seat if not by_me or fact.target is None else fact.target, t)
    match fact.card:
        case PlotCard.OPEN_UP | PlotCard.ESTABLISH_CONFIDENCE if not by_me:
            # Translators: side: good or evil
            said = t.html("🤝 {player} shows you their side.", player=other)
            return lines(said, _seen_at(scene, view, place, t))
        case PlotCard.TAKE_RESPONSIBILITY if by_me and fact.taken:
            return _yours(fact.taken, t)
        case PlotCard.TAKE_RESPONSIBILITY if fact.taken:
            return t.html(
                "🫴 {player} took {card} from you.", player=other, card=called(fact.taken, t)
            )
        case _ if not by_me:
            return None
        case PlotCard.OPEN_UP | PlotCard.ESTABLISH_CONFIDENCE:
            # Translators: side: good or evil
            return t.html("🤝 You showed your side to {player}.", player=other)
        case PlotCard.STRONG_LEADER:
            return t.html("💪 You take the lead.")
        case PlotCard.NO_CONFIDENCE:
            return t.html("🚫 You turned the team down.")
        case PlotCard.SPOTLIGHT:
            return t.html("🔦 {player} plays in the open.", player=other)
        case _:
            return lines(called(fact.card, t), _seen_at(scene, view, place, t))


def _seen_at(scene: Scene, view: View, place: int, t: Words) -> Markup | None:
    """What this viewer alone has seen by an entry of the story."""
    fact = sum(not _is_notice(entry) for entry in scene.story[:place])
    return next(
        (
            _hidden(saw(one, seated(scene, one.seat, t), t))
            for one in view.seen
            if one.place == fact
        ),
        None,
    )


# --- on one's own card ----------------------------------------------------------------------------


def mine(view: View, t: Words) -> Markup | None:
    """The viewer's plot cards, for their own card."""
    cards = [one.card for one in view.held if one.seat == view.seat]
    return lines(
        t.html_n("🃏 Your plot card:", "🃏 Your plot cards:", len(cards)) if cards else None,
        *(_in_hand(view, card, t) for card in cards),
    )


def _in_hand(view: View, card: PlotCard, t: Words) -> Markup:
    unasked = t.html("🔕 You aren't asked about it.") if card in view.unasked else None
    return lines(explained(card, t), unasked)


# --------------------------------------------------------------------------------------------------


def _hidden(line: Markup) -> Markup:
    return Markup("<tg-spoiler>{}</tg-spoiler>").format(line)


def _quest_card(card: Card, t: Words) -> str:
    return t.plain("✅ Success") if card is Card.SUCCESS else t.plain("❌ Fail")


def _is_notice(entry: Entry) -> bool:
    return isinstance(entry, Begun | Notice)
