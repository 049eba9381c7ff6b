"""The measures of drawn maps: what they count, and what is said of them."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
import shapely
from msgspec.structs import replace
from shapely import Polygon

from rollwrite_desktop.games import GAMES
from rollwrite_desktop.maps import verdict
from rollwrite_desktop.maps.aside import aside, moved
from rollwrite_desktop.maps.lettering import credit_line
from rollwrite_desktop.maps.measures import crowding, likeness, measured, stair_steps
from rollwrite_desktop.maps.name_key import name_key
from rollwrite_desktop.maps.values import Measures
from rollwrite_desktop.sheet.load import find, ring_of
from rollwrite_desktop.sheet.sheet import POINTS_PER_MM, Box, Decor, Rect, Ring, Sheet, Space, bounding_box
from tests import maps

GOOD = Measures(
    areas=20, stairs=0.0, gap=1.6, least_gap=0.9, tight=0.1, likeness=0.8, moved=0.01, turned=3.0, crowding=0.5,
    narrow_fans=0, fans=0, longest=0.0, passing=0)


def of_rings(*rings: Ring) -> Sheet:
    sheet = maps.drawn({f"A{k}": "red" for k in range(len(rings))}, [])
    return replace(sheet, spaces=tuple(
        replace(space, outline=ring) for space, ring in zip(sheet.spaces, rings, strict=True)))


def test_the_map_of_the_usa_has_one_step_and_a_staircase_counts_for_both_its_areas() -> None:
    assert stair_steps(find("rolling_america_usa")) == 2
    stairs = ((0.0, 60.0), (0.0, 0.0), (20.0, 0.0), (20.0, 20.0), (40.0, 20.0), (40.0, 40.0), (60.0, 40.0), (60.0, 60.0))
    above = (*stairs[2:7], (60.0, 0.0))
    assert stair_steps(of_rings(stairs)) == 4
    assert stair_steps(of_rings(stairs, above)) == 2 * 2  # what lies between the ends of the border, for both
    slanted = tuple((x + 0.3 * y, y - 0.3 * x) for x, y in stairs)
    assert stair_steps(of_rings(slanted)) == 0


def test_the_nearest_border_is_measured_from_the_square() -> None:
    found = measured(maps.drawn({"A": "red", "B": "red"}, ["A-B"]))
    assert found.gap == found.least_gap == pytest.approx(5 / POINTS_PER_MM) and found.tight == 0 and found.likeness is None
    sheet = maps.drawn({"A": "red", "B": "red"}, ["A-B"])
    one, other = sheet.spaces
    tight = measured(replace(sheet, spaces=(replace(one, writing=Rect(2, 5, 50, 50)), other)))
    assert tight.tight == 0.5 and tight.least_gap == pytest.approx(2 / POINTS_PER_MM)


def test_likeness_asks_neither_where_the_land_lies_nor_how_large_it_is() -> None:
    ell = shapely.union_all([shapely.box(0, 0, 10, 30), shapely.box(0, 20, 30, 30)])
    moved = shapely.transform(ell, lambda xy: 7 * xy + 100)
    assert likeness([ell], [moved]) > 0.99
    assert likeness([ell], [shapely.box(0, 0, 30, 30)]) < 0.75
    assert likeness([ell], [shapely.transform(ell, lambda xy: xy * (-1, 1))]) < likeness([ell], [ell.buffer(1)])


def test_crowding_is_the_land_that_squares_need() -> None:
    land = [shapely.box(x, 0, x + 1, 2) for x in range(10)]
    room = Rect(0, 0, 100 * POINTS_PER_MM, 100 * POINTS_PER_MM)
    assert crowding(land, room) == pytest.approx(10 * 17 * 20.4 / (100 * 20))
    assert crowding(land[:5], room) == pytest.approx(crowding(land, room) * 5 * 20 / (10 * 2 * 20))


def test_lines_side_by_side_and_lines_past_a_place_are_counted() -> None:
    def place(name: str, x: float, y: float) -> Space:
        ring = ((x - 25, y - 25), (x + 25, y - 25), (x + 25, y + 25), (x - 25, y + 25))
        return Space(name, name, "red", ring, Rect(x - 18, y - 18, 36, 36), (x - 13, y - 19))

    sheet = replace(
        maps.drawn({"A": "red"}, []), joined="lines", links=(("A", "B"), ("A", "C"), ("A", "D")),
        spaces=(place("A", 0, 0), place("B", 300, 0), place("C", 300, 60), place("D", 0, 300)))
    found = measured(sheet)
    assert (found.narrow_fans, found.fans, found.passing) == (1, 1, 0)  # 11.3 degrees from B to C
    assert found.longest == pytest.approx((300**2 + 60**2) ** 0.5 / POINTS_PER_MM)
    passed = replace(sheet, spaces=(*sheet.spaces, place("E", 150, 30)))
    assert measured(passed).passing == 2


def test_what_is_said_of_a_map() -> None:
    assert verdict.shortcomings(GOOD) == () and "0.8 of 1" in verdict.summary(GOOD)
    poor = replace(GOOD, stairs=4.0, least_gap=0.3, tight=0.5, likeness=0.3)
    assert len(verdict.shortcomings(poor)) == 3 and "10 writing squares" in verdict.shortcomings(poor)[1]
    lines = replace(GOOD, longest=84.0, narrow_fans=3, fans=13, gap=0.0, least_gap=0.0, tight=0.0)
    assert len(verdict.shortcomings(lines)) == 2 and "84 mm" in verdict.summary(lines)


def test_fewer_areas_are_offered_where_there_are_too_many_for_the_land() -> None:
    assert verdict.fewer_areas(GOOD) == 0
    assert verdict.fewer_areas(replace(GOOD, areas=46, crowding=2.3)) == 16
    assert verdict.fewer_areas(replace(GOOD, areas=10, crowding=4.0)) == 0  # a sheet needs more
    lines = replace(GOOD, areas=24, crowding=1.9, longest=60.0)
    assert verdict.fewer_areas(lines) == 18 and verdict.fewer_areas(replace(lines, crowding=1.4)) == 0
    assert "at most 18 areas" in verdict.advice(lines) and not verdict.advice(replace(lines, crowding=1.4))
    assert "too narrow" in verdict.advice(replace(GOOD, areas=10, crowding=4.0)) and not verdict.advice(GOOD)


MADE = [sheet for sheet in GAMES["rolling_america"].play.sheets if sheet != "rolling_america_usa"]


@pytest.mark.parametrize("sheet_id", MADE)
def test_a_map_that_is_shipped_meets_the_measures(sheet_id: str) -> None:
    """All but likeness, for which the land itself is needed. The map of the printed game is drawn by other rules."""
    found = measured(find(sheet_id))
    assert found.stairs <= 0.3 and found.tight <= 0.2 and found.least_gap >= 0.6


@pytest.mark.parametrize("sheet_id", [sheet for sheet in GAMES["on_tour"].play.sheets if sheet != "on_tour_usa"])
def test_lines_of_a_place_are_told_apart_on_a_map_that_is_shipped(sheet_id: str) -> None:
    found = measured(find(sheet_id))
    assert found.narrow_fans == 0 and found.fans <= 5 and found.longest <= 70
    assert sheet_id != "on_tour_south_america" or found.fans == found.passing == 0, "ten lines meet in Brazil"


@pytest.mark.parametrize(("sheet_id", "area"), [
    ("rolling_america_south_america", "FK"), ("rolling_america_south_america", "TT"),
    ("rolling_america_south_america", "AR"), ("on_tour_south_america", "FK"),
    ("rolling_america_new_zealand", "SO"), ("on_tour_italy", "TO"), ("rolling_america_japan_17", "NI"),
    ("rolling_america_japan_17", "KY"), ("rolling_america_japan_17", "KN"), ("rolling_america_mexico", "SO"),
    ("rolling_america_mexico", "QR")])
def test_islands_by_which_a_land_is_known_are_there(sheet_id: str, area: str) -> None:
    """West Falkland, Tobago, Tierra del Fuego, Stewart Island, Elba, Sado, Tiburón and others: clear of written land."""
    sheet = find(sheet_id)
    isles = [Polygon(decor.ring) for decor in sheet.decor if decor.kind == "isle" and decor.text == area]
    land = shapely.union_all([Polygon(space.outline) for space in sheet.spaces])
    assert isles and not any(isle.intersects(land) for isle in isles)


@pytest.mark.parametrize("sheet_id", MADE)
def test_a_map_that_is_shipped_has_the_names_of_its_areas_on_it(sheet_id: str) -> None:
    sheet = find(sheet_id)
    keyed = [code for decor in sheet.decor if decor.kind == "key" for code in decor.text.split()]
    assert sorted(keyed) == sorted(space.id for space in sheet.spaces)
    codes = [space.id for space in sheet.spaces]
    assert len({*codes}) == len(codes) and len({space.name for space in sheet.spaces}) == len(codes)


@pytest.mark.parametrize("sheet_id", [sheet for game in ("rolling_america", "on_tour") for sheet in GAMES[game].play.sheets])
def test_a_map_from_open_data_says_whose_it_is_and_of_when(sheet_id: str) -> None:
    sheet = find(sheet_id)
    told = [decor.text for decor in sheet.decor if decor.kind == "note" and decor.text.startswith("Map data: Natural Earth")]
    assert len(told) == ("Natural Earth" in sheet.source) and all("20" in text for text in told)


def test_a_line_about_the_data_is_divided_where_it_has_no_room_in_one() -> None:
    said = "Map data: of nobody, 2020; borders as they are held, not as claimed"
    bare = replace(find("rolling_america_france"), decor=())
    (whole,) = credit_line(bare, said)
    wide, high = bounding_box(whole.ring).w, bounding_box(whole.ring).h
    narrow = replace(bare, decor=tuple(
        Decor("panel", ring_of(Rect(left, 0, 1, 540))) for left in range(0, 720, round(0.9 * wide))))
    parts = credit_line(narrow, said)
    assert [part.text for part in parts] == said.split("; ") and [bounding_box(part.ring).h for part in parts] == [high] * 2
    assert bounding_box(parts[1].ring).y == bounding_box(parts[0].ring).y + high
    assert credit_line(bare, "") == ()
    slit = [Rect(0, 0, 720, 300), Rect(0, 322, 720, 100), Rect(0.8 * wide, 422, 720, 118)]  # one line has room near all else
    crowded = replace(bare, spaces=(), boxes=(), decor=tuple(Decor("panel", ring_of(rect)) for rect in slit))
    assert len(credit_line(crowded, said)) == 2


@pytest.mark.parametrize(("sheet_id", "west", "east"), [
    ("rolling_america_asia_24", "SJ", "BOR"), ("rolling_america_asia_24", "BOR", "SUL"),
    ("rolling_america_europe_large", "PT", "TR"), ("on_tour_europe_27", "IE", "BAL"),
    ("rolling_america_japan_17", "KN", "TK"),
])
def test_what_lies_west_is_drawn_west(sheet_id: str, west: str, east: str) -> None:
    """Islands are told apart by their sizes: a wrong order would give them one another's names."""
    assert find(sheet_id).space[west].writing.center[0] < find(sheet_id).space[east].writing.center[0]


@pytest.mark.parametrize("land", ["brazil", "france", "ireland", "italy", "poland", "spain"])
def test_areas_are_called_the_same_in_both_games(land: str) -> None:
    here, there = ({space.id: space.name for space in find(f"{game}_{land}").spaces}
                   for game in ("on_tour", "rolling_america"))
    assert here == there


@pytest.mark.parametrize("sheet_id", ["on_tour_africa", "on_tour_italy", "rolling_america_new_zealand"])
def test_apostrophes_in_names_are_curly(sheet_id: str) -> None:
    names = "".join(space.name for space in find(sheet_id).spaces)
    assert "’" in names and "'" not in names


def test_no_sliver_of_tirol_is_outside_vorarlberg() -> None:
    tirol, vorarlberg = (find("rolling_america_austria").space[code] for code in ("TI", "VO"))
    assert min(x for x, _ in tirol.outline) > vorarlberg.writing.center[0], "its border runs to the edge of the land"


def test_the_lake_of_neuchatel_is_one_along_the_south_of_its_canton() -> None:
    sheet = find("rolling_america_switzerland")
    shore, place = Polygon(sheet.space["NE"].outline), sheet.space["NE"].writing
    lakes = [decor.ring for decor in sheet.decor if decor.kind == "lake"]
    (lake,) = (bounding_box(ring) for ring in lakes if shore.dwithin(Polygon(ring), 1))
    assert len(lakes) > 5, "those by which the land is known"
    assert lake.x < place.x + place.w < lake.x + lake.w and lake.w > lake.h


@pytest.mark.parametrize("sheet_id", MADE)
def test_a_map_that_is_shipped_has_a_compass_clear_of_all_else(sheet_id: str) -> None:
    """Upon the sea, on a card, or on other land where nothing is but that."""
    sheet = find(sheet_id)
    (rose,) = (Polygon(decor.ring) for decor in sheet.decor if decor.kind == "compass")
    below = ("card", "reserve") if any(Polygon(ring).covers(rose) for ring in sheet.white) else ()
    others = [Polygon(decor.ring) for decor in sheet.decor
              if decor.kind not in ("compass", "cut", "digits", "neatline", "isle", *below)]
    others += [Polygon(ring).exterior for ring in (() if below else sheet.abroad)]
    assert not any(rose.intersects(other) for other in [*others, *(Polygon(space.outline) for space in sheet.spaces)])


@pytest.mark.parametrize("sheet_id", ["rolling_america_asia", "rolling_america_asia_24", "rolling_america_asia_large"])
def test_maps_of_asia_have_their_names_in_one_block_and_the_sea_around_them(sheet_id: str) -> None:
    sheet = find(sheet_id)
    assert {"compass", "isle", "note"} <= {each.kind for each in sheet.decor} and sheet.coasts
    columns = [bounding_box(each.ring) for each in sheet.decor if each.kind == "key"]
    assert len({each.y for each in columns}) == 1 and max(one.x + one.w - two.x for one, two in pairwise(columns)) < 0
    found = measured(sheet)
    assert found.stairs == 0 and found.tight <= 0.2 and found.least_gap >= 0.6


def without_key(sheet: Sheet) -> Sheet:
    """As it is when its names are placed, on a sheet without a frame and other land."""
    return replace(sheet, decor=tuple(
        each for each in sheet.decor if each.kind not in ("card", "neatline", "key", "note", "compass")
        and (each.kind != "isle" or each.text in sheet.space)))


@pytest.mark.parametrize(("sheet_id", "count"), [
    ("on_tour_africa", 1), ("rolling_america_europe_large", 2), ("rolling_america_asia", 4), ("rolling_america_spain", 2)])
def test_names_are_read_from_the_top_in_as_few_columns_as_fit(sheet_id: str, count: int) -> None:
    """Of columns that stand one above another, the upper one is read first, also where it is at the right."""
    columns = [bounding_box(each.ring) for each in name_key(without_key(find(sheet_id)))]
    assert len(columns) == count
    for one, other in combinations(columns, 2):
        assert other.y + other.h > one.y and (one.y < other.y or other.x >= one.x + one.w)


def test_names_in_two_places_begin_at_the_same_height_and_a_long_name_alone_cuts_no_column() -> None:
    swiss = without_key(find("rolling_america_switzerland"))
    spot, place = ((300.0, 300.0), (310.0, 300.0), (300.0, 310.0)), Rect(300, 300, 9, 9)
    spaces = tuple(replace(space, outline=spot, writing=place) for space in swiss.spaces)
    full = [Rect(150, 0, 400, 540), Rect(0, 0, 720, 80), Rect(0, 260, 720, 280)]
    boxes = tuple(Box(str(k), "a", "field", rect) for k, rect in enumerate(full))
    bare = replace(swiss, spaces=spaces, decor=(), boxes=boxes)
    left, right = (bounding_box(each.ring) for each in name_key(bare))
    assert left.x < right.x and left.y == right.y and left.h > right.h
    france = without_key(find("rolling_america_france"))
    (column,) = name_key(france)
    assert bounding_box(column.ring).h / len(france.spaces) >= 9, "the name of Provence is set smaller"


def test_names_that_need_two_places_stand_side_by_side_in_one() -> None:
    """Where a narrow place at the right has room for some of them, and a broad one below it for the others."""
    swiss = without_key(find("rolling_america_switzerland"))
    spot, place = ((300.0, 300.0), (310.0, 300.0), (300.0, 310.0)), Rect(300, 300, 9, 9)
    spaces = tuple(replace(space, outline=spot, writing=place) for space in swiss.spaces)
    full = [Rect(0, 0, 720, 60), Rect(0, 60, 570, 374), Rect(570, 170, 150, 264), Rect(0, 434, 440, 106)]
    boxes = tuple(Box(str(k), "a", "field", rect) for k, rect in enumerate(full))
    first, *others = [bounding_box(each.ring) for each in name_key(replace(swiss, spaces=spaces, decor=(), boxes=boxes))]
    assert first.y + first.h < min(other.y for other in others)
    assert len({other.y for other in others}) == 1


def test_names_stand_between_the_boxes_of_a_sheets_head_only_where_there_is_no_other_room() -> None:
    sheet = find("rolling_america_austria")
    bare = without_key(sheet)
    head = tuple(box for box in sheet.boxes if box.kind == "check")
    foot = max(box.rect.y + box.rect.h for box in head)

    def tops(beside: float) -> list[float]:
        """Where columns begin, if there is little room below the head, but for so much at the left."""
        full = Box("a", "a", "field", Rect(0, foot + 1, 720, 449 - foot)), Box("b", "b", "field", Rect(beside, 450, 720, 90))
        return [bounding_box(each.ring).y for each in name_key(replace(bare, boxes=(*head, *full)))]

    assert tops(200)[0] > foot > tops(20)[0] > 0


@pytest.mark.parametrize("sheet_id", ["rolling_america_germany", "on_tour_spain", "on_tour_africa", "on_tour_europe_27"])
def test_names_of_areas_are_as_large_as_there_is_room_for(sheet_id: str) -> None:
    """Together, in letters that are large enough, and clear of all else."""
    sheet = find(sheet_id)
    key = [each for each in sheet.decor if each.kind == "key"]
    highs = {bounding_box(each.ring).h / len(each.text.split()) for each in key}
    assert min(highs) == pytest.approx(max(highs)) and min(highs) >= 8.4
    taken = shapely.union_all([Polygon(space.outline) for space in sheet.spaces])
    cards = shapely.union_all([Polygon(ring) for ring in sheet.white])
    rings = [Polygon(each.ring) for each in key]
    assert all(cards.covers(ring) or ring.distance(taken) >= 3.5 for ring in rings), "where Russia goes on, on a card"
    words = shapely.union_all([Polygon(each.ring) for each in sheet.decor if each.kind == "edge"])
    assert all(not Polygon(each.ring).dwithin(words, 2) for each in key)


def test_land_moves_aside_where_its_names_then_stand_together() -> None:
    """Of the land nothing but the place is another, and what stands beside it stays clear of it."""
    there = without_key(find("rolling_america_germany"))
    begin = min(x for space in there.spaces for x, _ in space.outline)

    def columns(sheet: Sheet) -> list[Decor]:
        """Names that have room in one place if land is at least 30 points farther to the left."""
        far = min(x for space in sheet.spaces for x, _ in space.outline) > begin - 30
        rings = [Rect(9, 300, 90, 90), Rect(600, 300, 90, 90)] if far else [Rect(600, 300, 90, 90)]
        return [Decor("key", ring_of(ring), "A B C D E F G H I") for ring in rings]

    found = aside(there, columns)
    assert found == moved(there, -30.0) != there and found.boxes == there.boxes
    assert aside(moved(there, -30.0), columns) == found, "together already"
    wall = Box("wall", "wall", "field", Rect(begin - 20, 40, 4, 490))
    assert aside(replace(there, boxes=(*there.boxes, wall)), columns).spaces == there.spaces


def test_a_map_whose_names_stand_together_stays_where_it_is() -> None:
    austria = without_key(find("rolling_america_austria"))
    assert aside(austria) is austria
