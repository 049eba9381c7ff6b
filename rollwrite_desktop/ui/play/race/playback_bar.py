"""Watching a recorded race: a bar with play, three speeds and a line through time. Knows only how long it lasts."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QFrame, QPushButton, QSlider

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.play.race.race_view_model import clock_text
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.kit.buttons import button, icon_button
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.layouts import grow, in_row

SPEEDS = ((0.5, "½×"), (1.0, "1×"), (4.0, "4×"))


class PlaybackBar(QFrame):
    """`at` is the time shown. `moved` after it changed, `closed` when it is enough."""

    moved = Signal()
    closed = Signal()

    def __init__(self) -> None:
        super().__init__()
        theme.role(self, "bar")
        self.at = 0.0
        self.length = 0
        self.speed = 1.0
        self.playing = False
        self.play = icon_button("play", tr("Play or pause"), self.toggle)
        self.line = QSlider(Qt.Orientation.Horizontal)
        self.line.setAccessibleName(tr("Time"))
        self.line.valueChanged.connect(self._dragged)
        self.time = label("", wrap=False)
        self.speeds: dict[float, QPushButton] = {}
        group = QButtonGroup(self)
        row = in_row(self.play, grow(self.line), self.time, margins=(8, 2, 8, 2), on=self)
        for speed, title in SPEEDS:
            each = button(title, "", "segment", partial(self.choose, speed))
            each.setCheckable(True)
            each.setChecked(speed == self.speed)
            group.addButton(each)
            self.speeds[speed] = each
            row.addWidget(each)
        row.addWidget(icon_button("x", tr("Stop"), self.closed.emit))
        self.hide()

    def begin(self, length: int) -> None:
        """From the start of a race of so many ms."""
        self.length = length
        self.at, self.playing = 0.0, True
        self.line.setRange(0, length)
        self._show()

    def toggle(self) -> None:
        if not self.playing and self.at >= self.length:
            self.at = 0.0
        self.playing = not self.playing
        self._show()

    def choose(self, speed: float) -> None:
        self.speed = speed

    def tick(self, gone: int) -> None:
        """So many ms have passed for who watches."""
        if self.playing:
            self.at = min(float(self.length), self.at + gone * self.speed)
            if self.at >= self.length:
                self.playing = False
            self._show()

    def _dragged(self, at: int) -> None:
        self.at = float(at)
        self._show()

    def _show(self) -> None:
        blocked = self.line.blockSignals(True)
        self.line.setValue(int(self.at))
        self.line.blockSignals(blocked)
        self.time.setText(f"{clock_text(int(self.at))} / {clock_text(self.length)}")
        theme.dress(self.play, "pause" if self.playing else "play")
        self.moved.emit()
