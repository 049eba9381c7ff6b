"""What a person changes about a map: map files from map files, written and read again, and drawings step by step."""

from __future__ import annotations

from codecs import BOM_UTF8
from pathlib import Path

import msgspec
import pytest

from rollwrite_desktop import paths
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.maps import edits, jobs, source
from rollwrite_desktop.maps.areas import Areas, areas_of
from rollwrite_desktop.maps.config import MapFile, read_map_file, write_map_file
from rollwrite_desktop.maps.values import Made, MapData
from rollwrite_desktop.sheet.load import find
from rollwrite_desktop.sheet.sheet import Rect
from tests.sheet.test_new_map import CHESS, ISLAND

PLANE = MapFile(projection="plane", codes={"A0": "P", "A1": "Q", "B0": "R"})


def areas(config: MapFile) -> Areas:
    return areas_of([CHESS], config, "x")


def keys(config: MapFile) -> set[str]:
    return {area.key for area in areas(config).by_code.values()}


def drawn(config: MapFile) -> Made:
    """What a drawing says about codes, without drawing."""
    found = areas(config)
    return Made(find("rolling_america_usa"), 0, 0, 0, 0, (), (), Rect(0, 0, 1, 1), (),
                {code: area.key for code, area in found.by_code.items()})


def test_merging_keeps_name_and_code_of_the_first_and_the_links_of_all() -> None:
    config = edits.linked(edits.moved(PLANE, "Q", 0.5, 0.5), "Q", "R")
    merged = edits.merged(config, ["A0", "A1"])
    found = areas(merged)
    assert found.by_code["P"].key == "A0" and "Q" not in found.by_code and len(found.by_code) == 11
    assert not merged.boxes and not merged.links.add and ("P", "R") in found.links
    again = edits.merged(merged, ["A2", "A0"])
    assert again.merge == {"A2": ["A2", "A0", "A1"]} and len(keys(again)) == 10
    assert keys(edits.taken_apart(again, "A2")) == keys(PLANE)


def test_areas_are_left_out_and_brought_back() -> None:
    whole = edits.merged(PLANE, ["A0", "A1"])
    without = edits.dropped(whole, ["A0", "C3"])
    assert without.drop == ["A0", "A1", "C3"] and len(keys(without)) == 9
    assert keys(edits.brought_back(without, ["C3"])) == keys(without) | {"C3"}
    only = edits.only_these(PLANE, sorted(keys(PLANE) - {"A0", "B0"}))
    assert len(keys(only)) == 10 and len(keys(edits.dropped(only, ["A1"]))) == 9
    assert len(keys(edits.brought_back(only, ["A0"]))) == 11


def test_links_are_added_and_cut_and_the_same_once_more_undoes_it() -> None:
    assert ("P", "R") in areas(PLANE).links
    cut = edits.cut(PLANE, "R", "P")
    assert ("P", "R") not in areas(cut).links and edits.linked(cut, "P", "R") == PLANE
    code = next(code for code, key in drawn(PLANE).keys.items() if key == "C3")
    added = edits.linked(PLANE, code, "P")
    assert tuple(sorted((code, "P"))) in areas(added).sea and edits.cut(added, "P", code) == PLANE


def test_another_code_stands_wherever_the_old_one_stood() -> None:
    config = edits.moved(edits.cut(PLANE, "P", "R"), "P", 2.0, -1.0)
    config = edits.coded(edits.recolored(config, {"P": "red", "Q": "blue"}, ["Q"], "green"), "A0", "NEW")
    assert config.boxes == {"NEW": (1.0, 0.0)} and config.links.cut == ["NEW-R"]
    assert config.regions == {"red": ["NEW"], "green": ["Q"]}
    assert "NEW" in areas(config).by_code and not edits.let_go(config, ["NEW"]).boxes


def test_codes_stay_as_they_were_drawn() -> None:
    config = MapFile(projection="plane")
    before = drawn(config)
    after = drawn(edits.dropped(edits.settled(config, before), ["A0"]))
    assert {code: key for code, key in before.keys.items() if key != "A0"} == dict(after.keys)


def test_names_are_changed_and_taken_back() -> None:
    named = edits.renamed(PLANE, "A0", "Paris")
    assert areas(named).by_code["P"].name == "Paris" and edits.renamed(named, "A0", "") == PLANE


@pytest.mark.parametrize("path", sorted((paths.SHEETS / "build" / "maps").glob("*.toml")), ids=lambda path: path.stem)
def test_a_map_file_is_written_as_it_reads(path: Path) -> None:
    config = read_map_file(path.read_bytes(), path.name)
    assert read_map_file(BOM_UTF8 + write_map_file(config), "again") == config


def test_any_text_in_a_map_file_is_read_again() -> None:
    odd = 'a "b" \\ c\n\x7f\t=é#'
    config = MapFile(title=odd, names={odd: odd, "plain": "x"}, merge={odd: [odd]}, window=(-1.5, 0.0, 2.0, 3.25))
    assert read_map_file(write_map_file(config), "odd") == config
    assert write_map_file(MapFile()) == b""


def test_a_drawing_comes_step_by_step_and_stops_with_whoever_asks() -> None:
    data = MapData(seed="STEP", areas=12)
    config = msgspec.structs.replace(ISLAND, source="", licence="")
    steps = jobs.drawing(data, "rolling_america", "made", config)
    first = next(steps)
    *rest, made = steps
    assert first == 0.0 and isinstance(made, Made) and not made.faults
    assert rest == sorted(rest) and all(isinstance(step, float) and 0 < step <= 1 for step in rest)
    assert made.sheet.title and "STEP" in made.sheet.source and set(made.keys) == set(made.sheet.space)
    a, b = made.sheet.links[0]
    changed = edits.merge(edits.settled(config, made), made, [made.keys[a], made.keys[b]])
    (at_once,) = jobs.drawing(data, "rolling_america", "made", changed)  # without a step: nothing is drawn again
    assert isinstance(at_once, Made) and {*made.keys} - {*at_once.keys} == {b}
    stopped = source.drawing(data, "rolling_america", "made", ISLAND)
    next(stopped)
    stopped.close()
    with pytest.raises(StopIteration):
        next(stopped)
    with pytest.raises(UserError, match="no area"):
        list(source.drawing(data, "rolling_america", "made", msgspec.structs.replace(ISLAND, drop=["x"])))


def test_a_drawing_whose_steps_take_too_long_together_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "MOST_SECONDS", 0)
    with pytest.raises(UserError, match="too long"):
        next(jobs.drawing(MapData(seed="STEP", areas=12), "rolling_america", "made", ISLAND))


def test_a_survey_shows_the_data_as_it_is() -> None:
    (found,) = jobs.survey(MapData(seed="STEP", areas=12), ISLAND)
    assert len(found.pieces) == 12 and found.field == "name" and len(found.layers) == 1
    x, y = found.in_data(*found.pieces[0].middle)
    assert found.corner[0] <= x <= found.corner[0] + found.size[0] and y <= found.corner[1]
    assert all(len(ring) >= 3 for piece in found.pieces for ring in piece.rings)
