"""Land without a place to write: isles of areas, and other land by its name."""

from __future__ import annotations

import pytest
import shapely
from msgspec.structs import replace
from shapely import Polygon, box

from rollwrite_desktop.draw.display import Shape, Text
from rollwrite_desktop.draw.isles import LINE, isle_marks
from rollwrite_desktop.draw.line_map_face import blank_line_map
from rollwrite_desktop.draw.map_face import blank_map
from rollwrite_desktop.draw.shore import shore_marks
from rollwrite_desktop.draw.trace import bounds
from rollwrite_desktop.gamekit.play.blank_cache import kept
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.sheet.load import dump, find, loads
from rollwrite_desktop.sheet.sheet import Decor
from tests import maps

SHEET = replace(maps.drawn({"A": "red", "B": "blue"}, ["A-B"]), size=(720.0, 540.0))
ISLE = ((300.0, 300.0), (340.0, 300.0), (340.0, 330.0), (300.0, 330.0))
WITH_ISLES = [sheet for game in ("rolling_america", "on_tour") for sheet in GAMES[game].play.sheets
              if any(each.kind == "isle" for each in find(sheet).decor)]


def test_an_isle_is_land_of_its_area_in_the_sea_and_other_land_is_blank_but_for_its_name() -> None:
    two = replace(SHEET, decor=(Decor("isle", ISLE, "B"), Decor("isle", tuple((x + 100, y) for x, y in ISLE), "Thule")))
    own, other, name = isle_marks(two, "border", 2.0)
    assert isinstance(own, Shape) and (own.fill, own.stroke, own.width) == ("region.blue", "border", 2.0)
    assert isinstance(other, Shape) and (other.fill, other.stroke, other.width) == ("abroad", "faint", LINE)
    assert isinstance(name, Text) and (name.text, name.x, name.align) == ("Thule", 420.0, "middle") and 310 < name.y < 320
    (small,) = isle_marks(replace(SHEET, decor=(Decor("isle", ISLE),)), "border", 2.0)
    assert isinstance(small, Shape) and small.fill == "abroad", "land too small for a name has none"
    horned = ((300.0, 300.0), (360.0, 300.0), (360.0, 340.0), (500.0, 340.0), (500.0, 400.0), (300.0, 400.0))
    *_, called = isle_marks(replace(SHEET, decor=(Decor("isle", horned, "Thule"),)), "border", 2.0)
    assert isinstance(called, Text) and called.x == 400.0 and called.y > 345, "in the broad of the land"
    wet = replace(two, coasts=(((200.0, 200.0), (600.0, 200.0), (600.0, 500.0), (200.0, 500.0)),))
    left, top, right, foot = bounds(shore_marks(wet)[0])
    assert left < 300 < 440 < right and top < 300 < 330 < foot and not shore_marks(two)
    narrow = tuple((300 + (x - 300) / 2, y) for x, y in ISLE)
    for ring, text in ((narrow, "The Faroes and Shetland"), (((0.0, 0.0), (9.0, 0.0), (4.0, 0.0)), "Low")):
        bare = isle_marks(replace(SHEET, decor=(Decor("isle", ring, text),)), "border", 2.0)
        assert [each.key for each in bare] == ["isle/0"], "a name that has no room is left out, never cut"


def test_the_name_of_other_land_keeps_off_lakes_and_farther_off_cards() -> None:
    land = Decor("isle", ((300.0, 300.0), (500.0, 300.0), (500.0, 400.0), (300.0, 400.0)), "Thule")

    def low(*more: Decor) -> float:
        *_, name = isle_marks(replace(SHEET, decor=(land, *more)), "border", 2.0)
        assert isinstance(name, Text)
        return name.y

    ring = ((290.0, 320.0), (510.0, 320.0), (510.0, 344.0), (290.0, 344.0))
    first = low()
    assert first < 340 < low(Decor("lake", ring)) < 355 < low(Decor("card", ring))


def test_lakes_lie_upon_other_land_and_compasses_upon_cards() -> None:
    for draw, sheet_id in ((blank_map, "rolling_america_switzerland"), (blank_line_map, "on_tour_ireland")):
        sheet = find(sheet_id)
        keys = [mark.key for mark in draw(replace(sheet, decor=(
            *sheet.decor, Decor("card", ISLE), Decor("compass", ISLE))))]
        order = ["isle/0", "lake/0", f"space/{sheet.spaces[0].id}/fill", "card/0", "compass/0/rings"]
        assert sorted(order, key=keys.index) == order


def test_of_sheets_with_one_hash_each_is_drawn_with_what_it_alone_has() -> None:
    draw = kept(blank_map)
    here, there = (replace(SHEET, decor=(Decor(kind, ISLE, text),)) for kind, text in (("isle", "B"), ("compass", "")))
    wet = replace(here, coasts=(((200.0, 200.0), (600.0, 200.0), (600.0, 500.0), (200.0, 500.0)),))
    assert [draw(sheet) for sheet in (here, there, wet)] == [blank_map(sheet) for sheet in (here, there, wet)]
    assert draw(here) is draw(replace(here, decor=here.decor)), "drawn once"


@pytest.mark.parametrize("sheet_id", WITH_ISLES)
def test_isles_that_are_shipped_lie_in_the_sea_and_play_no_part(sheet_id: str) -> None:
    sheet = find(sheet_id)
    face = blank_map(sheet, land=True) if sheet.joined == "borders" else blank_line_map(sheet)
    kinds = [mark.key.partition("/")[0] for mark in face]
    order = ["shore", "isle", "space"] if sheet.coasts else ["isle", "space"]
    assert sorted(order, key=kinds.index) == order
    land = shapely.union_all([Polygon(space.outline) for space in sheet.spaces])
    cards = shapely.union_all([Polygon(ring) for ring in sheet.white])
    drawn = {kind: [Polygon(each.ring) for each in sheet.decor if each.kind == kind and not cards.covers(Polygon(each.ring))]
             for kind in ("key", "compass")}
    for each in (each for each in sheet.decor if each.kind == "isle"):
        isle = Polygon(each.ring)
        assert isle.is_valid and not any(isle.intersects(other) for other in drawn["key"])
        assert not any(isle.exterior.intersects(other) for other in drawn["compass"]), "all on one land, or on the sea"
        assert each.text not in sheet.space or not isle.intersection(land).area
    squares = [box(*bounds(mark)) for mark in face if isinstance(mark, Shape) and mark.key.endswith(("/square", "/place"))]
    for mark in face:
        if isinstance(mark, Text) and mark.key.startswith("land/"):
            written = box(*bounds(mark))
            assert Polygon(sheet.isles[int(mark.key.removeprefix("land/"))].ring).buffer(1).covers(written), mark.text
            assert not any(written.intersects(other) for other in (*squares, land)), mark.text
    bare = replace(sheet, decor=tuple(each for each in sheet.decor if each.kind != "isle"))
    assert loads(dump(bare), sheet_id).hash == sheet.hash
