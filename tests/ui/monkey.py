"""A monkey that clicks, types, drags, touches menus: the same events for the same seed, in any room."""

from __future__ import annotations

import ctypes
import gc
import random
import sys
import time
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct, field
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QDesktopServices, QKeySequence
from PySide6.QtPrintSupport import QPrintDialog
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QDialog,
    QFileDialog,
    QInputDialog,
    QMenu,
    QMessageBox,
    QToolButton,
    QWidget,
)

from rollwrite_desktop.ui.canvas.sheet_view import SheetView
from rollwrite_desktop.ui.window.main_window import MainWindow
from tests.ui.conftest import delete_closed, settle
from tests.ui.rooms import ROOMS

KEYS = (
    *(Qt.Key(code) for code in (*range(Qt.Key.Key_0, Qt.Key.Key_9 + 1), *range(Qt.Key.Key_A, Qt.Key.Key_Z + 1))),
    Qt.Key.Key_Return, Qt.Key.Key_Escape, Qt.Key.Key_Tab, Qt.Key.Key_Backspace, Qt.Key.Key_Delete, Qt.Key.Key_Space,
    Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_F1, Qt.Key.Key_F2, Qt.Key.Key_Question,
    Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Comma, Qt.Key.Key_ParenLeft,
)
MODIFIERS = (Qt.KeyboardModifier.NoModifier,) * 4 + (Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier)
WARM = 1_000
"""After so many events everything that is made once has been made."""
MORE_WIDGETS = 60
MORE_MB = 150
"""How much may be alive at home after up to 10,000 events that was not after WARM: what lists have grown by."""
QUIT = (QKeySequence("Ctrl+Q"), QKeySequence("F11"))
"""The shortcuts of actions that end the window or change its place on the screen, whatever the language."""


class Monkey(Struct, dict=True):
    """What it does in a window; `done` counts the kinds of events. `times`: by event, the processor time in ms of the longer
    turn of the event loop: the event itself, or the turn after it, in which is laid out and painted what it changed."""

    window: MainWindow
    seed: int
    times: list[tuple[float, str]] = field(default_factory=list)
    done: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.luck = random.Random(self.seed)

    def act(self) -> None:
        """One event."""
        ways = (self.tap,) * 6 + (self.press,) * 5 + (self.type,) * 4 + (self.menu, self.resize)
        way = self.luck.choice(ways)
        name = way.__name__
        place = type(self.window.page).__name__
        begun = time.thread_time()
        what = way()
        acted = time.thread_time()
        QApplication.processEvents()
        took = max(acted - begun, time.thread_time() - acted) * 1000
        delete_closed()
        self.done[name] += 1
        self.times.append((took, f"{place}: {name} {what}"))

    def front(self) -> QWidget:
        """The window that takes events now: a dialog before the main window."""
        popup = QApplication.activePopupWidget()
        if popup is not None:
            return popup
        dialogs = [w for w in QApplication.topLevelWidgets() if isinstance(w, QDialog) and w.isVisible()]
        return self.luck.choice(dialogs) if dialogs and self.luck.random() < 0.7 else self.window

    def tap(self) -> str:
        """A click on a spot of a sheet."""
        views = [view for view in self.front().findChildren(SheetView) if view.isVisible()]
        if not views:
            return self.press()
        view = self.luck.choice(views)
        lit = sorted(view.among) if self.luck.random() < 0.6 else []
        place = view.center_of(self.luck.choice(lit)).toPoint() if lit else self._anywhere(view)
        QTest.mouseClick(view, self.luck.choice((Qt.MouseButton.LeftButton,) * 5 + (Qt.MouseButton.RightButton,)), pos=place)
        return type(view).__name__

    def press(self) -> str:
        """A click on a button, or anywhere on any widget."""
        front = self.front()
        if isinstance(front, QMenu):
            chosen = self._chosen(front.actions()) if self.luck.random() < 0.5 else None
            front.close()
            if chosen is not None:
                chosen.trigger()
            return "menu closed"
        buttons = [b for b in front.findChildren(QAbstractButton) if b.isVisible() and b.isEnabled()]
        # Whatever is met at some place, and not one of all that there is: PySide keeps what it ever handed out of Qt's own.
        met = None if buttons and self.luck.random() < 0.8 else front.childAt(self._anywhere(front))
        widgets = buttons if met is None else [met]
        if not widgets:
            return "nothing"
        widget = self.luck.choice(widgets)
        caption = widget.text() if isinstance(widget, QAbstractButton) else ""
        what = f"{type(widget).__name__} {widget.accessibleName() or caption}"
        if isinstance(widget, QComboBox):
            widget.setCurrentIndex(self.luck.randrange(max(1, widget.count())))
        elif waits(widget):
            self._open_menu(widget)
        else:
            QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=self._anywhere(widget))
        return what

    def type(self) -> str:
        """A key, to whatever has the focus."""
        target = QApplication.focusWidget() or self.front()
        key, modifier = self.luck.choice(KEYS), self.luck.choice(MODIFIERS)
        if waits(target):
            self._open_menu(target)
        elif not quits(target, key, modifier):
            QTest.keyClick(target, key, modifier)
        return f"{key.name} {modifier.name}"

    def menu(self) -> str:
        """An entry of the menus."""
        action = self._chosen(self.window.menuBar().actions())
        if action is None:
            return "nothing"
        text = action.text()
        action.trigger()
        return text

    def resize(self) -> str:
        """A window of another size."""
        self.window.resize(self.luck.choice((980, 1280, 1600)), self.luck.choice((620, 800, 1000)))
        return "resized"

    def _chosen(self, actions: Sequence[QAction]) -> QAction | None:
        able = [a for a in entries(actions) if a.shortcut() not in QUIT]
        return self.luck.choice(able) if able else None

    def _open_menu(self, widget: QWidget) -> None:
        assert isinstance(widget, QToolButton)
        if widget.menu() is not None:
            widget.menu().popup(widget.mapToGlobal(QPoint(0, 0)))

    def _anywhere(self, widget: QWidget) -> QPoint:
        return QPoint(self.luck.randrange(max(1, widget.width())), self.luck.randrange(max(1, widget.height())))


def entries(actions: Sequence[QAction]) -> Iterator[QAction]:
    """The entries of menus, and of the menus in them, that can be chosen now."""
    for action in actions:
        below = action.menu()
        if not action.isEnabled() or not action.isVisible():
            continue
        if isinstance(below, QMenu):
            yield from entries(below.actions())
        elif action.text():
            yield action


def waits(widget: QWidget) -> bool:
    """Whether a click on a widget only returns when its menu has been closed, which nobody would do here."""
    return isinstance(widget, QToolButton) and widget.popupMode() == QToolButton.ToolButtonPopupMode.InstantPopup


def quits(target: QWidget, key: Qt.Key, modifier: Qt.KeyboardModifier) -> bool:
    """Whether a key ends the program: the shortcut, or the letter of *Quit* in an open menu, with Shift or without."""
    menu = next((each for each in (target, QApplication.activePopupWidget()) if isinstance(each, QMenu)), None)
    letters = () if menu is None else [letter(each) for each in menu.actions() if each.shortcut() in QUIT]
    return key in letters or (key == Qt.Key.Key_Q and modifier == Qt.KeyboardModifier.ControlModifier)


def letter(action: QAction) -> Qt.Key | None:
    """The key by which an entry of an open menu is chosen."""
    keys = QKeySequence.mnemonic(action.text())
    return None if keys.isEmpty() else keys[0].key()


@contextmanager
def harmless() -> Iterator[None]:
    """Nothing asks the system, and no modal dialog waits for a person: each is answered by leaving it."""
    def nothing(*_: Any, **__: Any) -> tuple[str, str]:
        return "", ""

    def left(box: Any) -> int:
        return 0

    with pytest.MonkeyPatch.context() as patched:
        for name in ("getOpenFileName", "getSaveFileName"):
            patched.setattr(QFileDialog, name, nothing)
        patched.setattr(QFileDialog, "getOpenFileNames", lambda *_, **__: ([], ""))
        patched.setattr(QFileDialog, "getExistingDirectory", lambda *_, **__: "")
        patched.setattr(QInputDialog, "getText", lambda *_, **__: ("", False))
        patched.setattr(QDesktopServices, "openUrl", lambda *_: True)
        for kind in (QMessageBox, QPrintDialog):
            patched.setattr(kind, "exec", left)
        yield


def memory() -> int:
    """The memory in use in MB, without what was freed and the C library still keeps; 0 where the system does not say."""
    if sys.platform != "linux":
        return 0
    library = ctypes.CDLL(None)
    if hasattr(library, "malloc_trim"):
        library.malloc_trim(0)
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * 4096 // 1_000_000


def at_home(window: MainWindow) -> tuple[int, int]:
    """Closes everything but the home page; how many widgets are alive then, and the memory in use."""
    while popup := QApplication.activePopupWidget():
        popup.close()
    for widget in QApplication.topLevelWidgets():
        if isinstance(widget, QDialog):
            widget.close()
    window.store.keep("recent", list[str]())
    window.go.show_home()
    settle()
    window.go.forget_rules()  # those of one game take more widgets than those of another
    gc.collect()
    delete_closed()
    return len(QApplication.allWidgets()), memory()


def loose(monkey: Monkey, folder: Path, room: str, count: int) -> None:
    """So many events, beginning in a room and coming back to it now and then."""
    for number in range(count):
        if number % 500 == 0:
            inside = folder / f"{monkey.done.total()}"
            inside.mkdir()
            ROOMS[room](monkey.window, inside)
            delete_closed()
        monkey.act()
        assert monkey.window.isVisible(), monkey.times[-1]


def seed_of(room: str) -> int:
    """The seed of a room's monkey."""
    return zlib.crc32(room.encode())
