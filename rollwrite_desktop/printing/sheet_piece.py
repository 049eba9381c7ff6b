"""A piece of somebody's sheet as a picture on other pages, and the medal of a place."""

from __future__ import annotations

from collections.abc import Iterator

from rollwrite_desktop.draw.clip import window
from rollwrite_desktop.draw.display import Bounds, Display, Mark, Shape, Text, box, ellipse
from rollwrite_desktop.draw.trace import bounds
from rollwrite_desktop.draw.type_metrics import cap_height
from rollwrite_desktop.play.audit_files import Filled
from rollwrite_desktop.play.open_game import options_of, sheet_of
from rollwrite_desktop.sheet.sheet import Rect

MEDALS = (
    ("region.yellow.strong", "region.yellow.on"), ("region.stone", "text"), ("region.orange.strong", "region.orange.on"),
)
"""The inks of the first places: of the disc, and of the number on it."""


def shown(sheet: Filled) -> Display:
    """The sheet as it was filled; of a game in which one sheet is the scores of all, the board."""
    game = sheet.game
    if game.score_sheet is not None:
        board = sheet_of(game, game.sheets[0])
        return game.guide(game.rules(board, options_of(game, {}))).blank()
    return game.paper_editor(sheet.sheet, options_of(game, sheet.paper.options)).draw(sheet.paper, None)


def sheet_piece(key: str, sheet: Filled, place: Rect) -> Iterator[Mark]:
    """The piece that stands for the game, filling a place in a frame; screen readers leave it out. Keys `KEY/picture/…`."""
    face = shown(sheet)
    x, y, wide = sheet.game.presentation.piece
    high = min(wide * place.h / place.w, face.size[1])
    wide = min(high * place.w / place.h, face.size[0])
    left = min(max(0.0, x - wide / 2), face.size[0] - wide)
    top = min(max(0.0, y - high / 2), face.size[1] - high)
    ground = box(place.x, place.y, place.w, place.h)
    yield Shape(f"{key}/picture/ground", ground, "box")
    for mark in window(f"{key}/picture", face.marks, (left, top, left + wide, top + high), place):
        if not isinstance(mark, Text) or _within(bounds(mark), place):  # a letter cannot be cut
            yield mark
    yield Shape(f"{key}/picture/frame", ground, stroke="line", width=1.0)


def _within(around: Bounds, place: Rect) -> bool:
    left, top, right, bottom = around
    return place.x <= left and place.y <= top and right <= place.x + place.w and bottom <= place.y + place.h


def medal_inks(place: int, plain: bool = False) -> tuple[str, str]:
    """The inks of a medal and of the number on it: of the first three places, unless it is `plain` because what was played
    is not legal."""
    return MEDALS[place - 1] if place <= len(MEDALS) and not plain else ("box", "text")


def disc(key: str, place: int, x: float, y: float, radius: float, plain: bool = False) -> Iterator[Mark]:
    """The disc of a place around (x, y), in the color of the first three; screen readers leave it out."""
    fill, _ = medal_inks(place, plain)
    yield Shape(f"{key}/picture/disc", ellipse(x, y, radius, radius), fill, "line", max(0.75, radius / 24))


def medal(key: str, place: int, x: float, y: float, radius: float, plain: bool = False) -> Iterator[Mark]:
    """The disc of a place with its number, on white; screen readers leave it out, a text beside it says it."""
    size = 1.1 * radius if place < 10 else 0.9 * radius
    yield Shape(f"{key}/picture/around", ellipse(x, y, 1.12 * radius, 1.12 * radius), "box")
    yield from disc(key, place, x, y, radius, plain)
    middle = y + cap_height("bold", size) / 2
    yield Text(f"{key}/picture/n", x, middle, str(place), "bold", size, medal_inks(place, plain)[1], "middle")
