"""The frame of a map: the sea within it, land that ends at it, and the white cards upon other land."""

from __future__ import annotations

import pytest
import shapely
from msgspec.structs import replace

from rollwrite_desktop.draw.clip import rings
from rollwrite_desktop.draw.display import Bounds, Display, Text
from rollwrite_desktop.draw.frame import BLANK, LINE, frame_marks, margin_marks, sea_marks
from rollwrite_desktop.draw.line_map_face import blank_line_map
from rollwrite_desktop.draw.map_face import blank_map
from rollwrite_desktop.draw.shore import NEAR, REACH, SIDE, STEP, shore_marks
from rollwrite_desktop.draw.trace import bounds, holds
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.maps.values import map_games
from rollwrite_desktop.printing.sheets.drawing_steps import result
from rollwrite_desktop.printing.sheets.large_print import enlarged
from rollwrite_desktop.printing.sheets.name_columns import name_columns
from rollwrite_desktop.sheet.load import LOOKED_AT, dump, find, loads, ring_of
from rollwrite_desktop.sheet.sheet import Decor, Rect, Sheet, bounding_box

SHELF = [sheet for game in map_games() for sheet in GAMES[game].play.sheets]
USA = find("rolling_america_usa")


def face(sheet: Sheet) -> Display:
    return Display(sheet.size, blank_map(sheet, land=True) if sheet.joined == "borders" else blank_line_map(sheet))


@pytest.mark.parametrize("sheet_id", SHELF)
def test_all_of_a_map_lies_within_its_frame_and_what_is_beside_it_without(sheet_id: str) -> None:
    sheet = find(sheet_id)
    frame = shapely.Polygon(sheet.frames[0])
    assert shapely.box(*frame.bounds).equals(frame) and all(frame.covers(shapely.Polygon(ring)) for ring in sheet.white)
    inner = frame.buffer(-REACH, join_style="mitre")
    for space in sheet.spaces:
        assert all(inner.covers(shapely.Polygon(ring)) for ring in (space.outline, ring_of(space.writing))), space.id
    assert all(frame.covers(shapely.Polygon(isle.ring)) for isle in sheet.isles)
    line = frame.exterior.buffer(LINE / 2)
    for mark in face(sheet).marks:
        if isinstance(mark, Text) or mark.key.startswith("box/"):
            assert not shapely.box(*bounds(mark)).intersects(line), mark.key


@pytest.mark.parametrize("sheet_id", SHELF)
def test_water_is_drawn_along_coasts_only(sheet_id: str) -> None:
    """Neither along the frame, where land is cut, nor between two lands."""
    sheet = find(sheet_id)
    frame = shapely.Polygon(sheet.frames[0]).exterior
    lands = [shapely.Polygon(ring).buffer(-SIDE - 1) for ring in sheet.abroad]
    for mark in shore_marks(sheet)[:1]:
        for line, _ in rings(mark.path):
            way = shapely.LineString(line)
            assert way.intersection(frame.buffer(NEAR / 2)).length < 2 * STEP, bounds(mark)
            assert all(way.intersection(land).length < STEP for land in lands)


def test_the_sea_is_painted_first_and_the_line_of_the_frame_upon_land_that_ends_there() -> None:
    keys = [mark.key for mark in face(USA).marks]
    order = ["paper", "neatline/0", "shore/0", "neatline/0/margin", "isle/0", "space/AK/fill"]
    order += ["neatline/0/line", "space/AK/code"]
    assert sorted(order, key=keys.index) == order
    (margin,) = margin_marks(USA)
    (left, top, right, low), around = bounds(margin), bounding_box(USA.frames[0])
    assert (around.x - left, around.y - top, right - around.x - around.w) == pytest.approx((BLANK, BLANK, BLANK))
    assert low - around.y - around.h == pytest.approx(BLANK) and BLANK > REACH
    assert len(list(sea_marks(USA))) == 2, "Alaska has one of its own"
    assert not shapely.union_all([shapely.Polygon(ring) for ring, _ in rings(margin.path)]).intersection(
        shapely.box(around.x, around.y, around.x + around.w, around.y + around.h)).area


def test_a_frame_and_cards_leave_the_sheet_the_same() -> None:
    bare = replace(USA, decor=tuple(each for each in USA.decor if each.kind not in ("neatline", "card")))
    assert loads(dump(bare), "usa.json").hash == USA.hash and not [*sea_marks(bare), *frame_marks(bare), *margin_marks(bare)]


@pytest.mark.parametrize("sheet_id", [sheet for sheet in SHELF if sheet.startswith("rolling_america")])
def test_squares_beside_their_areas_are_apart_and_every_region_has_its_letter(sheet_id: str) -> None:
    """Each with the ground in its region's color around it: clear of all other places, of words and of the frame."""
    sheet = find(sheet_id)
    grounds = {mark.key.split("/")[1]: shapely.box(*bounds(mark)) for mark in face(sheet).marks if mark.key.endswith("/mat")}
    frame = shapely.Polygon(sheet.frames[0]).buffer(-2, join_style="mitre")
    read = "key", "legend", "note", "compass", "region"
    words = [shapely.Polygon(each.ring) for each in sheet.decor if each.kind in read]
    for area, ground in grounds.items():
        others = [space for space in sheet.spaces if space.id != area]
        places = [grounds.get(space.id, shapely.Polygon(ring_of(space.writing))) for space in others]
        assert frame.covers(ground) and not any(ground.intersects(other) for other in (*places, *words)), area
    lettered = {each.text for each in sheet.decor if each.kind == "region"}
    assert all({region.id, region.letter} & lettered for region in sheet.regions)


def test_what_is_only_looked_at_is_on_maps_alone() -> None:
    """A kind of decor that is not in the hash is none of another game's, where it would be missed."""
    maps = {*map_games()}
    for game in GAMES.values():
        for sheet in map(find, () if game.info.id in maps else game.play.sheets):
            assert not {each.kind for each in sheet.decor} & LOOKED_AT, sheet.id


CORNER = Rect(500, 400, 200, 120)


def keyed(*decor: Decor) -> Sheet:
    """A sheet whose corner is other land."""
    land = Decor("isle", ring_of(replace(CORNER, w=211, h=131)), "Land")
    few = USA.spaces[:8]
    return replace(USA, spaces=few, links=(), corner_links=(), boxes=(), decor=(land, *decor, *(
        each for each in USA.decor if each.kind == "neatline")))


def test_a_card_without_words_goes_and_one_with_words_stays() -> None:
    def cards(*decor: Decor) -> list[str]:
        sheet = keyed(Decor("card", ring_of(CORNER)), *decor)
        return [mark.key for mark in enlarged(face(sheet), sheet).marks if mark.key.startswith("card/")]

    assert cards(Decor("label", ring_of(Rect(520, 420, 100, 14)), "Guard")) == ["card/0"] and cards() == []
    assert cards(Decor("label", ring_of(Rect(300, 420, 100, 14)), "Guard")) == [], "they are beside it"


def test_letters_grow_on_a_card_though_it_is_on_land_and_stay_on_it() -> None:
    def size(*decor: Decor) -> float:
        sheet = keyed(*decor, Decor("hint", ring_of(Rect(560, 440, 60, 8)), "wild"))
        return next((mark.size for mark in enlarged(face(sheet), sheet).marks if mark.key == "hint/0"), 0.0)

    wide, tight = (Decor("card", ring_of(rect)) for rect in (CORNER, Rect(560, 438, 60, 11)))
    assert size(wide) > 10 and not size() and not size(tight), "where it has no room to be large, it is left out"


def test_names_of_areas_find_room_upon_the_sea_and_on_cards_but_not_across_the_frame() -> None:
    frame = bounding_box(USA.frames[0])
    lake = Decor("lake", ring_of(frame))

    def places(*decor: Decor) -> list[Bounds]:
        sheet = keyed(*decor)
        named = replace(sheet, decor=(*sheet.decor, Decor("key", ring_of(CORNER), "AK")))
        return [*map(bounds, result(name_columns(face(sheet), named, 10.0, halved=False)))]

    upon = frame.x, frame.y, frame.x + frame.w, frame.y + frame.h
    assert places() and all(holds(upon, place) or place[3] < frame.y for place in places())
    on_card = places(lake, Decor("card", ring_of(CORNER)))
    assert on_card and on_card != places(lake)
