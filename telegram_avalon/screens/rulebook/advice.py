"""Strategy: what tends to help. Nothing here is a rule.

On rejecting, on asking who approved and on Merlin's votes: Hungarian Avalon rulebook, "Stratégiai
tanács: ne bízz senkiben!". On beginners: Hungarian rulebook of The Plot Thickens, its FAQ.
"""

from telegram_avalon.i18n.phrases import N_
from telegram_avalon.rules import Option, Role
from telegram_avalon.screens.rulebook.topics import Page, Topic, Varying, where

TALK = Page(
    Topic.TALK,
    N_("💬 Talk"),
    (
        (
            N_("Talk is the game. Before a team is named, everybody should say something."),
            N_("Ask one another: whom do you trust, and why? Whom not?"),
            N_("Somebody who never speaks is worth a question."),
        ),
        (
            N_("Any claim is allowed: to be Percival, to have seen a Fail, to know it all."),
            N_("Nobody can prove a claim, so look whether it fits the votes and quests."),
        ),
        (
            where(
                Role.MERLIN,
                N_(
                    "Merlin speaks in riddles. Listen for the hint, but don't ask aloud who "
                    "Merlin is."
                ),
            ),
            N_("Don't show your card or our private chat: then it is no game any more."),
        ),
    ),
)

VOTES_TELL = Page(
    Topic.VOTES_TELL,
    N_("🔎 What votes tell"),
    (
        (
            Varying(
                Option.ANONYMOUS_VOTES,
                on=N_("Even votes without names tell something. History lists their numbers."),
                off=N_("Votes are the best you have to go by. History lists them all, by name."),
                unknown=N_(
                    "Votes are the best you have to go by. History lists them all; by name, unless "
                    "they are anonymous."
                ),
            ),
            N_("If you don't trust everybody on a team, think of rejecting it."),
            N_(
                "Rejecting doesn't make you evil. Skilled tables often vote three or four times "
                "a round."
            ),
        ),
        (
            Varying(
                Option.ANONYMOUS_VOTES,
                on=N_("Ask who approves, and why."),
                off=N_("See who approves, and ask them why."),
                unknown=N_("See who approves, unless votes are anonymous, and ask them why."),
            ),
            Varying(
                Option.BLIND_SPIES,
                on=None,
                off=N_("Some approve because they know that one of theirs is on the team."),
                unknown=N_(
                    "Unless the spies are blind, some approve because they know that one of theirs "
                    "is on the team."
                ),
            ),
            N_(
                "Whoever approves a team without being on it trusts all of it. Do they have reason?"
            ),
        ),
        (
            Varying(
                Option.UNVOTED_FIFTH,
                on=N_("The fifth team goes unvoted, so look who will lead then."),
                off=N_("On the fifth proposal good has to approve, or the game is lost."),
                unknown=N_(
                    "On the fifth proposal good has to approve, or the game is lost, unless the "
                    "fifth team goes unvoted."
                ),
            ),
            where(
                Role.MERLIN,
                Varying(
                    Option.ANONYMOUS_VOTES,
                    on=None,
                    off=N_("Merlin may signal by a vote. Evil is watching for it."),
                    unknown=N_(
                        "Merlin may signal by a vote, unless votes are anonymous. Evil is watching "
                        "for it."
                    ),
                ),
            ),
        ),
    ),
)

FOR_GOOD = Page(
    Topic.FOR_GOOD,
    N_("😇 Playing good"),
    (
        (
            N_("One of evil on the team can be enough to fail a quest. Aim for teams with none."),
            Varying(
                Option.GOOD_MAY_FAIL,
                on=N_("A failed quest tells something, but proves nothing: good may fail, too."),
                off=N_("A failed quest tells much: somebody on that team is evil."),
                unknown=N_(
                    "A failed quest tells much: unless good may fail, somebody on that team is "
                    "evil."
                ),
            ),
            N_("A successful one tells less: evil may play Success to win your trust."),
        ),
        (
            N_("Compare teams, votes and words. Who wanted the team that failed?"),
            Varying(
                Option.UNVOTED_FIFTH,
                on=N_("Let the track run when a team is wrong, but mind who leads at its end."),
                off=N_("Let the track run when a team is wrong, but never to its end."),
                unknown=N_(
                    "Let the track run when a team is wrong, but never to its end, unless the "
                    "fifth team goes unvoted."
                ),
            ),
        ),
        (
            where(Role.MERLIN, N_("Three quests are not the end: Merlin must stay hidden.")),
            where(
                Role.MERLIN, N_("So let everybody sound a little like Merlin, and nobody too much.")
            ),
        ),
    ),
)

FOR_EVIL = Page(
    Topic.FOR_EVIL,
    N_("😈 Playing evil"),
    (
        (
            N_("Be the best of the good: help, doubt, argue, vote as they would."),
            N_("A Success today buys trust for the quest that counts."),
            N_(
                "Two Fails on one quest say more than one. Think about which of you should play it."
            ),
        ),
        (
            Varying(
                Option.ANONYMOUS_VOTES,
                on=None,
                off=N_(
                    "Don't approve just any team that has one of you on it: somebody is counting."
                ),
                unknown=N_(
                    "Don't approve just any team that has one of you on it: unless votes are "
                    "anonymous, somebody is counting."
                ),
            ),
            Varying(
                Option.UNVOTED_FIFTH,
                on=N_("The fifth team goes unvoted: try to be the one who leads then."),
                off=N_(
                    "Five rejections win, too. Push good towards the fifth, but not too visibly."
                ),
                unknown=N_(
                    "Five rejections win, too, unless the fifth team goes unvoted. Push good "
                    "towards the fifth, but not too visibly."
                ),
            ),
            N_("Accuse one of your own if it makes you believed."),
        ),
        (
            where(
                Role.MERLIN,
                N_("Look for Merlin from the first vote on: who knows too much, too soon?"),
            ),
            where(
                Role.MERLIN,
                N_("When three quests have succeeded, put together all that you have seen."),
            ),
        ),
    ),
)

BY_CHARACTER = Page(
    Topic.BY_CHARACTER,
    N_("🧭 Each character's aim"),
    (
        (
            N_("😇 Merlin: guide good, and stay unseen."),
            N_("😇 Percival: find Merlin among what you see, and stand in front."),
            N_("😇 Loyal Servant of Arthur: find out, speak up, be taken for Merlin."),
        ),
        (
            N_("😈 Assassin: remember who knew too much."),
            N_("😈 Mordred: be trusted, since Merlin can't see you."),
            N_("😈 Morgana: be Percival's false Merlin."),
            N_("😈 Oberon: do evil alone, and find the others by their deeds."),
            N_("😈 Minion of Mordred: win trust, and spend it on the right quest."),
        ),
    ),
)

STRATEGY = Page(
    Topic.STRATEGY,
    N_("💡 Strategy"),
    (
        (
            N_("Advice, no rules. Trust nobody, this page included."),
            N_("What to try with a certain character stands with that character, too."),
        ),
        (
            N_(
                "Is somebody new among players who know the game? You may well start with plot "
                "cards."
            ),
            N_(
                "A beginner had better not lead first, least of all as evil. Who leads first is "
                "random: if it is a beginner, help with the first team, all of you."
            ),
        ),
    ),
    (TALK, VOTES_TELL, FOR_GOOD, FOR_EVIL, BY_CHARACTER),
)
