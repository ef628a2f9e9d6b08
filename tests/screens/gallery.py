"""Every screen in every language, side by side, as one page that loads nothing.

`python -m tests.screens.gallery OUT.html` writes it; languages after the file's name leave out the
others. The names are as nasty as names can be.
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import click
import regex
from babel import Locale
from babel.messages.catalog import Message
from markupsafe import Markup

from telegram_avalon.i18n.catalogs import Catalogs, load_catalogs
from telegram_avalon.i18n.names import clean_name
from telegram_avalon.i18n.phrases import Value, Words, isolated
from telegram_avalon.i18n.soundness import fields
from telegram_avalon.i18n.update import PACKAGE, extract
from telegram_avalon.i18n.usage import Use, uses
from telegram_avalon.screens import Button, Link, Screen
from telegram_avalon.screens.screen import lines
from tests.screens.golden import FILES, Part, Shown
from tests.screens.scenes import LINKS, called

NAMES = tuple(
    map(
        clean_name,
        (
            "<b>Anna</b> & Co",
            "علی رضا",
            "Jenő",
            "Jenő",
            "\u3164",
            "👨‍👩‍👧‍👦👩🏽‍🚀🏴‍☠️",
            "A name that goes on and on and on",
            "\u202eBéla\u202c",
            "{player} %s *_[x](y)",
            "Z\u0300\u0301\u0302\u0303a\u0310l\u0311g\u0312o שלום",
        ),
    )
)
TITLE = clean_name("<i>قلعه</i> \u202e{group}")
REST = "answers to commands, and menus"
_SAMPLES: dict[str, Value] = {
    "bot": LINKS.bot,
    "command": "join",
    "n": 5,
}


Sections = dict[str, list[Part]]


def sections(catalogs: Catalogs, language: str) -> Sections:
    """All there is to see in one language; at the end what the bot says outside of screens."""
    t = catalogs.words(language)
    with called(NAMES, TITLE):
        return {name: list(parts(t)) for name, parts in FILES.items()} | {REST: list(_rest(t))}


def _rest(t: Words) -> Iterator[Part]:
    on_screens, known = extract(PACKAGE / "screens"), uses(PACKAGE)
    for message in extract(PACKAGE / "bot"):
        if message.id and on_screens.get(message.id, message.context) is None:
            first = message.id if isinstance(message.id, str) else message.id[0]
            as_html = Use.MESSAGE in known[message.context, first]
            yield first, _html(message, t) if as_html else _plain(message, t)


def _html(message: Message, t: Words) -> Markup:
    if isinstance(message.id, str):
        return t.html(message.id, **_values(message.id))
    one, many = message.id
    return lines(*(t.html_n(one, many, n, **_counted(many)) for n in (1, 5)))


def _plain(message: Message, t: Words) -> list[str]:
    if isinstance(message.id, str):
        return [t.plain(message.id, **_values(message.id))]
    one, many = message.id
    return [t.plain_n(one, many, n, **_counted(many)) for n in (1, 5)]


def _values(phrase: str) -> dict[str, Value]:
    """Something for each placeholder: a name, where nothing else is known."""
    names = map(isolated, filter(None, NAMES))
    return {field: _SAMPLES.get(field) or next(names) for field in sorted(fields(phrase))}


def _counted(phrase: str) -> dict[str, Value]:
    """The same for a phrase that is given its {n} by itself."""
    return {field: value for field, value in _values(phrase).items() if field != "n"}


# --- the page ----------------------------------------------------------------------------------

STYLE = Markup("""
body { font: 15px/1.35 system-ui, sans-serif; margin: 1rem; background: #e6ebee; color: #000 }
h2 { margin: 2rem 0 0 }
h3 { margin: 1rem 0 .3rem; font-size: 1em; color: #566 }
.row { display: grid; gap: 1rem; overflow-x: auto; align-items: start;
  grid-template-columns: repeat(var(--languages), minmax(17rem, 1fr)) }
.heads { position: sticky; top: 0; background: #e6ebee; padding: .3rem 0; font-weight: bold }
.text, .toast, .button { overflow-wrap: anywhere; white-space: pre-wrap; unicode-bidi: plaintext }
.text { background: #fff; border-radius: .8rem; padding: .5rem .7rem; text-align: start }
.toast { background: #333; color: #fff; border-radius: .5rem; padding: .5rem; margin: .2rem 0 }
.keys { display: flex; gap: .2rem; margin-top: .2rem }
.button { flex: 1; background: #b8cbd6; border-radius: .5rem; padding: .4rem; text-align: center }
.link { outline: 1px dashed #578 }
.spoiler { background: #bbb; color: transparent }
.spoiler:hover, .spoiler:focus { background: #eee; color: inherit }
.mention { color: #168acd }
.manner, .why { font-size: .8em; color: #566 }
""")
PAGE = Markup("""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Screens</title>
<style>{style}</style>
</head>
<body style="--languages: {languages}">
<p>Spoilers open under the pointer; dashed buttons are links.</p>
<div class="row heads">{heads}</div>
{sections}
</body>
</html>
""")
_COLUMN = Markup('<div class="{kind}" lang="{lang}" dir="{dir}">{inner}</div>')
_TAGS = {
    r"<tg-spoiler>": '<span class="spoiler" tabindex="0">',
    r"<a href=[^<>]*>": '<span class="mention">',
    r"</(?:tg-spoiler|a)>": "</span>",
}


def page(catalogs: Catalogs, languages: Sequence[str]) -> str:
    seen = {language: sections(catalogs, language) for language in languages}
    heads = [_column("head", language, _name(language)) for language in languages]
    return PAGE.format(
        style=STYLE,
        languages=len(languages),
        heads=_joined(heads),
        sections=_joined(_section(name, seen) for name in (*FILES, REST)),
    )


def _section(name: str, seen: dict[str, Sections]) -> Markup:
    parts = [by_language[name] for by_language in seen.values()]
    rows = [_row(beside, list(seen)) for beside in zip(*parts, strict=True)]
    return Markup("<h2>{}</h2>\n{}").format(name, _joined(rows))


def _row(beside: Iterable[Part], languages: list[str]) -> Markup:
    titles, shown = zip(*beside, strict=True)
    columns = [
        _column("column", language, _drawn(each))
        for language, each in zip(languages, shown, strict=True)
    ]
    return Markup('<h3>{}</h3>\n<div class="row">{}</div>').format(titles[0], _joined(columns))


def _column(kind: str, language: str, inner: str) -> Markup:
    locale = Locale.parse(language)
    tag = language.replace("_", "-")
    return _COLUMN.format(kind=kind, lang=tag, dir=locale.text_direction, inner=inner)


def _name(language: str) -> str:
    locale = Locale.parse(language)
    return f"{locale.get_display_name(language)} ({language})"


def _drawn(shown: Shown) -> Markup:
    match shown:
        case Screen():
            keys = map(_keys, shown.buttons)
            return _joined([_bubble(shown.text), *keys, *_manner(shown)])
        case Markup():
            return _bubble(shown)
        case dict():
            why = Markup('<div class="why" dir="ltr">{}</div>{}')
            return _joined(why.format(reason, _toast(toast)) for reason, toast in shown.items())
        case list():
            return _joined(map(_toast, shown))
        case _:
            return _toast(shown)


def _bubble(text: Markup) -> Markup:
    """A message; its HTML is Telegram's, a part of which is a browser's too."""
    html = str(text)
    for pattern, tag in _TAGS.items():
        html = regex.sub(pattern, tag, html)
    return Markup('<div class="text" dir="auto">{}</div>').format(Markup(html))


def _toast(text: str) -> Markup:
    return Markup('<div class="toast" dir="auto">{}</div>').format(text)


def _keys(row: Iterable[Button]) -> Markup:
    return Markup('<div class="keys">{}</div>').format(_joined(map(_button, row)))


def _button(button: Button) -> Markup:
    kind = "button link" if isinstance(button, Link) else "button"
    return Markup('<span class="{}" dir="auto">{}</span>').format(kind, button.label)


def _manner(screen: Screen) -> list[Markup]:
    said = [word for word in ("silent", "protected") if getattr(screen, word)]
    manner = Markup('<div class="manner" lang="en" dir="ltr">{}</div>')
    return [manner.format(", ".join(said))] if said else []


def _joined(parts: Iterable[Markup]) -> Markup:
    return Markup("\n").join(parts)


@click.command()
@click.argument("out", type=click.Path(dir_okay=False, path_type=Path))
@click.argument("languages", nargs=-1)
def main(out: Path, languages: tuple[str, ...]) -> None:
    """Write every screen in LANGUAGES, by default all, to the page OUT."""
    catalogs = load_catalogs()
    if unknown := sorted(set(languages) - set(catalogs.languages)):
        raise click.BadParameter(f"no catalog for {', '.join(unknown)}", param_hint="LANGUAGES")
    out.write_text(page(catalogs, languages or catalogs.languages), encoding="utf-8")
    click.echo(f"Written: {out}")


if __name__ == "__main__":
    main()
