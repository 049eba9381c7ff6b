"""The atlas of maps in the lobby: made when it is wanted, chosen from by mouse and keys, with one's own maps and results."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from rollwrite_desktop.games import GAMES
from rollwrite_desktop.paths import SHEETS
from rollwrite_desktop.play.kept.atlas import HELD
from rollwrite_desktop.play.opening.par import played
from rollwrite_desktop.sheet.load import load
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.library import par_run
from rollwrite_desktop.ui.library.lobby import map_atlas
from rollwrite_desktop.ui.library.lobby.last_time import LastTime
from rollwrite_desktop.ui.library.lobby.lobby_page import LobbyPage
from rollwrite_desktop.ui.library.lobby.map_atlas import MapAtlas
from rollwrite_desktop.ui.library.own_sheet_store import can_change, map_key, own_par
from rollwrite_desktop.ui.paper.print.order_form import Order
from tests.play.test_game_index import shelve
from tests.ui.conftest import wait_for


def test_the_shelf_has_every_map_and_leads_to_the_one_that_is_chosen(qtbot, store: Settings, tmp_path: Path):
    store.sheets.mkdir(parents=True, exist_ok=True)
    own = store.sheets / "Mine.sheet.json"
    shutil.copy(SHEETS / "rolling_america_austria.json", own)
    shelve(store.games, "a", players=("Ann", "Bo"), bots={"p2": "random"})
    shelve(store.games, "b", sheet_id="rolling_america_poland", over=False)
    known = store.sheets / "Known.sheet.json"
    shutil.copy(own, known)
    os.utime(known, (1, 1))
    store.keep(map_key(str(known)), {"par": "2.9"})
    lobby = LobbyPage("rolling_america", store)
    qtbot.addWidget(lobby)
    lobby.resize(1280, 800)
    lobby.show()
    assert not lobby.sheet.pictured, "not before somebody looks"
    lobby.folds["sheet"].open()
    cards, view = lobby.sheet.atlas.cards, lobby.sides.area.viewport()
    wait_for(lambda: lobby.sides.area.verticalScrollBar().value() > 0)
    head = lobby.folds["sheet"].head
    assert 0 <= head.mapTo(view, head.rect().topLeft()).y() < head.height(), "it begins at the top of what is seen"
    assert [*cards] == [str(own), str(known), *GAMES["rolling_america"].play.sheets], "one's own first, the latest of them"
    assert [cards[each].accessibleName() for each in (str(own), "rolling_america_usa")] == ["Austria", "USA"]
    assert lobby.sheet.list.itemText(lobby.sheet.list.findData("rolling_america_usa")) == "USA (50 states)", "there, too"
    usa, germany = cards["rolling_america_usa"], cards["rolling_america_germany"]
    assert usa.isChecked() and not germany.isChecked()
    assert germany.accessibleDescription().startswith("14 areas. tough. Par 3.4. Niedersachsen")
    assert cards[str(own)].accessibleDescription() == "8 areas. Your own map."
    assert cards[str(known)].accessibleDescription() == "8 areas. tough. Par 2.9. Your own map."
    wait_for(lambda: "best so far" in usa.accessibleDescription())
    assert "best so far" not in cards["rolling_america_poland"].accessibleDescription(), "nobody has finished there"
    QTest.mouseClick(germany, Qt.MouseButton.LeftButton)
    assert lobby.sheet.value == "rolling_america_germany" and germany.isChecked() and not usa.isChecked()
    assert "Hard 3.4" in lobby.sheet.atlas.levels.text() and "disputed" not in lobby.sheet.atlas.levels.text()
    lobby.sheet.choose("rolling_america_europe_large")
    assert lobby.sheet.atlas.levels.text().endswith(HELD)
    lobby.sheet.choose(str(own))
    assert cards[str(own)].isChecked() and lobby.sheet.atlas.levels.isHidden()
    germany.setFocus()
    QTest.keyClick(germany, Qt.Key.Key_Left)
    beside = lobby.focusWidget()
    assert beside is not None
    QTest.keyClick(beside, Qt.Key.Key_Space)
    before = [*cards][[*cards].index("rolling_america_germany") - 1]
    assert lobby.sheet.value == before, "arrows go from card to card, Space chooses"
    wait_for(lambda: germany.picture._display is not None)
    heard: list[object] = []
    lobby.print_chosen.connect(lambda *what: heard.append(what))
    lobby.about.print.click()
    assert heard.pop() == ("rolling_america", lobby.sheet.value) and lobby.sheet.value != "rolling_america_usa"
    lobby.check_chosen.connect(lambda *what: heard.append(what))
    for each, kept in (("rolling_america_usa", ""), (str(own), str(own)), (before, before)):
        lobby.sheet.choose(each)
        lobby.about.check.click()
        assert heard.pop() == ("rolling_america", kept), "as the page that checks it names it"
    aside = tmp_path / "Aside.sheet.json"
    shutil.copy(own, aside)
    for each in (lobby.sheet.value, str(own), str(aside)):
        order = Order("rolling_america", None, None, None, {}, store, blank=each)
        qtbot.addWidget(order)
        assert order.sheet.value == each, "kept or not"
    lobby.maps_print_chosen.connect(heard.append)
    lobby.sheet.atlas.print.click()
    assert heard == ["rolling_america"]


def test_a_map_of_ones_own_is_shared_as_one_file(qtbot, store: Settings, tmp_path: Path, monkeypatch):
    """Which another program opens; shipped maps everyone has."""
    store.sheets.mkdir(parents=True, exist_ok=True)
    own = store.sheets / "Mine.sheet.json"
    shutil.copy(SHEETS / "rolling_america_austria.json", own)
    lobby = LobbyPage("rolling_america", store)
    qtbot.addWidget(lobby)
    share, said = lobby.sheet.share, list[str]()
    assert not share.isVisibleTo(lobby.sheet)
    lobby.sheet.choose(str(own))
    assert share.isVisibleTo(lobby.sheet)
    lobby.notified.connect(said.append)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "For Ann"), ""))
    share.click()
    (shared,) = tmp_path.glob("For Ann*")
    assert shared.name == "For Ann.sheet.json" and said == [f"Saved as {shared}."]
    shared = shared.rename(tmp_path / own.name)
    store.keep(map_key(str(own)), {"map": "", "par": "2.9"})
    other = LobbyPage("rolling_america", store, sheet=str(shared))
    qtbot.addWidget(other)
    theirs, mine = (other.sheet.atlas.cards[str(each)].accessibleDescription() for each in (shared, own))
    assert "Par" not in theirs, "of another one called so"
    assert theirs.endswith("From a file, not kept yet.") and mine.endswith("Your own map.")
    assert "New" in other.sheet.new_map.text()
    titles = [other.sheet.list.itemText(other.sheet.list.findData(str(each))) for each in (own, shared)]
    assert titles == ["Austria", "Austria (Mine.sheet.json)"], "told apart"
    assert other.sheet.value == str(shared) and load(shared) == load(own)
    checked = list[tuple[str, str]]()
    other.check_chosen.connect(lambda *what: checked.append(what))
    other.about.check.click()
    assert checked == [("rolling_america", str(shared))]
    assert other.sheet.keep.isVisibleTo(other.sheet)
    told = list[str]()
    other.notified.connect(told.append)
    other.sheet.keep.click()
    kept = store.sheets / "Austria (2).sheet.json"
    assert told == ["The sheet “Austria (2)” is saved and chosen."]
    assert other.sheet.value == str(kept) and not other.sheet.keep.isVisibleTo(other.sheet)
    assert LastTime(store, other._game).text("sheet") == str(kept) and other.focusWidget() is other.start
    shared.unlink()
    assert load(kept).title == "Austria (2)" and load(kept).spaces == load(own).spaces


def test_a_map_without_par_is_measured_once(qtbot, store: Settings, monkeypatch):
    """One that came from elsewhere, or was saved before that was done."""
    monkeypatch.setattr(map_atlas, "PAUSE", 0)
    monkeypatch.setattr(par_run, "PLAYED", 2)
    store.sheets.mkdir(parents=True, exist_ok=True)
    own = store.sheets / "Mine.sheet.json"
    shutil.copy(SHEETS / "rolling_america_austria.json", own)
    lobby = LobbyPage("rolling_america", store)
    qtbot.addWidget(lobby)
    atlas = lobby.sheet.atlas
    assert atlas.unmeasured == [str(own)]
    wait_for(lambda: not atlas.unmeasured)
    (*_, mean) = played(load(own), 2)
    assert f"Par {mean.mean:.1f}. Your own map." in atlas.cards[str(own)].accessibleDescription()
    assert own_par(store, str(own)) == pytest.approx(mean.mean, abs=0.051) and not can_change(store, str(own))
    assert not MapAtlas(GAMES["rolling_america"], {str(own): "Mine"}, "", lobby.game_store, lambda _: 2.0).unmeasured
