"""Being added, thrown out, blocked and let back in."""

from telegram_avalon.bot.reactions import Nothing, Reaction, Reply
from telegram_avalon.bot.services import Services
from telegram_avalon.bot.updates import MembershipChange
from telegram_avalon.screens import Screen


async def changed(services: Services, change: MembershipChange) -> Reaction:
    """React to a change of our own membership. Raises what the store raises."""
    came = change.new_chat_member.present and not change.old_chat_member.present
    if change.chat.private:
        await _private(services, change.chat.id, reachable=change.new_chat_member.present)
        return Nothing()
    if not came or not change.chat.group:
        return Nothing()
    words = services.words_for(change.sender)
    text = words.html(
        "👋 Hello! /new@{bot} opens a table of Avalon.", bot=services.messenger.username
    )
    return Reply(change.chat.id, Screen(text, silent=True))


async def _private(services: Services, user: int, *, reachable: bool) -> None:
    if reachable:
        await services.people.reached(user)
        await services.play.hear(user)
        return
    await services.people.unreachable(user)
    for found in await services.tables.of(user):
        if found.table.live:
            await services.play.deafen(found.table.id, user)
