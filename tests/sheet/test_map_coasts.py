"""The sea on maps that say nothing about it: a coarse outline of all land knows where it is."""

from collections.abc import Mapping, Sequence

import numpy as np
import pytest
import shapely
from msgspec.structs import replace
from shapely import Polygon, box
from shapely.geometry.base import BaseGeometry

from rollwrite_desktop.intake.geodata import Feature, Layer
from rollwrite_desktop.maps import coasts
from rollwrite_desktop.maps.areas import Areas, areas_of
from rollwrite_desktop.maps.coasts import Floats, asked, nearest_sea
from rollwrite_desktop.maps.config import MapFile
from rollwrite_desktop.paths import SHEETS
from rollwrite_desktop.sheet.load import loads
from rollwrite_desktop.sheet.sheet import Point, Sheet

GERMANY = loads((SHEETS / "rolling_america_germany.json").read_bytes(), "germany.json")


def areas(west: float, east: float, south: float, height: float, **config: str) -> Areas:
    """Eight areas one above the other, in degrees as data has them, from -180 to 180."""
    west, east = ((x + 180.0) % 360.0 - 180.0 for x in (west, east))
    lows = [south + k * height for k in range(8)]
    rings = [((west, low), (east, low), (east, low + height), (west, low + height), (west, low)) for low in lows]
    features = [Feature({"name": f"Area {letter}"}, ((ring,),)) for letter, ring in zip("ABCDEFGH", rings, strict=True)]
    return areas_of([Layer("", tuple(features))], MapFile(**config), "x.json")  # type: ignore[arg-type]


def wet_at(
    sheet: Sheet, shapes: Mapping[str, BaseGeometry], wet: BaseGeometry, places: Sequence[Point] | Floats
) -> list[bool]:
    """Whether the nearest outer edge of a sheet to each place is a coast."""
    spots, found = asked(sheet, shapes, wet)
    return [bool(each) for each in nearest_sea(shapely.points(spots), found).intersects(shapely.points(places))]


def at_sea(found: Areas) -> list[bool]:
    """Whether the western and the eastern edge of a map lie at the sea in the middle."""
    left, top, right, bottom = shapely.total_bounds([area.shape for area in found.by_code.values()])
    ends = [shapely.Point(x, (top + bottom) / 2) for x in (left, right)]
    return [not found.coast.is_empty and found.coast.distance(end) < 30 for end in ends]


@pytest.mark.parametrize(("where", "wet"), [
    ((-8.85, -7.2, 39.3, 0.2), [True, False]),  # Portugal: an ocean, and Spain
    ((141.5, 145.7, 42.7, 0.17), [True, True]),  # Hokkaido
    ((21.0, 26.0, 46.0, 0.3), [False, False]),  # inland
    ((178.0, 189.3, 65.8, 0.15), [False, True]),  # Chukotka, across the antimeridian
    ((-40.0, -30.0, 10.0, 1.0), [False, False]),  # all sea: another world
])
def test_the_sea_is_where_no_land_of_others_is(where: tuple[float, float, float, float], wet: list[bool]) -> None:
    assert at_sea(areas(*where)) == wet


def test_an_area_with_two_outer_edges_has_its_coast_where_the_same_neighbors_are() -> None:
    """Braga has one in the west, between Viana and Porto, and a border with Spain, between Viana and Vila Real."""
    real = {"V": box(0, 200, 100, 300), "B": box(0, 100, 100, 200), "P": box(0, 0, 70, 100), "R": box(70, 0, 200, 100)}
    drawn = {"V": box(0, 100, 20, 300), "B": box(20, 200, 100, 300), "P": box(0, 0, 20, 100), "R": box(20, 0, 150, 200)}
    spaces = tuple(replace(space, id=code, outline=tuple(shape.exterior.coords[:-1]))
                   for space, (code, shape) in zip(GERMANY.spaces, drawn.items(), strict=False))
    edge = shapely.LineString([(0, 0), (0, 300)])
    places = (1, 50), (1, 250), (30, 299), (60, 299), (99, 250)
    assert wet_at(replace(GERMANY, spaces=spaces), real, edge, places) == [True, True, False, False, False]


def test_a_thin_land_has_its_coast_on_its_own_side_wherever_it_is_drawn() -> None:
    """Both outer edges run between the same neighbors, but the other way round: what is drawn far aside is not mistaken."""
    real = {"V": box(0, 200, 20, 300), "B": box(0, 100, 20, 200), "P": box(0, 0, 100, 100)}
    drawn = {"V": box(60, 200, 100, 300), "B": box(60, 100, 100, 200), "P": box(0, 0, 100, 100)}
    spaces = tuple(replace(space, id=code, outline=tuple(shape.exterior.coords[:-1]))
                   for space, (code, shape) in zip(GERMANY.spaces, drawn.items(), strict=False))
    edge = shapely.LineString([(0, 0), (0, 300)])
    places = (61, 130), (61, 170), (99, 130), (99, 170)
    assert wet_at(replace(GERMANY, spaces=spaces), real, edge, places) == [True, True, False, False]


def test_there_is_no_sea_in_a_wedge_of_land() -> None:
    """Of another country, be it narrower than outlines may differ, as that of Spain between Viana and Vila Real."""
    whole = {"A": box(0, 0, 0.08, 0.1).difference(box(0.04, 0.09, 0.042, 0.1))}
    found = coasts.at_sea(whole, box(0, -0.1, 0.2, 0.2))[0]["A"]
    assert found.distance(shapely.Point(0, 0.05)) < 0.001 and found.distance(shapely.Point(0.041, 0.09)) > 0.01


def test_what_is_left_of_land_that_was_put_on_a_plane_may_be_lines_too() -> None:
    whole = {"A": box(0, 0, 0.08, 0.1)}
    land = shapely.GeometryCollection([box(0, -0.1, 0.2, 0.2), shapely.LineString([(1, 1), (2, 2)])])
    wet, others = coasts.at_sea(whole, land)
    assert wet["A"].equals(coasts.at_sea(whole, box(0, -0.1, 0.2, 0.2))[0]["A"])
    assert others.contains(shapely.Point(0.15, 0.05)) and not others.intersects(shapely.Point(0.04, 0.05))


def test_a_plane_and_a_map_file_that_knows_its_coasts_are_not_asked() -> None:
    assert areas(-8.85, -7.2, 39.3, 0.2, projection="plane").coast.is_empty


def test_outer_edges_are_told_from_coasts() -> None:
    shapes = {space.id: Polygon(space.outline) for space in GERMANY.spaces}
    edge = shapely.union_all(list(shapes.values())).exterior.segmentize(4.0)
    points = shapely.get_coordinates(edge)
    middles = (points[1:] + points[:-1]) / 2
    known = middles[:, 1] < middles[:, 1].min() + 120
    wet = shapely.union_all(shapely.linestrings(np.stack([points[:-1], points[1:]], axis=1)[known]))
    found = np.array(wet_at(GERMANY, shapes, wet, middles))
    assert (found == known).mean() > 0.93 and 0 < found.mean() < 0.5
    assert all(wet_at(GERMANY, shapes, edge, middles)) and not any(wet_at(GERMANY, shapes, Polygon(), middles))


def test_the_sea_is_nearest_in_one_piece_however_places_lie() -> None:
    # Four places of Portugal whose cells of Voronoi cross each other, and one inland.
    wet = [(342.8, 105.4), (342.8, 108.4), (338.31508586123357, 100.53183540651918), (335.325143102056, 100.2863923441986)]
    sea = nearest_sea(shapely.points([*wet, (500.0, 105.0)]), np.array([True] * 4 + [False]))
    known = shapely.points([(2.0, 300.0), (410.0, 105.0), (430.0, 105.0), (878.0, 2.0)])
    assert sea.is_valid and sea.geom_type == "Polygon" and sea.contains(known).tolist() == [True, True, False, False]


def test_where_the_outer_edge_only_touches_there_is_no_run() -> None:
    land = box(0, 0, 10, 10)
    edge = shapely.GeometryCollection([shapely.Point(10, 10), shapely.LineString([(0, 10), (0, 0), (5, 0)])])
    found = coasts._run_between(edge, land, [box(-5, 8, 0, 10)], [box(5, -5, 9, 0)], 0.1)
    assert found.length == 15
