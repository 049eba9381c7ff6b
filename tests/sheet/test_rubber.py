"""The sheet of rubber that maps are stretched on, and tiles: what is side by side stays side by side."""

from __future__ import annotations

import random
from itertools import combinations

import numpy as np
import pytest
import shapely
from shapely import box

from rollwrite_desktop.maps import block_map, rubber
from rollwrite_desktop.maps import rubber_map as rubber_maps
from rollwrite_desktop.maps.areas import Area, Areas
from rollwrite_desktop.maps.config import MapFile
from rollwrite_desktop.maps.place import SHORTEST
from rollwrite_desktop.maps.rubber import Pulls, Rubber
from rollwrite_desktop.maps.rubber_map import Asked, Drawn, _parted, mains, rubber_map
from rollwrite_desktop.sheet.check import NARROW
from rollwrite_desktop.sheet.polygons import holes_of
from rollwrite_desktop.sheet.sheet import Point, Rect


def sheet(rows: int = 5, columns: int = 6) -> tuple[Rubber, list[Pulls]]:
    """A sheet of stiff and soft cells that is pulled at nine places."""
    chance = np.random.default_rng(1)
    made = Rubber((3.0, -2.0), 7.0, np.where(chance.random((rows, columns)) < 0.5, 1.0, 0.12))
    ways = chance.normal(size=(9, 2))
    ways /= np.hypot(*ways.T)[:, None]
    return made, [Pulls(made.spots(chance.random((9, 2)) * 30), ways, chance.normal(size=9), np.full(9, 6.0))]


def test_the_energy_is_least_where_the_dense_solution_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rubber, "NEARLY", 1e-10)
    made, pulls = sheet()
    n = 2 * made.shape[0] * made.shape[1]
    matrix = np.array([made.forces(unit.reshape(2, *made.shape), pulls).ravel() for unit in np.eye(n)])
    growth = np.random.default_rng(2).random(made.stiff.shape)
    assert np.allclose(matrix, matrix.T)
    assert np.linalg.eigvalsh(matrix).min() > 0
    dense = np.linalg.solve(matrix, made.load(growth, pulls).ravel())
    found = made.settled(growth, pulls, np.zeros((2, *made.shape)), 300)
    assert np.allclose(found.ravel(), dense, atol=1e-7)


def test_a_free_sheet_grows_as_it_is_to_and_is_not_sheared() -> None:
    made = Rubber((0.0, 0.0), 5.0, np.ones((6, 8)))
    moves = made.settled(np.full((6, 8), 0.2), [], np.zeros((2, 7, 9)), 300)
    points = np.array([[0.0, 0.0], [40.0, 0.0], [0.0, 30.0]])
    there = points + rubber.displaced(moves, made.spots(points))
    assert np.allclose(there[1] - there[0], [48.0, 0.0], atol=0.5)
    assert np.allclose(there[2] - there[0], [0.0, 36.0], atol=0.5)


# ---------------------------------------------------------------------- maps

ROOM = Rect(10.0, 10.0, 190.0, 150.0)


def asked(seed: int, fixed: dict[str, Point]) -> Asked:
    """A land of eight areas that are as they happen to be, some of them smaller than their boxes."""
    chance = np.random.default_rng(seed)
    spots = shapely.multipoints(chance.random((8, 2)) * [150.0, 110.0] + [30.0, 30.0])
    blob = shapely.MultiPoint(chance.random((40, 2)) * [150.0, 110.0] + [30.0, 30.0]).buffer(30.0).simplify(1.0)
    cells = [cell.intersection(blob) for cell in shapely.get_parts(shapely.voronoi_polygons(spots, extend_to=blob))]
    shapes = {"ABCDEFGH"[k]: shapely.segmentize(cell, 4.0) for k, cell in enumerate(cells)}
    links = {(a, b) for a, b in combinations(shapes, 2) if shapes[a].intersection(shapes[b]).length > 4}
    return Asked(shapes, links, (), (), ROOM, Rect(10.0, 10.0, 0.0, 0.0), 14.0, 4.0, fixed)


def drawn(seed: int, fixed: dict[str, Point]) -> Drawn:
    found = rubber_map(asked(seed, fixed), 1, random.Random(seed), lambda _: None)
    assert found is not None
    return found


@pytest.mark.parametrize("seed", range(2))
def test_no_area_loses_a_border_or_lies_over_another(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rubber_maps, "TURNS", 8)
    monkeypatch.setattr(rubber_maps, "MORE", 0)
    made = drawn(seed, {})
    assert made.wrong == 0
    outlines = made.outlines
    assert shapely.coverage_is_valid(list(outlines.values()), gap_width=NARROW)
    borders = {(a, b) for a, b in combinations(outlines, 2) if outlines[a].intersection(outlines[b]).length > 1e-3}
    assert borders == asked(seed, {}).links
    assert all(outlines[code].covers(box(ink.x, ink.y, ink.x + ink.w, ink.y + ink.h)) for code, ink in made.boxes.items())


def test_a_part_that_holds_a_border_is_joined_to_its_own_by_a_neck_of_land() -> None:
    """As East Tyrol, which borders Carinthia, is joined to Tyrol; another exclave is the land's around it."""
    wide = {"A": box(0, 0, 60, 40), "B": box(60, 0, 120, 40), "C": box(60, 40, 120, 80)}
    far = box(50, 60, 60, 80)
    shapes = {**wide, "A": shapely.MultiPolygon([wide["A"], far])}
    tiles = mains(shapes, {("A", "B"), ("A", "C"), ("B", "C")})
    assert tiles["A"].intersection(tiles["C"]).length >= 20 and tiles["A"].covers(far.buffer(-0.1))
    assert not mains(shapes, {("A", "B"), ("B", "C")})["A"].intersects(far)


def test_strangers_have_water_between_them_and_a_corner_is_a_pocket_of_it() -> None:
    around = Rect(0.0, 0.0, 200.0, 200.0)
    corner = {"A": box(0, 0, 50, 50), "B": box(50, 0, 100, 50), "C": box(0, 50, 50, 100), "D": box(50, 50, 100, 100)}
    links = {("A", "B"), ("A", "C"), ("B", "D"), ("C", "D")}
    tiles = _parted(corner, Asked(corner, links, (), (), around, around, 36.9, 9.6, {}))
    assert [round(hole.area) for hole in holes_of(shapely.union_all(list(tiles.values())))] == [pytest.approx(8, abs=2)]
    assert tiles["A"].distance(tiles["D"]) > NARROW and tiles["A"].intersection(tiles["B"]).length > 45
    near = {"A": box(0, 0, 50, 50), "B": box(51, 0, 100, 50)}
    for sea, least in (((), NARROW), ((("A", "B"),), SHORTEST)):
        tiles = _parted(near, Asked(near, (), sea, (), around, around, 36.9, 9.6, {}))
        assert tiles["A"].distance(tiles["B"]) > least


def test_where_the_map_file_says_how_a_map_is_drawn_there_is_no_rubber(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: object) -> None:
        raise AssertionError("asked")

    monkeypatch.setattr(block_map, "rubber_map", none)
    monkeypatch.setattr(block_map, "_climbed", lambda *_: "on cells")
    land = {code: Area(code, code, shape, code) for code, shape in asked(0, {}).shapes.items()}
    data = Areas(land, set(), set(), set(), [])
    room = Rect(9.0, 50.0, 570.0, 480.0)
    for config in (MapFile(coast=False), MapFile(growth=1.0), MapFile(sea=0.5), MapFile(stretch=1.1), MapFile(room=0.5)):
        assert block_map.block_map(data, config, room, (0.0, 0.0), lambda _: None) == "on cells"  # type: ignore[comparison-overlap]
    with pytest.raises(AssertionError, match="asked"):
        block_map.block_map(data, MapFile(), room, (0.0, 0.0), lambda _: None)
