"""The gallery holds every screen in every language, and every one of them stands nasty names."""

from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
from babel import Locale
from click.testing import CliRunner
from markupsafe import Markup, escape

from telegram_avalon.i18n.catalogs import Catalogs, load_catalogs
from telegram_avalon.i18n.names import utf16_units
from telegram_avalon.playground.entities import ANSWER_LIMIT, TEXT_LIMIT
from telegram_avalon.screens import Screen
from tests.screens.gallery import NAMES, REST, Sections, main, page, sections
from tests.screens.golden import FILES, Shown
from tests.screens.reading import isolates_balanced, plain, telegram

LOADING = {"script", "link", "img", "iframe", "object", "embed", "audio", "video", "base", "a"}
WITHOUT_END = {"meta"}


class Reader(HTMLParser):
    """Checks that a page is closed in order, and collects its elements."""

    def __init__(self) -> None:
        super().__init__()
        self.opened: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.titles: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in WITHOUT_END:
            self.opened.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.opened.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.opened[-1:] in (["h2"], ["h3"]):
            self.titles.append(data)


@cache
def catalogs() -> Catalogs:
    return load_catalogs()


@cache
def seen(language: str) -> Sections:
    return sections(catalogs(), language)


@cache
def whole() -> str:
    return page(catalogs(), catalogs().languages)


@cache
def read() -> Reader:
    reader = Reader()
    reader.feed(whole())
    reader.close()
    assert reader.opened == []
    return reader


def test_it_holds_every_part_by_its_title() -> None:
    parts = seen("en")
    titles = [title for name in parts for title in (name, *(said for said, _ in parts[name]))]

    assert set(parts) == {*FILES, REST}
    assert read().titles == titles


def test_every_part_has_a_column_for_each_language() -> None:
    columns = [attrs for _, attrs in read().elements if attrs.get("class") == "column"]
    languages = catalogs().languages
    directions = {
        language.replace("_", "-"): Locale.parse(language).text_direction for language in languages
    }

    assert [each["lang"] for each in columns] == list(directions) * len(list(all_shown("en")))
    assert all(each["dir"] == directions[str(each["lang"])] for each in columns)
    assert all(
        attrs.get("dir") == "auto"
        for _, attrs in read().elements
        if str(attrs.get("class")).split()[0] in {"text", "toast", "button"}
    )


def test_it_loads_nothing() -> None:
    assert not {tag for tag, _ in read().elements} & LOADING
    assert not {name for _, attrs in read().elements for name in attrs} & {"src", "href"}
    assert "url(" not in whole()
    assert "@import" not in whole()


def test_names_are_escaped_and_all_there() -> None:
    assert "<b>Anna" not in whole()
    for name in filter(None, NAMES):
        assert escape(name) in whole()


def all_shown(language: str) -> list[Shown]:
    return [shown for parts in seen(language).values() for _, shown in parts]


@pytest.mark.parametrize("language", load_catalogs().languages)
def test_telegram_takes_all_of_it(language: str) -> None:
    for shown in all_shown(language):
        for message in messages(shown):
            text = telegram(message).text
            assert text
            assert utf16_units(text) <= TEXT_LIMIT
            assert isolates_balanced(text)
        for answer in answers(shown):
            assert answer
            assert utf16_units(answer) <= ANSWER_LIMIT
            assert isolates_balanced(answer)
        for label in labels(shown):
            assert plain(label) == label
            assert isolates_balanced(label)


@pytest.mark.parametrize("language", load_catalogs().languages)
def test_every_card_fits_an_alert_uncut(language: str) -> None:
    """Where its names don't, it has their numbers; then it must fit."""
    alerts = [shown for title, shown in seen(language)["cards"] if title.endswith("as an alert")]

    assert alerts
    assert not [alert for alert in alerts if str(alert).endswith("…")]


def messages(shown: Shown) -> list[Markup]:
    if isinstance(shown, Screen):
        return [shown.text]
    return [shown] if isinstance(shown, Markup) else []


def answers(shown: Shown) -> list[str]:
    if isinstance(shown, dict):
        return list(shown.values())
    if isinstance(shown, list):
        return shown
    return [] if isinstance(shown, Screen | Markup) else [shown]


def labels(shown: Shown) -> list[str]:
    if not isinstance(shown, Screen):
        return []
    return [button.label for row in shown.buttons for button in row]


def test_the_command_writes_the_languages_asked_for(tmp_path: Path) -> None:
    out = tmp_path / "out.html"
    done = CliRunner().invoke(main, [str(out), "en"])

    assert done.exit_code == 0, done.output
    assert 'lang="en"' in out.read_text(encoding="utf-8")
    assert 'lang="hu"' not in out.read_text(encoding="utf-8")
    assert CliRunner().invoke(main, [str(out), "xx"]).exit_code == 2
