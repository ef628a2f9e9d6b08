"""Settings: what is read, which mistakes are told, and that the documents say the same."""

import re
from pathlib import Path

import pytest

from telegram_avalon.settings import (
    VARIABLES,
    Address,
    AllowedChats,
    Settings,
    SettingsError,
    read_settings,
)

ROOT = Path(__file__).parents[1]
TOKEN = "123456789:AAExAmPlE_kEy-0123456789abcdefghijk"
NOWHERE = Path("/nowhere/.env")

DATABASES = "a redis://, rediss://, valkey://, valkeys:// or unix:// address"


def read(**environ: str) -> Settings:
    return read_settings({"BOT_TOKEN": TOKEN} | environ, NOWHERE)


def lines(**environ: str) -> list[str]:
    with pytest.raises(SettingsError) as caught:
        read(**environ)
    return caught.value.lines


def test_a_token_is_enough() -> None:
    settings = read()

    assert settings.token.reveal() == TOKEN
    assert settings.bot_id == 123456789
    assert settings.api_url == "https://api.telegram.org"
    assert settings.redis_url is None
    assert settings.data_dir == Path.home() / ".local/share/telegram-avalon"
    assert settings.webhook_url is None
    assert settings.webhook_secret is None
    assert settings.listen == Address("127.0.0.1", 8080)
    assert settings.log_level == "info"
    assert settings.log_format == "console"
    assert settings.default_language == "en"
    assert settings.messages_per_second == 28


@pytest.mark.parametrize(
    ("name", "text", "attribute", "value"),
    [
        ("BOT_API_URL", "http://127.0.0.1:8081", "api_url", "http://127.0.0.1:8081"),
        ("BOT_API_URL", "https://bots.example.org/api/", "api_url", "https://bots.example.org/api"),
        ("REDIS_URL", "redis://:secret@db:6379/1", "redis_url", "redis://:secret@db:6379/1"),
        ("REDIS_URL", "rediss://db", "redis_url", "rediss://db"),
        ("REDIS_URL", "unix:///run/valkey.sock", "redis_url", "unix:///run/valkey.sock"),
        ("REDIS_URL", "", "redis_url", None),
        ("DATA_DIR", "/var/lib/avalon", "data_dir", Path("/var/lib/avalon")),
        ("XDG_DATA_HOME", "/data", "data_dir", Path("/data/telegram-avalon")),
        ("WEBHOOK_URL", "https://bot.example.org", "webhook_url", "https://bot.example.org"),
        ("WEBHOOK_URL", "  ", "webhook_url", None),
        ("WEBHOOK_SECRET", "a_B-9", "webhook_secret", "a_B-9"),
        ("LISTEN", "0.0.0.0:80", "listen", Address("0.0.0.0", 80)),
        ("LISTEN", "[::1]:8080", "listen", Address("::1", 8080)),
        ("LOG_LEVEL", "WARNING", "log_level", "warning"),
        ("LOG_FORMAT", " json ", "log_format", "json"),
        ("DEFAULT_LANGUAGE", "pt_BR", "default_language", "pt_BR"),
        ("MESSAGES_PER_SECOND", "1000", "messages_per_second", 1000),
    ],
)
def test_a_setting_is_read(name: str, text: str, attribute: str, value: object) -> None:
    assert getattr(read(**{name: text}), attribute) == value


SECRET = "something else (a secret, so not shown)"


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("BOT_TOKEN", "", "BOT_TOKEN: not set; get a token from @BotFather in Telegram"),
        (
            "BOT_TOKEN",
            "123456789:short-key",
            (
                "BOT_TOKEN: expected a token as @BotFather gives it, like 123456789:AAE… "
                f"(digits, colon, 35 characters); got {SECRET}"
            ),
        ),
        (
            "BOT_API_URL",
            "api.telegram.org",
            "BOT_API_URL: expected an http:// or https:// address; got 'api.telegram.org'",
        ),
        (
            "BOT_API_URL",
            f"file:///bot{TOKEN}",
            "BOT_API_URL: expected an http:// or https:// address; got 'file:///bot123456789:…'",
        ),
        (
            "REDIS_URL",
            "http://:password@db",
            f"REDIS_URL: expected {DATABASES}; got {SECRET}",
        ),
        (
            "REDIS_URL",
            "redis://db:port",
            f"REDIS_URL: expected {DATABASES}; got {SECRET}",
        ),
        (
            "WEBHOOK_URL",
            "https://",
            "WEBHOOK_URL: expected an http:// or https:// address; got 'https://'",
        ),
        (
            "WEBHOOK_SECRET",
            "no spaces",
            f"WEBHOOK_SECRET: expected 1 to 256 letters, digits, _ or -; got {SECRET}",
        ),
        (
            "LISTEN",
            "8080",
            "LISTEN: expected host:port, like 0.0.0.0:8080 or [::1]:8080; got '8080'",
        ),
        (
            "LISTEN",
            "localhost:99999",
            "LISTEN: expected host:port, like 0.0.0.0:8080 or [::1]:8080; got 'localhost:99999'",
        ),
        (
            "LOG_LEVEL",
            "loud",
            "LOG_LEVEL: expected debug, info, warning or error; got 'loud'",
        ),
        ("LOG_FORMAT", "xml", "LOG_FORMAT: expected console or json; got 'xml'"),
        (
            "DEFAULT_LANGUAGE",
            "English please",
            "DEFAULT_LANGUAGE: expected a language code, like en or pt_BR; got 'English please'",
        ),
        (
            "MESSAGES_PER_SECOND",
            "0",
            "MESSAGES_PER_SECOND: expected a whole number from 1 to 1000; got '0'",
        ),
        (
            "MESSAGES_PER_SECOND",
            "many",
            "MESSAGES_PER_SECOND: expected a whole number from 1 to 1000; got 'many'",
        ),
    ],
)
def test_a_mistake_is_one_line_that_names_the_variable(name: str, text: str, line: str) -> None:
    assert lines(**{name: text}) == [line]


def test_all_mistakes_are_told_at_once_in_the_order_of_the_table() -> None:
    told = lines(LOG_LEVEL="loud", LISTEN="8080", BOT_TOKEN="")

    assert [line.partition(":")[0] for line in told] == ["BOT_TOKEN", "LISTEN", "LOG_LEVEL"]


def test_nothing_secret_is_in_what_settings_print() -> None:
    settings = read(REDIS_URL="redis://:hush@db", WEBHOOK_SECRET="hush")

    assert "hush" not in repr(settings)
    assert TOKEN.partition(":")[2] not in repr(settings)


def test_the_token_may_lie_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text(f"{TOKEN}\n")

    assert read(BOT_TOKEN="", BOT_TOKEN_FILE=str(file)).token.reveal() == TOKEN


def test_a_token_file_that_is_missing_or_holds_no_token_is_told(tmp_path: Path) -> None:
    file = tmp_path / "token"
    expected = f"BOT_TOKEN_FILE: expected a readable file that holds the bot's token; got '{file}'"

    assert lines(BOT_TOKEN="", BOT_TOKEN_FILE=str(file)) == [
        f"{expected} (it can't be read: No such file or directory)"
    ]
    file.write_text("123456789:oops")
    assert lines(BOT_TOKEN="", BOT_TOKEN_FILE=str(file)) == [expected]


def test_two_tokens_are_one_too_many(tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text(TOKEN)

    assert lines(BOT_TOKEN_FILE=str(file)) == [
        "BOT_TOKEN: BOT_TOKEN_FILE is set too; set one of them"
    ]


def test_a_dotenv_file_is_read_and_the_environment_wins(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text(f"# mine\nBOT_TOKEN={TOKEN}\nLOG_LEVEL=debug\nLOG_FORMAT=json\n")

    settings = read_settings({"LOG_LEVEL": "error"}, file)

    assert settings.bot_id == 123456789
    assert settings.log_level == "error"
    assert settings.log_format == "json"


def test_a_dotenv_file_that_is_no_text_is_told(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_bytes(b"BOT_TOKEN=\xff\xfe")

    with pytest.raises(SettingsError, match="can't be read"):
        read_settings({}, file)


def test_the_readme_describes_every_setting_as_the_table_does() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([A-Z_]+)` \| (?:`(.*?)` )?\| (.*) \|$", readme, re.MULTILINE)

    assert rows == [(each.name, each.default, each.about) for each in VARIABLES]


def test_the_example_names_every_setting_and_its_default() -> None:
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    rows = re.findall(r"^(?:# )?([A-Z_]+)=(.*)$", example, re.MULTILINE)

    assert rows == [(each.name, each.default) for each in VARIABLES]


# --- addresses ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "read_as"),
    [
        ("valkey://db", "redis://db"),
        ("valkeys://db:6380/2", "rediss://db:6380/2"),
        ("redis://db/?family=0", "redis://db"),
        ("rediss://db?ssl_cert_reqs=none&family=6", "rediss://db?ssl_cert_reqs=none"),
        ("redis://ann:p%40ss%2Fw%23rd@db", "redis://ann:p%40ss%2Fw%23rd@db"),
    ],
)
def test_an_address_of_a_database_is_read_as_our_client_has_it(given: str, read_as: str) -> None:
    assert read(REDIS_URL=given).redis_url == read_as


PASSWORD = "p@ss#w/o%rd"


@pytest.mark.parametrize(
    ("url", "why"),
    [
        (f"redis://:{PASSWORD}@db", "%40"),
        ("redis://:a#b@db", "%23"),
        ("redis://:a/b@db", "%2F"),
        ("redis://:a?b@db", "%3F"),
        ("redis://:a@b@db", "%40"),
        ("redis://:a%b@db", "%25"),
        ("redis://ann:a:b@db", "%3A"),
        ("redis://db?foo=1", "after the ?"),
        ("redis://db?db=x", "after the ?"),
        ("redis://db?max_connections=abc", "after the ?"),
        ("redis://db/zero", "number of a database"),
        ("redis+sentinel://db/0", "not supported yet"),
        ("redis+cluster://db", "not supported yet"),
    ],
)
def test_an_address_that_would_be_read_wrongly_is_one_line_without_it(url: str, why: str) -> None:
    (line,) = lines(REDIS_URL=url)

    assert line.startswith("REDIS_URL: expected ")
    assert why in line
    assert url not in line
    assert "w/o" not in line


def test_what_no_log_may_hold_are_passwords_and_the_webhooks_secret() -> None:
    settings = read(
        REDIS_URL="redis://ann:p%40ss@db", PROXY_URL="http://:w%2Frd@proxy", WEBHOOK_SECRET="hush"
    )

    assert set(settings.secrets) == {"p@ss", "p%40ss", "w/rd", "w%2Frd", "hush"}
    assert read(REDIS_URL="redis://db").secrets == ()


# --- proxies -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "proxy"),
    [
        ({"PROXY_URL": "http://proxy:3128"}, "http://proxy:3128"),
        ({"PROXY_URL": "https://ann:x%40y@proxy:3128/"}, "https://ann:x%40y@proxy:3128"),
        ({"PROXY_URL": "socks5h://proxy:1080"}, "socks5://proxy:1080"),
        ({"HTTPS_PROXY": "http://proxy:3128"}, "http://proxy:3128"),
        ({"https_proxy": "http://proxy:3128"}, "http://proxy:3128"),
        ({"ALL_PROXY": "socks5://proxy:1080"}, "socks5://proxy:1080"),
        ({"HTTP_PROXY": "http://proxy:3128"}, None),
        ({"HTTPS_PROXY": "http://a:1", "PROXY_URL": "http://b:2"}, "http://b:2"),
        ({"HTTPS_PROXY": "http://a:1", "NO_PROXY": "api.telegram.org"}, None),
        ({"HTTPS_PROXY": "http://a:1", "NO_PROXY": "localhost,127.0.0.1"}, "http://a:1"),
        ({"HTTP_PROXY": "http://a:1", "BOT_API_URL": "http://api.lan:8081"}, "http://a:1"),
    ],
)
def test_the_proxy_is_the_one_named_else_the_usual_one(
    given: dict[str, str], proxy: str | None
) -> None:
    assert read(**given).proxy_url == proxy


def test_a_proxy_counts_in_the_file_as_in_the_environment(tmp_path: Path) -> None:
    dotenv = tmp_path / ".env"
    dotenv.write_text("HTTPS_PROXY=http://proxy:3128\n")

    assert read_settings({"BOT_TOKEN": TOKEN}, dotenv).proxy_url == "http://proxy:3128"


@pytest.mark.parametrize(
    "given",
    [
        {"PROXY_URL": "proxy:3128"},
        {"PROXY_URL": "ftp://proxy"},
        {"HTTPS_PROXY": "proxy:3128"},
        {"ALL_PROXY": "http://ann:a@b@proxy"},
    ],
)
def test_a_proxy_that_is_none_is_one_line(given: dict[str, str]) -> None:
    (line,) = lines(**given)

    assert line.startswith(f"{next(iter(given))}: expected an http://, https:// or socks5://")
    assert next(iter(given.values())) not in line


# --- for whom ----------------------------------------------------------------------------------


def test_the_groups_and_the_owners_are_lists() -> None:
    settings = read(ALLOWED_CHATS="-1001, @Friday_Knights;-7", OWNER="12 34")

    assert settings.allowed_chats == AllowedChats(
        frozenset({-1001, -7}), frozenset({"friday_knights"})
    )
    assert settings.owners == {12, 34}
    assert not read().allowed_chats


@pytest.mark.parametrize(
    ("name", "text"),
    [("ALLOWED_CHATS", "Friends"), ("ALLOWED_CHATS", "12"), ("OWNER", "@ann"), ("OWNER", "-5")],
)
def test_who_is_no_group_or_person_is_one_line(name: str, text: str) -> None:
    (line,) = lines(**{name: text})

    assert line.startswith(f"{name}: expected ids of ")
