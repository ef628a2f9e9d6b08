"""Pressed buttons: each is answered at once with what it did, or why not and what would work."""

from collections.abc import Awaitable, Callable
from functools import partial

from msgspec.structs import replace

from telegram_avalon.bot import exporting, languages, rulebook
from telegram_avalon.bot.authority import Actor, may_begin, may_decide, may_move
from telegram_avalon.bot.beginning import begin_game
from telegram_avalon.bot.new_games import why_none
from telegram_avalon.bot.reactions import Toast
from telegram_avalon.bot.services import Services
from telegram_avalon.bot.updates import CallbackQuery, Chat
from telegram_avalon.i18n.phrases import Words
from telegram_avalon.play import Change, Played
from telegram_avalon.rules import Command, Examine, GiveCard, Reason, Refused, Seat, UseCard, World
from telegram_avalon.screens import Screen, board, card, confirming, history, panels, toasts
from telegram_avalon.screens.actions import (
    LEADER,
    Action,
    Choose,
    ChooseGame,
    Deed,
    Like,
    SetOption,
    Setting,
    Spot,
    Sure,
    Wish,
    decode,
    spots,
)
from telegram_avalon.screens.panels import GroupLanguages, MyLanguage, Panel, RulesPanel
from telegram_avalon.screens.rulebook import pages
from telegram_avalon.screens.rulebook.topics import Topic
from telegram_avalon.store import Pressed
from telegram_avalon.table import (
    Page,
    Stage,
    Table,
    cancel,
    choose,
    choose_game,
    close,
    join,
    leave,
    like,
    open_table,
    play,
    recall,
    rename,
    scene,
    set_editing,
    set_option,
    turn_to,
)
from telegram_avalon.table.play import running


class Press:
    """One press on its way through: who, where, what, on which table."""

    def __init__(
        self,
        services: Services,
        query: CallbackQuery,
        update: int,
        action: Action,
        table: Table,
        words: Words,
    ) -> None:
        self.services = services
        self.user = query.sender
        self.update = update
        self.action = action
        self.table = table
        self.words = words
        self.where = query.message.chat if query.message else Chat(table.place.chat, "supergroup")
        self.chat = self.where.id
        message = query.message.message_id if query.message else 0
        self.pressed = Pressed(self.chat, message)

    @property
    def in_group(self) -> bool:
        return self.table.place.is_in(self.chat)

    async def change(self, change: Change) -> Toast:
        """Change the table and say what it did."""
        return self.said(
            await self.services.play.change(self.table.id, change, self.update, self.pressed)
        )

    def said(self, played: Played | None) -> Toast:
        return Toast(self.text(played, self.words))

    def text(self, played: Played | None, words: Words) -> str:
        """What the press did, or why not, put into *words*."""
        if played is None:
            return gone(words)
        seen = scene(played.table, self.user.id)
        if played.refused:
            return toasts.refused(played.refused, seen, self.action.deed, words)
        return toasts.done(self.action.deed, seen, words)

    def refused(self, reason: Reason) -> Toast:
        return self.said(Played(self.table, reason))


async def pressed(services: Services, query: CallbackQuery, update: int) -> Toast:
    """Carry out what a button wants. Raises what the store raises."""
    panel = panels.decode(query.data)
    if panel is not None:
        return await _browse(services, query, panel)
    action = decode(query.data)
    loaded = await services.tables.load(action.table) if action else None
    if action is None or loaded is None:
        return Toast(gone(await services.words_for(query.sender)))
    words = await services.words_for(query.sender, loaded.table)
    press = Press(services, query, update, action, loaded.table, words)
    if not press.in_group and press.chat != query.sender.id:
        # A button is good only where its table speaks: copied elsewhere it is dead.
        return Toast(gone(words))
    if (Spot.GROUP if press.in_group else Spot.PRIVATE) not in spots(action.deed):
        # Nor does it come from where the table shows no such button: that client is altered.
        return press.refused(Reason.NOT_AT_TABLE)
    if _is_for_host(action.deed) and not await _by_host(press):
        return press.refused(Reason.NOT_HOST)
    match action.deed:
        case Wish() as wish:
            return await _WISHES[wish](press)
        case Sure(use=use):
            return await _make_sure(press, use)
        case Choose() | SetOption() | ChooseGame() | Like() as setting:
            return await press.change(lambda table: _set(table, setting))
        case command:
            return await _play(press, command)


async def _browse(services: Services, query: CallbackQuery, panel: Panel) -> Toast:
    """Turn the pressed message into another panel."""
    match panel:
        case RulesPanel(topic=topic):
            words = await services.words_for(query.sender)
            if query.message is None or not query.message.chat.private:
                return Toast(gone(words))
            return Toast(edit=await rulebook.page(services, query.sender, topic, words))
        case MyLanguage(language=language):
            return await languages.choose(services, query, language)
        case GroupLanguages():
            return await languages.choose_for_group(services, query, panel)


def _is_for_host(deed: Deed) -> bool:
    """Whether it is for the host and the group's admins."""
    return isinstance(deed, Setting) or deed in _FOR_HOST


async def _by_host(press: Press) -> bool:
    if press.action.deed in _FOR_GOOD:
        chat = press.table.place.chat
        return await may_decide(press.services, chat, press.table, Actor(press.user))
    return await may_move(press.services, press.table, Actor(press.user))


def gone(words: Words) -> str:
    return words.plain("That table is gone. /new in your group opens another.")


async def _play(press: Press, command: Command) -> Toast:
    user, asked_of = press.user.id, command.seat
    person = press.services.renamed(press.table, press.user)
    if asked_of != LEADER and press.table.seat(user) != asked_of:
        return press.refused(Reason.NOT_AT_TABLE)

    def change(table: Table) -> Table:
        known = rename(table, person) if person else table
        return play(known, user, press.action.step, partial(_seated, command))

    return await press.change(change)


async def _make_sure(press: Press, use: UseCard | Examine | GiveCard | None) -> Toast:
    """Turn a question into one to be confirmed; without a *use* back again."""
    seen = scene(press.table, press.user.id)
    if seen.view is None or seen.view.seat is None:
        return press.refused(Reason.NOT_AT_TABLE)
    if seen.stage is not Stage.PLAYING or press.action.step != seen.view.step:
        # An edit below that came late may lie over the answer, which counts as told.
        await press.services.tables.heard(press.table.id, press.pressed)
        told = press.text(Played(press.table, Reason.STEP_IS_OVER), press.words)
        answer = confirming.answer(seen, seen.view, press.action.step, press.words)
        return Toast(told, edit=answer)
    if not confirming.is_asked(seen.view):
        return press.refused(Reason.NOT_ASKED)
    screen = confirming.question(seen, seen.view, use, press.words, press.services.links)
    if screen is None:
        return press.refused(Reason.NOT_A_CHOICE)
    return Toast(toasts.done(press.action.deed, seen, press.words), edit=screen)


async def _back(press: Press) -> Toast:
    return await _make_sure(press, None)


def _seated(command: Command, seat: Seat) -> Command:
    return replace(command, seat=seat)


async def _join(press: Press) -> Toast:
    standing = await press.services.people.standing(press.user.id)
    if standing.reached is None and press.table.stage is Stage.LOBBY:
        # Their private chat has never worked: opening it presses Start, and that seats them.
        await press.services.tables.invite(press.table.id, press.user.id)
        return Toast(url=press.services.links.start(f"join-{press.table.id}"))
    person = await press.services.person(press.user, press.table.place)
    return await press.change(lambda table: join(table, person))


async def _leave(press: Press) -> Toast:
    return await press.change(lambda table: leave(table, press.user.id))


async def _set_editing(press: Press, editing: bool) -> Toast:
    return await press.change(lambda table: set_editing(table, editing))


async def _turn_to(press: Press, page: Page) -> Toast:
    return await press.change(lambda table: turn_to(table, page))


def _set(table: Table, setting: Setting) -> Table:
    match setting:
        case Choose(role=role, on=on):
            return choose(table, role, on)
        case SetOption(option=option, on=on):
            return set_option(table, option, on)
        case ChooseGame(game=game):
            return choose_game(table, game)
        case Like(preset=preset):
            return like(table, preset)


async def _begin(press: Press) -> Toast:
    if press.table.stage is not Stage.LOBBY:
        return await press.change(lambda table: set_editing(table, False))
    if not await may_begin(press.services, press.table, Actor(press.user)):
        return press.refused(Reason.NOT_HOST)
    if (why := await why_none(press.services, press.where)) is not None:
        return Toast(press.words.plain(why))
    begun = await begin_game(press.services, press.table, press.update)
    if begun.unreachable:
        return Toast(
            press.words.plain_n(
                "I can't write to {n} player: they must open our private chat first.",
                "I can't write to {n} players: they must open our private chat first.",
                begun.unreachable,
            )
        )
    return press.said(begun.played)


async def _my_card(press: Press) -> Toast:
    seen = scene(press.table, press.user.id)
    if seen.view is None:
        return press.refused(Reason.NOT_BEGUN)
    if seen.view.role is None:
        return press.refused(Reason.NOT_AT_TABLE)
    return Toast(card.alert(seen, seen.view, press.words), alert=True)


async def _my_character(press: Press) -> Toast:
    """The rules of one's own character, in a new message: the pressed one keeps its question."""
    seen = scene(press.table, press.user.id)
    if seen.view is None:
        return press.refused(Reason.NOT_BEGUN)
    if seen.view.role is None:
        return press.refused(Reason.NOT_AT_TABLE)
    players, ruleset = seen.view.players, seen.ruleset
    if ruleset.game is World.RESISTANCE:
        return Toast(reply=pages.screen(Topic.THE_RESISTANCE, press.words, players, ruleset))
    return Toast(reply=pages.of_character(seen.view.role, press.words, players, ruleset))


async def _history(press: Press) -> Toast:
    """In the group the record goes to whoever asked, in private, so as not to fill the chat."""
    seen = scene(press.table, press.user.id)
    if seen.view is None:
        return press.refused(Reason.NOT_BEGUN)
    person = press.table.person(press.user.id)
    if person is None:
        return press.refused(Reason.NOT_AT_TABLE)
    screen = Screen(history.text(seen, seen.view, press.words), protected=True)
    if not press.in_group:
        return Toast(edit=screen)
    standing = await press.services.people.standing(person.id)
    if person.deaf or standing.reached is None:
        # It could not arrive. Opening the private chat presses Start, and that shows it there.
        return Toast(url=press.services.links.start(f"history-{press.table.id}"))
    return Toast(press.words.plain("The history is on its way to our private chat."), reply=screen)


async def _export(press: Press) -> Toast:
    """Send the record of the game, in private; offered there only."""
    said = exporting.why_not(press.table, press.user, press.words)
    if said is not None:
        return Toast(said)
    screen, document = exporting.file(press.table, press.words)
    return Toast(
        press.words.plain("The record is on its way to our private chat."),
        reply=screen,
        document=document,
    )


async def _board(press: Press) -> Toast:
    if press.table.person(press.user.id) is None:
        return press.refused(Reason.NOT_AT_TABLE)
    return Toast(edit=Screen(board.whole(scene(press.table, press.user.id), press.words)))


async def _show(press: Press) -> Toast:
    if press.table.person(press.user.id) is None:
        return press.refused(Reason.NOT_AT_TABLE)
    return await press.change(lambda table: recall(table, press.user.id))


async def _rematch(press: Press) -> Toast:
    """The same place, characters and people; whoever presses first is the host."""
    old, services = press.table, press.services
    if old.live:
        return press.refused(Reason.ALREADY_BEGUN)
    if old.person(press.user.id) is None and not await may_move(services, old, Actor(press.user)):
        return press.refused(Reason.NOT_AT_TABLE)
    if (why := await why_none(services, press.where)) is not None:
        return Toast(press.words.plain(why))
    place = await services.addressed(old.place)
    person = await services.person(press.user, place)
    table = open_table(
        services.play.table_id(press.update, place.chat),
        place,
        person.id,
        old.ruleset,
        services.clock.now(),
        old.people,
    )
    table = replace(table, put_away=old.put_away)
    standing = await services.people.standing(person.id)
    if standing.reached is not None:
        table = join(table, person)
    there = await services.play.open(table, press.update)
    if there is not None and there != table.id:
        other = await services.tables.load(there)
        if other is not None and other.table.stage is Stage.LOBBY:
            return Toast(press.words.plain("A table is open here already: join that one."))
        return Toast(press.words.plain("A game is running here already."))
    return press.said(Played(table))


async def _cancel(press: Press) -> Toast:
    change = close if press.table.stage is Stage.LOBBY else cancel
    played = await press.services.play.change(press.table.id, change, press.update)
    return _settled(played, press)


async def _keep(press: Press) -> Toast:
    try:
        running(press.table)
    except Refused as refused:
        return _settled(Played(press.table, refused.reason), press)
    return _settled(Played(press.table), press)


def _settled(played: Played | None, press: Press) -> Toast:
    """The question under which the press was made has its answer, in the language of its chat."""
    words = press.words
    if press.in_group:
        words = press.services.words(*press.table.place.languages)
    answer = words.line("🏳️ {answer}", answer=press.text(played, words))
    return Toast(press.text(played, press.words), edit=Screen(answer))


_WISHES: dict[Wish, Callable[[Press], Awaitable[Toast]]] = {
    Wish.JOIN: _join,
    Wish.LEAVE: _leave,
    Wish.OPEN_SETTINGS: partial(_set_editing, editing=True),
    Wish.CLOSE_SETTINGS: partial(_set_editing, editing=False),
    Wish.CHARACTERS: partial(_turn_to, page=Page.CHARACTERS),
    Wish.OPTIONS: partial(_turn_to, page=Page.OPTIONS),
    Wish.BEGIN: _begin,
    Wish.MY_CARD: _my_card,
    Wish.MY_CHARACTER: _my_character,
    Wish.HISTORY: _history,
    Wish.BOARD: _board,
    Wish.SHOW: _show,
    Wish.EXPORT: _export,
    Wish.REMATCH: _rematch,
    Wish.CANCEL_GAME: _cancel,
    Wish.KEEP_GAME: _keep,
    Wish.BACK: _back,
}
_FOR_GOOD = {Wish.CANCEL_GAME}
"""What can't be taken back: only for who has the right at this moment."""
_FOR_HOST = {
    Wish.OPEN_SETTINGS,
    Wish.CLOSE_SETTINGS,
    Wish.CHARACTERS,
    Wish.OPTIONS,
    Wish.CANCEL_GAME,
    Wish.KEEP_GAME,
}
