"""Scroll areas that ask for the room their content needs."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QScrollArea, QWidget

from rollwrite_desktop.ui.base import theme

LEAST, LEAST_LARGEST = 120, 80
"""How high it is at the very least, in pixels, and so that with the largest texts nothing around it need scroll too."""
_WIDEST, _HIGHEST = 600, 480
_AROUND = 8


class Scroll(QScrollArea):
    """A column that scrolls when the window is too low for it; sideways only if it is wider than most windows. `least`: how
    high it is at the very least, in pixels."""

    def __init__(self, inside: QWidget, parent: QWidget | None = None) -> None:
        """`inside` is best still empty: with everything in it, it would be styled once more."""
        super().__init__(parent)
        self.least = LEAST_LARGEST if theme.largest() else LEAST
        self._leaving = False
        self.setWidget(inside)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def keep_bar_free(self) -> None:
        """Nothing moves when the scroll bar comes or goes: its room is left free without it."""
        self.verticalScrollBar().rangeChanged.connect(self._leave_room)
        self._leave_room(0, 0)

    def _leave_room(self, _: int, most: int) -> None:
        # What is inside wraps otherwise in another width, so the range may change again meanwhile, back and forth for ever.
        if not self._leaving:
            self._leaving = True
            self.setViewportMargins(0, 0, 0 if most else self.verticalScrollBar().sizeHint().width(), 0)
            self._leaving = False

    def be_whole(self, whole: bool) -> None:
        """As high as everything in it at any width, where something around it scrolls; else as there is room."""
        bar, policy = Qt.ScrollBarPolicy, self.sizePolicy()
        self.setVerticalScrollBarPolicy(bar.ScrollBarAlwaysOff if whole else bar.ScrollBarAsNeeded)
        policy.setHeightForWidth(whole)
        self.setSizePolicy(policy)

    def heightForWidth(self, width: int) -> int:
        inside = self.widget()
        layout = inside.layout() if inside is not None else None
        return layout.totalHeightForWidth(width) if layout is not None else -1

    def sizeHint(self) -> QSize:
        inside = self.widget()
        hint = inside.sizeHint() if inside else super().sizeHint()
        return QSize(hint.width() + self.verticalScrollBar().sizeHint().width(), hint.height())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if type(event) is QEvent and event.type() == QEvent.Type.LayoutRequest and watched is self.widget():
            self.updateGeometry()  # what is inside wants more room now, or less
        return super().eventFilter(watched, event)

    def show_from_top(self, part: QWidget) -> None:
        """Brings a part of what is inside into sight; of one that is higher than there is room, its beginning."""
        inside = self.widget()
        around, above = list[QWidget](), part.parentWidget()
        while above is not None and above is not self.viewport():
            around.append(above)
            above = above.parentWidget()
        for widget in (part, *around, *around[::-1], part):  # what has just been opened or closed takes its place first
            layout = widget.layout()
            if layout is not None:
                layout.activate()
        if part.height() + 2 * _AROUND <= self.viewport().height() or inside is None:
            self.ensureWidgetVisible(part, 0, _AROUND)
        else:
            self.verticalScrollBar().setValue(part.mapTo(inside, QPoint(0, 0)).y() - _AROUND)

    def minimumSizeHint(self) -> QSize:
        inside = self.widget()
        wide = inside.minimumSizeHint().width() if inside else 0
        barred = self.verticalScrollBarPolicy() != Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        return QSize(min(_WIDEST, wide) + barred * self.verticalScrollBar().sizeHint().width(), self.least)


class FittingScrollArea(QScrollArea):
    """All of a window: what is in it gets the room that there is, and scrolls only where it needs more at the very least."""

    def __init__(self, inside: QWidget) -> None:
        super().__init__()
        self.setWidget(inside)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._below: dict[int, int] = {}

    def leave_below(self, whose: QWidget, height: int) -> None:
        """Keeps so much below it free for something that lies there; 0 takes it back."""
        if self._below.get(id(whose), 0) != height:
            self._below[id(whose)] = height
            self.setViewportMargins(0, 0, 0, sum(self._below.values()))
            self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if type(event) is QEvent and event.type() == QEvent.Type.LayoutRequest and watched is self.widget():
            self._fit()
        return super().eventFilter(watched, event)

    def _fit(self) -> None:
        inside, room = self.widget(), self.maximumViewportSize()
        if inside is None:
            return
        # A scroll area of Qt's own would give a page of wrapping texts all the height that it likes, not what it needs.
        least, layout, bar = inside.minimumSizeHint(), inside.layout(), self.verticalScrollBar().sizeHint().width()
        if isinstance(layout, QBoxLayout) and layout.hasHeightForWidth():
            lines = layout.totalMinimumHeightForWidth(max(room.width() - bar, least.width()))
            least.setHeight(max(least.height(), lines))
        wide, high = least.width() > room.width(), least.height() > room.height()
        inside.resize((room - QSize(bar * high, bar * wide)).expandedTo(least))

    def minimumSizeHint(self) -> QSize:
        inside = self.widget()
        return inside.minimumSizeHint().boundedTo(QSize(_WIDEST, _HIGHEST)) if inside is not None else QSize()

    def sizeHint(self) -> QSize:
        inside = self.widget()
        return inside.sizeHint() if inside is not None else super().sizeHint()
