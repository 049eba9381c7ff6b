"""A small Undo button beside the space just written in; it goes by itself after some seconds."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, QTimer
from PySide6.QtWidgets import QToolButton, QWidget

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.ui.widgets import theme
from rollwrite_desktop.ui.widgets.touch import TOUCH

SHOWN_MS = 4000


class UndoChip(QToolButton):
    """Lies on a page; `clicked` asks for the undo."""

    def __init__(self, page: QWidget) -> None:
        super().__init__(page)
        self._page = page
        theme.dress(self, "undo")
        self.setAccessibleName(tr("Undo this stroke"))
        self.setToolTip(tr("Undo this stroke (Ctrl+Z)"))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setMinimumSize(TOUCH, TOUCH)
        self._leaving = QTimer(self, singleShot=True, interval=SHOWN_MS)
        self._leaving.timeout.connect(self.hide)
        self.clicked.connect(self.hide)
        self.hide()

    def offer(self, area: QRectF, keep_free: Sequence[QRectF]) -> None:
        """Appears beside the area just written in, covering as little as can be of what may be tapped next."""
        self.adjustSize()
        self.move(_least_covering(area, self.size(), self._page.rect(), keep_free))
        self.show()
        self.raise_()
        self._leaving.start()


def _least_covering(area: QRectF, size: QSize, page: QRect, keep_free: Sequence[QRectF]) -> QPoint:
    """Of eight places round an area, the one inside the page that covers least of what should stay free."""
    wide, high = size.width(), size.height()
    middle_x, middle_y = area.center().x() - wide / 2, area.center().y() - high / 2
    left, right, over, under = area.left() - wide - 4, area.right() + 4, area.top() - high - 4, area.bottom() + 4
    places = [
        QRectF(x, y, wide, high)
        for x, y in (
            (right, middle_y), (middle_x, under), (left, middle_y), (middle_x, over),
            (right, under), (right, over), (left, under), (left, over),
        )
    ]
    inside = [place for place in places if QRectF(page).contains(place)] or places

    def covered(place: QRectF) -> float:
        shared = [place.intersected(free) for free in keep_free]
        return sum([common.width() * common.height() for common in shared])

    return min(inside, key=covered).topLeft().toPoint()
