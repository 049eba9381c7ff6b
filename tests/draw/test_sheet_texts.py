"""Texts of sheets stand where a reader looks for them: words at the side of a map beside its land, notes and names of areas
at the edge where all else ends."""

from __future__ import annotations

import json

import pytest
import shapely
from msgspec.structs import replace

from rollwrite_desktop.draw.display import Text
from rollwrite_desktop.draw.sheet_texts import CLEAR, GROWN, KEY_GAP, NEAR, SLIDES, STEP, sheet_texts
from rollwrite_desktop.draw.trace import bounds, touches
from rollwrite_desktop.draw.type_metrics import width
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.paths import SHEETS
from rollwrite_desktop.sheet.load import find, loads, ring_of
from rollwrite_desktop.sheet.sheet import Box, Decor, Rect, Sheet, bounding_box, inside
from tests import maps

FILE = SHEETS / "on_tour_usa.json"
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
    land = shapely.union_all([shapely.Polygon(space.outline) for space in sheet.spaces])
    for left, top, right, low in map(bounds, (north, south)):
        assert right < land.bounds[0] + NEAR
        assert not shapely.box(left, top, right + CLEAR / 2, low).intersects(land)


def test_notes_and_names_at_the_right_end_where_all_else_does() -> None:
    note, key = Rect(585, 522, 126, 9), ring_of(Rect(560, 300, 151, 26))
    sheet = replace(beside(300), decor=(
        Decor("note", ring_of(note), "Data"), Decor("note", ring_of(replace(note, x=9)), "Here"), Decor("key", key, "A B")))
    right, left, code, name = sheet_texts(sheet)
    assert (right.x, right.align, left.x, left.align) == (711, "right", 9, "left")
    assert isinstance(name, Text) and name.x + width(name.text, name.face, GROWN) == pytest.approx(711, abs=0.1)
    assert code.x + width("A", "bold", GROWN) + KEY_GAP * GROWN == pytest.approx(name.x, abs=0.1)
    inner = replace(sheet, decor=(Decor("key", ring_of(Rect(300, 300, 151, 26)), "A B"),))
    assert next(mark.x for mark in sheet_texts(inner)) == 300
    long = replace(sheet, spaces=(replace(sheet.spaces[0], name="A name that is as long as its column"),))
    assert next(mark.x for mark in sheet_texts(long) if mark.key == "key/A") == 560


def test_codes_that_are_no_states_are_explained_on_the_map_of_tours_of_the_usa_and_games_stay_the_same() -> None:
    sheet = find("on_tour_usa")
    texts = {mark.key: mark for mark in sheet_texts(sheet) if isinstance(mark, Text)}
    assert texts["key/MC/name"].text == "Mid-Coastal" and texts["key/NEW/name"].text == "New England"
    assert not any(inside(space.outline, *corner) for space in sheet.spaces for decor in sheet.decor
                   if decor.kind == "names" for corner in decor.ring)
    content = json.loads(FILE.read_text("utf-8"))
    content["decor"] = [decor for decor in content["decor"] if decor["kind"] != "names"]
    assert loads(json.dumps(content).encode(), FILE.name).hash == sheet.hash


@pytest.mark.parametrize("sheet_id", ["rolling_america_mexico", "on_tour_italy"])
def test_columns_side_by_side_stay_as_far_apart_as_their_rings_in_one_size(sheet_id: str) -> None:
    sheet = find(sheet_id)
    texts = [mark for mark in sheet_texts(sheet) if isinstance(mark, Text) and mark.key.startswith("key/")]
    assert len({round(text.size, 2) for text in texts}) == 1
    begins = {text.key: text.x for text in texts}
    keys = [decor for decor in sheet.decor if decor.kind == "key"]
    moved = {round(begins[f"key/{key.text.split()[0]}"] - bounding_box(key.ring).x, 2) for key in keys}
    assert len(moved) == 1 and min(moved) >= 0
