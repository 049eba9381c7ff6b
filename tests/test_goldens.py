"""The goldens are what the program does. If a change was meant: `python -m tests.regold`, and read the difference."""

from __future__ import annotations

import pytest

from tests.games.rolling_america.test_refusals import STROKES
from tests.regold import FOLDER, golden, golden_names, playthrough
from tests.walks import EVERY

GOLDENS = [(game_id, name) for game_id in EVERY for name in golden_names(game_id)]


def test_every_game_and_sheet_has_its_goldens_and_nothing_else_is_there() -> None:
    assert sorted(path.name for path in FOLDER.iterdir()) == sorted(name for _, name in GOLDENS)


@pytest.mark.parametrize(("game_id", "name"), GOLDENS, ids=[name for _, name in GOLDENS])
def test_golden(game_id: str, name: str) -> None:
    assert (FOLDER / name).read_text("utf-8") == golden(game_id, name)


def test_the_playthrough_holds_each_kind_of_refusal() -> None:
    text = playthrough("rolling_america")[0]
    missing = [key for key in (*STROKES, "RA-6") if f"refused, {key}: " not in text]
    assert missing == []
