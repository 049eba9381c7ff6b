"""Every window as fingers, readers and people with large texts meet it: targets, names, nothing cut off."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QMenuBar, QWidget

from rollwrite_desktop.ui.canvas.sheet_view import SheetView
from rollwrite_desktop.ui.library.lobby_page import LobbyPage
from rollwrite_desktop.ui.race.race_page import RacePage
from rollwrite_desktop.ui.shell.main_window import MainWindow, room_on
from rollwrite_desktop.ui.shell.settings import Settings
from rollwrite_desktop.ui.table.table_page import TablePage
from rollwrite_desktop.ui.widgets import theme
from rollwrite_desktop.ui.widgets.scroll import FittingScrollArea
from tests.ui.conftest import settle
from tests.ui.rooms import ROOMS, StrayWindows, controls, name, reachable

FINGER = 44
PANEL = 32
_NAME = QAccessible.Text.Name


def opened(
    qtbot: Any, store: Settings, folder: Path, size: QSize = QSize(1280, 800)
) -> Iterator[tuple[str, MainWindow, QWidget]]:
    """Every room in a window of its own."""
    for title, way in ROOMS.items():
        window = MainWindow(store)
        qtbot.addWidget(window)
        window.resize(size)
        window.show()
        place = folder / title.replace(" ", "_")
        place.mkdir()
        yield title, window, way(window, place)
        window.close()


def test_everything_is_large_enough_for_a_finger_and_has_a_name(qtbot: Any, store: Settings, tmp_path: Path) -> None:
    faults = []
    for title, window, room in opened(qtbot, store, tmp_path):
        found = list(controls(room))
        assert found, title
        faults += [(title, name(c), c.width(), c.height()) for c in found if min(c.width(), c.height()) < FINGER]
        faults += [(title, name(c), "no name") for c in found if not QAccessible.queryAccessibleInterface(c).text(_NAME)]
        faults += [(title, name(c), "out of reach") for c in found if not reachable(c, room)]
        faults += [(title, spot, wide, high) for spot, wide, high in _spots(window) if min(wide, high) < FINGER - 0.5]
        if room.width() > 1280 or room.height() > 800:
            faults.append((title, "larger than the window", room.width(), room.height()))
    assert not faults


@pytest.mark.parametrize("screen", [QSize(1280, 800), QSize(1366, 768)], ids=["1280x800", "1366x768"])
def test_every_page_fits_the_first_window_on_a_small_screen_and_nothing_is_shown_beside_it(
    qtbot: Any, qapp: QApplication, store: Settings, tmp_path: Path, screen: QSize
) -> None:
    """The screen has a panel, the window a title bar. No page scrolls as a whole, and nothing but windows, dialogs and
    menus is ever shown as a window of its own, not even for a moment."""
    faults: list[tuple[Any, ...]] = []
    strays = StrayWindows()
    qapp.installEventFilter(strays)
    size = room_on(screen - QSize(0, PANEL))
    for title, window, room in opened(qtbot, store, tmp_path, size):
        faults += [(title, name(c), "out of reach") for c in controls(room) if not reachable(c, room)]
        whole = window.findChild(FittingScrollArea)
        if whole.widget().size() != whole.size() or room.width() > size.width() or room.height() > size.height():
            faults.append((title, "larger than the window", room.size()))
        if isinstance(window.page, LobbyPage) and not window.rect().contains(_place(window.page.start, window)):
            faults.append((title, "Start is off the screen"))
        faults += [(title, stray, "is a window of its own") for stray in strays.found]
        strays.found.clear()
    qapp.removeEventFilter(strays)
    assert not faults


def _place(widget: QWidget, window: QWidget) -> QRect:
    return QRect(widget.mapTo(window, QPoint(0, 0)), widget.size())


def _spots(window: MainWindow) -> list[tuple[str, float, float]]:
    """What can be tapped on sheet or trays: name, width, height in pixels."""
    if isinstance(window.page, RacePage):
        return [(spot, rect.w, rect.h) for tray in window.page.view.trays.values() for spot, rect in tray.targets]
    view = window.page.findChild(SheetView) if window.page is not None else None
    if view is None:
        return []
    spots = (*view.sheet.space, *(view.among if isinstance(window.page, TablePage) else ()))
    return [(spot, view.place_of(spot).width(), view.place_of(spot).height()) for spot in spots]


def test_nothing_is_out_of_reach_with_the_largest_texts(qtbot: Any, store: Settings, tmp_path: Path) -> None:
    store.prefer(text="300")
    faults = []
    for title, _, room in opened(qtbot, store, tmp_path):
        if room.width() > 1280 or room.height() > 800:
            faults.append((title, "larger than the window", room.width(), room.height()))
        faults += [(title, name(c), "out of reach") for c in controls(room) if not reachable(c, room)]
    assert not faults


def test_menus_are_for_fingers_too_where_a_screen_feels_them(window: MainWindow, qapp: Any) -> None:
    QTest.createTouchDevice()
    assert theme.touched()
    theme.signals.applied = None
    theme._apply()
    window.show_home()
    settle()
    bar = window.findChild(QMenuBar)
    assert bar is not None
    for action in bar.actions():
        assert bar.actionGeometry(action).height() >= FINGER - 1
        menu = action.menu()
        assert isinstance(menu, QMenu)
        menu.ensurePolished()
        menu.sizeHint()
        heights = [menu.actionGeometry(each).height() for each in menu.actions() if not each.isSeparator()]
        assert min(heights) >= FINGER - 1
