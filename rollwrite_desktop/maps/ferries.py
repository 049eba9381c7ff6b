"""Lines over the water to land that nothing joins to the rest: where routes run along lines, none would ever go there."""

from __future__ import annotations

from itertools import product

import shapely
from msgspec.structs import replace

from rollwrite_desktop.core.i18n import join_clauses, join_names, tr
from rollwrite_desktop.maps.areas import Areas, Link, kept_parts
from rollwrite_desktop.maps.regions import pieces


def ferried(areas: Areas) -> Areas:
    """Returns the areas in one piece: what hangs together by no border and no link is joined where it is nearest. Where a
    person cut such a line, the two stay apart."""
    lands = {code: shapely.union_all(kept_parts(area.shape)) for code, area in areas.by_code.items()}
    links, found = {*areas.links, *areas.sea, *areas.cut}, list[Link]()
    while True:
        beside: dict[str, set[str]] = {code: set() for code in lands}
        for a, b in links:
            beside[a].add(b)
            beside[b].add(a)
        groups = pieces([*lands], beside)
        if len(groups) == 1:
            break
        small = min(groups, key=lambda group: (len(group), sorted(group)))
        others = [code for code in lands if code not in small]
        a, b = min(product(sorted(small), others), key=lambda pair: float(lands[pair[0]].distance(lands[pair[1]])))
        found.append((a, b))
        links.add((min(a, b), max(a, b)))
    if not found:
        return areas
    names = join_clauses([join_names((areas.by_code[a].name, areas.by_code[b].name)) for a, b in found])
    note = tr("Lines over the water join what would lie apart, so that routes go there: {list}.", list=names)
    return replace(areas, sea=links - areas.links - areas.cut, notes=[*areas.notes, note])
