"""What is drawn between two spots of a sheet of HexRoller."""

from __future__ import annotations

from itertools import combinations

import pytest
from msgspec.structs import replace
from shapely import LineString, Point, Polygon, box

from rollwrite_desktop.games.hexroller import GAME
from rollwrite_desktop.games.hexroller.play.drawing import FAR_ENOUGH, INNER, REASON, STYLE, _before
from rollwrite_desktop.sheet.hexes import inset
from rollwrite_desktop.sheet.load import find
from rollwrite_desktop.sheet.sheet import Sheet


def inner_circle(sheet: Sheet, spot: str) -> Polygon:
    """The largest circle about the middle of a box, or of what is light of a hex."""
    if spot in sheet.space:
        shape = Polygon(inset(sheet.space[spot].outline, INNER))
    else:
        rect = sheet.box[spot].rect
        shape = box(rect.x, rect.y, rect.x + rect.w, rect.y + rect.h)
    return shape.centroid.buffer(shape.exterior.distance(shape.centroid), 16)


@pytest.mark.parametrize("sheet_id", GAME.play.sheets)
def test_a_line_leads_from_edge_to_edge_where_there_is_room_for_one(sheet_id: str) -> None:
    sheet = find(sheet_id)
    boxes = [*sheet.box]
    spots = ["c2", "c3", *[*sheet.space][::9], *boxes[3:7], *boxes[::3]]
    circles = {spot: inner_circle(sheet, spot) for spot in spots}
    joined = apart = 0
    for a, b in combinations(circles, 2):
        one, other = circles[a], circles[b]
        between = LineString([one.centroid, other.centroid]).difference(one.union(other))
        path = STYLE.line(sheet, a, b)
        (x, y), (u, v) = (between.coords[0], between.coords[-1]) if not between.is_empty else ((0, 0), (0, 0))
        size = abs(x - u) + abs(y - v)
        if path is None:
            assert size <= FAR_ENOUGH + 0.5
            apart += 1
        else:
            assert size > FAR_ENOUGH - 0.5
            (_, *start), (_, *end) = path
            assert Point(start).distance(Point(x, y)) < 0.3 and Point(end).distance(Point(u, v)) < 0.3
            joined += 1
    assert joined > 150 and apart > 2


def test_what_was_entered_on_a_printed_number_is_not_drawn_over_it() -> None:
    sheet = find("hexroller_front")
    printed = next(space.id for space in sheet.spaces if space.printed)
    desk = GAME.check.paper_editor(sheet, {})
    empty, filled = (GAME.check.paper(game="hexroller", spaces=spaces) for spaces in ({}, {printed: "8", "nowhere": "3"}))
    assert desk.draw(filled, None) == desk.draw(empty, None)


def test_a_title_of_one_letter_is_no_letter_of_an_area() -> None:
    sheet = find("hexroller_front")
    rect = sheet.box["score/A"].rect
    title = next(decor for decor in sheet.decor if decor.kind == "title")
    called = replace(sheet, decor=(*sheet.decor, replace(title, text="A", ring=(
        (rect.x - 20, 0.0), (rect.x, 0.0), (rect.x, 20.0), (rect.x - 20, 20.0),
    ))))
    assert _before(called, "A", rect) == _before(sheet, "A", rect)


def test_why_an_area_scores_stands_before_the_score_or_before_a_letter_beside_it() -> None:
    sheet = find("hexroller_front")
    rect = sheet.box["score/A"].rect
    bare = replace(sheet, decor=tuple(decor for decor in sheet.decor if decor.kind != "label"))
    label = next(decor for decor in sheet.decor if decor.kind == "label")
    for away, end in ((0.0, 22.0), (REASON - 18.0, REASON + 4.0), (REASON + 4.0, 3.0)):
        left, right = rect.x - away - 20, rect.x - away
        placed = replace(label, text="A", ring=((left, rect.y), (right, rect.y), (right, rect.y + 9), (left, rect.y + 9)))
        room = _before(replace(bare, decor=(placed,)), "A", rect)
        assert rect.x - (room.x + room.w) == pytest.approx(end) and room.w == REASON
        assert (room.y, room.h) == (rect.y, rect.h)
    assert _before(bare, "A", rect).x == rect.x - 3 - REASON
