"""The vote on a team: the group's panel, the private ballot, and the votes revealed."""

from markupsafe import Markup

from telegram_avalon.i18n.phrases import Html, Words
from telegram_avalon.rules import (
    CastVote,
    OpinionsGiven,
    Option,
    Seat,
    TeamProposed,
    TeamVoted,
    View,
    Vote,
    VotesCounted,
)
from telegram_avalon.rules.knowledge import OpinionVotingSeen, VotingSeen
from telegram_avalon.rules.rulesets import MOST_REJECTIONS
from telegram_avalon.screens import board
from telegram_avalon.screens.actions import Action, Wish
from telegram_avalon.screens.people import group, seated, team
from telegram_avalon.screens.screen import Button, Haste, Link, Links, Press, Screen, lines
from telegram_avalon.table import Scene

MOST_NAMED_MISSING = 3

Voted = TeamVoted | VotesCounted
Polling = VotingSeen | OpinionVotingSeen
"""Votes are coming in: everybody's, or first the Opinion Makers'."""


def panel(scene: Scene, view: View, phase: Polling, t: Words, links: Links) -> Screen:
    """What the group sees while votes come in: how many, never how; but for open ones."""
    text = lines(
        t.html(
            "<b>Quest {quest}</b> · proposal {proposal} of {most}",
            quest=view.quest,
            proposal=view.rejections + 1,
            most=MOST_REJECTIONS,
        ),
        team_proposed(scene, view, phase, t),
        board.line(view, t),
        board.last_chance(view, t),
        *_opinions(scene, phase, t),
        _count(scene, view, phase, t),
    )
    buttons: tuple[tuple[Button, ...], ...] = (
        (
            Link(t.plain("💬 Private chat"), links.private),
            Press(t.plain("🎭 My card"), Action(scene.table, view.step, Wish.MY_CARD)),
        ),
    )
    return Screen(text, buttons, haste=Haste.LATER)


def ballot(scene: Scene, view: View, phase: Polling, t: Words, links: Links) -> Screen:
    """The private question: approve or reject."""
    text = lines(
        heading(scene, view, t),
        team_proposed(scene, view, phase, t),
        board.last_chance(view, t),
        *_opinions(scene, phase, t),
        _ask(phase, t, anonymous=_anonymous(view)),
    )
    seat = Seat(0) if view.seat is None else view.seat

    def vote(label: str, choice: Vote) -> Button:
        return Press(label, Action(scene.table, view.step, CastVote(seat, choice)))

    votes = (
        vote(t.plain("👍 Approve"), Vote.APPROVE),
        vote(t.plain("👎 Reject"), Vote.REJECT),
    )
    return Screen(text, (votes, *below(scene, view, t, links)), haste=Haste.SOON)


def opinion(scene: Scene, view: View, phase: VotingSeen, vote: Vote, t: Words) -> Screen:
    """What is left of an Opinion Maker's ballot while the others vote."""
    text = lines(
        heading(scene, view, t),
        team_proposed(scene, view, phase, t),
        own_vote(vote, t),
        t.html("It is open now, and stands. The others vote."),
    )
    return Screen(text, haste=Haste.SOON)


def team_proposed(scene: Scene, view: View, phase: Polling, t: Words) -> Markup:
    return t.html(
        "👑 {leader} proposes: {players}",
        leader=seated(scene, view.leader, t),
        players=team(scene, phase.team, t),
    )


def _opinions(scene: Scene, phase: Polling, t: Words) -> list[Markup]:
    """The Opinion Makers' open votes, once they are all in."""
    open_votes = phase.opinions if isinstance(phase, VotingSeen) else ()
    return [_opinion(scene, seat, vote, t) for seat, vote in open_votes]


def _opinion(scene: Scene, seat: Seat, vote: Vote, t: Words) -> Markup:
    player = seated(scene, seat, t)
    if vote is Vote.APPROVE:
        # Translators: Opinion Maker is a plot card
        return t.html("🗣 Opinion Maker {player}: 👍 Approve", player=player)
    # Translators: Opinion Maker is a plot card
    return t.html("🗣 Opinion Maker {player}: 👎 Reject", player=player)


def _ask(phase: Polling, t: Words, *, anonymous: bool) -> Markup:
    mine = phase.mine
    if isinstance(phase, OpinionVotingSeen):
        return lines(
            None if mine is None else own_vote(mine, t),
            t.html("You are an Opinion Maker: you vote first, and your vote will be open."),
        )
    if mine is None:
        return (
            t.html("Do you approve? Only the numbers are shown until one side has won.")
            if anonymous
            else t.html("Do you approve? The last vote reveals them all.")
        )
    return lines(
        own_vote(mine, t),
        t.html("Change it if you like, until the last vote is in.")
        if anonymous
        else t.html("Change it if you like: the last vote reveals them all."),
    )


def heading(scene: Scene, view: View, t: Words) -> Markup:
    return t.html(
        "🗳 <b>{group}</b> · quest {quest}, proposal {proposal} of {most}",
        group=group(scene, t),
        quest=view.quest,
        proposal=view.rejections + 1,
        most=MOST_REJECTIONS,
    )


def below(scene: Scene, view: View, t: Words, links: Links) -> tuple[tuple[Button, ...], ...]:
    """What stands under every private question: the card, and the way back."""
    card = Press(t.plain("🎭 My card"), Action(scene.table, view.step, Wish.MY_CARD))
    own = (card, about_me(scene, view, t))
    if links.table is None:
        return (own,)
    return (own, (Link(t.plain("↗️ To the table"), links.table),))


def about_me(scene: Scene, view: View, t: Words) -> Press:
    """Leads to the rules of one's own character, without naming it."""
    return Press(
        t.plain("📖 About my character"), Action(scene.table, view.step, Wish.MY_CHARACTER)
    )


def revealed(scene: Scene, fact: Voted, t: Words) -> Markup:
    """All votes that everybody may know, in seat order."""
    return lines(
        result(fact, t),
        None
        if fact.approved
        else t.html(
            "👑 {leader} had proposed: {players}",
            leader=seated(scene, fact.leader, t),
            players=team(scene, fact.team, t),
        ),
        *_by_name(scene, fact, t),
    )


def _by_name(scene: Scene, fact: Voted, t: Words) -> list[Markup | None]:
    """All votes; of anonymous ones the Opinion Makers'."""
    if isinstance(fact, VotesCounted):
        return [_opinion(scene, seat, vote, t) for seat, vote in fact.named]
    return [
        _voters(scene, fact, Vote.APPROVE, "👍", t),
        _voters(scene, fact, Vote.REJECT, "👎", t),
    ]


def result(fact: Voted, t: Words) -> Markup:
    against = rejections(fact)
    if fact.approved:
        return t.html("<b>👍 Approved, {yes} to {no}</b>", yes=fact.approvals, no=against)
    return t.html("<b>👎 Rejected, {yes} to {no}</b>", yes=fact.approvals, no=against)


def closed_ballot(scene: Scene, view: View, fact: Voted, t: Words) -> Markup:
    """What is left of the ballot: the team, the result and how one voted."""
    return lines(
        t.html(
            "🗳 <b>{group}</b> · quest {quest}: {players}",
            group=group(scene, t),
            quest=fact.quest,
            players=team(scene, fact.team, t),
        ),
        own_result(view, fact, t),
    )


def own_result(view: View, fact: Voted, t: Words) -> Markup:
    seat = Seat(0) if view.seat is None else view.seat
    return lines(result(fact, t), own_vote(dict(named(fact))[seat], t))


def without_vote(scene: Scene, fact: TeamProposed, t: Words) -> Markup:
    """The fifth team of a round, where the option sends it straight on the quest."""
    return t.html(
        "👑 {leader} sends without a vote, as the fifth team: {players}",
        leader=seated(scene, fact.leader, t),
        players=team(scene, fact.team, t),
    )


def went_unvoted(view: View, after: object) -> bool:
    """Whether a team proposed went without a vote; *after*: the next fact, None if it is last."""
    if Option.UNVOTED_FIFTH not in view.ruleset.options:
        return False
    if after is None:
        return not isinstance(view.phase, Polling)
    return not isinstance(after, Voted | OpinionsGiven)


def named(fact: Voted) -> tuple[tuple[Seat, Vote], ...]:
    """The votes that may be told by name, by seat."""
    if isinstance(fact, VotesCounted):
        return fact.named
    return tuple((Seat(seat), vote) for seat, vote in enumerate(fact.votes))


def rejections(fact: Voted) -> int:
    if isinstance(fact, VotesCounted):
        return fact.rejections
    return len(fact.votes) - fact.approvals


def waited_for(view: View, phase: Polling) -> tuple[Seat, ...]:
    """Who may still vote now and hasn't."""
    voters = phase.makers if isinstance(phase, OpinionVotingSeen) else range(view.players)
    return tuple(Seat(seat) for seat in voters if seat not in phase.voted)


def _count(scene: Scene, view: View, phase: Polling, t: Words) -> Markup:
    missing = waited_for(view, phase)
    if isinstance(phase, OpinionVotingSeen):
        return t.html_n(
            "🗣 {players} votes first, openly, as an Opinion Maker.",
            "🗣 {players} vote first, openly, as Opinion Makers.",
            len(phase.makers),
            players=t.listed([seated(scene, seat, t) for seat in phase.makers]),
        )
    votes = len(phase.voted)
    if votes == len(phase.opinions):
        return _call_to_vote(view, t, some_have=votes > 0)
    if len(missing) > MOST_NAMED_MISSING:
        return t.html("🗳 Votes: {votes} of {n}", votes=votes, n=view.players)
    return t.html_n(
        "🗳 Votes: {votes} of {total} — missing: {missing}",
        "🗳 Votes: {votes} of {total} — missing: {missing}",
        len(missing),
        votes=votes,
        total=view.players,
        missing=team(scene, missing, t),
    )


def _call_to_vote(view: View, t: Words, *, some_have: bool) -> Markup:
    match some_have, _anonymous(view):
        case False, False:
            return t.html("🗳 Everybody: vote in our private chat. The last vote reveals them all.")
        case False, True:
            return t.html(
                "🗳 Everybody: vote in our private chat. "
                "Only the numbers are shown until one side has won."
            )
        case True, False:
            return t.html(
                "🗳 Everybody else: vote in our private chat. The last vote reveals them all."
            )
        case _:
            return t.html(
                "🗳 Everybody else: vote in our private chat. "
                "Only the numbers are shown until one side has won."
            )


def _anonymous(view: View) -> bool:
    return Option.ANONYMOUS_VOTES in view.ruleset.options


def _voters(scene: Scene, fact: TeamVoted, vote: Vote, mark: str, t: Words) -> Markup | None:
    seats = [seat for seat, cast in named(fact) if cast is vote]
    players = team(scene, seats, t)
    return t.line("{mark} {players}", mark=mark, players=players) if seats else None


def own_vote(vote: Vote, t: Words) -> Html:
    if vote is Vote.APPROVE:
        return t.html("Your vote: 👍 Approve")
    return t.html("Your vote: 👎 Reject")
