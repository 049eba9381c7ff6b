"""The page that will be printed, as large as there is room, with buttons to leaf through: exactly what the PDF holds."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from rollwrite_desktop.core.words import say
from rollwrite_desktop.draw.inks import Mode
from rollwrite_desktop.draw.paper import Imposition
from rollwrite_desktop.printing.pages import Page
from rollwrite_desktop.ui import theme
from rollwrite_desktop.ui.cards import lay_paper, sign, words
from rollwrite_desktop.ui.page_painter import paint_page

_MARGIN = 12


class PageView(QWidget):
    """One page."""

    leafed = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.page: Page | None = None
        self.imposition: Imposition | None = None
        self.ink: Mode = "colour"
        self._kept: tuple[object, QPixmap] | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(280, 240)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        theme.beacon.changed.connect(self.update)

    def show_page(self, page: Page | None, imposition: Imposition | None, ink: Mode) -> None:
        self.page, self.imposition, self.ink = page, imposition, ink
        self._kept = None
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(840, 600)

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self.page is None or self.imposition is None:
            return
        wide, high = self.imposition.size
        scale = min((self.width() - 2 * _MARGIN) / wide, (self.height() - 2 * _MARGIN) / high)
        place = QRectF(0, 0, wide * scale, high * scale)
        place.moveCenter(QPointF(self.width() / 2, self.height() / 2))
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        lay_paper(painter, place, "colour", 2.0)
        painter.drawPixmap(place.topLeft(), self._pixmap(scale))
        if self.hasFocus():
            painter.setPen(theme.colour("accent"))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 8, 8)
        painter.end()

    def _pixmap(self, scale: float) -> QPixmap:
        assert self.page is not None and self.imposition is not None
        ratio = self.devicePixelRatioF()
        if self._kept is None or self._kept[0] != (scale, ratio):
            wide, high = (max(1, round(length * scale * ratio)) for length in self.imposition.size)
            pixmap = QPixmap(wide, high)
            pixmap.fill(Qt.GlobalColor.transparent)
            painter = QPainter(pixmap)
            painter.scale(scale * ratio, scale * ratio)
            paint_page(painter, self.page, self.imposition, self.ink)
            painter.end()
            pixmap.setDevicePixelRatio(ratio)
            self._kept = ((scale, ratio), pixmap)
        return self._kept[1]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_PageDown: 1, Qt.Key.Key_Right: 1, Qt.Key.Key_PageUp: -1, Qt.Key.Key_Left: -1}
        step = steps.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            self.leafed.emit(step)


class Preview(QWidget):
    """All pages, one at a time."""

    def __init__(self) -> None:
        super().__init__()
        self.sheets: Sequence[Page] = ()
        self.at = 0
        self._imposition: Imposition | None = None
        self._ink: Mode = "colour"
        self.view = PageView()
        self.view.leafed.connect(self.leaf)
        self.before = sign("chevron-left", say("Page before"), lambda: self.leaf(-1))
        self.after = sign("chevron-right", say("Next page"), lambda: self.leaf(1))
        self.number = words("", wrap=False)
        row = QHBoxLayout()
        row.addStretch(1)
        for widget in (self.before, self.number, self.after):
            row.addWidget(widget)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.view, 1)
        column.addLayout(row)

    def show_pages(self, sheets: Sequence[Page], imposition: Imposition | None, ink: Mode) -> None:
        """Shows these pages, staying on the same number where there is one."""
        self.sheets, self._imposition, self._ink = sheets, imposition, ink
        self.at = min(self.at, max(0, len(sheets) - 1))
        self._show()

    def leaf(self, step: int) -> None:
        self.at = min(max(0, self.at + step), max(0, len(self.sheets) - 1))
        self._show()

    def _show(self) -> None:
        page = self.sheets[self.at] if self.sheets else None
        self.view.show_page(page, self._imposition, self._ink)
        count = len(self.sheets)
        number = say("Page {n} of {count}", n=self.at + 1, count=count) if count else say("Nothing to print")
        self.number.setText(number)
        self.view.setAccessibleName(number)
        self.before.setEnabled(self.at > 0)
        self.after.setEnabled(self.at < len(self.sheets) - 1)
        several = len(self.sheets) > 1
        for leafing in (self.before, self.after):
            leafing.setVisible(several)
