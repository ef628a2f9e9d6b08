"""People's and groups' names, made safe to show anywhere.

Telegram lets a name hold anything: markup, direction overrides, nothing visible at all. It is
cleaned once, when it comes in; escaping belongs to `phrases`, where text becomes HTML.
"""

import unicodedata

import regex

MOST_GRAPHEMES = 24
MOST_UNITS = 64
"""In UTF-16 code units, as Telegram counts: bounds emoji families and stacked accents."""

# By `regex`, which knows newer characters than the tables of an older Python.
_SPACE = regex.compile(r"[\p{Zs}\p{Zl}\p{Zp}\t\n\r]")
# Cf holds the direction marks and zero-width characters, Cn/Co/Cs what no font can show. Of Cf the
# joiners stay, and the tags that make a black flag the flag of England, Scotland or Wales: the
# only ones there are (Unicode's emoji-sequences.txt, "RGI_Emoji_Tag_Sequence").
_TAGS = "|".join(
    "".join(chr(0xE0000 + ord(letter)) for letter in country)
    for country in ("gbeng", "gbsct", "gbwls")
)
_UNFIT = regex.compile(
    rf"(?P<flag>\U0001F3F4(?:{_TAGS})\U000E007F)"
    r"|(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}]"
)
# Letters and symbols by category, yet nothing is seen of them.
_BLANK = "\u115f\u1160\u2800\u3164\uffa0\u17b4\u17b5"
_VISIBLE = regex.compile(rf"(?![{_BLANK}])[\p{{L}}\p{{N}}\p{{P}}\p{{S}}]")
_GRAPHEME = regex.compile(r"\X")
_ISOLATE, _END_OF_ISOLATE = "\u2068", "\u2069"


# What Telegram would make a link of by itself: a mention rings its owner in every message.
_LIVE = regex.compile(
    r"(?P<at>@)(?=\w{3})|(?P<command>(?<![\w/<>])/)(?=\w)|(?P<dot>(?<=\w)\.)(?=[^\W\d_]{2})"
)
_WORD_JOINER = "\u2060"


def clean_name(raw: str) -> str:
    """*raw* in NFC without control, format and override characters, cut by grapheme.

    Mentions, commands and addresses in it are made lifeless by an invisible character.
    Returns "" where nothing visible is left; the screens then say "Player 3".
    """
    text = _SPACE.sub(" ", unicodedata.normalize("NFC", raw))
    kept = _UNFIT.sub(lambda found: found["flag"] or "", text)
    if not _VISIBLE.search(kept):
        return ""
    return _LIVE.sub(rf"\g<0>{_WORD_JOINER}", _cut(" ".join(kept.split())))


def _cut(text: str) -> str:
    clusters = _GRAPHEME.findall(text)
    short, units = "", 0
    for place, cluster in enumerate(clusters):
        units += utf16_units(cluster)
        if place == MOST_GRAPHEMES or units > MOST_UNITS:
            return short.rstrip() + "…" if short else cluster[:1] + "…"
        short += cluster
    return short


def utf16_units(text: str) -> int:
    """The length of *text* as Telegram counts it."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def clip(text: str, most: int) -> str:
    """*text* in at most *most* UTF-16 units, cut between graphemes with an ellipsis.

    Isolates that lose their end in the cut are closed again.
    """
    if utf16_units(text) <= most:
        return text
    short, units, opened = "", 1, 0
    for cluster in _GRAPHEME.findall(text):
        units += utf16_units(cluster)
        still_open = opened + (cluster == _ISOLATE) - (cluster == _END_OF_ISOLATE)
        if units + still_open > most:
            break
        short, opened = short + cluster, still_open
    return short.rstrip() + "…" + _END_OF_ISOLATE * opened
