"""The maps of a game on paper: each with its picture and what is known of it."""

from __future__ import annotations

import pytest

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.draw.display import Text
from rollwrite_desktop.draw.trace import bounds
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.opening.open_game import options_of
from rollwrite_desktop.printing.jobs.atlas_pages import SIZE, atlas_leaves
from rollwrite_desktop.printing.sheets.cover_page import map_of
from rollwrite_desktop.sheet.load import find


def test_every_map_is_there_once_with_its_areas_par_and_line() -> None:
    game = GAMES["rolling_america"]
    leaves = atlas_leaves(game)
    marks = [mark for leaf in leaves for mark in leaf.display.marks]
    said = {mark.key: mark.text for mark in marks if isinstance(mark, Text)}
    assert [key.split("/")[1] for key in said if key.endswith("/name")] == list(game.play.sheets)
    assert said["map/rolling_america_usa/name"] == "USA", "not once more what the game is called"
    assert said["map/rolling_america_germany/facts"] == "14 areas · tough · Par 3.4"
    assert said["map/rolling_america_germany/note/0"].startswith("Niedersachsen touches")
    assert not [text for text in said.values() if text.endswith("…")]
    pictures = {mark.key.split("/")[1] for mark in marks if "/picture/" in mark.key}
    assert pictures == {*game.play.sheets}
    for mark in marks:
        left, top, right, bottom = bounds(mark)
        assert -1 <= left <= right <= SIZE[0] + 1 and -1 <= top <= bottom <= SIZE[1] + 1, mark.key
    assert "Spain" in leaves[1].alt and "Germany" in leaves[0].alt


@pytest.mark.parametrize("sheet_id", ["rolling_america_united_kingdom", "rolling_america_usa"])
def test_a_picture_has_all_the_land_there_is_others_too(sheet_id: str) -> None:
    game, sheet = GAMES["rolling_america"], find(sheet_id)
    face = game.play.guide(game.play.rules(sheet, options_of(game))).blank()
    marks, (left, top, right, bottom) = map_of(face, sheet)
    assert sheet_id.endswith("usa") or "isle/0" in {mark.key for mark in marks}
    for edge in (bounds(mark) for mark in marks if mark.key.startswith("space/")):
        assert left < edge[0] and top < edge[1] and edge[2] < right and edge[3] < bottom
    for edge in (bounds(mark) for mark in marks if mark.key.startswith("isle/")):  # which end at the frame
        assert left - 1 < edge[0] and top - 1 < edge[1] and edge[2] < right + 1 and edge[3] < bottom + 1


@pytest.mark.parametrize("sheet_id", ["rolling_america_usa", "on_tour_south_america"])
def test_a_picture_has_the_line_of_the_frame_on_all_sides_though_it_shows_a_part_of_it(sheet_id: str) -> None:
    sheet = find(sheet_id)
    game = GAMES[sheet.game]
    marks, part = map_of(game.play.guide(game.play.rules(sheet, options_of(game))).blank(), sheet)
    line = next(mark for mark in marks if mark.key == "neatline/0/line")
    assert bounds(line) == pytest.approx(part) and marks[-1] == line, "upon all else"
    frame = [*zip(*sheet.frames[0], strict=True)]
    assert min(frame[0]) <= part[0] < part[2] <= max(frame[0]) and min(frame[1]) <= part[1] < part[3] <= max(frame[1])


def test_a_game_without_maps_says_so() -> None:
    with pytest.raises(UserError, match="has no maps to choose from"):
        atlas_leaves(GAMES["hexroller"])
