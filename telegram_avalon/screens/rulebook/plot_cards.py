"""The Plot Thickens: how its cards are dealt and played, and each card.

Hungarian rulebook of The Resistance, its part on the expansion. That characters stay hidden and
loyalty is shown: Hungarian Avalon rulebook, "A helyzet fokozódik, hűségkártyák".
"""

from telegram_avalon.i18n.phrases import N_
from telegram_avalon.rules import Option, PlotCard
from telegram_avalon.screens.rulebook.topics import Page, Table, Topic, Varying, where

PLAYING = Page(
    Topic.PLAYING_PLOT_CARDS,
    N_("⏳ Playing plot cards"),
    (
        (
            N_("A round with all cards goes like this:"),
            # Translators: a plot card's name: the moment at which it is played.
            N_("• Strong Leader"),
            N_("• Plot cards: drawn, given, carried out"),
            N_(
                "• Quest and team, Opinion Makers' votes, all other votes, No Confidence: again "
                "and again, until a team goes"
            ),
            # Translators: a plot card's name: the moment at which it is played.
            N_("• In the Spotlight"),
            N_("• Quest cards, then Keeping a Close Eye on You"),
            Varying(
                Option.LADY,
                on=N_("• The result, then the Lady of the Lake"),
                off=N_("• The result"),
                unknown=N_("• The result, then the Lady of the Lake if that option is on"),
            ),
        ),
        (
            N_("Where several could play a card they are asked clockwise, the leader first."),
            N_("You have one chance a round for each kind of card: a pass holds for the round."),
            N_("I ask you only when your card can really be played."),
            N_("You may choose somebody whose side you know already."),
        ),
        (
            N_("All of you see who shows their side to whom. What is shown, only those two know."),
            N_("It may be told, true or false, but never proved."),
        ),
    ),
)

OVERHEARD_CONVERSATION = Page(
    Topic.OVERHEARD_CONVERSATION,
    N_("👂 Overheard Conversation"),
    (
        (N_("<b>At once.</b>"),),
        (
            # Translators: "it": the plot card Overheard Conversation.
            N_("Whoever gets it must look at the loyalty of a player in a seat next to theirs."),
            # Translators: of Overheard Conversation: which of the two neighbours.
            N_("Which of the two is their choice. It may be the leader."),
            # Translators: of Overheard Conversation: whoever looks.
            N_("They learn the side, good or evil, and nothing more."),
        ),
        (Table.DECK,),
    ),
)

OPINION_MAKER = Page(
    Topic.OPINION_MAKER,
    N_("📣 Opinion Maker"),
    (
        (N_("<b>All game.</b>"),),
        (
            N_("Whenever a team is voted on, the holder votes openly, before the others."),
            # Translators: of the plot card Opinion Maker.
            N_("Two holders vote at the same time, and are shown together."),
            # Translators: of the plot card Opinion Maker.
            N_("A player with two of these cards votes once, first."),
        ),
        (
            # Translators: "they": the Opinion Makers, one or two.
            N_("Until the last Opinion Maker has voted, they may change their minds."),
            N_("Then their votes are shown and stand."),
            N_("With anonymous votes, too, theirs are open and by name, and count in the total."),
        ),
        (Table.DECK,),
    ),
)

OPEN_UP = Page(
    Topic.OPEN_UP,
    N_("💗 Open Up"),
    (
        (N_("<b>At once.</b>"),),
        (
            N_("The leader must show their own loyalty to a player of their choice."),
            # Translators: of the plot card Open Up.
            N_("Giving the card is the choice: whoever gets it sees the leader's side."),
            # Translators: of the plot card Open Up.
            N_("Then the card is done with. Nobody holds it."),
        ),
        (Table.DECK,),
    ),
)

ESTABLISH_CONFIDENCE = Page(
    Topic.ESTABLISH_CONFIDENCE,
    N_("🤝 Establish Confidence"),
    (
        (N_("<b>At once.</b>"),),
        (
            # Translators: "it": the plot card Establish Confidence.
            N_("Whoever gets it must show their own loyalty to a player of their choice."),
            # Translators: the player to whom one shows one's loyalty.
            N_("That may be the leader."),
            # Translators: whoever is shown a loyalty.
            N_("The other learns the side, good or evil, and nothing more."),
        ),
        (Table.DECK,),
    ),
)

NO_CONFIDENCE = Page(
    Topic.NO_CONFIDENCE,
    N_("🚫 No Confidence"),
    (
        (N_("<b>Once.</b> Kept until played."),),
        (
            N_("The holder may turn down a team that has just been approved."),
            # Translators: of the plot card No Confidence.
            N_("It is a rejection like any other: on the vote track, and the leadership passes."),
            Varying(
                Option.UNVOTED_FIFTH,
                on=None,
                off=N_(
                    "On a fifth team, evil wins at once by it. The holder is told so and must "
                    "confirm."
                ),
                unknown=N_(
                    "On a fifth team, evil wins at once by it, unless that team goes unvoted. The "
                    "holder is told so and must confirm."
                ),
            ),
        ),
        (
            # Translators: one No Confidence card.
            N_("One is enough for a team: after the first, nobody else is asked."),
            # Translators: two No Confidence cards.
            N_("Whoever holds two may play one a round."),
            where(Option.UNVOTED_FIFTH, N_("A fifth team that goes unvoted can't be turned down.")),
        ),
        (Table.DECK,),
    ),
)

CLOSE_EYE = Page(
    Topic.CLOSE_EYE,
    N_("👁 Keeping a Close Eye on You"),
    (
        (N_("<b>Once.</b> Kept until played."),),
        (
            N_(
                "The holder may look at the quest card that one other team member has played, "
                "before the cards are shuffled."
            ),
            N_("Two holders can't look at the same player's card in one round."),
            # Translators: of the plot card Keeping a Close Eye on You.
            N_("Nor is there anything to look at where a card lies face up."),
        ),
        (
            # Translators: of the plot card Keeping a Close Eye on You.
            N_("A holder who is on the team may look at another member's card."),
            # Translators: two cards Keeping a Close Eye on You.
            N_("Whoever holds two may play one a quest."),
        ),
        (Table.DECK,),
    ),
)

STRONG_LEADER = Page(
    Topic.STRONG_LEADER,
    N_("💪 Strong Leader"),
    (
        (N_("<b>Once.</b> Kept until played."),),
        (
            N_("At the start of a round the holder may take the leadership."),
            N_(
                "Not in the round in which they got the card, not after a rejection, and only "
                "before the leader has drawn plot cards or proposed a team."
            ),
            # Translators: of the plot card Strong Leader.
            N_("Only one a round. The round's own leader isn't asked."),
        ),
        (
            N_("The new leader draws and gives the round's plot cards, also to the old one."),
            N_("From the strong leader's seat the leadership passes on clockwise."),
            # Translators: of the leader whom a Strong Leader displaced.
            N_("The old leader's turn is lost."),
            N_("The Lady of the Lake stays where she is."),
        ),
        (Table.DECK,),
    ),
)

IN_THE_SPOTLIGHT = Page(
    Topic.IN_THE_SPOTLIGHT,
    N_("🔦 In the Spotlight"),
    (
        (N_("<b>Once.</b> Kept until played."),),
        (
            N_(
                "When the team is settled and no quest card is played yet, the holder may name "
                "one team member, themselves included."
            ),
            # Translators: of the player named by In the Spotlight.
            N_("That player's quest card is played face up."),
        ),
        (
            # Translators: the player named by In the Spotlight chooses Success or Fail.
            N_("They choose freely, within the rules."),
            # Translators: the quest card played in the spotlight.
            N_("The card is shown by name when the last one is in, so that waiting gains nothing."),
        ),
        (Table.DECK,),
    ),
)

TAKE_RESPONSIBILITY = Page(
    Topic.TAKE_RESPONSIBILITY,
    N_("🫴 Take Responsibility"),
    (
        (N_("<b>At once.</b>"),),
        (
            # Translators: "it": the plot card Take Responsibility.
            N_("Whoever gets it must take one held plot card from another player of their choice."),
            # Translators: of what Take Responsibility may take.
            N_("From the leader, too, and also a card given this round."),
            # Translators: of plot cards that Take Responsibility could take.
            N_("If nobody else holds one, nothing happens. With only one to take, I don't ask."),
        ),
        (
            # Translators: of the plot card Take Responsibility.
            N_("The taken card is theirs from then on."),
            N_("Opinion Maker counts from the next vote, Strong Leader from the next round."),
            N_("The Lady of the Lake is no plot card."),
        ),
        (Table.DECK,),
    ),
)

OF_CARD = {
    PlotCard.OVERHEARD: OVERHEARD_CONVERSATION,
    PlotCard.OPINION_MAKER: OPINION_MAKER,
    PlotCard.OPEN_UP: OPEN_UP,
    PlotCard.ESTABLISH_CONFIDENCE: ESTABLISH_CONFIDENCE,
    PlotCard.NO_CONFIDENCE: NO_CONFIDENCE,
    PlotCard.CLOSE_EYE: CLOSE_EYE,
    PlotCard.STRONG_LEADER: STRONG_LEADER,
    PlotCard.SPOTLIGHT: IN_THE_SPOTLIGHT,
    PlotCard.TAKE_RESPONSIBILITY: TAKE_RESPONSIBILITY,
}

PLOT_CARDS = Page(
    Topic.PLOT_CARDS,
    N_("🃏 Plot cards"),
    (
        (N_("An option for both games, from the expansion The Plot Thickens."),),
        (
            N_(
                "At the start of each round, not of each proposal, the leader draws from a "
                "shuffled deck and gives every card to somebody else."
            ),
            Table.DRAWN,
        ),
        (
            N_("All drawn cards are shown. The leader gives them in any order, and keeps none."),
            N_("One player may get several."),
            N_("Held and used cards lie open for all. Used ones stay out."),
        ),
        (
            N_("<b>At once</b>: carried out before the next card is given."),
            N_("<b>Once</b>: kept until played."),
            N_("<b>All game</b>: works from now on."),
        ),
        (N_("Where a card shows who somebody is, it shows the side, never the character."),),
    ),
    (PLAYING, *OF_CARD.values()),
)
