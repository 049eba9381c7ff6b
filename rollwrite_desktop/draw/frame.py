"""The frame of a map, within which the sea is, and the cards on it: white places for words and boxes on other land.

A sheet has one frame, or none; others within it are around land that lies elsewhere. Knows no game.
"""

from __future__ import annotations

from collections.abc import Iterator

from rollwrite_desktop.draw.display import Shape, Step, box, polygon
from rollwrite_desktop.draw.shore import REACH
from rollwrite_desktop.sheet.sheet import Ring, Sheet, bounding_box

BLANK = REACH + 1.0
"""Points around the frame that are blank, beyond what the sea reaches."""
LINE, FINE = 1.0, 0.6
"""Points: the lines around a frame, and around a card."""


def sea_marks(sheet: Sheet) -> Iterator[Shape]:
    """Yields what is within the frame before anything is painted on it, `neatline/0`: the sea, unless the map says nothing
    of what is around it, such as the plan of a house."""
    for i, ring in enumerate(sheet.frames if sheet.coasts or sheet.abroad else ()):
        yield Shape(f"neatline/{i}", polygon(ring), "sea")


def margin_marks(sheet: Sheet) -> Iterator[Shape]:
    """Yields what is blank around the frame, `neatline/0/margin`, as the sea along coasts that end there reaches beyond it;
    painted after the sea."""
    for ring in sheet.frames[:1]:
        yield Shape("neatline/0/margin", tuple(_around(ring)), "margin.blank")


def _around(ring: Ring) -> Iterator[Step]:
    """Four strips around a rectangle, a little broader than the sea is."""
    at = bounding_box(ring)
    high, right, low = at.y - BLANK, at.x + at.w, at.y + at.h
    for y in (high, low):
        yield from box(at.x - BLANK, y, at.w + 2 * BLANK, BLANK)
    for x in (at.x - BLANK, right):
        yield from box(x, at.y, BLANK, at.h)


def frame_marks(sheet: Sheet) -> Iterator[Shape]:
    """Yields the line of the frame, `neatline/0/line`, upon land that ends there, then the cards, `card/0`."""
    for i, ring in enumerate(sheet.frames):
        yield Shape(f"neatline/{i}/line", polygon(ring), stroke="line", width=LINE)
    for i, ring in enumerate(sheet.white):
        yield Shape(f"card/{i}", polygon(ring), "box", "line", FINE)
