"""What is written by hand looks the same every time, differs from place to place, and stays where it belongs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollwrite_desktop.draw.display import Display, Shape, Text
from rollwrite_desktop.draw.strokes import (
    PIPS,
    caption,
    circled,
    cross,
    die,
    smooth_curve,
    star,
    strike,
    tick,
    with_large_print,
    written,
)
from rollwrite_desktop.draw.trace import bounds
from rollwrite_desktop.draw.type_metrics import cap_height, width
from rollwrite_desktop.sheet.sheet import Rect

ROOM = Rect(100, 200, 30, 30)


@pytest.mark.parametrize("draw", (cross, circled, tick, strike))
def test_pencil_marks_repeat_for_a_key_and_differ_between_keys(draw) -> None:  # type: ignore[no-untyped-def]
    assert draw("a", ROOM) == draw("a", ROOM)
    paths = {tuple(mark.path for mark in draw(key, ROOM)) for key in ("space/OH", "space/TX", "space/ME")}
    assert len(paths) == 3


@given(st.text(min_size=1, max_size=12), st.floats(10, 60))
def test_pencil_marks_stay_about_their_rectangle(key: str, side: float) -> None:
    room = Rect(100, 200, side, side)
    for mark in (*cross(key, room), *circled(key, room), *tick(key, room), *strike(key, room)):
        left, top, right, bottom = bounds(mark)
        slack = 0.13 * side + 2
        assert left >= 100 - slack and top >= 200 - slack and right <= 100 + side + slack
        assert bottom <= 200 + side + slack
    for mark in cross(key, room):
        left, top, right, bottom = bounds(mark)
        assert right - left > 0.5 * side and bottom - top > 0.5 * side


@given(st.text(alphabet="0123456789X*", min_size=1, max_size=3), st.floats(10, 60), st.booleans())
def test_what_is_written_keeps_to_its_rectangle(text: str, side: float, plain: bool) -> None:
    mark = written("key", text, Rect(100, 200, side, side), plain=plain)
    assert width(mark.text, mark.face, mark.size) <= 0.93 * side
    assert mark.face == ("bold" if plain else "hand") and (mark.turn == 0 or not plain)
    assert 200 < mark.y < 200 + side


def test_a_name_that_the_hand_lacks_is_set_in_print() -> None:
    assert written("key", "José", ROOM).face == "hand"
    assert written("key", "Юлия", ROOM).face == "text"


def test_a_caption_fits_and_is_shortened_at_last() -> None:
    short = caption("c", "Guard", Rect(0, 0, 100, 10))
    assert (short.text, short.size) == ("Guard", 8)
    long = caption("c", "Guard " * 20, Rect(0, 0, 100, 10), align="middle")
    assert long.text.endswith("…") and width(long.text, long.face, long.size) <= 100 and long.x == 50


@pytest.mark.parametrize("value", range(1, 7))
def test_a_die_shows_as_many_pips_as_its_value(value: int) -> None:
    marks = die("d", ROOM, value, "red", "R")
    pips = [mark for mark in marks if "/pip/" in mark.key]
    assert len(pips) == value == len(PIPS[value])
    letter = next(mark for mark in marks if isinstance(mark, Text))
    assert letter.text == "R"
    for pip in pips:  # the letter stands free of the pips
        left, top, right, bottom = bounds(pip)
        x1, x2 = letter.x - width("R", "bold", letter.size) / 2, letter.x + width("R", "bold", letter.size) / 2
        y1, y2 = letter.y - 0.73 * letter.size, letter.y
        assert right < x1 or left > x2 or bottom < y1 or top > y2


def test_a_die_shows_digits_where_asked_or_needed_and_a_letter_before_it_is_rolled() -> None:
    assert [mark.text for mark in die("d", ROOM, 4, digits=True) if isinstance(mark, Text)] == ["4"]
    assert [mark.text for mark in die("d", ROOM, 9, "blue") if isinstance(mark, Text)] == ["9"]
    (unrolled,) = [mark for mark in die("d", ROOM, None, "blue", "B") if isinstance(mark, Text)]
    assert unrolled.text == "B" and unrolled.size > 10
    inks = {mark.fill for mark in die("d", ROOM, 4, "blue") if isinstance(mark, Shape)}
    assert inks == {"region.blue.strong", "region.blue.on"}


def test_curves_pass_through_their_points_and_stars_have_ten_corners() -> None:
    points = ((0.0, 0.0), (5.0, 8.0), (9.0, 1.0))
    path = smooth_curve(points)
    assert path[0] == ("M", 0.0, 0.0) and [step[-2:] for step in path[1:]] == [(5.0, 8.0), (9.0, 1.0)]
    assert len(star(0, 0, 5)) == 11


def test_where_texts_are_large_the_smallest_print_takes_the_room_that_there_is() -> None:
    """Numbers in the corners of boxes keep their upper edge, notes beside boxes take two lines; what is large stays."""
    number = Text("box/upper/1/caption", 65, 460, "1", "text", 6.0, "faint")
    note = Text("note/0", 50, 53, "one hex more", "text", 6.2, "faint")
    long = Text("note/1", 50, 93, "Rundenübersichtstafel", "text", 3.2, "faint")
    title = Text("label/0", 50, 20, "Bonuses", "bold", 9.0, "text")
    made = {mark.key: mark for mark in with_large_print(Display((720, 540), (number, note, long, title))).marks}
    corner = made["box/upper/1/caption"]
    assert isinstance(corner, Text) and corner.size == 9.0
    assert corner.y - cap_height("text", 9.0) == pytest.approx(number.y - cap_height("text", 6.0))
    first, second = made["note/0/0"], made["note/0/1"]
    assert isinstance(first, Text) and isinstance(second, Text)
    assert (first.text, second.text) == ("one hex", "more") and first.size == second.size == 9.0 < second.y - first.y + 0.1
    shrunk = made["note/1/0"]
    assert isinstance(shrunk, Text) and shrunk.text == long.text
    assert long.size <= shrunk.size < 9.0 and width(shrunk.text, "text", shrunk.size) <= 41.0
    assert made["label/0"] == title
