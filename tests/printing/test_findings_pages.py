"""Findings as pages: everything that the audit says is on paper, numbered as on the sheet, and nothing runs off the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from rollwrite_desktop.core.audit import Diagnosis, Edit, Finding, Paper, Report, Unchecked
from rollwrite_desktop.draw.display import Display, Text
from rollwrite_desktop.draw.trace import bounds, touches
from rollwrite_desktop.draw.type_metrics import cap_height
from rollwrite_desktop.gamekit.units import XS
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.opening.roll_notation import RollNotes
from rollwrite_desktop.printing.jobs.print_jobs import header_footer, paper_leaves
from rollwrite_desktop.printing.reports.findings_pages import findings_document, findings_pages
from rollwrite_desktop.printing.sheets.page_layout import Pages, imposition_of, sheet_count
from rollwrite_desktop.sheet.load import find

SIZE = (720.0, 540.0)
RULEBOOK = {"RA-8": "{state} borders {other}.", "RA-R6": "Circle {state}."}
PARTS = {"Xs": "Xs", "mistakes": "Mistakes"}


def report(count: int) -> Report:
    findings = tuple(
        Finding("broken", "RA-8", {"state": f"State {i}", "other": "Ohio " * 40}, ("OH",), 1, "RA-R6", {"state": "Ohio"})
        for i in range(count)
    )
    return Report(findings, (("Xs", 3), ("mistakes", count)), 7, (Unchecked("RA-9", "rolls", "whether it fitted"),))


def printed(
    found: Report, player: str = "Ann", play: Sequence[tuple[str, str]] = (), *, rulebook: Mapping[str, str] = RULEBOOK,
    parts: Mapping[str, str] = PARTS, **more: Any,
) -> tuple[Display, ...]:
    return findings_pages(findings_document(found, rulebook, parts, player, play, **more), SIZE)


def test_every_finding_is_told_with_its_number_repair_and_what_stays_open() -> None:
    (page,) = printed(report(3))
    lines = [mark.text for mark in page.marks if isinstance(mark, Text)]
    assert lines[0] == "Findings: Ann"
    assert {"1", "2", "3", "Circle Ohio.", "Score: 6 (Xs 3, Mistakes 3) · written: 7 · difference: −1"} <= set(lines)
    assert sum(line.startswith("State") for line in lines) == lines.count("RA-8") == 3
    assert "Not checked without the rolls: RA-9 (whether it fitted)" in lines
    ends = [max(mark.y for mark in page.marks if isinstance(mark, Text) and mark.key.startswith(("text/", "note/"))
                and (mark.x > SIZE[0] / 2) == right) for right in (False, True)]
    assert abs(ends[0] - ends[1]) < 0.25 * SIZE[1], "both columns are used"


def test_numbers_of_findings_on_a_reduced_sheet_can_be_read_and_cover_no_number() -> None:
    game = GAMES["rolling_america"]
    sheet = find("rolling_america_usa")
    paper = game.check.paper(game=game.info.id, sheet=sheet.id, spaces={"OH": "4", "PA": "1"})
    leaves = paper_leaves(game, paper, game.check.auditor(sheet, {}).audit(paper))
    page = imposition_of(leaves, "a4", 2)
    marks = Pages(leaves, header_footer(game), page)[0].placed[0].leaf.display.marks
    numbers = [mark for mark in marks if isinstance(mark, Text) and mark.key.startswith("tag/")]
    discs = [bounds(mark) for mark in marks if mark.key.startswith("tag/") and mark.key.endswith("/disc")]
    written = [(mark.x - 0.2 * mark.size, mark.y - cap_height(mark.face, mark.size), mark.x + 0.2 * mark.size, mark.y)
               for mark in marks if isinstance(mark, Text) and mark.key.startswith("mark/")]
    assert len(numbers) == len(discs) >= 2 and all(mark.size * page.scale >= 6.5 for mark in numbers)
    assert not any(touches(disc, digit) for disc in discs for digit in written)


def test_a_way_of_play_says_when_mistakes_are_among_its_moves() -> None:
    def heads(count: int) -> str:
        (page,) = printed(report(count), play=(("roll 1", "something"),))
        return " ".join(mark.text for mark in page.marks if isinstance(mark, Text))

    assert "One way to play this sheet" in heads(0) and "One way it may have been played, mistakes included" in heads(1)


def test_a_report_without_a_diagnosis_opens_with_what_is_proved_wrong() -> None:
    def opening(count: int, **more: Any) -> list[str]:
        (page,) = printed(report(count), **more)
        return [mark.text for mark in page.marks if isinstance(mark, Text)][1:3]

    names = {"OH": "Ohio"}
    assert opening(2, names=names) == ["This sheet is not legal.", "Not legal: Ohio."]
    assert opening(2)[1] == "2 places are not legal."
    assert opening(0, names=names)[0] == "No mistake found."


def test_long_reports_go_on_on_further_pages_within_their_edges() -> None:
    pages = printed(report(30), "")
    assert len(pages) > 1
    texts = [mark for page in pages for mark in page.marks if isinstance(mark, Text)]
    assert {str(i) for i in range(1, 31)} <= {mark.text for mark in texts}
    for mark in texts:
        left, top, right, bottom = bounds(mark)
        assert left >= 0 and top >= 0 and right <= SIZE[0] and bottom <= SIZE[1]
    for page in pages:
        assert len({mark.key for mark in page.marks}) == len(page.marks)


def test_the_report_ends_with_lines_for_date_and_names_and_tells_what_a_search_came_to() -> None:
    found = replace(report(40), bounds=(2, 4))
    *others, last = printed(found)
    assert others and not any(mark.key.startswith("signed") for page in others for mark in page.marks)
    lines = [mark.text for mark in last.marks if isinstance(mark, Text)]
    assert lines[-3:] == ["Date", "Checked by", "Player"]
    assert any(mark.text == "Between 2 and 4 mistakes so far." for mark in others[0].marks if isinstance(mark, Text))


def test_what_a_finding_costs_and_what_would_prove_it_stand_beneath_it() -> None:
    findings = (
        Finding("unproved", "RA-8", {"state": "Iowa", "other": "Ohio"}, ("OH",)),
        Finding("broken", "RA-8", {"state": "Utah", "other": "Ohio"}, ("OH",), 1, effect=1),
    )
    (page,) = printed(replace(report(0), findings=findings))
    lines = [mark.text for mark in page.marks if isinstance(mark, Text)]
    said = " ".join(lines)
    assert "Utah borders Ohio. Costs one point." in said
    assert "Iowa borders Ohio. (uncertain) The list of rolls could show it." in said


def test_where_points_are_bad_a_finding_adds_some_and_places_stand_above_sentences_without_them() -> None:
    findings = (
        Finding("broken", "RA-8", {"state": "Utah", "other": "Ohio"}, ("UT", "OH"), 1, effect=2),
        Finding("broken", "RA-R6", {"state": "it"}, ("OH", "roll:7"), 1),
    )
    (page,) = printed(replace(report(0), findings=findings), names={"UT": "Utah", "OH": "Ohio"}, unit=XS)
    lines = [mark.text for mark in page.marks if isinstance(mark, Text) and mark.key.startswith("note/")]
    lines = [line for line in lines if not line.startswith("RA-") and not line.isdigit()]
    first = lines.index("Utah borders Ohio.")
    assert lines[first : first + 4] == ["Utah borders Ohio.", "Adds 2 Xs.", "Ohio, Roll 7", "Circle it. (one mistake)"]


def test_a_mistake_that_is_made_several_times_stands_there_once_with_its_number() -> None:
    twos = Finding("broken", "HR-11:many", {"n": 3}, ("a1", "a2", "a3"), 1)
    pages = printed(Report((twos, twos), (), None), rulebook=GAMES["hexroller"].play.rulebook, parts={})
    texts = [mark for page in pages for mark in page.marks if isinstance(mark, Text) and not mark.text.startswith("HR-")]
    words = " ".join(mark.text for mark in texts)
    assert words.count("Hexes with a 2: 3.") == 1 and "(2 mistakes)" in words


def test_one_way_of_play_is_in_one_column_in_the_largest_letters_that_need_one_page() -> None:
    few, (page,) = (
        printed(report(count), play=tuple((f"roll {i}", "something") for i in range(rolls)))
        for count, rolls in ((1, 3), (3, 28))
    )
    sizes = [mark.size for each in (*few, page) for mark in each.marks if mark.key.endswith("/1")
             and mark.key.startswith("note/") and isinstance(mark, Text)]
    assert sorted(set(sizes)) == [9.5, 18.0]
    assert all(mark.size >= 9 for each in (*few, page) for mark in each.marks if isinstance(mark, Text))
    lefts = {mark.x for mark in page.marks if isinstance(mark, Text) and mark.text.endswith(": something")}
    assert len(lefts) == 1


def test_a_marked_sheet_is_followed_by_its_findings() -> None:
    game = GAMES["rolling_america"]
    paper = Paper(game="rolling_america", player="Ann", spaces={"IN": "5", "OH": "3"})
    found = game.check.auditor(find("rolling_america_usa"), {}).audit(paper)
    marked, listed = paper_leaves(game, paper, found)
    assert any(mark.key == "tag/OH/number" for mark in marked.display.marks)
    assert any(isinstance(mark, Text) and mark.text.startswith("Indiana") for mark in listed.display.marks)
    assert paper_leaves(game, paper)[0].display != marked.display


def test_every_copy_has_its_findings_beneath_it() -> None:
    game = GAMES["rolling_america"]
    paper = Paper(game="rolling_america", player="Ann", spaces={"IN": "5", "OH": "3"})
    leaves = paper_leaves(game, paper, game.check.auditor(find("rolling_america_usa"), {}).audit(paper), 3)
    page = imposition_of(leaves, "a4", 2)
    for each in Pages(leaves, header_footer(game), page):
        assert [placed.leaf.counted for placed in each.placed] == [True, False]
    assert sheet_count(leaves) == 3


def test_rolls_are_called_as_in_the_printed_log_and_the_end_of_a_turn_is_no_move() -> None:
    def notes(game: str) -> RollNotes:
        return RollNotes(GAMES[game], find(GAMES[game].play.played_on[0]), {})

    told = [notes(game).title(10) for game in ("rolling_america", "on_tour", "hexroller")]
    assert told == ["Roll 10", "Roll 10", "Round 10"]
    moves = notes("hexroller").describe_moves(("c3=5", "box 5 7", "done"), "Ann")
    assert moves == "5 in c3; 5 in the upper row, 7 in the lower"


def test_a_short_report_is_in_large_letters_and_leaves_lines_for_notes() -> None:
    found = report(1)
    short = replace(found, findings=(replace(found.findings[0], args={
        "state": "Utah", "other": "Ohio"}),))
    (page,) = printed(short)
    lines = [mark for mark in page.marks if mark.key.startswith("notes/") and not isinstance(mark, Text)]
    texts = [mark for mark in page.marks if isinstance(mark, Text)]
    assert max(mark.size for mark in texts if mark.key.startswith("note/")) == 18.0
    said = max(bounds(mark)[3] for mark in texts if not mark.key.startswith(("signed/", "notes/")))
    signed = min(bounds(mark)[1] for mark in page.marks if mark.key.startswith("signed/"))
    tops = sorted(bounds(mark)[1] for mark in lines)
    assert len(tops) > 8 and said < tops[0] and tops[-1] < signed


def test_the_places_that_the_report_asks_about_are_ringed() -> None:
    game = GAMES["rolling_america"]
    paper = Paper(game="rolling_america", player="Ann", spaces={"IN": "5", "OH": "3"})
    edits = (Edit("box:guard", "0", "1", "Guards"), Edit("TX", "", "4", "Texas"))
    asked = Report((), (("Xs", 0), ("mistakes", 0)), None, diagnosis=(Diagnosis(edits, paper, 9),))
    marked, listed = paper_leaves(game, paper, asked)
    assert {"among/TX", "among/guard/1"} <= {mark.key for mark in marked.display.marks}
    assert any(isinstance(mark, Text) and mark.text.startswith("Guards") for mark in listed.display.marks)


def test_no_line_of_a_report_is_cut() -> None:
    names = {f"S{i}": f"A state with a name of its own, {i}" for i in range(9)}
    findings = tuple(Finding("broken", "RA-8", {"state": "Utah", "other": "Ohio"}, (place,), 1) for place in names)
    parts = tuple((f"part {i}, which is told with its points", i) for i in range(12))
    pages = printed(Report(findings, parts, 7), parts={}, names=names)
    told = " ".join(mark.text for page in pages for mark in page.marks if isinstance(mark, Text))
    assert "…" not in told and all(told.count(name) == 2 for name in names.values()) and parts[-1][0] in told
