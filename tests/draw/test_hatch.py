"""Hatches cover their rectangle, stay with the page, and run on from one fill to the next."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollwrite_desktop.draw.hatch import HATCHES, diagonals, lines


@pytest.mark.parametrize("name", HATCHES)
def test_a_hatch_reaches_all_of_its_rectangle(name: str) -> None:
    drawn = lines(name, (10, 20, 110, 80))
    assert drawn
    xs = [x for x1, _, x2, _ in drawn for x in (x1, x2)]
    ys = [y for _, y1, _, y2 in drawn for y in (y1, y2)]
    reach = 2 * HATCHES[name].step
    assert min(xs) < 10 + reach and max(xs) > 110 - reach and min(ys) < 20 + reach and max(ys) > 80 - reach


@given(st.sampled_from(("rise", "fall")), st.floats(0, 300), st.floats(0, 300), st.floats(5, 90))
def test_neighboring_fills_share_their_lines(name: str, x: float, y: float, side: float) -> None:
    """Where two rectangles overlap, their hatches coincide: each line's place across its direction is a whole step."""
    sign = 1 if name == "rise" else -1
    for x1, y1, _, _ in lines(name, (x, y, x + side, y + side)):
        across = (x1 + sign * y1) / (HATCHES[name].step * 2**0.5)
        assert across == pytest.approx(round(across), abs=1e-6)


@given(st.sampled_from([name for name, hatch in HATCHES.items() if hatch.tick]), st.floats(0, 300), st.floats(0, 300),
       st.floats(5, 90))
def test_neighboring_fills_share_their_strokes(name: str, x: float, y: float, side: float) -> None:
    """The middle of each stroke is a point of one grid of half steps."""
    half = HATCHES[name].step / 2
    for x1, y1, x2, y2 in lines(name, (x, y, x + side, y + side)):
        column, row = (x1 + x2) / 2 / half, (y1 + y2) / 2 / half
        assert column == pytest.approx(round(column), abs=1e-6) and row == pytest.approx(round(row), abs=1e-6)
        assert (round(column) + round(row)) % 2 == 0
        assert ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5 == pytest.approx(HATCHES[name].tick)


def test_dots_stand_in_quincunx() -> None:
    rows: dict[float, list[float]] = {}
    for x, y, _, _ in lines("dots", (0, 0, 30, 10)):
        rows.setdefault(y, []).append(x)
    first, second = sorted(rows)[:2]
    assert rows[second][0] - rows[first][0] == pytest.approx(HATCHES["dots"].step / 2)


def test_diagonals_end_at_the_edges_of_what_they_fill() -> None:
    for bounds in ((10.0, 20.0, 18.0, 90.0), (0.0, 0.0, 50.0, 6.0), (3.0, 3.0, 9.0, 9.0)):
        left, top, right, bottom = bounds
        made = diagonals(bounds, 4.0)
        assert len(made) >= 2
        for x1, y1, x2, y2 in made:
            assert left <= x1 < x2 <= right and top <= y2 < y1 <= bottom
            assert x1 == left or y1 == bottom
            assert x2 == right or y2 == top
    assert diagonals((5.0, 5.0, 5.0, 5.0), 4.0) == ()
