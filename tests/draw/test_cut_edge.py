"""The edge where the land of a map goes on beyond it."""

from __future__ import annotations

from msgspec.structs import replace
from shapely import Polygon

from rollwrite_desktop.draw.cut_edge import COVER, LINES, cut_marks
from rollwrite_desktop.draw.line_map_face import blank_line_map
from rollwrite_desktop.draw.map_face import THICK, blank_map
from rollwrite_desktop.sheet.load import dump, find, loads
from rollwrite_desktop.sheet.sheet import Decor, Sheet
from tests import maps


def cut(ring: tuple[tuple[float, float], ...]) -> Sheet:
    """Two squares side by side, with an edge cut within the ring."""
    sheet = maps.drawn({"A": "red", "B": "red"}, ["A-B"])
    return replace(sheet, decor=(*sheet.decor, Decor("cut", ring)))


def test_an_edge_fades_in_lines_that_grow_thinner_into_its_land_and_cover_its_line() -> None:
    sheet = maps.drawn({"A": "red", "B": "red"}, ["A-B"])
    land = Polygon(sheet.space["A"].outline)
    left, top, _, foot = land.bounds
    line, *beside = cut_marks(cut(((left - 3, top - 3), (left + 3, top - 3), (left + 3, foot + 3), (left - 3, foot + 3))))
    assert {x for _, x, _ in line.path} == {left} and line.width == COVER > THICK
    assert {mark.stroke for mark in (line, *beside)} == {"box"}
    assert [({x for _, x, _ in mark.path}, mark.width) for mark in beside] == [({left + away}, wide) for away, wide in LINES]
    widths = [wide for _, wide in LINES]
    assert widths == sorted(widths, reverse=True) and LINES[0][0] - widths[0] / 2 - 0.5 <= COVER / 2, "no stripe at the edge"


def test_lines_keep_within_narrow_land_and_only_edges_of_the_map_fade() -> None:
    sheet = maps.drawn({"A": "red", "B": "red"}, ["A-B"])
    left, top, right, foot = Polygon(sheet.space["A"].outline).union(Polygon(sheet.space["B"].outline)).bounds
    everywhere = cut(((left - 3, top - 3), (right + 3, top - 3), (right + 3, foot + 3), (left - 3, foot + 3)))
    edges = [mark for mark in cut_marks(everywhere) if mark.width == COVER]
    drawn = {step[1:] for mark in edges for step in mark.path}
    common = {*sheet.space["A"].outline} & {*sheet.space["B"].outline}
    assert common <= drawn and len(edges) == 2 and not list(cut_marks(sheet))
    narrow = replace(everywhere.space["A"], outline=((left, top), (left + 8, top), (left + 8, foot), (left, foot)))
    thin = replace(everywhere, spaces=(narrow,), decor=(Decor("cut", (
        (left - 3, top + 3), (left + 3, top + 3), (left + 3, foot - 3), (left - 3, foot - 3))),))
    assert len(list(cut_marks(thin))) == 1, "what is behind is not covered"


def test_a_cut_is_painted_over_borders_and_under_codes_and_plays_no_part() -> None:
    for sheet_id, face in (("rolling_america_europe_large", blank_map), ("on_tour_europe_27", blank_line_map)):
        sheet = find(sheet_id)
        keys = [mark.key for mark in face(sheet)]
        first = keys.index("cut/0")
        assert max(i for i, key in enumerate(keys) if key.startswith("border/")) < first < keys.index("space/RU/code")
        bare = replace(sheet, decor=tuple(each for each in sheet.decor if each.kind != "cut"))
        assert bare != sheet and loads(dump(bare), sheet_id).hash == sheet.hash
