"""The commands of a group. What they do shows in the table's own message."""

from dataclasses import replace

from telegram_avalon.bot import rulebook
from telegram_avalon.bot.asked import Asked
from telegram_avalon.bot.authority import may_begin
from telegram_avalon.bot.beginning import begin_game
from telegram_avalon.bot.new_games import why_none
from telegram_avalon.bot.reactions import Nothing, Reaction, Reply
from telegram_avalon.clock import SECOND
from telegram_avalon.i18n.names import clean_name
from telegram_avalon.rules import Reason, Ruleset
from telegram_avalon.screens import Link, Press, Screen, history, people, toasts
from telegram_avalon.screens import help as help_screen
from telegram_avalon.screens import nudge as reminder
from telegram_avalon.screens.actions import Action, Wish
from telegram_avalon.screens.rulebook import pages
from telegram_avalon.screens.worlds import in_world
from telegram_avalon.table import (
    Person,
    Place,
    Stage,
    Table,
    close,
    join,
    leave,
    nudge,
    open_table,
    recall,
    scene,
    set_editing,
)
from telegram_avalon.table.play import NUDGE_EVERY


async def new(asked: Asked) -> Reaction:
    """Open a lobby with the group's last options; whoever opens it is in, if reachable."""
    found = await asked.table()
    if found is not None:
        return await _already_open(asked, found.table)
    if asked.who.user is None and not asked.who.anonymous_admin:
        return await asked.refuse(
            asked.words.html("Please do that as yourself, not as the group or a channel.")
        )
    services = asked.services
    if (why := await why_none(services, asked.message.chat)) is not None:
        return await asked.refuse(asked.words.html(why))
    place = await _place(asked)
    table = open_table(
        services.play.table_id(asked.update, asked.chat),
        place,
        asked.who.user.id if asked.who.user else None,
        await services.groups.ruleset(asked.chat) or Ruleset(),
        services.clock.now(),
    )
    if (person := await _reachable(asked, place)) is not None:
        table = join(table, person)
    there = await services.play.open(table, asked.update)
    if there is None or there == table.id:
        return Nothing()
    other = await services.tables.load(there)
    return await _already_open(asked, other.table) if other else Nothing()


async def _already_open(asked: Asked, table: Table) -> Reaction:
    if table.stage is Stage.LOBBY:
        return await asked.change(table, lambda t: recall(t, t.place.chat))
    bot = asked.services.messenger.username
    return await asked.refuse(
        asked.words.html(
            "A game is running here: /board@{bot} shows it, /cancel@{bot} ends it.", bot=bot
        )
    )


async def _place(asked: Asked) -> Place:
    """Where the command was given, in the group's languages or those of whoever gave it."""
    services, chat = asked.services, asked.message.chat
    languages = await services.chosen_by(chat.id) or (await services.language(asked.who.user),)
    return Place(chat.id, clean_name(chat.title), asked.thread).in_languages(languages)


async def _reachable(asked: Asked, place: Place) -> Person | None:
    """Whoever asked, ready to sit down, if the bot can write to them."""
    user = await asked.reachable()
    return None if user is None else await asked.services.person(user, place)


async def join_table(asked: Asked, table: Table) -> Reaction:
    if asked.who.user is None:
        return await asked.refused(Reason.NOT_A_PERSON, table)
    person = await _reachable(asked, table.place)
    if person is not None:
        reaction = await asked.change(table, lambda t: join(t, person))
        if isinstance(reaction, Nothing) and table.person(person.id):
            # Nothing shows of it in the table's message.
            seen = scene(table, person.id)
            said = toasts.done(Wish.JOIN, seen, asked.words)
            return await asked.refuse(asked.words.line("{line}", line=said))
        return reaction
    if table.stage is not Stage.LOBBY:
        return await asked.refused(Reason.ALREADY_BEGUN, table)
    await asked.services.tables.invite(table.id, asked.who.user.id)
    return asked.reply(
        asked.words.html(
            "{player}: open our private chat and press Start there, and you're in.",
            player=people.guest(clean_name(asked.who.user.full_name), asked.words),
        ),
        ((_private_link(asked, table),),),
    )


def _private_link(asked: Asked, table: Table) -> Link:
    url = asked.services.links.start(f"join-{table.id}")
    return Link(asked.words.plain("💬 Private chat"), url)


async def leave_table(asked: Asked, table: Table) -> Reaction:
    if asked.who.user is None:
        return await asked.refused(Reason.NOT_A_PERSON, table)
    user = asked.who.user.id
    return await asked.change(table, lambda t: leave(t, user))


async def settings(asked: Asked, table: Table) -> Reaction:
    """Show the choice of characters, in the lobby's message, at the end of the chat."""
    if not await asked.may_move(table):
        return await asked.refused(Reason.NOT_HOST, table)
    return await asked.change(table, lambda t: recall(set_editing(t, True), t.place.chat))


async def begin(asked: Asked, table: Table) -> Reaction:
    if table.stage is not Stage.LOBBY:
        return await asked.refused(Reason.ALREADY_BEGUN, table)
    if not await may_begin(asked.services, table, asked.who):
        return await asked.refused(Reason.NOT_HOST, table)
    if (why := await why_none(asked.services, asked.message.chat)) is not None:
        return await asked.refuse(asked.words.html(why))
    begun = await begin_game(asked.services, table, asked.update)
    if begun.played is None:
        return await asked.no_table()
    if begun.played.refused:
        return await asked.refused(begun.played.refused, begun.played.table)
    return Nothing()


async def show_board(asked: Asked, table: Table) -> Reaction:
    """Bring the live message to the end of the chat, the last game's after its end."""
    return await asked.change(table, lambda t: recall(t, t.place.chat))


async def show_history(asked: Asked, table: Table) -> Reaction:
    seen = scene(table, None)
    if seen.view is None:
        return await asked.refused(Reason.NOT_BEGUN, table)
    words = asked.services.words(*table.place.languages)
    return asked.reply(history.text(seen, seen.view, words))


async def role(asked: Asked) -> Reaction:
    """A card is shown in private only."""
    return await asked.refuse(
        asked.words.html("Your card is in our private chat: say /role there, or press My card.")
    )


async def nudge_table(asked: Asked, table: Table) -> Reaction:
    """Mention those the table waits for, at most once a minute."""
    if table.stage is not Stage.PLAYING:
        return await asked.refused(Reason.NOT_BEGUN, table)
    if not await asked.belongs(table):
        return await asked.refused(Reason.NOT_AT_TABLE, table)
    now = asked.services.clock.now()
    played = await asked.services.play.change(table.id, lambda t: nudge(t, now), asked.update)
    if played is None:
        return await asked.no_table()
    if played.refused:
        return await asked.refused(played.refused, played.table)
    if played.table.nudged != now:
        wait = asked.words.duration(max(played.table.nudged + NUDGE_EVERY - now, SECOND))
        return await asked.refuse(
            asked.words.html(
                "A reminder has just gone out. The next one can follow in {time}.", time=wait
            )
        )
    seen = scene(played.table, None)
    if seen.view is None:
        return Nothing()
    words = asked.services.words(*seen.place.languages)
    screen = Screen(reminder.text(seen, seen.view, words))
    return Reply(asked.chat, screen, asked.thread, counted=False)


async def cancel_game(asked: Asked, table: Table) -> Reaction:
    """Close a lobby at once; a game only after a confirming press."""
    if not await asked.may_decide(table):
        return await asked.refused(Reason.NOT_HOST, table)
    if table.stage is Stage.LOBBY:
        return await asked.change(table, close)
    if table.stage is not Stage.PLAYING:
        return await asked.refused(Reason.GAME_OVER, table)
    words = in_world(asked.services.words(*table.place.languages), table.ruleset.game)
    step = table.game.step if table.game else 0
    question = asked.reply(
        words.html("End this game? Everybody's character will be shown, and nobody wins."),
        (
            (
                Press(words.plain("✔️ Confirm"), Action(table.id, step, Wish.CANCEL_GAME)),
                Press(words.plain("↩️ Back"), Action(table.id, step, Wish.KEEP_GAME)),
            ),
        ),
    )
    return replace(question, counted=not await asked.by_admin())


async def forget(asked: Asked) -> Reaction:
    """A table that can't be read can still be cleared away by an admin."""
    services = asked.services
    if not await asked.may_decide(None):
        return await asked.refuse(asked.words.html("Only an admin of the group can do that."))
    table = await services.tables.at(asked.chat, asked.thread)
    if table:
        await services.tables.forget(table, asked.chat, asked.thread)
    return await asked.no_table()


async def rules(asked: Asked) -> Reaction:
    """A page sent to whoever asked, in private; in the group stands the way there at most."""
    topic = pages.topic_named(asked.rest)
    if (reader := await asked.reachable()) is not None:
        return Reply(reader.id, await rulebook.page(asked.services, reader, topic, asked.words))
    way = Link(asked.words.plain("📖 Rules"), asked.services.links.start(rulebook.payload(topic)))
    return asked.reply(asked.words.html("📖 The rules are in our private chat."), ((way,),))


async def help_me(asked: Asked) -> Reaction:
    return await asked.refuse(help_screen.text(asked.words, asked.services.links))


async def start(asked: Asked) -> Reaction:
    """What "add me to a group" says there by itself."""
    return await new(asked) if asked.rest == "new" else await help_me(asked)
