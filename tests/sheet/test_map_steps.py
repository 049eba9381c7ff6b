"""What is changed on a drawn map: it changes what it touches, and nothing else. A law over both kinds of maps."""

from __future__ import annotations

import math
from functools import cache
from itertools import cycle, product

import pytest
from msgspec.structs import replace
from shapely import Point, Polygon
from shapely.ops import nearest_points, unary_union

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.draw.line_map_face import line_marks
from rollwrite_desktop.draw.map_face import blank_map
from rollwrite_desktop.games import GAMES as ALL
from rollwrite_desktop.maps import edits, steps
from rollwrite_desktop.maps.areas import Area, Areas
from rollwrite_desktop.maps.bending import bent, is_sharp, moves, reach
from rollwrite_desktop.maps.config import MapFile
from rollwrite_desktop.maps.make import Drawn, finished
from rollwrite_desktop.maps.name_key import kept_key, name_key
from rollwrite_desktop.maps.steps import stepped
from rollwrite_desktop.maps.values import Made
from rollwrite_desktop.sheet.check import check
from rollwrite_desktop.sheet.load import dump, find, loads
from rollwrite_desktop.sheet.sheet import Box, Decor, Rect, Ring, Sheet, Space
from tests.sampling import sampled

pytestmark = pytest.mark.slow

GAMES = ("rolling_america", "on_tour")


@cache
def first(game: str) -> Drawn:
    """A shipped map of a game, or one by its id, as if it had just been drawn."""
    shipped = find({"rolling_america": "rolling_america_germany", "on_tour": "on_tour_france"}.get(game, game))
    sheet = replace(shipped, decor=tuple(each for each in shipped.decor if each.kind not in ("key", "note")))
    codes = {space.id: space for space in sheet.spaces}
    by_sea = {line.link for line in sheet.sea_lines}
    by_code = {code: Area(code, space.name, Polygon(space.outline), f"the {space.name}") for code, space in codes.items()}
    areas = Areas(by_code, {*sheet.links} - by_sea, by_sea, set(), [])
    plan = ALL[sheet.game].play.map_making
    assert plan is not None
    room = plan.layout(sheet.title, sheet.values, 1.0).room
    return Drawn(areas, plan, Made(sheet, len(areas.links), len(areas.links), len(by_sea), 0, (), (), room))


def after(game: str, *steps: str) -> Made:
    return finished(first(game), MapFile(then=[*steps]))


def bordered(game: str) -> tuple[str, str]:
    """Two neighbors, neither of which any other neighbor needs to hang together."""
    sheet = after(game).sheet
    return next(link for link in sheet.links if min(len(sheet.neighbors[end]) for end in link) >= 4)


def apart(sheet: Sheet) -> tuple[str, str]:
    codes = [space.id for space in sheet.spaces]
    return next((a, b) for a in codes for b in reversed(codes) if a < b and b not in sheet.neighbors[a]
                and not {*sheet.neighbors[a]} & {*sheet.neighbors[b]})


def like(space: Space) -> tuple[object, ...]:
    """All that is seen of a space, whatever corners are named on a straight piece of its outline."""
    return space.name, space.region, space.writing, space.label, round(Polygon(space.outline).area / 5)


def unmoved(before: Sheet, now: Sheet, touched: set[str], links: set[str] | None = None) -> None:
    """All areas, boxes, colors, lines and cards that a step did not touch are where they were."""
    assert {space.id: like(space) for space in before.spaces if space.id not in touched} == {
        space.id: like(space) for space in now.spaces if space.id not in touched}
    ends = touched if links is None else links
    for lines in (lambda sheet: sheet.links, lambda sheet: [line.link for line in sheet.sea_lines]):
        assert {link for link in lines(before) if not {*link} & ends} == {link for link in lines(now) if not {*link} & ends}
    assert {line for line in before.sea_lines if not {*line.link} & ends} == {
        line for line in now.sea_lines if not {*line.link} & ends}
    assert before.boxes == now.boxes and before.values == now.values
    assert {card for card in before.cards if card.split()[0] not in touched} == {
        card for card in now.cards if card.split()[0] not in touched}


@sampled("game", GAMES, 2)
def test_a_step_changes_what_it_touches_and_nothing_else(game: str) -> None:
    whole = after(game)
    sheet, (a, b) = whole.sheet, bordered(game)
    merged = after(game, f"merge {a} {b}")
    unmoved(sheet, merged.sheet, {a, b})
    union = Polygon(sheet.space[a].outline).union(Polygon(sheet.space[b].outline))
    assert abs(Polygon(merged.sheet.space[a].outline).area - union.area) < 1 and b not in merged.sheet.space
    assert not merged.faults and not merged.undone
    assert game == "on_tour" or merged.sheet.space[a].writing == sheet.space[a].writing
    assert {*merged.sheet.neighbors[a]} == ({*sheet.neighbors[a]} | {*sheet.neighbors[b]}) - {a, b}
    assert merged.drawn == merged.borders < whole.borders and merged.keys.keys() == merged.sheet.space.keys()

    out = after(game, f"out {a}")
    unmoved(sheet, out.sheet, {a})
    assert a not in out.sheet.space and not out.faults and a not in out.keys

    ink = next(region.id for region in sheet.regions if region.id != sheet.space[a].region)
    painted = after(game, f"color {ink} {a}")
    unmoved(sheet, painted.sheet, {a}, set())
    assert painted.sheet.space[a].region == ink and not painted.faults

    named = after(game, f"code {a} NEW")
    assert [like(space)[:3] for space in named.sheet.spaces] == [like(space)[:3] for space in sheet.spaces]
    unmoved(sheet, named.sheet, {a, "NEW"})
    assert not named.faults and len(named.sheet.links) == len(sheet.links) and named.sheet.neighbors["NEW"]

    called = after(game, f"name {a} Aisén del General Carlos Ibáñez del Campo")
    assert called.sheet.space[a].name == "Aisén del General Carlos Ibáñez del…" and not called.faults
    assert replace(called.sheet, spaces=sheet.spaces, differences=sheet.differences, decor=sheet.decor, hash="") == replace(
        sheet, hash="")
    assert [replace(space, name="") for space in called.sheet.spaces] == [replace(space, name="") for space in sheet.spaces]
    assert sheet.space[a].name not in "".join(called.sheet.differences.values())

    room, at = whole.room, sheet.space[a].writing.center
    shares = [(at[0] + 5 - room.x) / room.w, (at[1] - 4 - room.y) / room.h]
    moved = after(game, f"box {a} {shares[0]:.4f} {shares[1]:.4f}")
    unmoved(sheet, moved.sheet, {a}, set())
    assert moved.sheet.space[a].outline == sheet.space[a].outline and not moved.faults
    assert moved.sheet.space[a].writing != sheet.space[a].writing


def test_isles_go_with_their_areas_and_with_those_they_are_merged_into() -> None:
    """An isle whose code is none any more would be land of others."""
    drawn, (a, b) = first("on_tour"), bordered("on_tour")
    isles = tuple(Decor("isle", ((x, 3.0), (x + 9, 3.0), (x + 9, 9.0)), text) for x, text in ((3.0, b), (20.0, "Thule")))
    draft = steps._Draft(replace(drawn.made.sheet, decor=isles), drawn.plan, drawn.made.room, {}, {}, set(), set(), [])
    kept = []
    for new in ({b: a}, {b: None}):
        one = replace(draft)
        steps._renamed(one, new)
        kept.append([each.text for each in one.sheet.decor])
    assert kept == [[a, "Thule"], ["Thule"]]


def test_the_key_stays_where_it_is_but_for_rows_that_are_gone() -> None:
    drawn = first("rolling_america")
    drawn = replace(drawn, key=name_key(drawn.made.sheet))
    a, b = bordered("rolling_america")

    def key(*steps: str) -> list[Decor]:
        return [each for each in finished(drawn, MapFile(then=[*steps])).sheet.decor if each.kind == "key"]

    whole, merged, coded = key(), key(f"merge {a} {b}"), key(f"code {a} ZZ")
    assert whole == list(drawn.key) and len(whole) == len(merged) == len(coded) > 0
    for was, now, recoded in zip(whole, merged, coded, strict=True):
        assert [code for code in was.text.split() if code != b] == now.text.split() and was.ring[:2] == now.ring[:2]
        assert (was.ring == now.ring) is (b not in was.text.split()) and was.ring == recoded.ring
    assert " ".join(each.text for each in coded).split() == sorted({*drawn.made.sheet.space, "ZZ"} - {a})
    place = whole[0].ring[0]
    sheet = replace(drawn.made.sheet, boxes=(*drawn.made.sheet.boxes, Box("new", "new", "field", Rect(*place, 9, 9))))
    assert kept_key(whole, {code: code for code in sheet.space}, sheet) == (), "it is taken"


@sampled("game", GAMES, 2)
def test_an_outline_is_bent_with_all_that_have_the_corner_and_no_farther_than_goes_well(game: str) -> None:
    whole = after(game)
    sheet, room, (a, _) = whole.sheet, whole.room, bordered(game)
    corners, done = sheet.space[a].outline[::8], 0
    for (x, y), (dx, dy) in product(corners, ((4, 3), (-60, 0))):
        here = (x - room.x) / room.w, (y - room.y) / room.h
        there = here[0] + dx / room.w, here[1] + dy / room.h
        now = finished(first(game), edits.bend(MapFile(), a, here, there))
        spaces, at = now.sheet.spaces, Point(x, y)
        held = {space.id for space in sheet.spaces if Polygon(space.outline).exterior.distance(at) < 0.02}
        unmoved(sheet, now.sheet, held, set())
        assert not now.faults and {*now.sheet.links} == {*sheet.links}
        assert bool(now.undone) is (spaces == sheet.spaces) and all("can’t be bent there: " in each for each in now.undone)
        if not now.undone:
            done += 1
            assert all(Polygon(now.sheet.space[code].outline).exterior.distance(at) > 0.02 for code in held)
            shapes = [Polygon(space.outline) for space in spaces]
            assert abs(unary_union(shapes).area - sum(shape.area for shape in shapes)) < 1
    assert done >= len(corners) // 2


def test_the_die_of_a_region_makes_way_for_a_border_that_is_bent() -> None:
    whole = after("rolling_america")
    sheet, room = whole.sheet, whole.room
    tried = 0
    for a, b in sheet.links:
        one, other = sheet.space[a], sheet.space[b]
        die = next((Polygon(each.ring) for each in sheet.decor if each.kind == "region" and one.region == other.region
                    and Polygon(one.outline).contains(Polygon(each.ring))), None)
        common = Polygon(one.outline).exterior.intersection(Polygon(other.outline).exterior)
        if die is None or common.length < 20 or common.distance(die) > 30:
            continue
        start = nearest_points(common, die.centroid)[0]
        ends = (((p.x - room.x) / room.w, (p.y - room.y) / room.h) for p in (start, die.centroid))
        now = finished(first("rolling_america"), edits.bend(MapFile(), a, *ends))
        tried += not now.undone
        shapes = [Polygon(space.outline) for space in now.sheet.spaces]
        assert all(any(shape.covers(Point(Polygon(each.ring).centroid).buffer(5)) for shape in shapes)
                   for each in now.sheet.decor if each.kind == "region")
    assert tried


def test_a_sea_line_and_a_lake_go_along_with_the_outline() -> None:
    """The line ends on the coast that was bent, and the lake has its new shore."""
    for sheet_id, (dx, dy) in (("rolling_america_italy", (-6, 5)), ("rolling_america_south_africa", (-5, 3))):
        whole = after(sheet_id)
        sheet, room = whole.sheet, whole.room
        (lake,) = [each.ring for each in sheet.decor if each.kind == "lake"] or [()]
        if lake:
            x, y = min(lake)
            code = next(space.id for space in sheet.spaces if (x, y) in space.outline)
        else:
            (line,) = sheet.sea_lines
            code = line.link[0]
            x, y = min(line.points, key=lambda end: Polygon(sheet.space[code].outline).exterior.distance(Point(end)))
        here = (x - room.x) / room.w, (y - room.y) / room.h
        now = finished(first(sheet_id), edits.bend(MapFile(), code, here, (here[0] + dx / room.w, here[1] + dy / room.h)))
        assert not now.undone and not now.faults and now.sheet.spaces != sheet.spaces
        unmoved(sheet, now.sheet, {space.id for space in sheet.spaces if Polygon(space.outline).exterior.distance(
            Point(x, y)) < 0.02 or space.id == code}, {code})
        if lake:
            (shore,) = [each for each in now.sheet.decor if each.kind == "lake"]
            assert shore.ring != lake and shore.text == "Lesotho"
            land = unary_union([Polygon(space.outline) for space in now.sheet.spaces])
            assert Polygon(shore.ring).intersection(land).area < 0.5, "no land in the lake"
            assert any(Polygon(hole).equals_exact(Polygon(shore.ring), 0.05) or abs(
                Polygon(hole).area - Polygon(shore.ring).area) < 0.5 for hole in land.interiors), "no gap on its shore"
        else:
            (drawn,) = now.sheet.sea_lines
            assert drawn.link == line.link and all(min(Polygon(now.sheet.space[end].outline).exterior.distance(
                Point(place)) for place in (drawn.points[0], drawn.points[-1])) < 1 for end in drawn.link)


def test_no_spike_is_left_where_an_outline_was_bent() -> None:
    """A place between two corners of a coast is dragged out: the coast follows in an arc."""
    north: Ring = ((0.0, 0.0), (120.0, 0.0), (120.0, 60.0), (0.0, 60.0))
    ring: Ring = ((120.0, 60.0), (118.0, 130.0), (90.0, 134.0), (60.0, 136.0), (31.0, 134.0), (2.0, 130.0), (0.0, 60.0))
    x, y = ring[3]
    moved = moves({"N": north, "S": ring}, (x, y), (x, y + 14), reach((x, y), (x, y + 14)))
    new = bent(ring, moved)
    assert (x, y + 14) in new and len(new) > len(ring) and not is_sharp(new, moved, (x, y))
    there = {to for place, to in moved.items() if to not in (None, place)}
    turns = {(bx, by): abs(math.remainder(math.atan2(cy - by, cx - bx) - math.atan2(by - ay, bx - ax), math.tau))
             for (ax, ay), (bx, by), (cx, cy) in zip((new[-1], *new), new, (*new[1:], new[0]), strict=False)}
    assert max(turn for place, turn in turns.items() if place in there) < math.radians(60), "the corner is round, too"
    assert bent(north, moved) == north


@sampled("game", [*GAMES], 2)
def test_what_was_changed_is_taken_back_where_it_stood(game: str) -> None:
    """Taking a merged area apart, bringing back one that was left out: all is as it was."""
    made, (a, b) = after(game), bordered(game)
    keys = [made.keys[a], made.keys[b]]
    config = edits.settled(MapFile(), made)
    merged = edits.merge(config, made, keys)
    whole = finished(first(game), merged)
    assert merged.then == [f"merge {a} {b}"] and edits.is_merged(merged, whole, keys[0])
    assert edits.take_apart(merged, whole, keys[0]) == config
    out = edits.leave_out(config, made, keys)
    rest = finished(first(game), out)
    assert edits.out_since(out) == {*keys} and not {a, b} & rest.sheet.space.keys()
    assert edits.bring_back(out, rest, keys) == config
    assert edits.bring_back(out, rest, keys[:1]).drop == keys[1:], "one of two: drawn anew"
    cut = edits.relink(config, b, a, add=False)
    assert cut.then == [f"cut {b} {a}"] and edits.relink(cut, a, b, add=True) == config
    moved = edits.move(edits.move(config, a, 0.2, 0.3), a, 0.4, 2.0)
    assert moved.then == [f"box {a} 0.4000 1.0000"] and edits.is_moved(moved, a)
    assert edits.put_back(moved, made, [a]) == config
    named = edits.rename(merged, whole, keys[0], "Old Town")
    assert edits.take_apart(named, whole, keys[0]).then == named.then[1:] == [f"name {a} Old Town"]
    assert edits.rename(named, whole, keys[0], "New").then[1:] == [f"name {a} New"]
    assert edits.rename(named, whole, keys[0], "") == merged
    assert edits.anew(named, whole).names == {keys[0]: "Old Town"}
    assert edits.rename(config, whole, "x", "Y").names == {"x": "Y"}, "it is not on the sheet"
    onward = edits.merge(merged, whole, [keys[0], next(key for key in whole.keys.values() if key != keys[0])])
    assert edits.take_apart(onward, whole, keys[0]) == merged, "the last one first"
    painted = edits.step(merged, "color", whole.sheet.regions[0].id, a)
    assert edits.take_apart(painted, whole, keys[0]).then == [], "where a later change builds on it, all is drawn anew"


@sampled("game", [*GAMES], 2)
def test_links_are_cut_and_drawn_where_areas_stand(game: str) -> None:
    sheet, (a, b) = after(game).sheet, bordered(game)
    cut = after(game, f"cut {a} {b}")
    assert cut.undone or (a, b) not in cut.sheet.links
    unmoved(sheet, cut.sheet, {a, b}, {a, b})
    assert not cut.faults
    one, other = apart(sheet)
    joined = after(game, f"link {one} {other}")
    if joined.undone:
        assert "There is no room for a line" in joined.undone[0] and joined.sheet == sheet
    else:
        assert (one, other) in joined.sheet.links and not joined.faults
        unmoved(sheet, joined.sheet, set(), {one, other})
    if game == "on_tour":
        assert after(game, f"cut {a} {b}", f"link {a} {b}").sheet == sheet


def test_a_line_is_bent_as_far_as_it_runs_well_and_close_to_straight_it_is_straight() -> None:
    """Its ends stay, only codes there make way, and it is drawn as it is checked."""
    drawn, done = first("on_tour"), 0
    sheet, room = drawn.made.sheet, drawn.made.room
    for link, far in zip(sheet.links[::9], cycle((14, 60))):
        (x, y), (u, v) = sheet.way(*link)
        long = math.dist((x, y), (u, v))
        place = (x + u) / 2 - far * (v - y) / long, (y + v) / 2 + far * (u - x) / long
        config = edits.turn(MapFile(), link, ((place[0] - room.x) / room.w, (place[1] - room.y) / room.h))
        now, _ = stepped(drawn.made, drawn.areas, drawn.plan, config.then)
        assert bool(now.undone) is (link not in now.sheet.bends) and all("can’t run there: " in each for each in now.undone)
        if link in now.sheet.bends:
            done += math.dist(now.sheet.bends[link], place) < 1
            assert not check(now.sheet)
            assert now.sheet.way(*link) == ((x, y), now.sheet.bends[link], (u, v)) == now.sheet.way(*link[::-1])[::-1]
            assert [replace(space, label=(0, 0)) for space in now.sheet.spaces] == [
                replace(space, label=(0, 0)) for space in sheet.spaces]
            (line,) = (mark for mark in line_marks(now.sheet) if mark.key == f"line/{'-'.join(link)}")
            assert line.path[1:-1] == (("L", *now.sheet.bends[link]),)
            assert loads(dump(now.sheet), "again").bends == now.sheet.bends and dump(now.sheet) != dump(sheet)
            back = edits.turn(config, link, (((x + u) / 2 + 2 - room.x) / room.w, ((y + v) / 2 - room.y) / room.h))
            assert len(back.then) == 1 and not stepped(drawn.made, drawn.areas, drawn.plan, back.then)[0].sheet.bends
    assert done >= 2
    a, (b, c, *_) = next((code, others) for code, others in sheet.neighbors.items() if len(others) > 2)
    (x, y), (u, v) = sheet.way(a, c)[0], sheet.way(a, c)[-1]
    onto = edits.turn(MapFile(), (a, b), ((x + 0.6 * (u - x) - room.x) / room.w, (y + 0.6 * (v - y) - room.y) / room.h))
    now, _ = stepped(drawn.made, drawn.areas, drawn.plan, onto.then)
    ways = [now.sheet.way(a, other)[1] for other in (b, c)]
    turns = [math.degrees(math.atan2(q - y, p - x)) for p, q in ways]
    assert abs((turns[0] - turns[1] + 180) % 360 - 180) >= 12, "two lines of a place are told apart"
    assert "No line joins" in after("on_tour", f"line {' '.join(apart(sheet))} 0.5 0.5").undone[0]


def test_the_outline_of_an_area_that_is_smaller_than_its_box_is_bent_too() -> None:
    """So long as no more of the box is outside."""
    drawn = first("on_tour")
    sheet, room = drawn.made.sheet, drawn.made.room
    space = min(sheet.spaces, key=lambda space: min(x for x, _ in space.outline))
    x, y = min(space.outline)
    box = space.writing
    over = replace(space, writing=Rect(x - box.w / 3, box.y, box.w, box.h))
    spaces = tuple(over if each is space else each for each in sheet.spaces)
    whole = replace(drawn, made=replace(drawn.made, sheet=replace(sheet, spaces=spaces)))
    here, there = (((u - room.x) / room.w, (y - room.y) / room.h) for u in (x, x - 4))
    assert not finished(whole, edits.bend(MapFile(), space.id, here, there)).undone


@pytest.mark.parametrize("game", GAMES)
def test_what_a_step_causes_is_said(game: str) -> None:
    """A region in pieces; and what cannot be done where things stand leaves everything as it is."""
    sheet = after(game).sheet
    one, other = apart(sheet)
    alone = after(game, f"merge {one} {other}")
    assert alone.sheet == sheet and "they don’t touch" in alone.undone[0]
    ink = sheet.space[one].region
    far = next(space.id for space in sheet.spaces if space.region != ink and not any(
        sheet.space[each].region == ink for each in sheet.neighbors[space.id]))
    torn = after(game, f"color {ink} {far}")
    assert [note for note in torn.notes if "is in 2 pieces now." in note]
    if sheet.joined == "borders":
        letter = next(region.letter for region in sheet.regions if region.id == ink)
        dice = [Polygon(each.ring).centroid for each in torn.sheet.decor if each.text == letter]
        assert len(dice) == 2 and any(Polygon(torn.sheet.space[far].outline).contains(die) for die in dice)
        keys = [mark.key for mark in blank_map(torn.sheet)]
        assert len({*keys}) == len(keys), "each part has its letter"
    codes = [space.id for space in sheet.spaces if space.region == ink]
    emptied = after(game, f"color {sheet.space[far].region} {' '.join(codes)}")
    assert {region.id for region in sheet.regions} - {region.id for region in emptied.sheet.regions} == {ink}
    assert not emptied.faults, "a region without an area is none of the sheet"


@pytest.mark.parametrize(("step", "why"), [
    ("fly A B", "expected one of merge"), ("merge A ZZZZ", "there is no area"), ("out", "there is no area"),
    ("box {a} x y", "cannot be understood"), ("color pink {a}", "cannot be understood"),
    ("link {a} {a}", "cannot be understood"), ("name {a}", "cannot be understood"),
])
def test_a_step_that_is_none_is_refused(step: str, why: str) -> None:
    with pytest.raises(UserError, match=why):
        after("rolling_america", step.format(a=bordered("rolling_america")[0]))


def test_drawn_anew_a_map_has_all_that_was_changed_on_it() -> None:
    made = after("rolling_america")
    (a, b), c = bordered("rolling_america"), after("rolling_america").sheet.spaces[-1].id
    config = edits.settled(MapFile(), made)
    for step in (f"merge {a} {b}", f"code {a} NEW", "box NEW 0.5 0.25", f"out {c}"):
        config = edits.step(config, step)
    whole = finished(first("rolling_america"), config)
    anew = edits.anew(config, whole)
    assert anew.then == [] and anew.merge == {made.keys[a]: [made.keys[a], made.keys[b]]}
    assert anew.drop == [made.keys[c]] and anew.codes[made.keys[a]] == "NEW" and not anew.regions
    (x, y), room = whole.sheet.space["NEW"].writing.center, whole.room
    landed = (x - room.x) / room.w, (y - room.y) / room.h
    assert math.dist(anew.boxes["NEW"], landed) < 1e-3 < math.dist(landed, (0.5, 0.25)), "where it stands, not where it fell"
    assert edits.anew(config, made).boxes == {"NEW": (0.5, 0.25)}, "not drawn yet"
