"""The end of a session, told once: the places come one after the other, the first one last. A press or a key tells all."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget

_FIRST, _PLACE_MS = 3, 1100
"""The first places come by themselves, one in so long."""
_REST_MS, _SLOWEST_MS = 4000, 600
"""How long all others take together at most, and one of them."""
_SKIPS = frozenset({
    QEvent.Type.MouseButtonPress, QEvent.Type.TouchBegin, QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride,
})
_ALONE = frozenset({Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Meta, Qt.Key.Key_Alt, Qt.Key.Key_AltGr})
"""Keys that are no press by themselves."""


class PlacesInTurn(QObject):
    """`changed` after each step; `over` when all is told."""

    changed = Signal()
    over = Signal()

    def __init__(self, watched: QWidget) -> None:
        """`watched`: a press anywhere in its window tells all."""
        super().__init__(watched)
        self._watched = watched
        self._order: list[int] = []
        self._left = 0
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.go_on)

    @property
    def telling(self) -> bool:
        """Whether something is still to be told."""
        return self._left > 0

    def begin(self, places: Sequence[int]) -> None:
        """Begins with the places of all sheets, the first one first; equal ones are told together."""
        if self.telling or not places:
            return
        self._order, self._left = [*dict.fromkeys(places)], len(set(places))
        application = QApplication.instance()
        assert application is not None
        application.installEventFilter(self)
        self._pace()
        self.changed.emit()

    def tells(self, place: int) -> bool:
        """Returns whether a place is told already; sheets without one stand there from the beginning."""
        return place not in self._order[: self._left]

    def go_on(self) -> None:
        """Goes on to the next place."""
        self._left -= 1
        if not self._left:
            self._end()
            return
        self._pace()
        self.changed.emit()

    def skip(self) -> None:
        """All that is left."""
        if self.telling:
            self._left = 0
            self._end()

    def _pace(self) -> None:
        rest = max(1, len(self._order) - _FIRST)
        self._timer.start(_PLACE_MS if self._left <= _FIRST else min(_SLOWEST_MS, _REST_MS // rest))

    def _end(self) -> None:
        self._timer.stop()
        application = QApplication.instance()
        assert application is not None
        application.removeEventFilter(self)
        self.changed.emit()
        self.over.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A press, or a key, that tells all does nothing else, also where it is a shortcut."""
        kind = event.type()
        if kind not in _SKIPS or not isinstance(watched, QWidget) or watched.window() is not self._watched.window():
            return False
        if isinstance(event, QKeyEvent) and event.key() in _ALONE:
            return False
        if kind == QEvent.Type.ShortcutOverride:
            event.accept()  # it comes as a key then
        else:
            self.skip()
        return True
