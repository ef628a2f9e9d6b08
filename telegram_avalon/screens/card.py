"""A player's own card: as a private message, and short as an alert."""

from collections.abc import Callable

from markupsafe import Markup

from telegram_avalon.i18n.names import clip, utf16_units
from telegram_avalon.i18n.phrases import Text, Words
from telegram_avalon.rules import Option, Role, Seat, View
from telegram_avalon.screens.characters import SAID
from telegram_avalon.screens.people import group, seated
from telegram_avalon.screens.screen import lines
from telegram_avalon.screens.seen import saw
from telegram_avalon.screens.worlds import in_world
from telegram_avalon.table import Scene

MOST_ALERT_UNITS = 200
_Listing = Callable[[tuple[Seat, ...]], Text]

_EVIL = {Role.ASSASSIN, Role.MORDRED, Role.MORGANA, Role.MINION}


def message(scene: Scene, view: View, t: Words) -> Markup:
    """The card in full, the secret lines under a spoiler."""
    t = in_world(t, scene.ruleset.game)
    secret = lines(*secrets(scene, view, t))
    return lines(
        t.html("🎭 <b>{group}</b> — your card", group=group(scene, t)),
        Markup("<tg-spoiler>{}</tg-spoiler>").format(secret),
        _quest_cards(view, t),
    )


def alert(scene: Scene, view: View, t: Words) -> str:
    """The card in at most 200 UTF-16 units, plain: a pop-up that only this player sees.

    Where names make it too long, seats stand in their place. What the player was shown since the
    deal gives way, the oldest first, to where all of it can be read.
    """
    t = in_world(t, scene.ruleset.game)

    def named(seats: tuple[Seat, ...]) -> Text:
        return t.rowed([seated(scene, seat, t) for seat in seats])

    def numbered(seats: tuple[Seat, ...]) -> Text:
        return t.rowed([t.text("#{seat}", seat=seat + 1) for seat in seats])

    brief, shown = _brief(view, t, numbered), _shown(view, t, numbered)
    readings = (
        [*_brief(view, t, named), *_shown(view, t, named)],
        [*brief, *shown],
        *(
            [*brief, t.plain("All of it: /role in our private chat."), *shown[given_up:]]
            for given_up in range(1, len(shown) + 1)
        ),
        brief,
    )
    texts = ["\n".join(reading) for reading in readings]
    fitting = (text for text in texts if utf16_units(text) <= MOST_ALERT_UNITS)
    return next(fitting, clip(texts[-1], MOST_ALERT_UNITS))


def secrets(scene: Scene, view: View, t: Words) -> tuple[str, ...]:
    """Who the viewer is, what they know and what they are to do, a line each, as HTML."""
    if view.role is None:
        return ()
    return (
        t.line("<b>{you}</b>", you=t.html(SAID[view.role].you)),
        *_knowledge(view, t, lambda seats: t.rowed([seated(scene, s, t) for s in seats])),
        *_task(view, t),
        *(saw(seen, seated(scene, seen.seat, t), t) for seen in view.seen),
    )


def _quest_cards(view: View, t: Words) -> Markup:
    if Option.GOOD_MAY_FAIL in view.ruleset.options:
        return t.html("On a quest everybody may play either card, good players too.")
    return t.html("On a quest good plays only Success; evil may play either card.")


def _brief(view: View, t: Words, said: _Listing) -> list[str]:
    """Who the viewer is and what they know from the deal."""
    if view.role is None:
        return []
    # Alerts are plain text: what was escaped for HTML is read back.
    rest = [line.unescape() for line in (*_knowledge(view, t, said), *_stand_in(view, t))]
    return [t.plain(SAID[view.role].you), *rest]


def _shown(view: View, t: Words, said: _Listing) -> list[str]:
    """What the viewer has been shown since the deal."""
    return [saw(seen, said((seen.seat,)), t).unescape() for seen in view.seen]


def _task(view: View, t: Words) -> list[Markup]:
    role = view.role
    if role is None:
        return []
    if role is Role.MORGANA and Role.PERCIVAL not in view.in_play:
        role = Role.MINION
    return [t.html(SAID[role].task), *_stand_in(view, t)]


def _stand_in(view: View, t: Words) -> list[Markup]:
    """What falls to one of the others where no Assassin was dealt."""
    if not view.knowledge.assassinates or view.role is Role.ASSASSIN:
        return []
    return [
        t.html("No Assassin is in play: if good gets three quests, you name Merlin at the end.")
    ]


def _knowledge(view: View, t: Words, said: _Listing) -> list[Markup]:
    known = view.knowledge
    if view.role is Role.MERLIN:
        return _merlin(view, known.evil, t, said)
    if view.role is Role.PERCIVAL:
        if len(known.merlins) > 1:
            return [
                t.html(
                    "You see two: {players}. One is Merlin, the other Morgana.",
                    players=said(known.merlins),
                )
            ]
        return [t.html("Merlin is {player}.", player=said(known.merlins))]
    if view.role in _EVIL:
        return _evil(view, known.evil, t, said)
    return []


def _merlin(view: View, evil: tuple[Seat, ...], t: Words, said: _Listing) -> list[Markup]:
    seen = (
        t.html("You see evil: {players}.", players=said(evil))
        if evil
        else t.html("You see nobody: all of evil is hidden from you.")
    )
    hidden = [t.html("Mordred hides from you.")] if Role.MORDRED in view.in_play and evil else []
    return [seen, *hidden]


def _evil(view: View, evil: tuple[Seat, ...], t: Words, said: _Listing) -> list[Markup]:
    if Option.BLIND_SPIES in view.ruleset.options:
        return [t.html("Blind Spies: the spies aren't shown to each other.")]
    seen = (
        t.html("Also evil: {players}.", players=said(evil))
        if evil
        else t.html("You know nobody else on the side of evil.")
    )
    hidden = (
        [t.html("Oberon is evil too, but you don't know who that is.")]
        if Role.OBERON in view.in_play
        else []
    )
    return [seen, *hidden]
