"""The characters in words: names, and what each is for."""

from dataclasses import dataclass

from telegram_avalon.i18n.phrases import N_, Plain, Text, Words
from telegram_avalon.rules import CHARACTERS, Role


@dataclass(frozen=True)
class Said:
    name: str
    you: str
    task: str


SAID = {
    Role.MERLIN: Said(
        N_("Merlin"),
        N_("You are Merlin, good."),
        N_("Lead good to three quests, and don't let evil guess who you are."),
    ),
    Role.PERCIVAL: Said(
        N_("Percival"),
        N_("You are Percival, good."),
        N_("Protect Merlin: make evil take you for Merlin."),
    ),
    Role.SERVANT: Said(
        N_("Loyal Servant of Arthur"),
        N_("You are a Loyal Servant of Arthur, good."),
        N_("You have no secret knowledge. Listen, vote with care, and find people to trust."),
    ),
    Role.ASSASSIN: Said(
        N_("Assassin"),
        N_("You are the Assassin, evil."),
        N_("Make quests fail unseen. If good still gets three, you name Merlin at the end."),
    ),
    Role.MORDRED: Said(
        N_("Mordred"),
        N_("You are Mordred, evil."),
        N_("Merlin can't see you. Make quests fail unseen."),
    ),
    Role.MORGANA: Said(
        N_("Morgana"),
        N_("You are Morgana, evil."),
        N_("Percival may take you for Merlin. Make quests fail unseen."),
    ),
    Role.OBERON: Said(
        N_("Oberon"),
        N_("You are Oberon, evil."),
        N_("You and the rest of evil don't know each other. Make quests fail all the same."),
    ),
    Role.MINION: Said(
        N_("Minion of Mordred"),
        N_("You are a Minion of Mordred, evil."),
        N_("Make quests fail unseen, and help evil win in the end."),
    ),
}

BALANCE = {
    Role.MERLIN: N_("knows evil; evil may still find Merlin at the end"),
    Role.PERCIVAL: N_("knows Merlin; favours good"),
    Role.MORDRED: N_("hidden from Merlin; favours evil"),
    Role.MORGANA: N_("looks like Merlin to Percival; favours evil"),
    Role.OBERON: N_("alone among evil; favours good"),
}
"""What the host's choice does, a line each."""


def called(role: Role, t: Words) -> Plain:
    return t.plain(SAID[role].name)


def listed(roles: frozenset[Role], t: Words) -> Text:
    """The named characters among *roles*, in the order of the roles table."""
    names = [called(role, t) for role in CHARACTERS if role in roles]
    return t.rowed([t.text("{name}", name=name) for name in names])
