"""Who there is: people, bots, and what each is in a chat."""

from dataclasses import dataclass, field
from enum import StrEnum

GROUP_ANONYMOUS_BOT = 1087968824
CHANNEL_BOT = 136817688

ADMIN_RIGHTS = frozenset(
    {
        "can_manage_chat",
        "can_delete_messages",
        "can_manage_video_chats",
        "can_restrict_members",
        "can_promote_members",
        "can_change_info",
        "can_invite_users",
        "can_post_stories",
        "can_edit_stories",
        "can_delete_stories",
        "can_pin_messages",
        "can_manage_topics",
    }
)


@dataclass(eq=False)
class Person:
    """An account, human or bot, and how it stands to our bot in private."""

    id: int
    first_name: str
    last_name: str = ""
    username: str = ""
    language_code: str = ""
    is_bot: bool = False
    started: bool = False
    blocked: bool = False
    deleted: bool = False
    met: bool = False
    """The bot has had an update from this account, so it may mention it and look it up."""

    @property
    def name(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()

    def __repr__(self) -> str:
        return f"<{self.name} {self.id}>"


class Status(StrEnum):
    CREATOR = "creator"
    ADMINISTRATOR = "administrator"
    MEMBER = "member"
    RESTRICTED = "restricted"
    LEFT = "left"
    KICKED = "kicked"


PRESENT = frozenset({Status.CREATOR, Status.ADMINISTRATOR, Status.MEMBER, Status.RESTRICTED})


@dataclass
class Member:
    person: Person
    status: Status = Status.MEMBER
    rights: frozenset[str] = field(default_factory=frozenset)
    anonymous: bool = False

    @property
    def is_present(self) -> bool:
        return self.status in PRESENT

    @property
    def is_admin(self) -> bool:
        return self.status in (Status.CREATOR, Status.ADMINISTRATOR)

    def may(self, right: str) -> bool:
        return self.status is Status.CREATOR or right in self.rights
