"""Names made safe: what people write stays as far as it can be shown, the rest goes."""

from random import Random

import pytest
import regex

from telegram_avalon.i18n.names import MOST_GRAPHEMES, MOST_UNITS, clean_name, clip, utf16_units

FAMILY = "👨‍👩‍👧‍👦"
ASTRONAUT = "👩🏽‍🚀"
ENGLAND, SCOTLAND, WALES = (
    "🏴" + "".join(chr(0xE0000 + ord(letter)) for letter in country) + "\U000e007f"
    for country in ("gbeng", "gbsct", "gbwls")
)
ZALGO = "q" + "\u0301" * 50

NAMES = {
    "as it is": ("Béla", "Béla"),
    "composed": ("Be\u0301la", "Béla"),
    "two words": ("Anna Nagy", "Anna Nagy"),
    "white space": ("  Anna \t\n Nagy\u00a0\u2003X ", "Anna Nagy X"),
    "line separators": ("Anna\u2028Nagy\u2029X", "Anna Nagy X"),
    "markup": ("<b>Anna</b> & {name} %s", "<b>Anna</b> & {name} %s"),
    "right to left": ("علی رضا", "علی رضا"),
    "Persian joiner": ("می\u200cخواهم", "می\u200cخواهم"),
    "overrides": ("\u202eAnna\u202c", "Anna"),
    "isolates": ("\u2066Anna\u2069\u2069", "Anna"),
    "marks": ("\u200eAnna\u200f\u061c", "Anna"),
    "zero width": ("An\u200bna\ufeff", "Anna"),
    "soft hyphen": ("An\u00adna", "Anna"),
    "controls": ("A\x00n\x07na\x7f\x9b", "Anna"),
    "private use and unassigned": ("A\ue000n\U000f0000na\U0010ffff\u0378", "Anna"),
    "lone surrogate": ("An\ud800na", "Anna"),
    "a family": (FAMILY, FAMILY),
    "skin and profession": (ASTRONAUT, ASTRONAUT),
    "a flag": ("🇭🇺", "🇭🇺"),
    "newer than this Python's tables": ("Sara 🩷", "Sara 🩷"),
    "newer, before the name": ("🫨 Ali", "🫨 Ali"),
    "newer, and nothing else": ("🩷", "🩷"),
    "newest": ("🫩", "🫩"),
    "flags made of tags": (ENGLAND + SCOTLAND + WALES, ENGLAND + SCOTLAND + WALES),
    "tags that make no flag": ("🏴\U000e0068\U000e0069\U000e007f Ali", "🏴 Ali"),
    "tags without a flag": ("Ali\U000e0067\U000e0062\U000e007f", "Ali"),
    "tags alone": ("\U000e0067\U000e007f", ""),
    "digits and signs": ("007 :-)", "007 :-)"),
    "nothing": ("", ""),
    "spaces": (" \u00a0\u2003 ", ""),
    "zero width alone": ("\u200b\u200d\u2060", ""),
    "joiner alone": ("\u200d\u200c", ""),
    "Hangul filler": ("\u3164", ""),
    "half-width Hangul filler": ("\uffa0\u115f\u1160", ""),
    "Braille blank": ("\u2800\u2800", ""),
    "Khmer inherent vowels": ("\u17b4\u17b5", ""),
    "marks alone": ("\u0301\ufe0f\u034f", ""),
    "overrides alone": ("\u202e\u202d", ""),
    "filler beside a letter": ("\u3164A", "\u3164A"),
    "as long as may be": ("A" * MOST_GRAPHEMES, "A" * MOST_GRAPHEMES),
    "one too long": ("A" * (MOST_GRAPHEMES + 1), "A" * MOST_GRAPHEMES + "…"),
    "no space before the ellipsis": ("A" * 23 + " B C", "A" * 23 + "…"),
    "four-byte emoji": ("😀" * 64, "😀" * MOST_GRAPHEMES + "…"),
    "families": (FAMILY * 10, FAMILY * 5 + "…"),
    "zalgo": (ZALGO * 3, ZALGO + "…"),
    "one endless letter": ("q" + "\u0301" * 500, "q…"),
}


@pytest.mark.parametrize("case", NAMES)
def test_names(case: str) -> None:
    raw, clean = NAMES[case]

    assert clean_name(raw) == clean


def test_what_is_clean_stays_as_it_is() -> None:
    for raw, _ in NAMES.values():
        clean = clean_name(raw)
        assert clean_name(clean.removesuffix("…")) == clean.removesuffix("…")


def test_whatever_is_written_becomes_short_visible_and_harmless() -> None:
    for name in noise(Random(1), 3_000):
        clean = clean_name(name)

        assert utf16_units(clean) <= MOST_UNITS + 1
        assert len(graphemes(clean)) <= MOST_GRAPHEMES + 1
        assert (
            regex.search(r"[\p{Bidi_Control}\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]", clean) is None
        )
        assert clean == clean.strip()
        assert clean == "" or regex.search(r"[\p{L}\p{N}\p{P}\p{S}]", clean)


CLIPPED = [
    ("short", 10, "short"),
    ("exactly10!", 10, "exactly10!"),
    ("eleven char", 10, "eleven ch…"),
    ("space at the cut", 7, "space…"),
    ("😀😀😀", 6, "😀😀😀"),
    ("😀😀😀", 5, "😀😀…"),
    ("😀😀😀", 4, "😀…"),
    ("Ze\u0301\u0302be", 3, "Z…"),
    ("\u2068Anna\u2069 leads", 8, "\u2068Anna\u2069…"),
    ("\u2068Anna Nagy\u2069 leads", 8, "\u2068Anna…\u2069"),
    (f"\u2068Anna{FAMILY}\u2069 leads", 17, "\u2068Anna…\u2069"),
    (f"\u2068{FAMILY}\u2069 leads", 13, "\u2068…\u2069"),
]


@pytest.mark.parametrize(("text", "most", "short"), CLIPPED)
def test_clipping(text: str, most: int, short: str) -> None:
    assert clip(text, most) == short


def test_clipping_cuts_no_grapheme_and_closes_every_isolate() -> None:
    random = Random(2)
    for name in noise(random, 3_000):
        text = f"Team: {name} \u2068{name}\u2069, 2\u00a0\u2068{clean_name(name)}\u2069"
        if not balanced(text):
            text = clean_name(name)
        most = random.randrange(8, 40)

        short = clip(text, most)

        assert utf16_units(short) <= most
        assert balanced(short)
        if short != text:
            kept = short.rstrip("\u2069").removesuffix("…")
            assert kept in starts(text)


def starts(text: str) -> set[str]:
    """What is left of *text* wherever it is cut between graphemes."""
    whole = graphemes(text)
    return {"".join(whole[:count]).rstrip() for count in range(len(whole) + 1)}


def balanced(text: str) -> bool:
    depth = 0
    for char in text:
        depth += (char == "\u2068") - (char == "\u2069")
        if depth < 0:
            return False
    return depth == 0


def graphemes(text: str) -> list[str]:
    return regex.findall(r"\X", text)


PIECES = [
    *"ab Z{}<>&%\n",
    "\u0301",
    "\u0302",
    "\u200d",
    "\u200c",
    "\u202e",
    "\u2066",
    "\u3164",
    "\u2800",
    "ع",
    "ل",
    "가",
    "ᄀ",
    "ᅡ",
    "😀",
    "🏽",
    "🇭",
    FAMILY,
    ASTRONAUT,
    ZALGO,
    "\U000f0000",
]


def noise(random: Random, count: int) -> list[str]:
    return ["".join(random.choices(PIECES, k=random.randrange(60))) for _ in range(count)]
