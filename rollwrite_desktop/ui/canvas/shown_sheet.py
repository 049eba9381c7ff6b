"""A sheet on the screen: a display, the places of its spots, and which of them has the keyboard's cursor."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QPainter,
    QPaintEvent,
    QPolygonF,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from rollwrite_desktop.draw.display import Display
from rollwrite_desktop.sheet.sheet import Sheet
from rollwrite_desktop.ui.base import theme, touch
from rollwrite_desktop.ui.canvas.canvas import Canvas, rects
from rollwrite_desktop.ui.canvas.spot_words import Described, SpotWords
from rollwrite_desktop.ui.kit.event_loop import Turns

MOUSE_SLOP = 1.5
"""How far beside a spot a mouse may press, in points."""


class ShownSheet(QWidget):
    """Shows a display of `sheet`. `among`: the spots where a tap would be a stroke now; `words`: what spots are, in words;
    `keyed`: whether keys were used last. `sheet_moved`: it lies elsewhere in the view than when it was painted last, or has
    another size."""

    sheet_moved = Signal()

    def __init__(self, sheet: Sheet, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sheet = sheet
        self.among: frozenset[str] = frozenset()
        self.words: SpotWords = Described()
        self.cursor_spot = ""
        self.keyed = touch.taps().keyed
        self.canvas = Canvas()
        self._bounded, self._known_bounds = sheet, dict[str, QRectF]()
        self._lies = QRectF()
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(240, 180)
        theme.current().changed.connect(self.repaint_all)

    # ------------------------------------------------------------------ showing

    def show_display(self, display: Display) -> None:
        """Shows a display; only what differs from the one before is repainted."""
        region = self.canvas.show(display)
        if not region.isEmpty():
            self.update(region)

    def repaint_all(self) -> None:
        self.canvas.spoil()
        self.update()

    def show_keyed(self, keyed: bool) -> None:
        """Sets whether the sheet shows that it has the keyboard, also while the cursor is nowhere: not once a mouse is
        used."""
        if keyed != self.keyed:
            self.keyed = keyed
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(896, 676)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        if self.isVisible() and self.canvas.takes_long:
            self.canvas.paint_paper(painter)
            theme.shared(Turns).wait(self, self._paint_first)
            painter.end()
            return
        for area in rects(event.region()):
            self.canvas.paint(painter, area)
        if self._lies != self.canvas.sheet:
            self._lies = self.canvas.sheet
            self.sheet_moved.emit()
        self._paint_over(painter)
        if self.hasFocus() and self.keyed:
            half = theme.focus_line() / 2
            theme.paint_focus(painter, QRectF(self.rect()).adjusted(half, half, -half, -half))
        painter.end()

    def _paint_over(self, painter: QPainter) -> None:
        """Paints what lies over the sheet."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.canvas.resize(event.size(), self.devicePixelRatioF())
        super().resizeEvent(event)

    def _paint_first(self) -> None:
        self.canvas.prepare()
        self.update()

    # ------------------------------------------------------------------ the places of spots

    def place_of(self, spot: str) -> QRectF:
        """Where a spot is in the view; empty for what is not on the sheet."""
        return self.places_of([spot])[0]

    def places_of(self, spots: Iterable[str]) -> list[QRectF]:
        """Where spots are in the view; empty for what is not on the sheet."""
        to_view = self.canvas.transform
        return [to_view.mapRect(self._bounds(spot)) for spot in spots]

    def _bounds(self, spot: str) -> QRectF:
        """Where a spot is on the sheet, in points."""
        if self._bounded is not self.sheet:
            self._bounded, self._known_bounds = self.sheet, {}
        if spot not in self._known_bounds:
            if spot in self.sheet.space:
                outline = QPolygonF([QPointF(x, y) for x, y in self.sheet.space[spot].outline])
                self._known_bounds[spot] = outline.boundingRect()
            elif spot in self.sheet.box:
                rect = self.sheet.box[spot].rect
                self._known_bounds[spot] = QRectF(rect.x, rect.y, rect.w, rect.h)
            else:
                return QRectF()
        return self._known_bounds[spot]

    def writing_place(self, spot: str) -> QRectF:
        """Where a spot is written on, in the view."""
        return self.writing_places([spot])[0]

    def writing_places(self, spots: Iterable[str]) -> list[QRectF]:
        """Where spots are written on, in the view."""
        to_view, spaces = self.canvas.transform, self.sheet.space
        found = []
        for spot in spots:
            if spot in spaces:
                rect = spaces[spot].writing
                found.append(to_view.mapRect(QRectF(rect.x, rect.y, rect.w, rect.h)))
            else:
                found.append(to_view.mapRect(self._bounds(spot)))
        return found

    def center_of(self, spot: str) -> QPointF:
        """Returns the middle of a spot's writing place in the view."""
        if spot in self.sheet.space:
            return self.canvas.transform.map(QPointF(*self.sheet.space[spot].writing.center))
        return self.place_of(spot).center()

    def spot_at(self, place: QPointF, slop: float = MOUSE_SLOP) -> str:
        """Returns the spot at a place in the view, or ""."""
        x, y = self.canvas.points(place)
        return self.sheet.spot_at(x, y, slop, self.among) or ""
