"""Coming and going: who is in which group, as what, and what becomes of the group itself."""

from telegram_avalon.playground.chats import Chat, Message, Topic
from telegram_avalon.playground.people import (
    ADMIN_RIGHTS,
    GROUP_ANONYMOUS_BOT,
    Member,
    Person,
    Status,
)
from telegram_avalon.playground.state import State
from telegram_avalon.playground.wire import chat_wire, member_wire, user_wire

KINDS = ("group", "supergroup", "forum")


class Membership(State):
    def group(
        self,
        title: str,
        *members: Person,
        kind: str = "supergroup",
        bot: Status | None = Status.MEMBER,
    ) -> Chat:
        """Found a group: the first member owns it, the bot is in it unless *bot* is None."""
        if kind not in KINDS:
            raise ValueError(kind)
        forum = kind == "forum"
        chat = self.new_chat("group" if kind == "group" else "supergroup", title, is_forum=forum)
        for number, person in enumerate(members):
            status = Status.MEMBER if number else Status.CREATOR
            self._seat(chat, Member(person, status))
        if bot:
            rights = ADMIN_RIGHTS if bot is Status.ADMINISTRATOR else frozenset()
            self._seat(chat, Member(self.bot, bot, rights))
        return chat

    def owner(self, chat: Chat) -> Person:
        for member in chat.members.values():
            if member.status is Status.CREATOR:
                return member.person
        raise LookupError(f"nobody owns {chat!r}")

    def join(self, person: Person, chat: Chat) -> Message:
        self._change(person, chat, by=person, status=Status.MEMBER)
        return self.post_service(chat, person, new_chat_members=[user_wire(person)])

    def leave(self, person: Person, chat: Chat) -> Message:
        self._change(person, chat, by=person, status=Status.LEFT)
        return self.post_service(chat, person, left_chat_member=user_wire(person))

    def remove(self, person: Person, chat: Chat, by: Person | None = None) -> Message:
        """Throw somebody out of a group."""
        by = by or self.owner(chat)
        self._change(person, chat, by=by, status=Status.KICKED)
        return self.post_service(chat, by, left_chat_member=user_wire(person))

    def add_bot(self, chat: Chat, by: Person | None = None, *, payload: str = "") -> None:
        """Add the bot, through a startgroup link if there is a payload."""
        by = by or self.owner(chat)
        self._change(self.bot, chat, by=by, status=Status.MEMBER)
        self.post_service(chat, by, new_chat_members=[user_wire(self.bot)])
        if payload:
            self.say_start(by, chat, payload)

    def kick_bot(self, chat: Chat, by: Person | None = None) -> None:
        by = by or self.owner(chat)
        message = self.post_service(chat, by, left_chat_member=user_wire(self.bot))
        message.sender.met = True
        self._change(self.bot, chat, by=by, status=Status.KICKED)

    def bot_leaves(self, chat: Chat) -> None:
        self._change(self.bot, chat, by=self.bot, status=Status.LEFT)
        self.post_service(chat, self.bot, left_chat_member=user_wire(self.bot))

    def promote_bot(
        self, chat: Chat, by: Person | None = None, rights: frozenset[str] = ADMIN_RIGHTS
    ) -> None:
        by = by or self.owner(chat)
        self._change(self.bot, chat, by=by, status=Status.ADMINISTRATOR, rights=rights)

    def demote_bot(self, chat: Chat, by: Person | None = None) -> None:
        self._change(self.bot, chat, by=by or self.owner(chat), status=Status.MEMBER)

    def restrict_bot(
        self, chat: Chat, by: Person | None = None, rights: frozenset[str] = frozenset()
    ) -> None:
        """Leave the bot only these *rights*: without "can_send_messages" it may not write."""
        by = by or self.owner(chat)
        self._change(self.bot, chat, by=by, status=Status.RESTRICTED, rights=rights)

    def unrestrict_bot(self, chat: Chat, by: Person | None = None) -> None:
        self._change(self.bot, chat, by=by or self.owner(chat), status=Status.MEMBER)

    def promote(
        self,
        person: Person,
        chat: Chat,
        *,
        anonymous: bool = False,
        rights: frozenset[str] = ADMIN_RIGHTS,
    ) -> None:
        """Make somebody an admin; an anonymous one writes in the group's name."""
        by = self.owner(chat)
        own = chat.member(person).status is Status.CREATOR
        status = Status.CREATOR if own else Status.ADMINISTRATOR
        self._change(person, chat, by=by, status=status, rights=rights, anonymous=anonymous)

    def demote(self, person: Person, chat: Chat) -> None:
        self._change(person, chat, by=self.owner(chat), status=Status.MEMBER)

    def mute(self, chat: Chat) -> None:
        """Let only admins write: the bot, unless it is one, may not."""
        chat.can_send = False

    def unmute(self, chat: Chat) -> None:
        chat.can_send = True

    def rename(self, chat: Chat, title: str, by: Person | None = None) -> Message:
        chat.title = title
        return self.post_service(chat, by or self.owner(chat), new_chat_title=title)

    def delete_group(self, chat: Chat) -> None:
        chat.deleted = True

    def migrate(self, chat: Chat, by: Person | None = None) -> Chat:
        """Turn a basic group into a supergroup: another chat, with another id and no history."""
        if chat.type != "group" or chat.migrated_to:
            raise ValueError(f"{chat!r} cannot be migrated")
        successor = self.new_chat("supergroup", chat.title)
        for member in chat.members.values():
            self._seat(successor, member)
        self.post_service(chat, by or self.owner(chat), migrate_to_chat_id=successor.id)
        chat.migrated_to = successor.id
        anonymous = self.user(GROUP_ANONYMOUS_BOT)
        self.post_service(successor, anonymous, migrate_from_chat_id=chat.id)
        self.touch()
        return successor

    def topic(self, chat: Chat, name: str, by: Person | None = None) -> Topic:
        """Open a topic in a forum."""
        created = {"name": name, "icon_color": 7322096}
        message = self.post_service(chat, by or self.owner(chat), forum_topic_created=created)
        topic = chat.topics[message.id] = message.topic = Topic(message.id, name)
        return topic

    def say_start(self, person: Person, chat: Chat, payload: str) -> None:
        """Let a client write the command that a startgroup link stands for."""
        raise NotImplementedError

    def _seat(self, chat: Chat, member: Member) -> None:
        chat.members[member.person.id] = member
        if member.is_present:
            chat.ever.add(member.person.id)

    def _change(
        self,
        person: Person,
        chat: Chat,
        *,
        by: Person,
        status: Status,
        rights: frozenset[str] = frozenset(),
        anonymous: bool = False,
    ) -> None:
        """Change what somebody is in a group, and tell the bot about itself."""
        before = chat.member(person)
        after = Member(person, status, rights, anonymous)
        self._seat(chat, after)
        if person is self.bot:
            self.tell_membership("my_chat_member", chat, by, before, after)
        elif self.membership(chat).is_admin:
            self.tell_membership("chat_member", chat, by, before, after)
        self.touch()

    def tell_membership(
        self, kind: str, chat: Chat, by: Person, before: Member, after: Member
    ) -> None:
        by.met = True
        payload: dict[str, object] = {
            "chat": chat_wire(chat, by if chat.is_private else None),
            "from": user_wire(by),
            "date": self.clock.now() // 1000,
            "old_chat_member": member_wire(before),
            "new_chat_member": member_wire(after),
        }
        self.inbox.put(kind, f"{kind} {chat.id}", payload)
