"""What painters rely on: a difference of two displays names exactly what must be repainted."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rollwrite_desktop.draw.display import Display, Mark, Shape, Text, box, diff, polygon
from rollwrite_desktop.draw.trace import bounds

marks = st.builds(
    lambda key, x, ink: Text(key, float(x), 0.0, key, "text", 8.0, ink),
    st.sampled_from("abcdefgh"),
    st.integers(0, 3),
    st.sampled_from(("text", "faint")),
)
displays = st.lists(marks, max_size=8, unique_by=lambda mark: mark.key).map(lambda some: Display((9, 9), tuple(some)))


def repainted(old: Display, new: Display) -> tuple[Mark, ...]:
    """What a screen shows that erases what went and paints what came, in the order of the new display."""
    change = diff(old, new)
    kept = {mark.key: mark for mark in old.marks if mark not in change.removed}
    come = {mark.key: mark for mark in new.marks if mark in change.added}
    assert not kept.keys() & come.keys()
    both = {**kept, **come}
    return tuple(both[mark.key] for mark in new.marks if mark.key in both)


@given(displays, displays)
def test_repainting_the_difference_gives_the_new_display(old: Display, new: Display) -> None:
    assert repainted(old, new) == new.marks


@given(displays)
def test_nothing_differs_from_itself(display: Display) -> None:
    assert not diff(display, Display(display.size, tuple(display.marks))).keys


@given(displays, displays)
def test_marks_that_stay_in_order_are_not_repainted(old: Display, new: Display) -> None:
    if [mark.key for mark in old.marks] == [mark.key for mark in new.marks]:
        changed = {a.key for a, b in zip(old.marks, new.marks, strict=True) if a != b}
        assert diff(old, new).keys == changed


@given(displays, displays)
def test_the_difference_back_is_the_mirror_image(old: Display, new: Display) -> None:
    there, back = diff(old, new), diff(new, old)
    assert (there.removed, there.added) == (back.added, back.removed)


def test_two_marks_that_change_places_are_repainted() -> None:
    a, b = Shape("a", box(0, 0, 4, 4), fill="text"), Shape("b", box(2, 2, 4, 4), fill="faint")
    assert diff(Display((9, 9), (a, b)), Display((9, 9), (b, a))).keys == {"a", "b"}


def test_another_size_repaints_everything() -> None:
    a = Shape("a", box(0, 0, 4, 4), fill="text")
    change = diff(Display((9, 9), (a,)), Display((8, 9), (a,)))
    assert change.removed == change.added == {a}


def test_moving_moves_every_point_and_prefixes_keys() -> None:
    display = Display((9, 9), (Shape("a", polygon(((0, 0), (4, 0), (4, 2))), fill="text"), marks_at(1, 2)))
    shape, text = display.moved(10, 20, "left/")
    assert isinstance(shape, Shape) and shape.path == (("M", 10, 20), ("L", 14, 20), ("L", 14, 22), ("Z",))
    assert isinstance(text, Text) and (text.key, text.x, text.y) == ("left/t", 11, 22)


def marks_at(x: float, y: float) -> Text:
    return Text("t", x, y, "t", "text", 8, "text")


@given(st.floats(0, 50), st.floats(0, 50), st.floats(1, 50), st.floats(1, 50), st.floats(0, 40))
def test_a_rounded_box_stays_in_its_rectangle(x: float, y: float, w: float, h: float, corner: float) -> None:
    left, top, right, bottom = bounds(Shape("a", box(x, y, w, h, corner), fill="text"))
    assert left >= x - 1e-9 and top >= y - 1e-9 and right <= x + w + 1e-9 and bottom <= y + h + 1e-9
