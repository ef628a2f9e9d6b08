"""Chats as text, for people who read test failures."""

from collections.abc import Iterator

from telegram_avalon.playground.chats import Chat, Message


def transcript(*chats: Chat) -> str:
    return "\n".join(line for chat in chats for line in _chat(chat))


def _chat(chat: Chat) -> Iterator[str]:
    yield f"=== {chat.title} ({chat.type} {chat.id})"
    for message in chat.history:
        yield from _message(message)


def _message(message: Message) -> Iterator[str]:
    name = message.sender_chat.title if message.sender_chat else message.sender.name
    marks = "".join(f" ({mark})" for mark in _marks(message))
    file = f"[{message.document.name}]" if message.document else ""
    first, *rest = message.text.splitlines() or [", ".join(message.service) or file]
    yield f"#{message.id} {name}{marks}: {first}"
    yield from (f"    {line}" for line in rest)
    for row in message.buttons:
        yield "    " + " ".join(f"[{button.text}]" for button in row)


def _marks(message: Message) -> Iterator[str]:
    if message.topic:
        yield message.topic.name
    if message.silent:
        yield "silent"
    if message.protected:
        yield "protected"
    if message.is_edited:
        yield f"edited {len(message.versions) - 1}x"
    if message.deleted:
        yield "deleted"
