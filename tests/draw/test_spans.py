"""Intervals of a line within rings, in common, and what is left of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollwrite_desktop.draw.spans import Span, common, within, without

SQUARE = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]
HORNED = [(0.0, 0.0), (3.0, 0.0), (3.0, 5.0), (7.0, 5.0), (7.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]
ENDS = st.integers(0, 20).map(float)
SPANS = st.lists(st.tuples(ENDS, ENDS).filter(lambda ends: ends[0] < ends[1]), max_size=5)


def apart(spans: list[Span]) -> list[Span]:
    """The same numbers, of intervals that do not meet."""
    found: list[Span] = []
    for left, right in sorted(spans):
        if not found or left > found[-1][1]:
            found.append((left, right))
    return found


def test_a_level_line_is_within_rings_by_the_nonzero_rule() -> None:
    assert within([SQUARE], 5.0) == [(0.0, 10.0)] and not within([SQUARE], 11.0) and not within([], 5.0)
    assert within([HORNED], 2.0) == [(0.0, 3.0), (7.0, 10.0)] and within([HORNED], 8.0) == [(0.0, 10.0)]
    inner = [(2.0, 2.0), (6.0, 2.0), (6.0, 8.0), (2.0, 8.0)]
    assert within([SQUARE, inner[::-1]], 5.0) == [(0.0, 2.0), (6.0, 10.0)], "a hole is turned the other way"
    assert within([SQUARE, inner], 5.0) == [(0.0, 10.0)]
    assert within([SQUARE], 5.0) == within([SQUARE[::-1]], 5.0)


@given(SPANS, SPANS)
def test_what_is_in_common_and_what_is_left_are_all_there_is(one: list[Span], other: list[Span]) -> None:
    one, both, rest = apart(one), common(apart(one), apart(other)), without(apart(one), other)
    for n in range(20):
        x, held = n + 0.5, [[left < n + 0.5 < right for left, right in spans] for spans in (one, other, both, rest)]
        first, second, shared, left_over = map(any, held)
        assert left_over == (first and not second), x
        assert shared == (first and any(left < x < right for left, right in apart(other))), x
    assert rest == sorted(rest) and all(left < right for left, right in (*both, *rest))


def test_short_remains_are_left_out() -> None:
    assert without([(0.0, 10.0)], [(1.0, 4.0), (6.0, 7.0)]) == [(0.0, 1.0), (4.0, 6.0), (7.0, 10.0)]
    assert without([(0.0, 10.0)], [(6.0, 7.0), (1.0, 4.0)], 2.0) == [(4.0, 6.0), (7.0, 10.0)]
    assert without([(0.0, 10.0)], [(5.0, 3.0)]) == [(0.0, 10.0)], "what ends before it starts takes nothing"
    assert without([(0.0, 10.0)], [(-1.0, 11.0)]) == [] == without([], [(0.0, 1.0)])
    assert without([(0.0, 1.0), (4.0, 8.0)], [], 2.0) == [pytest.approx((4.0, 8.0))]
