"""The options, and the other game.

Lady of the Lake and Targeting: Hungarian Avalon rulebook, "Szabályváltozatok". Blind Spies and what
is said of The Resistance: Hungarian Resistance rulebook. The fifth team unvoted, Fails of good
players and anonymous votes: the Persian online rules.
"""

from telegram_avalon.i18n.phrases import N_
from telegram_avalon.rules import Option
from telegram_avalon.screens.rulebook.plot_cards import PLOT_CARDS
from telegram_avalon.screens.rulebook.topics import Page, Table, Topic, Varying

LADY = Page(
    Topic.LADY,
    N_("🌊 Lady of the Lake"),
    (
        (
            N_("In The Resistance she is called the Inquisitor."),
            # Translators: of the Lady of the Lake.
            N_("At her best with {lady_players} or more players. Makes good stronger."),
        ),
        (
            N_("The token starts with the player on the first leader's right, the seat before."),
            N_(
                "Right after the second, third and fourth finished quest its holder chooses "
                "another player and learns in private whether they are good or evil."
            ),
            # Translators: the holder of the Lady of the Lake.
            N_("They must choose somebody. They learn the side only, never the character."),
            N_("Then the examined player holds the token."),
        ),
        (
            N_("Whoever has ever held the token can't be chosen."),
            N_("The third success or the third failure ends it: at most three uses a game."),
        ),
        (
            N_("All of you see who examines whom."),
            N_("What the holder saw is theirs: they may tell it or lie, but never prove it."),
        ),
        (
            N_(
                "With Targeting, finished quests count in the order in which you play them, "
                "whatever their numbers."
            ),
        ),
    ),
)

TARGETING = Page(
    Topic.TARGETING,
    N_("🎯 Targeting"),
    (
        (
            N_("The leader chooses not only the team but also the quest: any not played yet."),
            N_("Team size and the two-fail rule go with the quest's number."),
            N_("<b>Quest {last_quest} opens only after two successful quests.</b>"),
        ),
        (Table.MINE,),
        (
            N_("After a rejected team the next leader chooses the quest anew."),
            N_(
                "The vote track counts all rejected teams of the round, whichever quest they were "
                "for."
            ),
            N_("A leader who changes the quest before proposing picks the team anew."),
            N_("With only one quest to choose from, I don't ask."),
        ),
    ),
)

BLIND_SPIES = Page(
    Topic.BLIND_SPIES,
    N_("🙈 Blind Spies"),
    (
        (
            N_("For The Resistance only."),
            N_("The spies are not shown to each other: nobody knows anything at the start."),
        ),
        (
            # Translators: the spies of The Resistance, under Blind Spies.
            N_(
                "They can find each other by what people do, and by the Inquisitor or plot cards "
                "where those are on."
            ),
            N_("Nothing else changes."),
        ),
    ),
)

FIFTH_TEAM_UNVOTED = Page(
    Topic.FIFTH_TEAM_UNVOTED,
    N_("5️⃣ Fifth team unvoted"),
    (
        (
            N_("The fifth team of a round is not voted on: it goes straight on the quest."),
            # Translators: under the option that the fifth team goes unvoted.
            N_("So evil can't win by rejections."),
        ),
        (
            N_(
                "With plot cards: such a team was not approved by vote, so Opinion Makers don't "
                "vote and No Confidence can't stop it. The other cards work as ever."
            ),
            N_("A fourth team that No Confidence turns down leads to the unvoted fifth."),
        ),
    ),
)

GOOD_MAY_FAIL = Page(
    Topic.GOOD_MAY_FAIL,
    N_("🌗 Good may fail quests"),
    (
        (
            N_("Good players may play Fail, too, if they think it helps."),
            N_("So a Fail no longer proves that somebody evil was on the team."),
        ),
        (
            N_("The Lady of the Lake and the plot cards show the side that was dealt."),
            N_("A quest card that somebody has looked at proves nobody's side."),
        ),
    ),
)

ANONYMOUS_VOTES = Page(
    Topic.ANONYMOUS_VOTES,
    N_("🕶 Anonymous votes"),
    (
        (
            N_("You see only how many approve and how many reject, not who."),
            N_("It stays so until one side has won. Then the history names all."),
            N_("A cancelled game is won by nobody: its votes stay secret."),
        ),
        (
            # Translators: under anonymous votes.
            N_("If all vote alike, that can't be hidden."),
            N_(
                "An Opinion Maker's vote is open and by name all the same, and counts in the total."
            ),
        ),
    ),
)

OF_OPTION = {
    Option.LADY: LADY,
    Option.TARGETING: TARGETING,
    Option.PLOT_CARDS: PLOT_CARDS,
    Option.BLIND_SPIES: BLIND_SPIES,
    Option.UNVOTED_FIFTH: FIFTH_TEAM_UNVOTED,
    Option.GOOD_MAY_FAIL: GOOD_MAY_FAIL,
    Option.ANONYMOUS_VOTES: ANONYMOUS_VOTES,
}

OPTIONS = Page(
    Topic.OPTIONS,
    N_("🎛 Options"),
    (
        (N_("All of them are off until the host turns them on."),),
        (
            N_("🌊 Lady of the Lake: somebody learns somebody's side, up to three times."),
            N_("🎯 Targeting: the leader also chooses the quest."),
            N_("🃏 Plot cards: small powers that the leader gives away."),
            N_("🙈 Blind Spies: evil doesn't know each other. The Resistance only."),
            N_("5️⃣ Fifth team unvoted: evil can't win by rejections."),
            N_("🌗 Good may fail quests: a Fail proves nothing."),
            N_("🕶 Anonymous votes: numbers without names until one side has won."),
        ),
    ),
    tuple(OF_OPTION.values()),
)

THE_RESISTANCE = Page(
    Topic.THE_RESISTANCE,
    N_("✊ The Resistance"),
    (
        (
            # Translators: where quest and mission are one word, name another difference
            N_("The same game in another world: Resistance against spies, missions for quests."),
            N_("Numbers, teams, votes and mission cards are as in Avalon."),
        ),
        (
            N_("There are no named characters: you are of the Resistance, or a spy."),
            Varying(
                Option.BLIND_SPIES,
                on=N_("The spies don't know each other: nobody knows anything."),
                off=N_("The spies know each other. The Resistance knows nothing."),
                unknown=N_(
                    "The spies know each other, unless the option Blind Spies is on. The "
                    "Resistance knows nothing."
                ),
            ),
            N_(
                "There is no Merlin and no assassination: three successful missions win for the "
                "Resistance at once."
            ),
            N_("Three failed missions win for the spies."),
            Varying(
                Option.UNVOTED_FIFTH,
                on=N_("The fifth team of a round goes without a vote."),
                off=N_("So do five rejections in a round."),
                unknown=N_(
                    "So do five rejections in a round, unless the option Fifth team unvoted is on."
                ),
            ),
        ),
        (
            N_("The Lady of the Lake is called the Inquisitor: she sees your card, so your side."),
            N_("Blind Spies is an option of this game only."),
        ),
        (
            N_("Without options the spies win more often, most of all with more than 7 players."),
            N_("Plot cards let more come to light, and give spies more to lie about."),
        ),
    ),
)
