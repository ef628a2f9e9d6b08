"""What a viewer may know: the only door to the secrets of a game.

Screens, exports and tests of secrecy all go through `view`; what it does not hand over can't leak.
"""

from typing import assert_never

from msgspec import Struct

from telegram_avalon.rules import record as told
from telegram_avalon.rules.model import (
    Assassinating,
    Card,
    Fact,
    Game,
    Over,
    Phase,
    Proposing,
    Questing,
    Ruleset,
    Seat,
    Setup,
    Vote,
    Voting,
)
from telegram_avalon.rules.refusals import Reason, Refused
from telegram_avalon.rules.roles import CHARACTERS, STAND_INS, Role, Sign


class Knowledge(Struct, frozen=True):
    """What a seat learnt at the deal, in seat order, so that the order tells nothing."""

    evil: tuple[Seat, ...] = ()
    """Seen as evil: never which character."""
    merlins: tuple[Seat, ...] = ()
    """One of them is Merlin."""
    assassinates: bool = False
    """Whether this seat will name Merlin: the Assassin, or who stands in for a missing one."""


class VotingSeen(Struct, frozen=True):
    team: tuple[Seat, ...]
    voted: tuple[Seat, ...]
    mine: Vote | None


class QuestingSeen(Struct, frozen=True):
    """No count of cards: good answers at once and evil thinks, so a count would tell."""

    team: tuple[Seat, ...]
    mine: Card | None


class AssassinatingSeen(Struct, frozen=True):
    """*targets* and *aim* are there for the one who is asked only."""

    asked: bool
    targets: tuple[Seat, ...] = ()
    aim: Seat | None = None


PhaseSeen = Proposing | VotingSeen | QuestingSeen | AssassinatingSeen | Over


class View(Struct, frozen=True):
    """A game as one seat, or the public (seat None), may see it."""

    seat: Seat | None
    players: int
    ruleset: Ruleset
    in_play: frozenset[Role]
    """Which characters were dealt: public; who holds them is not."""
    record: tuple[Fact, ...]
    phase: PhaseSeen
    leader: Seat
    """Who leads now; after the last quest, who would."""
    quest: int
    """The quest being prepared or played; 6 once five have been played."""
    rejections: int
    role: Role | None
    knowledge: Knowledge
    deal: tuple[Role, ...] | None
    """All characters by seat, once the game is over."""

    @property
    def step(self) -> int:
        return len(self.record)


def view(game: Game, seat: Seat | None) -> View:
    """What *seat* may know of the game, or what everybody may (seat None).

    Raises `Refused` for a seat that is none: a wrong index must not read another's secrets.
    """
    check_seat(game, seat)
    setup = game.setup
    return View(
        seat=seat,
        players=game.players,
        ruleset=setup.ruleset,
        in_play=frozenset(setup.deal),
        record=game.record,
        phase=_seen(game.phase, setup, seat),
        leader=told.leader(game.record, setup.first_leader, game.players),
        quest=told.current_quest(game.record),
        rejections=told.rejections(game.record),
        role=None if seat is None else setup.deal[seat],
        knowledge=Knowledge() if seat is None else knowledge(setup, seat),
        deal=setup.deal if isinstance(game.phase, Over) else None,
    )


def check_seat(game: Game, seat: Seat | None) -> None:
    if seat is not None and not 0 <= seat < game.players:
        raise Refused(Reason.NO_SUCH_SEAT)


def knowledge(setup: Setup, seat: Seat) -> Knowledge:
    """What *seat* learns at the deal: the signs its character sees and others show."""
    role = setup.deal[seat]
    return Knowledge(
        evil=_showing(setup, seat, {Sign.EVIL_TO_EVIL, Sign.EVIL_TO_MERLIN}),
        merlins=_showing(setup, seat, {Sign.MERLIN_TO_PERCIVAL}),
        assassinates=Role.MERLIN in setup.deal
        and role == next((r for r in STAND_INS if r in setup.deal), None),
    )


def targets(setup: Setup, assassin: Seat) -> tuple[Seat, ...]:
    """Whom the Assassin may name: all but themselves and those shown to them as evil at the deal.

    Oberon stays on the list: leaving him out would betray him.
    """
    known = knowledge(setup, assassin).evil
    return tuple(
        Seat(seat) for seat in range(len(setup.deal)) if seat != assassin and seat not in known
    )


def _showing(setup: Setup, seat: Seat, signs: set[Sign]) -> tuple[Seat, ...]:
    wanted = CHARACTERS[setup.deal[seat]].sees & signs
    return tuple(
        Seat(other)
        for other, role in enumerate(setup.deal)
        if other != seat and CHARACTERS[role].shows & wanted
    )


def _seen(phase: Phase, setup: Setup, seat: Seat | None) -> PhaseSeen:
    match phase:
        case Voting(team=team, votes=votes):
            voted = tuple(Seat(s) for s, vote in enumerate(votes) if vote is not None)
            return VotingSeen(team, voted, None if seat is None else votes[seat])
        case Questing(team=team, cards=cards):
            return QuestingSeen(team, cards[team.index(seat)] if seat in team else None)
        case Assassinating(assassin=assassin, aim=aim):
            if seat != assassin:
                return AssassinatingSeen(asked=False)
            return AssassinatingSeen(True, targets(setup, assassin), aim)
        case Proposing() | Over():
            return phase
        case never:
            assert_never(never)
