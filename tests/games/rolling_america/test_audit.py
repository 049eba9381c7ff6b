"""Checking filled maps of Rolling America: each finding by an example, and fairness: nothing that was played by the rules
is ever called broken, at whatever moment the pencil was put down."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rollwrite_desktop.core.audit import NotAPaper, Paper, Report
from rollwrite_desktop.core.bots import play_out, random_bot
from rollwrite_desktop.core.rules import CHANCE, Event, players_named
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.games.rolling_america import GAME
from rollwrite_desktop.games.rolling_america.check.audit import RollingAmericaAuditor
from rollwrite_desktop.games.rolling_america.check.evidence import paper_of
from rollwrite_desktop.games.rolling_america.play.rules import RollingAmerica
from rollwrite_desktop.games.rolling_america.think.bots import greedy
from rollwrite_desktop.sheet.load import find
from tests.maps import SMALL, SMALL_PAIRS, drawn
from tests.sampling import sampled

pytestmark = pytest.mark.slow

USA = find("rolling_america_usa")
STATES = tuple(space.id for space in USA.spaces)
FULL = {"rounds": 8, "change": 0, "guard": 0, "dupe": 0}


def audit(spaces: dict[str, str], boxes: dict[str, Any] | None = None, **more: Any) -> Report:
    paper = Paper(game="rolling_america", spaces=spaces, boxes=boxes or {}, **more)
    return RollingAmericaAuditor(USA, paper.options).audit(paper)


def found(report: Report) -> list[tuple[str, tuple[str, ...], int]]:
    return [(finding.key, tuple(sorted(finding.where)), finding.cost) for finding in report.findings]


def of(report: Report, rule: str) -> list[tuple[str, tuple[str, ...], int]]:
    return [row for row in found(report) if row[0].split(":")[0] == rule]


def filled(**more: str) -> dict[str, str]:
    """A full map of one number: legal, but for what is changed."""
    return dict.fromkeys(STATES, "3") | more


# ---------------------------------------------------------------------- each finding


def test_a_pair_of_neighbors_is_reported_at_both_states_and_counts_once() -> None:
    report = audit({"IN": "5", "OH": "3"})
    assert found(report) == [("RA-8", ("IN", "OH"), 1)]
    assert report.verdict == "broken" and report.mistakes == 1
    finding = report.findings[0]
    assert finding.sentence(GAME.play.rulebook) == "Indiana’s 5 and Ohio’s 3 are neighbors and differ by more than 1."
    assert "with a circle" in finding.repair_sentence(GAME.play.rulebook)


@pytest.mark.parametrize("spaces", [
    {"IN": "5", "OH": "4"}, {"IN": "5", "OH": "X"}, {"IN": "(5)", "OH": "1"}, {"IN": "5", "OH": "(1)"},
    {"IN": "1", "PA": "6"}, {"MD": "1", "WV": "6"}, {"AZ": "1", "CO": "6"},
])
def test_what_is_no_conflict(spaces: dict[str, str]) -> None:
    assert found(audit(spaces)) == []


def test_the_printed_map_has_borders_of_its_own() -> None:
    assert of(audit({"CT": "1", "NJ": "6"}), "RA-8") == [("RA-8", ("CT", "NJ"), 1)]
    assert of(audit({"PA": "1", "VA": "6"}), "RA-8") == [("RA-8", ("PA", "VA"), 1)]


def test_four_corners_border_by_option_only() -> None:
    assert of(audit({"AZ": "1", "CO": "6"}, options={"corners": "on"}), "RA-8") == [("RA-8", ("AZ", "CO"), 1)]


def test_no_repair_is_offered_when_no_guard_is_left() -> None:
    report = audit({"IN": "5", "OH": "3", "AK": "(1)", "HI": "(1)", "FL": "(2)"}, {"guard": 3})
    assert [finding.repair for finding in report.findings] == [""]


@pytest.mark.parametrize("digit", ["0", "7", "9"])
def test_dice_show_one_to_six(digit: str) -> None:
    assert found(audit({"HI": digit})) == [("RA-7:digit", ("HI",), 1)]


def test_an_x_cannot_be_guarded() -> None:
    assert found(audit({"HI": "(X)"}, {"guard": 0})) == [("RA-14:x", ("HI",), 1)]


@pytest.mark.parametrize(("circles", "boxes", "costs"), [
    (0, 0, 0), (3, 3, 0), (2, 3, 1), (3, 2, 1), (0, 3, 3), (4, 3, 1), (3, 4, 1), (4, 4, 2), (5, 1, 4),
    (1, None, 0), (4, None, 1),
])
def test_each_circle_or_box_too_many_or_too_few_is_one_mistake(circles: int, boxes: int | None, costs: int) -> None:
    report = audit(dict.fromkeys(("HI", "AK", "FL", "ME", "WA")[:circles], "(3)"), {} if boxes is None else {"guard": boxes})
    assert report.mistakes == costs == len(report.findings)
    # The same by trying every number of guards that a game allows.
    if boxes is not None:
        assert costs == min(abs(circles - true) + abs(boxes - true) for true in range(4))


def test_four_color_changes_and_four_dupes() -> None:
    assert found(audit({"HI": "1"}, {"change": 4})) == [("RA-13:many", ("box:change",), 1)]
    assert ("RA-15:many", ("box:dupe",), 1) in found(audit(filled(), FULL | {"dupe": 4}))


def test_every_dupe_needs_a_pair_of_equal_numbers() -> None:
    assert found(audit({"HI": "1", "AK": "2", "ME": "1"}, {"dupe": 2})) == [("RA-15:pairs", ("box:dupe",), 1)]
    assert found(audit({"HI": "1", "AK": "1", "ME": "1", "FL": "1"}, {"dupe": 2})) == []


def test_48_numbers_and_the_dupes() -> None:
    assert [row[0] for row in found(audit(filled(), FULL | {"change": 3, "dupe": 1}))] == ["RA-6:count"]
    assert of(audit(filled(), FULL | {"change": 3, "dupe": 2}), "RA-6") == []
    assert of(audit(filled(), FULL | {"change": 3}), "RA-6") == [("RA-6:count", ("box:rounds",), 1)] * 2


def test_a_sheet_put_down_early_holds_what_its_rounds_allow() -> None:
    six = dict.fromkeys(("OH", "IN", "KS", "MO", "WA", "NY"), "3")
    assert found(audit(six, {"rounds": 1, "dupe": 0})) == []
    more = six | dict.fromkeys(("AK", "ME"), "3")
    assert [finding.verdict for finding in audit(more, {"rounds": 1, "dupe": 0}).findings] == ["unproved"]
    much = more | dict.fromkeys(("HI", "FL", "TX", "CA", "SC", "LA"), "3")
    assert of(audit(much, {"rounds": 1, "dupe": 0}), "RA-6") == [("RA-6:count", ("box:rounds",), 1)] * 2


def test_a_color_brings_one_number_a_round() -> None:
    reds = dict.fromkeys(("OH", "PA", "WV", "VA", "NC"), "3")
    assert of(audit(reds, {"rounds": 0, "change": 0, "dupe": 0}), "RA-7") == [
        ("RA-7:colors", ("box:change", "box:dupe", "box:rounds"), 1)
    ] * 3
    assert of(audit(reds, {"rounds": 8, "change": 0, "dupe": 0}), "RA-7") == []


def test_boxes_beyond_those_that_there_are_excuse_no_numbers() -> None:
    """Nine of a color in the first round: its die, the wild, three changes and three dupes make eight."""
    nine = dict.fromkeys([space.id for space in USA.spaces if space.region == "red"][:9], "3")
    assert len(nine) == 9
    report = audit(nine, {"rounds": 0, "change": 5, "dupe": 5})
    assert of(report, "RA-7") == [("RA-7:colors", ("box:change", "box:dupe", "box:rounds"), 1)]


def test_an_x_that_no_neighbor_forced() -> None:
    assert found(audit({"HI": "X", "OH": "3"}, {"rounds": 2})) == [("RA-9:open", ("HI",), 1)]
    # At the end it may have been filled up; but then its dice and the wilds all became numbers.
    few = dict.fromkeys(STATES, "X") | {"OH": "3", "TX": "2"}
    assert of(audit(few, FULL), "RA-9")[0][0] == "RA-9:blank"


def test_blanks_after_the_last_round_count_as_xs() -> None:
    spaces = filled()
    for state in ("IN", "OH", "HI"):
        del spaces[state]
    report = audit(spaces, FULL | {"change": 3, "dupe": 0})
    assert of(report, "RA-18") == [("RA-18", ("HI", "IN", "OH"), 0)]
    assert dict(report.parts) == {"Xs": 3, "mistakes": report.mistakes}


def test_nine_rounds() -> None:
    assert ("RA-6:rounds", ("box:rounds",), 0) in found(audit({}, {"rounds": 9}))


BLANKS = len(STATES) - 4


@pytest.mark.parametrize(("claimed", "right"), [
    (2, True), (3, True), (1, False), (4, False), (BLANKS + 1, False), (BLANKS + 2, True), (BLANKS + 3, True),
])
def test_the_claim_is_the_xs_with_or_without_the_mistakes(claimed: int, right: bool) -> None:
    """And with the blanks, where no rounds are told."""
    report = audit({"HI": "X", "AK": "X", "IN": "5", "OH": "3"}, {}, claimed=claimed)
    assert report.total == 3 and (of(report, "RA-19") == []) is right
    assert right or of(report, "RA-19") == [("RA-19", ("claimed",), 0)]
    wrong = [finding for finding in report.findings if finding.key == "RA-19"]
    assert all(finding.args["total"] == finding.repair_args["total"] == 3 for finding in wrong)
    told = audit({"HI": "X", "AK": "X", "IN": "5", "OH": "3"}, {"rounds": 7}, claimed=claimed)
    assert (of(told, "RA-19") == []) is (claimed == 2), "and 5: with rounds to come two Xs are mistakes"


def small(rounds: int) -> RollingAmericaAuditor:
    return RollingAmericaAuditor(drawn(SMALL, SMALL_PAIRS, rounds), {})


def test_a_game_of_one_round_is_not_over_before_its_box_says_so() -> None:
    for boxes, xs in (({}, 1), ({"rounds": 0}, 1), ({"rounds": 1}, 9)):
        report = small(1).audit(Paper(game="rolling_america", spaces={"RA": "X"}, boxes=boxes))
        assert dict(report.parts)["Xs"] == xs


@pytest.mark.parametrize(("marks", "dupes", "blank", "least"), [
    ("", 0, "RA RB BA BB GA GB YA OA PA", 6), ("BA", 0, "BB GB YA OA PA", 5), ("BA PA", 1, "BB GB YA OA", 5),
    ("BA PA", 0, "BB GB YA OA", 4), ("BA PA", 3, "BB GB YA OA", 5), ("BA GB", 0, "", 2), ("BA YA OA", 0, "", 1),
])
def test_states_of_colors_that_were_drawn_are_not_blank_unless_a_number_touches_them(
    marks: str, dupes: int, blank: str, least: int
) -> None:
    """In one round six of seven dice are drawn: of the colors of such states and the wild all but one, with a number each,
    and one for each dupe that two equal numbers allow."""
    spaces = dict.fromkeys(marks.split(), "3")
    paper = Paper(game="rolling_america", spaces=spaces, boxes={**FULL, "rounds": 1, "dupe": dupes})
    told = [finding for finding in small(1).audit(paper).findings if finding.key == "RA-9:blank"]
    assert bool(blank) == (len(spaces) < least) and [" ".join(finding.where) for finding in told] == [blank] * bool(blank)
    assert all((finding.cost, finding.args["least"], finding.args["n"]) == (1, least, len(spaces)) for finding in told)


@pytest.mark.parametrize(("numbers", "powers", "told"), [
    (2, {}, []), (3, {}, ["RA-6:midway"]), (3, {"dupe": 1}, []), (3, {"change": 1}, []), (4, {"dupe": 1}, ["RA-6:midway"]),
    (5, {"dupe": 1, "change": 1}, ["RA-6:midway"]), (6, {}, ["RA-7:colors"] * 2),
])
def test_numbers_of_a_color_that_one_round_cannot_bring_may_be_of_the_next(
    numbers: int, powers: dict[str, int], told: list[str]
) -> None:
    """One of the color and one by the wild in each round, and one by each power; of what two rounds cannot bring nothing
    else is said."""
    spaces = [space.id for space in USA.spaces if space.region == "red"][:numbers]
    report = audit(dict.fromkeys(spaces, "3"), {**FULL, "rounds": 1, **powers})
    assert [finding.key for finding in report.findings] == told


def test_rolls_after_the_last_round_are_too_many_and_nothing_else_is_said_of_them() -> None:
    rolls = ["red 3, blue 3", "green 3, yellow 3", "orange 3, purple 3", "red 1, red 2", "red 9, blue 1"]
    *_, report = small(1).prove(Paper(game="rolling_america", spaces={}, boxes={**FULL, "rounds": 1}, rolls=rolls))
    told = [(finding.key, finding.where) for finding in report.findings if finding.rule in ("RA-5", "RA-6")]
    assert told == [("RA-6", ("roll:4",)), ("RA-6", ("roll:5",))]


def test_an_x_is_no_number_that_was_duped() -> None:
    assert of(audit({"HI": "X", "AK": "3"}, {"dupe": 1}), "RA-15") == [("RA-15:pairs", ("box:dupe",), 1)]


def test_a_map_that_was_filled_up_early_is_given_the_benefit() -> None:
    early = {**FULL, "rounds": 7}
    assert of(audit(filled(HI="X"), early), "RA-9") == []
    assert of(audit({space: held for space, held in filled(HI="X").items() if space != "ME"}, early), "RA-9") != []


@pytest.mark.parametrize(("circles", "crossed", "repair"), [(2, 5, 2), (4, 5, 3), (4, 1, 3), (1, 3, 1)])
def test_boxes_are_mended_to_as_many_circles_as_there_may_be(circles: int, crossed: int, repair: int) -> None:
    report = audit(dict.fromkeys(("HI", "AK", "FL", "ME", "WA")[:circles], "(3)"), {"guard": crossed})
    told = [finding.repair_args["n"] for finding in report.findings if finding.key in ("RA-14:boxes", "RA-14:circles")]
    assert told and {*told} == {repair}


@pytest.mark.parametrize(("boxes", "circle", "repair"), [
    ({"guard": 1}, False, ""), ({}, True, ""), ({}, False, "RA-R6:circle"), ({"guard": 0}, False, "RA-R6:circle"),
])
def test_a_circle_mends_a_pair_while_a_box_and_a_circle_are_left(boxes: dict[str, int], circle: bool, repair: str) -> None:
    auditor = RollingAmericaAuditor(drawn(SMALL, SMALL_PAIRS, 1, powers=1), {})
    spaces = {"RA": "5", "BA": "3"} | ({"PA": "(3)"} if circle else {})
    report = auditor.audit(Paper(game="rolling_america", spaces=spaces, boxes=boxes))
    assert [finding.repair for finding in report.findings if finding.key == "RA-8"] == [repair]


def test_the_xs_of_a_game_that_is_over_are_its_blanks_too() -> None:
    auditor, blanks = small(1), 0
    for seed in range(5):
        session: Session[Any] = Session(auditor.rules, ("p1",), code=f"BLANKS-{seed}")
        play_out(session, {"p1": random_bot}, random.Random(seed))
        marks = session.state.parts[0].marks
        report = auditor.audit_play(session, "p1")
        assert dict(report.parts)["Xs"] == marks.count("X") + marks.count("")
        blanks += marks.count("")
    assert blanks


def test_while_a_search_goes_on_its_bounds_its_mistakes_and_its_words_agree() -> None:
    """RA and BA are told at sight; at least one more die shows another number."""
    threes = {"RA": "5", **dict.fromkeys(("BA", "GA", "YA", "OA", "PA"), "3"), **dict.fromkeys(("RB", "BB", "GB"), "X")}
    rolls = ["red 3, blue 3", "green 3, yellow 3", "orange 3, purple 3"]
    reports = [*small(1).prove(Paper(game="rolling_america", spaces=threes, boxes={**FULL, "rounds": 1}, rolls=rolls))]
    most: int | None = None
    for report in reports:
        assert report.bounds is not None and sum(finding.cost for finding in report.findings) == report.bounds[0]
        assert most is None or (report.bounds[1] is not None and report.bounds[1] <= most)
        least, most = report.bounds
        said = {finding.key: finding.args for finding in report.findings if finding.key in ("RA-R6:more", "RA-R6:between")}
        still_open = {"RA-R6:between": {"least": least, "most": most}} if most != least else {}
        assert said == ({"RA-R6:more": {"least": least}} if most is None else still_open)
    assert reports[0].bounds == (1, None) and (2, 3) in [report.bounds for report in reports]
    assert reports[-1].bounds == (2, 2) and reports[-1].mistakes == 2


def test_what_a_map_proves_alone_counts_only_where_its_round_boxes_go_with_the_list() -> None:
    """PA has no neighbors, so its X can only be from the end; of two rounds one box may be crossed off late."""
    rolls = ["red 3, blue 3", "green 3, yellow 3", "orange 3, purple 3"] * 2
    for rounds in (0, 1):
        paper = Paper(game="rolling_america", spaces={"PA": "X"}, boxes={**FULL, "rounds": rounds}, rolls=rolls)
        first = next(small(2).prove(paper))
        assert ("RA-9:open" in {finding.key for finding in first.findings}) == (rounds == 1)


def test_a_draw_that_cannot_be() -> None:
    assert found(audit({}, rolls=["blue 4, wild 2", "blue 1, red 2"])) == [("RA-5:draw", ("roll:2",), 0)]
    assert found(audit({}, rolls=["blue 4, wild 2", "green 1, red 2", "orange 1, yellow 2", "blue 1, red 2"])) == []


def test_a_number_that_no_die_shows_is_not_taken_for_a_die_that_was_drawn() -> None:
    (finding,) = audit({}, rolls=["blue 4, red 7"]).findings
    assert finding.title == "Noted wrongly" and finding.where == ("roll:1",)
    assert finding.sentence(GAME.play.rulebook).startswith("Blue 4, red 7: expected two different dice")


def test_what_a_sheet_alone_cannot_tell_is_said() -> None:
    report = audit({"OH": "3"})
    assert report.verdict == "clean"
    assert {(item.rule, item.needs) for item in report.unchecked} >= {("RA-9", "rolls"), ("RA-10", "rolls")}


@pytest.mark.parametrize(("spaces", "boxes", "more", "says"), [
    ({"ZZ": "3"}, {}, {}, "ZZ"), ({"OH": "33"}, {}, {}, "33"), ({"OH": "(3"}, {}, {}, "(3"), ({"OH": "٣"}, {}, {}, "OH"),
    ({"OH": "x"}, {}, {}, "'x'"), ({}, {"guards": 1}, {}, "guards"), ({}, {"guard": -1}, {}, "-1"),
    ({}, {"guard": True}, {}, "guard"),
    ({}, {"guard": "2"}, {}, "guard"), ({}, {}, {"rolls": ["blue 4 wild 2"]}, "entry 1"),
    ({}, {}, {"rolls": ["blue 4, wild 2", "pink 1, red 2"]}, "entry 2"), ({}, {}, {"claimed": {"Xs": 3}}, "claimed"),
])
def test_what_is_not_well_formed_is_refused_with_its_place(
    spaces: dict[str, str], boxes: dict[str, Any], more: dict[str, Any], says: str
) -> None:
    with pytest.raises(NotAPaper) as caught:
        audit(spaces, boxes, **more)
    assert says in str(caught.value)


# ---------------------------------------------------------------------- fairness


def play(rules: RollingAmerica, bot: Any, seed: int) -> Session[Any]:
    session = Session(rules, players_named("a"), code=f"FAIR-{seed}")
    luck = random.Random(seed)
    while demands := rules.demands(session.state):
        event = session.digital() if demands[0].by == CHANCE else Event("p1", bot(rules, session.state, "p1", luck))
        assert event is not None and session.submit(event) is None
    return session


@pytest.mark.parametrize(("bot", "corners"), [(random_bot, "off"), (random_bot, "on"), (greedy, "off")])
def test_legal_play_is_never_called_broken(bot: Any, corners: str) -> None:
    rules = RollingAmerica(USA, {"corners": corners})
    auditor = RollingAmericaAuditor(USA, {"corners": corners})
    for seed in range(6):
        session = play(rules, bot, seed)
        for count in range(0, len(session.events) + 1, 7):
            report = auditor.audit(paper_of(rules, session.state_after(count), "p1"))
            assert report.verdict != "broken", found(report)
        report = auditor.audit(paper_of(rules, session.state, "p1"))
        assert report.verdict == "clean" and report.total == rules.scores(session.state)[0].total
        assert auditor.audit_play(session, "p1").verdict == "clean"


@sampled("rounds", [1, 2, 8], 3)
def test_legal_play_on_small_maps_is_never_called_broken(rounds: int) -> None:
    """Small maps fill up: full regions, forced Xs and guards by the dozen; random play finds odd corners there."""
    sheet = drawn(SMALL, SMALL_PAIRS, rounds)
    rules, auditor = RollingAmerica(sheet), RollingAmericaAuditor(sheet, {})
    broken = []
    for seed in range(120):
        session = play(rules, random_bot, seed)
        for count in range(len(session.events) + 1):
            report = auditor.audit(paper_of(rules, session.state_after(count), "p1"))
            broken.extend(found(report) if report.verdict == "broken" else [])
    assert broken == []


def test_one_altered_digit_that_breaks_the_neighbor_rule_is_found() -> None:
    rules = RollingAmerica(USA)
    auditor = RollingAmericaAuditor(USA, {})
    luck = random.Random(5)
    tried = 0
    for seed in range(10):
        paper = paper_of(rules, play(rules, greedy, seed).state, "p1")
        for _ in range(20):
            state = luck.choice([space for space, held in paper.spaces.items() if held.isdigit()])
            digit = luck.choice([d for d in "123456" if d != paper.spaces[state]])
            around = [paper.spaces.get(other, "") for other in USA.neighbors[state]]
            breaks = [held for held in around if held.isdigit() and abs(int(held) - int(digit)) > 1]
            altered = Paper(game=paper.game, spaces=dict(paper.spaces) | {state: digit}, boxes=dict(paper.boxes))
            pairs = of(auditor.audit(altered), "RA-8")
            assert len(pairs) == len(breaks) and all(state in where for _, where, _ in pairs)
            tried += bool(breaks)
    assert tried > 100
