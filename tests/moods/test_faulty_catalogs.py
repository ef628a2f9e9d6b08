"""A translator's slip reaches nobody, and stops nothing."""

from pathlib import Path

import pytest

from telegram_avalon.i18n import catalogs, phrases
from tests.bot.conftest import Logs
from tests.bot.people import until_read
from tests.harness import Party, playing

SLIP = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"

msgid "⚔️ <b>Avalon</b> — a table is open"
msgstr "⚔️ <b>Avalon — nyitva"

msgid "Nobody is in yet: press Join."
msgstr "Még senki."
"""


@pytest.fixture
def hungarian(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hungarian as the bot finds it, with a tag left open."""
    path = tmp_path / "hu" / "LC_MESSAGES" / "messages.po"
    path.parent.mkdir(parents=True)
    path.write_text(SLIP, encoding="utf-8")
    monkeypatch.setattr(catalogs, "_default_folder", lambda: tmp_path)


@pytest.mark.parametrize("checked", [True, False])
async def test_new_is_answered_whatever_a_catalog_has_wrong(
    redis_url: str, logs: Logs, hungarian: None, monkeypatch: pytest.MonkeyPatch, checked: bool
) -> None:
    """Where no check had found it, Telegram's refusal would: the same words come plainly."""
    logs.errors_expected = True
    phrases._log_once.cache_clear()
    if not checked:
        monkeypatch.setattr(phrases, "unsound", lambda *_: None)
    async with playing(redis_url) as stage:
        await stage.start()
        party = Party(stage)
        party.host.language_code = "hu"
        await party.open()
        await until_read(stage.world, party.group, "a table is open" if checked else "nyitva")

        assert "Még senki." in party.group.last.text
        assert "<b>" not in party.group.last.text
        assert any("Join" in label for label in party.group.last.labels)
    (line,) = logs.lines("error")
    assert line["event"].startswith("broken phrase" if checked else "a text was refused")
