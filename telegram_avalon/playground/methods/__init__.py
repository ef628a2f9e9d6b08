"""The methods of the emulated Bot API, found by their names in any letter case."""

from telegram_avalon.playground.context import Method
from telegram_avalon.playground.methods import answering, chats, profile, receiving, sending

METHODS: dict[str, Method] = {
    method.name.lower(): method
    for module in (answering, chats, profile, receiving, sending)
    for method in module.METHODS
}
