"""Digits, lists and directions, as each language has them."""

import pytest
from markupsafe import Markup

from telegram_avalon.clock import MINUTE, SECOND
from telegram_avalon.i18n.phrases import Text, Value, isolated, mention
from tests.i18n.pretend import FSI, PDI, RLM, speaking, tongue
from tests.screens.reading import isolates_balanced

# --- digits --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "written"),
    [("en", "1234567890"), ("hu", "1234567890"), ("es", "1234567890"), ("fa", "۱۲۳۴۵۶۷۸۹۰")],
)
def test_numbers_are_written_in_the_languages_own_digits(language: str, written: str) -> None:
    t = speaking(**{language: {}})

    assert tongue(language).number(1234567890) == written
    assert t.number(1234567890).plain == t.number(1234567890).html == written
    assert written in t.plain("{n}", n=1234567890)
    assert written in t.html("{n}", n=1234567890)


def test_counts_seats_and_tracks_are_in_persian_digits() -> None:
    t = speaking(fa={"{n} vote": "{n} رأی"})

    assert t.plain_n("{n} vote", "{n} votes", 12) == f"{RLM}۱۲ رأی"
    assert t.html_n("{n} vote", "{n} votes", 1) == f"{RLM}۱ رأی"
    seat = t.text("{number}\u00a0{who}", number=10, who=isolated("Anna 5"))
    assert seat.plain == f"۱۰\u00a0{FSI}Anna 5{PDI}"
    assert t.line("{count}/{most}", count=3, most=5) == f"{RLM}۳/۵"


def test_digits_in_a_name_stay_as_they_are() -> None:
    t = speaking(fa={})

    assert "7Up" in t.plain("{who}", who=isolated("7Up"))
    assert "user?id=42" in t.html("{who}", who=mention(42, "7Up"))


@pytest.mark.parametrize(
    ("language", "some", "many"),
    [
        ("en", "40 seconds", "3 minutes"),
        ("hu", "40 másodperc", "3 perc"),
        ("es", "40 segundos", "3 minutos"),
        ("fa", "۴۰ ثانیه", "۳ دقیقه"),
    ],
)
def test_durations(language: str, some: str, many: str) -> None:
    t = speaking(**{language: {}})

    assert t.duration(40 * SECOND).plain == t.duration(40 * SECOND).html == some
    assert t.duration(3 * MINUTE).plain == many


# --- lists ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "two", "three", "four", "rowed"),
    [
        ("en", "A and B", "A, B, and C", "A, B, C, and D", "A, B, C"),
        ("hu", "A és B", "A, B és C", "A, B, C és D", "A, B, C"),
        ("es", "A y B", "A, B y C", "A, B, C y D", "A, B, C"),
        ("fa", "A و B", "A، B و C", "A، B، C و D", "A، B، C"),
    ],
)
def test_lists_in_each_language(language: str, two: str, three: str, four: str, rowed: str) -> None:
    listed = tongue(language).listed

    assert [listed(""), listed("A"), listed("AB")] == ["", "A", two]
    assert listed("ABC") == three
    assert listed("ABCD") == four
    items = [Text(Markup(each), each) for each in "ABC"]
    assert speaking(**{language: {}}).listed(items).plain == three
    assert speaking(**{language: {}}).rowed(items).plain == rowed


@pytest.mark.parametrize(
    ("last", "word"),
    [
        ("Inquisidor", "e"),
        ("Íñigo", "e"),
        ("hijo", "e"),
        ("Hilda", "e"),
        ("Yves", "e"),
        ("Y", "e"),
        ("«Ines»", "e"),
        ("hielo", "y"),
        ("hiato", "y"),
        ("Ian", "y"),
        ("ión", "y"),
        ("Yolanda", "y"),
        ("Merlín", "y"),
        ("3 Inés", "y"),
        ("", "y"),
        ("👑", "y"),
    ],
)
def test_spanish_says_e_before_the_sound_of_i(last: str, word: str) -> None:
    t = speaking(es={})

    assert tongue("es").listed(["A", "B", last]) == f"A, B {word} {last}"
    for who in (isolated(last), mention(1, last)):
        both = t.listed([isolated("A"), who])
        assert both.plain == f"{FSI}A{PDI} {word} {FSI}{last}{PDI}"
        assert both.html == f"{FSI}A{PDI} {word} {who.html}"


@pytest.mark.parametrize("language", ["en", "hu", "es", "fa"])
def test_names_in_a_list_are_not_taken_for_its_words(language: str) -> None:
    names = ["y ", "، و ", "{0}", "\0", "a, b and c", RLM]

    joined = tongue(language).listed([*names, "Z"])

    assert joined.endswith("Z")
    for name in names[:-1]:
        assert name in joined


# --- directions ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("phrase", "directed"),
    [
        ("با /new@{bot} باز کنید", f"با {FSI}/new@{{bot}}{PDI} باز کنید"),
        ("به /help نگاه کنید", f"به {FSI}/help{PDI} نگاه کنید"),
        ("/help را ببینید.", f"{FSI}/help{PDI} را ببینید."),
        ("راهنما: /help.", f"راهنما: {FSI}/help{PDI}."),
        ("/{command} در گروه", f"{FSI}/{{command}}{PDI} در گروه"),
        ("بازی The Resistance: Avalon است", f"بازی {FSI}The Resistance{PDI}: {FSI}Avalon{PDI} است"),
        ("دکمهٔ Start.", f"دکمهٔ {FSI}Start{PDI}."),
        ("<b>Avalon</b> — میز باز", f"<b>{FSI}Avalon{PDI}</b> — میز باز"),
        ("<tg-spoiler>{you}</tg-spoiler>", "<tg-spoiler>{you}</tg-spoiler>"),
        ("{player} و {other_one}", "{player} و {other_one}"),
        ("الف &amp; ب &lt;", "الف &amp; ب &lt;"),
        ("تیم {count}/{size}", "تیم {count}/{size}"),
        ("۵ تا ۱۰ نفر", "۵ تا ۱۰ نفر"),
        ("👑 رهبر", "👑 رهبر"),
    ],
)
def test_what_runs_the_other_way_is_isolated(phrase: str, directed: str) -> None:
    assert tongue("fa").directed(phrase) == directed
    for language in ("en", "hu", "es"):
        assert tongue(language).directed(phrase) == phrase


@pytest.mark.parametrize(
    ("phrase", "begins"),
    [
        ("رهبر: {who}", "رهبر"),
        ("<b>رهبر</b>: {who}", "<b>رهبر"),
        ("👑 رهبر: {who}", f"{RLM}👑"),
        ("<b>👑 رهبر</b>: {who}", f"{RLM}<b>👑"),
        ("{who} رهبر است", f"{RLM}{FSI}"),
        ("{n} رأی", f"{RLM}۳"),
        ("/help را ببینید", f"{RLM}{FSI}/help"),
        ("«رهبر»", f"{RLM}«"),
        ("&lt;رهبر", f"{RLM}&lt;"),
    ],
)
def test_a_line_is_marked_where_it_would_not_begin_right_to_left(phrase: str, begins: str) -> None:
    holes = "".join(hole for hole in ("{who}", "{n}") if hole in phrase)
    source = f"x{holes}/help" if "/help" in phrase else f"x{holes}"
    t = speaking(fa={source: phrase})

    for name in ("Anna", "علی", "👑"):
        values: dict[str, Value] = {"who": isolated(name), "n": 3}
        for said in (t.html(source, **values), t.plain(source, **values)):
            assert said.startswith(begins)
            assert said.count(RLM) == begins.count(RLM)
            assert isolates_balanced(said)


@pytest.mark.parametrize("language", ["en", "hu", "es"])
def test_no_other_language_is_marked(language: str) -> None:
    t = speaking(**{language: {}})

    assert RLM not in t.html("👑 {who}", who=isolated("علی"))
    assert RLM not in t.plain("👑 {who}", who=isolated("علی"))


def test_a_nested_phrase_brings_no_mark_into_the_middle() -> None:
    t = speaking(fa={"inner": "👍 موافق", "Vote: {vote}": "🗳 رأی شما: {vote}"})

    plain = t.plain("Vote: {vote}", vote=t.plain("inner"))
    html = t.html("Vote: {vote}", vote=t.html("inner"))
    line = t.line("🌐 {said}", said=t.line("<b>{said}</b>", said=t.html("inner")))

    assert [str(plain), str(html)] == [f"{RLM}🗳 رأی شما: 👍 موافق"] * 2
    assert line == f"{RLM}🌐 <b>👍 موافق</b>"


def test_a_phrase_shown_as_it_is_gets_no_second_mark() -> None:
    t = speaking(fa={"inner": "👍 موافق"})

    assert t.line("{said}", said=t.plain("inner")) == f"{RLM}👍 موافق"
    assert t.line("{said}", said=str(t.plain("inner"))) == f"{RLM}👍 موافق"
    assert t.label("{said}", said=t.plain("inner")) == f"{RLM}👍 موافق"


def test_a_name_that_is_put_into_words_is_no_mark_in_the_middle() -> None:
    t = speaking(fa={"You there": "👋 شما", "Leader: {who}": "رهبر: {who}"})

    nobody = isolated(t.plain("You there"))

    assert t.html("Leader: {who}", who=nobody) == f"رهبر: {FSI}👋 شما{PDI}"
    assert t.html("Leader: {who}", who=mention(1, t.plain("You there"))) == (
        f'رهبر: {FSI}<a href="tg://user?id=1">👋 شما</a>{PDI}'
    )
