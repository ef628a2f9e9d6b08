"""What the Bot API answers, cut down to what is read of it; whatever else comes is no answer.

Gateways and captive portals answer too. Only what fits one of these shapes reaches
python-telegram-bot, which takes what it is given for granted.
"""

from http import HTTPStatus
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

Id = Annotated[int, Meta(gt=0, lt=2**53)]
ChatId = Annotated[int, Meta(gt=-(2**53), lt=2**53)]
Time = Annotated[int, Meta(ge=0, lt=2**33)]
Wait = Annotated[int, Meta(ge=1, le=24 * 3600)]
"""Seconds. Telegram has been seen to ask for hours, never for more than a day."""
Supergroup = Annotated[int, Meta(gt=-(2**53), lt=0)]


class Chat(Struct):
    id: ChatId
    type: str


class Message(Struct):
    message_id: Id
    date: Time
    chat: Chat


class User(Struct):
    id: Id
    is_bot: bool
    first_name: str


class Me(User):
    username: str


class Member(Struct):
    """Bot API, "ChatMember": all six kinds of it."""

    user: User
    status: Literal["creator", "administrator", "member", "restricted", "left", "kicked"]
    is_member: bool = True
    """Said of the restricted only."""


class WebhookInfo(Struct, omit_defaults=True):
    url: str
    has_custom_certificate: bool
    pending_update_count: Annotated[int, Meta(ge=0)]
    last_error_date: Time | None = None
    last_error_message: str | None = None


RESULTS: dict[str, Any] = {
    "answerCallbackQuery": bool,
    "deleteWebhook": bool,
    "editMessageReplyMarkup": Message | bool,
    "editMessageText": Message | bool,
    "getChatAdministrators": list[Member],
    "getChatMember": Member,
    "getMe": Me,
    "getUpdates": list[dict[str, Any]],
    "getWebhookInfo": WebhookInfo,
    "leaveChat": bool,
    "sendChatAction": bool,
    "sendDocument": Message,
    "sendMessage": Message,
    "setMyCommands": bool,
    "setMyDescription": bool,
    "setMyShortDescription": bool,
    "setWebhook": bool,
}
"""By method: the shape of its result (Bot API, "Available methods"). Others pass as they are."""


class Parameters(Struct, omit_defaults=True):
    """Bot API, "ResponseParameters"."""

    migrate_to_chat_id: Supergroup | None = None
    retry_after: Wait | None = None


class Refusal(Struct, omit_defaults=True):
    ok: bool
    description: str
    parameters: Parameters | None = None


class NotUnderstood(Exception):  # noqa: N818
    """No answer of the Bot API, whatever it may be."""


def _decoder(result: Any) -> "msgspec.json.Decoder[Any]":
    fields = [("ok", bool), ("result", result)]
    return msgspec.json.Decoder(msgspec.defstruct("Answer", fields))


_RESULTS = {method: _decoder(result) for method, result in RESULTS.items()}
_ANYTHING = _decoder(Any)
_REFUSAL = msgspec.json.Decoder(Refusal)


def understood(method: str, status: int, body: bytes) -> bytes:
    """The answer's body with no more in it than is read. Raises `NotUnderstood`."""
    fine = HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES
    decoder = _RESULTS.get(method, _ANYTHING) if fine else _REFUSAL
    try:
        answer = decoder.decode(body)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise NotUnderstood(type(error).__name__) from None
    if answer.ok is not fine:
        raise NotUnderstood("neither yes nor no")
    return msgspec.json.encode(answer)
