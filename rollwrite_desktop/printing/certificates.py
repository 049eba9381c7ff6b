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
from rollwrite_desktop.printing.sheet_piece import medal, sheet_piece
from rollwrite_desktop.sheet.sheet import Rect

_EDGES = ((8.0, 2.4), (13.0, 0.8))  # points from the edge of the face, and how thick
_INSET, _HIGH, _MEDAL = 22.0, 0.37, 38.0
"""How far the picture is from the edge, its share of the height, and the radius of the medal on its lower edge."""
_LINES: tuple[tuple[str, Face, float, str, float], ...] = (
    ("title", "text", 17.0, "faint", 0.515), ("name", "bold", 46.0, "text", 0.605), ("place", "bold", 22.0, "text", 0.667),
    ("score", "text", 15.0, "text", 0.713), ("found", "text", 11.0, "faint", 0.748), ("event", "text", 13.0, "text", 0.795),
)
"""Key, typeface, size, ink and share of the height of each line."""
_SMALL = 9.0


def certificates(
    event: str, sheets: Sequence[Filled], standings: Sequence[Standing], size: tuple[float, float]
) -> tuple[Leaf, ...]:
    """A page for each player, in the order of places. event: the name of the session."""
    return tuple(
        Leaf(
            _face(event, sheets[one.sheet], one, len(standings), size), title=one.player, reading=True, counted=False,
            registered=False,
        )
        for one in standings
    )


def _face(event: str, sheet: Filled, one: Standing, players: int, size: tuple[float, float]) -> Display:
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
    marks += sheet_piece("sheet", sheet, Rect(_INSET, _INSET, wide - 2 * _INSET, below - _INSET))
    marks += medal("medal", one.place, wide / 2, below, _MEDAL, plain=bool(one.note))
    for key, face, letters, ink, at in _LINES:
        shown, letters = fit(texts[key], face, letters, wide - 120, 0.4)
        if shown:
            marks.append(Text(key, wide / 2, high * at, shown, face, letters, ink, "middle"))
    for key, caption, middle in (("date", tr("Date"), 0.3), ("by", tr("Signed"), 0.7)):
        left, right, y = wide * (middle - 0.15), wide * (middle + 0.15), high * 0.9
        marks.append(Shape(key, polyline(((left, y), (right, y))), stroke="line", width=0.75))
        marks.append(Text(f"{key}/caption", wide * middle, y + 12, caption, "text", _SMALL, "faint", "middle"))
    return Display(size, tuple(marks))
