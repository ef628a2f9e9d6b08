"""What the handlers work with."""

from dataclasses import dataclass

from telegram_avalon.bot.admins import Admins
from telegram_avalon.bot.updates import User
from telegram_avalon.clock import Clock
from telegram_avalon.delivery import Messenger
from telegram_avalon.i18n.catalogs import Catalogs
from telegram_avalon.i18n.names import clean_name
from telegram_avalon.i18n.phrases import Words
from telegram_avalon.play import Play
from telegram_avalon.screens import Links
from telegram_avalon.store import Groups, People, Tables
from telegram_avalon.table import Person, Table


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

    def words(self, *languages: str) -> Words:
        return self.catalogs.words(*languages)

    @property
    def links(self) -> Links:
        return Links(self.messenger.username)

    def language(self, user: User | None, chosen: str | None = None) -> str:
        """A person's own choice, else what their client speaks, else ours."""
        if chosen in self.catalogs.languages:
            return chosen
        return self.catalogs.nearest(user.language_code if user else None, self.default_language)

    def words_for(self, user: User | None, table: Table | None = None) -> Words:
        """The words for somebody who pressed or wrote."""
        known = table.person(user.id) if table and user else None
        return self.words(self.language(user, known.language if known else None))

    async def person(self, user: User) -> Person:
        """Somebody about to sit down."""
        standing = await self.people.standing(user.id)
        return Person(user.id, clean_name(user.full_name), self.language(user, standing.language))

    def renamed(self, table: Table, user: User) -> Person | None:
        """Somebody at the table under the name they bear now."""
        known = table.person(user.id)
        if known is None:
            return None
        return Person(user.id, clean_name(user.full_name), known.language)
