"""Hints at a table: one good move, worked out beside the window where that takes long, and shown where Enter takes it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QWidget

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.play.opening.bot_moves import Thought
from rollwrite_desktop.play.table.snapshot import Snapshot
from rollwrite_desktop.play.table.view_model import TableView
from rollwrite_desktop.ui.canvas.sheet_view import SheetView
from rollwrite_desktop.ui.kit import accessible
from rollwrite_desktop.ui.play.table.side_tabs import COACH, SideTabs
from rollwrite_desktop.ui.play.table.table_speech import TableSpeech
from rollwrite_desktop.ui.play.table.thinking import Thinking
from rollwrite_desktop.ui.play.table.tray.tray import DiceTray

_WAIT_MS = 500
"""After so long it is told that a hint is being worked out."""


class Hints(QObject):
    """Asks the coach and shows its answer. `after` does something to the view model and shows what came of it."""

    def __init__(
        self, page: QWidget, after: Callable[[Callable[[], Snapshot]], None], model: TableView, view: SheetView,
        tray: DiceTray, tabs: SideTabs, speech: TableSpeech,
    ) -> None:
        super().__init__(page)
        self._after, self._model = after, model
        self._view, self._tray, self._tabs, self._speech = view, tray, tabs, speech
        self._spot = ""
        self._thinking = Thinking(self)
        self._thinking.done.connect(self.take)
        self._wait = QTimer(self, singleShot=True, interval=_WAIT_MS)
        self._wait.timeout.connect(lambda: accessible.announce(tr("Looking for a good move …")))

    def ask(self) -> None:
        """Asks for one good move; one that takes long is worked out in the worker process."""
        job = self._model.table.hint_job() if self._model.writing else None
        if job is not None and self._thinking.running:
            return
        if job is not None:
            self._wait.start()
            self._view.waits_for = tr("Looking for a good move …")  # Enter is for the place that will be suggested
        self._thinking.start(job)

    def take(self, thought: Thought | None) -> None:
        """Shows a hint that was worked out, or works it out here (None)."""
        self.stop()
        self._view.waits_for = ""
        before, open_then = self._speech.advice(self._model.snapshot), self._tabs.current
        self._after(lambda: self._model.hint(thought))
        now = self._model.snapshot
        if now.coaching is None or now.coaching.hint is None:
            return
        self._tabs.open(COACH)
        if open_then == COACH and self._speech.advice(now) == before:
            accessible.announce(before, urgent=True)  # asked for once more
        spot, sheet = self._model.hinted, self._model.table.opened.sheet  # where Enter takes the advice
        if spot in sheet.space or spot in sheet.box:
            self._view.setFocus()
            self._view.move_cursor(spot)
            self._spot = spot
        else:
            self._tray.take_focus()

    def follow(self, new: Snapshot) -> None:
        """Takes the ring from where a hint has put it once that hint holds no more, unless the keyboard is used."""
        if not self._spot or (new.coaching is not None and new.coaching.hint is not None):
            return
        spot, self._spot = self._spot, ""
        if self._view.cursor_spot == spot and not self._view.keyed:
            self._view.move_cursor("")

    def stop(self) -> None:
        """Stops working one out."""
        self._thinking.stop()
        self._wait.stop()
