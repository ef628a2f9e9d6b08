"""Every call to the Bot API that speaks in a chat, and the only reader of Telegram's error texts.

Of 400s and 403s nothing but the text tells one from the other; the table below is the whole of
what we read from them (texts: tdlib/telegram-bot-api and tdlib/td, `Client.cpp`, `Requests.cpp`).
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any
from urllib.parse import urlencode

import structlog
from markupsafe import Markup
from telegram import (
    Bot,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InputFile,
    LinkPreviewOptions,
)
from telegram.constants import ChatAction, ChatMemberStatus, ParseMode
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
    TimedOut,
)

from telegram_avalon.clock import SECOND
from telegram_avalon.delivery.failures import NotDoneError
from telegram_avalon.delivery.outcomes import (
    Deaf,
    Done,
    Gone,
    Migrated,
    Muted,
    Outcome,
    Refused,
    Sent,
    TextRefused,
    TooFast,
    TopicGone,
    Unknown,
    Unreached,
)
from telegram_avalon.i18n.names import clip
from telegram_avalon.screens import Button, Link, Screen
from telegram_avalon.screens.screen import MOST_UNITS

log = structlog.get_logger()

NOT_MODIFIED = ("message is not modified",)
GONE = (
    "message to edit not found",
    "message can't be edited",
    "message_id_invalid",
    "message to delete not found",
    "there is no text in the message to edit",
)
DEAF = (
    "chat not found",
    "user not found",
    "peer_id_invalid",
    "user_is_blocked",
    "input_user_deactivated",
    "group chat was deactivated",
)
MUTED = (
    "not enough rights",
    "have no rights to send",
    "need administrator rights",
    "chat_write_forbidden",
    "chat_restricted",
    "chat_admin_required",
)
TOPIC_GONE = ("message thread not found", "topic_closed", "topic_deleted")
TEXT_REFUSED = (
    "can't parse entities",
    "message is too long",
    "message_too_long",
    "caption is too long",
    "media_caption_too_long",
    "text is empty",
    "text must be non-empty",
    "entity_bounds_invalid",
)
MOST_CAPTION = 1024
"""Of a document's caption, in UTF-16 code units (Bot API, sendDocument)."""
NO_METHOD = "method not found"
TOO_OLD = ("query is too old", "query id is invalid", "query_id_invalid")
_NO_PREVIEW = LinkPreviewOptions(is_disabled=True)


@dataclass(frozen=True)
class Document:
    """A file to be sent."""

    name: str
    content: bytes


class Rank(Enum):
    """What somebody is in a group, as far as we care."""

    GONE = auto()
    """No member, or none any more."""
    MEMBER = auto()
    ADMIN = auto()


class Messenger:
    """Speaks through *bot*; never raises for what Telegram answers."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    @property
    def username(self) -> str:
        return self._bot.username

    async def send(self, chat: int, thread: int | None, screen: Screen) -> Outcome:
        """A new message: `Sent`, or how it failed."""

        async def attempt(text: str, parse_mode: str | None) -> Outcome:
            message = await self._bot.send_message(
                chat,
                text,
                parse_mode=parse_mode,
                message_thread_id=thread,
                reply_markup=keyboard(screen),
                disable_notification=screen.silent,
                protect_content=screen.protected,
                link_preview_options=_NO_PREVIEW,
            )
            return Sent(message.message_id)

        return await _somehow(attempt, screen, MOST_UNITS)

    async def send_document(
        self, chat: int, thread: int | None, document: Document, screen: Screen
    ) -> Outcome:
        """A new message with a file; *screen* is its caption, with the buttons below it."""

        async def attempt(text: str, parse_mode: str | None) -> Outcome:
            message = await self._bot.send_document(
                chat,
                InputFile(document.content, filename=document.name),
                caption=text,
                parse_mode=parse_mode,
                message_thread_id=thread,
                reply_markup=keyboard(screen),
                disable_notification=screen.silent,
                protect_content=screen.protected,
            )
            return Sent(message.message_id)

        return await _somehow(attempt, screen, MOST_CAPTION)

    async def edit(self, chat: int, message: int, screen: Screen) -> Outcome:
        async def attempt(text: str, parse_mode: str | None) -> Outcome:
            await self._bot.edit_message_text(
                text,
                chat,
                message,
                parse_mode=parse_mode,
                reply_markup=keyboard(screen),
                link_preview_options=_NO_PREVIEW,
            )
            return Done()

        return await _somehow(attempt, screen, MOST_UNITS)

    async def strip(self, chat: int, message: int) -> Outcome:
        """Take the buttons off a message."""
        return await self._outcome(
            self._bot.edit_message_reply_markup(chat, message, reply_markup=None)
        )

    async def answer(
        self, query: str, text: str = "", *, alert: bool = False, url: str | None = None
    ) -> Outcome:
        """Answer a callback query; one that is too old counts as answered."""
        return await self._outcome(
            self._bot.answer_callback_query(query, text or None, show_alert=alert, url=url)
        )

    async def probe(self, user: int) -> Outcome:
        """Whether *user* can be written to, without anything ringing: `Deaf` if not."""
        return await self._outcome(self._bot.send_chat_action(user, ChatAction.TYPING))

    async def admins(self, chat: int) -> frozenset[int] | None:
        """The ids of a group's admins; None where Telegram doesn't say."""
        try:
            members = await self._asked("getChatAdministrators", chat_id=chat)
        except TelegramError as error:
            log.warning("no list of admins", chat=chat, error=str(error))
            return None
        return frozenset(member["user"]["id"] for member in members)

    async def rank(self, chat: int, user: int) -> Rank | None:
        """What *user* is in a group now; None where Telegram doesn't say.

        A refusal tells nothing: where members are hidden, it comes for those who are there, too.
        """
        try:
            member = await self._asked("getChatMember", chat_id=chat, user_id=user)
        except TelegramError as error:
            log.info("no word on a member", chat=chat, error=error.message)
            return None
        if member["status"] in {ChatMemberStatus.OWNER, ChatMemberStatus.ADMINISTRATOR}:
            return Rank.ADMIN
        left = member["status"] in {ChatMemberStatus.LEFT, ChatMemberStatus.BANNED}
        return Rank.GONE if left or not member["is_member"] else Rank.MEMBER

    async def leave(self, chat: int) -> Outcome:
        """Go out of a group."""
        return await self._outcome(self._bot.leave_chat(chat))

    async def _asked(self, method: str, **parameters: int) -> Any:
        """A result in JSON: the library's objects of members want every right there may be."""
        url = f"{self._bot.base_url}/{method}?{urlencode(parameters)}"
        return await self._bot.request.post(url)

    async def _outcome(self, call: Awaitable[object]) -> Outcome:
        try:
            await call
        except TelegramError as error:
            return read(error)
        return Done()


async def _somehow(
    attempt: Callable[[str, str | None], Awaitable[Outcome]], screen: Screen, most: int
) -> Outcome:
    """Attempt it with the screen's text; where Telegram won't have that text, with its bare words.

    A slip in a translation must not keep a question from being asked.
    """
    try:
        return await attempt(screen.text, ParseMode.HTML)
    except TelegramError as error:
        outcome = read(error)
    if not isinstance(outcome, TextRefused):
        return outcome
    log.error("a text was refused and is said without its marks", why=outcome.why)
    lines = screen.text.split("\n")
    words = "\n".join(Markup(line).striptags() for line in lines)  # noqa: S704 - stripped
    try:
        return await attempt(clip(words, most) or "…", None)
    except TelegramError as error:
        return read(error)


def keyboard(screen: Screen) -> InlineKeyboardMarkup | None:
    if not screen.buttons:
        return None
    return InlineKeyboardMarkup([[_button(button) for button in row] for row in screen.buttons])


def _button(button: Button) -> InlineKeyboardButton:
    if isinstance(button, Link):
        return InlineKeyboardButton(button.label, url=button.url)
    return InlineKeyboardButton(button.label, callback_data=button.data)


def read(error: TelegramError) -> Outcome:
    """What an error of python-telegram-bot means for delivery.

    The order matters: `BadRequest` and `TimedOut` are `NetworkError`s too.
    """
    text = error.message.lower()
    match error:
        case RetryAfter():
            return TooFast(_milliseconds(error))
        case ChatMigrated():
            return Migrated(error.new_chat_id)
        case Forbidden():
            return _muted(text, error.message) or Deaf(error.message)
        case BadRequest():
            return _bad_request(text, error.message)
        case NotDoneError():
            return Unreached(error.message)
        case TimedOut() | NetworkError():
            return Unknown(error.message)
        case InvalidToken():
            # No chat's fault: nobody is to lose their seat or be called unreachable for it.
            # The Bot API answers the same where it does not know a method.
            known = NO_METHOD not in text
            return Unreached("the token is not accepted") if known else Refused(error.message)
        case _:
            return Refused(error.message)


def _bad_request(text: str, message: str) -> Outcome:
    if any(known in text for known in NOT_MODIFIED + TOO_OLD):
        return Done()
    if any(known in text for known in GONE):
        return Gone()
    if any(known in text for known in TOPIC_GONE):
        return TopicGone()
    if any(known in text for known in DEAF):
        return Deaf(message)
    if any(known in text for known in TEXT_REFUSED):
        return TextRefused(message)
    return _muted(text, message) or Refused(message)


def _muted(text: str, message: str) -> Muted | None:
    return Muted(message) if any(known in text for known in MUTED) else None


def _milliseconds(error: RetryAfter) -> int:
    wait = error.retry_after
    seconds = wait.total_seconds() if not isinstance(wait, int | float) else wait
    return round(seconds * SECOND)
