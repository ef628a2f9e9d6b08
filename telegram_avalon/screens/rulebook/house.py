"""Where the rulebooks disagree, and what is played here: told openly to groups used to others.

Nobody should lose a game over a rule that was different in their own box.
"""

from telegram_avalon.i18n.phrases import N_
from telegram_avalon.rules import Option
from telegram_avalon.screens.rulebook.topics import Page, Topic, Varying

CHARACTERS = Page(
    Topic.HOUSE_CHARACTERS,
    N_("🏠 Choices on characters"),
    (
        (
            N_("• Merlin and the Assassin are in by default, but Merlin may be left out."),
            N_("• Percival, Mordred and Morgana need Merlin."),
            N_(
                "• With {fewest} players and Percival, the book wants Mordred or Morgana too. I "
                "only warn you."
            ),
            N_("• No seat left for the Assassin: Morgana names Merlin, or else Mordred."),
            N_(
                "• Oberon may be named as Merlin, too, or the choice would tell who Oberon is. In "
                "the book, one of the good is named."
            ),
        ),
    ),
)

PLOT_CARDS = Page(
    Topic.HOUSE_PLOT_CARDS,
    N_("🏠 Choices on plot cards"),
    (
        (
            N_(
                "• We draw {drawn_by_few}, {drawn_by_some} or {drawn_by_many} cards a round, and "
                "the deck for {small_from} or {small_to} players has {small_deck}. A later edition "
                "draws 2, 2 or 3, and has 10."
            ),
            N_(
                "• You have one chance a round for each kind of card. In the book it is one a "
                "round for all of them."
            ),
            N_(
                "• A pass holds for the round. A later edition asks at each opportunity; that "
                "matters only for No Confidence."
            ),
        ),
    ),
)

EACH_PLOT_CARD = Page(
    Topic.HOUSE_EACH_PLOT_CARD,
    N_("🏠 Choices, card by card"),
    (
        (
            N_(
                "• Overheard Conversation: one of the two neighbours. By the letter of the book, "
                "the leader's card may be looked at too, wherever they sit."
            ),
            Varying(
                Option.UNVOTED_FIFTH,
                on=N_("• No Confidence is a rejection like any other."),
                off=N_("• No Confidence is a rejection like any other, the fifth too."),
                unknown=N_(
                    "• No Confidence is a rejection like any other, the fifth too, unless the "
                    "fifth team goes unvoted."
                ),
            ),
            N_("• Opinion Makers vote first and openly: the text can mean either."),
            N_(
                "• In the Spotlight names anyone on the team, for a quest card face up. In one "
                "text the holder alone plays openly, which can also be read as an open vote on the "
                "team."
            ),
            N_(
                "• Open Up is the leader's, Establish Confidence the receiver's. The publisher's "
                "cards have it the other way round."
            ),
            N_(
                "• After a Strong Leader, too, the leadership passes on from the leader whose team "
                "went. One text says from the strong leader's seat, even if their team was turned "
                "down."
            ),
            N_("• Take Responsibility is carried out at once, not some time during the game."),
        ),
    ),
)

HOUSE_CHOICES = Page(
    Topic.HOUSE_CHOICES,
    N_("🏠 House choices"),
    (
        (N_("Rulebooks differ here and there. This is what we play, if yours says otherwise."),),
        (
            N_(
                "• Five rejections in a round: evil wins, unless the option Fifth team unvoted is "
                "on. One book always plays like that option."
            ),
            N_("• Good never plays Fail, unless the option Good may fail quests is on."),
            N_(
                "• Anonymous votes are named once one side has won, in the history and in the "
                "exported game. In the book only their numbers are ever shown."
            ),
            N_(
                "• Targeting: quest {last_quest} takes two successful quests, not just two "
                "finished ones."
            ),
            N_(
                "• Lady of the Lake: whoever has held her is safe, not only those who have used "
                "her. Her holder must choose, not only may."
            ),
            N_("• Nobody can hand over a wrong loyalty card: I show the true side."),
            N_(
                "• The Resistance wins with three successful missions. One text says the opposite: "
                "a slip."
            ),
        ),
    ),
    (CHARACTERS, PLOT_CARDS, EACH_PLOT_CARD),
)
