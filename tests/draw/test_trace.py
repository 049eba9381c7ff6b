"""A display as lines of text, and the room its marks take."""

from __future__ import annotations

import pytest

from rollwrite_desktop.draw.display import Display, Shape, Text, ellipse, polyline
from rollwrite_desktop.draw.trace import bounds, line, touches, trace, union
from rollwrite_desktop.draw.type_metrics import width
from tests.draw.pictures import dice_picture, map_picture


def test_a_line_says_everything_about_a_mark() -> None:
    dashed = Shape("a/b", (("M", 1, 2.005), ("L", 3.14159, -0.001), ("Z",)), "text", "line", 0.75, (4, 2.5))
    assert line(dashed) == "shape a/b fill=text stroke=line width=0.75 dash=4,2.5 M 1 2 L 3.14 0 Z"
    assert line(Text("t", 1, 2, 'né "x"', "hand", 8, "pencil")) == 'text t 1 2 left hand 8 pencil "né \\"x\\""'
    turned = Text("t", 1.5, 2, "x", "bold", 8.25, "text", "middle", 90)
    assert line(turned) == 'text t 1.5 2 middle turn=90 bold 8.25 text "x"'


def test_a_trace_has_a_line_per_mark_in_order_of_painting() -> None:
    display = map_picture()
    head, *rest = trace(display)
    assert head == "display 400 200"
    assert [text.split()[1] for text in rest] == [mark.key for mark in display.marks]
    assert all("\n" not in text for text in rest)


def test_equal_pictures_have_equal_traces_and_others_have_not() -> None:
    assert trace(map_picture()) == trace(map_picture())
    assert trace(map_picture()) != trace(dice_picture())


def test_bounds_take_in_strokes_turns_and_alignment() -> None:
    assert bounds(Shape("a", ellipse(10, 10, 5, 5), fill="text")) == (5, 5, 15, 15)
    left, top, right, bottom = bounds(Shape("a", polyline(((0, 0), (10, 0))), stroke="text", width=2))
    assert left <= -1 and top <= -1 and right >= 11 and bottom >= 1
    wide = width("mmmm", "text", 10)
    for align, left_edge in (("left", 100), ("middle", 100 - wide / 2), ("right", 100 - wide)):
        left, _, right, _ = bounds(Text("t", 100, 50, "mmmm", "text", 10, "text", align))  # type: ignore[arg-type]
        assert left == pytest.approx(left_edge, abs=2) and right == pytest.approx(left_edge + wide, abs=2)
    left, top, right, bottom = bounds(Text("t", 100, 50, "mmmm", "text", 10, "text", turn=90))
    assert right - left < bottom - top and bottom > 50 + 0.9 * wide
    assert bounds(Shape("a", ())) == (0, 0, 0, 0)


def test_rectangles_unite_and_touch() -> None:
    assert union((0, 0, 1, 1), (2, -1, 3, 0.5)) == (0, -1, 3, 1)
    assert touches((0, 0, 1, 1), (1, 1, 2, 2)) and not touches((0, 0, 1, 1), (1.1, 0, 2, 1))


def test_sample_pictures_have_unique_keys_and_stay_on_their_page() -> None:
    for display in (map_picture(), dice_picture()):
        keys = [mark.key for mark in display.marks]
        assert len(keys) == len(set(keys))
        for mark in display.marks:
            left, top, right, bottom = bounds(mark)
            assert left >= -1 and top >= -1 and right <= display.size[0] + 1 and bottom <= display.size[1] + 1, mark.key


def test_marks_are_the_same_for_equal_displays() -> None:
    assert Display((1, 1), ()) == Display((1, 1), ())
    assert map_picture().marks == map_picture().marks
