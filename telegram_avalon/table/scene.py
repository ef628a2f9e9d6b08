"""What one viewer may see of a table: all that a screen is made from.

A viewer is a person (their private chat) or the public (the group). Secrets stop here: a scene
holds the rules' `View` for that viewer, never the game.
"""

from msgspec import Struct
from msgspec.structs import replace

from telegram_avalon.rules import FactSeen, Ruleset, Seat, View, view
from telegram_avalon.rules.knowledge import asked_in_secret
from telegram_avalon.table.model import Begun, Notice, Page, Person, Place, Stage, Table

Entry = Begun | FactSeen | Notice
"""One thing that happened, in the order it is told."""


class Scene(Struct, frozen=True):
    table: str
    place: Place
    host: int | None
    stage: Stage
    people: tuple[Person, ...]
    ruleset: Ruleset
    story: tuple[Entry, ...]
    view: View | None
    viewer: Person | None
    """None: the group."""
    invited: tuple[Person, ...]
    unreachable: tuple[Person, ...]
    editing: bool
    recalls: int
    page: Page
    draining: bool = False

    @property
    def step(self) -> int:
        """The step that buttons shown now are meant for; 0 in the lobby."""
        return 0 if self.view is None else self.view.step

    @property
    def unreachable_seats(self) -> tuple[Seat, ...]:
        """The seats of a running game that the bot can't write to, as far as all may know it.

        While only one is asked in secret, who can't be written to would tell who that is.
        """
        if self.stage is not Stage.PLAYING or self.view is None or asked_in_secret(self.view.phase):
            return ()
        return tuple(Seat(i) for i, person in enumerate(self.people) if person.deaf)


def scene(table: Table, user: int | None) -> Scene:
    """The table as *user* sees it, or as everybody does (None)."""
    seen = _view(table, None if user is None else table.seat(user))
    return Scene(
        table=table.id,
        place=table.place,
        host=table.host,
        stage=table.stage,
        people=table.people,
        ruleset=table.ruleset,
        story=story(table, seen),
        view=seen,
        viewer=None if user is None else table.person(user),
        invited=table.invited,
        unreachable=table.unreachable,
        editing=table.editing,
        recalls=table.recalls.get(table.place.chat if user is None else user, 0),
        page=table.page,
        draining=table.draining,
    )


def chats(table: Table) -> tuple[int | None, ...]:
    """Whose chats the table speaks to: the group (None) and, in a game, each player's own."""
    if table.game is None:
        return (None,)
    return (None, *(person.id for person in table.people))


def story(table: Table, seen: View | None) -> tuple[Entry, ...]:
    """Facts of the game and notices of the table in the order they happened; only ever grows."""
    if seen is None:
        return ()
    told: list[Entry] = [Begun()]
    notices = list(table.notices)
    for count, fact in enumerate(seen.record):
        while notices and notices[0].at <= count:
            told.append(notices.pop(0))
        told.append(fact)
    return (*told, *notices)


def _view(table: Table, seat: Seat | None) -> View | None:
    if table.game is None:
        return None
    seen = view(table.game, seat)
    # A cancelled game is over too: its characters are shown.
    return replace(seen, deal=table.game.setup.deal) if table.stage is Stage.CLOSED else seen
