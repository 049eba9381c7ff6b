"""The tail of what lies over a page: it points to the place that is spoken of."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from rollwrite_desktop.ui.base import theme

_HALF = 8.0
"""Half as wide as it is where it begins, in pixels."""


class Tail(QWidget):
    """Lies on a page under the thing whose tail it is, and lets every tap through. `tip`: where it ends on the page."""

    def __init__(self, page: QWidget) -> None:
        super().__init__(page)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.tip = QPointF()
        self._shape = QPolygonF()
        self._ground, self._edge = "lifted", "accent"
        self.hide()

    def lead(self, thing: QWidget, place: QRectF, ground: str, edge: str) -> None:
        """Leads from a thing to the nearest point of a place of the page, in the thing's colors."""
        middle = QRectF(thing.geometry()).center()
        tip = self.tip = QPointF(
            min(max(middle.x(), place.left()), place.right()), min(max(middle.y(), place.top()), place.bottom())
        )
        along = tip - middle
        far = math.hypot(along.x(), along.y())
        if far < 1.0 or QRectF(thing.geometry()).contains(tip):
            self.hide()
            return
        aside = QPointF(-along.y(), along.x()) * (_HALF / far)
        polygon = QPolygonF([middle + aside, tip, middle - aside])
        self._ground, self._edge = ground, edge
        around = polygon.boundingRect().adjusted(-2, -2, 2, 2).toAlignedRect()
        self.setGeometry(QRect(around))
        self._shape = polygon.translated(-QPointF(around.topLeft()))
        self.show()
        self.stackUnder(thing)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.color(self._edge), 1.5))
        painter.setBrush(theme.color(self._ground))
        painter.drawPolygon(self._shape)
        painter.end()
