"""Whether a sheet can be played and printed: what it declares against what it draws.

Every fault names its place. Knows no rules: that a border is missing is a fault only because the sheet itself says
otherwise, and a stated reason (`differences`) settles it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise

import shapely
from shapely import Polygon

from rollwrite_desktop.sheet.polygons import holes_of
from rollwrite_desktop.sheet.sheet import POINTS_PER_MM, Fault, Point, Rect, Ring, Sheet, Space

MANY = 60  # spaces: on sheets with more of them boxes may be smaller, and borders shorter
MIN_WRITING, SMALL_WRITING = 13.0, 10.0  # mm, the side of a writing box
MIN_BORDER, SMALL_BORDER = 3.0, 2.5  # mm, that two linked spaces must share to be seen as neighbors
NARROW = 2.0  # points: two outlines closer than this were meant to meet
OVERHANG = 2.8  # mm that a writing place may reach beyond its space, where places are joined by lines
BESIDE = 10.0  # points from such a place to its id, at most
ROUNDED = 7.0  # points: the radius of the corners of such a place
CLEAR = 0.7  # mm between a drawn line and the writing places that it passes
NEAR_COAST = 3.0  # points from the end of a sea line to the outline that it comes from, at most
SHORTEST_LINE = 4.0  # points, that a sea line must be long to be seen
CAPITAL = 6.6, 7.5  # points: height and width of a letter of an id

_NEAR = 1e-4
_FLAT = 1e-3


def check(sheet: Sheet) -> tuple[Fault, ...]:
    """Every fault of a sheet; none means that it may be shipped."""
    faults = [*_words(sheet), *_ids(sheet)]
    shapes: dict[str, Polygon] = {}
    for space in sheet.spaces:
        shape = Polygon(space.outline)
        if shape.is_valid and shape.area > _FLAT and len(set(space.outline)) == len(space.outline):
            shapes[space.id] = shape
        else:
            faults.append(Fault(space.id, f"the outline is no simple ring ({shapely.is_valid_reason(shape)})"))
    shapes = noded(shapes)
    faults += [*_contacts(sheet, shapes), *_sea_lines(sheet, shapes), *_cover(sheet, shapes)]
    faults += [*_ink(sheet, shapes), *_boxes(sheet, shapes)]
    if sheet.joined == "lines":
        faults += _lines(sheet)
    return tuple(faults)


def _words(sheet: Sheet) -> Iterator[Fault]:
    for field, value in (("source", sheet.source), ("licence", sheet.licence), ("title", sheet.title)):
        if not value.strip():
            yield Fault(field, "is empty")
    for where, reason in sheet.differences.items():
        if not reason.strip():
            yield Fault(f"differences {where}", "a difference needs a reason")


def _ids(sheet: Sheet) -> Iterator[Fault]:
    spots = [*(space.id for space in sheet.spaces), *(box.id for box in sheet.boxes)]
    names = [region.id for region in sheet.regions]
    letters = [region.letter for region in sheet.regions]
    for what, ids in (("id", spots), ("region", names), ("letter", letters)):
        yield from (Fault(item, f"the {what} is there {n} times") for item, n in Counter(ids).items() if n > 1)
    regions, spaces = {region.id for region in sheet.regions}, {space.id for space in sheet.spaces}
    for space in sheet.spaces:
        if space.region not in regions:
            yield Fault(space.id, f"there is no region '{space.region}'")
    for a, b in (*sheet.links, *sheet.corner_links):
        if a >= b:
            yield Fault(f"{a}-{b}", "a link joins two different spaces, in order")
        yield from (Fault(f"{a}-{b}", f"there is no space '{end}'") for end in (a, b) if end not in spaces)
    yield from (Fault("-".join(link), "a bend, but no line") for link in sheet.bends
                if sheet.joined != "lines" or link not in sheet.links)
    for link, n in Counter((*sheet.links, *sheet.corner_links)).items():
        if n > 1:
            yield Fault("-".join(link), f"the link is there {n} times")


def _contacts(sheet: Sheet, shapes: dict[str, Polygon]) -> Iterator[Fault]:
    """Links against outlines: a shared stretch is a link, a shared corner a corner link, or there is a reason."""
    links, corners, settled = set(sheet.links), set(sheet.corner_links), set()
    by_sea = {line.link for line in sheet.sea_lines}
    visible = sheet.joined == "lines"  # every link is drawn there, wherever the outlines are
    least = SMALL_BORDER if len(sheet.spaces) > MANY else MIN_BORDER
    for a, b in combinations(sorted(shapes), 2):
        pair, name = (a, b), f"{a}-{b}"
        shared = shapes[a].boundary.intersection(shapes[b].boundary).length / POINTS_PER_MM
        corner = shared <= _FLAT and shapes[a].distance(shapes[b]) <= _NEAR
        message, hidden = "", False
        if pair in by_sea and (shared > _FLAT or corner):
            message, hidden = "joined by a sea line, but the outlines meet", True
        elif pair in by_sea:
            pass
        elif pair in links and corner:
            message, hidden = "linked, but they meet in a corner only", not visible
        elif pair in links and shared <= _FLAT:
            message, hidden = "linked, but the outlines do not meet", not visible
        elif pair in links and shared < least and sheet.joined == "borders":
            message = f"the border is {shared:.1f} mm long; expected {least:g} mm or more"
        elif pair not in links and shared > _FLAT:
            message = f"not linked, but the outlines share {shared:.1f} mm"
        elif pair not in corners and corner and sheet.joined == "borders":
            message = "they meet in a corner; expected a corner link"
        elif pair in corners and not corner:
            message = "a corner link, but they do not meet in a corner"
        if message and name in sheet.differences and not hidden:
            settled.add(name)
        elif message:
            yield Fault(name, message)
    for name in sheet.differences:
        if "-" in name and name not in settled:
            yield Fault(f"differences {name}", "links and outlines do not differ there")


def _sea_lines(sheet: Sheet, shapes: dict[str, Polygon]) -> Iterator[Fault]:
    """Sea lines: of links, from one outline to the other, over the sea, apart from each other."""
    lines = {line.link: shapely.LineString(line.points) for line in sheet.sea_lines}
    for link, line in lines.items():
        name = "-".join(link)
        if link not in sheet.links:
            yield Fault(name, "a sea line, but no link")
        if not set(link) <= shapes.keys():
            continue
        ends = [shapely.Point(line.coords[k]) for k in (0, -1)]
        one, other = (shapes[key] for key in link)
        way = min(max(one.distance(p), other.distance(q)) for p, q in (ends, ends[::-1]))
        if way > NEAR_COAST or line.length < SHORTEST_LINE:
            yield Fault(name, "the sea line does not join the two outlines")
        for key, shape in shapes.items():
            if line.intersection(shape).length > (NEAR_COAST if key in link else _FLAT):
                yield Fault(name, f"the sea line runs over {key}")
    for (a, first), (b, second) in combinations(lines.items(), 2):
        if first.intersects(second):
            yield Fault("-".join(a), f"the sea line crosses that of {'-'.join(b)}")


def _cover(sheet: Sheet, shapes: dict[str, Polygon]) -> Iterator[Fault]:
    """Overlaps, gaps and doubled borders: the outlines lie side by side like tiles, with holes only where a lake is."""
    overlapped: set[str] = set()
    for a, b in combinations(sorted(shapes), 2):
        if shapes[a].intersects(shapes[b]) and (area := shapes[a].intersection(shapes[b]).area) > _FLAT:
            overlapped |= {a, b}
            yield Fault(f"{a}-{b}", f"the outlines overlap by {area:.2f} square points")
    ids = sorted(shapes)
    tiles = [shapes[key] for key in ids]
    if not shapely.coverage_is_valid(tiles, gap_width=NARROW):
        for key, edges in zip(ids, shapely.coverage_invalid_edges(tiles, gap_width=NARROW), strict=True):
            if not edges.is_empty and key not in overlapped:
                x, y = edges.centroid.coords[0]
                yield Fault(key, f"a gap or doubled border at {x:.1f}, {y:.1f}")
    drawn = [Polygon(decor.ring) for decor in sheet.decor if decor.kind == "lake"]
    for lake in drawn:
        if not lake.is_valid:
            yield Fault("lake", f"the outline is no simple ring ({shapely.is_valid_reason(lake)})")
    lakes = shapely.union_all([lake for lake in drawn if lake.is_valid])
    land = shapely.union_all(tiles)
    for hole in holes_of(land):
        if not lakes.buffer(_FLAT).covers(hole.difference(land)):
            beside = ", ".join(key for key in ids if shapes[key].distance(hole) <= _NEAR)
            yield Fault(beside, f"a hole at {hole.centroid.x:.1f}, {hole.centroid.y:.1f} that is no lake")
    if land.intersection(lakes).area > _FLAT:
        yield Fault("lake", "a lake lies over a space")


def _ink(sheet: Sheet, shapes: dict[str, Polygon]) -> Iterator[Fault]:
    """Labels and writing boxes: large enough, and inside. `differences` may state why ink stands elsewhere."""
    face = _area(Rect(0, 0, *sheet.size))
    over = OVERHANG * POINTS_PER_MM if sheet.joined == "lines" else _NEAR
    least = SMALL_WRITING if len(sheet.spaces) > MANY else MIN_WRITING
    places = {space.id: _writing(sheet, space) for space in sheet.spaces}
    for space in sheet.spaces:
        writing, label = places[space.id], _area(_label(space))
        side = min(space.writing.w, space.writing.h) / POINTS_PER_MM
        if side < least - _FLAT:
            yield Fault(space.id, f"the writing box is {side:.1f} mm; expected {least:.0f} mm or more")
        if not face.covers(writing.union(label).union(shapes.get(space.id, writing))):
            yield Fault(space.id, "not wholly on the face")
        if space.id in shapes and space.id not in sheet.differences:
            for what, area in (("writing box", writing), ("label", label)):
                # The id may be on a tab of its place, if that is joined to others by lines.
                if not (shapes[space.id].buffer(over) if what != "label" or sheet.joined == "borders"
                        else writing.buffer(BESIDE)).covers(area):
                    yield Fault(space.id, f"the {what} is not inside the outline")
        if sheet.joined == "lines" and space.id not in sheet.differences:
            continue  # how far it reaches beyond its own outline is settled above
        for other, shape in shapes.items():
            if other != space.id and max(shape.intersection(writing).area, places[other].intersection(writing).area) > _FLAT:
                yield Fault(space.id, f"the writing box reaches into {other}")


def _lines(sheet: Sheet) -> Iterator[Fault]:
    """Drawn links: they pass no third writing place and cross no other line, and the places are apart. A line that
    bends meets neither its own places nor those that share one with it but where they begin."""
    places = {space.id: _writing(sheet, space) for space in sheet.spaces}
    for a, b in combinations(places, 2):
        if places[a].distance(places[b]) < CLEAR * POINTS_PER_MM / 2:
            yield Fault(f"{a}-{b}", "the writing places touch")
    drawn = {link: shapely.LineString(sheet.way(*link)) for link in sheet.links if set(link) <= set(places)}
    for (a, b), line in drawn.items():
        for other, place in places.items():
            if other not in (a, b) and line.distance(place) < CLEAR * POINTS_PER_MM:
                yield Fault(f"{a}-{b}", f"the line passes too near the writing place of {other}")
    for link in (link for link in drawn if link in sheet.bends):
        for here, there in (link, link[::-1]):
            if shapely.LineString(sheet.way(here, there)[1:]).distance(places[here]) < CLEAR * POINTS_PER_MM:
                yield Fault("-".join(link), f"the line turns too near the writing place of {here}")
    for (one, first), (two, second) in combinations(drawn.items(), 2):
        common = set(one) & set(two)
        met = first.intersects(second) if not common else sheet.bends.keys() & {one, two} and not first.intersection(
            second).within(places[min(common)])
        if met:
            yield Fault("-".join(one), f"the line crosses that of {'-'.join(two)}")


def _writing(sheet: Sheet, space: Space) -> Polygon:
    """Where one writes: the rectangle, with round corners where lines meet it."""
    if sheet.joined == "borders":
        return _area(space.writing)
    return _area(space.writing).buffer(-ROUNDED).buffer(ROUNDED)


def _boxes(sheet: Sheet, shapes: dict[str, Polygon]) -> Iterator[Fault]:
    """Boxes clear of each other and of the spaces, and they and the decor on the face."""
    face = _area(Rect(0, 0, *sheet.size))
    areas = {box.id: _area(box.rect) for box in sheet.boxes}
    spaces = {space.id: _area(space.writing).union(shapes.get(space.id, Polygon())) for space in sheet.spaces}
    for (a, first), (b, second) in combinations(areas.items(), 2):
        if first.intersection(second).area > _FLAT:
            yield Fault(a, f"the box overlaps {b}")
    for key, area in areas.items():
        if not face.covers(area):
            yield Fault(key, "the box is not wholly on the face")
        yield from (Fault(key, f"the box overlaps {name}") for name, ink in spaces.items() if ink.intersects(area))
    for i, decor in enumerate(sheet.decor):
        if not all(0 <= x <= sheet.size[0] and 0 <= y <= sheet.size[1] for x, y in decor.ring):
            yield Fault(f"decor[{i}] {decor.kind} {decor.text}".strip(), "not wholly on the face")


def noded(shapes: dict[str, Polygon]) -> dict[str, Polygon]:
    """Returns the same outlines with a vertex wherever a neighbor has one, so that shared edges are equal edges."""
    places = {point for shape in shapes.values() for point in shape.exterior.coords}
    corners = shapely.points(sorted(places)) if places else []

    def stops(a: Point, b: Point) -> Ring:
        edge = shapely.LineString((a, b))
        met = [p.coords[0] for p in corners[shapely.dwithin(edge, corners, _NEAR)]]
        return a, *sorted((p for p in met if p not in (a, b)), key=lambda p: float(edge.project(shapely.Point(p))))

    noded = {}
    for key, shape in shapes.items():
        ring = shape.exterior.coords
        noded[key] = Polygon([point for a, b in pairwise(ring) for point in stops(a, b)])
    return noded


def _area(rect: Rect) -> Polygon:
    return shapely.box(rect.x, rect.y, rect.x + rect.w, rect.y + rect.h)


def _label(space: Space) -> Rect:
    height, width = CAPITAL
    return Rect(space.label[0], space.label[1] - height, width * len(space.id), height)
