"""The parameters of one call, however they travelled.

A form carries only strings and a JSON body carries anything; both are kept as strings here, JSON
for whatever is no scalar, so that no method can tell (or depend on) how it was called.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from telegram_avalon.playground.errors import bad_request


@dataclass(frozen=True)
class Upload:
    """A file as it was sent, by multipart form."""

    name: str
    content: bytes
    mime_type: str


def as_text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def from_values(values: Mapping[str, object]) -> "Parameters":
    """Read a decoded JSON body or form; a null means that the parameter was not given."""
    files = {name: value for name, value in values.items() if isinstance(value, Upload)}
    raw = {name: value for name, value in values.items() if value is not None}
    texts = {name: "" if name in files else as_text(value) for name, value in raw.items()}
    return Parameters(texts, files)


class Parameters:
    """*raw* names the files too, each by an empty text."""

    def __init__(self, raw: Mapping[str, str], files: Mapping[str, Upload] | None = None) -> None:
        self.raw = dict(raw)
        self.files = dict(files or {})

    def __contains__(self, name: str) -> bool:
        return name in self.raw

    def text(self, name: str, default: str = "") -> str:
        return self.raw.get(name, default)

    def flag(self, name: str) -> bool:
        return self.raw.get(name, "").strip().lower() in ("true", "yes", "1")

    def integer(self, name: str, default: int = 0) -> int:
        """Read a whole number; what isn't one counts as zero, as the real server has it."""
        if name not in self.raw:
            return default
        try:
            return int(self.raw[name])
        except ValueError:
            return 0

    def decoded(self, name: str) -> object:
        """Read a JSON-encoded parameter: None if it is missing or empty."""
        raw = self.raw.get(name, "")
        if not raw.strip():
            return None
        try:
            value: object = json.loads(raw)
        except ValueError:
            raise bad_request(f"can't parse {name.replace('_', ' ')} JSON object") from None
        return value

    def record(self, name: str) -> dict[str, object] | None:
        value = self.decoded(name)
        if value is not None and not isinstance(value, dict):
            raise bad_request(f"object expected as {name.replace('_', ' ')}")
        return value

    def array(self, name: str) -> list[object] | None:
        value = self.decoded(name)
        if value is not None and not isinstance(value, list):
            raise bad_request(f"expected an Array of {name.replace('_', ' ')}")
        return value
