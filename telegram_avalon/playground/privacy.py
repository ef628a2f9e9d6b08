"""Which messages a bot is shown.

With privacy mode on: commands meant for it, replies to it, service messages. An admin sees all.
No bot sees what another bot writes.
"""

from telegram_avalon.playground.chats import Message
from telegram_avalon.playground.people import CHANNEL_BOT, GROUP_ANONYMOUS_BOT, Person

# Under these ids people write: an admin in the group's name, somebody in a channel's.
_MASKS = frozenset({CHANNEL_BOT, GROUP_ANONYMOUS_BOT})


def is_shown_to_bot(message: Message, bot: Person, *, privacy_mode: bool) -> bool:
    chat = message.chat
    if message.sender.is_bot and message.sender.id not in _MASKS:
        return False
    if chat.is_private:
        return True
    if not chat.member(bot).is_present or chat.deleted or chat.migrated_to:
        return False
    return not privacy_mode or chat.member(bot).is_admin or _concerns(message, bot)


def _concerns(message: Message, bot: Person) -> bool:
    if message.reply_to and message.reply_to.sender is bot:
        return True
    return any(_is_for(command, message, bot) for command in commands(message.text))


def _is_for(command: str, message: Message, bot: Person) -> bool:
    _, at, addressee = command.partition("@")
    if at:
        return addressee.lower() == bot.username.lower()
    # In a group where no bot has written yet, a plain command reaches every bot.
    return message.chat.last_bot in (None, bot.id)


def commands(text: str) -> list[str]:
    return [word for word in text.split() if word.startswith("/") and len(word) > 1]
