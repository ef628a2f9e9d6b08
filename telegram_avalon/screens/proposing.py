"""The leader picks a team: the group's panel."""

from telegram_avalon.i18n.phrases import Words
from telegram_avalon.rules import Pick, Propose, Proposing, Seat, Unpick, View
from telegram_avalon.rules.rulesets import fails_needed, team_size
from telegram_avalon.screens import board
from telegram_avalon.screens.actions import LEADER, Action, Wish
from telegram_avalon.screens.people import rung, seated, team
from telegram_avalon.screens.screen import Button, Haste, Press, Screen, grid, lines
from telegram_avalon.table import Scene


def panel(scene: Scene, view: View, phase: Proposing, t: Words) -> Screen:
    size = team_size(view.players, view.quest)
    text = lines(
        _heading(view, size, t),
        board.line(view, t),
        t.html("👑 Leader: {player} — pick the team", player=rung(scene, view.leader, t)),
        _so_far(scene, phase, size, t),
        board.last_chance(view, t),
    )
    haste = Haste.NOW if len(phase.team) == size else Haste.SOON
    return Screen(text, _buttons(scene, view, phase, t), haste=haste)


def _heading(view: View, size: int, t: Words) -> str:
    if fails_needed(view.players, view.quest) > 1:
        return t.html(
            "<b>Quest {quest}</b> · a team of {size} · two Fails sink it",
            quest=view.quest,
            size=size,
        )
    return t.html(
        "<b>Quest {quest}</b> · a team of {size} · one Fail sinks it", quest=view.quest, size=size
    )


def _so_far(scene: Scene, phase: Proposing, size: int, t: Words) -> str:
    if not phase.team:
        return t.html("Team: nobody yet. The leader may go too.")
    return t.html(
        "Team, {count}/{size}: {players}",
        count=len(phase.team),
        size=size,
        players=team(scene, phase.team, t),
    )


def _buttons(
    scene: Scene, view: View, phase: Proposing, t: Words
) -> tuple[tuple[Button, ...], ...]:
    def button(label: str, deed: Pick | Unpick | Propose | Wish) -> Button:
        return Press(label, Action(scene.table, view.step, deed))

    def member(seat: Seat) -> Button:
        player = seated(scene, seat, t)
        if seat in phase.team:
            return button(t.label("☑️ {player}", player=player), Unpick(LEADER, seat))
        return button(t.label("{player}", player=player), Pick(LEADER, seat))

    return (
        *grid(member(Seat(seat)) for seat in range(view.players)),
        (button(t.plain("📨 Propose"), Propose(LEADER)),),
        (button(t.plain("🎭 My card"), Wish.MY_CARD),),
    )
