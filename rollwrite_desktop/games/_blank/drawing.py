"""The blank sheet as it looks. Fills first, then borders, then text; decides nothing."""

from __future__ import annotations

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.draw.display import Display, Mark, Shape, Text, polygon
from rollwrite_desktop.draw.strokes import caption
from rollwrite_desktop.sheet.sheet import Rect, Sheet


def blank(sheet: Sheet) -> Display:
    """The sheet as printed."""
    areas = tuple(Shape(f"space/{space.id}/area", polygon(space.outline), fill="paper") for space in sheet.spaces)
    lines = tuple(
        Shape(f"space/{space.id}/border", polygon(space.outline), stroke="border", width=1.0) for space in sheet.spaces
    )
    return Display(sheet.size, (*areas, *lines, Text("title", 20, 30, tr(sheet.title), "bold", 14, "text")))


def marked(sheet: Sheet, marks: dict[str, str], name: str) -> Display:
    """The sheet with what was written on it."""
    written: list[Mark] = [
        Text(f"mark/{space}", *sheet.space[space].writing.center, what, "hand", 24, "pencil", "middle")
        for space, what in marks.items() if what
    ]
    line = Rect(sheet.size[0] / 2, 16, sheet.size[0] / 2 - 20, 20)
    player = (caption("player", name, line, "hand", 14, "pencil", "right"),) if name else ()
    return Display(sheet.size, (*blank(sheet).marks, *written, *player))
