"""What is left of a sheet after a bad photocopy, and after a photocopy of a photocopy."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product

import numpy as np
import pytest
from PIL import Image, ImageFilter
from shapely import LineString, box, contains_xy, union_all
from shapely.geometry.base import BaseGeometry

from rollwrite_desktop.draw.display import Display, Path, Shape, Text, polygon
from rollwrite_desktop.draw.hatch import HATCHES, strokes
from rollwrite_desktop.draw.inks import INKS, PRINT_MODES, REGIONS, SMALL, Mode, resolve
from rollwrite_desktop.draw.trace import bounds
from rollwrite_desktop.printing.jobs.print_jobs import header_footer
from rollwrite_desktop.printing.pdf.export import pdf
from rollwrite_desktop.printing.sheets.page_layout import HeaderFooter, Leaf, imposition_of
from rollwrite_desktop.sheet.sheet import Point
from tests.draw.test_inks import neighbors
from tests.printed import drawn_once
from tests.printing.test_print_jobs import SHEETS, rendered
from tests.sampling import sampled

pytestmark = pytest.mark.slow

THRESHOLD = 0.55
SCALE = 300 / 72
Copy = np.ndarray[tuple[int, ...], np.dtype[np.bool_]]


every_face = sampled(
    "which, ink", [*product(range(len(SHEETS)), PRINT_MODES)], 26, lambda case: case[1], dear=lambda _: True
)
"""The same ones in each test, as a copy takes long to make."""


@lru_cache(4)
def copied(which: int, ink: Mode) -> tuple[Copy, tuple[Shape | Text, ...], Point]:
    """Which pixels are black at 300 dpi, the marks of the face, and where on the page the face is."""
    game, sheet = SHEETS[which]
    leaves = drawn_once(game, sheet, 1)
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
    """What the marks of places, codes, links, edges where land goes on and discs where four areas meet cover behind the last
    border, `reach` points wider."""
    later = [mark for mark in marks[last + 1 :] if mark.key.startswith(("space/", "line/", "cut/", "corner/"))]
    lines = [mark for mark in later if isinstance(mark, Shape) and mark.width and mark.key.startswith(("line/", "cut/"))]
    return union_all([
        *(LineString(tuple(along(mark.path))).buffer(mark.width / 2 + reach) for mark in lines),
        *(box(*bounds(mark)).buffer(reach) for mark in later if mark not in lines),
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
    copy, marks, corner = copied(which, ink)
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


def outlines(marks: Sequence[Shape | Text]) -> Iterator[Shape]:
    """The outlines of what is written in."""
    for mark in marks:
        written_in = mark.key.startswith("box/") or mark.key.endswith(("/square", "/place")) or (
            mark.key.startswith("space/") and mark.key.count("/") == 1)
        if isinstance(mark, Shape) and mark.stroke and written_in and not mark.key.startswith("legend/"):
            yield mark


@every_face
def test_every_box_survives_a_blur_and_a_threshold(which: int, ink: Mode) -> None:
    """A blur of 0.1 mm, 200 dpi, black and white at 55 %."""
    game, sheet = SHEETS[which]
    leaves = drawn_once(game, sheet, 1)
    face = imposition_of(leaves, "a4", 1).cells[0].face
    fine = rendered(pdf(leaves, header_footer(game), ink=ink)[0], scale=400 / 72)
    blurred = fine.filter(ImageFilter.GaussianBlur(0.1 / 25.4 * 400))
    coarse = blurred.resize((fine.width // 2, fine.height // 2), Image.Resampling.BOX)
    copy = np.asarray(coarse) < THRESHOLD * 255
    scale, found = 200 / 72, 0
    for mark in outlines(leaves[0].display.marks):
        hits = [
            bool(copy[row - 1 : row + 2, column - 1 : column + 2].any())
            for x, y in along(mark.path) for column, row in [(round((face.x + x) * scale), round((face.y + y) * scale))]
        ]
        assert sum(hits) >= 0.97 * len(hits), mark.key
        found += 1
    assert found >= len(sheet.spaces) + len(sheet.boxes)


def twice_copied(picture: Image.Image) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """A picture at 300 dpi after two copiers, each of which blurs by 0.1 mm and makes light tones lighter."""
    for _ in range(2):
        blurred = picture.filter(ImageFilter.GaussianBlur(0.1 / 25.4 * 300))
        picture = blurred.point([min(255, max(0, round((tone - 128) * 1.12 + 132))) for tone in range(256)])
    return np.asarray(picture) / 255


def seen_in(tones: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> tuple[float, float, tuple[float, ...]]:
    """How dark a patch is, how much its tones change, and the shares of four directions in that."""
    steps = (tones[:, 2:] - tones[:, :-2], tones[2:] - tones[:-2], tones[2:, 2:] - tones[:-2, :-2],
             tones[2:, :-2] - tones[:-2, 2:])
    changes = [float(np.abs(step).mean()) for step in steps]
    return float(1 - tones.mean()), sum(changes), tuple(each / (sum(changes) or 1) for each in changes)


@pytest.mark.parametrize(("per_page", "side"), [(1, 60.0), (4, 120.0)])
@pytest.mark.parametrize("ink", ["grey", "low"])
def test_neighboring_regions_differ_in_a_photocopy_of_a_photocopy(ink: Mode, per_page: int, side: float) -> None:
    """As large as they are on a sheet that has a page, and on one of four."""
    names = sorted({name for _, *pair in neighbors() for name in pair})
    marks = tuple(Shape(name, polygon([(i * side, 0), ((i + 1) * side, 0), ((i + 1) * side, side), (i * side, side)]),
                        f"region.{name}") for i, name in enumerate(names))
    display = Display((side * len(names), 0.75 * side * len(names)), marks)
    leaves = [Leaf(display, registered=False)]
    page = imposition_of(leaves, "a4", per_page)
    face = page.cells[0].face
    assert (page.scale < 0.5) == (per_page == 4)
    content, _ = pdf(leaves, HeaderFooter(numbered=False, ruler=False), ink=ink, per_page=per_page)
    tones = twice_copied(rendered(content, scale=SCALE))
    seen = {}
    for i, name in enumerate(names):
        left, top = (face.x + page.scale * (i * side + 6)) * SCALE, (face.y + page.scale * 6) * SCALE
        room = round(page.scale * (side - 12) * SCALE)
        seen[name] = seen_in(tones[round(top) : round(top) + room, round(left) : round(left) + room])
    for sheet, one, other in neighbors():
        (dark, changes, shares), (darker, more, others) = seen[one], seen[other]
        turned = min(changes, more) >= 0.02 and max(abs(a - b) for a, b in zip(shares, others, strict=True)) >= 0.1
        assert abs(dark - darker) >= 0.04 or abs(changes - more) >= 0.02 or turned, (sheet, one, other, seen)


@every_face
def test_every_letter_of_a_region_is_left(which: int, ink: Mode) -> None:
    _, sheet = SHEETS[which]
    copy, marks, corner = copied(which, ink)
    letters = [mark for mark in marks if isinstance(mark, Text) and mark.key.startswith("region/")]
    assert len(letters) == sum(decor.kind == "region" for decor in sheet.decor)
    for mark in letters:
        left, top, right, bottom = (SCALE * n for n in bounds(mark))
        x, y = SCALE * corner[0], SCALE * corner[1]
        part = copy[round(y + top) : round(y + bottom), round(x + left) : round(x + right)]
        assert 0.1 < part.mean() < 0.9, mark.key


@pytest.mark.parametrize("ink", ["grey", "low"])
@pytest.mark.parametrize("region", REGIONS)
def test_every_stroke_of_a_hatch_is_where_it_is_drawn(region: str, ink: Mode) -> None:
    """Its middle is darker than what is around it."""
    ground = Shape("space/a/fill", polygon([(20, 20), (220, 20), (220, 170), (20, 170)]), f"region.{region}")
    leaves = [Leaf(Display((720, 540), (ground,)), registered=False)]
    face = imposition_of(leaves, "a4", 1).cells[0].face
    tones = np.asarray(rendered(pdf(leaves, HeaderFooter(numbered=False, ruler=False), ink=ink)[0], scale=SCALE))
    paint = resolve(ground.fill, ink)
    found = strokes(paint.hatch, ground.path)
    assert len(found) > 20
    for x1, y1, x2, y2 in found:
        column, row = (round(SCALE * n) for n in (face.x + (x1 + x2) / 2, face.y + (y1 + y2) / 2))
        assert tones[row - 1 : row + 2, column - 1 : column + 2].min() < 0.75 * int(paint.rgb[1:3], 16)


@pytest.mark.parametrize("ink", ["grey", "low"])
@pytest.mark.parametrize("region", [*REGIONS, "stone"])
def test_the_outline_of_other_land_ends_below_an_area(region: str, ink: Mode) -> None:
    """Though nothing is printed in its white where ink is saved."""
    land = Shape("isle/0", polygon([(120, 95), (300, 95), (300, 150), (120, 150)]), "abroad", "line", 0.75)
    area = Shape("space/a/fill", polygon([(20, 20), (220, 20), (220, 170), (20, 170)]), f"region.{region}")
    with_land, without = (
        np.asarray(rendered(pdf([Leaf(Display((720, 540), marks), registered=False)],
                                HeaderFooter(numbered=False, ruler=False), ink=ink)[0], scale=2.0))
        for marks in ((land, area), (area,))
    )
    face = imposition_of([Leaf(Display((720, 540), ()), registered=False)], "a4", 1).cells[0].face
    left, top, right, bottom = (round(2 * n) for n in (face.x + 21, face.y + 21, face.x + 219, face.y + 169))
    assert (with_land[top:bottom, left:right] == without[top:bottom, left:right]).all()
    assert (with_land != without).any()


def test_hatches_are_dark_enough_to_survive() -> None:
    used = {(name, mode): resolve(name, mode) for name in INKS for mode in (*PRINT_MODES, *SMALL)}
    hatched = {name: paint for name, paint in used.items() if paint.hatch}
    assert {mode for _, mode in hatched} == {"grey", "low", *SMALL}
    for name, paint in hatched.items():
        tone = sum(share * int(paint.hatch_rgb[i : i + 2], 16) for share, i in ((0.2126, 1), (0.7152, 3), (0.0722, 5)))
        assert tone < THRESHOLD * 255 and HATCHES[paint.hatch].width >= 0.4, name
        ground = int(paint.rgb[1:3], 16)
        assert ground > THRESHOLD * 255, name
