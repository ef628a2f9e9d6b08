"""The leader picks a team: the group's panel."""

from telegram_avalon.i18n.phrases import Words
from telegram_avalon.rules import ChooseQuest, Pick, Propose, Proposing, Seat, Unpick, View
from telegram_avalon.rules.rulesets import fails_needed, team_size
from telegram_avalon.screens import board
from telegram_avalon.screens.actions import LEADER, Action, Wish
from telegram_avalon.screens.people import rung, seated, team
from telegram_avalon.screens.screen import Button, Haste, Press, Screen, grid, lines
from telegram_avalon.table import Scene


def panel(scene: Scene, view: View, phase: Proposing, t: Words) -> Screen:
    if not view.quest:
        return _which_quest(scene, view, t)
    size = team_size(view.players, view.quest)
    text = lines(
        _heading(view, size, t),
        board.line(view, t),
        t.html("👑 Leader: {player} — pick the team", player=rung(scene, view.leader, t)),
        _so_far(scene, phase, size, t),
        board.last_chance(view, t),
    )
    just_chosen = view.quests and not phase.team
    haste = Haste.NOW if just_chosen or len(phase.team) == size else Haste.SOON
    return Screen(text, _buttons(scene, view, phase, t), haste=haste)


def _which_quest(scene: Scene, view: View, t: Words) -> Screen:
    """Under Targeting the leader's first question."""
    text = lines(
        t.html("<b>Which quest comes next?</b>"),
        board.line(view, t),
        board.two_fails(view, t),
        t.html(
            "👑 Leader: {player} — name the quest, then the team",
            player=rung(scene, view.leader, t),
        ),
        board.last_chance(view, t),
    )
    card = Press(t.plain("🎭 My card"), Action(scene.table, view.step, Wish.MY_CARD))
    return Screen(text, (*_quests(scene, view, t), (card,)))


def _quests(scene: Scene, view: View, t: Words) -> tuple[tuple[Button, ...], ...]:
    """The quests to choose from, with team size and the mark of two Fails."""

    def label(quest: int) -> str:
        said = t.plain(
            "Quest {quest} · 👥 {size}", quest=quest, size=team_size(view.players, quest)
        )
        if fails_needed(view.players, quest) > 1:
            said = t.label("{quest} {mark}", quest=said, mark=board.TWO_FAILS)
        return t.label("☑️ {quest}", quest=said) if quest == view.quest else said

    return grid(
        Press(label(quest), Action(scene.table, view.step, ChooseQuest(LEADER, quest)))
        for quest in view.quests
    )


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
        *_quests(scene, view, t),
        *grid(member(Seat(seat)) for seat in range(view.players)),
        (button(t.plain("📨 Propose"), Propose(LEADER)),),
        (button(t.plain("🎭 My card"), Wish.MY_CARD),),
    )
