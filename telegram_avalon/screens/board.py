"""The board: quests left to right with their results, the vote track, and everybody's seat."""

from collections.abc import Iterator

from markupsafe import Markup

from telegram_avalon.i18n.phrases import Words
from telegram_avalon.rules import LadyUsed, Option, QuestPlayed, Seat, View
from telegram_avalon.rules.knowledge import AssassinatingSeen
from telegram_avalon.rules.record import quests
from telegram_avalon.rules.rulesets import MOST_REJECTIONS, QUESTS, fails_needed, team_size
from telegram_avalon.screens import plot_board
from telegram_avalon.screens.people import group, seated
from telegram_avalon.screens.screen import blocks, lines
from telegram_avalon.screens.worlds import in_world
from telegram_avalon.table import Scene, Stage

SUCCESS, FAIL = "✅", "❌"
TWO_FAILS = "‼️"


def line(view: View, t: Words) -> Markup:
    """The quests with team sizes and results, and how many teams this round has rejected."""
    played = {quest.quest: quest for quest in quests(view.record)}
    cells = [_cell(view, quest, played.get(quest), t) for quest in range(1, QUESTS + 1)]
    # Translators: short, it stands beside the quests
    rejected = t.plain(
        "teams rejected {count}/{most}", count=view.rejections, most=_track_end(view)
    )
    return t.line("{quests}   {rejected}", quests=" · ".join(cells), rejected=rejected)


def whole(scene: Scene, t: Words) -> Markup:
    """All that lies open on the table, for `/board`."""
    view = scene.view
    t = in_world(t, scene.ruleset.game)
    if view is None:
        return t.html("The game hasn't begun yet.")
    seats = [t.line("{player}", player=seated(scene, Seat(i), t)) for i in range(view.players)]
    if scene.stage is Stage.PLAYING:
        # Translators: stands after the name of the round's leader
        crown = t.plain("👑 leader")
        seats[view.leader] = t.line("{player}  {crown}", player=seats[view.leader], crown=crown)
    quests_so_far = lines(
        t.line("<b>{group}</b>", group=group(scene, t)), line(view, t), two_fails(view, t)
    )
    return blocks(
        quests_so_far,
        lines(*seats),
        lines(*_lady(scene, view, t)),
        plot_board.cards(scene, view, t),
    )


def _lady(scene: Scene, view: View, t: Words) -> Iterator[Markup]:
    """Who holds the Lady of the Lake, and who has looked at whom."""
    if view.lady is not None:
        yield t.html("🌊 Lady of the Lake: {player}", player=seated(scene, view.lady, t))
    for fact in view.record:
        if isinstance(fact, LadyUsed):
            yield t.html(
                "🌊 {holder} saw the loyalty of {target}",
                holder=seated(scene, fact.holder, t),
                target=seated(scene, fact.target, t),
            )


def _track_end(view: View) -> int:
    """How many of a round's teams can be rejected."""
    unvoted = Option.UNVOTED_FIFTH in view.ruleset.options
    return MOST_REJECTIONS - 1 if unvoted else MOST_REJECTIONS


def last_chance(view: View, t: Words) -> Markup | None:
    """The warning on a round's fifth proposal."""
    if view.rejections < MOST_REJECTIONS - 1:
        return None
    if view.unvoted:
        return t.html("⚠️ Fifth proposal: no vote, this team goes straight on the quest.")
    return t.html("⚠️ Fifth proposal: if it is rejected too, the game goes to evil.")


def two_fails(view: View, t: Words) -> Markup | None:
    """The note on the quest that takes two Fails, where there is one."""
    special = next((q for q in range(1, QUESTS + 1) if fails_needed(view.players, q) > 1), None)
    if special is None:
        return None
    return t.html("{mark} Quest {quest} fails only with two Fails.", mark=TWO_FAILS, quest=special)


def _cell(view: View, quest: int, played: QuestPlayed | None, t: Words) -> str:
    size = t.number(team_size(view.players, quest)).plain
    mark = TWO_FAILS if fails_needed(view.players, quest) > 1 else ""
    if played is not None:
        return f"{SUCCESS if played.succeeded else FAIL} {size}{mark}"
    coming = view.deal is None and not isinstance(view.phase, AssassinatingSeen)
    return f"{t.onward} {size}{mark}" if coming and quest == view.quest else f"{size}{mark}"
