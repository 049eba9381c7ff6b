"""Buttons that take fingers themselves, so that two people can press two of them at once; Qt alone hears only one. A click
that comes so soon after another that only an unsteady hand does so is not taken for a second one."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QMouseEvent, QTouchEvent
from PySide6.QtWidgets import QAbstractButton, QLineEdit, QWidget

TOUCH = 44
"""The least height and width of what a finger hits, in pixels."""
BOUNCE_MS = 150
"""A double click whose second press follows so soon counts once."""
_END = QEvent.Type.TouchEnd


def bounced(event: QMouseEvent, released: int) -> bool:
    """Whether a press is the second one of a double click that counts once; `released`: when the first ended, in ms."""
    return event.type() == QEvent.Type.MouseButtonDblClick and event.timestamp() - released < BOUNCE_MS


class _Touch(QObject):
    def __init__(self) -> None:
        super().__init__()
        self._released = 0

    def _unsteady(self, event: QMouseEvent) -> bool:
        if event.type() == QEvent.Type.MouseButtonRelease:
            self._released = event.timestamp()
        return bounced(event, self._released)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QMouseEvent) and isinstance(watched, QAbstractButton):
            return self._unsteady(event)
        # The kind of an event takes long to ask for, and most of them are none of ours.
        if not isinstance(event, QTouchEvent) or not isinstance(watched, QAbstractButton):
            return False
        kind = event.type()
        event.accept()
        if kind == QEvent.Type.TouchCancel:
            watched.setDown(False)
            return True
        points = event.points()
        inside = bool(points) and watched.isEnabled() and watched.rect().contains(points[0].position().toPoint())
        watched.setDown(inside and kind != _END)
        if kind == _END and inside:
            watched.click()
        return True


_touch = _Touch()


def accept(button: QAbstractButton) -> None:
    """From now on the button answers to fingers."""
    button.setAttribute(Qt.WidgetAttribute.WA_AcceptTouchEvents)
    button.installEventFilter(_touch)


def accept_all(page: QWidget) -> None:
    """All buttons that a page has now."""
    for button in page.findChildren(QAbstractButton):
        accept(button)


def touchable(widget: QWidget) -> None:
    """Makes a control as high as a finger needs it, and tells the style sheet."""
    widget.setProperty("touch", True)
    widget.setMinimumHeight(TOUCH)
    if isinstance(widget, QLineEdit):
        # Where its cursor stands is told now; when it is first told on Tab, just before the focus, Orca says neither.
        widget.setText(widget.text())
