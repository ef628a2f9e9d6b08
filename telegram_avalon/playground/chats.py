"""Where messages are: chats, their topics and members, and messages with all their versions."""

from __future__ import annotations

from dataclasses import dataclass, field

from telegram_avalon.playground.entities import Entity
from telegram_avalon.playground.markup import Button, Rows
from telegram_avalon.playground.parameters import Upload
from telegram_avalon.playground.people import Member, Person, Status


@dataclass(frozen=True)
class Version:
    """What a message read from one moment on."""

    text: str
    entities: tuple[Entity, ...]
    buttons: Rows
    at: int
    previews: bool = True


@dataclass
class Topic:
    id: int
    name: str
    closed: bool = False
    deleted: bool = False


@dataclass(eq=False)
class Message:
    chat: Chat
    id: int
    sender: Person
    at: int
    versions: list[Version]
    sender_chat: Chat | None = None
    topic: Topic | None = None
    reply_to: Message | None = None
    silent: bool = False
    protected: bool = False
    deleted: bool = False
    document: Upload | None = None
    """The file that it brought; its text is the caption then."""
    service: dict[str, object] = field(default_factory=dict)
    """The fields that make this a service message; empty for one that somebody wrote."""

    @property
    def now(self) -> Version:
        return self.versions[-1]

    @property
    def text(self) -> str:
        return self.now.text

    @property
    def entities(self) -> tuple[Entity, ...]:
        return self.now.entities

    @property
    def buttons(self) -> Rows:
        return self.now.buttons

    @property
    def labels(self) -> list[str]:
        return [button.text for row in self.buttons for button in row]

    @property
    def is_edited(self) -> bool:
        return len(self.versions) > 1

    def button(self, *, label: str | None = None, data: str | None = None) -> Button:
        """Find a button by its exact label or data, or by a part of its label if that is unique."""
        buttons = [button for row in self.buttons for button in row]
        exact = [
            b
            for b in buttons
            if (label is None or b.text == label) and (data is None or b.callback_data == data)
        ]
        partial = [b for b in buttons if data is None and label is not None and label in b.text]
        if exact:
            return exact[0]
        if len(partial) == 1:
            return partial[0]
        wanted = label if data is None else data
        raise LookupError(f"no single button {wanted!r} under {self!r}")

    def __repr__(self) -> str:
        return f"<{self.id} in {self.chat.title} {self.text!r} {self.labels}>"


@dataclass(eq=False)
class Chat:
    id: int
    type: str
    title: str
    username: str = ""
    is_forum: bool = False
    members: dict[int, Member] = field(default_factory=dict)
    topics: dict[int, Topic] = field(default_factory=dict)
    general_closed: bool = False
    can_send: bool = True
    """The group lets members write (its default permissions)."""
    hides_members: bool = False
    """Only admins are told who is there; of the admins everybody is."""
    slow_mode_delay: int = 0
    """Seconds between two messages of one member who is no admin; edits are free."""
    migrated_to: int | None = None
    deleted: bool = False
    history: list[Message] = field(default_factory=list)
    by_id: dict[int, Message] = field(default_factory=dict)
    pinned: list[Message] = field(default_factory=list)
    ever: set[int] = field(default_factory=set)
    """Everybody who has been in this chat."""
    last_bot: int | None = None
    """The bot that posted last: plain commands go to it."""

    @property
    def is_private(self) -> bool:
        return self.type == "private"

    @property
    def messages(self) -> list[Message]:
        """What is in the chat now, in order: everything that has not been deleted."""
        return list(self.by_id.values())

    @property
    def last(self) -> Message:
        return next(reversed(self.by_id.values()))

    def member(self, person: Person) -> Member:
        return self.members.get(person.id) or Member(person, Status.LEFT)

    def add(self, message: Message) -> None:
        self.history.append(message)
        self.by_id[message.id] = message
        if message.sender.is_bot and not message.service and not message.sender_chat:
            self.last_bot = message.sender.id

    def remove(self, message: Message) -> None:
        message.deleted = True
        self.by_id.pop(message.id, None)
        self.pinned = [pinned for pinned in self.pinned if pinned is not message]

    def __repr__(self) -> str:
        return f"<{self.type} {self.title} {self.id}>"
