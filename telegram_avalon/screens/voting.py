"""The vote on a team: the group's panel, the private ballot, and the votes revealed."""

from markupsafe import Markup

from telegram_avalon.i18n.phrases import Html, Words
from telegram_avalon.rules import CastVote, Seat, TeamVoted, View, Vote
from telegram_avalon.rules.knowledge import VotingSeen
from telegram_avalon.rules.rulesets import MOST_REJECTIONS
from telegram_avalon.screens import board
from telegram_avalon.screens.actions import Action, Wish
from telegram_avalon.screens.people import group, seated, team
from telegram_avalon.screens.screen import Button, Haste, Link, Links, Press, Screen, lines
from telegram_avalon.table import Scene

MOST_NAMED_MISSING = 3


def panel(scene: Scene, view: View, phase: VotingSeen, t: Words, links: Links) -> Screen:
    """What the group sees while votes come in: how many, never how."""
    text = lines(
        t.html(
            "<b>Quest {quest}</b> · proposal {proposal} of {most}",
            quest=view.quest,
            proposal=view.rejections + 1,
            most=MOST_REJECTIONS,
        ),
        t.html(
            "👑 {leader} proposes: {players}",
            leader=seated(scene, view.leader, t),
            players=team(scene, phase.team, t),
        ),
        board.line(view, t),
        board.last_chance(view, t),
        _count(scene, view, phase, t),
    )
    buttons: tuple[tuple[Button, ...], ...] = (
        (
            Link(t.plain("💬 Private chat"), links.private),
            Press(t.plain("🎭 My card"), Action(scene.table, view.step, Wish.MY_CARD)),
        ),
    )
    return Screen(text, buttons, haste=Haste.LATER)


def ballot(scene: Scene, view: View, phase: VotingSeen, t: Words, links: Links) -> Screen:
    """The private question: approve or reject."""
    text = lines(
        heading(scene, view, t),
        t.html(
            "👑 {leader} proposes: {players}",
            leader=seated(scene, view.leader, t),
            players=team(scene, phase.team, t),
        ),
        board.last_chance(view, t),
        _ask(phase.mine, t),
    )
    seat = Seat(0) if view.seat is None else view.seat

    def vote(label: str, choice: Vote) -> Button:
        return Press(label, Action(scene.table, view.step, CastVote(seat, choice)))

    votes = (
        vote(t.plain("👍 Approve"), Vote.APPROVE),
        vote(t.plain("👎 Reject"), Vote.REJECT),
    )
    return Screen(text, (votes, *below(scene, view, t, links)), haste=Haste.SOON)


def _ask(mine: Vote | None, t: Words) -> Markup:
    if mine is None:
        return t.html("Do you approve? The last vote reveals them all.")
    return lines(
        own_vote(mine, t), t.html("Change it if you like: the last vote reveals them all.")
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


def revealed(scene: Scene, fact: TeamVoted, t: Words) -> Markup:
    """All votes, in seat order."""
    return lines(
        result(fact, t),
        None
        if fact.approved
        else t.html(
            "👑 {leader} had proposed: {players}",
            leader=seated(scene, fact.leader, t),
            players=team(scene, fact.team, t),
        ),
        _voters(scene, fact, Vote.APPROVE, "👍", t),
        _voters(scene, fact, Vote.REJECT, "👎", t),
    )


def result(fact: TeamVoted, t: Words) -> Markup:
    against = len(fact.votes) - fact.approvals
    if fact.approved:
        return t.html("<b>👍 Approved, {yes} to {no}</b>", yes=fact.approvals, no=against)
    return t.html("<b>👎 Rejected, {yes} to {no}</b>", yes=fact.approvals, no=against)


def closed_ballot(scene: Scene, view: View, fact: TeamVoted, t: Words) -> Markup:
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


def own_result(view: View, fact: TeamVoted, t: Words) -> Markup:
    seat = Seat(0) if view.seat is None else view.seat
    return lines(result(fact, t), own_vote(fact.votes[seat], t))


def _count(scene: Scene, view: View, phase: VotingSeen, t: Words) -> Markup:
    missing = [Seat(s) for s in range(view.players) if s not in phase.voted]
    votes = len(phase.voted)
    if not votes:
        return t.html("🗳 Everybody: vote in our private chat. The last vote reveals them all.")
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


def _voters(scene: Scene, fact: TeamVoted, vote: Vote, mark: str, t: Words) -> Markup | None:
    seats = [Seat(s) for s, cast in enumerate(fact.votes) if cast is vote]
    players = team(scene, seats, t)
    return t.line("{mark} {players}", mark=mark, players=players) if seats else None


def own_vote(vote: Vote, t: Words) -> Html:
    if vote is Vote.APPROVE:
        return t.html("Your vote: 👍 Approve")
    return t.html("Your vote: 👎 Reject")
