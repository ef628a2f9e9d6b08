"""What people do and see around a table, as tests say it."""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial

from msgspec.structs import replace

from telegram_avalon.playground import Chat, Message, Person, Press, World
from telegram_avalon.rules import (
    Aim,
    Assassinate,
    Assassinating,
    Card,
    CastVote,
    ChooseQuest,
    Command,
    Ending,
    Examining,
    Game,
    Giving,
    OpinionVoting,
    Over,
    Pick,
    PlayCard,
    PlotAsked,
    Propose,
    Proposing,
    Questing,
    Role,
    Ruleset,
    Seat,
    Side,
    Vote,
    Voting,
    begin,
    legal,
    targeting,
)
from telegram_avalon.rules.engine import leader
from telegram_avalon.rules.roles import side
from telegram_avalon.rules.rulesets import team_size
from telegram_avalon.screens.actions import Action, Choose, Deed, encode
from telegram_avalon.store import People
from telegram_avalon.table import Person as AtTable
from telegram_avalon.table import Place, Table, join, open_table
from tests.harness import ENOUGH, Party, Stage, plot_move
from tests.store.builders import SETUP, after

FAR_AWAY = "ZZZZZZZZZZZ"
"""The id of no table."""


# --- reading -----------------------------------------------------------------------------------


def ours(chat: Chat) -> list[Message]:
    """What the bot has written there and what was not deleted."""
    return [m for m in chat.messages if m.sender.username == "avalon_test_bot" and not m.service]


def readings(*chats: Chat) -> list[str]:
    """Everything that the bot's messages in these chats ever read, each reading once."""
    found = []
    for chat in chats:
        for message in chat.history:
            if message.sender.username != "avalon_test_bot" or message.service:
                continue
            texts = [version.text for version in message.versions]
            found += [text for i, text in enumerate(texts) if i == 0 or text != texts[i - 1]]
    return found


def reads(chat: Chat, words: str) -> list[Message]:
    """The messages that read so now."""
    return [message for message in ours(chat) if words in message.text]


def panel(party: Party) -> Message:
    """The group's message that stands last of the bot's."""
    return ours(party.group)[-1]


def data_in(chat: Chat) -> set[str]:
    """What could be pressed there now."""
    buttons = (button for m in chat.messages for row in m.buttons for button in row)
    return {button.callback_data for button in buttons if button.callback_data}


async def until_read(world: World, chat: Chat, words: str) -> Message:
    await world.until(partial(reads, chat, words))
    return reads(chat, words)[-1]


async def toast(press: Press) -> str:
    return (await press.answered()).text


async def every_press_was_answered_once(stage: Stage) -> None:
    world = stage.world
    for press in world.presses.values():
        await press.answered()
    answers = Counter(
        call.params["callback_query_id"] for call in stage.emulator.calls_of("answerCallbackQuery")
    )
    assert answers == Counter(press.id for press in world.presses.values())


# --- a table as it was left --------------------------------------------------------------------


async def reached(stage: Stage, *people: Person) -> None:
    """They have opened the bot's private chat some time ago."""
    for person in people:
        person.started = person.met = True
        await People(stage.redis, stage.keys, stage.clock).reached(person.id)


async def alter(party: Party, change: Callable[[Table], Table]) -> None:
    """Change what is stored, as time or another process would."""
    found = await party.stage.tables.load(party.id)
    assert found is not None
    await party.stage.tables.commit(change(found.table), found)


def table_of(
    people: Iterable[Person],
    chat: Chat,
    table_id: str,
    commands: tuple[Command, ...] | None = None,
    **changes: object,
) -> Table:
    """A table of *people*, the first its host; with *commands* a game after them."""
    people = list(people)
    table = open_table(table_id, Place(chat.id, chat.title), people[0].id, Ruleset(), 0)
    for person in people:
        table = join(table, AtTable(person.id, person.name))
    if commands is not None:
        table = replace(table, game=after(*commands, game=begin(SETUP)))
    return replace(table, **changes)


# --- acting ------------------------------------------------------------------------------------


def say(party: Party, person: Person, command: str) -> Message:
    """Give a command in the group, by the bot's full name."""
    return party.world.say(person, party.group, f"/{command}@{party.world.bot.username}")


def whisper(party: Party, person: Person, text: str) -> Message:
    return party.world.say(person, None, text)


def forge(
    party: Party, person: Person, message: Message, deed: Deed, step: int = 0, table: str = ""
) -> Press:
    """Press what is not there: a client may be altered."""
    data = encode(Action(table or party.id, step, deed))
    return party.world.press(person, message, data=data, force=True)


async def confirmed(stage: Stage) -> None:
    """Wait until nothing is left that the bot hasn't dealt with."""
    await stage.world.until(lambda: not stage.emulator.inbox.pending)


async def choose(party: Party, *choices: Choose) -> None:
    """The host chooses characters in the lobby."""
    for choice in choices:
        await forge(party, party.host, party.group.last, choice).answered()


# --- playing towards an ending -----------------------------------------------------------------


def evil(game: Game) -> list[Seat]:
    return [Seat(s) for s, role in enumerate(game.setup.deal) if side(role) is Side.EVIL]


def towards(ending: Ending, game: Game) -> list[Command]:
    """Moves that lead to *ending*; empty at the end."""
    fail = ending is Ending.THREE_FAILS
    match game.phase:
        case Proposing(team=team):
            quest = targeting.quest(game)
            if quest is None:
                return [ChooseQuest(leader(game), targeting.choices(game)[-1])]
            size = team_size(game.players, quest)
            bad = evil(game)
            rest = [Seat(s) for s in range(game.players) if s not in bad]
            wanted = [*bad, *rest][:size] if fail else [*rest, *bad][:size]
            missing = [seat for seat in wanted if seat not in team]
            return [Pick(leader(game), missing[0]) if missing else Propose(leader(game))]
        case Voting(votes=cast):
            vote = Vote.REJECT if ending is Ending.FIVE_REJECTIONS else Vote.APPROVE
            return [CastVote(Seat(s), vote) for s, there in enumerate(cast) if there is None]
        case Questing(team=team, cards=cards):
            laid = zip(team, cards, strict=True)
            return [
                PlayCard(seat, Card.FAIL if fail and seat in evil(game) else Card.SUCCESS)
                for seat, card in laid
                if card is None
            ]
        case Assassinating(assassin=assassin, aim=aim):
            merlin = Seat(game.setup.deal.index(Role.MERLIN))
            good = [s for s in range(game.players) if s != merlin and s not in evil(game)]
            target = merlin if ending is Ending.MERLIN_FOUND else Seat(good[0])
            return [Aim(assassin, target) if aim is None else Assassinate(assassin, target)]
        case OpinionVoting(makers=makers, votes=votes):
            vote = Vote.REJECT if ending is Ending.FIVE_REJECTIONS else Vote.APPROVE
            pairs = zip(makers, votes, strict=True)
            return [CastVote(s, vote) for s, there in pairs if there is None]
        case Examining(holder=holder):
            return [legal(game, holder)[0]]
        case Giving() | PlotAsked():
            return [plot_move(game)]
        case Over():
            return []
        case _:
            raise NotImplementedError(type(game.phase).__name__)


async def play_towards(
    party: Party, ending: Ending, between: Callable[[Game], None] | None = None
) -> None:
    """Play to *ending*, looking around *between* the moves."""
    for _ in range(ENOUGH):
        table = await party.table()
        assert table.game is not None
        if not (commands := towards(ending, table.game)):
            await party.quiet()
            return
        people = {person.id: person for person in party.people}
        presses = []
        for command in commands:
            action = Action(table.id, table.game.step, command)
            presses.append(await party.press(people[table.people[command.seat].id], action))
        for press in presses:
            await press.answered()
        if between:
            between(await party.game())
    raise AssertionError("the game never ends")


def row_of(text: str) -> dict[int, str]:
    """The last message of a game by seat: which character was there."""
    found = re.findall(r"^(?:😇|😈|✊|🕵️) (\d+)\u00a0.* — (.+)$", text, re.MULTILINE)
    return {int(number) - 1: character for number, character in found}
