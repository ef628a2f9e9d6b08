"""What people do in chats: write, open links, press buttons, block, delete."""

from typing import NoReturn

from telegram_avalon.playground import links
from telegram_avalon.playground.chats import Chat, Message, Topic, Version
from telegram_avalon.playground.entities import spoken
from telegram_avalon.playground.membership import Membership
from telegram_avalon.playground.people import (
    CHANNEL_BOT,
    GROUP_ANONYMOUS_BOT,
    Member,
    Person,
    Status,
)
from telegram_avalon.playground.presses import Answer, Press
from telegram_avalon.playground.privacy import is_shown_to_bot
from telegram_avalon.playground.state import Outgoing
from telegram_avalon.playground.wire import Wire, inaccessible_wire, message_wire, user_wire


class Conversation(Membership):
    def start(self, person: Person, payload: str | None = None) -> Message:
        """Press Start in the bot's private chat, as a t.me/bot?start= link makes one do."""
        if payload and not links.is_payload(payload):
            payload = None
        return self.say(person, None, f"/start {payload}" if payload else "/start")

    def say(
        self,
        person: Person,
        chat: Chat | None,
        text: str,
        thread: Topic | None = None,
        *,
        reply_to: Message | None = None,
        channel: str = "",
    ) -> Message:
        """Write into a group, or in private (no chat); an anonymous admin writes as the group.

        With *channel* the message is posted in the name of a channel of that title.
        """
        chat = chat or self.private(person)
        if chat.is_private:
            self._open_private(person)
        elif not chat.member(person).is_present:
            raise LookupError(f"{person.name} is not in {chat.title}")
        sender, sender_chat = self._appearance(person, chat, channel)
        outgoing = Outgoing(spoken(text), topic=thread, reply_to=reply_to, sender_chat=sender_chat)
        message = self.post(chat, sender, outgoing)
        if is_shown_to_bot(message, self.bot, privacy_mode=self.privacy_mode):
            self.tell(message)
        self.touch(chat.id)
        return message

    def edit(self, person: Person, message: Message, text: str) -> None:
        """Change one's own message."""
        if message.sender is not person:
            raise LookupError(f"{message!r} is not by {person.name}")
        words = spoken(text)
        message.versions.append(Version(words.text, words.entities, (), self.clock.now()))
        if is_shown_to_bot(message, self.bot, privacy_mode=self.privacy_mode):
            self.tell(message, "edited_message")
        self.touch(message.chat.id)

    def delete_message(self, message: Message) -> None:
        """Let a person or another bot delete a message; the bot is not told."""
        message.chat.remove(message)
        self.touch(message.chat.id)

    def press(
        self,
        person: Person,
        message: Message,
        label: str | None = None,
        *,
        data: str | None = None,
        force: bool = False,
        follow: bool = True,
    ) -> Press:
        """Press a button by its label or data; *force* forges one that is not there (any more)."""
        if not force:
            data = self._visible_data(person, message, label, data)
        press = Press(
            str(4_000_000_000 + len(self.presses)),
            person,
            message,
            data or "",
            self.clock.now(),
            self.clock,
            self.answerable,
            follow,
        )
        self.presses[press.id] = press
        person.met = True
        self.inbox.put("callback_query", f"user {person.id}", self._query(press))
        self.touch(message.chat.id)
        return press

    def open(self, person: Person, message: Message, label: str) -> str:
        """Follow the link of a button; one that leads to the bot presses Start there."""
        button = message.button(label=label)
        if not button.url:
            raise LookupError(f"{button!r} is no link")
        self.follow(person, button.url)
        return button.url

    def follow(self, person: Person, url: str) -> None:
        payload = links.start_payload(url, self.bot.username)
        if payload is not None:
            self.start(person, payload)

    def answer(self, press: Press, answer: Answer) -> None:
        """Show the presser the bot's answer."""
        press.settle(answer)
        if answer.url and press.follow:
            self.follow(press.person, answer.url)

    def block(self, person: Person) -> None:
        if not person.blocked:
            person.blocked = True
            self._tell_private(person, Status.MEMBER, Status.KICKED)

    def unblock(self, person: Person) -> None:
        if person.blocked:
            person.blocked = False
            self._tell_private(person, Status.KICKED, Status.MEMBER)

    def delete_account(self, person: Person) -> None:
        person.deleted = True
        person.first_name, person.last_name, person.username = "", "", ""
        self.touch(person.id)

    def say_start(self, person: Person, chat: Chat, payload: str) -> None:
        self.say(person, chat, f"/start@{self.bot.username} {payload}")

    def _open_private(self, person: Person) -> None:
        if person.deleted:
            raise LookupError(f"{person!r} has deleted the account")
        self.unblock(person)
        person.started = True

    def _appearance(self, person: Person, chat: Chat, channel: str) -> tuple[Person, Chat | None]:
        if channel:
            return self.user(CHANNEL_BOT), self._channel(channel)
        if chat.member(person).anonymous:
            return self.user(GROUP_ANONYMOUS_BOT), chat
        return person, None

    def _channel(self, title: str) -> Chat:
        for chat in self.chats.values():
            if chat.type == "channel" and chat.title == title:
                return chat
        return self.new_chat("channel", title)

    def _visible_data(
        self, person: Person, message: Message, label: str | None, data: str | None
    ) -> str:
        chat = message.chat
        sees = chat.id == person.id if chat.is_private else chat.member(person).is_present
        if not sees or message.deleted:
            _refuse(f"{person.name} does not see {message!r}")
        button = message.button(label=label, data=data)
        if not button.callback_data:
            _refuse(f"{button!r} calls nothing back: open() it")
        return button.callback_data

    def _query(self, press: Press) -> Wire:
        message = press.message
        shown = inaccessible_wire if message.deleted else message_wire
        return {
            "id": press.id,
            "from": user_wire(press.person),
            "message": shown(message, self.user),
            "chat_instance": str(7_000_000_000_000 + abs(message.chat.id)),
            "data": press.data,
        }

    def _tell_private(self, person: Person, before: Status, after: Status) -> None:
        self.tell_membership(
            "my_chat_member",
            self.private(person),
            person,
            Member(self.bot, before),
            Member(self.bot, after),
        )
        self.touch(person.id)


def _refuse(reason: str) -> NoReturn:
    raise LookupError(reason)
