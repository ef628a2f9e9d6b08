"""A guide of `docs/` as what it tells to do: which lines go where, carried out on a copy."""

import re
from dataclasses import dataclass
from pathlib import Path

_STEP = re.compile(
    r"(?:In|A new file)\s+`(?P<path>[\w/.]+)`"
    r"(?:,\s+(?P<how>after|before|instead of)\s+`(?P<anchor>[^`]+)`)?:\n\n"
    r"```python\n(?P<code>.*?)```",
    re.DOTALL,
)


@dataclass(frozen=True)
class Step:
    path: str
    how: str | None
    """None: a new file."""
    anchor: str
    code: str


def steps(guide: str) -> list[Step]:
    """What *guide* tells to do; every block of its code is part of it."""
    found = [Step(m["path"], m["how"], m["anchor"] or "", m["code"]) for m in _STEP.finditer(guide)]
    assert len(found) == guide.count("```python")
    return found


def carry_out(step: Step, folder: Path) -> None:
    """Change the copy in *folder*. A line that is not there once, as the guide has it, fails."""
    file = folder / step.path
    if step.how is None:
        assert not file.exists(), step.path
        file.write_text(step.code, encoding="utf-8")
        return
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    anchor = f"{step.anchor}\n"
    assert lines.count(anchor) == 1, f"{step.path}: no single line {step.anchor!r}"
    place = lines.index(anchor)
    kept = [] if step.how == "instead of" else [anchor]
    there = [*kept, step.code] if step.how == "after" else [step.code, *kept]
    lines[place : place + 1] = there
    file.write_text("".join(lines), encoding="utf-8")
