"""The troubleshooting guide says what the bot says."""

import re
from pathlib import Path

from telegram_avalon.delivery.failures import Failure
from telegram_avalon.troubles import Trouble

GUIDE = (Path(__file__).parents[1] / "docs" / "troubleshooting.md").read_text(encoding="utf-8")
SERVER, PROXY = "https://api.telegram.org", "socks5://127.0.0.1:1080"


def test_the_table_of_failures_is_that_of_the_code() -> None:
    table = GUIDE.partition("<!-- failures")[2].partition("\n### ")[0]
    rows = re.findall(r"^\| (.+\.) \| .+ \| (.+\.) \|$", table, re.MULTILINE)
    statuses = {Failure.NOT_THE_API: 200, Failure.ITS_OWN_TROUBLE: 502}

    assert [f"{says} {helps}" for says, helps in rows] == [
        failure.told(SERVER, PROXY, statuses.get(failure, 0)) for failure in Failure
    ]


def test_the_words_of_healthz_are_those_of_the_code() -> None:
    words = " ".join(GUIDE.split())

    assert f"status `{Trouble.TOKEN}`" in words
    assert f"status `{Trouble.POLLER}`" in words
