"""Sheets spoilt in one place each: the check names that place, and a stated reason settles what a reason can settle."""

from __future__ import annotations

from itertools import chain

import pytest
import shapely
from msgspec.structs import replace
from shapely import MultiPolygon, Polygon

from rollwrite_desktop import paths
from rollwrite_desktop.sheet import check as checking
from rollwrite_desktop.sheet.check import check
from rollwrite_desktop.sheet.load import find, load
from rollwrite_desktop.sheet.polygons import lakes_of
from rollwrite_desktop.sheet.sheet import Box, Decor, Rect, Region, SeaLine, Sheet, Space
from tests.laws.demands import law
from tests.sampling import sampled

SHEET = find("rolling_america_usa")
MM = 72 / 25.4


def said(sheet: Sheet) -> list[str]:
    return [str(fault) for fault in check(sheet)]


def faults_at(sheet: Sheet) -> set[str]:
    return {fault.where for fault in check(sheet)}


def with_space(state: str, **changes: object) -> Sheet:
    """The sheet with one state changed."""
    return replace(SHEET, spaces=tuple(replace(s, **changes) if s.id == state else s for s in SHEET.spaces))


def with_box(spot: str, rect: Rect) -> Sheet:
    return replace(SHEET, boxes=tuple(replace(box, rect=rect) if box.id == spot else box for box in SHEET.boxes))


def tile(name: str, x: float, y: float, w: float = 60, h: float = 60) -> Space:
    ring = ((x, y), (x + w, y), (x + w, y + h), (x, y + h))
    return Space(name, name, "r", ring, Rect(x + 5, y + 12, 40, 40), (x + 5, y + 10))


def tiles(*spaces: Space, links: tuple[tuple[str, str], ...] = (), **more: object) -> Sheet:
    return Sheet(
        id="tiles", game="_blank", title="Tiles", version=1, size=(300, 300), regions=(Region("r", "Red", "R"),),
        spaces=spaces, links=links, corner_links=(), boxes=(), decor=(), source="drawn here", licence="CC0-1.0",
    ) if not more else replace(tiles(*spaces, links=links), **more)


@law("sheet")
@pytest.mark.parametrize("path", sorted(paths.SHEETS.glob("*.json")), ids=lambda path: path.stem)
def test_no_shipped_sheet_has_a_fault(path):
    assert said(load(path)) == []


def test_two_tiles_have_no_fault():
    assert said(tiles(tile("A", 10, 10), tile("B", 70, 10), links=(("A", "B"),))) == []


# -- links


@sampled("link", SHEET.links, 14, ids="-".join)
def test_a_link_left_out_is_found(link):
    assert faults_at(replace(SHEET, links=tuple(other for other in SHEET.links if other != link))) == {"-".join(link)}


def test_a_link_too_many_is_found():
    assert said(replace(SHEET, links=(*SHEET.links, ("MD", "WV")))) == ["MD-WV: linked, but the outlines do not meet"]


def test_a_link_to_no_space_is_found_and_makes_no_neighbors():
    sheet = replace(SHEET, links=(*SHEET.links, ("AK", "ZZ"), ("AA", "HI")))
    assert said(sheet) == ["AK-ZZ: there is no space 'ZZ'", "AA-HI: there is no space 'AA'"]
    assert sheet.neighbors == SHEET.neighbors


def test_a_link_over_a_corner_is_found_and_a_corner_without_a_link_too():
    assert said(replace(SHEET, links=(*SHEET.links, ("AZ", "CO")), corner_links=(("NM", "UT"),))) == [
        "AZ-CO: linked, but they meet in a corner only"
    ]
    assert said(replace(SHEET, corner_links=(("NM", "UT"),))) == [
        "AZ-CO: they meet in a corner; expected a corner link"
    ]


def test_a_corner_link_where_there_is_no_corner_is_found():
    assert said(replace(SHEET, corner_links=(*SHEET.corner_links, ("FL", "WA")))) == [
        "FL-WA: a corner link, but they do not meet in a corner"
    ]


def test_a_short_border_is_found():
    shifted = tiles(tile("A", 10, 10), tile("B", 70, 70 - 2 * MM), links=(("A", "B"),))
    assert said(shifted) == ["A-B: the border is 2.0 mm long; expected 3 mm or more"]


def test_a_reason_settles_a_difference():
    shifted = tiles(tile("A", 10, 10), tile("B", 70, 70 - 2 * MM), links=(("A", "B"),))
    assert said(replace(shifted, differences={"A-B": "short, but seen"})) == []
    assert said(replace(shifted, differences={"A-B": " "})) == ["differences A-B: a difference needs a reason"]


def test_no_reason_settles_a_link_that_cannot_be_seen_but_a_sea_line_does():
    apart = tiles(tile("A", 10, 10), tile("B", 100, 10), links=(("A", "B"),))
    assert faults_at(apart) == {"A-B"}
    assert "A-B" in faults_at(replace(apart, differences={"A-B": "joined somehow"}))
    assert said(replace(apart, sea_lines=(SeaLine(("A", "B"), ((70, 40), (100, 40))),))) == []
    assert faults_at(replace(apart, sea_lines=(SeaLine(("A", "B"), ((70, 40), (85, 40))),))) == {"A-B"}
    alone = replace(apart, links=(), sea_lines=(SeaLine(("A", "B"), ((70, 40), (100, 40))),))
    assert [fault.message for fault in check(alone) if fault.where == "A-B"] == ["a sea line, but no link"]


@pytest.mark.parametrize("there", [(70, 10), (70, 70)], ids=["along a border", "at a corner"])
def test_no_sea_line_joins_what_meets(there: tuple[float, float]):
    met = tiles(tile("A", 10, 10), tile("B", *there), links=(("A", "B"),))
    by_sea = replace(met, sea_lines=(SeaLine(("A", "B"), ((10, 10), (190, 10))),), differences={"A-B": "by sea"})
    assert "A-B: joined by a sea line, but the outlines meet" in said(by_sea)


def test_a_sea_line_of_what_is_not_there_is_said_once():
    line = SeaLine(("A", "C"), ((70, 40), (100, 40)))
    apart = tiles(tile("A", 10, 10), tile("B", 100, 10), sea_lines=(line,))
    assert said(apart)[:1] == ["A-C: a sea line, but no link"] and {"A-C"} == faults_at(apart)


def test_a_reason_for_nothing_is_found():
    assert said(replace(SHEET, differences={"AL-FL": "because"})) == [
        "differences AL-FL: links and outlines do not differ there"
    ]


def test_a_lake_with_islands_is_drawn_in_pieces_that_cover_it_and_nothing_else():
    ring = Polygon([(0, 0), (90, 0), (90, 80), (0, 80)], [[(10, 10), (80, 12), (78, 70), (12, 66)]])
    islands = [Polygon([(20, 20), (35, 22), (30, 50)]), Polygon([(55, 30), (70, 32), (60, 60), (50, 50)])]
    for some in ((), islands[:1], islands):
        land = MultiPolygon([ring, *some])
        water = lakes_of(land)
        assert not any(lake.interiors for lake in water) and len(water) == 1 + len(some)
        assert sum(lake.area for lake in water) == pytest.approx(Polygon(ring.interiors[0]).difference(land).area)
        assert {*chain(*(lake.exterior.coords for lake in water))} <= {*map(tuple, shapely.get_coordinates(land))}


def test_a_line_that_bends_meets_nothing_but_the_places_that_it_joins():
    three = tiles(tile("A", 10, 10), tile("B", 130, 10), tile("C", 70, 110), links=(("A", "B"), ("A", "C")), joined="lines")

    def wrong(link: tuple[str, str], *bend: float) -> list[str]:
        return [text for text in said(replace(three, bends={link: bend})) if ": the line " in text or ": a bend" in text]

    assert wrong(("A", "B"), 90, 30) == []
    assert wrong(("A", "B"), 95, 135) == ["A-B: the line passes too near the writing place of C"]
    assert wrong(("A", "B"), 30, 45) == ["A-B: the line turns too near the writing place of A"]
    assert wrong(("A", "B"), 45, 120) == ["A-B: the line crosses that of A-C"]
    assert wrong(("B", "C"), 160, 120) == ["B-C: a bend, but no line"]
    two = tiles(tile("A", 10, 10), tile("B", 130, 10), links=(("A", "B"),), joined="lines", bends={("A", "B"): (30, 45)})
    assert "A-B: the line turns too near the writing place of A" in said(two), "also where there are no other places"
    assert "A-B: a bend, but no line" in said(replace(three, joined="borders", bends={("A", "B"): (90, 30)}))


# -- outlines


def test_an_outline_that_crosses_itself_is_found():
    bow = ((10.0, 10.0), (70.0, 70.0), (70.0, 10.0), (10.0, 70.0))
    assert faults_at(tiles(replace(tile("A", 10, 10), outline=bow))) == {"A"}
    assert faults_at(tiles(replace(tile("A", 10, 10), outline=bow), tile("B", 100, 10))) == {"A"}


@pytest.mark.parametrize("shift", [-0.5, 0.5, 5.0])
@pytest.mark.parametrize("state", ["OH", "TX", "UT", "CT"])
def test_a_vertex_out_of_place_is_found(state, shift):
    ring = SHEET.space[state].outline
    moved = ((ring[0][0] + shift, ring[0][1] + shift), *ring[1:])
    assert any(state in where for where in faults_at(with_space(state, outline=moved)))


def test_a_gap_between_two_tiles_is_found():
    assert any("gap" in line for line in said(tiles(tile("A", 10, 10), tile("B", 71, 10), links=(("A", "B"),))))


def test_an_overlap_is_found():
    assert "A-B: the outlines overlap by 60.00 square points" in said(
        tiles(tile("A", 10, 10), tile("B", 69, 10), links=(("A", "B"),))
    )


def test_a_hole_must_be_a_lake():
    dry = replace(SHEET, decor=tuple(decor for decor in SHEET.decor if decor.kind != "lake"))
    assert [line.split(":")[0] for line in said(dry)] == ["IL, IN, MI, WI"]


def test_a_lake_is_a_simple_ring():
    """One that crosses itself is a fault like any other, whatever lies beside it."""
    x, y = SHEET.space["UT"].label
    crossed = Decor("lake", ((x, y), (x + 60, y + 60), (x + 60, y), (x, y + 60)))
    assert any(fault.startswith("lake: the outline is no simple ring (") for fault in said(replace(
        SHEET, decor=(*SHEET.decor, crossed))))


def test_a_lake_must_not_lie_over_a_space():
    flood = Decor("lake", SHEET.space["UT"].outline)
    assert "lake: a lake lies over a space" in said(replace(SHEET, decor=(*SHEET.decor, flood)))


# -- ink


@pytest.mark.parametrize("state", ["RI", "CT", "NJ", "MI"])
def test_ink_outside_its_outline_is_found(state):
    space = SHEET.space[state]
    off = replace(space.writing, x=space.writing.x + 12)
    assert f"{state}: the writing box is not inside the outline" in said(with_space(state, writing=off))
    assert faults_at(with_space(state, label=(space.label[0], space.label[1] - 12))) >= {state}


def test_a_reason_lets_ink_stand_outside():
    outside = replace(tile("A", 10, 10), writing=Rect(100, 100, 40, 40))
    assert said(tiles(outside)) == ["A: the writing box is not inside the outline"]
    assert said(tiles(outside, differences={"A": "too small to write in"})) == []


@pytest.mark.parametrize("joined", ["borders", "lines"])
def test_a_box_beside_its_outline_has_the_place_for_itself(joined: str) -> None:
    beside = replace(tile("A", 10, 10), writing=Rect(100, 100, 40, 40))
    reasons = {"A": "too small to write in", "B": "too small to write in"}
    into = "A: the writing box reaches into B"
    assert into in said(tiles(beside, tile("B", 130, 90), differences=reasons, joined=joined))
    other = replace(tile("B", 10, 160), writing=Rect(130, 100, 40, 40))
    assert {into, "B: the writing box reaches into A"} <= {*said(tiles(beside, other, differences=reasons, joined=joined))}
    other = replace(other, writing=Rect(150, 100, 40, 40))
    assert said(tiles(beside, other, differences=reasons, joined=joined)) == []


def test_a_small_writing_box_is_found(monkeypatch: pytest.MonkeyPatch):
    space = SHEET.space["DE"]
    small = replace(space.writing, w=12 * MM)
    assert said(with_space("DE", writing=small)) == ["DE: the writing box is 12.0 mm; expected 13 mm or more"]
    monkeypatch.setattr(checking, "MANY", 49)  # of so many spaces they may be smaller
    assert said(with_space("DE", writing=small)) == []


# -- boxes


def test_boxes_over_each_other_over_a_space_or_off_the_face_are_found():
    guard = SHEET.box["guard/1"].rect
    assert said(with_box("guard/1", SHEET.box["dupe/1"].rect)) == ["guard/1: the box overlaps dupe/1"]
    assert "guard/1: the box overlaps TX" in said(with_box("guard/1", SHEET.space["TX"].writing))
    assert said(with_box("guard/1", replace(guard, x=700, y=300))) == ["guard/1: the box is not wholly on the face"]


def test_decor_off_the_face_is_found():
    lost = Decor("text", ((700, 530), (760, 530), (760, 539)), "Guard")
    assert said(replace(SHEET, decor=(lost, *SHEET.decor))) == ["decor[0] text Guard: not wholly on the face"]


# -- words and ids


@pytest.mark.parametrize("field", ["source", "licence", "title"])
def test_provenance_is_wanted(field):
    assert said(replace(SHEET, **{field: " "})) == [f"{field}: is empty"]


def test_ids_are_unique_and_known():
    twice = Box("OH", "rounds", "check", Rect(620, 200, 36, 36))
    assert "OH: the id is there 2 times" in said(replace(SHEET, boxes=(*SHEET.boxes, twice)))
    assert said(with_space("OH", region="pink")) == ["OH: there is no region 'pink'"]
    assert "OH-ZZ: there is no space 'ZZ'" in said(replace(SHEET, links=(*SHEET.links, ("OH", "ZZ"))))
    assert "AL-FL: the link is there 2 times" in said(replace(SHEET, links=(*SHEET.links, ("AL", "FL"))))
    backwards = replace(SHEET, links=(*SHEET.links, ("FL", "AL")))
    assert "FL-AL: a link joins two different spaces, in order" in said(backwards)
    letters = tuple(replace(region, letter="R") for region in SHEET.regions)
    assert said(replace(SHEET, regions=letters)) == ["R: the letter is there 6 times"]


def test_all_shipped_sheets_together_stay_small() -> None:
    assert sum(path.stat().st_size for path in paths.SHEETS.glob("*.json")) < 1_500_000
