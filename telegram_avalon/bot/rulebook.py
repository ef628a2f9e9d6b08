"""Reading the rules: each page for whoever reads it, with what is on at their own table."""

from telegram_avalon.bot.services import Services
from telegram_avalon.bot.updates import User
from telegram_avalon.i18n.phrases import Words
from telegram_avalon.rules import Ruleset
from telegram_avalon.rules.rulesets import EVIL_PLAYERS
from telegram_avalon.screens import Screen
from telegram_avalon.screens.rulebook import pages
from telegram_avalon.screens.rulebook.topics import Topic
from telegram_avalon.table import Table

RULES = "rules"


async def page(services: Services, user: User | None, topic: Topic, words: Words) -> Screen:
    """A page of the rules as *user* reads it."""
    tables = await _tables(services, user)
    return pages.screen(topic, words, _players(tables), _ruleset(tables))


def payload(topic: Topic) -> str:
    """What a deep link carries to open the rules at *topic*."""
    return RULES if topic is Topic.CONTENTS else f"{RULES}-{topic.value}"


def linked(payload: str) -> Topic | None:
    """The topic that a deep link asks for; None where it asks for something else."""
    kind, _, name = payload.partition("-")
    return pages.topic_named(name) if kind == RULES else None


async def _tables(services: Services, user: User | None) -> list[Table]:
    """The tables at which *user* sits now."""
    found = [] if user is None else await services.tables.of(user.id)
    return [each.table for each in found if each.table.live]


def _players(tables: list[Table]) -> int | None:
    """How many play there; None where that is no one number of the game."""
    numbers = {len(table.people) for table in tables}
    return numbers.pop() if len(numbers) == 1 and numbers <= set(EVIL_PLAYERS) else None


def _ruleset(tables: list[Table]) -> Ruleset | None:
    """What is played there; None where several play different things."""
    played = {table.ruleset for table in tables}
    return played.pop() if len(played) == 1 else None
