"""Each check finds the fault it is for and passes its mended twin; the project's own are clean."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from click.testing import CliRunner

from telegram_avalon.i18n import review, wording
from telegram_avalon.i18n.phrases import isolated
from telegram_avalon.i18n.review import Code, of_a_catalog, of_the_code, of_the_template
from telegram_avalon.i18n.update import LOCALE, PACKAGE, _written, extract, refreshed
from telegram_avalon.i18n.usage import Use, lost_track, uses, wrong_marks
from telegram_avalon.i18n.wording import CHECKS, CHECKS_OF, MOST_LABEL, MOST_TOAST_WORDS, Form
from telegram_avalon.playground.entities import ANSWER_LIMIT
from telegram_avalon.screens import Screen, toasts
from tests.screens.golden import FILES
from tests.screens.scenes import ENGLISH

LONG_NAME = isolated("q" * 65)
PLAIN, BUTTON, TOAST = (frozenset({use}) for use in (Use.PLAIN, Use.BUTTON, Use.TOAST))
TEXT = frozenset({Use.MESSAGE})

WORDINGS = {
    "placeholders": [
        ("{name} leads", "{nev} vezet", "{name} vezet"),
        ("{name} leads", "Vezet", "Vezet: {name}"),
        ("{a} of {b}", "{a}", "{b} közül {a}"),
        ("Leads", "{name} vezet", "Vezet"),
        ("{name} leads", "{name vezet", "{name} vezet"),
        ("{name} leads", "name} vezet: {name}", "Vezet: {name}"),
        ("{name} leads", "{{name}} vezet", "{name} vezet"),
        ("{name} leads", "{} vezet", "{name} vezet"),
        ("{name} leads", "{0} vezet", "{name} vezet"),
        ("{name} leads", "{name:>5} vezet", "{name} vezet"),
        ("{name} leads", "{name!r} vezet", "{name} vezet"),
        ("{name} leads", "{name.real} vezet", "{name} vezet"),
        ("{name} leads", "{name[0]} vezet", "{name} vezet"),
        ("{name} leads", "{ name } vezet", "{name} vezet"),
    ],
    "tags": [
        ("<b>Good</b> wins", "<b>Nyert a jó", "Nyert: <b>a jó</b>"),
        ("<b>Good</b> wins", "Nyert a jó</b>", "<b>Nyert</b> a jó"),
        ("<b>Good</b> wins", "Nyert a jó", "<b>Nyert a jó</b>"),
        ("<b>Good</b> wins", "<b>Nyert</b> <b>a jó</b>", "<b>Nyert a jó</b>"),
        ("<b>Good</b> wins", "<strong>Nyert</strong> a jó", "<b>Nyert</b> a jó"),
        ("Good wins", "<i>Nyert</i> a jó", "Nyert a jó"),
        ("<b>G<i>oo</i>d</b>", "<b>J<i>ó</b></i>", "<b><i>Jó</i></b>"),
        ("<b>Good</b> wins", "<b>Nyert</b><br> a jó", "<b>Nyert</b>\na jó"),
        ("<b>Good</b> wins", "<B>Nyert</b> a <c>jó</c>", "<B>Nyert</B> a jó"),
        ("<tg-spoiler>x</tg-spoiler>", "<spoiler>x</spoiler>", "<tg-spoiler>y</tg-spoiler>"),
        ("<b>Good</b> wins", "< b>Nyert</b> a jó", "<b>Nyert</b> a jó"),
    ],
    "escapes": [
        ("Good and evil", "Jó & gonosz", "Jó &amp; gonosz"),
        ("Good and evil", "Jó &nbsp;gonosz", "Jó &#38; gonosz"),
        ("1 of 2", "1 < 2", "1 &lt; 2"),
        ("I <3 it", "<3 ez", "&lt;3 ez"),
    ],
    "marks": [
        ("Good", "Jó\u200f", "Jó"),
        ("Good", "\u200eJó", "Jó"),
        ("Good", "\u061cJó", "Jó"),
        ("Good", "\u202bJó\u202c", "Jó"),
        ("Good", "\u2067Jó\u2069", "Jó"),
        ("Good", "\u2068Jó\u2069", "Jó"),
        ("Good", "J\u200bó", "J\u200có"),
        ("Good", "J\u00adó", "J\u200dó"),
        ("Good", "\ufeffJó", "Jó"),
        ("Good", "Jó\u2028", "Jó\nJó"),
        ("Good", "Jó\t", "Jó\u00a0"),
    ],
    "symbols": [
        ("👍 Approve", "Jóváhagyom", "👍 Jóváhagyom"),
        ("👍 Approve", "Jóváhagyom 👍", "👍 Jóváhagyom"),
        ("⚔️ Join", "🗡 Beszállok", "⚔️ Beszállok"),
        ("⚔️ Join", "⚔ Beszállok", "⚔️ Beszállok"),
        ("<b>👍 Approved</b>", "<b>Elfogadva</b>", "👍 <b>Elfogadva</b>"),
        ("Join", "⚔️ Beszállok", "Beszállok"),
        ("👨‍👩‍👧 Join", "👨 Beszállok", "👨‍👩‍👧 Beszállok"),
    ],
    "commands": [
        ("/new opens a table", "/uj asztalt nyit", "Asztalt nyit: /new"),
        ("/new opens a table", "Asztalt nyit", "/new asztalt nyit"),
        ("See /board@{bot}", "Lásd: /board", "Lásd: /board@{bot}"),
        ("See /board, or <b>/role</b>", "/board", "Nézd: <b>/role</b> vagy /board"),
        ("Team, {count}/{size}", "/team {count}/{size}", "Csapat: {count}/{size}"),
        ("/{command} is for groups", "/x{command} csoportba való", "Csoportba való: /{command}"),
    ],
    "spaces": [
        ("    Five", "Öt", "    Öt"),
        ("Five", " Öt", "Öt"),
        ("Five ", "Öt", "Öt "),
        ("Five", "Öt\u00a0", "Öt"),
        ("Five\n", "Öt", "Öt\n"),
    ],
}
WORDINGS_OF = {
    "persian_letters": [
        ("Vote", "رأي", "رأی"),
        ("Vote", "مخفى", "مخفی"),
        ("Vote", "كارت", "کارت"),
        ("Vote", "همۀ تیم", "همهٔ تیم"),
        ("Vote", "همه\u200cی تیم", "همهٔ تیم"),
        ("Vote", "همه\u200cی", "خانه\u200cیی"),
    ],
    "persian_punctuation": [
        ("Sure?", "مطمئنید?", "مطمئنید؟"),
        ("{player}?", "آیا {player}?", "آیا {player}؟"),
        ("A, b", "خوب, بد", "خوب، بد"),
        ("A; b", "خوب; بد", "خوب؛ بد"),
        ("A; b", "خوب; بد", "خوب &amp; بد"),
        ("50%", "نیمی %", "نیمی ٪"),
    ],
    "persian_digits": [
        ("5 quests", "5 مأموریت", "۵ مأموریت"),
        ("5 quests", "٥ مأموریت", "۵ مأموریت"),
        ("Quest {q1}", "مأموریت 1 {q1}", "مأموریت {q1}"),
        ("See /top10", "۱ 0 /top", "ببینید: &#38; <a href='1'>/top</a>"),
    ],
    "persian_joins": [
        ("Cards", "کارت ها", "کارت\u200cها"),
        ("Cards", "کارت های شما", "کارت\u200cهای شما"),
        ("See", "او می بیند", "او می\u200cبیند"),
        ("See", "نمی بیند", "نمی\u200cبیند"),
        ("See", "می بیند", "کمی بیشتر"),
        ("See", "کارت ها", "خوب هاشم"),
    ],
    "nothing_glued": [
        ("To {name}", "{name}nak", "{name} játékosnak"),
        ("To {name}", "{name}-t", "Név: {name}."),
        ("To {name}", "<b>{name}</b>-ról szól", "Erről szól: <b>{name}</b>"),
        ("{n} players", "{n}-es asztal", "{n} fős asztal"),
        ("{n} players", "{n}‑en", "{n} – ennyien"),
        ("{a}/{b}", "{a}/{b}-ből", "{a}/{b}. küldetés"),
        ("To {name}", "{name}\u200cها", "بازیکن {name}"),
    ],
    "no_article": [
        ("{name} leads", "A {name} vezet", "{name} vezet"),
        ("{name} leads", "Vezet az {name}", "Vezet: {name}"),
        ("{name} leads", "Vezet a(z) {name}", "Ez itt {name}?"),
        ("{name} leads", "A(z) <b>{name}</b> vezet", "A vezető <b>{name}</b>"),
        ("{name} leads", "Itt a 👑 {name}", "Itta {name}"),
        ("{name} leads", "Vezet a „{name}”", "B-a: {name}"),
    ],
    "spanish_openings": [
        ("Sure?", "Seguro?", "¿Seguro?"),
        ("{player}? Sure?", "¿{player}? Seguro?", "¿{player}? ¿Seguro?"),
        ("Good wins!", "Gana el Bien!", "¡Gana el Bien!"),
        ("Good wins!", "¡Gana el Bien", "Gana el Bien."),
    ],
}
ALL_WORDINGS = WORDINGS | WORDINGS_OF
FUNCTIONS = CHECKS | {check.__name__: check for own in CHECKS_OF.values() for check in own}

CASES = [
    pytest.param(FUNCTIONS[name], *row, id=f"{name}: {row[1]}")
    for name, rows in ALL_WORDINGS.items()
    for row in rows
]


@pytest.mark.parametrize(("check", "source", "wrong", "right"), CASES)
def test_a_wording(check: wording.Check, source: str, wrong: str, right: str) -> None:
    assert list(check(Form(source, wrong)))
    assert list(check(Form(source, right))) == []


def test_every_check_has_its_wordings() -> None:
    assert {*ALL_WORDINGS, "room"} == set(FUNCTIONS)


ROOMS = [
    (BUTTON, "{n}", "q" * (MOST_LABEL + 1) + "{n}", "q" * MOST_LABEL + "{n}"),
    (BUTTON, "x", "😀" * (MOST_LABEL // 2 + 1), "😀" * (MOST_LABEL // 2)),
    (TOAST, "x", "q" * (MOST_TOAST_WORDS + 1), "q" * MOST_TOAST_WORDS),
    (TOAST, "{a} {b}", "q" * 61 + "{a}{b}", "q" * 60 + "{a}{b}"),
    (TOAST, "{n}", "q" * (MOST_TOAST_WORDS + 1) + "{n}", "q" * MOST_TOAST_WORDS + "{n}{size}"),
    (TOAST, "{players}", "q" * 121 + "{players}", "q" * 120 + "{players}"),
]


@pytest.mark.parametrize(("its", "source", "wrong", "right"), ROOMS)
def test_room(its: frozenset[Use], source: str, wrong: str, right: str) -> None:
    assert list(wording.room(Form(source, wrong, its)))
    assert list(wording.room(Form(source, right, its))) == []
    assert list(wording.room(Form(source, wrong, TEXT))) == []


def test_a_long_name_is_counted_as_long_as_it_can_get() -> None:
    said = "q" * 60 + "{leader}{other}"
    filled = ENGLISH.plain(said, leader=f"10\u00a0{LONG_NAME}", other=f"10\u00a0{LONG_NAME}")

    assert len(filled) == ANSWER_LIMIT == toasts.MOST_UNITS == wording.MOST_TOAST
    assert list(wording.room(Form(said, said, TOAST))) == []


def test_plain_texts_need_no_escapes() -> None:
    assert list(wording.escapes(Form("a and b", "a & b < c", PLAIN))) == []
    assert list(wording.escapes(Form("a and b", "a &amp; b", PLAIN)))
    assert list(wording.tags(Form("a", "<b>a</b>", PLAIN)))


def test_a_language_is_checked_by_its_own_habits_wherever_it_is_spoken() -> None:
    assert list(wording.faults(Form("Sure?", "Seguro?"), "es_MX"))
    assert list(wording.faults(Form("Sure?", "Säkert?"), "sv")) == []


# --- catalogs ----------------------------------------------------------------------------------

PHRASES = """
LABEL = Press(t.plain("Join"), action)
WON = t.html("<b>{name}</b> won")
CARDS = t.html_n("One card of {name}", "{n} cards of {name}", n)
VOTES = t.plain_n("{n} vote", "{n} votes", n)
SIDE = t.html_c("side", "Evil")
ROLE = t.html_c("role", "Evil")
TOLD = Toast(t.plain("Told"))
TABLE = {1: N_("First")}
"""
TRANSLATED: dict[str, dict[str, str | tuple[str, ...]]] = {
    "hu": {
        "Join": "Beszállok",
        "<b>{name}</b> won": "<b>{name}</b> nyert",
        "One card of {name}": ("{name} egy lapja", "{name} {n} lapja"),
        "{n} vote": ("{n} szavazat", "{n} szavazat"),
        "Evil": "Gonosz",
        "Told": "Mondva",
        "First": "Első",
    },
    "fa": {
        "Join": "می\u200cآیم",
        "<b>{name}</b> won": "برنده: <b>{name}</b>",
        "One card of {name}": ("{n} کارت: {name}", "{n} کارت: {name}"),
        "{n} vote": ("{n} رأی", "{n} رأی"),
        "Evil": "بدها",
        "Told": "گفته شد",
        "First": "اول",
    },
    "es": {
        "Join": "Entrar",
        "<b>{name}</b> won": "Gana <b>{name}</b>",
        "One card of {name}": ("Una carta de {name}", *["{n} cartas de {name}"] * 2),
        "{n} vote": ("{n} voto", *["{n} votos"] * 2),
        "Evil": "Mal",
        "Told": "Dicho",
        "First": "Primero",
    },
}


@pytest.fixture
def package(tmp_path: Path) -> Path:
    package = tmp_path / "package"
    package.mkdir()
    (package / "screen.py").write_text(PHRASES, encoding="utf-8")
    return package


@pytest.fixture
def locale(tmp_path: Path, package: Path) -> Path:
    """Translated without a fault."""
    locale = tmp_path / "locale"
    for path, text in refreshed(extract(package), locale, ("en", *TRANSLATED)).items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text)
    for language, translations in TRANSLATED.items():
        translate(locale, language, translations)
    return locale


def translate(
    locale: Path, language: str, translations: Mapping[str, str | tuple[str, ...]]
) -> None:
    path = catalog(locale, language)
    with path.open("rb") as file:
        read = read_po(file, locale=language)
    for message in read:
        if message.id:
            first = message.id if isinstance(message.id, str) else message.id[0]
            message.string = translations.get(first, message.string)
    path.write_bytes(_written(read))


def catalog(locale: Path, language: str) -> Path:
    return locale / language / "LC_MESSAGES" / "messages.po"


def found(locale: Path, language: str, package: Path) -> list[str]:
    return list(of_a_catalog(locale, language, Code(extract(package), uses(package))))


@pytest.mark.parametrize("language", ["en", *TRANSLATED])
def test_a_catalog_without_a_fault(locale: Path, package: Path, language: str) -> None:
    assert found(locale, language, package) == []
    assert list(of_the_template(locale, Code(extract(package), uses(package)))) == []


def edited(old: str, new: str) -> Callable[[str], str]:
    def edit(text: str) -> str:
        assert old in text
        return text.replace(old, new)

    return edit


def left_out(block: str) -> Callable[[str], str]:
    def edit(text: str) -> str:
        blocks = text.split("\n\n")
        return "\n\n".join(each for each in blocks if block not in each)

    return edit


def put_at_the_foot(block: str) -> Callable[[str], str]:
    def edit(text: str) -> str:
        blocks = text.strip().split("\n\n")
        (gone,) = (each for each in blocks if block in each)
        kept = [each for each in blocks if each != gone]
        return "\n\n".join([*kept, "\n".join(f"#~ {line}" for line in gone.split("\n"))]) + "\n"

    return edit


FAULTS = {
    "a header of another language": (
        "hu",
        edited('"Language: hu\\n"', '"Language: fi\\n"'),
        "the header says Language: fi: write hu",
    ),
    "other plural forms": (
        "fa",
        edited("plural=(n > 1)", "plural=(n != 1)"),
        "the header says Plural-Forms: nplurals=2; plural=(n != 1); — write",
    ),
    "fewer plural forms": (
        "es",
        edited(
            "nplurals=3; plural=(n == 1 ? 0 : n != 0 && n % 1000000 == 0 ? 1 : 2)",
            "nplurals=1; plural=0",
        ),
        "can't be read, mend this first: msg has more translations than num_plurals",
    ),
    "a plural form left out": (
        "es",
        edited('msgstr[2] "{n} votos"\n', ""),
        "«{n} vote»: a plural form is missing",
    ),
    "a plural form too many": (
        "hu",
        edited('msgstr[1] "{n} szavazat"', 'msgstr[1] "{n} szavazat"\nmsgstr[2] "{n} szavazat"'),
        "can't be read, mend this first: msg has more translations than num_plurals",
    ),
    "not translated": ("hu", edited('"Beszállok"', '""'), "«Join»: not translated"),
    "fuzzy": (
        "hu",
        edited('msgid "Join"', '#, fuzzy\nmsgid "Join"'),
        "«Join»: marked fuzzy, so nobody sees it",
    ),
    "only at the foot": (
        "hu",
        put_at_the_foot('msgid "Join"'),
        "«Join»: only at the foot, behind #~: run python -m telegram_avalon.i18n.update",
    ),
    "missing": ("hu", left_out('msgid "Join"'), "«Join»: missing: run python -m"),
    "missing in one of its contexts": (
        "hu",
        left_out('msgctxt "role"'),
        "«role: Evil»: missing: run python -m",
    ),
    "behind the code": (
        "hu",
        edited('msgid "Join"', 'msgid "Leave"\nmsgstr "Kiszállok"\n\nmsgid "Join"'),
        "hu/LC_MESSAGES/messages.po: behind the code",
    ),
    "no catalog": ("hu", edited("msgid", "message"), "can't be read"),
    "a wording": ("hu", edited('"Beszállok"', '"Beszállok "'), "«Join»: 1 spaces after"),
    "a wording in a context": (
        "hu",
        edited('msgctxt "role"\nmsgid "Evil"\nmsgstr "', 'msgctxt "role"\nmsgid "Evil"\nmsgstr " '),
        "«role: Evil»: 1 spaces before",
    ),
    "a plural form of many numbers without its number": (
        "fa",
        edited('msgstr[0] "{n} کارت', 'msgstr[0] "یک کارت'),
        "«One card of {name}»: msgstr[0]: {n} is missing",
    ),
    "a plural form without a name": (
        "es",
        edited('msgstr[1] "{n} cartas de {name}"', 'msgstr[1] "{n} cartas"'),
        "«One card of {name}»: msgstr[1]: {name} is missing",
    ),
    "a button too long": (
        "hu",
        edited('"Beszállok"', f'"{"B" * 65}"'),
        "«Join»: too long for a button: 65",
    ),
    "an answer too long": (
        "hu",
        edited('"Mondva"', f'"{"m" * 121}"'),
        "«Told»: too long for an answer: 121",
    ),
}


@pytest.mark.parametrize("case", FAULTS)
def test_a_fault_in_a_catalog(locale: Path, package: Path, case: str) -> None:
    language, edit, said = FAULTS[case]
    path = catalog(locale, language)
    path.write_text(edit(path.read_text(encoding="utf-8")), encoding="utf-8")

    lines = found(locale, language, package)

    assert [line for line in lines if said in line], lines
    assert all(line.startswith(f"locale/{language}/LC_MESSAGES/messages.po: ") for line in lines)


def test_a_form_for_one_number_may_say_it_in_words(locale: Path, package: Path) -> None:
    translate(locale, "hu", {"{n} vote": ("egy szavazat", "{n} szavazat")})
    translate(locale, "es", {"One card of {name}": ("{n} carta de {name}", *["{n} {name}"] * 2)})

    assert found(locale, "hu", package) == found(locale, "es", package) == []


def test_a_folder_that_is_no_language(locale: Path, package: Path) -> None:
    catalog(locale, "hu").parents[1].rename(locale / "xx")

    (line,) = found(locale, "xx", package)

    assert "can't be read, mend this first: unknown locale 'xx'" in line


def test_the_template_falls_behind_too(locale: Path, package: Path) -> None:
    (package / "more.py").write_text('t.html("More")')

    (line,) = of_the_template(locale, Code(extract(package), uses(package)))

    assert line.startswith("locale/messages.pot: behind the code")


# --- the code ----------------------------------------------------------------------------------

MARKS = [
    ('t.html(f"{name} leads")', 't.html("{name} leads", name=name)'),
    ('t.plain("Hello " + name)', 't.plain("Hello {name}", name=name)'),
    ('t.plain("%s leads" % name)', 't.plain("{name} leads" " now", name=name)'),
    ('t.html("{} leads".format(name))', "t.html(SAID[role].name)"),
    ("t.html(phrase())", "t.html(phrase)"),
    ('t.html("a" if x else "b")', 't.html("a") if x else t.html("b")'),
    ('t.html_n("{n} vote", f"{n} votes", n)', 't.html_n("{n} vote", "{n} votes", n)'),
    ('t.plain_n("votes")', 't.plain_n("vote", "votes", n)'),
    ('t.html_c("role", f"{role}")', 't.html_c("role", "Evil")'),
    ("N_(phrase)", 'N_("phrase")'),
    ('Screen("Hello")', 'Screen(t.html("Hello"))'),
    ('Screen(text=f"Hello {name}")', "Screen(text=text)"),
    ('Screen(Markup("<b>Hello</b>"))', 'Screen(Markup("<b>{}</b>").format(said))'),
    ('Screen(lines(said, "Hello"))', 'Screen(lines(said, "—"))'),
    ('Toast("Done" if done else "")', 'Toast(t.plain("Done") if done else "")'),
    ('Toast(said or "Done")', 'Toast(url="https://t.me")'),
    ('Press("Join", action)', 'Press(f"☑️ {label}", action)'),
    ('Link("Open" + name, url)', "Link(label, url)"),
    ('t.line("{side} of {player}")', 't.line("{side} {player} — {character}")'),
]


@pytest.mark.parametrize(("wrong", "right"), MARKS)
def test_a_mark(tmp_path: Path, wrong: str, right: str) -> None:
    (tmp_path / "right.py").write_text(right)
    assert list(wrong_marks(tmp_path)) == []

    (tmp_path / "wrong.py").write_text(f"\n{wrong}")
    (line,) = wrong_marks(tmp_path)
    assert line.startswith(f"{tmp_path.name}/wrong.py:2: ")


def test_where_phrases_are_shown(package: Path) -> None:
    (package / "screens").mkdir()
    (package / "screens" / "toasts.py").write_text('t.plain(TABLE[1]); t.plain("Done")')
    known = uses(package)

    assert known[None, "Join"] == {Use.PLAIN, Use.BUTTON}
    assert known[None, "<b>{name}</b> won"] == {Use.MESSAGE}
    assert known["side", "Evil"] == {Use.MESSAGE}
    assert known[None, "{n} vote"] == {Use.PLAIN}
    assert known[None, "Told"] == known[None, "Done"] == {Use.PLAIN, Use.TOAST}
    assert known[None, "First"] == {Use.TABLE, Use.TOAST}
    assert list(lost_track(known)) == []


def test_a_kind_of_phrase_that_is_no_longer_found_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "screen.py").write_text('t.html("Hello")')

    assert len(list(lost_track(uses(tmp_path)))) == len(Use) - 1


def test_every_label_and_toast_shown_is_known_as_one() -> None:
    """What the screens show against what is read from the code: neither may lose the other."""
    known = uses(PACKAGE)
    labels, answers = (
        {said for (_, said), its in known.items() if use in its} for use in (Use.BUTTON, Use.TOAST)
    )
    shown = {label for parts in FILES.values() for _, part in parts(ENGLISH) for label in on(part)}

    assert shown & {said for _, said in known} <= labels
    assert len(shown & labels) > 10
    assert set(toasts.REFUSALS.values()) <= answers


def on(part: object) -> set[str]:
    """The labels of a screen's buttons."""
    if not isinstance(part, Screen):
        return set()
    return {button.label for row in part.buttons for button in row}


# --- the project's own -------------------------------------------------------------------------


def test_the_code_marks_its_phrases() -> None:
    assert list(of_the_code(PACKAGE)) == []


@pytest.mark.parametrize("language", review.languages_below(LOCALE))
def test_the_catalogs_have_no_faults(language: str) -> None:
    lines = found(LOCALE, language, PACKAGE)

    assert not lines, "\n".join(lines)


def test_the_command_tells_faults_and_fails(
    locale: Path, package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review, "LOCALE", locale)
    monkeypatch.setattr(review, "PACKAGE", package)
    monkeypatch.setattr(review, "of_the_code", lambda _: [])
    clean = CliRunner().invoke(review.main)
    translate(locale, "hu", {"Join": "Beszállok "})
    translate(locale, "es", {"Join": " Entrar"})

    both = CliRunner().invoke(review.main)
    one = CliRunner().invoke(review.main, ["es"])

    assert (clean.exit_code, clean.output) == (0, "Nothing to mend.\n")
    assert (both.exit_code, one.exit_code) == (1, 1)
    assert len(both.output.splitlines()) == 2
    assert one.output == (
        "locale/es/LC_MESSAGES/messages.po: «Join»: 1 spaces before the text: the English has 0\n"
    )
    assert CliRunner().invoke(review.main, ["xx"]).exit_code == 2
