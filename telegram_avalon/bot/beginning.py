"""Begin: nobody is dealt a card who can't be written to."""

import asyncio
from dataclasses import dataclass
from secrets import SystemRandom

from telegram_avalon.bot.services import Services
from telegram_avalon.clock import HOUR
from telegram_avalon.delivery import Deaf
from telegram_avalon.play import Played
from telegram_avalon.rules import Refused
from telegram_avalon.table import Table, begin
from telegram_avalon.table.lobby import check_ready, unseat

PROVEN = 1 * HOUR
"""How long a working private chat is taken to work still."""


@dataclass(frozen=True)
class Begun:
    """How an attempt to begin ended."""

    played: Played | None
    unreachable: int = 0
    """How many lost their place because they can't be written to: no card is dealt then."""


async def begin_game(services: Services, table: Table, update: int) -> Begun:
    """Probe whom we have not reached lately, then deal."""
    try:
        check_ready(table)
    except Refused as refused:
        return Begun(Played(table, refused.reason))
    unreachable = await _unreachable(services, table)
    if unreachable:
        played = await services.play.change(table.id, lambda t: unseat(t, unreachable), update)
        return Begun(played, len(unreachable))
    random = SystemRandom()
    played = await services.play.change(table.id, lambda t: begin(t, random), update)
    if played and played.refused is None:
        await services.groups.keep_ruleset(played.table.place.chat, played.table.ruleset)
    return Begun(played)


async def _unreachable(services: Services, table: Table) -> frozenset[int]:
    users = [person.id for person in table.people]
    deaf = await asyncio.gather(*(_deaf(services, user) for user in users))
    return frozenset(user for user, is_deaf in zip(users, deaf, strict=True) if is_deaf)


async def _deaf(services: Services, user: int) -> bool:
    """Only Telegram's clear refusal counts: a slow answer must not cost anybody their seat."""
    standing = await services.people.standing(user)
    if standing.reached and services.clock.now() - standing.reached < PROVEN:
        return False
    if not isinstance(await services.messenger.probe(user), Deaf):
        return False
    await services.people.unreachable(user)
    return True
