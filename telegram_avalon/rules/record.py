"""What follows from the record of facts: leader, round, track, results.

Asked of the facts each time instead of kept in counters beside them, so that nothing can disagree.
"""

from telegram_avalon.rules.model import Fact, QuestPlayed, Seat, TeamVoted


def quests(record: tuple[Fact, ...]) -> tuple[QuestPlayed, ...]:
    """The quests played so far, in order."""
    return tuple(fact for fact in record if isinstance(fact, QuestPlayed))


def successes(record: tuple[Fact, ...]) -> int:
    return sum(quest.succeeded for quest in quests(record))


def failures(record: tuple[Fact, ...]) -> int:
    return sum(not quest.succeeded for quest in quests(record))


def current_quest(record: tuple[Fact, ...]) -> int:
    """The number (1 to 5) of the quest being prepared or played."""
    return len(quests(record)) + 1


def rejections(record: tuple[Fact, ...]) -> int:
    """The vote track: teams rejected since the last quest was played, 0 to 5."""
    count = 0
    for fact in reversed(record):
        if isinstance(fact, QuestPlayed):
            break
        if isinstance(fact, TeamVoted) and not fact.approved:
            count += 1
    return count


def leader(record: tuple[Fact, ...], first: Seat, players: int) -> Seat:
    """Who leads now: clockwise by one with each rejection and each quest played."""
    seat = first
    for fact in record:
        if isinstance(fact, QuestPlayed) or (isinstance(fact, TeamVoted) and not fact.approved):
            seat = clockwise(seat, players)
    return seat


def clockwise(seat: Seat, players: int) -> Seat:
    """The next seat: the neighbour on the left."""
    return Seat((seat + 1) % players)
