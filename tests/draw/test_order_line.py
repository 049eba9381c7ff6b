"""The order of places drawn on a sheet: its line crosses no writing place, and every place has its number."""

from __future__ import annotations

import math

import pytest

from rollwrite_desktop.draw.display import Shape, Text
from rollwrite_desktop.draw.order_line import order_line
from rollwrite_desktop.sheet.load import find
from rollwrite_desktop.sheet.reading_order import spaces_in_order


@pytest.mark.parametrize("name", ["rolling_america_usa", "on_tour_usa", "hexroller_front"])
def test_the_line_crosses_no_writing_place_and_every_place_is_numbered(name: str) -> None:
    sheet = find(name)
    order = [space.id for space in spaces_in_order(sheet) if not space.printed]
    marks = [*order_line(sheet, order)]
    numbers = {mark.key: mark.text for mark in marks if isinstance(mark, Text)}
    assert numbers == {f"order/{spot}/n": str(n) for n, spot in enumerate(order) if n}
    for mark in marks:
        if not isinstance(mark, Shape) or mark.fill:
            continue
        points = [step[1:] for step in mark.path if step[0] in "ML"]
        for (ax, ay), (bx, by) in zip(points[::2], points[1::2], strict=True):
            assert math.dist((ax, ay), (bx, by)) >= 5
            for share in range(1, 40):
                x, y = ax + (bx - ax) * share / 40, ay + (by - ay) * share / 40
                assert all(space.writing.distance(x, y) > 0 for space in sheet.spaces), mark.key
