"""How a game goes, from the aim to its last moment (Hungarian Avalon rulebook throughout)."""

from telegram_avalon.i18n.phrases import N_
from telegram_avalon.rules import Option, Role
from telegram_avalon.screens.rulebook.topics import Page, Table, Topic, Varying, where

AIM = Page(
    Topic.AIM,
    N_("🏁 The aim"),
    (
        (
            N_("A game for {fewest} to {most}. Each of you is good or evil, and that is secret."),
            N_("Good wants three quests to succeed. Evil wants three to fail."),
        ),
        (
            N_(
                "Each round, a leader names a team, all of you vote on it, and an approved team "
                "goes on the quest."
            ),
        ),
        (
            N_("Evil wins as soon as three quests have failed."),
            Varying(
                Option.UNVOTED_FIFTH,
                on=N_("The fifth team of a round goes without a vote."),
                off=N_("Evil wins, too, if five teams are rejected in one round."),
                unknown=N_(
                    "Evil wins, too, if five teams are rejected in one round, unless the option "
                    "Fifth team unvoted is on."
                ),
            ),
            where(
                Role.MERLIN,
                N_(
                    "When good has its three quests, evil gets one last chance: name Merlin, and "
                    "evil wins after all."
                ),
            ),
            Varying(
                Role.MERLIN,
                on=None,
                off=N_("Good wins as soon as three quests have succeeded."),
                unknown=N_(
                    "Without Merlin in play, good wins as soon as three quests have succeeded."
                ),
            ),
        ),
        (
            N_(
                "Say whatever you like at any time: claim, bluff, accuse, doubt. I never tell "
                "whether it is true."
            ),
            N_("Only one thing is not done: showing your card."),
        ),
    ),
)

SIDES = Page(
    Topic.SIDES,
    N_("⚖️ Good and evil"),
    (
        (
            Varying(
                Option.BLIND_SPIES,
                on=N_("Good has more players."),
                off=N_("Good has more players. Evil knows more."),
                unknown=N_(
                    "Good has more players. Evil knows more, unless the option Blind Spies is on."
                ),
            ),
        ),
        (Table.SIDES,),
        (
            Varying(
                Option.BLIND_SPIES,
                on=N_("Nobody knows anybody at the start."),
                off=N_("Evil players know one another, though not who holds which character."),
                unknown=N_(
                    "Evil players know one another, unless Blind Spies is on, though not who holds "
                    "which character."
                ),
            ),
            where(
                Role.OBERON,
                N_("Only Oberon stands apart: evil doesn't know Oberon, nor Oberon them."),
            ),
            Varying(
                Role.MERLIN,
                on=N_("Good players know nobody, except for Merlin and Percival."),
                off=N_("Good players know nobody."),
                unknown=N_("Good players know nobody, except for Merlin and Percival."),
            ),
        ),
        (
            N_("Whoever is shown to you is listed in the order of the seats."),
            N_("Cards are dealt at random over the seats, so that order tells nothing."),
        ),
    ),
)

TEAM = Page(
    Topic.TEAM,
    N_("👑 The team"),
    (
        (
            N_("You sit in a circle, in a random order. The first leader is random, too."),
            N_(
                "The leader names the team: exactly as many different players as the quest "
                "takes, with or without themselves."
            ),
            where(Option.TARGETING, N_("With Targeting the leader chooses the quest, too.")),
            N_("Talk it over first, all of you. Then the leader presses Propose."),
        ),
        (N_("Team sizes, quest by quest:"), Table.TEAMS),
        (
            N_("The leadership passes clockwise after each rejected team and after each quest."),
            where(
                Option.PLOT_CARDS,
                N_("With plot cards, a Strong Leader may take it as a round begins."),
            ),
            N_("Clockwise, or to the left, means to the next seat; to the right, the seat before."),
        ),
    ),
)

VOTE = Page(
    Topic.VOTE,
    N_("🗳 The vote"),
    (
        (
            N_("Everybody votes on the team in secret, the leader too: Approve or Reject."),
            N_("Until the last vote is in, you may change yours."),
            Varying(
                Option.ANONYMOUS_VOTES,
                on=N_("Of all votes only the numbers are shown until one side has won."),
                off=N_("Then all votes are shown together, by name."),
                unknown=N_(
                    "Then all votes are shown together, by name, unless the option Anonymous votes "
                    "is on."
                ),
            ),
        ),
        (
            N_("The team goes only if more than half of you approve. A tie is a rejection."),
            N_("If it is rejected, the next player clockwise leads and names a team."),
            where(
                Option.PLOT_CARDS,
                N_(
                    "With plot cards, Opinion Makers vote first and openly, and No Confidence may "
                    "turn an approved team down."
                ),
            ),
        ),
        (
            N_("The vote track counts the rejected teams of the round."),
            Varying(
                Option.UNVOTED_FIFTH,
                on=N_("<b>The fifth team of a round isn't voted on: it goes on the quest.</b>"),
                off=N_("<b>Five in one round, and evil wins at once.</b>"),
                unknown=N_(
                    "<b>Five in one round, and evil wins at once</b>, unless the option Fifth team "
                    "unvoted is on."
                ),
            ),
            N_("With each new round the track starts again."),
        ),
        (N_("Rejecting is no sign of evil: it is how good finds a better team."),),
    ),
)

QUEST = Page(
    Topic.QUEST,
    N_("⚔️ The quest"),
    (
        (
            N_("Each member of the team plays one card in secret: Success or Fail."),
            Varying(
                Option.GOOD_MAY_FAIL,
                on=N_("Everybody may play either, good players too."),
                off=N_("Good must play Success. Evil may play either."),
                unknown=N_(
                    "Good must play Success, unless the option Good may fail quests is on. Evil "
                    "may play either."
                ),
            ),
            N_("The cards are shuffled: you see how many Fails there are, never whose."),
            where(
                Option.PLOT_CARDS,
                N_("With plot cards, one may be played face up, or be looked at by somebody."),
            ),
        ),
        (
            N_("One Fail, and the quest fails."),
            N_(
                "Only quest {two_fail_quest} takes two, and only with {two_fail_players} or more "
                "players."
            ),
        ),
        (Table.MINE,),
        (
            N_("Then a new round begins."),
            N_("The leadership passes clockwise from the leader whose team went."),
        ),
        (
            N_("Three failed quests win the game for evil."),
            N_("Three successful quests lead to the assassination; without Merlin, good wins."),
        ),
    ),
)

TWO_FAILS = Page(
    Topic.TWO_FAILS,
    N_("‼️ The two-fail quest"),
    (
        (
            N_(
                "With {two_fail_players} or more players, quest {two_fail_quest} fails only on "
                "two or more Fails."
            ),
            N_("With fewer players, one Fail is enough there as everywhere."),
            # Translators: of the two-fail quest.
            N_("Where it takes two, the board marks it with ‼️."),
        ),
        (Table.MINE,),
        (
            N_("With a single Fail it succeeds, and all of you have seen that Fail."),
            N_(
                "Two on that team must play Fail, and each must guess what the other plays: there "
                "is no way to agree in secret."
            ),
        ),
        (N_("Under Targeting the rule stays with quest {two_fail_quest}, whenever you go on it."),),
    ),
)

ASSASSINATION = Page(
    Topic.ASSASSINATION,
    N_("🗡 The assassination"),
    (
        (
            N_("When three quests have succeeded and Merlin is in play, evil has one last chance."),
            N_("Evil talks it over. Nobody's card is shown."),
            Varying(
                Role.ASSASSIN,
                on=N_("Then the Assassin names one player as Merlin."),
                off=N_("Then Morgana, or else Mordred, names one player as Merlin."),
                unknown=N_("Then the Assassin names one player as Merlin."),
            ),
        ),
        (N_("If it is Merlin, evil wins. If not, good wins."),),
        (
            N_("That may be anyone but themselves and those shown to them as evil at the start."),
            N_("What the Lady or a plot card told them since changes nothing."),
            where(
                Role.OBERON,
                N_("Oberon can be named, since no one else of evil knows Oberon: that is a miss."),
            ),
        ),
        (N_("The group hears that evil is choosing, not who does. The question makes no sound."),),
        (N_("At the end everybody's character is shown."),),
    ),
)

NO_ASSASSIN = Page(
    Topic.NO_ASSASSIN,
    N_("👻 No Assassin, no Merlin"),
    (
        (
            N_(
                "The evil characters that the host chose may fill every evil seat. Then no "
                "Assassin is dealt."
            ),
            N_("Morgana names Merlin instead, or Mordred where Morgana isn't in play."),
            # Translators: of whoever makes the assassination where no Assassin is dealt.
            N_("The card of whoever it is says so."),
        ),
        (
            N_("The host may also leave Merlin out. Then there is no assassination."),
            N_("Three successful quests win the game for good at once."),
            N_("Without Merlin there is no Assassin, Percival, Mordred or Morgana either."),
            N_("Oberon may stay. The other evil players are Minions of Mordred."),
        ),
    ),
)

GLOSSARY = Page(
    Topic.GLOSSARY,
    N_("🔤 Words"),
    (
        (
            N_("<b>Loyalty</b>: a player's side, good or evil."),
            N_("<b>Character</b>: who you are, with what you know at the start."),
            # Translators: where both games have one word for it, leave the second half out
            N_("<b>Quest</b>: what a team goes on; in The Resistance, a mission."),
            N_("<b>Round</b>: one proposal after another until a team goes, and its quest."),
            N_("<b>Leader</b>: whoever names the team now."),
            N_("<b>Team</b>: the players who go on the quest."),
            N_("<b>Proposal</b>: a team that a leader puts forward."),
            N_("<b>Vote track</b>: the count of teams rejected in this round."),
            N_("<b>Clockwise, left</b>: to the next seat. <b>Right</b>: to the seat before."),
            N_("<b>Assassination</b>: evil's last chance, naming Merlin."),
            N_("<b>Lady of the Lake</b>: a token that shows its holder a loyalty."),
            N_("<b>Inquisitor</b>: the Lady's name in The Resistance."),
            N_("<b>Plot cards</b>: cards that the leader gives away, each with a power."),
        ),
    ),
)
