"""From the events of a record back to the commands that made them happen.

A record doesn't hold all that was done: not whose quest cards were whose, nor who had asked not to
be asked for a plot card. Where several courses come to the same record, one of them is taken.
"""

from collections.abc import Iterator, Sequence

from msgspec import UNSET, UnsetType

from telegram_avalon.record.format import (
    AnyEvent,
    LadyUsed,
    MerlinNamed,
    OpinionsGiven,
    PlotCardGiven,
    PlotCardPassed,
    PlotCardUsed,
    QuestCard,
    QuestCardsLaid,
    QuestPlayed,
    TeamProposed,
    TeamVoted,
    Vote,
    Voted,
)
from telegram_avalon.rules import (
    AskAgain,
    Assassinate,
    Assassinating,
    Card,
    CastVote,
    ChooseQuest,
    Command,
    Examine,
    Examining,
    Game,
    GiveCard,
    Giving,
    OpinionVoting,
    PassCard,
    Pick,
    PlayCard,
    PlotAsked,
    PlotCard,
    Propose,
    Proposing,
    Questing,
    Seat,
    UseCard,
    Voting,
    legal,
)
from telegram_avalon.rules import Vote as Choice

_VOTES: dict[Vote, Choice] = {"approve": Choice.APPROVE, "reject": Choice.REJECT}
_CARDS: dict[QuestCard, Card] = {"success": Card.SUCCESS, "fail": Card.FAIL}

Moves = tuple[Command, ...]


def moves(game: Game, events: Sequence[AnyEvent]) -> Moves:
    """The commands by which the first of *events*, all that are still to come, could happen next.

    None where something else has to happen first. Whether they are allowed `apply` will tell.
    """
    match game.phase, events[0]:
        case Proposing(), TeamProposed(quest=quest, leader=leader, team=team):
            seat = _seat(leader)
            picks = (Pick(seat, _seat(member)) for member in team)
            return (*_asked_again(game, events), ChooseQuest(seat, quest), *picks, Propose(seat))
        case OpinionVoting(), OpinionsGiven(votes=votes):
            return _cast(votes)
        case Voting(), TeamVoted(votes=votes):
            return (*_asked_again(game, events), *_cast(votes))
        case Questing(team=members), QuestCardsLaid() | QuestPlayed():
            return (*_asked_again(game, events), *_played(game, members, events))
        case Examining(), LadyUsed(holder=holder, target=examined):
            return (*_asked_again(game, events), Examine(_seat(holder), _seat(examined)))
        case Assassinating(), MerlinNamed(assassin=assassin, target=named):
            return (Assassinate(_seat(assassin), _seat(named)),)
        case Giving(), PlotCardGiven(leader=leader, receiver=receiver, card=given):
            return (GiveCard(_seat(leader), given, _seat(receiver)),)
        case PlotAsked(card=card), PlotCardUsed(card=used) as use if used is card:
            target = None if use.target is UNSET else _seat(use.target)
            taken = None if use.taken is UNSET else use.taken
            return (*_asked_again(game, events), UseCard(_seat(use.seat), target, taken))
        case PlotAsked(card=card), PlotCardPassed(card=passed, seat=holder) if passed is card:
            # Not to be asked again allows for both: `_asked_again` takes it back where needed.
            return (*_asked_again(game, events), PassCard(_seat(holder), lasting=True))
        case _:
            return ()


def _asked_again(game: Game, events: Sequence[AnyEvent]) -> Iterator[AskAgain]:
    """Who answers next for a plot card they had passed for good has taken that back by now.

    In time, and no sooner: it is seen to before each command after which somebody may be asked.
    The result of a quest may come between by itself.
    """
    following = next((each for each in events[1:] if not isinstance(each, QuestPlayed)), None)
    if isinstance(following, PlotCardUsed | PlotCardPassed):
        pair = _seat(following.seat), following.card
        if pair in game.unasked:
            yield AskAgain(*pair)


def _cast(votes: Sequence[Voted]) -> Moves:
    return tuple(CastVote(_seat(voted.seat), _VOTES[voted.vote]) for voted in votes)


def _played(game: Game, team: Sequence[Seat], events: Sequence[AnyEvent]) -> Moves:
    """One way in which the cards can have lain: those seen as seen, the other Fails by who may.

    Nobody ever learns more of the others, so that it makes no difference who of them it was.
    """
    quest = _rest_of_quest(events)
    seen = {_seat(seat): _CARDS[card] for seat, card in _cards_seen(quest)}
    fails = quest[-1].fails if isinstance(quest[-1], QuestPlayed) else 0
    left = fails - sum(seen.get(member) is Card.FAIL for member in team)
    hidden = [member for member in team if member not in seen]
    hidden.sort(key=lambda member: PlayCard(member, Card.FAIL) not in legal(game, member))
    cards = seen | {
        member: Card.FAIL if number < left else Card.SUCCESS for number, member in enumerate(hidden)
    }
    return tuple(PlayCard(member, cards[member]) for member in team)


def _rest_of_quest(events: Sequence[AnyEvent]) -> Sequence[AnyEvent]:
    for number, event in enumerate(events, 1):
        if isinstance(event, QuestPlayed):
            return events[:number]
    return events


def _cards_seen(events: Sequence[AnyEvent]) -> Iterator[tuple[int, QuestCard]]:
    """The quest cards played face up or looked at."""
    for event in events:
        match event:
            case QuestCardsLaid(spotlit=seat, shown=card) | QuestPlayed(spotlit=seat, shown=card):
                yield from _pair(seat, card)
            case PlotCardUsed(card=PlotCard.CLOSE_EYE, target=seat, quest_card=card):
                yield from _pair(seat, card)
            case _:
                pass


def _pair(seat: int | UnsetType, card: QuestCard | UnsetType) -> Iterator[tuple[int, QuestCard]]:
    if seat is not UNSET and card is not UNSET:
        yield seat, card


def _seat(number: int) -> Seat:
    return Seat(number - 1)
