"""People of many languages: they find the buttons by what they do."""

from functools import partial

from telegram_avalon.playground import Chat, Message
from telegram_avalon.screens.actions import Wish
from tests.bot.people import forge, ours, reached
from tests.harness import NAMES, Party, Stage

CLIENTS = ["fa", "es-419", "hu", "en", "", "fa-IR", "hu-HU", "tlh", "es", "en-GB"]
"""What the clients of ten people speak: one says nothing, one speaks what no catalog does."""


def offered(message: Message, data: str) -> bool:
    return any(button.callback_data == data for row in message.buttons for button in row)


def panel_for(chat: Chat, wish: str) -> list[Message]:
    """The bot's messages with a button for it."""
    return [
        message
        for message in ours(chat)
        for row in message.buttons
        for button in row
        if button.callback_data.rpartition(":")[2] == wish
    ]


class Mixed(Party):
    """People whose clients speak these languages, in a group."""

    def __init__(self, stage: Stage, clients: list[str], kind: str = "supergroup") -> None:
        super().__init__(stage, len(clients), kind)
        for person, client, name in zip(self.people, clients, NAMES, strict=False):
            person.language_code = client
            person.first_name = name

    @classmethod
    def of(cls, party: Party) -> "Mixed":
        """The same people in the same group."""
        mixed = cls.__new__(cls)
        mixed.__dict__.update(party.__dict__)
        return mixed

    async def open(self) -> Message:
        self.world.say(self.host, self.group, f"/new@{self.world.bot.username}")
        await self.until(partial(panel_for, self.group, "join"), self.group)
        lobby = panel_for(self.group, "join")[-1]
        data = next(b.callback_data for row in lobby.buttons for b in row if b.callback_data)
        self.id = data.partition(":")[0]
        return lobby

    async def sit_down(self) -> None:
        lobby = await self.open()
        await reached(self.stage, *self.people)
        for person in self.people:
            await forge(self, person, lobby, Wish.JOIN).answered()

    async def deal(self) -> None:
        """Sit down and begin: everybody has their card."""
        await self.sit_down()
        lobby = panel_for(self.group, "join")[-1]
        await forge(self, self.host, lobby, Wish.BEGIN).answered()
        for person in self.people:
            chat = self.private(person)
            await self.until(partial(panel_for, chat, "about"), chat)
        await self.quiet()
