"""Games written as text, read and played: see `games/README.md` for how to write one."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from telegram_avalon.rules import (
    CHARACTERS,
    Aim,
    Assassinate,
    Assassinating,
    Card,
    CastVote,
    Command,
    Game,
    Over,
    Pick,
    PlayCard,
    Propose,
    Proposing,
    Questing,
    QuestPlayed,
    Refused,
    Role,
    Ruleset,
    Seat,
    Setup,
    TeamVoted,
    Unpick,
    View,
    Vote,
    Voting,
    apply,
    begin,
    legal,
    view,
)
from telegram_avalon.rules.knowledge import AssassinatingSeen
from telegram_avalon.rules.rulesets import characters

SETUP_WORDS = ("players", "characters", "deal", "leader")
VOTES = {"+": Vote.APPROVE, "-": Vote.REJECT}
CARDS = {"success": Card.SUCCESS, "fail": Card.FAIL}
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
    ruleset = Ruleset(chosen)
    if sorted(deal) != sorted(characters(ruleset, len(deal))):
        raise ScriptError(f"{name}: no such deal can be")
    return Setup(ruleset, deal, _seat(said.get("leader", ["1"])[0]))


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
    for seat, vote in enumerate(votes):
        if cast[seat] is not vote:
            yield CastVote(Seat(seat), vote)


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
}


def _leader(game: Game, actor: Seat | None) -> Seat:
    return view(game, None).leader if actor is None else actor


def _assassin(game: Game, actor: Seat | None) -> Seat:
    if actor is not None:
        return actor
    if not isinstance(game.phase, Assassinating):
        raise ValueError("no assassination is on: say who does it with 'seat N'")
    return game.phase.assassin


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
    return _seats(phase.team) if isinstance(phase, Proposing | Voting | Questing) else []


def _targets(game: Game) -> list[str]:
    for seat in range(game.players):
        seen = view(game, Seat(seat)).phase
        if isinstance(seen, AssassinatingSeen) and seen.asked:
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
}

OF_A_SEAT: dict[str, Callable[[Game, Seat], list[str]]] = {
    "role": lambda game, seat: [str(view(game, seat).role)],
    "evil": lambda game, seat: _evil(view(game, seat)),
    "merlins": lambda game, seat: _merlins(view(game, seat)),
    "assassinates": lambda g, seat: ["yes" if view(g, seat).knowledge.assassinates else "no"],
    "can": _can,
}


def _seat(word: str) -> Seat:
    return Seat(int(word) - 1)


def _seats(seats: tuple[Seat, ...]) -> list[str]:
    return [str(seat + 1) for seat in seats]
