"""What whoever runs the bot may set, as one table, and the frozen value read from it.

The table drives reading, the messages about mistakes, the README and ``.env.example``. All
mistakes are found before any is reported. Secrets are never repeated in a message.
"""

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, NamedTuple
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit, urlunsplit
from urllib.request import proxy_bypass_environment  # type: ignore[attr-defined]

from environs import Env, EnvValidationError, ValidationError

from telegram_avalon.bot_token import BotToken, mask_tokens

LogLevel = Literal["debug", "info", "warning", "error"]
LogFormat = Literal["console", "json"]


class Address(NamedTuple):
    """Where the bot's own web server listens."""

    host: str
    port: int


@dataclass(frozen=True)
class Settings:
    """Everything the bot is told from outside."""

    token: BotToken
    api_url: str
    redis_url: str | None = field(repr=False)  # may hold a password
    data_dir: Path
    proxy_url: str | None = field(repr=False)  # may hold a password
    ip_version: int | None
    webhook_url: str | None
    webhook_secret: str | None = field(repr=False)
    listen: Address
    log_level: LogLevel
    log_format: LogFormat
    default_language: str
    messages_per_second: int
    allowed_chats: "AllowedChats"
    owners: frozenset[int]

    @property
    def bot_id(self) -> int:
        """The bot's Telegram user id."""
        return self.token.bot_id

    @property
    def secrets(self) -> tuple[str, ...]:
        """What no log line may hold, besides the token."""
        urls = filter(None, (self.redis_url, self.proxy_url))
        passwords = [password for url in urls if (password := urlsplit(url).password)]
        kept = [self.webhook_secret] if self.webhook_secret else []
        return (*kept, *passwords, *map(unquote, passwords))


@dataclass(frozen=True)
class AllowedChats:
    """The groups that the bot serves: by id, or by public name in lower case. Empty: all."""

    ids: frozenset[int] = frozenset()
    names: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.ids or self.names)


class SettingsError(Exception):
    """Settings that can't be used: one line for each mistake."""

    def __init__(self, lines: list[str]) -> None:
        """Keep the *lines* as they are to be shown."""
        super().__init__("\n".join(lines))
        self.lines = lines


@dataclass(frozen=True)
class Variable:
    """One environment variable: a row of the table.

    *read* raises ValueError for what it can't accept; *expected* then tells what it would.
    """

    name: str
    default: str  # empty: there is none
    expected: str
    about: str
    read: Callable[[str], object]
    secret: bool = False


class Mistake(ValueError):  # noqa: N818
    """A value that can't be accepted, and why: fit to be shown, with nothing of a secret in it."""


def _read_token_file(text: str) -> BotToken:
    try:
        return BotToken(Path(text).expanduser().read_text(encoding="utf-8").strip())
    except OSError as error:
        raise Mistake(f"it can't be read: {error.strerror}") from error


def _read_url(*schemes: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        url = urlsplit(text)
        place = url.path if url.scheme == "unix" else url.hostname
        if url.scheme not in schemes or not place or re.search(r"\s", text):
            raise ValueError
        _ = url.port  # raises ValueError for a port that is none
        return text.rstrip("/")

    return read


_ENCODE = "in user and password write # as %23, % as %25, / as %2F, : as %3A, ? as %3F, @ as %40"
_REDIS_SCHEMES = {
    "redis": "redis",
    "rediss": "rediss",
    "unix": "unix",
    "valkey": "redis",
    "valkeys": "rediss",
}
_REDIS_OPTIONS = {
    "db": r"\d{1,5}",
    "ssl_ca_certs": r".+",
    "ssl_cert_reqs": r"none|optional|required",
    "ssl_certfile": r".+",
    "ssl_check_hostname": r"(?i:true|false)",
    "ssl_keyfile": r".+",
}
"""What may follow the `?` of a database's address, and what each may say."""
_OTHERS_OPTIONS = {"family"}
"""Options of other languages' clients that hosting firms put there: they say nothing to ours."""


def _well_encoded(text: str) -> None:
    """Refuse an address whose password breaks it into other parts than were meant."""
    outside = text.partition("://")[2]
    netloc = re.split(r"[/?#]", outside, maxsplit=1)[0]
    stray = "#" in outside or outside.count("@") > netloc.count("@") or netloc.count("@") > 1
    user = netloc.rpartition("@")[0]
    if stray or user.count(":") > 1 or re.search(r"%(?![0-9A-Fa-f]{2})", user):
        raise Mistake(_ENCODE)


def _read_redis_url(text: str) -> str:
    """An address that redis-py understands."""
    _well_encoded(text)
    url = urlsplit(text)
    if url.scheme in {"redis+sentinel", "redis+cluster"}:
        raise Mistake("Sentinel and Cluster are not supported yet: name a single server")
    _read_url(*_REDIS_SCHEMES)(text)
    if url.scheme != "unix" and re.fullmatch(r"/?|/\d{1,5}", url.path) is None:
        raise Mistake("after the server comes the number of a database, as in /0")
    options = []
    for name, value in parse_qsl(url.query, keep_blank_values=True):
        if name in _OTHERS_OPTIONS:
            continue
        if re.fullmatch(_REDIS_OPTIONS.get(name, r"(?!)"), value) is None:
            known = ", ".join(_REDIS_OPTIONS)
            raise Mistake(f"after the ? there may be {known}, each with a fitting value")
        options.append((name, value))
    address = f"{_REDIS_SCHEMES[url.scheme]}://{url.netloc}{url.path.rstrip('/')}"
    return f"{address}?{urlencode(options)}" if options else address


_PROXY_SCHEMES = {
    "http": "http",
    "https": "https",
    "socks5": "socks5",
    "socks5h": "socks5",
    "socks": "socks5",  # as desktops write it
}
"""By socks5:// too the proxy looks the names up: it is the one that can."""


def _read_proxy_url(text: str) -> str:
    if "://" not in text:
        raise Mistake("it begins with http://, https:// or socks5://")
    _well_encoded(text)
    _read_url(*_PROXY_SCHEMES)(text)
    url = urlsplit(text)
    if not unquote(url.netloc).isascii():
        raise Mistake("of other than ASCII characters proxies make this or that")
    return urlunsplit((_PROXY_SCHEMES[url.scheme], url.netloc, "", "", ""))


def _read_ip_version(text: str) -> int | None:
    return {"any": None, "4": 4, "6": 6}[_read_choice("any", "4", "6")(text)]


def _read_chats(text: str) -> AllowedChats:
    ids, names = set(), set()
    for each in re.split(r"[\s,;]+", text.strip()):
        if re.fullmatch(r"-\d{1,20}", each):
            ids.add(int(each))
        elif re.fullmatch(r"@[A-Za-z]\w{3,31}", each, re.ASCII):
            names.add(each[1:].lower())
        else:
            raise Mistake(f"{each!r} is neither")
    return AllowedChats(frozenset(ids), frozenset(names))


def _read_people(text: str) -> frozenset[int]:
    found = re.split(r"[\s,;]+", text.strip())
    if not all(re.fullmatch(r"[1-9]\d{0,19}", each) for each in found):
        raise ValueError
    return frozenset(map(int, found))


def _read_address(text: str) -> Address:
    url = urlsplit(f"//{text}")
    if not url.hostname or url.port is None or url.netloc != text or "@" in text:
        raise ValueError
    return Address(url.hostname, url.port)


def _read_choice(*choices: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text.lower() not in choices:
            raise ValueError
        return text.lower()

    return read


def _read_pattern(pattern: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if re.fullmatch(pattern, text) is None:
            raise ValueError
        return text

    return read


def _read_number(low: int, high: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        number = int(text)
        if not low <= number <= high:
            raise ValueError
        return number

    return read


def _read_folder(text: str) -> Path:
    return Path(text).expanduser().absolute()


VARIABLES = (
    Variable(
        "BOT_TOKEN",
        "",
        "a token as @BotFather gives it, like 123456789:AAE… (digits, colon, 35 characters)",
        "the bot's token; this or `BOT_TOKEN_FILE` is needed",
        BotToken,
        secret=True,
    ),
    Variable(
        "BOT_TOKEN_FILE",
        "",
        "a readable file that holds the bot's token",
        "a file with the token, for Docker secrets and the like",
        _read_token_file,
    ),
    Variable(
        "BOT_API_URL",
        "https://api.telegram.org",
        "an http:// or https:// address",
        "the Bot API server, if you run your own",
        _read_url("http", "https"),
    ),
    Variable(
        "REDIS_URL",
        "",
        "a redis://, rediss://, valkey://, valkeys:// or unix:// address",
        "the Redis or Valkey to use; without it the bot runs one of its own in `DATA_DIR`",
        _read_redis_url,
        secret=True,
    ),
    Variable(
        "DATA_DIR",
        "~/.local/share/telegram-avalon",
        "a folder",
        "where the bot's own server keeps its data (`$XDG_DATA_HOME` is respected)",
        _read_folder,
    ),
    Variable(
        "PROXY_URL",
        "",
        "an http://, https:// or socks5:// address",
        "the proxy on the way to Telegram; without it `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY` "
        "count as usual",
        _read_proxy_url,
        secret=True,
    ),
    Variable(
        "IP_VERSION",
        "any",
        "any, 4 or 6",
        "by which version of IP Telegram is reached: `4` where IPv6 is there but leads nowhere",
        _read_ip_version,
    ),
    Variable(
        "WEBHOOK_URL",
        "",
        "an http:// or https:// address",
        "the public address Telegram sends updates to; without it the bot asks for them itself",
        _read_url("http", "https"),
    ),
    Variable(
        "WEBHOOK_SECRET",
        "",
        "1 to 256 letters, digits, _ or -",
        "proves that an update comes from Telegram; derived from the token if not set",
        _read_pattern("[A-Za-z0-9_-]{1,256}"),
        secret=True,
    ),
    Variable(
        "LISTEN",
        "127.0.0.1:8080",
        "host:port, like 0.0.0.0:8080 or [::1]:8080",
        "where the bot's web server listens",
        _read_address,
    ),
    Variable(
        "LOG_LEVEL",
        "info",
        "debug, info, warning or error",
        "how much is logged: `debug`, `info`, `warning` or `error`",
        _read_choice("debug", "info", "warning", "error"),
    ),
    Variable(
        "LOG_FORMAT",
        "console",
        "console or json",
        "`console` for people, `json` for machines",
        _read_choice("console", "json"),
    ),
    Variable(
        "DEFAULT_LANGUAGE",
        "en",
        "a language code, like en or pt_BR",
        "the language of whoever speaks none that the bot knows",
        _read_pattern("[A-Za-z]{2,3}([_-][A-Za-z0-9]{2,8})*"),
    ),
    Variable(
        "MESSAGES_PER_SECOND",
        "28",
        "a whole number from 1 to 1000",
        "how many messages a second the bot sends over all chats",
        _read_number(1, 1000),
    ),
    Variable(
        "ALLOWED_CHATS",
        "",
        "ids of groups, like -1001234567890, or @names, with commas between them",
        "the groups the bot serves; it leaves all others. Not set: every group",
        _read_chats,
    ),
    Variable(
        "OWNER",
        "",
        "ids of people, like 123456789, with commas between them",
        "who is told when something is wrong, and may use `/status` and `/drain`",
        _read_people,
    ),
)


def read_settings(
    environ: Mapping[str, str] | None = None, dotenv: Path = Path(".env")
) -> Settings:
    """Read the settings from *environ* (the process's own by default), then from *dotenv*.

    What the environment sets wins. Raises SettingsError with a line for every mistake.
    """
    env = _MappingEnv(os.environ if environ is None else environ)
    _read_dotenv(env, dotenv)
    values = {variable.name: env.read(variable) for variable in VARIABLES}
    lines = _mistakes(env)
    if not lines.keys() & {"BOT_TOKEN", "BOT_TOKEN_FILE"}:
        lines |= _token_mistake(values)
    told = [lines[each.name] for each in VARIABLES if each.name in lines]
    proxy = values["PROXY_URL"]
    try:
        proxy = proxy or _usual_proxy(env, values["BOT_API_URL"] or "")
    except Mistake as mistake:
        told.append(str(mistake))
    if told:
        raise SettingsError(told)
    return Settings(
        token=values["BOT_TOKEN"] or values["BOT_TOKEN_FILE"],
        api_url=values["BOT_API_URL"],
        redis_url=values["REDIS_URL"],
        data_dir=values["DATA_DIR"],
        proxy_url=proxy,
        ip_version=values["IP_VERSION"],
        webhook_url=values["WEBHOOK_URL"],
        webhook_secret=values["WEBHOOK_SECRET"],
        listen=values["LISTEN"],
        log_level=values["LOG_LEVEL"],
        log_format=values["LOG_FORMAT"],
        default_language=values["DEFAULT_LANGUAGE"],
        messages_per_second=values["MESSAGES_PER_SECOND"],
        allowed_chats=values["ALLOWED_CHATS"] or AllowedChats(),
        owners=values["OWNER"] or frozenset(),
    )


class _MappingEnv(Env):
    """Environs over any mapping. A variable set to nothing counts as unset: compose passes `X=`."""

    def __init__(self, source: Mapping[str, str]) -> None:
        super().__init__(eager=False)
        self._source = source
        for variable in VARIABLES:
            self.add_parser(variable.name, _parser(variable))

    def read(self, variable: Variable) -> Any:
        """The variable's value; None if it has none, or has one that *seal* will complain of."""
        return getattr(self, variable.name)(variable.name, _default(variable, self._source))

    def text(self, name: str) -> str:
        """What the environment or the file says under *name*; "" where they say nothing."""
        given = (place.get(name, "").strip() for place in (self._source, self._environ))
        return next(filter(None, given), "")

    def _get_value(self, env_key: str, default: Any) -> Any:
        return self.text(env_key) or default


def _usual_proxy(env: _MappingEnv, api_url: str) -> str | None:
    """The proxy that the usual variables name for *api_url*. Raises `Mistake` with the line."""
    url = urlsplit(api_url)
    proxies: dict[str, tuple[str, str]] = {}
    for kind in (url.scheme, "all", "no"):
        for name in (f"{kind}_proxy", f"{kind}_PROXY".upper()):
            if text := env.text(name):
                proxies.setdefault(kind, (name, text))
    if "no" in proxies and proxy_bypass_environment(url.hostname or "", {"no": proxies["no"][1]}):
        return None
    name, text = proxies.get(url.scheme) or proxies.get("all") or ("", "")
    if not text:
        return None
    try:
        return _read_proxy_url(text)
    except ValueError as error:
        why = f" ({error})" if isinstance(error, Mistake) else ""
        raise Mistake(
            f"{name}: expected an http://, https:// or socks5:// address; got something else{why}"
        ) from None


def _default(variable: Variable, source: Mapping[str, str]) -> str | None:
    if variable.name == "DATA_DIR" and (base := source.get("XDG_DATA_HOME")):
        return str(Path(base) / "telegram-avalon")
    return variable.default or None


def _parser(variable: Variable) -> Callable[[str | None], object]:
    def parse(text: str | None) -> object:
        try:
            return None if text is None else variable.read(text)
        except ValueError as error:
            raise ValidationError(_complaint(variable, text or "", error)) from error

    return parse


def _complaint(variable: Variable, text: str, error: ValueError) -> str:
    """One line: which variable, what is expected, what was given."""
    given = "something else (a secret, so not shown)" if variable.secret else repr(text)
    line = f"{variable.name}: expected {variable.expected}; got {mask_tokens(given)}"
    return f"{line} ({error})" if isinstance(error, Mistake) else line


def _mistakes(env: Env) -> dict[str, str]:
    try:
        env.seal()
    except EnvValidationError as error:
        if isinstance(error.error_messages, Mapping):  # it always is when sealing
            return {name: " ".join(lines) for name, lines in error.error_messages.items()}
        raise
    return {}


def _token_mistake(values: Mapping[str, object]) -> dict[str, str]:
    match values["BOT_TOKEN"], values["BOT_TOKEN_FILE"]:
        case None, None:
            return {"BOT_TOKEN": "BOT_TOKEN: not set; get a token from @BotFather in Telegram"}
        case BotToken(), BotToken():
            return {"BOT_TOKEN": "BOT_TOKEN: BOT_TOKEN_FILE is set too; set one of them"}
    return {}


def _read_dotenv(env: Env, path: Path) -> None:
    if not path.is_file():
        return
    try:
        env.read_env(path, recurse=False)
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError([f"{path}: can't be read: {error}"]) from error
