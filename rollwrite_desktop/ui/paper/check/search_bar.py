"""The search behind a check, in the worker process: its progress, stopping it, going on.

What is searched and what a report says, the game's auditor knows. Keys come first: a search begins when nobody has typed
for a moment.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from rollwrite_desktop.core.audit import DEFAULT_SEARCH_STEPS, Report, describe_bounds, describe_undecided
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.play.work.jobs import Call
from rollwrite_desktop.ui.base.background import Task
from rollwrite_desktop.ui.kit.buttons import button
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.layouts import row_or_column
from rollwrite_desktop.ui.kit.progress import progress_bar

PAUSE_MS = 400


class Search(QObject):
    """`reported`: a step was made, and this is what is proved by now. `changed`: it began, stopped or ended. `failed`: it
    cannot go on, with a sentence. `pause`: so many ms pass before it begins; `most`: so many steps are made unasked."""

    reported = Signal(object)
    changed = Signal()
    failed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.pause = PAUSE_MS
        self.most = DEFAULT_SEARCH_STEPS
        self.steps = 0
        self.report: Report | None = None
        self.error = ""
        self.running = False
        self._task: Task | None = None
        self._most = self.most
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._step)

    @property
    def stopped(self) -> bool:
        """Whether it was stopped before its end."""
        return self._task is not None and not self.running

    def begin(self, reports: Call[Report]) -> None:
        """Begins anew, as soon as there is a moment's rest. `reports` is called in the worker process."""
        self._drop()
        self.steps, self._most, self.report = 0, self.most, None
        self._task = Task(reports, self)
        self._task.given.connect(self._given)
        self._task.ended.connect(self.forget_task)
        self._task.failed.connect(self._failed)
        self._run(self.pause)

    def stop(self) -> None:
        """Stops the search; what was found stays."""
        self._timer.stop()
        self.running = False
        self.changed.emit()

    def go_on(self) -> None:
        """Searches on where it was stopped."""
        if self._task is not None:
            self._most = self.steps + self.most
            self._run(0)

    def forget(self) -> None:
        """Ends it for good."""
        self.report = None
        self.forget_task()

    def forget_task(self) -> None:
        """It has come to its end; what it reported stays."""
        self._drop()
        self.stop()

    def _drop(self) -> None:
        if self._task is not None:
            self._task.drop()
            self._task = None

    def _run(self, pause: int) -> None:
        self.error = ""
        self.running = True
        self._timer.start(pause)
        self.changed.emit()

    def _step(self) -> None:
        if self._task is not None:
            self._task.ask()

    def _given(self, report: Report) -> None:
        self.steps += 1
        self.report = report
        ended = self.running and self.steps >= self._most
        self.running = self.running and not ended
        self.reported.emit(report)
        if ended:
            self.changed.emit()
        elif self.running and not self._timer.isActive():
            self._step()

    def _failed(self, sentence: str) -> None:
        self.error = sentence
        self.stop()
        self.failed.emit(sentence)


class SearchBar(QWidget):
    """How far a search is and what it has proved, in a line; hidden where there is nothing to search."""

    def __init__(self, search: Search) -> None:
        super().__init__()
        self.search = search
        self.status = label("", "heading")
        self.progress = progress_bar(tr("Searching for a legal way to play it"), DEFAULT_SEARCH_STEPS, spoken=False)
        self.stop = button(tr("S&top searching"), "pause", "", search.stop)
        self.go_on = button(tr("Search &on"), "play", "", search.go_on)
        for each in (self.stop, self.go_on):
            each.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        across = row_or_column(self.progress, self.stop, self.go_on)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 8, 0)
        column.setSpacing(4)
        column.addWidget(self.status)
        column.addLayout(across)
        search.changed.connect(self.show_search)
        search.reported.connect(lambda _: self.show_search())
        self.show_search()

    def show_search(self) -> None:
        search = self.search
        report = search.report
        searched = report is not None and report.bounds is not None
        failed = bool(search.error)
        self.progress.setVisible(search.running)
        self.progress.setValue(search.steps % DEFAULT_SEARCH_STEPS)
        self.stop.setVisible(search.running and (search.steps > 0))
        self.go_on.setVisible(search.stopped and (searched or failed) and not (report is not None and report.decided))
        searching = tr("Looking for a legal way to play it …")
        text = describe_search(report, search.running) if report is not None else searching
        self.status.setText(search.error or text)
        # What explains everything is said first, and there how many mistakes it would be otherwise.
        explained = report is not None and report.decided and bool(report.diagnosis) and not search.running
        searched = searched and not explained
        self.status.setVisible(failed or (bool(text) and (search.running or searched)))
        self.setVisible(search.running or searched or failed)


def describe_search(report: Report, running: bool) -> str:
    """A sentence about what a search has proved so far."""
    if report.bounds is None:
        return tr("Looking for an explanation …") if running else ""
    if report.decided or not running:
        return describe_bounds(report)
    return tr("{known} Still searching …", known=describe_undecided(report))
