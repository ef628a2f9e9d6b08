"""What a button about plot cards wants, as a wish of callback data (see `actions`)."""

import re
from collections.abc import Callable

from telegram_avalon.rules import (
    AskAgain,
    ChooseCard,
    GiveCard,
    PassCard,
    PlotCard,
    Seat,
    UseCard,
)

Deed = ChooseCard | GiveCard | UseCard | PassCard | AskAgain

CODES = {
    PlotCard.OVERHEARD: "oc",
    PlotCard.OPINION_MAKER: "om",
    PlotCard.OPEN_UP: "ou",
    PlotCard.ESTABLISH_CONFIDENCE: "ec",
    PlotCard.NO_CONFIDENCE: "nc",
    PlotCard.CLOSE_EYE: "ce",
    PlotCard.STRONG_LEADER: "sl",
    PlotCard.SPOTLIGHT: "sp",
    PlotCard.TAKE_RESPONSIBILITY: "tr",
}


def wish(deed: Deed) -> str:
    match deed:
        case ChooseCard(seat=seat, card=card):
            return f"k{seat + 1}-{CODES[card]}"
        case GiveCard(seat=seat, card=card, receiver=receiver):
            return f"g{seat + 1}-{CODES[card]}-{receiver + 1}"
        case UseCard(seat=seat, target=target, taken=taken):
            on = "" if target is None else f"-{target + 1}"
            return f"y{seat + 1}{on}{f'-{CODES[taken]}' if taken else ''}"
        case PassCard(seat=seat, lasting=lasting):
            return f"n{seat + 1}{'+' if lasting else ''}"
        case AskAgain(seat=seat, card=card):
            return f"r{seat + 1}-{CODES[card]}"


_CARDS = {code: card for card, code in CODES.items()}
_N = "(10|[1-9])"
_C = f"({'|'.join(_CARDS)})"

READERS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Deed]], ...] = (
    (re.compile(rf"k{_N}-{_C}"), lambda m: ChooseCard(_seat(m[1]), _CARDS[m[2]])),
    (re.compile(rf"g{_N}-{_C}-{_N}"), lambda m: GiveCard(_seat(m[1]), _CARDS[m[2]], _seat(m[3]))),
    (re.compile(rf"y{_N}"), lambda m: UseCard(_seat(m[1]))),
    (re.compile(rf"y{_N}-{_N}"), lambda m: UseCard(_seat(m[1]), _seat(m[2]))),
    (re.compile(rf"y{_N}-{_N}-{_C}"), lambda m: UseCard(_seat(m[1]), _seat(m[2]), _CARDS[m[3]])),
    (re.compile(rf"n{_N}(\+?)"), lambda m: PassCard(_seat(m[1]), lasting=bool(m[2]))),
    (re.compile(rf"r{_N}-{_C}"), lambda m: AskAgain(_seat(m[1]), _CARDS[m[2]])),
)


def _seat(number: str) -> Seat:
    return Seat(int(number) - 1)
