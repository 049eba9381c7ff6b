"""Draws the map of On Tour and writes `sheets/on_tour_usa.json`.

Outlines: Census Bureau, public domain, as `states-albers-10m.json` of the npm package `us-atlas` 3.0.1, which is not kept
here: `npm pack us-atlas@3.0.1 && tar xzf us-atlas-3.0.1.tgz`, then run this file with the path of that JSON. Canada and
Mexico: Natural Earth 4.1, public domain, as `countries-10m.json` of the npm package `world-atlas` 2.0.2, a second path;
without it, what the sheet has of them stays.
The map is stretched where areas are small: a smooth warp gives the East more room than the West, and all of it more
height. The writing places were found by annealing, until 41 squares of 13 mm with their tabs and 90 straight lines hit and
crossed nothing; they stand here as a table, to be changed by hand. `rollwrite check-sheet` tells whether it still holds.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from shapely import LineString, MultiPolygon, Polygon, box
from shapely.affinity import affine_transform
from shapely.ops import nearest_points, unary_union

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from rollwrite_desktop.sheet.load import dump, find, ring_of  # noqa: E402
from rollwrite_desktop.sheet.polygons import largest_of, parts_of  # noqa: E402
from rollwrite_desktop.sheet.sheet import Box, Decor, Rect, Region, Ring, Sheet, Space  # noqa: E402
from sheets.build.countries import read  # noqa: E402

LEFT, TOP, WIDE = 24.0, 50.0, 688.0
"""Where the simplified outlines lie before they are warped, in points."""
MAP_LEFT, MAP_TOP, MAP_WIDE = 25.0, 58.0, 678.0
SHIFT, HEIGHT = 0.081, 1.1
"""How far the middle of the map is shifted to the west, as a part of its width, and how much higher the map is."""
COARSE = 1.0
PART = 60.0  # square points: smaller islands, and the tip of the Delmarva peninsula, are left out
# Where an estuary is too narrow to be drawn, one bank becomes the other: area, from and to which corner, the other's.
BANKS = (
    ("VA", (630.55, 251.09), (616.71, 241.15), (
        (628.97, 248.78), (626.77, 248.19), (624.95, 246.69), (622.25, 246.86), (619.62, 245.5), (618.78, 243.98),
        (616.64, 245.88), (615.39, 244.04),
    )),
)
SPITS = {(496.97, 399.72)}  # corners where land is too narrow to be drawn
# Corners on the face where an inlet is too narrow to be drawn.
NOTCHES = {(611.69, 299.96), (627.69, 215.42), (630.72, 213.35)}
ROOM = (348.0, 250.0, 480.0, 15.0, 565.0, 50.0)
"""Points of the face: at which height land goes down most, where that begins and ends, how far; around which x, how wide."""
BRIDGE = 1.2  # points: how wide the strip is that keeps an area of two parts in one piece
SQUARE = 37.0

# The six overlaps of the five regions, by the ink they are filled with: neighbors differ in gray.
REGIONS = (
    Region("blue", "Northwest", "NW", ("North", "West")),
    Region("yellow", "North Central", "NC", ("North", "Central")),
    Region("red", "Northeast", "NE", ("North", "East")),
    Region("purple", "Southwest", "SW", ("South", "West")),
    Region("green", "South Central", "SC", ("South", "Central")),
    Region("orange", "Southeast", "SE", ("South", "East")),
)

# id: name, overlap of regions, region on its card
AREAS = """
AL | Alabama | SE | South
AR | Arkansas | SC | Central
AZ | Arizona | SW | South
CA | California | SW | West
CO | Colorado | SW | South
FL | Florida | SE | East
GA | Georgia | SE | South
IA | Iowa | NC | Central
ID | Idaho | NW | West
IL | Illinois | NC | North
IN | Indiana | NC | Central
KS | Kansas | SC | Central
KY | Kentucky | SE | South
LA | Louisiana | SC | Central
MC | Mid-Coastal | NE | East
MI | Michigan | NC | North
MN | Minnesota | NC | North
MO | Missouri | SC | South
MS | Mississippi | SE | East
MT | Montana | NW | North
NC | North Carolina | SE | East
ND | North Dakota | NC | North
NE | Nebraska | NC | North
NEW | New England | NE | East
NM | New Mexico | SW | West
NV | Nevada | SW | South
NY | New York | NE | North
OH | Ohio | NE | North
OK | Oklahoma | SC | South
OR | Oregon | NW | North
PA | Pennsylvania | NE | East
SC | South Carolina | SE | East
SD | South Dakota | NC | Central
TN | Tennessee | SE | South
TX | Texas | SC | South
UT | Utah | SW | West
VA | Virginia | SE | East
WA | Washington | NW | West
WI | Wisconsin | NC | Central
WV | West Virginia | NE | North
WY | Wyoming | NW | West
"""
MERGED = {
    "NEW": ("Maine", "New Hampshire", "Vermont", "Massachusetts", "Rhode Island", "Connecticut"),
    "MC": ("New Jersey", "Delaware", "Maryland", "District of Columbia"),
}
LINES = """
AL-FL AL-GA AL-MS AL-TN AR-LA AR-MO AR-MS AR-OK AR-TN AR-TX AZ-CA AZ-NM AZ-NV AZ-UT CA-NV CA-OR CO-KS CO-NE CO-NM
CO-OK CO-UT CO-WY FL-GA GA-SC GA-TN IA-IL IA-MN IA-MO IA-NE IA-SD IA-WI ID-MT ID-NV ID-OR ID-UT ID-WA ID-WY IL-IN
IL-KY IL-MO IL-WI IN-KY IN-MI IN-OH KS-MO KS-NE KS-OK KY-MO KY-OH KY-TN KY-VA KY-WV LA-MS LA-TX MC-NY MC-PA MC-VA
MI-OH MI-WI MN-ND MN-SD MN-WI MO-NE MO-OK MO-TN MS-TN MT-ND MT-SD MT-WY NC-SC NC-TN NC-VA ND-SD NE-SD NE-WY NEW-NY
NM-OK NM-TX NV-OR NV-UT NY-PA OH-PA OH-WV OK-TX OR-WA PA-WV SD-WY TN-VA UT-WY VA-WV
"""
DIFFERENCES = {
    "GA-NC": "On the printed map no line joins Georgia and North Carolina.",
    "MC-WV": "On the printed map no line joins West Virginia and Mid-Coastal.",
    "MC": "Too narrow for a writing place: it stands off the coast, with a leader.",
}

# Land of others, as far as the frame: where Albers' projection of us-atlas has it, from degrees.
PARALLELS, MERIDIAN, MIDDLE, ENLARGED, SHIFTED = (29.5, 45.5), -96.0, (-0.6, 38.7), 1300.0, (487.5, 305.0)
AROUND = ("Canada", "Mexico")
WINDOW = (-140.0, 14.0, -50.0, 62.0)  # degrees: west, south, east, north of what may be seen
FRAME = (9.0, 44.0, 711.0, 531.0)
OVERLAP, LEAST, PLAIN = 4.0, 40.0, 0.9  # points below the areas; square points of an island; how coarse

# Longitude and latitude of the Great Lakes' shores in Canada, closed through the states: Natural Earth, 1:110 million.
GREAT_LAKES = """
-92.1,46.8 -89.6,48.01 -89.19,48.41 -88.63,48.56 -88.4,48.81 -88.18,48.94 -87.25,48.74 -86.56,48.71 -86.32,48.58
-85.99,48.01 -84.86,47.86 -85.04,47.58 -84.65,47.28 -84.82,46.9 -84.5,46.5 -85.1,46.3 -87,46.4 -90.4,46.5
; -84.6,46.3 -84.15,46.5 -83.95,46.33 -83.2,46.21 -82.44,46.2 -81.63,46.1 -80.74,45.9 -80.41,45.59 -79.76,44.82
-80.09,44.49 -80.9,44.63 -81.4,45.25 -81.28,44.62 -81.75,44.06 -81.7,43.59 -81.78,43.31 -82.43,42.98 -82.9,43.2 -83.6,43.7
-84,45.2
; -83.25,41.95 -82.57,42.02 -81.83,42.34 -81.39,42.62 -81.09,42.66 -80.55,42.56 -80.28,42.72 -79.79,42.84 -78.92,42.92
-78.7,42.6 -80.5,41.7 -82.5,41.3 -83.5,41.5
; -79.06,43.25 -79.36,43.2 -79.76,43.3 -79.46,43.64 -79.16,43.76 -78.45,43.9 -77.61,44.04 -77.16,43.85 -76.88,44.07
-76.57,44.2 -76.3,44.15 -76.1,43.5 -77,43 -79,43.1
"""

# Centers of the writing places on the face.
PLACES = """
AL,454,405.8 AR,355.8,364.7 AZ,132.9,339.9 CA,61.6,302.9 CO,201.9,286 FL,542.3,453.8 GA,500.1,384.2 IA,336.1,223.7
ID,133.1,184.7 IL,394.7,257 IN,445.6,247.1 KS,290.7,297.8 KY,484.7,298.6 LA,368.4,437.9 MC,644,264.5 MI,459.8,187.8
MN,332.3,156 MO,354.6,308.3 MS,408,392 MT,179.2,130.5 NC,598.4,337.2 ND,274.9,124.3 NE,277.2,239.6 NEW,662.3,131.6
NM,193.7,363.2 NV,84.5,238.9 NY,599.3,167.5 OH,493.8,244.2 OK,296.5,354.6 OR,60.9,157.5 PA,587.4,223.4 SC,551.7,375.7
SD,255.1,182.4 TN,438.6,341.4 TX,273.4,425.2 UT,143,265.2 VA,587.4,288.2 WA,88.8,93.8 WI,396.9,192.7 WV,539,266
WY,192.4,203.2
"""
# Areas whose tab is at the right, because a line comes in at the left.
RIGHT = "AR AZ CO IA IL KS MC MI NC NE NV NY OH OK SC TN UT VA WI WV WY"


def outlines(atlas: Path) -> dict[str, Any]:
    """State name to its outline, in the projection of the file."""
    topology = json.loads(atlas.read_text("utf-8"))
    (sx, sy), (tx, ty) = topology["transform"]["scale"], topology["transform"]["translate"]
    arcs: list[list[tuple[float, float]]] = []
    for deltas in topology["arcs"]:
        x = y = 0
        arc = []
        for dx, dy in deltas:
            x, y = x + dx, y + dy
            arc.append((x * sx + tx, y * sy + ty))
        arcs.append(arc)

    def ring(numbers: list[int]) -> list[tuple[float, float]]:
        points: list[tuple[float, float]] = []
        for number in numbers:
            arc = arcs[number] if number >= 0 else arcs[~number][::-1]
            points += arc[1:] if points else arc
        return points

    found = {}
    for state in topology["objects"]["states"]["geometries"]:
        parts = state["arcs"] if state["type"] == "MultiPolygon" else [state["arcs"]]
        polygons = [Polygon(ring(rings[0]), [ring(hole) for hole in rings[1:]]) for rings in parts]
        found[state["properties"]["name"]] = MultiPolygon([p for p in polygons if p.area > 0.01])
    return found


def areas_of(states: dict[str, Any], rows: list[list[str]]) -> tuple[dict[str, Ring], tuple[Ring, ...]]:
    """Area id to one ring on the face: merged, scaled, simplified side by side, parts bridged; and the lakes between."""
    whole = {key: unary_union([states[n].buffer(0) for n in MERGED.get(key, (name,))]) for key, name, *_ in rows}
    onto_face = fitted(list(whole.values()))
    placed = [affine_transform(area, onto_face) for area in whole.values()]
    areas = dict(zip(whole, shapely.coverage_simplify(placed, COARSE), strict=True))
    parts = {key: parts_of(area) for key, area in areas.items()}
    joined = {key: pieces[0] for key, pieces in parts.items()}
    for key, pieces in parts.items():
        for part in pieces[1:]:
            beside = [other for other in joined if other != key and joined[other].intersection(part).length > 0.1]
            if part.area >= PART:
                strip = LineString(nearest_points(joined[key], part)).buffer(BRIDGE / 2, cap_style="square")
                joined[key] = unary_union([joined[key], part, strip])
            elif beside:  # an exclave goes to its neighbor, so that no hole is left
                joined[beside[0]] = unary_union([joined[beside[0]], part])
    land = unary_union(list(joined.values()))
    lakes = [tuple(hole.coords[:-1]) for hole in land.interiors]
    rings = {key: rounded(area.exterior.coords[:-1]) for key, area in joined.items()}
    for key, start, end, bank in BANKS:
        ring = rings[key]
        rings[key] = (*ring[: ring.index(start) + 1], *bank, *ring[ring.index(end) :])
    return rings, tuple(map(rounded, lakes))


def fitted(areas: list[Any]) -> list[float]:
    """The affine map from the projection of the file onto the face, unwarped."""
    left, top, right, _ = unary_union(areas).bounds
    scale = WIDE / (right - left)
    return [scale, 0, 0, scale, LEFT - left * scale, TOP - top * scale]


def projected(points: Any) -> Any:
    """Degrees in the projection of us-atlas."""
    south, north = (math.sin(math.radians(degrees)) for degrees in PARALLELS)
    n = (south + north) / 2
    c = 1 + south * (2 * n - south)

    def albers(lon: Any, lat: Any) -> Any:
        radius = np.sqrt(c - 2 * n * np.sin(np.radians(lat))) / n
        return np.column_stack([radius * np.sin(np.radians(lon) * n), radius * np.cos(np.radians(lon) * n)])

    at = albers(points[:, 0] - MERIDIAN, points[:, 1]) - albers(np.array([MIDDLE[0]]), np.array([MIDDLE[1]]))
    return at * ENLARGED + SHIFTED


def around(countries: Path, onto_face: list[float], land: Any) -> tuple[Decor, ...]:
    """Land of others to the frame, on below the areas."""
    def placed(shape: Any) -> Any:
        face = affine_transform(shapely.transform(shape.segmentize(0.5), projected), onto_face)
        return shapely.make_valid(shapely.transform(face, lambda points: np.array([warped(*point) for point in points])))

    shores = [Polygon([tuple(map(float, point.split(","))) for point in lake.split()]) for lake in GREAT_LAKES.split(";")]
    lakes = unary_union([placed(shore) for shore in shores])
    known = read(countries)
    found = []
    for name in AROUND:
        shape = placed(known[name].intersection(box(*WINDOW))).intersection(box(*FRAME).buffer(20)).buffer(0)
        under = shape.buffer(OVERLAP).intersection(land.buffer(OVERLAP))
        whole = unary_union([shape, under]).difference(lakes).buffer(1).buffer(-1.6).buffer(0.6).intersection(box(*FRAME))
        parts = [part for part in parts_of(whole) if part.difference(land).area > LEAST]
        for i, part in enumerate(sorted(parts, key=lambda part: -part.area)):
            ring = [(float(round(x)), float(round(y))) for x, y in Polygon(part.exterior).simplify(PLAIN).exterior.coords]
            plain = largest_of(shapely.make_valid(Polygon(ring)))
            found.append(Decor("isle", tuple(plain.exterior.coords[:-1]), "" if i else name))
    return tuple(found)


def warped(x: float, y: float) -> tuple[float, float]:
    """A point of the simplified map on the face."""
    along = (x - LEFT) / WIDE
    return (
        MAP_LEFT + MAP_WIDE * (along - SHIFT * math.sin(math.pi * along)),
        MAP_TOP + (y - TOP) * HEIGHT * MAP_WIDE / WIDE,
    )


def rounded(ring: Iterable[tuple[float, float]]) -> Ring:
    points = ((round(x, 2), round(y, 2)) for x, y in ring)
    return tuple(point for point in points if point not in SPITS)


def on_face(ring: Ring) -> Ring:
    """A ring of the simplified map, warped."""
    points = ((round(x, 2), round(y, 2)) for x, y in (warped(*point) for point in ring))
    return tuple(roomy(*point) for point in points if point not in NOTCHES)


def roomy(x: float, y: float) -> tuple[float, float]:
    """A point of the face, where Virginia and the Carolinas get more height: their squares stood too near each other."""
    middle, high, low, down, wide, fade = ROOM
    share = (y - high) / (middle - high) if y < middle else (low - y) / (low - middle)
    if not 0 < share < 1:
        return x, y
    smooth = share * share * (3 - 2 * share)
    return x, round(y + down * smooth / (1 + (max(0.0, abs(x - wide) - 40) / fade) ** 2), 2)


def boxed(kind: str, text: str, x: float, y: float, w: float, h: float) -> Decor:
    return Decor(kind, ring_of(Rect(x, y, w, h)), text)


def main(atlas: Path, countries: Path | None = None) -> None:
    rows = [[part.strip() for part in line.split("|")] for line in AREAS.strip().splitlines()]
    states = outlines(atlas)
    rings, lakes = areas_of(states, rows)
    others: tuple[Decor, ...] = find("on_tour_usa").isles
    if countries:
        whole = [states[name] for key, drawn, *_ in rows for name in MERGED.get(key, (drawn,))]
        land = unary_union([Polygon(on_face(ring)).buffer(0) for ring in rings.values()])
        others = around(countries, fitted(whole), land)
    places = {key: (float(x), float(y)) for key, x, y in (entry.split(",") for entry in PLACES.split())}
    overlap = {region.letter: region.id for region in REGIONS}
    spaces = []
    for key, name, letters, _ in rows:
        x, y = places[key]
        writing = Rect(round(x - SQUARE / 2, 1), round(y - SQUARE / 2, 1), SQUARE, SQUARE)
        tab = SQUARE - 4 - 6 * len(key) if key in RIGHT.split() else 5.0
        label = round(writing.x + tab, 1), round(writing.y - 1.2, 1)
        spaces.append(Space(key, name, overlap[letters], on_face(rings[key]), writing, label))
    low = 479.0
    sheet = Sheet(
        id="on_tour_usa", game="on_tour", title="On Tour", version=2, size=(720.0, 540.0),
        was=find("on_tour_usa").was, coasts=(ring_of(Rect(0, 0, 720, 540)),),
        regions=REGIONS, spaces=tuple(spaces),
        links=tuple((a, b) for a, b in (line.split("-") for line in LINES.split())), corner_links=(),
        boxes=(
            Box("player", "player", "field", Rect(206, 10, 210, 28)),
            Box("areas", "areas", "field", Rect(17, low, 44, 44)),
            Box("circles", "circles", "field", Rect(81, low, 44, 44)),
            Box("total", "total", "field", Rect(145, low, 58, 44)),
        ),
        decor=(
            *(Decor("lake", on_face(lake)) for lake in lakes),
            *others,
            boxed("text", "On Tour", 9, 6.5, 140, 11.5),
            boxed("title", "USA", 9, 17.5, 140, 20),
            boxed("text", "Band", 168, 17, 34, 14),
            boxed("label", "Areas", 11, low - 15, 56, 12),
            boxed("label", "Circles", 75, low - 15, 56, 12),
            boxed("label", "Total", 139, low - 15, 70, 12),
            boxed("sign", "+", 61, low + 12, 20, 20),
            boxed("sign", "=", 125, low + 12, 20, 20),
            *(boxed("edge", word, x, 47, 100, 13) for word, x in (("West", 120), ("Central", 330), ("East", 520))),
            *(boxed("edge", word, 9.8, y, 13, 100) for word, y in (("North", 108), ("South", 292))),
            boxed("digits", "", 470, 19, 241, 17),
            boxed("legend", "", 352, 475, 200, 48),
            boxed("reserve", "", 646, 466, 57, 57),
            boxed("compass", "", 641, 297, 59, 74),
            boxed("names", "MC NEW", 590, 392, 114, 26),
            boxed("neatline", "", 9, 44, 702, 487),
            boxed("card", "", 9, 459, 203, 72),
        ),
        source="Outlines: U.S. Census Bureau, by way of us-atlas 3.0.1 (states-albers-10m); own drawing",
        licence="CC0-1.0",
        differences=DIFFERENCES,
        values={"cards": 3},
        cards=tuple(f"{key} {card}" for key, _, _, card in rows),
        joined="lines",
    )
    (ROOT / "sheets" / "on_tour_usa.json").write_bytes(dump(sheet))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:3]))
