"""A piece of a sheet on certificates and rankings: inside its frame, left out by screen readers; medals of the places."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from msgspec.structs import replace

from rollwrite_desktop.core.audit import Finding, Report
from rollwrite_desktop.draw.display import Shape, Text
from rollwrite_desktop.draw.trace import bounds, touches
from rollwrite_desktop.draw.type_metrics import cap_height, descent
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.opening.open_game import sheet_of
from rollwrite_desktop.play.paper.audit_files import Filled
from rollwrite_desktop.play.paper.ranking import Standing
from rollwrite_desktop.printing.reports.certificates import certificates
from rollwrite_desktop.printing.reports.ranking_pages import standings_pages
from rollwrite_desktop.printing.sheets.sheet_piece import sheet_piece
from rollwrite_desktop.sheet.sheet import Rect

PLACES = (Rect(20, 20, 600, 180), Rect(0, 0, 90, 90), Rect(10, 40, 60, 300))


def filled(game_id: str, name: str = "Ann") -> Filled:
    game = GAMES[game_id]
    sheet = sheet_of(game, "" if game.play.score_sheet is None else "ligretto_dice_score_2")
    held = [space.id for space in sheet.spaces if not space.printed and game.play.score_sheet is None]
    spaces = dict.fromkeys(held, "34" if game_id == "on_tour" else "3")
    paper = game.check.paper(game=game_id, sheet=sheet.id, player=name, spaces=spaces)
    return Filled("", game, sheet, paper, Report((), (), None), name)


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("place", PLACES, ids=["band", "square", "tower"])
def test_the_piece_lies_within_its_frame_and_is_left_out_by_screen_readers(game_id: str, place: Rect) -> None:
    marks = [*sheet_piece("p", filled(game_id), place)]
    assert len(marks) > 4 and all(mark.key.startswith("p/picture/") for mark in marks)
    for mark in marks:
        left, top, right, bottom = bounds(mark)
        slack = 0.0 if isinstance(mark, Text) else mark.width / 2 + 1e-6  # of a line along the edge
        assert left >= place.x - slack and top >= place.y - slack, mark.key
        assert right <= place.x + place.w + slack and bottom <= place.y + place.h + slack, mark.key


@pytest.mark.parametrize("game_id", ["rolling_america", "on_tour", "hexroller"])
def test_no_square_of_a_piece_is_cut_or_without_what_is_written_in_it(game_id: str) -> None:
    clear = (280.0, 100.0, 340.0, 200.0)
    for place in PLACES:
        sheet = filled(game_id)
        marks = [*sheet_piece("p", sheet, place, whole=True, clear=clear)]
        names = [mark.key.split("/") for mark in marks]
        written = {name[3] for name in names if name[2] == "mark"}
        squares = {name[3] for name in names if name[2] == "space" and name[4] != "fill"}
        assert written == squares - {space.id for space in sheet.sheet.spaces if space.printed}
        assert not {name[2] for name in names} & {"box", "label", "title", "dice"}
        assert not any(touches(bounds(mark), clear) for mark, name in zip(marks, names, strict=True) if name[2] == "mark")
        grounds = [bounds(mark) for mark, name in zip(marks, names, strict=True) if name[2] == "space" and "fill" in name]
        if place is PLACES[0]:  # lines of the map's sides don't run into the frame
            assert min(each[0] for each in grounds) > place.x + 1
            assert max(each[2] for each in grounds) < place.x + place.w - 1


@pytest.mark.parametrize("whole", [True, False])
def test_a_map_of_tiles_is_shown_by_whole_tiles(whole: bool) -> None:
    """Of a tile beside or below them there is no stub of color, no edge and no letter; each is outlined."""
    for place, clear in zip(PLACES, ((280.0, 100.0, 340.0, 200.0), None, None), strict=True):
        sheet = filled("hexroller")
        parts = [(mark, mark.key.split("/")) for mark in sheet_piece("p", sheet, place, whole=whole, clear=clear)]
        grounds = {name[3]: bounds(mark) for mark, name in parts if name[2] == "space" and name[4] == "fill"}
        assert grounds and grounds.keys() == {name[3] for _, name in parts if name[2] == "space"}
        edged = {name[3] for mark, name in parts if "fill" in name and isinstance(mark, Shape) and mark.stroke}
        assert grounds.keys() == edged
        sizes = [(right - left, bottom - top) for left, top, right, bottom in grounds.values()]
        most = [max(each) - min(each) for each in zip(*sizes, strict=True)]
        assert max(most) < 0.5, "none is cut, but half an edge under the frame"


def test_a_certificate_says_what_is_true_of_the_sheet() -> None:
    sheets = [filled("hexroller", "Ann"), filled("hexroller", "Bo")]
    standings = [Standing(1, 1, "Bo", 40, 0), Standing(12, 0, "Ann", 35, 0, note="not legal; 2 mistakes counted")]
    first, other = certificates("Club", sheets, standings, (720.0, 540.0))
    texts, noted = ([mark.text for mark in leaf.display.marks if isinstance(mark, Text) and mark.key.startswith("line/")]
                    for leaf in (first, other))
    assert texts == ["Certificate", "Bo", "Place 1 of 2", "HexRoller: score 40", "Checked: no mistake found.", "Club"]
    assert noted[4] == "Checked: not legal; 2 mistakes counted."
    keyed = {mark.key: mark for mark in other.display.marks}
    assert keyed["medal/picture/n"].text == "12" and keyed["medal/picture/disc"].fill == "box"  # type: ignore[union-attr]


def test_a_certificate_can_be_read_and_its_medal_told_apart_without_colors() -> None:
    standings = [Standing(n, 0, "Peggy von Jagger", 40, 0, note="not legal" * (n == 3)) for n in range(1, 5)]
    leaves = certificates("A long afternoon", [filled("hexroller", "Peggy")], standings, (720.0, 540.0))
    for leaf in leaves:
        lines = [mark for mark in leaf.display.marks if isinstance(mark, Text) and mark.key.startswith("line/")]
        tops = [line.y - cap_height(line.face, line.size) for line in lines]
        ends = [line.y + descent(line.face, line.size) for line in lines]
        assert all(top > 4 + end for top, end in zip(tops[1:], ends, strict=False)), "no letter reaches the next line"
        assert lines[0].size > lines[2].size and lines[0].ink == "text", "what it is comes before the place"
    around = [next(mark for mark in leaf.display.marks if mark.key == "medal/picture/around") for leaf in leaves]
    assert [mark.stroke for mark in around] == ["line", "line", "", ""]  # type: ignore[union-attr]


def test_a_ranking_has_the_winner_s_sheet_on_its_first_page_only() -> None:
    sheets = [filled("rolling_america", f"P{n}") for n in range(60)]
    standings = [Standing(n + 1, n, f"P{n}", n, 0, "more Xs") for n in range(60)]
    pages = standings_pages("Club", sheets, standings, (720.0, 540.0), "Each mistake in play adds one X.")
    assert len(pages) > 2
    for number, leaf in enumerate(pages):
        keys = {mark.key for mark in leaf.display.marks}
        assert ("winner/picture/frame" in keys) == (number == 0)
    told = [mark.text for leaf in pages for mark in leaf.display.marks
            if isinstance(mark, Text) and re.search(r"/row/[1-9]\d*/0$", mark.key)]
    assert told == [str(n + 1) for n in range(60)]


def test_a_class_on_one_page_has_its_day_what_was_right_and_what_to_practice() -> None:
    sheets = [filled("rolling_america", f"P{n}") for n in range(12)]
    names = ["José Ñandú Šimůnek", *(f"P{n}" for n in range(1, 12))]
    standings = [Standing(n + 1, n, name, n, 0, "more Xs") for n, name in enumerate(names)]
    practice = ("Playing", "• Neighbors are within 1: 3 sheets", "Counting", "• Adding up the score: 2 sheets")
    (leaf,) = standings_pages("Club", sheets, standings, (720.0, 540.0), "A rule.", day="March 5", practice=practice)
    texts = {mark.key: mark for mark in leaf.display.marks if isinstance(mark, Text)}
    assert any(mark.text == "Sheets: 12. Not legal: 0. Added wrongly: 0." for mark in texts.values())
    assert texts["signed/day"].text == "March 5" and "signed/2/caption" not in texts
    advice = next(key for key, mark in texts.items() if mark.text == "What to practice").removesuffix("/0")
    columns = [[texts[f"{advice}/{k}{line}"].text for line in ("", "/line/1")] for k in (1, 2)]
    assert columns == [[*practice[:2]], [*practice[2:]]]
    scores = [bounds(mark)[2] for key, mark in texts.items()
              if re.search(r"/row/[1-9]\d*/2$", key) and key[:-1] + "3" in texts]
    assert max(scores) - min(scores) < 0.1, "digits one below the other"
    (few,) = standings_pages("Club", sheets, standings[:2], (720.0, 540.0), "A rule.")
    for page in (leaf, few):
        assert names[0] in {mark.text for mark in page.display.marks if isinstance(mark, Text)}, "a name on one line"
        assert not page.registered, "nobody reads photos of it"


def test_twelve_with_long_reasons_and_what_to_practice_are_on_one_page_a_line_each() -> None:
    """In close letters, with medals no higher than their rows: else a page would hold nothing but the advice."""
    wrong = Report((Finding("broken", "RA-19", aspect="sums"),), (("xs", 16),), 17, bounds=(0, 0))
    sheets = [replace(filled("rolling_america", f"P{n}"), report=wrong) for n in range(12)]
    standings = [Standing(n + 1, n, f"P{n}", 16, 0, "shared (powers used: 9)", "not legal; 2 mistakes counted")
                 for n in range(12)]
    practice = ("Playing", *(f"• Where a number goes – Rule {n}: 3 sheets (Cy, Gus, Lea)" for n in range(4)),
                "Counting", "• Adding up the score: 3 sheets (Bo, Hal, Jo)")
    (leaf,) = standings_pages("Club", sheets, standings, (720.0, 540.0), "A rule.", practice=practice)
    texts = [mark.text for mark in leaf.display.marks if isinstance(mark, Text)]
    assert texts.count("proved legal; added wrongly: 16, not 17") == texts.count(standings[0].why) == 12
    assert {*practice} <= {*texts}
    discs = sorted(bounds(mark)[1::2] for mark in leaf.display.marks if mark.key.endswith("/disc"))
    assert len(discs) == 12 and all(above[1] < below[0] for above, below in pairwise(discs))


def test_one_long_finding_breaks_no_reason_of_the_others() -> None:
    wrong = Report((Finding("broken", "RA-19", aspect="sums"),), (("xs", 16),), 17, bounds=(0, 0))
    sheets = [filled("rolling_america", f"P{n}") for n in range(5)]
    sheets[0] = replace(sheets[0], report=wrong)
    names = ["Maximiliane von Hohenstein", *(f"P{n}" for n in range(1, 5))]
    standings = [Standing(n + 1, n, name, n, 0, "2 Xs more than the first") for n, name in enumerate(names)]
    (leaf,) = standings_pages("Club", sheets, standings, (720.0, 540.0), "A rule.")
    texts = [mark.text for mark in leaf.display.marks if isinstance(mark, Text)]
    assert texts.count(standings[0].why) == 5
