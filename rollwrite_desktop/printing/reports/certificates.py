"""Certificates: a page for each player of a ranking, with a piece of their sheet, the place, the score and what the check
says of it, to be signed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rollwrite_desktop.core.audit import describe_in_short
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.draw.display import Mark
from rollwrite_desktop.play.paper.audit_files import Filled
from rollwrite_desktop.play.paper.ranking import Standing
from rollwrite_desktop.printing.reports.document import Block, Document, Figure, Paragraph
from rollwrite_desktop.printing.reports.document_pages import document_pages
from rollwrite_desktop.printing.sheets.page_layout import Leaf
from rollwrite_desktop.printing.sheets.sheet_piece import color_strip, medal, sheet_piece
from rollwrite_desktop.sheet.sheet import Rect

_HIGH, _STRIP, _MEDAL, _BELOW = 0.37, 6.0, 38.0, 45.0
"""The picture's share of the height; how high the strip of colors below it is; the radius of the medal upon both, and from
its middle to the texts."""


def certificates(
    event: str, sheets: Sequence[Filled], standings: Sequence[Standing], size: tuple[float, float], day: str = ""
) -> tuple[Leaf, ...]:
    """A page for each player, in the order of places. event: the name of the session, if it has one of its own; day: when
    it was, in words."""
    made = [_document(event, day, sheets[one.sheet], one, len(standings), size[1]) for one in standings]
    return tuple(
        Leaf(face, title=one.player, reading=True, counted=False, registered=False)
        for one, document in zip(standings, made, strict=True) for face in document_pages(document, size)
    )


def _document(event: str, day: str, sheet: Filled, one: Standing, players: int, high: float) -> Document:
    texts = (
        Paragraph(one.player or "—", strong=True, letters=48.0),
        Paragraph(tr("Place {n} of {all}", n=one.place, all=players), strong=True, letters=22.0),
        Paragraph(tr("{game}: score {n}", game=tr(sheet.game.info.title), n=one.total), letters=15.0),
        Paragraph(tr("Checked: {found}.", found=one.note or describe_in_short(sheet.report)), faint=True, letters=12.0),
        Paragraph(event, letters=13.0),
    )

    def picture(place: Rect) -> Iterator[Mark]:
        middle, below = place.x + place.w / 2, place.y + place.h - _BELOW
        clear = (middle - _MEDAL, below - _MEDAL, middle + _MEDAL, below + _MEDAL)
        piece, strip = Rect(place.x, place.y, place.w, below - _STRIP / 2 - place.y), below - _STRIP / 2
        yield from sheet_piece("sheet", sheet, piece, whole=True, clear=clear)
        yield from color_strip("strip", sheet, Rect(place.x, strip, place.w, _STRIP))
        yield from medal("medal", one.place, middle, below, _MEDAL, plain=bool(one.note))

    figure = Figure("", 0.0, _HIGH * high + _BELOW, picture)
    blocks: tuple[Block, ...] = (figure, *(text for text in texts if text.text))
    return Document(tr("Certificate"), blocks, signed=(tr("Date"), tr("Signed")), day=day, framed=True)
