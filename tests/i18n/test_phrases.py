"""Phrases are filled safely: whatever goes in, what comes out is escaped, isolated and whole.

In two languages each says it whole, and nothing stands there twice that both read.
"""

from gettext import NullTranslations

import pytest
from markupsafe import Markup
from structlog.testing import capture_logs

from telegram_avalon.i18n import phrases
from telegram_avalon.i18n.catalogs import load_catalogs
from telegram_avalon.i18n.phrases import Text, Words, isolated, mention
from telegram_avalon.i18n.tongue import Tongue
from tests.i18n.pretend import FSI, PDI, RLM, speaking
from tests.screens.reading import isolates_balanced

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


@pytest.mark.parametrize(
    "broken",
    [
        "somebody leads",
        "{name} <b>leads",
        "{name} <blink>leads</blink>",
        "{name} <b><i>leads</b></i>",
        "{name} leads & wins",
        "{name} < leads",
    ],
)
def test_what_lacks_a_name_or_would_be_refused_by_telegram_is_said_in_english(broken: str) -> None:
    words = Words(Tongue(Catalog(broken), "hu"))

    with capture_logs() as logged:
        said = [words.html("{name} leads", name="A") for _ in range(3)]

    assert said == ["A leads"] * 3
    (line,) = logged
    assert (line["language"], line["phrase"]) == ("hu", "{name} leads")


def test_a_form_for_some_numbers_may_say_them_in_words() -> None:
    assert Words(Tongue(Catalog("one vote"), "en")).plain_n("{n} vote", "{n} votes", 1) == (
        "one vote"
    )


@pytest.fixture(autouse=True)
def nothing_told_yet() -> None:
    """What is wrong with a phrase is logged once a process."""
    phrases._log_once.cache_clear()


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


# --- two languages -------------------------------------------------------------------------------

HUNGARIAN = {
    "{player} leads.": "Vezet: {player}.",
    "Team: {players}": "Csapat: {players}",
    "👍 Approve": "👍 Jóváhagyom",
    "Merlin": "Merlin",
    "Assassin": "Orgyilkos",
    "Your vote: {vote}": "A szavazatod: {vote}",
    "{n} player": "{n} játékos",
    "Player {n}": "{n}. játékos",
}
PERSIAN = {
    "{player} leads.": "رهبر: {player}.",
    "Team: {players}": "تیم: {players}",
    "👍 Approve": "👍 موافقم",
    "Merlin": "مرلین",
    "Assassin": "آدمکش",
    "Your vote: {vote}": "رأی شما: {vote}",
    "{n} player": "{n} بازیکن",
    "Player {n}": "بازیکن {n}",
}


@pytest.fixture
def hungarian_first() -> Words:
    return speaking(hu=HUNGARIAN, en={})


@pytest.fixture
def persian_first() -> Words:
    return speaking(fa=PERSIAN, en={})


@pytest.fixture
def persian_second() -> Words:
    return speaking(en={}, fa=PERSIAN)


def test_a_sentence_is_said_in_both_one_under_the_other(
    hungarian_first: Words, persian_first: Words, persian_second: Words
) -> None:
    ann = isolated("Ann")

    assert hungarian_first.html("{player} leads.", player=ann).splitlines() == [
        f"Vezet: {ann}.",
        f"{ann} leads.",
    ]
    assert persian_first.html("{player} leads.", player=ann).splitlines() == [
        f"رهبر: {ann}.",
        f"{ann} leads.",
    ]
    assert persian_second.html("👍 Approve").splitlines() == ["👍 Approve", f"{RLM}👍 موافقم"]


def test_each_language_has_its_own_digits_and_plural(persian_first: Words) -> None:
    said = persian_first.html_n("{n} player", "{n} players", 12)

    assert said.splitlines() == [f"{RLM}۱۲ بازیکن", "12 players"]
    assert persian_first.plain_n("{n} player", "{n} players", 12) == (
        f"{RLM}۱۲ بازیکن · {FSI}12 players{PDI}"
    )


def test_symbols_and_names_stand_there_once(persian_first: Words) -> None:
    seat = persian_first.text("{n}\u00a0{who}", n=3, who=isolated("Ann"))

    assert persian_first.line("👑 {seat}", seat=seat) == f"{RLM}👑 ۳\u00a0{FSI}Ann{PDI}"
    assert persian_first.label("☑️ {seat}", seat=seat) == f"{RLM}☑️ ۳\u00a0{FSI}Ann{PDI}"
    assert persian_first.line("{count}/{most}", count=3, most=5) == f"{RLM}۳/۵"


def test_what_reads_alike_stands_there_once(hungarian_first: Words) -> None:
    assert hungarian_first.plain("Merlin") == "Merlin"
    assert hungarian_first.html("Merlin") == "Merlin"
    assert hungarian_first.plain("not in the catalog") == "not in the catalog"


def test_labels_stand_side_by_side_with_their_symbol_once(
    hungarian_first: Words, persian_first: Words, persian_second: Words
) -> None:
    assert hungarian_first.plain("👍 Approve") == f"👍 Jóváhagyom · {FSI}Approve{PDI}"
    assert persian_first.plain("👍 Approve") == f"{RLM}👍 موافقم · {FSI}Approve{PDI}"
    assert persian_second.plain("👍 Approve") == f"👍 Approve · {FSI}موافقم{PDI}"
    assert hungarian_first.plain("Assassin") == f"Orgyilkos · {FSI}Assassin{PDI}"
    character = hungarian_first.plain("Assassin")
    assert hungarian_first.label("▫️ {name}", name=character) == (
        f"▫️ Orgyilkos · {FSI}Assassin{PDI}"
    )


def test_a_list_of_names_stands_once_behind_both_labels(
    hungarian_first: Words, persian_first: Words
) -> None:
    def said(words: Words) -> str:
        return words.html(
            "Team: {players}", players=words.rowed([isolated("<Ann>"), isolated("Bob")])
        )

    names = [f"{FSI}&lt;Ann&gt;{PDI}", f"{FSI}Bob{PDI}"]
    assert said(hungarian_first) == f"Csapat / {FSI}Team{PDI}: {', '.join(names)}"
    assert said(persian_first) == f"تیم / {FSI}Team{PDI}: {'، '.join(names)}"


def test_a_list_that_reads_otherwise_in_the_other_language_is_said_in_both(
    hungarian_first: Words,
) -> None:
    characters = [
        hungarian_first.text("{name}", name=hungarian_first.plain(name))
        for name in ("Merlin", "Assassin")
    ]
    nobody = hungarian_first.plain("Player {n}", n=3)

    for things, lines in [
        (
            hungarian_first.rowed(characters),
            ["Csapat: Merlin, Orgyilkos", "Team: Merlin, Assassin"],
        ),
        (
            hungarian_first.listed([isolated(name) for name in "AB"]),
            [f"Csapat: {FSI}A{PDI} és {FSI}B{PDI}", f"Team: {FSI}A{PDI} and {FSI}B{PDI}"],
        ),
        (
            hungarian_first.rowed([isolated("A"), isolated(nobody)]),
            [
                f"Csapat: {FSI}A{PDI}, {FSI}3. játékos{PDI}",
                f"Team: {FSI}A{PDI}, {FSI}Player 3{PDI}",
            ],
        ),
    ]:
        assert hungarian_first.html("Team: {players}", players=things).splitlines() == lines


def test_a_mention_rings_once(hungarian_first: Words) -> None:
    ann = mention(42, "Ann")
    link = f'{FSI}<a href="tg://user?id=42">Ann</a>{PDI}'

    sentence = hungarian_first.html("{player} leads.", player=ann)
    row = hungarian_first.html("Team: {players}", players=hungarian_first.rowed([ann, ann]))
    line = hungarian_first.line("👑 {who}", who=ann)
    nobody = mention(42, hungarian_first.plain("Player {n}", n=3))

    assert sentence.splitlines() == [f"Vezet: {link}.", f"{FSI}Ann{PDI} leads."]
    assert row == f"Csapat / {FSI}Team{PDI}: {link}, {link}"
    assert line == f"👑 {link}"
    assert hungarian_first.html("{player} leads.", player=nobody).splitlines() == [
        f'Vezet: {FSI}<a href="tg://user?id=42">3. játékos</a>{PDI}.',
        f"{FSI}Player 3{PDI} leads.",
    ]


def test_what_is_nested_is_in_the_language_around_it(persian_first: Words) -> None:
    t = persian_first
    lines = ["رأی شما: 👍 موافقم", "Your vote: 👍 Approve"]

    assert t.html("Your vote: {vote}", vote=t.html("👍 Approve")).splitlines() == lines
    assert t.html("Your vote: {vote}", vote=t.plain("👍 Approve")).splitlines() == lines
    assert t.plain("Your vote: {vote}", vote=t.plain("👍 Approve")) == (
        f"{lines[0]} · {FSI}{lines[1]}{PDI}"
    )
    assert t.line("<b>{vote}</b>", vote=t.plain("👍 Approve")) == (
        f"{RLM}<b>👍 موافقم / {FSI}Approve{PDI}</b>"
    )
    assert t.line("<b>{vote}</b>", vote=t.html("👍 Approve")).splitlines() == [
        f"{RLM}<b>👍 موافقم</b>",
        "<b>👍 Approve</b>",
    ]


@pytest.mark.parametrize("name", NASTY)
def test_in_two_languages_names_are_escaped_as_in_one(name: str) -> None:
    t = speaking(fa=PERSIAN, hu=HUNGARIAN)
    shown = f"{FSI}{Markup.escape(name)}{PDI}"
    for who in (isolated(name), mention(1, name)):
        sentence = t.html("{player} leads.", player=who)
        row = t.html("Team: {players}", players=t.rowed([who, who]))
        for said in (sentence, row, t.line("👑 {who}", who=who)):
            assert isolates_balanced(said)
            assert Markup(said).striptags().count(name.strip()) or "<" in name
        assert sentence.splitlines()[1] == f"Vezet: {shown}."
    assert f"{FSI}{name}{PDI}" in t.plain("{player} leads.", player=isolated(name))


@pytest.mark.parametrize(
    "broken", ["{leader}", "{0}", "{", "Ki: {kicsoda}: {players}", "Ki {kicsoda: {players}"]
)
@pytest.mark.parametrize("first", [True, False])
def test_a_broken_phrase_of_one_language_is_said_in_english(broken: str, first: bool) -> None:
    bad, good = {"Team: {players}": broken}, {"Team: {players}": "تیم: {players}"}
    t = speaking(hu=bad, fa=good) if first else speaking(fa=good, hu=bad)

    with capture_logs() as logged:
        row = t.html("Team: {players}", players=isolated("A"))
        label = t.plain("Team: {players}", players=isolated("A"))

    persian, english = f"تیم: {FSI}A{PDI}", f"Team: {FSI}A{PDI}"
    inner = (f"Team / {FSI}تیم{PDI}", f"تیم / {FSI}Team{PDI}")[not first]
    assert row == f"{inner}: {FSI}A{PDI}"
    assert english in label
    assert persian in label
    assert {(line["language"], line["phrase"]) for line in logged} == {("hu", "Team: {players}")}


@pytest.mark.parametrize("broken", ["{leader}", "{0}", "{", "Ki {kicsoda}: {players}"])
def test_a_phrase_broken_in_both_languages_is_said_in_english(broken: str) -> None:
    t = speaking(hu={"Team: {players}": broken}, es={"Team: {players}": broken})

    for said in (t.html("Team: {players}", players="A"), t.plain("Team: {players}", players="A")):
        assert said == "Team: A"


def test_a_phrase_missing_in_one_language_is_said_in_english_beside_the_other() -> None:
    t = speaking(hu={}, fa=PERSIAN)

    assert t.plain("👍 Approve") == f"👍 Approve · {FSI}موافقم{PDI}"
    assert t.html_n("{n} player", "{n} players", 2).splitlines() == ["2 players", f"{RLM}۲ بازیکن"]
    assert t.html_c("side", "Evil") == "Evil"


def test_another_phrase_may_be_said_instead_in_every_language() -> None:
    t = speaking(en={}, fa={"The mission is over.": "عملیات تمام شد."}).saying(
        {"The quest is over.": "The mission is over."}
    )

    for said in (t.html("The quest is over."), t.plain("The quest is over.")):
        assert "The mission is over." in said
        assert "عملیات تمام شد." in said
    assert t.first.plain("The quest is over.") == "The mission is over."
    assert t.saying({}).first.plain("The quest is over.") == "The quest is over."
    assert t.plain("Nothing else changes.") == "Nothing else changes."
