"""Games written as text, read and played: see `games/README.md` for how to write one."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from telegram_avalon.rules import (
    CHARACTERS,
    Aim,
    AskAgain,
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
    OpinionsGiven,
    OpinionVoting,
    Option,
    Over,
    PassCard,
    Pick,
    PlayCard,
    PlotAsked,
    PlotCard,
    Propose,
    Proposing,
    Questing,
    QuestPlayed,
    Refused,
    Role,
    Ruleset,
    Seat,
    Setup,
    SideSeen,
    TeamVoted,
    Unpick,
    UseCard,
    View,
    Vote,
    VotesCounted,
    Voting,
    World,
    apply,
    begin,
    legal,
    problems,
    view,
)
from telegram_avalon.rules.knowledge import AssassinatingSeen, ExaminingSeen, PlotAskedSeen
from telegram_avalon.rules.plot import deck
from telegram_avalon.rules.rulesets import characters

SETUP_WORDS = ("game", "players", "characters", "options", "deal", "leader", "deck")
VOTES = {"+": Vote.APPROVE, "-": Vote.REJECT}
SIGNS = {vote: sign for sign, vote in VOTES.items()}
CARDS = {"success": Card.SUCCESS, "fail": Card.FAIL}
CARD_WORDS = {card: word for word, card in CARDS.items()}
UNCHANGED = "unchanged"


class ScriptError(AssertionError):
    """A game that does not go as its text says, or a text that makes no sense."""


@dataclass(frozen=True)
class Line:
    where: str
    text: str

    @property
    def words(self) -> list[str]:
        return self.text.split()

    def error(self, message: str) -> ScriptError:
        return ScriptError(f"{self.where}: {self.text!r}: {message}")


@dataclass(frozen=True)
class Script:
    """One game of a file."""

    name: str
    lines: tuple[Line, ...]


def read(name: str, text: str) -> list[Script]:
    """The games of a file, each under its own `==` heading."""
    scripts: list[Script] = []
    for number, written in enumerate(text.splitlines(), 1):
        content = written.split("#")[0].strip()
        if content.startswith("=="):
            scripts.append(Script(content.strip("= "), ()))
        elif content:
            where = f"{name}:{number}"
            if not scripts:
                raise ScriptError(f"{where}: no '== what this game shows' above it")
            said = tuple(Line(where, part.strip()) for part in content.split(";"))
            scripts[-1] = Script(scripts[-1].name, (*scripts[-1].lines, *said))
    return scripts


def read_folder(folder: Path) -> list[Script]:
    return [
        Script(f"{path.stem}: {script.name}", script.lines)
        for path in sorted(folder.glob("*.txt"))
        for script in read(path.name, path.read_text(encoding="utf-8"))
    ]


def run(script: Script) -> Game:
    """Play *script*; `ScriptError` at the first line that is not so."""
    start = [line for line in script.lines if line.words[0] in SETUP_WORDS]
    rest = [line for line in script.lines if line.words[0] not in SETUP_WORDS]
    if not any(line.words[0] == "expect" or "->" in line.words for line in rest):
        raise ScriptError(f"{script.name}: a game without an 'expect' or '->' shows nothing")
    game = begin(_setup(start, script.name))
    for line in rest:
        try:
            game = _done(game, line)
        except (ValueError, KeyError, IndexError) as odd:
            raise line.error(f"can't be read: {odd!r}") from odd
    return game


def _setup(lines: list[Line], name: str) -> Setup:
    said = {line.words[0]: line.words[1:] for line in lines}
    if "deal" not in said:
        raise ScriptError(f"{name}: no 'deal'")
    deal = tuple(Role(word) for word in said["deal"])
    if said.get("players", [str(len(deal))]) != [str(len(deal))]:
        raise ScriptError(f"{name}: {len(deal)} characters dealt to another number of players")
    chosen = frozenset(role for role in deal if CHARACTERS[role].chosen)
    if "characters" in said and chosen != {Role(word) for word in said["characters"]}:
        raise ScriptError(f"{name}: other characters dealt than chosen")
    options = frozenset(Option(word) for word in said.get("options", []))
    ruleset = Ruleset(chosen, World(said.get("game", ["avalon"])[0]), options)
    if problems(ruleset, len(deal)) or sorted(deal) != sorted(characters(ruleset, len(deal))):
        raise ScriptError(f"{name}: no such deal can be")
    on_top = [PlotCard(word) for word in said.get("deck", [])]
    first = _seat(said.get("leader", ["1"])[0])
    return Setup(ruleset, deal, first, _plot_deck(ruleset, len(deal), on_top))


def _plot_deck(ruleset: Ruleset, players: int, on_top: list[PlotCard]) -> tuple[PlotCard, ...]:
    """The named cards, then the others as the table has them."""
    if Option.PLOT_CARDS not in ruleset.options:
        return ()
    below = list(deck(players))
    for card in on_top:
        below.remove(card)
    return (*on_top, *below)


def _done(game: Game, line: Line) -> Game:
    if line.words[0] == "expect":
        _expect(game, line)
        return game
    said, _, result = line.text.partition("->")
    commands = _commands(game, said.split())
    for command in commands[:-1]:
        game = _applied(game, command, line, "")
    return _applied(game, commands[-1], line, result.strip())


def _applied(game: Game, command: Command, line: Line, expected: str) -> Game:
    try:
        after = apply(game, command)
    except Refused as refused:
        if refused.reason.value != expected:
            raise line.error(f"refused: {refused.reason.value}") from None
        return game
    if expected not in ("", UNCHANGED):
        raise line.error("was not refused")
    if (after == game) != (expected == UNCHANGED):
        raise line.error("the game changed" if expected else "nothing changed")
    return after


# --- what is done ---------------------------------------------------------------------------------


def _commands(game: Game, words: list[str]) -> list[Command]:
    """The commands of a line; without `seat N` in front the seat is whose turn it is."""
    actor = None
    if words[0] == "seat":
        actor, words = _seat(words[1]), words[2:]
    verb, *rest = words
    commands = list(VERBS[verb](game, actor, rest))
    if not commands:
        raise ValueError("nothing to do")
    return commands


def _pick(game: Game, actor: Seat | None, words: list[str]) -> Iterator[Command]:
    return (Pick(_leader(game, actor), _seat(word)) for word in words)


def _unpick(game: Game, actor: Seat | None, words: list[str]) -> Iterator[Command]:
    return (Unpick(_leader(game, actor), _seat(word)) for word in words)


def _propose(game: Game, actor: Seat | None, words: list[str]) -> Iterator[Command]:
    """Pick the named team, whatever is picked already, and propose it."""
    seat = _leader(game, actor)
    if words and isinstance(game.phase, Proposing):
        team = [_seat(word) for word in words]
        yield from (Unpick(seat, member) for member in game.phase.team if member not in team)
        yield from (Pick(seat, member) for member in team if member not in game.phase.team)
    yield Propose(seat)


def _vote(game: Game, actor: Seat | None, words: list[str]) -> Iterator[Command]:
    """The votes of all seats, except those that stand like that already; or of one."""
    votes = [VOTES[word] for word in words]
    if actor is not None:
        (vote,) = votes
        yield CastVote(actor, vote)
        return
    if len(votes) != game.players:
        raise ValueError("one + or - a seat")
    cast = game.phase.votes if isinstance(game.phase, Voting) else (None,) * game.players
    makers = game.phase.makers if isinstance(game.phase, OpinionVoting) else ()
    for seat in (*makers, *(Seat(s) for s in range(game.players) if s not in makers)):
        if cast[seat] is not votes[seat]:
            yield CastVote(seat, votes[seat])


def _approve(game: Game, actor: Seat | None, _words: list[str]) -> Iterator[Command]:
    return _vote(game, actor, ["+"] * game.players)


def _reject(game: Game, actor: Seat | None, _words: list[str]) -> Iterator[Command]:
    return _vote(game, actor, ["-"] * game.players)


def _quest(game: Game, actor: Seat | None, words: list[str]) -> Iterator[Command]:
    """The cards of the team in seat order, except those that lie already; or of one seat."""
    cards = [CARDS[word] for word in words]
    if actor is not None:
        (card,) = cards
        yield PlayCard(actor, card)
        return
    if not isinstance(game.phase, Questing):
        raise ValueError("no quest is on: say who plays with 'seat N'")
    if cards == [Card.SUCCESS]:
        cards = [Card.SUCCESS] * len(game.phase.team)
    for seat, lies, card in zip(game.phase.team, game.phase.cards, cards, strict=True):
        if lies is not card:
            yield PlayCard(seat, card)


def _aim(game: Game, actor: Seat | None, words: list[str]) -> Iterator[Command]:
    target = None if words == ["nobody"] else _seat(words[0])
    yield Aim(_assassin(game, actor), target)


def _assassinate(game: Game, actor: Seat | None, words: list[str]) -> Iterator[Command]:
    yield Assassinate(_assassin(game, actor), _seat(words[0]))


def _choose(game: Game, actor: Seat | None, words: list[str]) -> Iterator[Command]:
    yield ChooseQuest(_leader(game, actor), int(words[0]))


def _examine(game: Game, actor: Seat | None, words: list[str]) -> Iterator[Command]:
    asked = game.phase.holder if isinstance(game.phase, Examining) else Seat(0)
    yield Examine(asked if actor is None else actor, _seat(words[0]))


def _take_up(game: Game, actor: Seat | None, words: list[str]) -> Iterator[Command]:
    yield ChooseCard(_leader(game, actor), PlotCard(words[0]))


def _give(game: Game, actor: Seat | None, words: list[str]) -> Iterator[Command]:
    card, receiver = words
    yield GiveCard(_leader(game, actor), PlotCard(card), _seat(receiver))


def _use(game: Game, actor: Seat | None, words: list[str]) -> Iterator[Command]:
    """The card asked for, on a seat and one of its cards where it takes them."""
    target = _seat(words[0]) if words else None
    taken = PlotCard(words[1]) if words[1:] else None
    yield UseCard(_asked(game, actor), target, taken)


def _pass(game: Game, actor: Seat | None, words: list[str]) -> Iterator[Command]:
    yield PassCard(_asked(game, actor), lasting=words == ["lasting"])


def _ask_again(_game: Game, actor: Seat | None, words: list[str]) -> Iterator[Command]:
    if actor is None:
        raise ValueError("say who with 'seat N'")
    yield AskAgain(actor, PlotCard(words[0]))


VERBS: dict[str, Callable[[Game, Seat | None, list[str]], Iterator[Command]]] = {
    "pick": _pick,
    "unpick": _unpick,
    "propose": _propose,
    "vote": _vote,
    "approve": _approve,
    "reject": _reject,
    "quest": _quest,
    "aim": _aim,
    "assassinate": _assassinate,
    "choose": _choose,
    "examine": _examine,
    "take-up": _take_up,
    "give": _give,
    "use": _use,
    "pass": _pass,
    "ask-again": _ask_again,
}


def _leader(game: Game, actor: Seat | None) -> Seat:
    return view(game, None).leader if actor is None else actor


def _assassin(game: Game, actor: Seat | None) -> Seat:
    if actor is not None:
        return actor
    if not isinstance(game.phase, Assassinating):
        raise ValueError("no assassination is on: say who does it with 'seat N'")
    return game.phase.assassin


def _asked(game: Game, actor: Seat | None) -> Seat:
    if actor is not None:
        return actor
    if not isinstance(game.phase, PlotAsked):
        raise ValueError("no plot card is asked for: say who does it with 'seat N'")
    return game.phase.seat


# --- what is expected -----------------------------------------------------------------------------


def _expect(game: Game, line: Line) -> None:
    words = line.words[1:]
    if words[0] == "seat":
        seat, (subject, *wanted) = _seat(words[1]), [w for w in words[2:] if w != "knows"]
        actual = OF_A_SEAT[subject](game, seat)
    else:
        subject, wanted = words[0], words[1:]
        actual = OF_ALL[subject](game)
    if actual != wanted:
        raise line.error(f"it is {' '.join(actual) or 'nothing'}")


def _over(game: Game) -> list[str]:
    phase = game.phase
    return [phase.winner.value, phase.ending.value] if isinstance(phase, Over) else ["no"]


def _team(game: Game) -> list[str]:
    phase = game.phase
    if isinstance(phase, Proposing | OpinionVoting | Voting | Questing):
        return _seats(phase.team)
    return []


def _targets(game: Game) -> list[str]:
    for seat in range(game.players):
        seen = view(game, Seat(seat)).phase
        if isinstance(seen, ExaminingSeen) or (isinstance(seen, AssassinatingSeen) and seen.asked):
            return _seats(seen.targets)
    return []


def _revealed(game: Game) -> list[str]:
    votes = [fact.votes for fact in game.record if isinstance(fact, TeamVoted)]
    return ["+" if vote is Vote.APPROVE else "-" for vote in votes[-1]]


def _results(game: Game) -> list[str]:
    quests = [fact for fact in game.record if isinstance(fact, QuestPlayed)]
    return ["success" if quest.succeeded else "fail" for quest in quests]


def _fails(game: Game) -> list[str]:
    return [str(fact.fails) for fact in game.record if isinstance(fact, QuestPlayed)]


def _characters(game: Game) -> list[str]:
    deal = view(game, None).deal
    return ["hidden"] if deal is None else [role.value for role in deal]


def _asked_for(game: Game) -> list[str]:
    phase = game.phase
    return [phase.card, str(phase.seat + 1)] if isinstance(phase, PlotAsked) else ["nothing"]


def _choices(game: Game) -> list[str]:
    seen = view(game, None).phase
    if not isinstance(seen, PlotAskedSeen):
        return []
    return [_with(way.target, way.taken) for way in seen.choices if way.target is not None]


def _to_give(game: Game) -> list[str]:
    return [card.value for card in game.phase.cards] if isinstance(game.phase, Giving) else []


def _held(game: Game) -> list[str]:
    return [_with(one.seat, one.card) for one in view(game, None).held]


def _with(seat: Seat, word: str | None) -> str:
    """As in `3:spotlight`."""
    return str(seat + 1) if word is None else f"{seat + 1}:{word}"


def _quests(game: Game) -> list[str]:
    return [str(quest) for quest in view(game, None).quests]


def _lady(game: Game) -> list[str]:
    holder = view(game, None).lady
    return ["nobody"] if holder is None else [str(holder + 1)]


def _opinions(game: Game) -> list[str]:
    votes = [fact.votes for fact in game.record if isinstance(fact, OpinionsGiven)]
    return [f"{seat + 1}{SIGNS[vote]}" for seat, vote in votes[-1]]


def _counted(game: Game) -> list[str]:
    votes = [fact for fact in view(game, None).record if isinstance(fact, VotesCounted)]
    return [str(votes[-1].approvals), str(votes[-1].rejections)] if votes else []


def _named(seen: View) -> list[str]:
    """The votes that a viewer may know by name of those counted last."""
    votes = [fact.named for fact in seen.record if isinstance(fact, VotesCounted)]
    return [f"{seat + 1}{SIGNS[vote]}" for seat, vote in votes[-1]]


def _shown(game: Game) -> list[str]:
    """The last card that was played face up."""
    shown = [(f.spotlit, f.shown) for f in game.record if isinstance(f, QuestPlayed)]
    seat, card = shown[-1]
    return [] if seat is None or card is None else [_with(seat, CARD_WORDS[card])]


def _seen(seen: View) -> list[str]:
    return [
        _with(one.seat, one.side if isinstance(one, SideSeen) else CARD_WORDS[one.card])
        for one in seen.seen
    ]


def _evil(seen: View) -> list[str]:
    return _seats(seen.knowledge.evil)


def _merlins(seen: View) -> list[str]:
    return _seats(seen.knowledge.merlins)


def _can(game: Game, seat: Seat) -> list[str]:
    kinds = {type(command).__name__.lower() for command in legal(game, seat)}
    return sorted(kinds)


OF_ALL: dict[str, Callable[[Game], list[str]]] = {
    "phase": lambda game: [type(game.phase).__name__.lower()],
    "leader": lambda game: [str(view(game, None).leader + 1)],
    "quest": lambda game: [str(view(game, None).quest)],
    "rejections": lambda game: [str(view(game, None).rejections)],
    "step": lambda game: [str(game.step)],
    "team": _team,
    "votes": _revealed,
    "results": _results,
    "fails": _fails,
    "over": _over,
    "targets": _targets,
    "characters": _characters,
    "asked": _asked_for,
    "choices": _choices,
    "to-give": _to_give,
    "held": _held,
    "discarded": lambda game: [card.value for card in view(game, None).discarded],
    "quests": _quests,
    "lady": _lady,
    "opinions": _opinions,
    "counted": _counted,
    "named": lambda game: _named(view(game, None)),
    "shown": _shown,
}

OF_A_SEAT: dict[str, Callable[[Game, Seat], list[str]]] = {
    "role": lambda game, seat: [str(view(game, seat).role)],
    "evil": lambda game, seat: _evil(view(game, seat)),
    "merlins": lambda game, seat: _merlins(view(game, seat)),
    "assassinates": lambda g, seat: ["yes" if view(g, seat).knowledge.assassinates else "no"],
    "can": _can,
    "seen": lambda game, seat: _seen(view(game, seat)),
    "named": lambda game, seat: _named(view(game, seat)),
}


def _seat(word: str) -> Seat:
    return Seat(int(word) - 1)


def _seats(seats: tuple[Seat, ...]) -> list[str]:
    return [str(seat + 1) for seat in seats]
