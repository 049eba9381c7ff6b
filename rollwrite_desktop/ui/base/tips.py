"""Tool tips that stay while they are read (WCAG 1.4.13): as long as the pointer is over what they belong to, or over the tip
itself, and on buttons that the keyboard has come to as well. Qt alone takes them away after ten seconds, and as soon as the
pointer leaves for them. Escape closes them (`kit/dialogs`)."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, QTimer
from PySide6.QtGui import QCursor, QFocusEvent, QHelpEvent
from PySide6.QtWidgets import QApplication, QPushButton, QToolTip, QWidget
from shiboken6 import isValid

from rollwrite_desktop.ui.base import theme

REST_MS = 700
"""How long the keyboard rests on a button before its tip is shown; Qt waits as long for the pointer."""
_BY_TAB = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
_EVENTS = (QHelpEvent, QFocusEvent)


class _Tips(QObject):
    """The tip that is shown, of which there is one in the program: it watches it, and the widgets that have one."""

    def __init__(self) -> None:
        super().__init__()
        self._tip: QWidget | None = None
        self._still: Callable[[], bool] = lambda: False
        self._focused: QWidget | None = None
        self.rest = QTimer(self, singleShot=True, interval=REST_MS)
        self.rest.timeout.connect(self._show_focused)

    def show(self, place: QPoint, text: str, over: QWidget, where: QRect, still: Callable[[], bool]) -> None:
        """Shows a text at a place of the screen, for as long as `still` says or the pointer is over it."""
        QToolTip.showText(place, text, over, where)
        self._still = still
        self._tip = next((each for each in QApplication.topLevelWidgets() if each.inherits("QTipLabel")), None)
        if self._tip is not None:
            self._tip.installEventFilter(self)

    def close(self) -> None:
        """Takes the tip away, whoever reads it."""
        self._tip = None
        self.rest.stop()
        QToolTip.hideText()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._tip:  # its timers take it away
            return event.type() == QEvent.Type.Timer and self._wanted()
        if isinstance(event, _EVENTS) and isinstance(watched, QWidget):
            return self.take(watched, event)
        return False

    def _wanted(self) -> bool:
        tip = self._tip
        return tip is not None and (tip.geometry().contains(QCursor.pos()) or self._still())

    @staticmethod
    def _says_more(widget: QWidget) -> bool:
        """Returns whether a tip says more than what is read on its button anyway: it would only cover what is below."""
        words = widget.text().replace("&", "") if isinstance(widget, QPushButton) else ""
        return widget.toolTip() not in ("", words)

    def take(self, widget: QWidget, event: QHelpEvent | QFocusEvent) -> bool:
        """Shows the tip of a widget that the pointer rests on, or that the keyboard comes to; returns whether it did."""
        if isinstance(event, QFocusEvent):
            if event.gotFocus() and event.reason() in _BY_TAB and self._says_more(widget):
                self._focused = widget
                self.rest.start()
            return False
        if event.type() != QEvent.Type.ToolTip or not widget.toolTip():
            return False
        if self._says_more(widget):
            self.show(event.globalPos(), widget.toolTip(), widget, QRect(),
                      lambda: isValid(widget) and widget.isVisible() and widget.underMouse())
        return True

    def _show_focused(self) -> None:
        widget = self._focused
        if widget is None or not isValid(widget) or not widget.hasFocus() or not widget.isVisible():
            return
        self.show(widget.mapToGlobal(QPoint(0, widget.height())), widget.toolTip(), widget, QRect(),
                  lambda: isValid(widget) and widget.hasFocus())


def tips() -> _Tips:
    """Returns the program's."""
    return theme.shared(_Tips)


def stay(widget: QWidget) -> None:
    """From now on the tip of a widget stays while it is read; those of buttons that take fingers do (`touch.accept`)."""
    widget.installEventFilter(tips())

