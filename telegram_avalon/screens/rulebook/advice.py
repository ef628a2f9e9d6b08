"""Strategy: what tends to help. Nothing here is a rule.

On rejecting, on asking who approved and on Merlin's votes: Hungarian Avalon rulebook, "Stratégiai
tanács: ne bízz senkiben!".
"""

from telegram_avalon.i18n.phrases import N_
from telegram_avalon.screens.rulebook.topics import Page, Topic

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
            N_("Merlin speaks in riddles. Listen for the hint, but don't ask aloud who Merlin is."),
            N_("Don't show your card or our private chat: then it is no game any more."),
        ),
    ),
)

VOTES_TELL = Page(
    Topic.VOTES_TELL,
    N_("🔎 What votes tell"),
    (
        (
            N_(
                "Votes are the best you have to go by. History lists them all; by name, unless "
                "they are anonymous."
            ),
            N_("If you don't trust everybody on a team, think of rejecting it."),
            N_(
                "Rejecting doesn't make you evil. Skilled tables often vote three or four times "
                "a round."
            ),
        ),
        (
            N_("See who approves, and ask them why."),
            N_("Some approve because they know that one of theirs is on the team."),
            N_(
                "Whoever approves a team without being on it trusts all of it. Do they have reason?"
            ),
        ),
        (
            N_("On the fifth proposal good has to approve, or the game is lost."),
            N_("Merlin may signal by a vote. Evil is watching for it."),
        ),
    ),
)

FOR_GOOD = Page(
    Topic.FOR_GOOD,
    N_("😇 Playing good"),
    (
        (
            N_("One of evil on the team is enough to fail a quest. Aim for teams with none."),
            N_("A failed quest tells much: unless good may fail, somebody on that team is evil."),
            N_("A successful one tells less: evil may play Success to win your trust."),
        ),
        (
            N_("Compare teams, votes and words. Who wanted the team that failed?"),
            N_("Let the track run when a team is wrong, but never to its end."),
        ),
        (
            N_("Three quests are not the end: Merlin must stay hidden."),
            N_("So let everybody sound a little like Merlin, and nobody too much."),
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
            N_("Two Fails on one quest say more than one. Think who of you should play it."),
        ),
        (
            N_("Don't approve just any team that has one of you on it: somebody is counting."),
            N_("Five rejections win, too. Push good towards the fifth, but not too visibly."),
            N_("Accuse one of your own if it makes you believed."),
        ),
        (
            N_("Look for Merlin from the first vote on: who knows too much, too soon?"),
            N_("When three quests have succeeded, put together all that you have seen."),
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
    ),
    (TALK, VOTES_TELL, FOR_GOOD, FOR_EVIL, BY_CHARACTER),
)
