"""Several sheets of one table: the rolls that they share, who wins, and why."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from rollwrite_desktop.core import i18n
from rollwrite_desktop.core.audit import Diagnosis, Edit, Finding, Paper, Report, describe_verdict, write_paper
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.draw.display import Text
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.games.ligretto_dice.play.paper import LigrettoDicePaper
from rollwrite_desktop.games.on_tour.play.paper import OnTourPaper
from rollwrite_desktop.intake.sessions import RankingRule
from rollwrite_desktop.paths import TRANSLATIONS
from rollwrite_desktop.play.opening.game_codes import GameCode, write_code
from rollwrite_desktop.play.opening.open_game import sheet_of
from rollwrite_desktop.play.paper.audit_files import Entered, Filled, checked, compared, rolls_from, rolls_in, share_rolls
from rollwrite_desktop.play.paper.ranking import describe_mixture, describe_rule, ranking
from rollwrite_desktop.printing.reports.ranking_pages import (
    standings_csv,
    standings_document,
    standings_pages,
    winners_sentence,
)
from rollwrite_desktop.sheet.load import find


def entered(paper: Paper, file: str = "") -> Entered:
    game = GAMES[paper.game]
    return Entered(game, sheet_of(game, game.play.sheet_id(paper), "test"), paper, file)


def scored(game: str, player: str, total: int, **boxes: int) -> Filled:
    one = entered(Paper(game=game, player=player, boxes=dict(boxes)))
    return Filled("", one.game, one.sheet, one.paper, Report((), (("all", total),), None), player)


def places(*sheets: Filled) -> list[tuple[int, str, str]]:
    return [(one.place, one.player, one.reason) for one in ranking(sheets)]


def test_the_reason_for_each_place() -> None:
    game = "rolling_america"
    assert places(scored(game, "Ann", 9), scored(game, "Bo", 7)) == [
        (1, "Bo", "the lowest score"), (2, "Ann", "2 Xs more than the first"),
    ]
    assert places(scored(game, "Ann", 7, guard=3), scored(game, "Bo", 7, dupe=1)) == [
        (1, "Bo", "by tie-break: powers used: 1"),
        (2, "Ann", "by tie-break: powers used: 3"),
    ]
    shared = "shared (powers used: 2)"
    assert places(scored(game, "Ann", 7, guard=2), scored(game, "Bo", 7, dupe=2)) == [(1, "Ann", shared), (1, "Bo", shared)]
    assert places(scored("on_tour", "Ann", 20), scored("on_tour", "Bo", 30), scored("on_tour", "Cy", 30)) == [
        (1, "Bo", "shared"), (1, "Cy", "shared"), (3, "Ann", "10 points behind the first"),
    ]
    assert ranking([scored("on_tour", "Ann", 20), scored(game, "Bo", 30)]) == ()


def test_a_sheet_for_all_ranks_all_its_players_by_the_tie_break_round_too() -> None:
    rounds = [[2, -2], [-2, 2], [2, -2], [-2, 2], [2, -2], [-2, 2], [-3, 3]]
    paper = LigrettoDicePaper(game="ligretto_dice", players=["Ann", "Bo"], rounds=rounds, claimed="Bo")
    sheet = checked(entered(paper))
    assert [(one.place, one.player, one.total, one.reason) for one in ranking([sheet])] == [
        (1, "Bo", 103, "by the tie-break round"), (2, "Ann", 97, "by the tie-break round"),
    ]
    other = checked(entered(LigrettoDicePaper(game="ligretto_dice", players=["Cy", "Di"], rounds=[[9, -9]] * 6)))
    assert [(one.place, one.sheet, one.player, one.total) for one in ranking([sheet, other])] == [
        (1, 1, "Cy", 154), (2, 0, "Bo", 103), (3, 0, "Ann", 97), (4, 1, "Di", 46),
    ]


def test_sheets_without_rolls_take_those_of_another() -> None:
    ann = entered(Paper(game="hexroller", player="Ann", rolls=["3 3 4 5 5 6 8 8"]))
    bo = entered(Paper(game="hexroller", player="Bo"))
    assert [sheet.paper.rolls for sheet in share_rolls([bo, ann])] == [["3 3 4 5 5 6 8 8"]] * 2
    assert [sheet.paper.rolls for sheet in share_rolls([bo, ann], ["8 8 8 8 8 8 8 8"])] == [
        ["8 8 8 8 8 8 8 8"], ["3 3 4 5 5 6 8 8"],
    ]
    assert [sheet.paper.rolls for sheet in share_rolls([bo])] == [None]


def test_rolls_from_a_paper_file_or_a_list(tmp_path: Path) -> None:
    sheet = entered(Paper(game="rolling_america"))
    (tmp_path / "a.json").write_bytes(write_paper(Paper(game="rolling_america", rolls=["blue 4, wild 2"])))
    (tmp_path / "a.txt").write_text("b4 w2\n\nr1g6\n", encoding="utf-8-sig")  # as some editors write it
    (tmp_path / "b.txt").write_text("b4 w2\nwhat\n")
    (tmp_path / "c.txt").write_text("\n")
    (tmp_path / "d.json").write_bytes(write_paper(Paper(game="rolling_america")))
    assert rolls_in(tmp_path / "a.json", sheet.notes) == ("blue 4, wild 2",)
    assert rolls_in(tmp_path / "a.txt", sheet.notes) == ("blue 4, wild 2", "red 1, green 6")
    refused = {"b.txt": "line 2 is 'what'", "c.txt": "no rolls", "d.json": "no rolls", "e.txt": "cannot be read"}
    for name, words in refused.items():
        with pytest.raises(UserError, match=words):
            rolls_in(tmp_path / name, sheet.notes)


def test_what_is_certain_comes_first() -> None:
    doubt, proof = Finding("unproved", "T-1"), Finding("broken", "T-2")
    assert Report((doubt, proof, doubt), (), None).findings == (proof, doubt, doubt)


@pytest.mark.parametrize(("paper", "effects"), [
    (Paper(game="rolling_america", spaces={"IN": "2", "OH": "5"}), {"RA-8": 1}),
    (Paper(game="hexroller", spaces={}, boxes={"plus_one": False, "two": True, "third": False}), {"HR-11:none": 2}),
    (LigrettoDicePaper(game="ligretto_dice", players=["Ann", "Bo"], rounds=[[8, -7]]), {"LD-9": -1}),
    (OnTourPaper(game="on_tour", spaces={"WA": "(14)", "OR": "12", "CA": "20"}, route=["WA", "OR", "CA"]),
     {"OT-11:falling": 2}),
])
def test_the_effect_on_the_score(paper: Paper, effects: dict[str, int]) -> None:
    one = entered(paper)
    report = one.game.check.auditor(one.sheet, one.options).audit(one.paper)
    found = {finding.key: finding.effect for finding in report.findings}
    assert effects.items() <= found.items()


def test_rolls_come_from_a_numbered_list_and_from_a_code() -> None:
    notes = entered(Paper(game="rolling_america")).notes
    assert rolls_from("1. B4 W2\n\n2)  r1, g6\n", notes, "list") == ("blue 4, wild 2", "red 1, green 6")
    every = rolls_from("p38a wakx", notes, "code")
    assert len(every) == 24 and rolls_from("R-P38A-WAKX-R", notes, "code") == every
    other = write_code(GameCode("hexroller", "hexroller_front", {}, "ABCD-EFGH"))
    faults = (("R-P38A-WAKX-S", "wrong or missing letter"), (other, "HexRoller"), ("class 7", "line 1"), ("", "no rolls"))
    for text, wrong in faults:
        with pytest.raises(UserError, match=wrong):
            rolls_from(text, notes, "code")


@pytest.mark.parametrize(("paper", "rule", "told"), [
    (Paper(game="rolling_america", spaces={"OH": "5"}, boxes={"rounds": 2}, claimed=7), "RA-19", "0, not 7"),
    (Paper(game="hexroller", spaces={}, boxes=dict.fromkeys(("plus_one", "two", "third"), False), claimed={"bonuses": 3}),
     "HR-13", ""),
    (OnTourPaper(game="on_tour", spaces={"WA": "(12)", "OR": "(21)", "CA": "30"}, route=["WA", "OR"], claimed=9), "OT-12",
     "not legal, and added wrongly: 4, not 9"),
    (LigrettoDicePaper(game="ligretto_dice", players=["Ann", "Bo"], rounds=[[8, -8]], totals=[[107, 92]]), "LD-9", ""),
    (LigrettoDicePaper(game="ligretto_dice", players=["Ann", "Bo"], rounds=[[8, -7]]), "LD-9", ""),
])
def test_a_wrong_sum_is_no_illegal_play(paper: Paper, rule: str, told: str) -> None:
    one = entered(paper)
    report = one.game.check.auditor(one.sheet, one.options).audit(one.paper)
    (finding,) = [finding for finding in report.findings if finding.rule == rule]
    assert finding.title == "Added wrongly" and report.sums == "wrong"
    sentence = describe_verdict(report)
    assert "dded wrongly" in sentence and told in sentence
    assert (report.played == "illegal") == ("not legal" in told) == ("not legal" in sentence)


def misplayed(game: str, player: str, total: int, mistakes: int, **more: object) -> Filled:
    one = scored(game, player, total)
    found = tuple(Finding("broken", "T-1", where=("TX",), cost=1, effect=2) for _ in range(mistakes))
    parts = one.report.parts if game != "rolling_america" else (("Xs", total - mistakes), ("mistakes", mistakes))
    return replace(one, report=Report(found, parts, None), **more)


def ranked(rule: RankingRule | None, *sheets: Filled) -> list[tuple[int, str, int, str, str]]:
    return [(one.place, one.player, one.total, one.reason, one.note) for one in ranking(sheets, rule)]


def test_a_sheet_with_illegal_play_never_stands_first_unmarked() -> None:
    game = "on_tour"
    sheets = misplayed(game, "Ann", 40, 2), scored(game, "Bo", 30), scored(game, "Cy", 37), misplayed(game, "Di", 20, 1)
    behind = "behind the legal sheets"
    last = [(1, "Cy", 37, "the highest score", ""), (2, "Bo", 30, "7 points behind the first", ""),
            (3, "Ann", 40, behind, "not legal"), (4, "Di", 20, behind, "not legal")]
    assert ranked(None, *sheets) == ranked(RankingRule("last"), *sheets) == last
    corrected = ranked(RankingRule("corrected"), *sheets)
    assert corrected[0] == (1, "Ann", 44, "the highest score", "not legal; corrected: 44 instead of 40")
    assert ranked(RankingRule("penalty", 2), *sheets)[:2] == [
        (1, "Cy", 37, "the highest score", ""),
        (2, "Ann", 36, "one point behind the first", "not legal; 2 mistakes counted"),
    ]
    assert ranked(None, sheets[0], sheets[3])[0] == (1, "Ann", 40, "the highest score", "not legal")
    assert winners_sentence(ranking(sheets, RankingRule("penalty"))) == (
        "Ann is first with 38 (not legal; 2 mistakes counted)")
    assert [describe_rule(GAMES[game], rule) for rule in (None, RankingRule("penalty", 2))] == [
        "Sheets with illegal play rank last.", "Each mistake in play costs 2 points."]


def test_a_game_that_counts_mistakes_ranks_by_its_own_rule() -> None:
    game = "rolling_america"
    sheets = misplayed(game, "Ann", 7, 2), scored(game, "Bo", 9)
    assert ranked(None, *sheets)[0] == (1, "Ann", 7, "the lowest score", "not legal; 2 mistakes counted")
    assert ranked(RankingRule("penalty", 3), *sheets) == [
        (1, "Bo", 9, "the lowest score", ""), (2, "Ann", 11, "2 Xs more than the first", "not legal; 2 mistakes counted"),
    ]
    assert ranked(RankingRule("corrected"), *sheets)[0][2:] == (7, "the lowest score", "not legal; the score stays"), (
        "numbers where Xs belong, which nobody can correct, are worth no less than Xs")
    assert describe_rule(GAMES[game]) == "Each mistake in play adds one X." and not describe_rule(GAMES["ligretto_dice"])


def test_as_corrected_is_the_score_after_the_cheapest_corrections() -> None:
    sheet = misplayed("rolling_america", "Ann", 7, 2)
    after = Paper(game="rolling_america", spaces={"TX": "X", "OH": "X", "ME": "X"})
    told = replace(sheet.report, diagnosis=(Diagnosis((), after, 4),))
    assert ranked(RankingRule("corrected"), replace(sheet, report=told))[0][2] == 3


def test_what_the_other_sheets_of_a_table_bear_out_is_asked_alone() -> None:
    """Of several ways to explain a sheet: that the roll in which it differs is noted wrongly."""
    seen, meant, other = "green 4, red 2", "green 3, red 2", "green 2, red 2"
    misread = Edit("roll:1", seen, other, alternatives=(meant,))
    texas = Diagnosis((Edit("TX", "6", "5"),), Paper(game="rolling_america"), 4, explains=(0,))

    def asked(*ways: Diagnosis, roll: str = seen) -> tuple[Diagnosis, ...]:
        papers = [Paper(game="rolling_america", rolls=[one, "blue 1, red 1"]) for one in (roll, "red 2, green 3", meant)]
        sheets = [Filled("", GAMES[one.game], find("rolling_america_usa"), one, Report((), (), None), "") for one in papers]
        return compared([replace(sheets[0], report=Report((Finding("broken", "RA-7"),), (), None, diagnosis=ways)),
                         *sheets[1:]])[0].report.diagnosis

    for ways in ((texas, replace(texas, edits=(misread,))), (replace(texas, elsewhere=(misread,), more=True),)):
        (one,) = asked(*ways)
        assert one.edits == (Edit("roll:1", seen, meant),) and one.paper.rolls == [meant, "blue 1, red 1"]
        assert one.explains == (0, 1) and not one.elsewhere and not one.more
    assert asked(texas) == (replace(texas, explains=(1,)),), "the finding about the roll comes first"
    assert asked(texas, roll=meant) == (texas,)


def test_rankings_on_paper_and_as_text_say_their_rule_and_cut_nothing() -> None:
    sheets = [misplayed("on_tour", "Bartholomew Featherstonehaugh the Younger", 40, 2), scored("on_tour", "Bo", 30)]
    standings, size = ranking(sheets), sheets[0].sheet.size
    (leaf,) = standings_pages("Club", sheets, standings, size, describe_rule(GAMES["on_tour"]))
    texts = " ".join(mark.text for mark in leaf.display.marks if isinstance(mark, Text))
    for words in ("Sheets with illegal play rank last.", "Featherstonehaugh the Younger", "behind the legal sheets; not"):
        assert words in texts and "…" not in texts
    document = standings_document("Club", sheets, standings, describe_rule(GAMES["on_tour"]))
    *_, first, other = document.text().splitlines()
    assert first.startswith("1.  Bo") and other.startswith("2. ")
    assert "Sheets with illegal play rank last." in document.text()
    assert '<th scope="row">1.</th><td>Bo</td><td>30</td>' in document.html()
    assert standings_csv(sheets, standings).splitlines()[2].endswith("behind the legal sheets; not legal")
    i18n.use("de", TRANSLATIONS)
    head, first, _ = standings_csv(sheets, standings).splitlines()
    assert head.startswith("Platz;Spieler;Datei;") and first.startswith("1;Bo;")


def test_a_ranking_of_sheets_that_differ_says_so() -> None:
    """In a sentence, on paper and as text, the commonest first; what is not ranked does not count."""
    one, other = scored("hexroller", "Ann", 40), scored("hexroller", "Bo", 30)
    back = replace(other, sheet=find("hexroller_back"))
    said = "On different sheets: Front (2), Back (1). Scores are compared as they are."
    assert describe_mixture([one, other]) == describe_mixture([one, replace(back, missing="rounds")]) == ""
    sheets = [back, one, other]
    assert describe_mixture(sheets) == said
    standings = ranking(sheets)
    assert f"\nA rule.\n{said}\n" in standings_document("Club", sheets, standings, "A rule.").text()
    (leaf,) = standings_pages("Club", sheets, standings, one.sheet.size, "A rule.")
    lines = [mark.text for mark in leaf.display.marks if isinstance(mark, Text) and mark.key.startswith("text/")]
    assert " ".join(lines).endswith(said)
