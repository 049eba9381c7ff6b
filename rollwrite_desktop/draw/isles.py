"""Land without a place to write: isles of an area beside its outline, and other land, which is blank but for its name.

Painted between the sea and the areas. Knows no game.
"""

from __future__ import annotations

from collections.abc import Iterator

from rollwrite_desktop.core.i18n import mark, tr
from rollwrite_desktop.draw.display import Mark, Shape, polygon
from rollwrite_desktop.draw.strokes import caption
from rollwrite_desktop.draw.type_metrics import width
from rollwrite_desktop.sheet.sheet import Rect, Ring, Sheet, bounding_box

NAME, LINE = 6.6, 0.75
"""Points: the letters of other land's name, and the line around it."""
ROWS = (1 / 3, 1 / 2, 2 / 3)
"""Of the height of other land: where its name may stand, the best first, as boxes of areas below may reach into it."""
BROAD = 0.6
"""Of the broadest of these rows: how broad the one with the name is at least."""


def isle_marks(sheet: Sheet, stroke: str, thick: float) -> Iterator[Mark]:
    """Yields the isles of a sheet, `isle/0`, in the ink of their areas' regions, with coasts in an ink so thick; other land
    within a faint line, with its name, `land/1`, if it has one and room for it."""
    for i, decor in enumerate(sheet.isles):
        key, path = f"isle/{i}", polygon(decor.ring)
        if area := sheet.space.get(decor.text):
            yield Shape(key, path, f"region.{area.region}", stroke, thick)
        else:
            yield Shape(key, path, "abroad", "faint", LINE)
            name = tr(mark(decor.text, "sheet")) if decor.text else ""
            written = caption(
                f"land/{i}", name, _room(decor.ring, width(name, "text", NAME)), "text", NAME, "faint", "middle")
            if name and written.text == name:
                yield written


def _room(ring: Ring, wide: float) -> Rect:
    """The first row of land that is broad and has room for a name, a third below its top or lower; the broadest where none
    has."""
    around, found = bounding_box(ring), list[Rect]()
    for share in ROWS:
        y = around.y + share * around.h
        sides = zip(ring, (*ring[1:], ring[0]), strict=True)
        xs = sorted(ax + (y - ay) / (by - ay) * (bx - ax) for (ax, ay), (bx, by) in sides if (ay <= y) != (by <= y))
        found += [Rect(left, y - NAME, right - left, 2 * NAME) for left, right in zip(xs[::2], xs[1::2], strict=True)]
    broadest = max(found, key=lambda room: room.w, default=around)
    return next((room for room in found if room.w > max(wide + 2 * NAME, BROAD * broadest.w)), broadest)
