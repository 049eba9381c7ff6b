"""Rings have the shape of what they are around."""

from __future__ import annotations

import pytest

from rollwrite_desktop.draw.display import Shape
from rollwrite_desktop.draw.rings import rings
from rollwrite_desktop.sheet.load import find


@pytest.mark.parametrize("name,hexes", [("hexroller_front", True), ("hexroller_back", True), ("on_tour_usa", False),
                                        ("rolling_america_usa", False)])
def test_a_hex_is_ringed_by_a_hex_and_nothing_else_is(name: str, hexes: bool) -> None:
    sheet = find(name)
    for space in sheet.spaces:
        edge, ring = rings(sheet, (space.id,))
        assert isinstance(edge, Shape) and isinstance(ring, Shape)
        assert ("".join(step[0] for step in ring.path) == "MLLLLLZ") == hexes
    (box,) = rings(sheet, (next(iter(sheet.box)),))
    assert box.key.startswith("ring/")
