"""Honeycombs: ids, links, shared corners and distances; and the two shipped ones against their facts."""

from __future__ import annotations

from collections import Counter

import pytest

from rollwrite_desktop.sheet import hexes
from rollwrite_desktop.sheet.check import check
from rollwrite_desktop.sheet.load import dump, find, loads
from rollwrite_desktop.sheet.sheet import bounding_box

RING = {(0, 0): "x", **dict.fromkeys(hexes.DIRECTIONS, "x")}


def test_ids_run_from_the_top_and_from_the_left() -> None:
    assert hexes.named(RING) == {
        (0, -1): "a1", (1, -1): "a2", (-1, 0): "b1", (0, 0): "b2", (1, 0): "b3", (-1, 1): "c1", (0, 1): "c2",
    }


def test_a_flower_has_twelve_links() -> None:
    links = hexes.links(RING)
    assert len(links) == 12 and all(a < b for a, b in links)
    assert sum("b2" in link for link in links) == 6


def test_neighbors_share_two_corners_exactly() -> None:
    spaces = {space.id: space for space in hexes.spaces(RING, {(0, 0): "7"}, (100.0, 100.0))}
    for a, b in hexes.links(RING):
        assert len(set(spaces[a].outline) & set(spaces[b].outline)) == 2
    assert [space.id for space in spaces.values() if space.printed] == ["b2"]


def test_one_writes_into_the_middle_of_a_hex() -> None:
    for space in hexes.spaces(RING, {}, (100.0, 100.0)):
        held = space.writing
        middle = held.x + held.w / 2, held.y + held.h / 2
        assert middle == pytest.approx(tuple(sum(values) / 6 for values in zip(*space.outline, strict=True)))
        assert held.w == held.h == hexes.WRITING


def test_distance_is_counted_in_steps() -> None:
    cells = {(q, r): "x" for q in range(-4, 5) for r in range(-4, 5)}
    spaces = dict(zip(hexes.named(cells), hexes.spaces(cells, {}, (300.0, 300.0)), strict=True))
    for (aq, ar), a in spaces.items():
        for (bq, br), b in list(spaces.items())[::7]:
            q, r = aq - bq, ar - br
            assert hexes.distance(a, b) == max(abs(q), abs(r), abs(q + r))


def test_inset_keeps_the_middle() -> None:
    ring = hexes.hexagon((50.0, 40.0))
    assert hexes.inset(ring, 0.5)[0] == pytest.approx((50.0, 40.0 - hexes.QUARTER))


@pytest.mark.parametrize(("sheet_id", "count", "middle", "last"), [
    ("hexroller_front", 55, 13, "i4"), ("hexroller_back", 49, 7, "i2"),
])
def test_the_shipped_honeycombs(sheet_id: str, count: int, middle: int, last: str) -> None:
    sheet = find(sheet_id)
    assert not check(sheet)
    assert len(sheet.spaces) == count and (sheet.spaces[0].id, sheet.spaces[-1].id) == ("a1", last)
    sizes = Counter(sheet.region[space.region].letter for space in sheet.spaces)
    assert sizes == {**dict.fromkeys("ABCDEF", 7), "M": middle}
    for n in range(3, 9):
        a, b = (space for space in sheet.spaces if space.printed == str(n))
        assert hexes.distance(a, b) == n - (sheet_id == "hexroller_back")
    assert loads(dump(sheet), sheet_id) == sheet


@pytest.mark.parametrize("sheet_id", ["hexroller_front", "hexroller_back"])
def test_what_is_before_a_box_of_the_score_is_nearest_to_that_box(sheet_id: str) -> None:
    sheet = find(sheet_id)
    scores = {box.id.removeprefix("score/").removeprefix("pair_"): box.rect for box in sheet.boxes if box.group == "score"}
    before = {decor.text: bounding_box(decor.ring) for decor in sheet.decor if decor.kind == "label"
              and decor.text.lower() in {key.lower() for key in scores} - {"bonuses", "total"}}
    assert len(before) == 15
    for words, around in before.items():
        own = scores[words if words in scores else words.lower()]
        gaps = [around.x - other.x - other.w for other in scores.values() if other.x < around.x and other.y <= around.y
                <= other.y + other.h]
        assert all(2 * (own.x - around.x - around.w) < gap for gap in gaps), words


def test_an_id_stands_in_its_hex_below_what_is_written() -> None:
    for space in hexes.spaces(RING, {}, (100.0, 100.0)):
        x, y = space.label
        middle, below = space.writing.x + space.writing.w / 2, space.writing.y + space.writing.h
        assert middle - hexes.HALF / 2 < x < middle and below < y < below - hexes.WRITING / 2 + 2 * hexes.QUARTER
