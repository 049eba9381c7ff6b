"""Blank sheets as the reader of photos compares them: drawn from the very pages that are printed, with the places to write.

Knows games by their contracts only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.draw.imposition import Cell, Imposition
from rollwrite_desktop.draw.inks import PRINT_MODES, Mode
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake.pictures import drawn_page
from rollwrite_desktop.play.opening.open_game import sheet_of
from rollwrite_desktop.printing.jobs.print_jobs import Extras, blank_leaves, header_footer
from rollwrite_desktop.printing.pdf.export import pdf
from rollwrite_desktop.printing.sheets.form_fields import DATE, PLAYER, Field, form_of
from rollwrite_desktop.printing.sheets.large_print import MAX_SCALE, on_half, written_on
from rollwrite_desktop.printing.sheets.page_layout import Leaf, imposition_of
from rollwrite_desktop.printing.sheets.sheet_codes import IDENTITY_MODULES
from rollwrite_desktop.reading.blank_sheets import SCALE, BlankSheet, Place
from rollwrite_desktop.reading.layouts import Layout
from rollwrite_desktop.reading.page_code import CodePlace
from rollwrite_desktop.sheet.sheet import POINTS_PER_MM, Rect, Sheet

AROUND = 1.5 * POINTS_PER_MM
"""How far beyond its squares a sheet is compared."""
LAYOUTS = (
    ("a4", 1, 0), ("letter", 1, 0), ("a4", 2, 0), ("letter", 2, 0), ("a4", 4, 0), ("letter", 4, 0),
    ("a4", 1, 1), ("a4", 1, 2), ("letter", 1, 1), ("letter", 1, 2),
)
"""Papers, sheets per page, and pages of large print as in `Printed`, the usual ones first."""


class Printed(Struct, frozen=True):
    """How a sheet was printed. What differs in ink alone has the same places. half: which of the two pages of large print it
    is, 1 or 2; 0 in usual print, where a sheet is whole."""

    game: str
    sheet: str
    paper: str = "a4"
    per_page: int = 1
    half: int = 0
    ink: Mode = "colour"

    @property
    def part(self) -> str:
        """Names what of which sheet is on the page, however it is printed."""
        return f"{self.game} {self.sheet} {self.half or ''}".rstrip()

    @property
    def key(self) -> str:
        """Names it; what is before the first `|` is `part`."""
        return f"{self.part}|{self.paper} {self.per_page}|{self.ink}"

    def in_layouts(self) -> tuple[Printed, ...]:
        """In all LAYOUTS with as much of the sheet on the page."""
        return tuple(replace(self, paper=paper, per_page=number) for paper, number, half in LAYOUTS if half == self.half)


def printed_as(key: str) -> Printed:
    """Returns what a key names."""
    part, layout, ink = key.split("|")
    game, sheet, half = f"{part} 0".split(" ")[:3]
    paper, per_page = layout.split(" ")
    return Printed(game, sheet, paper, int(per_page), int(half), next(mode for mode in PRINT_MODES if mode == ink))


def every_layout() -> Iterator[Printed]:
    """Every sheet that comes with the program, as it is usually printed; in large print the first ones alone, for to draw
    all takes too long."""
    for layout in LAYOUTS:
        for game_id, game in GAMES.items():
            for sheet_id in game.play.sheets[:1] if layout[2] else game.play.every_sheet:
                if is_read(game):
                    yield Printed(game_id, sheet_id, *layout)


def is_read(game: Game) -> bool:
    """Returns whether marks of a game's sheets are read: a board of dice has none, and a score sheet has numbers of any
    length."""
    return game.play.score_sheet is None and bool(game.letter)


@lru_cache(maxsize=400)
def blank_sheet(printed: Printed) -> BlankSheet:
    """Returns the picture and the places of a sheet. Raises UserError."""
    layout, cell, (wide, high) = _layout(replace(printed, ink="colour"))
    content, _ = pdf(_leaves(printed), header_footer(GAMES[printed.game]), ink=printed.ink, paper=printed.paper,
                     per_page=printed.per_page, largest=_largest(printed))
    page = drawn_page(content, SCALE / POINTS_PER_MM, max(0, printed.half - 1))
    left, top, right, low = _bounds(cell)
    part = np.ascontiguousarray(page[top:low, left:right])
    return BlankSheet(
        printed.part, printed.key, part, layout.squares, layout.square, layout.places,
        (wide / POINTS_PER_MM, high / POINTS_PER_MM), (left / SCALE, top / SCALE),
    )


def _leaves(printed: Printed) -> tuple[Leaf, ...]:
    """Returns the leaf of a sheet, alone. Raises UserError, as where a map has no room for large letters."""
    game = GAMES[printed.game]
    return blank_leaves(game, sheet_of(game, printed.sheet), printed.per_page, extras=Extras(large=printed.half > 0))[:1]


def _largest(printed: Printed) -> float:
    return MAX_SCALE if printed.half else 1.0


def _imposition(printed: Printed, leaves: Sequence[Leaf]) -> Imposition:
    return imposition_of(leaves, printed.paper, printed.per_page, largest=_largest(printed))


def layout_of(printed: Printed) -> Layout:
    """Where squares and places of a sheet are, as on the picture of `blank_sheet`, which isn't drawn. Raises UserError."""
    layout, _, _ = _layout(replace(printed, ink="colour"))
    return replace(layout, key=printed.key)


def has_room(printed: Printed) -> bool:
    """Returns whether a sheet can be printed so: few maps have no room for large letters."""
    try:
        return not printed.half or bool(layout_of(printed).places)
    except UserError:
        return False


def code_place(printed: Printed) -> CodePlace:
    """Where the small code of a sheet is on the picture of `blank_sheet`. Raises UserError."""
    _, cell, _ = _layout(replace(printed, ink="colour"))
    left, top = (at / SCALE for at in _bounds(cell)[:2])
    x, y, side = (at / POINTS_PER_MM for at in (cell.badge.x, cell.badge.y, cell.badge.w))
    return CodePlace(x - left, y - top, side / IDENTITY_MODULES)


@lru_cache(maxsize=200)
def _layout(printed: Printed) -> tuple[Layout, Cell, tuple[float, float]]:
    """Returns the layout of a sheet, its first cell on the page, and the size of the page in points."""
    game = GAMES[printed.game]
    sheet, leaves = sheet_of(game, printed.sheet), _leaves(printed)
    imposition = _imposition(printed, leaves)
    cell = imposition.cells[0]
    left, top = (at / SCALE for at in _bounds(cell)[:2])
    places = tuple(
        Place(spot, on_page.center[0] / POINTS_PER_MM - left, on_page.center[1] / POINTS_PER_MM - top,
              on_page.w / POINTS_PER_MM, on_page.h / POINTS_PER_MM)
        for spot, rect in _rects(printed, leaves[0], fields(game, sheet))
        for on_page in (_on_page(rect, cell, imposition.scale),)
    )
    corners = np.array([cell.squares[i].center for i in (0, 1, 3, 2)]) / POINTS_PER_MM - np.array((left, top))
    return Layout(printed.key, corners, cell.squares[0].w / POINTS_PER_MM, places), cell, imposition.size


def _rects(printed: Printed, leaf: Leaf, every: Sequence[Field]) -> Iterator[tuple[str, Rect]]:
    """Yields where the places of a sheet are on its face, or on the half of it that is on the page."""
    if not printed.half:
        yield from ((field.spot, field.rect) for field in every)
        return
    number = printed.half - 1
    half, size = (leaf, *leaf.further)[number], sheet_of(GAMES[printed.game], printed.sheet).size
    here = written_on(half.display)
    yield from ((field.spot, on_half(field.rect, size, number)) for field in every if field.spot in here)


def blank_page(printed: Printed) -> tuple[BlankSheet, ...]:
    """Returns the sheets of a page that is full of the same one, each where it is on the page. Raises UserError."""
    blank = blank_sheet(printed)
    faces = [cell.face for cell in _imposition(printed, _leaves(printed)).cells]
    left, top = blank.origin
    return tuple(
        replace(blank, origin=(left + (face.x - faces[0].x) / POINTS_PER_MM, top + (face.y - faces[0].y) / POINTS_PER_MM))
        for face in faces
    )


def fields(game: Game, sheet: Sheet) -> list[Field]:
    """Returns the places of a sheet that are read: those of its form, without names and dates."""
    return [field for field in form_of(game, sheet, {}).fields
            if field.kind == "check" or (field.allowed and field.spot not in (PLAYER, DATE))]


def _on_page(rect: Rect, cell: Cell, scale: float) -> Rect:
    face = cell.face
    return Rect(face.x + scale * rect.x, face.y + scale * rect.y, scale * rect.w, scale * rect.h)


def _bounds(cell: Cell) -> tuple[int, int, int, int]:
    """Returns what of a page shows a cell with its squares: left, top, right, low in pixels."""
    first, last = cell.squares[0], cell.squares[3]
    low = (last.x + last.w + AROUND, last.y + last.h + AROUND)
    left, top = (int(np.floor(at / POINTS_PER_MM * SCALE)) for at in (first.x - AROUND, first.y - AROUND))
    right, bottom = (int(np.ceil(at / POINTS_PER_MM * SCALE)) for at in low)
    return left, top, right, bottom
