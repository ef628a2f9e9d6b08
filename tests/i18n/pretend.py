"""Languages with a few phrases of the tests' own."""

from collections.abc import Mapping
from gettext import NullTranslations

from telegram_avalon.i18n.phrases import Words
from telegram_avalon.i18n.tongue import Tongue

FSI, PDI, RLM = "\u2068", "\u2069", "\u200f"


class Phrases(NullTranslations):
    """A catalog of some phrases; what it lacks it says as the code does."""

    def __init__(self, said: Mapping[str, str]) -> None:
        super().__init__()
        self.said = said

    def gettext(self, message: str) -> str:
        return self.said.get(message, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        english = msgid1 if n == 1 else msgid2
        return self.said.get(msgid1, english)

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)


def tongue(language: str, said: Mapping[str, str] | None = None) -> Tongue:
    return Tongue(Phrases(said or {}), language)


def speaking(**catalogs: Mapping[str, str]) -> Words:
    """Words in these languages, in this order."""
    return Words(*(tongue(language, said) for language, said in catalogs.items()))
