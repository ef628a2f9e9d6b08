"""The Dockerfile's steps in a folder of their own, for who has no engine at hand.

Only what .dockerignore lets through is there; the steps that need root are left out. At the end the
image's entry point is asked for its version as a user who owns none of the files, where we may
become one. Needs a package registry, half a minute and a Python that every user may run:

    /usr/bin/python3 benchmarks/docker_steps.py
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
NOBODY = 10001


def main() -> None:
    os.umask(0o022)  # as it is where images are built
    with tempfile.TemporaryDirectory() as name:
        image = Path(name)
        image.chmod(0o755)
        context = image / "context"
        _send(context)
        (image / "src").mkdir()
        build, run = re.split(r"^FROM .*$", _dockerfile(), flags=re.MULTILINE)[1:]
        for step in build.strip().splitlines():
            _do(step, context, image)
        entry = re.search(r'^ENTRYPOINT \["(.*)"\]$', run, re.MULTILINE)
        assert entry is not None
        shutil.rmtree(image / "src")  # not in the second stage
        _ask(image, entry[1])


def _dockerfile() -> str:
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    return re.sub(r"\\\n", "", text)


def _send(context: Path) -> None:
    """Copy what .dockerignore lets through."""
    rules = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    ignored = shutil.ignore_patterns(*(rule[3:] for rule in rules if rule.startswith("**/")))
    context.mkdir()
    for name in (rule[1:] for rule in rules if rule.startswith("!")):
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, context / name, ignore=ignored)
        else:
            shutil.copy(ROOT / name, context)


def _do(step: str, context: Path, image: Path) -> None:
    word, _, rest = step.partition(" ")
    began = time.monotonic()
    match word:
        case "RUN":
            command = rest.replace("/bot", str(image / "bot"))
            command = re.sub(r"^python ", f"{sys.executable} ", command)
            subprocess.run(["sh", "-c", command], cwd=image / "src", check=True)
        case "COPY":
            what, _ = rest.split()
            if what == ".":
                shutil.copytree(context, image / "src", dirs_exist_ok=True)
            else:
                shutil.copy(context / what, image / "src")
        case "ARG" | "WORKDIR" | "":
            return
        case _:
            raise SystemExit(f"not known here: {step}")
    print(f"{time.monotonic() - began:5.1f} s  {step}", flush=True)


def _ask(image: Path, entry: str) -> None:
    user = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
    done = subprocess.run(
        [str(image / "bot/bin" / entry), "--version"],
        cwd="/",
        env={"PATH": os.environ["PATH"]},
        check=True,
        capture_output=True,
        text=True,
        **user,  # type: ignore[call-overload]
    )
    print(f"{entry} --version, as {'another user' if user else 'ourselves'}: {done.stdout.strip()}")


if __name__ == "__main__":
    main()
