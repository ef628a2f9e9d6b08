"""Refreshing catalogs: finds every mark, keeps what was translated, changes nothing else."""

from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from telegram_avalon.i18n.update import extract, refreshed

CODE = """
# Translators: on a button
JOIN = N_("Join")
FIRST = NC_("ordinal", "first")

def screen(t, n):
    yield t.plain("Leave")
    yield t.html("<b>{name}</b> leads")
    yield t.html_n("{n} vote", "{n} votes", n, n=n)
    yield t.plain_n("{n} card", "{n} cards", n)
    # Translators: who sees it
    yield t.html_c("role", "Evil")
    yield t.plain_c("side", "Evil")
    yield t.plain(variable)
    yield f"{t.plain('Inside')}"
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package with one module of phrases."""
    package = tmp_path / "package"
    package.mkdir()
    (package / "screen.py").write_text(CODE, encoding="utf-8")
    return package


def refresh(package: Path, locale: Path, *new: str) -> set[str]:
    """Write what refreshing says; return the names of the files that changed."""
    changed = set()
    for path, text in refreshed(extract(package), locale, new).items():
        if not path.exists() or path.read_bytes() != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text)
            changed.add(str(path.relative_to(locale)))
    return changed


def test_every_mark_is_found_with_its_context_plural_and_comment(package: Path) -> None:
    found = {(each.context, each.id): each.auto_comments for each in extract(package) if each.id}

    assert found == {
        (None, "Join"): ["Translators: on a button"],
        ("ordinal", "first"): [],
        (None, "Leave"): [],
        (None, "<b>{name}</b> leads"): [],
        (None, ("{n} vote", "{n} votes")): [],
        (None, ("{n} card", "{n} cards")): [],
        ("role", "Evil"): ["Translators: who sees it"],
        ("side", "Evil"): [],
    }


def test_a_second_run_changes_nothing(package: Path, tmp_path: Path) -> None:
    locale = tmp_path / "locale"

    assert refresh(package, locale, "en", "hu") == {
        "messages.pot",
        "en/LC_MESSAGES/messages.po",
        "hu/LC_MESSAGES/messages.po",
    }
    assert refresh(package, locale) == set()


def test_a_translation_survives_its_phrase_leaving_and_coming_back(
    package: Path, tmp_path: Path
) -> None:
    locale = tmp_path / "locale"
    refresh(package, locale, "hu")
    po = locale / "hu/LC_MESSAGES/messages.po"
    translated = po.read_text().replace('"Leave"\nmsgstr ""', '"Leave"\nmsgstr "Kiszállok"')
    po.write_text(translated, encoding="utf-8")
    assert refresh(package, locale) == set()

    (package / "screen.py").write_text(CODE.replace('"Leave"', '"Leave the table"'))
    refresh(package, locale)
    assert '#~ msgstr "Kiszállok"' in po.read_text()
    assert 'msgid "Leave the table"\nmsgstr ""' in po.read_text()
    assert "fuzzy" not in po.read_text()

    (package / "screen.py").write_text(CODE)
    refresh(package, locale)
    assert 'msgid "Leave"\nmsgstr "Kiszállok"' in po.read_text()


def test_catalogs_hold_no_places_and_no_tool_versions(package: Path, tmp_path: Path) -> None:
    locale = tmp_path / "locale"
    refresh(package, locale, "fa")
    text = (locale / "fa/LC_MESSAGES/messages.po").read_text()

    assert "screen.py" not in text
    assert "Generated-By" not in text
    assert "#, python-brace-format" in text
    assert "Plural-Forms: nplurals=2; plural=(n > 1);" in text


def test_an_empty_package_has_no_phrases(tmp_path: Path) -> None:
    assert isinstance(extract(tmp_path), Catalog)
    assert len(extract(tmp_path)) == 0
