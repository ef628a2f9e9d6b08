"""Phrases are filled safely: whatever goes in, what comes out is escaped, isolated and whole."""

from gettext import NullTranslations

import pytest
from markupsafe import Markup

from telegram_avalon.i18n.catalogs import load_catalogs
from telegram_avalon.i18n.phrases import Text, Words, isolated, mention
from telegram_avalon.i18n.tongue import Tongue

NASTY = ["<b>x</b>", "&amp;", "a & b", '"quoted"', "it's", "{name}", "{0}", "%s", "%(n)d", "\\n"]


class Catalog(NullTranslations):
    """A catalog that says the same for every phrase."""

    def __init__(self, said: str) -> None:
        super().__init__()
        self.said = said

    def gettext(self, message: str) -> str:
        return self.said

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.said

    def pgettext(self, context: str, message: str) -> str:
        return f"{context}: {self.said}"


ENGLISH = Words(Tongue(NullTranslations(), "en"))


@pytest.mark.parametrize("name", NASTY)
def test_what_is_put_into_a_message_is_escaped_once_and_never_read_as_a_phrase(name: str) -> None:
    for value in (isolated(name), name):
        said = ENGLISH.html("<b>{name}</b> leads", name=value)

        inner = said.removeprefix("<b>").removesuffix("</b> leads").strip("\u2068\u2069")
        assert Markup(inner).unescape() == name
        assert "<" not in inner
        assert "&" not in inner or Markup.escape(name) == inner


@pytest.mark.parametrize("name", NASTY)
def test_a_plain_text_holds_names_as_they_are(name: str) -> None:
    assert f"\u2068{name}\u2069 leads" == ENGLISH.plain("{name} leads", name=isolated(name))
    assert f"{name} leads" == ENGLISH.plain("{name} leads", name=name)


@pytest.mark.parametrize("name", NASTY)
def test_a_mention_is_a_link_inside_its_isolate(name: str) -> None:
    link = f'<a href="tg://user?id=42">{Markup.escape(name)}</a>'

    assert f"\u2068{link}\u2069" == mention(42, name).html
    assert f"\u2068{name}\u2069" == mention(42, name).plain


def test_html_that_is_html_already_stays() -> None:
    inner = ENGLISH.html("<i>{name}</i>", name="<")

    assert ENGLISH.html("<b>{inner}</b>", inner=inner) == "<b><i>&lt;</i></b>"


@pytest.mark.parametrize(
    "broken",
    [
        "{leader}",
        "{0}",
        "{}",
        "{name",
        "name}",
        "{name!z}",
        "{name:5}",
        "{name.first}",
        "{name[0]}",
        "",
    ],
)
def test_a_broken_phrase_of_a_catalog_is_said_in_english(broken: str) -> None:
    words = Words(Tongue(Catalog(broken), "en"))

    assert words.html("{name} leads", name=isolated("A")) == "\u2068A\u2069 leads"
    assert words.plain("{name} leads", name=isolated("A")) == "\u2068A\u2069 leads"
    assert words.html_n("{n} by {name}", "{n} of {name}", 2, name=isolated("A")) == (
        "2 of \u2068A\u2069"
    )
    assert words.plain_n("{n} by {name}", "{n} of {name}", 1, name=isolated("A")) == (
        "1 by \u2068A\u2069"
    )


def test_a_phrase_may_leave_a_value_out() -> None:
    assert Words(Tongue(Catalog("somebody leads"), "en")).plain("{name} leads", name="A") == (
        "somebody leads"
    )


@pytest.mark.parametrize(
    ("n", "said"), [(0, "0 votes"), (1, "1 vote"), (2, "2 votes"), (11, "11 votes")]
)
def test_english_has_one_and_many(n: int, said: str) -> None:
    for words in (ENGLISH, load_catalogs().words("en")):
        assert words.plain_n("{n} vote", "{n} votes", n) == said
        assert words.html_n("{n} vote", "{n} votes", n) == said


def test_a_phrase_that_is_two_things_is_asked_for_by_context() -> None:
    words = Words(Tongue(Catalog("Evil"), "en"))

    assert words.html_c("side", "Evil") == "side: Evil"
    assert words.plain_c("role", "Evil") == "role: Evil"
    assert ENGLISH.html_c("side", "<b>Evil</b>") == "<b>Evil</b>"


@pytest.mark.parametrize(
    ("names", "listed", "rowed"),
    [
        ([], "", ""),
        (["A"], "A", "A"),
        (["A", "B"], "A and B", "A, B"),
        (["A", "B", "C"], "A, B, and C", "A, B, C"),
        (["{0}", "{1}", "<", "%s"], "{0}, {1}, <, and %s", "{0}, {1}, <, %s"),
    ],
)
def test_lists(names: list[str], listed: str, rowed: str) -> None:
    items = [Text(Markup.escape(name), name) for name in names]

    assert ENGLISH.listed(items).plain == listed
    assert ENGLISH.rowed(items).plain == rowed
    assert ENGLISH.listed(items).html == Markup.escape(listed)
    assert ENGLISH.rowed(items).html == Markup.escape(rowed)
