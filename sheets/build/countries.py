"""Lands of the world for the maps of sheets: which of them a sheet draws itself, and which are others.

Natural Earth 4.1, public domain, by way of the npm package `world-atlas` 2.0.2 (`countries-10m.json`); borders as they are
held, not as claimed. Places are degrees in the data, and radians of the globe, y down, in a plane.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import Polygon, box
from shapely.geometry.base import BaseGeometry

from rollwrite_desktop.intake import geodata
from rollwrite_desktop.maps.globe import unwrapped

Points = NDArray[np.float64]
"""Points in rows, of x and y."""
Shapes = dict[str, BaseGeometry]
"""Lands by name."""

HOME = Path(__file__).resolve().parent.parent
EUROPE = Polygon([(-25, 34), (46, 34), (46, 42), (38.7, 43.2), (38.7, 44.4), (40.5, 50), (42.6, 58), (44.3, 64),
                  (45.5, 68.5), (45.5, 71.5), (-25, 71.5)])
AMERICA = box(-93, -57, -33, 13)
"""Degrees: where the sheets of Europe and South America end, as they are drawn."""
WHERE: Mapping[str, Polygon] = {
    "France": box(-6, 41, 10, 52), "Japan": box(128, 30, 146, 46), "Netherlands": box(3, 50, 8, 54),
    "South Africa": box(16, -35, 33, -22), "Spain": box(-10, 35.9, 5, 44), "europe_tour_27.toml": EUROPE,
    "europe_large.toml": EUROPE, "south_america_tour.toml": AMERICA, "south_america.toml": AMERICA}
"""Of countries with far islands, and of parts of the world that end on land, what sheets draw."""
OWN: Mapping[str, str] = {
    "on_tour_italy": "Italy", "on_tour_spain": "Spain", "on_tour_ireland": "Ireland", "rolling_america_ireland": "Ireland",
    "rolling_america_switzerland": "Switzerland", "on_tour_europe_27": "europe_tour_27.toml",
    "rolling_america_europe_large": "europe_large.toml", "rolling_america_united_kingdom": "United Kingdom",
    "rolling_america_japan_17": "Japan", "on_tour_south_america": "south_america_tour.toml",
    "rolling_america_south_america": "south_america.toml", "on_tour_africa": "africa_tour.toml",
    "rolling_america_africa_37": "africa_37.toml", "on_tour_brazil": "Brazil", "rolling_america_brazil": "Brazil",
    "on_tour_france": "France", "rolling_america_france": "France", "on_tour_poland": "Poland",
    "rolling_america_poland": "Poland", "rolling_america_austria": "Austria", "rolling_america_germany": "Germany",
    "rolling_america_netherlands": "Netherlands", "rolling_america_italy": "Italy", "rolling_america_mexico": "Mexico",
    "rolling_america_south_africa": "South Africa", "rolling_america_sweden_15": "Sweden",
    "rolling_america_argentina_16": "Argentina", "rolling_america_spain": "Spain", "rolling_america_nigeria": "Nigeria",
    "rolling_america_asia_24": "asia_24.toml"}
"""The land that each sheet draws: a country of the data, or the map file that names several of them, and their window."""
GUIANA = box(-55, 2, -51, 6)
"""Degrees: what is a land of its own there."""
ULSTER = box(-8.3, 53.9, -5.4, 55.4)
KEPT = {"on_tour_ireland": ("Northern Ireland",), "rolling_america_ireland": ("Northern Ireland",)}
"""Land of others that stays as it is drawn, and what of the data it is."""
JOINED = {"N. Cyprus": "Cyprus", "Cyprus U.N. Buffer Zone": "Cyprus", "Dhekelia": "Cyprus", "Akrotiri": "Cyprus",
          "Somaliland": "Somalia", "Baikonur": "Kazakhstan", "Siachen Glacier": "India", "Åland": "Finland",
          "Gibraltar": "Spain", "Liechtenstein": "Switzerland", "Monaco": "France", "San Marino": "Italy",
          "Vatican": "Italy", "USNB Guantanamo Bay": "Cuba"}
"""Lands that are too small on any sheet, or have no border that all know, and the country each is drawn with."""
NAMES = {"Bosnia and Herz.": "Bosnia and Herzegovina", "United States of America": "United States",
         "Macedonia": "North Macedonia", "eSwatini": "Eswatini", "W. Sahara": "Western Sahara",
         "Central African Rep.": "Central African Republic", "Dem. Rep. Congo": "Congo (Kinshasa)",
         "Congo": "Congo (Brazzaville)", "Eq. Guinea": "Equatorial Guinea", "S. Sudan": "South Sudan",
         "Côte d'Ivoire": "Côte d’Ivoire", "Dominican Rep.": "Dominican Republic", "Faeroe Is.": "Faroe Islands",
         "Falkland Is.": "Falkland Islands", "Palestine": "Palestinian Territories"}

WIDE, HIGH = 90.0, 65.0
"""Degrees from the middle of the own land, east or west, and north or south: what is farther away is on no sheet."""


def read(source: Path) -> Shapes:
    """Countries of the data by name, in degrees."""
    layer = next(each for each in geodata.layers(source.read_bytes(), source.name) if each.name == "countries")
    found: dict[str, list[Polygon]] = {}
    for feature in layer.features:
        for rings in feature.polygons:
            outer = unwrapped(rings[0])
            outer[:, 0] -= 360 * np.round(outer[:, 0].mean() / 360)
            name, part = feature.attributes["name"], Polygon(outer, rings[1:])
            name = "French Guiana" if name == "France" and GUIANA.covers(part) else JOINED.get(name, name)
            found.setdefault(name, []).append(part)
    return {name: shapely.union_all(shapely.make_valid(parts)) for name, parts in found.items()}


def parted(sheet_id: str, countries: Shapes) -> tuple[BaseGeometry, Shapes]:
    """The land that a sheet draws, and that of others, in a plane around the middle of it, y down."""
    own = OWN[sheet_id]
    given: dict[str, Any] = {"only": [own]}
    if own.endswith(".toml"):
        given = tomllib.loads((HOME / "build/maps" / own).read_text())
    called = [*given["only"], *given.get("islands", ()), *given.get("names", {}).values()]
    names = {JOINED.get(name, name) for name in called} & {*countries}
    within = WHERE.get(own, box(-180, -90, 180, 90))
    land = shapely.union_all([countries[name] for name in names]).intersection(within)
    middle = land.centroid
    others = {name: shape for name, shape in countries.items() if name not in names}
    if own in WHERE:
        others |= {name: countries[name].difference(within) for name in names if not within.covers(countries[name])}
    plane = _plane(middle.x, middle.y)
    if sheet_id in KEPT:
        others = {name: each.difference(ULSTER) for name, each in others.items()}
    return plane(land), {name: shape for name, each in others.items() if not (shape := plane(each)).is_empty}


def _plane(east: float, north: float) -> Callable[[BaseGeometry], BaseGeometry]:
    """Lambert's azimuthal equal-area projection around a place, in radians; what is far from it is left out."""
    sin, cos = math.sin(math.radians(north)), math.cos(math.radians(north))

    def place(points: Points) -> Points:
        lon, lat = np.radians(points[:, 0] - east), np.radians(points[:, 1])
        toward = np.sqrt(2 / (1 + sin * np.sin(lat) + cos * np.cos(lat) * np.cos(lon)))
        return np.column_stack([toward * np.cos(lat) * np.sin(lon),
                                toward * (sin * np.cos(lat) * np.cos(lon) - cos * np.sin(lat))])

    near = box(east - WIDE, north - HIGH, east + WIDE, north + HIGH)
    return lambda shape: shapely.make_valid(shapely.transform(shape.intersection(near).segmentize(0.5), place))
