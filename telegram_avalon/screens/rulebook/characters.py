"""The characters: what each knows, who sees them, what to try, and how they shift the balance.

Who knows what and the balance: Hungarian Avalon rulebook, its page on characters; the stand-in for
a missing Assassin: the Persian online rules.
"""

from telegram_avalon.i18n.phrases import N_
from telegram_avalon.rules import Option, Role
from telegram_avalon.screens.rulebook.topics import Page, Topic, Varying, where

CHOOSING = Page(
    Topic.CHOOSING,
    N_("🧩 Choosing characters"),
    (
        (
            N_("The host chooses: any mix of characters that fits the seats."),
            N_("Merlin brings the Assassin along, while there is an evil seat left."),
            N_("Loyal Servants of Arthur and Minions of Mordred fill the other seats."),
            N_("With more evil characters than evil seats the game can't begin."),
        ),
        (
            N_("Percival, Mordred and Morgana need Merlin. Oberon doesn't."),
            N_("Morgana without Percival is allowed, but then there is nobody to deceive."),
            N_(
                "With {fewest} players and Percival, add Mordred or Morgana too, as the rulebook "
                "wants it. I only warn you."
            ),
        ),
        (
            N_("Percival and Oberon make good stronger, Mordred and Morgana evil."),
            N_("Add one new character at a time."),
        ),
    ),
)

MERLIN = Page(
    Topic.MERLIN,
    # Translators: a symbol (good or evil) and the character's name, on a button and as a heading.
    N_("😇 Merlin"),
    (
        (
            N_("<b>Good.</b> In play unless the host leaves Merlin out."),
            N_(
                "<b>Knows</b> every evil player except Mordred, Oberon included, but not who is "
                "who."
            ),
            N_("<b>Seen by</b> Percival; with Morgana in play, as one of two."),
        ),
        (
            # Translators: advice to whoever holds Merlin.
            N_("<b>Try</b> to lead good to three quests without being noticed."),
            N_("Ask, hint, doubt, and let others say it out loud."),
            N_("Be wrong now and then: whoever is always right is easily found."),
            Varying(
                Option.ANONYMOUS_VOTES,
                on=None,
                off=N_("Your vote can be a signal. Evil watches it, too."),
                unknown=N_(
                    "Your vote can be a signal, unless votes are anonymous. Evil watches it, too."
                ),
            ),
        ),
        (
            N_(
                "<b>Balance:</b> Merlin gives good what it knows, and evil a last chance. If evil "
                "names Merlin at the end, evil wins."
            ),
        ),
    ),
)

PERCIVAL = Page(
    Topic.PERCIVAL,
    # Translators: a symbol (good or evil) and the character's name, on a button and as a heading.
    N_("😇 Percival"),
    (
        (
            N_("<b>Good.</b> In play if the host chooses so. Needs Merlin."),
            N_(
                "<b>Knows</b> Merlin. With Morgana in play, Percival sees two players, Merlin and "
                "Morgana, but not which is which."
            ),
            N_("<b>Seen by</b> nobody."),
        ),
        (
            # Translators: advice to whoever holds Percival.
            N_("<b>Try</b> to follow Merlin's advice without showing where it comes from."),
            N_("Draw evil's eye: let them take you for Merlin at the end."),
            # Translators: advice to whoever holds Percival.
            N_("If you see two, compare what they say and do: one of them is Morgana."),
        ),
        (
            N_("<b>Balance:</b> makes good stronger."),
            N_("With {fewest} players, better with Mordred or Morgana too."),
        ),
    ),
)

SERVANT = Page(
    Topic.SERVANT,
    # Translators: a symbol (good or evil) and the character's name, on a button and as a heading.
    N_("😇 Loyal Servant of Arthur"),
    (
        (
            N_("<b>Good.</b> Fills every good seat that has no other character."),
            N_("<b>Knows</b> nothing at the start."),
            N_("<b>Seen by</b> nobody."),
        ),
        (
            # Translators: advice to a Loyal Servant of Arthur.
            N_("<b>Try</b> to find out whom to trust: compare what people say with what they do."),
            N_("Say what you think. Silence helps only evil."),
            where(
                Role.MERLIN,
                N_(
                    "Speak as if you knew a little: every good player who might be Merlin hides "
                    "Merlin."
                ),
            ),
        ),
    ),
)

ASSASSIN = Page(
    Topic.ASSASSIN,
    # Translators: a symbol (good or evil) and the character's name, on a button and as a heading.
    N_("😈 Assassin"),
    (
        (
            N_("<b>Evil.</b> Comes with Merlin, while there is an evil seat left."),
            N_(
                "<b>Knows</b> the other evil players except Oberon, but not which characters they "
                "are."
            ),
            N_("<b>Seen by</b> Merlin, and by evil except Oberon."),
        ),
        (
            N_(
                "<b>At the end:</b> if three quests have succeeded, you name a player as Merlin. "
                "If it is Merlin, evil wins."
            ),
            # Translators: advice to the Assassin.
            N_("<b>Try</b> to look for Merlin from the first round on."),
            # Translators: advice to the Assassin; "you": evil.
            N_("Who is right too early? Whose teams have none of you on them?"),
            N_("Who is careful not to say what they know?"),
        ),
        (N_("<b>Balance:</b> evil's answer to Merlin."),),
    ),
)

MORDRED = Page(
    Topic.MORDRED,
    # Translators: a symbol (good or evil) and the character's name, on a button and as a heading.
    N_("😈 Mordred"),
    (
        (
            N_("<b>Evil.</b> In play if the host chooses so. Needs Merlin."),
            N_(
                "<b>Knows</b> the other evil players except Oberon, but not which characters they "
                "are."
            ),
            N_("<b>Seen by</b> evil except Oberon. Merlin doesn't see Mordred."),
        ),
        (
            # Translators: advice to whoever holds Mordred.
            N_("<b>Try</b> to be the one whom everybody trusts: Merlin knows nothing against you."),
            # Translators: advice to whoever holds Mordred.
            N_("Get onto teams that would take nobody else of evil."),
        ),
        (
            N_("<b>Balance:</b> makes evil stronger."),
            N_(
                "Where neither an Assassin nor Morgana is in play, Mordred names Merlin at the end."
            ),
        ),
    ),
)

MORGANA = Page(
    Topic.MORGANA,
    # Translators: a symbol (good or evil) and the character's name, on a button and as a heading.
    N_("😈 Morgana"),
    (
        (
            N_("<b>Evil.</b> In play if the host chooses so. Needs Merlin."),
            N_(
                "<b>Knows</b> the other evil players except Oberon, but not which characters they "
                "are."
            ),
            N_(
                "<b>Seen by</b> Merlin, by evil except Oberon, and by Percival as a possible "
                "Merlin."
            ),
        ),
        (
            # Translators: advice to whoever holds Morgana.
            N_("<b>Try</b> to behave as Merlin would, so that Percival follows you."),
            N_("Be right in small things; lead Percival astray in the great one."),
        ),
        (
            N_("<b>Balance:</b> makes evil stronger, but only with Percival in play."),
            N_("Where no Assassin is in play, Morgana names Merlin at the end."),
        ),
    ),
)

OBERON = Page(
    Topic.OBERON,
    # Translators: a symbol (good or evil) and the character's name, on a button and as a heading.
    N_("😈 Oberon"),
    (
        (
            N_("<b>Evil.</b> In play if the host chooses so, with Merlin or without."),
            N_("<b>Knows</b> nothing at the start: not even who else is evil."),
            Varying(
                Role.MERLIN,
                on=N_("<b>Seen by</b> Merlin only."),
                off=N_("<b>Seen by</b> nobody."),
                unknown=N_("<b>Seen by</b> Merlin only."),
            ),
        ),
        (
            # Translators: advice to whoever holds Oberon.
            N_("<b>Try</b> to find your own side by its deeds and by the quests that fail."),
            N_("You can't agree on anything with them, so think what they will play."),
            N_("They don't know you: don't be surprised if they accuse you."),
        ),
        (N_("<b>Balance:</b> makes good stronger, since evil stands divided."),),
    ),
)

MINION = Page(
    Topic.MINION,
    # Translators: a symbol (good or evil) and the character's name, on a button and as a heading.
    N_("😈 Minion of Mordred"),
    (
        (
            N_("<b>Evil.</b> Fills every evil seat that has no other character."),
            N_(
                "<b>Knows</b> the other evil players except Oberon, but not which characters they "
                "are."
            ),
            N_("<b>Seen by</b> Merlin, and by evil except Oberon."),
        ),
        (
            # Translators: advice to a Minion of Mordred.
            N_("<b>Try</b> to win trust with a Success or two, and let a later quest fail."),
            N_("Draw suspicion away from the others of evil, even if it falls on you."),
            where(
                Role.MERLIN,
                N_("Help to find Merlin: tell evil at the end what you have noticed."),
            ),
        ),
    ),
)

OF_ROLE = {
    Role.MERLIN: MERLIN,
    Role.PERCIVAL: PERCIVAL,
    Role.SERVANT: SERVANT,
    Role.ASSASSIN: ASSASSIN,
    Role.MORDRED: MORDRED,
    Role.MORGANA: MORGANA,
    Role.OBERON: OBERON,
    Role.MINION: MINION,
}

CHARACTERS = Page(
    Topic.CHARACTERS,
    N_("🎭 Characters"),
    (
        (
            N_("Which characters are in play is public. Who holds them is secret to the end."),
            N_("This is what they know at the start:"),
        ),
        (
            N_("😇 Merlin sees every evil player except Mordred."),
            N_("😇 Percival sees Merlin; with Morgana in play both of them, not which is which."),
            N_("😇 Loyal Servants of Arthur see nobody."),
            N_("😈 The Assassin, Mordred, Morgana and the Minions of Mordred see one another."),
            N_("😈 Oberon sees nobody, and is seen by Merlin only."),
        ),
        (N_("Whoever sees evil learns who is evil, never which character they hold."),),
    ),
    (CHOOSING, *OF_ROLE.values()),
)
