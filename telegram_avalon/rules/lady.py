"""The Lady of the Lake, in The Resistance the Inquisitor: when she is used, and on whom.

Hungarian Avalon rulebook, "A Tó Úrnője"; that who has *held* her is safe: Persian page.
"""

from telegram_avalon.rules import record as told
from telegram_avalon.rules.model import Game, QuestPlayed, Seat
from telegram_avalon.rules.options import Option

AFTER_QUESTS = {2, 3, 4}
"""After so many quests played, whatever their numbers."""


def due(game: Game) -> bool:
    """Whether the quest just played, which didn't end the game, brings her into play."""
    return (
        game.plays(Option.LADY)
        and isinstance(game.record[-1], QuestPlayed)
        and len(told.quests(game.record)) in AFTER_QUESTS
    )


def holder(game: Game) -> Seat | None:
    return _held(game)[-1] if game.plays(Option.LADY) else None


def targets(game: Game) -> tuple[Seat, ...]:
    """Whom the holder may examine: whoever has never held her."""
    safe = _held(game)
    return tuple(Seat(seat) for seat in range(game.players) if seat not in safe)


def _held(game: Game) -> tuple[Seat, ...]:
    return told.ladies(game.record, game.setup.first_leader, game.players)
