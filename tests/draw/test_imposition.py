"""Imposition: faces lie on the page, apart from each other, as large as they can be, at a scale that the page can state."""

from __future__ import annotations

import pytest

from rollwrite_desktop.draw.imposition import MARGIN, PAPERS, PER_PAGE, STRIPS, cut_marks, impose
from rollwrite_desktop.draw.trace import bounds
from rollwrite_desktop.sheet.sheet import Rect

FACE = (720.0, 540.0)


@pytest.mark.parametrize("paper", ("a4", "letter"))
def test_a_face_lies_unscaled_across_office_paper(paper: str) -> None:
    page = impose(FACE, paper)
    assert page.scale == 1 and page.size[0] > page.size[1]
    assert (page.cells[0].face.w, page.cells[0].face.h) == FACE
    assert page.cuts == () and cut_marks(page) == ()


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("per_page", PER_PAGE)
@pytest.mark.parametrize("orientation", ("auto", "portrait", "landscape"))
def test_cells_keep_to_the_printable_page_and_to_themselves(paper: str, per_page: int, orientation: str) -> None:
    page = impose(FACE, paper, per_page, orientation)  # type: ignore[arg-type]
    assert len(page.cells) == per_page
    whole = [Rect(c.head.x, c.head.y, c.head.w, c.foot.y + c.foot.h - c.head.y) for c in page.cells]
    for cell, rect in zip(page.cells, whole, strict=True):
        assert rect.x >= MARGIN - 1e-6 and rect.y >= MARGIN - 1e-6
        assert rect.x + rect.w <= page.size[0] - MARGIN + 1e-6 and rect.y + rect.h <= page.size[1] - MARGIN + 1e-6
        assert cell.head.h == cell.foot.h in STRIPS
        assert cell.face.w / cell.face.h == pytest.approx(FACE[0] / FACE[1])
    for i, one in enumerate(whole):
        for other in whole[i + 1 :]:
            apart_x = other.x - (one.x + one.w) if other.x > one.x else one.x - (other.x + other.w)
            apart_y = other.y - (one.y + one.h) if other.y > one.y else one.y - (other.y + other.h)
            assert max(apart_x, apart_y) >= 2 * MARGIN - 1e-6


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("per_page", PER_PAGE)
def test_the_scale_is_in_half_percents_and_no_orientation_does_better(paper: str, per_page: int) -> None:
    page = impose(FACE, paper, per_page)
    assert 200 * page.scale == pytest.approx(round(200 * page.scale))
    assert page.scale == max(impose(FACE, paper, per_page, way).scale for way in ("portrait", "landscape"))
    assert 0.25 < page.scale <= 1


def test_two_per_page_lie_one_above_the_other() -> None:
    page = impose(FACE, "a4", 2)
    assert page.size[1] > page.size[0] and page.scale == pytest.approx(0.7)
    upper, lower = page.cells
    assert upper.face.x == lower.face.x and upper.face.y < lower.face.y
    assert page.cuts == ((0, page.size[1] / 2, page.size[0], page.size[1] / 2),)


def test_four_per_page_are_cut_crosswise() -> None:
    page = impose(FACE, "letter", 4)
    assert len(page.cuts) == 2
    marks = cut_marks(page)
    assert len(marks) == 6
    for mark in marks:
        left, top, right, bottom = bounds(mark)
        assert left >= 0 and top >= 0 and right <= page.size[0] and bottom <= page.size[1]


def test_enlarging_must_be_asked_for() -> None:
    small = (200.0, 150.0)
    assert impose(small).scale == 1
    assert impose(small, largest=9).scale == pytest.approx(3.62)


def test_impossible_requests_are_errors() -> None:
    with pytest.raises(ValueError, match="3 faces per page: expected 1, 2 or 4"):
        impose(FACE, "a4", 3)
    with pytest.raises(KeyError):
        impose(FACE, "a0")
