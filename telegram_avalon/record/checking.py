"""Whether a record tells a game that can have been played.

The record is played again by the rules of the bot: each event is turned into the commands that
bring it about, and what the rules then put on the record must read as the event does. So nothing
of the rules is written here a second time.

What nobody at the table learns is not in a record: whose quest cards were whose, and who passed a
plot card for good and was not asked again. Any that fits is taken.
"""

from collections.abc import Iterator, Sequence

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from telegram_avalon.record import format as told
from telegram_avalon.record.export import event_of, exported, round_of
from telegram_avalon.record.reading import BadRecord
from telegram_avalon.rules import (
    OPTIONS,
    Assassinate,
    Assassinating,
    Card,
    CastVote,
    ChooseQuest,
    Command,
    Examine,
    Examining,
    Fact,
    Game,
    GiveCard,
    Giving,
    OpinionVoting,
    Option,
    Over,
    PassCard,
    Pick,
    PlayCard,
    PlotAsked,
    PlotCard,
    PlotGiven,
    PlotPassed,
    PlotUsed,
    Propose,
    Proposing,
    Questing,
    Reason,
    Refused,
    Role,
    Ruleset,
    Seat,
    Setup,
    Side,
    UseCard,
    Vote,
    Voting,
    World,
    apply,
    begin,
    problems,
)
from telegram_avalon.rules.asking import asked
from telegram_avalon.rules.course import cards_are_down, follows, settle
from telegram_avalon.rules.engine import leader, may_fail
from telegram_avalon.rules.plot import deck
from telegram_avalon.rules.rulesets import characters

_VOTES = {"approve": Vote.APPROVE, "reject": Vote.REJECT}
_CARDS = {"success": Card.SUCCESS, "fail": Card.FAIL}
_REFUSED = {
    Reason.GOOD_MUST_SUCCEED: "a good player can't have played Fail",
    Reason.NOT_A_CHOICE: "that can't be chosen",
    Reason.NOT_A_TARGET: "that can't be named",
    Reason.QUEST_NOT_OPEN: "that quest isn't open",
    Reason.VOTE_STANDS: "an Opinion Maker's vote stands",
    Reason.CARD_NOT_DRAWN: "that plot card isn't there to be given",
    Reason.GIVE_TO_OTHERS: "a plot card goes to somebody else",
    Reason.MUST_PLAY: "that plot card has to be played",
    Reason.TEAM_FULL: "the team is too large",
    Reason.TEAM_NOT_FULL: "the team is too small",
}


class _Impossible(Exception):  # noqa: N818 - of one event
    """Why an event can't come here."""


def check(record: told.GameRecord) -> None:
    """Raise `BadRecord` for a game that can't have been played: its first impossible event."""
    game = begin(_setup(record))
    _compare_heads(record, game)
    for place, event in enumerate(record.events):
        try:
            game = _brought_about(game, place, record.events)
            _compare(event, event_of(game, place, round_of(game, place)))
        except _Impossible as why:
            raise BadRecord(f"event {place + 1}: {_called(event)}: {why}") from None
    if not isinstance(game.phase, Over) or len(game.record) > len(record.events):
        raise BadRecord(f"after event {len(record.events)} the game isn't over")
    if exported(game, [player.name for player in record.seats]) != record:
        raise BadRecord("the result is another by the rules")


# --- the deal ----------------------------------------------------------------------------------


def _setup(record: told.GameRecord) -> Setup:
    ruleset = Ruleset(frozenset(record.characters), record.game, frozenset(record.options))
    if any(record.game not in OPTIONS[option].worlds for option in record.options):
        raise BadRecord("an option is not of this game")
    if problems(ruleset, record.players):
        raise BadRecord("these characters can't be chosen together")
    deal = tuple(_role(player, record.game) for player in record.seats)
    if sorted(deal) != sorted(characters(ruleset, record.players)):
        raise BadRecord("the characters dealt are not those of the game")
    if record.first_leader > record.players:
        raise BadRecord("the first leader has no seat")
    plays_plot_cards = Option.PLOT_CARDS in ruleset.options
    cards = () if record.plot_deck is UNSET else record.plot_deck
    if sorted(cards) != sorted(deck(record.players) if plays_plot_cards else ()):
        raise BadRecord("the plot cards are not those of the game")
    return Setup(ruleset, deal, Seat(record.first_leader - 1), cards)


def _role(player: told.Player, game: World) -> Role:
    if game is World.RESISTANCE:
        return Role.SERVANT if player.side is Side.GOOD else Role.MINION
    if player.character is UNSET:
        raise BadRecord(f"seat {player.seat} has no character")
    return player.character


def _compare_heads(record: told.GameRecord, game: Game) -> None:
    """What was dealt, known and held at the start, as the rules have it."""
    names = [player.name for player in record.seats]
    # Only a game that is over can be exported: its end is put there for the sake of its head.
    over = replace(game, record=(), phase=Over(record.result.winner, record.result.ending))
    right = exported(over, names)
    for given, player in zip(record.seats, right.seats, strict=True):
        if given != player:
            raise BadRecord(f"seat {player.seat} is another by the rules, or knows something else")
    for name in ("options", "characters", "lady", "plot_deck"):
        if getattr(record, name) != getattr(right, name):
            raise BadRecord(f"{name} is another by the rules, or in another order")


# --- the events --------------------------------------------------------------------------------


def _brought_about(game: Game, place: int, events: Sequence[told.AnyEvent]) -> Game:
    """The game once its record has something at *place*."""
    while len(game.record) <= place:
        game = _asked_again(game, place, events)
        if len(game.record) > place:
            break
        commands = list(_commands(game, place, events))
        if not commands:
            raise _Impossible("that is not what comes next")
        for command in commands:
            try:
                game = apply(game, command)
            except Refused as refused:
                why = _REFUSED.get(refused.reason, "that is not what comes next")
                raise _Impossible(why) from None
    return game


def _commands(game: Game, place: int, events: Sequence[told.AnyEvent]) -> Iterator[Command]:
    """What brings the event at *place* about; nothing where it can't come now."""
    match game.phase, events[place]:
        case Proposing() as phase, told.TeamProposed(quest=quest, team=team):
            if Option.TARGETING in game.setup.ruleset.options and phase.quest is None:
                yield ChooseQuest(leader(game), quest)
            yield from (Pick(leader(game), _seat(member)) for member in team)
            yield Propose(leader(game))
        case OpinionVoting(), told.OpinionsGiven(votes=votes):
            yield from (CastVote(_seat(each.seat), _VOTES[each.vote]) for each in votes)
        case Voting(votes=cast), told.TeamVoted(votes=votes):
            open_yet = [each for each in votes if cast[_seat(each.seat)] is None]
            yield from (CastVote(_seat(each.seat), _VOTES[each.vote]) for each in open_yet)
        case Questing(), told.QuestCardsLaid() | told.QuestPlayed():
            yield from _quest_cards(game, place, events)
        case Examining(holder=holder), told.LadyUsed(target=target):
            yield Examine(holder, _seat(target))
        case Assassinating(assassin=assassin), told.MerlinNamed(target=target):
            yield Assassinate(assassin, _seat(target))
        case Giving(), told.PlotCardGiven(receiver=receiver, card=card):
            yield GiveCard(leader(game), card, _seat(receiver))
        case PlotAsked(card=card, seat=seat), told.PlotCardUsed() as event if (
            event.card,
            event.seat,
        ) == (card, seat + 1):
            chosen = None if event.target is UNSET else _seat(event.target)
            yield UseCard(seat, chosen, None if event.taken is UNSET else event.taken)
        case PlotAsked(card=card, seat=seat), told.PlotCardPassed() as event if (
            event.card,
            event.seat,
        ) == (card, seat + 1):
            yield PassCard(seat)
        case _:
            return


def _seat(number: int) -> Seat:
    return Seat(number - 1)


# --- plot cards passed for good -----------------------------------------------------------------


def _asked_again(game: Game, place: int, events: Sequence[told.AnyEvent]) -> Game:
    """*game*, without asking those who had passed for good and so were not asked this time."""
    silent: tuple[tuple[Seat, PlotCard], ...] = ()
    while isinstance(game.phase, PlotAsked) and not _answers(game.phase, events[place]):
        one = game.phase.seat, game.phase.card
        if not _may_have_passed_for_good(game, *one):
            raise _Impossible(f"seat {one[0] + 1} has to be asked for a plot card first")
        silent = (*silent, one)
        quiet = replace(game, unasked=silent)
        then = follows(quiet)
        settled = settle(quiet, then) if isinstance(then, Fact) else replace(quiet, phase=then)
        # Whoever is asked again later must not be passed over then.
        game = replace(settled, unasked=silent if isinstance(then, PlotAsked) else ())
    return replace(game, unasked=())


def _answers(phase: PlotAsked, event: told.AnyEvent) -> bool:
    if not isinstance(event, told.PlotCardUsed | told.PlotCardPassed):
        return False
    return (event.card, event.seat) == (phase.card, phase.seat + 1)


def _may_have_passed_for_good(game: Game, seat: Seat, card: PlotCard) -> bool:
    """Whether *seat* has passed *card* since such a card came to them, or left them, last."""
    for fact in reversed(game.record):
        match fact:
            case PlotPassed(seat=who, card=which) if (who, which) == (seat, card):
                return True
            case PlotGiven(receiver=who, card=which) if (who, which) == (seat, card):
                return False
            case PlotUsed(seat=by, target=of, taken=which) if which == card and seat in {by, of}:
                return False
            case _:
                pass
    return False


# --- quest cards --------------------------------------------------------------------------------


def _quest_cards(game: Game, place: int, events: Sequence[told.AnyEvent]) -> Iterator[Command]:
    """The team's cards: those that were seen as they were, the others so that the count fits."""
    if not isinstance(game.phase, Questing):
        raise AssertionError("asked of a quest only")
    team = game.phase.team
    result, known = _what_was_seen(place, events)
    fails = result.fails - sum(card is Card.FAIL for card in known.values())
    able = [seat for seat in team if seat not in known and may_fail(game, seat)]
    if not 0 <= fails <= len(able) or known.keys() - set(team):
        raise _Impossible("nobody can have played these quest cards")
    failing = set(able[:fails])
    cards = [known.get(seat, Card.FAIL if seat in failing else Card.SUCCESS) for seat in team]
    if isinstance(events[place], told.QuestPlayed):
        _nobody_looks(replace(game, phase=Questing(team, tuple(cards))))
    yield from (PlayCard(seat, card) for seat, card in zip(team, cards, strict=True))


def _what_was_seen(
    place: int, events: Sequence[told.AnyEvent]
) -> tuple[told.QuestPlayed, dict[Seat, Card]]:
    """How the quest under way ends, and whose card on it was played face up or looked at."""
    known: dict[Seat, Card] = {}
    for event in events[place:]:
        match event:
            case told.PlotCardUsed(card=PlotCard.CLOSE_EYE, target=int(seat), quest_card=str(card)):
                known[_seat(seat)] = _CARDS[card]
            case told.QuestPlayed(spotlit=int(seat), shown=str(card)):
                known[_seat(seat)] = _CARDS[card]
                return event, known
            case told.QuestPlayed():
                return event, known
            case _:
                pass
    raise _Impossible("the quest has no result")


def _nobody_looks(laid: Game) -> None:
    """Refuse cards that are shuffled at once where somebody has to be asked to look at one."""
    silent: tuple[tuple[Seat, PlotCard], ...] = ()
    while (seat := asked(replace(laid, unasked=silent), PlotCard.CLOSE_EYE)) is not None:
        if not _may_have_passed_for_good(laid, seat, PlotCard.CLOSE_EYE):
            raise _Impossible(f"seat {seat + 1} has to be asked for a plot card first")
        silent = (*silent, (seat, PlotCard.CLOSE_EYE))
    cards_are_down(replace(laid, unasked=silent))


# --- what is said -------------------------------------------------------------------------------


def _compare(given: told.AnyEvent, right: told.AnyEvent) -> None:
    if type(given) is not type(right):
        raise _Impossible("that is not what comes next")
    for field in msgspec.structs.fields(given):
        here, there = getattr(given, field.name), getattr(right, field.name)
        if here == there:
            continue
        if field.name == "leader":
            raise _Impossible(f"seat {here} isn't the leader")
        raise _Impossible(f"{field.name} is {_shown(here)}, by the rules {_shown(there)}")


def _shown(value: object) -> str:
    return "missing" if value is UNSET else msgspec.json.encode(value).decode()


def _called(event: told.AnyEvent) -> str:
    match event:
        case told.TeamProposed(proposal=proposal, quest=quest):
            return f"proposal {proposal} of quest {quest}"
        case told.QuestPlayed(quest=quest):
            return f"the result of quest {quest}"
        case told.PlotCardUsed(card=card) | told.PlotCardPassed(card=card):
            return f"{type(event).__struct_config__.tag} {card}"
        case _:
            return str(type(event).__struct_config__.tag)
