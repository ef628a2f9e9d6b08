"""What follows from the record of facts: leader, round, track, results, the Lady's holders.

Asked of the facts each time instead of kept in counters beside them, so that nothing can disagree.
"""

from collections.abc import Iterable, Iterator

from telegram_avalon.rules.model import (
    Fact,
    Game,
    LadyUsed,
    OpinionsGiven,
    PlotUsed,
    QuestPlayed,
    Seat,
    TeamProposed,
    TeamVoted,
    Vote,
)
from telegram_avalon.rules.plot import PlotCard


def quests(record: Iterable[object]) -> tuple[QuestPlayed, ...]:
    """The quests played so far, in order."""
    return tuple(fact for fact in record if isinstance(fact, QuestPlayed))


def successes(record: tuple[Fact, ...]) -> int:
    return sum(quest.succeeded for quest in quests(record))


def failures(record: tuple[Fact, ...]) -> int:
    return sum(not quest.succeeded for quest in quests(record))


def current_round(record: tuple[Fact, ...]) -> int:
    """The round (1 to 5) that is being played; 6 after five quests."""
    return len(quests(record)) + 1


def current_quest(record: tuple[Fact, ...]) -> int:
    """The quest of this round where they go in their order (see `targeting.quest`)."""
    return current_round(record)


def this_round(record: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """The facts since the last quest was played."""
    for back, fact in enumerate(reversed(record)):
        if isinstance(fact, QuestPlayed):
            return record[len(record) - back :]
    return record


def rejections(record: tuple[Fact, ...]) -> int:
    """The vote track: teams rejected since the last quest was played, 0 to 5."""
    return sum(_rejects(fact) for fact in this_round(record))


def leader(record: tuple[Fact, ...], first: Seat, players: int) -> Seat:
    """Who leads now: clockwise by one with each rejection and each quest played.

    A Strong Leader takes it, and from there it passes on.
    """
    known, passed = first, 0
    for fact in reversed(record):
        if isinstance(fact, TeamProposed):
            known = fact.leader
            break
        if isinstance(fact, PlotUsed) and fact.card is PlotCard.STRONG_LEADER:
            known = fact.seat
            break
        passed += isinstance(fact, QuestPlayed) or _rejects(fact)
    return Seat((known + passed) % players)


def leading(game: Game) -> Seat:
    return leader(game.record, game.setup.first_leader, game.players)


def proposal(record: tuple[Fact, ...]) -> TeamProposed:
    """The team proposed last. Only where there is one."""
    return next(fact for fact in reversed(record) if isinstance(fact, TeamProposed))


def opinions(record: tuple[Fact, ...]) -> dict[Seat, Vote]:
    """The Opinion Makers' votes on the team now voted on, once they are open."""
    last = record[-1] if record else None
    return dict(last.votes) if isinstance(last, OpinionsGiven) else {}


def spotlit(record: tuple[Fact, ...]) -> Seat | None:
    """Who plays face up on this round's quest."""
    return next(iter(_targets(record, PlotCard.SPOTLIGHT)), None)


def watched(record: tuple[Fact, ...]) -> tuple[Seat, ...]:
    """Whose quest cards of this round somebody has looked at."""
    return tuple(_targets(record, PlotCard.CLOSE_EYE))


def ladies(record: tuple[Fact, ...], first_leader: Seat, players: int) -> tuple[Seat, ...]:
    """Who has held the Lady of the Lake, the present holder last.

    She starts with the player on the first leader's right.
    """
    examined = (fact.target for fact in record if isinstance(fact, LadyUsed))
    return (Seat((first_leader - 1) % players), *examined)


def clockwise(seat: Seat, players: int) -> Seat:
    """The next seat: the neighbour on the left."""
    return Seat((seat + 1) % players)


def around(start: Seat, players: int) -> tuple[Seat, ...]:
    """All seats clockwise, *start* first."""
    return tuple(Seat((start + far) % players) for far in range(players))


def _rejects(fact: Fact) -> bool:
    """A team voted down, or turned down by No Confidence, which is a rejection like any other."""
    if isinstance(fact, PlotUsed):
        return fact.card is PlotCard.NO_CONFIDENCE
    return isinstance(fact, TeamVoted) and not fact.approved


def _targets(record: tuple[Fact, ...], card: PlotCard) -> Iterator[Seat]:
    for fact in this_round(record):
        if isinstance(fact, PlotUsed) and fact.card is card and fact.target is not None:
            yield fact.target
