"""The blank face of a map: everything of the sheet is there once, in its inks, in an order that hides nothing."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from msgspec.structs import replace

from rollwrite_desktop.draw.display import Shape, Text
from rollwrite_desktop.draw.inks import INKS
from rollwrite_desktop.draw.map_face import COAST, SEA_DASH, THICK, THIN, blank_map, pencil_room, square
from rollwrite_desktop.draw.trace import bounds
from rollwrite_desktop.sheet.borders import borders
from rollwrite_desktop.sheet.load import find
from rollwrite_desktop.sheet.sheet import inside
from tests.draw.pictures import small_map


def test_every_space_and_box_is_drawn_once() -> None:
    sheet = find("rolling_america_usa")
    keys = [mark.key for mark in blank_map(sheet)]
    assert len(keys) == len(set(keys))
    for space in sheet.spaces:
        assert {f"space/{space.id}/{part}" for part in ("fill", "square", "code")} <= set(keys)
    assert {f"box/{box.id}" for box in sheet.boxes} <= set(keys)


def test_every_ink_is_known_and_every_mark_is_on_the_sheet() -> None:
    for sheet in (small_map(), find("rolling_america_usa")):
        for mark in blank_map(sheet, {"player": "Name"}, {"guard", "rounds"}):
            inks = (mark.ink,) if isinstance(mark, Text) else tuple(ink for ink in (mark.fill, mark.stroke) if ink)
            assert inks and set(inks) <= INKS.keys()
            left, top, right, bottom = bounds(mark)
            assert left >= -2 and top >= -2 and right <= sheet.size[0] + 2 and bottom <= sheet.size[1] + 2, mark.key


def test_borders_are_thick_round_regions_and_thin_within() -> None:
    marks = [mark for mark in blank_map(small_map()) if isinstance(mark, Shape) and mark.key.startswith("border/")]
    thin = [mark for mark in marks if mark.width == THIN]
    assert len(thin) == 6 and all(mark.stroke == "inner" for mark in thin)
    thick = [mark for mark in marks if mark.width == THICK]
    assert thin + thick == marks and all(mark.stroke == "border" for mark in thick)
    of_land = [mark for mark in blank_map(small_map(), land=True) if isinstance(mark, Shape) and "border/" in mark.key]
    outer = {f"border/{i}" for i, border in enumerate(borders(small_map())) if not border.right}
    assert {mark.key for mark in of_land if mark.width == COAST} == outer and THIN < COAST < THICK


def test_a_square_outside_its_area_has_a_line_to_a_ring_within() -> None:
    sheet = small_map()
    space = sheet.spaces[0]
    aside = replace(space, writing=replace(space.writing, x=space.writing.x - 60))
    marks = blank_map(replace(sheet, spaces=(aside, *sheet.spaces[1:]), differences={space.id: "Too small."}))
    keys = [mark.key for mark in marks]
    at = [keys.index(f"space/{space.id}/{what}") for what in ("fill", "ground", "square", "code")]
    last = max(i for i, key in enumerate(keys) if key.startswith(("border/", "leader/")))
    assert at == sorted(at) and at[0] < last < at[1] and len(keys) == len({*keys}), "no border runs over the square"
    (line,) = [mark for mark in marks if "leader" in mark.key]
    assert isinstance(line, Shape) and line.key == f"leader/{space.id}" and "leader" not in str(blank_map(sheet))
    (_, *start), (_, *end), *ring, _ = line.path
    assert start[0] == pytest.approx(aside.writing.x + aside.writing.w), "from the edge that is nearer"
    assert all(inside(space.outline, x, y) for x, y in (end, *(step[-2:] for step in ring))), "to the area"


def test_fills_come_first_and_print_comes_last() -> None:
    order = [mark.key.split("/")[0] + mark.key.split("/")[-1] for mark in blank_map(small_map())]
    places = [order.index(kind) for kind in ("paperpaper", "spacefill", "spacesquare", "spacecode", "title0", "text0")]
    assert places == sorted(places)
    assert max(i for i, kind in enumerate(order) if kind == "spacefill") < order.index("spacesquare")


def test_regions_carry_their_letter_by_id_or_letter() -> None:
    letters = {mark.key: mark.text for mark in blank_map(small_map()) if isinstance(mark, Text)}
    assert letters["region/red/letter"] == "R" and letters["region/blue/letter"] == "B"


def test_captions_and_numbers_stand_in_their_boxes() -> None:
    sheet = small_map()
    marks = {mark.key: mark for mark in blank_map(sheet, {"player": "Name"}, {"guard"})}
    caption, number = marks["box/player/caption"], marks["box/guard/2/number"]
    assert isinstance(caption, Text) and caption.text == "Name"
    assert isinstance(number, Text) and number.text == "2"
    for mark, box in ((caption, "player"), (number, "guard/2")):
        assert sheet.box[box].rect.distance(mark.x, mark.y) == 0


def test_pencil_rooms_are_square_within_the_writing_square_and_below_the_code() -> None:
    for sheet in (small_map(), find("rolling_america_usa")):
        for space in sheet.spaces:
            room, area = pencil_room(space), space.writing
            assert room.w == room.h >= 0.55 * min(area.w, 50)
            assert room.x >= area.x and room.x + room.w <= area.x + area.w
            assert room.y >= area.y and room.y + room.h <= area.y + area.h
            if area.distance(*space.label) == 0:
                assert room.y >= min(space.label[1], area.y + 0.3 * area.h)


def test_a_square_can_be_lit_and_keeps_its_key() -> None:
    space = small_map().spaces[0]
    assert square(space).key == square(space, "legal.fill", "legal", 2).key == f"space/{space.id}/square"
    assert square(space).fill == "region.red.soft"


def test_a_line_over_the_sea_is_whole_dashes_from_end_to_end() -> None:
    for sheet_id in ("rolling_america_japan_17", "rolling_america_netherlands", "rolling_america_europe_large"):
        for line in (mark for mark in blank_map(find(sheet_id)) if mark.key.startswith("sea/")):
            assert isinstance(line, Shape)
            points = [step[1:] for step in line.path]
            (dash, gap), long = line.dash, sum(math.dist(a, b) for a, b in pairwise(points))
            assert dash == gap and long / dash % 2 == pytest.approx(1) and 0.7 < dash / SEA_DASH < 1.4
