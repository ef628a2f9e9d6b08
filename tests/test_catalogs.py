"""Catalogs: languages found by looking, English underneath, and no slip that stops the bot."""

import io
import os
from pathlib import Path

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from structlog.testing import capture_logs

from telegram_avalon.i18n.catalogs import load_catalogs

HEADER = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"""

HUNGARIAN = f"""{HEADER}
msgid "Join"
msgstr "Beszállok"

msgid "Leave"
msgstr ""

#, fuzzy
msgid "Begin"
msgstr "Talán"

msgctxt "plural"
msgid "{{n}} vote"
msgid_plural "{{n}} votes"
msgstr[0] "{{n}} szavazat"
msgstr[1] "{{n}} szavazat"

msgid "{{n}} card"
msgid_plural "{{n}} cards"
msgstr[0] ""
msgstr[1] ""
"""


def write(folder: Path, language: str, text: str) -> Path:
    path = folder / language / "LC_MESSAGES" / "messages.po"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def compile_beside(po: Path) -> Path:
    mo = po.with_suffix(".mo")
    with mo.open("wb") as file:
        write_mo(file, read_po(io.BytesIO(po.read_bytes())))
    return mo


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A locale folder with Hungarian in it."""
    write(tmp_path, "hu", HUNGARIAN)
    return tmp_path


def test_english_is_there_first_even_with_no_catalog_at_all(tmp_path: Path) -> None:
    catalogs = load_catalogs(tmp_path / "none")

    assert catalogs.languages == ("en",)
    assert catalogs.words("en").plain("Join") == "Join"


def test_languages_are_the_folders_with_a_catalog(folder: Path) -> None:
    write(folder, "de", HEADER)
    write(folder, "en", HEADER)
    (folder / "notes").mkdir()

    assert load_catalogs(folder).languages == ("en", "de", "hu")


def test_what_is_not_translated_is_said_in_english(folder: Path) -> None:
    hungarian = load_catalogs(folder).words("hu")

    assert hungarian.plain("Join") == "Beszállok"
    assert hungarian.plain("Leave") == "Leave"
    assert hungarian.plain("Begin") == "Begin"
    assert hungarian.plain("Rematch") == "Rematch"
    assert hungarian.plain_n("{n} card", "{n} cards", 1) == "1 card"
    assert hungarian.plain_n("{n} card", "{n} cards", 3) == "3 cards"
    assert hungarian.plain_n("{n} fail", "{n} fails", 3) == "3 fails"
    assert hungarian.plain_c("side", "Good") == "Good"


def test_what_is_missing_is_logged_once(folder: Path) -> None:
    hungarian = load_catalogs(folder).words("hu")

    with capture_logs() as logged:
        hungarian.plain("No such phrase")
        hungarian.plain("No such phrase")
        hungarian.plain("Join")

    assert [(line["event"], line["language"], line["phrase"]) for line in logged] == [
        ("phrase missing in a catalog", "hu", "No such phrase")
    ]


def test_a_language_nobody_knows_is_english(folder: Path) -> None:
    assert load_catalogs(folder).words("tlh").plain("Join") == "Join"


def test_a_catalog_of_english_itself_serves_the_other_languages_too(folder: Path) -> None:
    write(folder, "en", f'{HEADER}\nmsgid "Rematch"\nmsgstr "Play again"\n')
    write(folder, "de", HEADER)
    catalogs = load_catalogs(folder)

    assert [catalogs.words(each).plain("Rematch") for each in catalogs.languages] == [
        "Play again"
    ] * 3


@pytest.mark.parametrize(
    "text",
    [
        b"\xff\xfe\x00 no text",
        b"this is no catalog\n",
        HEADER.replace("(n != 1)", "__import__('os')").encode(),
        HEADER.replace("utf-8", "no-such-charset").encode(),
        f'{HEADER}\nmsgid "cut'.encode(),
    ],
)
def test_an_unreadable_catalog_is_logged_and_left_out(folder: Path, text: bytes) -> None:
    write(folder, "es", "").write_bytes(text)

    with capture_logs() as logged:
        catalogs = load_catalogs(folder)

    assert catalogs.languages == ("en", "hu")
    assert catalogs.words("es").plain("Join") == "Join"
    assert [(line["event"], line["language"]) for line in logged] == [("catalog unreadable", "es")]


@pytest.mark.parametrize("data", [b"", b"\xde\x12\x04\x95", b"\xde\x12\x04\x95" + b"\xff" * 40])
def test_an_unreadable_compiled_catalog_is_left_out_too(tmp_path: Path, data: bytes) -> None:
    po = write(tmp_path, "hu", HUNGARIAN)
    po.with_suffix(".mo").write_bytes(data)
    po.unlink()

    assert load_catalogs(tmp_path).languages == ("en",)


def test_a_compiled_catalog_is_used_until_its_source_is_edited(folder: Path) -> None:
    po = folder / "hu/LC_MESSAGES/messages.po"
    mo = compile_beside(po)
    po.write_text(HUNGARIAN.replace("Beszállok", "Jövök"), encoding="utf-8")

    stamp(po, 1000)
    stamp(mo, 2000)
    assert load_catalogs(folder).words("hu").plain("Join") == "Beszállok"
    stamp(po, 3000)
    assert load_catalogs(folder).words("hu").plain("Join") == "Jövök"


def stamp(path: Path, seconds: int) -> None:
    os.utime(path, (seconds, seconds))


@pytest.mark.parametrize(
    ("code", "language"),
    [
        ("hu", "hu"),
        ("HU", "hu"),
        ("hu-HU", "hu"),
        ("es-419", "es"),
        ("fa_IR", "fa"),
        ("pt-br", "pt_BR"),
        ("pt", "pt"),
        ("pt-PT", "pt"),
        ("en-GB", "en"),
        ("tlh", "fa"),
        ("", "fa"),
        (None, "fa"),
        ("-", "fa"),
    ],
)
def test_the_nearest_language_goes_by_the_code_then_by_its_base(
    tmp_path: Path, code: str | None, language: str
) -> None:
    for each in ("es", "fa", "hu", "pt", "pt_BR"):
        write(tmp_path, each, HEADER)

    assert load_catalogs(tmp_path).nearest(code, "fa") == language


def test_this_projects_own_catalogs_load() -> None:
    with capture_logs() as logged:
        languages = load_catalogs().languages

    assert logged == []
    assert languages[0] == "en"
