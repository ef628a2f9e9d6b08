"""The commands of a private chat."""

from collections.abc import Callable

from markupsafe import Markup

from telegram_avalon.bot import exporting, rulebook
from telegram_avalon.bot.asked import Asked
from telegram_avalon.bot.reactions import Reaction, Reply
from telegram_avalon.delivery import Rank
from telegram_avalon.rules import Reason, View
from telegram_avalon.screens import Button, Link, Press, board, history, people, toasts
from telegram_avalon.screens import help as help_screen
from telegram_avalon.screens.actions import Action, Wish
from telegram_avalon.screens.rulebook import pages
from telegram_avalon.screens.rulebook.topics import Topic
from telegram_avalon.store import TABLE_ID, Loaded
from telegram_avalon.table import Scene, Stage, Table, join, recall, scene

JOIN, HISTORY = "join-", "history-"


async def start(asked: Asked) -> Reaction:
    """Greet; with a deep link's payload do what a button in the group could not."""
    if asked.rest.startswith(JOIN):
        return await _join(asked, asked.rest.removeprefix(JOIN))
    if asked.rest.startswith(HISTORY):
        return await _history_of(asked, asked.rest.removeprefix(HISTORY))
    if asked.rest.startswith(exporting.EXPORT):
        return await exporting.linked(asked, asked.rest.removeprefix(exporting.EXPORT))
    if (topic := rulebook.linked(asked.rest)) is not None:
        return await _open_rules(asked, topic)
    words = asked.words
    text = help_screen.greeting(words)
    add = Link(
        words.plain("➕ Add me to a group"),
        f"{asked.services.links.private}?startgroup=new",
    )
    return asked.reply(text, ((add,),))


async def _join(asked: Asked, table: str) -> Reply:
    """Seat whoever pressed Join in the group within the hour, and has not left it since."""
    services, words, user = asked.services, asked.words, asked.who.user
    found = await _named(asked, table)
    if found is None or user is None:
        return _gone(asked)
    if found.table.person(user.id) is None and not await _invited(asked, found.table, user.id):
        return asked.reply(
            words.html("To sit down at a table, press Join in its group. Then come back here.")
        )
    person = await services.person(user, found.table.place)
    played = await services.play.change(table, lambda t: join(t, person), asked.update)
    if played is None:
        return _gone(asked)
    seen = scene(played.table, user.id)
    if played.refused:
        said = toasts.refused(played.refused, seen, None, words)
        return asked.reply(words.line("{line}", line=said))
    return asked.reply(
        words.html(
            "You're in at {group}. Your card comes here once the game begins.",
            group=people.group(seen, words),
        )
    )


async def _invited(asked: Asked, table: Table, user: int) -> bool:
    if not await asked.services.tables.invited(table.id, user):
        return False
    return await asked.services.admins.rank(table.place.chat, user) is not Rank.GONE


async def _history_of(asked: Asked, table: str) -> Reply:
    """The record of a table whose History was pressed by one of its people."""
    found, user = await _named(asked, table), asked.who.user
    if found is None or user is None:
        return _gone(asked)
    seen = scene(found.table, user.id)
    if seen.view is None or seen.viewer is None:
        return await asked.refused(Reason.NOT_AT_TABLE, found.table)
    return asked.reply(history.text(seen, seen.view, asked.words), protected=True)


async def _named(asked: Asked, table: str) -> Loaded | None:
    """The table that a payload names."""
    return await asked.services.tables.load(table) if TABLE_ID.fullmatch(table) else None


def _gone(asked: Asked) -> Reply:
    return asked.reply(asked.words.html("That table is gone. /new in your group opens another."))


async def role(asked: Asked) -> Reaction:
    """Call one's message back to the end of the chat: card, and what is asked."""
    tables = await _tables(asked)
    if len(tables) > 1:
        return _which(asked, tables, Wish.SHOW)
    if not tables or asked.who.user is None:
        return _at_no_table(asked)
    table, user = tables[0].table, asked.who.user.id
    if table.game is None:
        return asked.reply(asked.words.html("The cards aren't dealt yet."))
    if not table.live:
        return _at_no_table(asked)
    return await asked.change(table, lambda t: recall(t, user))


async def show_board(asked: Asked) -> Reaction:
    return await _show(asked, Wish.BOARD, lambda seen, _: board.whole(seen, asked.words))


async def show_history(asked: Asked) -> Reaction:
    return await _show(
        asked, Wish.HISTORY, lambda seen, view: history.text(seen, view, asked.words)
    )


async def _show(asked: Asked, wish: Wish, text: Callable[[Scene, View], Markup]) -> Reaction:
    tables = await _tables(asked)
    if len(tables) > 1:
        return _which(asked, tables, wish)
    if not tables or asked.who.user is None:
        return _at_no_table(asked)
    seen = scene(tables[0].table, asked.who.user.id)
    if seen.view is None:
        return asked.reply(asked.words.html("The game hasn't begun yet."))
    return asked.reply(text(seen, seen.view), protected=True)


async def rules(asked: Asked) -> Reaction:
    return await _open_rules(asked, pages.topic_named(asked.rest))


async def _open_rules(asked: Asked, topic: Topic) -> Reply:
    page = await rulebook.page(asked.services, asked.who.user, topic, asked.words)
    return asked.reply(page.text, page.buttons)


async def help_me(asked: Asked) -> Reaction:
    return asked.reply(help_screen.text(asked.words, asked.services.links))


async def _tables(asked: Asked) -> list[Loaded]:
    """The tables somebody plays at; if none is running, the last one that was."""
    if asked.who.user is None:
        return []
    found = await asked.services.tables.of(asked.who.user.id)
    live = [loaded for loaded in found if loaded.table.live]
    return live or [loaded for loaded in found if loaded.table.stage is Stage.OVER][-1:]


def _which(asked: Asked, tables: list[Loaded], wish: Wish) -> Reply:
    def button(table: Table) -> Button:
        label = asked.words.label("{group}", group=people.group(scene(table, None), asked.words))
        return Press(label, Action(table.id, 0, wish))

    rows = tuple((button(loaded.table),) for loaded in tables)
    # It turns into what was asked for.
    return asked.reply(
        asked.words.html("You sit at more than one table. Which one?"), rows, protected=True
    )


def _at_no_table(asked: Asked) -> Reply:
    return asked.reply(asked.words.html("You're not in a game now. /new in a group opens a table."))
