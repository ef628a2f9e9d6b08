"""Bot API objects: what people, chats and messages look like to a bot."""

from collections.abc import Callable

from telegram_avalon.playground.chats import Chat, Message, Version
from telegram_avalon.playground.entities import Entity
from telegram_avalon.playground.markup import Button, Rows
from telegram_avalon.playground.parameters import Upload
from telegram_avalon.playground.people import ADMIN_RIGHTS, Member, Person, Status

Wire = dict[str, object]

_PERMISSIONS = (
    "can_send_messages",
    "can_send_audios",
    "can_send_documents",
    "can_send_photos",
    "can_send_videos",
    "can_send_video_notes",
    "can_send_voice_notes",
    "can_send_polls",
    "can_send_other_messages",
    "can_add_web_page_previews",
)
_ACCOUNT_PERMISSIONS = (
    "can_change_info",
    "can_invite_users",
    "can_pin_messages",
    "can_manage_topics",
)
_NO_GIFTS = (
    "unlimited_gifts",
    "limited_gifts",
    "unique_gifts",
    "premium_subscription",
    "gifts_from_channels",
)


def given(**fields: object) -> Wire:
    """Keep the fields that say something, as the Bot API leaves out empty and false ones."""
    return {name: value for name, value in fields.items() if value not in (None, "", False, (), [])}


def user_wire(person: Person) -> Wire:
    user: Wire = {"id": person.id, "is_bot": person.is_bot, "first_name": person.first_name}
    return user | given(
        last_name=person.last_name, username=person.username, language_code=person.language_code
    )


def chat_wire(chat: Chat, person: Person | None) -> Wire:
    """Show a chat; a private one is shown as the *person* in it."""
    if person:
        names = given(last_name=person.last_name, username=person.username)
        return {"id": chat.id, "type": chat.type, "first_name": person.first_name} | names
    shown: Wire = {"id": chat.id, "type": chat.type, "title": chat.title}
    return shown | given(username=chat.username, is_forum=chat.is_forum)


def entity_wire(entity: Entity, user: Callable[[int], Person]) -> Wire:
    shown: Wire = {"type": entity.type, "offset": entity.offset, "length": entity.length}
    if entity.user_id:
        shown["user"] = user_wire(user(entity.user_id))
    if entity.type == "custom_emoji":
        shown["custom_emoji_id"] = entity.value
    return shown | given(url=entity.url, language=entity.language)


def button_wire(button: Button) -> Wire:
    shown = given(style=button.style, callback_data=button.callback_data, url=button.url)
    if button.action not in ("callback_data", "url"):
        shown[button.action] = {}
    return {"text": button.text} | shown


def markup_wire(rows: Rows) -> Wire:
    return {"inline_keyboard": [[button_wire(button) for button in row] for row in rows]}


def message_wire(message: Message, user: Callable[[int], Person], *, reply: bool = True) -> Wire:
    """Show a message as it is now; the message it answers is shown one level deep."""
    now = message.now
    chat = message.chat
    shown: Wire = {
        "message_id": message.id,
        "from": user_wire(message.sender),
        "chat": chat_wire(chat, user(chat.id) if chat.is_private else None),
        "date": message.at // 1000,
    }
    if message.sender_chat:
        shown["sender_chat"] = chat_wire(message.sender_chat, None)
    if reply and message.reply_to and not message.reply_to.deleted:
        shown["reply_to_message"] = message_wire(message.reply_to, user, reply=False)
    if now.buttons:
        shown["reply_markup"] = markup_wire(now.buttons)
    file = message.document
    said = _text(now, user) if file is None else _document(message, file, user)
    return shown | said | _place(message) | message.service


def _text(now: Version, user: Callable[[int], Person]) -> Wire:
    entities = [entity_wire(entity, user) for entity in now.entities]
    preview = None if now.previews else {"is_disabled": True}
    return given(text=now.text, entities=entities, link_preview_options=preview)


def _document(message: Message, file: Upload, user: Callable[[int], Person]) -> Wire:
    entities = [entity_wire(entity, user) for entity in message.entities]
    named = f"{message.chat.id}:{message.id}"
    document: Wire = {
        "file_id": f"file:{named}",
        "file_unique_id": named,
        "file_name": file.name,
        "mime_type": file.mime_type,
        "file_size": len(file.content),
    }
    return {"document": document} | given(caption=message.text, caption_entities=entities)


def _place(message: Message) -> Wire:
    # A reply outside any topic carries the id of its thread, which is no topic to send to.
    thread = message.topic.id if message.topic else None
    if thread is None and message.reply_to and message.chat.type == "supergroup":
        thread = message.reply_to.id
    return given(
        message_thread_id=thread,
        is_topic_message=message.topic is not None,
        has_protected_content=message.protected,
        edit_date=message.now.at // 1000 if message.is_edited else None,
    )


def inaccessible_wire(message: Message, user: Callable[[int], Person]) -> Wire:
    chat = message.chat
    shown = chat_wire(chat, user(chat.id) if chat.is_private else None)
    return {"chat": shown, "message_id": message.id, "date": 0}


def member_wire(member: Member) -> Wire:
    shown: Wire = {"status": member.status.value, "user": user_wire(member.person)}
    match member.status:
        case Status.CREATOR:
            return shown | {"is_anonymous": member.anonymous}
        case Status.ADMINISTRATOR:
            rights = {right: right in member.rights for right in sorted(ADMIN_RIGHTS)}
            return shown | {"is_anonymous": member.anonymous, "can_be_edited": False} | rights
        case Status.RESTRICTED:
            every = (*_PERMISSIONS, *_ACCOUNT_PERMISSIONS)
            left = {right: right in member.rights for right in every}
            return shown | {"is_member": True, "until_date": 0} | left
        case Status.KICKED:
            return shown | {"until_date": 0}
        case _:
            return shown


def full_chat_wire(chat: Chat, user: Callable[[int], Person]) -> Wire:
    shown = chat_wire(chat, user(chat.id) if chat.is_private else None) | {
        "accent_color_id": chat.id % 7,
        "max_reaction_count": 11,
        "accepted_gift_types": dict.fromkeys(_NO_GIFTS, False),
    }
    if chat.pinned:
        shown["pinned_message"] = message_wire(chat.pinned[-1], user)
    if chat.is_private:
        return shown
    closed = dict.fromkeys(_ACCOUNT_PERMISSIONS, False)
    permissions = dict.fromkeys(_PERMISSIONS, chat.can_send) | closed
    return shown | {"permissions": permissions} | given(slow_mode_delay=chat.slow_mode_delay)
