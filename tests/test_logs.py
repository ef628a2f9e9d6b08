"""Logs: one readable line an event, and never a token in it."""

import io
import json
import logging
from urllib.parse import quote

import pytest
import structlog

from telegram_avalon.logs import set_up_logs
from telegram_avalon.settings import LogFormat

KEY = "AAExAmPlE_kEy-0123456789abcdefghijk"
URL = f"https://example.org/bot123456789:{KEY}/getMe"


pytestmark = pytest.mark.usefixtures("logging_restored")


@pytest.mark.parametrize("form", ["console", "json"])
def test_a_token_never_gets_out(form: LogFormat) -> None:
    stream = io.StringIO()
    set_up_logs("debug", form, stream)
    log = structlog.get_logger("here")

    log.warning("call failed", url=URL, nested={"urls": [URL]})
    log.warning("called %s", URL)
    logging.getLogger("httpx").warning("HTTP Request: POST %s", URL)
    try:
        raise RuntimeError(URL)
    except RuntimeError:
        log.exception("crashed")
        logging.getLogger("there").exception("crashed too")

    assert KEY not in stream.getvalue()
    assert stream.getvalue().count("123456789:…") >= 6


PASSWORD = 'p@ss/"w#rd'


@pytest.mark.parametrize("form", ["console", "json"])
def test_no_secret_of_the_settings_gets_out(form: LogFormat) -> None:
    stream = io.StringIO()
    set_up_logs("debug", form, stream, secrets=[PASSWORD, "", "x"])
    address = f"redis://ann:{quote(PASSWORD, safe='')}@db"

    structlog.get_logger("here").warning(f"no {PASSWORD} exit", url=address, given={"a": PASSWORD})
    logging.getLogger("theirs").warning("connecting to %s", address)
    try:
        raise RuntimeError(f"Error connecting to {address}, {PASSWORD}")
    except RuntimeError:
        logging.getLogger("there").exception("crashed")

    for shown in (PASSWORD, quote(PASSWORD, safe=""), "w#rd", "w%23rd"):
        assert shown not in stream.getvalue()
    assert "redis://ann:…@db" in stream.getvalue()
    assert "exit" in stream.getvalue(), "a secret of one letter would hide all"


def test_json_is_one_object_a_line_with_time_level_and_logger() -> None:
    stream = io.StringIO()
    set_up_logs("info", "json", stream)

    structlog.get_logger("ours").info("table begun", chat=-100, table="x")
    logging.getLogger("theirs").warning("hm %s", 1)
    ours, theirs = map(json.loads, stream.getvalue().splitlines())

    assert ours.pop("timestamp").endswith("Z")
    assert ours == {
        "event": "table begun",
        "level": "info",
        "logger": "ours",
        "chat": -100,
        "table": "x",
    }
    assert (theirs["event"], theirs["level"], theirs["logger"]) == ("hm 1", "warning", "theirs")


def test_less_important_lines_are_left_out_and_chatty_libraries_are_quiet() -> None:
    stream = io.StringIO()
    set_up_logs("info", "json", stream)

    structlog.get_logger("ours").debug("detail")
    logging.getLogger("httpx").info("HTTP Request")
    logging.getLogger("telegram.Bot").debug("getUpdates")
    structlog.get_logger("ours").info("shown")

    assert [json.loads(line)["event"] for line in stream.getvalue().splitlines()] == ["shown"]


def test_a_traceback_shows_no_local_variables() -> None:
    stream = io.StringIO()
    set_up_logs("info", "console", stream)
    secret_card = "Merlin-in-seat-3"  # noqa: F841 - it is there to not be shown

    try:
        raise RuntimeError("oops")
    except RuntimeError:
        structlog.get_logger("ours").exception("crashed")

    assert "RuntimeError: oops" in stream.getvalue()
    assert "Merlin" not in stream.getvalue()


@pytest.mark.parametrize("form", ["console", "json"])
def test_a_traceback_shows_no_values_either(form: LogFormat) -> None:
    """A key error's text is the key, a value error's the value: somebody's card, it may be."""
    stream = io.StringIO()
    set_up_logs("info", form, stream)

    secret = f"Merlin-in-seat-{3}"
    try:
        try:
            {"Percival": 1}[secret]
        except KeyError as error:
            raise ValueError(f"3 Anna is {secret}") from error
    except ValueError:
        structlog.get_logger("ours").exception("crashed")
        logging.getLogger("theirs").exception("crashed too")

    assert secret not in stream.getvalue()
    assert stream.getvalue().count("which came of:") == 2
    assert "KeyError" in stream.getvalue()
    assert "test_logs.py" in stream.getvalue()
