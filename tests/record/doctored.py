"""Records in which one rule was broken: each row turns an honest record into a false one.

A row's function changes the record it is given and tells whether there was anything to change;
the words are in what `naive_rules` must then say.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from tests.naive_rules import Json


@dataclass(frozen=True)
class Doctoring:
    name: str
    change: Callable[[Json], bool]
    found: str


def _events(record: Json, kind: str, **fields: Any) -> list[Json]:
    return [
        event
        for event in record["events"]
        if event["event"] == kind and all(event.get(k) == v for k, v in fields.items())
    ]


def _alter(kind: str, change: Callable[[Json, Json], object], **fields: Any) -> Any:
    """Change the last event of a kind; one for which *change* gives False is left alone."""

    def altered(record: Json) -> bool:
        events = _events(record, kind, **fields)
        return any(change(record, event) is not False for event in events[-1:])

    return altered


def _each(kind: str, change: Callable[[Json, Json], bool], **fields: Any) -> Any:
    """Change the first event of a kind for which *change* finds something to change."""
    return lambda record: any(change(record, e) for e in _events(record, kind, **fields))


def _drop(kind: str, **fields: Any) -> Any:
    def dropped(record: Json) -> bool:
        events = _events(record, kind, **fields)
        record["events"] = [e for e in record["events"] if not (events and e is events[-1])]
        return bool(events)

    return dropped


def _set(name: str, value: Callable[[Json, Json], Any]) -> Callable[[Json, Json], bool]:
    def change(record: Json, event: Json) -> bool:
        new = value(record, event)
        old, event[name] = event.get(name), new
        return bool(new is not None and new != old)

    return change


def _after(record: Json, seat: int) -> int:
    return int(seat % record["players"] + 1)


def _before(record: Json, event: Json) -> list[Json]:
    place = next(i for i, e in enumerate(record["events"]) if e is event)
    return list(record["events"][:place])


def _player(record: Json, seat: int) -> Json:
    player: Json = record["seats"][seat - 1]
    return player


def _having(record: Json, **fields: Any) -> Iterator[Json]:
    for player in record["seats"]:
        if all(player.get(name) == value for name, value in fields.items()):
            yield player


def _other_side(side: str) -> str:
    return "evil" if side == "good" else "good"


# --- proposals and votes -------------------------------------------------------------------------


def _stays(record: Json, event: Json) -> bool:
    """The leader of a rejected team proposes again."""
    if event["proposal"] == 1:
        return False
    event["leader"] = _events({"events": _before(record, event)}, "team_proposed")[-1]["leader"]
    return True


def _tie(record: Json, event: Json) -> bool:
    event["approved"] = event["approvals"] == event["rejections"] or event["approved"]
    return bool(event["approvals"] == event["rejections"])


def _outvoted(record: Json, event: Json) -> bool:
    event["approved"] = not event["approved"]
    return True


def _abstains(record: Json, event: Json) -> bool:
    event["votes"].pop()
    return True


def _votes_out_of_order(record: Json, event: Json) -> bool:
    event["votes"].reverse()
    return len(event["votes"]) > 1


def _head_out_of_order(name: str) -> Callable[[Json], bool]:
    def change(record: Json) -> bool:
        record[name].reverse()
        return len(record[name]) > 1

    return change


def _votes_twice(record: Json, event: Json) -> bool:
    event["votes"][0]["seat"] = 2
    return True


def _smaller(record: Json, event: Json) -> bool:
    event["team"].pop()
    return len(event["team"]) > 1


def _twice_in_team(record: Json, event: Json) -> bool:
    event["team"][0] = event["team"][1]
    return True


def _stranger(record: Json, event: Json) -> bool:
    event["team"][-1] = record["players"] + 1
    return True


def _plays(record: Json, *options: str) -> bool:
    return set(options) <= set(record["options"])


def _jump(record: Json, event: Json) -> bool:
    event["quest"] = event["quest"] % 5 + 1
    return not _plays(record, "targeting")


def _fifth_too_early(record: Json, event: Json) -> bool:
    event["quest"] = 5
    return _plays(record, "targeting") and event["round"] == 1


def _again(record: Json, event: Json) -> bool:
    done = _events({"events": _before(record, event)}, "quest_played")
    if done:
        event["quest"] = done[-1]["quest"]
    return bool(done) and _plays(record, "targeting")


def _fifth_is_voted(record: Json) -> bool:
    if not _plays(record, "unvoted_fifth"):
        return False
    for place, event in enumerate(record["events"]):
        if event["event"] == "team_proposed" and event["proposal"] == 5:
            votes = _events(record, "team_voted", approved=False)[-1]
            record["events"].insert(place + 1, {**votes, "round": event["round"]})
            return True
    return False


def _fifth_goes_on(record: Json) -> bool:
    if record["result"]["ending"] != "five_rejections":
        return False
    last = _events(record, "team_proposed")[-1]
    record["events"].append({**last, "leader": _after(record, last["leader"])})
    return True


# --- quests --------------------------------------------------------------------------------------


def _other_team(record: Json, event: Json) -> bool:
    outside = [s for s in range(1, record["players"] + 1) if s not in event["team"]]
    event["team"][0] = outside[0]
    return True


def _upside_down(record: Json, event: Json) -> bool:
    event["succeeded"] = not event["succeeded"]
    return True


def _one_is_enough(record: Json, event: Json) -> bool:
    event["succeeded"] = False
    return bool(event["fails_needed"] == 2 and event["fails"] == 1)


def _good_fails(record: Json, event: Json) -> bool:
    evil = [s for s in event["team"] if _player(record, s)["side"] == "evil"]
    event["fails"], event["successes"] = len(evil) + 1, len(event["team"]) - len(evil) - 1
    return not _plays(record, "good_may_fail") and event["successes"] >= 0


def _one_card_more(record: Json, event: Json) -> bool:
    event["successes"] += 1
    return True


def _other_need(record: Json, event: Json) -> bool:
    event["fails_needed"] = 3 - event["fails_needed"]
    return True


# --- the end -------------------------------------------------------------------------------------


def _more_to_come(record: Json) -> bool:
    record["events"].append(record["events"][-1])
    return True


def _cut_short(record: Json) -> bool:
    record["events"].pop()
    return True


def _other_winner(record: Json) -> bool:
    record["result"]["winner"] = _other_side(record["result"]["winner"])
    return True


def _other_ending(record: Json) -> bool:
    endings = ("three_fails", "five_rejections")
    record["result"]["ending"] = endings[record["result"]["ending"] == endings[0]]
    return True


def _knows_target(record: Json, event: Json) -> bool:
    known = _player(record, event["assassin"]).get("knows", {}).get("evil", [])
    event["target"] = known[0] if known else event["target"]
    return bool(known)


# --- set-up and the Lady -------------------------------------------------------------------------


def _turncoat(record: Json) -> bool:
    next(_having(record, side="evil"))["side"] = "good"
    return True


def _swapped(record: Json) -> bool:
    """Everything is as dealt, but two characters say the other side."""
    if record["game"] != "avalon":
        return False
    evil, good = (next(_having(record, side=side)) for side in ("evil", "good"))
    evil["side"], good["side"] = "good", "evil"
    return True


def _another_character(record: Json) -> bool:
    for player in _having(record, character="servant"):
        player["character"] = "percival"
        return "percival" not in record["characters"]
    return False


def _no_assassin(record: Json) -> bool:
    for player in _having(record, character="assassin"):
        player["character"] = "minion"
        return True
    return False


def _without_merlin(record: Json) -> bool:
    if not {"percival", "mordred", "morgana"} & set(record["characters"]):
        return False
    record["characters"].remove("merlin")
    return True


def _sees(looking: str, seen: str) -> Callable[[Json], bool]:
    def change(record: Json) -> bool:
        for mine in _having(record, character=looking):
            for other in _having(record, character=seen):
                known = mine.setdefault("knows", {}).setdefault("evil", [])
                known[:] = sorted({*known, other["seat"]})
                return True
        return False

    return change


def _only_merlin(record: Json) -> bool:
    for percival in _having(record, character="percival"):
        for morgana in _having(record, character="morgana"):
            percival["knows"]["merlin_among"].remove(morgana["seat"])
            return True
    return False


def _spies_see(record: Json) -> bool:
    first, second, *_ = _having(record, side="evil")
    first["knows"] = {"evil": [second["seat"]]}
    return _plays(record, "blind_spies")


def _lady_elsewhere(record: Json) -> bool:
    record["lady"] = _after(record, record.get("lady", 1))
    return _plays(record, "lady")


def _lady_unasked(record: Json) -> bool:
    if not _plays(record, "lady") or not _events(record, "lady_used"):
        return False
    record["options"].remove("lady")
    del record["lady"]
    return True


def _to_a_former_holder(record: Json, event: Json) -> bool:
    event["target"] = record["lady"]
    return True


# --- plot cards ----------------------------------------------------------------------------------


def _short_deck(record: Json) -> bool:
    if "plot_deck" not in record:
        return False
    record["plot_deck"].pop()
    return True


def _loaded_deck(record: Json, event: Json) -> bool:
    event["cards"][0] = "no_confidence" if event["cards"][0] != "no_confidence" else "close_eye"
    return True


def _to_another(record: Json, event: Json) -> bool:
    """Who shows or looks gets somebody whom they can't."""
    user = event["seat"]
    near = {_after(record, user), (user - 2) % record["players"] + 1, user}
    event["target"] = next(s for s in range(1, record["players"] + 1) if s not in near)
    return True


def _to_a_third(record: Json, event: Json) -> bool:
    two = {event["seat"], event["target"]}
    event["target"] = next(s for s in range(1, record["players"] + 1) if s not in two)
    return True


def _taken_from_nobody(record: Json, event: Json) -> bool:
    given = {e["card"] for e in _events(record, "plot_card_given")}
    absent = {"spotlight", "strong_leader", "no_confidence"} - given
    event["taken"] = min(absent) if absent else event["taken"]
    return bool(absent)


def _same_round(record: Json) -> bool:
    """A Strong Leader leads in the round in which they got the card."""
    for place, event in enumerate(record["events"]):
        if event["event"] == "plot_card_given" and event["card"] == "strong_leader":
            using = {"event": "plot_card_used", "round": event["round"]}
            using |= {"card": "strong_leader", "seat": event["receiver"]}
            record["events"].insert(place + 1, using)
            following = record["events"][place + 2]["event"]
            return bool(following == "team_proposed")
    return False


def _used_twice(card: str) -> Callable[[Json], bool]:
    def change(record: Json) -> bool:
        for place, event in enumerate(record["events"]):
            if event["event"] == "plot_card_used" and event["card"] == card:
                record["events"].insert(place + 1, event)
                return True
        return False

    return change


def _passes_without(record: Json) -> bool:
    """Somebody passes a card that they don't hold."""
    if not _plays(record, "plot_cards"):
        return False
    for event in _events(record, "plot_card_passed"):
        mine = [e["receiver"] for e in _events(record, "plot_card_given", card=event["card"])]
        takers = [e["seat"] for e in _events(record, "plot_card_used", taken=event["card"])]
        without = set(range(1, record["players"] + 1)) - {*mine, *takers}
        event["seat"] = min(without) if without else event["seat"]
        return bool(without)
    return False


def _pass_untold(record: Json) -> bool:
    """Somebody's first answer for a card is left out: they can't have asked not to be asked yet."""
    answered: set[tuple[str, int]] = set()
    for event in record["events"]:
        if event["event"] in ("plot_card_used", "plot_card_passed"):
            answer = event["card"], event["seat"]
            if event["event"] == "plot_card_passed" and answer not in answered:
                record["events"] = [each for each in record["events"] if each is not event]
                return True
            answered.add(answer)
    return False


def _pass_untold_with_a_new_card(record: Json) -> bool:
    """Somebody's pass for a card they just got again is left out: they have to be asked anew."""
    anew: set[tuple[str, int]] = set()
    for event in record["events"]:
        if event["event"] == "plot_card_given":
            anew.add((event["card"], event["receiver"]))
        elif event["event"] == "plot_card_passed":
            answer = event["card"], event["seat"]
            if answer in anew:
                record["events"] = [each for each in record["events"] if each is not event]
                return True
            anew.discard(answer)
    return False


def _out_of_order(record: Json, event: Json) -> bool:
    event["team"].reverse()
    return True


def _unasked_order(record: Json) -> bool:
    for one, other in zip(record["events"], record["events"][1:], strict=False):
        if one["event"] == other["event"] == "plot_card_passed" and one["card"] == other["card"]:
            one["seat"], other["seat"] = other["seat"], one["seat"]
            return bool(one["seat"] != other["seat"])
    return False


def _mind_changed(record: Json, event: Json) -> bool:
    opposite = {"approve": "reject", "reject": "approve"}
    event["votes"][0]["vote"] = opposite[event["votes"][0]["vote"]]
    return True


def _not_a_maker(record: Json, event: Json) -> bool:
    makers = {voted["seat"] for voted in event["votes"]}
    event["votes"][0]["seat"] = next(s for s in range(1, 11) if s not in makers)
    return True


def _not_on_team(record: Json, event: Json) -> bool:
    team = _events({"events": _before(record, event)}, "team_proposed")[-1]["team"]
    event["target"] = next(s for s in range(1, record["players"] + 1) if s not in team)
    return True


def _own_card(record: Json, event: Json) -> bool:
    team = _events({"events": _before(record, event)}, "team_proposed")[-1]["team"]
    event["target"] = event["seat"]
    return event["seat"] in team


def _open_card(record: Json, event: Json) -> bool:
    spotlit = _events({"events": _before(record, event)}, "quest_cards_laid")[-1].get("spotlit")
    event["target"] = spotlit or event["target"]
    return bool(spotlit)


def _same_card(record: Json, event: Json) -> bool:
    before = _before(record, event)[-1]
    event["target"] = before.get("target", event["target"])
    return bool(before.get("card") == "close_eye" and "target" in before)


def _treason_seen(record: Json, event: Json) -> bool:
    event["quest_card"] = "fail"
    good = _player(record, event["target"])["side"] == "good"
    return good and not _plays(record, "good_may_fail")


def _face_down(record: Json, event: Json) -> bool:
    return event.pop("shown", None) is not None


def _nobody_looks(record: Json) -> bool:
    """All quest cards are said to lie there, though nobody holds Keeping a Close Eye."""
    for place, event in enumerate(record["events"]):
        if event["event"] == "quest_played" and event["round"] == 1:
            given = _events(record, "plot_card_given", card="close_eye", round=1)
            laid = {"event": "quest_cards_laid", "round": 1}
            shown = {k: event[k] for k in ("spotlit", "shown") if k in event}
            record["events"].insert(place, laid | shown)
            return not given
    return False


_CONFIDENCE = {"card": "establish_confidence"}
_EYE = {"card": "close_eye"}

DOCTORINGS = [
    Doctoring(
        "another leads",
        _alter("team_proposed", _set("leader", lambda r, e: _after(r, e["leader"]))),
        "the leader is",
    ),
    Doctoring("leader stays", _each("team_proposed", _stays), "the leader is"),
    Doctoring("tie approved", _each("team_voted", _tie), "approved: False"),
    Doctoring("few approve", _alter("team_voted", _outvoted, approved=False), "approved: False"),
    Doctoring("most reject", _alter("team_voted", _outvoted, approved=True), "approved: True"),
    Doctoring(
        "miscounted",
        _alter("team_voted", _set("approvals", lambda r, e: e["approvals"] + 1)),
        "count of approvals",
    ),
    Doctoring(
        "rejections miscounted",
        _alter("team_voted", _set("rejections", lambda r, e: e["rejections"] + 1)),
        "count of rejections",
    ),
    Doctoring("a vote missing", _alter("team_voted", _abstains), "everybody votes"),
    Doctoring("a vote twice", _alter("team_voted", _votes_twice), "everybody votes"),
    Doctoring("votes out of order", _alter("team_voted", _votes_out_of_order), "not in order"),
    Doctoring(
        "opinions out of order", _each("opinions_given", _votes_out_of_order), "not in order"
    ),
    Doctoring("options out of order", _head_out_of_order("options"), "not in order"),
    Doctoring("characters out of order", _head_out_of_order("characters"), "not in order"),
    Doctoring("no vote", _drop("team_voted"), "team_voted expected"),
    Doctoring(
        "the track",
        _alter("team_voted", _set("track", lambda r, e: e["track"] + 1)),
        "the track stands",
    ),
    Doctoring(
        "the proposal's number",
        _alter("team_proposed", _set("proposal", lambda r, e: e["proposal"] % 5 + 1)),
        "it is proposal",
    ),
    Doctoring("too small", _alter("team_proposed", _smaller), "go on quest"),
    Doctoring("twice in the team", _alter("team_proposed", _twice_in_team), "twice in a team"),
    Doctoring("team out of order", _alter("team_proposed", _out_of_order), "order of seats"),
    Doctoring("a stranger", _alter("team_proposed", _stranger), "no such member"),
    Doctoring("quest left out", _alter("team_proposed", _jump), "in their order"),
    Doctoring("fifth quest early", _each("team_proposed", _fifth_too_early), "not open yet"),
    Doctoring("a quest again", _each("team_proposed", _again), "that quest was played"),
    Doctoring(
        "vote on an unvoted team",
        _fifth_is_voted,
        "quest_played expected|wrong round|has to be asked",
    ),
    Doctoring("a sixth proposal", _fifth_goes_on, "the game was over"),
    Doctoring("another team goes", _alter("quest_played", _other_team), "another team"),
    Doctoring(
        "another quest goes",
        _alter("quest_played", _set("quest", lambda r, e: e["quest"] % 5 + 1)),
        "another quest",
    ),
    Doctoring("result turned", _alter("quest_played", _upside_down), "the quest's result"),
    Doctoring("one of two Fails", _each("quest_played", _one_is_enough), "the quest's result"),
    Doctoring("good fails", _each("quest_played", _good_fails), "Fails are possible"),
    Doctoring("a card more", _alter("quest_played", _one_card_more), "count of cards"),
    Doctoring("Fails needed", _alter("quest_played", _other_need), "Fails are needed"),
    Doctoring(
        "the round's number",
        _alter("quest_played", _set("round", lambda r, e: e["round"] % 5 + 1)),
        "wrong round",
    ),
    Doctoring("played on", _more_to_come, "the game was over"),
    Doctoring("cut short", _cut_short, "not the end|expected"),
    Doctoring("other winner", _other_winner, "the winner was"),
    Doctoring("other ending", _other_ending, "the ending was"),
    Doctoring(
        "another assassinates",
        _alter("merlin_named", _set("assassin", lambda r, e: _after(r, e["assassin"]))),
        "assassinates",
    ),
    Doctoring(
        "names themselves",
        _alter("merlin_named", _set("target", lambda r, e: e["assassin"])),
        "names themselves",
    ),
    Doctoring("names a comrade", _alter("merlin_named", _knows_target), "known to be evil"),
    Doctoring(
        "found or not",
        _alter("merlin_named", _set("found", lambda r, e: not e["found"])),
        "Merlin found",
    ),
    Doctoring("one evil less", _turncoat, "how many are evil"),
    Doctoring("on the wrong side", _swapped, "is good|is evil"),
    Doctoring("dealt unchosen", _another_character, "percival dealt"),
    Doctoring("no Assassin", _no_assassin, "the Assassin"),
    Doctoring("chosen without Merlin", _without_merlin, "without Merlin"),
    Doctoring("Merlin sees Mordred", _sees("merlin", "mordred"), "knows evil"),
    Doctoring("evil sees Oberon", _sees("assassin", "oberon"), "knows evil"),
    Doctoring("Oberon sees evil", _sees("oberon", "assassin"), "knows evil"),
    Doctoring("Percival sees through", _only_merlin, "sees Merlin"),
    Doctoring("spies see", _spies_see, "knows evil"),
    Doctoring("Lady elsewhere", _lady_elsewhere, "the Lady starts"),
    Doctoring("Lady without the option", _lady_unasked, "expected"),
    Doctoring("Lady unused", _drop("lady_used"), "lady_used expected"),
    Doctoring(
        "another uses her",
        _alter("lady_used", _set("holder", lambda r, e: _after(r, e["holder"]))),
        "holds the Lady",
    ),
    Doctoring("back to a holder", _alter("lady_used", _to_a_former_holder), "has held the Lady"),
    Doctoring(
        "the Lady lies",
        _alter("lady_used", _set("loyalty", lambda r, e: _other_side(e["loyalty"]))),
        "the loyalty seen",
    ),
    Doctoring("short deck", _short_deck, "the plot deck"),
    Doctoring("other cards", _alter("plot_cards_drawn", _loaded_deck), "drawn were"),
    Doctoring(
        "another draws",
        _alter("plot_cards_drawn", _set("leader", lambda r, e: _after(r, e["leader"]))),
        "the leader is",
    ),
    Doctoring("nothing drawn", _drop("plot_cards_drawn"), "plot_cards_drawn expected"),
    Doctoring("card withheld", _drop("plot_card_given"), "plot_card_given expected"),
    Doctoring(
        "kept by the leader",
        _alter("plot_card_given", _set("receiver", lambda r, e: e["leader"])),
        "given to the leader",
    ),
    Doctoring(
        "another card given",
        _each(
            "plot_card_given",
            _set("card", lambda r, e: None if r["players"] > 6 else "spotlight"),
        ),
        "not among the cards drawn",
    ),
    Doctoring(
        "not carried out",
        _drop("plot_card_used", **_CONFIDENCE),
        "plot_card_used expected|is carried out first",
    ),
    Doctoring(
        "far away", _alter("plot_card_used", _to_another, card="overheard"), "the neighbours are"
    ),
    Doctoring(
        "a lie shown",
        _alter(
            "plot_card_used",
            _set("loyalty", lambda r, e: _other_side(e["loyalty"])),
            **_CONFIDENCE,
        ),
        "the loyalty seen",
    ),
    Doctoring(
        "Open Up to another",
        _alter("plot_card_used", _to_a_third, card="open_up"),
        "Open Up goes to",
    ),
    Doctoring(
        "shown to oneself",
        _alter("plot_card_used", _set("target", lambda r, e: e["seat"]), **_CONFIDENCE),
        "shown to oneself",
    ),
    Doctoring(
        "taken from nobody",
        _alter("plot_card_used", _taken_from_nobody, card="take_responsibility"),
        "doesn't hold",
    ),
    Doctoring("Strong Leader at once", _same_round, "team_proposed expected"),
    Doctoring("Strong Leader again", _used_twice("strong_leader"), "plot_cards_drawn expected"),
    Doctoring("No Confidence again", _used_twice("no_confidence"), "team_proposed expected|over"),
    Doctoring(
        "No Confidence uncounted",
        _alter("plot_card_used", _set("track", lambda r, e: e["track"] - 1), card="no_confidence"),
        "the track stands",
    ),
    Doctoring("passed without the card", _passes_without, "can't play|has to be asked"),
    Doctoring("a pass untold", _pass_untold, "has to be asked"),
    Doctoring("a new card's pass untold", _pass_untold_with_a_new_card, "has to be asked"),
    Doctoring("asked in another order", _unasked_order, "expected|has to be asked"),
    Doctoring("opinion left out", _drop("opinions_given"), "opinions_given expected"),
    Doctoring("opinion changed", _alter("opinions_given", _mind_changed), "vote stands"),
    Doctoring("opinion of another", _alter("opinions_given", _not_a_maker), "Opinion Makers are"),
    Doctoring(
        "light on an outsider",
        _alter("plot_card_used", _not_on_team, card="spotlight"),
        "not on the team",
    ),
    Doctoring("face down", _each("quest_played", _face_down), "face up or it is not"),
    Doctoring("own card", _each("plot_card_used", _own_card, **_EYE), "no card for"),
    Doctoring("open card", _each("plot_card_used", _open_card, **_EYE), "no card for"),
    Doctoring("card of an outsider", _alter("plot_card_used", _not_on_team, **_EYE), "no card for"),
    Doctoring("card seen twice", _each("plot_card_used", _same_card, **_EYE), "no card|can't play"),
    Doctoring("treason seen", _each("plot_card_used", _treason_seen, **_EYE), "can't play Fail"),
    Doctoring(
        "looked before they lay there",
        _drop("quest_cards_laid"),
        "quest_played expected",
    ),
    Doctoring("laid for nobody", _nobody_looks, "nobody could look"),
]
