"""The Resistance's own words: what is said there instead of a phrase of Avalon's.

No screen is written twice: `in_world` is put between a table's screens and the catalogs.
"""

from collections.abc import Mapping

from telegram_avalon.i18n.phrases import N_, Words
from telegram_avalon.rules import Side, World

_RESISTANCE = {
    # --- cards and sides ---
    # Translators: The Resistance's good side, said of one player
    "Loyal Servant of Arthur": N_("Resistance"),
    # Translators: one player, in a list of who was what
    "Minion of Mordred": N_("Spy"),
    "You are a Loyal Servant of Arthur, good.": N_("You are with the Resistance."),
    "You are a Minion of Mordred, evil.": N_("You are a spy."),
    "Make quests fail unseen, and help evil win in the end.": N_(
        "Make missions fail unseen, and help the spies win in the end."
    ),
    "Also evil: {players}.": N_("Also spies: {players}."),
    "You know nobody else on the side of evil.": N_("You know no other spy."),
    "On a quest good plays only Success; evil may play either card.": N_(
        "On a mission the Resistance plays only Success; spies may play either card."
    ),
    "On a quest everybody may play either card, good players too.": N_(
        "On a mission everybody may play either card, the Resistance too."
    ),
    "Good must play Success.": N_("The Resistance must play Success."),
    "You saw: {player} is good.": N_("You saw: {player} is with the Resistance."),
    "You saw: {player} is evil.": N_("You saw: {player} is a spy."),
    "You saw: {player} played Success on quest {quest}.": N_(
        "You saw: {player} played Success on mission {quest}."
    ),
    "You saw: {player} played Fail on quest {quest}.": N_(
        "You saw: {player} played Fail on mission {quest}."
    ),
    "📖 About my character": N_("📖 About The Resistance"),
    "⚔️ <b>Avalon</b> — the game has begun": N_("⚔️ <b>The Resistance</b> — the game has begun"),
    # --- team and vote ---
    "<b>Quest {quest}</b> · a team of {size} · two Fails sink it": N_(
        "<b>Mission {quest}</b> · a team of {size} · two Fails sink it"
    ),
    "<b>Quest {quest}</b> · a team of {size} · one Fail sinks it": N_(
        "<b>Mission {quest}</b> · a team of {size} · one Fail sinks it"
    ),
    "<b>Which quest comes next?</b>": N_("<b>Which mission comes next?</b>"),
    "👑 Leader: {player} — name the quest, then the team": N_(
        "👑 Leader: {player} — name the mission, then the team"
    ),
    "Quest {quest} · 👥 {size}": N_("Mission {quest} · 👥 {size}"),
    "Quest {quest} it is.": N_("Mission {quest} it is."),
    "The quest comes first: press its number.": N_("The mission comes first: press its number."),
    "That quest isn't open now: take one of the others.": N_(
        "That mission isn't open now: take one of the others."
    ),
    "Only the leader, {leader}, names the quest.": N_(
        "Only the leader, {leader}, names the mission."
    ),
    "⏰ {player}: name the quest, please.": N_("⏰ {player}: name the mission, please."),
    "⚠️ Fifth proposal: if it is rejected too, the game goes to evil.": N_(
        "⚠️ Fifth proposal: if it is rejected too, the game goes to the spies."
    ),
    "⚠️ Fifth proposal: no vote, this team goes straight on the quest.": N_(
        "⚠️ Fifth proposal: no vote, this team goes straight on the mission."
    ),
    "<b>Quest {quest}</b> · proposal {proposal} of {most}": N_(
        "<b>Mission {quest}</b> · proposal {proposal} of {most}"
    ),
    "🗳 <b>{group}</b> · quest {quest}, proposal {proposal} of {most}": N_(
        "🗳 <b>{group}</b> · mission {quest}, proposal {proposal} of {most}"
    ),
    "🗳 <b>{group}</b> · quest {quest}: {players}": N_(
        "🗳 <b>{group}</b> · mission {quest}: {players}"
    ),
    "Proposed: the team is on the quest.": N_("Proposed: the team is on the mission."),
    # --- quest ---
    "⚔️ <b>Quest {quest}</b>: {players} are on it.": N_(
        "⚔️ <b>Mission {quest}</b>: {players} are on it."
    ),
    "Members: play your quest card in our private chat.": N_(
        "Members: play your mission card in our private chat."
    ),
    "🃏 <b>{group}</b> · quest {quest}, team: {players}": N_(
        "🃏 <b>{group}</b> · mission {quest}, team: {players}"
    ),
    "This quest fails only with two Fails.": N_("This mission fails only with two Fails."),
    "🃏 <b>{group}</b> · quest {quest}": N_("🃏 <b>{group}</b> · mission {quest}"),
    "Your quest card is down.": N_("Your mission card is down."),
    "Your quest card is down. <tg-spoiler>{card}</tg-spoiler>": N_(
        "Your mission card is down. <tg-spoiler>{card}</tg-spoiler>"
    ),
    "Your quest card is down already.": N_("Your mission card is down already."),
    "You aren't on this quest.": N_("You aren't on this mission."),
    "That quest is over.": N_("That mission is over."),
    "👁 {player} looks at the quest card of {other}.": N_(
        "👁 {player} looks at the mission card of {other}."
    ),
    "<b>❌ Quest {quest} failed</b>: {cards}": N_("<b>❌ Mission {quest} failed</b>: {cards}"),
    "<b>✅ Quest {quest} succeeded</b> (it takes two Fails): {cards}": N_(
        "<b>✅ Mission {quest} succeeded</b> (it takes two Fails): {cards}"
    ),
    "<b>✅ Quest {quest} succeeded</b>: {cards}": N_(
        "<b>✅ Mission {quest} succeeded</b>: {cards}"
    ),
    "{mark} Quest {quest} fails only with two Fails.": N_(
        "{mark} Mission {quest} fails only with two Fails."
    ),
    # --- the Inquisitor ---
    "🌊 {holder} looks at somebody's loyalty with the Lady of the Lake. The next leader waits.": N_(
        "🔍 {holder} looks at somebody's loyalty as the Inquisitor. The next leader waits."
    ),
    "🌊 <b>{group}</b> · you hold the Lady of the Lake": N_(
        "🔍 <b>{group}</b> · you are the Inquisitor"
    ),
    "Whose loyalty do you look at? You alone see it, and that player holds the Lady next.": N_(
        "Whose loyalty do you look at? You alone see it, and that player is the Inquisitor next."
    ),
    "🌊 {holder} has seen the loyalty of {target}, who holds the Lady of the Lake now.": N_(
        "🔍 {holder} has seen the loyalty of {target}, who is the Inquisitor now."
    ),
    "🌊 <b>{group}</b> · the loyalty you saw": N_("🔍 <b>{group}</b> · the loyalty you saw"),
    "{player} is good.": N_("{player} is with the Resistance."),
    "{player} is evil.": N_("{player} is a spy."),
    "🌊 Lady of the Lake: {player}": N_("🔍 Inquisitor: {player}"),
    "🌊 {holder} examined {target}": N_("🔍 {holder} examined {target}"),
    "🌊 {holder} saw the loyalty of {target}": N_("🔍 {holder} saw the loyalty of {target}"),
    "Whoever has held the Lady can't be examined: name somebody else.": N_(
        "Whoever has been the Inquisitor can't be examined: name somebody else."
    ),
    "⏰ {player}: the table waits for your look with the Lady of the Lake.": N_(
        "⏰ {player}: the table waits for your look as the Inquisitor."
    ),
    # --- plot cards ---
    "once, the holder may look at the quest card of a team member": N_(
        "once, the holder may look at the mission card of a team member"
    ),
    "once, the holder may have a team member play their quest card face up": N_(
        "once, the holder may have a team member play their mission card face up"
    ),
    "Quest {quest}, team: {players}": N_("Mission {quest}, team: {players}"),
    "Whose quest card do you look at?": N_("Whose mission card do you look at?"),
    "Look at the quest card of {player}?": N_("Look at the mission card of {player}?"),
    "Who plays their quest card face up?": N_("Who plays their mission card face up?"),
    "⚠️ This is the fifth proposal: if you turn it down, the game goes to evil.": N_(
        "⚠️ This is the fifth proposal: if you turn it down, the game goes to the spies."
    ),
    "🃏 All quest cards are down.": N_("🃏 All mission cards are down."),
    # --- lobby and settings ---
    "⚔️ <b>Avalon</b> — a table is open": N_("✊ <b>The Resistance</b> — a table is open"),
    "With {n}: {good} good, {evil} evil": N_("With {n}: {good} of the Resistance, {evil} spies"),
    "Lady of the Lake": N_("Inquisitor"),
    "somebody learns another's side, up to three times; favours good; for {players} or more": N_(
        "somebody learns another's side, up to three times; favours the Resistance; "
        "for {players} or more"
    ),
    "the leader chooses the quest, too; favours neither side": N_(
        "the leader chooses the mission, too; favours neither side"
    ),
    "for The Resistance only: in Avalon, Oberon does that": N_(
        "the spies aren't shown to each other; favours the Resistance"
    ),
    "the fifth team of a round goes without a vote; favours good": N_(
        "the fifth team of a round goes without a vote; favours the Resistance"
    ),
    "Good may fail quests": N_("The Resistance may fail missions"),
    "good may play Fail, too, so a Fail proves nothing; favours evil": N_(
        "the Resistance may play Fail, too, so a Fail proves nothing; favours the spies"
    ),
    "you see how many approve, but not who, until one side has won; favours evil": N_(
        "you see how many approve, but not who, until one side has won; favours the spies"
    ),
    # --- history and end ---
    "Quest {quest} · 👑 {leader} · team {team} · 👍 {yes} · 👎 {no}": N_(
        "Mission {quest} · 👑 {leader} · team {team} · 👍 {yes} · 👎 {no}"
    ),
    "Quest {quest} · 👑 {leader} · team {team} · approved, {yes} to {no}": N_(
        "Mission {quest} · 👑 {leader} · team {team} · approved, {yes} to {no}"
    ),
    "Quest {quest} · 👑 {leader} · team {team} · rejected, {yes} to {no}": N_(
        "Mission {quest} · 👑 {leader} · team {team} · rejected, {yes} to {no}"
    ),
    "Quest {quest} · 👑 {leader} · team {team} · without a vote": N_(
        "Mission {quest} · 👑 {leader} · team {team} · without a vote"
    ),
    "Three quests have failed.": N_("Three missions have failed."),
    "Three quests have succeeded.": N_("Three missions have succeeded."),
    "<b>😇 Good wins!</b>": N_("<b>✊ The Resistance wins!</b>"),
    "<b>😈 Evil wins!</b>": N_("<b>🕵️ The spies win!</b>"),
    "End this game? Everybody's character will be shown, and nobody wins.": N_(
        "End this game? Everybody's side will be shown, and nobody wins."
    ),
}

INSTEAD: dict[World, Mapping[str, str]] = {World.AVALON: {}, World.RESISTANCE: _RESISTANCE}
"""By Avalon's phrase, as the screens say it."""

SIGNS = {
    World.AVALON: {Side.GOOD: "😇", Side.EVIL: "😈"},
    World.RESISTANCE: {Side.GOOD: "✊", Side.EVIL: "🕵️"},
}


def in_world(t: Words, world: World) -> Words:
    """*t*, speaking of the game that is played."""
    return t.saying(INSTEAD[world])
