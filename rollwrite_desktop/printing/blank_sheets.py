"""Blank sheets as the reader of photos compares them: drawn from the very pages that are printed, with the places to write.

Knows games by their contracts only.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from rollwrite_desktop.draw.imposition import Cell
from rollwrite_desktop.draw.inks import PRINT_MODES, Mode
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake.pictures import drawn_page
from rollwrite_desktop.play.open_game import sheet_of
from rollwrite_desktop.printing.export import pdf
from rollwrite_desktop.printing.form_fields import DATE, PLAYER, Field, form_of
from rollwrite_desktop.printing.page_layout import imposition_of
from rollwrite_desktop.printing.print_jobs import blank_leaves, header_footer
from rollwrite_desktop.printing.sheet_codes import IDENTITY_MODULES
from rollwrite_desktop.reading.blank_sheets import SCALE, BlankSheet, Place
from rollwrite_desktop.reading.layouts import Layout
from rollwrite_desktop.reading.page_code import CodePlace
from rollwrite_desktop.sheet.sheet import POINTS_PER_MM, Rect, Sheet

AROUND = 1.5 * POINTS_PER_MM
"""How far beyond its squares a sheet is compared."""
LAYOUTS = (("a4", 1), ("letter", 1), ("a4", 2), ("letter", 2), ("a4", 4), ("letter", 4))
"""Papers and sheets per page, the usual ones first."""


class Printed(Struct, frozen=True):
    """How a sheet was printed. What differs in ink alone has the same places."""

    game: str
    sheet: str
    paper: str = "a4"
    per_page: int = 1
    ink: Mode = "colour"

    @property
    def key(self) -> str:
        """Names it; what is before the first `|` is the sheet alone."""
        return f"{self.game} {self.sheet}|{self.paper} {self.per_page}|{self.ink}"


def printed_as(key: str) -> Printed:
    """Returns what a key names."""
    sheet, layout, ink = key.split("|")
    game, _, name = sheet.partition(" ")
    paper, per_page = layout.split(" ")
    return Printed(game, name, paper, int(per_page), next(mode for mode in PRINT_MODES if mode == ink))


def every_layout() -> Iterator[Printed]:
    """Every sheet that comes with the program, as it is usually printed."""
    for paper, per_page in LAYOUTS:
        for game_id, game in GAMES.items():
            for sheet_id in game.play.every_sheet:
                if is_read(game):
                    yield Printed(game_id, sheet_id, paper, per_page)


def is_read(game: Game) -> bool:
    """Returns whether marks of a game's sheets are read: a board of dice has none, and a score sheet has numbers of any
    length."""
    return game.play.score_sheet is None and bool(game.letter)


@lru_cache(maxsize=400)
def blank_sheet(printed: Printed) -> BlankSheet:
    """Returns the picture and the places of a sheet. Raises UserError."""
    game = GAMES[printed.game]
    layout, cell, (wide, high) = _layout(replace(printed, ink="colour"))
    leaves = blank_leaves(game, sheet_of(game, printed.sheet), printed.per_page)
    content, _ = pdf(leaves, header_footer(game), ink=printed.ink, paper=printed.paper, per_page=printed.per_page)
    page = drawn_page(content, SCALE / POINTS_PER_MM)
    left, top, right, low = _bounds(cell)
    part = np.ascontiguousarray(page[top:low, left:right])
    return BlankSheet(
        f"{printed.game} {printed.sheet}", printed.key, part, layout.squares, layout.square, layout.places,
        (wide / POINTS_PER_MM, high / POINTS_PER_MM), (left / SCALE, top / SCALE),
    )


def layout_of(printed: Printed) -> Layout:
    """Where squares and places of a sheet are, as on the picture of `blank_sheet`, which isn't drawn. Raises UserError."""
    layout, _, _ = _layout(replace(printed, ink="colour"))
    return replace(layout, key=printed.key)


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
    sheet = sheet_of(game, printed.sheet)
    imposition = imposition_of(blank_leaves(game, sheet, printed.per_page), printed.paper, printed.per_page)
    cell = imposition.cells[0]
    left, top = (at / SCALE for at in _bounds(cell)[:2])
    places = tuple(
        Place(field.spot, rect.center[0] / POINTS_PER_MM - left, rect.center[1] / POINTS_PER_MM - top,
              rect.w / POINTS_PER_MM, rect.h / POINTS_PER_MM)
        for field in fields(game, sheet) for rect in (_on_page(field.rect, cell, imposition.scale),)
    )
    corners = np.array([cell.squares[i].center for i in (0, 1, 3, 2)]) / POINTS_PER_MM - np.array((left, top))
    return Layout(printed.key, corners, cell.squares[0].w / POINTS_PER_MM, places), cell, imposition.size


def blank_page(printed: Printed) -> tuple[BlankSheet, ...]:
    """Returns the sheets of a page that is full of the same one, each where it is on the page. Raises UserError."""
    blank, game = blank_sheet(printed), GAMES[printed.game]
    leaves = blank_leaves(game, sheet_of(game, printed.sheet), printed.per_page)
    faces = [cell.face for cell in imposition_of(leaves, printed.paper, printed.per_page).cells]
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
