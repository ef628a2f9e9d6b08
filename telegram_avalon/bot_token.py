"""What a bot's token looks like, and how it is kept out of sight."""

import re
from dataclasses import dataclass

_TOKEN = re.compile(r"[0-9]{1,20}:[A-Za-z0-9_-]{30,100}", re.ASCII)

# Inside a longer text, such as an URL. A key cut short is hidden too: half a secret is a hint.
_ANYWHERE = re.compile(r"([0-9]{5,20})(:|%3A)[A-Za-z0-9_-]{20,}", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, repr=False)
class BotToken:
    """A bot's token. Printing, logging or formatting one shows only the bot's id."""

    _text: str

    def __post_init__(self) -> None:
        """Refuse what cannot be a token."""
        if _TOKEN.fullmatch(self._text) is None:
            raise ValueError("not a bot token")

    def __repr__(self) -> str:
        """Show whose token it is, never the key."""
        return f"BotToken({self.bot_id}:…)"

    @property
    def bot_id(self) -> int:
        """The bot's Telegram user id, which the token starts with."""
        return int(self._text.partition(":")[0])

    def reveal(self) -> str:
        """The token itself, for the Bot API's address alone."""
        return self._text


def mask_tokens(text: str) -> str:
    """Return *text* with the key of everything that looks like a token replaced by "…"."""
    return _ANYWHERE.sub(r"\1\2…", text)
