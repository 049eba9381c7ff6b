"""Leaders of writing places that stand beside their spaces."""

from __future__ import annotations

from itertools import pairwise

import pytest

from rollwrite_desktop.draw.clip import rings
from rollwrite_desktop.draw.display import Shape
from rollwrite_desktop.draw.leader import RING
from rollwrite_desktop.draw.line_map_face import blank_line_map
from rollwrite_desktop.draw.map_face import blank_map
from rollwrite_desktop.sheet.load import find
from rollwrite_desktop.sheet.sheet import inside, segment_distance


def test_every_square_beside_its_area_is_led_to_it() -> None:
    """Places of maps with lines are: the trace of the printed map of On Tour shows one."""
    sheet = find("rolling_america_asia_24")
    found = {mark.key.removeprefix("leader/"): mark for mark in blank_map(sheet) if mark.key.startswith("leader/")}
    assert found.keys() == {"CAU", "JP", "KO", "LK", "MM", "PH", "SJ", "SUL", "TW", "VN"} == sheet.differences.keys()
    for code, mark in found.items():
        assert isinstance(mark, Shape) and mark.stroke == "border"
        (start, foot), *_ = (corners for corners, _ in rings(mark.path))
        space = sheet.space[code]
        assert inside(space.outline, *foot) and space.writing.distance(*start) == pytest.approx(0, abs=0.01)
        assert not any(inside(other.outline, *start) for other in sheet.spaces)


@pytest.mark.parametrize("sheet_id", ["on_tour_brazil", "on_tour_south_america"])
def test_no_line_hides_where_a_leader_ends(sheet_id: str) -> None:
    """No ring of a leader lies on a line between places."""
    sheet = find(sheet_id)
    marks = [mark for mark in blank_line_map(sheet) if isinstance(mark, Shape)]
    lines = [mark for mark in marks if mark.key.startswith("line/") and mark.key.endswith("/ground")]
    led = [mark for mark in marks if mark.key.startswith("leader/")]
    feet = {mark.key: next(corners for corners, _ in rings(mark.path))[1] for mark in led}
    assert len(feet) >= 3
    for code, foot in feet.items():
        assert not [line.key for line in lines for corners, _ in rings(line.path) for a, b in pairwise(corners)
                    if segment_distance(a, b, *foot) < RING + line.width / 2], code
