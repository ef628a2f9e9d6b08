"""Choosing languages: one's own anywhere, the group's by its host and admins."""

from markupsafe import Markup

from telegram_avalon.bot.asked import Asked
from telegram_avalon.bot.authority import Actor, may_decide
from telegram_avalon.bot.reactions import Reaction, Toast
from telegram_avalon.bot.services import Services
from telegram_avalon.bot.updates import CallbackQuery, User
from telegram_avalon.i18n.names import clean_name
from telegram_avalon.i18n.phrases import Words
from telegram_avalon.rules import Reason
from telegram_avalon.screens import Browse, toasts
from telegram_avalon.screens import languages as screens
from telegram_avalon.screens.panels import GroupLanguages
from telegram_avalon.screens.screen import for_private, lines
from telegram_avalon.table import Table


async def in_private(asked: Asked) -> Reaction:
    """`/lang` shows what there is, `/lang fa` chooses."""
    names = asked.services.catalogs.names
    user, wanted = asked.who.user, asked.services.catalogs.named(asked.rest)
    if user is not None and wanted is not None:
        words = await _speak(asked.services, user, wanted)
        return asked.reply(words.line("🌐 {said}", said=screens.chosen(words)))
    current = await asked.services.language(user)
    screen = screens.mine(names, current, asked.words)
    return asked.reply(lines(_unknown(asked), screen.text), screen.buttons)


async def in_group(asked: Asked) -> Reaction:
    """As in private; the buttons serve everybody, and lead to the choice for the group."""
    user, wanted = asked.who.user, asked.services.catalogs.named(asked.rest)
    if wanted is None or user is None:
        return await _what_there_is(asked)
    words = await _speak(asked.services, user, wanted)
    told = words.line("🌐 {said}", said=screens.chosen(words))
    if not await _may_choose(asked.services, asked.chat, asked.thread, asked.who):
        return await asked.refuse(told)
    button = Browse(words.plain("👥 Use it in this group, too"), GroupLanguages((wanted,)))
    return asked.reply(told, ((button,),))


async def _what_there_is(asked: Asked) -> Reaction:
    """For everybody in the group; who writes in its name has no language of their own."""
    services = asked.services
    chosen = await services.chosen_by(asked.chat)
    words = services.words(*chosen) if chosen else asked.words
    screen = screens.mine(services.catalogs.names, None, words, in_group=True)
    return asked.reply(lines(_unknown(asked), screen.text), screen.buttons)


async def choose(services: Services, query: CallbackQuery, language: str) -> Toast:
    """A person has pressed their language."""
    if language not in services.catalogs.languages:
        words = await services.words_for(query.sender)
        return Toast(screens.unknown(language, words))
    words = await _speak(services, query.sender, language)
    private = query.message is not None and query.message.chat.private
    screen = screens.mine(services.catalogs.names, language, words) if private else None
    return Toast(screens.chosen(words), edit=screen)


async def choose_for_group(
    services: Services, query: CallbackQuery, panel: GroupLanguages
) -> Toast:
    """The host or an admin has pressed the group's languages, or wants to see what there is.

    In private the button tells which group's; what it asks for is nobody's word but theirs.
    """
    words = await services.words_for(query.sender)
    message, languages = query.message, panel.languages
    private = message is not None and message.chat.private
    chat = panel.group if message is None or private else message.chat.id
    if message is None or chat is None:
        return Toast(words.plain(toasts.REFUSALS[Reason.STEP_IS_OVER]))
    if unknown := [code for code in languages if code not in services.catalogs.languages]:
        return Toast(screens.unknown(", ".join(unknown), words))
    thread = None if private else message.thread
    if not await _may_choose(services, chat, thread, Actor(query.sender)):
        return Toast(words.plain(toasts.REFUSALS[Reason.NOT_HOST]))
    if languages:
        await services.play.address(chat, languages)
        said, current = screens.chosen_for_group(services.words(*languages)), languages
    else:
        guess = await services.language(query.sender)
        said, current = "", await services.chosen_by(chat) or (guess,)
    shown = screens.of_group(services.catalogs.names, current, services.words(*current))
    return Toast(said, edit=for_private(shown, chat) if private else shown)


async def _may_choose(services: Services, chat: int, thread: int | None, who: Actor) -> bool:
    """Whether they may choose for the group: the host of a table there, and the admins."""
    return await may_decide(services, chat, await _table_for(services, chat, thread, who), who)


async def _table_for(services: Services, chat: int, thread: int | None, who: Actor) -> Table | None:
    """The table of the group by which they may be its host: where they are, or sit elsewhere."""
    found = await services.tables.at(chat, thread)
    loaded = await services.tables.load(found) if found else None
    if who.user is None or (loaded is not None and loaded.table.host == who.user.id):
        return loaded.table if loaded else None
    tables = [each.table for each in await services.tables.of(who.user.id)]
    hosted = (t for t in tables if t.live and t.place.is_in(chat) and t.host == who.user.id)
    return next(hosted, loaded.table if loaded else None)


def _unknown(asked: Asked) -> Markup | None:
    if not asked.rest or asked.services.catalogs.named(asked.rest) is not None:
        return None
    wanted = clean_name(asked.rest)
    return asked.words.line("{said}", said=screens.unknown(wanted, asked.words))


async def _speak(services: Services, user: User, language: str) -> Words:
    await services.people.speak(user.id, language)
    await services.play.speak(user.id, language)
    return services.words(language)
