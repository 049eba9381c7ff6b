"""The page that will be printed, as large as there is room or larger, with buttons to leaf through and to look closer:
exactly what the PDF holds."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPixmap, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.draw.imposition import Imposition
from rollwrite_desktop.draw.inks import Mode
from rollwrite_desktop.printing.sheets.page_layout import Page
from rollwrite_desktop.ui.base import theme, touch
from rollwrite_desktop.ui.canvas.thumbnail import lay_paper
from rollwrite_desktop.ui.kit.buttons import icon_button
from rollwrite_desktop.ui.kit.event_loop import Turns
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.layouts import grow, in_column
from rollwrite_desktop.ui.paper.print.page_painter import paint_page

_MARGIN = 12
_FAINT = 0.35
CLOSER = (1.0, 1.5, 2.0, 3.0, 4.0, 6.0)
"""How much larger than the room the page can be looked at."""


class PageView(QWidget):
    """One page. Looked at closer, it is moved by dragging or by the wheel."""

    leafed = Signal(int)
    zoomed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.page: Page | None = None
        self.imposition: Imposition | None = None
        self.ink: Mode = "colour"
        self.closer = 1.0
        self._center = QPointF(0.5, 0.5)  # the place of the page that is in the middle, in parts of it
        self._held: QPointF | None = None
        self._kept: tuple[object, QPixmap] | None = None
        self._fresh = False
        self.waiting = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(280, 240)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        theme.current().changed.connect(self.update)

    def show_page(self, page: Page | None, imposition: Imposition | None, ink: Mode) -> None:
        """Shows a page, laid out by `imposition`; nothing if there is none. What was there before stays until the page has
        been painted, in a turn of its own."""
        self.page, self.imposition, self.ink = page, imposition, ink
        self._fresh = True
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(840, 600)

    def zoom(self, step: int, at: QPointF | None = None) -> None:
        """Looks closer by so many steps, or from further away; what lies `at` a point of the view stays there."""
        steps = CLOSER.index(self.closer) + step
        wanted = CLOSER[min(max(steps, 0), len(CLOSER) - 1)]
        if wanted == self.closer or self.imposition is None:
            return
        away = (at or QRectF(self.rect()).center()) - QRectF(self.rect()).center()
        before = self._whole().size()
        self.closer = wanted
        after = self._whole().size()
        moved = QPointF(away.x() / before.width() - away.x() / after.width(),
                        away.y() / before.height() - away.y() / after.height())
        self._look_at(self._center + moved)
        self.zoomed.emit()

    def _look_at(self, center: QPointF) -> None:
        """Another place of the page in the middle, as far as there is more to see that way."""
        whole = self._whole().size()

        def within(part: float, long: float, room: float) -> float:
            most = max(0.0, (1 - (room - 2 * _MARGIN) / long) / 2)
            return min(max(part, 0.5 - most), 0.5 + most)

        self._center = QPointF(within(center.x(), whole.width(), self.width()),
                               within(center.y(), whole.height(), self.height()))
        self.update()

    def _whole(self) -> QRectF:
        """Where the whole page lies, in the view's pixels."""
        assert self.imposition is not None
        wide, high = self.imposition.size
        scale = self.closer * min((self.width() - 2 * _MARGIN) / wide, (self.height() - 2 * _MARGIN) / high)
        size = QPointF(wide * scale, high * scale)
        corner = QPointF(self.width() / 2 - self._center.x() * size.x(), self.height() / 2 - self._center.y() * size.y())
        return QRectF(corner.x(), corner.y(), size.x(), size.y())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.imposition is not None:
            self._look_at(self._center)

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self.page is None or self.imposition is None:
            return
        place = self._whole()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        lay_paper(painter, place, "colour", 2.0)
        painter.setOpacity(_FAINT if self.waiting else 1.0)
        if self._fresh and self.isVisible():
            theme.shared(Turns).wait(self, self._paint_first)
            if self._kept is not None and self._kept[0] == self._key(place):
                painter.drawPixmap(QPointF(0, 0), self._kept[1])
        else:
            painter.drawPixmap(QPointF(0, 0), self._pixmap(place))
        painter.setOpacity(1.0)
        if touch.shows_focus(self):
            theme.paint_focus(painter, QRectF(self.rect()))
        painter.end()

    def _paint_first(self) -> None:
        if self.page is not None and self.imposition is not None:
            self._pixmap(self._whole())
            self.update()

    def _key(self, place: QRectF) -> object:
        return place.getRect(), self.size().toTuple(), self.devicePixelRatioF()

    def _pixmap(self, place: QRectF) -> QPixmap:
        """Returns what of the page is in view; never more, however close."""
        assert self.page is not None and self.imposition is not None
        ratio, key = self.devicePixelRatioF(), self._key(place)
        if self._fresh or self._kept is None or self._kept[0] != key:
            self._fresh = False
            pixmap = QPixmap(max(1, round(self.width() * ratio)), max(1, round(self.height() * ratio)))
            pixmap.fill(Qt.GlobalColor.transparent)
            scale = place.width() / self.imposition.size[0]
            painter = QPainter(pixmap)
            painter.scale(ratio, ratio)
            painter.translate(place.topLeft())
            painter.scale(scale, scale)
            paint_page(painter, self.page, self.imposition, self.ink)
            painter.end()
            pixmap.setDevicePixelRatio(ratio)
            self._kept = (key, pixmap)
        return self._kept[1]

    def wheelEvent(self, event: QWheelEvent) -> None:
        turned = event.angleDelta().y()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom(1 if turned > 0 else -1, event.position())
        elif self.closer > 1:
            self._drag(QPointF(event.angleDelta()) / 2)
        else:
            self.leafed.emit(-1 if turned > 0 else 1)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._held = event.position()
        self.setFocus()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._held is not None and self.closer > 1:
            self._drag(event.position() - self._held)
            self._held = event.position()

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        self._held = None

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.zoom(2 if self.closer == 1 else -len(CLOSER), event.position())

    def _drag(self, by: QPointF) -> None:
        if self.imposition is not None:
            whole = self._whole().size()
            self._look_at(self._center - QPointF(by.x() / whole.width(), by.y() / whole.height()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_PageDown: 1, Qt.Key.Key_Right: 1, Qt.Key.Key_PageUp: -1, Qt.Key.Key_Left: -1}
        nearer = {Qt.Key.Key_Plus: 1, Qt.Key.Key_Minus: -1, Qt.Key.Key_0: -len(CLOSER)}
        key = Qt.Key(event.key())
        if key in nearer:
            self.zoom(nearer[key])
        elif key in steps:
            self.leafed.emit(steps[key])
        else:
            super().keyPressEvent(event)


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
        self.before = icon_button("chevron-left", tr("Previous page"), lambda: self.leaf(-1))
        self.after = icon_button("chevron-right", tr("Next page"), lambda: self.leaf(1))
        self.farther = icon_button("zoom-out", tr("Zoom out"), lambda: self.view.zoom(-1))
        self.nearer = icon_button("zoom-in", tr("Zoom in"), lambda: self.view.zoom(1))
        self.view.zoomed.connect(self._show_zoom)
        self.number = label("", wrap=False)
        row = QHBoxLayout()
        row.addStretch(1)
        for widget in (self.before, self.number, self.after):
            row.addWidget(widget)
        row.addStretch(1)
        row.addWidget(self.farther)
        row.addWidget(self.nearer)
        in_column(grow(self.view), row, on=self)

    def show_pages(self, sheets: Sequence[Page], imposition: Imposition | None, ink: Mode) -> None:
        """Shows these pages, staying on the same number where there is one."""
        self.sheets, self._imposition, self._ink = sheets, imposition, ink
        self.at = min(self.at, max(0, len(sheets) - 1))
        self.view.waiting = False
        self._show()

    def wait(self) -> None:
        """Shows that other pages will come: the last one is faint until then."""
        self.view.waiting = True
        self._show()

    def leaf(self, step: int) -> None:
        """Turns so many pages on, or back if negative."""
        self.at = min(max(0, self.at + step), max(0, len(self.sheets) - 1))
        self._show()

    def _show(self) -> None:
        page = self.sheets[self.at] if self.sheets else None
        self.view.show_page(page, self._imposition, self._ink)
        count = len(self.sheets)
        number = tr("Page {n} of {count}", n=self.at + 1, count=count) if count else tr("Nothing to print")
        if self.view.waiting:
            number = tr("Drawing the pages …")
        self.number.setText(number)
        self.view.setAccessibleName(number)
        self.before.setEnabled(self.at > 0)
        self.after.setEnabled(self.at < len(self.sheets) - 1)
        self._show_zoom()
        several = len(self.sheets) > 1
        for leafing in (self.before, self.after):
            leafing.setVisible(several)

    def _show_zoom(self) -> None:
        self.farther.setEnabled(bool(self.sheets) and self.view.closer > CLOSER[0])
        self.nearer.setEnabled(bool(self.sheets) and self.view.closer < CLOSER[-1])
