"""A land that is long from north to south and too thin to write in, drawn in two parts side by side, as in an atlas."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import shapely
from msgspec import Struct
from msgspec.structs import replace
from shapely import Polygon
from shapely.affinity import translate
from shapely.geometry.base import BaseGeometry

from rollwrite_desktop.core.i18n import join_clauses, join_names, tr
from rollwrite_desktop.maps.areas import Area, Areas, Beside, Link, kept_parts
from rollwrite_desktop.maps.measures import crowding
from rollwrite_desktop.sheet.sheet import Rect

TALL, CROWDED = 1.8, 2.0
"""How much higher than wide a land is at least that is cut, and how much more land its squares need than there is."""
MOST = 2
"""Borders that a cut may run along: a line joins their areas."""
BETWEEN = 0.1
"""Water between the parts, as a share of their height."""
GAIN = 1.3
"""Both parts are drawn at least so much larger than the whole would be."""


class _Cut(Struct, frozen=True):
    """The areas of the northern and the southern part, the borders between these, and how large both can be drawn."""

    north: Sequence[str]
    south: Sequence[str]
    across: Sequence[Link]
    scale: float


def in_two(areas: Areas, room: Rect) -> Areas:
    """Returns the areas with those in the south beside the others, on the side to which they lie, where they are drawn much
    larger so; as they are where the land is not that long, or not that thin. room: what they have on the page, about."""
    lands = {code: shapely.union_all(kept_parts(area.shape)) for code, area in areas.by_code.items()}
    left, top, right, bottom = shapely.total_bounds([*lands.values()])
    if bottom - top < TALL * (right - left) or crowding([*lands.values()], room) < CROWDED:
        return areas
    least = GAIN * min(room.w / (right - left), room.h / (bottom - top))
    best = max(_cuts(areas, lands, room), key=lambda cut: cut.scale / (1 + 0.1 * len(cut.across)), default=None)
    if best is None or best.scale < least:
        return areas
    (x0, y0, x1, y1), (u0, v0, u1, v1) = (
        shapely.total_bounds([lands[code] for code in part]) for part in (best.north, best.south))
    water = BETWEEN * max(y1 - y0, v1 - v0)
    way = x0 - u1 - water if u0 + u1 < x0 + x1 else x1 - u0 + water, (y0 + y1 - v0 - v1) / 2
    moved = {code: Area(code, area.name, translate(area.shape, *way), area.key) if code in best.south else area
             for code, area in areas.by_code.items()}
    near = shapely.union_all([areas.by_code[code].shape for code in best.south]).buffer(1.0)
    coast = shapely.union_all([areas.coast.difference(near), translate(areas.coast.intersection(near), *way)])
    whole = {part: shapely.union_all([areas.by_code[code].shape for code in codes])
             for part, codes in (("north", best.north), ("south", best.south))}
    known = not areas.abroad.is_empty or not areas.coast.is_empty
    abroad = shapely.union(areas.abroad, whole["south"]) if known else Polygon()
    below = translate(shapely.union(areas.abroad, whole["north"]), *way) if known else Polygon()
    names = [join_names((areas.by_code[a].name, areas.by_code[b].name)) for a, b in best.across]
    note = tr("The land is long and thin, so it is drawn in two parts side by side, cut between {list}.",
              list=join_clauses(names))
    return replace(areas, by_code=moved, links=areas.links - {*best.across}, sea=areas.sea | {*best.across},
                   notes=[*areas.notes, note], coast=coast, abroad=abroad, far=True,
                   beside=Beside(frozenset(best.south), below))


def _cuts(areas: Areas, lands: dict[str, BaseGeometry], room: Rect) -> Iterator[_Cut]:
    """All cuts between neighbors in the order from north to south that few borders cross."""
    order = sorted(lands, key=lambda code: (float(lands[code].centroid.y), code))
    for k in range(1, len(order)):
        north, south = order[:k], order[k:]
        across = sorted(link for link in areas.links if (link[0] in north) != (link[1] in north))
        if 0 < len(across) <= MOST and not any((a in north) != (b in north) for a, b in areas.sea | areas.cut):
            (x0, y0, x1, y1), (u0, v0, u1, v1) = (
                shapely.total_bounds([lands[code] for code in part]) for part in (north, south))
            high = max(y1 - y0, v1 - v0)
            wide = x1 - x0 + u1 - u0 + BETWEEN * high
            yield _Cut(north, south, across, min(room.w / wide, room.h / high))
