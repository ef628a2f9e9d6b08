"""What the handlers work with."""

from dataclasses import dataclass

from telegram_avalon.bot.admins import Admins
from telegram_avalon.bot.updates import User
from telegram_avalon.clock import Clock
from telegram_avalon.delivery import Messenger
from telegram_avalon.i18n.catalogs import Catalogs
from telegram_avalon.i18n.names import clean_name
from telegram_avalon.i18n.phrases import Words
from telegram_avalon.meter import Meter
from telegram_avalon.play import Play
from telegram_avalon.screens import Links
from telegram_avalon.settings import AllowedChats
from telegram_avalon.store import Groups, People, Tables, Upkeep, Work
from telegram_avalon.table import Person, Place, Table
from telegram_avalon.troubles import Troubles


@dataclass(frozen=True)
class Services:
    play: Play
    tables: Tables
    people: People
    groups: Groups
    admins: Admins
    messenger: Messenger
    clock: Clock
    catalogs: Catalogs
    default_language: str
    allowed_chats: AllowedChats
    owners: frozenset[int]
    upkeep: Upkeep
    work: Work
    troubles: Troubles
    meter: Meter

    def words(self, *languages: str) -> Words:
        return self.catalogs.words(*languages)

    @property
    def links(self) -> Links:
        return Links(self.messenger.username)

    def guess(self, user: User | None, group: str | None = None) -> str:
        """The language of somebody who has chosen none: their client's, else the group's."""
        code = user.language_code if user else None
        return self.catalogs.nearest(code, group or self.default_language)

    async def language(self, user: User | None, group: str | None = None) -> str:
        """The language somebody has chosen, else a guess."""
        if user is not None:
            chosen = (await self.people.standing(user.id)).language
            if chosen in self.catalogs.languages:
                return chosen
            if group is None and not self.catalogs.nearest(user.language_code, ""):
                group = await self._language_at_table(user)
        return self.guess(user, group)

    async def _language_at_table(self, user: User) -> str | None:
        """How somebody is spoken to at the table where they sat down last."""
        seats = [found.table.person(user.id) for found in await self.tables.of(user.id)]
        return next((seat.language for seat in reversed(seats) if seat), None)

    async def chosen_by(self, chat: int) -> tuple[str, ...]:
        """The languages that a group has chosen and that still have catalogs."""
        chosen = await self.groups.languages(chat)
        return tuple(each for each in chosen if each in self.catalogs.languages)

    async def addressed(self, place: Place) -> Place:
        """*place* in the languages that its group has chosen meanwhile."""
        chosen = await self.chosen_by(place.chat)
        return place.in_languages(chosen) if chosen else place

    async def words_for(self, user: User | None, table: Table | None = None) -> Words:
        """The words for somebody who pressed or wrote."""
        known = table.person(user.id) if table and user else None
        group = table.place.language if table else None
        return self.words(known.language if known else await self.language(user, group))

    async def person(self, user: User, place: Place) -> Person:
        """Somebody about to sit down."""
        language = await self.language(user, place.language)
        return Person(user.id, clean_name(user.full_name), language)

    def renamed(self, table: Table, user: User) -> Person | None:
        """Somebody at the table under the name they bear now."""
        known = table.person(user.id)
        if known is None:
            return None
        return Person(user.id, clean_name(user.full_name), known.language)
