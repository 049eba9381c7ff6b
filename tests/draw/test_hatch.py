"""Hatches cover their rectangle, stay with the page, and run on from one fill to the next."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from rollwrite_desktop.draw.clip import window
from rollwrite_desktop.draw.display import Bounds, Shape, Text, box, ellipse, polygon
from rollwrite_desktop.draw.hatch import CLEAR, HATCHES, Line, among, dashed, diagonals, kept_clear, strokes, zone
from rollwrite_desktop.draw.inks import halo
from rollwrite_desktop.sheet.sheet import POINTS_PER_MM, Rect, inside


def lines(name: str, around: Bounds) -> tuple[Line, ...]:
    left, top, right, bottom = around
    return strokes(name, box(left, top, right - left, bottom - top))


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


ON_PAGES = [name for name, hatch in HATCHES.items() if not hatch.centered]


@given(st.sampled_from([name for name in ON_PAGES if HATCHES[name].tick]), st.floats(0, 300), st.floats(0, 300),
       st.floats(5, 90))
def test_neighboring_fills_share_their_strokes(name: str, x: float, y: float, side: float) -> None:
    """The middle of each stroke is a point of one grid of half steps, and of a caret the middle below its top."""
    half = HATCHES[name].step / 2
    for x1, y1, x2, y2 in lines(name, (x, y, x + side, y + side)):
        top = x2 if y2 < y1 else x1
        column, row = (top if "caret" in name else (x1 + x2) / 2) / half, (y1 + y2) / 2 / half
        assert column == pytest.approx(round(column), abs=1e-6) and row == pytest.approx(round(row), abs=1e-6)
        assert (round(column) + round(row)) % 2 == 0
        assert ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5 == pytest.approx(HATCHES[name].tick)


TRIANGLE = ((20.0, 10.0), (140.0, 60.0), (30.0, 150.0))


@pytest.mark.parametrize("name", [name for name in HATCHES if HATCHES[name].pattern != "waves"])
def test_a_hatch_stays_within_its_outline(name: str) -> None:
    drawn = strokes(name, polygon(TRIANGLE))
    assert len(drawn) > 10
    for x1, y1, x2, y2 in drawn:
        for share in (0.02, 0.5, 0.98):
            assert inside(TRIANGLE, x1 + share * (x2 - x1), y1 + share * (y2 - y1))


@pytest.mark.parametrize("name", HATCHES)
def test_a_hatch_keeps_clear_of_codes_and_boxes(name: str) -> None:
    """By 0.8 mm, and everywhere else it is as it was."""
    assert pytest.approx(0.8 * POINTS_PER_MM) == CLEAR
    path, (left, top, right, bottom) = box(0, 0, 200, 150), (60.0, 40.0, 110.0, 90.0)
    drawn = strokes(name, path, [zone(((left, top), (right, top), (right, bottom), (left, bottom)))])
    for x1, y1, x2, y2 in drawn:
        for share in (0.0, 0.25, 0.5, 0.75, 1.0):
            x, y = x1 + share * (x2 - x1), y1 + share * (y2 - y1)
            assert max(left - x, x - right, top - y, y - bottom) >= CLEAR - 1e-6, (x, y)
    far = [line for line in strokes(name, path) if max(line[0], line[2]) < left - CLEAR - HATCHES[name].tick]
    assert far and set(far) <= set(drawn)


def test_what_is_kept_clear_is_what_is_read_or_written_in() -> None:
    marks = (
        Shape("space/OH/fill", polygon(TRIANGLE), "region.red"), Shape("space/OH/square", box(40, 40, 20, 20, 3), "box"),
        Text("space/OH/code", 40, 36, "OH", "bold", 8, "text"), Text("title/0", 5, 5, "T", "bold", 8, "text"),
        Shape("region/red", ellipse(60, 90, 6, 6), "region.red.strong"), Shape("box/guard/1", box(90, 90, 30, 30), "box"),
    )
    square, code, letter, one = (kept.around for kept in kept_clear(marks))
    assert square == pytest.approx((40 - CLEAR, 40 - CLEAR, 60 + CLEAR, 60 + CLEAR))
    assert letter == pytest.approx((54 - CLEAR, 84 - CLEAR, 66 + CLEAR, 96 + CLEAR))
    assert one == pytest.approx((90 - CLEAR, 90 - CLEAR, 120 + CLEAR, 120 + CLEAR))
    assert code[0] == pytest.approx(40 - CLEAR) and code[3] == pytest.approx(36 + CLEAR) and 49 < code[2] - CLEAR < 54
    part = tuple(window("half", marks, (0, 0, 200, 200), Rect(0, 0, 200, 200)))
    assert [kept.around for kept in kept_clear(part)] == [square, code, letter, one], "in a part of a face as on the face"
    elsewhere = tuple(replace(mark, fill="") if isinstance(mark, Shape) else mark for mark in part)
    assert [kept.around for kept in kept_clear(elsewhere)] == [code], "not what is to be written in elsewhere"
    assert not kept_clear([Shape("half/space/box/fill/0", box(40, 40, 20, 20), "region.red")])


def test_signs_and_numbers_of_medals_are_not_crossed() -> None:
    star = polygon([(50, 20), (60, 45), (85, 50), (60, 55), (50, 80), (40, 55), (15, 50), (40, 45)])
    sign, number = (kept.around for kept in kept_clear([
        Shape("column/red/sign", star, "region.red.strong"),
        Shape("medal/picture/disc", ellipse(50, 50, 40, 40), "region.stone"),
    ]))
    assert sign == pytest.approx((15 - CLEAR, 20 - CLEAR, 85 + CLEAR, 80 + CLEAR))
    assert number == pytest.approx((26 - CLEAR, 26 - CLEAR, 74 + CLEAR, 74 + CLEAR))
    (isle,) = (kept.around for kept in kept_clear([Text("sign/0", 50, 36, "GB", "bold", 8, "text", "middle")]))
    assert isle[0] + isle[2] == pytest.approx(100) and isle[3] == pytest.approx(36 + CLEAR)
    assert halo("sign/0", "text", "low") == halo("half/space/OH/code", "text", "grey") == "box"
    assert halo("sign/0", "text", "colour") == halo("title/0", "text", "grey") == ""


@pytest.mark.parametrize("turned", [False, True])
def test_no_stroke_is_cut_by_a_hex(turned: bool) -> None:
    corners = [(100 + 40 * math.cos(math.radians(60 * i)), 100 + 40 * math.sin(math.radians(60 * i))) for i in range(6)]
    hexagon = polygon(corners[::-1] if turned else corners)
    (kept,) = kept_clear([Shape("space/a1/square", hexagon, "box")])
    for name in HATCHES:
        drawn = strokes(name, box(0, 0, 200, 200), [kept])
        assert len(drawn) > 30
        for x1, y1, x2, y2 in drawn:
            assert not any(inside(corners, x1 + share * (x2 - x1), y1 + share * (y2 - y1)) for share in (0.0, 0.5, 1.0))


def test_single_strokes_are_left_out() -> None:
    """Of one beside a code nobody knows whether it is a letter; and between hexes is room for no more."""
    for name in (name for name, hatch in HATCHES.items() if hatch.tick):
        step = HATCHES[name].step
        assert not lines(name, (0.1, 0.1, 0.9 * step, 0.9 * step)) and lines(name, (0.0, 0.0, 4 * step, 4 * step))
    hexagon = polygon([(40 * math.cos(math.radians(60 * i)), 40 * math.sin(math.radians(60 * i))) for i in range(6)])
    hexes, squares = (kept_clear([Shape("space/a1/square", path, "box")]) for path in (hexagon, box(40, 40, 20, 20)))
    for name in ON_PAGES:
        assert among(name, squares) == name
        assert among(name, hexes) == ("" if "sparse" in name or "caret" in name else name.removesuffix(".coarse"))


def test_hatches_keep_as_far_from_codes_where_sheets_are_small() -> None:
    """0.8 mm on paper, at half size; and the strokes are as coarse there as fine ones are at 70 %."""
    code = Text("space/OH/code", 40, 36, "OH", "bold", 8, "text")
    (usual,), (small,) = kept_clear([code]), kept_clear([code], small=True)
    assert [round(abs(a - b), 3) for a, b in zip(usual.around, small.around, strict=True)] == [round(CLEAR, 3)] * 4
    for name in ON_PAGES:
        if not name.endswith(".coarse"):
            hatch, coarse = HATCHES[name], HATCHES[f"{name}.coarse"]
            assert 0.5 * coarse.step >= 0.65 * hatch.step and 0.5 * coarse.width >= 0.3, name


def test_a_path_with_a_hole_has_no_hatch_in_it() -> None:
    hole = (("M", 30.0, 30.0), ("L", 30.0, 70.0), ("L", 70.0, 70.0), ("L", 70.0, 30.0), ("Z",))
    for x1, y1, x2, y2 in strokes("flat", (*box(0, 0, 100, 100), *hole)):
        assert not (30 < (x1 + x2) / 2 < 70 and 30 < (y1 + y2) / 2 < 70)


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


@pytest.mark.parametrize("name", [name for name, hatch in HATCHES.items() if hatch.centered])
@pytest.mark.parametrize("side", [23.0, 24.0])
def test_dice_show_the_same_pattern_wherever_they_are(name: str, side: float) -> None:
    """At their corners and amid their sides, none of it cut; and lines in one piece beside the letter."""
    around = []
    for x, y in ((0.0, 0.0), (31.7, 12.3), (333.3, 71.9)):
        disc = Shape("dice/red/disc", ellipse(x, y, 0.33 * side, 0.33 * side), "swatch.disc")
        drawn = strokes(name, box(x - side / 2, y - side / 2, side, side, 0.2 * side), kept_clear([disc]))
        around.append({tuple(round(n, 3) for n in (x1 - x, y1 - y, x2 - x, y2 - y)) for x1, y1, x2, y2 in drawn})
        for x1, y1, x2, y2 in drawn:
            assert max(abs(n) for n in (x1 - x, x2 - x, y1 - y, y2 - y)) < side / 2
    assert around[0] == around[1] == around[2]
    if HATCHES[name].tick:
        assert len(around[0]) == 8 * (1 + ("plus" in name or "caret" in name))
    else:
        assert max(math.dist(line[:2], line[2:]) for line in around[0]) > 10


def test_a_caret_is_two_strokes_that_meet_at_the_top() -> None:
    drawn = lines("caret", (0.0, 0.0, 60.0, 60.0))
    assert len(drawn) > 20
    for rise, fall in zip(drawn[::2], drawn[1::2], strict=True):
        assert rise[2:] == pytest.approx(fall[:2]) and rise[1] == pytest.approx(fall[3]) and rise[3] < rise[1]
        assert rise[2] - rise[0] == pytest.approx(fall[2] - fall[0]) == pytest.approx(2.0)


@pytest.mark.parametrize("name", [name for name, hatch in HATCHES.items() if hatch.tick])
def test_dashed_lines_have_all_the_strokes_of_a_hatch(name: str) -> None:
    drawn = lines(name, (10.0, 20.0, 110.0, 90.0))
    (tick, gap), runs = dashed(name, drawn)
    assert tick == HATCHES[name].tick and len(runs) < len(drawn) / 2
    found = []
    for x1, y1, x2, y2 in runs:
        long = math.dist((x1, y1), (x2, y2))
        dx, dy = (x2 - x1) / long, (y2 - y1) / long
        starts = [i * (tick + gap) for i in range(round((long - tick) / (tick + gap)) + 1)]
        found += [(x1 + start * dx, y1 + start * dy, x1 + (start + tick) * dx, y1 + (start + tick) * dy) for start in starts]
    assert len(found) == len(drawn)
    assert all(min(math.dist(one, other) for other in found) < 0.05 for one in drawn)
