"""Every window as fingers, readers and people with large texts meet it: targets, names, nothing cut off."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from rollwrite_desktop.ui.canvas.sheet_view import SheetView
from rollwrite_desktop.ui.race.race_page import RacePage
from rollwrite_desktop.ui.shell.main_window import MainWindow
from rollwrite_desktop.ui.shell.settings import Settings
from rollwrite_desktop.ui.table.table_page import TablePage
from rollwrite_desktop.ui.widgets import theme
from tests.ui.conftest import settle
from tests.ui.rooms import ROOMS, controls, name, reachable

FINGER = 44
_NAME = QAccessible.Text.Name


def opened(qtbot: Any, store: Settings, folder: Path) -> Iterator[tuple[str, MainWindow, QWidget]]:
    """Every room in a window of its own, 1280 × 800."""
    for title, way in ROOMS.items():
        window = MainWindow(store)
        qtbot.addWidget(window)
        window.resize(1280, 800)
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
    theme.current().applied = None
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
