"""Whether a window was used by keys or by a pointer last: a frame around what has the focus is for whoever uses keys."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QWidget

_KEYED = "keyed"
_POINTED = QEvent.Type.MouseButtonPress, QEvent.Type.TouchBegin, QEvent.Type.TabletPress


class Hands(QObject):
    """Notes it for a window that is shown; looks at the events of the window itself, not at those of each widget."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        handle = window.windowHandle()
        if handle is not None:
            handle.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: ARG002
        if event.type() == QEvent.Type.KeyPress or event.type() in _POINTED:
            self._window.setProperty(_KEYED, event.type() == QEvent.Type.KeyPress)
        return False


def keyed(widget: QWidget) -> bool:
    """Whether the window of a widget was used by keys last, or not at all so far."""
    return widget.window().property(_KEYED) is not False
