"""``python -m telegram_avalon.i18n.review``: what is wrong with the catalogs, a line a fault.

Each line tells the file, the phrase, what is wrong and how to mend it. What a wording can have
wrong is in `wording`; here are the catalogs around it.
"""

import gettext
import io
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click
from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog, Message
from babel.messages.plurals import get_plural
from babel.messages.pofile import PoFileError, read_po

from telegram_avalon.i18n.catalogs import ENGLISH
from telegram_avalon.i18n.soundness import fields
from telegram_avalon.i18n.update import LOCALE, PACKAGE, extract, refreshed
from telegram_avalon.i18n.usage import Phrase, Use, Uses, lost_track, uses, wrong_marks
from telegram_avalon.i18n.wording import Form, faults

UPDATE = "run python -m telegram_avalon.i18n.update"
SAMPLE = (*range(1001), 1_000_000, 2_000_000)
"""Numbers enough to meet every plural form."""
_MOST_QUOTED = 60


@dataclass(frozen=True)
class Code:
    """The phrases in the code, and how it uses them."""

    template: Catalog
    uses: Uses


@click.command()
@click.argument("languages", nargs=-1)
def main(languages: tuple[str, ...]) -> None:
    """Tell what is wrong with the catalogs of LANGUAGES, by default with all of them."""
    there = languages_below(LOCALE)
    if unknown := sorted(set(languages) - set(there)):
        raise click.BadParameter(f"no catalog for {', '.join(unknown)}", param_hint="LANGUAGES")
    code = Code(extract(PACKAGE), uses(PACKAGE))
    found = [*of_the_code(PACKAGE), *of_the_template(LOCALE, code)]
    for language in languages or there:
        found += of_a_catalog(LOCALE, language, code)
    for line in found:
        click.echo(line)
    if found:
        sys.exit(1)
    click.echo("Nothing to mend.")


def languages_below(locale: Path) -> list[str]:
    return sorted(path.parents[1].name for path in locale.glob("*/LC_MESSAGES/messages.po"))


def of_the_code(package: Path) -> Iterator[str]:
    """Phrases that no catalog can hold, or that the checks no longer find."""
    yield from wrong_marks(package)
    yield from lost_track(uses(package))


def of_the_template(locale: Path, code: Code) -> Iterator[str]:
    if _is_behind(locale / "messages.pot", locale, code):
        yield f"{locale.name}/messages.pot: behind the code: {UPDATE}"


def of_a_catalog(locale: Path, language: str, code: Code) -> Iterator[str]:
    """All that is wrong with one language's catalog."""
    path = locale / language / "LC_MESSAGES" / "messages.po"
    name = path.relative_to(locale.parent).as_posix()
    try:
        Locale.parse(language)
        catalog = read_po(io.BytesIO(path.read_bytes()), locale=language, abort_invalid=True)
    except (PoFileError, UnknownLocaleError, ValueError) as error:
        yield f"{name}: can't be read, mend this first: {error}"
        return
    for wrong in (*_header(catalog, language), *_absent(catalog, code.template)):
        yield f"{name}: {wrong}"
    for message in catalog:
        if message.id and _key(message) in code.uses:
            for wrong in of_an_entry(message, language, code.uses[_key(message)]):
                yield f"{name}: {_quoted(message)}: {wrong}"
    if _is_behind(path, locale, code):
        yield f"{name}: behind the code, or not as the command writes it: {UPDATE}"


def of_an_entry(message: Message, language: str, its: frozenset[Use]) -> Iterator[str]:
    """All that is wrong with one phrase's translation."""
    if message.fuzzy:
        yield "marked fuzzy, so nobody sees it: check it, then delete the word fuzzy"
    said = _forms(message)
    if language == ENGLISH and not any(said):
        return
    if not all(said):
        yield "not translated" if not any(said) else "a plural form is missing"
    plural = get_plural(language)
    if isinstance(message.id, tuple) and len(said) != plural.num_plurals:
        yield f"{len(said)} plural forms: {language} has {plural.num_plurals}"
        return
    for place, form in enumerate(_beside(message, said, language, its)):
        where = f"msgstr[{place}]: " if len(said) > 1 else ""
        yield from (f"{where}{wrong}" for wrong in faults(form, language) if form.said)


def _forms(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def _beside(
    message: Message, said: tuple[str, ...], language: str, its: frozenset[Use]
) -> Iterator[Form]:
    """Each form beside the English for the same numbers."""
    if isinstance(message.id, str):
        yield Form(message.id, said[0], its)
        return
    one, many = message.id
    for form, numbers in zip(said, _numbers(language), strict=True):
        source = one if numbers == {1} else many
        english = {one if n == 1 else many for n in numbers} or {many}
        required = frozenset[str]().union(*map(fields, english))
        yield Form(
            source,
            form,
            its,
            # A form for a single number can say it in words.
            required - {"n"} if len(numbers) == 1 else required,
            frozenset({"n"}),
        )


def _numbers(language: str) -> list[set[int]]:
    """For each plural form the numbers that take it."""
    plural = get_plural(language)
    form_of = gettext.c2py(plural.plural_expr)
    return [{n for n in SAMPLE if form_of(n) == form} for form in range(plural.num_plurals)]


def _header(catalog: Catalog, language: str) -> Iterator[str]:
    if catalog.locale_identifier != language:
        yield f"the header says Language: {catalog.locale_identifier}: write {language}"
    wanted = get_plural(language).plural_forms
    if catalog.plural_forms != wanted:
        yield f"the header says Plural-Forms: {catalog.plural_forms} — write {wanted}"


def _absent(catalog: Catalog, template: Catalog) -> Iterator[str]:
    there = {_key(message) for message in catalog}
    at_the_foot = {_key(message) for message in catalog.obsolete.values()}
    for message in template:
        if _key(message) in there:
            continue
        place = "only at the foot, behind #~" if _key(message) in at_the_foot else "missing"
        yield f"{_quoted(message)}: {place}: {UPDATE}"


def _is_behind(path: Path, locale: Path, code: Code) -> bool:
    """Whether the command would change a file."""
    return not path.exists() or refreshed(code.template, locale)[path] != path.read_bytes()


def _first(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def _key(message: Message) -> Phrase:
    return message.context, _first(message)


def _quoted(message: Message) -> str:
    said = _first(message)
    context = f"{message.context}: " if message.context else ""
    return f"«{context}{said[:_MOST_QUOTED]}{'…' if len(said) > _MOST_QUOTED else ''}»"


if __name__ == "__main__":
    main()
