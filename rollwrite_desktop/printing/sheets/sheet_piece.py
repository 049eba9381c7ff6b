"""A piece of somebody's sheet as a picture on other pages, and the medal of a place."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from rollwrite_desktop.draw.clip import window
from rollwrite_desktop.draw.display import Bounds, Display, Mark, Shape, Text, box, ellipse
from rollwrite_desktop.draw.trace import bounds, holds, touches
from rollwrite_desktop.draw.type_metrics import cap_height
from rollwrite_desktop.play.opening.open_game import options_of, sheet_of
from rollwrite_desktop.play.paper.audit_files import Filled
from rollwrite_desktop.sheet.sheet import Rect

MEDALS = (
    ("region.yellow.strong", "region.yellow.on"), ("region.stone", "text"), ("region.orange.strong", "region.orange.on"),
)
"""The inks of the first places: of the disc, and of the number on it."""
_BESIDE = frozenset(("box", "label", "hint", "text", "note", "title", "sign", "edge", "key", "legend", "dice"))
"""What stands on a sheet beside the map."""
NARROW, STEP = 0.62, 6.0
"""The part of a face's width that the picture of a narrow map has at least; how finely the best piece is looked for."""
TILE = 2.0
"""So many times as large as its square is the ground of a space at most, where a map is made of tiles."""
MORE = 1.2
"""So many times as wide as a map of tiles is its picture, that a row more is seen."""
EDGE = 6.0
"""From the outline of a map to the frame at its sides, that lines don't run into each other."""


def shown(sheet: Filled) -> Display:
    """Returns the sheet as it was filled; of a game in which one sheet is the scores of all, the board."""
    game = sheet.game
    if game.play.score_sheet is not None:
        board = sheet_of(game, game.play.sheets[0])
        return game.play.guide(game.play.rules(board, options_of(game, {}))).blank()
    return game.check.paper_editor(sheet.sheet, options_of(game, sheet.paper.options)).draw(sheet.paper, None)


def sheet_piece(key: str, sheet: Filled, place: Rect, *, whole: bool = False, clear: Bounds | None = None) -> Iterator[Mark]:
    """A piece of the map, filling a place in a frame; screen readers leave it out. Keys `KEY/picture/…`.

    Squares, codes and badges that the frame would cut, or that `clear` covers, are left out with what is written in them, as
    a letter cannot be cut. whole: as wide as the map, not the piece that stands for the game.
    """
    face = shown(sheet)
    x, y, wide = sheet.game.presentation.piece
    if whole and (across := _across(face.marks)):
        x, wide = (across[0] + across[1]) / 2, max(across[1] - across[0] + 2 * EDGE, NARROW * face.size[0])
        wide *= MORE if _tiles(face.marks) else 1.0
    high = min(wide * place.h / place.w, face.size[1])
    wide = min(high * place.w / place.h, face.size[0])
    left = x - wide / 2 if whole else min(max(0.0, x - wide / 2), face.size[0] - wide)
    scale = wide / place.w

    def hole_at(top: float) -> Bounds | None:
        return clear and (left + (clear[0] - place.x) * scale, top + (clear[1] - place.y) * scale,
                          left + (clear[2] - place.x) * scale, top + (clear[3] - place.y) * scale)

    top = min(max(0.0, y - high / 2), face.size[1] - high)
    if whole:
        top = _fullest(face.marks, top, (left, wide, high, face.size[1]), hole_at)
    part, hole = (left, top, left + wide, top + high), hole_at(top)
    frame = (place.x, place.y, place.x + place.w, place.y + place.h)
    ground = box(place.x, place.y, place.w, place.h)
    yield Shape(f"{key}/picture/ground", ground, "wild")
    marks = face.marks if sheet.game.play.score_sheet is not None else _uncut(face.marks, part, hole)
    for mark in window(f"{key}/picture", marks, part, place):
        if not isinstance(mark, Text) or holds(frame, bounds(mark)):
            yield mark
    yield Shape(f"{key}/picture/frame", ground, stroke="line", width=1.0)


def _fullest(
    marks: Sequence[Mark], usual: float, size: tuple[float, float, float, float], hole_at: Callable[[float], Bounds | None]
) -> float:
    """Returns the upper edge of the piece in which most squares are whole and clear, the nearest to the usual one. size:
    left edge, width and height of the piece, and height of the face."""
    left, wide, high, whole = size
    named = [mark for mark in marks if mark.key.startswith("space/") and mark.key.endswith(("/square", "/place"))]
    squares = [*_tiles(marks).values()] or [bounds(mark) for mark in named]

    def count(top: float) -> int:
        part, hole = (left, top, left + wide, top + high), hole_at(top)
        return sum(holds(part, square) and not (hole and touches(hole, square)) for square in squares)

    tops = [usual, *(STEP * n for n in range(int((whole - high) / STEP) + 1))]
    return max(tops, key=lambda top: (count(top), -abs(top - usual)))


def color_strip(key: str, sheet: Filled, place: Rect) -> Iterator[Mark]:
    """A strip of the colors of a sheet's regions, in the order of the map; screen readers leave it out."""
    fills = [mark for mark in shown(sheet).marks if isinstance(mark, Shape) and mark.key.startswith("space/")]
    inks = [*dict.fromkeys(f"{mark.fill}.strong" for mark in fills if mark.key.endswith("/fill"))]
    wide = place.w / max(1, len(inks))
    for i, ink in enumerate(inks):
        yield Shape(f"{key}/picture/{i}", box(place.x + i * wide, place.y, wide, place.h), ink)


def _across(marks: Sequence[Mark]) -> tuple[float, float] | None:
    """Returns the left and the right edge of the map; None where there is none."""
    around = [bounds(mark) for mark in marks if mark.key.startswith("space/") and mark.key.endswith("/fill")]
    return (min(each[0] for each in around), max(each[2] for each in around)) if around else None


def _uncut(marks: Sequence[Mark], part: Bounds, clear: Bounds | None) -> list[Mark]:
    """Returns what of a sheet belongs to the map, without the squares, codes and badges that are not wholly in a part of it,
    or reach into what is to be `clear`, and without lines and what of a route leads to them. A tile goes as a whole."""
    if tiles := _tiles(marks):
        marks = _whole_tiles(marks, {
            name: tile for name, tile in tiles.items() if holds(part, tile) and not (clear and touches(tile, clear))
        })
    things = [(mark, _thing(mark.key), bounds(mark)) for mark in marks]
    spaces = {thing for mark, thing, _ in things if mark.key.startswith("space/")}
    cut = {
        thing for _, thing, around in things
        if thing and (not holds(part, around) or (clear is not None and touches(around, clear)))
    }
    gone = [around for _, thing, around in things if thing in cut]
    return [
        mark for mark, thing, around in things
        if thing not in cut and mark.key.partition("/")[0] not in _BESIDE
        and (not mark.key.startswith("mark/") or thing in spaces)
        and not (mark.key.startswith("route/") and any(touches(around, each) for each in gone))
        and not (mark.key.startswith("line/") and any(f"False {end}" in cut for end in mark.key.split("/")[1].split("-")))
    ]


def _tiles(marks: Sequence[Mark]) -> dict[str, Bounds]:
    """Returns where the tiles of which a map is made are, by space; none where some space has more ground than a tile."""
    def around(part: str) -> dict[str, Bounds]:
        named = ((mark, mark.key.split("/")) for mark in marks if mark.key.startswith("space/"))
        return {name[1]: bounds(mark) for mark, name in named if name[2:] == [part]}

    grounds, squares = around("fill"), around("square")
    tiled = all(name in squares and _area(ground) < TILE * _area(squares[name]) for name, ground in grounds.items())
    return grounds if tiled else {}


def _whole_tiles(marks: Sequence[Mark], tiles: Mapping[str, Bounds]) -> list[Mark]:
    """Returns what is drawn in some of the tiles of a map, by space, with an edge around each."""
    def within(mark: Mark) -> bool:
        kind, _, rest = mark.key.partition("/")
        if kind in ("space", "mark"):
            return rest.partition("/")[0] in tiles
        left, top, right, bottom = bounds(mark)
        x, y = (left + right) / 2, (top + bottom) / 2
        return any(holds(tile, (x, y, x, y)) for tile in tiles.values())

    return [
        replace(mark, stroke="border", width=1.5) if isinstance(mark, Shape) and mark.key.endswith("/fill") else mark
        for mark in marks if mark.key == "paper" or within(mark)
    ]


def _area(around: Bounds) -> float:
    return (around[2] - around[0]) * (around[3] - around[1])


def _thing(key: str) -> str:
    """Returns what a mark belongs to that is shown whole or not at all: a space's square, or the badge of a region; "" for
    ground, borders and lines."""
    kind, _, rest = key.partition("/")
    name, _, part = rest.partition("/")
    return "" if kind not in ("space", "mark", "region") or part == "fill" else f"{kind == 'region'} {name}"


def medal_inks(place: int, plain: bool = False) -> tuple[str, str]:
    """Returns the inks of a medal and of the number on it: of the first three places, unless it is `plain` because what was
    played is not legal."""
    return MEDALS[place - 1] if place <= len(MEDALS) and not plain else ("box", "text")


def disc(key: str, place: int, x: float, y: float, radius: float, plain: bool = False) -> Iterator[Mark]:
    """Yields the disc of a place around (x, y), in the color of the first three; screen readers leave it out."""
    fill, _ = medal_inks(place, plain)
    yield Shape(f"{key}/picture/disc", ellipse(x, y, radius, radius), fill, "line", max(0.75, radius / 24))


def medal(key: str, place: int, x: float, y: float, radius: float, plain: bool = False) -> Iterator[Mark]:
    """Yields the disc of a place with its number, on white; screen readers leave it out, a text beside it says it. The first
    three have a ring around them, which is seen where colors are not."""
    size = radius * (1.1 if place < 10 else 0.9 if place < 100 else 0.65)
    ringed = medal_inks(place, plain)[0] != "box"
    around = ellipse(x, y, 1.12 * radius, 1.12 * radius)
    yield Shape(f"{key}/picture/around", around, "box", "line" if ringed else "", max(0.75, radius / 24))
    yield from disc(key, place, x, y, radius, plain)
    middle = y + cap_height("bold", size) / 2
    yield Text(f"{key}/picture/n", x, middle, str(place), "bold", size, medal_inks(place, plain)[1], "middle")
