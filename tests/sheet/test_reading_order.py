"""The order of a sheet's spots: once each, group by group, regions as the sheet lists them."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest

from rollwrite_desktop.games import GAMES
from rollwrite_desktop.sheet.load import find
from rollwrite_desktop.sheet.reading_order import NAMES, reading_order, spots_in_order
from rollwrite_desktop.sheet.sheet import Sheet

SHEETS = [find(sheet) for game in GAMES.values() for sheet in game.play.sheets]


@pytest.mark.parametrize("sheet", SHEETS, ids=[sheet.id for sheet in SHEETS])
def test_every_spot_is_read_once_in_its_group(sheet: Sheet) -> None:
    groups = reading_order(sheet)
    assert sorted(spots_in_order(sheet)) == sorted([*sheet.space, *sheet.box])
    assert [group.region for group in groups if group.region is not None] == [*sheet.regions]
    for group in groups:
        for spot in group.spots:
            if spot in sheet.space:
                assert group.region is sheet.region[sheet.space[spot].region]
            elif sheet.box[spot].group in NAMES:
                assert group is groups[0]
            else:
                assert group is groups[-1] or spot.endswith(group.spots[group.spots.index(spot) - 1])


@pytest.mark.parametrize("sheet", [sheet for sheet in SHEETS if sheet.links], ids=lambda sheet: sheet.id)
def test_within_a_region_the_next_space_is_to_the_right_or_lower(sheet: Sheet) -> None:
    for group in reading_order(sheet):
        places = [sheet.space[spot].writing for spot in group.spots if spot in sheet.space]
        for before, after in pairwise(places):
            (x, y), (x2, y2) = before.center, after.center
            assert x2 > x or y2 > y
            assert y2 - y > -before.h and math.dist((x, y), (x2, y2)) < math.hypot(*sheet.size) / 2


def test_the_shape_of_a_map() -> None:
    groups = reading_order(find("_blank"))
    assert [(group.title, group.spots) for group in groups] == [
        ("Player", ("player",)), ("Blue", ("A", "B", "C")), ("Yellow", ("D", "E", "F")), ("Boxes", ("total",)),
    ]


def test_a_score_sheet_is_read_as_it_is_filled() -> None:
    groups = reading_order(find("ligretto_dice_score_3"))
    assert [group.title for group in groups] == ["Players", "Points", "Boxes"]
    assert groups[1].spots[:7] == ("r1p1", "total/r1p1", "r1p2", "total/r1p2", "r1p3", "total/r1p3", "r2p1")
