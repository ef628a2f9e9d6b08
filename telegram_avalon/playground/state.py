"""The world's memory: accounts, chats and presses, how they get their ids, and who waits for what.

Whatever changes the world calls *touch*, and whoever waits looks again: nothing here polls. Those
who say in which chats they wait look only after what happens there: else every game slows the rest.
"""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Collection
from dataclasses import dataclass

from telegram_avalon.clock import SECOND, Clock
from telegram_avalon.playground.chats import Chat, Message, Topic, Version
from telegram_avalon.playground.entities import FormattedText, spoken
from telegram_avalon.playground.markup import Rows
from telegram_avalon.playground.parameters import Upload
from telegram_avalon.playground.people import (
    CHANNEL_BOT,
    GROUP_ANONYMOUS_BOT,
    Member,
    Person,
)
from telegram_avalon.playground.presses import ANSWERABLE, Press
from telegram_avalon.playground.updates import Inbox
from telegram_avalon.playground.wire import Wire, message_wire

PATIENCE = 10 * SECOND
"""How long tests wait if they don't say, on the wall clock: only a failing test lasts that long."""

_FIRST_SUPERGROUP = -1001000000001
_FIRST_GROUP = -4000001


@dataclass(frozen=True)
class Outgoing:
    """Everything about a message that its sender chooses."""

    text: FormattedText
    buttons: Rows = ()
    topic: Topic | None = None
    reply_to: Message | None = None
    silent: bool = False
    protected: bool = False
    previews: bool = True
    sender_chat: Chat | None = None
    document: Upload | None = None


@dataclass(eq=False)
class _Waiter:
    predicate: Callable[[], object]
    met: asyncio.Future[None]


class State:
    def __init__(self, clock: Clock, inbox: Inbox, bot: Person) -> None:
        self.clock = clock
        self.inbox = inbox
        self.bot = bot
        self.privacy_mode = True
        self.answerable = ANSWERABLE
        """How long a press can be answered (ms)."""
        self.people: dict[int, Person] = {bot.id: bot}
        self.chats: dict[int, Chat] = {}
        self.presses: dict[str, Press] = {}
        self._waiters: defaultdict[int | None, list[_Waiter]] = defaultdict(list)
        """By chat; None: who wait for something anywhere."""
        inbox.confirmed = lambda update: self.touch(update.chat)
        self._next_person = 1001
        self._next_group = _FIRST_GROUP
        self._next_supergroup = _FIRST_SUPERGROUP
        self._account_messages = 0
        self.person("Group", user_id=GROUP_ANONYMOUS_BOT, username="GroupAnonymousBot", is_bot=True)
        self.person("Channel", user_id=CHANNEL_BOT, username="Channel_Bot", is_bot=True)

    def person(
        self,
        first_name: str,
        last_name: str = "",
        *,
        user_id: int | None = None,
        username: str = "",
        language_code: str = "en",
        is_bot: bool = False,
        started: bool = False,
    ) -> Person:
        """Let somebody exist; with *started*, as if they had opened the bot's private chat."""
        if user_id is None:
            user_id, self._next_person = self._next_person, self._next_person + 1
        person = Person(
            user_id, first_name, last_name, username, language_code, is_bot, started, met=started
        )
        self.people[person.id] = person
        return person

    def private(self, person: Person) -> Chat:
        """Return the private chat of *person* with the bot."""
        if person.id not in self.chats:
            chat = Chat(person.id, "private", person.name, ever={person.id, self.bot.id})
            self.chats[person.id] = chat
        return self.chats[person.id]

    def user(self, user_id: int) -> Person:
        return self.people[user_id]

    def knows(self, user_id: int) -> bool:
        """Tell whether the bot may mention this person by id."""
        person = self.people.get(user_id)
        return person is not None and (person.met or self._shares_a_group(person))

    def membership(self, chat: Chat) -> Member:
        """Return what the bot is in *chat*."""
        return chat.member(self.bot)

    def new_chat(self, kind: str, title: str, *, is_forum: bool = False) -> Chat:
        if kind == "group":
            chat = Chat(self._next_group, kind, title)
            self._next_group -= 1
        else:
            chat = Chat(self._next_supergroup, kind, title, is_forum=is_forum)
            self._next_supergroup -= 1
        self.chats[chat.id] = chat
        return chat

    def post(self, chat: Chat, sender: Person, outgoing: Outgoing) -> Message:
        """Put a message into a chat; nobody is told."""
        text, now = outgoing.text, self.clock.now()
        version = Version(text.text, text.entities, outgoing.buttons, now, outgoing.previews)
        message = Message(
            chat,
            self.next_message_id(chat),
            sender,
            now,
            [version],
            sender_chat=outgoing.sender_chat,
            topic=outgoing.topic,
            reply_to=outgoing.reply_to,
            silent=outgoing.silent,
            protected=outgoing.protected,
            document=outgoing.document,
        )
        chat.add(message)
        return message

    def post_service(self, chat: Chat, sender: Person, **service: object) -> Message:
        """Put a service message into a chat and tell the bot, if it is there and did not act."""
        message = self.post(chat, sender, Outgoing(spoken("")))
        message.service = service
        if sender is not self.bot and self.membership(chat).is_present:
            self.tell(message)
        return message

    def next_message_id(self, chat: Chat) -> int:
        """Count as Telegram does: each supergroup for itself, all other chats together."""
        if chat.type in ("supergroup", "channel"):
            # Number 1 is the notice that it was founded, which also stands for General.
            return chat.history[-1].id + 1 if chat.history else 2
        self._account_messages += 1
        return self._account_messages

    def tell(self, message: Message, kind: str = "message") -> None:
        """Queue the update that shows *message* to the bot."""
        message.sender.met = True
        payload: Wire = message_wire(message, self.user)
        self.inbox.put(kind, f"chat {message.chat.id}", payload)

    def touch(self, chat: int | None = None) -> None:
        """Let those look again who wait for something in this chat, or anywhere."""
        for place in dict.fromkeys((chat, None)):
            for waiter in self._waiters.get(place, ()):
                if not waiter.met.done():
                    _look(waiter)

    async def until(
        self,
        predicate: Callable[[], object],
        timeout_ms: int | None = None,
        *,
        chats: Collection[Chat] = (),
    ) -> None:
        """Wait until *predicate* holds, looking again after each event, or each in these chats."""
        waiter = _Waiter(predicate, asyncio.get_running_loop().create_future())
        places: set[int | None] = {chat.id for chat in chats} or {None}
        _look(waiter)
        for place in places:
            self._waiters[place].append(waiter)
        patience = PATIENCE / SECOND if timeout_ms is None else self.clock.real(timeout_ms)
        try:
            await asyncio.wait_for(waiter.met, patience)
        except TimeoutError:
            raise TimeoutError(f"still waiting after {patience:.1f} s; {self.dump()}") from None
        finally:
            for place in places:
                self._waiters[place].remove(waiter)

    def dump(self) -> str:
        """Describe the present for somebody whose test failed."""
        raise NotImplementedError

    def _shares_a_group(self, person: Person) -> bool:
        return any(
            chat.member(person).is_present and self.membership(chat).is_present
            for chat in self.chats.values()
            if not chat.is_private
        )


def _look(waiter: _Waiter) -> None:
    try:
        if waiter.predicate():
            waiter.met.set_result(None)
    except Exception as broken:  # noqa: BLE001 - the waiting test shall see it, not the bystander
        waiter.met.set_exception(broken)
