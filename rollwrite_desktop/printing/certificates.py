"""Certificates: a page for each player of a ranking, with the place and the score, to be signed.

Knows no game: places and scores are passed in.
"""

from __future__ import annotations

from collections.abc import Sequence

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.draw.display import Display, Face, Mark, Shape, Text, box, polyline
from rollwrite_desktop.draw.type_metrics import fit
from rollwrite_desktop.play.audit_files import Standing
from rollwrite_desktop.printing.page_layout import Leaf

_EDGES = ((12.0, 2.4), (18.0, 0.8))  # points from the edge of the face, and how thick
_NAME, _PLACE, _TITLE, _TEXT, _SMALL = 44.0, 30.0, 26.0, 15.0, 9.0


def certificates(
    event: str, game: str, standings: Sequence[Standing], size: tuple[float, float]
) -> tuple[Leaf, ...]:
    """A page for each player, in the order of places. event: the name of the session; game: its title."""
    return tuple(
        Leaf(_face(event, game, one, len(standings), size), title=one.player, reading=True, counted=False, registered=False)
        for one in standings
    )


def _face(event: str, game: str, one: Standing, players: int, size: tuple[float, float]) -> Display:
    wide, high = size
    marks: list[Mark] = [
        Shape(f"edge/{i}", box(edge, edge, wide - 2 * edge, high - 2 * edge), stroke="line", width=line)
        for i, (edge, line) in enumerate(_EDGES)
    ]
    lines: tuple[tuple[str, str, Face, float, float], ...] = (
        ("title", tr("Certificate"), "bold", _TITLE, 0.2), ("name", one.player or "—", "bold", _NAME, 0.38),
        ("place", tr("Place {n} of {all}", n=one.place, all=players), "bold", _PLACE, 0.53),
        ("score", tr("{game}: score {n}", game=game, n=one.total), "text", _TEXT, 0.62),
        ("note", one.note, "text", _SMALL + 2, 0.66), ("event", event, "text", _TEXT, 0.72 if one.note else 0.69),
    )
    for key, text, face, letters, at in lines:
        shown, letters = fit(text, face, letters, wide - 120, 0.4)
        if shown:
            marks.append(Text(key, wide / 2, high * at, shown, face, letters, "text", "middle"))
    for key, caption, middle in (("date", tr("Date"), 0.3), ("by", tr("Signed"), 0.7)):
        left, right, y = wide * (middle - 0.15), wide * (middle + 0.15), high * 0.86
        marks.append(Shape(key, polyline(((left, y), (right, y))), stroke="line", width=0.75))
        marks.append(Text(f"{key}/caption", wide * middle, y + 12, caption, "text", _SMALL, "faint", "middle"))
    return Display(size, tuple(marks))
