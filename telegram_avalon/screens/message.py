"""What a chat should read: the log of what happened, with one live panel at its end.

`question` says what the last message of a chat must be about; `message` what it reads, from some
entry of the story on. Appended it is a new message, recomputed later it is an edit of the same.
"""

from typing import assert_never

from markupsafe import Markup

from telegram_avalon.i18n.names import utf16_units
from telegram_avalon.i18n.phrases import Words
from telegram_avalon.rules import (
    CardsLaid,
    Giving,
    LadyUsed,
    MerlinNamed,
    OpinionsGiven,
    Over,
    PlotDrawn,
    PlotGiven,
    PlotPassed,
    PlotUsed,
    Proposing,
    QuestPlayed,
    Seat,
    TeamProposed,
    TeamVoted,
    View,
    VotesCounted,
)
from telegram_avalon.rules.knowledge import (
    AssassinatingSeen,
    ExaminingSeen,
    OpinionVotingSeen,
    PlotAskedSeen,
    QuestingSeen,
    VotingSeen,
)
from telegram_avalon.screens import (
    assassination,
    card,
    lady,
    lobby,
    over,
    plot,
    plot_news,
    proposing,
    questing,
    voting,
)
from telegram_avalon.screens.people import group, rung, seated, team
from telegram_avalon.screens.screen import (
    MOST_UNITS,
    Button,
    Haste,
    Link,
    Links,
    Screen,
    blocks,
    lines,
)
from telegram_avalon.screens.worlds import in_world
from telegram_avalon.table import Begun, Cancelled, Deafened, Departed, Entry, Scene, Stage

NOT_OF_THE_GAME = Begun | Deafened | Departed | Cancelled
"""Entries of the story that are no facts of the game's record."""
LOBBY = -1
"""The question of a lobby's message: shall we play?"""


def question(scene: Scene) -> int:
    """Which entry of the story raised the question that the chat's last message should ask.

    A greater number than before is worth a new message, one that rings; anything else is an edit.
    """
    if scene.view is None:
        return LOBBY
    if scene.viewer is None:
        return max(
            i
            for i, entry in enumerate(scene.story)
            if _rings_group(entry) and plot_news.rings_group(scene.story, i)
        )
    return max(_asked(scene, scene.view) or 0, plot_news.shown_to(scene, scene.view))


def message(scene: Scene, since: int, recap: bool, t: Words, links: Links) -> Screen:
    """The chat's last message, telling the story from entry *since* on, then what is to be done.

    *recap* puts the player's own card before it: they have called their message back.
    """
    t = in_world(t, scene.ruleset.game)
    if scene.view is None:
        return lobby.screen(scene, t, links)
    now = _present(scene, scene.view, t, links)
    said = [
        (scene.story[at], _told(scene, scene.view, at, t)) for at in range(since, len(scene.story))
    ]
    news = [(entry, text) for entry, text in said if text]
    told = plot_news.joined(news)
    asks = now.text if now else None
    first = _recap(scene, scene.view, t) if recap and scene.viewer else None
    if scene.viewer is not None:
        dealt = since == 0 or first is not None
        below = ((voting.about_me(scene, scene.view, t),),) if dealt else ()
        ways = plot.again(scene, scene.view, t, recap=first is not None)
        if now is None:
            first = first or plot_news.heading(news, scene, t)
            ways = (*below, *ways, *plot.way_on(scene.view, t, links))
        return _private(_fitting(told, first, asks), ways, scene, now, t)
    text = _fitting(told, None, asks, _unreachable(scene, t), lobby.draining(scene, t))
    buttons = now.buttons if now else ()
    way = Link(t.plain("💬 Private chat"), links.private)
    if scene.unreachable_seats and not any(way in row for row in buttons):
        buttons = (*buttons, (way,))
    return Screen(text, buttons, haste=now.haste if now else Haste.NOW)


def left_behind(scene: Scene, asked: int, since: int, t: Words) -> Screen | None:
    """What a message reads that has asked *asked*, and told from *since* on, and is not the last.

    How the question ended, without buttons; None where it may stand as it is.
    """
    t = in_world(t, scene.ruleset.game)
    if scene.view is None:
        return None
    if scene.viewer is None:
        return lobby.left_behind(scene, t) if asked == LOBBY else None
    answered = (at for at in range(asked + 1, len(scene.story)) if _is_fact(scene.story[at]))
    last = next(answered, None)
    if last is None or _told_privately(scene, scene.view, last, None, t) is None:
        return None
    told = [_told_privately(scene, scene.view, at, None, t) for at in range(since, last + 1)]
    return Screen(blocks(*told), protected=True)


def learnt(scene: Scene, since: int) -> bool:
    """Whether from entry *since* on something happened that showed this viewer alone a secret."""
    seen = {each.place for each in scene.view.seen} if scene.viewer and scene.view else set()
    return bool(seen) and any(
        _is_fact(entry) and _facts_before(scene, at) in seen
        for at, entry in enumerate(scene.story)
        if at >= since
    )


def _is_fact(entry: Entry) -> bool:
    """Whether *entry* is one of the game's own record."""
    return not isinstance(entry, NOT_OF_THE_GAME)


def _fitting(told: list[Markup | None], first: Markup | None, *rest: Markup | None) -> Markup:
    """All of it in one message; where that is too long, the oldest news gives way.

    Counted with its tags, so never too little.
    """
    text = blocks(first, *told, *rest)
    if not told or utf16_units(text) <= MOST_UNITS:
        return text
    return _fitting(told[1:], first, *rest)


def _private(
    text: Markup,
    below: tuple[tuple[Button, ...], ...],
    scene: Scene,
    now: Screen | None,
    t: Words,
) -> Screen:
    """What is asked *now* or with nothing asked, *text*, with what stands *below* it."""
    if now is None:
        # What stands there stays, and there must be something to stand.
        heading = t.line("🎭 <b>{group}</b>", group=group(scene, t))
        return Screen(text or heading, below, protected=True)
    buttons = (*now.buttons, *below)
    return Screen(text, buttons, silent=now.silent, protected=True, haste=now.haste)


def _recap(scene: Scene, view: View, t: Words) -> Markup:
    return blocks(card.message(scene, view, t), plot_news.mine(view, t))


def _unreachable(scene: Scene, t: Words) -> Markup | None:
    if not scene.unreachable_seats:
        return None
    players = t.listed([rung(scene, seat, t) for seat in scene.unreachable_seats])
    # Translators: Start is Telegram's own button, as its app calls it in your language
    return t.html_n(
        "⚠️ I can't write to {players}. Please open our private chat and press Start: "
        "the game waits for you. If you can't come back, the host can end it: /cancel",
        "⚠️ I can't write to {players}. Please open our private chat and press Start: "
        "the game waits for you. If you can't come back, the host can end it: /cancel",
        len(scene.unreachable_seats),
        players=players,
    )


def _rings_group(entry: Entry) -> bool:
    return not isinstance(entry, TeamProposed | OpinionsGiven)


def _asked(scene: Scene, view: View) -> int | None:
    """The entry that put the question this viewer has open now: the last fact, if anything."""
    match view.phase:
        case VotingSeen(opinions=opinions):
            asked = view.seat not in dict(opinions)
        case OpinionVotingSeen(makers=makers):
            asked = view.seat in makers
        case ExaminingSeen(holder=holder):
            asked = view.seat == holder
        case QuestingSeen(team=members):
            asked = view.seat in members
        case AssassinatingSeen(asked=mine):
            asked = mine
        case Proposing() | Over():
            asked = False
        case Giving():
            asked = view.seat == view.leader
        case PlotAskedSeen(seat=seat):
            asked = view.seat == seat
        case never:
            assert_never(never)
    if not asked or scene.stage is not Stage.PLAYING:
        return None
    return max(
        i for i, entry in enumerate(scene.story) if not isinstance(entry, Deafened | Departed)
    )


def _present(scene: Scene, view: View, t: Words, links: Links) -> Screen | None:
    """What is to be done now, by this viewer; None where there is nothing for them."""
    if scene.viewer is None:
        return _public(scene, view, t, links)
    if scene.stage is not Stage.PLAYING:
        return None
    match view.phase:
        case VotingSeen(opinions=opinions) as phase if view.seat in dict(opinions):
            return voting.opinion(scene, view, phase, dict(opinions)[view.seat], t)
        case OpinionVotingSeen(makers=makers) if view.seat not in makers:
            return None
        case VotingSeen() | OpinionVotingSeen() as phase:
            return voting.ballot(scene, view, phase, t, links)
        case ExaminingSeen(holder=holder) as phase if view.seat == holder:
            return lady.question(scene, view, phase, t, links)
        case QuestingSeen(team=members) as phase if view.seat in members:
            return questing.question(scene, view, phase, t, links)
        case AssassinatingSeen(asked=True) as phase:
            return assassination.question(scene, view, phase, t, links)
        case Giving() as phase if view.seat == view.leader:
            return plot.giving(scene, view, phase, t, links)
        case PlotAskedSeen(seat=seat) as phase if view.seat == seat:
            return plot.question(scene, view, phase, t, links)
        case _:
            return None


def _public(scene: Scene, view: View, t: Words, links: Links) -> Screen:
    if scene.stage is Stage.CLOSED:
        return over.cancelled(scene, view, t)
    match view.phase:
        case Proposing() as phase:
            return proposing.panel(scene, view, phase, t)
        case VotingSeen() | OpinionVotingSeen() as phase:
            return voting.panel(scene, view, phase, t, links)
        case QuestingSeen() as phase:
            return questing.panel(scene, view, phase, t, links)
        case AssassinatingSeen():
            return assassination.panel(scene, view, t, links)
        case Over() as phase:
            return over.panel(scene, view, phase, t)
        case ExaminingSeen() as phase:
            return lady.panel(scene, view, phase, t)
        case Giving() as phase:
            return plot.giving_panel(scene, view, phase, t, links)
        case PlotAskedSeen() as phase:
            return plot.asked_panel(scene, view, phase, t, links)
        case never:
            assert_never(never)


def _told(scene: Scene, view: View, place: int, t: Words) -> Markup | None:
    """One entry of the story, told to this viewer; None where it needs no words here."""
    entry = scene.story[place]
    if scene.viewer is not None:
        return _told_privately(scene, view, place, _asked(scene, view), t)
    match entry:
        case Begun():
            return _begun(scene, view, t)
        case TeamVoted() | VotesCounted():
            return voting.revealed(scene, entry, t)
        case TeamProposed() if voting.went_unvoted(view, _next_fact(scene, place)):
            return voting.without_vote(scene, entry, t)
        case LadyUsed():
            return lady.examined(scene, entry, t)
        case QuestPlayed():
            return lines(questing.revealed(view, entry, t), plot_news.spotlit(scene, entry, t))
        case MerlinNamed():
            return assassination.named(scene, view, entry, t)
        case Departed(seat=seat, host=host):
            return lines(
                t.html(
                    "🚪 {player} has left the group. The seat stays theirs, and the game waits "
                    "where it needs them; the host or an admin can end it: /cancel",
                    player=seated(scene, seat, t),
                ),
                None
                if host is None
                else t.html("{player} is the host now.", player=seated(scene, host, t)),
            )
        case TeamProposed() | OpinionsGiven() | Deafened() | Cancelled():
            return None  # the panel below has it
        case PlotDrawn() | PlotGiven() | PlotUsed() | PlotPassed() | CardsLaid():
            return plot_news.told(scene, place, t)
        case never:
            assert_never(never)


def _told_privately(
    scene: Scene, view: View, place: int, asked: int | None, t: Words
) -> Markup | None:
    """One entry, told to a player; *asked*: the entry whose question stands below it."""
    entry = scene.story[place]
    last = plot_news.followed_quietly(scene, place)
    match entry:
        case Begun():
            return card.message(scene, view, t)
        case TeamVoted() | VotesCounted() if place == asked:
            # The question below names the quest and the team.
            return voting.own_result(view, entry, t)
        case TeamVoted() | VotesCounted():
            return voting.closed_ballot(scene, view, entry, t)
        case QuestPlayed(team=members) | CardsLaid(team=members) if (
            view.seat in members and last and asked is None
        ):
            return questing.laid(scene, entry, t)
        case LadyUsed(holder=holder) if holder == view.seat:
            return lady.answer(scene, view, _facts_before(scene, place), t)
        case MerlinNamed(assassin=assassin) if assassin == view.seat:
            return assassination.own_choice(scene, entry, t)
        case Cancelled():
            return t.line("🏳️ {said}", said=t.html("The game is cancelled."))
        case _:
            return plot_news.told_privately(scene, view, place, t)


def _facts_before(scene: Scene, place: int) -> int:
    """How many facts of the game's record the story tells before the entry at *place*."""
    return sum(map(_is_fact, scene.story[:place]))


def _next_fact(scene: Scene, place: int) -> Entry | None:
    later = scene.story[place + 1 :]
    return next(filter(_is_fact, later), None)


def _begun(scene: Scene, view: View, t: Words) -> Markup:
    seats = [Seat(seat) for seat in range(view.players)]
    return lines(
        t.html("🎭 <b>The cards are dealt</b>: yours is in our private chat, or press My card."),
        t.html("Seats, clockwise: {players}", players=team(scene, seats, t)),
    )
