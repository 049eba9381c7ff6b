"""The score sheets as they are printed: what they say holds under every house rule, and stays in its panel."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from rollwrite_desktop.core import i18n
from rollwrite_desktop.core.audit import Finding
from rollwrite_desktop.draw.display import Shape, Text
from rollwrite_desktop.draw.trace import bounds
from rollwrite_desktop.gamekit.play.guide import Ignored, Look
from rollwrite_desktop.gamekit.words.handbook import in_brief
from rollwrite_desktop.games.ligretto_dice import GAME
from rollwrite_desktop.games.ligretto_dice.check.slips import LigrettoDiceSlips
from rollwrite_desktop.games.ligretto_dice.play.drawing.large_tray import head, roll_place
from rollwrite_desktop.games.ligretto_dice.play.drawing.played_rounds import played
from rollwrite_desktop.games.ligretto_dice.play.drawing.score_sheet import blank, places
from rollwrite_desktop.games.ligretto_dice.play.drawing.tray import _roll
from rollwrite_desktop.games.ligretto_dice.play.model import Round
from rollwrite_desktop.games.ligretto_dice.play.paper import (
    LigrettoDicePaper,
    final_totals,
    line_of,
    names_of,
    row_of,
    score_paper,
    sheet_for_paper,
)
from rollwrite_desktop.games.ligretto_dice.words.print_kit import framing
from rollwrite_desktop.paths import TRANSLATIONS
from rollwrite_desktop.play.opening.open_game import options_of
from rollwrite_desktop.sheet.load import find
from rollwrite_desktop.sheet.sheet import Rect


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_rules_in_the_panel_are_told_whole_within_it(players: int, language: str) -> None:
    i18n.use(language, TRANSLATIONS)
    marks = blank(find(f"ligretto_dice_score_{players}")).marks
    (panel,) = (mark for mark in marks if mark.key.startswith("panel/") and mark.key.count("/") == 1)
    left, top, right, bottom = bounds(panel)
    told = [mark for mark in marks if isinstance(mark, Text) and mark.key.startswith(panel.key + "/")]
    assert re.search(rf"\b{3 * players}\b", " ".join(mark.text for mark in told))
    for mark in told:
        first, high, last, low = bounds(mark)
        assert left < first and last < right and top < high and low < bottom, mark.text
        assert not mark.text.endswith("…")


def test_for_two_the_panel_fills_what_the_table_leaves() -> None:
    sheet = find("ligretto_dice_score_2")
    marks = blank(sheet).marks
    (panel,) = (bounds(mark) for mark in marks if mark.key.startswith("panel/") and mark.key.count("/") == 1)
    tables = [bounds(mark) for mark in marks if mark.key.startswith("frame/")]
    assert panel[0] - max(right for _, _, right, _ in tables) < 20 and panel[2] > sheet.size[0] - 10
    assert (panel[1], panel[3]) == pytest.approx((tables[0][1], tables[0][3]), abs=1)


def test_no_rule_in_brief_names_a_length_that_a_table_may_change() -> None:
    handbook = GAME.words.handbook(None)
    assert not [brief.text for brief in in_brief(handbook) if "rounds" in brief.text]
    _, after = framing(None)
    assert [brief.title for brief in after] == ["The end of the game", "A tie", "With children", "Alone"]


def test_what_is_not_proved_is_not_ringed_as_a_mistake() -> None:
    sheet = find("ligretto_dice_score_2")
    desk, auditor = GAME.check.paper_editor(sheet, {}), GAME.check.auditor(sheet, {})

    def rings(**held: object) -> dict[str, str]:
        paper = LigrettoDicePaper(game="ligretto_dice", sheet=sheet.id, players=["Ann", "Bo"], **held)  # type: ignore[arg-type]
        marks = desk.draw(paper, auditor.audit(paper)).marks
        return {mark.key: mark.stroke for mark in marks if isinstance(mark, Shape) and mark.key.startswith("finding/")}

    assert set(rings(claimed="Ann").values()) == {"unproved"}
    twice = LigrettoDicePaper(game="ligretto_dice", sheet=sheet.id, players=["Ann", "Bo"], rounds=[[5, 3]])
    report = auditor.audit(twice)
    again = replace(report, findings=(*report.findings, replace(report.findings[0], key="LD-10:claim")))
    marks = desk.draw(twice, again).marks
    tagged = [mark for mark in marks if isinstance(mark, Text) and mark.key.startswith("tag/")]
    tags = {mark.text for mark in tagged}
    discs = {mark.key: bounds(mark) for mark in marks if isinstance(mark, Shape) and mark.key.startswith("tag/")}
    for tag in tagged:
        (left, _, right, _), (x, _, u, _) = bounds(tag), discs[tag.key.removesuffix("/number")]
        assert x + 1 < left < right < u - 1, "it stands on its disc"
    keys = [mark.key for mark in marks if mark.key.startswith("finding/")]
    assert tags == {"1+"}, "of more than one finding the first is named"
    assert len(again.distinct) == len(report.distinct) + 1 and len(keys) == len({*keys}) == 2
    assert rings(rounds=[[5, 3]]) == {"finding/r1p1": "mistake", "finding/r1p2": "mistake"}


def test_the_outcome_of_a_round_stands_in_place_of_keys_and_dice_left() -> None:
    look = Look("Ann", keys=("A", "S", "D", "F", "Space"), large=True)

    def said(outcome: str) -> set[str]:
        return {mark.text for mark in head((420.0, 150.0), look, "3 dice left", outcome) if isinstance(mark, Text)}

    assert {"Ann", "+12"} <= said("+12") and "3 dice left" not in said("+12") and not said("+12") & {*look.keys}
    assert "3 dice left" in said("") and said("") >= {"A", "S", "D", "F"}
    ends = [next(mark.x for mark in head((420.0, 150.0), look, "3", won) if mark.key == "left") for won in ("", "+12")]
    assert ends[0] == ends[1], "and ends where they did"
    look = replace(look, keys=("A", "", "D", "F", "Space"))
    assert said("") >= {"A", "D", "F"}, "a color without a key hides no other one"
    symbols = [mark.key for mark in head((420.0, 150.0), look, "", "") if mark.key.startswith("keys/")]
    assert len(symbols) == 6, "three symbols, with a key each"


@pytest.mark.parametrize(("width", "said"), [(220.0, "Too late."), (260.0, "Too late: Ann’s red 3 was there a")])
def test_why_a_stroke_was_refused_is_said_whole_before_the_place_that_rolls_or_shorter(width: float, said: str) -> None:
    look = Look("Ann", refusal="Too late: Ann’s red 3 was there a little earlier. Roll again.", large=True)
    first = next(mark for mark in head((width, 150.0), look, "", "") if isinstance(mark, Text))
    left, _, right, _ = bounds(first)
    assert first.text == said and left > 0 and right < roll_place((width, 150.0)).x


@pytest.mark.parametrize(("keys", "said"), [("ASDF", "Roll all"), ("ASDFR", "Roll all (R)")])
def test_the_place_that_rolls_names_its_key_if_it_has_one(keys: str, said: str) -> None:
    marks = _roll(Rect(0, 0, 160, 100), Look("Ann", keys=(*keys,)), False)
    assert [mark.text for mark in marks if isinstance(mark, Text)] == [said]


@pytest.mark.parametrize("width", [360.0, 420.0])
def test_a_long_name_leaves_room_for_the_score_and_what_is_left(width: float) -> None:
    look = Look("Wilhelmina Featherstonehaugh the Second", large=True, score="112 points")
    said = {mark.text: mark.size for mark in head((width, 150.0), look, "3 dice left", "") if isinstance(mark, Text)}
    assert said["112 points"] == 14.0 and said["3 dice left"] == 13.0


def test_a_winner_is_erased_and_a_sign_waits_only_in_a_round() -> None:
    desk = GAME.check.paper_editor(find("ligretto_dice_score_2"), {})
    made = LigrettoDicePaper(game="ligretto_dice", sheet="ligretto_dice_score_2", players=["Ann", "Bo"], claimed="Ann")
    erased = desk.typed(made, "final/1", "")
    assert erased is not None and erased.claimed is None
    assert [(after.spaces if (after := desk.typed(made, spot, "-")) else None) for spot in ("r1p1", "total/r1p1")] == [
        {"r1p1": "-"}, {},
    ]


def test_a_sheet_of_scores_bears_the_name_of_its_player() -> None:
    guide = GAME.play.guide(GAME.play.rules(find("ligretto_dice_score_2"), {}))
    state = guide.rules.start(("p1", "p2"))  # type: ignore[attr-defined]
    texts = {mark.text for mark in guide.draw(state, "p1", None, "Ann").marks if isinstance(mark, Text)}
    assert "Ann" in texts and "p1" not in texts
    assert {mark.text for mark in guide.draw(state, "p1", None).marks if isinstance(mark, Text)} >= {"p1", "p2"}
    assert guide.tap(state, "p1", guide.ui(), "R1") == Ignored(), "no die is placed on it"
    assert [one.text for one in guide.blank().marks if isinstance(one, Text)]


def test_a_picture_of_played_rounds_has_a_row_for_penalties_if_there_were_any() -> None:
    made = LigrettoDicePaper(game="ligretto_dice", players=["Ann", "Bo"], rounds=[[3, -3]], options=options_of(GAME, {}))
    said = [
        [mark.text for mark in played(msgspec.structs.replace(made, penalties=some)).marks if isinstance(mark, Text)]
        for some in ([0, 2], [0, 0], [])
    ]
    assert said[0].count("Penalty") == 1 and "−2" in said[0] and "95" in said[0] and not {"0", "−0"} & {*said[0]}
    assert said[1] == said[2] and "Penalty" not in said[1]


def test_who_plays_on_follows_from_the_results_so_far() -> None:
    guide: Any = GAME.play.guide(GAME.play.rules(find("ligretto_dice_board"), {"length": "rounds_1", "tie": "round"}))
    players = ("p1", "p2", "p3")
    assert [player for player, _ in guide.racers_after(players, ())] == [*players]
    assert [player for player, _ in guide.racers_after(players, ((5, 5, -10),))] == ["p1", "p2"]
    assert guide.racers_after(players, ((9, -4, -5),)) == ()
    assert [guide.round_after(players, rounds) for rounds in ((), ((5, 5, -10),))] == ["Round 1 of 1", "Round 2"]
    far = GAME.play.rules(guide.rules.sheet, {"length": "target_120", "wrong": "minus_one"})
    reached: Any = GAME.play.guide(far)
    assert reached.racers_after(players, ((20, -10, -10),)) == (), "results alone bear no penalties"


def test_a_score_sheet_names_who_has_won_and_nobody_before_the_end_or_of_a_tie() -> None:
    rules = GAME.play.rules(find("ligretto_dice_board"), {"length": "rounds_1", "tie": "shared"})
    start = rules.start(("p1", "p2"))
    for entries, winner in (((5, -5), "Ann"), ((0, 0), None)):
        rounds = (Round(entries, False, 0, (0, 0), (0, 0)),)
        claims = [score_paper(rules, replace(start, rounds=rounds, stage=stage), ("Ann", "Bo")).claimed
                  for stage in ("deal", "over")]
        assert claims == [None, winner]


@pytest.mark.parametrize(("wrong", "fumbles", "penalties"), [
    ("minus_one", (0, 2), [0, 2]), ("minus_one", (0, 0), []), ("lock", (1, 2), []),
])
@pytest.mark.parametrize("given", ["equal", "plus_1"])
def test_a_score_sheet_says_of_penalties_and_shares_what_is_not_usual(
    wrong: str, fumbles: tuple[int, int], penalties: list[int], given: str
) -> None:
    rules = GAME.play.rules(find("ligretto_dice_board"), {"wrong": wrong, "shares": given})
    state = replace(rules.start(("p1", "p2")), rounds=(Round((5, -5), False, 0, (0, 0), fumbles),))
    made = score_paper(rules, state, ("Ann", "Bo"))
    assert (made.penalties, made.rounds, made.totals) == (penalties, [[5, -5]], [[105, 95]])
    assert (not made.shares) if given == "equal" else (made.shares[0] > made.shares[1] and sum(made.shares) == 24)


def test_rows_of_a_score_sheet_are_numbered_and_then_comes_the_tie_break() -> None:
    sheet = find("ligretto_dice_score_2")
    rows = [row_of(sheet, line) for line in range(7)]
    assert rows == ["r1", "r2", "r3", "r4", "r5", "r6", "tie"] and [line_of(sheet, row) for row in rows] == [*range(7)]
    papers = [LigrettoDicePaper(game="ligretto_dice", players=["Ann"] * n) for n in range(6)]
    assert "".join(sheet_for_paper(paper)[-1] for paper in papers) == "422344"
    assert names_of(LigrettoDicePaper(game="ligretto_dice")) == ()
    assert final_totals(scores([[5, -5, None], [1, None]])) == (106, 95, 100)


def test_a_place_beside_two_names_of_one_who_has_none_is_left_out() -> None:
    """Not as soon as anything is entered there, nor the place for the name."""
    sheet = find("ligretto_dice_score_3")
    desk = GAME.check.paper_editor(sheet, {})
    spots = ("r1p1", "r1p3", "total/r1p3", "final/2", "final/3", "penalties/3", "name/3")

    def left_out(*names: str, **held: Any) -> str:
        paper = LigrettoDicePaper(game="ligretto_dice", sheet=sheet.id, players=[*names], **held)
        return " ".join(spot for spot in spots if desk.left_out(paper, spot))

    third = "r1p3 total/r1p3 final/3 penalties/3"
    assert left_out("Ann", "Bo", "P3") == left_out("Ann", "Bo", "P3", rounds=[[1, -1, None], [1, -1]]) == third
    assert left_out("P1", "Ann", "Bo") == "r1p1"
    for held in ({"rounds": [[1, -1], [1, -2, 1]]}, {"totals": [[None, None, 99]]}):
        assert left_out("Ann", "Bo", "P3", **held) == ""
    assert left_out("Ann", "P2", "P3") == "", "nobody plays alone"


def test_slips_of_a_round_need_no_totals() -> None:
    paper = LigrettoDicePaper(game="ligretto_dice", sheet="ligretto_dice_score_2", players=["Ann", "Bo"], rounds=[[7, -5]])
    sheet = find("ligretto_dice_score_2")
    finding = next(one for one in GAME.check.auditor(sheet, {}).audit(paper).findings if one.key == "LD-9")
    slips = LigrettoDiceSlips(options_of(GAME, {}, "x"))
    edits = {(slip.edit.where, slip.edit.after) for slip in slips.against(paper, finding)}
    assert {("round:1/Ann", "5"), ("round:1/Bo", "-7")} <= edits


def test_a_slip_is_named_once_though_a_tie_break_follows_from_the_rounds_before_it() -> None:
    sheet, options = find("ligretto_dice_score_2"), {"length": "rounds_2", "tie": "round"}
    paper = LigrettoDicePaper(
        game="ligretto_dice", sheet=sheet.id, options=options, players=["Ann", "Bo"], rounds=[[5, -5], [-5, 5], [7, -5]],
    )
    (finding,) = (one for one in GAME.check.auditor(sheet, options).audit(paper).findings if one.where)
    edits = [slip.edit for slip in LigrettoDiceSlips(options_of(GAME, options, "x")).against(paper, finding)]
    assert {edit.where[:7] for edit in edits} == {"round:1", "round:2", "round:3"} and len(edits) == len({*edits})


def test_only_penalties_that_there_were_stand_on_the_sheet() -> None:
    sheet = find("ligretto_dice_score_2")
    editor = GAME.check.paper_editor(sheet, options_of(GAME, {}))
    paper = LigrettoDicePaper(
        game="ligretto_dice", sheet=sheet.id, players=["Ann", "Bo"], penalties=[0, 2], rounds=[[3, -3]],
    )
    texts = [mark.text for mark in editor.draw(paper, None).marks if isinstance(mark, Text)]
    assert {"+3", "−3", "−2"} <= {*texts} and not any(text in ("-0", "−0") or text.startswith("-") for text in texts)
    assert places(sheet, paper, "penalties:Bo") == ("penalties/2",) and places(sheet, paper, "penalties:Cy") == ()


@pytest.mark.parametrize("lines", ["rounds", "totals"])
def test_players_without_names_are_numbered_by_the_columns_in_use(lines: str) -> None:
    held: dict[str, Any] = {lines: [[101, 99], [103, 97, None]]}
    assert names_of(LigrettoDicePaper(game="ligretto_dice", **held)) == ("P1", "P2", "P3")


def test_each_digit_is_one_key() -> None:
    assert GAME.check.paper_editor is not None
    sheet = find("ligretto_dice_score_2")
    spot = sheet.spaces[0].id
    keys = [key for key, _ in GAME.check.paper_editor(sheet, {}).keys(spot)]
    assert keys[:10] == [*"1234567890"] and len(keys) == len({*keys}) == 12


@pytest.mark.parametrize(("key", "claimed", "edits"), [
    ("LD-10:claim", "Ann", [("Ann", "Bo")]), ("LD-11:missing", None, [("", "Ann"), ("", "Bo")]),
])
def test_a_wrong_winner_may_be_any_other_player_and_a_round_another_one(
    key: str, claimed: str | None, edits: list[tuple[str, str]]
) -> None:
    paper = LigrettoDicePaper(
        game="ligretto_dice", sheet="ligretto_dice_score_2", players=["Ann", "Bo"], claimed=claimed,
        rounds=[[7, -5], [1, -2]],
    )
    slips = [slip.edit for slip in LigrettoDiceSlips(options_of(GAME, {}, "x")).against(paper, Finding("broken", key))]
    assert [(edit.before, edit.after) for edit in slips if edit.where == "claimed"] == edits
    assert {edit.where for edit in slips} == {"claimed", *(f"round:{n}/{name}" for n in (1, 2) for name in ("Ann", "Bo"))}


SLIPS = LigrettoDiceSlips(options_of(GAME, {"length": "rounds_2", "tie": "round"}, "x"))


def scores(rounds: list[list[int | None]], totals: list[list[int | None]] | None = None) -> LigrettoDicePaper:
    names = ["Ann", "Bo", "Cy"][: len(rounds[0])]
    return LigrettoDicePaper(
        game="ligretto_dice", sheet=f"ligretto_dice_score_{len(names)}", players=names, rounds=rounds, totals=totals or [],
    )


@pytest.mark.parametrize(("where", "rounds"), [
    ((), "12"), (("round:4",), "123"), (("round:1/Ann",), "1"), (("round:2/Bo", "round:1/Ann"), "12"),
    (("total:2/Ann",), "12"), (("round:1/Ann", "round:3/Ann"), "123"), (("round:2/Ann", "total:3/Ann"), "2"),
])
def test_the_slips_of_a_round_are_its_own_and_those_of_a_tie_break_of_all(where: tuple[str, ...], rounds: str) -> None:
    paper = scores([[5, -5], [-5, 5], [7, -7]] if "3" in rounds else [[5, -5], [-5, 5]])
    slips = SLIPS.against(paper, Finding("broken", "LD-9:range", {}, where))
    assert {slip.edit.where for slip in slips} == {f"round:{n}/{name}" for n in rounds for name in ("Ann", "Bo")}


@pytest.mark.parametrize(("totals", "sure"), [
    ([], set()), ([[105, 95, 100]], set()), ([[105, 95, 100], [110, 90, None]], {"Ann 5"}),
    ([[105, 95, 100], [110, 94, 100]], {"Ann 5", "Bo -1"}), ([[None, 95, 100], [110, 90, 100]], set()),
    ([[105, 95, 100], [None, 85, 101]], {"Bo -10", "Cy 1"}),
])
def test_another_entry_is_what_adds_up_any_other_one_or_none_and_sure_by_its_totals(
    totals: list[list[int | None]], sure: set[str]
) -> None:
    paper = scores([[5, -5, None], [7, -5, None]], totals)
    found = [*SLIPS.against(paper, Finding("broken", "LD-9:range", {}, ("round:2/Ann",)))]
    one = [slip.edit.after for slip in found if slip.edit.where == "round:2/Ann"]
    assert one == ["5", *(str(n) for n in range(-24, 25) if n not in (0, 5, 7)), ""]
    third = [slip.edit.after for slip in found if slip.edit.where == "round:2/Cy"]
    assert third == ["-2", *(str(n) for n in range(-24, 25) if n not in (0, -2))]
    assert {f"{slip.edit.name} {slip.edit.after}" for slip in found if not slip.rank} - {"Ann -7", "Bo 5"} == sure
    (first,) = (slip for slip in SLIPS.against(scores([[7, -5]], [[105, 95]]), Finding("broken", "LD-9:range", {}, ()))
                if slip.edit.after == "5" and slip.edit.name == "Ann")
    assert not first.rank, "the first total is that of 100 points"


@pytest.mark.parametrize(("where", "before", "total", "totals", "slips"), [
    ("total:2/Ann", 105, 110, [[105, 95], [110, 90]],
     "total:2/Ann 112 5 0, round:2/Ann 5 5 0, round:2/Ann -5 5 1, total:1/Ann 103 5 0"),
    ("total:2/Ann", 105, 105, [[105, 95], [105, 90]],
     "total:2/Ann 112 5 0, round:2/Ann  7 2, round:2/Ann -5 5 1, total:1/Ann 98 5 0"),
    ("total:2/Bo", 95, 91, [[None, 95], [110, 91]],
     "total:2/Bo 90 5 0, round:2/Bo -4 5 0, round:2/Ann -5 5 1, total:1/Bo 96 5 0"),
    ("total:2/Ann", 100, 110, [[None, 95], [110, 91]], "total:2/Ann 107 5 0, round:2/Ann 10 6 0, round:2/Ann -5 5 1"),
    ("total:1/Ann", 100, 104, [[104, 95]], "total:1/Ann 105 5 0, round:1/Ann 4 5 0, round:1/Ann -5 5 1"),
])
def test_where_a_total_is_wrong_it_or_what_it_adds_up_has_slipped(
    where: str, before: int, total: int, totals: list[list[int | None]], slips: str
) -> None:
    """The total, the entry beside it, which may be in the wrong column, and the total before; what they weigh, and how
    unlikely they are."""
    finding = Finding("broken", "LD-9:sum", {"before": before, "total": total}, (where,))
    found = SLIPS.against(scores([[5, -5], [7, -5]], totals), finding)
    assert ", ".join(f"{slip.edit.where} {slip.edit.after} {slip.cost} {slip.rank}" for slip in found) == slips


def test_entries_change_places_in_the_order_of_their_columns_and_totals_of_no_round_go() -> None:
    paper = scores([[5, -5, None], [7, 7, None]], [[105, 95, 100], [112, 102, 101], [112, 102, 101]])
    one, other = (
        [slip.edit for slip in SLIPS.against(paper, finding)] for finding in (
            Finding("broken", "LD-9:sum", {"before": 100, "total": 101}, ("total:2/Cy",)),
            Finding("broken", "LD-9:extra", {}, ("total:3/Ann", "total:3/Cy")),
        ))
    assert [(edit.where[-3:], edit.other) for edit in one if edit.other] == [("Ann", "round:2/Cy"), ("/Bo", "round:2/Cy")]
    assert [f"{edit.where} {edit.before} {edit.after}" for edit in other] == ["total:3/Ann 112 ", "total:3/Cy 101 "]
