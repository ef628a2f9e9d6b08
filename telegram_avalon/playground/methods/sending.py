"""Methods that put messages into chats and change or remove them."""

from telegram_avalon.clock import HOUR
from telegram_avalon.playground.access import (
    message_in,
    reach,
    reach_for_writing,
    topic_of,
)
from telegram_avalon.playground.chats import Chat, Message, Version
from telegram_avalon.playground.context import Context, method
from telegram_avalon.playground.entities import FormattedText, formatted
from telegram_avalon.playground.errors import NOT_MODIFIED, ApiError, bad_request
from telegram_avalon.playground.markup import Rows, read_markup
from telegram_avalon.playground.parameters import Parameters
from telegram_avalon.playground.state import Outgoing
from telegram_avalon.playground.world import World

DELETABLE = 48 * HOUR
CAPTION_LIMIT = 1024
_MOST_DELETED = 100
_REPLY_FIELDS = frozenset(
    {
        "message_id",
        "chat_id",
        "allow_sending_without_reply",
        "quote",
        "quote_parse_mode",
        "quote_entities",
        "quote_position",
    }
)
_PREVIEW_FIELDS = frozenset(
    {"is_disabled", "url", "prefer_small_media", "prefer_large_media", "show_above_text"}
)
_ACTIONS = frozenset(
    {
        "typing",
        "upload_photo",
        "record_video",
        "upload_video",
        "record_voice",
        "upload_voice",
        "upload_document",
        "choose_sticker",
        "find_location",
        "record_video_note",
        "upload_video_note",
    }
)


def _send_message(context: Context, parameters: Parameters) -> object:
    world = context.world
    chat = reach_for_writing(world, parameters)
    outgoing = Outgoing(
        text=_text(context, parameters),
        buttons=_buttons(context, parameters),
        topic=topic_of(world, chat, parameters),
        reply_to=_reply(context, chat, parameters),
        silent=parameters.flag("disable_notification"),
        protected=parameters.flag("protect_content"),
        previews=_previews(context, parameters),
    )
    return context.shown(world.post(chat, world.bot, outgoing))


def _send_document(context: Context, parameters: Parameters) -> object:
    """Take an upload. Files by address or id, thumbnails and parts under other names are not."""
    world = context.world
    chat = reach_for_writing(world, parameters)
    file = parameters.files.get("document")
    if file is None:
        raise bad_request("there is no document in the request")
    if not file.content:
        raise bad_request("file must be non-empty")
    outgoing = Outgoing(
        text=_caption(context, parameters),
        buttons=_buttons(context, parameters),
        topic=topic_of(world, chat, parameters),
        reply_to=_reply(context, chat, parameters),
        silent=parameters.flag("disable_notification"),
        protected=parameters.flag("protect_content"),
        document=file,
    )
    return context.shown(world.post(chat, world.bot, outgoing))


def _edit_message_text(context: Context, parameters: Parameters) -> object:
    message = _editable(context, parameters)
    if message.document:
        raise bad_request("there is no text in the message to edit")
    text = _text(context, parameters)
    buttons = _buttons(context, parameters)
    return _edited(context, message, text, buttons, previews=_previews(context, parameters))


def _edit_message_reply_markup(context: Context, parameters: Parameters) -> object:
    message = _editable(context, parameters)
    text = FormattedText(message.text, message.entities)
    buttons = _buttons(context, parameters)
    return _edited(context, message, text, buttons, previews=message.now.previews)


def _delete_message(context: Context, parameters: Parameters) -> object:
    chat = reach(context.world, parameters)
    message = message_in(chat, parameters, "message to delete not found")
    if refusal := _undeletable(context, message):
        raise refusal
    chat.remove(message)
    return True


def _delete_messages(context: Context, parameters: Parameters) -> object:
    """Delete what there is; ids that lead nowhere are skipped."""
    chat = reach(context.world, parameters)
    ids = parameters.array("message_ids") or []
    if not 1 <= len(ids) <= _MOST_DELETED:
        raise bad_request("message identifiers are not specified" if not ids else "too many ids")
    found = [chat.by_id[i] for i in ids if isinstance(i, int) and i in chat.by_id]
    for message in found:
        if refusal := _undeletable(context, message):
            raise refusal
    for message in found:
        chat.remove(message)
    return True


def _send_chat_action(context: Context, parameters: Parameters) -> object:
    chat = reach_for_writing(context.world, parameters)
    topic_of(context.world, chat, parameters)
    if parameters.text("action") not in _ACTIONS:
        raise bad_request("wrong parameter action in request")
    return True


def _text(context: Context, parameters: Parameters) -> FormattedText:
    return formatted(
        parameters.text("text"),
        parameters.text("parse_mode"),
        parameters.array("entities"),
        known=context.world.knows,
    )


def _caption(context: Context, parameters: Parameters) -> FormattedText:
    if not parameters.text("caption").strip():
        return FormattedText("")
    return formatted(
        parameters.text("caption"),
        parameters.text("parse_mode"),
        parameters.array("caption_entities"),
        known=context.world.knows,
        limit=CAPTION_LIMIT,
    )


def _buttons(context: Context, parameters: Parameters) -> Rows:
    markup = parameters.decoded("reply_markup")
    return read_markup(markup, context.world.bot.username, context.lints.append)


def _previews(context: Context, parameters: Parameters) -> bool:
    options = parameters.record("link_preview_options") or {}
    _lint(context, "LinkPreviewOptions", options, _PREVIEW_FIELDS)
    return not options.get("is_disabled")


def _reply(context: Context, chat: Chat, parameters: Parameters) -> Message | None:
    reply = parameters.record("reply_parameters")
    if reply is None:
        return None
    _lint(context, "ReplyParameters", reply, _REPLY_FIELDS)
    message_id = reply.get("message_id")
    message = chat.by_id.get(message_id) if isinstance(message_id, int) else None
    if message is None and not reply.get("allow_sending_without_reply"):
        raise bad_request("message to be replied not found")
    return message


def _lint(context: Context, kind: str, value: dict[str, object], fields: frozenset[str]) -> None:
    if unknown := sorted(value.keys() - fields):
        context.lints.append(f"{kind}: unknown fields {unknown}")


def _editable(context: Context, parameters: Parameters) -> Message:
    if "message_id" not in parameters:
        raise bad_request("message identifier is not specified")
    chat = reach(context.world, parameters)
    message = message_in(chat, parameters, "message to edit not found")
    if message.sender is not context.world.bot or message.service:
        raise bad_request("message can't be edited")
    return message


def _edited(
    context: Context, message: Message, text: FormattedText, buttons: Rows, *, previews: bool
) -> object:
    now = message.now
    if (text.text, text.entities, buttons) == (now.text, now.entities, now.buttons):
        raise bad_request(NOT_MODIFIED)
    at = context.world.clock.now()
    message.versions.append(Version(text.text, text.entities, buttons, at, previews))
    return context.shown(message)


def _undeletable(context: Context, message: Message) -> ApiError | None:
    world = context.world
    may_others = message.chat.is_private or world.membership(message.chat).may(
        "can_delete_messages"
    )
    if message.sender is not world.bot and not may_others:
        return bad_request("message can't be deleted")
    if world.clock.now() - message.at > DELETABLE and not _is_admin_of_supergroup(world, message):
        return bad_request("message can't be deleted for everyone")
    return None


def _is_admin_of_supergroup(world: World, message: Message) -> bool:
    return message.chat.type == "supergroup" and world.membership(message.chat).may(
        "can_delete_messages"
    )


_TARGET = ("chat_id", "message_id", "inline_message_id", "business_connection_id", "reply_markup")

METHODS = (
    method(
        "sendMessage",
        _send_message,
        "chat_id",
        "message_thread_id",
        "text",
        "parse_mode",
        "entities",
        "link_preview_options",
        "disable_notification",
        "protect_content",
        "allow_paid_broadcast",
        "message_effect_id",
        "reply_parameters",
        "reply_markup",
        "business_connection_id",
        "direct_messages_topic_id",
        "suggested_post_parameters",
        "ephemeral_message_parameters",
    ),
    method(
        "sendDocument",
        _send_document,
        "chat_id",
        "message_thread_id",
        "document",
        "caption",
        "parse_mode",
        "caption_entities",
        "disable_content_type_detection",
        "disable_notification",
        "protect_content",
        "allow_paid_broadcast",
        "message_effect_id",
        "reply_parameters",
        "reply_markup",
        "business_connection_id",
        "direct_messages_topic_id",
        "suggested_post_parameters",
    ),
    method(
        "editMessageText",
        _edit_message_text,
        *_TARGET,
        "text",
        "parse_mode",
        "entities",
        "link_preview_options",
        "rich_message",
    ),
    method("editMessageReplyMarkup", _edit_message_reply_markup, *_TARGET),
    method("deleteMessage", _delete_message, "chat_id", "message_id"),
    method("deleteMessages", _delete_messages, "chat_id", "message_ids"),
    method(
        "sendChatAction",
        _send_chat_action,
        "chat_id",
        "message_thread_id",
        "action",
        "business_connection_id",
    ),
)
