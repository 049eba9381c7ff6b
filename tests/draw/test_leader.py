"""Leaders of writing places that stand beside their spaces."""

from __future__ import annotations

import pytest

from rollwrite_desktop.draw.display import Shape
from rollwrite_desktop.draw.map_face import blank_map
from rollwrite_desktop.sheet.load import find
from rollwrite_desktop.sheet.sheet import inside


def test_every_square_beside_its_area_is_led_to_it():
    """Places of maps with lines are: the trace of the printed map of On Tour shows one."""
    sheet = find("rolling_america_asia_24")
    found = {mark.key.removeprefix("leader/"): mark for mark in blank_map(sheet) if mark.key.startswith("leader/")}
    assert found.keys() == {"JP", "KO", "LK", "PH", "SJ", "SUL", "TW"} == sheet.differences.keys()
    for code, mark in found.items():
        assert isinstance(mark, Shape) and mark.stroke == "border"
        start, foot = mark.path[0][1:], mark.path[1][1:]
        space = sheet.space[code]
        assert inside(space.outline, *foot) and space.writing.distance(*start) == pytest.approx(0, abs=0.01)
        assert not any(inside(other.outline, *start) for other in sheet.spaces)
