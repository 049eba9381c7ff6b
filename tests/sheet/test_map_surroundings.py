"""What is around a made map: a frame that holds all of it, the sea and land of others in it, cards below what is read."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import numpy as np
import pytest
import shapely
from msgspec.structs import replace
from shapely import Polygon, box

from rollwrite_desktop.draw.clip import rings
from rollwrite_desktop.draw.frame import sea_marks
from rollwrite_desktop.draw.shore import NEAR, REACH, SIDE, STEP, shore_marks
from rollwrite_desktop.games import GAMES as ALL
from rollwrite_desktop.intake.geodata import Feature, Layer
from rollwrite_desktop.maps import abroad
from rollwrite_desktop.maps.areas import areas_of
from rollwrite_desktop.maps.config import MapFile
from rollwrite_desktop.maps.islands import island
from rollwrite_desktop.maps.lettering import cards_under
from rollwrite_desktop.maps.make import Drawn, drawn, finished
from rollwrite_desktop.sheet.load import ring_of
from rollwrite_desktop.sheet.sheet import Decor, Rect, Sheet, bounding_box
from tests.sampling import sampled

pytestmark = pytest.mark.slow

GAMES = ("rolling_america", "on_tour")
PORTUGAL = MapFile(title="Portugal", portfolio=1)
READ = ("key", "legend", "note", "edge", "compass")


def strip(west: float, east: float, low: float, high: float, name: str) -> Feature:
    ring = ((west, low), (east, low), (east, high), (west, high), (west, low))
    return Feature({"name": name}, ((ring,),))


@cache
def portugal(game: str, *, long: bool = False) -> Drawn:
    """Areas in two columns where Portugal is, about: the sea in the west, and Spain in the east; or a land so long that it
    is drawn in two parts."""
    low, high, count = (37.2, 0.32, 14) if long else (39.6, 0.36, 6)
    edges = (-8.8, -8.5) if long else (-9.0, -8.1, -7.2)
    features = [
        strip(west, east, low + high * k, low + high * (k + 1), f"Area {'ABCDEFGHIJKLMN'[k]}{'WE'[n]}")
        for k in range(count) for n, (west, east) in enumerate(pairwise(edges))]
    return drawn([Layer("", tuple(features))], game, "made", PORTUGAL, "x", lambda _: True)


def after(game: str, *steps: str) -> Sheet:
    return finished(portugal(game), replace(PORTUGAL, then=[*steps])).sheet


def faults(sheet: Sheet) -> list[str]:
    """What does not lie as it should: beyond the frame, on one another, at land borders."""
    found, (first, *_) = list[str](), sheet.frames
    frame = Polygon(first)
    inner = frame.buffer(-7.5, join_style="mitre")
    for space in sheet.spaces:
        if not all(inner.covers(Polygon(ring)) for ring in (space.outline, ring_of(space.writing))):
            found.append(f"{space.id} is not within the frame")
    land = shapely.union_all([*(Polygon(space.outline) for space in sheet.spaces),
                              *(Polygon(ring_of(space.writing)) for space in sheet.spaces)])
    cards = [Polygon(ring) for ring in sheet.white]
    for decor in sheet.decor:
        shape = Polygon(decor.ring)
        if decor.kind in READ and decor.kind != "edge":
            beside = bounding_box(decor.ring).x + bounding_box(decor.ring).w < bounding_box(first).x
            if not (beside or frame.buffer(-4, join_style="mitre").covers(shape)):
                found.append(f"{decor.kind} is not within the frame")
            if shape.intersects(land):
                found.append(f"{decor.kind} lies on areas")
        if decor.kind in ("key", "legend") and any(
                shape.intersects(Polygon(ring)) for ring in sheet.abroad) and not any(card.covers(shape) for card in cards):
            found.append(f"{decor.kind} lies on other land")
    found += ["a card lies on areas" for card in cards if card.intersects(land)]
    found += ["other land crosses the frame" for ring in sheet.abroad if not frame.covers(Polygon(ring))]
    others = shapely.union_all([Polygon(ring).buffer(-SIDE - 1) for ring in sheet.abroad])
    for mark in shore_marks(sheet)[:1]:
        for line, _ in rings(mark.path):
            on_land, at_edge = (shapely.LineString(line).intersection(each).length
                                for each in (others, frame.exterior.buffer(NEAR / 2)))
            if on_land >= STEP or at_edge > 2 * STEP:
                found.append("water lies along a border by land, or along the frame")
    return found


@sampled("game", GAMES, 2)
def test_a_made_map_lies_in_its_frame_with_the_sea_and_other_land_where_they_are(game: str) -> None:
    sheet = after(game)
    assert not faults(sheet) and sheet.coasts and len(sheet.frames) == 1
    west, _, east, _ = shapely.total_bounds([Polygon(space.outline) for space in sheet.spaces])
    others = shapely.union_all([Polygon(ring) for ring in sheet.abroad])
    middle = sum(space.writing.center[1] for space in sheet.spaces) / len(sheet.spaces)
    assert others.covers(box(east + 3, middle - 20, east + 30, middle + 20)), "Spain, up to the border"
    assert not others.intersects(box(west - 60, middle - 20, west - 25, middle + 20)), "the Atlantic"
    assert all(isle.text == "" for isle in sheet.isles if isle.text not in sheet.space)
    assert all(x == round(x) and y == round(y) for ring in sheet.abroad for x, y in ring)


@sampled("game", GAMES, 2)
def test_edits_keep_the_frame_and_what_is_left_out_is_other_land(game: str) -> None:
    whole = after(game)
    last = max(whole.spaces, key=lambda space: space.writing.center)
    a, b = next(link for link in whole.links if last.id not in link)
    for steps in ((f"merge {a} {b}",), (f"out {last.id}",), (f"out {last.id}", f"color red {a}", f"box {a} 0.3 0.5")):
        now = after(game, *steps)
        assert not faults(now), steps
        gone = Polygon(last.outline).buffer(-2)
        others = shapely.union_all([Polygon(ring) for ring in now.abroad])
        assert steps[0].startswith("merge") or others.covers(gone), "land, and no sea"
    assert after(game) == whole, "undone"


def test_on_tour_shows_its_scores_where_shipped_sheets_do() -> None:
    sheet = after("on_tour")
    assert bounding_box(sheet.white[0]) == Rect(9, 459, 203, 72) and bounding_box(sheet.frames[0]) == Rect(9, 44, 702, 487)
    assert {box.id: box.rect for box in sheet.boxes if box.id != "player"} == {
        "areas": Rect(17, 479, 44, 44), "circles": Rect(81, 479, 44, 44), "total": Rect(145, 479, 58, 44)}


def test_an_invented_island_has_the_sea_around_it_and_a_plan_says_nothing_of_any() -> None:
    _, layer = island("TEST", 12)
    plane = MapFile(projection="plane, y down", title="Plan", portfolio=1)
    plan, isle = (finished(drawn([layer], "rolling_america", "made", config, "x", lambda _: True), config).sheet
                  for config in (plane, replace(plane, coasts=[[*ring_of(Rect(0, 0, 720, 540))]])))
    assert not faults(plan) and not faults(isle) and not plan.abroad and not isle.abroad
    assert [*sea_marks(isle)] and not [*sea_marks(plan)] and not any(each.kind == "compass" for each in plan.decor)


def test_a_land_in_two_parts_has_a_frame_between_both() -> None:
    whole = portugal("rolling_america", long=True)
    assert whole.areas.beside is not None
    sheet = finished(whole, PORTUGAL).sheet
    main, panel = (Polygon(ring) for ring in sheet.frames)
    assert main.covers(panel) and not faults(sheet)
    for space in sheet.spaces:
        assert panel.covers(Polygon(space.outline)) == (space.id in whole.areas.beside.codes)
        assert panel.disjoint(Polygon(space.outline)) or space.id in whole.areas.beside.codes


def test_a_card_ends_at_the_frame_and_at_other_cards_that_are_near() -> None:
    sheet = after("on_tour")
    plain = replace(sheet, decor=(
        Decor("isle", ring_of(Rect(9, 44, 702, 487))), Decor("card", ring_of(Rect(9, 459, 203, 72))),
        Decor("neatline", ring_of(Rect(9, 44, 702, 487))), Decor("key", ring_of(Rect(18, 300, 100, 150)), "A"),
        Decor("key", ring_of(Rect(130, 300, 100, 150)), "B"), Decor("legend", ring_of(Rect(300, 100, 90, 20)))))
    assert [bounding_box(card.ring) for card in cards_under(plain)] == [Rect(9, 292, 229, 167), Rect(292, 92, 106, 36)]
    assert not cards_under(replace(plain, decor=plain.decor[1:])), "upon the sea words need none"


def test_borders_are_fitted_and_bent_each_to_its_own() -> None:
    """Not to that of a neighbor that is nearer."""
    here = [shapely.get_coordinates(box(0, 10 * k, 10, 10 * k + 10).exterior.segmentize(1)) for k in range(3)]
    there = [2 * points + (30, 60) for points in here]
    matrix, shift = abroad.fitted(here, there)
    assert shapely.LineString([here[2][7] @ matrix.T + shift, there[2][7]]).length < 1e-6
    way = np.array([8.0, 0.0])
    bend = abroad.bent(there, [points + way for points in there])
    assert abs(bend(there[2]) - there[2] - way).max() < 2 and abs(bend(there[0] + 900) - there[0] - 900).max() < 1


def test_land_on_the_globe_is_looked_for_as_far_as_a_page_shows_it() -> None:
    layer = Layer("", tuple(strip(-8.8, -8.0, 37 + k / 2, 37.5 + k / 2, f"Area {'ABCDEFGHIJ'[k]}") for k in range(10)))
    areas = areas_of([layer], MapFile(), "x")
    left, _, right, _ = areas.abroad.bounds
    assert right > 1000 and left < 0, "Africa lies farther west"
    assert areas_of([layer], MapFile(projection="plane"), "x").abroad.is_empty
    assert ALL["on_tour"].play.map_making is not None and REACH < 8
