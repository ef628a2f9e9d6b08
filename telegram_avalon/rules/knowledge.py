"""What a viewer may know: the only door to the secrets of a game.

Screens, exports and tests of secrecy all go through `view`; what it does not hand over can't leak.
"""

from typing import assert_never

from msgspec import Struct

from telegram_avalon.rules import lady, targeting
from telegram_avalon.rules import record as told
from telegram_avalon.rules.asking import Choice, choices, must
from telegram_avalon.rules.course import unvoted
from telegram_avalon.rules.held import Held, discarded, held
from telegram_avalon.rules.model import (
    Assassinating,
    Card,
    Examining,
    Game,
    Giving,
    OpinionVoting,
    Over,
    Phase,
    PlotAsked,
    Proposing,
    Questing,
    Ruleset,
    Seat,
    Setup,
    Vote,
    Voting,
)
from telegram_avalon.rules.options import Option
from telegram_avalon.rules.plot import PlotCard
from telegram_avalon.rules.refusals import Reason, Refused
from telegram_avalon.rules.roles import CHARACTERS, STAND_INS, Role, Sign
from telegram_avalon.rules.seen import FactSeen, Seen, record_seen, seen_alone


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
    opinions: tuple[tuple[Seat, Vote], ...] = ()
    """The Opinion Makers' votes, which are open and stand; they are among *voted* too."""


class OpinionVotingSeen(Struct, frozen=True):
    team: tuple[Seat, ...]
    makers: tuple[Seat, ...]
    voted: tuple[Seat, ...]
    mine: Vote | None


class QuestingSeen(Struct, frozen=True):
    """No count of cards: good answers at once and evil thinks, so a count would tell."""

    team: tuple[Seat, ...]
    mine: Card | None
    spotlit: Seat | None = None
    """Who plays face up."""


class AssassinatingSeen(Struct, frozen=True):
    """*targets* and *aim* are there for the one who is asked only."""

    asked: bool
    targets: tuple[Seat, ...] = ()
    aim: Seat | None = None


class ExaminingSeen(Struct, frozen=True):
    holder: Seat
    targets: tuple[Seat, ...]


class PlotAskedSeen(Struct, frozen=True):
    """All of it is public."""

    card: PlotCard
    seat: Seat
    choices: tuple[Choice, ...]
    must: bool
    """Whether it has to be carried out: no passing."""


PhaseSeen = (
    Proposing
    | VotingSeen
    | QuestingSeen
    | AssassinatingSeen
    | Over
    | ExaminingSeen
    | Giving
    | PlotAskedSeen
    | OpinionVotingSeen
)


def asked_in_secret(phase: Phase | PhaseSeen) -> bool:
    """Whether the table doesn't know who is asked: it is the Assassin, or who stands in."""
    return isinstance(phase, Assassinating | AssassinatingSeen)


class View(Struct, frozen=True):
    """A game as one seat, or the public (seat None), may see it."""

    seat: Seat | None
    players: int
    ruleset: Ruleset
    in_play: frozenset[Role]
    """Which characters were dealt: public; who holds them is not."""
    record: tuple[FactSeen, ...]
    phase: PhaseSeen
    leader: Seat
    """Who leads now; after the last quest, who would."""
    quest: int
    """The quest being prepared or played; 6 once five have been played.

    With Targeting 0 while the leader still has to choose it.
    """
    rejections: int
    role: Role | None
    knowledge: Knowledge
    deal: tuple[Role, ...] | None
    """All characters by seat, once the game is over."""
    quests: tuple[int, ...] = ()
    """The quests between which the leader can choose now (Targeting)."""
    unvoted: bool = False
    """Whether the team now proposed, or to be proposed, goes without a vote."""
    lady: Seat | None = None
    """Who holds the Lady of the Lake, where she is in play."""
    held: tuple[Held, ...] = ()
    """The plot cards before the players, the oldest first."""
    discarded: tuple[PlotCard, ...] = ()
    seen: tuple[Seen, ...] = ()
    """What this seat alone has seen since the deal."""
    unasked: tuple[PlotCard, ...] = ()
    """The plot cards for which this seat doesn't want to be asked."""

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
        record=record_seen(game, seat),
        phase=_seen(game, seat),
        leader=told.leading(game),
        quest=targeting.quest(game) or 0,
        rejections=told.rejections(game.record),
        role=None if seat is None else setup.deal[seat],
        knowledge=Knowledge() if seat is None else knowledge(setup, seat),
        deal=setup.deal if isinstance(game.phase, Over) else None,
        quests=targeting.choices(game) if isinstance(game.phase, Proposing) else (),
        unvoted=unvoted(game),
        lady=lady.holder(game),
        held=held(game.record),
        discarded=discarded(game.record),
        seen=() if seat is None else seen_alone(game, seat),
        unasked=tuple(card for holder, card in game.unasked if holder == seat),
    )


def check_seat(game: Game, seat: Seat | None) -> None:
    if seat is not None and not 0 <= seat < game.players:
        raise Refused(Reason.NO_SUCH_SEAT)


def knowledge(setup: Setup, seat: Seat) -> Knowledge:
    """What *seat* learns at the deal: the signs its character sees and others show."""
    role = setup.deal[seat]
    blind = Option.BLIND_SPIES in setup.ruleset.options
    evil = {Sign.EVIL_TO_MERLIN} if blind else {Sign.EVIL_TO_EVIL, Sign.EVIL_TO_MERLIN}
    return Knowledge(
        evil=_showing(setup, seat, evil),
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


def _seen(game: Game, seat: Seat | None) -> PhaseSeen:
    phase: Phase = game.phase
    match phase:
        case Voting(team=team, votes=votes):
            voted = tuple(Seat(s) for s, vote in enumerate(votes) if vote is not None)
            mine = None if seat is None else votes[seat]
            return VotingSeen(team, voted, mine, tuple(told.opinions(game.record).items()))
        case OpinionVoting(team=team, makers=makers, votes=votes):
            cast = {maker: v for maker, v in zip(makers, votes, strict=True) if v is not None}
            mine = None if seat is None else cast.get(seat)
            return OpinionVotingSeen(team, makers, tuple(cast), mine)
        case Questing(team=team, cards=cards):
            own = cards[team.index(seat)] if seat in team else None
            return QuestingSeen(team, own, told.spotlit(game.record))
        case Assassinating(assassin=assassin, aim=aim):
            if seat != assassin:
                return AssassinatingSeen(asked=False)
            return AssassinatingSeen(True, targets(game.setup, assassin), aim)
        case Examining(holder=holder):
            return ExaminingSeen(holder, lady.targets(game))
        case PlotAsked(card=card, seat=holder):
            return PlotAskedSeen(card, holder, choices(game, card, holder), must(card))
        case Proposing() | Giving() | Over():
            return phase
        case never:
            assert_never(never)
