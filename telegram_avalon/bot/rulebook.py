"""Reading the rules: each page for whoever reads it, with the figures of their own table."""

from telegram_avalon.bot.services import Services
from telegram_avalon.bot.updates import User
from telegram_avalon.i18n.phrases import Words
from telegram_avalon.rules.rulesets import EVIL_PLAYERS
from telegram_avalon.screens import Screen
from telegram_avalon.screens.rulebook import pages
from telegram_avalon.screens.rulebook.topics import Topic

RULES = "rules"


async def page(services: Services, user: User | None, topic: Topic, words: Words) -> Screen:
    """A page of the rules as *user* reads it."""
    return pages.screen(topic, words, await _players(services, user))


def payload(topic: Topic) -> str:
    """What a deep link carries to open the rules at *topic*."""
    return RULES if topic is Topic.CONTENTS else f"{RULES}-{topic.value}"


def linked(payload: str) -> Topic | None:
    """The topic that a deep link asks for; None where it asks for something else."""
    kind, _, name = payload.partition("-")
    return pages.topic_named(name) if kind == RULES else None


async def _players(services: Services, user: User | None) -> int | None:
    """How many play at the table of *user*; None where that is no one number of the game."""
    if user is None:
        return None
    tables = [found.table for found in await services.tables.of(user.id) if found.table.live]
    numbers = {len(table.people) for table in tables}
    return numbers.pop() if len(numbers) == 1 and numbers <= set(EVIL_PLAYERS) else None
