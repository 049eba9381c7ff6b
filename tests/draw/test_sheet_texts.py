"""Texts of sheets stand where a reader looks for them: words at the side of a map beside its land."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rollwrite_desktop.draw.display import Text
from rollwrite_desktop.draw.sheet_texts import CLEAR, NEAR, SLIDES, STEP, sheet_texts
from rollwrite_desktop.draw.trace import bounds, touches
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.sheet.load import find, ring_of
from rollwrite_desktop.sheet.sheet import Box, Decor, Rect, Sheet
from tests import maps

WORDS = (Decor("edge", ring_of(Rect(9, 100, 14, 100)), "North"), Decor("edge", ring_of(Rect(9, 280, 14, 100)), "South"))


def beside(left: float, *boxes: Rect) -> Sheet:
    """A sheet with two words at its left edge, land that begins so far to the right, and boxes."""
    (space,) = maps.drawn({"A": "red"}, []).spaces
    land = replace(space, outline=((left, 90.0), (left + 90, 240.0), (left, 390.0)), writing=Rect(left + 20, 200, 30, 30))
    taken = tuple(Box(f"b{i}", "b", "check", rect) for i, rect in enumerate(boxes))
    return replace(maps.drawn({"A": "red"}, []), size=(720.0, 540.0), spaces=(land,), decor=WORDS, boxes=taken)


def words(sheet: Sheet) -> list[Text]:
    return [mark for mark in sheet_texts(sheet) if mark.key.startswith("edge/") and mark.turn]


def test_words_that_run_upward_stand_beside_the_land_and_one_above_the_other() -> None:
    near, far = words(beside(30)), words(beside(300))
    assert near[0].x == near[1].x < 23 and [mark.y for mark in far] == [150, 330]
    assert far[0].x == far[1].x == pytest.approx(near[0].x + 300 - NEAR - 23)


def test_words_go_round_what_is_in_their_way_or_stay_at_the_edge() -> None:
    (_, plain), (north, south) = words(beside(300)), words(beside(300, Rect(270, 340, 20, 60)))
    assert (north.x, north.y) == (plain.x, 150) and south.x == plain.x and 330 - STEP * SLIDES[-1] <= south.y < 330
    wall = Rect(250, 90, 45, 300)
    assert all(bounds(mark)[2] <= wall.x for mark in words(beside(300, wall))), "neither is where one alone would be"
    assert words(beside(300, Rect(24, 90, 280, 200))) == words(beside(30))
    assert not words(replace(beside(300), decor=()))


@pytest.mark.parametrize("sheet_id", [sheet for sheet in GAMES["on_tour"].play.sheets if "japan" not in sheet])
def test_on_every_map_of_tours_they_are_clear_of_all_else(sheet_id: str) -> None:
    sheet = find(sheet_id)
    north, south = words(sheet)
    assert north.x == south.x and north.y < south.y
    others = [bounds(mark) for mark in sheet_texts(sheet) if mark not in (north, south)]
    others += [(r.x, r.y, r.x + r.w, r.y + r.h) for r in (box.rect for box in sheet.boxes)]
    assert not any(touches(bounds(word), other) for word in (north, south) for other in others)
    begins = min(x for space in sheet.spaces for x, _ in space.outline)
    assert max(bounds(word)[2] for word in (north, south)) < begins - CLEAR / 2
