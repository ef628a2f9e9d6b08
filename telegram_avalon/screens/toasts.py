"""The answer to a press: what it did, or why it can't be done and what would work."""

from telegram_avalon.i18n.names import clip
from telegram_avalon.i18n.phrases import N_, Words
from telegram_avalon.rules import (
    Aim,
    AskAgain,
    Assassinate,
    CastVote,
    ChooseCard,
    ChooseQuest,
    Examine,
    GiveCard,
    Giving,
    PassCard,
    Pick,
    PlayCard,
    Problem,
    Propose,
    Proposing,
    Reason,
    Unpick,
    UseCard,
    View,
    Vote,
    problems,
)
from telegram_avalon.rules.knowledge import OpinionVotingSeen, PlotAskedSeen, QuestingSeen
from telegram_avalon.rules.rulesets import FEWEST_PLAYERS, team_size
from telegram_avalon.screens import options, plot_words, rulesets, settings
from telegram_avalon.screens.actions import (
    Choose,
    ChooseGame,
    Deed,
    Like,
    SetOption,
    Sure,
    Wish,
)
from telegram_avalon.screens.people import seated, team
from telegram_avalon.screens.worlds import in_world
from telegram_avalon.table import Scene

MOST_UNITS = 200
"""Of an answer to a callback query (Bot API, answerCallbackQuery)."""

REFUSALS = {
    Reason.GAME_OVER: N_("The game is over."),
    Reason.NOT_THE_TIME: N_("Not now: the table is at another step."),
    Reason.NOT_LEADER: N_("Only the leader picks the team."),
    Reason.TEAM_FULL: N_("The team is full: take somebody off first."),
    Reason.TEAM_NOT_FULL: N_("The team isn't full yet."),
    Reason.NO_SUCH_SEAT: N_("There is no such seat at this table."),
    Reason.NOT_ON_TEAM: N_("You aren't on this quest."),
    Reason.GOOD_MUST_SUCCEED: N_("Good must play Success."),
    Reason.CARD_IS_DOWN: N_("Your quest card is down already."),
    # Translators: said to whoever presses in the assassination without being asked
    Reason.NOT_ASSASSIN: N_("That choice isn't yours."),
    Reason.NOT_A_TARGET: N_("You know that player to be evil: name somebody else."),
    Reason.CHOOSE_QUEST_FIRST: N_("The quest comes first: press its number."),
    Reason.QUEST_NOT_OPEN: N_("That quest isn't open now: take one of the others."),
    # Translators: Opinion Maker is a plot card
    Reason.OPINION_MAKERS_FIRST: N_("The Opinion Makers vote first: your turn comes next."),
    Reason.VOTE_STANDS: N_("Your vote is open for all to see, and stands."),
    # Stand-ins until the questions of the options have their words.
    Reason.NOT_ASKED: N_("That choice isn't yours."),
    Reason.NOT_A_CHOICE: N_("That can't be done: take one of the buttons."),
    # Translators: to whoever wants to pass with a plot card that must be carried out
    Reason.MUST_PLAY: N_("This card can't wait: it is carried out at once."),
    Reason.CARD_NOT_DRAWN: N_("That plot card isn't among those to be given."),
    # Translators: to the leader, who gives plot cards away
    Reason.GIVE_TO_OTHERS: N_("Plot cards go to the others: give it to somebody else."),
    Reason.NOT_AT_TABLE: N_("You're not at this table."),
    Reason.ALREADY_BEGUN: N_("The game has begun already."),
    Reason.NOT_BEGUN: N_("The game hasn't begun yet: press Begin."),
    Reason.TABLE_CLOSED: N_("This table is closed. /new opens another."),
    Reason.TABLE_FULL: N_("The table is full: ten can play."),
    Reason.TOO_FEW_PLAYERS: N_("Begin needs 5 players."),
    Reason.CHARACTERS_DONT_FIT: N_("These characters don't fit: see Settings."),
    Reason.OTHER_GAME: N_("The Resistance has no named characters: play Avalon for them."),
    Reason.NOT_HOST: N_("Only the host or an admin of the group can do that."),
    Reason.NOT_A_PERSON: N_("Please do that as yourself, not as the group or a channel."),
    Reason.STEP_IS_OVER: N_("That is settled already."),
}


def refused(reason: Reason, scene: Scene, deed: Deed | None, t: Words) -> str:
    """Why not, and what would work."""
    return clip(_refused(reason, scene, deed, in_world(t, scene.ruleset.game)), MOST_UNITS)


def done(deed: Deed, scene: Scene, t: Words) -> str:
    """What the press did, seen from the table as it is now."""
    return clip(_done(deed, scene, in_world(t, scene.ruleset.game)), MOST_UNITS)


def _refused(reason: Reason, scene: Scene, deed: Deed | None, t: Words) -> str:
    view = scene.view
    if reason is Reason.TOO_FEW_PLAYERS:
        missing = FEWEST_PLAYERS - len(scene.people)
        return t.plain_n(
            "Begin needs 5 players: {n} more.", "Begin needs 5 players: {n} more.", missing
        )
    if reason is Reason.CHARACTERS_DONT_FIT:
        return t.plain(rulesets.PROBLEMS[_first_problem(scene)])
    if reason is Reason.OTHER_GAME and isinstance(deed, SetOption):
        return t.plain(options.ELSEWHERE[deed.option])
    if reason is Reason.NOT_A_CHOICE and _examines(deed):
        return t.plain("Whoever has held the Lady can't be examined: name somebody else.")
    if reason is Reason.NOT_LEADER and view and isinstance(view.phase, Giving):
        leader = seated(scene, view.leader, t)
        return t.plain("Only the leader, {leader}, gives the plot cards away.", leader=leader)
    if reason is Reason.NOT_LEADER and view:
        leader = seated(scene, view.leader, t)
        if isinstance(deed, ChooseQuest):
            return t.plain("Only the leader, {leader}, names the quest.", leader=leader)
        return t.plain("Only the leader, {leader}, picks the team.", leader=leader)
    if reason is Reason.TEAM_NOT_FULL and view and view.quest and isinstance(view.phase, Proposing):
        missing = team_size(view.players, view.quest) - len(view.phase.team)
        return t.plain_n(
            "Pick {n} more for the team first.", "Pick {n} more for the team first.", missing
        )
    if reason is Reason.STEP_IS_OVER and isinstance(deed, CastVote):
        return t.plain("That vote is over.")
    if reason is Reason.STEP_IS_OVER and isinstance(deed, PlayCard):
        return t.plain("That quest is over.")
    if reason is Reason.STEP_IS_OVER and isinstance(deed, Propose | Pick | Unpick | ChooseQuest):
        return t.plain("That team has been proposed already.")
    return t.plain(REFUSALS[reason])


def _examines(deed: Deed | None) -> bool:
    return isinstance(deed.use if isinstance(deed, Sure) else deed, Examine)


def _first_problem(scene: Scene) -> Problem:
    return problems(scene.ruleset, max(len(scene.people), FEWEST_PLAYERS))[0]


def _done(deed: Deed, scene: Scene, t: Words) -> str:
    match deed:
        case Pick() | Unpick():
            return _team(scene, scene.view, t)
        case ChooseQuest(quest=quest):
            return t.plain("Quest {quest} it is.", quest=quest)
        case Propose():
            return _proposed(scene.view, t)
        case CastVote(vote=vote):
            if vote is Vote.APPROVE:
                return t.plain("Your vote: 👍 Approve")
            return t.plain("Your vote: 👎 Reject")
        case PlayCard():
            return t.plain("Your quest card is down.")
        case Examine():
            # True before the answer has come, and if it never did.
            return t.plain("You have looked. /role shows what you saw, at any time.")
        case Aim(target=None):
            # Translators: after taking back a choice that is to be confirmed by a second press
            return t.plain("Take your time.")
        case Aim(target=target) if target is not None:
            return t.plain(
                "{player}? Press Confirm if you are sure.", player=seated(scene, target, t)
            )
        case Assassinate():
            # Translators: after naming Merlin for good
            return t.plain("So be it.")
        case Choose() | SetOption() | ChooseGame() | Like():
            return settings.done(deed, scene, t)
        case Wish():
            return _wished(deed, scene, t)
        case Sure() | ChooseCard() | GiveCard() | UseCard() | PassCard() | AskAgain():
            return _plot(deed, scene, t)
        case _:
            return ""


def _proposed(view: View | None, t: Words) -> str:
    match view.phase if view else None:
        case OpinionVotingSeen():
            # Translators: Opinion Maker is a plot card
            return t.plain("Proposed: the Opinion Makers vote first.")
        case QuestingSeen():
            return t.plain("Proposed: the team is on the quest.")
        case PlotAskedSeen():
            return t.plain("Proposed: the team goes without a vote.")
        case _:
            return t.plain("Proposed: everybody votes in private now.")


def _plot(
    deed: Sure | ChooseCard | GiveCard | UseCard | PassCard | AskAgain, scene: Scene, t: Words
) -> str:
    match deed:
        case Sure():
            return t.plain("Press Confirm if you are sure.")
        case ChooseCard(card=card):
            return t.plain("{card}: who gets it?", card=plot_words.called(card, t))
        case GiveCard(card=card, receiver=receiver):
            return t.plain(
                "{player} gets {card}.",
                player=seated(scene, receiver, t),
                card=plot_words.called(card, t),
            )
        case UseCard():
            # Translators: after a plot card was played
            return t.plain("🃏 Played.")
        case PassCard(lasting=True):
            return t.plain("🔕 I leave you in peace with this card. /role brings it back.")
        case PassCard():
            return t.plain("⏭ You keep the card for another round.")
        case AskAgain(card=card):
            return t.plain("🔔 I ask you again: {card}.", card=plot_words.called(card, t))


def _wished(wish: Wish, scene: Scene, t: Words) -> str:
    match wish:
        case Wish.JOIN:
            return t.plain_n(
                "You're in: {n} at the table.", "You're in: {n} at the table.", len(scene.people)
            )
        case Wish.LEAVE:
            return t.plain("You've left the table.")
        case Wish.BEGIN:
            return t.plain("The cards are dealt: see our private chat.")
        case Wish.REMATCH:
            return t.plain("A new table is open.")
        case Wish.CANCEL_GAME:
            return t.plain("The game is cancelled.")
        case Wish.KEEP_GAME:
            return t.plain("The game goes on.")
        case Wish.BACK:
            return t.plain("Take your time.")
        case _:
            return ""


def _team(scene: Scene, view: View | None, t: Words) -> str:
    if view is None or not isinstance(view.phase, Proposing) or not view.quest:
        return ""
    size = team_size(view.players, view.quest)
    if not view.phase.team:
        return t.plain("Team: nobody yet. The leader may go too.")
    return t.plain(
        "Team, {count}/{size}: {players}",
        count=len(view.phase.team),
        size=size,
        players=team(scene, view.phase.team, t),
    )
