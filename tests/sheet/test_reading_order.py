"""The order of a sheet's spots: once each, group by group, and on maps by a short way."""

from __future__ import annotations

import math
import random
from itertools import pairwise, permutations, product

import pytest
from msgspec.structs import replace

from rollwrite_desktop.games import GAMES
from rollwrite_desktop.sheet.load import find
from rollwrite_desktop.sheet.reading_order import NAMES, reading_order, spots_in_order
from rollwrite_desktop.sheet.sheet import Sheet
from rollwrite_desktop.sheet.short_way import MAX_GROUPS, shortest

SHEETS = [find(sheet) for game in GAMES.values() for sheet in game.play.sheets]


@pytest.mark.parametrize("sheet", SHEETS, ids=[sheet.id for sheet in SHEETS])
def test_every_spot_is_read_once_in_its_group(sheet: Sheet) -> None:
    groups = reading_order(sheet)
    assert sorted(spots_in_order(sheet)) == sorted([*sheet.space, *sheet.box])
    regions = [group.region for group in groups if group.region is not None]
    assert len(regions) == len(sheet.regions) and {*regions} == {*sheet.regions}
    assert sheet.links or regions == [*sheet.regions]
    for group in groups:
        for spot in group.spots:
            if spot in sheet.space:
                assert group.region is sheet.region[sheet.space[spot].region]
            elif sheet.box[spot].group in NAMES:
                assert group is groups[0]
            else:
                assert group is groups[-1] or spot.endswith(group.spots[group.spots.index(spot) - 1])


@pytest.mark.parametrize("sheet", [sheet for sheet in SHEETS if sheet.links], ids=lambda sheet: sheet.id)
def test_a_map_is_gone_through_row_by_row_and_the_next_space_is_near(sheet: Sheet) -> None:
    """From the upper left corner on, also from one region to the next."""
    groups = [[sheet.space[spot].writing for spot in group.spots if spot in sheet.space] for group in reading_order(sheet)]
    for places in groups:
        falls = [after.center[1] - before.center[1] for before, after in pairwise(places)]
        assert all(fall > -places[0].h for fall in falls) or all(fall < places[0].h for fall in falls)
    centers = [place.center for places in groups for place in places]
    assert all(math.dist(here, there) < math.hypot(*sheet.size) / 3 for here, there in pairwise(centers))
    corner = min(x for x, _ in centers), min(y for _, y in centers)
    assert math.dist(corner, centers[0]) < math.dist(corner, centers[-1])


def test_the_way_over_groups_is_the_shortest() -> None:
    """Against all orders and ways; of too many groups each in its first way, as they are given."""
    luck = random.Random("short way")
    for size in (1, 2, 4):
        places = [[(luck.random(), luck.random()) for _ in range(luck.randint(1, 3))] for _ in range(size)]
        groups = [[way, way[::-1]] for way in places]
        corner = min(x for way in places for x, _ in way), min(y for way in places for _, y in way)
        long = {
            (order, ways): sum(math.dist(a, b) for a, b in pairwise(
                [corner, *(place for group in order for place in groups[group][ways[group]])]
            )) for order in permutations(range(size)) for ways in product(range(2), repeat=size)
        }
        found = shortest(groups)
        way = tuple(n for _, n in sorted(found))
        assert long[tuple(group for group, _ in found), way] == pytest.approx(min(long.values()))
    line = [[[(float(n), 0.0)]] for n in reversed(range(MAX_GROUPS))]
    assert shortest(line) == [(n, 0) for n in reversed(range(MAX_GROUPS))], "so many are still put in order"
    assert shortest([[[(1.0, 1.0)]]] * (MAX_GROUPS + 1)) == [(n, 0) for n in range(MAX_GROUPS + 1)] and shortest([]) == []


def test_the_shape_of_a_map() -> None:
    groups = reading_order(find("_blank"))
    assert [(group.title, group.spots) for group in groups] == [
        ("Player", ("player",)), ("Blue", ("A", "B", "C")), ("Yellow", ("F", "E", "D")), ("Boxes", ("total",)),
    ]


def test_a_score_sheet_is_read_as_it_is_filled() -> None:
    groups = reading_order(find("ligretto_dice_score_3"))
    assert [group.title for group in groups] == ["Players", "Points", "Boxes"]
    assert groups[1].spots[:7] == ("r1p1", "total/r1p1", "r1p2", "total/r1p2", "r1p3", "total/r1p3", "r2p1")


def test_boxes_with_a_number_do_not_belong_to_an_area_with_that_code() -> None:
    sheet = find("rolling_america_usa")
    numbered = replace(sheet, spaces=(replace(sheet.spaces[0], id="1"), *sheet.spaces[1:]), links=sheet.links[-3:])
    boxes = reading_order(numbered)[-1]
    assert {"rounds/1", "change/1", "guard/1", "dupe/1"} < {*boxes.spots}


def test_a_group_that_is_named_by_a_letter_is_called_an_area() -> None:
    assert [group.words for group in reading_order(find("hexroller_front"))][:2] == ["Player", "Area E"]
    assert [group.words for group in reading_order(find("rolling_america_usa"))][:2] == ["Player", "Orange"]
