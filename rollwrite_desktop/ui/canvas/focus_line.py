"""The line around what takes keys as a whole: a race, a replay, the dice that are called."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QFocusEvent, QPainter, QPaintEvent, QRegion
from PySide6.QtWidgets import QWidget

from rollwrite_desktop.ui.base import theme, touch

_CORNER = 8
"""The radius of the line's corners, in pixels."""


class FocusLine(QWidget):
    """A line around a widget while `owner`, which takes the keys meant for it, has the focus: from the first moment where
    keys lead there, but not once a mouse is used, until the next key."""

    def __init__(self, owner: QWidget, around: QWidget) -> None:
        super().__init__(around)
        self._owner, self._around = owner, around
        self._keyed = touch.taps().keyed
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._fit()
        for watched in {owner, around}:
            watched.installEventFilter(self)
        self._show_now()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if watched is self._owner and kind == QEvent.Type.FocusIn:
            self._keyed = touch.taps().keyed and cast(QFocusEvent, event).reason() != Qt.FocusReason.MouseFocusReason
        elif kind in (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride):
            self._keyed = True
        elif kind == QEvent.Type.MouseButtonPress:
            self._keyed = False
        elif kind == QEvent.Type.Resize and watched is self._around:
            self._fit()
        elif kind != QEvent.Type.FocusOut:
            return False
        self._show_now()
        return False

    def _show_now(self) -> None:
        self.setVisible(self._keyed and self._owner.hasFocus())

    def _fit(self) -> None:
        """As large as what it is around, and nothing but its edge, so that what is within is painted without it."""
        whole, edge = self._around.rect(), _CORNER
        self.setGeometry(whole)
        self.setMask(QRegion(whole) - QRegion(whole.adjusted(edge, edge, -edge, -edge)))
        self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        painter = QPainter(self)
        theme.paint_focus(painter, QRectF(self.rect()), _CORNER)
        painter.end()
