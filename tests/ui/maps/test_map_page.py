"""New map in the real window: an island is invented, changed by taps, drags and keys, undone, saved and played on."""

from __future__ import annotations

import json
import tomllib
from itertools import pairwise, product
from math import dist
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QLineEdit, QPushButton, QWidget
from shapely import Polygon

from rollwrite_desktop.games import GAMES
from rollwrite_desktop.maps.config import read_map_file, write_map_file
from rollwrite_desktop.maps.values import MapData
from rollwrite_desktop.play.opening.game_codes import read_code
from rollwrite_desktop.play.opening.open_game import hashed
from rollwrite_desktop.play.opening.par import played
from rollwrite_desktop.sheet.load import find, load
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.kit import accessible, ask
from rollwrite_desktop.ui.kit.buttons import button
from rollwrite_desktop.ui.kit.layouts import FlowRow
from rollwrite_desktop.ui.kit.scroll import Scroll
from rollwrite_desktop.ui.library import par_run
from rollwrite_desktop.ui.library.home_page import HomePage
from rollwrite_desktop.ui.library.lobby.last_time import LastTime
from rollwrite_desktop.ui.library.lobby.lobby_page import LobbyPage
from rollwrite_desktop.ui.library.own_sheet_store import map_key, own_par, own_sheets
from rollwrite_desktop.ui.mapmaker import difficulty
from rollwrite_desktop.ui.mapmaker.map_page import DATA, MapPage
from rollwrite_desktop.ui.mapmaker.map_project import MapProject, begun
from rollwrite_desktop.ui.mapmaker.map_view import MapView
from rollwrite_desktop.ui.play.table.table_page import TablePage
from rollwrite_desktop.ui.window.main_window import MainWindow
from tests.ui.conftest import GAME, PATIENCE, point, settle

ISLAND = MapData(seed="ROOM", areas=12)


@pytest.fixture
def room(window: MainWindow) -> MapPage:
    """The room as one comes to it from the lobby."""
    window.go.show_lobby(GAME)
    assert isinstance(window.page, LobbyPage)
    window.page.sheet.new_map.click()
    settle()
    assert isinstance(window.page, MapPage)
    return window.page


def drawn(qtbot: Any, room: MapPage) -> MapProject:
    """The project once its sheet is drawn."""
    project = room.project
    assert project is not None
    qtbot.waitUntil(lambda: not project.running, timeout=PATIENCE)
    assert project.fresh and not project.error
    return project


def tap(room: MapPage, spot: str) -> None:
    QTest.mouseClick(room.view, Qt.MouseButton.LeftButton, pos=point(room.view, spot))


def test_an_island_is_made_changed_saved_and_played(qtbot: Any, window: MainWindow, room: MapPage) -> None:
    room.begin.seed.setText(ISLAND.seed)
    room.begin.areas.put(ISLAND.areas)
    room.begin.invent.click()
    project = drawn(qtbot, room)
    assert project.made is not None and len(project.made.sheet.spaces) == 12 and room.play.isEnabled()
    a, b = project.made.sheet.links[0]
    tap(room, a)
    assert room.chosen == (project.made.keys[a],) and room.area.name.isVisibleTo(room)
    room.area.name.setText("Rome")
    room.area.name.editingFinished.emit()
    drawn(qtbot, room)
    tap(room, b)
    assert room.area.cut.isVisibleTo(room) and not room.area.link.isVisibleTo(room)
    room.area.merge.setFocus()
    room.area.merge.click()
    assert window.focusWidget() is room.area.name and room.area.name.selectedText() == "Rome", "another name is asked for"
    QTest.keyClicks(room.area.name, "Ita")
    drawn(qtbot, room)
    assert len(project.made.sheet.spaces) == 11 and project.made.sheet.space[a].name == "Rome"
    QTest.keyClicks(room.area.name, "ly\r")
    assert project.running and room.area.name.text() == room.area.heading.text() == "Italy", "at once"
    drawn(qtbot, room)
    assert project.made.sheet.space[a].name == "Italy" and room.chosen == (project.made.keys[a],)
    QTest.keyClick(room.area.name, Qt.Key.Key_Escape)
    assert window.page is room and room.chosen == () and window.focusWidget() is room.view
    before = project.made
    room.undo()
    room.undo()
    room.undo()
    assert project.made is not None and len(project.made.sheet.spaces) == 12 and not project.history.can_undo
    room.redo()
    room.redo()
    room.redo()
    assert project.made is before and not project.history.can_redo
    room.play.click()
    assert isinstance(window.page, TablePage)
    (title,) = own_sheets(room.store, window.page.opened.game).values()
    assert title == before.sheet.title == window.page.opened.sheet.title
    code = read_code(window.page.opened.head.notes.code)
    assert code.sheet == hashed(window.page.opened.sheet)


def test_rules_of_the_sheet_leave_the_map_as_it_is_and_par_follows(
    qtbot: Any, room: MapPage, monkeypatch: Any
) -> None:
    monkeypatch.setattr(par_run, "PLAYED", 3)
    monkeypatch.setattr(difficulty, "PAUSE", 0)
    room.start(ISLAND)
    project = drawn(qtbot, room)
    shown, card, before = room.difficulty, room.map, project.made
    assert before is not None and card.rules["rounds"].value == before.sheet.values["rounds"] == 3
    assert card.length.text() == "18 dice are rolled in a game, for 12 areas."
    qtbot.waitUntil(lambda: shown.par is not None, timeout=PATIENCE)
    first = shown.par
    assert first == [*played(before.sheet, 3)][-1].mean
    assert shown.said.text().endswith(f" · Par {first:.1f}") and shown.scale.place is not None
    card.rules["rounds"].more.click()
    card.rules["powers"].more.click()
    made = drawn(qtbot, room).made
    assert made is not None and made.sheet.values == {"rounds": 4, "powers": 2}
    assert made.sheet.spaces == before.sheet.spaces and card.length.text().startswith("24 dice ")
    qtbot.waitUntil(lambda: shown.par is not None, timeout=PATIENCE)
    assert shown.said.text().endswith("" if shown.par == first else f" · {first:.1f} before")
    room.save()
    own = next(iter(own_sheets(room.store, GAMES[GAME])))
    assert own_par(room.store, own) == round(shown.par or 0, 1)
    assert LastTime(room.store, GAMES[GAME]).text("sheet") == own, "chosen the next time too, though nobody played on it"
    card.rules["rounds"].less.click()
    card.rules["powers"].less.click()
    assert project.config.asked == {"rounds": 0, "powers": 0}, "what fits the map by itself goes on doing so"


def test_keys_stay_under_the_pointer_while_a_map_is_drawn(qtbot: Any, window: MainWindow, room: MapPage) -> None:
    """The report above the lower edge is shorter meanwhile: a second tap on + came down on another key."""
    window.resize(1400, 800)
    room.start(ISLAND)
    project = drawn(qtbot, room)
    settle()
    more = room.map.rules["powers"].more
    bar = next(each for each in room.findChildren(Scroll) if each.isAncestorOf(more)).verticalScrollBar()
    bar.setValue(bar.maximum())
    settle()
    before, report = more.mapTo(window, QPoint(0, 0)), room.faults.mapTo(window, QPoint(0, 0))
    value = room.map.rules["powers"].value
    wheel = QWheelEvent(QPointF(5, 5), QPointF(5, 5), QPoint(), QPoint(0, -120), Qt.MouseButton.NoButton,
                        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False)
    QApplication.sendEvent(room.map.rules["powers"].field, wheel)
    assert room.map.rules["powers"].value == value and not wheel.isAccepted(), "it scrolls"
    click(more)
    settle()
    assert bar.value() > 0
    assert project.running and more.mapTo(window, QPoint(0, 0)) == before
    assert room.faults.mapTo(window, QPoint(0, 0)) == report
    drawn(qtbot, room)
    settle()
    assert more.mapTo(window, QPoint(0, 0)) == before
    place = room.view.mapTo(window, QPoint(0, 0))
    tap(room, project.made.sheet.spaces[0].id)
    settle()
    assert room.chosen and room.view.mapTo(window, QPoint(0, 0)) == place, "shorter cards leave the map where it is"


def test_boxes_are_dragged_and_moved_by_keys(qtbot: Any, room: MapPage, monkeypatch: Any) -> None:
    heard: list[str] = []
    monkeypatch.setattr(accessible, "announce", lambda sentence, **_: heard.append(sentence))
    room.start(ISLAND)
    project = drawn(qtbot, room)
    assert project.made is not None
    assert heard[-1].startswith("12 areas, borders drawn ")
    code = next(iter(project.made.keys))
    room.view.move_cursor(code)
    for sentence in (f"1 area chosen: {project.made.sheet.space[code].name}.", "0 areas chosen."):
        QTest.keyClick(room.view, Qt.Key.Key_Space)
        assert heard[-1] == sentence
    start = point(room.view, code)
    QTest.mousePress(room.view, Qt.MouseButton.LeftButton, pos=start)
    for step in (12, 30):
        QTest.mouseMove(room.view, start + QPoint(step, 0))
    QTest.mouseRelease(room.view, Qt.MouseButton.LeftButton, pos=start + QPoint(30, 0))
    (before,) = project.config.then
    assert before.startswith(f"box {code} ") and room.chosen == ()
    (box, is_area) = room.view.awaited[code]
    shift = box.boundingRect().center().x() - project.made.sheet.space[code].writing.center[0]
    assert is_area and shift == pytest.approx(30 / room.view.canvas.transform.m11())
    painted = list[bool]()
    with monkeypatch.context() as patch:
        patch.setattr(room.view, "update", lambda *_: painted.append(True))
        project.stop()
    assert not room.view.awaited and painted, "nobody draws it any more"
    assert not project.running and not room.play.isEnabled()
    room.view.move_cursor(code)
    QTest.keyClick(room.view, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    assert len(project.config.then) == 1 and project.config.then != [before]
    project.stop()
    room.undo()
    room.undo()
    assert project.fresh and not project.config.then


def test_an_outline_is_bent_by_a_drag_and_by_keys(qtbot: Any, room: MapPage, monkeypatch: Any) -> None:
    heard: list[str] = []
    monkeypatch.setattr(accessible, "announce", lambda sentence, **_: heard.append(sentence))
    room.start(ISLAND)
    project = drawn(qtbot, room)
    assert project.made is not None
    sheet = project.made.sheet
    code = sheet.spaces[0].id
    (x0, y0), (x1, y1) = max(pairwise(sheet.space[code].outline), key=lambda edge: dist(*edge))
    middle = room.view.canvas.transform.map(QPointF((x0 + x1) / 2, (y0 + y1) / 2)).toPoint()
    drag(room.view, middle, middle + QPoint(10, 9))
    (bent,) = project.config.then
    assert bent.split()[0] == "bend" and bent.split()[1] in sheet.space and room.chosen == ()
    ((line, is_area),) = room.view.awaited.values()
    left = room.view.canvas.points(QPointF(middle + QPoint(10, 9)))
    assert not is_area and min(dist(left, (at.x, at.y)) for at in map(line.elementAt, range(line.elementCount()))) < 1, (
        "it does not jump back while it is drawn anew")
    made = drawn(qtbot, room).made
    assert not room.view.awaited
    assert made is not None and not made.undone and made.sheet.spaces != sheet.spaces
    room.undo()
    assert project.made is not None and project.made.sheet is sheet and not project.config.then
    room.view.move_cursor(code)
    corners = len(sheet.space[code].outline)
    for key, n in ((Qt.Key.Key_Right, 1), (Qt.Key.Key_Down, 2), (Qt.Key.Key_Left, 1), (Qt.Key.Key_Up, corners)):
        QTest.keyClick(room.view, key, Qt.KeyboardModifier.ControlModifier)
        assert heard[-1] == f"Corner {n} of {corners}."
    QTest.keyClick(room.view, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    (once,) = project.config.then
    QTest.keyClick(room.view, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    (twice,) = project.config.then
    assert once.split()[:-1] == twice.split()[:-1] == ["bend", code, *once.split()[2:5]]
    assert float(twice.split()[-1]) > float(once.split()[-1]), "both presses count, drawn in between or not"
    other = sheet.spaces[-1].id
    tap(room, other)
    QTest.keyClick(room.view, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert project.config.then[1].startswith(f"box {other} "), "keys go on from what was clicked, and hold no corner"


def test_a_drag_that_is_refused_is_no_change(qtbot: Any, window: MainWindow, room: MapPage, tmp_path: Path) -> None:
    room.use_map_file(tmp_path / "first.toml")
    assert window.messages.sentence.startswith("Choose map data first; ")
    room.start(ISLAND)
    project = drawn(qtbot, room)
    assert project.made is not None and not window.messages.sentence, "there is data now"
    sheet = project.made.sheet
    code = sheet.spaces[0].id
    place = sheet.space[code].outline[0]
    far = max((space.writing.center for space in sheet.spaces), key=lambda at: dist(at, place))
    with qtbot.waitSignal(room.failed, timeout=PATIENCE) as said:
        room.view.bent.emit(code, place, far)
    name = sheet.space[code].name
    assert said.args[0].startswith(f"The outline of {name} can’t be bent there: ")
    assert project.made.sheet is sheet and project.fresh and not project.history.can_undo
    assert not room.undo_button.isEnabled() and not project.config.then
    assert window.messages.sentence == said.args[0]
    room.map.colors.less.click()
    assert window.messages.sentence == said.args[0], "it may be refused as well"
    drawn(qtbot, room)
    assert not window.messages.sentence, "another act was right"
    room.undo()
    project.put(project.config, "on_tour")
    room.view.moved.emit(code, 0, 0)
    assert not project.config.then, "what is still shown is of another game"


def test_a_line_is_bent_by_a_drag_and_by_keys(qtbot: Any) -> None:
    view, turned, heard = MapView(), list[tuple[Any, Any]](), list[str]()
    qtbot.addWidget(view)
    view.resize(900, 700)
    sheet = find("on_tour_france")
    view.show_sheet(sheet, ())
    view.show()
    view.turned.connect(lambda *given: turned.append(given))
    view.hold_taken.connect(heard.append)
    link = min(sheet.links, key=lambda link: -dist(*sheet.way(*link)))
    (x, y), (u, v) = sheet.way(*link)
    middle = view.canvas.transform.map(QPointF((x + u) / 2, (y + v) / 2)).toPoint()
    drag(view, middle, middle + QPoint(18, 25))
    (got, place), = turned
    assert got == link and dist(place, view.canvas.points(QPointF(middle + QPoint(18, 25)))) < 0.01
    view.show_sheet(replace(sheet, bends={link: place}, hash="another"), ())
    view.move_cursor(link[0])
    names = [f"Line to {sheet.space[other].name}." for other in sheet.neighbors[link[0]]]
    for name in names[: names.index(f"Line to {sheet.space[link[1]].name}.") + 1]:
        QTest.keyClick(view, Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
        assert heard[-1] == name, "lines come before the many corners of an outline"
    for n in (1, 2):  # both presses count, drawn in between or not
        QTest.keyClick(view, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
        assert turned[-1] == (link, (place[0], pytest.approx(place[1] + 9 * n)))


def drag(view: QWidget, start: QPoint, end: QPoint) -> None:
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=start)
    for at in (start + (end - start) / 2, end):
        QTest.mouseMove(view, at)
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=end)


def typed(field: QLineEdit, text: str) -> None:
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)


def click(button: QWidget) -> None:
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def test_code_color_and_links_are_changed_by_clicks(qtbot: Any, room: MapPage) -> None:
    room.start(ISLAND)
    project = drawn(qtbot, room)
    assert project.made is not None
    a, b = project.made.sheet.links[0]
    tap(room, a)
    typed(room.area.code, "q9")
    drawn(qtbot, room)
    assert "Q9" in project.made.sheet.space and a not in project.made.sheet.space
    before = project.made.sheet.space["Q9"].region
    color = next(each for each in room.area.findChildren(QPushButton) if each.isCheckable() and not each.isChecked())
    click(color)
    drawn(qtbot, room)
    settle()
    assert project.made.sheet.space["Q9"].region != before and color.hasFocus(), "the next key is for the colors, too"
    tap(room, b)
    click(room.area.cut)
    drawn(qtbot, room)
    pair = (min("Q9", b), max("Q9", b))
    assert pair not in project.made.sheet.links and room.area.link.isVisibleTo(room)
    click(room.area.link)
    drawn(qtbot, room)
    assert pair in project.made.sheet.links and project.config.links.cut == []


def test_a_box_stays_where_it_was_dragged(qtbot: Any, room: MapPage) -> None:
    room.start(ISLAND)
    project = drawn(qtbot, room)
    assert project.made is not None
    code = max(project.made.keys, key=lambda code: Polygon(project.made.sheet.space[code].outline).area)
    start = point(room.view, code)
    x, y = project.made.sheet.space[code].writing.center
    drag(room.view, start, start + QPoint(0, -24))
    drawn(qtbot, room)
    (u, v), scale = project.made.sheet.space[code].writing.center, room.view.canvas.scale
    assert abs(u - x) < 14 and abs(v - (y - 24 / scale)) < 14, "to a cell of the grid"


def test_what_lies_outside_a_rectangle_is_cut_off_and_brought_back(
    qtbot: Any, window: MainWindow, room: MapPage, tmp_path: Path
) -> None:
    """More areas than a sheet has room for, until most of them are cut off."""
    squares = [
        {"type": "Feature", "properties": {"name": f"S{x}.{y}"}, "geometry": {"type": "Polygon", "coordinates": [
            [[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1], [x, y]]]}}
        for x in range(15) for y in range(7)
    ]
    path = tmp_path / "squares.json"
    path.write_text(json.dumps({"type": "FeatureCollection", "features": squares}), "utf-8")
    room.take_files([path])
    project = room.project
    assert project is not None
    qtbot.waitUntil(lambda: bool(project.error) and project.survey is not None, timeout=PATIENCE)
    assert "areas 105; a sheet has room for 100" in project.error
    (offer,) = room.faults.list.findChildren(QPushButton)
    assert offer.text() == "Merge down to 40 areas"
    offer.setFocus()
    offer.click()
    assert project.config.areas == 40 and window.focusWidget() is room.view, "not on the key that leads out"
    room.undo()
    qtbot.waitUntil(lambda: bool(project.error), timeout=PATIENCE)
    view = room.view
    left, top, scale = view._place

    def at(x: float, y: float) -> QPoint:
        """A point of the data, in the view."""
        (x0, y0), (x1, y1) = view.canvas.points(QPointF(0, 0)), view.canvas.points(QPointF(100, 100))
        assert project.survey is not None
        u, v = project.survey.on_plane(x, y)
        return QPoint(round(100 * (left + u * scale - x0) / (x1 - x0)), round(100 * (top + v * scale - y0) / (y1 - y0)))

    drag(room.view, at(-0.2, -0.2), at(3.98, 3.98))
    assert len(room.chosen) == 16 and room.area.crop.isVisibleTo(room)
    click(room.area.crop)
    drawn(qtbot, room)
    assert project.made is not None and len(project.made.sheet.spaces) == 16 and room.map.uncut.isVisibleTo(room)
    click(room.map.uncut)
    qtbot.waitUntil(lambda: bool(project.error), timeout=PATIENCE)
    assert project.config.window is None and not room.map.uncut.isVisibleTo(room)
    room.undo()
    assert project.fresh and not project.error


def test_a_map_whose_file_was_moved_goes_on_with_it_where_it_is_now(
    qtbot: Any, window: MainWindow, room: MapPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    squares = [
        {"type": "Feature", "id": f"CZ.{x}{y}", "properties": {"name": f"S{x}.{y}"},
         "geometry": {"type": "Polygon", "coordinates": [[[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1], [x, y]]]}}
        for x, y in [*product(range(4), range(3)), (40, 30)]
    ]
    path, moved = tmp_path / "squares.json", tmp_path / "elsewhere.json"
    path.write_text(json.dumps({"type": "FeatureCollection", "features": squares}), "utf-8")
    room.start(MapData(str(path)))
    project = drawn(qtbot, room)
    assert project.config.title == "Czechia" and not project.history.can_undo and not project.unsaved
    assert project.made is not None and project.made.sheet.title == "Czechia", "the country's name, not the file's"
    assert not any("far =" in note for note in project.made.notes), "no words of a map file"
    said = [each.text() for each in room.faults.list.findChildren(QLabel)]
    assert said[0].startswith("Likeness") and said[-len(project.made.notes):] == [*project.made.notes]
    click(room.map.far)
    made = drawn(qtbot, room).made
    assert made is not None and len(made.sheet.spaces) == 13 and room.map.far.isVisibleTo(room)
    click(room.map.far)
    assert drawn(qtbot, room).made is project.made and not project.config.far
    project.edit(lambda config: structs.replace(config, title="Mine"))
    path.rename(moved)
    window.go.show_new_map()
    again = window.page
    assert isinstance(again, MapPage)
    again.begin.resume.click()
    lost = again.project
    assert lost is not None
    qtbot.waitUntil(lambda: bool(lost.error) and again.faults.locate.isVisibleTo(again), timeout=PATIENCE)
    assert "squares.json" in lost.error
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(moved), ""))
    click(again.faults.locate)
    found = drawn(qtbot, again)
    assert found.config.title == "Mine" and found.data == MapData(str(moved)) and not again.faults.locate.isVisibleTo(again)


def test_long_captions_below_the_map_take_the_room_of_small_icons(qtbot: Any) -> None:
    keep, play = button("Save sheet", "save"), button("Save and play", "play", "primary")
    row = FlowRow(keep, play)
    qtbot.addWidget(row)
    needed = keep.sizeHint().width() + play.sizeHint().width() + 16
    row.resize(needed, 60)
    row.show()
    assert not keep.icon().isNull()
    row.resize(needed - 10, 60)
    settle()
    assert keep.icon().isNull() and not play.icon().isNull() and play.width() >= play.sizeHint().width()


def test_the_first_page_leads_here_and_back(window: MainWindow) -> None:
    window.go.show_home()
    home = window.page
    assert isinstance(home, HomePage)
    home.map.click()
    page = window.page
    assert isinstance(page, MapPage) and page.head.back.toolTip() == "Home"
    page.left.emit()
    assert isinstance(window.page, HomePage)


def test_data_is_chosen_by_a_rectangle_and_left_out(qtbot: Any, room: MapPage) -> None:
    room.start(ISLAND)
    project = drawn(qtbot, room)
    qtbot.waitUntil(lambda: project.survey is not None, timeout=PATIENCE)
    room.shown.choose(DATA)
    view = room.view
    corner = QPoint(view.width() - 2, view.height() - 2)
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=QPoint(2, 2))
    for at in (corner / 2, corner):
        QTest.mouseMove(view, at)
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=corner)
    assert len(room.chosen) == 12
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert room.chosen == ()
    first, second = (piece.key for piece in project.survey.pieces[:2]) if project.survey is not None else ("", "")
    room.choose([first, second])
    room.area.drop.click()
    assert room.left_out == {first, second}
    room.choose([first])
    assert room.area.back.isVisibleTo(room)
    room.area.back.click()
    assert room.left_out == {second}


def test_what_is_not_saved_is_offered_again(qtbot: Any, window: MainWindow, room: MapPage, tmp_path: Path) -> None:
    room.start(ISLAND)
    project = drawn(qtbot, room)
    room.write_map_file(tmp_path / "mine.toml")
    assert read_map_file((tmp_path / "mine.toml").read_bytes(), "mine") == project.config
    project.edit(lambda config: config.__class__(title="Mine", portfolio=1))
    window.go.show_new_map(GAME)
    again = window.page
    assert isinstance(again, MapPage) and again.project is None
    again.begin.resume.click()
    assert again.project is not None and again.project.config.title == "Mine" and again.project.data == ISLAND
    assert again.project.history.can_undo, "what was done is not done for good"
    again.view.setFocus()
    QTest.keyClick(again.view, Qt.Key.Key_Escape)
    assert window.page is not again
    assert window.messages.sentence == "“Mine” is not saved. “New map” goes on with it."


def test_no_map_that_is_not_saved_makes_room_for_another(
    store: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither for one that is changed nor for that of another window, nor unasked for the next once it is gone on with."""
    asked = list[str]()
    monkeypatch.setattr(ask, "sure", lambda _, question, *__, **___: asked.append(question))
    kept = {"path": "", "seed": "ROOM", "areas": "12", "game": GAME, "map": write_map_file(begun(ISLAND)).decode()}
    store.keep(map_key(""), kept | {"seed": "MINE"})
    store.keep(map_key("x.sheet.json"), kept)

    def offered(store: Settings) -> str:
        found = store.recall(store.ours(map_key("")), dict[str, str]())
        return found.get("seed", "")

    changed = MapPage(store, GAME, "x.sheet.json")
    assert changed.project is not None and not changed.project.unsaved
    assert offered(store) == "MINE", "nothing was changed, nothing is to be saved"
    changed = MapPage(store, GAME, "x.sheet.json")
    changed.project.edit(lambda config: config.__class__(title="Other"))
    room = MapPage(store)
    other = Settings(store.home)
    assert [offered(store), offered(other)] == ["ROOM", "MINE"], "one window each"
    room.resume()
    room.start(MapData(seed="NEW"))
    assert asked == ["“Other” is not saved."] and offered(store) == "ROOM"
    other.let_go()
    store.let_go()
    assert not [*store.home.glob("*.lock")]


def test_map_data_that_is_opened_begins_a_map(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(MapPage, "start", lambda _, data: opened.append(data.path))
    for name, content in (("a.json", '{"type": "FeatureCollection"}'), ("b.geojson", ""), ("c.svg", "")):
        (tmp_path / name).write_text(content, encoding="utf-8")
        assert window.go.open_file(tmp_path / name) and isinstance(window.page, MapPage)
        window.go.show_home()
    assert opened == [str(tmp_path / name) for name in ("a.json", "b.geojson", "c.svg")]


def test_a_map_file_is_read_by_the_worker(
    qtbot: Any, room: MapPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room.start(ISLAND)
    project = drawn(qtbot, room)
    monkeypatch.setattr(tomllib, "loads", lambda _: pytest.fail("parsed in the windows' thread"))
    path = tmp_path / "mine.toml"
    path.write_text('title = "Mine"', encoding="utf-8")
    assert room.take_files([path])
    qtbot.waitUntil(lambda: project.config.title == "Mine", timeout=PATIENCE)
    path.write_text("a." * 90_000 + "a = 1", encoding="utf-8")
    with qtbot.waitSignal(room.failed, timeout=PATIENCE) as said:
        room.use_map_file(path)
    assert said.args == ["mine.toml: not a map file (it is nested too deeply)."] and project.config.title == "Mine"


def test_a_file_that_is_no_map_is_told_in_a_sentence_and_makes_room_for_another(
    qtbot: Any, room: MapPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "bad.json"
    path.write_text("{}", encoding="utf-8")
    room.start(ISLAND)
    drawn(qtbot, room)
    assert room.view.sheet.spaces
    doubts: list[str] = []
    monkeypatch.setattr(ask, "sure", lambda _, question, *__, **___: doubts.append(question) or True)
    room.map.title.setText("Mine")
    room.map.title.editingFinished.emit()
    assert room.take_files([path]) and doubts == ["“Mine” is not saved."], "by its title"
    project = room.project
    assert project is not None
    qtbot.waitUntil(lambda: bool(project.error) and not project.running, timeout=PATIENCE)  # neither looked at nor drawn
    assert "bad.json" in project.error and not room.play.isEnabled()
    assert room.faults.another.isVisibleTo(room) and not room.map.title.isVisible(), "there is nothing to change"
    assert not room.view.sheet.spaces, "nor to see"
    assert room.unfinished == "", "and nothing to go on with"
    asked: list[str] = []
    monkeypatch.setattr(ask, "open_one", lambda *_: asked.append("file"))
    room.faults.another.click()
    assert asked == ["file"]


def test_the_lobby_makes_an_island(qtbot: Any, window: MainWindow) -> None:
    window.go.show_lobby(GAME)
    lobby = window.page
    assert isinstance(lobby, LobbyPage)
    lobby.folds["sheet"].open()
    lobby.sheet.new_island.click()
    lobby.sheet.island.seed.setText(ISLAND.seed)
    lobby.sheet.island.areas.put(ISLAND.areas)
    made: list[Path] = []
    lobby.sheet.island.made.connect(made.append)
    lobby.sheet.island.make.click()
    assert lobby.sheet.island.cancel.isVisibleTo(lobby)
    lobby.sheet.island.cancel.click()
    assert not lobby.sheet.island.cancel.isVisibleTo(lobby)
    lobby.sheet.island.make.click()
    qtbot.waitUntil(lambda: bool(made), timeout=PATIENCE)
    assert lobby.sheet.value == str(made[0])
    code = lobby.dice.whole_code.code
    assert read_code(code).sheet == hashed(load(made[0]))
    lobby.dice.code.setText(code)
    assert not lobby.fault.text() and lobby.sheet.value == str(made[0])
    made[0].unlink()
    lobby.take_sheet()
    lobby.dice.code.setText(code)
    assert "custom sheet" in lobby.fault.text()


def test_a_rectangle_is_chosen_by_keys_and_numbers_and_told(
    qtbot: Any, room: MapPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    squares = [
        {"type": "Feature", "properties": {"name": f"S{x}.{y}"}, "geometry": {"type": "Polygon", "coordinates": [
            [[x, y], [x + 5, y], [x + 5, y + 5], [x, y + 5], [x, y]]]}}
        for x in range(-10, 30, 5) for y in range(-5, 15, 5)
    ]
    path = tmp_path / "squares.json"
    path.write_text(json.dumps({"type": "FeatureCollection", "features": squares}), "utf-8")
    room.start(MapData(str(path)))
    project = room.project
    assert project is not None
    project.stop()
    qtbot.waitUntil(lambda: project.survey is not None, timeout=PATIENCE)
    heard: list[str] = []
    monkeypatch.setattr(accessible, "announce", lambda sentence, **_: heard.append(sentence))
    room.view.setFocus()
    room.view.move_cursor("S0.0")
    shift, alt = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.AltModifier
    QTest.keyClick(room.view, Qt.Key.Key_Right, shift)
    assert heard[-1] == "From 0° E to 5° E and from 0° N to 5° N: 1 area chosen."
    for _ in range(3):
        QTest.keyClick(room.view, Qt.Key.Key_Right, shift)
    QTest.keyClick(room.view, Qt.Key.Key_Left, alt)
    assert heard[-1] == "From 1° W to 7° E and from 0° N to 5° N: 1 area chosen."
    fields = {side: stepper.field for side, stepper in room.area.window_fields.sides.items()}
    assert [fields[side].text() for side in (0, 2, 3, 1)] == ["1° W", "7° E", "5° N", "0° N"]
    typed(fields[1].lineEdit(), "3 s")
    assert heard[-1] == "From 1° W to 7° E and from 3° S to 5° N: 2 areas chosen."
    click(room.area.window_fields.sides[0].less)
    typed(fields[2].lineEdit(), "12")
    assert heard[-1] == "From 2° W to 12° E and from 3° S to 5° N: 4 areas chosen."
    click(room.area.crop)
    project.stop()
    assert project.config.window == (-2.0, -3.0, 12.0, 5.0)
    room.undo()
    project.stop()
    assert project.config.window is None
    click(room.map.cut_out)
    assert heard[-1] == "From 10.01° W to 30.01° E and from 5.01° S to 15.01° N: 32 areas chosen."
    assert fields[0].hasFocus() and "rectangle" in str(room.keys())
    QTest.keyClick(room.view, Qt.Key.Key_Escape)
    assert room.chosen == () and not room.area.window_fields.isVisibleTo(room)


def test_a_row_of_no_buttons_is_laid_out_too(qtbot: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Qt asks for its size while it lays out a page, where an exception would end the program."""
    keep = button("Save sheet", "save")
    row, bare = FlowRow(keep), FlowRow()
    qtbot.addWidget(row)
    qtbot.addWidget(bare)
    monkeypatch.setattr(theme, "large", lambda: True)
    row.show()
    row.offer()
    row.resize(row.width() + 50, 60)
    settle()
    assert not keep.isVisible() and bare.minimumSizeHint().width() == 0
    row.offer(keep)
    assert keep.isVisible()


def test_the_room_of_a_scroll_bar_is_left_once(qtbot: Any) -> None:
    """Where what is inside is higher with the margin than without it, and the bar comes and goes with each."""
    margins = []

    class Restless(Scroll):
        def setViewportMargins(self, left: int, top: int, right: int, bottom: int) -> None:
            margins.append(right)
            super().setViewportMargins(left, top, right, bottom)
            self.verticalScrollBar().rangeChanged.emit(0, 8 if right else 0)

    area = Restless(QWidget())
    qtbot.addWidget(area)
    area.keep_bar_free()
    assert len(margins) == 1 and margins[0] > 0
