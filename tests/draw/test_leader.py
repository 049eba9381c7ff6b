"""Leaders of writing places that stand beside their spaces."""

from __future__ import annotations

import pytest

from rollwrite_desktop.draw.display import Shape
from rollwrite_desktop.draw.line_map_face import blank_line_map
from rollwrite_desktop.draw.map_face import blank_map
from rollwrite_desktop.sheet.load import find
from rollwrite_desktop.sheet.sheet import inside


@pytest.mark.parametrize(
    ("sheet_id", "face", "beside"),
    [("rolling_america_asia_24", blank_map, {"JP", "KO", "LK", "PH", "SJ", "SUL", "TW"}),
     ("on_tour_usa", blank_line_map, {"MC"}), ("rolling_america_usa", blank_map, set())],
)
def test_every_place_beside_its_space_is_led_to_it(sheet_id, face, beside):
    sheet = find(sheet_id)
    found = {mark.key.removeprefix("leader/"): mark for mark in face(sheet) if mark.key.startswith("leader/")}
    assert found.keys() == beside
    for code, mark in found.items():
        assert isinstance(mark, Shape) and mark.stroke == "border"
        start, foot = mark.path[0][1:], mark.path[1][1:]
        space = sheet.space[code]
        assert inside(space.outline, *foot) and space.writing.distance(*start) == pytest.approx(0, abs=0.01)
        assert not any(inside(other.outline, *start) for other in sheet.spaces)
