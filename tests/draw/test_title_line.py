"""The line under the title of a map and the drawing on it: clear of all else, each alone where room is scarce."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from rollwrite_desktop.draw.display import Shape, Text, box
from rollwrite_desktop.draw.title_line import GAP, LONG, title_lines
from rollwrite_desktop.draw.trace import bounds, touches
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.opening.open_game import options_of
from rollwrite_desktop.sheet.load import find, ring_of
from rollwrite_desktop.sheet.sheet import Box, Decor, Point, Rect, Sheet, bounding_box
from tests import maps

TITLED = replace(maps.drawn({"A": "red"}, []), size=(720.0, 540.0), spaces=(), decor=(
    Decor("title", ring_of(Rect(9, 18, 200, 20)), "Peru"),))
MAPS = [(game, sheet) for game in ("rolling_america", "on_tour") for sheet in GAMES[game].play.sheets]


def drawing(key: str, corner: Point) -> Iterator[Shape]:
    x, y = corner
    yield Shape(f"{key}/drawing", box(x - 30, y - 15, 30, 15))


def drawn(sheet: Sheet) -> dict[str, tuple[float, float, float, float]]:
    return {mark.key.rpartition("/")[2]: bounds(mark) for mark in title_lines(sheet, drawing, 30.0, 1.0)}


def test_a_drawing_stands_at_the_end_of_the_line_and_each_does_without_the_other() -> None:
    there = drawn(TITLED)
    assert there["line"][0] == pytest.approx(9, abs=1) and there["drawing"][2] == 9 + LONG
    assert there["line"][2] == pytest.approx(there["drawing"][0], abs=1) and there["line"][3] > there["drawing"][3] - 1
    near = replace(TITLED, boxes=(Box("player", "player", "field", Rect(90, 20, 60, 20)),))
    assert drawn(near).keys() == {"line"}
    aside = replace(near, boxes=(replace(near.boxes[0], rect=Rect(90, 60, 60, 20)),))
    assert drawn(aside) == there
    (space,) = maps.drawn({"A": "red"}, []).spaces
    land = replace(TITLED, spaces=(replace(space, outline=((60.0, 48.0), (90.0, 48.0), (75.0, 90.0))),))
    assert drawn(land).keys() == {"drawing"} and drawn(land)["drawing"][3] < there["drawing"][3]
    long = replace(TITLED, decor=(replace(TITLED.decor[0], text="Saint Vincent and Grenada"),))
    assert drawn(long).keys() == {"line"} and drawn(long)["line"][2] > 9 + LONG
    assert not drawn(replace(TITLED, decor=()))


@pytest.mark.parametrize(("game_id", "sheet_id"), MAPS[::4])
def test_what_is_under_a_title_meets_nothing_else(game_id: str, sheet_id: str) -> None:
    game, sheet = GAMES[game_id], find(sheet_id)
    marks = game.play.guide(game.play.rules(sheet, options_of(game))).blank().marks
    under = [bounds(mark) for mark in marks if mark.key.startswith("title/0/")]
    others = {mark.key: bounds(mark) for mark in marks if mark.key.startswith(("box/", "dice/"))
              or mark.key.endswith("/fill") or (isinstance(mark, Text) and mark.key != "title/0")}
    assert under and not [key for key, around in others.items() for each in under if touches(around, each)]
    row = [x for key, (x, y, *_) in others.items() if key.startswith(("box/", "dice/")) and y < 30]
    assert max(right for _, _, right, _ in under) + GAP - 1 < min(row)


def test_every_map_says_what_is_played_and_under_it_where() -> None:
    for game, sheet_id in MAPS:
        name, decor = GAMES[game].info.title, find(sheet_id).decor
        (played,) = (bounding_box(each.ring) for each in decor if (each.kind, each.text) == ("text", name))
        (where,) = (bounding_box(each.ring) for each in decor if each.kind == "title" and each.text != name)
        assert played.x == where.x and played.y + played.h < where.y + 1, sheet_id
