"""The schema in docs/, made from the types: `python -m tests.record.schema` writes it."""

import json
from pathlib import Path
from typing import Any

import msgspec

from telegram_avalon.record import GameRecord

FILE = Path(__file__).parents[2] / "docs/record.schema.json"


def made() -> str:
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A finished game of telegram_avalon",
        **msgspec.json.schema(GameRecord),
    }
    return json.dumps(schema, indent=1, ensure_ascii=False) + "\n"


def stored() -> dict[str, Any]:
    schema: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return schema


if __name__ == "__main__":
    FILE.write_text(made(), encoding="utf-8")
