"""Every "not now", "not you" and "not that": one enum, which the screens put into words."""

from enum import StrEnum


class Reason(StrEnum):
    # of the game
    GAME_OVER = "game_over"
    NOT_THE_TIME = "not_the_time"
    NOT_LEADER = "not_leader"
    TEAM_FULL = "team_full"
    TEAM_NOT_FULL = "team_not_full"
    NO_SUCH_SEAT = "no_such_seat"
    NOT_ON_TEAM = "not_on_team"
    GOOD_MUST_SUCCEED = "good_must_succeed"
    CARD_IS_DOWN = "card_is_down"
    NOT_ASSASSIN = "not_assassin"
    NOT_A_TARGET = "not_a_target"
    CHOOSE_QUEST_FIRST = "choose_quest_first"
    QUEST_NOT_OPEN = "quest_not_open"
    OPINION_MAKERS_FIRST = "opinion_makers_first"
    VOTE_STANDS = "vote_stands"
    NOT_ASKED = "not_asked"
    NOT_A_CHOICE = "not_a_choice"
    MUST_PLAY = "must_play"
    CARD_NOT_DRAWN = "card_not_drawn"
    GIVE_TO_OTHERS = "give_to_others"
    # of the table
    NOT_AT_TABLE = "not_at_table"
    ALREADY_BEGUN = "already_begun"
    NOT_BEGUN = "not_begun"
    TABLE_CLOSED = "table_closed"
    TABLE_FULL = "table_full"
    TOO_FEW_PLAYERS = "too_few_players"
    CHARACTERS_DONT_FIT = "characters_dont_fit"
    OTHER_GAME = "other_game"
    NOT_HOST = "not_host"
    NOT_A_PERSON = "not_a_person"
    STEP_IS_OVER = "step_is_over"


class Refused(Exception):  # noqa: N818 - it is an answer, not an error
    """A command that can't be carried out; whatever it was for is unchanged."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.value)
        self.reason = reason
