"""The polygons of a shape."""

from __future__ import annotations

from shapely import GeometryCollection, LineString, MultiPolygon, Point, box

from rollwrite_desktop.sheet.polygons import parts_of


def test_polygons_are_found_however_deep_they_lie_the_largest_first() -> None:
    small, middle, large = box(0, 0, 1, 1), box(2, 0, 4, 2), box(5, 0, 9, 4)
    within = GeometryCollection([small, LineString([(0, 0), (1, 1)])])
    deep = GeometryCollection([Point(0, 0), within, MultiPolygon([large])])
    assert parts_of(GeometryCollection([middle, deep])) == [large, middle, small]
    assert parts_of(Point(0, 0)) == [] and parts_of(small) == [small]
