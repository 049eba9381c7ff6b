"""The sea on maps: along coasts, only where a sheet says that it is, and a rose where there is room."""

from __future__ import annotations

import json

import pytest
import shapely
from msgspec.structs import replace

from rollwrite_desktop.draw.clip import rings
from rollwrite_desktop.draw.compass import compasses
from rollwrite_desktop.draw.line_map_face import blank_line_map
from rollwrite_desktop.draw.map_face import blank_map
from rollwrite_desktop.draw.shore import FOOT, LINES, REACH, STEP, abroad_marks, shore_marks
from rollwrite_desktop.draw.trace import bounds
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.maps.lettering import sea_rose
from rollwrite_desktop.maps.values import map_games
from rollwrite_desktop.sheet.borders import borders
from rollwrite_desktop.sheet.load import MAX_COAST, NotASheet, dump, find, loads
from rollwrite_desktop.sheet.sheet import Decor, Point, Sheet, inside

FACE = ((0.0, 0.0), (720.0, 0.0), (720.0, 540.0), (0.0, 540.0))
NORTH = ((0.0, 0.0), (720.0, 0.0), (720.0, 160.0), (0.0, 160.0))
FRAMED = find("rolling_america_germany")
LANDLOCKED = ("rolling_america_austria", "rolling_america_switzerland")


def unframed(sheet: Sheet) -> Sheet:
    """A sheet as those are that say themselves where the sea is: without a frame, and without other land."""
    return replace(sheet, decor=tuple(each for each in sheet.decor if each.kind != "neatline" and (
        each.kind != "isle" or each.text in sheet.space)))


GERMANY = replace(unframed(FRAMED), coasts=(NORTH,))


def test_the_sea_lies_along_coasts_and_not_along_other_land() -> None:
    seen = [step[1:] for mark in shore_marks(GERMANY)[:1] for step in mark.path]
    assert seen and all(any(near(ring, point) for ring in GERMANY.coasts) for point in seen)
    outer = {point for border in borders(GERMANY) if not border.right for point in border.points}
    assert farthest(GERMANY, outer) > 100, "Bavaria has no sea"
    everywhere = replace(GERMANY, coasts=(FACE,))
    assert farthest(everywhere, outer) < LINES[-1], "the nearest line is seen everywhere"
    assert not shore_marks(replace(GERMANY, coasts=()))


def test_land_beyond_lies_along_all_other_borders_but_where_it_fades() -> None:
    for sheet in (GERMANY, *(replace(unframed(find(name)), coasts=()) for name in LANDLOCKED)):
        pale, band = abroad_marks(sheet)
        assert pale.path == band.path and pale.width > band.width
        outer = [point for border in borders(sheet) if not border.right for point in border.points]
        others = [point for point in outer if not any(near(ring, point) for ring in sheet.coasts)]
        line = shapely.union_all([shapely.LineString(part) for part, _ in rings(band.path)])
        assert others and max(line.distance(shapely.Point(*point)) for point in others if point[1] < 500) < 3
        assert not any(line.intersection(shapely.Polygon(ring).buffer(-STEP)).length for ring in sheet.coasts)
        assert "shore/land/0" not in [mark.key for mark in blank_map(sheet)], "hexes have no land beyond them"
        kinds = [mark.key for mark in blank_map(sheet, land=True)]
        assert kinds.index("paper") < kinds.index("shore/land/0") < kinds.index(f"space/{sheet.spaces[0].id}/fill")
    cut = ((500.0, 60.0), (720.0, 60.0), (720.0, 400.0), (500.0, 400.0))
    bare = replace(unframed(find("rolling_america_europe_large")), coasts=())
    fading = replace(bare, decor=(*(each for each in bare.decor if each.kind != "cut"), Decor("cut", cut)))
    ways = [shapely.union_all([shapely.LineString(part) for part, _ in rings(mark.path)])
            for sheet in (fading, replace(fading, decor=())) for mark in abroad_marks(sheet)[:1]]
    here, whole = (way.intersection(shapely.Polygon(cut).buffer(-STEP)).length for way in ways)
    assert here < 0.02 * whole, "but for the ends of pieces"
    assert not abroad_marks(find("rolling_america_usa")), "within its frame other land is drawn itself"


def farthest(sheet: Sheet, points: set[Point]) -> float:
    """How far a point is at most from the middle of the sea's lines, but for those at the foot."""
    sea = shapely.union_all([shapely.LineString(line) for line, _ in rings(shore_marks(sheet)[0].path)])
    lowest = sheet.size[1] - FOOT - LINES[0] - STEP
    return float(max(sea.distance(shapely.Point(point)) for point in points if point[1] < lowest))



def near(ring: tuple[tuple[float, float], ...], point: tuple[float, ...]) -> bool:
    """Whether a point lies a piece of an outline at most beyond a ring."""
    x, y = point
    return any(inside(ring, x + dx, y + dy) for dx in (-6, 0, 6) for dy in (-6, 0, 6))


def test_lines_grow_fainter_with_distance_and_lie_under_the_land() -> None:
    marks = shore_marks(GERMANY)
    assert [mark.stroke for mark in marks] == ["ripple", "shore"] * len(LINES)
    assert [mark.width for mark in marks] == sorted((mark.width for mark in marks), reverse=True)
    for face in (blank_map(FRAMED), blank_line_map(find("on_tour_usa"))):
        kinds = [mark.key.partition("/")[0] for mark in face]
        last = max(i for i, kind in enumerate(kinds) if kind == "shore")
        assert kinds.index("paper") < kinds.index("shore") and last < kinds.index("space")


def test_every_map_says_where_its_sea_is() -> None:
    """All maps that are offered, but for those of lands without a coast; it ends above the line at the foot of small
    sheets, which it would hide, or what is beyond a frame is blank."""
    for game in map_games():
        for sheet in map(find, GAMES[game].play.played_on):
            marks = shore_marks(sheet)
            assert bool(marks) == (sheet.id not in LANDLOCKED), sheet.id
            low = max((y + REACH for ring in sheet.frames for _, y in ring), default=sheet.size[1] - FOOT)
            assert all(bounds(mark)[3] <= low + STEP for mark in marks), sheet.id


def test_coasts_are_read_and_bounded_and_leave_the_sheet_the_same() -> None:
    dry = loads(dump(replace(GERMANY, coasts=())), "dry.json")
    assert dry.hash == FRAMED.hash and loads(dump(GERMANY), "sea.json").coasts == GERMANY.coasts
    raw = json.loads(dump(GERMANY))
    long, short = [[0, 0]] * (MAX_COAST + 1), [[0, 0], [1, 1]]
    for coasts, why in (([long], "coasts of more than"), ([short], r"coasts\[0\]: an outline of 2")):
        with pytest.raises(NotASheet, match=why):
            loads(json.dumps(raw | {"coasts": coasts}).encode(), "sea.json")


def test_a_rose_stands_in_the_open_sea_and_leaves_the_sheet_the_same() -> None:
    """Clear of all else; none where no sea is known, or there is no room."""
    bare = replace(GERMANY, decor=tuple(decor for decor in GERMANY.decor if decor.kind != "compass"))
    (rose,) = sea_rose(bare)
    place = shapely.Polygon(rose.ring)
    others = (*(decor.ring for decor in bare.decor), *(space.outline for space in bare.spaces))
    assert all(place.disjoint(shapely.Polygon(ring)) for ring in others)
    drawn = loads(dump(replace(bare, decor=(*bare.decor, rose))), "rose.json")
    assert drawn.hash == bare.hash == FRAMED.hash and not sea_rose(replace(bare, coasts=()))
    full = replace(bare, decor=(*bare.decor, Decor("panel", FACE)))
    assert not sea_rose(full)
    shapes = {mark.key: mark for mark in compasses(drawn)}
    assert [*shapes] == [f"compass/0/{part}" for part in ("rings", "light", "dark", "north")]
    assert shapes["compass/0/rings"].fill == "shore", "the sea, as along the coasts"
    top, low = place.bounds[1], place.bounds[3]
    for mark in shapes.values():
        assert top - 1 <= bounds(mark)[1] and bounds(mark)[3] <= low + 1
    assert bounds(shapes["compass/0/north"])[3] < bounds(shapes["compass/0/dark"])[1]


def test_the_sea_goes_on_behind_land_at_the_foot() -> None:
    """What is drawn keeps off the foot, and no coast ends in the air."""
    moved = find("rolling_america_argentina_16")
    sheet = replace(unframed(moved), coasts=(FACE,), spaces=tuple(
        replace(space, outline=tuple((x, y + 7) for x, y in space.outline)) for space in moved.spaces))
    lowest = int(sheet.size[1] - FOOT - REACH)
    assert max(y for space in sheet.spaces for _, y in space.outline) > lowest + 3
    lines = [line for line, _ in rings(shore_marks(sheet)[0].path)]
    (island,) = (line for line in lines if min(y for _, y in line) > 430 and max(y for _, y in line) == lowest)
    assert max(y for line in lines for _, y in line) == lowest
    assert min(x for x, _ in island) < min(x for x, _ in sheet.space["V"].outline) + 8
