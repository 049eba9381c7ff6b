"""Reads map data: GeoJSON, TopoJSON, zipped shapefiles, KML and SVG, as areas with attributes and rings of points.

Only polygons are read. Sizes, counts and numbers are bounded; whatever else a file holds is ignored.
"""

from __future__ import annotations

import io
import math
import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, pairwise
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rollwrite_desktop.core.i18n import tr, tr_n
from rollwrite_desktop.core.limits import Text
from rollwrite_desktop.core.one_line import one_line
from rollwrite_desktop.intake import kml, svg
from rollwrite_desktop.intake.errors import DAMAGED_ARCHIVE, UNREADABLE, NotReadable, why
from rollwrite_desktop.intake.json_files import Decoder
from rollwrite_desktop.intake.text import excerpt
from rollwrite_desktop.intake.xml_files import NotXml
from rollwrite_desktop.intake.zip_files import Archive, TooLarge

MAX_BYTES = 64_000_000
MAX_FEATURES = 20_000
MAX_POINTS = 1_500_000
MAX_ATTRIBUTES = 200
MAX_TEXT = 20_000_000
"""Characters of all attributes, and ten for each of them; those of a text with some that cannot be seen count eightfold."""
MAX_VALUES = 5_500_000
"""Commas and opening brackets of a JSON file: as many values as are made of it, or nearly."""
MAX_MEMBERS = 2_000
"""Files in an archive."""
MAX_COORDINATE = 1e9

Point = tuple[float, float]
Rings = tuple[tuple[Point, ...], ...]
"""A polygon: its outer ring, then its holes."""


class NotMapData(NotReadable):
    """A file that holds no map data that this program reads, and why."""


class Feature(Struct, frozen=True):
    """A piece of a map: attributes as text, and polygons of one or more rings each, y up."""

    attributes: Mapping[str, str]
    polygons: tuple[Rings, ...]


class Layer(Struct, frozen=True):
    """Features that belong together, under the name that the file gives them ("" for none), and sentences about what was
    left out."""

    name: str
    features: tuple[Feature, ...]
    notes: tuple[str, ...] = ()


def layers(data: bytes, name: str) -> tuple[Layer, ...]:
    """Returns the layers of polygons in a file; `name` begins the sentence of an error. Raises NotMapData."""
    if len(data) > MAX_BYTES:
        raise NotMapData(tr("{file}: more than {n} MB; simplify the map data first.", file=name, n=MAX_BYTES // 1_000_000))
    try:
        found = _zipped(data) if data[:4] == b"PK\x03\x04" else _xml(data) if _is_xml(data) else _json(data)
    except _Fault as fault:
        raise NotMapData(f"{name}: {fault}") from fault
    except UNREADABLE as error:
        raise NotMapData(tr("{file}: not map data ({why}); expected GeoJSON, TopoJSON, SVG, KML or a zipped "
                            "shapefile.", file=name, why=why(error))) from error
    except (svg.NotADrawing, NotXml, _DamagedArchive) as error:
        raise NotMapData(tr("{file}: damaged map data ({why}).", file=name, why=why(error))) from error
    whole = tuple(layer for layer in found if layer.features)
    if not whole:
        notes = [note for layer in found for note in layer.notes]
        raise NotMapData(" ".join([tr("{file} has no areas; expected polygons.", file=name), *notes]))
    return whole


class _Fault(Exception):
    """What is wrong with a file, in a sentence."""


class _DamagedArchive(Exception):
    """A ZIP archive that cannot be unpacked, and why."""


class _Count:
    """Counts what is made of a file against its limits."""

    def __init__(self) -> None:
        self.points = self.features = self.text = 0

    def point(self, x: float, y: float) -> Point:
        self.points += 1
        if self.points > MAX_POINTS:
            self.more(0)
        if not (abs(x) < MAX_COORDINATE and abs(y) < MAX_COORDINATE):
            raise _Fault(tr("a point is not a place on a map."))
        return x, y

    def more(self, points: int) -> None:
        """Counts points, and whatever takes as long as one."""
        self.points += points
        if self.points > MAX_POINTS:
            raise _Fault(tr("more than {n} points; simplify the map data first.", n=MAX_POINTS))

    def record(self) -> None:
        """Counts an area, or what might be one."""
        self.features += 1
        if self.features > MAX_FEATURES:
            raise _Fault(tr("more than {n} areas.", n=MAX_FEATURES))

    def feature(self, attributes: Mapping[str, Any], polygons: Sequence[Rings]) -> Feature:
        self.record()
        texts = {}
        for key, value in islice(attributes.items(), MAX_ATTRIBUTES):
            if isinstance(value, str | int | float) and not isinstance(value, bool):
                name, text = str(key)[:_LONGEST], str(value)[:_LONGEST]
                self.attributes(10 + sum(len(each) if each.isprintable() else 8 * len(each) for each in (name, text)))
                texts[one_line(name)[:60]] = one_line(text)[:200]
        return Feature(texts, tuple(rings for rings in polygons if rings and len(rings[0]) >= 3))

    def attributes(self, length: int) -> None:
        """Counts attributes of areas by the length of their texts."""
        self.text += length
        if self.text > MAX_TEXT:
            raise _Fault(tr("more than {n} characters of attributes; leave some of them out.", n=MAX_TEXT))


_LONGEST = 400
"""Characters of an attribute that are looked at."""


# ---------------------------------------------------------------------- GeoJSON, TopoJSON


class _Transform(msgspec.Struct):
    """How a topology's whole numbers become coordinates (TopoJSON 1.0, section 2.1.2)."""

    scale: tuple[float, float] = (1.0, 1.0)
    translate: tuple[float, float] = (0.0, 0.0)


class _Object(msgspec.Struct):
    """Any object of GeoJSON (RFC 7946) or TopoJSON 1.0. Coordinates and arcs have the type that `type` says."""

    type: Text | None = None
    id: Any = None
    name: Any = None
    properties: dict[Text, Any] | None = None
    features: list[_Object] = []
    geometry: _Object | None = None
    geometries: list[_Object] = []
    coordinates: Any = None
    arcs: Any = None
    objects: dict[Text, _Object] = {}
    transform: _Transform | None = None

    def attributes(self) -> dict[str, Any]:
        return {"id": self.id} | (self.properties or {})


_Position = Annotated[list[float], msgspec.Meta(min_length=2)]
_DEPTH = 3
"""Collections within collections that are looked into."""


class _Kind(msgspec.Struct):
    type: Literal["Topology", "FeatureCollection", "Feature", "GeometryCollection", "Polygon", "MultiPolygon"]


_kind = Decoder(_Kind)


def means_map(data: bytes) -> bool:
    """Returns whether JSON means to be map data, readable or not."""
    try:
        _kind.decode(data)
    except UNREADABLE:
        return False
    return True


def _json(data: bytes) -> tuple[Layer, ...]:
    if sum(map(data.count, (b",", b"[", b"{"))) > MAX_VALUES:
        raise _Fault(tr("more than {n} points; simplify the map data first.", n=MAX_POINTS))
    value = Decoder(_Object).decode(data)
    if value.type == "Topology":
        return _topology(value)
    if value.type in ("FeatureCollection", "Feature", "GeometryCollection", "Polygon", "MultiPolygon"):
        name = one_line(value.name[:_LONGEST])[:60] if isinstance(value.name, str) else ""
        return (Layer(name, tuple(_geojson(value, _Count()))),)
    raise _Fault(tr("not map data; expected GeoJSON, TopoJSON, SVG, KML or a zipped shapefile."))


def _geojson(value: _Object, count: _Count) -> Iterator[Feature]:
    for feature in value.features if value.type == "FeatureCollection" else [value]:
        geometry = feature.geometry if feature.type == "Feature" else feature
        polygons = tuple(_geojson_polygons(geometry, count)) if geometry else ()
        if polygons:
            yield count.feature(feature.attributes() if feature.type == "Feature" else {}, polygons)


def _flat(geometry: _Object, depth: int = 0) -> Iterator[_Object]:
    """A geometry, or those of a collection one after another."""
    if geometry.type != "GeometryCollection":
        yield geometry
    elif depth < _DEPTH:
        for part in geometry.geometries:
            yield from _flat(part, depth + 1)


def _polygons(geometry: _Object, found: Any, ring: Any) -> list[Any]:
    """Returns the polygons of a geometry as lists of rings, none of one that has none; `ring`: the type that a ring has
    there."""
    match geometry.type:
        case "Polygon":
            return [msgspec.convert(found, list[ring])]
        case "MultiPolygon":
            polygons: list[Any] = msgspec.convert(found, list[list[ring]])
            return polygons
        case _:
            return []


def _geojson_polygons(geometry: _Object, count: _Count) -> Iterator[Rings]:
    for part in _flat(geometry):
        for rings in _polygons(part, part.coordinates, list[_Position]):
            yield tuple(tuple(count.point(point[0], point[1]) for point in ring) for ring in rings)


def _topology(value: _Object) -> tuple[Layer, ...]:
    count = _Count()
    (sx, sy), (tx, ty) = (value.transform.scale, value.transform.translate) if value.transform else ((1, 1), (0, 0))
    arcs: list[tuple[Point, ...]] = []
    for deltas in msgspec.convert(value.arcs, list[list[_Position]]):
        arc, x, y = [], 0.0, 0.0
        for point in deltas:
            x, y = (x + point[0], y + point[1]) if value.transform else (point[0], point[1])
            arc.append(count.point(x * sx + tx, y * sy + ty))
        arcs.append(tuple(arc))

    def ring(numbers: Sequence[int]) -> tuple[Point, ...]:
        points: list[Point] = []
        for number in numbers:
            if not -len(arcs) <= number < len(arcs):
                raise _Fault(tr("there is no arc {n}.", n=number))
            arc = arcs[number] if number >= 0 else arcs[~number][::-1]
            count.more(len(arc) + 1)
            points += arc[1:] if points else arc
        return tuple(points)

    def features(thing: _Object) -> Iterator[Feature]:
        for part in _flat(thing):
            polygons = [tuple(map(ring, rings)) for rings in _polygons(part, part.arcs, list[int])]
            if polygons:
                yield count.feature(part.attributes(), polygons)

    return tuple(Layer(one_line(name)[:60], tuple(features(thing))) for name, thing in value.objects.items())


# ---------------------------------------------------------------------- drawings

_LISTED = 8
"""Names of shapes that a sentence lists."""
_DRAWN = 1000.0
"""Units of a drawing are made so much smaller that its numbers are not taken for degrees."""


def _is_xml(data: bytes) -> bool:
    return data[:200].lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<")


def _xml(data: bytes) -> tuple[Layer, ...]:
    return _kml(data) if kml.is_kml(data) else _svg(data)


def _kml(data: bytes) -> tuple[Layer, ...]:
    """Returns the placemarks of a file, as one layer."""
    count, (title, found) = _Count(), kml.placemarks(data)
    features = [
        count.feature(each.attributes, [
            tuple(tuple(count.point(*place) for place in ring) for ring in rings) for rings in each.polygons])
        for each in found]
    return (Layer(one_line(title)[:60], tuple(feature for feature in features if feature.polygons)),)


def _svg(data: bytes) -> tuple[Layer, ...]:
    """Returns the shapes of a drawing that are seen and have ids."""
    count, found, drawing = _Count(), [], svg.drawing(data)
    for attributes, polygons in drawing.areas:
        scaled = [
            tuple(tuple(count.point(_DRAWN * x, _DRAWN * y) for x, y in ring) for ring in rings) for rings in polygons
        ]
        found.append(count.feature(attributes, scaled))
    return (Layer("", tuple(found), tuple(_left_out(drawing))),)


def _left_out(drawing: svg.Drawing) -> Iterator[str]:
    hidden = [_listed(drawing.hidden)] * bool(drawing.hidden)
    if drawing.hidden_nameless:
        hidden.append(tr_n("{n} shape without an id", "{n} shapes without an id", drawing.hidden_nameless))
    if hidden:
        yield tr("Hidden in the drawing and left out: {list}.", list=", ".join(hidden))
    if drawing.nameless:
        yield tr_n("{n} shape without an id was left out.", "{n} shapes without an id were left out.", drawing.nameless)
    if drawing.shared:
        yield tr("Several shapes with the same name are one area: {list}.", list=_listed(drawing.shared))
    unread = [f"{kind} ({n})" for kind, n in drawing.unread.items() if n]
    if unread:
        yield tr("Not read in the drawing: {list}.", list=", ".join(unread))


def _listed(names: Iterable[str]) -> str:
    """Returns the first of some names, each once."""
    first = [*islice(dict.fromkeys(names), _LISTED + 1)]
    return ", ".join([*map(excerpt, first[:_LISTED]), *["…"] * (len(first) > _LISTED)])


# ---------------------------------------------------------------------- shapefiles

_HEADER = 100  # bytes before the first record
_POLYGONS = (5, 15, 25)  # Polygon, PolygonZ, PolygonM of the ESRI Shapefile Technical Description (1998)
_FIELD = 32  # bytes of a field's description in a dBASE file


def _zipped(data: bytes) -> tuple[Layer, ...]:
    """Every `.shp` of an archive, with the attributes of the `.dbf` and the projection of the `.prj` beside it; or, as in
    KMZ, its first `.kml`."""
    count, found = _Count(), []
    members, places = _members(data)
    for stem, (shapes, table, system) in sorted(members.items()):
        layer = _shapefile(shapes, _dbf(table, count), stem.rpartition("/")[2], count)
        found.append(_unprojected(layer, system))
    if places and not found:
        return _kml(places)
    if not found:
        raise _Fault(tr("no shapefile in this archive; expected a .shp file, with its .dbf beside it."))
    return tuple(found)


def _members(data: bytes) -> tuple[dict[str, tuple[bytes, bytes, bytes]], bytes]:
    """Path without ending to the bytes of its `.shp`, its `.dbf` and its `.prj`, the latter two empty if there are none; of
    ten at most. And the bytes of the first `.kml`, where there is no `.shp`."""
    found, places = {}, b""
    try:
        archive = Archive(io.BytesIO(data), MAX_MEMBERS, MAX_BYTES)
        names = {member.filename.lower(): member.filename for member in archive.members}
        for low in sorted(name for name in names if name.endswith(".shp"))[:10]:
            beside = (names.get(f"{low[:-4]}.{ending}") for ending in ("dbf", "prj"))
            shapes = archive.read(names[low], MAX_BYTES)
            table, system = (archive.read(name, MAX_BYTES) if name else b"" for name in beside)
            found[names[low][:-4]] = shapes, table, system
        for low in [name for name in names if name.endswith(".kml") and not found][:1]:
            places = archive.read(names[low], MAX_BYTES)
    except TooLarge as error:
        raise _Fault(tr("more than {n} MB; simplify the map data first.", n=MAX_BYTES // 1_000_000)) from error
    except DAMAGED_ARCHIVE as error:
        raise _DamagedArchive(why(error)) from error
    return found, places


def _shapefile(data: bytes, rows: Sequence[Mapping[str, str]], name: str, count: _Count) -> Layer:
    if len(data) < _HEADER or struct.unpack(">i", data[:4])[0] != 9994:
        raise _Fault(tr("{file} is not a shapefile.", file=excerpt(name)))
    at, features = _HEADER, []
    while at + 12 <= len(data):
        number, words = struct.unpack(">2i", data[at : at + 8])
        record = data[at + 8 : at + 8 + 2 * words]
        at += 8 + 2 * max(words, 2)
        if len(record) < 44 or struct.unpack("<i", record[:4])[0] not in _POLYGONS:
            count.record()
            continue
        n_parts, n_points = struct.unpack("<2i", record[36:44])
        if not 0 < n_parts <= n_points or 44 + 4 * n_parts + 16 * n_points > len(record):
            raise _Fault(tr("{file}: damaged record {n}.", file=excerpt(name), n=number))
        count.more(n_parts)
        starts = [*struct.unpack(f"<{n_parts}i", record[44 : 44 + 4 * n_parts]), n_points]
        if starts[0] < 0 or any(a > b for a, b in pairwise(starts)):  # parts that overlap would be copied again and again
            raise _Fault(tr("{file}: damaged record {n}.", file=excerpt(name), n=number))
        flat = struct.unpack_from(f"<{2 * n_points}d", record, 44 + 4 * n_parts)
        points = [count.point(x, y) for x, y in zip(flat[::2], flat[1::2], strict=True)]
        rings = [tuple(points[a:b]) for a, b in pairwise(starts)]
        features.append(count.feature(rows[number - 1] if 0 < number <= len(rows) else {}, _nested(rings)))
    return Layer(one_line(name)[:60], tuple(feature for feature in features if feature.polygons))


def _unprojected(layer: Layer, system: bytes) -> Layer:
    """A layer in degrees, where its `.prj` says how they became a plane and that is Web Mercator; else as it is, and it is
    said what is not known. system: the well-known text of a coordinate system, "" for none."""
    text = system[:MAX_SYSTEM].decode("latin-1").strip()
    name = one_line(text.partition('"')[2].partition('"')[0])[:60]
    points = (point for feature in layer.features for rings in feature.polygons for point in rings[0])
    degrees = all(abs(x) <= 181 and abs(y) <= 90.5 for x, y in points)
    if degrees or not layer.features:
        return layer
    if text.startswith(("PROJCS", "PROJCRS")) and any(word in name.lower().replace("_", " ") for word in _WEB_MERCATOR):
        return replace(layer, features=tuple(
            replace(feature, polygons=tuple(
                tuple(tuple(map(_degrees, ring)) for ring in rings) for rings in feature.polygons))
            for feature in layer.features))
    if text.startswith(("PROJCS", "PROJCRS")):
        note = tr("The map data is projected ({name}) and is drawn as it is.", name=excerpt(name))
    else:
        note = tr("The projection of the map data is unknown; it is drawn as it is.")
    return replace(layer, notes=(*layer.notes, note))


MAX_SYSTEM = 5_000
"""Bytes of a `.prj` that are looked at."""
_WEB_MERCATOR = ("web mercator", "pseudo-mercator", "popular visualisation", "mercator auxiliary sphere")
_EARTH = 6378137.0
"""Meters: the radius of the sphere of Web Mercator."""


def _degrees(point: Point) -> Point:
    """Longitude and latitude of a point of Web Mercator (EPSG 3857)."""
    x, y = point
    return math.degrees(x / _EARTH), math.degrees(math.atan(math.sinh(max(-20.0, min(20.0, y / _EARTH)))))


def _nested(rings: Sequence[tuple[Point, ...]]) -> list[Rings]:
    """Outer rings run clockwise; a hole belongs to the outer ring before it."""
    polygons: list[list[tuple[Point, ...]]] = []
    for ring in rings:
        area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, (*ring[1:], ring[0]), strict=True)) if ring else 0.0
        if area <= 0 or not polygons:
            polygons.append([ring])
        else:
            polygons[-1].append(ring)
    return [tuple(polygon) for polygon in polygons]


def _dbf(data: bytes, count: _Count) -> list[dict[str, str]]:
    """Returns the rows of a dBASE table as text; none of one that is cut off before its first row."""
    if len(data) < _FIELD:
        return []
    n_rows, header, width = struct.unpack("<IHH", data[4:12])
    fields, at = [], 32
    while at + _FIELD <= min(header, len(data)) and data[at] != 0x0D:
        name = data[at : at + 11].split(b"\0", 1)[0].decode("ascii", "replace")
        fields.append((name, data[at + 16]))
        at += _FIELD
    rows = []
    for n in range(min(n_rows, MAX_FEATURES, max(0, len(data) - header) // max(width, 1) + 1)):
        row, place = data[header + n * width : header + (n + 1) * width], 1
        values = {}
        for name, wide in fields[:MAX_ATTRIBUTES]:
            count.attributes(4)
            values[name] = _text(row[place : place + wide])
            place += wide
        rows.append(values)
    return rows


def _text(data: bytes) -> str:
    data = data.strip(b" \0")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")
