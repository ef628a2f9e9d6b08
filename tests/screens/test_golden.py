"""Every screen reads exactly as its golden file says; see `tests/screens/golden.py`."""

from functools import cache

import pytest

from telegram_avalon.i18n.catalogs import load_catalogs
from tests.screens.golden import GOLDEN, files, languages, names_of, path

AGAIN = "if the change is meant: python -m tests.screens.golden"


@cache
def shown(language: str) -> dict[str, str]:
    return files(load_catalogs(), language)


KEPT = [(language, name) for language in languages() for name in names_of(language)]


@pytest.mark.parametrize(("language", "name"), KEPT)
def test_screens_read_as_their_golden_file_says(language: str, name: str) -> None:
    golden = path(language, name)

    assert golden.exists(), AGAIN
    assert golden.read_text(encoding="utf-8") == shown(language)[name], AGAIN


def test_no_golden_file_is_left_over() -> None:
    kept = {path(language, name) for language, name in KEPT}

    assert "en" in languages()
    assert set(GOLDEN.rglob("*.*")) == kept
