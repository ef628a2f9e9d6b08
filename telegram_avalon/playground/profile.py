"""What a bot says about itself: names, descriptions and command menus, by scope and language."""

import re
from dataclasses import dataclass, field

from telegram_avalon.playground.errors import bad_request
from telegram_avalon.playground.parameters import Parameters
from telegram_avalon.playground.people import Member, Person

TEXT_LIMITS = {"name": 64, "description": 512, "short_description": 120}
MOST_COMMANDS = 100
_LONGEST_COMMAND_TEXT = 256
_COMMAND = re.compile(r"[a-z0-9_]{1,32}")
_LANGUAGE = re.compile(r"[a-z]{2}|")

PLAIN_SCOPES = (
    "default",
    "all_private_chats",
    "all_group_chats",
    "all_chat_administrators",
)
CHAT_SCOPES = ("chat", "chat_administrators", "chat_member")

Menu = list[tuple[str, str]]


@dataclass
class Profile:
    texts: dict[tuple[str, str], str] = field(default_factory=dict)
    """By what ("name", "description", ...) and language."""
    menus: dict[tuple[str, str], Menu] = field(default_factory=dict)
    """Commands with their descriptions, by scope ("chat -100...", "default") and language."""

    def menu_for(self, person: Person, chat_id: int, member: Member | None) -> Menu:
        """Return the menu *person* sees in a chat: the narrowest scope wins, then the language."""
        language = person.language_code.partition("-")[0]
        for scope in _scopes(person, chat_id, member):
            for code in (language, ""):
                if (scope, code) in self.menus:
                    return self.menus[scope, code]
        return []


def _scopes(person: Person, chat_id: int, member: Member | None) -> list[str]:
    if member is None:
        return [f"chat {chat_id}", "all_private_chats", "default"]
    scopes = [
        f"chat_member {chat_id} {person.id}",
        f"chat_administrators {chat_id}",
        f"chat {chat_id}",
        "all_chat_administrators",
        "all_group_chats",
        "default",
    ]
    return [s for s in scopes if member.is_admin or "administrators" not in s]


def language_of(parameters: Parameters) -> str:
    code = parameters.text("language_code")
    if not _LANGUAGE.fullmatch(code):
        raise bad_request("invalid language code specified")
    return code


def scope_of(parameters: Parameters) -> str:
    scope = parameters.record("scope") or {"type": "default"}
    kind = str(scope.get("type", ""))
    if kind in PLAIN_SCOPES:
        return kind
    if kind not in CHAT_SCOPES:
        raise bad_request("can't parse BotCommandScope: unsupported type specified")
    wanted = ("chat_id", "user_id") if kind == "chat_member" else ("chat_id",)
    if missing := [name for name in wanted if not scope.get(name)]:
        raise bad_request(f"can't parse BotCommandScope: {missing[0]} is missing")
    return " ".join([kind, *(str(scope[name]) for name in wanted)])


def menu_of(parameters: Parameters) -> Menu:
    commands = parameters.array("commands")
    if commands is None:
        raise bad_request("can't parse commands: array is expected")
    if len(commands) > MOST_COMMANDS:
        raise bad_request("BOT_COMMANDS_TOO_MUCH")
    return [_command(command) for command in commands]


def _command(command: object) -> tuple[str, str]:
    if not isinstance(command, dict):
        raise bad_request("can't parse BotCommand: expected an Object")
    name = str(command.get("command", "")).removeprefix("/")
    description = str(command.get("description", "")).strip()
    if not _COMMAND.fullmatch(name):
        raise bad_request("BOT_COMMAND_INVALID")
    if not 1 <= len(description) <= _LONGEST_COMMAND_TEXT:
        raise bad_request("BOT_COMMAND_DESCRIPTION_INVALID")
    return name, description
