"""Every screen as text, a file for each kind of screen and each language.

`python -m tests.screens.golden` writes the files anew for the languages that have a folder here,
`python -m tests.screens.golden hu` also begins one for a language, `fa+en` one for groups that read
two: it holds what a group is shown. Read the changes, then commit.
"""

import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from pathlib import Path

from markupsafe import Markup
from msgspec.structs import replace

from telegram_avalon.i18n.catalogs import Catalogs, load_catalogs
from telegram_avalon.i18n.names import clean_name
from telegram_avalon.i18n.phrases import Words
from telegram_avalon.rules import (
    OPTIONS,
    Aim,
    Assassinate,
    Card,
    CastVote,
    Option,
    Pick,
    PlayCard,
    Preset,
    Propose,
    Reason,
    Role,
    Ruleset,
    Seat,
    Unpick,
    Vote,
    World,
)
from telegram_avalon.screens import Links, Screen, board, card, history, message, nudge, toasts
from telegram_avalon.screens import help as help_screen
from telegram_avalon.screens import languages as language_screens
from telegram_avalon.screens.actions import (
    LEADER,
    Choose,
    ChooseGame,
    Deed,
    Like,
    SetOption,
    Wish,
)
from telegram_avalon.screens.options import ELSEWHERE
from telegram_avalon.screens.rulebook import at_table, pages
from telegram_avalon.screens.rulebook.topics import Topic
from telegram_avalon.table import (
    Page,
    Table,
    cancel,
    choose_game,
    deafen,
    depart,
    like,
    set_editing,
    turn_to,
)
from tests.screens import golden_play
from tests.screens.plots import plot_cards
from tests.screens.reading import visible, written
from tests.screens.scenes import (
    LINKS,
    NAMES,
    PLACE,
    dealt,
    in_group,
    in_private,
    lobby,
    looked_at,
    moved,
    people,
    seen,
    user,
)

GOLDEN = Path(__file__).with_name("golden")

FIVE = "merlin percival servant assassin morgana"
SEVEN = "merlin percival servant servant assassin morgana mordred"
TEN = "merlin percival servant servant servant servant assassin morgana mordred oberon"
BORING = "servant servant servant minion minion"
WON = "team 1 2; votes +++++; cards ss; team 1 2 3; votes +++++; cards sss; team 1 2"
THREE_SUCCESSES = f"{WON}; votes +++++; cards ss"
REJECTED = "team 1 2; votes -----"

LANGUAGES = {"en": "English", "es": "Español", "fa": "فارسی", "hu": "Magyar"}

Shown = Screen | Markup | str | list[str] | dict[str, str]
"""A message with buttons or without, an alert, answers to presses, or such answers by reason."""
Part = tuple[str, Shown]
"""What is shown, and how it reads."""


def empty_and_filling(t: Words) -> Iterator[Part]:
    yield "nobody in", in_group(lobby(), t)
    yield "one in", in_group(lobby(NAMES[:1]), t)
    yield "one missing", in_group(lobby(NAMES[:4]), t)
    yield "enough", in_group(lobby(NAMES[:5]), t)
    yield "full", in_group(lobby(NAMES, chosen="merlin percival morgana"), t)
    yield (
        "a rematch",
        in_group(replace(lobby(NAMES[:1]), invited=people((*NAMES[:3], "", *NAMES[4:5]))), t),
    )
    yield (
        "somebody can't be written to",
        in_group(replace(lobby(NAMES[:4]), unreachable=people(NAMES[:6])[4:]), t),
    )
    twice = people((*NAMES[:5], NAMES[0]))
    yield (
        "one of two with the same name can't be, and enough are left",
        in_group(replace(lobby(), people=twice[:5], unreachable=twice[5:]), t),
    )
    yield "closed", in_group(replace(lobby(), closed=True), t)


def settings(t: Words) -> Iterator[Part]:
    chosen = {
        "Merlin alone": (7, "merlin"),
        "nobody": (7, ""),
        "Oberon alone": (7, "oberon"),
        "everybody": (10, "merlin percival mordred morgana oberon"),
        "too many evil": (5, "merlin mordred morgana oberon"),
        "too many evil, before five are in": (2, "merlin mordred morgana oberon"),
        "no Assassin": (5, "merlin percival mordred morgana"),
        "five and Percival": (5, "merlin percival"),
        "Morgana without Percival": (7, "merlin morgana"),
    }
    for said, (players, names) in chosen.items():
        yield said, in_group(turn_to(lobby(NAMES[:players], names), Page.CHARACTERS), t)


def settings_pages(t: Words) -> Iterator[Part]:
    everything = frozenset(Option)
    here = everything - {Option.BLIND_SPIES}
    for players in (2, 6, 10):
        table = set_editing(lobby(NAMES[:players]), True)
        yield f"{players} in, Avalon", in_group(table, t)
        yield f"{players} in, The Resistance", in_group(choose_game(table, World.RESISTANCE), t)
        for preset in Preset:
            yield f"{players} in, {preset.value}", in_group(like(table, preset), t)
    for game in World:
        table = choose_game(lobby(NAMES[:7]), game)
        yield f"options, {game.value}", in_group(turn_to(table, Page.OPTIONS), t)
        on = with_options(table, here if game is World.AVALON else everything)
        yield f"options, all on, {game.value}", in_group(turn_to(on, Page.OPTIONS), t)


def rulesets(t: Words) -> Iterator[Part]:
    six, eight = lobby(NAMES[:6]), lobby(NAMES[:8])
    yield "recommended, Avalon", in_group(eight, t)
    yield "recommended, The Resistance", in_group(choose_game(eight, World.RESISTANCE), t)
    yield "options on", in_group(like(eight, Preset.EVERYTHING), t)
    yield (
        "options on, The Resistance",
        in_group(like(choose_game(eight, World.RESISTANCE), Preset.EVERYTHING), t),
    )
    yield "the Lady with few", in_group(with_options(six, {Option.LADY}), t)
    yield (
        "the Inquisitor with few",
        in_group(with_options(choose_game(six, World.RESISTANCE), {Option.LADY}), t),
    )
    yield "an option of the other game", in_group(with_options(six, {Option.BLIND_SPIES}), t)
    odd = replace(six, ruleset=replace(six.ruleset, game=World.RESISTANCE))
    yield "characters in The Resistance", in_group(odd, t)
    yield "people have gone", in_group(fewer(like(eight, Preset.EVERYTHING), 5), t)


def with_options(table: Table, options: Iterable[Option]) -> Table:
    return replace(table, ruleset=replace(table.ruleset, options=frozenset(options)))


def fewer(table: Table, players: int) -> Table:
    return replace(table, people=table.people[:players])


def cards(t: Words) -> Iterator[Part]:
    sets = {
        "seven": SEVEN,
        "ten, with everybody": TEN,
        "five, no Morgana": "merlin percival servant assassin mordred",
        "seven, no Percival": "merlin servant servant servant assassin morgana minion",
        "five, Morgana stands in": "merlin percival servant mordred morgana",
        "five, Mordred stands in": "merlin percival servant mordred oberon",
        "five, Oberon beside one": "merlin servant servant assassin oberon",
        "five, nobody": BORING,
    }
    for said, deal in sets.items():
        table = dealt(deal)
        for number in first_of_each(deal):
            mine, view = seen(table, number)
            yield f"{said}: {view.role}", card.message(mine, view, t)
            yield f"{said}: {view.role}, as an alert", card.alert(mine, view, t)


def dealing(t: Words) -> Iterator[Part]:
    table = dealt(SEVEN)
    yield "group", in_group(table, t)
    yield "private", in_private(table, 1, t)


def teams(t: Words) -> Iterator[Part]:
    table = dealt(SEVEN)
    yield "nobody yet", in_group(table, t, since=1)
    yield "one", in_group(moved(table, "pick 3"), t, since=1)
    yield "full", in_group(moved(table, "pick 3 1"), t, since=1)
    yield "after a rejection", in_group(moved(table, "team 1 3; votes +++----"), t)
    fifth = moved(table, "; ".join(["team 1 3; votes -------"] * 4))
    yield "the fifth proposal", in_group(fifth, t)
    fourth = moved(dealt(SEVEN), f"{SEVEN_TO_FOURTH}; pick 1")
    yield "a quest of two Fails", in_group(fourth, t)
    yield "ten players", in_group(moved(dealt(TEN), "pick 10 4"), t, since=1)


SEVEN_TO_FOURTH = (
    "team 1 2; votes +++++++; cards ss; team 1 2 5; votes +++++++; cards ssf; "
    "team 1 2 3; votes +++++++; cards sss"
)


def votes(t: Words) -> Iterator[Part]:
    table = moved(dealt(SEVEN), "team 1 3")
    for cast in (".......", "+......", "+-+....", "+-+-...", "+-+-+.."):
        yield f"group: {cast}", in_group(moved(table, f"votes {cast}"), t, since=1)
    yield "ballot", in_private(table, 2, t)
    yield "ballot: approving", in_private(moved(table, "votes .+....."), 2, t)
    yield "ballot: rejecting", in_private(moved(table, "votes .-....."), 2, t)
    approved = moved(table, "votes ++++---")
    rejected = moved(table, "votes +++----")
    yield "ballot: approved, not on the team", in_private(approved, 2, t, since=2)
    yield "ballot: rejected", in_private(rejected, 2, t, since=2)
    yield "group: approved", in_group(approved, t)
    yield "group: approved by all", in_group(moved(table, "votes +++++++"), t)
    yield "group: rejected", in_group(rejected, t)
    unlinked = message(seen(table, 2)[0], 1, False, t, Links("avalon_bot"))
    yield "ballot where messages have no links", unlinked


def quests(t: Words) -> Iterator[Part]:
    table = moved(dealt(SEVEN), "team 1 5; votes +++++++")
    yield "group", in_group(table, t, since=3)
    yield "the question to good", in_private(table, 1, t)
    yield "the question to evil", in_private(table, 5, t)
    yield "to somebody not on it", in_private(table, 2, t, since=2)
    half = moved(table, "cards .f")
    yield "group: one card down", in_group(half, t, since=3)
    yield "one's card is down: Fail", in_private(half, 5, t)
    yield "one's card is down: Success", in_private(moved(table, "cards s."), 1, t)
    failed, won = moved(table, "cards sf"), moved(table, "cards ss")
    yield "over, for a member", in_private(failed, 1, t, since=3)
    yield "over, for another", in_private(failed, 2, t, since=3)
    yield "group: failed", in_group(failed, t)
    yield "group: succeeded", in_group(won, t)
    fourth = moved(dealt(SEVEN), f"{SEVEN_TO_FOURTH}; team 1 2 5 7; votes +++++++")
    yield "the question, two Fails needed", in_private(fourth, 1, t)
    yield "group: one Fail of two", in_group(moved(fourth, "cards sssf"), t)
    yield "group: two Fails of two", in_group(moved(fourth, "cards ssff"), t)
    all_fail = moved(dealt("servant servant servant minion minion"), "team 4 5; votes +++++")
    yield "group: nothing but Fails", in_group(moved(all_fail, "cards ff"), t)


def assassinations(t: Words) -> Iterator[Part]:
    table = moved(dealt(FIVE), THREE_SUCCESSES)
    yield "group", in_group(table, t)
    yield "the question", in_private(table, 4, t, since=8)
    yield "the question with a Merlin in mind", in_private(moved(table, "aim 2"), 4, t)
    yield "to another player", in_private(table, 1, t, since=8)
    yield "said", in_private(moved(table, "name 2"), 4, t, since=9)
    stand_in = moved(dealt("merlin percival servant mordred morgana"), THREE_SUCCESSES)
    yield "group, somebody stands in for the Assassin", in_group(stand_in, t)


def endings(t: Words) -> Iterator[Part]:
    found = moved(dealt(FIVE), THREE_SUCCESSES)
    yield "Merlin found", in_group(moved(found, "name 1"), t)
    yield "Merlin missed", in_group(moved(found, "name 3"), t)
    yield "three successes, no Merlin", in_group(moved(dealt(BORING), THREE_SUCCESSES), t)
    fails = "team 4 5; votes +++++; cards ff; team 3 4 5; votes +++++; cards sff; team 1 4"
    yield "three fails", in_group(moved(dealt(FIVE), f"{fails}; votes +++++; cards sf"), t)
    rejected = moved(dealt(FIVE), "; ".join([REJECTED] * 5))
    yield "five rejections", in_group(rejected, t)
    yield "five rejections, the ballot", in_private(rejected, 1, t, since=9)
    cut = cancel(moved(dealt(FIVE), "team 1 2; votes ++..."))
    yield "cancelled", in_group(cut, t)
    yield "cancelled, in private", in_private(cut, 1, t, since=1)
    yield "all ten", in_group(moved(dealt(TEN), "; ".join(["team 1 2 3; votes ----------"] * 5)), t)


def records(t: Words) -> Iterator[Part]:
    tables = {
        "nothing yet": dealt(FIVE),
        "a vote and a quest": moved(dealt(FIVE), "team 1 2; votes +++--; cards ss; team 1 2 3"),
        "the whole game": moved(dealt(FIVE), f"{REJECTED}; {THREE_SUCCESSES}; name 1"),
    }
    for said, table in tables.items():
        public, view = seen(table)
        yield f"history: {said}", history.text(public, view, t)
        yield f"board: {said}", board.whole(public, t)
    fourth = moved(dealt(SEVEN), SEVEN_TO_FOURTH)
    yield "board: two Fails", board.whole(seen(fourth)[0], t)
    yield "board: in the lobby", board.whole(looked_at(lobby(NAMES), None), t)


def helps(t: Words) -> Iterator[Part]:
    yield "greeting", help_screen.greeting(t)
    yield "help", help_screen.text(t, LINKS)


def nudges(t: Words) -> Iterator[Part]:
    questing = moved(dealt(FIVE), "team 1 4; votes +++++")
    waits = {
        "leader": dealt(FIVE),
        "everybody's vote": moved(dealt(FIVE), "team 1 2"),
        "one vote": moved(dealt(FIVE), "team 1 2; votes +++-."),
        "the team": questing,
        "the team, one card down": moved(questing, "cards s."),
        "the Assassin": moved(dealt(FIVE), THREE_SUCCESSES),
    }
    for said, table in waits.items():
        yield said, nudge.text(*seen(table), t)


def my_language(t: Words) -> Iterator[Part]:
    yield "in private", language_screens.mine(LANGUAGES, "hu", t)
    yield "chosen", language_screens.chosen(t)
    yield "unknown", language_screens.unknown("tlh", t)


def groups_languages(t: Words) -> Iterator[Part]:
    yield "everybody's own", language_screens.mine(LANGUAGES, None, t, in_group=True)
    yield "one", language_screens.of_group(LANGUAGES, ("hu",), t)
    yield "two", language_screens.of_group(LANGUAGES, ("fa", "en"), t)
    yield "chosen", language_screens.chosen_for_group(t)


def unreachable(t: Words) -> Iterator[Part]:
    table = moved(dealt(FIVE), "team 1 2; votes +++..")
    yield "one can't be written to", in_group(deafen(table, user(5)), t)
    yield "two can't", in_group(deafen(deafen(table, user(5)), user(4)), t)
    yield "one has left the group", in_group(depart(table, user(5)), t)
    yield "its host has", in_group(depart(table, user(1)), t)
    yield "called back: card and ballot", in_private(table, 4, t, since=2, recap=True)
    yield "called back: card alone", in_private(dealt(FIVE), 4, t, since=1, recap=True)
    yield "nothing asked, nothing new", in_private(dealt(FIVE), 4, t, since=1)


def answers(t: Words) -> Iterator[Part]:
    few = looked_at(lobby(NAMES[:3], "merlin mordred morgana oberon"), user(1))
    game = looked_at(moved(dealt(SEVEN), "pick 1"), user(1))
    of_lobby = {Reason.TOO_FEW_PLAYERS, Reason.CHARACTERS_DONT_FIT}
    yield (
        "why not",
        {
            reason.value: toasts.refused(reason, few if reason in of_lobby else game, None, t)
            for reason in Reason
        },
    )
    late: list[Deed] = [
        CastVote(Seat(0), Vote.APPROVE),
        PlayCard(Seat(0), Card.SUCCESS),
        Propose(LEADER),
        Aim(Seat(0), Seat(1)),
    ]
    said = [toasts.refused(Reason.STEP_IS_OVER, game, deed, t) for deed in late]
    yield "too late", said
    for option in ELSEWHERE:
        deed = SetOption(option, True)
        yield (
            f"not in this game: {option.value}",
            toasts.refused(Reason.OTHER_GAME, few, deed, t),
        )
    there = looked_at(choose_game(lobby(NAMES), World.RESISTANCE), user(1))
    renamed = [toasts.done(SetOption(option, True), there, t) for option in Option]
    yield "done, in The Resistance", renamed
    deeds: list[Deed] = [
        Pick(LEADER, Seat(0)),
        Propose(LEADER),
        *(CastVote(Seat(0), vote) for vote in Vote),
        *(PlayCard(Seat(0), card) for card in Card),
        Aim(Seat(0), Seat(1)),
        Aim(Seat(0), None),
        Assassinate(Seat(0), Seat(1)),
        Choose(Role.MORGANA, True),
        Choose(Role.MORGANA, False),
        *(ChooseGame(world) for world in World),
        *(Like(preset) for preset in Preset),
        *(SetOption(option, on) for option in Option for on in (True, False)),
        *Wish,
    ]
    done = [toasts.done(deed, game, t) for deed in deeds]
    yield "done", [toast for toast in done if toast]
    empty = looked_at(dealt(SEVEN), user(1))
    yield "done: the last one taken off", toasts.done(Unpick(LEADER, Seat(0)), empty, t)


def rules(t: Words) -> Iterator[Part]:
    for page in pages.BOOK:
        yield page.topic.value, pages.screen(page.topic, t)
    for topic in (Topic.SIDES, Topic.TEAM, Topic.QUEST, Topic.PLOT_CARDS, Topic.OPEN_UP):
        for players in (5, 7):
            yield f"{topic.value}, at a table of {players}", pages.screen(topic, t, players)
    table = lobby(NAMES[:7])
    for game in World:
        played = choose_game(table, game)
        for said, at in {"": played, ", everything": like(played, Preset.EVERYTHING)}.items():
            yield (
                f"contents, at a table of {game.value}{said}",
                pages.screen(Topic.CONTENTS, t, 7, at.ruleset),
            )
    alone = Ruleset(frozenset())
    yield "contents, nobody named", pages.screen(Topic.CONTENTS, t, None, alone)
    yield "targeting, off", pages.screen(Topic.TARGETING, t, 7, alone)
    on = Ruleset(options=frozenset({Option.TARGETING}))
    yield "targeting, on", pages.screen(Topic.TARGETING, t, 7, on)
    for role in Role:
        yield f"my character: {role.value}", pages.of_character(role, t)


def rules_at_tables(t: Words) -> Iterator[Part]:
    """What each page says where one option is on, or two, and where other characters are in play.

    Only where it is something else than without the option, or than with each alone.
    """
    for game in World:
        chosen = frozenset({Role.MERLIN}) if game is World.AVALON else frozenset[Role]()
        there = [option for option, row in OPTIONS.items() if game in row.worlds]
        unknown, plain = _read_at(None, t), _read_at(Ruleset(chosen, game), t)
        yield from _news(f"{game.value}, no option", plain, unknown)
        alone = {
            option: _read_at(Ruleset(chosen, game, frozenset({option})), t) for option in there
        }
        for option, told in alone.items():
            yield from _news(f"{game.value}, {option.value}", told, plain)
        for one, other in combinations(there, 2):
            both = _read_at(Ruleset(chosen, game, frozenset({one, other})), t)
            said = f"{game.value}, {one.value} and {other.value}"
            yield from _news(said, both, plain, alone[one], alone[other])
    merlin = _read_at(Ruleset(frozenset({Role.MERLIN})), t)
    for names in ("", "oberon", "merlin oberon", "merlin mordred morgana oberon"):
        told = _read_at(Ruleset(frozenset(map(Role, names.split()))), t)
        yield from _news(names or "nobody named", told, merlin)


Told = dict[Topic, Markup]


def _read_at(ruleset: Ruleset | None, t: Words, players: int = 7) -> Told:
    """What each page says there, below its title and without what it says of the table itself."""
    said: Told = {}
    for page in pages.BOOK[1:]:
        blocks = pages.text(page, t, players, ruleset).split("\n\n")[1:]
        state = ruleset and at_table.state(page.topic, ruleset, players, t)
        said[page.topic] = Markup("\n\n").join(each for each in blocks if each != state)
    return said


def _news(said: str, told: Told, *others: Told) -> Iterator[Part]:
    for topic, text in told.items():
        if text not in [other[topic] for other in others]:
            yield f"{said}: {topic.value}", text


STRANGE_NAMES = (
    "<b>Anna</b> & Co",
    "{player} %s *_[x](y)",
    "علی رضا",
    "\u202eBéla\u202c",
    "\u3164",
    "\u2800\u200d",
    "👨‍👩‍👧‍👦👩🏽‍🚀🏴‍☠️",
    "Z\u0300\u0301\u0302\u0303a\u0310l\u0311g\u0312o",
    "A name that goes on and on and on",
    "Jenő",
)


def strange_names(t: Words) -> Iterator[Part]:
    names = [clean_name(name) for name in STRANGE_NAMES]
    place = replace(PLACE, title=clean_name("<i>قلعه</i> \u202e{group}"))
    table = dealt(TEN, names, place)
    yield "lobby", in_group(replace(lobby(names[:5], place=place), invited=people(names)), t)
    yield "card", in_private(table, 1, t)
    yield "alert", card.alert(*seen(table, 1), t)
    yield "team", in_group(moved(table, "pick 1 5 7"), t)
    voting = moved(table, "team 1 2 3; votes +++++++...")
    yield "vote", in_group(voting, t, since=1)
    yield "ballot", in_private(voting, 3, t)
    yield "quest", in_group(moved(voting, "votes .......---"), t)
    yield "history", history.text(*seen(moved(voting, "votes .......---")), t)
    yield "nudge", nudge.text(*seen(voting), t)


def first_of_each(deal: str) -> Iterator[int]:
    """For each character of a deal the number of the first seat that holds it."""
    roles = [Role(name) for name in deal.split()]
    yield from (roles.index(role) + 1 for role in Role if role in roles)


FILES: dict[str, Callable[[Words], Iterator[Part]]] = {
    "lobby": empty_and_filling,
    "settings": settings,
    "settings-pages": settings_pages,
    "what-is-played": rulesets,
    "cards": cards,
    "dealing": dealing,
    "team": teams,
    "vote": votes,
    "quest": quests,
    "assassination": assassinations,
    "end": endings,
    "board-and-history": records,
    "help": helps,
    **golden_play.FILES,
    "nudge": nudges,
    "unreachable-and-called-back": unreachable,
    "answers-to-presses": answers,
    "rules": rules,
    "rules-at-tables": rules_at_tables,
    "my-language": my_language,
    "groups-languages": groups_languages,
    "strange-names": strange_names,
    "plot-cards": plot_cards,
}
PRIVATE = {"cards", "help", "answers-to-presses", "rules", "rules-at-tables", "my-language"}
"""What no group is shown, and so nobody in two languages."""


def names_of(language: str) -> list[str]:
    """The files of a language, or of two as in fa+en."""
    return [name for name in FILES if "+" not in language or name not in PRIVATE]


def parts_of(catalogs: Catalogs, language: str, name: str) -> Iterator[Part]:
    """What a file holds; of two languages what a group is shown."""
    parts = FILES[name](catalogs.words(*language.split("+")))
    yield from parts if "+" not in language else filter(_for_group, parts)


def files(catalogs: Catalogs, language: str) -> dict[str, str]:
    """What each file should hold."""
    return {
        name: "\n".join(map(_section, parts_of(catalogs, language, name)))
        for name in names_of(language)
    }


def languages() -> list[str]:
    return sorted(folder.name for folder in GOLDEN.iterdir() if folder.is_dir())


def path(language: str, name: str) -> Path:
    return GOLDEN / language / f"{name}.txt"


def _for_group(part: Part) -> bool:
    """Whether it is a message in the group's chat; what is private can't be passed on."""
    _, shown = part
    return isinstance(shown, Markup) or (isinstance(shown, Screen) and not shown.protected)


def _section(part: Part) -> str:
    said, shown = part
    return f"=== {said}\n{_text(shown)}\n"


def _text(shown: Shown) -> str:
    match shown:
        case Screen():
            return written(shown)
        case dict():
            return "\n".join(f"{reason}: {visible(toast)}" for reason, toast in shown.items())
        case list():
            return "\n".join(map(visible, shown))
        case _:
            return visible(shown)


def main(new: list[str]) -> None:
    catalogs = load_catalogs()
    for language in {*languages(), *new}:
        (GOLDEN / language).mkdir(parents=True, exist_ok=True)
        for name, text in files(catalogs, language).items():
            path(language, name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
