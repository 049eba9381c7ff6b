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

from rollwrite_desktop.intake import geodata, kml, svg, xml_files
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


def shapefile(system: str = "", scale: float = 1.0) -> bytes:
    """A zipped shapefile of one square with a hole, with a name of its own. system: what its .prj says."""
    rings = [[(scale * x, scale * y) for x, y in ring] for ring in (SQUARE, HOLE)]
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
        if system:
            archive.writestr(zipfile.ZipInfo("map/land.prj"), system)
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


@pytest.mark.parametrize(("system", "scale", "note", "far"), [
    ('GEOGCS["GCS_WGS_1984"]', 1.0, "", 1.0), ("", 1.0, "", 1.0),
    ('PROJCS["WGS_1984_Web_Mercator_Auxiliary_Sphere"]', 1_113_194.9079327, "", 10.0),
    ('PROJCS["LAEA"]', 1e6, "The map data is projected (LAEA) and is drawn as it is.", 1e6),
    ("", 1e6, "The projection of the map data is unknown; it is drawn as it is.", 1e6),
])
def test_the_projection_of_a_shapefile_is_read_or_said_to_be_unknown(
    system: str, scale: float, note: str, far: float
) -> None:
    (layer,) = layers(shapefile(system, scale), "x")
    (outer, *_), *_ = layer.features[0].polygons
    assert max(x for x, _ in outer) == pytest.approx(far) and layer.notes == ((note,) if note else ())


def test_a_zipped_shapefile() -> None:
    (layer,) = layers(shapefile(), "x")
    assert layer.name == "land" and layer.features[0].attributes == {"NAME": "Åre"}
    assert [len(ring) for ring in layer.features[0].polygons[0]] == [5, 4]


DRAWING = b"""<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://nowhere/svg11.dtd">
<svg xmlns="http://www.w3.org/2000/svg"><g transform="translate(5,5) scale(2)">
<path id="a" d="m1,1 h10 v10 h-10 z M2 2 3 2 3 3z"/><polygon id="b" points="0,0 4,0 4,4" data-name="Bee"/></g>
<path id="c" d="M0 0C1 1 2 2 3 0S5 5 6 6q1 1 2 0t3 3a1 1 0 0 1 4 4Z"><title>Curve
land</title></path><path d="M0 0 1 0 1 1z"/><g id="isles"><path d="M0,0L1,0L1,1z"/></g></svg>"""


PLACES = """<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>Two lands</name><Folder>
<name>no title</name><Placemark id="W"><name>Åre</name><ExtendedData><Data name="area"><displayName>x</displayName>
<value> 7 </value></Data><SchemaData><SimpleData name="iso">SE</SimpleData></SchemaData></ExtendedData><MultiGeometry>
<Polygon><outerBoundaryIs><LinearRing><coordinates>10,20,0 12,20,0 12,23.5 10,23
10,20</coordinates></LinearRing></outerBoundaryIs><innerBoundaryIs><LinearRing><coordinates>11,21 11.5,21 11,22 11,21
</coordinates></LinearRing></innerBoundaryIs></Polygon><Polygon><innerBoundaryIs><LinearRing><coordinates>1,1 2,1 2,2
</coordinates></LinearRing></innerBoundaryIs></Polygon><LineString><coordinates>0,0 1,1</coordinates></LineString>
</MultiGeometry></Placemark></Folder><Placemark><name>A point</name><Point><coordinates>1,2</coordinates></Point></Placemark>
</Document></kml>
""".encode()


def test_areas_of_kml_also_zipped() -> None:
    (layer,) = layers(PLACES, "x.kml")
    (area,) = layer.features
    assert layer.name == "Two lands" and area.attributes == {"id": "W", "name": "Åre", "area": "7", "iso": "SE"}
    ((outer, hole),) = area.polygons
    assert outer == ((10, 20), (12, 20), (12, 23.5), (10, 23), (10, 20)) and len(hole) == 4
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("doc.kml", PLACES)
    assert layers(out.getvalue(), "x.kmz") == (layer,)


def kml_of(inside: str) -> bytes:
    ring = f"<outerBoundaryIs><r><coordinates>{inside}</coordinates></r></outerBoundaryIs>"
    return f"<kml><Placemark><Polygon>{ring}</Polygon></Placemark></kml>".encode()


@pytest.mark.parametrize("data", [
    b"<kml>", b"<kml/>", b'<!DOCTYPE kml [<!ENTITY a "b">]><kml/>', b"<kml>" + b"<a>" * 300, kml_of("1,2 3"),
    kml_of("1,2 x,y"), kml_of("nan,0 1,1 2,1"), kml_of("1e300,0 1,1 2,1"), kml_of("1,1 2,2"), kml_of(""),
    b"<kml></Placemark></kml>",
    b'<kml><Placemark><NetworkLink><href>http://nowhere/x.kml</href></NetworkLink></Placemark></kml>',
])
def test_what_is_no_kml_is_refused_in_a_sentence(data: bytes) -> None:
    with pytest.raises(NotMapData, match=r"^x\.kml(: | has no areas)"):
        layers(data, "x.kml")


def test_what_kml_takes_is_counted_while_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kml, "MAX_POINTS", 30)
    assert layers(kml_of("1,1 " * 30), "x")
    with pytest.raises(NotMapData, match="more than 30 points"):
        layers(kml_of("1,1 " * 31), "x")
    monkeypatch.setattr(kml, "MAX_ELEMENTS", 5)
    with pytest.raises(NotMapData, match="more than 5 elements"):
        layers(kml_of("1,1 " * 30), "x")
    monkeypatch.setattr(kml, "MAX_BYTES", 100)
    with pytest.raises(NotMapData, match="more than 0 MB"):
        layers(kml_of("1,1 " * 30), "x")


def test_paths_of_a_drawing_that_have_ids() -> None:
    """Transforms hold, subpaths within others are holes, y is up; what has no id is no area."""
    (layer,) = layers(DRAWING, "x.svg")
    assert [feature.attributes["name"] for feature in layer.features] == ["a", "Bee", "Curve land", "isles"]
    ((outer, hole),) = layer.features[0].polygons
    assert outer[0] == (7000, -7000) and outer[2] == (27000, -27000) and hole[0] == (9000, -9000)
    assert layer.features[1].polygons == ((((5000, -5000), (13000, -5000), (13000, -13000)),),)
    assert len(layer.features[2].polygons[0][0]) == 1 + 4 * 8 + 2 * 8


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


# ---------------------------------------------------------------------- work


def shapes_of(record: bytes, **files: bytes) -> bytes:
    """A zipped shapefile with one record, and other files."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.shp", struct.pack(">i", 9994) + b"\0" * 96 + struct.pack(">2i", 1, len(record) // 2) + record)
        for name, content in files.items():
            archive.writestr(name.replace("_", "."), content)
    return out.getvalue()


def test_transforms_that_never_end() -> None:
    """They were looked at from each of their beginnings to the end."""
    with pytest.raises(NotMapData, match="transform rotate"):
        layers(b'<svg><path id="a" transform="' + b"rotate(" * 20_000 + b'" d="M0 0"/></svg>', "x")


@pytest.mark.parametrize("inside", [
    "M0 0" + "c1 2 3 4 5 6" * 100, "M0 0" + "L1 1" * 500, "M0 0L" + "1 1 " * 600, "M" + "1" * 101 + " 0L1 1L1 5z",
])
def test_what_a_drawing_takes_is_counted_while_it_is_read(inside: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(svg, "MAX_WORK", 1_000)
    with pytest.raises(NotMapData, match=r"elements, numbers and points|100 digits"):
        layers(f'<svg><path id="a" d="{inside}"/></svg>'.encode(), "x")


def test_elements_transforms_and_attributes_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(svg, "MAX_WORK", 1_000)
    monkeypatch.setattr(xml_files, "MAX_ATTRIBUTES", 250)
    transforms = b'<svg><path id="a" transform="' + b"scale(1)" * 250 + b'" d="M0 0L1 1L1 0z"/></svg>'
    attributes = b"<svg><a " + b" ".join(b'a%d=""' % n for n in range(251)) + b"/></svg>"
    for data in (b"<svg>" + b"<a/>" * 251 + b"</svg>", transforms, attributes):
        with pytest.raises(NotMapData, match="more than"):
            layers(data, "x")


def test_holes_are_looked_for_within_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    data = b'<svg><path id="a" d="M0 0h9v9h-9zM1 1h2v2h-2z"/></svg>'
    assert [len(polygon) for polygon in layers(data, "x")[0].features[0].polygons] == [2]
    monkeypatch.setattr(svg, "MAX_INSIDE", 3)
    assert [len(polygon) for polygon in layers(data, "x")[0].features[0].polygons] == [1, 1]


def test_arcs_without_points_are_counted_and_points_as_they_are_put_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(geodata, "MAX_POINTS", 500)
    for arc, times in (([], 501), ([[0, 0]] * 100, 5)):
        topology = {"type": "Topology", "arcs": [arc], "objects": {"a": {"type": "Polygon", "arcs": [[0] * times]}}}
        with pytest.raises(NotMapData, match="500 points"):
            layers(json.dumps(topology).encode(), "x")


def test_values_are_counted_before_they_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(geodata, "MAX_VALUES", 100)
    with pytest.raises(NotMapData, match="points"):
        layers(b'{"type": "Polygon", "coordinates": [' + b"[]," * 50 + b"[]]}", "x")


def test_attributes_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(geodata, "MAX_TEXT", 100)
    with pytest.raises(NotMapData, match="100 characters of attributes"):
        layers(json.dumps(feature("A" * 100, SQUARE)).encode(), "x")
    monkeypatch.setattr(geodata, "MAX_TEXT", 3)
    with pytest.raises(NotMapData, match="characters of attributes"):
        layers(shapefile(), "x")


def test_an_archive_is_counted_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(geodata, "MAX_BYTES", 1_000_000)
    with pytest.raises(NotMapData, match="more than 1 MB"):
        layers(shapes_of(b"", b_shp=b"\0" * 600_000, c_shp=b"\0" * 600_000), "x")
    monkeypatch.setattr(geodata, "MAX_FEATURES", 10)
    with pytest.raises(NotMapData, match="10 areas"):
        layers(shapes_of(b"", b_shp=struct.pack(">i", 9994) + b"\0" * 300), "x")


def test_parts_of_a_shape_do_not_overlap() -> None:
    """Each would be a copy of the same points."""
    parts = struct.pack("<4i", 0, 3, 0, 3)
    record = struct.pack("<i4d2i", 5, 0, 0, 1, 1, 4, 4) + parts + struct.pack("<8d", 0, 0, 0, 1, 1, 1, 0, 0)
    with pytest.raises(NotMapData, match="damaged record 1"):
        layers(shapes_of(record), "x")
