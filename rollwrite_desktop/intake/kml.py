"""Reads the areas of KML (OGC KML 2.3): placemarks with polygons, in degrees. Styles, times, links and the rest are
ignored."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct, field

from rollwrite_desktop.intake.xml_files import MAX_DEPTH, NotXml, read_xml

MAX_BYTES = 64_000_000
MAX_ELEMENTS = 1_000_000
MAX_POINTS = 1_500_000
MAX_VALUE = 1_000
"""Characters of an attribute that are looked at."""

Point = tuple[float, float]
Ring = tuple[Point, ...]

_KML = re.compile(rb"<(?:\w{1,40}:)?kml[\s>]")
_HEAD = 4_000
_RINGS = ("outerBoundaryIs", "innerBoundaryIs")
_ATTRIBUTES = ("Data", "SimpleData")


class Placemark(Struct):
    """What is at one place of the file: its attributes, and its polygons: an outer ring, then its holes."""

    attributes: dict[str, str] = field(default_factory=dict)
    polygons: list[list[Ring]] = field(default_factory=list)


def is_kml(data: bytes) -> bool:
    """Returns whether XML means to be KML."""
    return _KML.search(data[:_HEAD]) is not None


def placemarks(data: bytes) -> tuple[str, list[Placemark]]:
    """Returns the name of the document, and its placemarks that have polygons. Raises NotXml."""
    reader = _Reader()
    read_xml(data, reader.start, reader.end, reader.text, MAX_BYTES)
    return reader.title, [each for each in reader.found if each.polygons]


class _Reader:
    """Follows the elements of a file. Only what has a place in a placemark is kept of their texts."""

    def __init__(self) -> None:
        self.title, self.found = "", list[Placemark]()
        self._within = list[str]()
        self._key = ""
        self._here: Placemark | None = None
        self._text: list[str] | None = None
        self._elements = self._points = 0

    def start(self, tag: str, given: dict[str, str]) -> None:
        self._elements += 1
        if self._elements > MAX_ELEMENTS:
            raise NotXml(f"more than {MAX_ELEMENTS} elements")
        if len(self._within) > MAX_DEPTH:
            raise NotXml("elements too deep")
        tag = tag.rpartition(":")[2]
        self._within.append(tag)
        self._text = [] if tag in ("name", "value", "SimpleData", "coordinates") else None
        if tag == "Placemark":
            self._here = Placemark({"id": given["id"]} if given.get("id") else {})
            self.found.append(self._here)
        elif tag in _ATTRIBUTES:
            self._key = given.get("name", "")
        elif tag == "Polygon" and self._here is not None:
            self._here.polygons.append([])

    def text(self, content: str) -> None:
        if self._text is not None:
            self._text.append(content if self._within[-1] == "coordinates" else content[:MAX_VALUE])

    def end(self, _: str) -> None:
        tag, text = self._within.pop(), "".join(self._text or ())
        above = self._within[-1] if self._within else ""
        self._text = None
        if tag == "Placemark":
            self._here = None
        elif self._here is None:
            if tag == "name" and above == "Document":
                self.title = self.title or text[:MAX_VALUE].strip()
        elif tag == "name" and above == "Placemark":
            self._here.attributes["name"] = text[:MAX_VALUE].strip()
        elif tag == "value" or tag == "SimpleData":
            self._here.attributes.setdefault(self._key[:MAX_VALUE], text[:MAX_VALUE].strip())
        elif tag == "coordinates" and self._here.polygons and len(self._within) > 1:
            self._ring(tuple(self._places(text)), self._within[-2])

    def _ring(self, ring: Ring, kind: str) -> None:
        """Adds the outer ring of the polygon that is open, or a hole in it."""
        assert self._here is not None
        polygon = self._here.polygons[-1]
        if kind in _RINGS and bool(polygon) is (kind == _RINGS[1]):
            polygon.append(ring)

    def _places(self, text: str) -> Iterator[Point]:
        """Longitude and latitude of each place; its height, where there is one, is ignored."""
        for place in text.split():
            self._points += 1
            if self._points > MAX_POINTS:
                raise NotXml(f"more than {MAX_POINTS} points")
            x, _, rest = place.partition(",")
            try:
                yield float(x[:40]), float(rest.partition(",")[0][:40])
            except ValueError:
                raise NotXml(f"the place {place[:40]}") from None
