"""The rules once more, for records of finished games: slow, simple, and on its own.

Nothing of the package is used and nothing of its code was looked at: this reads the JSON that
/export gives, follows it event by event with counters in variables, and says where it can't have
happened so. All seats here are those of the record, counted from 1.
"""

from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]

EVIL_PLAYERS = {5: 2, 6: 2, 7: 3, 8: 3, 9: 3, 10: 4}
TEAM_SIZES = {
    5: [2, 3, 2, 3, 3],
    6: [2, 3, 4, 3, 4],
    7: [2, 3, 3, 4, 4],
    8: [3, 4, 4, 5, 5],
    9: [3, 4, 4, 5, 5],
    10: [3, 4, 4, 5, 5],
}
GOOD = {"merlin", "percival", "servant"}
EVIL = {"assassin", "mordred", "morgana", "oberon", "minion"}
CHOSEN = ["merlin", "percival", "mordred", "morgana", "oberon"]
NEED_MERLIN = {"percival", "mordred", "morgana"}
OPTIONS = [
    "lady",
    "targeting",
    "plot_cards",
    "blind_spies",
    "unvoted_fifth",
    "good_may_fail",
    "anonymous_votes",
]
# Copies with 5 and 6 players, and with 7 to 10.
PLOT_CARDS = {
    "overheard": (0, 2),
    "opinion_maker": (1, 2),
    "open_up": (0, 1),
    "establish_confidence": (0, 1),
    "no_confidence": (1, 3),
    "close_eye": (2, 2),
    "strong_leader": (2, 2),
    "spotlight": (0, 1),
    "take_responsibility": (1, 1),
}
AT_ONCE = {"overheard", "open_up", "establish_confidence", "take_responsibility"}
DRAWN = {5: 1, 6: 1, 7: 2, 8: 2, 9: 3, 10: 3}


class Impossible(Exception):  # noqa: N818
    """The record can't be that of a game played by the rules; the text says where and why."""


def check(record: Json) -> None:
    """Raises `Impossible`."""
    Replay(record).run()


class Replay:
    def __init__(self, record: Json) -> None:
        self.record = record
        self.players: int = record["players"]
        self.options = set(record["options"])
        self.events: list[Json] = record["events"]
        self.at = 0
        self.side = {player["seat"]: player["side"] for player in record["seats"]}
        self.character = {p["seat"]: p.get("character") for p in record["seats"]}
        self.leader: int = record["first_leader"]
        self.round = 1
        self.track = 0
        self.results: dict[int, bool] = {}
        """By quest, whether it succeeded."""
        self.deck = list(record.get("plot_deck", []))
        self.held: list[list[Any]] = []
        """Plot cards that lie before players: card, seat, round in which that seat got it."""
        self.chances: set[tuple[str, int]] = set()
        """Who has used or passed which card in this round."""
        self.silent: set[tuple[str, int]] = set()
        """Who may have asked, when passing, not to be asked again."""
        self.ladies: list[int] = []
        self.team: list[int] = []
        self.quest = 0

    # --- helpers ---------------------------------------------------------------------------

    def must(self, right: bool, what: str) -> None:
        if not right:
            raise Impossible(f"event {self.at + 1}, round {self.round}: {what}")

    def kind(self) -> str:
        """What comes next; "" after the last event."""
        return str(self.events[self.at]["event"]) if self.at < len(self.events) else ""

    def take(self, kind: str) -> Json:
        self.must(self.kind() == kind, f"{kind} expected, not {self.kind() or 'the end'}")
        event = self.events[self.at]
        self.must(event["round"] == self.round, "wrong round")
        for name in ("leader", "receiver", "seat", "target", "holder", "assassin", "spotlit"):
            if name in event:
                self.must(1 <= event[name] <= self.players, f"no such {name}")
        return event

    def done(self) -> None:
        self.at += 1

    def next_seat(self, seat: int) -> int:
        return 1 if seat == self.players else seat + 1

    def seat_before(self, seat: int) -> int:
        return self.players if seat == 1 else seat - 1

    def clockwise(self) -> Iterator[int]:
        """All seats, the leader first."""
        seat = self.leader
        for _ in range(self.players):
            yield seat
            seat = self.next_seat(seat)

    def holders(self, card: str) -> set[int]:
        return {seat for held, seat, _ in self.held if held == card}

    def successes(self) -> int:
        return list(self.results.values()).count(True)

    def failures(self) -> int:
        return list(self.results.values()).count(False)

    # --- the whole game --------------------------------------------------------------------

    def run(self) -> None:
        self.set_up()
        if "lady" in self.options:
            self.ladies = [self.seat_before(self.leader)]
            self.must(self.record.get("lady") == self.ladies[0], "the Lady starts elsewhere")
        else:
            self.must("lady" not in self.record, "nobody plays with the Lady")
        winner, ending = self.rounds()
        self.must(self.at == len(self.events), "the game was over before")
        result = self.record["result"]
        self.must(result["winner"] == winner, f"the winner was {winner}")
        self.must(result["ending"] == ending, f"the ending was {ending}")

    def rounds(self) -> tuple[str, str]:
        while True:
            if not self.play_round():
                return "evil", "five_rejections"
            if self.failures() == 3:
                return "evil", "three_fails"
            if self.successes() == 3:
                if "merlin" not in self.character.values():
                    return "good", "three_successes"
                if self.assassination():
                    return "evil", "merlin_found"
                return "good", "merlin_missed"
            if "lady" in self.options and len(self.results) in (2, 3, 4):
                self.use_lady()
            self.leader = self.next_seat(self.leader)
            self.round += 1

    def play_round(self) -> bool:
        """False where evil has won by five rejections."""
        self.track = 0
        self.chances = set()
        if "plot_cards" in self.options:
            self.strong_leader()
            self.plot_cards()
        while not self.proposal():
            self.leader = self.next_seat(self.leader)
            if self.track == 5:
                return False
        self.play_quest()
        return True

    # --- set-up: sections 1 and 2 ------------------------------------------------------------

    def set_up(self) -> None:
        record = self.record
        avalon = record["game"] == "avalon"
        self.must(5 <= self.players <= 10, "five to ten play")
        seats = [player["seat"] for player in record["seats"]]
        self.must(seats == list(range(1, self.players + 1)), "the seats")
        self.must(1 <= self.leader <= self.players, "no such first leader")
        self.in_order(record["options"], OPTIONS, "the options")
        self.must(not avalon or "blind_spies" not in self.options, "Blind Spies in Avalon")
        sides = list(self.side.values())
        self.must(sides.count("evil") == EVIL_PLAYERS[self.players], "how many are evil")
        self.must(sides.count("good") + sides.count("evil") == self.players, "a third side")
        if avalon:
            self.characters()
        else:
            self.must(not record["characters"], "characters chosen in The Resistance")
            self.must(not any(self.character.values()), "a character in The Resistance")
        for player in record["seats"]:
            knows = player.get("knows", {})
            evil, merlins = self.knowledge(player["seat"])
            self.must(knows.get("evil", []) == evil, f"seat {player['seat']} knows evil {evil}")
            self.must(
                knows.get("merlin_among", []) == merlins,
                f"seat {player['seat']} sees Merlin in {merlins}",
            )
        deck = sorted(self.deck)
        copies = 0 if self.players <= 6 else 1
        full = sorted(card for card, row in PLOT_CARDS.items() for _ in range(row[copies]))
        self.must(deck == (full if "plot_cards" in self.options else []), "the plot deck")

    def in_order(self, told: list[Any], every: list[Any], what: str) -> None:
        """Some of *every*, each once, and in that order."""
        self.must(set(told) <= set(every), f"{what}: unknown")
        self.must(told == [each for each in every if each in told], f"{what}: not in order")

    def characters(self) -> None:
        chosen = self.record["characters"]
        self.in_order(chosen, CHOSEN, "who was chosen")
        if "merlin" not in chosen:
            self.must(not NEED_MERLIN & set(chosen), "chosen without Merlin")
        dealt = list(self.character.values())
        for seat, character in self.character.items():
            self.must(character in GOOD | EVIL, f"no such character: {character}")
            right = "good" if character in GOOD else "evil"
            self.must(self.side[seat] == right, f"{character} is {right}")
        for character in CHOSEN:
            self.must(dealt.count(character) == chosen.count(character), f"{character} dealt")
        evil_chosen = len(EVIL & set(chosen))
        self.must(evil_chosen <= EVIL_PLAYERS[self.players], "too many evil characters")
        assassin = "merlin" in chosen and evil_chosen < EVIL_PLAYERS[self.players]
        self.must(dealt.count("assassin") == int(assassin), "the Assassin")

    def knowledge(self, me: int) -> tuple[list[int], list[int]]:
        """Whom a seat knows to be evil, and in whom it sees Merlin."""
        others = [seat for seat in range(1, self.players + 1) if seat != me]
        evil = [seat for seat in others if self.side[seat] == "evil"]
        mine = self.character[me]
        if self.record["game"] == "resistance":
            blind = "blind_spies" in self.options or self.side[me] == "good"
            return ([] if blind else evil), []
        if mine == "merlin":
            return [seat for seat in evil if self.character[seat] != "mordred"], []
        if mine == "percival":
            return [], [s for s in others if self.character[s] in ("merlin", "morgana")]
        if self.side[me] == "evil" and mine != "oberon":
            return [seat for seat in evil if self.character[seat] != "oberon"], []
        return [], []

    # --- a proposal: sections 3 and 4 --------------------------------------------------------

    def proposal(self) -> bool:
        """Whether its team goes on the quest."""
        event = self.take("team_proposed")
        self.must(event["leader"] == self.leader, f"the leader is {self.leader}")
        self.must(event["proposal"] == self.track + 1, f"it is proposal {self.track + 1}")
        self.quest = event["quest"]
        if "targeting" in self.options:
            self.must(self.quest in (1, 2, 3, 4, 5), "no such quest")
            self.must(self.quest not in self.results, "that quest was played")
            self.must(self.quest != 5 or self.successes() >= 2, "quest 5 is not open yet")
        else:
            self.must(self.quest == self.round, "quests go in their order")
        self.team = event["team"]
        size = TEAM_SIZES[self.players][self.quest - 1]
        self.must(len(self.team) == size, f"{size} go on quest {self.quest}")
        self.must(len(set(self.team)) == size, "somebody twice in a team")
        self.must(all(1 <= seat <= self.players for seat in self.team), "no such member")
        self.must(self.team == sorted(self.team), "a team stands in the order of seats")
        self.done()
        if "unvoted_fifth" in self.options and self.track == 4:
            return True
        return self.vote() and not self.no_confidence()

    def vote(self) -> bool:
        opinions: dict[int, str] = {}
        makers = self.holders("opinion_maker")
        if makers:
            event = self.take("opinions_given")
            self.must(len(event["votes"]) == len(makers), "each Opinion Maker votes once")
            opinions = {voted["seat"]: voted["vote"] for voted in event["votes"]}
            self.must(opinions.keys() == makers, f"the Opinion Makers are {makers}")
            self.in_order([*opinions], [*self.side], "the opinions")
            self.done()
        event = self.take("team_voted")
        votes = {voted["seat"]: voted["vote"] for voted in event["votes"]}
        self.must(len(event["votes"]) == self.players, "everybody votes once")
        self.must(votes.keys() == self.side.keys(), "everybody votes")
        self.in_order([*votes], [*self.side], "the votes")
        self.must(set(votes.values()) <= {"approve", "reject"}, "no such vote")
        for seat, vote in opinions.items():
            self.must(votes[seat] == vote, "an Opinion Maker's vote stands")
        yes = list(votes.values()).count("approve")
        self.must(event["approvals"] == yes, "count of approvals")
        self.must(event["rejections"] == self.players - yes, "count of rejections")
        approved = yes > self.players - yes
        self.must(event["approved"] == approved, f"approved: {approved}")
        self.track += not approved
        self.must(event["track"] == self.track, f"the track stands at {self.track}")
        self.done()
        return approved

    # --- the quest ---------------------------------------------------------------------------

    def play_quest(self) -> None:
        spotlit = self.spotlight()
        seen, shown_before = self.close_eye(spotlit)
        event = self.take("quest_played")
        self.must(event["quest"] == self.quest, "another quest than proposed")
        self.must(event["team"] == self.team, "another team than approved")
        fails, size = event["fails"], len(self.team)
        self.must(event["successes"] == size - fails, "count of cards")
        shown = self.face_up(event, spotlit)
        if shown_before is not None:
            self.must(shown == shown_before, "the open card has changed")
        if shown is not None and spotlit is not None:
            seen[spotlit] = shown
        may_fail = [seat for seat in self.team if self.may_fail(seat)]
        for seat, card in seen.items():
            self.must(card == "success" or seat in may_fail, f"seat {seat} can't play Fail")
        certain = list(seen.values()).count("fail")
        possible = certain + len([seat for seat in may_fail if seat not in seen])
        self.must(certain <= fails <= possible, f"{certain} to {possible} Fails are possible")
        needed = 2 if self.quest == 4 and self.players >= 7 else 1
        self.must(event["fails_needed"] == needed, f"{needed} Fails are needed")
        self.must(event["succeeded"] == (fails < needed), "the quest's result")
        self.results[self.quest] = fails < needed
        self.done()

    def may_fail(self, seat: int) -> bool:
        return self.side[seat] == "evil" or "good_may_fail" in self.options

    def face_up(self, event: Json, spotlit: int | None) -> str | None:
        self.must(event.get("spotlit") == spotlit, f"who plays face up: {spotlit}")
        shown: str | None = event.get("shown")
        self.must((shown is None) == (spotlit is None), "a card is face up or it is not")
        return shown

    def assassination(self) -> bool:
        event = self.take("merlin_named")
        killers = [
            seat
            for name in ("assassin", "morgana", "mordred")
            for seat, character in self.character.items()
            if character == name
        ]
        self.must(event["assassin"] == killers[0], f"seat {killers[0]} assassinates")
        known, _ = self.knowledge(killers[0])
        self.must(event["target"] != killers[0], "the assassin names themselves")
        self.must(event["target"] not in known, "named although known to be evil")
        found: bool = self.character[event["target"]] == "merlin"
        self.must(event["found"] == found, f"Merlin found: {found}")
        self.done()
        return found

    # --- the Lady: section 5 -----------------------------------------------------------------

    def use_lady(self) -> None:
        event = self.take("lady_used")
        self.must(event["holder"] == self.ladies[-1], f"seat {self.ladies[-1]} holds the Lady")
        self.must(event["target"] not in self.ladies, "has held the Lady")
        self.must(event["loyalty"] == self.side[event["target"]], "the loyalty seen")
        self.ladies.append(event["target"])
        self.done()

    # --- plot cards: section 6 ---------------------------------------------------------------

    def asked(self, card: str, may: set[int], order: Iterator[int]) -> Json | None:
        """The use of *card* by one of *may*, asked in *order*; None if all pass.

        Who doesn't want to be asked passes without leaving a trace. That is said when passing, so
        it takes an earlier pass, and it ends when such a card comes or goes.
        """
        for seat in order:
            answer = (card, seat)
            if not self.answers(card, seat):
                asked = seat in may and answer not in self.chances
                self.must(not asked or answer in self.silent, f"seat {seat} has to be asked")
                continue
            event = self.take(self.kind())
            self.must(seat in may, f"seat {seat} can't play {card} now")
            self.must(answer not in self.chances, f"seat {seat} had its chance for {card}")
            self.chances.add(answer)
            if event["event"] == "plot_card_used":
                self.silent.discard(answer)
                return event
            self.silent.add(answer)
            self.done()
        return None

    def answers(self, card: str, seat: int) -> bool:
        """Whether what comes next is that *seat* uses or passes *card*."""
        if self.kind() not in ("plot_card_used", "plot_card_passed"):
            return False
        event = self.events[self.at]
        return bool(event["card"] == card and event["seat"] == seat)

    def only(self, event: Json, *names: str) -> None:
        """Of what the use of a card can say, these things and no others."""
        for name in ("target", "taken", "loyalty", "quest_card", "track"):
            self.must((name in event) == (name in names), f"{name} with {event['card']}")

    def discard(self, card: str, seat: int) -> None:
        """Take the card off its holder, the one held longest first."""
        for entry in self.held:
            if entry[:2] == [card, seat]:
                self.held.remove(entry)
                return
        raise AssertionError("not held")

    def strong_leader(self) -> None:
        may = {
            seat
            for card, seat, since in self.held
            if card == "strong_leader" and since < self.round and seat != self.leader
        }
        event = self.asked("strong_leader", may, self.clockwise())
        if event is not None:
            self.only(event)
            self.leader = event["seat"]
            self.discard("strong_leader", event["seat"])
            self.done()

    def plot_cards(self) -> None:
        event = self.take("plot_cards_drawn")
        self.must(event["leader"] == self.leader, f"the leader is {self.leader}")
        drawn, self.deck = self.deck[: DRAWN[self.players]], self.deck[DRAWN[self.players] :]
        self.must(event["cards"] == drawn, f"drawn were {drawn}")
        self.done()
        while drawn:
            event = self.take("plot_card_given")
            card, receiver = event["card"], event["receiver"]
            self.must(event["leader"] == self.leader, f"the leader is {self.leader}")
            self.must(card in drawn, f"{card} is not among the cards drawn")
            self.must(receiver != self.leader, "given to the leader")
            drawn.remove(card)
            self.done()
            if card in AT_ONCE:
                self.carry_out(card, receiver)
            else:
                self.held.append([card, receiver, self.round])
                self.silent.discard((card, receiver))

    def carry_out(self, card: str, receiver: int) -> None:
        if card == "take_responsibility" and all(seat == receiver for _, seat, _ in self.held):
            return
        event = self.take("plot_card_used")
        self.must(event["card"] == card, f"{card} is carried out first")
        user = self.leader if card == "open_up" else receiver
        self.must(event["seat"] == user, f"seat {user} carries out {card}")
        if card == "take_responsibility":
            self.only(event, "target", "taken")
            self.must(event["target"] != receiver, "taken from oneself")
            self.must(
                event["target"] in self.holders(event["taken"]),
                f"seat {event['target']} doesn't hold {event['taken']}",
            )
            self.discard(event["taken"], event["target"])
            self.held.append([event["taken"], receiver, self.round])
            self.silent -= {(event["taken"], receiver), (event["taken"], event["target"])}
        else:
            self.only(event, "target", "loyalty")
            self.show_loyalty(event, card, receiver)
        self.done()

    def show_loyalty(self, event: Json, card: str, receiver: int) -> None:
        target, shown = event["target"], event["seat"]
        if card == "overheard":
            near = (self.seat_before(receiver), self.next_seat(receiver))
            self.must(target in near, f"the neighbours are {near}")
            shown = target
        elif card == "open_up":
            self.must(target == receiver, "Open Up goes to whom it is shown")
        self.must(target != event["seat"], "shown to oneself")
        self.must(event["loyalty"] == self.side[shown], "the loyalty seen")

    def no_confidence(self) -> bool:
        """Whether the team just approved is turned down."""
        event = self.asked("no_confidence", self.holders("no_confidence"), self.clockwise())
        if event is None:
            return False
        self.only(event, "track")
        self.track += 1
        self.must(event["track"] == self.track, f"the track stands at {self.track}")
        self.discard("no_confidence", event["seat"])
        self.done()
        return True

    def spotlight(self) -> int | None:
        event = self.asked("spotlight", self.holders("spotlight"), self.clockwise())
        if event is None:
            return None
        self.only(event, "target")
        self.must(event["target"] in self.team, "not on the team")
        self.discard("spotlight", event["seat"])
        self.done()
        target: int = event["target"]
        return target

    def close_eye(self, spotlit: int | None) -> tuple[dict[int, str], str | None]:
        """The cards looked at, by whose they are, and the open one if it lay there by then."""
        seen: dict[int, str] = {}
        if self.kind() != "quest_cards_laid":
            self.must(self.kind() == "quest_played", "quest_played expected, nothing lies there")
            self.look(spotlit, seen, self.clockwise())
            return seen, None
        shown = self.face_up(self.take("quest_cards_laid"), spotlit)
        may = {s for s in self.holders("close_eye") if self.cards_for(s, spotlit, seen)}
        self.must(may != set(), "nobody could look at a card")
        self.done()
        self.must(any(self.answers("close_eye", seat) for seat in may), "one has to be asked")
        order = self.clockwise()
        while (event := self.look(spotlit, seen, order)) is not None:
            self.only(event, "target", "quest_card")
            self.must(
                event["target"] in self.cards_for(event["seat"], spotlit, seen),
                f"no card for seat {event['seat']}",
            )
            seen[event["target"]] = event["quest_card"]
            self.discard("close_eye", event["seat"])
            self.done()
        return seen, shown

    def look(self, spotlit: int | None, seen: dict[int, str], order: Iterator[int]) -> Json | None:
        holders = self.holders("close_eye")
        may = {seat for seat in holders if self.cards_for(seat, spotlit, seen)}
        return self.asked("close_eye", may, order)

    def cards_for(self, seat: int, spotlit: int | None, seen: dict[int, str]) -> list[int]:
        return [s for s in self.team if s not in (seat, spotlit) and s not in seen]
