"""What waits for another turn of the event loop, and long work in pieces of a turn each."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import QObject, QTimer
from shiboken6 import isValid


def later(owner: QObject, act: Callable[[], object]) -> None:
    """Calls `act` in the next turn of the event loop, unless `owner` has been deleted by then.

    WORKAROUND(PySide 6.11): `QTimer.singleShot` with a context that is deleted before its time keeps what it would have
    called forever, and with it a whole page.
    """
    timer = QTimer(owner, singleShot=True, interval=0)
    timer.timeout.connect(act)
    timer.timeout.connect(timer.deleteLater)
    timer.start()


class Turns(QObject):
    """What takes long and need not be there at once, such as pictures: each has a turn of the event loop of its own, after
    the turn in which it was asked for."""

    def __init__(self) -> None:
        super().__init__()
        self._waiting: dict[QObject, Callable[[], object]] = {}
        self._asked_now = False
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self._take)

    def wait(self, owner: QObject, act: Callable[[], object]) -> None:
        """Calls `act` when its turn comes, unless `owner` waits already, or has been deleted by then."""
        if not self._waiting:
            self._asked_now = True
            self._timer.start()
        self._waiting.setdefault(owner, act)

    def _take(self) -> None:
        if self._asked_now:  # a timer that is started while events are handled still fires in the same turn
            self._asked_now = False
        else:
            owner = next(iter(self._waiting))
            act = self._waiting.pop(owner)
            if isValid(owner):
                act()
        if self._waiting:
            self._timer.start()


class Pieces:
    """Work of which a piece is done in each turn of the event loop, the first one at once; what is begun anew ends what was
    going on."""

    def __init__(self, owner: QObject) -> None:
        self._pieces: Iterator[None] = iter(())
        self._timer = QTimer(owner, singleShot=True, interval=0)
        self._timer.timeout.connect(self._go_on)

    @property
    def going_on(self) -> bool:
        return self._timer.isActive()

    def begin(self, pieces: Iterator[None]) -> None:
        self._timer.stop()
        self._pieces = pieces
        self._go_on()

    def finish(self) -> None:
        """Does the rest at once."""
        self._timer.stop()
        for _ in self._pieces:
            pass

    def stop(self) -> None:
        """Leaves the rest undone."""
        self._timer.stop()
        self._pieces = iter(())

    def _go_on(self) -> None:
        for _ in self._pieces:
            self._timer.start()
            return
