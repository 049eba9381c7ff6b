"""Imposition: faces lie on the page, apart from each other, as large as they can be, at a scale that the page can state."""

from __future__ import annotations

import pytest

from rollwrite_desktop.draw.imposition import (
    CODE_ROOM,
    CUT_MARGIN,
    FOOT_STRIP,
    INSET,
    MARGIN,
    PAPERS,
    PER_PAGE,
    PUNCHES,
    QUIET,
    SQUARE,
    STRIP,
    STRIP_GAP,
    Cell,
    crop_marks,
    impose,
)
from rollwrite_desktop.draw.trace import bounds
from rollwrite_desktop.sheet.sheet import POINTS_PER_MM, Rect

FACE = (720.0, 540.0)


@pytest.mark.parametrize("paper", ("a4", "letter"))
def test_a_face_lies_unscaled_across_office_paper(paper: str) -> None:
    page = impose(FACE, paper)
    assert page.scale == 1 and page.size[0] > page.size[1]
    assert (page.cells[0].face.w, page.cells[0].face.h) == FACE
    assert page.cuts == () and crop_marks(page) == ()


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("per_page", PER_PAGE)
@pytest.mark.parametrize("orientation", ("auto", "portrait", "landscape"))
def test_cells_keep_to_the_printable_page_and_to_themselves(paper: str, per_page: int, orientation: str) -> None:
    page = impose(FACE, paper, per_page, orientation)  # type: ignore[arg-type]
    assert len(page.cells) == per_page
    inked = [
        (*cell.solid, cell.badge, *[cell.head] * (cell.head.h > 0), cell.foot, within(cell, page.scale))
        for cell in page.cells
    ]
    wide, high = page.size
    for cell, rects in zip(page.cells, inked, strict=True):
        for rect in rects:
            assert rect.x >= MARGIN - 1e-6 or per_page > 1
            assert min(rect.x, rect.y, wide - rect.x - rect.w, high - rect.y - rect.h) >= MARGIN - 1e-6
            for x1, y1, x2, y2 in page.cuts:
                aside = max(x1 - rect.x - rect.w, rect.x - x1) if x1 == x2 else max(y1 - rect.y - rect.h, rect.y - y2)
                assert aside >= CUT_MARGIN - 1e-6
        for i, one in enumerate(rects):
            assert all(gap(one, other) >= min(STRIP_GAP, QUIET) - 1e-6 for other in rects[i + 1 :])
        for square in cell.solid:
            assert gap(square, within(cell, page.scale)) >= QUIET - 1e-6
            assert square.w == square.h == SQUARE
        assert gap(cell.identity, within(cell, page.scale)) >= -1e-6
        assert cell.head.h in (0, STRIP) and cell.foot.h == FOOT_STRIP
        assert cell.face.w / cell.face.h == pytest.approx(FACE[0] / FACE[1])


def within(cell: Cell, scale: float) -> Rect:
    """The part of a face that is printed on."""
    inset, face = scale * INSET, cell.face
    return Rect(face.x + inset, face.y + inset, face.w - 2 * inset, face.h - 2 * inset)


def gap(one: Rect, other: Rect) -> float:
    """How far two rectangles are apart; negative where they overlap."""
    return max(other.x - one.x - one.w, one.x - other.x - other.w, other.y - one.y - one.h, one.y - other.y - other.h)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("per_page", PER_PAGE)
@pytest.mark.parametrize("holes", PUNCHES)
def test_no_hole_touches_an_identity_code(paper: str, per_page: int, holes: str) -> None:
    """Nor its quiet zone; on backs holes and codes are on the same side."""
    page = impose(FACE, paper, per_page, holes=holes)
    for cell, punched in zip((*page.cells, *page.backs), (*page.holes, *page.back_holes), strict=True):
        zone = cell.identity
        assert all(gap(cell.badge, square) > 0 for square in cell.solid)
        for hole in punched:
            ring = Rect(hole.x - hole.radius, hole.y - hole.radius, 2 * hole.radius, 2 * hole.radius)
            assert gap(zone, ring) > 0


@pytest.mark.parametrize("paper", ("a4", "letter"))
def test_registration_squares_are_where_a_camera_looks_for_them(paper: str) -> None:
    page = impose(FACE, paper)
    (cell,) = page.cells
    side = 4 * POINTS_PER_MM
    ends = [MARGIN, page.size[0] - MARGIN - side], [MARGIN, page.size[1] - MARGIN - side]
    found = [(square.x, square.y) for square in cell.squares]
    for place, expected in zip(found, [(x, y) for y in ends[1] for x in ends[0]], strict=True):
        assert place == pytest.approx(expected)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("per_page", PER_PAGE)
def test_the_scale_is_in_half_percents_and_no_orientation_does_better(paper: str, per_page: int) -> None:
    page = impose(FACE, paper, per_page)
    assert 200 * page.scale == pytest.approx(round(200 * page.scale))
    assert page.scale == max(impose(FACE, paper, per_page, way).scale for way in ("portrait", "landscape"))
    assert 0.25 < page.scale <= 1


def test_two_per_page_lie_one_above_the_other() -> None:
    page = impose(FACE, "a4", 2)
    assert page.size[1] > page.size[0] and page.scale == pytest.approx(0.73)
    upper, lower = page.cells
    assert upper.face.x == lower.face.x and upper.face.y < lower.face.y
    assert page.cuts == ((0, page.size[1] / 2, page.size[0], page.size[1] / 2),)


@pytest.mark.parametrize("paper", PAPERS)
def test_four_per_page_have_twelve_squares_and_the_code_in_the_fourth_corner(paper: str) -> None:
    page = impose(FACE, paper, 4)
    for cells, side in ((page.cells, 1), (page.backs, 0)):
        assert sum(len(cell.solid) for cell in cells) == 12
        for cell in cells:
            corner = cell.squares[2 + side]
            assert corner not in cell.solid and cell.badge.distance(*corner.center) == 0
            # The four corners are those of a rectangle all the same.
            middles = [square.center for square in cell.squares]
            assert middles[0][0] == middles[2][0] and middles[1][0] == middles[3][0]
            assert middles[0][1] == middles[1][1] and middles[2][1] == middles[3][1]
    assert all(len(cell.solid) == 4 for few in (1, 2) for cell in impose(FACE, paper, few).cells)


@pytest.mark.parametrize("paper", ("a4", "letter"))
@pytest.mark.parametrize("per_page", PER_PAGE)
def test_the_sheet_fills_its_part_of_the_page(paper: str, per_page: int) -> None:
    """Above the face and below it hardly anything is white but the margin of the printer."""
    page = impose(FACE, paper, per_page)
    for cell in page.cells:
        high = page.size[1] / len({cell.face.y for cell in page.cells})
        face = within(cell, page.scale)
        above, below = face.y % high, high - face.y % high - face.h
        # With one sheet on a page boxes are of their size; with more the face is as large as its width or its height allows.
        wide = cell.squares[1].x + SQUARE - cell.squares[0].x - CODE_ROOM - SQUARE - QUIET
        narrow = per_page > 1 and face.w >= 0.97 * wide
        assert narrow or max(above, below) <= 0.12 * high


def test_four_per_page_are_cut_crosswise() -> None:
    page = impose(FACE, "letter", 4)
    assert len(page.cuts) == 2
    marks = crop_marks(page)
    assert len(marks) == 6
    for mark in marks:
        assert mark.key.startswith("crop/"), "`cut/` is an edge of a map where the land goes on"
        left, top, right, bottom = bounds(mark)
        assert left >= 0 and top >= 0 and right <= page.size[0] and bottom <= page.size[1]


def test_enlarging_must_be_asked_for() -> None:
    small = (200.0, 150.0)
    assert impose(small).scale == 1
    assert impose(small, largest=9).scale == pytest.approx(4.15)


def test_impossible_requests_are_errors() -> None:
    with pytest.raises(ValueError, match="3 faces per page: expected 1, 2 or 4"):
        impose(FACE, "a4", 3)
    with pytest.raises(KeyError):
        impose(FACE, "a0")
