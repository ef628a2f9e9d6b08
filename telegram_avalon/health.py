"""Whether the bot does its work: what `/healthz` answers."""

from collections.abc import Callable

from telegram_avalon.loops import Loops
from telegram_avalon.troubles import Trouble, Troubles

Healthy = Callable[[], str | None]
"""What is wrong, in a few words; None: nothing."""

_ILL = (Trouble.DATABASE, Trouble.TOKEN, Trouble.POLLER)
"""Troubles that `/healthz` tells of; not of Telegram's silence, which no new start mends."""


def what_is_wrong(loops: Loops, troubles: Troubles) -> str | None:
    """The first thing wrong with this process: a loop that has stopped, else a trouble it is in."""
    if stopped := loops.stopped():
        return f"stopped: {', '.join(stopped)}"
    return next((each.value for each in _ILL if troubles.lasts(each) is not None), None)
