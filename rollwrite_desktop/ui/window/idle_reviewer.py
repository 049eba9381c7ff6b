"""Reviews finished games while nobody uses the program, if the person has said so: never on battery, never beside other
work, and stopped by the first key, press or movement."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer, Signal

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.play.practice.idle_review import Found, Known, Looked, keep_found, reviewing
from rollwrite_desktop.ui.base.background import Task, background
from rollwrite_desktop.ui.base.power import on_battery
from rollwrite_desktop.ui.base.settings import Preferences, Settings
from rollwrite_desktop.ui.library.deck_store import DeckCollector, DeckStore

IDLE_MS = 60_000
"""After so long without a key, a press or a movement nobody uses the program."""
_USED = frozenset({
    QEvent.Type.KeyPress, QEvent.Type.MouseButtonPress, QEvent.Type.MouseMove, QEvent.Type.Wheel, QEvent.Type.TouchBegin,
    QEvent.Type.TouchUpdate, QEvent.Type.TabletPress,
})


class IdleReviewer(QObject):
    """Looks every so often whether the program was used since the last time. `collected`: positions have come into the deck
    of one's own mistakes."""

    collected = Signal()

    def __init__(self, store: Settings, parent: QObject, battery: Callable[[], bool] = on_battery) -> None:
        super().__init__(parent)
        self.store, self._battery = store, battery
        self._used = self._watching = False
        self._known: Known = frozenset()
        self._task: Task | None = None
        self._collector = DeckCollector(DeckStore(store), self)
        self._collector.collected.connect(lambda came, _: self.collected.emit() if came else None)
        self._timer = QTimer(self, interval=IDLE_MS)
        self._timer.timeout.connect(self.look)
        store.preferred.connect(self._prefer)
        self._prefer(store.preferences)

    @property
    def working(self) -> bool:
        """Whether a game is being reviewed."""
        return self._task is not None

    def _prefer(self, wanted: Preferences) -> None:
        if wanted.reviews == "on":
            self._timer.start()
            self._watch()
        else:
            self._timer.stop()
            self.stop()

    def _watch(self) -> None:
        """Notes the next use; from then on no event passes here until it looks again."""
        self._used = False
        app = QCoreApplication.instance()
        if not self._watching and app is not None:
            self._watching = True
            app.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: ARG002
        if event.type() in _USED and self._watching:
            self._used, self._watching = True, False
            QCoreApplication.instance().removeEventFilter(self)  # type: ignore[union-attr]
            self.stop()
        return False

    def look(self) -> None:
        """Begins where the program was not used since the last look."""
        used = self._used
        self._watch()
        if used or self.working or background().tasks or self._battery():
            return
        self._task = Task(partial(reviewing, self.store.games, self._known), self)
        self._task.given.connect(self.take)
        self._task.ended.connect(self.stop)
        self._task.failed.connect(lambda _: self.stop())
        self._task.ask()

    def take(self, found: Looked | Found | None) -> None:
        """Keeps a review, and goes on unless there is something else to do."""
        if isinstance(found, Looked):
            self._known |= {(found.name, found.stamp)}
        elif found is not None:
            # A game that has gone on or away meanwhile is looked at again.
            with contextlib.suppress(UserError):
                if keep_found(found):
                    self._collector.start(found.path)
        if self._task is None:
            return
        others = len(background().tasks) > 1 + (self._collector.working)
        if others or self._battery():
            self.stop()
        else:
            self._task.ask()

    def stop(self) -> None:
        """Stops; reviews the rest the next time."""
        task, self._task = self._task, None
        if task is not None:
            task.drop()
