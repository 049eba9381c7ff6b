"""Map data is read as it is meant, or refused with one sentence."""

from __future__ import annotations

import io
import json
import struct
import zipfile
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollwrite_desktop.intake.geodata import NotMapData, layers

SQUARE = [[0, 0], [0, 1], [1, 1], [1, 0], [0, 0]]
HOLE = [[0.2, 0.2], [0.4, 0.2], [0.4, 0.4], [0.2, 0.2]]
TOPOLOGY: dict[str, Any] = {
    "type": "Topology", "transform": {"scale": [0.5, 0.5], "translate": [10, 20]},
    "arcs": [[[2, 0], [0, 2]], [[2, 2], [-2, 0], [0, -2], [2, 0]], [[2, 0], [2, 0], [0, 2], [-2, 0]]],
    "objects": {
        "two": {"type": "GeometryCollection", "geometries": [
            {"type": "Polygon", "id": "W", "properties": {"name": "West"}, "arcs": [[0, 1]]},
            {"type": "MultiPolygon", "properties": {"name": "East"}, "arcs": [[[2, -1]]]},
        ]},
        "points": {"type": "Point", "coordinates": [0, 0]},
    },
}


def feature(name: str, *rings: Any) -> dict[str, Any]:
    geometry = {"type": "Polygon", "coordinates": rings}
    return {"type": "Feature", "properties": {"name": name, "no": None}, "geometry": geometry}


def shapefile() -> bytes:
    """A zipped shapefile of one square with a hole, with a name of its own."""
    rings = [SQUARE, HOLE]
    points = [point for ring in rings for point in ring]
    record = struct.pack("<i4d2i", 5, 0, 0, 1, 1, len(rings), len(points)) + struct.pack("<2i", 0, len(SQUARE))
    record += b"".join(struct.pack("<2d", *point) for point in points)
    body = struct.pack(">2i", 1, len(record) // 2) + record
    shp = struct.pack(">7i", 9994, 0, 0, 0, 0, 0, (100 + len(body)) // 2)
    shp += struct.pack("<2i8d", 1000, 5, *([0.0] * 8)) + body
    field = b"NAME".ljust(11, b"\0") + b"C" + b"\0" * 4 + bytes([10, 0]) + b"\0" * 14
    dbf = struct.pack("<4BIHH", 3, 0, 0, 0, 1, 32 + 32 + 1, 11) + b"\0" * 20 + field + b"\r"
    dbf += b" " + "Åre".encode().ljust(10)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(zipfile.ZipInfo("map/land.shp"), shp)
        archive.writestr(zipfile.ZipInfo("map/land.dbf"), dbf)
    return out.getvalue()


def test_geojson() -> None:
    data = json.dumps({"type": "FeatureCollection", "features": [feature("A", SQUARE, HOLE), feature("B", SQUARE)]})
    (layer,) = layers(data.encode(), "x")
    assert [area.attributes for area in layer.features] == [{"name": "A"}, {"name": "B"}]
    assert [len(ring) for ring in layer.features[0].polygons[0]] == [5, 4]


def test_topojson_shares_its_arcs() -> None:
    layer, *rest = layers(json.dumps(TOPOLOGY).encode(), "x")
    west, east = layer.features
    assert (layer.name, rest, west.attributes) == ("two", [], {"id": "W", "name": "West"})
    assert west.polygons[0][0][:2] == ((11.0, 20.0), (11.0, 21.0)) and set(west.polygons[0][0]) & set(east.polygons[0][0])


def test_a_zipped_shapefile() -> None:
    (layer,) = layers(shapefile(), "x")
    assert layer.name == "land" and layer.features[0].attributes == {"NAME": "Åre"}
    assert [len(ring) for ring in layer.features[0].polygons[0]] == [5, 4]


DRAWING = b"""<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://nowhere/svg11.dtd">
<svg xmlns="http://www.w3.org/2000/svg"><g transform="translate(5,5) scale(2)">
<path id="a" d="m1,1 h10 v10 h-10 z M2 2 3 2 3 3z"/><polygon id="b" points="0,0 4,0 4,4" data-name="Bee"/></g>
<path id="c" d="M0 0C1 1 2 2 3 0S5 5 6 6q1 1 2 0t3 3a1 1 0 0 1 4 4Z"><title>Curve
land</title></path><path d="M0 0 1 0 1 1z"/><g id="isles"><path d="M0,0L1,0L1,1z"/></g></svg>"""


def test_paths_of_a_drawing_that_have_ids() -> None:
    """Transforms hold, subpaths within others are holes, y is up; what has no id is no area."""
    (layer,) = layers(DRAWING, "x.svg")
    assert [feature.attributes["name"] for feature in layer.features] == ["a", "Bee", "Curve land", "isles"]
    ((outer, hole),) = layer.features[0].polygons
    assert outer[0] == (7000, -7000) and outer[2] == (27000, -27000) and hole[0] == (9000, -9000)
    assert layer.features[1].polygons == ((((5000, -5000), (13000, -5000), (13000, -13000)),),)
    assert len(layer.features[2].polygons[0][0]) == 1 + 4 * 8 + 1


@pytest.mark.parametrize("data", [
    b"<svg>", b'<svg><path id="a" d="5 5 L3"/></svg>', b'<svg><path id="a" d="M1"/></svg>', b"<svg/>",
    b'<svg><path id="a" d="M0 0H1V1z2"/></svg>', b'<svg><path id="a" d="M0 0L1 1L1e400 5z"/></svg>',
    b'<!DOCTYPE svg [<!ENTITY a "b">]><svg/>', b'<svg><path id="a" transform="matrix(1)" d="M0 0L1 1L1 5z"/></svg>',
    b"<g>" * 300, b'<?xml version="1.0" encoding="rot13"?><svg/>', b'<?xml version="1.0" encoding="shift_jis"?><svg/>',
    b'<svg><path id="a" transform="rotate(1e999)" d="M0 0L1 1L1 5z"/></svg>', b'<svg><path id="a" d="M0 0L1 M1 1z"/></svg>',
])
def test_what_is_no_drawing_is_refused_in_a_sentence(data: bytes) -> None:
    with pytest.raises(NotMapData, match=r"^x\.svg(: | has no areas)"):
        layers(data, "x.svg")


@pytest.mark.parametrize("data", [
    b"", b"{}", b"[]", b'{"type": "Topology"}', b"PK\x03\x04 no archive", b'{"type": "FeatureCollection", "features": [1]}',
    json.dumps({"type": "FeatureCollection", "features": [feature("A", [[0, 0], [1e300, 0], [0, 1]])]}).encode(),
    json.dumps({"type": "FeatureCollection", "features": [feature("A", [[0, 0], ["x", 0], [0, 1]])]}).encode(),
    json.dumps(TOPOLOGY | {"objects": {"a": {"type": "Polygon", "arcs": [[99]]}}}).encode(),
    json.dumps({"type": "Point", "coordinates": [0, 0]}).encode(), shapefile()[:150], b"[" * 5000,
])
def test_what_is_no_map_data_is_refused_in_a_sentence(data: bytes) -> None:
    with pytest.raises(NotMapData, match=r"^mine: "):
        layers(data, "mine")


@given(st.integers(0, 600), st.binary(max_size=3))
def test_a_damaged_file_is_read_or_refused(place: int, other: bytes) -> None:
    for whole in (shapefile(), json.dumps(TOPOLOGY).encode(), DRAWING):
        data = whole[: place % len(whole)] + other + whole[place % len(whole) + len(other) :]
        try:
            assert layers(data, "x")
        except NotMapData as refused:
            assert str(refused)
