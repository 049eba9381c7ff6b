"""The bar below a replay: a step, a roll or all the way, by buttons and a slider, and how far it is."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QSlider

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.touch import TOUCH
from rollwrite_desktop.ui.kit.buttons import icon_button
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.layouts import in_row


class Transport(QFrame):
    """`stepped` carries 1 or -1 for a move, `rolled` the same for a roll; `gone_to` how many events have happened there;
    `toggled`: plays or pauses."""

    stepped = Signal(int)
    rolled = Signal(int)
    gone_to = Signal(int)
    toggled = Signal()

    def __init__(self, length: int) -> None:
        super().__init__()
        theme.role(self, "bar")
        row = in_row(gap=2, margins=(6, 2, 10, 2), on=self)
        self.roll_back = icon_button("chevron-left", tr("Previous roll (Page Up)"), lambda: self.rolled.emit(-1))
        self.back = icon_button("arrow-left", tr("Previous move (Left)"), lambda: self.stepped.emit(-1))
        self.play = icon_button("play", tr("Play or pause (Space)"), self.toggled.emit)
        self.on = icon_button("arrow-right", tr("Next move (Right)"), lambda: self.stepped.emit(1))
        self.roll_on = icon_button("chevron-right", tr("Next roll (Page Down)"), lambda: self.rolled.emit(1))
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(0, length)
        self.slider.setMinimumHeight(TOUCH)
        self.slider.setAccessibleName(tr("Move by move"))
        self.slider.valueChanged.connect(self.gone_to)
        self.count = label("", "faint", wrap=False)
        for each in (self.roll_back, self.back, self.play, self.on, self.roll_on):
            each.setProperty("tight", theme.large())
            row.addWidget(each)
        row.addWidget(self.slider, 1)
        row.addWidget(self.count)
        self.count.setContentsMargins(6, 0, 0, 0)
        self.count.hide()  # until it is known that there is room

    def show_at(self, at: int, playing: bool) -> None:
        """Shows how many events have happened, and whether it plays by itself."""
        length = self.slider.maximum()
        self.slider.blockSignals(True)
        self.slider.setValue(at)
        self.slider.blockSignals(False)
        self.count.setText(tr("{n} of {all}", n=at, all=length))
        theme.dress(self.play, "pause" if playing else "play")
        for each in (self.roll_back, self.back):
            each.setEnabled(at > 0)
        for each in (self.on, self.roll_on):
            each.setEnabled(at < length)

    def show_count(self, shown: bool) -> None:
        """Sets whether there is room for how far it is."""
        self.count.setVisible(shown)
