"""What takes keys as a whole shows it, and what stands over a page is a heading."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from rollwrite_desktop.ui.base.touch import taps
from rollwrite_desktop.ui.canvas.focus_line import FocusLine
from rollwrite_desktop.ui.canvas.sheet_view import SheetView
from rollwrite_desktop.ui.kit.choices import Choices, Combo
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.tab_order import tab_stops
from rollwrite_desktop.ui.library.lobby.lobby_page import LobbyPage
from rollwrite_desktop.ui.window.main_window import MainWindow
from tests.ui.conftest import settle
from tests.ui.rooms import ROOMS


@pytest.mark.parametrize("room", ["race of one person", "session: call"])
def test_what_takes_keys_as_a_whole_shows_it_from_the_first_moment(
    window: MainWindow, tmp_path: Any, room: str
) -> None:
    """Where keys lead there: whoever comes by mouse sees none."""
    window.activateWindow()
    for keyed in (True, False):
        taps().keyed = keyed
        ROOMS[room](window, tmp_path / room.replace(":", "") / str(keyed))
        settle()
        assert [line.isVisible() for line in window.page.findChildren(FocusLine)] == [keyed]


def test_the_line_goes_with_a_mouse_and_comes_back_with_a_key(qtbot: Any) -> None:
    taps().keyed = True
    page, around = QWidget(), QWidget()
    qtbot.addWidget(page)
    column = QVBoxLayout(page)
    column.addWidget(around)
    page.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    line = FocusLine(page, around)
    page.show()
    page.activateWindow()
    page.setFocus(Qt.FocusReason.OtherFocusReason)
    settle()
    assert line.isVisible() and line.size() == around.size()
    taps().keyed = False  # a mouse has led somewhere else and back, as from a race's pause
    page.clearFocus()
    page.setFocus(Qt.FocusReason.OtherFocusReason)
    assert not line.isVisible()
    QTest.keyClick(page, Qt.Key.Key_F24)
    assert line.isVisible()
    QTest.mouseClick(around, Qt.MouseButton.LeftButton)
    assert not line.isVisible()
    QTest.keyClick(page, Qt.Key.Key_F24)
    assert line.isVisible()
    around.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    around.setFocus()
    assert not line.isVisible()


def test_a_sheet_to_which_a_mouse_led_has_no_frame_before_a_key(window: MainWindow, tmp_path: Any) -> None:
    """Not where Qt gives the focus on as if by Tab, as the button that had it has gone, either."""
    window.activateWindow()
    QTest.mouseClick(window.windowHandle(), Qt.MouseButton.LeftButton, pos=QPoint(2, 2))
    ROOMS["table of rolling_america"](window, tmp_path)
    (view,) = window.page.findChildren(SheetView)
    view.setFocus(Qt.FocusReason.TabFocusReason)
    assert view.hasFocus() and not view.keyed
    QTest.keyClick(view, Qt.Key.Key_F24)
    assert view.keyed


def test_titles_are_headings_that_say_what_they_say_now(qtbot: Any) -> None:
    title, plain = label("Print", "title"), label("Print")
    qtbot.addWidget(title)
    qtbot.addWidget(plain)
    face = QAccessible.queryAccessibleInterface(title)
    assert face.role() == QAccessible.Role.Heading and face.text(QAccessible.Text.Name) == "Print"
    title.setText("Replay")
    assert face.text(QAccessible.Text.Name) == "Replay"
    assert QAccessible.queryAccessibleInterface(plain).role() == QAccessible.Role.StaticText


def test_a_drop_down_list_has_its_own_name_and_what_is_chosen_as_its_value(qtbot: Any) -> None:
    combo = Combo({"a": "Rolling America", "b": "On Tour"}, "a", "Game")
    qtbot.addWidget(combo)
    combo.show()
    face, kinds = QAccessible.queryAccessibleInterface(combo), QAccessible.Text
    assert (face.role(), face.text(kinds.Name)) == (QAccessible.Role.ComboBox, "Game")
    combo.choose("b")
    assert face.text(kinds.Value) == "On Tour"
    assert face.childCount() == 1 and face.child(0).childCount() == 2
    face.actionInterface().doAction(face.actionInterface().actionNames()[0])
    assert combo.view().isVisible() and face.state().expanded
    combo.hidePopup()


def test_a_drop_down_list_that_is_closed_tells_what_a_key_chooses_once(qtbot: Any) -> None:
    combo = Combo({"a": "Rolling America", "b": "On Tour"}, "a", "Game")
    qtbot.addWidget(combo)
    combo.show()
    told: list[str] = []
    combo.stepped.connect(told.append)
    QTest.keyClick(combo, Qt.Key.Key_Down)
    QTest.keyClick(combo, Qt.Key.Key_Down)
    combo.choose("a")
    assert told == ["On Tour"]


def test_tab_stops_at_the_chosen_one_of_a_group_and_all_arrows_go_on(qtbot: Any) -> None:
    choices = Choices({"a": "Light", "b": "Dark", "c": "High"}, "b", segments=True)
    qtbot.addWidget(choices)
    choices.show()
    choices.activateWindow()
    settle()
    stop, = tab_stops(choices)
    stop.setFocus()
    assert stop.text() == "Dark"
    assert QAccessible.queryAccessibleInterface(stop).role() == QAccessible.Role.RadioButton
    QTest.keyClick(stop, Qt.Key.Key_Down)
    assert choices.value == "c"
    QTest.keyClick(next(tab_stops(choices)), Qt.Key.Key_Up)
    assert choices.value == "b"


def test_arrows_go_on_to_the_choices_of_another_row(qtbot: Any) -> None:
    choices = Choices({str(n): f"{n} %" for n in (100, 200, 300, 400)}, "200", segments=True, across=2)
    qtbot.addWidget(choices)
    choices.show()
    choices.activateWindow()
    settle()
    QTest.keyClick(next(tab_stops(choices)), Qt.Key.Key_Right)
    assert choices.value == "300"
    QTest.keyClick(next(tab_stops(choices)), Qt.Key.Key_Left)
    assert choices.value == "200"
    upper, lower = (each.geometry() for each in choices.findChildren(QPushButton)[1:3])
    assert lower.top() > upper.bottom()


def test_a_button_shows_that_it_has_the_focus_only_where_keys_are_used(window: MainWindow) -> None:
    window.activateWindow()
    settle()
    window.go.show_lobby("hexroller")
    assert isinstance(window.page, LobbyPage)
    handle, start = window.windowHandle(), window.page.start
    settle()
    place = QRect(start.mapTo(window, QPoint(0, 0)), start.size())

    def is_seen() -> bool:
        focused = window.grab(place).toImage()
        start.clearFocus()
        without = window.grab(place).toImage()
        start.setFocus()
        return focused != without

    assert is_seen()
    QTest.mouseClick(handle, Qt.MouseButton.LeftButton, pos=QPoint(2, 2))
    assert not is_seen()
    QTest.keyClick(handle, Qt.Key.Key_F24)
    assert is_seen()
