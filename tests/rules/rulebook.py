"""The rulebook once more, written down naively and apart from the package it is compared with.

Characters are plain words here, knowledge is spelt out character by character, and the course of a
game is followed fact by fact with counters.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from telegram_avalon.rules import Fact, MerlinNamed, QuestPlayed, TeamProposed, TeamVoted

PLAYERS = range(5, 11)
QUESTS = range(1, 6)

# players:  5  6  7  8  9  10
TABLE = """
good        3  4  4  5  6  6
evil        2  2  3  3  3  4
quest-1     2  2  2  3  3  3
quest-2     3  3  3  4  4  4
quest-3     2  4  3  4  4  4
quest-4     3  3  4* 5* 5* 5*
quest-5     3  4  4  5  5  5
"""

EVIL_CHARACTERS = frozenset({"assassin", "mordred", "morgana", "oberon", "minion"})
OPTIONAL = ("merlin", "percival", "mordred", "morgana", "oberon")


def cell(row: str, players: int) -> str:
    """What stands in the table on set-up and team sizes."""
    lines = (line.split() for line in TABLE.strip().splitlines())
    return {name: cells for name, *cells in lines}[row][players - 5]


def good_players(players: int) -> int:
    return int(cell("good", players))


def evil_players(players: int) -> int:
    return int(cell("evil", players))


def team_size(players: int, quest: int) -> int:
    return int(cell(f"quest-{quest}", players).rstrip("*"))


def fails_needed(players: int, quest: int) -> int:
    return 2 if cell(f"quest-{quest}", players).endswith("*") else 1


def can_be_played(chosen: Iterable[str], players: int) -> bool:
    """Whether the books allow this choice of optional characters."""
    names = set(chosen)
    if len(names & EVIL_CHARACTERS) > evil_players(players):
        return False
    return "merlin" in names or names <= {"oberon"}


def playable_sets(players: int) -> list[frozenset[str]]:
    """All choices of optional characters that can be played, always in the same order."""
    every = (c for size in range(len(OPTIONAL) + 1) for c in combinations(OPTIONAL, size))
    return [frozenset(chosen) for chosen in every if can_be_played(chosen, players)]


def seen_as_evil(deal: Sequence[str], seat: int) -> tuple[int, ...]:
    """Whom the player on *seat* learns to be evil at the start."""
    others = [other for other in range(len(deal)) if other != seat]
    match str(deal[seat]):
        case "merlin":
            hidden = "mordred"
        case "assassin" | "mordred" | "morgana" | "minion":
            hidden = "oberon"
        case _:
            return ()
    return tuple(o for o in others if deal[o] in EVIL_CHARACTERS and deal[o] != hidden)


def seen_as_merlin(deal: Sequence[str], seat: int) -> tuple[int, ...]:
    """Among whom the player on *seat* knows Merlin to be."""
    if deal[seat] != "percival":
        return ()
    return tuple(other for other, role in enumerate(deal) if role in {"merlin", "morgana"})


def who_assassinates(deal: Sequence[str]) -> int | None:
    """The Assassin; without a seat for him Morgana, without her Mordred; nobody without Merlin."""
    if "merlin" not in deal:
        return None
    for role in ("assassin", "morgana", "mordred"):
        if role in deal:
            return list(deal).index(role)
    raise AssertionError(f"nobody can assassinate in {deal}")


def learns(deal: Sequence[str], seat: int | None, blind: bool = False) -> tuple[object, ...]:
    """All that the player on *seat* (or everybody, None) knows once the cards are dealt.

    *blind*: the spies are not shown to each other.
    """
    if seat is None:
        return ()
    mine = seat == who_assassinates(deal)
    evil = () if blind else seen_as_evil(deal, seat)
    return deal[seat], evil, seen_as_merlin(deal, seat), mine


@dataclass
class Standing:
    """Where a game stands: counters moved along by hand."""

    leader: int
    quest: int = 1
    rejections: int = 0
    successes: int = 0
    failures: int = 0
    phase: str = "proposing"
    winner: str | None = None
    ending: str | None = None

    def end(self, winner: str, ending: str) -> None:
        self.phase, self.winner, self.ending = "over", winner, ending


def follow(deal: Sequence[str], first_leader: int, record: Iterable[Fact]) -> Standing:
    """Walk through *record* with the rulebook in hand; every fact has to be possible there."""
    players = len(deal)
    now = Standing(first_leader)
    team: tuple[int, ...] = ()
    for fact in record:
        match fact:
            case TeamProposed():
                assert (now.phase, now.quest, now.leader) == ("proposing", fact.quest, fact.leader)
                team = fact.team
                assert sorted(set(team)) == list(team)
                assert len(team) == team_size(players, now.quest)
                assert all(0 <= seat < players for seat in team)
                now.phase = "voting"
            case TeamVoted():
                assert (now.phase, now.quest, now.leader) == ("voting", fact.quest, fact.leader)
                assert fact.team == team
                assert len(fact.votes) == players
                _count_votes(now, [int(vote) for vote in fact.votes])
            case QuestPlayed():
                assert (now.phase, now.quest) == ("questing", fact.quest)
                assert fact.team == team
                assert 0 <= fact.fails <= sum(deal[seat] in EVIL_CHARACTERS for seat in team)
                assert fact.succeeded == (fact.fails < fails_needed(players, now.quest))
                _mark_quest(now, fact.succeeded, "merlin" in deal)
                now.leader = (now.leader + 1) % players
            case MerlinNamed():
                assert now.phase == "assassinating"
                assert fact.assassin == who_assassinates(deal) != fact.target
                assert fact.found == (deal[fact.target] == "merlin")
                if fact.found:
                    now.end("evil", "merlin_found")
                else:
                    now.end("good", "merlin_missed")
        if isinstance(fact, TeamVoted) and now.phase != "questing":
            now.leader = (now.leader + 1) % players
    return now


def _count_votes(now: Standing, votes: list[int]) -> None:
    if votes.count(1) > votes.count(0):
        now.phase = "questing"
        return
    now.rejections += 1
    if now.rejections == 5:
        now.end("evil", "five_rejections")
    else:
        now.phase = "proposing"


def _mark_quest(now: Standing, succeeded: bool, merlin: bool) -> None:
    now.rejections = 0
    now.quest += 1
    if succeeded:
        now.successes += 1
    else:
        now.failures += 1
    now.phase = "proposing"
    if now.failures == 3:
        now.end("evil", "three_fails")
    elif now.successes == 3 and merlin:
        now.phase = "assassinating"
    elif now.successes == 3:
        now.end("good", "three_successes")
