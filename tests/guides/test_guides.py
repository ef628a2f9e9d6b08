"""The guides for contributors: their examples are carried out on a copy, and work."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.guides.recipe import carry_out, steps

ROOT = Path(__file__).parents[2]
GUIDES = {"add-a-role.md": "role", "add-a-variant.md": "variant"}


def read(guide: str) -> str:
    return (ROOT / "docs" / guide).read_text(encoding="utf-8")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    for folder in ("telegram_avalon", "tests", "locale"):
        leave_out = shutil.ignore_patterns("__pycache__", "golden", "records", "data")
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=leave_out)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    # The words of the golden files' scenes, not the files.
    shutil.copy(ROOT / "tests" / "screens" / "golden.py", tmp_path / "tests" / "screens")
    return tmp_path


def run(folder: Path, *command: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"\n{done.stdout}{done.stderr}"


@pytest.mark.parametrize("guide", GUIDES)
def test_the_example_of_a_guide_works(guide: str, copy: Path) -> None:
    for step in steps(read(guide)):
        carry_out(step, copy)

    run(copy, f"tests.guides.{GUIDES[guide]}")


def test_the_examples_together_are_in_the_style_of_the_house(copy: Path) -> None:
    every = [step for guide in GUIDES for step in steps(read(guide))]
    for step in every:
        carry_out(step, copy)

    changed = sorted({step.path for step in every})
    run(copy, "ruff", "check", *changed)
    run(copy, "ruff", "format", "--check", *changed)
    run(copy, "mypy", *changed)


@pytest.mark.parametrize("guide", GUIDES)
def test_a_line_that_is_gone_is_noticed(guide: str, copy: Path) -> None:
    first = steps(read(guide))[0]
    (copy / first.path).write_text("nothing is left\n", encoding="utf-8")

    with pytest.raises(AssertionError, match="no single line"):
        carry_out(first, copy)
