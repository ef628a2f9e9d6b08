"""Begin: nobody is dealt a card who can't be written to."""

import asyncio
from dataclasses import dataclass
from secrets import SystemRandom

from telegram_avalon.bot.services import Services
from telegram_avalon.delivery import Deaf
from telegram_avalon.play import Played
from telegram_avalon.rules import Refused
from telegram_avalon.table import Table, begin
from telegram_avalon.table.lobby import check_ready, unseat

PROBED_WITHIN = 3.0
"""Seconds of the wall clock that the probes may take: whoever presses Begin waits for them."""


@dataclass(frozen=True)
class Begun:
    """How an attempt to begin ended."""

    played: Played | None
    unreachable: int = 0
    """How many lost their place because they can't be written to: no card is dealt then."""


async def begin_game(services: Services, table: Table, update: int) -> Begun:
    """Probe everybody, then deal: who could be reached a moment ago may be gone."""
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
    """Whom Telegram clearly refuses: a slow answer must not cost anybody their seat."""
    probes = {
        person.id: asyncio.create_task(services.messenger.probe(person.id))
        for person in table.people
    }
    _, late = await asyncio.wait(probes.values(), timeout=PROBED_WITHIN)
    for probe in late:
        probe.cancel()
    refused = {
        user
        for user, probe in probes.items()
        if probe not in late and isinstance(probe.result(), Deaf)
    }
    for user in refused:
        await services.people.unreachable(user)
    return frozenset(refused)
