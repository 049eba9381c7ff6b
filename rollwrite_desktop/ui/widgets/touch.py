"""Buttons that take fingers themselves, so that two people can press two of them at once; Qt alone hears only one."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QTouchEvent
from PySide6.QtWidgets import QAbstractButton, QLineEdit, QWidget

TOUCH = 44
"""The least height and width of what a finger hits, in pixels."""
_END = QEvent.Type.TouchEnd


class _Touch(QObject):
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
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
