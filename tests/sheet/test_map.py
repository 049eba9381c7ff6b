"""The shipped map of Rolling America against the facts of the printed game and the sizes that fingers and
pencils need."""

from __future__ import annotations

import math
import runpy
from collections import Counter
from itertools import pairwise, product
from pathlib import Path

import pytest
from msgspec.structs import replace
from shapely import Polygon

from rollwrite_desktop import paths
from rollwrite_desktop.sheet.borders import Border, _between, borders
from rollwrite_desktop.sheet.check import check
from rollwrite_desktop.sheet.load import dump, find
from rollwrite_desktop.sheet.sheet import POINTS_PER_MM, Rect, inside

SHEET = find("rolling_america_usa")
BORDERS = (Path(__file__).parent / "borders.txt").read_text("ascii").split()
MARGIN = 9.0
HEAD = 6  # above the name of the game
PIXELS_PER_POINT = 880 / 720


def length(line: Border) -> float:
    return sum(math.dist(a, b) for a, b in pairwise(line.points))


def test_it_has_no_fault():
    assert check(SHEET) == ()


def test_the_file_is_what_the_script_draws():
    drawn = runpy.run_path(str(paths.SHEETS / "build" / "block_map.py"))["sheet"]()
    assert (paths.SHEETS / "rolling_america_usa.json").read_bytes() == dump(drawn)


def test_the_links_are_the_106_borders():
    assert len(BORDERS) == 106
    assert ["-".join(link) for link in SHEET.links] == BORDERS


def test_the_outlines_meet_along_the_106_borders_and_nowhere_else():
    """The same question as in check, asked of what is drawn instead of the outlines."""
    drawn = {f"{line.left}-{line.right}" for line in borders(SHEET) if line.right}
    assert drawn == set(BORDERS)


def test_alaska_and_hawaii_stand_apart():
    assert SHEET.neighbors["AK"] == SHEET.neighbors["HI"] == ()


def test_four_corners_only_is_a_corner():
    assert SHEET.corner_links == (("AZ", "CO"), ("NM", "UT"))
    (corner,) = (decor for decor in SHEET.decor if decor.kind == "corner")
    center = Polygon(corner.ring).centroid.coords[0]
    for state in ("AZ", "CO", "NM", "UT"):
        assert center in SHEET.space[state].outline


def test_fifty_states_in_six_regions():
    assert len(SHEET.spaces) == 50
    sizes = Counter(space.region for space in SHEET.spaces)
    assert sizes == {"red": 9, "blue": 9, "orange": 9, "yellow": 8, "purple": 8, "green": 7}
    assert "".join(region.letter for region in SHEET.regions) == "RBGYOP"


def test_every_border_is_long_enough_to_be_seen():
    shared: Counter[str] = Counter()
    for line in borders(SHEET):
        shared[f"{line.left}-{line.right}"] += length(line) / POINTS_PER_MM
    assert min(shared[name] for name in BORDERS) >= 3


def test_every_border_is_drawn_once():
    edges = [frozenset(edge) for line in borders(SHEET) for edge in pairwise(line.points)]
    assert len(edges) == len(set(edges))
    outlines = sum(Polygon(space.outline).length for space in SHEET.spaces)
    inner = sum(length(line) for line in borders(SHEET) if line.right)
    coast = sum(length(line) for line in borders(SHEET) if not line.right)
    assert 2 * inner + coast == pytest.approx(outlines)


@pytest.mark.parametrize("space", SHEET.spaces, ids=lambda space: space.id)
def test_a_digit_and_a_finger_find_room(space):
    side = min(space.writing.w, space.writing.h)
    assert side / POINTS_PER_MM >= 13
    assert side * PIXELS_PER_POINT >= 44
    assert space.label[1] <= space.writing.y, "the code stands over the square"


@pytest.mark.parametrize("space", SHEET.spaces, ids=lambda space: space.id)
def test_a_tap_on_the_square_the_code_or_the_middle_finds_the_state(space):
    spots = (space.writing.center, space.label, Polygon(space.outline).representative_point().coords[0])
    assert {SHEET.spot_at(*spot) for spot in spots} == {space.id}


@pytest.mark.parametrize("sheet_id", ["on_tour_south_america", "rolling_america_south_america"])
def test_a_tap_on_a_place_that_lies_over_others_or_beside_its_area_is_its_own(sheet_id: str) -> None:
    sheet = find(sheet_id)
    for space in sheet.spaces:
        x, y, w, h = space.writing.x, space.writing.y, space.writing.w, space.writing.h
        corners = product((x + 1, x + w - 1), (y + 1, y + h - 1))
        assert {sheet.spot_at(*corner) for corner in corners} == {space.id}
    assert any(not inside(space.outline, *space.writing.center) for space in sheet.spaces)


@pytest.mark.parametrize(
    ("group", "count", "kind"),
    [("rounds", 8, "check"), ("change", 3, "check"), ("guard", 3, "check"), ("dupe", 3, "check"), ("xs", 1, "field"),
     ("player", 1, "field")],
)
def test_the_boxes_beside_the_map(group, count, kind):
    boxes = SHEET.group(group)
    ids = [group] if kind == "field" else [f"{group}/{i + 1}" for i in range(count)]
    assert [box.id for box in boxes] == ids
    for box in boxes:
        assert box.kind == kind
        assert box.id == "player" or min(box.rect.w, box.rect.h) * PIXELS_PER_POINT >= 44, "nobody taps a name"
        assert SHEET.spot_at(*box.rect.center) == box.id


def test_captions_and_the_reserve_are_clear_of_everything():
    things = [Polygon(space.outline) for space in SHEET.spaces]
    things += [Polygon(_corners(box.rect)) for box in SHEET.boxes]
    texts = [Polygon(decor.ring) for decor in SHEET.decor if decor.kind in ("title", "text", "reserve")]
    for i, area in enumerate(texts):
        assert all(area.distance(other) >= 0.5 for other in (*things, *texts[:i]))


def test_captions_and_tags_say_what_the_program_knows():
    said = Counter(decor.text for decor in SHEET.decor if decor.kind == "label")
    assert said == Counter(["Rounds", "Color change", "Guard", "Dupe", "Number of Xs"])
    for decor in SHEET.decor:
        if decor.kind == "region":
            tag, (region,) = Polygon(decor.ring), [r for r in SHEET.regions if r.letter == decor.text]
            (home,) = (space for space in SHEET.spaces if Polygon(space.outline).covers(tag))
            assert home.region == region.id
            assert not tag.intersects(Polygon(_corners(home.writing)))


def test_the_margin_is_quiet():
    points = [point for space in SHEET.spaces for point in space.outline]
    points += [point for decor in SHEET.decor for point in decor.ring]
    points += [point for box in SHEET.boxes for point in _corners(box.rect)]
    width, height = SHEET.size
    assert (width, height) == (720, 540)
    assert all(MARGIN <= x <= width - MARGIN and HEAD <= y <= height - MARGIN for x, y in points)


def test_a_near_miss_finds_the_nearest_that_may_be_tapped():
    maine = SHEET.space["ME"]
    x, y = maine.outline[0][0] - 2 * POINTS_PER_MM, maine.writing.center[1]
    assert SHEET.spot_at(x, y) is None
    assert SHEET.spot_at(x, y, 1.5, ("ME",)) is None
    assert SHEET.spot_at(x, y, 4.5, ("ME", "FL")) == "ME"
    assert SHEET.spot_at(x, y, 4.5, ("FL", "guard/1")) is None
    assert SHEET.spot_at(x, y, 4.5) is None


def _corners(rect):
    return (rect.x, rect.y), (rect.x + rect.w, rect.y), (rect.x + rect.w, rect.y + rect.h), (rect.x, rect.y + rect.h)


def test_a_spot_as_far_away_as_the_slop_is_still_meant():
    box = replace(SHEET.boxes[0], rect=Rect(0, 0, 20, 20))
    sheet = replace(SHEET, boxes=(box,), spaces=())
    far = 5 * POINTS_PER_MM
    assert sheet.spot_at(-far, 10, 5, (box.id,)) == box.id
    assert sheet.spot_at(-far - 0.01, 10, 5, (box.id,)) is None


def test_a_corner_less_than_a_thousandth_of_a_point_beside_an_edge_lies_on_it() -> None:
    assert [_between((0.0, 0.0), (5.0, away), (10.0, 0.3)) for away in (0.15, 0.1505, 0.1515)] == [True, True, False]
    for a, b in (((0.0, 0.0), (10.0, 0.0)), ((2.0, 9.0), (2.0, -1.0)), ((0.0, 0.0), (4.0, 8.0))):
        along = [(a[0] + far * (b[0] - a[0]), a[1] + far * (b[1] - a[1])) for far in (-0.5, 0.0, 0.5, 1.0, 1.5)]
        assert [_between(a, point, b) for point in along] == [False, False, True, False, False], "it ends with its ends"
