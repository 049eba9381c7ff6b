"""Columns and rows in one expression, frames with a column in them, one that is folded away; emptying a layout."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from msgspec import Struct
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from rollwrite_desktop.core.i18n import tr, with_colon
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.touch import TOUCH
from rollwrite_desktop.ui.kit.buttons import CardButton
from rollwrite_desktop.ui.kit.labels import ElidedLabel, IconLabel, label

B = TypeVar("B", QVBoxLayout, QHBoxLayout)
_ANY = 16_777_215  # Qt's own "no limit"


class Grown(Struct, frozen=True):
    """A part of a layout and its share of the room that is left; without a part, empty room."""

    part: QWidget | QLayout | None
    share: int


Part = QWidget | QLayout | Grown
STRETCH = Grown(None, 1)
"""Empty room that takes what is left."""


def grow(part: QWidget | QLayout, share: int = 1) -> Grown:
    """Returns a part that takes its share of the room that is left."""
    return Grown(part, share)


def in_column(
    *parts: Part, gap: int | None = None, margins: int | tuple[int, int, int, int] = 0, on: QWidget | None = None
) -> QVBoxLayout:
    """Returns a layout with parts one below the other, that of the widget `on` if one is given. `gap` in pixels, None for
    that of the layout around it; `margins`: one for all sides, or left, top, right, bottom."""
    return _filled(QVBoxLayout(), parts, gap, margins, on)


def in_row(
    *parts: Part, gap: int | None = None, margins: int | tuple[int, int, int, int] = 0, on: QWidget | None = None
) -> QHBoxLayout:
    """Returns a layout with parts side by side; all else as in `in_column`."""
    return _filled(QHBoxLayout(), parts, gap, margins, on)


def _filled(
    made: B, parts: Sequence[Part], gap: int | None, margins: int | tuple[int, int, int, int], on: QWidget | None
) -> B:
    if on is not None:
        on.setLayout(made)
    if on is not None or margins:
        made.setContentsMargins(*((margins,) * 4 if isinstance(margins, int) else margins))
    if gap is not None:
        made.setSpacing(gap)
    for each in parts:
        part, share = (each.part, each.share) if isinstance(each, Grown) else (each, 0)
        if part is None:
            made.addStretch(share)
        elif isinstance(part, QLayout):
            made.addLayout(part, share)
        else:
            made.addWidget(part, share)
    return made


def card(role: str = "card", margin: int = 16) -> tuple[QFrame, QVBoxLayout]:
    """A frame with a column in it."""
    frame = QFrame()
    theme.role(frame, role)
    column = QVBoxLayout(frame)
    column.setContentsMargins(margin, margin, margin, margin)
    column.setSpacing(8)
    return frame, column


def row_or_column(*parts: QWidget | QLayout) -> QBoxLayout:
    """Parts side by side; with very large texts one below the other. The first takes what room there is."""
    way, large = QBoxLayout.Direction, theme.large()
    made = QBoxLayout(way.TopToBottom if large else way.LeftToRight)
    made.setSpacing(8)
    for part in parts:
        made.addLayout(part) if isinstance(part, QLayout) else made.addWidget(part)
    made.setStretch(0, 0 if large else 1)
    return made


def row_of(*widgets: QWidget, plain: bool = False) -> QHBoxLayout:
    """Widgets in a row; `plain`: with very large texts its buttons have no icons, so that their captions have room."""
    made = QHBoxLayout()
    made.setSpacing(8)
    for widget in widgets:
        made.addWidget(widget)
        if plain and isinstance(widget, QPushButton) and theme.large():
            theme.undress(widget)
    return made


def sheet_and_side(
    body: QBoxLayout, side: QWidget, page: QSize, wide: int, *, least: int | None = None, highest: int = _ANY
) -> None:
    """Lays out a sheet and what stands beside it (`side`), the two parts of `body`. On a page that is higher than wide the
    side lies below the sheet, at most `highest` pixels high; else it is `wide`, or at least `least`."""
    way, upright = QBoxLayout.Direction, page.height() > page.width()
    body.setDirection(way.TopToBottom if upright else way.LeftToRight)
    body.setStretch(1, 2 if upright else 0)
    side.setMinimumWidth(0 if upright else wide if least is None else least)
    side.setMaximumWidth(_ANY if upright else wide)
    side.setMaximumHeight(highest if upright else _ANY)


def flow(grid: QGridLayout, widgets: Sequence[QWidget], room: int) -> None:
    """Puts widgets in rows that are no wider than the room; leaves them where they are so already."""
    if not widgets:
        return
    needed = max(widget.sizeHint().width() for widget in widgets) + grid.horizontalSpacing()
    together = sum(widget.sizeHint().width() + grid.horizontalSpacing() for widget in widgets)
    across = len(widgets) if together <= room else max(1, min(-(-len(widgets) // 2), room // needed))
    if across == grid.property("across") and grid.count() == len(widgets):
        return
    grid.setProperty("across", across)
    for i, widget in enumerate(widgets):
        grid.addWidget(widget, i // across, i % across)
    for column in range(len(widgets)):
        grid.setColumnStretch(column, int(column < across))


def keep_room(widget: QWidget, keep: bool) -> None:
    """Sets whether a widget keeps its room while it is hidden, so that nothing moves when it is shown."""
    policy = widget.sizePolicy()
    policy.setRetainSizeWhenHidden(keep)
    widget.setSizePolicy(policy)


class FlowRow(QWidget):
    """Buttons beside each other; with very large texts, or where a language needs more room than there is, the smaller ones
    have no icons, and with very large texts all take as many rows as their captions need."""

    def __init__(self, *buttons: QPushButton) -> None:
        super().__init__()
        self._buttons = self._shown = buttons
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(8)
        for each in buttons:
            if theme.large() and each.property("role") != "primary":
                theme.undress(each)
        flow(self._grid, buttons, _ANY)

    def offer(self, *buttons: QPushButton) -> None:
        """Shows these of the buttons alone, from the beginning of the row; each as wide as its caption, unless texts are
        very large."""
        for each in self._buttons:
            each.setVisible(each in buttons)
            self._grid.removeWidget(each)
        for column in range(len(self._buttons) + 1):
            self._grid.setColumnStretch(column, 0)
        self._shown = buttons
        flow(self._grid, buttons, self.width() if theme.large() else _ANY)
        if not theme.large():
            for column in range(len(buttons)):
                self._grid.setColumnStretch(column, 0)
            self._grid.setColumnStretch(len(buttons), 1)

    def minimumSizeHint(self) -> QSize:
        widest = max((each.minimumSizeHint().width() for each in self._buttons), default=0)
        return QSize(widest, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if theme.large():
            flow(self._grid, self._shown, self.width())
        elif sum(each.sizeHint().width() + self._grid.spacing() for each in self._shown) > self.width():
            for each in self._shown:
                if each.property("role") != "primary":
                    theme.undress(each)


class Fold(QFrame):
    """A part of a page that is folded away: a line with its title and what is chosen in it opens and closes it. `turned`
    carries whether it is open now, `opening` comes before it opens; `content` is the column that is folded away."""

    opening = Signal()
    turned = Signal(bool)

    def __init__(self, title: str, icon: str) -> None:
        super().__init__()
        theme.role(self, "card")
        self._title = title
        self._pictured = False
        self.head = CardButton(title)
        theme.role(self.head, "fold")
        row = self._row = QHBoxLayout(self.head)
        row.setContentsMargins(12, 6, 12, 6)
        row.setSpacing(10)
        row.addStrut(TOUCH - 12)
        self._summary = ElidedLabel("", "faint")
        self._arrow = IconLabel("chevron-down")
        row.addWidget(IconLabel(icon))
        self._words = QBoxLayout(QBoxLayout.Direction.TopToBottom if theme.large() else QBoxLayout.Direction.LeftToRight)
        self._words.setSpacing(0 if theme.large() else 10)
        self._words.addWidget(label(title, "heading", wrap=theme.large()))
        self._words.addWidget(self._summary, 1)
        row.addLayout(self._words, 1)
        row.addWidget(self._arrow)
        for child in self.head.findChildren(QWidget):
            child.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.inside = QWidget()
        self.content = QVBoxLayout(self.inside)
        self.content.setContentsMargins(16, 4, 16, 14)
        self.content.setSpacing(8)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addWidget(self.inside)
        self.inside.hide()
        self.head.clicked.connect(lambda _=False: self.open(not self.is_open))
        self._dress()
        self.summarize("")

    def add(self, *widgets: QWidget) -> None:
        """Puts widgets under those that are folded away."""
        for widget in widgets:
            self.content.addWidget(widget)

    @property
    def is_open(self) -> bool:
        return not self.inside.isHidden()

    def open(self, on: bool = True) -> None:
        """Opens it, or folds it away."""
        if on == self.is_open:
            return
        if on:
            self.opening.emit()
        self.inside.setVisible(on)
        self._dress()
        self.turned.emit(on)

    def show_in_line(self, widget: QWidget) -> None:
        """Shows a widget beside the title, in the place of what is chosen in words."""
        self._summary.hide()
        self._pictured = True
        self._row.setContentsMargins(12, 4, 12, 4)  # little higher for buttons than for words
        self._words.addWidget(widget, 1)

    def summarize(self, text: str) -> None:
        """Shows what is chosen in it, in a few words."""
        self._summary.setText(text)
        self._summary.setVisible(not self._pictured and (bool(text) or not theme.large()))
        self.head.setAccessibleName(with_colon(self._title, text) if text else self._title)

    @property
    def summary(self) -> str:
        return self._summary.whole

    def _dress(self) -> None:
        self._arrow.show_icon("chevron-up" if self.is_open else "chevron-down")
        self.head.setAccessibleDescription(tr("Hide") if self.is_open else tr("Show and change"))


def emptied(layout: QBoxLayout | QGridLayout) -> None:
    """Takes everything out of a layout."""
    for widget in taken_out(layout):
        widget.deleteLater()


def taken_out(layout: QBoxLayout | QGridLayout) -> list[QWidget]:
    """Takes everything out of a layout, and hides it."""
    found: list[QWidget] = []
    while (item := layout.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            widget.hide()
            found.append(widget)
        elif item.layout() is not None:
            found += taken_out(item.layout())  # type: ignore[arg-type]
    return found


def keep_hidden(widget: QWidget, owner: QWidget) -> None:
    """A widget that is in no layout this time; one without an owner would never be freed."""
    widget.setParent(owner)
    widget.hide()
