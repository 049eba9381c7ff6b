"""What is read on a made map, and stands where the sheet is empty: its key, the signs, whose data it is, the names of its
parts, a compass; upon the sea, or over land of others: on a card where that is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product

import shapely
from msgspec.structs import replace
from shapely import Polygon

from rollwrite_desktop.draw.type_metrics import width
from rollwrite_desktop.gamekit.play.map_making import EDGE, LEGEND
from rollwrite_desktop.maps.free_places import (
    CLEAR,
    PAD,
    ROOMY,
    free_cells,
    others_on,
    place_in,
    quiet,
    solid,
    taken_on,
    within,
)
from rollwrite_desktop.maps.name_key import STANDS, TYPE, WIDER, WORDY
from rollwrite_desktop.sheet.load import ring_of
from rollwrite_desktop.sheet.sheet import Decor, Rect, Sheet, bounding_box

CREDIT = 9.0
"""Points: the height of the line about the data."""
COMPASS, AROUND = (74.0, 60.0, 48.0), (36.0, 26.0, 18.0, 12.0)
"""Points: the height of a compass rose, and the sea that is around it, the best first."""
SLIM = 0.8
"""The width of a compass rose, as a part of its height."""
BY_FRAME = 12.5
"""Points from a word on a card to the frame, or to another card, up to which its card ends there."""
BESIDE = 10.0
"""Points between what stands in a column beside the frame."""
MOVABLE = ("legend", "reserve")
"""Kinds of decor that stand elsewhere where land or the key has their place."""
ON_CARDS = frozenset(("key", "names", "legend", "note", "hint"))
"""Kinds of decor that are read, so that they stand on a card where land of others is below them."""
SLIDE, SLIDES = 6.0, 14
"""Points by which the name of a part is moved along the frame, and how often, until it is clear of coasts."""
AROUND_WORD = 2.0
"""Points between such a name and all else."""
LETTERS = 0.78
"""Of the height of such a name's ring: its letters."""


def keyed(sheet: Sheet, places: Callable[[Sheet], tuple[Decor, ...]]) -> Sheet:
    """Returns a sheet with its key: where that is best, with the legend and the room for a code elsewhere, if they have room
    there. places: the key of a sheet."""
    bare = replace(sheet, decor=tuple(each for each in sheet.decor if each.kind not in MOVABLE))
    others = off_land(replace(sheet, decor=(*sheet.decor, *places(bare)))) if sheet.frames else None
    return others or replace(sheet, decor=(*sheet.decor, *places(sheet)))


def credit_line(sheet: Sheet, text: str) -> tuple[Decor, ...]:
    """Whose data a map is, and of when: a faint line where the sheet is empty, outermost; a line for each part of the text
    where they have no room side by side, which is better than close to all else; none where they have none at all."""
    said = ([text], text.split("; ")) if text else ()
    for free, lines in product((free for clear in (ROOMY, CLEAR) for free in quiet(sheet, clear)), said):
        wide = WORDY * max(width(line, "text", CREDIT * TYPE) for line in lines)
        if place := place_in(free, wide, CREDIT * len(lines)):
            (x, y), across = place, round(wide, 1)
            rings = [ring_of(Rect(x, y + CREDIT * k, across, CREDIT)) for k in range(len(lines))]
            return tuple(Decor("note", ring, line) for ring, line in zip(rings, lines, strict=True))
    return ()


def legend_place(sheet: Sheet, rows: int) -> tuple[Decor, ...]:
    """Where the signs of a map are explained, a row each: below the boxes beside the frame, else outermost where the sheet
    is empty; nowhere if it has no room."""
    (wide, high), taken = LEGEND, taken_on(sheet)
    if not rows:
        return ()
    beside = [box.rect.y + box.rect.h for box in sheet.boxes if box.rect.x + wide < within(sheet).x]
    if beside:
        place = Rect(EDGE, max(beside) + BESIDE, wide, rows * high)
        if not any(each.intersects(solid(place)) for each in taken):
            return (Decor("legend", ring_of(place)),)
    return _signs(sheet, wide, rows * high)


def off_land(sheet: Sheet) -> Sheet | None:
    """Returns a sheet whose legend, and room for a code, stand beside all else; None where they have no room."""
    for kind in MOVABLE:
        for decor in (each for each in sheet.decor if each.kind == kind):
            others = replace(sheet, decor=tuple(each for each in sheet.decor if each is not decor))
            if not any(each.dwithin(Polygon(decor.ring), CLEAR) for each in taken_on(others)):
                continue
            at = bounding_box(decor.ring)
            found = _signs(others, at.w, at.h)
            if not found:
                return None
            sheet = replace(others, decor=(*others.decor, replace(decor, ring=found[0].ring)))
    return sheet


def _signs(sheet: Sheet, wide: float, high: float) -> tuple[Decor, ...]:
    """Where a legend stands that is so wide and so high: upon the sea, else on a card."""
    taken, others = taken_on(sheet), others_on(sheet)
    for ground, clear in (([*taken, *others], ROOMY), (taken, PAD + STANDS), ([*taken, *others], CLEAR)):
        if place := place_in(free_cells(sheet, ground, clear), wide, high):
            return (Decor("legend", ring_of(Rect(*place, wide, high))),)
    return ()


def sea_rose(sheet: Sheet) -> tuple[Decor, ...]:
    """A compass rose in the open sea, as large as it has room, or on quiet land of others; none on a map that says nothing
    of what is around it, where the north may be anywhere."""
    known = sheet.coasts or sheet.abroad
    for free, high, around in product(quiet(sheet, CLEAR), COMPASS, AROUND) if known else ():
        if place := place_in(free, SLIM * high + 2 * around, high + 2 * around):
            (x, y) = (round(each + around, 1) for each in place)
            return (Decor("compass", ring_of(Rect(x, y, round(SLIM * high, 1), high))),)
    return ()


def cards_under(sheet: Sheet) -> tuple[Decor, ...]:
    """Returns the cards of a sheet: one below columns that stand side by side, and below all else that is read, where land
    of others is; they end at the frame where that is near."""
    if not sheet.frames:
        return ()
    others = shapely.union_all(others_on(sheet))
    borders = shapely.union_all([each.boundary for each in others_on(sheet)])
    rects = [*map(bounding_box, sheet.white)]
    for kind, at in _blocks(sheet):
        if borders.intersects(solid(at)) if kind == "note" else others.dwithin(solid(at), PAD / 2):
            rects.append(_card(at, bounding_box(sheet.frames[0]), rects))
    return tuple(Decor("card", ring_of(rect)) for rect in rects[len(sheet.white) :])


def _card(at: Rect, frame: Rect, others: Sequence[Rect]) -> Rect:
    """A card around words, which ends at the frame, or at other cards, where they are near."""
    left, top, right, foot = at.x - PAD, at.y - PAD, at.x + at.w + PAD, at.y + at.h + PAD
    beside = [each for each in others if each.y < foot and top < each.y + each.h]
    along = [each for each in others if each.x < right and left < each.x + each.w]
    left = _near(left, [frame.x, *(each.x + each.w for each in beside)])
    right = _near(right, [frame.x + frame.w, *(each.x for each in beside)])
    top = _near(top, [frame.y, *(each.y + each.h for each in along)])
    foot = _near(foot, [frame.y + frame.h, *(each.y for each in along)])
    return Rect(left, top, right - left, foot - top)


def _near(edge: float, lines: Sequence[float]) -> float:
    """An edge, or the line that it is near to."""
    return min((line for line in (edge, *lines) if abs(line - edge) <= BY_FRAME - PAD),
               key=lambda line: (line == edge, abs(line - edge)))


def _blocks(sheet: Sheet) -> Iterator[tuple[str, Rect]]:
    """Yields what is read within the frame: columns of a key that stand side by side, and lines one below the other, as
    one."""
    last: tuple[str, Rect] | None = None
    for decor in (each for each in sheet.decor if each.kind in ON_CARDS):
        at = bounding_box(decor.ring)
        if last and last[0] == decor.kind and solid(last[1]).dwithin(solid(at), WIDER + 0.1):
            x0, y0, x1, y1 = shapely.union(solid(last[1]), solid(at)).bounds
            last = decor.kind, Rect(x0, y0, x1 - x0, y1 - y0)
            continue
        if last:
            yield last
        last = decor.kind, at
    if last:
        yield last


def parts_clear(sheet: Sheet) -> Sheet:
    """Returns a sheet whose names of parts stand along the frame where no border of other land crosses them, or as little of
    one as can be, and no card is below them; where they are, if they have no such place near by."""
    lines = shapely.union_all([each.boundary for each in others_on(sheet)])
    bare = replace(sheet, decor=tuple(each for each in sheet.decor if each.kind not in ("edge", "region", "lake")))
    taken = shapely.union_all(taken_on(bare))
    decor = list[Decor]()
    for each in sheet.decor:
        if each.kind == "edge" and sheet.frames:
            others = [solid(_word(other)) for other in decor if other.kind == "edge"]
            places = (_slid(each, side * k * SLIDE) for k in range(SLIDES) for side in (1, -1))
            words = [(solid(_word(place)), place) for place in places]
            free = [(word, place) for word, place in words if not word.dwithin(taken, AROUND_WORD)
                    and not any(word.dwithin(other, 2 * PAD) for other in others)]
            decor.append(min(free, key=lambda found: lines.intersection(found[0].buffer(AROUND_WORD)).length,
                             default=(None, each))[1])
        else:
            decor.append(each)
    return replace(sheet, decor=tuple(decor))


def _slid(edge: Decor, by: float) -> Decor:
    at = bounding_box(edge.ring)
    there = replace(at, x=round(at.x + by, 1)) if at.w > at.h else replace(at, y=round(at.y + by, 1))
    return replace(edge, ring=ring_of(there))


def _word(edge: Decor) -> Rect:
    """What the name of a part covers: it is in the middle of its ring, upright where that is."""
    at = bounding_box(edge.ring)
    long, (x, y) = width(edge.text, "bold", LETTERS * min(at.w, at.h)), at.center
    wide, high = (long, at.h) if at.w > at.h else (at.w, long)
    return Rect(x - wide / 2, y - high / 2, wide, high)
