"""Without a mouse: every action has a key, the page of keys tells all of them, what has the focus is seen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import shiboken6
from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QMenu, QWidget

from rollwrite_desktop.core import i18n
from rollwrite_desktop.paths import TRANSLATIONS
from rollwrite_desktop.sheet.load import find
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.canvas.cursor import Cursor
from rollwrite_desktop.ui.canvas.roll_entry import Cell
from rollwrite_desktop.ui.kit.character_keys import CharacterKeys
from rollwrite_desktop.ui.library.home_page import HomePage
from rollwrite_desktop.ui.paper.check.audit_page import AuditPage
from rollwrite_desktop.ui.play.race.key_bindings import KeysDialog
from rollwrite_desktop.ui.play.race.race_page import RacePage
from rollwrite_desktop.ui.play.table.table_page import TablePage
from rollwrite_desktop.ui.play.table.tray.token_buttons import TokenButton, key_title
from rollwrite_desktop.ui.window.help.keys_page import KeysPage
from rollwrite_desktop.ui.window.main_window import MainWindow
from tests.sampling import sampled
from tests.ui.conftest import PATIENCE, new_game, point, settle
from tests.ui.rooms import PAGES, ROOMS, controls, name, write


def actions(menu: QMenu) -> Iterator[QAction]:
    for action in menu.actions():
        below = action.menu()
        if isinstance(below, QMenu):
            yield from actions(below)
        elif not action.isSeparator():
            yield action


@sampled("room", list(PAGES), 24)
def test_everything_can_be_done_by_key_and_the_page_of_keys_tells_it(window: MainWindow, tmp_path: Path, room: str) -> None:
    ROOMS[room](window, tmp_path)
    tops = [action.menu() for action in window.menuBar().actions()]
    found = [action for top in tops if isinstance(top, QMenu) for action in actions(top)]
    keys = [key.toString() for action in found for key in action.shortcuts()]
    assert len(keys) == len(set(keys)), sorted(keys)
    letters = [QKeySequence.mnemonic(top.title()).toString() for top in tops if isinstance(top, QMenu)]
    assert all(letters)
    assert len(letters) == len(set(letters)), letters
    named = {action.text().replace("&", "") for action in found}
    for control in controls(window):
        by_tab = any(each.focusPolicy() & Qt.FocusPolicy.TabFocus for each in reached_with(control))
        by_key = isinstance(control, QAbstractButton) and not control.shortcut().isEmpty()
        told = isinstance(control, QAbstractButton) and any(
            word in f"{control.toolTip()} {control.accessibleName()}" for word in ("Ctrl+", "Escape", *named)
        )
        assert by_tab or by_key or told, name(control)
    tells_every_key(window)
    leads_back(window)


def leads_back(window: MainWindow) -> None:
    """Escape ends what is going on, and then leads out of the room."""
    page = window.page
    for _ in range(3):
        if window.page is page:
            QTest.keyClick(QApplication.focusWidget() or window.focusWidget() or window, Qt.Key.Key_Escape)
            settle()
    assert window.page is not page or isinstance(page, HomePage)


def reached_with(control: QWidget) -> list[QWidget]:
    """A control and the dice beside it, one of which is a Tab stop from which arrows go on."""
    around = control.parentWidget()
    return [control, *(around.findChildren(Cell) if around is not None and isinstance(control, QAbstractButton) else ())]


def tells_every_key(window: MainWindow) -> None:
    """The page of keys, opened by its own."""
    QTest.keyClick(window, Qt.Key.Key_F1)
    page = next(each for each in window.findChildren(KeysPage) if each.isVisible())
    keys = {key for rows in page.rows.values() for _, line in rows for key in line.split("  ")}
    for top in window.menuBar().actions():
        menu = top.menu()
        assert isinstance(menu, QMenu)
        for action in actions(menu):
            for key in action.shortcuts():
                assert key.toString(QKeySequence.SequenceFormat.NativeText) in keys, action.text()
    for token in window.findChildren(TokenButton):
        if token.isVisible() and token.token.key:
            assert key_title(token.token.key) in keys
    if isinstance(window.page, RacePage) and window.page.side.humans:
        assert set(window.page.bindings.titles(0)) <= keys
    QTest.keyClick(page, Qt.Key.Key_Escape)
    assert not page.isVisible()


def test_a_question_mark_asks_for_the_keys(seat: Any) -> None:
    table = seat("Ann")
    QTest.keyClicks(table.view, "?")
    assert any(isinstance(each, KeysPage) and each.isVisible() for each in QApplication.topLevelWidgets())


def test_keys_of_one_character_can_be_turned_off(window: MainWindow, store: Settings, tmp_path: Path) -> None:
    """In a game; what is typed into a field or on a sheet that is checked is no such key."""
    ROOMS["table of rolling_america"](window, tmp_path)
    table = window.page
    assert isinstance(table, TablePage)
    store.prefer(keys="off")
    before, cursor = table.snapshot, table.view.cursor_spot
    for key in ("n", "1", ".", "?", "+"):
        QTest.keyClicks(QApplication.focusWidget(), key)
    settle()
    assert table.snapshot is before and table.view.cursor_spot == cursor and window.findChild(KeysPage) is None
    QTest.keyClick(table.view, Qt.Key.Key_Right)
    assert table.view.cursor_spot not in ("", cursor)
    window.go.show_keys()
    page = window.findChild(KeysPage)
    assert page is not None
    listed = {key for rows in page.rows.values() for _, key in rows}
    assert {key for key in listed if len(key) == 1} == set() and "Ctrl+R" in listed
    page.accept()
    window.activateWindow()
    ROOMS["check rolling_america"](window, tmp_path)
    audit = window.page
    assert isinstance(audit, AuditPage)
    audit.entry.choose("OH")
    QTest.keyClicks(QApplication.focusWidget(), "4")
    assert audit.paper.spaces["OH"] == "4"
    store.prefer(keys="on")
    window.go.show_home()
    QTest.keyClicks(QApplication.focusWidget(), "?")
    assert window.findChild(KeysPage) is not None


def test_only_what_has_the_focus_is_looked_at_for_them(window: MainWindow) -> None:
    """All the other events of the program go past Python."""
    line, seen = QLineEdit(window), set[QObject]()

    class Keys(CharacterKeys):
        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            seen.add(watched)
            return super().eventFilter(watched, event)

    keys = Keys(window)
    keys.turn(False)
    line.show()
    line.setFocus()
    window.go.show_home()
    settle()
    line.setFocus()
    seen.clear()
    QTest.keyClicks(line, "n")
    window.resize(1000, 700)
    settle()
    assert seen == {line} and line.text() == "n"
    keys.turn(True)
    seen.clear()
    QTest.keyClicks(line, "n")
    assert not seen


def test_boxes_are_called_by_what_they_are_called_in_the_language_in_use() -> None:
    sheet = find("rolling_america_usa")
    titles = {"change": "Cambio de color", "guard": "Blindaje", "dupe": "Duplicado"}
    i18n.use("es", TRANSLATIONS)
    try:
        cursor = Cursor(sheet, title=lambda box: f"{titles.get(box[:-2], '')} {box[-1]} de 3: usado")
        assert [*map(cursor.box, ".C2")][-1] == "change/2"
        assert [*map(cursor.box, ".B1")][-1] == "guard/1"
        assert [*map(cursor.box, ".G1")][-1] == "guard/1"
    finally:
        i18n.use("en", TRANSLATIONS)


def test_a_whole_race_by_keys(window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "race.rollwrite"
    window.go.show_table(new_game(path, "Ann", game="ligretto_dice"), path)
    room = window.page
    assert isinstance(room, RacePage)
    room._frames.stop()
    ms = [1000]
    room.now = lambda: ms[0]
    keys = [bound.key for bound in room.bindings.bound[0]]
    for turn in range(4000):
        ms[0] += 700
        room.frame()
        if room.side.phase == "over":
            break
        if not room.side.running:
            QTest.keyClick(room, Qt.Key.Key_Return)
            continue
        state = room.side.session.state
        open_now = {(region.id, state.height(region.id) + 1) for region in room.opened.sheet.regions}
        mine = {die.name for die in state.part("p1").hand if die and (die.name, die.face) in open_now}
        fitting = [place for place, region in enumerate(room.opened.sheet.regions) if region.id in mine]
        QTest.keyClick(room, Qt.Key(keys[fitting[turn % len(fitting)]] if fitting else keys[4]))
    assert room.side.phase == "over"
    assert room.card.isVisible()


def test_every_key_of_the_race_can_be_changed_without_a_mouse(window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "race.rollwrite"
    window.go.show_table(new_game(path, "Ann", game="ligretto_dice"), path)
    room = window.page
    assert isinstance(room, RacePage)
    room.ask_keys()
    dialog = next(each for each in QApplication.topLevelWidgets() if isinstance(each, KeysDialog) and each.isVisible())
    key = dialog.buttons[0, 0]
    key.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(key, Qt.Key.Key_Space)
    QTest.keyClick(dialog, Qt.Key.Key_F8)
    assert room.bindings.bound[0][0].key == Qt.Key.Key_F8
    room.bindings.reset()


# ---------------------------------------------------------------------- fingers on the real window


def test_fingers_on_the_sheet_of_the_real_window(seat: Any, qtbot: Any) -> None:
    """Slide off cancels, a long press tells, two fingers bring closer, two taps beside the map show all of it again."""
    table, screen = seat("Ann"), QTest.createTouchDevice()
    assert isinstance(table, TablePage)
    table.roll()
    table.tap_token(next(spot for spot in table.tray.buttons if spot.startswith("die/")))
    settle()
    view, before = table.view, len(table.session.events)
    spot, other = sorted(table.view.among)[:2]
    QTest.touchEvent(view, screen).press(0, point(view, spot), view)
    assert view._pressed == spot
    QTest.touchEvent(view, screen).move(0, point(view, other), view)
    assert view._pressed == ""
    QTest.touchEvent(view, screen).release(0, point(view, other), view)
    assert len(table.session.events) == before
    view._holding.setInterval(0)
    QTest.touchEvent(view, screen).press(0, point(view, spot), view)
    qtbot.waitUntil(lambda: bool(table.feedback.bubble.sentence), timeout=PATIENCE)
    QTest.touchEvent(view, screen).release(0, point(view, spot), view)
    assert table.view.sheet.space[spot].name in table.feedback.bubble.sentence
    assert len(table.session.events) == before
    a, b = view.rect().center() - QPoint(60, 0), view.rect().center() + QPoint(60, 0)
    QTest.touchEvent(view, screen).press(0, a, view).press(1, b, view)
    QTest.touchEvent(view, screen).move(0, a - QPoint(80, 0), view).move(1, b + QPoint(80, 0), view)
    QTest.touchEvent(view, screen).release(0, a - QPoint(80, 0), view).release(1, b + QPoint(80, 0), view)
    assert view.canvas.zoom > 1.5
    empty = next(
        QPoint(x, y) for x in range(2, view.width(), 7) for y in range(2, view.height(), 7)
        if not view.spot_at(view.rect().topLeft().toPointF() + QPoint(x, y).toPointF(), 4.5)
    )
    for _ in range(2):
        QTest.touchEvent(view, screen).press(0, empty, view)
        QTest.touchEvent(view, screen).release(0, empty, view)
    assert view.canvas.zoom == 1.0
    assert len(table.session.events) == before


def test_the_bubble_leaves_free_what_it_speaks_of(seat: Any) -> None:
    table = seat("Ann")
    write(table)
    closed = next(each for each in table.view.sheet.space if each not in table.view.among)
    table.view.last_place = table.view.center_of(closed)
    table.tap(closed)
    bubble = table.feedback.bubble
    place = table.view.writing_place(closed).translated(table.view.mapTo(table, QPoint(0, 0)).toPointF())
    assert not bubble.geometry().contains(place.center().toPoint())


def test_a_window_that_is_deleted_takes_its_keys_with_it(qapp: QApplication) -> None:
    """What has the focus in it loses that while the window is being deleted."""
    window = QWidget()
    line = QLineEdit(window)
    keys = CharacterKeys(window)
    window.show()
    line.setFocus()
    settle()
    keys.turn(False)
    shiboken6.delete(window)
    settle()
    assert not shiboken6.isValid(keys) and not shiboken6.isValid(line)
