"""Compiles the catalogs into the wheel.

The repository and the sdist hold .po files only; a wheel holds .mo files only. The compiled files
pass through the ignored folder ``build/``, so the source tree stays as it was.
"""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CatalogsHook(BuildHookInterface[Any]):
    """Adds ``telegram_avalon/locale/<language>/LC_MESSAGES/messages.mo`` to a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile every catalog and tell the builder where it belongs."""
        if version == "editable":  # a checkout reads its own locale/ folder
            return
        root = Path(self.root)
        for po in sorted((root / "locale").glob("*/LC_MESSAGES/messages.po")):
            mo = root / "build" / po.relative_to(root).with_suffix(".mo")
            compile_catalog(po, mo)
            build_data["force_include"][str(mo)] = (
                f"telegram_avalon/{po.relative_to(root).with_suffix('.mo').as_posix()}"
            )


def compile_catalog(po: Path, mo: Path) -> None:
    """Write *po* as *mo*, without its fuzzy entries; a broken *po* stops the build."""
    mo.parent.mkdir(parents=True, exist_ok=True)
    with po.open("rb") as source, mo.open("wb") as target:
        write_mo(target, read_po(source, abort_invalid=True))
