"""What is left of a sheet after a bad photocopy: every page is reduced to black and white at 55 %."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np
import pytest
from shapely import LineString, box, contains_xy, union_all
from shapely.geometry.base import BaseGeometry

from rollwrite_desktop.draw.display import Path, Shape, Text
from rollwrite_desktop.draw.hatch import HATCHES
from rollwrite_desktop.draw.inks import INKS, PRINT_MODES, Mode, resolve
from rollwrite_desktop.draw.trace import bounds
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.printing.export import pdf
from rollwrite_desktop.printing.page_layout import imposition_of
from rollwrite_desktop.printing.print_jobs import blank_leaves, header_footer
from rollwrite_desktop.sheet.sheet import Point, Sheet
from tests.printing.test_print_jobs import SHEETS, rendered
from tests.sampling import sampled

pytestmark = pytest.mark.slow

THRESHOLD = 0.55
SCALE = 300 / 72
Copy = np.ndarray[tuple[int, ...], np.dtype[np.bool_]]


every_face = sampled("which, ink", [*product(range(len(SHEETS)), PRINT_MODES)], 5, lambda case: case[1])


def copied(game: Game, sheet: Sheet, ink: Mode) -> tuple[Copy, tuple[Shape | Text, ...], Point]:
    """Which pixels are black at 300 dpi, the marks of the face, and where on the page the face is."""
    leaves = blank_leaves(game, sheet, 1)
    face = imposition_of(leaves, "a4", 1).cells[0].face
    tones = np.asarray(rendered(pdf(leaves, header_footer(game), ink=ink)[0], scale=SCALE))
    return tones < THRESHOLD * 255, leaves[0].display.marks, (face.x, face.y)


def along(path: Path, step: float = 1.5) -> Iterator[Point]:
    """Points along the straight parts of a path, in points."""
    last: Point | None = None
    start: Point = (0.0, 0.0)
    for letter, *numbers in path:
        if letter == "M":
            start = last = (numbers[0], numbers[1])
            continue
        end = start if letter == "Z" else (numbers[-2], numbers[-1])
        if letter in "LZ" and last is not None:
            count = max(1, int(math.dist(last, end) / step))
            yield from ((last[0] + (end[0] - last[0]) * i / count, last[1] + (end[1] - last[1]) * i / count)
                        for i in range(count))
        last = end


def painted_over(marks: Sequence[Shape | Text], last: int, reach: float = 0.6) -> BaseGeometry:
    """What the marks of places, codes and links behind the last border cover, `reach` points wider."""
    later = [mark for mark in marks[last + 1 :] if mark.key.startswith(("space/", "line/"))]
    return union_all([
        LineString(tuple(along(mark.path))).buffer(mark.width / 2 + reach)
        if isinstance(mark, Shape) and mark.key.startswith("line/") else box(*bounds(mark)).buffer(reach)
        for mark in later
    ])


def drawn(copy: Copy, path: Path, corner: Point, over: BaseGeometry | None = None, reach: float = 0.6) -> float:
    """The share of the points along a path, but for those that are painted over, that have black within `reach` points."""
    r = math.ceil(reach * SCALE)
    hits = []
    for x, y in along(path):
        if over is not None and contains_xy(over, x, y):
            continue
        column, row = round((corner[0] + x) * SCALE), round((corner[1] + y) * SCALE)
        hits.append(bool(copy[row - r : row + r + 1, column - r : column + r + 1].any()))
    return sum(hits) / len(hits) if hits else 1.0


@every_face
def test_every_writing_place_and_every_boundary_is_left(which: int, ink: Mode) -> None:
    _, sheet = SHEETS[which]
    copy, marks, corner = copied(*SHEETS[which], ink)
    places = [
        mark for mark in marks if isinstance(mark, Shape)
        and (mark.key.startswith("box/") or mark.key.endswith(("/square", "/place")) or (mark.key.count("/") == 1
             and mark.key.startswith("space/")))
    ]
    held = {mark.key.split("/")[1] for mark in places if mark.key.startswith("space/")}
    assert held == {space.id for space in sheet.spaces}
    assert {f"box/{box.id}" for box in sheet.boxes} <= {mark.key for mark in places}
    borders = [at for at, mark in enumerate(marks) if mark.key.startswith("border/")]
    over = painted_over(marks, borders[-1] if borders else 0)
    bold = [mark for mark in (marks[at] for at in borders) if isinstance(mark, Shape) and mark.width > 2]
    for mark in bold:
        assert drawn(copy, mark.path, corner, over) > 0.9, mark.key
    points = [point for mark in bold for point in along(mark.path)]
    # And most of them lies open, even where places are close together.
    assert sum(not contains_xy(over, *point) for point in points) >= 0.5 * len(points)
    for mark in places:
        assert drawn(copy, mark.path, corner) > 0.97, mark.key


@every_face
def test_every_letter_of_a_region_is_left(which: int, ink: Mode) -> None:
    _, sheet = SHEETS[which]
    copy, marks, corner = copied(*SHEETS[which], ink)
    letters = [mark for mark in marks if isinstance(mark, Text) and mark.key.startswith("region/")]
    assert len(letters) == sum(decor.kind == "region" for decor in sheet.decor)
    for mark in letters:
        left, top, right, bottom = (SCALE * n for n in bounds(mark))
        x, y = SCALE * corner[0], SCALE * corner[1]
        part = copy[round(y + top) : round(y + bottom), round(x + left) : round(x + right)]
        assert 0.1 < part.mean() < 0.9, mark.key


def test_hatches_are_dark_enough_to_survive() -> None:
    used = {(name, mode): resolve(name, mode) for name in INKS for mode in PRINT_MODES}
    hatched = {name: paint for name, paint in used.items() if paint.hatch}
    assert {mode for _, mode in hatched} == {"grey", "low"}
    for name, paint in hatched.items():
        tone = sum(share * int(paint.hatch_rgb[i : i + 2], 16) for share, i in ((0.2126, 1), (0.7152, 3), (0.0722, 5)))
        assert tone < THRESHOLD * 255 and HATCHES[paint.hatch].width >= 0.4, name
        ground = int(paint.rgb[1:3], 16)
        assert ground > THRESHOLD * 255, name
