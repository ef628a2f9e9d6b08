"""Whom and what a bot can reach: every refusal that depends on the chat and not on the content."""

from telegram_avalon.clock import SECOND
from telegram_avalon.playground.chats import Chat, Message, Topic
from telegram_avalon.playground.errors import MIGRATED, bad_request, forbidden
from telegram_avalon.playground.parameters import Parameters
from telegram_avalon.playground.people import Person, Status
from telegram_avalon.playground.world import World

GENERAL = 1


def reach(world: World, parameters: Parameters) -> Chat:
    """Find the chat a call is about, and make sure the bot may act there."""
    if not parameters.text("chat_id"):
        raise bad_request("chat_id is empty")
    chat_id = parameters.integer("chat_id")
    person = world.people.get(chat_id)
    if person:
        _reach_person(world, person)
        return world.private(person)
    chat = world.chats.get(chat_id)
    if chat is None or chat.type == "channel":
        raise bad_request("chat not found")
    _reach_group(world, chat)
    return chat


def reach_for_writing(world: World, parameters: Parameters) -> Chat:
    chat = reach(world, parameters)
    if not _may_write(world, chat):
        raise bad_request("not enough rights to send text messages to the chat")
    return chat


def topic_of(world: World, chat: Chat, parameters: Parameters) -> Topic | None:
    """Find the topic a message is meant for; General is meant by naming none."""
    thread = parameters.integer("message_thread_id")
    may_manage = world.membership(chat).may("can_manage_topics")
    if not thread:
        if chat.is_forum and chat.general_closed and not may_manage:
            raise bad_request("TOPIC_CLOSED")
        return None
    topic = chat.topics.get(thread)
    if topic is None or topic.deleted or thread == GENERAL:
        raise bad_request("message thread not found")
    if topic.closed and not may_manage:
        raise bad_request("TOPIC_CLOSED")
    return topic


def slow_mode_wait(world: World, chat: Chat) -> int:
    """Milliseconds until slow mode lets the bot post again; admins are free of it."""
    if not chat.slow_mode_delay or world.membership(chat).is_admin:
        return 0
    own = (m.at for m in reversed(chat.history) if m.sender is world.bot and not m.service)
    last = next(own, None)
    if last is None:
        return 0
    return max(last + chat.slow_mode_delay * SECOND - world.clock.now(), 0)


def message_in(chat: Chat, parameters: Parameters, missing: str) -> Message:
    message = chat.by_id.get(parameters.integer("message_id"))
    if message is None:
        raise bad_request(missing)
    return message


def _reach_person(world: World, person: Person) -> None:
    if person.is_bot:
        raise forbidden("bot can't send messages to bots")
    if person.deleted:
        raise forbidden("user is deactivated")
    if person.blocked:
        raise forbidden("bot was blocked by the user")
    if not person.started:
        if not world.knows(person.id):
            raise bad_request("chat not found")
        raise forbidden("bot can't initiate conversation with a user")


def _reach_group(world: World, chat: Chat) -> None:
    kind = "supergroup" if chat.type == "supergroup" else "group"
    member = world.membership(chat)
    if chat.migrated_to:
        raise bad_request(MIGRATED, {"migrate_to_chat_id": chat.migrated_to})
    if chat.deleted:
        raise forbidden("the group chat was deleted")
    if member.status is Status.KICKED:
        raise forbidden(f"bot was kicked from the {kind} chat")
    if not member.is_present:
        if world.bot.id not in chat.ever:
            raise bad_request("chat not found")
        raise forbidden(f"bot is not a member of the {kind} chat")


def _may_write(world: World, chat: Chat) -> bool:
    member = world.membership(chat)
    if chat.is_private or member.is_admin:
        return True
    return chat.can_send and (
        member.status is not Status.RESTRICTED or member.may("can_send_messages")
    )
