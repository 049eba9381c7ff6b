"""Widgets that a screen reader finds otherwise than Qt would have it: drop-down lists, tabs, progress bars, captions, parts
that are found only while the focus is there.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable

from PySide6.QtGui import QAccessible, QAccessibleActionInterface, QAccessibleEvent, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget, QApplication, QComboBox, QLabel, QProgressBar, QWidget
from shiboken6 import isValid

from rollwrite_desktop.core.i18n import percent, tr, with_colon
from rollwrite_desktop.ui.kit.choices import Combo, Tab

Role, Text = QAccessible.Role, QAccessible.Text
UNTOLD = "untold"
"""Property of a progress bar whose quarters are not announced; and of a label whose text is a field's description too, which
Orca would tell twice: set it before the text."""
FOLDED = "folded"
"""Property of a widget whose inside is found only while the focus is there, as Orca goes through all of a dialog before it
tells it."""
LINE = "line"
"""Property of a label at which the arrows stop, as in the lines of a text."""
APART = 3.0
"""Seconds from the begin of work to its first announcement, and from one to the next."""


class FoldedFace(QAccessibleWidget):
    """A widget with much in it, found only while the focus is there."""

    def __init__(self, view: QWidget) -> None:
        super().__init__(view, Role.Grouping)
        self.view = view

    def childCount(self) -> int:
        return super().childCount() if self._open else 0

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        return super().child(index) if self._open else None

    @property
    def _open(self) -> bool:
        here = QApplication.focusWidget()
        return here is not None and isValid(self.view) and self.view.isAncestorOf(here)


class CaptionFace(QAccessibleWidget):
    """A label that is more than that: it stands over a page or a part of one, or beside a field."""

    def __init__(self, caption: QLabel, role: QAccessible.Role) -> None:
        super().__init__(caption, role)
        self.caption = caption

    def text(self, kind: QAccessible.Text) -> str:
        if kind == QAccessible.Text.Name and isValid(self.caption):
            return self.caption.accessibleName() or self.caption.text()
        return super().text(kind)


class ComboFace(QAccessibleWidget):
    """A drop-down list by its own name: Qt calls it by its value, other than on Windows. Its child is the list."""

    def __init__(self, combo: QComboBox) -> None:
        super().__init__(combo, Role.ComboBox)
        self.combo = combo

    def text(self, kind: QAccessible.Text) -> str:
        if isValid(self.combo) and kind in (Text.Name, Text.Value):
            words = self.combo.described if isinstance(self.combo, Combo) else self.combo.currentText()
            return (self.combo.accessibleName() if kind == Text.Name else "") or words
        return super().text(kind)

    def state(self) -> QAccessible.State:
        state = super().state()
        if isValid(self.combo):
            state.expandable = state.hasPopup = True
            state.expanded = self.combo.view().isVisible()
            state.collapsed = not state.expanded
        return state

    def childCount(self) -> int:
        return 1

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        return QAccessible.queryAccessibleInterface(self.combo.view()) if index == 0 and isValid(self.combo) else None

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return 0 if isValid(self.combo) and child.object() is self.combo.view() else -1

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]  # noqa: ARG002
        return None

    def actionNames(self) -> list[str]:
        return [QAccessibleActionInterface.showMenuAction(), QAccessibleActionInterface.pressAction()]

    def doAction(self, name: str) -> None:
        if name not in self.actionNames() or not isValid(self.combo):
            return
        if self.combo.view().isVisible():
            self.combo.hidePopup()
        else:
            self.combo.showPopup()


class TabFace(QAccessibleWidget):
    """A tab, which Qt takes for a button."""

    def __init__(self, tab: Tab) -> None:
        super().__init__(tab, Role.PageTab)
        self.tab = tab
        tab.toggled.connect(self._tell)

    def text(self, kind: QAccessible.Text) -> str:
        if not isValid(self.tab):
            return super().text(kind)
        if kind == Text.Name:
            return self.tab.accessibleName() or self.tab.text().replace("&", "")
        if kind == Text.Description:  # readers on Linux count tabs only if they are asked to
            among, key = self.parent(), re.search(r"\((.*)\)$", self.tab.toolTip())
            position = tr("{n} of {all}", n=among.indexOfChild(self) + 1, all=among.childCount())
            return ", ".join(filter(None, (position, key[1] if key else "")))
        return super().text(kind)

    def state(self) -> QAccessible.State:
        state = super().state()
        state.selectable = True
        state.selected = isValid(self.tab) and self.tab.isChecked()
        return state

    def actionNames(self) -> list[str]:
        return [QAccessibleActionInterface.pressAction()]

    def doAction(self, name: str) -> None:
        if name in self.actionNames() and isValid(self.tab):
            self.tab.click()

    def _tell(self, selected: bool) -> None:
        if QAccessible.isActive():
            event = QAccessible.Event.Selection if selected else QAccessible.Event.SelectionRemove
            QAccessible.updateAccessibility(QAccessibleEvent(self.tab, event))


class TabListFace(QAccessibleWidget):
    """What is right around tabs; its children are those that are shown."""

    def __init__(self, around: QWidget) -> None:
        super().__init__(around, Role.PageTabList)
        self.around = around

    def _tabs(self) -> list[Tab]:
        found = self.around.findChildren(Tab) if isValid(self.around) else []
        return sorted((tab for tab in found if not tab.isHidden()), key=lambda tab: (tab.y(), tab.x()))

    def childCount(self) -> int:
        return len(self._tabs())

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        tabs = self._tabs()
        return QAccessible.queryAccessibleInterface(tabs[index]) if 0 <= index < len(tabs) else None

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return next((i for i, tab in enumerate(self._tabs()) if tab is child.object()), -1)


class ProgressFace(QAccessibleWidget):
    """A progress bar by what is being done. Readers tell bare percentages of a bar, again and again: to them it is no such
    thing, and its quarters are announced with its name, if the work takes a while; and that it is done, then."""

    def __init__(self, bar: QProgressBar, announce: Callable[[str], None]) -> None:
        super().__init__(bar, Role.StaticText)
        self.bar, self._announce = bar, announce
        self.value, self.quarter, self.since = bar.value(), -1, time.monotonic()
        bar.valueChanged.connect(self.go_on)

    def text(self, kind: QAccessible.Text) -> str:
        if kind == Text.Name and isValid(self.bar):
            return self._words(self.bar.value())
        return super().text(kind)

    def go_on(self, value: int) -> None:
        """Announces how far the work has come, if that is due."""
        before, self.value = self.value, value
        if value < before or before < self.bar.minimum():
            self.quarter, self.since = -1, time.monotonic()
        share = self._share(value)
        # Asked each time: a bar is named, which asks for this face, before it has its properties.
        if share is None or share // 25 <= self.quarter or self.bar.property(UNTOLD):
            return
        if share < 100 and (not self.bar.isVisible() or time.monotonic() < self.since + APART):
            return
        if share < 100 or self.quarter >= 0:
            self._announce(f"{self._words(value)}.")
        self.quarter, self.since = share // 25, time.monotonic()

    def _share(self, value: int) -> int | None:
        """In percent; None if it is not known."""
        least, all_steps = self.bar.minimum(), self.bar.maximum() - self.bar.minimum()
        return 100 * (value - least) // all_steps if all_steps > 0 and value >= least else None

    def _words(self, value: int) -> str:
        named, share = self.bar.accessibleName(), self._share(value)
        if not named:
            return self.bar.text()
        return named if share is None or self.bar.property(UNTOLD) else with_colon(named, percent(share))
