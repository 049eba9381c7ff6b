"""Choosing: radio buttons, segments or tabs, a drop-down list, a box to tick. All as high as a finger."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QResizeEvent, QStandardItemModel, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QGridLayout,
    QListView,
    QPushButton,
    QRadioButton,
    QSizePolicy,
    QWidget,
)
from shiboken6 import isValid

from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.touch import touchable
from rollwrite_desktop.ui.kit.labels import broken
from rollwrite_desktop.ui.kit.layouts import flow

_ARROW, _TICK = 16, 14
"""Sides in pixels at 100 % text."""
_LEAST_LETTERS = 10
_ARROWS = {Qt.Key.Key_Left: (0, -1), Qt.Key.Key_Right: (0, 1), Qt.Key.Key_Up: (-1, 0), Qt.Key.Key_Down: (1, 0)}
_CHOOSING = (
    *_ARROWS, Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Return, Qt.Key.Key_Enter,
)
"""Keys that choose in a closed list."""
_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1}


class _Segment(QPushButton):
    """One of several side by side; all four arrows go on to the next, as among radio buttons, also to that of another
    row."""

    def __init__(self, text: str = "") -> None:
        super().__init__(text)
        self.setCheckable(True)
        self.setAutoExclusive(True)  # what screen readers know a radio button by
        self.by_arrow = False
        """Whether an arrow clicks it just now, by which people look at what it is; who presses it goes on there."""
        theme.role(self, "segment")

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and event.key() in _STEPS:
            event.accept()  # whatever else the key does on the page
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step, group = _STEPS.get(Qt.Key(event.key())), self.group()
        if step is None or group is None:
            super().keyPressEvent(event)
            return
        others = [each for each in group.buttons() if isinstance(each, _Segment) and each.isVisible() and each.isEnabled()]
        at = others.index(self) + step
        if 0 <= at < len(others):
            others[at].setFocus(Qt.FocusReason.TabFocusReason if step > 0 else Qt.FocusReason.BacktabFocusReason)
            others[at].by_arrow = True
            others[at].click()
            others[at].by_arrow = False


class Tab(_Segment):
    """A tab of pages that share a place; in a widget with the property `TAB_LIST`."""


TAB_LIST = "tab_list"
"""The property of the widget right around tabs."""


class ArrowGrid(QObject):
    """Buttons of a grid as one stop of Tab, the one that had the focus last; arrows go to the next in that direction."""

    def __init__(self, grid: QGridLayout, parent: QWidget) -> None:
        super().__init__(parent)
        self._grid = grid
        self._buttons: list[QAbstractButton] = []

    def hold(self, buttons: Sequence[QAbstractButton]) -> None:
        """Takes the buttons that lie in the grid now."""
        self._buttons = [*buttons]
        for each in self._buttons:
            each.installEventFilter(self)
        self._stop_at(next(iter(self._buttons), None))

    def _stop_at(self, stop: QAbstractButton | None) -> None:
        for each in self._buttons:
            each.setFocusPolicy(Qt.FocusPolicy.StrongFocus if each is stop else Qt.FocusPolicy.ClickFocus)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        button = next((each for each in self._buttons if each is watched), None)
        if button is None:
            return False
        if event.type() == QEvent.Type.FocusIn:
            self._stop_at(button)
        elif event.type() == QEvent.Type.KeyPress:
            arrow = _ARROWS.get(Qt.Key(cast(QKeyEvent, event).key()))
            if arrow is not None:
                reason = Qt.FocusReason.TabFocusReason if sum(arrow) > 0 else Qt.FocusReason.BacktabFocusReason
                self._beside(button, arrow).setFocus(reason)
                return True
        return False

    def _beside(self, button: QAbstractButton, arrow: tuple[int, int]) -> QAbstractButton:
        """Returns the nearest button in a direction, in the same row or the nearest column; the same one at the edge."""
        places = {each: self._place(each) for each in self._buttons if not each.isHidden()}
        (row, column), (down, right) = places[button], arrow
        far = {
            each: (abs(r - row), abs(c - column)) for each, (r, c) in places.items()
            if (r - row) * down + (c - column) * right > 0 and (down or r == row)
        }
        return min(far, key=far.__getitem__, default=button)

    def _place(self, button: QAbstractButton) -> tuple[int, int]:
        row, column, *_ = cast(tuple[int, int, int, int], self._grid.getItemPosition(self._grid.indexOf(button)))
        return row, column


class Choices(QWidget):
    """One of several: radio buttons in a column, segments side by side, at most `across` in a row, or `tabs`; `flows`: with
    large texts in as many rows as they need."""

    chosen = Signal(str)

    def __init__(
        self, values: Mapping[str, str], value: str, segments: bool = False, name: str = "", *, across: int = 0,
        flows: bool = False, tabs: bool = False,
    ) -> None:
        super().__init__()
        self.setProperty(TAB_LIST, tabs)
        self._group = QButtonGroup(self)
        self._buttons: dict[str, QAbstractButton] = {}
        layout, columns = QGridLayout(self), (across or len(values)) if segments or tabs else 1
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        self.setAccessibleName(name)
        for each, text in values.items():
            made: QAbstractButton
            if segments or tabs:
                made = Tab(text) if tabs else _Segment(text)
                made.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
            else:
                made = QRadioButton(broken(text))
                made.setAccessibleName(text.replace("&", ""))
            touchable(made)
            made.setAccessibleDescription("" if tabs else name)
            self._group.addButton(made)
            self._buttons[each] = made
            layout.addWidget(made, *divmod(len(self._buttons) - 1, max(1, columns)))
            made.toggled.connect(lambda on, each=each: self.chosen.emit(each) if on else None)
        self._flows = layout if flows and theme.large() else None
        self.choose(value)

    def minimumSizeHint(self) -> QSize:
        least = super().minimumSizeHint()
        if self._flows is None:
            return least
        return QSize(max(each.minimumSizeHint().width() for each in self._buttons.values()), least.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._flow()

    def _flow(self) -> None:
        if self._flows is not None:
            flow(self._flows, [*self._buttons.values()], self.width())

    @property
    def value(self) -> str:
        return next((value for value, button in self._buttons.items() if button.isChecked()), "")

    def caption(self, value: str, text: str) -> None:
        """Changes what stands on a choice."""
        self._buttons[value].setText(text)
        self._flow()

    def name(self, value: str, text: str) -> None:
        """Sets what a choice is called for a screen reader, where less stands on it."""
        self._buttons[value].setAccessibleName(text)

    def text(self, value: str) -> str:
        """Returns what stands on a choice."""
        return self._buttons[value].text()

    def offer(self, value: str, on: bool) -> None:
        """Sets whether a choice can be made now; the others stay where they are."""
        self._buttons[value].setEnabled(on)

    def show_choice(self, value: str, on: bool) -> None:
        """Sets whether a choice is there at all."""
        self._buttons[value].setVisible(on)

    def choose(self, value: str) -> None:
        """Selects a value; one that is not offered selects the first."""
        button = self._buttons.get(value) or next(iter(self._buttons.values()), None)
        if button is not None:
            button.setChecked(True)


class Combo(QComboBox):
    """A drop-down list; the wheel scrolls the page and does not change it by accident. `stepped` carries what a key has
    chosen while it was closed. `opens`: no key chooses then, arrows and letters open the list, where Enter takes a choice;
    for a list whose choice leads elsewhere. `breaks`: for sentences, which break in the list and make nothing wider, as all
    do with large texts."""

    stepped = Signal(str)

    def __init__(
        self, values: Mapping[str, str], value: str = "", name: str = "", *, opens: bool = False, breaks: bool = False,
    ) -> None:
        super().__init__()
        self._opens = opens
        touchable(self)
        self.setAccessibleName(name)
        if breaks or theme.large():  # then the page is never wider than the window
            self.setSizeAdjustPolicy(self.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            self.setMinimumContentsLength(_LEAST_LETTERS)
            lines = self.view()
            assert isinstance(lines, QListView)
            lines.setWordWrap(True)
        for each, text in values.items():
            self.addItem(text, each)
        self.choose(value)

    @property
    def value(self) -> str:
        return str(self.currentData() or "")

    def offer(self, value: str, on: bool) -> None:
        """Sets whether a choice can be made now; the others stay where they are."""
        lines = self.model()
        assert isinstance(lines, QStandardItemModel)
        lines.item(self.findData(value)).setEnabled(on)

    @property
    def described(self) -> str:
        """What is chosen, for readers: a filter shows its own name where it leaves everything in, and is told as "All"."""
        return str(self.currentData(Qt.ItemDataRole.AccessibleTextRole) or self.currentText())

    def choose(self, value: str) -> None:
        """Selects a value; one that is not offered selects the first."""
        self.setCurrentIndex(max(0, self.findData(value)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._opens and (event.key() in _CHOOSING or event.text().isalnum()):
            self.showPopup()
            return
        before = self.currentText()
        super().keyPressEvent(event)
        if isValid(self) and self.currentText() != before:
            self.stepped.emit(self.described)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        side = theme.px(_ARROW)
        arrow = theme.picture("chevron-down", side, "faint")
        painter.drawPixmap(self.width() - side - 10, (self.height() - side) // 2, arrow)
        painter.end()


class Check(QCheckBox):
    """A box to tick, with a tick that follows light and dark."""

    def __init__(self, text: str, on: bool = True) -> None:
        super().__init__(broken(text))
        self.setAccessibleName(text.replace("&", ""))
        touchable(self)
        self.setChecked(on)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.isChecked():
            from PySide6.QtWidgets import QStyle, QStyleOptionButton  # with its enumerations 8 ms of a start

            option = QStyleOptionButton()
            self.initStyleOption(option)
            place = self.style().subElementRect(QStyle.SubElement.SE_CheckBoxIndicator, option, self)
            painter = QPainter(self)
            tick = theme.picture("check", theme.px(_TICK), "on_accent")
            painter.drawPixmap(place.center() - tick.rect().center(), tick)
            painter.end()
