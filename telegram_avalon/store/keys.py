"""Every key's name.

All of one bot's keys carry one hash tag, so that whatever it changes can change in one script, and
two bots on one server never meet.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Keys:
    bot: int

    def _key(self, *parts: str | int) -> str:
        return ":".join((f"{{av:{self.bot}}}", *map(str, parts)))

    def table(self, table: str) -> str:
        """Hash: v version, s schema, d the record, u the update ids seen."""
        return self._key("table", table)

    def place(self, chat: int, thread: int | None) -> str:
        """String: the id of the table that stands there."""
        return self._key("place", chat, thread or 0)

    def ended(self, chat: int, thread: int | None) -> str:
        """String: the id of the table whose game ended there last."""
        return self._key("ended", chat, thread or 0)

    def places(self, chat: int) -> str:
        """The pattern of all places in a chat."""
        return self._key("place", chat, "*")

    @property
    def any_place(self) -> str:
        """The pattern of all places."""
        return self._key("place", "*")

    def group(self, chat: int) -> str:
        """String: what a group chose last; kept."""
        return self._key("group", chat)

    def speech(self, chat: int) -> str:
        """String: the language or languages a group has chosen, as in fa+en; kept."""
        return self._key("speech", chat)

    def person(self, user: int) -> str:
        """Hash: language, reached (ms); kept."""
        return self._key("person", user)

    def seats(self, user: int) -> str:
        """Set: the ids of the tables a person sits at."""
        return self._key("seats", user)

    def invite(self, table: str, user: int) -> str:
        """String: that this person pressed Join in the group within the hour."""
        return self._key("invite", table, user)

    def shown(self, table: str) -> str:
        """Hash: what each chat of a table shows."""
        return self._key("shown", table)

    def heard(self, table: str) -> str:
        """Hash: the newest message pressed in each chat."""
        return self._key("heard", table)

    def lease(self, table: str) -> str:
        """Hash: who delivers this table, until when."""
        return self._key("lease", table)

    def pace(self, chat: int) -> str:
        """Hash or list: how much a chat has been sent lately."""
        return self._key("pace", chat)

    def hold(self, chat: int) -> str:
        """String: until when Telegram told us not to speak there."""
        return self._key("hold", chat)

    def replies(self, chat: int) -> str:
        """List: when a group's commands were answered lately."""
        return self._key("replies", chat)

    def admins(self, chat: int) -> str:
        """String: a group's admins, for five minutes."""
        return self._key("admins", chat)

    @property
    def due(self) -> str:
        """Sorted set: table id by the time to look at it."""
        return self._key("due")

    @property
    def draining(self) -> str:
        """String: since when no new games begin (ms); not there: they do."""
        return self._key("draining")

    def former(self, chat: int) -> str:
        """String: the id a supergroup had as a basic group; kept."""
        return self._key("former", chat)

    def once(self, what: str) -> str:
        """String: that this has been said lately."""
        return self._key("once", what)

    @property
    def probe(self) -> str:
        """String: written and deleted to see whether the database takes writes."""
        return self._key("probe")

    @property
    def alive(self) -> str:
        """Sorted set: process by its last sign of life."""
        return self._key("alive")

    @property
    def poller(self) -> str:
        """Hash: which process asks Telegram for updates, until when."""
        return self._key("poller")

    @property
    def pace_all(self) -> str:
        return self._key("pace-all")

    def registered(self, what: str) -> str:
        """String: the digest of what is registered with Telegram; kept."""
        return self._key("registered", what)
