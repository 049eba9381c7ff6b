"""What is visited is freed: after the first visits, no visit to any room leaves a widget more."""

from __future__ import annotations

import gc
import weakref
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QDialog

from rollwrite_desktop.ui.window.main_window import MainWindow
from tests.sampling import sampled
from tests.ui.conftest import delete_closed, settle
from tests.ui.rooms import ROOMS

FIRST, MORE = 2, 2
"""The first visits may leave what is made once; so many more leave nothing."""


def widgets() -> Counter[str]:
    """The widgets that are alive, by class."""
    settle()
    gc.collect()
    delete_closed()
    return Counter(type(widget).__name__ for widget in QApplication.allWidgets())


def close_dialogs() -> None:
    for widget in QApplication.topLevelWidgets():
        if isinstance(widget, QDialog) and widget.isVisible():
            widget.close()


@sampled("room", list(ROOMS), 102)
def test_a_visit_leaves_no_widget_behind(window: MainWindow, tmp_path: Path, room: str) -> None:
    counts = {}
    for visit in range(FIRST + MORE):
        folder = tmp_path / str(visit)
        folder.mkdir()
        ROOMS[room](window, folder)
        close_dialogs()
        window.store.keep("recent", list[str]())  # home lists them
        window.go.show_home()
        settle()
        if visit + 1 in (FIRST, FIRST + MORE):
            counts[visit] = widgets()
    before, after = counts.values()
    assert after - before == Counter()


@pytest.mark.parametrize("room", ["preferences", "about", "keys", "messages"])
def test_a_dialog_that_is_closed_is_freed(window: MainWindow, tmp_path: Path, room: str) -> None:
    ROOMS[room](window, tmp_path)
    assert window.findChildren(QDialog)
    close_dialogs()
    delete_closed()
    assert not window.findChildren(QDialog)


@pytest.mark.parametrize("leave", [
    lambda window: window.go.show_home(), lambda window: window.go.show_lobby("on_tour"),
    lambda window: window.go.show_history(),
], ids=["home", "lobby", "history"])
def test_a_page_that_is_left_at_once_is_freed(window: MainWindow, leave: Callable[[MainWindow], None]) -> None:
    """Before its pictures are drawn or its files are read, which happens later."""
    leave(window)
    page = weakref.ref(window.page)
    window.go.show_library()
    delete_closed()
    gc.collect()
    assert page() is None


def test_a_page_of_prints_takes_the_place_of_another(window: MainWindow) -> None:
    window.go.show_library()
    library = window.page
    for game in ("on_tour", "hexroller", "on_tour"):
        window.go.show_print(game)
    assert window.pages.count() == 2
    window.page.left.emit()
    assert window.page is library
