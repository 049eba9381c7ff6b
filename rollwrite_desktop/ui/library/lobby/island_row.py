"""A new island, made while one waits and kept among a person's own sheets."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from rollwrite_desktop.core.chance import new_code
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.maps import jobs
from rollwrite_desktop.maps.config import MapFile
from rollwrite_desktop.maps.values import MAX_ISLAND, MIN_ISLAND, USUAL_AREAS, Made, MapData
from rollwrite_desktop.ui.base.background import Task
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.base.touch import touchable
from rollwrite_desktop.ui.kit.buttons import button, icon_button
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.layouts import in_column
from rollwrite_desktop.ui.kit.progress import progress_bar
from rollwrite_desktop.ui.kit.stepper import Stepper
from rollwrite_desktop.ui.library.own_sheet_store import free_name, save_sheet

LONGEST_SEED = 24
_STEPS = 100
_FEWER = 30
"""Areas of an island with lines, which want more room."""


class IslandRow(QWidget):
    """`made` carries the path of the sheet."""

    made = Signal(object)

    def __init__(self, game_id: str, store: Settings) -> None:
        super().__init__()
        self.game_id, self.store = game_id, store
        self._task: Task | None = None
        self.seed = QLineEdit(new_code())
        self.seed.setMaxLength(LONGEST_SEED)
        self.seed.setAccessibleName(tr("Seed"))
        touchable(self.seed)
        making = GAMES[game_id].play.map_making
        usual = _FEWER if making is not None and making.joined == "lines" else USUAL_AREAS
        self.areas = Stepper(MIN_ISLAND, MAX_ISLAND, usual, tr("Number of areas"))
        self.make = button(tr("Ma&ke it"), "plus", "", self.begin)
        self.progress = progress_bar(tr("Drawing the island"), _STEPS)
        self.cancel = button(tr("Ca&ncel"), "x", "", self.stop)
        self.state = label("", "wrong")
        upper, lower = QHBoxLayout(), QHBoxLayout()
        upper.addWidget(label(tr("Seed"), wrap=False))
        upper.addWidget(self.seed, 1)
        upper.addWidget(icon_button("dice", tr("Another seed"), lambda: self.seed.setText(new_code())))
        lower.addWidget(label(tr("Areas"), wrap=False))
        lower.addWidget(self.areas)
        lower.addWidget(self.progress, 1)
        lower.addStretch()
        lower.addWidget(self.make)
        lower.addWidget(self.cancel)
        in_column(upper, lower, self.state, gap=6, on=self)
        self.seed.returnPressed.connect(self.begin)
        self._show("")

    def begin(self) -> None:
        """Begins to draw."""
        if self._task is not None:
            return
        data = MapData(seed=self.seed.text().strip() or new_code(), areas=self.areas.value)
        task = self._task = Task(partial(jobs.drawing, data, self.game_id, "map_own", MapFile()), self)
        task.given.connect(self._take)
        task.failed.connect(self._fail)
        task.ask()
        self.progress.setValue(0)
        self._show("")

    def stop(self) -> None:
        """Stops drawing; nothing was made."""
        if self._task is not None:
            self._task.drop()
            self._task = None
        self._show("")

    def _take(self, value: float | Made) -> None:
        if self._task is None:
            return
        if not isinstance(value, Made):
            self.progress.setValue(round(_STEPS * value))
            self._task.ask()
            return
        self.stop()
        if value.faults:
            self._fail(str(value.faults[0]))
            return
        try:
            name = free_name(self.store, value.sheet.title)
            path: Path = save_sheet(self.store, value.sheet, name)
        except UserError as error:
            self._fail(str(error))
            return
        self.made.emit(path)

    def _fail(self, sentence: str) -> None:
        self.stop()
        self._show(sentence)

    def _show(self, error: str) -> None:
        running = self._task is not None
        for each in (self.progress, self.cancel):
            each.setVisible(running)
        self.make.setVisible(not running)
        self.seed.setEnabled(not running)
        self.areas.setEnabled(not running)
        self.state.setText(error)
        self.state.setVisible(bool(error))

    def closeEvent(self, event: QCloseEvent) -> None:
        self.stop()
        super().closeEvent(event)
