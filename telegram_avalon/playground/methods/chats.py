"""Methods that look at chats, pin in them and leave them."""

from telegram_avalon.playground.access import message_in, reach
from telegram_avalon.playground.chats import Chat
from telegram_avalon.playground.context import Context, method
from telegram_avalon.playground.errors import bad_request
from telegram_avalon.playground.parameters import Parameters
from telegram_avalon.playground.wire import full_chat_wire, given, member_wire, message_wire


def _get_chat(context: Context, parameters: Parameters) -> object:
    world = context.world
    person = world.people.get(parameters.integer("chat_id"))
    # Unlike writing to somebody, looking somebody up needs only an acquaintance.
    chat = world.private(person) if person and person.met else reach(world, parameters)
    return full_chat_wire(chat, world.user)


def _get_chat_member(context: Context, parameters: Parameters) -> object:
    chat = reach(context.world, parameters)
    user_id = parameters.integer("user_id")
    us = context.world.membership(chat)
    if chat.hides_members and not us.is_admin and user_id != us.person.id:
        raise bad_request("CHAT_ADMIN_REQUIRED")
    if user_id in chat.members:
        return member_wire(chat.members[user_id])
    if not context.world.knows(user_id):
        raise bad_request("PARTICIPANT_ID_INVALID")
    return member_wire(chat.member(context.world.user(user_id)))


def _get_chat_administrators(context: Context, parameters: Parameters) -> object:
    chat = reach(context.world, parameters)
    if chat.is_private:
        raise bad_request("there are no administrators in the private chat")
    admins = [member for member in chat.members.values() if member.is_admin]
    us = context.world.bot
    return [member_wire(m) for m in admins if m.person is us or not m.person.is_bot]


def _get_chat_member_count(context: Context, parameters: Parameters) -> object:
    chat = reach(context.world, parameters)
    return 2 if chat.is_private else sum(m.is_present for m in chat.members.values())


def _pin_chat_message(context: Context, parameters: Parameters) -> object:
    chat = _pinnable(context, parameters)
    message = message_in(chat, parameters, "message to pin not found")
    chat.pinned = [*(pinned for pinned in chat.pinned if pinned is not message), message]
    shown = message_wire(message, context.world.user, reply=False)
    service = context.world.post_service(chat, context.world.bot, pinned_message=shown)
    service.silent = parameters.flag("disable_notification")
    return True


def _unpin_chat_message(context: Context, parameters: Parameters) -> object:
    """Unpin one message, or without an id the one pinned last."""
    chat = _pinnable(context, parameters)
    if "message_id" in parameters:
        message = message_in(chat, parameters, "message to unpin not found")
        chat.pinned = [pinned for pinned in chat.pinned if pinned is not message]
    elif chat.pinned:
        chat.pinned.pop()
    else:
        raise bad_request("message to unpin not found")
    return True


def _leave_chat(context: Context, parameters: Parameters) -> object:
    chat = reach(context.world, parameters)
    if chat.is_private:
        raise bad_request("chat member status can't be changed in private chats")
    context.world.bot_leaves(chat)
    return True


def _pinnable(context: Context, parameters: Parameters) -> Chat:
    chat = reach(context.world, parameters)
    if not chat.is_private and not context.world.membership(chat).may("can_pin_messages"):
        raise bad_request("not enough rights to manage pinned messages in the chat")
    return chat


def _get_me(context: Context, _: Parameters) -> object:
    bot = context.world.bot
    return {
        "id": bot.id,
        "is_bot": True,
        "first_name": bot.first_name,
        "username": bot.username,
        "can_join_groups": True,
        "can_read_all_group_messages": not context.world.privacy_mode,
        "supports_inline_queries": False,
        "can_connect_to_business": False,
        "has_main_web_app": False,
    } | given(last_name=bot.last_name)


METHODS = (
    method("getMe", _get_me),
    method("getChat", _get_chat, "chat_id"),
    method("getChatMember", _get_chat_member, "chat_id", "user_id"),
    method("getChatAdministrators", _get_chat_administrators, "chat_id", "return_bots"),
    method("getChatMemberCount", _get_chat_member_count, "chat_id"),
    method(
        "pinChatMessage",
        _pin_chat_message,
        "chat_id",
        "message_id",
        "disable_notification",
        "business_connection_id",
    ),
    method(
        "unpinChatMessage",
        _unpin_chat_message,
        "chat_id",
        "message_id",
        "business_connection_id",
    ),
    method("leaveChat", _leave_chat, "chat_id"),
)
