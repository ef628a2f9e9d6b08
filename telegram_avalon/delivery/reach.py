"""Whether Telegram is within reach of this process at all, learnt from the calls it makes.

A call that fails may be the fault of its chat. Only where another one, asked at once, fails as well
is Telegram out of reach: then nothing is delivered until the first call gets through, so that no
chat's tries are used up and no waits grow. A token that is not accepted is the same for us.
"""

import asyncio
from collections.abc import Awaitable, Callable

import structlog
from telegram.error import InvalidToken, TelegramError

from telegram_avalon.clock import MINUTE, SECOND, Clock
from telegram_avalon.delivery.failures import WayError
from telegram_avalon.troubles import Trouble, Troubles

log = structlog.get_logger()

APART = 1 * SECOND
"""Between two probes at least."""
MOST_APART = 2 * SECOND
"""... while Telegram does not answer: the games wait for it."""
MOST_APART_WITHOUT_TOKEN = 1 * MINUTE
PROBE = 5.0
"""Seconds that a probe may take."""
_WAY = frozenset({Trouble.TELEGRAM, Trouble.TOKEN})

Probe = Callable[[], Awaitable[object]]


class Reach:
    """Watches *troubles* for those of the way to Telegram."""

    def __init__(self, troubles: Troubles, clock: Clock) -> None:
        self.away = False
        """Nothing gets through."""
        self._troubles = troubles
        self._clock = clock
        self._missed = asyncio.Event()
        self._heard = asyncio.Event()
        self._back: list[Callable[[], None]] = []
        troubles.on_met(self._on_met)
        troubles.on_over(self._on_over)

    def on_back(self, told: Callable[[], None]) -> None:
        """Have *told* called whenever Telegram is back."""
        self._back.append(told)

    def _on_met(self, trouble: Trouble) -> None:
        if trouble in _WAY:
            self._missed.set()

    def _on_over(self, trouble: Trouble) -> None:
        if trouble in _WAY and not any(self._troubles.lasts(each) is not None for each in _WAY):
            self._heard.set()

    async def watch(self, probe: Probe) -> None:
        """Wait for a miss, see whether a *probe* misses as well, and if so until it doesn't."""
        await self._missed.wait()
        self._missed.clear()
        self._heard.clear()
        if (error := await _missed(probe)) is not None:
            lost, self.away = self._clock.steady(), True
            _tell(error)
            try:
                await self._until_back(error, probe)
                log.info("Telegram is back", seconds=(self._clock.steady() - lost) // SECOND)
            finally:
                # However the wait ended: while it lasts, no call would set the watch going again.
                self.away = False
                for told in self._back:
                    told()
        await self._clock.sleep(APART)

    async def _until_back(self, error: TelegramError | None, probe: Probe) -> None:
        pause = APART
        while error is not None:
            try:
                async with asyncio.timeout(self._clock.real(pause)):
                    await self._heard.wait()
                return
            except TimeoutError:
                error = await _missed(probe)
            revoked = isinstance(error, InvalidToken)
            pause = min(2 * pause, MOST_APART_WITHOUT_TOKEN if revoked else MOST_APART)


async def _missed(probe: Probe) -> TelegramError | None:
    """Why Telegram is out of reach; None: it isn't."""
    try:
        await probe()
    except (WayError, InvalidToken) as error:
        return error
    except TelegramError:
        return None  # it has answered
    return None


def _tell(error: TelegramError) -> None:
    if isinstance(error, InvalidToken):
        hint = "it may have been revoked: take the new one from @BotFather into BOT_TOKEN"
        log.warning("the token is not accepted any more", hint=hint)
    else:
        log.warning("Telegram is out of reach", why=error.message)
