"""How the code uses its phrases, read from its source: where each is shown, and marks that fail.

A phrase that is put together at run time can't be extracted, and nobody would translate it.
"""

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import regex
from babel.messages.frontend import parse_keywords

from telegram_avalon.i18n.update import KEYWORDS, PACKAGE


class Use(StrEnum):
    MESSAGE = "message"
    """Filled as HTML."""
    PLAIN = "plain text"
    TABLE = "table"
    """Marked in a table, filled elsewhere."""
    BUTTON = "button"
    TOAST = "toast"
    """The answer to a press."""


Phrase = tuple[str | None, str]
"""A phrase's context and its English, the singular where there are two."""
Uses = Mapping[Phrase, frozenset[Use]]

TOASTS = ("screens/toasts.py", "bot/presses.py")
"""All that is put plainly into words here answers a press."""
_SHOWN = {
    "Screen": "text",
    "Toast": "text",
    "Press": "label",
    "Link": "label",
    "Browse": "label",
    "line": "pattern",
}
"""What shows its first argument as it stands, and that argument's name."""
_SEEN_THROUGH = {"Markup", "lines", "blocks", "clip"}
_TABLES = {"N_", "NC_"}


@dataclass(frozen=True)
class Module:
    path: str
    """Within the package."""
    tree: ast.Module

    @property
    def calls(self) -> Iterator[ast.Call]:
        return (node for node in ast.walk(self.tree) if isinstance(node, ast.Call))


def uses(package: Path = PACKAGE) -> Uses:
    """Every phrase of the code, with all its uses."""
    modules = _modules(package)
    found: dict[Phrase, set[Use]] = {}
    for use, call in _marks(modules):
        phrase = _phrase(call)
        if phrase is not None:
            found.setdefault(phrase, set()).add(use)
    for other, phrase in _instead(modules):
        found[other] |= found.get(phrase, set())
    return {phrase: frozenset(its) for phrase, its in found.items()}


def lost_track(found: Uses) -> Iterator[str]:
    """A use without phrases: the code is built otherwise now, and a check would pass unasked."""
    for use in set(Use) - {use for its in found.values() for use in its}:
        yield f"i18n/usage.py: finds no phrase used as {use}: teach it how the code shows one now"


def wrong_marks(package: Path = PACKAGE) -> Iterator[str]:
    """Phrases that can't be extracted, and words shown that are no phrases."""
    for module in _modules(package):
        for call in module.calls:
            for wrong in (*_not_literal(call), *_unmarked(call)):
                yield f"{package.name}/{module.path}:{call.lineno}: {wrong}"


def _modules(package: Path) -> list[Module]:
    return [
        Module(path.relative_to(package).as_posix(), ast.parse(path.read_text(encoding="utf-8")))
        for path in sorted(package.rglob("*.py"))
    ]


def _marks(modules: list[Module]) -> Iterator[tuple[Use, ast.Call]]:
    tables = {name for module in modules if module.path in TOASTS for name in _said_from(module)}
    for module in modules:
        for call in module.calls:
            yield _way(call), call
        yield from ((Use.BUTTON, call) for call in _inside_first(module, _labelled(module)))
        yield from ((Use.BUTTON, call) for call in _titles(module))
        yield from ((Use.TOAST, call) for call in _inside_first(module, {"Toast"}))
        yield from ((Use.TOAST, call) for call in _toast_tables(module, tables))
        if module.path in TOASTS:
            plain = (call for call in module.calls if _way(call) is Use.PLAIN)
            yield from ((Use.TOAST, call) for call in plain)


def _way(call: ast.Call) -> Use:
    name = _name(call.func)
    if name in _TABLES:
        return Use.TABLE
    return Use.MESSAGE if name.startswith("html") else Use.PLAIN


def _labelled(module: Module) -> set[str]:
    """What makes a button of its first argument: each kind, and helpers that take a label."""
    helpers = {
        node.name
        for node in ast.walk(module.tree)
        if isinstance(node, ast.FunctionDef) and [a.arg for a in node.args.args][:1] == ["label"]
    }
    return {"Press", "Link", "Browse"} | helpers


def _titles(module: Module) -> Iterator[ast.Call]:
    """Titles of the rules' pages: each is the label of the buttons that lead there."""
    for call in module.calls:
        if _name(call.func) == "Page" and len(call.args) > 1 and isinstance(call.args[1], ast.Call):
            yield call.args[1]


def _inside_first(module: Module, names: set[str]) -> Iterator[ast.Call]:
    for call in module.calls:
        if _name(call.func) in names and call.args:
            yield from (node for node in ast.walk(call.args[0]) if isinstance(node, ast.Call))


def _said_from(module: Module) -> Iterator[str]:
    """The tables that a module's phrases are looked up in."""
    for call in module.calls:
        if _way(call) is Use.PLAIN and _positions(call):
            yield from (_name(arg.value) for arg in call.args if isinstance(arg, ast.Subscript))


def _instead(modules: list[Module]) -> Iterator[tuple[Phrase, Phrase]]:
    """Phrases said instead of others, by which they stand in a table: shown where those are."""
    for module in modules:
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Dict):
                for key, value in zip(node.keys, node.values, strict=True):
                    said = _phrase(value) if isinstance(value, ast.Call) else None
                    if key is not None and said is not None and (phrase := _literal(key)):
                        yield said, (None, phrase)


def _toast_tables(module: Module, tables: set[str]) -> Iterator[ast.Call]:
    for node in module.tree.body:
        if isinstance(node, ast.Assign) and tables & set(map(_name, node.targets)):
            yield from (inner for inner in ast.walk(node.value) if isinstance(inner, ast.Call))


def _phrase(call: ast.Call) -> Phrase | None:
    where = _positions(call)
    if not where or len(call.args) <= max(where):
        return None
    said = _literal(call.args[where[0]])
    context = _literal(call.args[0]) if where[0] else None
    return None if said is None else (context, said)


def _literal(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _positions(call: ast.Call) -> tuple[int, ...]:
    """Which arguments of a call are phrases, counted from 0."""
    return _PHRASES.get(_name(call.func), ())


def _argument_numbers(spec: Iterable[object] | None) -> tuple[int, ...]:
    return tuple(each - 1 for each in spec or (1,) if isinstance(each, int))


_PHRASES = {name: _argument_numbers(spec) for name, spec in parse_keywords(KEYWORDS).items()}


def _name(node: ast.expr) -> str:
    """The last part of a dotted name; "" for anything else."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _not_literal(call: ast.Call) -> Iterator[str]:
    where = _positions(call)
    if not where:
        return
    name = _name(call.func)
    if len(call.args) <= max(where):
        yield f"{name}() has no phrase in its place: give it as a plain string"
    allowed: tuple[type[ast.expr], ...] = (ast.Constant,)
    if name not in _TABLES:
        allowed = (ast.Constant, ast.Name, ast.Attribute, ast.Subscript)
    for arg in (call.args[place] for place in where if place < len(call.args)):
        if not isinstance(arg, allowed):
            yield (
                f"{name}() is given {ast.unparse(arg)}, which can't be extracted: "
                "write one whole string with {placeholders}, or a name from a table of N_()"
            )


def _unmarked(call: ast.Call) -> Iterator[str]:
    name = _name(call.func)
    if name not in _SHOWN:
        return
    named = [keyword.value for keyword in call.keywords if keyword.arg == _SHOWN[name]]
    for shown in (*call.args[:1], *named):
        for said in _strings(shown):
            if regex.search(r"\p{L}", regex.sub(r"<[^>]*>|\{[^}]*\}", "", said)):
                yield f"{name}() shows {said!r} in every language: put it through plain() or html()"


def _strings(node: ast.expr) -> Iterator[str]:
    """The literal strings that *node* becomes, as far as can be seen."""
    match node:
        case ast.Constant(value=str(said)):
            yield said
        case ast.JoinedStr(values=parts):
            for part in parts:
                yield from _strings(part)
        case ast.BinOp(left=left, right=right):
            yield from (*_strings(left), *_strings(right))
        case ast.IfExp(body=body, orelse=other):
            yield from (*_strings(body), *_strings(other))
        case ast.BoolOp(values=parts):
            for part in parts:
                yield from _strings(part)
        case ast.Call(func=ast.Attribute(value=inner, attr="format")):
            yield from _strings(inner)
        case ast.Call(func=func, args=args) if _name(func) in _SEEN_THROUGH:
            for arg in args:
                yield from _strings(arg)
        case _:
            return
