"""What a table holds. It is stored whole: fields are only ever added, with a default."""

from enum import Enum, StrEnum, auto

from msgspec import Struct
from msgspec.structs import replace

from telegram_avalon.rules import Game, Over, Ruleset, Seat


class Person(Struct, frozen=True, omit_defaults=True):
    """Somebody at the table: their Telegram id, clean name and language."""

    id: int
    name: str
    """As `i18n.names.clean_name` gives it; may be empty."""
    language: str = "en"
    deaf: bool = False
    """Telegram refuses to deliver to them: they blocked the bot, or are gone."""


class Place(Struct, frozen=True, omit_defaults=True):
    """The group, or the topic of a forum, where the table stands."""

    chat: int
    title: str
    thread: int | None = None
    language: str = "en"
    second: str | None = None
    """The second language of a group that reads two."""
    astray: bool = False
    """The topic is gone and another table stands in the whole chat: this one speaks there too."""
    former: int | None = None
    """The id of the group before it became a supergroup: a last press may still bear it."""

    def is_in(self, chat: int) -> bool:
        """Whether *chat* is the group, by whichever id."""
        return chat in {self.chat, self.former}

    @property
    def languages(self) -> tuple[str, ...]:
        return (self.language,) if self.second is None else (self.language, self.second)

    def in_languages(self, languages: tuple[str, ...]) -> "Place":
        """The same place in one language or two."""
        first, *second = languages
        return replace(self, language=first, second=second[0] if second else None)

    @property
    def spoken_in(self) -> int | None:
        """The topic to write to; None: the whole chat."""
        return None if self.astray else self.thread


class Deafened(Struct, frozen=True, array_like=True, tag="deaf"):
    """A player could not be written to; told after the first *at* facts of the game."""

    at: int
    seat: Seat


class Departed(Struct, frozen=True, array_like=True, tag="departed"):
    """A player has left the Telegram group; told after the first *at* facts of the game."""

    at: int
    seat: Seat
    host: Seat | None = None
    """Who is the host since, where it was they."""


class Cancelled(Struct, frozen=True, array_like=True, tag="cancelled"):
    at: int


class Begun(Struct, frozen=True):
    """The first entry of every game's story; it follows from there being a game."""


Notice = Deafened | Departed | Cancelled


class Stage(Enum):
    LOBBY = auto()
    PLAYING = auto()
    OVER = auto()
    """The game came to its end."""
    CLOSED = auto()
    """The lobby was closed, or the game cancelled."""

    @property
    def live(self) -> bool:
        return self in {Stage.LOBBY, Stage.PLAYING}


class Page(StrEnum):
    """A page of the settings, as stored."""

    MAIN = "main"
    CHARACTERS = "characters"
    OPTIONS = "options"


class Table(Struct, frozen=True, omit_defaults=True):
    id: str
    """64 random bits in base64url."""
    place: Place
    host: int | None
    """None where an anonymous admin opened the table."""
    opened: int
    """Milliseconds since the epoch, as every time here."""
    moved: int
    people: tuple[Person, ...] = ()
    """In the order they came; once the game has begun, by seat."""
    ruleset: Ruleset = Ruleset()
    game: Game | None = None
    notices: tuple[Notice, ...] = ()
    invited: tuple[Person, ...] = ()
    """Last game's players, mentioned once in the lobby of a rematch."""
    editing: bool = False
    """Whether the lobby's message shows the settings."""
    unreachable: tuple[Person, ...] = ()
    """Who lost their place in the lobby because the bot can't write to them."""
    recalls: dict[int, int] = {}
    """How often each chat's message was called to the end of the chat."""
    nudged: int = 0
    closed: bool = False
    muted: int = 0
    """Since when the group is known not to let us write; 0: it does."""
    page: Page = Page.MAIN
    """Which page of the settings is shown while they are."""
    put_away: Ruleset | None = None
    """What was set for the other game: what belongs to it alone comes back with it."""
    draining: bool = False
    """Whether its people are told that the bot begins no new games."""

    @property
    def stage(self) -> Stage:
        if self.closed:
            return Stage.CLOSED
        if self.game is None:
            return Stage.LOBBY
        return Stage.OVER if isinstance(self.game.phase, Over) else Stage.PLAYING

    @property
    def live(self) -> bool:
        return self.stage.live

    def person(self, user: int) -> Person | None:
        return next((person for person in self.people if person.id == user), None)

    def seat(self, user: int) -> Seat | None:
        """Where *user* sits, None before the game and for strangers."""
        if self.game is None:
            return None
        return next((Seat(i) for i, person in enumerate(self.people) if person.id == user), None)
