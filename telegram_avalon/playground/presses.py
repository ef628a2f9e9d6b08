"""A press of a button: from the finger to the bot's answer."""

import asyncio
from dataclasses import dataclass, field

from telegram_avalon.clock import SECOND, Clock
from telegram_avalon.playground.chats import Message
from telegram_avalon.playground.people import Person

ANSWERABLE = 15 * SECOND


@dataclass(frozen=True)
class Answer:
    """What the presser was shown: a toast, an alert, or a link that was followed."""

    text: str = ""
    show_alert: bool = False
    url: str = ""
    at: int = 0


@dataclass(eq=False)
class Press:
    id: str
    person: Person
    message: Message
    data: str
    at: int
    clock: Clock
    answerable: int = ANSWERABLE
    """How long it can be answered (ms)."""
    follow: bool = True
    """The presser opens the link of the answer, as a client does at once."""
    answer: Answer | None = None
    _answered: asyncio.Event = field(default_factory=asyncio.Event)

    def is_answerable(self) -> bool:
        return self.answer is None and self.clock.now() - self.at <= self.answerable

    def settle(self, answer: Answer) -> None:
        self.answer = answer
        self._answered.set()

    async def answered(self, timeout_ms: int | None = None) -> Answer:
        """Wait for the answer; without a limit, ten seconds of the wall clock."""
        patience = 10.0 if timeout_ms is None else self.clock.real(timeout_ms)
        try:
            await asyncio.wait_for(self._answered.wait(), patience)
        except TimeoutError:
            raise TimeoutError(f"no answer to {self!r} within {patience:.1f} s") from None
        if self.answer is None:
            raise AssertionError
        return self.answer

    def __repr__(self) -> str:
        return f"<press {self.data!r} by {self.person.name} on {self.message!r}>"
