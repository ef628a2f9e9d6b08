"""What keeps the project in order, run as tests so that one command checks everything."""

import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
BIN = Path(sys.executable).parent

CHECKS = {
    "types": [sys.executable, "-m", "mypy"],
    "lint": [sys.executable, "-m", "ruff", "check", "."],
    "format": [sys.executable, "-m", "ruff", "format", "--check", "."],
    "imports": [str(BIN / "lint-imports"), "--no-cache"],
    "catalogs": [sys.executable, "-m", "telegram_avalon.i18n.update", "--check"],
}


@pytest.mark.parametrize("check", CHECKS)
def test_the_tools_have_nothing_to_say(check: str) -> None:
    done = subprocess.run(CHECKS[check], cwd=ROOT, capture_output=True, text=True, check=False)

    assert done.returncode == 0, f"\n{done.stdout}{done.stderr}"


def test_a_wheel_holds_compiled_catalogs_and_no_sources_of_them(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"\n{done.stdout}{done.stderr}"

    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    languages = {path.parts[-3] for path in ROOT.glob("locale/*/LC_MESSAGES/messages.po")}

    assert languages
    for language in languages:
        assert f"telegram_avalon/locale/{language}/LC_MESSAGES/messages.mo" in names
    assert [name for name in names if name.endswith((".po", ".pot"))] == []
    assert [name for name in names if name.startswith(("tests/", "locale/", "build/"))] == []


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-dev.lock"])
def test_a_lock_pins_every_package_by_hash_and_names_no_place(lock: str) -> None:
    text = (ROOT / lock).read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    packages = [line for line in lines if not line.startswith(" ")]

    assert packages
    assert all(re.match(r"[a-z0-9-]+(\[[a-z]+\])?==\S+ .*\\$", line) for line in packages)
    assert all(
        re.match(r"    --hash=sha256:[0-9a-f]{64}( \\)?$", line)
        for line in lines[1:]
        if line.startswith(" ")
    )
    assert re.search(r"https?://|file:|--(extra-)?index|--find-links", text) is None


def test_the_locks_agree_and_cover_what_the_project_asks_for() -> None:
    runtime, everything = (
        dict(re.findall(r"^([a-z0-9-]+)(?:\[[a-z]+\])?==(\S+)", text, re.MULTILINE))
        for text in (
            (ROOT / "requirements.lock").read_text(encoding="utf-8"),
            (ROOT / "requirements-dev.lock").read_text(encoding="utf-8"),
        )
    )
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

    assert names(project["dependencies"]) <= runtime.keys()
    assert names(project["optional-dependencies"]["dev"]) <= everything.keys()
    assert runtime.items() <= everything.items()


def names(requirements: list[str]) -> set[str]:
    return {re.split(r"[^a-z-]", each)[0] for each in requirements}


def test_every_dependency_has_its_reason_in_the_readme() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    _, _, reasons = readme.partition("## Dependencies")
    table = set(re.findall(r"^\| ([a-z-]+)", reasons, re.MULTILINE)) - {"package", "---"}

    assert names(project["dependencies"]) == table


def test_continuous_integration_runs_the_readmes_command() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    (command,) = re.findall(r"^python3 -m venv .*-m pytest$", readme, re.MULTILINE)

    assert f"\n{command}\n" in script
