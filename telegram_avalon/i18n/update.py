"""``python -m telegram_avalon.i18n.update``: bring the catalogs up to the phrases in the code.

Only what changed changes: no dates, no line numbers, one order, no wrapping, so that a diff of a
catalog shows phrases and nothing else. A phrase that left the code keeps its translation at the
foot of the catalog and gets it back if it returns.
"""

import io
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import click
from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.frontend import parse_keywords
from babel.messages.pofile import read_po, write_po

PACKAGE = Path(__file__).parents[1]
LOCALE = PACKAGE.parent / "locale"

# What marks a phrase. The numbers tell which arguments are phrases, "c" which is the context.
KEYWORDS = (
    "html",
    "plain",
    "N_",
    "html_n:1,2",
    "plain_n:1,2",
    "html_c:1c,2",
    "plain_c:1c,2",
    "NC_:1c,2",
)
COMMENTS = ("Translators:",)

_HEADER = "# Phrases of telegram_avalon."


@click.command()
@click.option("--check", is_flag=True, help="Change nothing; tell what is behind and fail if so.")
@click.argument("new_languages", nargs=-1)
def main(*, check: bool, new_languages: tuple[str, ...]) -> None:
    """Refresh locale/messages.pot and every catalog, and begin catalogs for NEW_LANGUAGES."""
    for language in new_languages:
        _refuse_unknown(language)
    wanted = refreshed(extract(PACKAGE), LOCALE, new_languages)
    behind = {path: text for path, text in wanted.items() if _read(path) != text}
    for path, text in behind.items():
        click.echo(_report(path, text))
        if not check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text)
    if check and behind:
        click.echo("Run: python -m telegram_avalon.i18n.update", err=True)
        sys.exit(1)


def extract(package: Path) -> Catalog:
    """Collect every phrase marked in the code below *package*."""
    template = _empty(None)
    for path in sorted(package.rglob("*.py")):
        for _line, message, comments, context in extract_from_file(
            "python", path, keywords=parse_keywords(KEYWORDS), comment_tags=COMMENTS
        ):
            template.add(message, auto_comments=comments, context=context)
    return template


def refreshed(template: Catalog, locale: Path, new: tuple[str, ...] = ()) -> Mapping[Path, bytes]:
    """Work out what each catalog file below *locale* should hold."""
    pot = locale / "messages.pot"
    if pot.exists():
        template.creation_date = _parsed(pot, None).creation_date
    return {pot: _written(template)} | dict(_merged(template, locale, new))


def _merged(template: Catalog, locale: Path, new: tuple[str, ...]) -> Iterator[tuple[Path, bytes]]:
    there = {path.parents[1].name: path for path in locale.glob("*/LC_MESSAGES/messages.po")}
    for language in sorted({*there, *new}):
        path = there.get(language, locale / language / "LC_MESSAGES" / "messages.po")
        catalog = _parsed(path, language) if path.exists() else _empty(language)
        for message in catalog.obsolete.values():  # what returned gets its translation back
            catalog[message.id] = message
        catalog.obsolete.clear()
        _drop_misshapen(catalog, template)
        # No guesses: a wrong translation is worse than none.
        catalog.update(template, no_fuzzy_matching=True, update_creation_date=False)
        yield path, _written(catalog)


def _drop_misshapen(catalog: Catalog, template: Catalog) -> None:
    """A phrase that got plural forms, or lost them, is to be translated anew."""
    for message in template:
        known = catalog.get(message.id, message.context) if message.id else None
        if known is not None and known.pluralizable != message.pluralizable:
            catalog.delete(message.id, message.context)


def _empty(language: str | None) -> Catalog:
    return Catalog(
        locale=language,
        project="telegram_avalon",
        version="1",
        header_comment=_HEADER,
        fuzzy=False,
        charset="utf-8",
    )


def _parsed(path: Path, language: str | None) -> Catalog:
    return read_po(io.BytesIO(path.read_bytes()), locale=language, abort_invalid=True)


def _written(catalog: Catalog) -> bytes:
    text = io.BytesIO()
    write_po(text, catalog, width=0, no_location=True, sort_output=True)
    lines = text.getvalue().splitlines(keepends=True)
    return b"".join(line for line in lines if not line.startswith(b'"Generated-By:'))


def _read(path: Path) -> bytes:
    return path.read_bytes() if path.exists() else b""


def _report(path: Path, text: bytes) -> str:
    """One line: the file, and how many phrases it lacks or has too many."""
    before, after = _phrases(_read(path)), _phrases(text)
    new, gone = len(after - before), len(before - after)
    return f"{path.relative_to(LOCALE.parent)}: {new} new, {gone} gone, {len(after)} in all"


def _phrases(text: bytes) -> set[tuple[str | None, str]]:
    return {
        (message.context, str(message.id)) for message in read_po(io.BytesIO(text)) if message.id
    }


def _refuse_unknown(language: str) -> None:
    try:
        Locale.parse(language)
    except (UnknownLocaleError, ValueError) as error:
        raise click.BadParameter(str(error), param_hint="NEW_LANGUAGES") from error


if __name__ == "__main__":
    main()
