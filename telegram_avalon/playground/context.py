"""What a method may use, and the one shape every method has."""

from collections.abc import Callable
from dataclasses import dataclass, field

from telegram_avalon.playground.chats import Message
from telegram_avalon.playground.parameters import Parameters
from telegram_avalon.playground.profile import Profile
from telegram_avalon.playground.updates import Inbox
from telegram_avalon.playground.webhook import Webhook
from telegram_avalon.playground.wire import Wire, message_wire
from telegram_avalon.playground.world import World


@dataclass
class Context:
    world: World
    inbox: Inbox
    webhook: Webhook
    profile: Profile = field(default_factory=Profile)
    lints: list[str] = field(default_factory=list)

    def shown(self, message: Message) -> Wire:
        return message_wire(message, self.world.user)


Perform = Callable[[Context, Parameters], object]


@dataclass(frozen=True)
class Method:
    """A method by its proper name, with the parameters it knows; others are linted."""

    name: str
    perform: Perform
    parameters: frozenset[str] = frozenset()


def method(name: str, perform: Perform, *parameters: str) -> Method:
    return Method(name, perform, frozenset(parameters))
