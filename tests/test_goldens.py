"""The goldens are what the program does. If a change was meant: `python -m tests.regold`, and read the difference."""

from __future__ import annotations

import pytest

from tests.games.rolling_america.test_refusals import STROKES
from tests.laws.demands import law
from tests.planted import SLIPS
from tests.regold import FOLDER, GOLDENS, golden, playthrough
from tests.walks import EVERY


@law("goldens")
def test_every_game_and_sheet_has_its_goldens_and_nothing_else_is_there() -> None:
    wanted = {f"{game_id}.{kind}.txt" for game_id in EVERY for kind in ("playthrough", "taps", "told", "faces")}
    wanted |= {f"{game_id}.plans.txt" for game_id, game in EVERY.items() if game.think.engine is not None}
    wanted |= {f"{game_id}.{kind}.txt" for game_id in SLIPS for kind in ("checks", "explained")}
    wanted |= {f"{game_id}.layouts.txt" for game_id, game in EVERY.items() if game.play.map_making is not None}
    wanted |= {f"{game_id}.trays.txt" for game_id, game in EVERY.items() if game.info.realtime}
    wanted |= {f"{sheet_id}.trace.txt" for game in EVERY.values() for sheet_id in game.play.every_sheet}
    assert {path.name for path in FOLDER.iterdir()} == wanted == set(GOLDENS)


@law("goldens")
@pytest.mark.parametrize("name", sorted(GOLDENS))
def test_golden(name: str) -> None:
    assert (FOLDER / name).read_text("utf-8") == golden(name)


def test_the_playthrough_holds_each_kind_of_refusal() -> None:
    text = playthrough("rolling_america")[0]
    missing = [key for key in (*STROKES, "RA-6") if f"refused, {key}: " not in text]
    assert missing == []
