"""Par that the worker process measures: it is told once, or that it cannot be; the atlas then goes on with its next map."""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from rollwrite_desktop.games import GAMES
from rollwrite_desktop.paths import SHEETS
from rollwrite_desktop.play.opening.par import Played
from rollwrite_desktop.sheet.load import load
from rollwrite_desktop.ui.base.background import background
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.library import par_run
from rollwrite_desktop.ui.library.game_store import GameStore
from rollwrite_desktop.ui.library.lobby import map_atlas
from rollwrite_desktop.ui.library.lobby.map_atlas import MapAtlas
from rollwrite_desktop.ui.library.par_run import ParRun
from tests.ui.conftest import PATIENCE, wait_for

MAP = SHEETS / "rolling_america_austria.json"
GAMES_PLAYED = partial(iter, (Played(1, 9.0), Played(2, 5.0), Played(40, 7.26)))


def test_par_is_told_once(qtbot: Any, qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(par_run, "partial", lambda *_: GAMES_PLAYED)
    before, heard = dict(background().tasks), list[float]()
    run = ParRun(load(MAP), QObject(qapp))
    run.went_on.connect(heard.append)
    with qtbot.waitSignal(run.measured, timeout=PATIENCE) as told:
        assert len(background().tasks) == len(before) + 1
    assert told.args == [7.26] and heard == [1, 2]
    assert background().tasks == before


def test_a_map_that_cannot_be_measured_does_not_keep_the_next_from_it(
    qtbot: Any, store: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    jobs = iter((partial(load, tmp_path / "none.sheet.json"), GAMES_PLAYED))
    monkeypatch.setattr(par_run, "partial", lambda *_: next(jobs))
    monkeypatch.setattr(map_atlas, "PAUSE", 0)
    both = {shutil.copy(MAP, tmp_path / f"{name}.sheet.json"): name for name in ("a", "b")}
    atlas = MapAtlas(GAMES["rolling_america"], {str(path): name for path, name in both.items()}, "", GameStore(store),
                     lambda _: None)
    qtbot.addWidget(atlas)
    first, second = atlas.unmeasured
    heard = list[tuple[str, float]]()
    atlas.measured.connect(lambda *told: heard.append(told))
    wait_for(lambda: not atlas.unmeasured)
    assert heard == [(second, 7.26)] and "Par 7.3" in atlas.cards[second].accessibleDescription()
    assert "Par" not in atlas.cards[first].accessibleDescription()
