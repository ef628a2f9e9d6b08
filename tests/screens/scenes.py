"""Tables at any point of a game, told in a few words, and what their chats then read."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from gettext import NullTranslations

from msgspec.structs import replace

from telegram_avalon.i18n.phrases import Words
from telegram_avalon.i18n.tongue import Tongue
from telegram_avalon.rules import (
    Aim,
    Assassinate,
    Assassinating,
    Card,
    CastVote,
    ChooseCard,
    ChooseQuest,
    Command,
    Examine,
    Examining,
    Game,
    GiveCard,
    Giving,
    Option,
    PassCard,
    Pick,
    PlayCard,
    PlotAsked,
    PlotCard,
    Propose,
    Questing,
    Role,
    Ruleset,
    Seat,
    Setup,
    UseCard,
    View,
    Vote,
    World,
    apply,
    begin,
    plot,
)
from telegram_avalon.rules.engine import leader
from telegram_avalon.screens import Links, Screen, message, question
from telegram_avalon.table import Person, Place, Scene, Table, scene

TABLE = "AbCd_fGh-jK"
PLACE = Place(-1001234567890, "Friday Knights")
LINKS = Links("avalon_bot", "https://t.me/c/1234567890/77")
NAMES = ("Anna", "Béla", "Csaba", "Dóra", "Emil", "Feri", "Gita", "Hugó", "Ilka", "Jenő")
ENGLISH = Words(Tongue(NullTranslations(), "en"))

_cast: ContextVar[tuple[Sequence[str], str] | None] = ContextVar("_cast", default=None)


def user(number: int) -> int:
    """The Telegram id of the player on seat *number*, counted from 1."""
    return 100 + number


def people(names: Sequence[str]) -> tuple[Person, ...]:
    return tuple(Person(user(number), name) for number, name in enumerate(names, start=1))


def characters(names: str) -> frozenset[Role]:
    return frozenset(map(Role, names.split()))


def lobby(names: Sequence[str] = (), chosen: str = "merlin", place: Place = PLACE) -> Table:
    """A lobby that the first of *names* opened."""
    ruleset = Ruleset(characters(chosen))
    return Table(TABLE, place, user(1), 0, 0, people=people(names), ruleset=ruleset)


def dealt(deal: str, names: Sequence[str] = NAMES, place: Place = PLACE) -> Table:
    """A game just dealt, the characters given seat by seat; seat 1 leads."""
    return seated(setup(deal), names, place)


def setup(deal: str) -> Setup:
    roles = tuple(map(Role, deal.split()))
    chosen = frozenset(roles) & characters("merlin percival mordred morgana oberon")
    return Setup(Ruleset(chosen), roles, Seat(0))


def varied(deal: str, *options: Option, world: World = World.AVALON) -> Table:
    """A game just dealt with *options*; of plot cards an Opinion Maker is drawn first."""
    plain = setup(deal)
    ruleset = Ruleset(plain.ruleset.characters, world, frozenset(options))
    cards = plot.deck(len(plain.deal)) if Option.PLOT_CARDS in options else ()
    deck = sorted(cards, key=lambda card: card is not PlotCard.OPINION_MAKER)
    return seated(replace(plain, ruleset=ruleset, plot_deck=tuple(deck)))


def drawing(deal: str, deck: str) -> Table:
    """A game with plot cards just dealt, the cards of *deck* to be drawn in this order."""
    dealt = setup(deal)
    ruleset = replace(dealt.ruleset, options=frozenset({Option.PLOT_CARDS}))
    return seated(replace(dealt, ruleset=ruleset, plot_deck=tuple(map(PlotCard, deck.split()))))


def seated(dealt: Setup, names: Sequence[str] = NAMES, place: Place = PLACE) -> Table:
    """*dealt* at a table of people with these names."""
    return with_game(lobby(names[: len(dealt.deal)], place=place), begin(dealt))


def with_game(table: Table, game: Game) -> Table:
    return replace(table, game=game, ruleset=game.setup.ruleset)


def moved(table: Table, moves: str) -> Table:
    """*table* after some moves, as in ``team 1 3; votes +++--; cards sf``.

    Plot cards: ``hold spotlight; give spotlight 3; use 2 spotlight; pass; pass always``.

    A dot among votes or cards leaves one out.
    """
    game = game_of(table)
    for move in moves.split(";"):
        for command in _commands(game, *move.split()):
            game = apply(game, command)
    return with_game(table, game)


def game_of(table: Table) -> Game:
    assert table.game is not None
    return table.game


@contextmanager
def called(names: Sequence[str], title: str) -> Iterator[None]:
    """Seat by seat other names, and another title, in whatever is looked at meanwhile."""
    before = _cast.set((names, title))
    try:
        yield
    finally:
        _cast.reset(before)


def looked_at(table: Table, viewer: int | None) -> Scene:
    """What the viewer may see; None is the group."""
    return scene(_recast(table), viewer)


def _recast(table: Table) -> Table:
    cast = _cast.get()
    if cast is None:
        return table
    names, title = cast

    def renamed(people: tuple[Person, ...]) -> tuple[Person, ...]:
        return tuple(replace(each, name=names[each.id - user(1)]) for each in people)

    return replace(
        table,
        place=replace(table.place, title=title),
        people=renamed(table.people),
        invited=renamed(table.invited),
        unreachable=renamed(table.unreachable),
    )


def seen(table: Table, number: int | None = None) -> tuple[Scene, View]:
    """What the player on seat *number* sees, or the group."""
    found = looked_at(table, None if number is None else user(number))
    assert found.view is not None
    return found, found.view


def in_group(table: Table, t: Words = ENGLISH, since: int | None = None) -> Screen:
    """The group's message; where nothing else is said, the one that asks the present question."""
    return _shown(looked_at(table, None), t, since)


def in_private(
    table: Table, number: int, t: Words = ENGLISH, since: int | None = None, recap: bool = False
) -> Screen:
    """The message in the private chat of the player on seat *number*."""
    return _shown(looked_at(table, user(number)), t, since, recap)


def _shown(of: Scene, t: Words, since: int | None, recap: bool = False) -> Screen:
    return message(of, max(question(of), 0) if since is None else since, recap, t, LINKS)


def _commands(game: Game, move: str, *rest: str) -> list[Command]:
    leads = leader(game)
    match move, game.phase:
        case "pick", _:
            return [Pick(leads, _seat(number)) for number in rest]
        case "quest", _:
            return [ChooseQuest(leads, int(rest[0]))]
        case "give", Giving(cards=drawn):
            return [GiveCard(leads, drawn[0], _seat(rest[0]))]
        case "examine", Examining(holder=holder):
            return [Examine(holder, _seat(rest[0]))]
        case "team", _:
            return [*_commands(game, "pick", *rest), Propose(leads)]
        case "votes", _:
            votes = {"+": Vote.APPROVE, "-": Vote.REJECT}
            cast = enumerate(rest[0])
            return [CastVote(Seat(seat), votes[mark]) for seat, mark in cast if mark != "."]
        case "cards", Questing(team=team):
            cards = {"s": Card.SUCCESS, "f": Card.FAIL}
            laid = zip(team, rest[0], strict=True)
            return [PlayCard(seat, cards[mark]) for seat, mark in laid if mark != "."]
        case "aim", Assassinating(assassin=assassin):
            return [Aim(assassin, _seat(rest[0]))]
        case "give", _:
            return [GiveCard(leads, PlotCard(rest[0]), _seat(rest[1]))]
        case "hold", _:
            return [ChooseCard(leads, PlotCard(rest[0]))]
        case "use", PlotAsked(seat=seat):
            target = _seat(rest[0]) if rest else None
            return [UseCard(seat, target, PlotCard(rest[1]) if rest[1:] else None)]
        case "pass", PlotAsked(seat=seat):
            return [PassCard(seat, lasting=rest == ("always",))]
        case "name", Assassinating(assassin=assassin):
            return [Assassinate(assassin, _seat(rest[0]))]
        case _:
            raise AssertionError(f"{move} during {game.phase}")


def _seat(number: str) -> Seat:
    return Seat(int(number) - 1)
