"""Whether a person used the keyboard last, or a mouse or finger: what has the keys shows it at once where keys are used."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QWindow


class LastInput(QObject):
    """One for the application. `keyed`: keys, as long as nothing else was used."""

    def __init__(self) -> None:
        super().__init__()
        self.keyed = True

    def watch(self, window: QWindow | None) -> None:
        """Follows what comes to a window of the system."""
        if window is not None:
            window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: ARG002
        kind = event.type()
        if kind in (QEvent.Type.MouseButtonPress, QEvent.Type.TouchBegin):
            self.keyed = False
        elif kind == QEvent.Type.KeyPress:
            self.keyed = True
        return False
