"""Where the rulebooks disagree, and what is played here: told openly to groups used to others.

Nobody should lose a game over a rule that was different in their own box.
"""

from telegram_avalon.i18n.phrases import N_
from telegram_avalon.screens.rulebook.topics import Page, Topic

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
                "• A pass holds for the round. A later edition asks at each opportunity; only No "
                "Confidence notices."
            ),
            N_("• No Confidence is a rejection like any other, the fifth too."),
            N_("• Opinion Makers vote first and openly: the text can mean either."),
            N_(
                "• In the Spotlight names anyone on the team. In one text the holder alone plays "
                "openly."
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
                "• Five rejections in a round: evil wins. One book lets the fifth team go without "
                "a vote; that is an option."
            ),
            N_("• Merlin and the Assassin are in by default, but Merlin may be left out."),
            N_("• No seat left for the Assassin: Morgana names Merlin, or else Mordred."),
            N_("• Good never plays Fail, unless the option Good may fail quests is on."),
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
    (PLOT_CARDS,),
)
