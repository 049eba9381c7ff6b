"""Certificates: a page for each player of a ranking, with a piece of their sheet, the place, the score and what the check
says of it, to be signed.
"""

from __future__ import annotations

from collections.abc import Sequence

from rollwrite_desktop.core.audit import describe_in_short
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.draw.display import Display, Face, Mark, Shape, Text, box, polyline
from rollwrite_desktop.draw.type_metrics import fit
from rollwrite_desktop.play.audit_files import Filled, Standing
from rollwrite_desktop.printing.page_layout import Leaf
from rollwrite_desktop.printing.sheet_piece import color_strip, medal, sheet_piece
from rollwrite_desktop.sheet.sheet import Rect

_EDGES = ((8.0, 2.4), (13.0, 0.8))  # points from the edge of the face, and how thick
_INSET, _HIGH, _STRIP, _MEDAL = 22.0, 0.37, 6.0, 38.0
"""How far the picture is from the edge, its share of the height; how high the strip of colors below it is; the radius of the
medal upon both."""
_LINES: tuple[tuple[str, Face, float, str, float], ...] = (
    ("title", "text", 19.0, "faint", 0.552), ("name", "bold", 48.0, "text", 0.65), ("place", "bold", 22.0, "text", 0.715),
    ("score", "text", 15.0, "text", 0.757), ("found", "text", 12.0, "faint", 0.79), ("event", "text", 13.0, "text", 0.835),
)
"""Key, typeface, size, ink and share of the height of each line."""
_SMALL, _ENTERED = 9.0, 12.0
"""The sizes of what stands below a line to be filled in, and upon it."""


def certificates(
    event: str, sheets: Sequence[Filled], standings: Sequence[Standing], size: tuple[float, float], day: str = ""
) -> tuple[Leaf, ...]:
    """A page for each player, in the order of places. event: the name of the session, if it has one of its own; day: when
    it was, in words."""
    return tuple(
        Leaf(
            _face(event, day, sheets[one.sheet], one, len(standings), size), title=one.player, reading=True, counted=False,
            registered=False,
        )
        for one in standings
    )


def _face(event: str, day: str, sheet: Filled, one: Standing, players: int, size: tuple[float, float]) -> Display:
    wide, high = size
    below = _INSET + _HIGH * high
    texts = {
        "title": tr("Certificate"), "name": one.player or "—", "place": tr("Place {n} of {all}", n=one.place, all=players),
        "score": tr("{game}: score {n}", game=tr(sheet.game.info.title), n=one.total),
        "found": tr("Checked: {found}.", found=one.note or describe_in_short(sheet.report)), "event": event,
    }
    marks: list[Mark] = [
        Shape(f"edge/{i}", box(edge, edge, wide - 2 * edge, high - 2 * edge), stroke="line", width=line)
        for i, (edge, line) in enumerate(_EDGES)
    ]
    around = (wide / 2 - _MEDAL, below - _MEDAL, wide / 2 + _MEDAL, below + _MEDAL)
    across = wide - 2 * _INSET
    picture = Rect(_INSET, _INSET, across, below - _STRIP / 2 - _INSET)
    marks += sheet_piece("sheet", sheet, picture, whole=True, clear=around)
    marks += color_strip("strip", sheet, Rect(_INSET, below - _STRIP / 2, across, _STRIP))
    marks += medal("medal", one.place, wide / 2, below, _MEDAL, plain=bool(one.note))
    for key, face, letters, ink, at in _LINES:
        shown, letters = fit(texts[key], face, letters, wide - 120, 0.4)
        if shown:
            marks.append(Text(key, wide / 2, high * at, shown, face, letters, ink, "middle"))
    for key, caption, entered, middle in (("date", tr("Date"), day, 0.3), ("by", tr("Signed"), "", 0.7)):
        left, right, y = wide * (middle - 0.15), wide * (middle + 0.15), high * 0.92
        marks.append(Shape(key, polyline(((left, y), (right, y))), stroke="line", width=0.75))
        marks.append(Text(f"{key}/caption", wide * middle, y + 12, caption, "text", _SMALL, "faint", "middle"))
        if entered:
            shown, letters = fit(entered, "text", _ENTERED, right - left, 0.6)
            marks.append(Text(f"{key}/entered", wide * middle, y - 4, shown, "text", letters, "text", "middle"))
    return Display(size, tuple(marks))
