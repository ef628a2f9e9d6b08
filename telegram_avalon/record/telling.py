"""A record told as a story, round by round, in the words of the screens."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import assert_never

from markupsafe import Markup
from msgspec import UNSET, UnsetType

from telegram_avalon.i18n.names import clean_name
from telegram_avalon.i18n.phrases import Text, Words, isolated
from telegram_avalon.record.format import (
    AnyEvent,
    GameRecord,
    LadyUsed,
    MerlinNamed,
    OpinionsGiven,
    Player,
    PlotCardGiven,
    PlotCardPassed,
    PlotCardsDrawn,
    PlotCardUsed,
    QuestCard,
    QuestCardsLaid,
    QuestPlayed,
    TeamProposed,
    TeamVoted,
    Vote,
    Voted,
)
from telegram_avalon.rules import PlotCard, Role, Side
from telegram_avalon.rules.rulesets import MOST_REJECTIONS
from telegram_avalon.screens import characters, options, plot_words
from telegram_avalon.screens.over import ENDINGS
from telegram_avalon.screens.worlds import SIGNS, in_world

Lines = Iterator[Markup]
_APART = Markup("")


@dataclass(frozen=True)
class Telling:
    """A record, and the words it is told in."""

    record: GameRecord
    t: Words

    def seated(self, seat: int) -> Text:
        """Seat and name, as on the screens."""
        name = clean_name(self.record.seats[seat - 1].name)
        shown = isolated(name or self.t.plain("Player {number}", number=seat))
        return self.t.text("{number}\u00a0{who}", number=seat, who=shown)

    def team(self, seats: Iterable[int]) -> Text:
        return self.t.rowed([self.seated(seat) for seat in seats])

    def plot_card(self, card: PlotCard) -> str:
        return plot_words.called(card, self.t)

    def quest_card(self, card: QuestCard) -> str:
        return self.t.plain("✅ Success") if card == "success" else self.t.plain("❌ Fail")


def story(record: GameRecord, t: Words) -> tuple[Markup, ...]:
    """The lines of the story, as HTML; an empty one stands between its parts."""
    telling = Telling(record, in_world(t, record.game))
    return (*_opening(telling), *_rounds(telling), *_end(telling))


def as_text(line: Markup) -> str:
    """A line of the story for a terminal."""
    return line.striptags()


def _opening(telling: Telling) -> Lines:
    record, t = telling.record, telling.t
    game = t.plain(options.GAMES[record.game])
    yield t.html_n("📜 {game}, {n} player", "📜 {game}, {n} players", record.players, game=game)
    if record.characters:
        chosen = characters.listed(frozenset(record.characters), t)
        yield t.html("Characters: {characters}", characters=chosen)
    if record.options:
        turned_on = options.listed(record.options, t)
        yield t.html("Options: {options}", options=turned_on)


def _rounds(telling: Telling) -> Lines:
    told = 0
    for place, event in enumerate(telling.record.events):
        if event.round != told:
            told = event.round
            yield _APART
            yield telling.t.html("<b>Round {round}</b>", round=told)
        yield from _event(telling, place, event)


def _event(telling: Telling, place: int, event: AnyEvent) -> Lines:
    match event:
        case TeamProposed():
            yield from _proposed(telling, place, event)
        case OpinionsGiven(votes=votes):
            yield from (_opinion(telling, voted) for voted in votes)
        case TeamVoted():
            yield from _voted(telling, event)
        case QuestPlayed():
            yield from _played(telling, place, event)
        case QuestCardsLaid(spotlit=spotlit, shown=shown):
            yield from _in_the_open(telling, spotlit, shown)
        case LadyUsed():
            yield from _lady(telling, event)
        case MerlinNamed():
            yield _named(telling, event)
        case PlotCardsDrawn() | PlotCardGiven() | PlotCardPassed():
            yield _plot(telling, event)
        case PlotCardUsed():
            yield _used(telling, event)
            yield from _seen(telling, event)
        case _:
            assert_never(event)


# --- teams and quests -----------------------------------------------------------------------------


def _proposed(telling: Telling, place: int, event: TeamProposed) -> Lines:
    t, leader = telling.t, telling.seated(event.leader)
    yield t.html(
        "<b>Quest {quest}</b> · proposal {proposal} of {most}",
        quest=event.quest,
        proposal=event.proposal,
        most=MOST_REJECTIONS,
    )
    following = telling.record.events[place + 1 : place + 2]
    if all(isinstance(after, TeamVoted | OpinionsGiven) for after in following):
        yield t.html(
            "👑 {leader} proposes: {players}", leader=leader, players=telling.team(event.team)
        )
    else:
        yield t.html(
            "👑 {leader} sends without a vote, as the fifth team: {players}",
            leader=leader,
            players=telling.team(event.team),
        )


def _opinion(telling: Telling, voted: Voted) -> Markup:
    player = telling.seated(voted.seat)
    if voted.vote == "approve":
        return telling.t.html("🗣 Opinion Maker {player}: 👍 Approve", player=player)
    return telling.t.html("🗣 Opinion Maker {player}: 👎 Reject", player=player)


def _voted(telling: Telling, event: TeamVoted) -> Lines:
    t, yes, no = telling.t, event.approvals, event.rejections
    yield (
        t.html("<b>👍 Approved, {yes} to {no}</b>", yes=yes, no=no)
        if event.approved
        else t.html("<b>👎 Rejected, {yes} to {no}</b>", yes=yes, no=no)
    )
    marks: tuple[tuple[Vote, str], ...] = (("approve", "👍"), ("reject", "👎"))
    for vote, mark in marks:
        if seats := [voted.seat for voted in event.votes if voted.vote == vote]:
            yield t.line("{mark} {players}", mark=mark, players=telling.team(seats))


def _played(telling: Telling, place: int, event: QuestPlayed) -> Lines:
    t, cards = telling.t, _counts(event, telling.t)
    before = telling.record.events[:place]
    if not any(isinstance(e, QuestCardsLaid) and e.round == event.round for e in before):
        yield from _in_the_open(telling, event.spotlit, event.shown)
    if not event.succeeded:
        yield t.html("<b>❌ Quest {quest} failed</b>: {cards}", quest=event.quest, cards=cards)
    elif event.fails:
        yield t.html(
            "<b>✅ Quest {quest} succeeded</b> (it takes two Fails): {cards}",
            quest=event.quest,
            cards=cards,
        )
    else:
        yield t.html("<b>✅ Quest {quest} succeeded</b>: {cards}", quest=event.quest, cards=cards)


def _counts(event: QuestPlayed, t: Words) -> Text:
    # Translators: how many quest cards of a kind were played; the kind is the card's name
    fails = t.plain_n("{n} Fail", "{n} Fails", event.fails)
    # Translators: how many quest cards of a kind were played; the kind is the card's name
    successes = t.plain_n("{n} Success", "{n} Successes", event.successes)
    said = [*([fails] if event.fails else []), *([successes] if event.successes else [])]
    return t.rowed([t.text("{cards}", cards=cards) for cards in said])


def _in_the_open(telling: Telling, seat: int | UnsetType, card: QuestCard | UnsetType) -> Lines:
    if seat is not UNSET and card is not UNSET:
        yield telling.t.html(
            "🔦 {player} plays in the open: {card}",
            player=telling.seated(seat),
            card=telling.quest_card(card),
        )


def _named(telling: Telling, event: MerlinNamed) -> Markup:
    assassin, target = telling.seated(event.assassin), telling.seated(event.target)
    if event.found:
        return telling.t.html(
            "🗡 {assassin} named {target}: right, that was Merlin.",
            assassin=assassin,
            target=target,
        )
    seats = telling.record.seats
    merlin = next((each.seat for each in seats if each.character is Role.MERLIN), event.target)
    return telling.t.html(
        "🗡 {assassin} named {target}: wrong, Merlin was {merlin}.",
        assassin=assassin,
        target=target,
        merlin=telling.seated(merlin),
    )


# --- what single players saw ----------------------------------------------------------------------


def _lady(telling: Telling, event: LadyUsed) -> Lines:
    yield telling.t.html(
        "🌊 {holder} has seen the loyalty of {target}, who holds the Lady of the Lake now.",
        holder=telling.seated(event.holder),
        target=telling.seated(event.target),
    )
    yield _loyal(telling, event.target, event.loyalty)


def _seen(telling: Telling, event: PlotCardUsed) -> Lines:
    if event.loyalty is not UNSET:
        shown = event.seat if event.card is not PlotCard.OVERHEARD else event.target
        yield _loyal(telling, event.seat if shown is UNSET else shown, event.loyalty)
    if event.quest_card is not UNSET:
        yield telling.t.line("↳ {card}", card=telling.quest_card(event.quest_card))


def _loyal(telling: Telling, seat: int, side: Side) -> Markup:
    t, player = telling.t, telling.seated(seat)
    said = (
        t.html("{player} is good.", player=player)
        if side is Side.GOOD
        else t.html("{player} is evil.", player=player)
    )
    return t.line("↳ {said}", said=said)


# --- plot cards -----------------------------------------------------------------------------------


def _plot(telling: Telling, event: PlotCardsDrawn | PlotCardGiven | PlotCardPassed) -> Markup:
    t = telling.t
    match event:
        case PlotCardsDrawn(leader=leader, cards=cards):
            names = [t.text("{card}", card=telling.plot_card(card)) for card in cards]
            return t.html(
                "🃏 {leader} draws: {cards}", leader=telling.seated(leader), cards=t.rowed(names)
            )
        case PlotCardGiven(leader=leader, receiver=receiver, card=card):
            return t.html(
                "🎁 {leader} gives {card} to {player}.",
                leader=telling.seated(leader),
                card=telling.plot_card(card),
                player=telling.seated(receiver),
            )
        case PlotCardPassed(seat=seat, card=card):
            return t.html(
                "⏭ {player} keeps {card} for another round.",
                player=telling.seated(seat),
                card=telling.plot_card(card),
            )


def _used(telling: Telling, event: PlotCardUsed) -> Markup:
    other = telling.seated(event.seat if event.target is UNSET else event.target)
    taken = None if event.taken is UNSET else event.taken
    return plot_words.used(event.card, telling.seated(event.seat), other, taken, telling.t)


# --- the end --------------------------------------------------------------------------------------


def _end(telling: Telling) -> Lines:
    t, result = telling.t, telling.record.result
    yield _APART
    yield (
        t.html("<b>😇 Good wins!</b>")
        if result.winner is Side.GOOD
        else t.html("<b>😈 Evil wins!</b>")
    )
    yield t.html(ENDINGS[result.ending])
    yield from (_who(telling, player) for player in telling.record.seats)


def _who(telling: Telling, player: Player) -> Markup:
    plain = Role.SERVANT if player.side is Side.GOOD else Role.MINION
    character = plain if player.character is UNSET else player.character
    return telling.t.line(
        "{side} {player} — {character}",
        side=SIGNS[telling.record.game][player.side],
        player=telling.seated(player.seat),
        character=characters.called(character, telling.t),
    )
