"""Buttons that take fingers themselves, so that two people can press two of them at once; Qt alone hears only one. A tap
that follows another so soon that only an unsteady hand does so is not taken for a second one."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPointF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPointerEvent, QTouchEvent
from PySide6.QtWidgets import QAbstractButton, QLineEdit, QWidget

from rollwrite_desktop.ui.base import theme

TOUCH = 44
"""The least height and width of what a finger hits, in pixels."""
BOUNCE_MS = 150
"""After a tap, how long another one there counts for nothing, unless somebody prefers otherwise."""
_NEAR = 20
"""Pixels on the screen within which a second tap is one of the first, whatever lies there by now."""


def stamp(event: QPointerEvent) -> int:
    """When a finger or a mouse did something, in ms, as its device tells; 0 where it does not."""
    return event.timestamp()


class Taps:
    """The latest taps of fingers and mice, for the whole program. A press counts for nothing that comes within `within` ms
    after the end of a tap that counted, on the same target or right beside it. `presses`: how many there have been.
    `keyed`: whether keys were used last, or nothing yet."""

    def __init__(self) -> None:
        self.within = BOUNCE_MS
        self.presses = 0
        self.keyed = True
        self._ended: list[tuple[int, QPointF, object]] = []
        self._ignored: set[object] = set()

    def count(self, event: QPointerEvent, place: QPointF, target: object) -> bool:
        """Returns whether a press on a target counts; `place` on the screen."""
        now = stamp(event)
        self.presses += 1
        self.keyed = False
        self._ended = [tap for tap in self._ended if 0 <= now - tap[0] < self.within]
        second = now > 0 and any(
            target == before or (place - there).manhattanLength() < _NEAR for _, there, before in self._ended
        )
        (self._ignored.add if second else self._ignored.discard)(target)
        return not second

    def end(self, event: QPointerEvent, place: QPointF, target: object) -> None:
        """A tap on a target has ended, whether it counted or not."""
        if target in self._ignored:
            self._ignored.discard(target)
        else:
            self._ended.append((stamp(event), place, target))


def taps() -> Taps:
    """Returns the program's."""
    return theme.shared(Taps)


def shows_focus(widget: QWidget) -> bool:
    """Returns whether a widget that paints itself draws the line of the focus: it has it, and keys are used."""
    return widget.hasFocus() and taps().keyed


class Inputs(QObject):
    """Sees what comes to a window (`QWindow`) before any widget does, and notes whether that is keys or a mouse; `switched`
    once it is another than before."""

    switched = Signal()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: ARG002
        kind = event.type()
        if kind == QEvent.Type.KeyPress:
            self._note(True)
        elif kind in (QEvent.Type.MouseButtonPress, QEvent.Type.TouchBegin):
            self._note(False)
        return False

    def _note(self, keyed: bool) -> None:
        if keyed != taps().keyed:
            taps().keyed = keyed
            self.switched.emit()


class _Touch(QObject):
    def __init__(self) -> None:
        super().__init__()
        self._ignored: set[int] = set()
        """The buttons on which a finger lies that does not count."""

    def _steady(self, event: QMouseEvent | QTouchEvent, place: QPointF, button: QAbstractButton) -> bool:
        """Returns whether a press counts; takes note of the end of one."""
        kind = event.type()
        if kind in (QEvent.Type.MouseButtonRelease, QEvent.Type.TouchEnd):
            taps().end(event, place, id(button))
        elif kind in (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick, QEvent.Type.TouchBegin):
            return taps().count(event, place, id(button))
        return True

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # The kind of an event takes long to ask for, and most of them are none of ours.
        if not isinstance(event, (QMouseEvent, QTouchEvent)) or not isinstance(watched, QAbstractButton):
            return False
        if isinstance(event, QMouseEvent):
            return not self._steady(event, event.globalPosition(), watched)
        kind, points, button = event.type(), event.points(), id(watched)
        event.accept()
        if not self._steady(event, points[0].globalPosition() if points else QPointF(), watched):
            self._ignored.add(button)
        if button in self._ignored or kind == QEvent.Type.TouchCancel:
            watched.setDown(False)
            if kind in (QEvent.Type.TouchEnd, QEvent.Type.TouchCancel):
                self._ignored.discard(button)
            return True
        inside = bool(points) and watched.isEnabled() and watched.rect().contains(points[0].position().toPoint())
        watched.setDown(inside and kind != QEvent.Type.TouchEnd)
        if kind == QEvent.Type.TouchEnd and inside:
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
