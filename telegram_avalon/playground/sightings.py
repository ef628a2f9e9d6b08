"""What a person could have seen: the raw material of every test that a secret stayed one."""

from collections.abc import Iterator
from dataclasses import dataclass

from telegram_avalon.playground.chats import Chat, Message, Version
from telegram_avalon.playground.people import Person
from telegram_avalon.playground.presses import Press


@dataclass(frozen=True)
class Sighting:
    """One string that reached somebody's client: *kind* is text, link, label, data or answer."""

    kind: str
    text: str
    chat: Chat
    at: int


def chat_sightings(chat: Chat, person: Person) -> Iterator[Sighting]:
    """Go through a chat, every version of every message, if *person* has ever been there."""
    if person.id in chat.ever:
        for message in chat.history:
            yield from _message_sightings(message)


def answer_sightings(press: Press, person: Person) -> Iterator[Sighting]:
    if press.person is person and press.answer:
        for text in filter(None, (press.answer.text, press.answer.url)):
            yield Sighting("answer", text, press.message.chat, press.answer.at)


def _message_sightings(message: Message) -> Iterator[Sighting]:
    for version in message.versions:
        for kind, text in _strings(version):
            yield Sighting(kind, text, message.chat, version.at)


def _strings(version: Version) -> Iterator[tuple[str, str]]:
    if version.text:
        yield "text", version.text
    for entity in version.entities:
        if entity.url:
            yield "link", entity.url
    for button in (button for row in version.buttons for button in row):
        yield "label", button.text
        if button.callback_data:
            yield "data", button.callback_data
        if button.url:
            yield "link", button.url
