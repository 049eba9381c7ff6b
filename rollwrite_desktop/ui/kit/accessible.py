"""Speech for screen readers: what they find in the windows, and what is read out to them.

Faces of painted views are in `spot_faces`, those of widgets in `widget_faces`; sentences go out by `announcements`.
"""

from __future__ import annotations

import sys
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6 import QtWidgets
from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent, QAccessibleInterface
from PySide6.QtWidgets import QApplication, QLabel, QMainWindow, QStackedWidget, QWidget
from shiboken6 import isValid

from rollwrite_desktop.ui.base import theme

if TYPE_CHECKING:
    from PySide6.QtWidgets import QAccessibleWidget

    from rollwrite_desktop.ui.kit.announcements import Announcements
    from rollwrite_desktop.ui.kit.spot_faces import Spots, ViewFace

Role = QAccessible.Role
_HEADINGS = ("display", "title", "heading", "begin")
"""The roles of labels that are headings."""
_LINUX = sys.platform.startswith("linux")


class ScreenReader:
    """What screen readers are told, for the whole program: the spots of each view, and the latest sentence."""

    def __init__(self) -> None:
        self.spots: dict[int, Spots] = {}
        self.faces: dict[int, ViewFace] = {}
        self.named: dict[int, QAccessibleWidget] = {}
        self.latest = ""
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(lambda _, now: QTimer.singleShot(0, lambda: self._find_spot(now)))

    @cached_property
    def announcements(self) -> Announcements:
        """Sentences on Linux; made with the first of them."""
        from rollwrite_desktop.ui.kit.announcements import Announcements

        return Announcements()

    def _find_spot(self, view: QWidget | None) -> None:
        """A view that has got the focus, as when a dialog has been closed, tells of the spot with the cursor too."""
        if view is not None and isValid(view) and view.hasFocus() and id(view) in self.spots:
            focus_moved(view)

    def explain(self, view: QWidget, spots: Spots) -> None:
        """From now on the view's spots are found."""
        key = id(view)
        self.spots[key] = spots

        def gone() -> None:
            self.spots.pop(key, None)
            face = self.faces.pop(key, None)
            if face is not None:
                face.part()

        view.destroyed.connect(gone)

    def face_of(self, name: str, thing: QObject) -> QAccessibleInterface | None:
        """Returns what Qt is given for a view whose spots are known, a heading, a drop-down list and a few more; None for
        everything else. What it is made of is loaded with the first: the window is there before a reader asks."""
        from PySide6.QtWidgets import QAccessibleWidget, QComboBox, QProgressBar

        from rollwrite_desktop.ui.kit.announcements import WindowFace
        from rollwrite_desktop.ui.kit.choices import TAB_LIST, Combo, Tab
        from rollwrite_desktop.ui.kit.spot_faces import ViewFace
        from rollwrite_desktop.ui.kit.widget_faces import (
            FOLDED,
            LINE,
            UNTOLD,
            CaptionFace,
            ComboFace,
            FoldedFace,
            ProgressFace,
            TabFace,
            TabListFace,
        )

        if isinstance(thing, QLabel) and thing.property(UNTOLD):
            return self._kept(thing, CaptionFace(thing, Role.ListItem if thing.property(LINE) else Role.Paragraph))
        if isinstance(thing, QLabel) and thing.property("role") in _HEADINGS:
            return self._kept(thing, CaptionFace(thing, Role.Heading))
        if isinstance(thing, QComboBox):
            if isinstance(thing, Combo) and id(thing) not in self.named:
                thing.stepped.connect(self._notify_step)
            return self._kept(thing, ComboFace(thing))
        if isinstance(thing, Tab):
            return self._kept(thing, TabFace(thing))
        if isinstance(thing, QWidget) and thing.property(TAB_LIST):
            return self._kept(thing, TabListFace(thing))
        if isinstance(thing, QStackedWidget):  # to Qt a pane with layers, which is nothing to be told
            return self._kept(thing, QAccessibleWidget(thing, Role.Grouping))
        if isinstance(thing, QProgressBar):
            return self._kept(thing, ProgressFace(thing, lambda sentence: announce(sentence)))
        if isinstance(thing, QMainWindow):
            return self._kept(thing, WindowFace(thing))
        if isinstance(thing, QWidget) and thing.property(FOLDED):
            return self._kept(thing, FoldedFace(thing))
        if name == "QFrame" and isinstance(thing, QWidget):
            # To Qt a border, which on Linux is a window: Orca takes it for the one in front when its inside has the focus.
            return self._kept(thing, QAccessibleWidget(thing, Role.Grouping))
        spots = self.spots.get(id(thing))
        if spots is None or not isinstance(thing, QWidget):
            return None
        # Qt keeps no reference that Python knows of.
        face = self.faces[id(thing)] = ViewFace(thing, spots)
        return face

    def _kept(self, widget: QWidget, face: QAccessibleWidget) -> QAccessibleWidget:
        key = id(widget)
        if key not in self.named:
            widget.destroyed.connect(lambda: self.named.pop(key, None))
        self.named[key] = face
        return face

    def announce(self, sentence: str, urgent: bool) -> None:
        """Has a sentence read out."""
        self.latest = sentence or self.latest
        window = QApplication.activeWindow()
        if not sentence or window is None or not QAccessible.isActive():
            return
        if _LINUX:
            self.announcements.tell(sentence, urgent)
        else:
            from rollwrite_desktop.ui.kit.announcements import send

            send(QAccessibleAnnouncementEvent(window, sentence), urgent)

    def _notify_step(self, choice: str) -> None:
        # Elsewhere readers tell a new value by themselves, on Linux in an open list only.
        if _LINUX and QAccessible.isActive():
            self.announcements.tell(choice)


def reader() -> ScreenReader:
    """Returns the application's."""
    return theme.shared(ScreenReader)


def explain(view: QWidget, spots: Spots) -> None:
    """From now on a screen reader finds the view's spots."""
    reader().explain(view, spots)


def install() -> None:
    """Once for the program, before any window is shown."""
    QAccessible.installFactory(reader().face_of)


def focus_moved(view: QWidget) -> None:
    """Has the spot with the keyboard's cursor in a view read, as the cursor has moved on."""
    if QAccessible.isActive():
        face = QAccessible.queryAccessibleInterface(view)
        spot = face.focusChild() if face is not None else None
        if spot is not None:
            QAccessible.updateAccessibility(QAccessibleEvent(spot, QAccessible.Event.Focus))


def announce(sentence: str, urgent: bool = False) -> None:
    """Has a sentence read out: a roll, whose turn it is; `urgent` before anything else (a refusal)."""
    reader().announce(sentence, urgent)


def name(widget: QWidget, words: str) -> None:
    """Names a widget for screen readers, which Qt tells of every name that is given, also if it is the same."""
    if widget.accessibleName() != words:
        widget.setAccessibleName(words)


def name_cells(table: QtWidgets.QTableWidget) -> None:
    """Has readers tell the cells of a table with the heads of their columns, as they tell whole rows."""
    for column in range(table.columnCount()):
        head = table.horizontalHeaderItem(column)
        for row in range(table.rowCount()):
            cell = table.item(row, column)
            if head is not None and cell is not None:
                cell.setData(Qt.ItemDataRole.AccessibleTextRole, f"{head.text()} {cell.text()}".strip())


def repeat() -> None:
    """Has the latest sentence read out once more."""
    announce(reader().latest, urgent=True)
