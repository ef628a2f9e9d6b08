"""/export: the record of a finished game as a file, in private, for those who played it."""

from telegram_avalon.bot.asked import Asked
from telegram_avalon.bot.reactions import Reaction, Reply
from telegram_avalon.bot.updates import User
from telegram_avalon.clock import SECOND
from telegram_avalon.delivery import Document
from telegram_avalon.i18n.phrases import Html, Plain, Words
from telegram_avalon.record import exported, file_name, written
from telegram_avalon.screens import Button, Link, Press, Screen, people
from telegram_avalon.screens.actions import Action, Wish
from telegram_avalon.store import TABLE_ID
from telegram_avalon.table import Stage, Table, scene

EXPORT = "export-"
"""What a deep link's payload begins with."""
MOST_OFFERED = 8


def why_not(table: Table, user: User, t: Words) -> Plain | None:
    """Why *user* can't have the record of that game; None if they can."""
    if table.person(user.id) is None:
        return t.plain("The record is for those who played the game.")
    match table.stage:
        case Stage.OVER:
            return None
        case Stage.CLOSED:
            return t.plain("That game was cancelled: it has no record.")
        case Stage.LOBBY | Stage.PLAYING:
            return t.plain("The record comes after the end of the game: say /export then.")


def file(table: Table, t: Words) -> tuple[Screen, Document]:
    """The record of a game that is over, and what is said with it."""
    if table.game is None:
        raise ValueError("no game was played at the table")
    record = exported(table.game, [person.name for person in table.people])
    caption = t.html(
        "📄 {group}: the record of your game, with every team, vote and card, and who was who.",
        group=people.group(scene(table, None), t),
    )
    return Screen(caption), Document(file_name(table.opened), written(record))


async def in_private(asked: Asked) -> Reaction:
    """The last game's; where there are several, they are asked which."""
    user = asked.who.user
    played = [] if user is None else await _played(asked, user)
    if not played or user is None:
        return asked.reply(asked.words.html("You have played no game here these last days."))
    over = [table for table in played if table.stage is Stage.OVER]
    if len(over) > 1:
        return _which(asked, over)
    return _sent(asked, over[0] if over else played[-1], user)


async def in_group(asked: Asked) -> Reaction:
    """The last game's that whoever asks has played here; the file goes to them in private."""
    user = asked.who.user
    if user is None:
        return await asked.refuse(
            asked.words.html("Please do that as yourself, not as the group or a channel.")
        )
    here = [table for table in await _played(asked, user) if _is_here(table, asked)]
    if not here:
        there = await asked.table() or await asked.ended()
        if there is None:
            return await asked.no_table()
        return await asked.refuse(_line(why_not(there.table, user, asked.words), asked.words))
    table = here[-1]
    if (said := why_not(table, user, asked.words)) is not None:
        return await asked.refuse(_line(said, asked.words))
    if await asked.reachable() is None:
        url = asked.services.links.start(f"{EXPORT}{table.id}")
        way = Link(asked.words.plain("💬 Private chat"), url)
        return asked.reply(asked.words.html("📄 The record is in our private chat."), ((way,),))
    return _sent(asked, table, user)


async def linked(asked: Asked, name: str) -> Reaction:
    """The record of the table that a deep link names."""
    found = await asked.services.tables.load(name) if TABLE_ID.fullmatch(name) else None
    if found is None or asked.who.user is None:
        return asked.reply(
            asked.words.html("That table is gone. /new in your group opens another.")
        )
    return _sent(asked, found.table, asked.who.user)


async def _played(asked: Asked, user: User) -> list[Table]:
    """The tables where *user* has a seat in a game, the last one moved last."""
    found = await asked.services.tables.of(user.id)
    return [loaded.table for loaded in found if loaded.table.game is not None]


def _is_here(table: Table, asked: Asked) -> bool:
    return table.place.is_in(asked.chat) and table.place.thread == asked.thread


def _sent(asked: Asked, table: Table, user: User) -> Reply:
    if (said := why_not(table, user, asked.words)) is not None:
        return Reply(user.id, Screen(_line(said, asked.words)))
    screen, document = file(table, asked.words)
    return Reply(user.id, screen, document=document)


def _line(said: Plain | None, t: Words) -> Html:
    return t.line("{said}", said=said or "")


def _which(asked: Asked, tables: list[Table]) -> Reply:
    now, t = asked.services.clock.now(), asked.words

    def button(table: Table) -> Button:
        label = t.plain(
            "{group} · {time} ago",
            group=people.group(scene(table, None), t),
            time=t.duration(max(now - table.moved, SECOND)),
        )
        return Press(label, Action(table.id, 0, Wish.EXPORT))

    newest = tables[: -MOST_OFFERED - 1 : -1]
    rows = tuple((button(table),) for table in newest)
    return asked.reply(t.html("You have played several games. Which one's record?"), rows)
