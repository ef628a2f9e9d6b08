"""The plot cards in words: names, what each does, and what its holder is asked."""

from collections import Counter
from dataclasses import dataclass

from markupsafe import Markup

from telegram_avalon.i18n.phrases import N_, Plain, Text, Words
from telegram_avalon.rules import PlotCard
from telegram_avalon.screens.rulebook import plot_cards
from telegram_avalon.screens.rulebook.topics import Page


@dataclass(frozen=True)
class PlotSaid:
    page: Page
    """Its rules; their title is the card's name."""
    effect: str


@dataclass(frozen=True)
class Asked:
    """A question to whoever holds the card or got it; both phrases are said to them."""

    ask: str
    sure: str
    """What their second press confirms, of the {player} (and the {card}) they have named."""


SAID = {
    PlotCard.OVERHEARD: PlotSaid(
        plot_cards.OVERHEARD_CONVERSATION,
        # Translators: of a plot card; side: good or evil
        N_("whoever gets it learns the side of a neighbour"),
    ),
    PlotCard.OPINION_MAKER: PlotSaid(
        plot_cards.OPINION_MAKER, N_("the holder votes first, openly, whenever a team is voted on")
    ),
    PlotCard.OPEN_UP: PlotSaid(
        plot_cards.OPEN_UP,
        # Translators: of a plot card; side: good or evil
        N_("whoever gets it learns the leader's side"),
    ),
    PlotCard.ESTABLISH_CONFIDENCE: PlotSaid(
        plot_cards.ESTABLISH_CONFIDENCE,
        # Translators: of a plot card; side: good or evil
        N_("whoever gets it shows their side to one player"),
    ),
    PlotCard.NO_CONFIDENCE: PlotSaid(
        plot_cards.NO_CONFIDENCE, N_("once, the holder may turn down a team just approved")
    ),
    PlotCard.CLOSE_EYE: PlotSaid(
        plot_cards.CLOSE_EYE, N_("once, the holder may look at the quest card of a team member")
    ),
    PlotCard.STRONG_LEADER: PlotSaid(
        plot_cards.STRONG_LEADER, N_("once, the holder may take the lead as a later round begins")
    ),
    PlotCard.SPOTLIGHT: PlotSaid(
        plot_cards.IN_THE_SPOTLIGHT,
        N_("once, the holder may have a team member play their quest card face up"),
    ),
    PlotCard.TAKE_RESPONSIBILITY: PlotSaid(
        plot_cards.TAKE_RESPONSIBILITY,
        # Translators: of the plot card Take Responsibility
        N_("whoever gets it takes a plot card that another player holds"),
    ),
}

ASKED = {
    PlotCard.OVERHEARD: Asked(
        # Translators: side: good or evil
        N_("Whose side do you look at?"),
        # Translators: side: good or evil
        N_("Look at the side of {player}?"),
    ),
    PlotCard.ESTABLISH_CONFIDENCE: Asked(
        # Translators: side: good or evil
        N_("To whom do you show your side?"),
        # Translators: side: good or evil
        N_("Show your side to {player}?"),
    ),
    PlotCard.TAKE_RESPONSIBILITY: Asked(
        N_("Which plot card do you take?"), N_("Take {card} from {player}?")
    ),
    PlotCard.NO_CONFIDENCE: Asked(
        N_("Do you turn it down? That counts as a rejection."),
        N_("Turn this team down?"),
    ),
    PlotCard.CLOSE_EYE: Asked(
        N_("Whose quest card do you look at?"), N_("Look at the quest card of {player}?")
    ),
    PlotCard.STRONG_LEADER: Asked(
        # Translators: of the leadership in a round
        N_("Do you take the lead?"),
        # Translators: of the leadership in a round
        N_("Take the lead?"),
    ),
    PlotCard.SPOTLIGHT: Asked(
        N_("Who plays their quest card face up?"),
        N_("Have {player} play face up?"),
    ),
}
"""Of the cards that are asked for: the others take effect by being given or by being held."""


def called(card: PlotCard, t: Words) -> Plain:
    """The card's name, as its page in the rules is titled."""
    return t.plain(SAID[card].page.title)


def explained(card: PlotCard, t: Words) -> Markup:
    """The card and what it does, a line."""
    return t.line("<b>{card}</b>: {effect}", card=called(card, t), effect=t.html(SAID[card].effect))


def all_explained(cards: tuple[PlotCard, ...], t: Words) -> tuple[Markup, ...]:
    """A line for each kind of card."""
    return tuple(
        explained(card, t)
        if copies == 1
        else t.line(
            "<b>{card}</b> × {copies}: {effect}",
            card=called(card, t),
            copies=copies,
            effect=t.html(SAID[card].effect),
        )
        for card, copies in Counter(cards).items()
    )


def named(cards: tuple[PlotCard, ...], t: Words) -> Text:
    return t.rowed([t.text("{card}", card=called(card, t)) for card in cards])


def used(card: PlotCard, player: Text, other: Text, taken: PlotCard | None, t: Words) -> Markup:
    """What everybody learns when *player* plays a card: on whom, never what was seen."""
    match card:
        case PlotCard.OVERHEARD:
            # Translators: side: good or evil
            return t.html("👂 {player} looks at the side of {other}.", player=player, other=other)
        case PlotCard.OPEN_UP | PlotCard.ESTABLISH_CONFIDENCE:
            # Translators: side: good or evil
            return t.html("🤝 {player} shows their side to {other}.", player=player, other=other)
        case PlotCard.TAKE_RESPONSIBILITY:
            return t.html(
                "🫴 {player} takes {card} from {other}.",
                player=player,
                card=called(taken or card, t),
                other=other,
            )
        case PlotCard.STRONG_LEADER:
            # Translators: card: Strong Leader
            return t.html(
                "{player} plays {card} and takes the lead.", player=player, card=called(card, t)
            )
        case PlotCard.NO_CONFIDENCE:
            return t.html(
                # Translators: card: No Confidence
                "{player} plays {card}: the team is turned down. It counts as a rejection.",
                player=player,
                card=called(card, t),
            )
        case PlotCard.SPOTLIGHT:
            return t.html("🔦 {player} puts {other} in the spotlight.", player=player, other=other)
        case _:
            return t.html(
                "👁 {player} looks at the quest card of {other}.", player=player, other=other
            )
