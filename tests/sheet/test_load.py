"""Any bytes give a sheet or NotASheet with one sentence, and a sheet survives being written and read."""

from __future__ import annotations

import json
import os
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from rollwrite_desktop import paths
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.files import FileError
from rollwrite_desktop.sheet import load as loading
from rollwrite_desktop.sheet.load import NotASheet, dump, find, load, loads
from rollwrite_desktop.sheet.sheet import Sheet

FILES = sorted(paths.SHEETS.glob("*.json"))
FILE = paths.SHEETS / "rolling_america_usa.json"
BYTES = FILE.read_bytes()
TREE = json.loads(BYTES)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


def read(data: bytes) -> Sheet | None:
    """The sheet, or None where the reader says no in one short line that names the file."""
    try:
        return loads(data, "usa.json")
    except NotASheet as no:
        line = str(no)
        assert line.startswith("usa.json: ") and "\n" not in line and len(line) < 300
        return None


def spoilt(**changes: object) -> bytes:
    return json.dumps(TREE | changes).encode()


def refused(data: bytes) -> str:
    with pytest.raises(NotASheet) as no:
        loads(data, "usa.json")
    return str(no.value)


@given(st.binary(max_size=400))
def test_any_bytes(data):
    read(data)


@given(st.integers(0, len(BYTES) - 1), st.binary(max_size=6), st.integers(0, 6))
def test_the_map_with_some_bytes_changed(at, put, cut):
    read(BYTES[:at] + put + BYTES[at + cut:])


@given(st.integers(0, len(BYTES)))
def test_the_map_torn_off(end):
    assert (read(BYTES[:end]) is None) == (end < len(BYTES.rstrip()))


@given(st.sampled_from(sorted(TREE)), JSON)
@settings(suppress_health_check=[HealthCheck.too_slow])
def test_the_map_with_something_else_in_a_field(key, value):
    read(spoilt(**{key: value}))


@given(st.sampled_from(["spaces", "boxes", "regions", "decor"]), st.data())
def test_the_map_with_something_else_in_a_part(part, data):
    parts = [dict(item) for item in TREE[part]]
    chosen = data.draw(st.sampled_from(parts))
    chosen[data.draw(st.sampled_from(sorted(chosen)))] = data.draw(JSON)
    read(spoilt(**{part: parts}))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_sheet_survives_writing_and_reading(path):
    sheet = load(path)
    again = loads(dump(sheet), path.name)
    assert again == sheet
    assert again.hash == sheet.hash


def test_the_hash_is_of_the_content_not_of_the_spelling():
    assert loads(json.dumps(TREE, indent=3).encode(), "usa.json").hash == load(FILE).hash
    assert loads(spoilt(title="Rolling Amerika"), "usa.json").hash != load(FILE).hash
    assert load(FILE).was and loads(spoilt(was=[]), "usa.json").hash == load(FILE).hash


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"links": [*TREE["links"], "OH-XX"]}, "links[106] 'OH-XX': no space 'XX'"),
        ({"links": [*TREE["links"], "AL-FL"]}, "links[106] 'AL-FL': already in links[0]"),
        ({"links": ["FL-AL"]}, "links[0] 'FL-AL': expected two different spaces in order"),
        ({"corner_links": ["AZ"]}, "corner_links[0] 'AZ'"),
        ({"size": [720, 0]}, "size"),
        ({"size": [720, 1e9]}, "size"),
        ({"sheet": 2}, "sheet format 2"),
        ({"spaces": []}, "0 spaces"),
        ({"spaces": [TREE["spaces"][0]] * 2, "links": [], "corner_links": []}, "the id 'AK' is there twice"),
        ({"spaces": TREE["spaces"] * 21}, "1050 spaces"),
        ({"spaces": TREE["spaces"] * 20, "boxes": TREE["boxes"][:1], "decor": []}, "1000 spaces and 1 boxes"),
        ({"spaces": TREE["spaces"] * 20, "boxes": [], "decor": []}, "the id 'AK' is there twice"),
        ({"regions": []}, "spaces[0] 'AK': no region 'orange'"),
        ({"regions": TREE["regions"] * 2}, "regions: the id 'red' is there twice"),
        ({"spaces": [TREE["spaces"][0] | {"writing": [9, 9, 0, 9]}]}, "spaces[0] 'AK': the writing box"),
        ({"boxes": [TREE["boxes"][0] | {"kind": "knob"}]}, "boxes[0] 'rounds/1': kind 'knob'"),
        ({"boxes": [TREE["boxes"][0] | {"rect": [0, 0, -1, 9]}]}, "boxes[0] 'rounds/1'"),
        ({"decor": [{"kind": "lake", "ring": [[0, 0], [1, 1]]}]}, "decor[0]: an outline of 2 points"),
        ({"decor": [{"kind": "lake", "ring": [[0, 0], [1, 1], [1e7, 0]]}]}, "is no place on a sheet"),
        ({"sea_lines": [{"link": "AL-FL", "points": [[0, 0]]}]}, "sea_lines[0] 'AL-FL': a line of 1 points"),
        ({"sea_lines": [{"link": "AL-FL", "points": [[0, 0], [1e7, 0]]}]}, "sea_lines[0] 'AL-FL'"),
        ({"sea_lines": [{"link": "AL-FL", "points": [[0, 0]] * 30_000}]}, "sea lines of more than"),
        ({"bends": {"AL-FL": [1e7, 0]}}, "bends 'AL-FL'"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_the_refusal_names_the_place(changes, said):
    assert said in refused(spoilt(**changes))


@pytest.mark.parametrize("data", [b"", b"{}", b"[]", b"null", b"\xff\xfe", b"[" * 100_000, b" " * 3_000_000])
def test_what_is_no_sheet_at_all(data):
    assert read(data) is None


@pytest.mark.parametrize(("data", "means"), [
    (BYTES, True), (b'{"sheet": 2}', True), (b'{"sheet": "rolling_america_usa"}', False), (b"[]", False), (b"\xff", False),
])
def test_a_file_that_numbers_its_format_means_to_be_a_sheet(data, means):
    assert loading.means_sheet(data) is means


def test_a_name_that_no_game_can_store_is_said():
    with pytest.raises(NotASheet, match="can’t store this name; rename the file"):
        find("map\udcff.json")


@pytest.mark.parametrize("name", ["nowhere", "../rolling_america_usa", "", "a/b", "rolling america", "missing.json"])
def test_a_sheet_that_is_not_there(name, tmp_path):
    with pytest.raises(UserError):
        find(name, tmp_path)


def test_a_sheet_beside_a_journal(tmp_path):
    other = replace(load(FILE), title="My map")
    (tmp_path / "mine.json").write_bytes(dump(other))
    assert find("mine.json", tmp_path).title == "My map"
    with pytest.raises(FileError, match="cannot be read"):
        load(tmp_path)


@pytest.mark.parametrize(("name", "near"), [
    ("on_tour_nowhere", "; the nearest are on_tour_"), ("hexroler", "; the nearest are hexroller_back, hexroller_front."),
    ("../README", "."), ("", "."), ("a" * 61, "."), ("on_tour_usa/", "; the nearest are on_tour_usa, "),
])
def test_no_such_sheet(name, near):
    with pytest.raises(NotASheet, match=re.escape(f"There is no sheet '{name}'{near}")) as caught:
        find(name)
    assert len(str(caught.value)) < 200, "it stands in the list of saved games"


def test_a_shipped_sheet_is_read_as_often_as_its_file_changes(tmp_path, monkeypatch):
    read = list[str]()
    monkeypatch.setattr(loading, "load", lambda path: read.append(path.name) or load(path))
    monkeypatch.setattr(paths, "SHEETS", tmp_path)
    (tmp_path / "own.json").write_bytes(BYTES)
    assert find("own") == find("own") == loads(BYTES, "own.json") and read == ["own.json"]
    (tmp_path / "own.json").write_bytes(spoilt(title="Another"))
    os.utime(tmp_path / "own.json", ns=(1, 1))
    assert find("own").title == "Another" and len(read) == 2


def test_a_file_may_be_as_long_as_the_limit_and_no_longer():
    filled = BYTES + b" " * (2_000_000 - len(BYTES))
    assert read(filled) == read(BYTES) is not None
    assert read(filled + b" ") is None


def test_outlines_have_as_many_points_as_the_limit_and_no_more(monkeypatch):
    points = sum(len(one["outline"]) for one in TREE["spaces"]) + sum(len(one["ring"]) for one in TREE["decor"])
    for most in (points, points - 1):
        monkeypatch.setattr(loading, "MAX_POINTS", most)
        assert (read(spoilt(title=f"{most}")) is not None) == (most == points)


def test_a_point_is_no_distance_from_the_space_it_lies_in() -> None:
    sheet = load(FILE)
    (x, y), here = sheet.space["KS"].label, sheet.space["KS"].writing
    assert sheet.distance("KS", x, y) == sheet.distance("KS", here.x, here.y) == 0 < sheet.distance("KS", 0, 0)


def test_a_box_may_lie_at_the_edge_but_has_a_size() -> None:
    boxes = [dict(box) for box in TREE["boxes"]]
    left, top, wide, high = boxes[0]["rect"]
    for rect, good in (([0, 0, wide, high], True), ([left, top, 0, high], False), ([left, top, wide, 0], False)):
        assert (read(spoilt(boxes=[{**boxes[0], "rect": rect}, *boxes[1:]])) is not None) == good, rect
