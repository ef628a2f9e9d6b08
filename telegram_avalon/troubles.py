"""What keeps the bot from its work and lasts: seen by whoever meets it, asked for by `/healthz`."""

from collections.abc import Callable
from enum import StrEnum

from telegram_avalon.clock import Clock


class Trouble(StrEnum):
    """What may be wrong; the value is how `/healthz` says it."""

    TOKEN = "Telegram does not accept the token"  # noqa: S105 - none
    TELEGRAM = "Telegram does not answer"
    DATABASE = "the database can't be used"
    POLLER = "another process polls for this bot"


class Troubles:
    """The troubles of one process, each since when."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._since: dict[Trouble, int] = {}
        self._on_met: list[Callable[[Trouble], None]] = []
        self._on_over: list[Callable[[Trouble], None]] = []

    def met(self, trouble: Trouble) -> None:
        """Note that *trouble* has been met (again)."""
        self._since.setdefault(trouble, self._clock.steady())
        for told in self._on_met:
            told(trouble)

    def over(self, trouble: Trouble) -> None:
        """Note that what *trouble* prevents has just worked."""
        if self._since.pop(trouble, None) is not None:
            for told in self._on_over:
                told(trouble)

    def lasts(self, trouble: Trouble) -> int | None:
        """For how long *trouble* has lasted (ms); None where there is none."""
        since = self._since.get(trouble)
        return None if since is None else self._clock.steady() - since

    def on_met(self, told: Callable[[Trouble], None]) -> None:
        """Have *told* called whenever a trouble is met, however long it has lasted."""
        self._on_met.append(told)

    def on_over(self, told: Callable[[Trouble], None]) -> None:
        """Have *told* called whenever a trouble is over."""
        self._on_over.append(told)
