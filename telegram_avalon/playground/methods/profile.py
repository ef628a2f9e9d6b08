"""Methods that set and tell what the bot says about itself."""

from collections.abc import Iterator

from telegram_avalon.playground.context import Context, Method, Perform, method
from telegram_avalon.playground.errors import bad_request
from telegram_avalon.playground.parameters import Parameters
from telegram_avalon.playground.profile import TEXT_LIMITS, language_of, menu_of, scope_of


def _set_my_commands(context: Context, parameters: Parameters) -> object:
    key = scope_of(parameters), language_of(parameters)
    _, *chat = key[0].split(" ")
    if chat and not context.world.knows(int(chat[0])) and int(chat[0]) not in context.world.chats:
        raise bad_request("chat not found")
    context.profile.menus[key] = menu_of(parameters)
    return True


def _delete_my_commands(context: Context, parameters: Parameters) -> object:
    context.profile.menus.pop((scope_of(parameters), language_of(parameters)), None)
    return True


def _get_my_commands(context: Context, parameters: Parameters) -> object:
    menu = context.profile.menus.get((scope_of(parameters), language_of(parameters)), [])
    return [{"command": name, "description": text} for name, text in menu]


def _setter(what: str) -> Perform:
    def perform(context: Context, parameters: Parameters) -> object:
        text = parameters.text(what).strip()
        if len(text) > TEXT_LIMITS[what]:
            raise bad_request(f"bot {what.replace('_', ' ')} is too long")
        context.profile.texts[what, language_of(parameters)] = text
        return True

    return perform


def _getter(what: str) -> Perform:
    def perform(context: Context, parameters: Parameters) -> object:
        texts = context.profile.texts
        default = context.world.bot.first_name if what == "name" else ""
        return {what: texts.get((what, language_of(parameters))) or texts.get((what, ""), default)}

    return perform


def _texts() -> Iterator[Method]:
    for what in TEXT_LIMITS:
        name = what.title().replace("_", "")
        yield method(f"setMy{name}", _setter(what), what, "language_code")
        yield method(f"getMy{name}", _getter(what), "language_code")


METHODS = (
    method("setMyCommands", _set_my_commands, "commands", "scope", "language_code"),
    method("deleteMyCommands", _delete_my_commands, "scope", "language_code"),
    method("getMyCommands", _get_my_commands, "scope", "language_code"),
    *_texts(),
)
