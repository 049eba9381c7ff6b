"""The edge where the land of a map goes on beyond it."""

from __future__ import annotations

from msgspec.structs import replace
from shapely import Polygon

from rollwrite_desktop.draw.cut_edge import cut_marks, fading_marks
from rollwrite_desktop.draw.line_map_face import blank_line_map
from rollwrite_desktop.draw.map_face import THICK, blank_map
from rollwrite_desktop.sheet.load import dump, find, loads
from rollwrite_desktop.sheet.sheet import Decor, Sheet
from tests import maps


def cut(ring: tuple[tuple[float, float], ...]) -> Sheet:
    """Two squares side by side, with an edge cut within the ring."""
    sheet = maps.drawn({"A": "red", "B": "red"}, ["A-B"])
    return replace(sheet, decor=(*sheet.decor, Decor("cut", ring)))


def test_an_edge_has_no_line_and_fades_in_its_own_color() -> None:
    sheet = maps.drawn({"A": "red", "B": "red"}, ["A-B"])
    left, top, _, foot = Polygon(sheet.space["A"].outline).bounds
    fading = cut(((left - 3, top - 3), (left + 3, top - 3), (left + 3, foot + 3), (left - 3, foot + 3)))
    (line,), (beyond,) = cut_marks(fading), fading_marks(fading)
    assert {x for mark in (line, beyond) for _, x, _ in mark.path} == {left}
    assert (line.stroke, beyond.stroke) == ("region.red", "region.red.soft") and THICK < line.width < beyond.width


def test_only_edges_of_the_map_fade() -> None:
    sheet = maps.drawn({"A": "red", "B": "red"}, ["A-B"])
    left, top, right, foot = Polygon(sheet.space["A"].outline).union(Polygon(sheet.space["B"].outline)).bounds
    everywhere = cut(((left - 3, top - 3), (right + 3, top - 3), (right + 3, foot + 3), (left - 3, foot + 3)))
    edges = [*cut_marks(everywhere)]
    drawn = {step[1:] for mark in edges for step in mark.path}
    common = {*sheet.space["A"].outline} & {*sheet.space["B"].outline}
    assert common <= drawn and len(edges) == 2 and not [*cut_marks(sheet), *fading_marks(sheet)]


def test_a_cut_is_painted_over_borders_and_under_codes_and_plays_no_part() -> None:
    for sheet_id, face in (("rolling_america_europe_large", blank_map), ("on_tour_europe_27", blank_line_map)):
        sheet = find(sheet_id)
        keys = [mark.key for mark in face(sheet)]
        first = keys.index("cut/0")
        assert keys.index("paper") < keys.index("cut/0/beyond") < keys.index("space/RU/fill")
        assert max(i for i, key in enumerate(keys) if key.startswith("border/")) < first < keys.index("space/RU/code")
        bare = replace(sheet, decor=tuple(each for each in sheet.decor if each.kind != "cut"))
        assert bare != sheet and loads(dump(bare), sheet_id).hash == sheet.hash
