"""Draws the map of On Tour and writes `sheets/on_tour_usa.json`.

Outlines: Census Bureau, public domain, as `states-albers-10m.json` of the npm package `us-atlas` 3.0.1, which is not kept
here: `npm pack us-atlas@3.0.1 && tar xzf us-atlas-3.0.1.tgz`, then run this file with the path of that JSON.
The writing places were found by annealing, until 41 circles of 13 mm and 90 straight lines hit and crossed nothing; they
stand here as a table, to be changed by hand. `rollwrite check-sheet` tells whether it still holds.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import shapely
from shapely import LineString, MultiPolygon, Polygon
from shapely.affinity import affine_transform
from shapely.ops import nearest_points, unary_union

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from rollwrite_desktop.sheet.load import dump, ring_of  # noqa: E402
from rollwrite_desktop.sheet.sheet import Box, Decor, Rect, Region, Ring, Sheet, Space  # noqa: E402

LEFT, TOP, WIDE = 24.0, 50.0, 688.0
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
BRIDGE = 1.2  # points: how wide the strip is that keeps an area of two parts in one piece
DISC = 37.0

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

# Centers of the writing places, relative to the upper left corner of the map.
PLACES = """
AL,503.9,305.7 AR,427.5,272.5 AZ,161,264 CA,66.4,202.2 CO,255.3,207.7 FL,586.7,380.1 GA,549,313.9 IA,405.8,157.6
ID,154.5,109.9 IL,452.2,188.1 IN,496.1,184.1 KS,341.3,214.8 KY,518.5,224.7 LA,426.3,338.7 MC,667.6,197.3
MI,514.8,126.1 MN,394.8,86.3 MO,411.2,217.3 MS,458,308.1 MT,223.1,63.5 NC,594.2,246 ND,333.5,58.6 NE,327.4,167.9
NEW,669.7,82.7 NM,239.8,275.8 NV,114.3,168.8 NY,624.5,110.5 OH,537.5,168.8 OK,360.5,266.6 OR,86.6,90.9 PA,600.3,161.1
SC,587.1,288.2 SD,326.6,120.5 TN,490.1,258.1 TX,328.4,323.9 UT,176.6,190.4 VA,619.2,212.4 WA,103.7,30.6 WI,449,120
WV,572.9,195.7 WY,240.6,133.2
"""


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


def areas_of(atlas: Path, rows: list[list[str]]) -> tuple[dict[str, Ring], tuple[Ring, ...]]:
    """Area id to one ring on the face: merged, scaled, simplified side by side, parts bridged; and the lakes between."""
    states = outlines(atlas)
    whole = {key: unary_union([states[n].buffer(0) for n in MERGED.get(key, (name,))]) for key, name, *_ in rows}
    left, top, right, _ = unary_union(list(whole.values())).bounds
    scale = WIDE / (right - left)
    onto_face = [scale, 0, 0, scale, LEFT - left * scale, TOP - top * scale]
    placed = [affine_transform(area, onto_face) for area in whole.values()]
    areas = dict(zip(whole, shapely.coverage_simplify(placed, COARSE), strict=True))
    parts = {key: sorted(getattr(area, "geoms", (area,)), key=lambda part: -part.area) for key, area in areas.items()}
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


def rounded(ring: Iterable[tuple[float, float]]) -> Ring:
    points = ((round(x, 2), round(y, 2)) for x, y in ring)
    return tuple(point for point in points if point not in SPITS)


def boxed(kind: str, text: str, x: float, y: float, w: float, h: float) -> Decor:
    return Decor(kind, ring_of(Rect(x, y, w, h)), text)


def main(atlas: Path) -> None:
    rows = [[part.strip() for part in line.split("|")] for line in AREAS.strip().splitlines()]
    rings, lakes = areas_of(atlas, rows)
    places = {key: (float(x), float(y)) for key, x, y in (entry.split(",") for entry in PLACES.split())}
    overlap = {region.letter: region.id for region in REGIONS}
    spaces = []
    for key, name, letters, _ in rows:
        x, y = places[key][0], places[key][1] + TOP
        writing = Rect(round(x - DISC / 2, 1), round(y - DISC / 2, 1), DISC, DISC)
        deep = 10.5 if len(key) > 2 else 9.0
        label = round(x - 3.75 * len(key), 1), round(writing.y + deep, 1)
        spaces.append(Space(key, name, overlap[letters], rings[key], writing, label))
    low = 483.0
    sheet = Sheet(
        id="on_tour_usa", game="on_tour", title="On Tour", version=1, size=(720.0, 540.0),
        regions=REGIONS, spaces=tuple(spaces),
        links=tuple((a, b) for a, b in (line.split("-") for line in LINES.split())), corner_links=(),
        boxes=(
            Box("player", "player", "field", Rect(236, 10, 220, 28)),
            Box("areas", "areas", "field", Rect(16, low, 44, 44)),
            Box("circles", "circles", "field", Rect(80, low, 44, 44)),
            Box("total", "total", "field", Rect(144, low, 52, 44)),
        ),
        decor=(
            *(Decor("lake", lake) for lake in lakes),
            boxed("title", "On Tour", 16, 8, 120, 32),
            boxed("text", "Band", 196, 17, 36, 14),
            boxed("text", "Areas", 10, low - 12, 56, 11),
            boxed("text", "Circles", 74, low - 12, 56, 11),
            boxed("text", "Total", 138, low - 12, 64, 11),
            boxed("sign", "+", 60, low + 12, 20, 20),
            boxed("sign", "=", 124, low + 12, 20, 20),
            *(boxed("edge", word, x, 44, 100, 14) for word, x in (("West", 110), ("Central", 330), ("East", 516))),
            *(boxed("edge", word, 3, y, 14, 100) for word, y in (("North", 88), ("South", 262))),
            boxed("reserve", "", 654, 474, 57, 57),
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
    main(Path(sys.argv[1]))
