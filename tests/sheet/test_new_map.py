"""Made maps: what map data becomes, that every border is drawn or named, and that the sheets can be played and printed."""

from __future__ import annotations

import json
import math
import random
import re
import tomllib
from collections import Counter
from functools import cache
from itertools import combinations, product
from pathlib import Path

import msgspec
import numpy as np
import pytest
import shapely
import shapely.affinity
from msgspec.structs import replace
from shapely import MultiPolygon, Polygon, box
from shapely.ops import unary_union

from rollwrite_desktop.cli import main
from rollwrite_desktop.core.errors import Cancelled, UserError
from rollwrite_desktop.gamekit.play.map_making import checks
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake import geodata
from rollwrite_desktop.intake.geodata import Feature, Layer
from rollwrite_desktop.maps import isles, line_map, pockets, polish, source, straight
from rollwrite_desktop.maps import make as maps_make
from rollwrite_desktop.maps.areas import (
    MAX_CROSSINGS,
    MAX_PARTS,
    MAX_RINGS,
    SHORTEST,
    TOUCH,
    Areas,
    Mending,
    areas_of,
    borders_of,
    codes_for,
    country_of,
    kept_parts,
    name_field,
    names_of,
)
from rollwrite_desktop.maps.cartogram import sizes_for
from rollwrite_desktop.maps.config import Links, MapFile, NotAMapFile, read_map_file
from rollwrite_desktop.maps.detours import detours
from rollwrite_desktop.maps.ferries import ferried
from rollwrite_desktop.maps.grid import CLOSE, USUAL, Energies, Grid
from rollwrite_desktop.maps.islands import island
from rollwrite_desktop.maps.line_map import clearance
from rollwrite_desktop.maps.make import make, meeting, without_lines
from rollwrite_desktop.maps.place import explained
from rollwrite_desktop.maps.strips import in_two
from rollwrite_desktop.maps.values import Made, MapData
from rollwrite_desktop.maps.verdict import shortcomings
from rollwrite_desktop.play.opening.check_sheet import sheet_faults
from rollwrite_desktop.sheet.check import NARROW, check
from rollwrite_desktop.sheet.load import dump, loads
from rollwrite_desktop.sheet.sheet import POINTS_PER_MM, Rect, SeaLine, Sheet, Space, bounding_box
from tests import maps
from tests.laws.test_sheets import works
from tests.sampling import sampled

pytestmark = pytest.mark.slow

PLANE = MapFile(projection="plane")
ISLAND = MapFile(projection="plane, y down", source="made", licence="CC0-1.0")


def square(name: str, x: float, y: float, side: float = 1.0, hole: float = 0.0) -> Feature:
    def ring(x: float, y: float, side: float) -> tuple[tuple[float, float], ...]:
        return (x, y), (x + side, y), (x + side, y + side), (x, y + side), (x, y)

    rings = (ring(x, y, side), *([ring(x + (side - hole) / 2, y + (side - hole) / 2, hole)] if hole else []))
    return Feature({"name": name, "half": "left" if x < 2 else "right"}, (rings,))


CHESS = Layer("", tuple(square(f"{'ABC'[y]}{x}", x, y) for x in range(4) for y in range(3)))
"""Twelve squares, which meet in corners too."""


def taken(data: Layer = CHESS, **config: object) -> Areas:
    return areas_of([data], msgspec.structs.replace(PLANE, **config), "x")


@cache
def made(game: str, areas: int) -> Made:
    name, layer = island("TEST", areas)
    config = msgspec.structs.replace(ISLAND, title=name)
    return make([layer], game, "made", config, "x", lambda _: True)


# ---------------------------------------------------------------------- areas


def test_names_are_in_the_attribute_that_tells_areas_apart() -> None:
    """Not the country that all have in common, nor one that only the first area has, or lacks."""
    features = tuple(
        replace(each, attributes={"admin": "Chess", "NAME_1": each.attributes["name"]} | ({} if k else {"name": "Ace"}))
        for k, each in enumerate(CHESS.features))
    first = replace(features[0], attributes={"admin": "Chess"})
    assert name_field(Layer("", features), MapFile()) == "NAME_1"
    assert name_field(Layer("", (first, *features[1:])), MapFile()) == "NAME_1"
    assert name_field(Layer("", features), MapFile(name="admin")) == "admin"


def test_data_that_is_too_fine_or_too_coarse_says_so() -> None:
    """Of data in degrees; squares are as they should be."""
    def rounded(corners: int, x: float) -> Feature:
        ring = [(x + math.cos(2 * math.pi * k / corners), math.sin(2 * math.pi * k / corners)) for k in range(corners)]
        return Feature({"name": f"N{x}"}, (((*ring, ring[0]),),))

    def said(corners: int) -> list[str]:
        layer = Layer("", tuple(rounded(corners, 2.5 * k) for k in range(9)))
        return areas_of([layer], MapFile(), "x").notes

    assert said(60) == [] and "finer than a sheet can show" in said(1100)[0] and "is coarse" in said(9)[0]


def test_a_layer_says_of_which_country_its_parts_are() -> None:
    def told(name: str = "", **of_most: str) -> str:
        features = [replace(each, attributes={**each.attributes, **of_most}) for each in CHESS.features[:-1]]
        return country_of(Layer(name, (*features, CHESS.features[-1])))

    assert told() == told("ne_10m_admin_1") == told("land") == country_of(Layer("", ())) == ""
    assert told(admin="Chile", id="XX.AI") == "Chile" and told(id="FR-75") == "France" and told(id="XX.AI") == ""
    assert told("Deutschland", admin="DEU", id="FR-75") == "Deutschland" and told(id="CA") == "Canada"
    assert len(told(admin="The United " + "Kingdom of Great Britain and Northern Ireland")) <= 40
    mixed = [replace(each, attributes={"id": f"{'ABCD'[n % 4]}A"}) for n, each in enumerate(CHESS.features)]
    assert country_of(Layer("", tuple(mixed))) == ""


def test_squares_border_where_they_share_an_edge_and_not_in_a_corner() -> None:
    areas = taken()
    assert len(areas.by_code) == 12 and len(areas.links) == 17 and not areas.sea


def test_an_enclave_is_merged_and_that_is_said() -> None:
    ring = square("Ring", 0, 3, 2, hole=0.5)
    areas = taken(Layer("", (*CHESS.features, ring, square("Inner", 0.75, 3.75, 0.5))))
    assert len(areas.by_code) == 13 and areas.notes == ["Inner lies within Ring and was merged with it."]


def test_areas_are_merged_by_list_attribute_and_number() -> None:
    assert len(taken(merge={"Both": ["A0", "A1"]}).by_code) == 11
    assert len(taken(areas=9).by_code) == 9
    with pytest.raises(UserError, match="areas 2; expected at least 8"):
        taken(merge_by="half")


def test_areas_merged_by_a_code_keep_a_name() -> None:
    """That which their parts have in common, in an attribute or in the names, else that of the largest."""
    def with_code(feature: Feature, code: str, **more: str) -> Feature:
        return replace(feature, attributes=dict(feature.attributes) | {"code": code} | more)

    parts = [with_code(each, each.attributes["name"]) for each in CHESS.features[:9]]
    parts += [with_code(square("South Town", 5, 0), "T1"), with_code(square("Town", 6, 0), "T1"),
              with_code(square("Small", 7, 0), "B2"), with_code(square("Big", 8, 0, 1.5), "B2")]
    names = {area.key: area.name for area in taken(Layer("", tuple(parts)), merge_by="code").by_code.values()}
    assert names["T1"] == "Town" and names["B2"] == "Big" and names["A0"] == "A0"
    sides = [with_code(each, each.attributes["half"][0].upper(), side=f"The {each.attributes['half']}", half="")
             for each in CHESS.features]
    assert names_of(Layer("", tuple(sides)), MapFile(merge_by="code"), "x") == {"L": "The left", "R": "The right"}
    assert names_of(CHESS, MapFile(merge_by="half"), "x") == {"left": "left", "right": "right"}


def test_islands_of_an_area_are_areas_with_what_lies_nearest_and_may_be_merged() -> None:
    far = [square("Isles", x, 9, side) for x, side in ((0, 1.0), (9, 2.0), (12, 0.5), (-2, 0.4))]
    isles = Feature({"name": "Isles", "half": ""}, tuple(part for each in far for part in each.polygons))
    found = taken(Layer("", (*CHESS.features, isles)), islands={"Isles": ["East", "West"]})
    areas = {area.key: area.shape for area in found.by_code.values()}
    assert len(areas) == 14 and "Isles" not in areas
    assert areas["East"].area / areas["West"].area == pytest.approx(4.25 / 1.16, rel=0.05)
    merged = taken(Layer("", (*CHESS.features, isles)), islands={"Isles": ["East", "West"]}, merge={"C0": ["West"]})
    assert len(merged.by_code) == 13


def test_a_peninsula_stays_where_outlines_follow_the_coast() -> None:
    wide, high, cape = 18, 7, 3
    land = [int(x < 8 or (y == cape and x < 16)) for y in range(high) for x in range(wide)]

    def left(energies: Energies) -> int:
        grid = Grid(wide, high, land, [(2, 1)], [frozenset()], frozenset(), random.Random(1), energies)
        grid.draw(30, lambda _: None)
        return sum(grid.cells[grid.cell(x, cape)] == 1 for x in range(8, 16))

    assert left(USUAL) <= 2 and left(CLOSE) >= 6
    assert min(sizes_for([1.0, 3.0, 8.0], 1.0, least=0.5)) == 0.5


def test_a_rugged_land_is_drawn_close_to_its_coast_unless_the_map_file_says_how() -> None:
    def cape(each: Feature) -> Feature:
        (x, y), *_ = each.polygons[0][0]
        arm = ((x, y + 1), (x + 0.3, y + 1), (x + 0.3, y + 5), (x, y + 5), (x, y + 1))
        return replace(each, polygons=(*each.polygons, (arm,))) if y == 2 else each

    def drawn(coast: bool | None) -> float:
        config = msgspec.structs.replace(ISLAND, projection="plane", title="Capes", coast=coast)
        made = make([Layer("", tuple(map(cape, CHESS.features)))], "rolling_america", "made", config, "x", lambda _: True)
        assert made.measures is not None and not made.faults
        return made.measures.likeness or 0.0

    assert drawn(None) > drawn(False)


def test_a_smoothed_border_ends_where_it_began_to_the_last_digit() -> None:
    """Borders that meet are rounded one by one: an end that moves by the error of a sum may be rounded the other way."""
    chance = random.Random(1)
    for _ in range(20):
        steps = [(0, 1) if chance.random() < 0.5 else (1, 0) for _ in range(30)]
        line = np.cumsum([(1, 1), *steps], axis=0) * 2.625 + np.array([150.3, 61.25])
        for sigma in polish.SMOOTH:
            smooth = polish._plain(polish._smoothed(line, sigma), polish.PLAIN)
            assert (smooth[[0, -1]] == np.round(line[[0, -1]], 2)).all()


def test_a_border_that_passes_a_box_is_as_smooth_as_elsewhere() -> None:
    """It goes round the box; that it may not cut the corner there is no reason for stairs all along."""
    steps = [(1, 0), (0, 1)] * 4 + [(1, 0)] * 6 + [(1, 0), (0, 1)] * 4
    line = np.cumsum([(0, 0), *steps], axis=0) * 2.625
    square = box(15.0, -10.0, 25.0, 8.0)
    smooth = [0]
    fitted = polish._fitted(line, shapely.STRtree([square]), smooth, 0)
    ways = np.degrees(np.arctan2(*np.diff(fitted, axis=0).T[::-1]))
    assert smooth[0] <= 1 and np.abs(np.diff(ways)).max() < 60
    assert square.distance(shapely.LineString(fitted)) >= min(polish.GIVE, square.distance(shapely.LineString(line)))


@sampled("game", ["rolling_america", "on_tour"], 2)
def test_on_a_long_thin_country_squares_are_as_small_as_may_be(game: str) -> None:
    """So that it looks like itself, though the page has room for larger ones."""
    thin = Layer("", tuple(square(f"{'AB'[x]}{y}", x, y) for x in range(2) for y in range(9)))
    config = msgspec.structs.replace(ISLAND, title="Thin")
    found = make([thin], game, "made", config, "x", lambda _: True)
    assert found.faults == () and {round(space.writing.w / POINTS_PER_MM) for space in found.sheet.spaces} == {13}
    assert found.measures is not None and (game == "on_tour" or not shortcomings(found.measures))


def test_a_land_too_long_and_thin_is_drawn_in_two_parts_where_few_borders_are_cut_and_that_is_said() -> None:
    """South to the side to which it lies, at the height of the north; the border between them is a line. (Only its areas are
    looked at: drawn it is elsewhere.)"""
    page = Rect(0, 0, 550, 440)
    chain = [square(f"C{k:02}", -0.5 if k > 6 else 0.0, 12.0 - k) for k in range(14)]
    config = msgspec.structs.replace(ISLAND, projection="plane", code="name")
    whole = areas_of([Layer("", tuple(chain))], config, "x")
    halves = in_two(whole, page)
    assert halves.sea == whole.links - halves.links and len(halves.sea) == 1
    low, high = (shapely.total_bounds([halves.by_code[code].shape for code in codes]) for codes in (
        sorted(halves.by_code)[7:], sorted(halves.by_code)[:7]))
    assert low[2] < high[0] and low[1] == pytest.approx(high[1], abs=1) and "long and thin" in halves.notes[-1]
    wide = [square(f"{letter}{k}", x, k) for k in range(7) for x, letter in enumerate("ABC")]
    for broad in (areas_of([Layer("", tuple(wide))], config, "x"), areas_of([Layer("", tuple(chain[:8]))], config, "x")):
        assert in_two(broad, page) is broad


def test_a_long_straight_border_is_straight_again_and_runs_as_it_ran() -> None:
    """Land that was blown up to a pillow has its corner back where straight borders meet; a jagged coast is none of them."""
    jags = [(1000 - 60 * (k % 2), 40 * k) for k in range(26)]
    land = Polygon([(0, 0), *jags, (0, 1000)])
    before = straight.straight_lines([land])
    assert sorted(round(line.length) for line in before)[-2:] == [1000, 1000] and len(before) <= 3

    def pillow(xy: np.ndarray) -> np.ndarray:
        return (xy - 500) * (1 - 0.2 * ((xy[:, ::-1] - 500) / 500) ** 2) * 0.2

    blown = [shapely.transform(shapely.segmentize(each, 5.0), pillow) for each in (land, *before)]
    (drawn,), lines = straight.straightened(blown[:1], blown[1:], before)
    west = next(line for line in lines if round(line.bounds[0]) == round(line.bounds[2]))
    assert west.length > 180 and drawn.boundary.hausdorff_distance(west) > 100

    def off(shape: Polygon) -> float:
        return float(max(shape.boundary.distance(shapely.line_interpolate_point(west, k / 20, normalized=True))
                         for k in range(1, 20)))

    assert off(drawn) < 1 and off(blown[0]) > 4
    assert straight.straightened([land], [], []) == ([land], [])


def test_what_has_no_name_is_left_out_and_that_is_said() -> None:
    """Where the others have names; where none has, areas are numbered."""
    rock = replace(square("", 9, 9, 0.2), attributes={"half": "right"})
    areas = taken(Layer("", (*CHESS.features, rock)))
    assert len(areas.by_code) == 12 and areas.notes == ["1 part of the data has no name and was left out."]
    bare = tuple(replace(each, attributes={}) for each in CHESS.features)
    assert {area.name for area in taken(Layer("", bare)).by_code.values()} >= {"Area 1", "Area 12"}


def test_what_lies_far_from_all_the_rest_is_left_out_and_that_is_said() -> None:
    """Areas and parts of them, of data in degrees, also beyond the antimeridian; not where the map file wants it, nor in
    a map of scattered islands."""
    def areas(*more: Feature, by: float = 0.0, **config: object) -> Areas:
        features = [square(each.attributes["name"], x + by, y) for each in CHESS.features
                    for x, y in (each.polygons[0][0][0],)]
        return areas_of([Layer("", (*features, *more))], MapFile(**config), "x")

    said = "Far from all the rest, and left out: {}."
    colony = square("Colony", 40, -20)
    for by, more, lost in (
        (0.0, colony, "Colony"), (178.0, square("Far", 222 - 360, 0), "Far"),
        (0.0, replace(square("A0", 40, 9), attributes=CHESS.features[0].attributes), "A0"),
    ):
        found = areas(more, by=by)
        assert len(found.by_code) == 12 and found.notes == [said.format(lost)] and len(found.links) == 17
    assert len(areas(square("Near", -179, 4), by=177.0).by_code) == 13 == len(areas(colony, far=True).by_code)
    islands = Layer("", tuple(square(f"I{k}", 9.0 * k, 0) for k in range(9)))
    assert len(areas_of([islands], MapFile(), "x").by_code) == 9


def test_land_that_takes_the_room_is_drawn_nearer_and_specks_are_left_out_and_that_is_said() -> None:
    """With what lies beside it, and no farther from its place than must be; not land close by, nor where the rest would be
    no larger without it, nor where the map file wants it."""
    def areas(*more: Feature, **config: object) -> Areas:
        features = [square(each.attributes["name"], x, y) for each in CHESS.features for x, y in (each.polygons[0][0][0],)]
        return areas_of([Layer("", (*features, *more))], MapFile(**config), "x")

    said = "Far from the rest, and drawn nearer to it to save room: {}."
    north, beside = square("North", 1, 6), square("Beside", 2, 6)
    found = areas(north, beside)
    shapes = {area.key: area.shape for area in found.by_code.values()}
    rest = unary_union([shapes[each.attributes["name"]] for each in CHESS.features])
    side = math.sqrt(rest.area / 12)
    assert found.notes == [said.format("North, Beside")] and ("BE", "NO") in found.links
    assert 0.2 * side < shapes["North"].distance(rest) < 0.6 * side
    assert shapes["North"].bounds[3] < rest.bounds[1] or shapes["North"].bounds[0] > rest.bounds[2]
    speck = areas(north, square("Speck", 3, 8, 0.1))
    assert len(speck.by_code) == 13 and [note.split(":")[0] for note in speck.notes] == [
        "Far from all the rest, and left out", "Far from the rest, and drawn nearer to it to save room"]
    for kept in (areas(north, far=True), areas(square("Close", 1, 3.3)), areas(square("Strait", 1, 3.55, 0.9))):
        assert len(kept.by_code) == 13 and kept.notes == []


def test_of_land_in_two_places_the_most_is_the_map() -> None:
    """Not the largest piece: Guyane is larger than any département of the rest of France."""
    features = [square(each.attributes["name"], x, y) for each in CHESS.features for x, y in (each.polygons[0][0][0],)]
    found = areas_of([Layer("", (*features, square("Guyane", -40, -9, 1.8)))], MapFile(), "x")
    assert len(found.by_code) == 12 and "left out: Guyane" in found.notes[0]


def test_namesakes_far_apart_are_two_areas_and_that_is_said() -> None:
    """Called as another attribute calls them, or by a number; parts of one area, which differ in numbers, stay one."""
    def found(*more: dict[str, str], y: float = 3.0, **config: object) -> Areas:
        first = replace(CHESS.features[0], attributes=CHESS.features[0].attributes | more[0])
        other = replace(square("A0", 0, y), attributes={**first.attributes, **more[1]})
        return areas_of([Layer("", (first, *CHESS.features[1:], other))], MapFile(**config), "x")

    said = ["Areas far apart are called A0; one of them is {} here."]
    for one, two, called in (
        ({"gn_name": "Town of A0"}, {"gn_name": "Town of Puno"}, "Puno"), ({"id": "P"}, {"id": "Q"}, "A0 2"),
        ({"gn_name": "A0, Town"}, {"gn_name": "A1, Town"}, "A0 2"),
    ):
        areas = found(one, two)
        assert len(areas.by_code) == 13 and areas.notes == [said[0].format(called)]
        assert called in {area.key for area in areas.by_code.values()}
        assert len(found(one, two, drop=[called]).by_code) == len(found(one, two, merge={"A0": [called]}).by_code) == 12
    for alike in (found({"id": "1"}, {"id": "2.5"}), found({"id": "P"}, {"id": "Q"}, y=-1.2)):
        assert len(alike.by_code) == 12 and alike.notes == []


def test_an_area_without_room_or_without_lines_is_said() -> None:
    """Its place beside what little land it has, none at all, and no line that leads there."""
    labels = np.zeros((30, 30), dtype=np.int32)
    labels[4:8, 4:20] = labels[12:14, 4:8] = 1
    assert line_map._in_one_piece(labels, np.array([[30.0, 30.0]]), 0.0, 0.0).any()
    with pytest.raises(UserError, match="The drawing has no room for Far, Off"):
        line_map._all_there(labels, ["Near", "Far", "Off"])
    names = {"A": "Alder", "B": "Birken", "C": "Isle", "D": "Westray"}
    assert [*without_lines(names, [("A", "B")])] == [
        "No line leads to Isle, Westray: add a link, or no route ever goes there."]
    assert not [*without_lines(names, [("A", "B"), ("C", "D")])]


def test_names_without_room_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where eighty areas fill the page."""
    monkeypatch.setattr(maps_make, "name_key", lambda _: ())
    config = msgspec.structs.replace(ISLAND, title="Bare", names={"A0": "Ace"})
    found = make([CHESS], "rolling_america", "made", config, "x", lambda _: True)
    assert "There is no room for the names of the areas, only for their codes." in found.notes


def test_links_are_added_and_cut() -> None:
    assert ("P", "Q") in taken(codes={"A0": "P", "B0": "Q"}).links
    config = read_map_file(b'[codes]\nA0="P"\nB0="Q"\nC3="R"\n[links]\nadd=["P-R"]\ncut=["P-Q"]\n', "map")
    areas = areas_of([CHESS], msgspec.structs.replace(config, projection="plane"), "x")
    assert ("P", "Q") not in areas.links and areas.sea == {("P", "R")}


def test_more_areas_than_a_sheet_has_room_for_are_refused_unless_they_are_to_be_merged() -> None:
    many = Layer("", tuple(square(f"A{x}.{y}", x, y) for x in range(13) for y in range(8)))
    with pytest.raises(UserError, match="areas 104; a sheet has room for 100"):
        taken(many)
    assert len(taken(many, areas=96).by_code) == 96


def test_a_ring_over_the_antimeridian_stays_where_it_is() -> None:
    """It does not become a belt round the world."""
    ring = ((178.0, 0.0), (-178.0, 0.0), (-178.0, 4.0), (178.0, 4.0), (178.0, 0.0))
    others = [square(f"N{k}", 170 + k, 0) for k in range(8)]
    areas = areas_of([Layer("", (*others, Feature({"name": "Across"}, ((ring,),))))], MapFile(), "x")
    (across,) = (area for area in areas.by_code.values() if area.name == "Across")
    assert len(areas.links) == 8 and across.shape.area < 0.7 * sum(a.shape.area for a in areas.by_code.values())


@pytest.mark.parametrize(("config", "sentence"), [
    ({"only": ["Z9"]}, "only: the data has no area 'Z9'"),
    ({"name": "nom"}, "no attribute 'nom'; there are name, half"),
    ({"layer": "land"}, "no layer 'land'"),
    ({"codes": {"A0": "TOOLONG"}}, "codes: 'TOOLONG'; expected 1 to 4 letters"),
])
def test_what_a_map_file_cannot_want(config: dict[str, object], sentence: str) -> None:
    with pytest.raises(UserError, match=sentence):
        taken(**config)


@pytest.mark.parametrize("data", [b"\xff", b"a =", b"nonsense = 1", b'growth = "much"', b"stretch = 9.0", b"areas = 5000"])
def test_what_is_no_map_file(data: bytes) -> None:
    with pytest.raises(NotAMapFile, match=r"^mine: "):
        read_map_file(data, "mine")


@pytest.mark.parametrize(("data", "sentence"), [
    (b'titel = "x"', "there is no field “titel”"), (b'sea = "much"', "sea: expected a number, not a text"),
    (b"[links]\nad = []", "links: there is no field “ad”"),
])
def test_what_is_wrong_with_a_map_file_is_said_in_our_words(data: bytes, sentence: str) -> None:
    with pytest.raises(NotAMapFile, match=re.escape(sentence)):
        read_map_file(data, "mine")


@pytest.mark.parametrize("data", [
    b"a." * 90_000 + b"a = 1", b"[" + b"a \t." * 30_000 + b"a]", b'"a".' * 40_000 + b"a = 1", b"x = " + b"[" * 190_000,
    b'x = {y = """a"""", ' + b"a." * 90_000 + b"a = 1}", b"x = {y = '''a'''', " + b"a." * 90_000 + b"a = 1}",
])
def test_what_is_nested_too_deeply_never_reaches_the_parser(data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which would take quadratic time for it."""
    monkeypatch.setattr(tomllib, "loads", lambda _: pytest.fail("parsed"))
    with pytest.raises(NotAMapFile, match="it is nested too deeply"):
        read_map_file(data, "mine")


def test_dots_in_texts_and_comments_are_no_keys() -> None:
    name = "N.A.M.E.W.I.T.H.D.O.T.S"
    text = f"# a.b.c.d.e.f.g.h.i.j\ntitle = '{name}' # [[[[[[[[[\nsource = '''\n{name}'''\n"
    text += f'[names]\n"{name}" = "\\"{name}"\n'
    found = read_map_file(text.encode(), "mine")
    assert (found.title, found.source, found.names) == (name, name, {name: f'"{name}'})


def test_every_area_gets_a_code_of_its_own() -> None:
    names = {str(i): name for i, name in enumerate(["New York", "Nevada", "Nebraska", "End", "Åland", "Ø", "Nevada"])}
    codes = codes_for(names, {"1": "nv", "6": "NV"}, {"New York": "NY"})
    assert codes["0"] == "NY" and codes["1"] == "NV" and len({code.casefold() for code in codes.values()}) == len(names)
    assert all(1 <= len(code) <= 4 and code.isascii() and code.isalnum() for code in codes.values())
    assert codes_for({"a": "s00", "b": "s12", "c": "S12"}, {}, {}) == {"a": "S00", "b": "S12", "c": "SA"}


# ---------------------------------------------------------------------- sheets


@sampled("game, areas", [("rolling_america", 12), ("rolling_america", 24), ("on_tour", 14)], 6, lambda case: case[0])
def test_a_made_map_can_be_played_printed_and_checked(game: str, areas: int) -> None:
    result = made(game, areas)
    assert result.faults == () and len(result.sheet.spaces) == areas
    assert result.drawn >= 0.9 * result.borders and (result.drawn == result.borders or result.lost)
    assert result.measures is not None and (game == "on_tour" or not shortcomings(result.measures))
    works(GAMES[game], result.sheet)


def test_the_same_input_gives_the_same_sheet() -> None:
    name, layer = island("TEST", 12)
    config = msgspec.structs.replace(ISLAND, title=name)
    again = make([layer], "rolling_america", "made", config, "x", lambda _: True)
    assert dump(again.sheet) == dump(made("rolling_america", 12).sheet)


def test_regions_hang_together_and_are_of_equal_size() -> None:
    sheet = made("rolling_america", 24).sheet
    sizes = [sum(space.region == region.id for space in sheet.spaces) for region in sheet.regions]
    assert len(sizes) == 6 and max(sizes) - min(sizes) <= 2


@sampled("colors", [4, 5], 2)
def test_maps_of_fewer_regions_can_be_played_printed_and_checked(colors: int) -> None:
    """A die whose color is not on the map passes; there are more rounds for it."""
    name, layer = island("FEW", 20)
    result = make([layer], "rolling_america", "made", msgspec.structs.replace(ISLAND, title=name, colors=colors), "x",
                  lambda _: True)
    assert result.faults == () and len(result.sheet.regions) == colors
    assert result.sheet.values["rounds"] > round(8 * 20 / 50)
    works(GAMES["rolling_america"], result.sheet)


def test_making_can_be_stopped() -> None:
    name, layer = island("TEST", 12)
    with pytest.raises(Cancelled):
        make([layer], "rolling_america", name, PLANE, "x", lambda done: done < 0.3)


# ---------------------------------------------------------------------- what the data does not have


def test_a_strait_is_put_between_strangers_where_the_sea_is_at_its_end_and_nowhere_else() -> None:
    labels = np.zeros((60, 60), dtype=np.int32)
    labels[10:50, 10:30], labels[10:50, 30:50] = 1, 2
    held = np.zeros(labels.shape, bool)
    assert line_map._contacts(labels) == {(1, 2): 40}
    assert line_map._contacts(line_map._parted(labels, {(1, 2)}, held, 3)) == {}
    assert (line_map._parted(labels, {(1, 3)}, held, 3) == labels).all()
    labels[4:10, 4:56], labels[50:56, 4:56] = 3, 4  # now the contact lies inland
    assert (line_map._parted(labels, {(1, 2)}, held, 3) == labels).all()


def test_what_hangs_together_is_found_round_every_corner() -> None:
    """A spiral of cells is one piece, and what meets it in a corner only is none of it."""
    rows = ("xxxxxxx", "......x", "xxxxx.x", "x...x.x", "x.xxx.x", "x.....x", "xxxxxxx", ".......", "xx.....", "..x....")
    mask = np.array([[cell == "x" for cell in row] for row in rows])
    assert (line_map._reached(mask, (4, 2))[:7] == mask[:7]).all() and not line_map._reached(mask, (4, 2))[7:].any()
    assert line_map._reached(mask, (8, 0)).sum() == 2 and not line_map._reached(mask, (7, 0)).any()


def test_outlines_are_smooth_and_the_same_from_both_sides() -> None:
    """Two areas on a staircase: they share every point of it, in places that stay at both ends, and no step is left."""
    one = Polygon([(0, 0), *((x + dx, x) for x in range(12) for dx in (0, 1)), (12, 12), (0, 12)])
    other = Polygon([(0, 0), (12, 0), (12, 12)]).union(Polygon([(0, 0), (12, 0), (12, 12), (0, 12)])).difference(one)
    cells = [[(float(x), float(y)) for x, y in shapely.segmentize(each.exterior, 1.0).coords] for each in (one, other)]
    smooth = line_map._beveled([Polygon(ring) for ring in cells])
    assert shapely.coverage_is_valid(smooth) and sum(each.area for each in smooth) == pytest.approx(144, abs=4)
    inside = [p for p in smooth[0].exterior.coords if 3 < p[0] < 9 and 3 < p[1] < 9]
    assert len(inside) > 9 and all(abs(x - y - 0.5) < 0.1 for x, y in inside)


def test_land_follows_a_place_that_is_put_outside_it_and_no_other() -> None:
    large, isle = shapely.box(0, 0, 100, 100), shapely.box(150, 40, 170, 60)
    middles, goal = line_map._put([large, isle], {0: (80.0, 20.0), 1: (190.0, 70.0)})
    assert goal.tolist() == [[80, 20], [190, 70]]
    kept, moved = line_map._bent([large, isle], middles, goal)
    assert kept.exterior.distance(shapely.Point(0, 0)) < 4 and moved.centroid.distance(shapely.Point(190, 70)) < 1


def test_land_stays_where_its_place_is_well_within_it() -> None:
    shapes, middles = [shapely.box(0, 0, 200, 100), shapely.box(300, 0, 310, 10)], np.array([[100.0, 50], [305, 5]])
    held = line_map._held(shapes, middles, np.array([[160.0, 60], [330, 5]]), 40.0)
    assert held.tolist() == [[160, 60], [305, 5]]  # the other is too small to hold a place: its middle goes there
    assert line_map._held(shapes, middles, np.array([[250.0, 50], [305, 5]]), 40.0)[0].tolist() == [184, 50]


def test_spots_weighed_up_at_once_are_as_good_as_one_by_one_and_far_ones_count() -> None:
    """A line through a third place, two that cross, and a fan cost; what is far away is left out, and nothing else."""
    at = np.array([[0.0, 0], [200, 0], [100, 100], [100, -100], [100, 0], [900, 900], [970, 900]])
    places = line_map._Places(at, at.copy(), np.zeros(7), 30.0, [(0, 1), (0, 4), (2, 3), (5, 6)])
    spots = np.array([[0.0, 0], [0, 300], [40, 10]])
    alone = [float(places.cost(0, spots[k : k + 1])[0]) for k in range(3)]
    assert places.cost(0, spots).tolist() == pytest.approx(alone)
    assert alone[0] > line_map.CROSSED + line_map.THROUGH and places.cost(5, at[5:6]).tolist() == [0.0]


def test_strangers_that_touch_are_said_by_name() -> None:
    """On a map with lines; a border that a person cut is none of them."""
    areas = taken(codes={"A0": "P", "B0": "Q", "C0": "R"})
    shapes = {code: Polygon([(x, 0), (x + 9, 0), (x + 9, 9), (x, 9)]) for code, x in (("P", 0), ("Q", 9), ("R", 18))}
    areas.links, areas.cut = set(), {("P", "Q")}
    reasons, false = explained(shapes, [], areas, {code: code for code in shapes})
    assert false == [("Q", "R")] and {*reasons} == {"P-Q", "Q-R"}
    shapes["R"] = shapely.affinity.translate(shapes["R"], 2)
    assert meeting([("P", "Q"), ("Q", "R")], shapes) == [("P", "Q")]  # R was drawn apart after all


def test_an_island_that_is_joined_over_the_sea_stays_one_on_tour() -> None:
    """Narrow water is filled, but not where a line is all that joins two areas: Madagascar is no part of Africa."""
    links, codes = Links(add=["A3-IS"]), {"Isle": "IS"}
    config = msgspec.structs.replace(ISLAND, projection="plane", title="Isle", links=links, codes=codes)
    found = make([Layer("", (*CHESS.features, square("Isle", 4.04, 0.0)))], "on_tour", "made", config, "x", lambda _: True)
    coast, isle = (Polygon(found.sheet.space[code].outline) for code in ("A3", "IS"))
    assert ("A3", "IS") in found.sheet.links and not found.faults and isle.distance(coast) > NARROW


def test_what_nothing_joins_to_the_rest_is_joined_over_the_water_on_tour_and_that_is_said() -> None:
    """Where it is nearest; not where a person cut that."""
    data = Layer("", (*CHESS.features, square("Isle", 4.5, -0.3)))
    codes = {"Isle": "IS", "A3": "P"}
    areas = ferried(taken(data, codes=codes))
    assert areas.sea == {("IS", "P")} and "Lines over the water join" in areas.notes[-1] and "Isle and A3" in areas.notes[-1]
    assert ferried(areas) is areas
    apart = taken(data, codes=codes, links=Links(cut=["IS-P"]))
    assert ferried(apart) is apart and not apart.sea


def test_a_line_turns_where_it_would_pass_a_third_place() -> None:
    """Round it at the nearer side, neither over another line nor beside one."""
    places = {"A": (50.0, 100.0), "B": (120.0, 98.0), "C": (190.0, 100.0), "D": (120.0, 30.0)}
    room = Rect(0, 0, 300, 200)
    turn = detours([("A", "C")], {}, places, 37.0, room)["A", "C"]
    assert clearance(*(np.array([turn, places["A"]])), np.array(places["B"]), 37.0) >= 3.0 and turn[1] > 120
    assert detours([("A", "C")], {("B", "D"): [places["B"], (120.0, 0.0)]}, places, 37.0,
                   Rect(0, 0, 300, 125)) == {}


def test_land_over_wide_water_is_an_isle_where_it_has_room_and_no_part_of_an_outline() -> None:
    """What lies at land of others stays with its area, as does what lies over narrow water, step by step."""
    main, near, next_, far, beside = box(100, 100, 200, 200), box(205, 100, 215, 110), box(220, 100, 230, 110), box(
        300, 100, 340, 140), box(95, 300, 105, 310)
    shapes = [MultiPolygon([main, near, next_, far, beside]), box(105, 300, 205, 400)]
    (land, other) = isles.mainlands(shapes, [(150.0, 150.0), (150.0, 350.0)])
    assert land.area == MultiPolygon([main, near, next_, beside]).area and other is not None and other.area == 1e4
    own = Space("A", "A", "red", tuple(main.exterior.coords[:-1]), Rect(130, 130, 37, 37), (130, 128))
    sheet = replace(maps.drawn({"A": "red"}, []), decor=(), boxes=(), spaces=(own,))
    (isle,) = isles.isles({"A": MultiPolygon([main, far, box(196, 150, 206, 160)])}, sheet, Rect(0, 0, 700, 500))
    assert isle.text == "A" and Polygon(isle.ring).area == pytest.approx(1600, rel=0.05)
    assert not isles.isles({"A": MultiPolygon([main, far])}, sheet, Rect(0, 0, 318, 500))


def test_places_are_looked_for_elsewhere_in_areas_that_have_room_but_not_fixed_ones() -> None:
    shapes = [box(0, 0, 300, 300), box(300, 0, 600, 300), box(600, 0, 640, 40)]
    goal = np.array([line_map.middle(shape) for shape in shapes])
    one, two, three = line_map._elsewhere(goal, shapes, 37.0, {1}, random.Random("elsewhere"))
    assert not np.array_equal(one, goal[0]) and one.min() >= 37 and one.max() <= 263
    assert np.array_equal(two, goal[1]) and np.array_equal(three, goal[2])


def test_land_like_itself_is_worth_strangers_that_touch_but_no_lost_line() -> None:
    best, touching, swollen, lost = (line_map._merit(*each) for each in (
        (0, 0, 0, 0, 9.0), (0, 1, 0, 0, 9.0), (0, 0, 0, 2, 9.0), (1, 1, 0, 0, 9.0)))
    assert best < touching < swollen < lost


@pytest.mark.parametrize(("side", "least"), [(5.0, 0.35), (1.0, 0.07)])
def test_every_area_has_land_for_its_place_on_tour(side: float, least: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """As much as there may be: none need more where squares need little of the land."""
    found = []
    monkeypatch.setattr(line_map, "warp", lambda *given, **_: found.append(given[4]) or [][0])
    room = Rect(0, 0, 670 / side, 412 / side)
    with pytest.raises(IndexError):
        line_map.line_map(taken(), PLANE, room, lambda _: None)
    assert found == [pytest.approx(least, abs=0.01)]


def test_pairs_are_told_apart_whatever_is_in_their_names() -> None:
    names = {"FB": "Fès - Boulemane", "GH": "Gharb - Chrarda", "OR": "Oriental"}
    assert maps_make._pairs([("FB", "GH"), ("GH", "OR")], names) == (
        "Fès - Boulemane and Gharb - Chrarda; Gharb - Chrarda and Oriental")


def test_strangers_that_touch_count_against_a_drawing_of_a_portfolio() -> None:
    labels = np.zeros((60, 60), dtype=np.int32)
    labels[10:50, 10:30], labels[10:50, 30:50] = 1, 2
    assert line_map._faults(labels, [], {(1, 2)}) == 1 == line_map._faults(labels, [(0, 1)], set())
    assert line_map._faults(labels, [], set()) == 0


def test_areas_that_meet_in_a_corner_are_drawn_so_and_leave_no_lake() -> None:
    far = [(690.0, 500.0), (700.0, 500.0), (700.0, 510.0)]
    beside = msgspec.structs.replace(PLANE, isles={"Thule": [far]})
    result = make([CHESS], "rolling_america", "chess", beside, "x", lambda _: True)
    sheet = result.sheet
    assert [each.text for each in sheet.decor if each.kind == "isle"] == ["Thule"]
    lakes = [decor for decor in sheet.decor if decor.kind == "lake"]
    assert result.faults == () and not lakes and result.drawn == result.borders
    assert len(sheet.corner_links) == 2 * sum(decor.kind == "corner" for decor in sheet.decor) > 0
    names = sheet.space
    for a, b in sheet.corner_links:
        (p, x), (q, y) = names[a].name, names[b].name
        assert abs(ord(p) - ord(q)) == abs(int(x) - int(y)) == 1
    legend, *others = sorted(sheet.decor, key=lambda decor: decor.kind != "legend")
    place = Polygon(legend.ring)
    assert legend.kind == "legend" and bounding_box(legend.ring).h == pytest.approx(12.5), "it has one sign"
    assert not any(place.dwithin(Polygon(ring), 4) for ring in sheet.land)
    assert not any(place.intersects(Polygon(decor.ring)) for decor in others
                   if decor.kind not in ("cut", "digits", "neatline"))


def test_a_lake_of_the_data_stays_and_a_pocket_that_no_one_point_sees_is_said() -> None:
    ring = {"A": (0, 0, 30, 10), "B": (20, 10, 30, 20), "C": (0, 20, 30, 30), "D": (0, 10, 10, 20)}
    shapes = {code: box(*bounds) for code, bounds in ring.items()}
    links = {("A", "B"), ("B", "C"), ("C", "D"), ("A", "D")}
    lake = pockets.filled(shapes, links, [frozenset("ABCD"), frozenset("ABCD")], ())
    assert lake.shapes == shapes and not lake.left
    bay = pockets.filled(shapes, links, [frozenset("ABCD")], [(15.0, 15.0)])
    assert bay.shapes == shapes and not bay.left
    dry = pockets.filled(shapes, links, [frozenset("ABCD")], ())
    assert dry.corners == (((15.0, 15.0), (("A", "C"), ("B", "D"))),) and not dry.left
    assert sum(shape.area for shape in dry.shapes.values()) == 900
    strangers = pockets.filled(shapes, links - {("A", "D")}, [frozenset("ABCD")], ())
    assert strangers.left == (("A", "B", "C", "D"),) and strangers.shapes == shapes


def test_a_pocket_between_two_areas_goes_whole_to_the_one_around_it() -> None:
    """Else the other gets a needle of land, from a short edge into the middle."""
    around = box(0, 0, 30, 30).difference(box(5, 5, 25, 25)).difference(box(25, 14, 30, 16))
    shapes = {"A": around, "B": box(25, 14, 40, 16)}
    now = pockets.filled(shapes, {("A", "B")}, [frozenset("AB")], ())
    assert now.shapes["A"].equals(box(0, 0, 30, 30).difference(shapes["B"])) and now.shapes["B"] == shapes["B"]
    assert not now.left


# ---------------------------------------------------------------------- links that must be seen


def faults(sheet: Sheet) -> list[str]:
    return [str(fault) for fault in check(sheet)]


def test_no_reason_excuses_a_link_that_cannot_be_seen() -> None:
    sheet = made("rolling_america", 12).sheet
    free = next((a.id, b.id) for a in sheet.spaces for b in sheet.spaces if a.id < b.id and (a.id, b.id) not in sheet.links)
    hidden = replace(sheet, links=tuple(sorted((*sheet.links, free))), differences={"-".join(free): "so it is"})
    assert any("linked, but the outlines do not meet" in fault for fault in faults(hidden))


def test_a_sea_line_joins_two_outlines_and_passes_no_third() -> None:
    sheet = made("rolling_america", 12).sheet
    a, b = sheet.spaces[0].id, sheet.spaces[-1].id
    astray = replace(sheet, links=tuple(sorted({*sheet.links, (a, b)})), sea_lines=(SeaLine((a, b), ((0, 0), (720, 540))),))
    assert any("does not join" in fault or "runs over" in fault for fault in faults(astray))
    assert loads(dump(astray), "x") == replace(astray, hash=loads(dump(astray), "x").hash)


# ---------------------------------------------------------------------- how much work


def star(x: float, points: int) -> list[list[float]]:
    """A star polygon whose every line crosses nearly all others."""
    step = points // 2
    turns = [2 * math.pi * (n * step % points) / points for n in range(points + 1)]
    return [[x + math.cos(turn), math.sin(turn)] for turn in turns]


def collection(*polygons: list[list[list[float]]]) -> bytes:
    return json.dumps({"type": "FeatureCollection", "features": [
        {"type": "Feature", "properties": {"name": f"A{n}"}, "geometry": {"type": "Polygon", "coordinates": rings}}
        for n, rings in enumerate(polygons)]}).encode()


def test_outlines_that_cross_themselves_too_often_are_refused_before_they_are_mended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "stars.json"
    path.write_bytes(collection(*([star(3 * n, 301)] for n in range(8))))
    data = MapData(str(path))
    monkeypatch.setattr(shapely, "make_valid", lambda shape: pytest.fail("mended") if not shape.is_valid else shape)
    for work in (source.survey, lambda data, config: areas_of(source.layers_of(data), config, data.name)):
        with pytest.raises(UserError, match=r"^stars.json: outlines cross themselves more than 2000 times"):
            work(data, MapFile())


@pytest.mark.parametrize("side", [0.0, 5e-320])
def test_land_without_a_size_has_no_areas(tmp_path: Path, side: float) -> None:
    path = tmp_path / "dots.json"
    path.write_bytes(collection(*([[[n * side, 0.0], [(n + 1) * side, 0.0], [n * side, side], [n * side, 0.0]]]
                                  for n in range(8))))
    data = MapData(str(path))
    for work in (source.survey, lambda data, config: areas_of(source.layers_of(data), config, data.name)):
        with pytest.raises(UserError, match=r"^dots.json: areas 0; expected at least 8"):
            work(data, MapFile())


def test_outlines_that_cross_themselves_a_few_times_are_mended() -> None:
    bow = [[0.0, 0.0], [1.0, 1.0], [1.0, 0.0], [0.0, 1.0], [0.0, 0.0]]
    strip = [[[[x + n, y] for x, y in bow]] for n in range(8)]
    assert len(areas_of(geodata.layers(collection(*strip), "x"), MapFile(), "x").by_code) == 8
    small = Mending("x", ())
    assert small(Polygon(star(0, 7))).is_valid and MAX_CROSSINGS - 3 * 14 <= small.left <= MAX_CROSSINGS - 14


def test_borders_are_those_of_the_whole_outlines() -> None:
    """Compared with widened outlines as a whole, which take quadratic time for areas of many islands."""
    chance = random.Random("borders")
    for _ in range(40):
        cells: dict[str, list[Polygon]] = {f"A{n}": [] for n in range(6)}
        for x, y in product(range(7), range(7)):
            cells[f"A{chance.randrange(6)}"].append(shapely.box(10 * x, 10 * y, 10 * x + 10, 10 * y + 9.9))
        shapes = {name: unary_union(own) for name, own in cells.items() if own}
        expected = {
            (a, b) for a, b in combinations(sorted(shapes), 2)
            if shapes[a].boundary.intersection(shapes[b].boundary.buffer(TOUCH)).length > SHORTEST + 4 * TOUCH
        }
        assert borders_of(shapes) == expected


def test_more_islands_and_lakes_than_can_be_looked_at_are_refused() -> None:
    """Two polygons with holes, all of them the same, as their number is all that counts."""
    def sea(rings: int) -> Layer:
        two = tuple((square("", n, 0).polygons[0][0],) * rings for n in (0, 1))
        return Layer("", tuple(Feature({"name": f"A{n}"}, (polygon,)) for n, polygon in enumerate(two)))

    with pytest.raises(UserError, match=f"^x: more than {MAX_RINGS} islands and lakes; simplify the map data first"):
        areas_of([sea(MAX_RINGS // 2 + 1)], PLANE, "x")
    Mending("x", sea(MAX_RINGS // 2).features)


def test_of_an_area_of_very_many_parts_the_largest_are_drawn() -> None:
    parts = [shapely.box(3 * n, 0, 3 * n + 2 - n / 1000, 1) for n in range(3 * MAX_PARTS)]
    assert kept_parts(MultiPolygon(parts)) == parts[:MAX_PARTS]


def test_of_very_many_lakes_the_largest_are_looked_at_and_those_with_an_area_in_them() -> None:
    def ring(x: float, y: float, side: float) -> tuple[tuple[float, float], ...]:
        return (x, y), (x + side, y), (x + side, y + side), (x, y + side), (x, y)

    lakes = [ring(n % 11 / 11 + 0.02, n // 11 / 11 + 0.02, 0.06 - n / 5000) for n in range(MAX_PARTS + 5)]
    first, *others = CHESS.features
    wet = replace(first, polygons=((first.polygons[0][0], *lakes),))
    (shape,) = (area.shape for area in taken(Layer("", (wet, *others))).by_code.values() if area.key == "A0")
    assert len(shape.interiors) == MAX_PARTS
    within = Feature({"name": "small", "half": "left"}, ((lakes[-1],),))
    assert "small lies within A0 and was merged with it." in taken(Layer("", (wet, within, *others))).notes


# ---------------------------------------------------------------------- the command line


def test_new_map_writes_a_sheet_and_reports(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target, config = tmp_path / "isle.json", tmp_path / "map.toml"
    config.write_text('portfolio = 1\n')
    argv = ["new-map", "--island", "TEST", "--areas", "12", "--game", "rolling_america", "--config", str(config)]
    assert main([*argv, "-o", str(target), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["areas"] == 12 and report["faults"] == [] and report["drawn"] == report["borders"]
    assert sheet_faults(loads(target.read_bytes(), "isle.json")) == ()


@pytest.mark.parametrize(("argv", "sentence"), [
    ([], "expected a file of map data, or --island"),
    (["DATA", "--island", "A"], "expected a file of map data, or --island"),
    (["DATA"], "not map data"),
    (["--island", "A", "--areas", "3"], "whole number from 12 to 56"),
])
def test_new_map_says_why_not(
    argv: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "data.json"
    data.write_text("{}")
    given = [str(data) if text == "DATA" else text for text in argv]
    target = tmp_path / "x.json"
    assert main(["new-map", *given, "--game", "rolling_america", "-o", str(target)]) == 2
    out, said = capsys.readouterr()
    assert not out and sentence in said and said.count("\n") == 1 and not target.exists()


def test_no_box_of_a_round_stands_alone_on_its_row() -> None:
    rows = [[*Counter(each.rect.y for each in checks("rounds", n, 0, 0, 3)).values()] for n in (2, 4, 5, 7, 8, 10)]
    assert rows == [[2], [2, 2], [3, 2], [3, 2, 2], [3, 3, 2], [3, 3, 2, 2]]
