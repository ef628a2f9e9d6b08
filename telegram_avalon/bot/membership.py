"""Being added, muted, thrown out, blocked and let back in; groups with another id or title."""

from markupsafe import Markup

from telegram_avalon.bot.allowed import turned_away
from telegram_avalon.bot.reactions import Nothing, Reaction, Reply
from telegram_avalon.bot.services import Services
from telegram_avalon.bot.updates import MembershipChange, Message, User
from telegram_avalon.i18n.names import clean_name
from telegram_avalon.i18n.phrases import Words
from telegram_avalon.screens import Screen, people
from telegram_avalon.table import Table, depart, recall, retitle, scene, unmute


async def changed(services: Services, change: MembershipChange, update: int) -> Reaction:
    """React to a change of our own membership. Raises what the store raises."""
    before, now = change.old_chat_member.present, change.new_chat_member.present
    if change.chat.private:
        await _private(services, change.chat.id, reachable=now)
        return Nothing()
    if not change.chat.group:
        return Nothing()
    await services.groups.forget_admins(change.chat.id)
    if now and await turned_away(services, change.chat, change.sender):
        return Nothing()
    tables = await _tables(services, change.chat.id)
    if before and not now:
        return _thrown_out(services, tables)
    if change.mutes:
        return await _muted(services, tables)
    if now and not change.takes_rights:
        # Added, or given rights it lacked: what could not be said there can be now.
        for table in tables:
            await services.play.change(table.id, lambda t: recall(unmute(t), t.place.chat), update)
    if tables or before or not now:
        return Nothing()
    chosen = await services.chosen_by(change.chat.id)
    words = services.words(*chosen or (await services.language(change.sender),))
    text = words.html(
        "👋 Hello! /new@{bot} opens a table of Avalon.", bot=services.messenger.username
    )
    return Reply(change.chat.id, Screen(text, silent=True))


async def muted(services: Services, table: str) -> Reaction:
    """Tell the host that the group has not let *table* write, where that is news.

    Raises what the store raises.
    """
    news = await services.play.mute(table)
    return _may_not_write(services, news) if news else Nothing()


async def left_topic(services: Services, table: str) -> Reaction:
    """A table's topic can't be written to any more: it goes on in the whole chat, and says why."""
    before = await services.tables.load(table)
    await services.play.leave_topic(table)
    if before is None or before.table.place.spoken_in is None:
        return Nothing()
    place = before.table.place
    text = services.words(*place.languages).html(
        "The topic of this table can't be written to any more: the table goes on here."
    )
    return Reply(place.chat, Screen(text, silent=True), counted=False)


async def changed_for(services: Services, change: MembershipChange) -> Reaction:
    """React to a change of somebody else's membership. Raises what the store raises."""
    await services.groups.forget_admins(change.chat.id)
    user = change.new_chat_member.user
    if user is not None and change.old_chat_member.present and not change.new_chat_member.present:
        await _gone(services, change.chat.id, user)
    return Nothing()


async def moved(services: Services, message: Message) -> Reaction:
    """Follow a group to its new id, take its new title, note who has left it."""
    if message.migrate_to_chat_id is not None:
        await services.play.migrate(message.chat.id, message.migrate_to_chat_id)
    if message.migrate_from_chat_id is not None:
        await services.play.migrate(message.migrate_from_chat_id, message.chat.id)
    if message.new_chat_title is not None:
        title = clean_name(message.new_chat_title)
        for table in await _tables(services, message.chat.id):
            await services.play.change(table.id, lambda t: retitle(t, title))
    if message.left_chat_member is not None:
        await _gone(services, message.chat.id, message.left_chat_member)
    return Nothing()


async def _gone(services: Services, chat: int, user: User) -> None:
    """Somebody has left a group or was put out of it: their tables there are told."""
    await services.groups.forget_admins(chat)
    sits_at = await services.tables.of(user.id)
    tables = {found.table.id for found in sits_at if found.table.place.is_in(chat)}
    # A host without a seat, and who was called to a rematch, are at the group's own table only.
    tables.add(await services.tables.at(chat, None) or "")
    for table in sorted(filter(None, tables)):
        await services.play.change(table, lambda t: depart(t, user.id))


async def _tables(services: Services, chat: int) -> list[Table]:
    """The tables that stand in a group, in whatever topic."""
    loaded = [await services.tables.load(name) for name in await services.tables.all_at(chat)]
    return [each.table for each in loaded if each is not None]


async def _muted(services: Services, tables: list[Table]) -> Reaction:
    """Tell one host, of all their tables here at once; another's next message finds it out."""
    host = next((t.host for t in tables if t.host is not None and not t.muted), None)
    news = [await services.play.mute(table.id) for table in tables if table.host == host]
    told = next((table for table in news if table is not None), None)
    return _may_not_write(services, told) if told else Nothing()


def _may_not_write(services: Services, table: Table) -> Reaction:
    words = _hosts_words(services, table)
    return _to_host(
        table,
        words.html(
            "I can't write in {group}: ask an admin to let me send messages there. "
            "The table waits, and nothing is lost.",
            group=people.group(scene(table, None), words),
        ),
    )


def _thrown_out(services: Services, tables: list[Table]) -> Reaction:
    table = next((table for table in tables if table.host is not None), None)
    if table is None:
        return Nothing()
    words = _hosts_words(services, table)
    return _to_host(
        table,
        words.html(
            "I was removed from {group}. Add me back and the table goes on: nothing is lost.",
            group=people.group(scene(table, None), words),
        ),
    )


def _hosts_words(services: Services, table: Table) -> Words:
    host = table.person(table.host) if table.host is not None else None
    return services.words(host.language if host else table.place.language)


def _to_host(table: Table, text: Markup) -> Reaction:
    """The host can do something about it; the others only miss the table."""
    return Nothing() if table.host is None else Reply(table.host, Screen(text))


async def _private(services: Services, user: int, *, reachable: bool) -> None:
    if reachable:
        await services.people.reached(user)
        await services.play.hear(user)
        return
    await services.people.unreachable(user)
    for found in await services.tables.of(user):
        if found.table.live:
            await services.play.deafen(found.table.id, user)
