"""Strips of paper that fall when a person has won among several players; once, and nothing waits for it."""

from __future__ import annotations

import random
from collections.abc import Callable

from PySide6.QtCore import QRectF, Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from rollwrite_desktop.draw.inks import resolve
from rollwrite_desktop.ui.base import clock, theme

LASTS_MS = 2600
_FRAME_MS = 33
_STRIPS = 80
_COLORS = ("red", "blue", "green", "yellow", "orange", "purple")
_FADES = 0.7
"""From this share of the time on the strips fade."""


class Celebration(QWidget):
    """Covers its parent, lets every press through, and is deleted when it is over. watch: ms, never running back."""

    def __init__(self, parent: QWidget, watch: Callable[[], int] = clock.stopwatch) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.setGeometry(parent.rect())
        # Where each begins and how far it falls, in heights; how it drifts, in widths; how it turns, in degrees.
        luck = random.Random(_STRIPS)
        self._strips = [
            (luck.random(), luck.uniform(-0.6, -0.05), luck.uniform(0.6, 1.3), luck.uniform(-0.06, 0.06),
             luck.uniform(-540, 540), QColor(resolve(f"region.{_COLORS[n % len(_COLORS)]}.strong", theme.mode()).rgb))
            for n in range(_STRIPS)
        ]
        self._gone = 0.0
        self._watch, self._began = watch, watch()
        self._timer = QTimer(self, interval=_FRAME_MS)
        self._timer.timeout.connect(self.frame)
        self._timer.start()
        self.show()
        self.raise_()

    def frame(self) -> None:
        """Advances to the time of the clock."""
        self._gone = (self._watch() - self._began) / LASTS_MS
        if self._gone >= 1:
            self._timer.stop()
            self.hide()
            self.deleteLater()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setOpacity(min(1.0, (1 - self._gone) / (1 - _FADES)))
        long, short = theme.px(14), theme.px(7)
        for x, y, falls, drifts, turns, color in self._strips:
            painter.save()
            painter.translate((x + drifts * self._gone) * self.width(), (y + falls * self._gone) * self.height())
            painter.rotate(turns * self._gone)
            painter.setBrush(color)
            painter.drawRect(QRectF(-long / 2, -short / 2, long, short))
            painter.restore()
        painter.end()
