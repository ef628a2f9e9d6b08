"""The world around the bot: one object holding people, chats and everything done in them."""

from telegram_avalon.playground.chats import Chat
from telegram_avalon.playground.conversation import Conversation
from telegram_avalon.playground.people import Person
from telegram_avalon.playground.sightings import Sighting, answer_sightings, chat_sightings
from telegram_avalon.playground.transcript import transcript

_TAIL = 8


class World(Conversation):
    def seen_by(self, person: Person) -> list[Sighting]:
        """List everything *person* could ever have seen, deleted and overwritten things too."""
        seen = [s for chat in self.chats.values() for s in chat_sightings(chat, person)]
        return seen + [
            s for press in self.presses.values() for s in answer_sightings(press, person)
        ]

    def transcript(self, *chats: Chat) -> str:
        """Write down what was said in these chats, or in all."""
        return transcript(*(chats or self.chats.values()))

    def dump(self) -> str:
        lines = [f"{len(self.inbox.pending)} updates not confirmed"]
        for chat in self.chats.values():
            lines.append(f"== {chat!r}")
            lines += [f"  {message!r}" for message in chat.messages[-_TAIL:]]
        waiting = [press for press in self.presses.values() if press.answer is None]
        return "\n".join([*lines, *(f"unanswered: {press!r}" for press in waiting[-_TAIL:])])
