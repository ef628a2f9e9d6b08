"""What a story calls things: games, options, plot cards; and The Resistance's own words."""

from telegram_avalon.i18n.phrases import N_, Words
from telegram_avalon.rules import Option, PlotCard, Side, World
from telegram_avalon.screens.rulebook import options, plot_cards

GAMES = {World.AVALON: N_("Avalon"), World.RESISTANCE: N_("The Resistance")}

OPTIONS = {
    Option.LADY: options.LADY.title,
    Option.TARGETING: options.TARGETING.title,
    Option.PLOT_CARDS: plot_cards.PLOT_CARDS.title,
    Option.BLIND_SPIES: options.BLIND_SPIES.title,
    Option.UNVOTED_FIFTH: options.FIFTH_TEAM_UNVOTED.title,
    Option.GOOD_MAY_FAIL: options.GOOD_MAY_FAIL.title,
    Option.ANONYMOUS_VOTES: options.ANONYMOUS_VOTES.title,
}
"""As their pages in the rules are titled."""

PLOT_CARDS = {
    PlotCard.OVERHEARD: plot_cards.OVERHEARD_CONVERSATION.title,
    PlotCard.OPINION_MAKER: plot_cards.OPINION_MAKER.title,
    PlotCard.OPEN_UP: plot_cards.OPEN_UP.title,
    PlotCard.ESTABLISH_CONFIDENCE: plot_cards.ESTABLISH_CONFIDENCE.title,
    PlotCard.NO_CONFIDENCE: plot_cards.NO_CONFIDENCE.title,
    PlotCard.CLOSE_EYE: plot_cards.CLOSE_EYE.title,
    PlotCard.STRONG_LEADER: plot_cards.STRONG_LEADER.title,
    PlotCard.SPOTLIGHT: plot_cards.IN_THE_SPOTLIGHT.title,
    PlotCard.TAKE_RESPONSIBILITY: plot_cards.TAKE_RESPONSIBILITY.title,
}

SIGNS = {
    World.AVALON: {Side.GOOD: "😇", Side.EVIL: "😈"},
    World.RESISTANCE: {Side.GOOD: "✊", Side.EVIL: "🕵️"},
}

_RESISTANCE = {
    # Translators: The Resistance's good side, said of one player
    "Loyal Servant of Arthur": N_("Resistance"),
    # Translators: one player, in a list of who was what
    "Minion of Mordred": N_("Spy"),
    "<b>Quest {quest}</b> · proposal {proposal} of {most}": N_(
        "<b>Mission {quest}</b> · proposal {proposal} of {most}"
    ),
    "<b>❌ Quest {quest} failed</b>: {cards}": N_("<b>❌ Mission {quest} failed</b>: {cards}"),
    "<b>✅ Quest {quest} succeeded</b> (it takes two Fails): {cards}": N_(
        "<b>✅ Mission {quest} succeeded</b> (it takes two Fails): {cards}"
    ),
    "<b>✅ Quest {quest} succeeded</b>: {cards}": N_(
        "<b>✅ Mission {quest} succeeded</b>: {cards}"
    ),
    "🌊 {holder} has seen the loyalty of {target}, who holds the Lady of the Lake now.": N_(
        "🔍 {holder} has seen the loyalty of {target}, who is the Inquisitor now."
    ),
    "🌊 Lady of the Lake": N_("🔍 Inquisitor"),
    "🌗 Good may fail quests": N_("🌗 The Resistance may fail missions"),
    "👁 {player} looked at the quest card of {other}.": N_(
        "👁 {player} looked at the mission card of {other}."
    ),
    "{player} is good.": N_("{player} is with the Resistance."),
    "{player} is evil.": N_("{player} is a spy."),
    "<b>😇 Good wins!</b>": N_("<b>✊ The Resistance wins!</b>"),
    "<b>😈 Evil wins!</b>": N_("<b>🕵️ The spies win!</b>"),
    "Three quests have failed.": N_("Three missions have failed."),
    "Three quests have succeeded.": N_("Three missions have succeeded."),
}
"""By Avalon's phrase."""


def in_world(t: Words, world: World) -> Words:
    """*t*, speaking of the game that was played."""
    return t.saying(_RESISTANCE) if world is World.RESISTANCE else t
