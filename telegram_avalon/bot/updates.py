"""The parts of Telegram's updates that we read (Bot API, "Update", "Message", "CallbackQuery").

Decoded straight into these records: building the client library's objects costs twenty times as
much, and of each update we need a handful of fields.
"""

import msgspec
from msgspec import Struct

ALLOWED = ("message", "callback_query", "my_chat_member", "chat_member")
ANONYMOUS_ADMIN = 1087968824
"""@GroupAnonymousBot, in whose name anonymous admins write."""
FORWARDED_FROM_CHANNEL = 777000


class User(Struct, frozen=True):
    id: int
    first_name: str = ""
    last_name: str = ""
    language_code: str | None = None
    is_bot: bool = False

    @property
    def full_name(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()


class Chat(Struct, frozen=True):
    id: int
    type: str
    title: str = ""
    username: str = ""
    """A public group's name, without @."""

    @property
    def private(self) -> bool:
        return self.type == "private"

    @property
    def group(self) -> bool:
        return self.type in {"group", "supergroup"}


class Message(Struct, frozen=True, rename={"sender": "from"}):
    """A message, or what is left of one that is no longer accessible."""

    message_id: int
    chat: Chat
    sender: User | None = None
    sender_chat: Chat | None = None
    text: str = ""
    message_thread_id: int | None = None
    is_topic_message: bool = False
    migrate_to_chat_id: int | None = None
    migrate_from_chat_id: int | None = None
    new_chat_title: str | None = None
    left_chat_member: User | None = None
    """Who has left, or was put out."""

    @property
    def is_about_group(self) -> bool:
        """A service message that tells of a new id or title, or of somebody who is gone."""
        news = (
            self.migrate_to_chat_id,
            self.migrate_from_chat_id,
            self.new_chat_title,
            self.left_chat_member,
        )
        return any(each is not None for each in news)

    @property
    def thread(self) -> int | None:
        """The forum topic; a reply in General carries a number that is none."""
        return self.message_thread_id if self.is_topic_message else None


class CallbackQuery(Struct, frozen=True, rename={"sender": "from"}):
    id: str
    sender: User
    message: Message | None = None
    data: str = ""


class Member(Struct, frozen=True):
    """What somebody is in a group (Bot API, "ChatMember")."""

    status: str
    user: User | None = None
    is_member: bool = True
    """Said of the restricted only: they may have left."""
    can_send_messages: bool = True
    """Said of the restricted only."""

    @property
    def present(self) -> bool:
        return self.status not in {"left", "kicked"} and self.is_member

    @property
    def may_write(self) -> bool:
        return self.present and self.can_send_messages


class MembershipChange(Struct, frozen=True, rename={"sender": "from"}):
    """Somebody's membership changed in a group; our own also by being blocked in private."""

    chat: Chat
    sender: User
    old_chat_member: Member
    new_chat_member: Member

    @property
    def mutes(self) -> bool:
        """Whether we are there still and may not write any more."""
        was, now = self.old_chat_member, self.new_chat_member
        return was.may_write and now.present and not now.may_write

    @property
    def takes_rights(self) -> bool:
        """Whether we may do less now than before, or not enough."""
        was, now = self.old_chat_member, self.new_chat_member
        if now.status == "restricted":
            return was.may_write or not now.may_write
        return was.status == "administrator" and now.status == "member"


class Update(Struct, frozen=True):
    update_id: int
    message: Message | None = None
    callback_query: CallbackQuery | None = None
    my_chat_member: MembershipChange | None = None
    """Our own."""
    chat_member: MembershipChange | None = None
    """Somebody else's; Telegram tells of it where we are an admin."""

    @property
    def queue(self) -> tuple[str, int]:
        """What Telegram itself keeps in order: a person's presses, a chat's messages."""
        if self.callback_query:
            return ("user", self.callback_query.sender.id)
        if self.message:
            return ("chat", self.message.chat.id)
        if change := self.my_chat_member or self.chat_member:
            return ("member", change.chat.id)
        return ("other", 0)


_decoder = msgspec.json.Decoder(Update)


def read_update(raw: bytes | msgspec.Raw) -> Update:
    """The update in *raw* JSON. Raises `msgspec.DecodeError` for what is none."""
    return _decoder.decode(raw)
