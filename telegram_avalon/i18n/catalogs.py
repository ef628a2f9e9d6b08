"""Languages are found by looking: a folder ``<language>/LC_MESSAGES`` is a language.

An installed bot reads the compiled catalogs inside the package. A checkout reads the ``locale/``
folder beside it and compiles in memory, so that an edited .po shows at the next start. English is
always there: it is what the phrases in the code say.
"""

import gettext
import io
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import structlog
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po

from telegram_avalon.i18n.phrases import Words
from telegram_avalon.i18n.tongue import Tongue

ENGLISH = "en"

_PACKAGE = Path(__file__).parents[1]
_INSTALLED = _PACKAGE / "locale"
_CHECKOUT = _PACKAGE.parent / "locale"

# What reading a catalog raises when the file is no catalog, is cut short or speaks nonsense.
_UNREADABLE = (OSError, ValueError, LookupError, struct.error, PoFileError)

_log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Catalogs:
    """Every language's phrases; what one lacks is said in English."""

    _tongues: Mapping[str, Tongue]

    @property
    def languages(self) -> tuple[str, ...]:
        """The codes of the languages: English first, then by alphabet."""
        return tuple(self._tongues)

    def words(self, *languages: str) -> Words:
        """The words of a language, or of two; of English where there is no such language."""
        there = dict.fromkeys(language for language in languages if language in self._tongues)
        return Words(*(self._tongues[language] for language in there or (ENGLISH,)))

    def nearest(self, code: str | None, default: str) -> str:
        """The language that serves best whoever asks for *code*, such as "es-419" or "fa_IR"."""
        if not code:
            return default
        wanted = _folded(code)
        for alike in (_folded, _base):
            for language in self.languages:
                if alike(language) == alike(wanted):
                    return language
        return default


def load_catalogs(folder: Path | None = None) -> Catalogs:
    """Load every readable catalog of *folder*, by default the package's or the checkout's.

    An unreadable one is logged and left out: a translator's slip must not stop the bot.
    """
    tongues = {ENGLISH: Tongue(gettext.NullTranslations(), ENGLISH)}
    for language, path in sorted(_found(folder or _default_folder()), key=_english_first):
        try:
            translation = _load(path, language, tongues[ENGLISH].translation)
        except _UNREADABLE as error:
            _log.error("catalog unreadable", language=language, path=str(path), error=str(error))
            continue
        tongues[language] = Tongue(translation, language)
    return Catalogs(tongues)


def languages_with_files() -> tuple[str, ...]:
    """The languages there is a file for, readable or not."""
    return tuple(sorted({language for language, _ in _found(_default_folder())}))


def _default_folder() -> Path:
    return _INSTALLED if _INSTALLED.is_dir() else _CHECKOUT


def _found(folder: Path) -> Iterator[tuple[str, Path]]:
    """Each language's best file: the compiled one, unless the source has been edited since."""
    for messages in folder.glob("*/LC_MESSAGES"):
        files = [
            path for path in (messages / "messages.po", messages / "messages.mo") if path.is_file()
        ]
        if files:
            yield messages.parent.name, max(files, key=_modified)


def _english_first(found: tuple[str, Path]) -> tuple[bool, str]:
    """English comes first: the others fall back to it."""
    return found[0] != ENGLISH, found[0]


def _modified(path: Path) -> tuple[float, bool]:
    return path.stat().st_mtime, path.suffix == ".mo"


class _Missing(gettext.NullTranslations):
    """What a catalog lacks is said in English, and logged once."""

    def __init__(self, language: str, english: gettext.NullTranslations) -> None:
        super().__init__()
        self.add_fallback(english)
        self._language = language
        self._told: set[str] = set()

    def gettext(self, message: str) -> str:
        self._tell(message)
        return super().gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        self._tell(msgid1)
        return super().ngettext(msgid1, msgid2, n)

    def pgettext(self, context: str, message: str) -> str:
        self._tell(message)
        return super().pgettext(context, message)

    def _tell(self, phrase: str) -> None:
        if phrase not in self._told:
            self._told.add(phrase)
            _log.warning("phrase missing in a catalog", language=self._language, phrase=phrase)


def _load(path: Path, language: str, english: gettext.NullTranslations) -> gettext.GNUTranslations:
    data = path.read_bytes()
    translation = gettext.GNUTranslations(
        io.BytesIO(data if path.suffix == ".mo" else _compiled(data))
    )
    if language != ENGLISH:
        translation.add_fallback(_Missing(language, english))
    return translation


def _compiled(po: bytes) -> bytes:
    mo = io.BytesIO()
    write_mo(mo, read_po(io.BytesIO(po), abort_invalid=True))
    return mo.getvalue()


def _folded(code: str) -> str:
    return code.replace("-", "_").lower()


def _base(code: str) -> str:
    return _folded(code).partition("_")[0]
