"""What maps explain of their signs, and how these are told from what is around them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.draw.display import Shape, Text
from rollwrite_desktop.draw.inks import HATCHED, HIGH, MODES, REGIONS, resolve
from rollwrite_desktop.draw.line_map_face import THICK, blank_line_map
from rollwrite_desktop.draw.trace import bounds, holds
from rollwrite_desktop.games import ROLLING_AMERICA
from rollwrite_desktop.games.rolling_america.play.drawing import LEGEND, STYLE, signs
from rollwrite_desktop.sheet.load import find


@pytest.mark.parametrize("sheet_id, found", [
    ("rolling_america_usa", ("corner", "alone")),
    ("rolling_america_netherlands", ("sea",)),
    ("rolling_america_italy", ("sea", "leader", "alone")),
    ("rolling_america_austria", ()),
])
def test_signs_are_those_that_are_drawn(sheet_id: str, found: tuple[str, ...]) -> None:
    assert signs(find(sheet_id)) == found


@pytest.mark.parametrize("sheet_id", ROLLING_AMERICA.play.sheets)
def test_every_sign_of_a_map_is_explained_and_no_other(sheet_id: str) -> None:
    sheet = find(sheet_id)
    words = [mark.text for mark in STYLE.blank(sheet).marks if isinstance(mark, Text) and mark.key.startswith("legend/")]
    alone = ", ".join(space.id for space in sheet.spaces if all(space.id not in link for link in sheet.links))
    assert words == [tr(LEGEND[name], areas=alone) for name in signs(sheet)] and ("alone" in signs(sheet)) == bool(alone)


def test_a_map_without_a_place_for_a_legend_has_none() -> None:
    sheet = find("rolling_america_usa")
    bare = replace(sheet, decor=tuple(decor for decor in sheet.decor if decor.kind != "legend"))
    assert not [mark.key for mark in STYLE.blank(bare).marks if mark.key.startswith("legend/")]


def test_a_die_has_the_pattern_of_its_areas_and_in_color_its_own() -> None:
    for region in REGIONS:
        for mode in HATCHED:
            fill = resolve(f"region.{region}", mode)
            assert fill.hatch and resolve(f"swatch.{region}", mode) == replace(fill, hatch=f"{fill.hatch}.die")
            assert resolve(f"swatch.{region}.on", mode) == resolve("text" if mode in HIGH else "die.pip", mode)
        assert resolve(f"swatch.{region}.on", "grey") == resolve("die.pip", "grey")
        assert resolve(f"swatch.{region}", "colour") == resolve(f"region.{region}.strong", "colour")
    marks = {mark.key: mark for mark in STYLE.blank(find("rolling_america_usa")).marks}
    body, letter = marks["dice/red/body"], marks["dice/red/letter"]
    assert isinstance(body, Shape) and body.fill == "swatch.red"
    assert isinstance(letter, Text) and letter.ink == "swatch.red.on"


def test_a_square_beside_its_area_is_seen_on_every_ground() -> None:
    marks = {mark.key: mark for mark in STYLE.blank(find("rolling_america_netherlands")).marks}
    inner, beside = marks["space/ZE/square"], {
        mark.key: mark for mark in STYLE.blank(find("rolling_america_spain")).marks}["space/PM/square"]
    assert isinstance(inner, Shape) and isinstance(beside, Shape)
    spain = find("rolling_america_spain")
    face = STYLE.blank(spain).marks
    (mat,) = (mark for mark in face if mark.key.endswith("/mat"))
    code = next(mark for mark in face if mark.key == "space/PM/code")
    assert isinstance(mat, Shape) and (mat.key, mat.fill) == ("space/PM/mat", f"region.{spain.space['PM'].region}")
    assert holds(bounds(mat), bounds(beside)) and holds(bounds(mat), bounds(code)), "the code is on it"
    keys = [mark.key for mark in face]
    assert keys.index("leader/PM") < keys.index("space/PM/mat") < keys.index("space/PM/square") < keys.index("space/PM/code")
    assert all(resolve(beside.stroke, mode).rgb for mode in MODES) and not resolve(inner.stroke, "dark").rgb


def test_borders_between_regions_go_over_the_ways_of_routes_and_under_their_dots() -> None:
    marks = blank_line_map(find("on_tour_usa"))
    thick = [i for i, mark in enumerate(marks)
             if isinstance(mark, Shape) and mark.key.startswith("border/") and mark.width == THICK]
    lines = [(i, mark.key.endswith("/ground")) for i, mark in enumerate(marks) if mark.key.startswith("line/")]
    assert max(i for i, ground in lines if ground) < min(thick)
    assert max(thick) < min(i for i, ground in lines if not ground)
