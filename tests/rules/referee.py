"""A whole game with every option as one straight program, told apart from the package.

It is a generator: it yields the question that must be open now, and is sent what then happened.
`BY_ITSELF` stands where something must happen without a question.
"""

from collections.abc import Collection, Generator, Iterable
from dataclasses import dataclass, field

from telegram_avalon.rules import (
    CardsLaid,
    Fact,
    Game,
    LadyUsed,
    MerlinNamed,
    OpinionsGiven,
    Option,
    PlotDrawn,
    PlotGiven,
    PlotPassed,
    PlotUsed,
    QuestPlayed,
    Setup,
    TeamProposed,
    TeamVoted,
)
from tests.rules import rulebook

Question = tuple[object, ...]
BY_ITSELF: Question = ("by itself",)

DRAWN = {5: 1, 6: 1, 7: 2, 8: 2, 9: 3, 10: 3}

HELD = {"opinion_maker", "no_confidence", "close_eye", "strong_leader", "spotlight"}

DECK = """
overheard             0  2
opinion_maker         1  2
open_up               0  1
establish_confidence  0  1
no_confidence         1  3
close_eye             2  2
strong_leader         2  2
spotlight             0  1
take_responsibility   1  1
"""


def deck(players: int) -> list[str]:
    """The cards by the table of the expansion."""
    column = 1 if players < 7 else 2
    rows = [line.split() for line in DECK.strip().splitlines()]
    return [row[0] for row in rows for _ in range(int(row[column]))]


Part = Generator[Question, Fact, None]


@dataclass
class Referee:
    """Knows the set-up and keeps everything else by hand."""

    setup: Setup
    leader: int = 0
    round: int = 1
    rejections: int = 0
    results: dict[int, bool] = field(default_factory=dict)
    hands: list[tuple[str, int, int]] = field(default_factory=list)
    """Card, holder, round in which they got it."""
    gone: list[str] = field(default_factory=list)
    ladies: list[int] = field(default_factory=list)
    unasked: Collection[tuple[int, str]] = ()
    quest: int = 0
    team: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        self.players = len(self.setup.deal)
        self.leader = self.setup.first_leader
        self.deck = [str(card) for card in self.setup.plot_deck]
        self.ladies = [(self.leader - 1) % self.players]
        self.program = self._game()
        self.question = next(self.program)

    def told(self, facts: Iterable[Fact], game: Game) -> None:
        """Send what happened; *game* is what it led to."""
        self.unasked = {(seat, str(card)) for seat, card in game.unasked}
        for fact in facts:
            self.question = self.program.send(fact)

    # --- the game ---------------------------------------------------------------------------------

    def _game(self) -> Part:
        for self.round in range(1, 6):
            if self._on(Option.PLOT_CARDS):
                yield from self._strong_leader()
                yield from self._plot_cards()
            yield from self._agree_on_a_team()
            spotlit = yield from self._spotlight()
            yield from self._play(spotlit)
            self.leader = (self.leader + 1) % self.players
            self.rejections = 0
            yield from self._perhaps_the_end()
            if self._on(Option.LADY) and self.round in {2, 3, 4}:
                yield from self._lady()
        raise AssertionError("five rounds without an end")

    def _perhaps_the_end(self) -> Part:
        results = list(self.results.values())
        if results.count(False) == 3:
            yield ("over", "evil", "three_fails")
        if results.count(True) == 3 and "merlin" not in self.setup.deal:
            yield ("over", "good", "three_successes")
        if results.count(True) == 3:
            assassin = rulebook.who_assassinates(self.setup.deal)
            fact = yield ("assassinating", assassin)
            assert isinstance(fact, MerlinNamed)
            assert fact.found == (self.setup.deal[fact.target] == "merlin")
            if fact.found:
                yield ("over", "evil", "merlin_found")
            yield ("over", "good", "merlin_missed")

    def _lady(self) -> Part:
        holder = self.ladies[-1]
        fact = yield ("examining", holder)
        assert isinstance(fact, LadyUsed)
        assert fact.holder == holder
        assert fact.target not in self.ladies
        self.ladies.append(fact.target)

    # --- plot cards -------------------------------------------------------------------------------

    def _strong_leader(self) -> Part:
        answered = {self.leader}
        seat: int | None = None
        while (seat := self._next("strong_leader", answered, seat)) is not None:
            fact = yield ("asked", "strong_leader", seat)
            answered.add(seat)
            if self._played(fact, "strong_leader", seat, [None]) is not None:
                self.leader = seat
                return

    def _plot_cards(self) -> Part:
        number = DRAWN[self.players]
        drawn, self.deck = self.deck[:number], self.deck[number:]
        assert len(drawn) == number
        fact = yield BY_ITSELF
        assert isinstance(fact, PlotDrawn)
        assert (fact.leader, list(fact.cards)) == (self.leader, drawn)
        while drawn:
            fact = yield ("giving", self.leader, sorted(drawn))
            assert isinstance(fact, PlotGiven)
            assert fact.leader == self.leader != fact.receiver
            drawn.remove(fact.card)
            if fact.card in HELD:
                self.hands.append((str(fact.card), fact.receiver, self.round))
            else:
                self.gone.append(str(fact.card))
                yield from self._carry_out(str(fact.card), fact.receiver)

    def _carry_out(self, card: str, receiver: int) -> Part:
        match card:
            case "open_up":
                fact = yield BY_ITSELF
                self._must(fact, card, self.leader, [receiver])
            case "overheard":
                beside = [(receiver - 1) % self.players, (receiver + 1) % self.players]
                fact = yield ("asked", card, receiver)
                self._must(fact, card, receiver, beside)
            case "establish_confidence":
                others = [seat for seat in range(self.players) if seat != receiver]
                fact = yield ("asked", card, receiver)
                self._must(fact, card, receiver, others)
            case "take_responsibility":
                yield from self._take(receiver)
            case _:
                raise AssertionError(card)

    def _take(self, receiver: int) -> Part:
        there = {(card, holder) for card, holder, _ in self.hands if holder != receiver}
        if not there:
            return
        alone = len(there) == 1
        fact = yield BY_ITSELF if alone else ("asked", "take_responsibility", receiver)
        assert isinstance(fact, PlotUsed)
        assert (fact.card, fact.seat) == ("take_responsibility", receiver)
        assert (fact.taken, fact.target) in there
        assert fact.target is not None
        self._lay_off(str(fact.taken), fact.target)
        self.hands.append((str(fact.taken), receiver, self.round))

    def _spotlight(self) -> Generator[Question, Fact, int | None]:
        for seat in self._clockwise():
            if self._has("spotlight", seat):
                fact = yield ("asked", "spotlight", seat)
                return self._played(fact, "spotlight", seat, self.team)
        return None

    def _played(
        self, fact: Fact, card: str, seat: int, targets: Collection[int | None]
    ) -> int | None:
        """On whom *card* was played (oneself if it takes nobody), None if it was passed."""
        if isinstance(fact, PlotPassed):
            assert (fact.card, fact.seat) == (card, seat)
            return None
        self._must(fact, card, seat, targets)
        assert isinstance(fact, PlotUsed)
        self._lay_off(card, seat)
        self.gone.append(card)
        return seat if fact.target is None else fact.target

    def _must(self, fact: Fact, card: str, seat: int, targets: Collection[int | None]) -> None:
        assert isinstance(fact, PlotUsed)
        assert (fact.card, fact.seat, fact.taken) == (card, seat, None)
        assert fact.target in targets

    # --- team, vote, quest ------------------------------------------------------------------------

    def _agree_on_a_team(self) -> Part:
        self.no_confidence: set[int] = set()
        for self.rejections in range(5):
            fact = yield ("proposing", self.leader, self._quests())
            assert isinstance(fact, TeamProposed)
            assert fact.leader == self.leader
            assert fact.quest in self._quests()
            assert sorted(set(fact.team)) == list(fact.team)
            assert set(fact.team) <= set(range(self.players))
            assert len(fact.team) == rulebook.team_size(self.players, fact.quest)
            self.quest, self.team = fact.quest, fact.team
            if self._on(Option.UNVOTED_FIFTH) and self.rejections == 4:
                return
            if (yield from self._vote()) and not (yield from self._turned_down()):
                return
            self.leader = (self.leader + 1) % self.players
        self.rejections = 5
        yield ("over", "evil", "five_rejections")

    def _vote(self) -> Generator[Question, Fact, bool]:
        makers = sorted({seat for card, seat, _ in self.hands if card == "opinion_maker"})
        open_votes: dict[int, int] = {}
        if makers:
            fact = yield ("opinions", makers)
            assert isinstance(fact, OpinionsGiven)
            assert (fact.quest, fact.leader, fact.team) == (self.quest, self.leader, self.team)
            assert [seat for seat, _ in fact.votes] == makers
            open_votes = {int(seat): int(vote) for seat, vote in fact.votes}
        fact = yield ("voting", makers)
        assert isinstance(fact, TeamVoted)
        assert (fact.quest, fact.leader, fact.team) == (self.quest, self.leader, self.team)
        votes = [int(vote) for vote in fact.votes]
        assert len(votes) == self.players
        assert all(votes[seat] == vote for seat, vote in open_votes.items())
        return votes.count(1) > votes.count(0)

    def _turned_down(self) -> Generator[Question, Fact, bool]:
        seat: int | None = None
        while (seat := self._next("no_confidence", self.no_confidence, seat)) is not None:
            fact = yield ("asked", "no_confidence", seat)
            self.no_confidence.add(seat)
            if self._played(fact, "no_confidence", seat, [None]) is not None:
                return True
        return False

    def _play(self, spotlit: int | None) -> Part:
        fact = yield ("questing", spotlit)
        seen: set[int | None] = {spotlit}
        answered: set[int] = set()
        seat: int | None = None
        if self._may_look(seen, answered, seat) is not None:
            assert isinstance(fact, CardsLaid)
            assert (fact.quest, fact.team, fact.spotlit) == (self.quest, self.team, spotlit)
            shown = fact.shown
            while (seat := self._may_look(seen, answered, seat)) is not None:
                fact = yield ("asked", "close_eye", seat)
                answered.add(seat)
                seen.add(self._played(fact, "close_eye", seat, set(self.team) - seen - {seat}))
            fact = yield BY_ITSELF
            assert isinstance(fact, QuestPlayed)
            assert fact.shown == shown
        assert isinstance(fact, QuestPlayed)
        self._mark(fact, spotlit)

    def _may_look(
        self, seen: set[int | None], answered: set[int], before: int | None
    ) -> int | None:
        nobody = {seat for seat in range(self.players) if not set(self.team) - seen - {seat}}
        return self._next("close_eye", answered | nobody, before)

    def _mark(self, fact: QuestPlayed, spotlit: int | None) -> None:
        assert (fact.quest, fact.team, fact.spotlit) == (self.quest, self.team, spotlit)
        assert (fact.shown is None) == (spotlit is None)
        evil = sum(self.setup.deal[seat] in rulebook.EVIL_CHARACTERS for seat in self.team)
        most = len(self.team) if self._on(Option.GOOD_MAY_FAIL) else evil
        assert 0 <= fact.fails <= most
        assert fact.shown != 0 or fact.fails > 0
        assert fact.shown != 1 or fact.fails < len(self.team)
        assert fact.succeeded == (fact.fails < rulebook.fails_needed(self.players, self.quest))
        self.results[fact.quest] = fact.succeeded

    # --- looking things up ------------------------------------------------------------------------

    def _on(self, option: Option) -> bool:
        return option in self.setup.ruleset.options

    def _quests(self) -> list[int]:
        """Among which quests the leader can choose."""
        if not self._on(Option.TARGETING):
            return [self.round]
        left = [quest for quest in rulebook.QUESTS if quest not in self.results]
        two = list(self.results.values()).count(True) >= 2
        return left if two else [quest for quest in left if quest != 5]

    def _clockwise(self) -> list[int]:
        return [*range(self.leader, self.players), *range(self.leader)]

    def _has(self, card: str, seat: int) -> bool:
        """Whether *seat* has such a card that can be played, and wants to be asked."""
        mine = [since for one, holder, since in self.hands if (one, holder) == (card, seat)]
        if card == "strong_leader":
            mine = [since for since in mine if since < self.round]
        return bool(mine) and (seat, card) not in self.unasked

    def _next(self, card: str, answered: Collection[int], before: int | None) -> int | None:
        """Who is asked after *before*, first the leader; who has answered is not asked again.

        The question goes round once: whoever wants to be asked again too late was passed over.
        """
        order = self._clockwise()
        turns = order if before is None else order[order.index(before) + 1 :]
        return next((s for s in turns if s not in answered and self._has(card, s)), None)

    def _lay_off(self, card: str, seat: int) -> None:
        first = next(one for one in self.hands if one[:2] == (card, seat))
        self.hands.remove(first)
