"""A finished game as the record that its players may have."""

from collections.abc import Sequence
from typing import assert_never

from msgspec import UNSET, UnsetType

from telegram_avalon.record import format as told
from telegram_avalon.rules import (
    Card,
    CardSeen,
    CardsLaid,
    Game,
    LadyUsed,
    MerlinNamed,
    OpinionsGiven,
    Option,
    Over,
    PlotCard,
    PlotDrawn,
    PlotGiven,
    PlotPassed,
    PlotUsed,
    QuestPlayed,
    Role,
    Seat,
    Seen,
    Setup,
    Side,
    SideSeen,
    TeamProposed,
    TeamVoted,
    Vote,
    World,
    begin,
    view,
)
from telegram_avalon.rules.record import current_round, ladies, rejections
from telegram_avalon.rules.roles import side
from telegram_avalon.rules.rulesets import fails_needed

_VOTES: dict[Vote, told.Vote] = {Vote.APPROVE: "approve", Vote.REJECT: "reject"}
_CARDS: dict[Card, told.QuestCard] = {Card.SUCCESS: "success", Card.FAIL: "fail"}


def exported(game: Game, names: Sequence[str]) -> told.GameRecord:
    """The whole record with all its secrets; *names* by seat. Only for a game that is over.

    Raises `ValueError` for any other: nothing secret leaves a running game this way.
    """
    if not isinstance(game.phase, Over):
        raise ValueError("the game is not over")
    events = tuple(event(game, place) for place in range(len(game.record)))
    return as_dealt(game.setup, names, events, told.Result(game.phase.winner, game.phase.ending))


def as_dealt(
    setup: Setup, names: Sequence[str], events: tuple[told.AnyEvent, ...], result: told.Result
) -> told.GameRecord:
    """The record of a game that was dealt so and then went so."""
    rules, first, game = setup.ruleset, setup.first_leader, begin(setup)
    has_lady = game.plays(Option.LADY)
    return told.GameRecord(
        format=told.FORMAT,
        version=told.VERSION,
        game=rules.game,
        options=tuple(option for option in Option if option in rules.options),
        characters=tuple(role for role in Role if role in rules.characters),
        players=game.players,
        seats=tuple(_player(game, Seat(seat), name) for seat, name in enumerate(names)),
        first_leader=first + 1,
        events=events,
        result=result,
        lady=_seat(ladies((), first, game.players)[-1]) if has_lady else UNSET,
        plot_deck=setup.plot_deck if game.plays(Option.PLOT_CARDS) else UNSET,
    )


def _player(game: Game, seat: Seat, name: str) -> told.Player:
    role, learnt = game.setup.deal[seat], view(game, seat).knowledge
    named = game.setup.ruleset.game is World.AVALON
    known = told.Known(_seats(learnt.evil) or UNSET, _seats(learnt.merlins) or UNSET)
    return told.Player(
        seat=seat + 1,
        name=name,
        side=side(role),
        character=role if named else UNSET,
        knows=UNSET if known == told.Known() else known,
    )


def event(game: Game, place: int) -> told.AnyEvent:
    """The fact at that place of the game's record, with whatever was seen by it."""
    fact = game.record[place]
    # The Lady and the assassination end the round whose quest has just been played.
    belated = isinstance(fact, LadyUsed | MerlinNamed)
    at = current_round(game.record[:place]) - belated
    match fact:
        case TeamProposed(quest=quest, leader=leader, team=team):
            proposal = rejections(game.record[:place]) + 1
            return told.TeamProposed(
                round=at, proposal=proposal, quest=quest, leader=leader + 1, team=_seats(team)
            )
        case OpinionsGiven(votes=votes):
            return told.OpinionsGiven(round=at, votes=_votes(votes))
        case TeamVoted(votes=cast, approvals=approvals):
            return told.TeamVoted(
                round=at,
                votes=_votes([(Seat(seat), vote) for seat, vote in enumerate(cast)]),
                approvals=approvals,
                rejections=len(cast) - approvals,
                approved=fact.approved,
                track=rejections(game.record[: place + 1]),
            )
        case CardsLaid(spotlit=spotlit, shown=shown):
            return told.QuestCardsLaid(round=at, spotlit=_seat(spotlit), shown=_card(shown))
        case QuestPlayed(quest=quest, team=team, fails=fails):
            return told.QuestPlayed(
                round=at,
                quest=quest,
                team=_seats(team),
                successes=len(team) - fails,
                fails=fails,
                fails_needed=2 if fails_needed(game.players, quest) == 2 else 1,
                succeeded=fact.succeeded,
                spotlit=_seat(fact.spotlit),
                shown=_card(fact.shown),
            )
        case LadyUsed(holder=holder, target=target):
            loyalty = side(game.setup.deal[target])
            return told.LadyUsed(round=at, holder=holder + 1, target=target + 1, loyalty=loyalty)
        case MerlinNamed(assassin=assassin, target=target, found=found):
            return told.MerlinNamed(round=at, assassin=assassin + 1, target=target + 1, found=found)
        case PlotDrawn(leader=leader, cards=cards):
            return told.PlotCardsDrawn(round=at, leader=leader + 1, cards=cards)
        case PlotGiven(leader=leader, receiver=receiver, card=given):
            return told.PlotCardGiven(
                round=at, leader=leader + 1, receiver=receiver + 1, card=given
            )
        case PlotUsed(card=used):
            seen = _seen(game, place)
            return told.PlotCardUsed(
                round=at,
                card=used,
                seat=fact.seat + 1,
                target=_seat(fact.target),
                taken=UNSET if fact.taken is None else fact.taken,
                loyalty=_loyalty(seen),
                quest_card=_card(seen.card if isinstance(seen, CardSeen) else None),
                track=rejections(game.record[: place + 1])
                if used is PlotCard.NO_CONFIDENCE
                else UNSET,
            )
        case PlotPassed(card=passed, seat=holder):
            return told.PlotCardPassed(round=at, card=passed, seat=holder + 1)
        case _:
            assert_never(fact)


def _seen(game: Game, place: int) -> Seen | None:
    """What somebody alone has seen by that fact."""
    seats = (Seat(seat) for seat in range(game.players))
    seen = (each for seat in seats for each in view(game, seat).seen if each.place == place)
    return next(seen, None)


def _seat(seat: Seat | None) -> int | UnsetType:
    return UNSET if seat is None else seat + 1


def _seats(seats: Sequence[Seat]) -> tuple[int, ...]:
    return tuple(seat + 1 for seat in seats)


def _votes(votes: Sequence[tuple[Seat, Vote]]) -> tuple[told.Voted, ...]:
    return tuple(told.Voted(seat + 1, _VOTES[vote]) for seat, vote in votes)


def _card(card: Card | None) -> told.QuestCard | UnsetType:
    return UNSET if card is None else _CARDS[card]


def _loyalty(seen: Seen | None) -> Side | UnsetType:
    return seen.side if isinstance(seen, SideSeen) else UNSET
