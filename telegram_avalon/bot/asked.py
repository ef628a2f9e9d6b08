"""A command on its way through: who asked, where, and how to answer."""

from markupsafe import Markup

from telegram_avalon.bot.authority import Actor, actor, is_admin, may_decide, may_move
from telegram_avalon.bot.reactions import Nothing, Reaction, Reply
from telegram_avalon.bot.services import Services
from telegram_avalon.bot.updates import Message, User
from telegram_avalon.i18n.phrases import Words
from telegram_avalon.play import Change
from telegram_avalon.rules import Reason
from telegram_avalon.screens import Button, Screen, toasts
from telegram_avalon.store import Loaded
from telegram_avalon.table import Table, scene

Buttons = tuple[tuple[Button, ...], ...]


class Asked:
    def __init__(
        self, services: Services, message: Message, update: int, rest: str, words: Words
    ) -> None:
        self.services = services
        self.message = message
        self.update = update
        self.rest = rest
        """What stands after the command."""
        private = message.chat.private
        self.who = Actor(message.sender) if private else actor(message)
        self.chat = message.chat.id
        self.thread = message.thread
        self.words = words

    async def table(self) -> Loaded | None:
        """The table that stands in this group or topic."""
        found = await self.services.tables.at(self.chat, self.thread)
        return await self.services.tables.load(found) if found else None

    async def ended(self) -> Loaded | None:
        """The table whose game was played to its end here last."""
        found = await self.services.tables.ended_at(self.chat, self.thread)
        return await self.services.tables.load(found) if found else None

    async def belongs(self, table: Table) -> bool:
        """Whether whoever asks plays here, or may move the table."""
        user = self.who.user
        return (user is not None and table.person(user.id) is not None) or await self.may_move(
            table
        )

    async def may_move(self, table: Table) -> bool:
        return await may_move(self.services, table, self.who)

    async def may_decide(self, table: Table | None) -> bool:
        """As `may_move`, for what can't be taken back; without a *table* for admins alone."""
        return await may_decide(self.services, self.chat, table, self.who)

    async def by_admin(self) -> bool:
        """Whether an admin of the group asks."""
        return await is_admin(self.services, self.chat, self.who)

    async def reachable(self) -> User | None:
        """Whoever asks, if the bot can write to them."""
        user = self.who.user
        if user is None:
            return None
        standing = await self.services.people.standing(user.id)
        return None if standing.reached is None else user

    async def reached(self) -> None:
        """They write in private, so they can be written to: told what they missed, if anything."""
        if self.who.user is None:
            return
        await self.services.people.reached(self.who.user.id)
        await self.services.play.hear(self.who.user.id)

    def reply(self, text: Markup, buttons: Buttons = (), *, protected: bool = False) -> Reply:
        """An answer where the command was given: silent in a group.

        *protected*: it holds, or will turn into, what may be told and never proved.

        An anonymous admin has no private chat for what is beyond the few that a group gets.
        """
        group = not self.message.chat.private
        asker = self.who.user.id if self.who.user else None
        return Reply(
            self.chat,
            Screen(text, buttons, silent=group, protected=protected),
            self.thread,
            asker,
            counted=not self.who.anonymous_admin,
        )

    async def refuse(self, text: Markup) -> Reply:
        """A line for whoever asked: in private if they can be reached there."""
        user = None if self.message.chat.private else await self.reachable()
        return self.reply(text) if user is None else Reply(user.id, Screen(text))

    async def refused(self, reason: Reason, table: Table) -> Reply:
        user = self.who.user.id if self.who.user else None
        said = toasts.refused(reason, scene(table, user), None, self.words)
        return await self.refuse(self.words.line("{line}", line=said))

    async def change(self, table: Table, change: Change) -> Reaction:
        """Change the table; the answer shows in its own message unless it is a refusal."""
        played = await self.services.play.change(table.id, change, self.update)
        if played is None:
            return await self.no_table()
        if played.refused:
            return await self.refused(played.refused, played.table)
        return Nothing()

    async def no_table(self) -> Reply:
        return await self.refuse(
            self.words.html(
                "No table stands here. /new@{bot} opens one.",
                bot=self.services.messenger.username,
            )
        )
